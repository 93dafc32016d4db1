"""What passes and what is rejected, by kind: a supported claim and a claim that is not, over the same context."""

from __future__ import annotations

import pytest

from tests.support import Query

# kind, context, question, supported answer, unsupported answer
PAIRS: list[tuple[str, list[str], str | None, str, str]] = [
    ("number", ["The gallery owns 412 paintings."], None, "The gallery owns 412 paintings.", "The gallery owns 421 paintings."),
    ("decimal", ["Mix 2.5 ml of dye per litre."], None, "Mix 2.5 ml of dye per litre.", "Mix 25 ml of dye per litre."),
    ("magnitude", ["The fund holds $88M in bonds."], None, "The fund holds $88 million in bonds.", "The fund holds $88 billion in bonds."),
    ("unit", ["The trail is 2.4 km long."], None, "The trail is 2,400 metres long.", "The trail is 2.4 miles long."),
    ("rate", ["Storage costs 12 euros per box per month."], None, "Storage costs €12 per box per month.", "Storage costs €12 per box per year."),
    ("date", ["The pact was sealed on 3 May 1956 and ended on 9 July 1971."], None, "The pact was sealed on May 3, 1956.", "The pact was sealed on 9 July 1971."),
    ("century", ["The abbey was built in 1433."], None, "The abbey was built in 1433.", "The abbey was built in the 14th century."),
    ("bound", ["At least 12 jurors are needed for a trial."], None, "A trial needs at least 12 jurors.", "A trial needs at most 12 jurors."),
    ("row", ["Kiln A: 900 degrees. Kiln B: 1250 degrees."], None, "Kiln B reaches 1250 degrees.", "Kiln B reaches 900 degrees."),
    ("url", ["Apply at https://jobs.example/apply."], None, "Apply at https://jobs.example/apply.", "Apply at https://example-jobs.example/apply."),
    ("email", ["Write to help@mill.example."], None, "Write to help@mill.example.", "Write to sales@mill.example."),
    ("negation", ["Visitors are not allowed in the archive."], None, "Visitors are not allowed in the archive.", "Visitors are allowed in the archive."),
    ("denial", ["There is no swimming pool.", "The hotel has a sauna."], None, "The hotel has a sauna.", "The hotel offers guests a swimming pool on the roof."),
    ("antonym", ["Logging is enabled by default."], None, "Logging is turned on by default.", "Logging is disabled by default."),
    ("comparative", ["Copper is heavier than tin."], None, "Copper is heavier than tin.", "Tin is heavier than copper."),
    ("quantifier", ["Some of the guests complained about noise."], None, "Some guests complained about noise.", "All of the guests complained about noise."),
    ("role", ["Arden bought Belwick Foods in 2019."], None, "Belwick Foods was bought by Arden in 2019.", "Belwick Foods bought Arden in 2019."),
    ("invented part", ["The camp has 20 tents."], None, "The camp has 20 tents.", "The camp has 20 tents and a heated swimming pool."),
    ("invented", ["The kiosk sells newspapers."], None, "The kiosk sells newspapers.", "Penguins were trained at the university."),
    ("fragment", ["Lessons cost 30 euros an hour."], "What does an hour of lessons cost?", "30 euros", "45 euros"),
    ("yes or no", ["Bicycles are not allowed on the pier."], "Are bicycles allowed on the pier?", "No.", "Yes."),
    ("no", ["Skating is not allowed on the pond."], "Is skating allowed on the pond?", "No.", "Yes."),
    ("no to what is so", ["Entry costs 4 euros."], "Does entry cost 4 euros?", "Yes.", "No."),
    ("list", ["Turn the key, press the pedal and release the brake."], None, "Steps:\n1. Turn the key.\n2. Press the pedal.", "Steps:\n1. Turn the key.\n2. Change the oil filter yearly."),
    ("json", ["Parcel 315 leaves on Monday from Bergen."], None, '{"parcel": 315, "leaves": "Monday"}', '{"parcel": 315, "leaves": "Friday"}'),
    ("german", ["Die Anmeldung endet am 5. Mai 2025."], None, "Die Anmeldung endet am 5. Mai 2025.", "Die Anmeldung endet am 8. Mai 2025."),
    ("chinese", ["该塔于1985年建成，高268米。"], None, "该塔高268米。", "该塔高286米。"),
    ("missing space", ["The door is open. The bell is broken."], None, "The door is open.The bell is broken.", "The door is open.The bell plays 14 melodies."),
    ("no-break space", ["The fee is 2 500 crowns."], None, "The fee is 2\u202f500 crowns.", "The fee is 2\u00a0600 crowns."),
    ("long context", ["Notices are posted weekly. " * 300 + "The weir is 31 metres wide."], None, "The weir is 31 metres wide.", "The weir is 13 metres wide."),
    ("two passages", ["Hall C seats 90 people.", "Hall C has a grand piano."], None, "Hall C seats 90 people and has a grand piano.", "Hall C seats 60 people and has a grand piano."),
    ("record", ['{"name": "Blue Door", "wifi": false, "parking": true}'], None, "Blue Door has parking.", "Blue Door has wifi."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("context", "question", "answer"), [pytest.param(c, q, good, id=kind) for kind, c, q, good, _bad in PAIRS]
)
def test_supported_answers_pass(query: Query, context: list[str], question: str | None, answer: str) -> None:
    document = query.check(answer, context, question=question)
    assert document["action"] == "PASS", document["audit_details"]["reason"]


@pytest.mark.parametrize(
    ("context", "question", "answer"), [pytest.param(c, q, bad, id=kind) for kind, c, q, _good, bad in PAIRS]
)
def test_unsupported_answers_do_not(query: Query, context: list[str], question: str | None, answer: str) -> None:
    document = query.check(answer, context, question=question)
    assert document["action"] == "REJECT", document["audit_details"]


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("I could not find the price in the documents.", "PASS"),
        ("In den Unterlagen konnte ich dazu nichts finden.", "PASS"),
        ("I could not find the price. A ticket costs 80 euros.", "REJECT"),
        ("I don't know, but a ticket costs 80 euros.", "REJECT"),
        ("Hello! How can I help you?", "PASS"),
        ("Great question! The pier opens at 7. Let me know if you need more.", "PASS"),
    ],
)
def test_what_claims_nothing(query: Query, answer: str, action: str) -> None:
    assert query.check(answer, ["The pier opens at 7."], question="What does a ticket cost?")["action"] == action

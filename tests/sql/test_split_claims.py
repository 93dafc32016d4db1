"""An answer is parted into its claims, and what claims nothing is told apart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.claims import ABSTENTION, GREETING, OFFER, QUESTION, claims, kinds, read
from tests.support import Query


@pytest.mark.parametrize(
    "sentences",
    [
        ["Roots, e.g. beets and turnips, keep for a month, i.e. 30 days, in sand.", "They need air."],
        ["Ask Dr. Holm or Prof. B. Lund on Tue. morning.", "Both know form No. 7 by heart."],
        ["Okoro et al. measured 0.4 mm in version 2.10.1.", "See Fig. 3 for more."],
        ["J. R. R. Marlow was born in 1911.", "George W. Dunn met her at 5 p.m. on Monday."],
        ["He left the U.S. in 2009.", "The U.S. Army stayed.", "Acme Inc. was sold, etc.", "Nobody knew."],
        ["The wall fell in 1908.", "It was rebuilt in 1911."],
        ["Write to desk@quay.example.", "All forms are at https://quay.example/a.b/forms.html.", "Good luck with it."],
        ["Er kam am 3. Mai 1950 zur Welt.", "Im 19. Jahrhundert war z. B. Wien groß.", "Platz 3. war frei."],
        ["Das kostet ca. 5 Mio. Euro usw.", "Danach ging er."],
        ["M. Aubert habite à Lyon.", "Il a publié cf. p. 5 un article."],
        ["El Sr. García vive en EE. UU. desde 1990.", "La Dra. Ruiz llegó tarde."],
        ["该塔于1968年建成。", "全长3.5米！", "它很高。"],
        ["橋は1968年に完成した。", "「行きます。」と言った。"],
        ["يفتح المتحف الساعة ٨ صباحا.", "يغلق الساعة ٥ مساء."],
        ["यह एक पुल है।", "इसकी लंबाई 5 मीटर है।"],
        ["The kiln was hot... and then it cooled.", "Nobody came back."],
        ["In 2007 they launched it.", "iPads came later."],
        ["“Stop!” he said.", "(He was late that day.)", "'Never mind.'"],
        ["It closes at 5 p.m. Monday.", "It opens at 9 a.m.", "Tickets are sold there."],
        ["🎉 The door is open!", "The window is shut."],
    ],
    ids=lambda sentences: sentences[0][:24],
)
def test_sentences_end_where_they_should(query: Query, sentences: list[str]) -> None:
    assert claims(query, " ".join(sentences)) == sentences


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("The door is red.The wall is grey.", ["The door is red.", "The wall is grey."]),
        ("the door is red. the wall is grey.", ["the door is red.", "the wall is grey."]),
        ("It runs on Node.js and on ASP.NET daily.", ["It runs on Node.js and on ASP.NET daily."]),
        ("The wall is long\nand old. It leans.", ["The wall is long and old.", "It leans."]),
        ("Das Haus hat 3. Die Scheune hat 4.", ["Das Haus hat 3.", "Die Scheune hat 4."]),
    ],
)
def test_sentences_without_the_usual_marks(query: Query, answer: str, expected: list[str]) -> None:
    assert claims(query, answer) == expected


@pytest.mark.parametrize("answer", [None, "", " \n\t", "...", "🎉🎉", "---", "1.", "**"])
def test_nothing_said_is_no_claim(query: Query, answer: str | None) -> None:
    assert claims(query, answer) == []


@pytest.mark.parametrize(
    "answer",
    [
        "I couldn't find the fare in the provided documents.",
        "IDK",
        "The passages do not mention the fare.",
        "Unfortunately, the context doesn't contain information about fares.",
        "Based on the information provided, I cannot answer.",
        "The fare is not stated in the given text.",
        "Unable to answer based on the given passages.",
        "Dazu konnte ich in den Unterlagen leider nichts finden.",
        "Das Dokument enthält keine Angaben zum Fahrpreis.",
        "Das weiß ich leider nicht, es steht nicht im Text.",
        "Je n'ai pas trouvé le tarif.",
        "Le document ne mentionne pas le tarif.",
        "No encontré la tarifa.",
        "El texto no menciona la tarifa.",
        "Non ho trovato la tariffa.",
        "Il testo non menziona la tariffa.",
        "Não encontrei a tarifa.",
        "O documento não menciona a tarifa.",
        "Ik kon het tarief niet vinden.",
        "De tekst vermeldt het tarief niet.",
        "文档中没有提到票价。",
        "我不知道。",
        "料金は見つかりませんでした。",
        "文書には料金の記載がありません。",
        "문서에 요금이 언급되어 있지 않습니다.",
        "لا أعرف.",
        "Я не знаю.",
        "Nie wiem.",
        "The text does not provide information about the fare, the seats, or the view.",
        "I don't know the fare and the opening hours.",
        "I don't know who built it and when it opened.",
        "I could not find the fare and was unable to verify the hours.",
        "I cannot answer because the passages do not mention it.",
        "The text does not provide information about the fare, the seats, or when it opens.",
        "The passages do not mention the date or the names of the people who signed it.",
        "Based on the given passages, the fare is not specified.",
        "The fare and the hours are not stated in the text.",
        "Ich konnte den Preis und die Zeiten im Text nicht finden.",
    ],
)
def test_abstentions_in_many_languages(query: Query, answer: str) -> None:
    assert set(kinds(query, answer)) == {ABSTENTION}


@pytest.mark.parametrize(
    "answer",
    [
        "We do not offer refunds.",
        "Breakfast is not included.",
        "WiFi is not provided.",
        "He did not know the answer.",
        "They could not find the treasure.",
        "There is no evidence of life on Mars.",
        "The crew was unable to determine the cause.",
        "Wir haben keinen Garten.",
        "No se permite fumar.",
        "Nous n'avons pas de piscine.",
        "博物馆没有停车场。",
        "駐車場はありません。",
    ],
)
def test_a_denial_is_a_claim(query: Query, answer: str) -> None:
    assert query.rows("select kind <> 'abstention' and checkable from groundcheck.split_claims(%s)", answer) == [
        (True,)
    ]


@pytest.mark.parametrize(
    ("answer", "claimed"),
    [
        ("I could not find the fare, but it is 8 euros.", "but it is 8 euros."),
        ("I could not find the fare. The boat costs 8 euros.", "The boat costs 8 euros."),
        ("While the text does not mention the fare, boats usually cost 8 euros.", "boats usually cost 8 euros."),
        ("The pier opens at 8, but I couldn't find when it closes.", "The pier opens at 8"),
        ("The fare is not mentioned in the passages, so it is free.", "so it is free."),
        ("I don't know the fare and the pier is in Oslo.", "and the pier is in Oslo."),
        ("I don't know, it's 8 euros.", "it's 8 euros."),
        ("I could not find the fare, which is 8 euros.", "which is 8 euros."),
        ("The pier rents boats, with hours that are not specified.", "The pier rents boats"),
        ("I could not find the hours and the clinic opens at 8.", "and the clinic opens at 8."),
        ("I could not find the hours and boats sail daily.", "and boats sail daily."),
        ("I could not find the hours but boats sail daily.", "but boats sail daily."),
        ("I could not find the hours however boats sail daily.", "however boats sail daily."),
        ("I could not find the hours and the dog barks at night.", "and the dog barks at night."),
        ("I could not find the hours, the pier is old.", "the pier is old."),
        ("I could not find the hours (it is closed).", "(it is closed)."),
        ("I cannot answer because the pier is closed.", "because the pier is closed."),
        ("There is no mention of it in the text and Ada Lund founded it.", "and Ada Lund founded it."),
        ("The text does not mention the fare and says it is old.", "and says it is old."),
        ("i am not sure, i just assume it is more fun.", "i just assume it is more fun."),
        ("The pier is old and the fare is not stated in the text.", "The pier is old"),
        ("Ich konnte den Preis nicht finden und das Museum öffnet um 8.", "und das Museum öffnet um 8."),
        ("Je n'ai pas trouvé le tarif et le quai est fermé.", "et le quai est fermé."),
        ("Je n'ai pas trouvé le tarif, le quai est fermé.", "le quai est fermé."),
        ("No encontré la tarifa y el museo abre a las 8.", "y el museo abre a las 8."),
        ("Ich konnte den Preis nicht finden, aber er beträgt 8 Euro.", "aber er beträgt 8 Euro."),
        ("Je n'ai pas trouvé le tarif, mais il est de 8 euros.", "mais il est de 8 euros."),
        ("No encontré la tarifa, pero cuesta 8 euros.", "pero cuesta 8 euros."),
        ("Non ho trovato la tariffa, ma costa 8 euro.", "ma costa 8 euro."),
        ("Não encontrei a tarifa, mas custa 8 euros.", "mas custa 8 euros."),
        ("Ik kon het tarief niet vinden, maar het is 8 euro.", "maar het is 8 euro."),
        ("我没有找到票价，但是票价是8元。", "但是票价是8元。"),
        ("料金は見つかりませんでしたが、8ユーロです。", "が、8ユーロです。"),
    ],
)
def test_an_abstention_that_claims_is_parted(query: Query, answer: str, claimed: str) -> None:
    assert ABSTENTION in kinds(query, answer)
    assert read(query, answer) == [claimed]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("Hi there!", GREETING),
        ("Great question!", GREETING),
        ("You're welcome!", GREETING),
        ("Good morning, Dr. Lund!", GREETING),
        ("Guten Tag!", GREETING),
        ("Bonjour Marie,", GREETING),
        ("¡Hola!", GREETING),
        ("Buongiorno!", GREETING),
        ("Bom dia!", GREETING),
        ("Hartelijk dank!", GREETING),
        ("您好！", GREETING),
        ("こんにちは！", GREETING),
        ("Let me know if you need more.", OFFER),
        ("I hope this helps!", OFFER),
        ("If you have other questions, feel free to ask.", OFFER),
        ("Melden Sie sich gerne bei Fragen.", OFFER),
        ("N'hésitez pas à me contacter.", OFFER),
        ("No dude en preguntarme.", OFFER),
        ("Non esitare a chiedere.", OFFER),
        ("Não hesite em perguntar.", OFFER),
        ("Laat het me weten.", OFFER),
        ("如果您还有其他问题，请随时告诉我。", OFFER),
        ("お気軽にお知らせください。", OFFER),
        ("Does the boat leave at noon?", QUESTION),
        ("船は正午に出ますか？", QUESTION),
        ("هل يغادر القارب ظهرا؟", QUESTION),
    ],
)
def test_what_claims_nothing(query: Query, answer: str, kind: str) -> None:
    rows = query.rows("select kind, checkable from groundcheck.split_claims(%s)", answer)
    assert rows == [(kind, False)]


@pytest.mark.parametrize(
    "answer",
    [
        "Hi Marta, the pier opens at 8.",
        "Thanks to a grant, the pier was rebuilt.",
        "Great questions drove the survey of 1920.",
        "The staff are happy to help guests with 3 bags.",
        "Please contact the office at 555 0199.",
    ],
)
def test_politeness_with_a_fact_is_a_claim(query: Query, answer: str) -> None:
    assert query.rows("select checkable from groundcheck.split_claims(%s)", answer) == [(True,)]


@pytest.mark.parametrize(
    "answer", ["17 euros", "Yes.", "Nein.", "In Lisbon.", "14 euros an hour", "Of course!", "是的。"]
)
def test_a_fragment_is_checkable(query: Query, answer: str) -> None:
    assert query.rows("select kind, checkable from groundcheck.split_claims(%s)", answer) == [("fragment", True)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("The kit holds:\n- a lamp\n- two cells", ["The kit holds: a lamp", "The kit holds: two cells"]),
        ("Steps:\n1. Lift it.\n2. Turn it.", ["Steps: Lift it.", "Steps: Turn it."]),
        ("Steps: 1. Lift it. 2. Turn it.", ["Steps: Lift it.", "Steps: Turn it."]),
        ("1.\nLift it up.\n2.\nTurn it.", ["Lift it up.", "Turn it."]),
        ("## Kit\n* [x] a lamp", ["Kit: a lamp"]),
        ("a) Lift it up\nb) Turn it", ["Lift it up", "Turn it"]),
        ("Do this:\n1. Heat:\n   - milk\n2. Stir", ["Heat: milk", "Do this: Stir"]),
        ("1. Oktober 2024 ist der Termin.", ["1. Oktober 2024 ist der Termin."]),
        ("- It is old. It leans\n  to one side.", ["It is old.", "It leans to one side."]),
        ("Das Set enthält:\n• eine Lampe", ["Das Set enthält: eine Lampe"]),
    ],
)
def test_an_item_is_read_with_its_lead_in(query: Query, answer: str, expected: list[str]) -> None:
    assert read(query, answer) == expected


@pytest.mark.parametrize("answer", ["# The tower is 9 m tall", "**The tower is 9 m tall**", "The tower is 9 m tall:"])
def test_a_heading_of_nothing_is_a_claim(query: Query, answer: str) -> None:
    assert query.rows("select claim, checkable from groundcheck.split_claims(%s)", answer) == [
        (answer.strip("#* "), True)
    ]


def test_an_announcement_claims_nothing(query: Query) -> None:
    answer = "Here is an overview of the pier based on the data:\n\nThe pier is old."
    assert read(query, answer) == ["The pier is old."]


def test_headings_claim_nothing(query: Query) -> None:
    answer = (
        "# Tower\nIt is tall.\n\nOpening Hours\nIt opens at ten.\n\n"
        "**Fares**\nA visit costs 3 euros.\n\nAge\n===\nIt is old."
    )
    assert read(query, answer) == ["It is tall.", "It opens at ten.", "A visit costs 3 euros.", "It is old."]


@pytest.mark.parametrize("table", ["| Boat | Fare |\n|---|:-:|\n| Ada | 9 euros |\n| Bo | 5 euros |"])
def test_a_row_is_read_with_its_header(query: Query, table: str) -> None:
    assert read(query, table) == ["Boat; Fare: Ada; 9 euros", "Boat; Fare: Bo; 5 euros"]


def test_a_table_without_outer_pipes(query: Query) -> None:
    assert read(query, "Boat | Fare\n--- | ---\nAda | 9 euros") == ["Boat | Fare: Ada | 9 euros"]


@pytest.mark.parametrize("fence", ["```", "~~~"])
def test_a_block_of_code_is_one_claim(query: Query, fence: str) -> None:
    answer = f"Use:\n{fence}python\nopen(host, wait=30)\n# [1] * 2\n{fence}\nIt then waits."
    assert query.rows("select kind, claim from groundcheck.split_claims(%s)", answer) == [
        ("heading", "Use:"),
        ("code", "open(host, wait=30) # [1] * 2"),
        ("statement", "It then waits."),
    ]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('{"order": 771, "ships": "Friday"}', ["order: 771", "ships: Friday"]),
        ('{"a": {"OutdoorSeating": true, "WiFi": null}}', ["a outdoor seating: true"]),
        ('{"HasTV": "yes. Two of them."}', ["has TV: yes.", "has TV: Two of them."]),
        ('[{"name": "R2", "hours": 9}, {"name": "R5", "hours": 14}]',
         ["name: R2", "R2: hours: 9", "name: R5", "R5: hours: 14"]),
        ('{"formats": ["JSON", "CSV"]}', ["formats: JSON", "formats: CSV"]),
        ('```json\n{"open_at": "8:00"}\n```', ["open at: 8:00"]),
        ('Here it is:\n{"open_at": "8:00"}', ["open at: 8:00"]),
        (r'{"note": "He said \"hi\" at the caf\u00e9.\nThen he left."}',
         ['note: He said "hi" at the café.', "note: Then he left."]),
    ],
)  # fmt: skip
def test_a_leaf_is_read_with_its_path(query: Query, answer: str, expected: list[str]) -> None:
    assert read(query, answer) == expected


@pytest.mark.parametrize("answer", ["{'open': 8, broken", '{"a": 1,}', "[see below]"])
def test_what_is_no_json_is_text(query: Query, answer: str) -> None:
    assert claims(query, answer) == [answer]


def test_html_is_parted_by_its_blocks(query: Query) -> None:
    answer = (
        "<h2>Tower</h2><p>The <b>tower</b> is 5&nbsp;m tall.</p><ul><li>Old</li><li>Red</li></ul><script>x.y</script>"
    )
    assert read(query, answer) == ["The tower is 5 m tall.", "Old", "Red"]


@pytest.mark.parametrize(
    ("answer", "claim", "cited"),
    [
        ("It is tall [1].", "It is tall.", [{"marker": "[1]", "number": 1}]),
        ("It is tall.[2]", "It is tall.", [{"marker": "[2]", "number": 2}]),
        ("It is tall [1, 3].", "It is tall.", [{"marker": "[1, 3]", "number": n} for n in (1, 3)]),
        ("It is tall [2-4].", "It is tall.", [{"marker": "[2-4]", "number": n} for n in (2, 3, 4)]),
        ("It is tall【5†source】.", "It is tall.", [{"marker": "【5†source】", "number": 5}]),
        ("It is tall [^6].", "It is tall.", [{"marker": "[^6]", "number": 6}]),
        ("It is tall [Source 7].", "It is tall.", [{"marker": "[Source 7]", "number": 7}]),
        ("It is tall (Okoro, 2020).", "It is tall.", [{"marker": "(Okoro, 2020)", "author": "Okoro", "year": 2020}]),
        ("It is tall (Lee et al., 2019a; Ray & Fox, 2001).", "It is tall.", [
            {"marker": "(Lee et al., 2019a; Ray & Fox, 2001)", "author": "Lee et al.", "year": 2019},
            {"marker": "(Lee et al., 2019a; Ray & Fox, 2001)", "author": "Ray & Fox", "year": 2001}]),
        ("It fell (March, 2020).", "It fell (March, 2020).", []),
        ("The value is arr[0].", "The value is arr[0].", []),
    ],
)  # fmt: skip
def test_citations(query: Query, answer: str, claim: str, cited: list[dict[str, Any]]) -> None:
    ((cleaned, citations),) = query.rows("select claim, citations from groundcheck.split_claims(%s)", answer)
    assert cleaned == claim
    for citation in citations:
        start, end = citation.pop("span")
        assert answer[start:end] == citation["marker"]
    assert citations == cited


def test_indices_count_from_zero(query: Query) -> None:
    rows = query.rows(
        "select claim_index from groundcheck.split_claims(%s)", "One is here. Two is here. Three is here."
    )
    assert [row[0] for row in rows] == [0, 1, 2]


def test_the_lexicon_takes_rows_of_the_user(query: Query) -> None:
    answer = "It weighs 3 zent. Nobody lifts it."
    assert len(claims(query, answer)) == 2
    query.rows(
        "insert into groundcheck_internal.abbreviations (form, language, follows) values ('zent', 'en', 'never')"
        " returning origin"
    )
    assert claims(query, answer) == [answer]
    assert kinds(query, "Ahoy!") == ["fragment"]
    query.rows(
        "insert into groundcheck_internal.phrases (kind, language, cues, pattern)"
        " values ('greeting', 'en', '{\" ahoy%%\"}', '^ahoy$') returning origin"
    )
    assert kinds(query, "Ahoy!") == [GREETING]

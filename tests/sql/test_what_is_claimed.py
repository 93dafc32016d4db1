"""What claims something though it looks as if it did not, and the other way round."""

from __future__ import annotations

import pytest

from tests.claims import ABSTENTION, HEADING, QUESTION, claims, kinds, read
from tests.support import Query


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("According to the passages, the pier is old.", "the pier is old."),
        ("Additionally, passage 2 states that the pier is old.", "the pier is old."),
        ("Please note that the pier is closed today.", "the pier is closed today."),
        ("Selon le document, le quai est fermé.", "le quai est fermé."),
        ("根据提供的文档，博物馆8点开门。", "博物馆8点开门。"),
        ("According to the owner, the pier is old.", "According to the owner, the pier is old."),
        ("In the context of war, the pier was vital.", "In the context of war, the pier was vital."),
        ("According to the passages, it appears that the pier is old.", "it appears that the pier is old."),
        ("Based on the context, it seems that it may be old.", "it seems that it may be old."),
        ("It appears that the pier is old.", "It appears that the pier is old."),
        ("The passage suggests that the pier is old.", "The passage suggests that the pier is old."),
        ("Passage 2 states that it is possibly old.", "it is possibly old."),
        ("–5 °C was the lowest reading.", "–5 °C was the lowest reading."),
    ],
)
def test_a_claim_begins_where_it_says_something(query: Query, answer: str, expected: str) -> None:
    ((claim, start, end),) = query.rows("select claim, span_start, span_end from groundcheck.split_claims(%s)", answer)
    assert claim == expected == answer[start:end]


@pytest.mark.parametrize(
    ("lead_in", "kept"),
    [
        ("Based on the given passages, here are some tips for divers:", "tips for divers:"),
        ("Here are the steps:", None),
        ("Voici les étapes pour ouvrir:", "étapes pour ouvrir:"),
        ("The pier has 3 rooms:", "The pier has 3 rooms:"),
    ],
)
def test_a_lead_in_keeps_what_it_says(query: Query, lead_in: str, kept: str | None) -> None:
    answer = f"{lead_in}\n- one\n- two"
    assert query.rows("select lead_in from groundcheck.split_claims(%s) where kind = 'list_item'", answer) == [
        (kept,),
        (kept,),
    ]


@pytest.mark.parametrize(
    "answer", ["## The pier is 9 m long\nIt is old.", "The pier is now 9 m long and red:\n```\nx\n```"]
)
def test_a_heading_that_says_a_sentence_is_checked(query: Query, answer: str) -> None:
    assert read(query, answer)[0].startswith("The pier is")


@pytest.mark.parametrize(
    ("question", "claimed"),
    [
        ("Did you know that Ada Lund wrote 9 books?", "Ada Lund wrote 9 books"),
        ("did you know Ada Lund wrote 9 books ?", "Ada Lund wrote 9 books"),
        ("Yes, did you know the pier is old?", "the pier is old"),
        ("Were you aware that the pier is old?", "the pier is old"),
        ("How come boats are not allowed there?", "boats are not allowed there"),
        ("yeah it was a long walk, right?", "yeah it was a long walk"),
        ("The clinic opens at 8, doesn't it?", "The clinic opens at 8"),
        ("It isn’t far, is it?", "It isn’t far"),
        ("so the social message is good?", "so the social message is good"),
        ("So I can park there for free?", "So I can park there for free"),
        ("Boats are called skiffs there, do you like them?", "Boats are called skiffs there"),
        ("Der Turm ist alt, oder?", "Der Turm ist alt"),
        ("Wussten Sie, dass der Turm alt ist?", "der Turm alt ist"),
        ("Saviez-vous que la tour est vieille ?", "la tour est vieille"),
        ("La torre es vieja, ¿verdad?", "La torre es vieja"),
        ("¿Sabías que la torre es vieja?", "la torre es vieja"),
        ("La torre è vecchia, vero?", "La torre è vecchia"),
        ("A torre é velha, não é?", "A torre é velha"),
        ("De toren is oud, toch?", "De toren is oud"),
        ("这座塔很旧，对吗？", "这座塔很旧"),
    ],
)
def test_a_question_that_states_is_a_claim(query: Query, question: str, claimed: str) -> None:
    rows = query.rows(
        "select claim, span_start, span_end, kind from groundcheck.split_claims(%s) where checkable", question
    )
    ((claim, start, end, kind),) = rows
    assert claim == claimed == question[start:end]
    assert kind in ("statement", "fragment")


@pytest.mark.parametrize(
    "question",
    [
        "what is it about?",
        "Is the pier old?",
        "Do you know if it opens at 8?",
        "Do you know what it costs?",
        "do you know it?",
        "and who built it?",
        "Hi, do you like boats?",
        "In 1990, who was the owner?",
        "I wonder who built it?",
        "Any other questions?",
        "The opening hours?",
        "you like boats?",
        "What is that, is that a boat?",
        "Ist der Turm alt?",
        "¿Es vieja la torre?",
    ],
)
def test_a_plain_question_claims_nothing(query: Query, question: str) -> None:
    assert set(query.rows("select kind, checkable from groundcheck.split_claims(%s)", question)) == {(QUESTION, False)}


@pytest.mark.parametrize(
    "answer",
    [
        "I am not certain how anybody could dispute that the pier holds 40 boats.",
        "The document does not mention the fact that the pier is closed.",
        "I cannot tell you anything except that boats are free.",
        "We could not find anything wrong with the pier charging 6 euros.",
        "I have no information about the captain Olga Brandt who was jailed for theft.",
        "The passages do not say why Mr. Brandt burned the pier.",
        "I could not verify the 6 euros that a boat costs.",
        "I found no information about the thief Olga Brandt.",
        "I have no details about the hotel where Olga Brandt was jailed.",
        "I cannot say enough good things about the heated pool.",
        "There is no information in the text about the owner who robbed the museum.",
        "The text does not explain how the captain sank four boats.",
        "I could not confirm the fee of $6 in the documents.",
        "Ich konnte nichts finden, was gegen den Preis von 6 Euro spricht.",
        "No encontré nada malo en que cueste 6 euros.",
    ],
)
def test_an_abstention_that_takes_a_fact_for_granted_is_a_claim(query: Query, answer: str) -> None:
    rows = query.rows("select kind, checkable, claim from groundcheck.split_claims(%s)", answer)
    assert rows[-1][1], rows


@pytest.mark.parametrize(
    "answer",
    [
        "Passage 3 does not mention the fares of the boats.",
        "There is no information about the regatta of 2014.",
        "The text does not mention when Olga Brandt was born.",
        "I could not find any details about Lake Orta in the passages.",
        "There is no information in the text that answers the question.",
        "I do not know how it works.",
        "I do not know how many boats there are.",
    ],
)
def test_an_abstention_may_name_what_is_asked(query: Query, answer: str) -> None:
    assert set(kinds(query, answer)) == {ABSTENTION}


@pytest.mark.parametrize(
    "answer",
    [
        "I hope this helps, the boats are free!",
        "Glad to assist with the 30 minute crossing!",
        "Thank you for asking about our free rides on Mondays!",
        "We can help you with the free lockers that everyone gets.",
        "Please contact the harbour at 555 0188 for details.",
        "Sorry about the broken engine of the ferry!",
        "Happy to help: the pier closes at noon.",
        "Let me know if you need a seat in Lugano.",
    ],
)
def test_an_offer_or_a_greeting_with_a_fact_is_a_claim(query: Query, answer: str) -> None:
    assert query.value("select bool_or(checkable) from groundcheck.split_claims(%s)", answer) is True


@pytest.mark.parametrize(
    "answer",
    [
        "If you have any other questions or need further assistance, please feel free to ask!",
        "Thank you for your patience.",
        "Thanks for reaching out, Olga!",
        "I would be happy to help you with that.",
        "Please let me know if there is anything else I can do for you.",
        "Good luck with your trip!",
        "Please visit the official website for more information.",
        "Sorry for the confusion.",
    ],
)
def test_plain_politeness_claims_nothing(query: Query, answer: str) -> None:
    assert query.rows("select bool_or(checkable) from groundcheck.split_claims(%s)", answer) == [(False,)]


@pytest.mark.parametrize(
    "question",
    [
        "A boat costs 9 euros per day?",
        "The harbour has showers!?",
        "The harbour is guarded (right?)",
        "The harbour is guarded. ?",
        "9 euros per day?",
        "Free showers for all the guests?",
        "Ein Boot kostet 9 Euro?",
        "Le bateau coûte 9 euros ?",
        "船票是9元？",
        "Isn't it lovely that the showers are free?",
        "Isn't the harbour guarded?",
        "Is it not odd that boats are banned?",
        "Who built the pier, Olga Brandt, the jailed captain?",
        "What does it cost, 9 euros?",
        "What does it cost? 9 euros per day?",
        "Why did Mr. Brandt sink the boats?",
        "Who sells the 9 euro ticket?",
        "Would you like to try our 30 day free berth?",
        "Is the captain who robbed the bank still there?",
        "Do you want to see the pier where Olga Brandt drowned?",
    ],
)
def test_a_question_that_takes_a_fact_for_granted_is_a_claim(query: Query, question: str) -> None:
    assert query.rows("select bool_or(checkable) from groundcheck.split_claims(%s)", question) == [(True,)]


@pytest.mark.parametrize(
    "question",
    [
        "Have you been to Lugano, Switzerland?",
        "Do you prefer boats, trains or buses?",
        "How many people live in Oslo, do you know?",
        "Does the boat leave at 5?",
        "Would you like to know more about it?",
        "Did Dr. Brandt build the pier?",
        "Do you know where it is?",
        "Who was the owner in 1990?",
        "Kostet das Boot viel?",
        "Combien coûte le bateau ?",
        "Cuánto cuesta el barco?",
        "Quanto costa il battello?",
        "Wat kost de boot?",
    ],
)
def test_a_question_may_name_what_it_asks(query: Query, question: str) -> None:
    assert set(query.rows("select kind, checkable from groundcheck.split_claims(%s)", question)) == {(QUESTION, False)}


@pytest.mark.parametrize(
    ("answer", "claimed"),
    [
        ("# A berth costs 7 euros per night\nThere is more below.", "A berth costs 7 euros per night"),
        ("**Berths free of charge**\nThe harbour is old.", "Berths free of charge"),
        ("Berths cost nothing here\n====\nThe harbour is old.", "Berths cost nothing here"),
        ("<h1>Berths are free</h1><p>The harbour is old.</p>", "Berths are free"),
        ("## Open 12 hours\nThe harbour is old.", "Open 12 hours"),
        ("## Fee: none\nThe harbour is old.", "Fee: none"),
        ("## How Mr. Brandt sank nine boats\nThe harbour is old.", "How Mr. Brandt sank nine boats"),
        ("Berths are free:\nThe harbour is old.", "Berths are free:"),
        ("| The berths are free of charge | Pier |\n|---|---|", "The berths are free of charge; Pier"),
        ("| The berths are free of charge | Pier |\n|---|---|\n| a | b |", "The berths are free of charge; Pier"),
    ],
)
def test_a_heading_that_says_something_is_a_claim(query: Query, answer: str, claimed: str) -> None:
    assert query.rows("select claim from groundcheck.split_claims(%s) where checkable limit 1", answer) == [(claimed,)]


@pytest.mark.parametrize(
    "answer",
    [
        "## How it works\nThe harbour is old.",
        "## 2. Opening hours\nThe harbour is old.",
        "## Step 2: Moor\nThe harbour is old.",
        "To moor a boat in the harbour:\n- turn it",
        "**Where to eat on the pier**\nThe harbour is old.",
        "| Boat | Fare in 2019 |\n|---|---|\n| Ada | none |",
    ],
)
def test_a_title_claims_nothing(query: Query, answer: str) -> None:
    assert query.rows("select kind, checkable from groundcheck.split_claims(%s) limit 1", answer) == [(HEADING, False)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("𝐁𝐞𝐫𝐭𝐡𝐬 𝐚𝐫𝐞 𝐟𝐫𝐞𝐞. 𝑇ℎ𝑒𝑦 𝑎𝑟𝑒 𝑜𝑙𝑑.", ["Berths are free.", "They are old."]),
        ("Ⓑⓔⓡⓣⓗⓢ cost ⑧⓪ euros.", ["Berths cost 80 euros."]),
        ("⑧⓪ boats are here.", ["80 boats are here."]),
        ("8️⃣0️⃣ boats are here.", ["80 boats are here."]),
        ("① Lift it up\n② Turn it", ["Lift it up", "Turn it"]),
        ("Berths cost ８０．５ euros, 𝟖𝟎 in May.", ["Berths cost 80.5 euros, 80 in May."]),
        ("It keeps ൮൦ boats.", ["It keeps 80 boats."]),
        ("ท่าเรือมีเรือ ๘๐ ลำ", ["ท่าเรือมีเรือ 80 ลำ"]),
        ("यह ८० नाव है।", ["यह ८० नाव है।"]),
        ("An area of 80 m² and ½ cup.", ["An area of 80 m² and ½ cup."]),
    ],
)
def test_letters_and_digits_of_another_style_are_read(query: Query, answer: str, expected: list[str]) -> None:
    rows = query.rows("select claim, span_start, span_end, checkable from groundcheck.split_claims(%s)", answer)
    assert [row[0] for row in rows] == expected
    assert all(row[3] for row in rows)
    for claim, start, end, _ in rows:
        assert query.value("select groundcheck_internal.clean_text(%s)", answer[start:end]) == claim


@pytest.mark.parametrize(
    ("answer", "claimed"),
    [
        ("The pier is old. <!-- Boats are free --> It is red.", "Boats are free"),
        ('<script>var t = "boats cost 9 euros";</script>', 'var t = "boats cost 9 euros";'),
        ('<img src="x.png" alt="Boats are free">', "Boats are free"),
        ("<p title='Boats are free'>The pier is old.</p>", "Boats are free"),
        ('{"Boats are free for all": null}', "Boats are free for all"),
        ('{"Boats are free for all": ""}', "Boats are free for all"),
        ('{"Boats are free for all": {}}', "Boats are free for all"),
        ('{"a": 1, "Boats are free for all": [null, {"b": null}]}', "Boats are free for all"),
        ('{"Boats are free": "✓"}', "Boats are free"),
    ],
)
def test_what_is_hidden_is_a_claim(query: Query, answer: str, claimed: str) -> None:
    rows = query.rows("select claim, span_start, span_end from groundcheck.split_claims(%s) where checkable", answer)
    assert (claimed, answer.index(claimed), answer.index(claimed) + len(claimed)) in rows


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("It holds ~~30~~ 80 boats.", ["It holds 80 boats."]),
        ("It holds <del>30</del> 80 boats.", ["It holds 80 boats."]),
        ("~~It holds 30 boats.~~", []),
        ("The pier is old. <!-- todo -->", ["The pier is old."]),
        ("<style>p {color: red}</style><p class='a b c'>The pier is old.</p>", ["The pier is old."]),
        ('{"a": null, "b c": {}, "d": []}', []),
        ('[x](y.html "The pier is old")', ["x The pier is old"]),
    ],
)
def test_what_is_not_said_is_no_claim(query: Query, answer: str, expected: list[str]) -> None:
    assert claims(query, answer) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "It lasts for [doc 80] hours.",
        "[80] 20 hours",
        "A berth costs [9] euros.",
        "A berth costs [9].",
        "It holds [40] boats.",
        "It is open【80】 hours.",
        "It holds【80 boats】and a crane.",
    ],
)
def test_a_number_that_the_sentence_needs_is_no_citation(query: Query, answer: str) -> None:
    assert query.rows("select claim, citations from groundcheck.split_claims(%s)", answer) == [(answer, [])]


@pytest.mark.parametrize(
    ("answer", "claim"),
    [
        ("The pier [1] is old.", "The pier is old."),
        ("It is old [1] and red [2].", "It is old and red."),
        ("[3] The pier is old.", "The pier is old."),
        ("The pier is old[1][2].", "The pier is old."),
        ("It was built in 1911 [4] by Ada.", "It was built in 1911 by Ada."),
        ("Reports [1, 2] suggest that it is old.", "Reports suggest that it is old."),
    ],
)
def test_a_citation_annotates(query: Query, answer: str, claim: str) -> None:
    ((cleaned, citations),) = query.rows("select claim, citations from groundcheck.split_claims(%s)", answer)
    assert cleaned == claim
    assert citations

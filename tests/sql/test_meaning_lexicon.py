"""The lexicon: where its rows come from, what it refuses, and that users extend it."""

from __future__ import annotations

import psycopg
import pytest

from tests.support import Query


def test_every_row_says_where_it_comes_from(query: Query) -> None:
    rows = query.rows("select distinct origin, licence from groundcheck_internal.lexicon")
    assert rows == [("groundcheck-db", "Apache-2.0")]


def test_it_has_some_hundred_pairs_of_opposites(query: Query) -> None:
    pairs = query.value(
        """
        select count(*)
        from (
          select concept
          from groundcheck_internal.lexicon
          where pole <> 0
          group by concept
          having count(distinct pole) = 2
        ) as c
        """
    )
    assert pairs >= 150


@pytest.mark.parametrize(
    ("columns", "constraint"),
    [
        ("('Zufrieden', 'word', null, 0)", "form_is_folded"),
        ("('a b c', 'word', null, 0)", "form_has_at_most_two_words"),
        ("('zufrieden', 'word', 'glad', 2)", "pole_is_a_sign"),
        ("('zufrieden', 'word', null, 1)", "pole_needs_a_concept"),
        ("('zufrieden', 'mood', null, 0)", "role_is_known"),
    ],
)
def test_what_it_refuses(query: Query, columns: str, constraint: str) -> None:
    with pytest.raises(psycopg.errors.CheckViolation, match=constraint):
        query.connection.execute(
            f"insert into groundcheck_internal.lexicon (form, role, concept, pole) values {columns}".encode()
        )


def test_a_user_adds_opposites(query: Query) -> None:
    compare = """
        select count(*)
        from groundcheck_internal.compare_meaning(
          groundcheck_internal.word_features('The reactor was blonked on Monday.'),
          groundcheck_internal.word_features('The reactor was grelled on Monday.')
        ) as m
        where m.kind = 'antonym'
    """
    assert query.value(compare) == 0
    query.connection.execute(
        """
        insert into groundcheck_internal.lexicon (form, concept, pole, origin, licence)
        values ('blonk', 'blonking', 1, 'our plant', 'internal'), ('grell', 'blonking', -1, 'our plant', 'internal')
        """
    )
    assert query.value(compare) == 1


def test_a_user_adds_words_of_a_class(query: Query) -> None:
    """Synonyms have one member; of others, a thing is one."""
    said, other = ["The parcel is sealed with a flink."], "The parcel is sealed with a gromp."
    assert query.check(other, said)["action"] == "REJECT"
    query.connection.execute(
        """
        insert into groundcheck_internal.alternatives (class, word, member, origin, licence)
        values ('seal', 'gromp', 'gromp', 'our plant', 'internal'), ('seal', 'flink', 'gromp', 'our plant', 'internal')
        """
    )
    assert query.check(other, said)["action"] == "PASS"


def test_words_that_exclude_each_other_say_where_they_come_from(query: Query) -> None:
    rows = query.rows("select distinct origin, licence from groundcheck_internal.alternatives")
    assert rows == [("groundcheck-db", "Apache-2.0")]
    with pytest.raises(psycopg.errors.CheckViolation, match="word_is_folded"):
        query.connection.execute(
            "insert into groundcheck_internal.alternatives (class, word, member) values ('seal', 'Two words', 'two')"
        )

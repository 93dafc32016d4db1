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

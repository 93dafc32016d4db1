"""What belongs to one tenant is nothing to another: not its audit, not its passages, not even that they are known."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import sql

from tests.support import Query

PASSAGE = "The vault code of the bank is 4711. The night guard leaves at 5 am."
ANSWER = "The vault code of the bank is 4711."


@pytest.fixture
def tenants(db: psycopg.Connection) -> psycopg.Connection:
    """A connection as a role that checks and reads; acme has made a check."""
    db.execute("create role app in role groundcheck_checker, groundcheck_reader, groundcheck_admin")
    db.execute("set local role app")
    act_as(db, "acme")
    assert checked(db, ANSWER, [PASSAGE]) == "PASS"
    return db


def act_as(connection: psycopg.Connection, tenant: str) -> None:
    connection.execute("select set_config('groundcheck.tenant', %s, true)", [tenant])


def checked(connection: psycopg.Connection, answer: str, context: list[str]) -> str:
    row = connection.execute("select groundcheck.check(%s, %s) ->> 'action'", [answer, context]).fetchone()
    assert row is not None
    return str(row[0])


VIEWS = ["audit", "audit_claim", "contradiction"]


@pytest.mark.parametrize("tenant", ["other", "", "ACME", "acme ", "%"])
@pytest.mark.parametrize("view", VIEWS)
def test_views_show_the_own_tenant(tenants: psycopg.Connection, tenant: str, view: str) -> None:
    checked(tenants, "The vault code of the bank is 4712.", [PASSAGE])
    count = sql.SQL("select count(*), count(*) filter (where tenant = 'acme') from groundcheck.{}").format(
        sql.Identifier(view)
    )
    row = tenants.execute(count).fetchone()
    assert row is not None
    assert row[0] == row[1] > 0
    act_as(tenants, tenant)
    assert tenants.execute(count).fetchone() == (0, 0)


def test_unset_setting_shows_nothing(tenants: psycopg.Connection) -> None:
    tenants.execute("reset groundcheck.tenant")
    assert tenants.execute("select count(*) from groundcheck.audit").fetchone() == (0,)


@pytest.mark.parametrize(
    "statement",
    [
        "select groundcheck.check('Tea is sold.', array['Tea is sold.'])",
        "select groundcheck.passes('Tea is sold.', array['Tea is sold.'])",
        "select groundcheck.evaluate('Tea is sold.', array['Tea is sold.'])",
        "select groundcheck.check_vectors('a', '[1,0]', array['b'], array['[1,0]']::vector[])",
        "select groundcheck.result('audit_0199c0de-0000-7000-8000-000000000000')",
    ],
)
@pytest.mark.parametrize("unset", ["reset groundcheck.tenant", "set local groundcheck.tenant = ''"])
def test_unset_setting_is_a_clear_error(tenants: psycopg.Connection, statement: str, unset: str) -> None:
    tenants.execute(unset.encode())
    with pytest.raises(psycopg.DatabaseError) as caught:
        tenants.execute(statement.encode())
    assert caught.value.sqlstate == "GC601"
    assert caught.value.diag.message_primary == "no tenant is set for role app"
    hint = str(caught.value.diag.message_hint)
    assert "set local groundcheck.tenant = 'acme'" in hint
    assert "alter role app set groundcheck.tenant = 'acme'" in hint


def test_the_owner_works_without_a_tenant(db: psycopg.Connection) -> None:
    db.execute("create role installer in role groundcheck_owner")
    for role in ("installer", "groundcheck_owner"):
        db.execute(sql.SQL("set local role {}").format(sql.Identifier(role)))
        assert checked(db, ANSWER, [PASSAGE]) == "PASS"
    assert db.execute("select count(*) from groundcheck.audit where tenant = ''").fetchone() == (2,)


def test_checks_of_another_tenant_are_not_found(tenants: psycopg.Connection) -> None:
    row = tenants.execute("select id from groundcheck.audit").fetchone()
    assert row is not None
    act_as(tenants, "other")
    with pytest.raises(psycopg.DatabaseError) as caught:
        tenants.execute("select groundcheck.result(%s)", [str(row[0])])
    assert caught.value.sqlstate == "GC301"


def test_passages_of_another_tenant_are_no_evidence(tenants: psycopg.Connection) -> None:
    act_as(tenants, "other")
    assert checked(tenants, ANSWER, ["The bank opens at nine."]) == "REJECT"
    assert checked(tenants, ANSWER, []) == "REJECT"


def test_a_passage_that_another_tenant_brought_is_as_new_as_any(tenants: psycopg.Connection) -> None:
    """The cache is the tenant's own: what is written for a passage does not depend on who else knows it."""

    def written(tenant: str) -> list[tuple[object, ...]]:
        act_as(tenants, tenant)
        checked(tenants, ANSWER, [PASSAGE])
        tenants.execute("reset role")
        rows = tenants.execute(
            "select (select count(*) from groundcheck_internal.passages where tenant = %(tenant)s),"
            " (select count(*) from groundcheck_internal.sentences where tenant = %(tenant)s),"
            " (select count(*) from groundcheck_internal.passage_sentences where tenant = %(tenant)s),"
            " (select count(*) from groundcheck_internal.vectors where tenant = %(tenant)s)",
            {"tenant": tenant},
        ).fetchall()
        tenants.execute("set local role app")
        return rows

    assert written("other") == written("third") == [(1, 2, 2, 2)]


def test_hits_of_the_cache_are_the_tenants_own(tenants: psycopg.Connection) -> None:
    """Counts and times follow the number of rows written, so it is those that are compared: none for acme, which knows
    the passage, and as many for another tenant as for a passage that nobody knows."""

    def inserted(tenant: str, passage: str) -> int:
        act_as(tenants, tenant)
        statement = (
            "select coalesce(sum(pg_stat_get_xact_tuples_inserted(oid)), 0) from pg_class where relname in"
            " ('passages', 'sentences', 'passage_sentences', 'vectors')"
        )
        before = tenants.execute(statement).fetchone()
        checked(tenants, ANSWER, [passage])
        after = tenants.execute(statement).fetchone()
        assert before is not None
        assert after is not None
        return int(after[0] - before[0])

    unknown = PASSAGE.replace("bank", "club")
    assert inserted("acme", PASSAGE) == 0
    assert inserted("other", PASSAGE) == inserted("third", unknown) == 7


def test_policies_fall_back_to_the_shared_ones(tenants: psycopg.Connection) -> None:
    def threshold() -> object:
        row = tenants.execute(
            "select groundcheck.check(%s, %s) -> 'policy' ->> 'threshold'", [ANSWER, [PASSAGE]]
        ).fetchone()
        assert row is not None
        return row[0]

    shared = threshold()
    tenants.execute("select groundcheck.create_policy('default', '{\"threshold\": 0.97}')")
    assert threshold() == "0.97"
    act_as(tenants, "other")
    assert threshold() == shared
    act_as(tenants, "acme")
    tenants.execute("select groundcheck.retire_policy('default')")
    assert threshold() == shared
    with pytest.raises(psycopg.DatabaseError) as caught:
        tenants.execute("select groundcheck.retire_policy('default')")
    assert caught.value.sqlstate == "GC104"


def test_a_tenant_with_a_long_name(tenants: psycopg.Connection) -> None:
    """200 characters of four bytes fit into every key; what does not is an error that says so."""
    name = "".join(chr(0x20000 + 7 * n) for n in range(200))
    act_as(tenants, name)
    assert checked(tenants, ANSWER, [PASSAGE]) == "PASS"
    tenants.execute(
        "select groundcheck.load_document(%s, %s, %s)", [name, "".join(chr(0x4E00 + n) for n in range(333)), PASSAGE]
    )
    tenants.execute("select groundcheck.create_policy('mine')")
    act_as(tenants, name + "x")
    with pytest.raises(psycopg.DatabaseError, match="201 characters") as caught:
        checked(tenants, ANSWER, [PASSAGE])
    assert caught.value.sqlstate == "GC607"


@pytest.mark.parametrize(
    "statement",
    [
        "select groundcheck.create_policy('default', '{\"threshold\": 0}')",
        "select groundcheck.retire_policy('default')",
    ],
)
def test_a_forgotten_setting_does_not_change_what_all_tenants_share(
    tenants: psycopg.Connection, statement: str
) -> None:
    tenants.execute("reset groundcheck.tenant")
    with pytest.raises(psycopg.DatabaseError) as caught, tenants.transaction():
        tenants.execute(statement.encode())
    assert caught.value.sqlstate == "GC601"
    tenants.execute("reset role")
    assert tenants.execute(statement.encode()).fetchone() is not None


def test_every_table_with_a_tenant_is_protected(query: Query) -> None:
    query.value("select groundcheck.ensure_partitions(6)")
    assert query.rows(
        "select c.oid::regclass::text from pg_class as c"
        " join pg_attribute as a on a.attrelid = c.oid and a.attname = 'tenant'"
        " where c.relnamespace = 'groundcheck_internal'::regnamespace and c.relkind in ('r', 'p', 'm')"
        " and not (c.relrowsecurity"
        "  and (c.relispartition or exists (select from pg_policy as p where p.polrelid = c.oid)))"
    ) == []  # fmt: skip


def test_tables_without_a_tenant_keep_nobodys_data(query: Query) -> None:
    """A new table either has a tenant or belongs in this list, after a thought."""
    names = query.rows(
        "select c.relname from pg_class as c where c.relnamespace = 'groundcheck_internal'::regnamespace"
        " and c.relkind in ('r', 'p') and not exists ("
        "  select from pg_attribute as a where a.attrelid = c.oid and a.attname = 'tenant') order by 1"
    )
    assert {name for (name,) in names} == {
        "abbreviations", "alembic_version", "alternatives", "installation", "lexicon", "models", "phrases",
        "scorer_weights", "scorers", "sentence_words", "token_vectors", "unicode_fold", "value_qualifiers",
        "value_units", "value_words", "workers",
    }  # fmt: skip


def test_rows_of_another_tenant_cannot_be_written_or_read_by_grants_alone(db: psycopg.Connection) -> None:
    """A role with rights on the tables themselves, which none has by default, is held by the policies."""
    db.execute("set local groundcheck.tenant = 'acme'")
    checked(db, ANSWER, [PASSAGE])
    db.execute("create role direct")
    db.execute("grant usage on schema groundcheck_internal to direct")
    db.execute("grant all on all tables in schema groundcheck_internal to direct")
    db.execute("set local role direct")
    assert db.execute("select count(*) from groundcheck_internal.passages").fetchone() == (1,)
    for partition in ("checks_default", "checks"):
        count = sql.SQL("select count(*) from groundcheck_internal.{}").format(sql.Identifier(partition))
        assert db.execute(count).fetchone() == ((1,) if partition == "checks" else (0,))
    db.execute("set local groundcheck.tenant = 'other'")
    for table in ("passages", "sentences", "vectors", "checks", "claims", "check_passages", "claim_evidence"):
        count = sql.SQL("select count(*) from groundcheck_internal.{}").format(sql.Identifier(table))
        assert db.execute(count).fetchone() == (0,)
    changed = db.execute("update groundcheck_internal.passages set body = ''")
    assert changed.rowcount == 0
    assert db.execute("select count(*) from groundcheck_internal.policies").fetchone() != (0,)
    assert db.execute("update groundcheck_internal.policies set retired_at = now()").rowcount == 0
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        db.execute(
            "insert into groundcheck_internal.passages (tenant, hash, body, parser_version)"
            " values ('acme', sha256('x'), 'x', 1)"
        )


def test_the_predicate_is_an_index_condition(db: psycopg.Connection) -> None:
    db.execute("create role direct")
    db.execute("grant usage on schema groundcheck_internal to direct")
    db.execute("grant select on all tables in schema groundcheck_internal to direct")
    db.execute("set local role direct")
    db.execute("set local groundcheck.tenant = 'acme'")
    db.execute("set local enable_seqscan = off")
    plan = "\n".join(
        line
        for (line,) in db.execute(
            "explain select body from groundcheck_internal.passages where hash = sha256('x')"
        ).fetchall()
    )
    assert "Index Cond: ((tenant = CASE" in plan
    assert "AND (hash = " in plan

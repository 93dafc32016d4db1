"""Each role can do exactly its list, PUBLIC nothing, and nobody can write a verdict that no check came to."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import sql

from tests.support import Query

CHECK = "select groundcheck.check('The shop sells tea.', array['The shop sells tea.', 'Rum is not sold.'])"

# What a role may call, besides usage on the schema groundcheck.
CHECKER = {
    "check", "check_and_wait", "check_corpus", "check_vectors", "embed", "evaluate", "extract_values", "label",
    "passes", "result", "retrieve", "split_claims", "tokens",
    "groundcheck_internal.check_and_wait_cannot_run_inside_begin", "groundcheck_internal.document_if_done",
    "groundcheck_internal.message_where_none_may_commit",
}  # fmt: skip
ADMIN = CHECKER | {
    "calibrate", "check_drift", "create_policy", "ensure_partitions", "forget", "health", "load_document", "purge",
    "recheck", "recheck_all", "refresh_summaries", "remove_document", "retire_policy", "retry_checks",
}  # fmt: skip
RUNS = {"groundcheck_internal." + name for name in ("job_runs", "our_jobs_condition", "our_runs_condition")}
FUNCTIONS: dict[str, set[str]] = {
    "groundcheck_reader": {"health"} | RUNS,
    "groundcheck_checker": CHECKER,
    "groundcheck_worker": {"health"}
    | {
        "groundcheck_internal." + name
        for name in ("check_and_lease", "fail_job", "finish_job", "heartbeat", "lease_jobs", "sign_off")
    },
    "groundcheck_admin": ADMIN | RUNS,
}
READS_VIEWS = {"groundcheck_reader", "groundcheck_admin"}
READS_QUEUE = READS_VIEWS | {"groundcheck_worker"}
ROLES = sorted(FUNCTIONS)
OURS = "in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)"


def become(db: psycopg.Connection, *roles: str, tenant: str = "acme") -> psycopg.Connection:
    """The connection as a new role that has these roles and no more, inside the rollback."""
    db.execute("create role app")
    for role in roles:
        db.execute(sql.SQL("grant {} to app").format(sql.Identifier(role)))
    db.execute("set local role app")
    db.execute("select set_config('groundcheck.tenant', %s, true)", [tenant])
    return db


@pytest.mark.parametrize("role", ROLES)
def test_functions_that_a_role_may_call(query: Query, role: str) -> None:
    may = {
        name
        for (name,) in query.rows(
            "select regexp_replace(p.oid::regproc::text, '^groundcheck\\.', '') from pg_proc as p"
            f" where p.pronamespace {OURS} and has_function_privilege(%s, p.oid, 'execute')",
            role,
        )
    }
    assert {name.strip('"') for name in may} == FUNCTIONS[role]


@pytest.mark.parametrize("role", ROLES)
def test_relations_that_a_role_may_use(query: Query, role: str) -> None:
    """Readers the views, and of the tables the columns that the views show; nobody anything else."""
    any_privilege = "insert, update, delete, truncate, references, trigger"
    assert query.rows(
        f"select c.oid::regclass::text from pg_class as c where c.relnamespace {OURS} and relkind in ('r', 'p', 'v')"
        " and (has_table_privilege(%s, oid, %s) or has_any_column_privilege(%s, oid, 'insert, update, references'))",
        role, any_privilege, role,
    ) == []  # fmt: skip
    assert query.rows(
        f"select c.oid::regclass::text from pg_class as c where c.relnamespace {OURS}"
        " and case c.relkind when 'S' then has_sequence_privilege(%s, c.oid, 'usage, select, update') end",
        role,
    ) == []  # fmt: skip
    views = {
        name
        for (name,) in query.rows(
            "select oid::regclass::text from pg_class"
            " where relkind = 'v' and relnamespace = 'groundcheck'::regnamespace"
        )
    }
    readable = views if role in READS_VIEWS else {"groundcheck.queue"} if role in READS_QUEUE else set()
    tables = {"groundcheck_internal.models"} if role == "groundcheck_worker" else set()
    shown = query.rows(
        "with recursive shown (object, attribute) as ("
        " select oid, 0 from pg_class where oid::regclass::text = any(%s)"
        " union select d.refobjid, d.refobjsubid from shown as s join pg_rewrite as r on r.ev_class = s.object"
        " join pg_depend as d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid"
        " and d.refclassid = 'pg_class'::regclass)"
        " select s.object::regclass::text, c.relkind = 'v', a.attname from shown as s"
        " join pg_class as c on c.oid = s.object left join pg_attribute as a"
        " on a.attrelid = s.object and a.attnum = s.attribute and s.attribute > 0"
        f" where c.relnamespace {OURS}",
        sorted(readable),
    )
    whole = query.rows(
        f"select c.oid::regclass::text from pg_class as c where c.relnamespace {OURS}"
        " and c.relkind in ('r', 'p', 'v') and has_table_privilege(%s, c.oid, 'select')",
        role,
    )
    assert {name for (name,) in whole} == {name for name, is_view, _ in shown if is_view} | tables
    columns = query.rows(
        "select a.attrelid::regclass::text, a.attname from pg_attribute as a"
        " join pg_class as c on c.oid = a.attrelid"
        " where c.relnamespace = 'groundcheck_internal'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0"
        " and not a.attisdropped and has_column_privilege(%s, c.oid, a.attnum, 'select')",
        role,
    )
    named = {(name, column) for name, is_view, column in shown if column is not None and not is_view}
    assert ("groundcheck_internal.sentences", "tokens") not in named
    assert {column for column in columns if column[0] not in tables} == named


@pytest.mark.parametrize("role", ROLES)
def test_schemas_that_a_role_may_use(query: Query, role: str) -> None:
    rights = "select has_schema_privilege(%s, %s, 'usage'), has_schema_privilege(%s, %s, 'create')"
    assert query.rows(rights, role, "groundcheck", role, "groundcheck") == [(True, False)]
    names_tables = role != "groundcheck_reader"
    assert query.rows(rights, role, "groundcheck_internal", role, "groundcheck_internal") == [(names_tables, False)]


def test_roles_are_groups_without_powers(query: Query) -> None:
    assert query.rows(
        "select rolname from pg_roles where rolname like 'groundcheck\\_%%' and not rolsuper and not rolcanlogin"
        " and not rolbypassrls and not rolcreaterole and not rolcreatedb order by 1"
    ) == [(f"groundcheck_{name}",) for name in ("admin", "checker", "engine", "owner", "reader", "worker")]
    assert query.rows(
        "select member::regrole::text from pg_auth_members where roleid = 'groundcheck_owner'::regrole"
        " or member::regrole::text like 'groundcheck\\_%%'"
    ) == []  # fmt: skip


def test_everything_belongs_to_owner_and_engine(query: Query) -> None:
    assert query.rows(f"select distinct relowner::regrole::text from pg_class where relnamespace {OURS}") == [
        ("groundcheck_owner",)
    ]
    assert query.rows(f"select distinct typowner::regrole::text from pg_type where typnamespace {OURS}") == [
        ("groundcheck_owner",)
    ]
    assert query.rows(
        f"select p.oid::regprocedure::text from pg_proc as p where p.pronamespace {OURS}"
        " and p.proowner <> 'groundcheck_owner'::regrole and p.proowner <> 'groundcheck_engine'::regrole"
    ) == []  # fmt: skip


def test_engine_can_change_no_table_and_no_model(query: Query) -> None:
    assert query.rows(
        f"select c.oid::regclass::text from pg_class as c where c.relnamespace {OURS} and c.relkind in ('r', 'p')"
        " and (has_table_privilege('groundcheck_engine', c.oid, 'truncate, trigger, references')"
        " or (not c.relrowsecurity and has_table_privilege('groundcheck_engine', c.oid, 'update, delete'))"
        " or (not c.relrowsecurity and c.relname not in ('scorers', 'scorer_weights')"
        "  and has_table_privilege('groundcheck_engine', c.oid, 'insert')))"
    ) == []  # fmt: skip
    assert query.value("select has_schema_privilege('groundcheck_engine', 'groundcheck_internal', 'create')") is False


def test_a_checker_checks(db: psycopg.Connection) -> None:
    application = become(db, "groundcheck_checker")
    row = application.execute(CHECK).fetchone()
    assert row is not None
    assert row[0]["action"] == "PASS"
    assert application.execute("select groundcheck.result(%s)", [row[0]["id"]]).fetchone() == row
    for statement in (
        "select groundcheck.passes('Rum is sold.', array['Rum is not sold.'])",
        "select groundcheck.evaluate('Tea.', array['Tea is sold.'])",
        "select groundcheck.check_vectors('a', '[1,0]', array['b'], array['[1,0]']::vector[])",
        "select * from groundcheck.split_claims('Tea is sold.')",
        "select * from groundcheck.extract_values('30 days')",
        "select groundcheck.embed('tea'), groundcheck.tokens('tea')",
    ):
        assert application.execute(statement.encode()).fetchone() is not None


def test_a_reader_reads_every_view(db: psycopg.Connection) -> None:
    db.execute("set local groundcheck.tenant = 'acme'")
    db.execute("select groundcheck.check('The shop sells rum for 9 euros.', array['The shop sells rum for 8 euros.'])")
    views = db.execute(
        "select oid::regclass::text from pg_class where relkind = 'v' and relnamespace = 'groundcheck'::regnamespace"
    ).fetchall()
    reader = become(db, "groundcheck_reader")
    for (view,) in views:
        reader.execute(f"select * from {view}".encode())
    assert reader.execute("select action from groundcheck.audit").fetchall() == [("REJECT",)]
    assert reader.execute("select source_truth from groundcheck.contradiction").fetchall() == [
        ("The shop sells rum for 8 euros.",)
    ]


@pytest.mark.parametrize("role", ["groundcheck_reader", "groundcheck_checker", "groundcheck_worker"])
@pytest.mark.parametrize(
    "statement",
    [
        "update groundcheck_internal.checks set action = 'PASS'",
        "delete from groundcheck_internal.checks",
        "insert into groundcheck_internal.checks select * from groundcheck_internal.checks",
        "update groundcheck_internal.claims set verdict = 'supported'",
        "update groundcheck_internal.sentences set body = ''",
        "update groundcheck_internal.scorer_weights set weight = 0",
        "truncate groundcheck_internal.claims",
        "select body from groundcheck_internal.passages",
        "select groundcheck.create_policy('default', '{\"threshold\": 0}')",
        "select groundcheck.retire_policy('default')",
        "select groundcheck_internal.store_check(null, null, null)",
        "insert into groundcheck.audit (id) values (gen_random_uuid())",
        "drop schema groundcheck cascade",
    ],
)
def test_nobody_changes_a_verdict(db: psycopg.Connection, role: str, statement: str) -> None:
    application = become(db, role)
    with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.ObjectNotInPrerequisiteState)):
        application.execute(statement.encode())


def test_without_a_role_nothing_works(db: psycopg.Connection) -> None:
    application = become(db)
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="schema groundcheck"):
        application.execute(CHECK)


def test_policies_and_labels_say_who_made_them(db: psycopg.Connection) -> None:
    application = become(db, "groundcheck_admin")
    application.execute("select groundcheck.create_policy('mine', '{\"threshold\": 0.9}')")
    application.execute("reset role")
    assert application.execute(
        "select created_by, tenant from groundcheck_internal.policies where name = 'mine'"
    ).fetchall() == [("app", "acme")]


def test_privileges_that_someone_added_or_took_are_put_right(query: Query) -> None:
    assert query.value("select groundcheck_internal.apply_privileges()") == 0
    query.connection.execute("grant update on groundcheck_internal.checks to groundcheck_checker")
    query.connection.execute("grant usage on schema groundcheck_internal to groundcheck_reader")
    query.connection.execute("revoke execute on function groundcheck.passes from groundcheck_checker")
    query.connection.execute("alter function groundcheck.check security invoker")
    assert query.value("select groundcheck_internal.apply_privileges()") == 3
    assert query.value("select prosecdef from pg_proc where oid = 'groundcheck.check'::regproc") is True
    assert query.value("select groundcheck_internal.apply_privileges()") == 0

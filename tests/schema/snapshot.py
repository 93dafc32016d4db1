"""The schema of an installation as text: to be read, and to be compared with another installation's.

python tests/schema/snapshot.py DSN > tests/schema/snapshot.txt    after a change of the schema that is meant
"""

from __future__ import annotations

import sys
from pathlib import Path

import psycopg
from psycopg import sql

HERE = Path(__file__).parent
COMMITTED = HERE / "snapshot.txt"
TABLES = """
select n.nspname, c.relname,
  array(
    select a.attname::text from pg_attribute as a
    left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and (a.atttypid = 'timestamptz'::regtype or pg_get_expr(d.adbin, d.adrelid) ilike '%user%')
  )
from pg_class as c
join pg_namespace as n on n.oid = c.relnamespace
where n.nspname in ('groundcheck', 'groundcheck_internal') and c.relkind in ('r', 'p') and not c.relispartition
order by 1, 2
"""
# A vector's text is the shortest that gives the same float4s, so equal text is equal vectors.
CONTENTS = """
select count(*), coalesce(md5(string_agg(t.line, E'\\n' order by t.line collate "C")), '')
from (select (to_jsonb(r) - %s::text[])::text as line from {} as r) as t
"""


def snapshot(dsn: str, *, bodies: bool = False) -> str:
    """The schemas, tables, functions, views, comments and privileges of an installation, one fact a line."""
    with psycopg.connect(dsn) as connection:
        return read(connection, bodies=bodies)


def read(connection: psycopg.Connection, *, bodies: bool = False) -> str:
    """The same, as the connection's own transaction sees it."""
    connection.execute("set local search_path = pg_catalog")
    rows = connection.execute((HERE / "snapshot.sql").read_bytes(), {"bodies": bodies}).fetchall()
    return "".join(f"{line.rstrip()}\n" for *_, line in rows)


def contents(dsn: str) -> dict[str, tuple[int, str]]:
    """How many rows each table has, and a digest of them, but for when they were written and by whom."""
    with psycopg.connect(dsn) as connection:
        return {
            f"{schema}.{table}": tuple(
                connection.execute(sql.SQL(CONTENTS).format(sql.Identifier(schema, table)), [passing]).fetchone() or ()
            )
            for schema, table, passing in connection.execute(TABLES).fetchall()
        }


if __name__ == "__main__":
    sys.stdout.write(snapshot(sys.argv[1]))

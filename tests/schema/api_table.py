"""The README's table of the SQL API, from the comments in the database.

python tests/schema/api_table.py DSN    writes it into README.md
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import psycopg

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- api: made by tests/schema/api_table.py -->", "<!-- /api -->"
OBJECTS = """
select
  format('%s(%s)', p.proname, regexp_replace(pg_get_function_arguments(p.oid), ' DEFAULT ', ' = ', 'g')),
  obj_description(p.oid, 'pg_proc'), 1 as place
from pg_proc as p
where p.pronamespace = 'groundcheck'::regnamespace
union all
select 'view ' || c.relname, obj_description(c.oid, 'pg_class'), 2
from pg_class as c
where c.relnamespace = 'groundcheck'::regnamespace and c.relkind = 'v'
order by 3, 1
"""


def api_table(dsn: str) -> str:
    """The table, in Markdown."""
    with psycopg.connect(dsn) as connection:
        rows = connection.execute(OBJECTS).fetchall()
    lines = ["| call or view | what it does |", "|---|---|"]
    lines += [f"| `{signature}` | {comment} |" for signature, comment, _ in rows]
    return re.sub(r"::[\w.]+(\[\])?", "", "\n".join(lines))


def written() -> str:
    """The table as it stands in the README."""
    return README.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0].strip()


def main(dsn: str) -> None:
    before, rest = README.read_text(encoding="utf-8").split(BEGIN)
    README.write_text(f"{before}{BEGIN}\n{api_table(dsn)}\n{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])

"""asyncpg. Through a pooler in transaction mode every statement belongs inside a transaction, and none is cached."""

import asyncio
import json
import os

import asyncpg

parameters = dict(part.split("=", 1) for part in os.environ["DSN"].split())
parameters["database"] = parameters.pop("dbname")
answer, passages, question = "It has 12 rooms.", ["The house has 12 rooms."], "How many rooms has it?"


async def main() -> None:
    connection = await asyncpg.connect(**parameters, statement_cache_size=0)
    async with connection.transaction():
        document = json.loads(
            await connection.fetchval("select groundcheck.check($1, $2, $3)", answer, passages, question)
        )
    await connection.close()
    print(document["action"])


asyncio.run(main())

"""psycopg 3, straight to the server or through a pooler in transaction mode."""

import os

import psycopg

dsn = os.environ["DSN"]
answer, passages, question = "It has 12 rooms.", ["The house has 12 rooms."], "How many rooms has it?"

with psycopg.connect(dsn, prepare_threshold=None) as connection:
    row = connection.execute("select groundcheck.check(%s, %s, %s)", [answer, passages, question]).fetchone()
    document = row[0]

print(document["action"])

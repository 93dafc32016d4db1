"""SQLAlchemy 2 over psycopg; NullPool, as the pooler keeps the connections."""

import os

import psycopg
import sqlalchemy
from sqlalchemy.pool import NullPool

dsn = os.environ["DSN"]
answer, passages, question = "It has 12 rooms.", ["The house has 12 rooms."], "How many rooms has it?"

engine = sqlalchemy.create_engine(
    "postgresql+psycopg://", creator=lambda: psycopg.connect(dsn, prepare_threshold=None), poolclass=NullPool
)
check = sqlalchemy.func.groundcheck.check(answer, passages, question, type_=sqlalchemy.JSON)
with engine.begin() as connection:
    document = connection.scalar(sqlalchemy.select(check))

print(document["action"])

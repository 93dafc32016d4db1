"""The exceptions of groundcheck-db, and the one table that maps SQLSTATEs to them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import psycopg


class GroundcheckError(Exception):
    """What groundcheck-db raises: a message that names the value, and a hint what to do.

    Attributes:
        message: one line.
        hint: what to do about it, or None.
        sqlstate: the five-character code where the database raised it, or None.
    """

    def __init__(self, message: str, *, hint: str | None = None, sqlstate: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.sqlstate = sqlstate


class DatabaseError(GroundcheckError):
    """The database refused or failed; sqlstate says how."""


class ConnectionFailedError(DatabaseError):
    """No connection, or it was lost. Worth another try."""


class NotInstalledError(DatabaseError):
    """The database has no groundcheck-db, or another version of it."""


class PrivilegeError(DatabaseError):
    """The role may not do this."""


class RetryableError(DatabaseError):
    """A deadlock, a serialization failure or a lock that was not free: the same call may succeed next time."""


class TimedOutError(DatabaseError):
    """The statement was cancelled or ran into statement_timeout."""


class TransactionError(DatabaseError):
    """check_and_wait was called inside a transaction block, where it cannot commit."""


class InputError(DatabaseError):
    """The answer, the context or a vector cannot be checked as given (GC0xx)."""


class PolicyError(DatabaseError):
    """An unknown policy, or a setting that no policy can have (GC1xx)."""


class ModelError(DatabaseError):
    """A model is missing, or its files are not the ones that its manifest describes (GC2xx)."""


class AuditError(DatabaseError):
    """No such check, or it is not in the state that the call needs (GC3xx)."""


class VerificationError(DatabaseError):
    """The verifier's numbers cannot be, or the queue cannot take the call (GC4xx)."""


class CorpusError(DatabaseError):
    """An unknown collection, or feedback that nothing can be made of (GC5xx)."""


class OperationError(DatabaseError):
    """No tenant is set, or an upkeep function cannot do what it was asked (GC6xx)."""


_GRANT: Final = "Have a superuser grant the role that connects what it needs: grant {} to ...;"
_OWNER: Final = (
    "This is for the owner: connect as a member of groundcheck_owner, as the one that ran groundcheck-db migrate is,"
    " or as a superuser."
)


class Needs(StrEnum):
    """What an action needs, as the hint where the server says that the role may not."""

    NOTHING_KNOWN = (
        "Grant the role that connects what it needs: groundcheck_checker checks, groundcheck_reader reads the views,"
        " groundcheck_worker verifies, groundcheck_admin keeps policies and does the upkeep."
    )
    CHECK = _GRANT.format("groundcheck_checker")
    BOTH_TIERS = _GRANT.format("groundcheck_checker, groundcheck_worker")
    VERIFY = _GRANT.format("groundcheck_worker")
    HEALTH = _GRANT.format("groundcheck_reader") + " groundcheck_worker and groundcheck_admin may too."
    OWNER = _OWNER
    LOAD = _OWNER + " With groundcheck_admin a role may call groundcheck.load_document() instead."
    MIGRATE = (
        "Migrate as a superuser, or as a role that may create schemas: grant create on database ... to ...;"
        " where groundcheck-db is installed already, as a member of its owner."
    )


# Longest prefix wins.
_BY_SQLSTATE: Final[dict[str, type[DatabaseError]]] = {
    "08": ConnectionFailedError,
    "57P": ConnectionFailedError,
    "3F000": NotInstalledError,
    "42883": NotInstalledError,
    "42P01": NotInstalledError,
    "42501": PrivilegeError,
    "2D": TransactionError,
    "40": RetryableError,
    "55P03": RetryableError,
    "57014": TimedOutError,
    "GC0": InputError,
    "GC1": PolicyError,
    "GC2": ModelError,
    "GC3": AuditError,
    "GC4": VerificationError,
    "GC5": CorpusError,
    "GC6": OperationError,
}


def from_psycopg(error: psycopg.Error, needs: Needs = Needs.NOTHING_KNOWN) -> DatabaseError:
    """Return the exception for what psycopg raised, with the server's message and hint.

    Args:
        error: what psycopg raised.
        needs: the hint where the role may not and the server has none.
    """
    sqlstate = error.sqlstate
    kind: type[DatabaseError] = DatabaseError
    if sqlstate is None and isinstance(error, psycopg.OperationalError):
        kind = ConnectionFailedError
    for length in range(len(sqlstate or ""), 0, -1):
        if found := _BY_SQLSTATE.get((sqlstate or "")[:length]):
            kind = found
            break
    message = error.diag.message_primary or str(error).strip() or type(error).__name__
    hint = error.diag.message_hint
    if kind is NotInstalledError and hint is None:
        hint = "groundcheck-db migrate installs or upgrades it."
    if kind is PrivilegeError and hint is None:
        hint = str(needs)
    if kind is TransactionError and hint is None:
        hint = "check_and_wait commits, so that it cannot run inside BEGIN: call it in autocommit mode."
    return kind(message, hint=hint, sqlstate=sqlstate)

"""Settings from GROUNDCHECK_* environment variables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from groundcheck_db.errors import GroundcheckError


def _blank_is_none(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


class SettingsError(GroundcheckError):
    """A GROUNDCHECK_* variable has a value that it cannot have."""


class Settings(BaseSettings):
    """What the environment says; an empty variable counts as unset.

    Attributes:
        dsn: connection string of the database; unset means the embedded server.
        data_dir: folder of the embedded server's data; unset means the system's place for user data.
        server_version: PostgreSQL's major version of the embedded server.
        server_user: system account that root runs the embedded server as.
        start_timeout: seconds to wait for the embedded server.
    """

    model_config = SettingsConfigDict(env_prefix="GROUNDCHECK_", env_ignore_empty=True, extra="ignore", frozen=True)

    dsn: Annotated[str | None, BeforeValidator(_blank_is_none)] = Field(default=None, repr=False)
    data_dir: Path | None = None
    # A variable's value is a string, which an int literal would refuse.
    server_version: Annotated[Literal[16, 18], BeforeValidator(int)] = 18
    server_user: str = Field(default="groundcheck", pattern=r"^[a-z_][a-z0-9_.-]*$")
    start_timeout: float = Field(default=120.0, gt=0, le=3600)


def load_settings() -> Settings:
    """Read the environment.

    Raises:
        SettingsError: naming the variable and what is wrong with it, never the value of GROUNDCHECK_DSN.
    """
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        variable = "GROUNDCHECK_" + str(first["loc"][0]).upper()
        message = first["msg"][0].lower() + first["msg"][1:]
        raise SettingsError(f"{variable}: {message}", hint=f"unset {variable} to use the default") from None

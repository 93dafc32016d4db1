"""The type of the fixture `cli`."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

Cli = Callable[..., subprocess.CompletedProcess[str]]

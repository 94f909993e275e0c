"""What is asked of a second process, whose JIT is on: the first tells traces as plain Python, where playing is slow."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from sim.errors import UserError


def ask(module: str, *request: Any) -> Any:
    """Return what a module answers (see `answer`), as JSON values. Raises `UserError` with the message it answers."""
    done = subprocess.run(
        [sys.executable, "-m", module, json.dumps(request)],
        env={**os.environ, "SIM_JIT": "on"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    if isinstance(found, str):
        raise UserError(found)
    return found


def answer(work: Callable[..., Sequence[Any]]) -> None:
    """Print, as JSON, what `work` makes of the request on the command line; the message of a `UserError` instead."""
    found: Any
    try:
        found = work(*json.loads(sys.argv[1]))
    except UserError as error:
        found = str(error)
    except KeyboardInterrupt:
        sys.exit(130)  # the process that asked says so
    sys.stdout.write(json.dumps(found))

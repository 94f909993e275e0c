"""Runs of The LOOP in processes of their own, and what they leave behind."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

Process = Callable[..., "subprocess.Popen[str]"]
SCENARIOS = ("sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges")


def command(folder: Path, options: str, *more: object) -> list[object]:
    """Return the command line of a run into a folder; what follows `options` is passed as it is."""
    return ["run", "loop", *options.split(), *more, "--quiet", "--json", "--out", folder]


def document(child: subprocess.Popen[str]) -> dict[str, Any]:
    """Return the JSON document of a run that must end well."""
    out, err = child.communicate()
    assert child.returncode == 0, err
    answer: dict[str, Any] = json.loads(out)
    return answer


def play(process: Process, folder: Path, options: str, *more: object, jit: str = "on") -> list[dict[str, Any]]:
    """Run an experiment and return the results of its cells."""
    cells: list[dict[str, Any]] = document(process(*command(folder, options, *more), jit=jit))["cells"]
    return cells


def fingerprint(folder: Path) -> dict[str, str]:
    """Return a hash of every file of a run."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}

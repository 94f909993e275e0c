"""Mixes of policies, compiled and as plain Python: the same rows, and replays that end in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from parity.runs import Process, document, fingerprint

pytestmark = pytest.mark.parity

MIXES = {
    "loop": "--scenario ultramachina --difficulty month --players 3 --policy random+v_girl=greedy+seat1=idle",
    "room25": "--mode suspicion --rules online --players 4,6 --policy greedy+guard=random+seat1=idle",
}


@pytest.mark.parametrize("game", MIXES)
def test_compiled_as_plain(tmp_path: Path, process: Process, cli: Callable[..., Any], game: str) -> None:
    """A run of a mix has the same files with the JIT on and off, and a playout of it is told as it was."""
    runs = []
    for jit in ("on", "off"):
        line = ["run", game, *MIXES[game].split(), "--playouts", 6, "--quiet", "--json", "--out", tmp_path / jit]
        runs.append(document(process(*line, jit=jit))["cells"])
    answer = cli("replay", tmp_path / "on", "--cell", 0, "--index", 4)

    assert runs[0] == runs[1]
    assert fingerprint(tmp_path / "on") == fingerprint(tmp_path / "off")
    assert (answer.code, answer.err.count("ends exactly as the stored row")) == (0, 1)

"""Room 25, compiled and as plain Python: the same rows in every mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from parity.runs import Process, document, fingerprint

pytestmark = pytest.mark.parity

# What is played, cells, playouts of each: 200 or more a mode with `random`, 10 or more with `greedy`.
MODES = {
    "cooperation random": ("--mode cooperation --policy random", 21, 10),
    "solo random": ("--mode solo --policy random", 3, 67),
    "suspicion random": ("--mode suspicion --policy random", 9, 23),
    "cooperation greedy": ("--mode cooperation --composition beginner,coop_easy --players 4 --policy greedy", 5, 2),
    "solo greedy": ("--mode solo --policy greedy", 3, 4),
    "suspicion greedy": ("--mode suspicion --players 4,6,8 --policy greedy", 6, 2),
}


@pytest.mark.parametrize("mode", MODES)
def test_compiled_as_plain(tmp_path: Path, process: Process, mode: str) -> None:
    """A run has the same files with the JIT on and off."""
    options, cells, playouts = MODES[mode]
    runs = []
    for jit in ("on", "off"):
        line = ["run", "room25", *options.split(), "--playouts", playouts, "--threads", 1, "--quiet", "--json"]
        runs.append(document(process(*line, "--out", tmp_path / jit, jit=jit))["cells"])

    assert len(runs[0]) == cells
    assert runs[0] == runs[1]
    assert fingerprint(tmp_path / "on") == fingerprint(tmp_path / "off")

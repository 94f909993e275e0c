"""Room 25, compiled and as plain Python: the same rows in every mode."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from parity.runs import Process, document, fingerprint

pytestmark = pytest.mark.parity

# Games of two rounds: without the JIT it takes long to play to the end again and again.
PLANNERS = (
    "--mode cooperation --composition beginner --rules base --players 4 --set rounds.base_cooperation=2 "
    "--policy planner(width=1,samples=4),idle+seat2=clairvoyant(width=1)"
)
SCHEMERS = (
    "--mode suspicion --rules online --players 4,5 --set rounds.suspicion.4=2 --set rounds.suspicion.5=2 "
    "--policy planner(width=1,samples=4),greedy+guard=planner(width=2,samples=4),idle+seat2=clairvoyant(width=1)"
)
# What is played, cells, playouts of each: 200 or more a mode with `random`, 10 or more with `greedy`.
MODES = {
    "cooperation random": ("--mode cooperation --policy random", 21, 10),
    "solo random": ("--mode solo --policy random", 3, 67),
    "suspicion random": ("--mode suspicion --policy random", 9, 23),
    "cooperation greedy": ("--mode cooperation --composition beginner,coop_easy --players 4 --policy greedy", 5, 2),
    "solo greedy": ("--mode solo --policy greedy", 3, 4),
    "planners": (PLANNERS, 2, 2),
    "schemers": (SCHEMERS, 6, 2),
    "suspicion greedy": ("--mode suspicion --players 4,6,8 --policy greedy", 6, 2),
}


@pytest.mark.parametrize("mode", MODES)
def test_compiled_as_plain(tmp_path: Path, process: Process, cli: Callable[..., Any], mode: str) -> None:
    """A run has the same files with the JIT on, in a process of its own, and off, as in all tests."""
    options, cells, playouts = MODES[mode]
    line = ["run", "room25", *options.split(), "--playouts", playouts, "--threads", 1, "--quiet", "--json", "--out"]
    compiled = process(*line, tmp_path / "on")
    plain = cli(*line, tmp_path / "off")

    assert plain.code == 0, plain.err
    told = [document(compiled)["cells"], json.loads(plain.out)["cells"]]
    assert len(told[0]) == cells
    assert told[0] == told[1]
    assert fingerprint(tmp_path / "on") == fingerprint(tmp_path / "off")

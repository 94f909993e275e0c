"""The LOOP's results depend on the experiment alone: not on threads, block sizes, interruptions or how a run grew."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from parity.runs import Process, command, document, fingerprint, play

from sim.parts import PART

pytestmark = pytest.mark.parity

ROOT = Path(__file__).resolve().parents[2]
GREEDY_GRID = "--policy greedy --playouts"  # 48 cells, each written when it ends
LONG_CELL = "--scenario laser_centrifuges --difficulty year --players 3 --policy random --playouts 160000"

# Rows in two files a cell, and some of the slower policy, in blocks of one size or of what suits the machine.
BLOCKS = """
import sys
from pathlib import Path
from sim.config import load
from sim.experiment import execute
cells = {"cells.players": [3], "cells.scenario": ["supa_sayan_clones", "ultramachina"], "cells.difficulty": ["year"]}
tries = [("random", 66_000, 9_999), ("greedy", 300, 7), ("planner(width=4)", 40, 3), ("clairvoyant(width=2)", 12, 5)]
for policy, playouts, block in tries:
    prepared = load(options={"game": "loop", "policy": [policy], "playouts": playouts, **cells})
    for name, threads, size in (("usual", 1, None), ("two_threads", 2, None), ("blocks", 1, block), ("both", 2, block)):
        execute(prepared, Path(sys.argv[1]) / policy / name, quiet=True, threads=threads, block=size)
"""
# The command line, but with a checkpoint after every block.
OFTEN = "import sim.batch; sim.batch.CHECKPOINT_SECONDS = 0.0; from sim.cli import main; main()"


def python(*arguments: object) -> subprocess.Popen[str]:
    """Start Python with the JIT on."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "SIM_JIT": "on", "PYTHONPATH": path}
    line = [sys.executable, *map(str, arguments)]
    return subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(child: subprocess.Popen[str], folder: Path, enough: Callable[[int], bool]) -> None:
    """Wait until enough playouts of the first cell are on disk."""
    state = folder / "cells" / "000" / "state.json"
    deadline = time.monotonic() + 300  # it may have to compile first
    while time.monotonic() < deadline and child.poll() is None:
        if state.exists() and enough(json.loads(state.read_bytes())["playouts"]):
            return
        time.sleep(0.01)
    raise AssertionError(f"it ended, or did not get there in time: {child.communicate()}")


def done(folder: Path) -> list[int]:
    """Return the playouts on disk, cell by cell."""
    return [json.loads(state.read_bytes())["playouts"] for state in sorted(folder.glob("cells/*/state.json"))]


def test_threads_and_block_sizes(tmp_path: Path) -> None:
    """1 and 2 threads, blocks of one size or another: the same files, byte by byte.

    Those who search keep much in their workspace; nothing of it may reach the next playout.
    """
    child = python("-c", BLOCKS, tmp_path)
    _, err = child.communicate()

    assert child.returncode == 0, err
    tried = {"random": 66_000, "greedy": 300, "planner(width=4)": 40, "clairvoyant(width=2)": 12}
    for policy, playouts in tried.items():
        usual = fingerprint(tmp_path / policy / "usual")
        assert done(tmp_path / policy / "usual") == [playouts] * 2
        for other in ("two_threads", "blocks", "both"):
            assert fingerprint(tmp_path / policy / other) == usual, (policy, other)


def test_killed_and_resumed(tmp_path: Path, process: Process) -> None:
    """Killed (-9) in the middle of a cell, the same command goes on and ends in the same bytes."""
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    first = python("-c", OFTEN, *command(broken, LONG_CELL, "--threads", 1))
    wait_for(first, broken, lambda playouts: playouts > PART)
    first.kill()
    first.communicate()
    (left,) = done(broken)
    play(process, broken, LONG_CELL, "--threads", 2)
    play(process, whole, LONG_CELL, "--threads", 2)

    assert first.returncode == -signal.SIGKILL
    assert PART < left < 160_000
    assert fingerprint(broken) == fingerprint(whole)


def test_interrupted_and_extended(tmp_path: Path, process: Process) -> None:
    """Ctrl-C: exit code 130, and the printed command ends in the same bytes; so does growing from fewer playouts."""
    broken, whole, grown = tmp_path / "a run", tmp_path / "whole", tmp_path / "grown"
    line = command(broken, GREEDY_GRID, 150, "--threads", 1)
    first = process(*line)
    wait_for(first, broken, lambda playouts: playouts > 0)
    first.send_signal(signal.SIGINT)
    _, err = first.communicate()
    left = sum(done(broken))
    again = err.splitlines()[-1]
    answer = document(python(*shlex.split(again)[1:]))
    play(process, whole, GREEDY_GRID, 150, "--threads", 2)
    for playouts in (50, 150):
        play(process, grown, GREEDY_GRID, playouts, "--threads", 2)

    assert (first.returncode, err.splitlines()[0][:12]) == (130, "interrupted;")
    assert shlex.split(again)[1:] == ["-m", "sim", *map(str, line)]
    assert 0 < left < 48 * 150
    assert [cell["playouts"] for cell in answer["cells"]] == [150] * 48
    assert fingerprint(broken) == fingerprint(whole) == fingerprint(grown)

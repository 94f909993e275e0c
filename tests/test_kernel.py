"""What names the sources of a game: a change that can change a playout changes the hash, and no other does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.bits import lowest_bit
from sim.kernel import source_hash


@pytest.mark.parametrize(
    ("file", "decides"),
    [
        ("rules.py", True),
        ("policies/bold/weights.toml", True),
        ("content/cards.toml", False),  # content has a hash of its own
        ("telling/story.py", False),
    ],
)
def test_source_hash_sees_what_decides_a_playout(tmp_path: Path, file: str, decides: bool) -> None:
    """Rules and weights decide a playout; cards are hashed as content, and a story is only told."""
    game = tmp_path / "telling" / "game"  # a folder above the game may have any name
    path = game / file
    path.parent.mkdir(parents=True)
    path.write_text("a = 1\n")
    before = source_hash(game)
    path.write_text("a = 2\n")
    source_hash.cache_clear()

    assert (source_hash(game) != before) == decides


@pytest.mark.parametrize(("bits", "lowest"), [(1, 0), (0b1100, 2), (1 << 60 | 1 << 33, 33), (1 << 62, 62)])
def test_lowest_bit(bits: int, lowest: int) -> None:
    """The number of the lowest bit that is set."""
    assert lowest_bit(bits) == lowest


def test_python_does_not_call_what_is_for_compiled_code() -> None:
    """It would end the process without a word; both kinds of rule functions refuse, whatever they are given."""
    script = """
import numpy as np
from sim import kernel, rng

small = kernel.inlined(lambda record: record.n)
for function, given in ((rng.bounded, (1, 2, 3)), (small, (np.zeros(1),))):
    try:
        function(*given)
    except TypeError as error:
        print(error)
"""
    environment = {**os.environ, "SIM_JIT": "on"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    told = "is for compiled code; Python calls an @entry, or anything with SIM_JIT=off"
    assert done.stdout.splitlines() == [f"sim.rng.bounded {told}", f"__main__.<lambda> {told}"]

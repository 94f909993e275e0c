"""What a player of suspicion has in mind while it chooses: its weights, and what it makes of the table."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from sim.games.room25.terms import MAX_CHARACTERS, N_CELLS
from sim.records import Int32, Int32s, Int64, Int64s, new

N_KINDS = 4  # of cells, by what entering them costs
EASY, FAIR, POOR, GRIM = range(N_KINDS)
RING = 16  # more than entering any cell costs


class Doubts:
    """The weights, and what is worked out from them for one choice; nothing worked out outlives it."""

    # Weights, see weights.toml
    price: Annotated[Int32s, (N_KINDS,)]
    longest: Int32
    astray: Int32
    crowd: Int32
    corner: Int32
    slide_gain: Int32
    trust: Int32
    patience: Int32
    risk: Int32
    dread: Int32
    edge: Int32
    lost: Int32
    fear: Int32
    shift: Int32
    look_exit: Int32
    look_unproven: Int32
    look_unknown: Int32
    look_corner: Int32
    turn_up: Int32
    near: Int32
    close: Int32
    hides: Int32
    lures: Int32
    kill: Int32
    out: Int32
    nuisance: Int32
    stride: Int32
    later: Int32
    bold: Int32
    timer: Int32
    alarm: Int32
    late: Int32
    harm: Int32

    # Worked out: the table
    cells: Annotated[Int64s, (N_KINDS,)]  # the cells of each kind as bits; those of none are never entered
    ring: Annotated[Int64s, (RING,)]
    way: Annotated[Int32s, (N_CELLS,)]  # half moves from a cell to the goal, or to it from where one stands
    steps: Int64  # cells to which the character can move now
    looks: Int64  # ... into which it can look
    sure: Int64  # cells of which the character is sure
    traps: Int64  # ... that are known to be Trapped
    vortexes: Int64  # ... Vortex rooms
    red: Int64  # ... said to be red, and not seen
    mortal: Int64  # ... known to be deadly
    unseen: Int64  # cells where Room 25 may be
    stands: Annotated[Int32s, (MAX_CHARACTERS,)]  # where the others stand, and where the character would
    exit_cell: Int32  # where Room 25 is taken to be, NONE
    goal: Int32

    # Worked out: the others
    is_guard: Annotated[Int32s, (MAX_CHARACTERS,)]  # 1: taken for a guard
    is_prisoner: Annotated[Int32s, (MAX_CHARACTERS,)]  # 1: known to be a prisoner


@functools.cache
def weights() -> dict[str, Any]:
    """Return the weights that suspicion is played by."""
    return tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8"))


def new_doubts(other: Mapping[str, Any] | None = None) -> Doubts:
    """Return doubts that hold the weights, or other ones."""
    doubts = new(Doubts)
    for name, value in (other or weights()).items():
        setattr(doubts, name, value)
    return doubts

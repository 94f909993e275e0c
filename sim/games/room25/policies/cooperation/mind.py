"""The weights and the scratch memory of `greedy` in cooperation and solo."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from sim.games.room25.terms import COLOURS, MAX_CHARACTERS, N_CELLS, N_ROOMS, ROOMS, SIDE
from sim.records import Int32, Int32s, new

MOVE_COST = 10  # a move, in tenths of a round: a character moves once a round
BLOCKED = 1000  # where nobody gets in, or nobody lives
FAR = 9999

SEARCH = 0  # look for Room 25 (and the key)
TRY_BLUE = 1  # enter a room told blue
GATHER = 2  # go to Room 25

# Ways are measured on a board with a rim that costs FAR, so that no cell asks whether it has a neighbour:
# cell (row, column) is place 7 * (row + 1) + column + 1.
N_PLACES = 49
WIDTH = 7
PLACE = np.array([WIDTH * (cell // SIDE + 1) + cell % SIDE + 1 for cell in range(N_CELLS)])

# How one leaves a place
FREELY = 0
TO_CENTRE = 1  # Vortex
LATE = 2  # Prison
BY_ROW = 3  # Pivoting
BY_COLUMN = 4


class Mind:
    """The weights of `greedy`, and its scratch memory; nothing worked out in it outlives a choice."""

    # Weights, see weights.toml
    stay_in_prison: Int32
    longest: Int32
    not_in_zone: Int32
    slide: Int32
    slide_in_search: Int32
    no_mortal: Int32
    bold: Int32
    third_look: Int32
    third_move: Int32
    hope: Int32
    blind: Int32
    blind_late: Int32
    crowd: Int32
    unseen_limit: Int32
    look_unknown: Int32
    look_corner: Int32
    look_elsewhere: Int32
    unseen: Annotated[Int32s, (5,)]  # by colour told, UNTOLD first
    price: Annotated[Int32s, (N_ROOMS,)]

    # Worked out

    cost: Annotated[Int32s, (N_PLACES,)]  # tenths of a round, to enter the room in a place, the move included
    leaving: Annotated[Int32s, (N_PLACES,)]  # how one leaves it
    way: Annotated[Int32s, (N_PLACES,)]  # tenths of a round, from a place to the goal
    near: Annotated[Int32s, (MAX_CHARACTERS, 4)]  # tenths of a round from a character to where it can search a corner
    aim: Int32  # SEARCH, TRY_BLUE, GATHER
    mortal_left: Int32  # Mortal rooms that may still lie unseen
    exit_cell: Int32  # where Room 25 is known to be, NONE
    share: Int32  # SEARCH: the tiles of that corner, a bit set
    corner: Int32  # SEARCH: the corner of the exit zone that is this character's to search, NONE


@functools.cache
def weights() -> dict[str, Any]:
    """Return the weights that `greedy` plays by."""
    return tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8"))


def new_mind() -> Mind:
    """Return a mind that holds the weights."""
    mind = new(Mind)
    for name, value in weights().items():
        if name == "unseen":
            mind.unseen[:] = [value[colour] for colour in ("nothing", *COLOURS)]
        elif name == "price":
            for room, price in value.items():
                mind.price[ROOMS.index(room)] = price
        else:
            setattr(mind, name, value)
    return mind

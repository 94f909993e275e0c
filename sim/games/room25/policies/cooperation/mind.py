"""The weights and the scratch memory of `greedy` in cooperation and solo."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from sim.games.room25.terms import COLOURS, MAX_CHARACTERS, N_CELLS, N_ROOMS, ROOMS
from sim.records import Int32, Int32s, Int64, Int64s, new

MOVE_COST = 10  # a move, in tenths of a round: a character moves once a round
BLOCKED = 1000  # where nobody gets in, or nobody lives
FAR = 9999

SEARCH = 0  # look for Room 25 (and the key)
TRY_BLUE = 1  # enter a room told blue
GATHER = 2  # go to Room 25

UNIT_BITS = 1
UNIT = 1 << UNIT_BITS  # ways are measured in fifths of a round: fees are even numbers of tenths
RING = 64  # more units than entering any room costs
N_FRONTS = 5  # ways are measured to the four corners, then to the goal
TO_GOAL = 4


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
    step_in: Int32
    blind_late: Int32
    crowd: Int32
    unseen_limit: Int32
    look_unknown: Int32
    look_corner: Int32
    look_elsewhere: Int32
    triers: Int32
    long_way: Int32
    unheard: Int32
    unseen: Annotated[Int32s, (5,)]  # by colour told, UNTOLD first
    price: Annotated[Int32s, (N_ROOMS,)]

    # Worked out: what the character knows, by cell, see sight.py
    room: Annotated[Int32s, (N_CELLS,)]  # NONE where it has not seen it
    colour: Annotated[Int32s, (N_CELLS,)]  # seen or told, else UNTOLD
    price_unseen: Annotated[Int32s, (5,)]  # by colour told, UNTOLD first: of entering a room not seen
    told_blue: Int64  # rooms not seen that were told blue; like all below a set of cells as bits
    untold: Int64  # rooms not seen, of which nothing was told, but for those that are shut: most cells, all alike
    exits: Int64  # Room 25, where it was seen
    keys: Int64  # the Key room
    may_be_blue: Int64  # where Room 25 or the key may be, of which nothing was told
    known: Int64  # where it would go without another look
    shut: Int64  # where nobody gets in, or nobody lives
    lookouts: Int64  # where one can look about
    traps: Int64  # Trapped rooms
    vortexes: Int64  # Vortex rooms: one leaves them for the Central Room
    prisons: Int64  # Prisons: one leaves them late
    by_row: Int64  # Pivoting rooms that one leaves along the row
    by_column: Int64  # ... along the column
    mortal_left: Int32  # Mortal rooms that may still lie unseen

    # Worked out: a board to try steps and slides on, see trials.py
    fee: Annotated[Int32s, (N_CELLS,)]  # tenths of a round to enter the room in a cell, the move included
    way: Annotated[Int32s, (N_CELLS,)]  # tenths of a round from a cell to the goal
    ring: Annotated[Int32s, (N_FRONTS, RING)]  # a front: cells about to be reached, see ways.py
    due: Annotated[Int64s, (N_FRONTS,)]  # in how many steps, as a set of bits
    step: Annotated[Int64s, (N_FRONTS,)]  # how far the front is
    done: Annotated[Int64s, (N_FRONTS,)]  # cells that it has reached
    n_characters: Int32
    stands: Annotated[Int32s, (MAX_CHARACTERS,)]  # where everybody stands, NONE: dead
    exit_cell: Int32  # where Room 25 is known to be, NONE

    # Worked out: what is wanted
    aim: Int32  # SEARCH, TRY_BLUE, GATHER
    way_from: Annotated[Int32s, (4, N_CELLS)]  # tenths of a round from a cell to where one can search a corner
    detour: Annotated[Int32s, (4,)]  # ... a corner is as if so much farther
    corner: Int32  # SEARCH: the corner of the exit zone that is this character's to search, NONE
    share: Int64  # SEARCH: the cells of that corner that may be blue
    way_after_slide: Int32  # how far it is to the goal after the best slide
    way_after_slide_and_step: Int32  # ... and a step


@functools.cache
def weights() -> dict[str, Any]:
    """Return the weights that `greedy` plays by."""
    return tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8"))


def new_mind(other: Mapping[str, Any] | None = None) -> Mind:
    """Return a mind that holds the weights, or other ones."""
    mind = new(Mind)
    for name, value in (other or weights()).items():
        if name == "unseen":
            mind.unseen[:] = [value[colour] for colour in ("nothing", *COLOURS)]
        elif name == "price":
            for room, price in value.items():
                mind.price[ROOMS.index(room)] = price
        else:
            setattr(mind, name, value)
    return mind

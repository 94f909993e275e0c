"""The complex as text: 5 x 5 boxes with the room (or ? and the colour told of it), its marks, and who is inside."""

# The first two boxes of the top row:
#         A                 B
#   ┌─────────────────┬─────────────────┬
# 1 │ ? red           │ Pivoting ↔      │
#   │                 │ Max! robot 1    │

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sim.games.room25.terms import SIDE

WIDTH = 15  # of the text in a box
MARGIN = " " * 3
COLUMNS = "ABCDE"
AXES = {None: "", "row": "↔", "column": "↕"}
FIXED_SPACE = "\u00a0"  # keeps `robot 1` on one line


def place(cell: int) -> str:
    """Return what a cell is called at the table: A1 at the top left, C3 in the middle."""
    return f"{COLUMNS[cell % SIDE]}{cell // SIDE + 1}"


def draw_board(
    state: Mapping[str, Any], room: Callable[[str], str], who: Callable[[str], str], *, is_open: bool = False
) -> Iterator[str]:
    """Yield the lines of a `state` line's board, each at most 100 characters.

    `room` and `who` give the names of rooms and characters; `is_open`: what was never turned up is shown too.
    """
    yield MARGIN + "".join(f"{letter:^{WIDTH + 3}}" for letter in COLUMNS).rstrip()
    yield rule("┌", "┬", "┐")
    for row in range(SIDE):
        boxes = [box(state, cell, room, who, is_open) for cell in range(row * SIDE, row * SIDE + SIDE)]
        for k in range(max(2, *map(len, boxes))):
            label = f" {row + 1} " if k == 0 else MARGIN
            yield label + "│" + "".join(f" {lines[k] if k < len(lines) else '':{WIDTH}} │" for lines in boxes)
        yield rule("├", "┼", "┤") if row < SIDE - 1 else rule("└", "┴", "┘")


def rule(left: str, crossing: str, right: str) -> str:
    """Return a line between rows."""
    return MARGIN + left + crossing.join(["─" * (WIDTH + 2)] * SIDE) + right


def box(
    state: Mapping[str, Any], cell: int, room: Callable[[str], str], who: Callable[[str], str], is_open: bool
) -> list[str]:
    """Return the lines of one box."""
    tile = state["board"][cell]
    if tile["face_up"]:
        name = room(tile["room"])
    elif is_open:
        name = f"? {room(tile['room'])}"
    else:
        name = f"? {state['told'].get(str(tile['tile']), '')}"
    marks = [AXES[tile["axis"]], "closed" if tile["closed"] else "", "locked" if tile["locked"] else ""]
    inside = [occupant(one, who) for one in state["characters"] if one["cell"] == cell]
    inside += [robot(one["id"]) for one in state["robots"] if one["cell"] == cell]
    return [*textwrap.wrap(" ".join([name, *filter(None, marks)]), WIDTH), *textwrap.wrap(" ".join(inside), WIDTH)]


def occupant(character: Mapping[str, Any], who: Callable[[str], str]) -> str:
    """Return a character's name: with ! who must get out, in brackets who hides."""
    name = who(character["name"]) + ("!" if character["deadline"] else "")
    return f"({name})" if character["hidden"] else name


def robot(number: int) -> str:
    """Return what a robot is called."""
    return f"robot{FIXED_SPACE}{number + 1}"

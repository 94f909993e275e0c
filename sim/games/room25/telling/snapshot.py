"""The whole table as one JSON object: the `state` line of a trace, hidden parts included.

Cells, tiles and robots stay numbers; rooms, characters, lines, actions and M.A.C. cards go by name. The M.A.C. deck is
shuffled lazily, so its hidden order is read by drawing a copy of the state to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from sim.games.room25.mac import next_mac_card
from sim.games.room25.round import actor_at
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    ACTIONS,
    AXES,
    CHARACTERS,
    COLOURS,
    COLUMN_DIRECTIONS,
    FLOODED,
    LINES,
    N_CELLS,
    NO_MARK,
    NONE,
    PIVOTING,
    ROLES,
    ROOMS,
    ROW_DIRECTIONS,
    SIDE,
    SUSPICION,
    UNTOLD,
    Cell,
    Character,
)
from sim.records import table


def snapshot(state: State, rules: Rules, mac_ids: Sequence[str]) -> dict[str, Any]:
    """Return the keys of a `state` line from `rounds_left` on, as JSON values; `mac_ids`: the cards by number."""
    return {
        "rounds_left": int(state.rounds_left),
        "order": [name_of(state, c) for c in turn_order(state)],
        "board": [tile_form(state, cell) for cell in range(N_CELLS)],
        "characters": [character_form(state, rules, c) for c in range(state.n_characters)],
        "robots": [
            {"id": robot, "cell": int(state.robot_cell[robot])}
            for robot in range(state.n_robots)
            if state.robot_cell[robot] != NONE
        ],
        "key_found": bool(state.key_found),
        "slides": {
            LINES[line]: directions_of(line)[mark] for line, mark in enumerate(state.mark.tolist()) if mark != NO_MARK
        },
        "told": {str(tile): COLOURS[colour] for tile, colour in enumerate(state.told.tolist()) if colour != UNTOLD},
        "mac_deck": [mac_ids[card] for card in cards_to_come(state, rules)],
    }


def name_of(state: State, c: Character) -> str:
    """Return the name of a character by seat."""
    return CHARACTERS[state.team[c]]


def turn_order(state: State) -> list[Character]:
    """Return the seats in the order of the round, the dead included; in set-up that of round 1."""
    if state.turn == 0:
        return list(range(state.n_characters))
    return [int(actor_at(state, place)) for place in range(state.n_characters)]


def directions_of(line: int) -> tuple[str, str]:
    """Return the names of a line's two directions."""
    return ROW_DIRECTIONS if line < SIDE else COLUMN_DIRECTIONS


def tile_form(state: State, cell: Cell) -> dict[str, Any]:
    """Return what lies in a cell."""
    tile = int(state.tile_at[cell])
    room = int(state.room[tile])
    return {
        "room": ROOMS[room],
        "face_up": bool(state.face_up[tile]),
        "closed": bool(state.closed[tile]),
        "locked": bool(state.locked[tile]),
        "axis": AXES[state.axis[tile]] if room == PIVOTING else None,
        "tile": tile,
    }


def character_form(state: State, rules: Rules, c: Character) -> dict[str, Any]:
    """Return one character, with what it knows, plans and has before it."""
    return {
        "name": name_of(state, c),
        "cell": int(state.cell[c]) if state.alive[c] else None,
        "alive": bool(state.alive[c]),
        "role": ROLES[state.role[c]] if rules.mode == SUSPICION else None,
        "revealed": bool(state.shown[c]),
        "adrenaline": bool(state.has_adrenaline[c]),
        "program": program_form(state, c),
        "knows": bits(int(state.knows[c]), N_CELLS),
        "deadline": deadline_form(state, c),
        "hidden": bool(state.hidden[c]),
        "penalties": [str(ACTIONS[action]) for action in bits(int(state.penalties[c]), len(ACTIONS))],
    }


def program_form(state: State, c: Character) -> list[str | None]:
    """Return first action, second, adrenaline. A single action stands first, whenever it is played."""
    first, second, third = (ACTIONS[action] for action in state.program[c])
    return [first, second, third] if first is not None else [second, None, third]


def deadline_form(state: State, c: Character) -> dict[str, Any] | None:
    """Return the room that a character must leave, and for Flooded the round at whose end it dies."""
    room = int(state.deadline[c])
    if room == NONE:
        return None
    return {"room": ROOMS[room]} | ({"round": int(state.deadline_round[c])} if room == FLOODED else {})


def bits(word: int, n: int) -> list[int]:
    """Return the numbers below n whose bits are set."""
    return [number for number in range(n) if word >> number & 1]


def cards_to_come(state: State, rules: Rules) -> list[int]:
    """Return the M.A.C. deck, top first, without drawing from it: a copy is drawn to its end."""
    copies = table(State, 1)
    copies[0] = state
    copy = cast("State", copies[0])
    return [next_mac_card(copy, rules) for _ in range(state.n_mac)]

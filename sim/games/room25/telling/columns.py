"""The data dictionary of stored rows and counts, and rows as words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.game import Column
from sim.games.room25.figures import ACTION_KINDS, MANY_ACTIONS, MANY_COSTS, MANY_ENTRIES, VORTEX_COSTS
from sim.games.room25.terms import CAUSES, CHARACTERS, MAX_CHARACTERS, MAX_ROUNDS, ROOMS, WINNERS

SEATS = range(1, MAX_CHARACTERS + 1)
ROW_MEANINGS = (
    ("index", "number of the playout in its cell", "", "0.."),
    ("cause", "how the playout ended", "code", ", ".join(f"{i} {c}" for i, c in enumerate(CAUSES) if i)),
    ("last_round", "round in which the playout ended", "rounds", f"1..{MAX_ROUNDS}"),
    ("rounds_left", "rounds left at the end, the last round counted", "rounds", f"0..{MAX_ROUNDS}"),
    ("winner", "who won: 0 nobody, 1 prisoners (all, in cooperation and solo), 2 guards", "code", "0..2"),
    ("partial", "1: escaped with one dead", "", "0, 1"),
    ("deaths", "dead at the end", "characters", "0..8"),
    ("dead_seats", "bit set of the seats dead at the end", "bits", ""),
    ("key_found", "1: the key was found", "", "0, 1"),
    ("exit_found", "1: Room 25 was turned up", "", "0, 1"),
    ("exit_cell", "cell of Room 25 at the end: 5 * row + column, row 0 on top", "cell", "0..24"),
    ("vortex_returns", "entries into Vortex rooms", "entries", "0.."),
    ("vortex_actions", "steps from the centre that Vortex rooms undid", "steps", "0.."),
    ("looks", "look actions carried out", "actions", "0.."),
    ("moves", "move actions carried out", "actions", "0.."),
    ("pushes", "push actions carried out", "actions", "0.."),
    ("controls", "control actions carried out", "actions", "0.."),
    ("specials", "special actions carried out", "actions", "0.."),
    ("lost", "actions lost", "lost actions", "0.."),
    ("guard_seats", "bit set of the seats with a guard", "bits", ""),
    ("shown_seats", "bit set of the seats whose role is public at the end", "bits", ""),
    *((f"character_{seat}", f"character in seat {seat}, by number; -1: no such seat", "character", "-1..7")
      for seat in SEATS),
    *(entry for seat in SEATS for entry in (
        (f"death_room_{seat}", f"room that killed the character in seat {seat}; -1: it lives", "room", "-1..25"),
        (f"death_round_{seat}", "round of that death; -1: it lives", "round", f"-1..{MAX_ROUNDS}"))),
)  # fmt: skip
COUNT_MEANINGS = (
    ("playouts", "playouts", "playouts"),
    ("length_by_cause", "playouts by cause and last round", "playouts"),
    ("winner", "playouts by winner", "playouts"),
    ("guards", "playouts by guards in play, lost and won", "playouts"),
    ("deaths", "playouts by number of dead, lost and won", "playouts"),
    ("death_room", "dead at the end by room and round", "characters"),
    ("character", "playouts by character in the team, lost and won", "playouts"),
    ("character_dead", "playouts in which a character is dead at the end", "playouts"),
    ("seat", "playouts by seat and character, lost and won", "playouts"),
    ("key_found", "playouts by whether the key was found, lost and won", "playouts"),
    ("exit_found", "playouts by whether Room 25 was turned up, lost and won", "playouts"),
    ("exit_cell", "playouts by row and column of Room 25 at the end, lost and won", "playouts"),
    ("vortex_entries", f"playouts by entries into Vortex rooms ({MANY_ENTRIES}: or more), lost and won", "playouts"),
    ("vortex_costs", f"playouts by {' and '.join(VORTEX_COSTS)} of Vortex rooms ({MANY_COSTS}: or more)", "playouts"),
    ("actions", f"playouts by action ({', '.join(ACTION_KINDS)}), number ({MANY_ACTIONS}: or more)", "playouts"),
    ("rounds_left_at_win", "won playouts by rounds left", "playouts"),
)  # fmt: skip


def columns() -> list[Column]:
    """Return the data dictionary of the stored rows and of the counts."""
    rows = [Column(name, "row", *rest) for name, *rest in ROW_MEANINGS]
    return rows + [Column(name, "count", meaning, unit, "0..") for name, meaning, unit in COUNT_MEANINGS]


def decode(rows: Any) -> dict[str, Any]:
    """Return rows as columns of plain values: causes, winners, characters and rooms by name.

    Lists besides: `dead`, `guards`, `shown` (characters) and `killed_by` (rooms).
    """
    words: dict[str, Sequence[Any]] = {"cause": CAUSES, "winner": WINNERS}
    decoded: dict[str, Any] = {}
    for name in rows.dtype.names:
        values = rows[name].tolist()
        if name.startswith("character_"):
            decoded[name] = [CHARACTERS[who] if who >= 0 else None for who in values]
        elif name.startswith("death_room"):
            decoded[name] = [ROOMS[room] if room >= 0 else None for room in values]
        elif name in words:
            decoded[name] = [words[name][code] for code in values]
        else:
            decoded[name] = values
    sets = {"dead": "dead_seats", "guards": "guard_seats", "shown": "shown_seats"}
    lists = {name: seated(rows, decoded[seats]) for name, seats in sets.items()}
    killers = zip(*(decoded[f"death_room_{seat}"] for seat in SEATS), strict=True)
    return {**decoded, **lists, "killed_by": [sorted(set(filter(None, rooms))) for rooms in killers]}


def seated(rows: Any, sets: Sequence[int]) -> list[list[str]]:
    """Return for each row the characters in a bit set of its seats, sorted."""
    teams = zip(*(rows[f"character_{seat}"].tolist() for seat in SEATS), strict=True)
    return [
        sorted(CHARACTERS[who] for seat, who in enumerate(team) if bits >> seat & 1)
        for team, bits in zip(teams, sets, strict=True)
    ]

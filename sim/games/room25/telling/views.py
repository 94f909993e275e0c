"""How a report reads the counts of a cell, and what readers call things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.game import Axis, View
from sim.games.room25.content import Content
from sim.games.room25.figures import ACTION_KINDS, MANY_ACTIONS, MANY_COSTS, MANY_ENTRIES, VORTEX_COSTS
from sim.games.room25.terms import CHARACTERS, FIRST_RED, MAX_CHARACTERS, ROOMS, SIDE, WINNERS

WINNER_NAMES = tuple(name or "nobody" for name in WINNERS)
WON = Axis("won", ("lost", "won"))
NO_YES = ("no", "yes")
SEATS = tuple(str(seat) for seat in range(1, MAX_CHARACTERS + 1))
ROWS = tuple(str(row) for row in range(1, SIDE + 1))
COLUMNS = tuple("ABCDE")
SUSPICION = {"mode": ("suspicion",)}
WITH_KEY = {"mode": ("cooperation",), "rules": ("online",)}
BOARD = "The board from above, row 1 on top; the exit zone is in its corners."
ASSOCIATION = "An association, not a cause."


def titles(content: Content) -> dict[str, dict[Any, str]]:
    """Return what readers call compositions, characters, rooms and the other axes, by axis and id."""
    characters = {id_: one.title for id_, one in zip(content.character_ids, content.characters, strict=True)}
    rooms = {id_: room.title for id_, room in zip(content.room_ids, content.rooms, strict=True)}
    return {
        "composition": {id_: composition.title for id_, composition in content.compositions.items()},
        "rules": {"online": "online rules", "base": "base rules"},
        "mac": {"off": "", "normal": "M.A.C. normal", "frenzy": "M.A.C. frenzy"},
        "agents": characters,
        "character": characters,
        "room": rooms,
        "cause": {
            "death": "A death",
            "two_prisoners_dead": "Two prisoners dead",
            **{f"death:{id_}": f"Death: {title}" for id_, title in rooms.items()},
        },
    }


def up_to(most: int) -> tuple[str, ...]:
    """Return labels for 0, 1, ... of which the last stands for so many or more."""
    return (*(str(number) for number in range(most)), f"{most} or more")


def views() -> list[View]:
    """Return how a report reads the counts."""
    return [*sides(), *deaths(), *search(), *vortex(), *characters(), *course()]


def sides() -> Sequence[View]:
    """R-SUS-1: who wins in suspicion."""
    return (
        View("sides", "Who wins in suspicion", "An escape is the prisoners' win; every other end is the guards'.",
             "winner", (Axis("winner", WINNER_NAMES, 1),), "share", section="sides", only=SUSPICION, by_cell=True),
        View("guards", "Win rate of the prisoners by guards in play",
             "Roles are dealt from more cards than there are players, so the number of guards differs.", "guards",
             (Axis("guards"), WON), "win_rate", section="sides", only=SUSPICION),
    )  # fmt: skip


def deaths() -> Sequence[View]:
    """Where and when characters die. Only red rooms kill."""
    return (
        View("dead", "Characters dead at the end", "In cooperation and solo a death mostly ends the playout.", "deaths",
             (Axis("dead"),), "distribution", section="deaths"),
        View("death_room", "Deaths by room and round", "Deaths that stand at the end: the dead may be revived.",
             "death_room", (Axis("room", ROOMS, first=FIRST_RED), Axis("round", first=1)), "map", of="deaths",
             section="deaths"),
        View("deaths", "Win rate of the prisoners by number of dead", f"Guards count too. {ASSOCIATION}", "deaths",
             (Axis("dead"), WON), "win_rate", section="deaths", only=SUSPICION),
    )  # fmt: skip


def search() -> Sequence[View]:
    """The key and the exit."""
    return (
        View("key", "Was the key found?", ASSOCIATION, "key_found", (Axis("key_found", NO_YES), WON), "win_rate",
             section="search", only=WITH_KEY),
        View("exit_found", "Was Room 25 turned up?", ASSOCIATION, "exit_found", (Axis("turned_up", NO_YES), WON),
             "win_rate", section="search"),
        View("exit_place", "Where Room 25 lay at the end", BOARD, "exit_cell", (Axis("row", ROWS),
             Axis("column", COLUMNS)), "map", section="search"),
        View("exit_cell", "Win rate by where Room 25 lay at the end",
             f"{BOARD} {ASSOCIATION}",
             "exit_cell", (Axis("row", ROWS), Axis("column", COLUMNS), WON), "win_rate", section="search"),
    )  # fmt: skip


def vortex() -> Sequence[View]:
    """What the Vortex rooms cost."""
    return (
        View("vortex_costs", "What Vortex rooms cost in a playout",
             "All characters together. A step undone is a cell of distance from the centre, which takes an action to "
             f"walk again. {MANY_COSTS} stands for {MANY_COSTS} or more.", "vortex_costs",
             (Axis("cost", VORTEX_COSTS), Axis("number")), "distribution", section="vortex rooms"),
        View("vortex_entries", "Win rate by entries into Vortex rooms", ASSOCIATION, "vortex_entries",
             (Axis("entries", up_to(MANY_ENTRIES)), WON), "win_rate", section="vortex rooms"),
    )  # fmt: skip


def characters() -> Sequence[View]:
    """Who plays, and where."""
    character = Axis("character", CHARACTERS)
    return (
        View("character", "Win rate by character in the team", "All teams that have the character.", "character",
             (character, WON), "win_rate", section="characters"),
        View("character_specials", "Win rate by character, without and with specials",
             "Only cells that are played both without and with specials and are otherwise the same.", "character",
             (character, WON), "win_rate", section="characters", contrast="specials"),
        View("character_dead", "Dead at the end, by character", "", "character_dead", (character,), "share",
             section="characters"),
        View("seat", "Win rate by seat and character", "Seat 1 acts first in round 1.", "seat",
             (Axis("seat", SEATS), character, WON), "win_rate", section="characters"),
    )  # fmt: skip


def course() -> Sequence[View]:
    """What is done in a playout, and how close it is."""
    return (
        View("actions", "Actions in a playout, by kind",
             "All characters together, adrenaline included; lost: could not be carried out. "
             f"{MANY_ACTIONS} stands for {MANY_ACTIONS} or more.",
             "actions", (Axis("kind", ACTION_KINDS), Axis("actions")), "distribution", section="actions"),
        View("rounds_left", "Rounds left at a win", "1: won in the last round.", "rounds_left_at_win",
             (Axis("rounds", first=1),), "distribution", of="wins", section="tension"),
    )  # fmt: skip

"""The board as text: one column an era, one row a kind of thing, empty rows left out."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from sim.games.loop.terms import N_ERAS

COLUMNS = ("Dawn", "Medieval", "Renaissance", "Industrial", "Global", "Robots", "End")  # at most WIDTH characters
SHORT = ("Da", "Me", "Re", "In", "Gl", "Ro", "En")  # a clone's paradox era
WIDTH = 11
LABEL = 10
GAP = " " * 2
MANY = 6  # cubes drawn one by one up to here, then as a number


def draw_board(state: Mapping[str, Any], slots: Mapping[str, int], titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a `state` line's board, each at most 100 characters.

    `slots` are the missions' slots by id; `titles` what agents and missions are called.
    """
    foo = state["foo"]
    yield line("", COLUMNS)
    yield line("", tuple(" Foo ".center(WIDTH, "═") if era == foo else "─" * WIDTH for era in range(N_ERAS)))
    eras = state["eras"]
    rows = {
        "rifts": [cubes("●", era["rifts"]) for era in eras],
        "vortex": [{None: "", "vortex": "VORTEX", "mega": "MEGA VORTEX"}[era["vortex"]] for era in eras],
        "energy": [energy(era) for era in eras],
        "clones to": [clones(era) for era in eras],
        "artifacts": [str(len(era["artifacts"]) or "") for era in eras],
        "mission": [mission(era["mission"], slots, titles) for era in eras],
        "machina": [machina(era, slots) for era in eras],
        "centrifuge": ["spinning" if era["centrifuge"] else "" for era in eras],
        "agents": ["\n".join(short(titles.get(name, name)) for name in here(state, era)) for era in range(N_ERAS)],
    }
    for label, cells in rows.items():
        if any(cells):
            yield from row(label, cells)


def row(label: str, cells: list[str]) -> Iterator[str]:
    """Yield one row of the table; a cell's text is wrapped to its column."""
    wrapped = [[part for text in cell.split("\n") for part in textwrap.wrap(text, WIDTH)] for cell in cells]
    for k in range(max(len(lines) for lines in wrapped)):
        yield line(label if k == 0 else "", tuple(lines[k] if k < len(lines) else "" for lines in wrapped))


def line(label: str, cells: tuple[str, ...]) -> str:
    """Return one line of the table."""
    return (f"{label:{LABEL}} " + GAP.join(f"{cell:{WIDTH}}" for cell in cells)).rstrip()


def cubes(symbol: str, n: int) -> str:
    """Return cubes one by one, or as a number where they are many."""
    return symbol * n if n <= MANY else f"{symbol} x {n}"


def energy(era: Mapping[str, Any]) -> str:
    """Return an era's energy, permanent energy first."""
    return f"{cubes('◆', era['permanent'])} {cubes('◇', era['energy'])}".strip()


def clones(era: Mapping[str, Any]) -> str:
    """Return the eras where an era's clones must go to die; a star marks a supa clone."""
    return " ".join(SHORT[clone["paradox"]] + "*" * clone["supa"] for clone in era["clones"])


def mission(tile: Mapping[str, Any] | None, slots: Mapping[str, int], titles: Mapping[str, str]) -> str:
    """Return a mission tile: face down, or its name and how far it is."""
    if tile is None:
        return ""
    if tile["status"] == "hidden":
        return "?"
    progress = tile["progress"]
    done = progress if isinstance(progress, int) else len(progress)
    return f"{titles.get(tile['id'], tile['id'])} {done}/{slots[tile['id']]}"


def machina(era: Mapping[str, Any], slots: Mapping[str, int]) -> str:
    """Return how far each Ultramachina card of an era is filled."""
    return " ".join(f"{card['filled']}/{slots[card['card']]}" for card in era["ultramachina"])


def here(state: Mapping[str, Any], era: int) -> list[str]:
    """Return the agents in an era."""
    return [agent["name"] for agent in state["agents"] if agent["era"] == era]


def short(title: str) -> str:
    """Return an agent's name cut to a column."""
    return title if len(title) <= WIDTH else title.rsplit(maxsplit=1)[-1][:WIDTH]

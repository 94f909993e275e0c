"""The cells of an experiment: which mode, composition, rules and team each is played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from sim.content import show, unknown
from sim.game import Party, SelectionError
from sim.games.room25.content import Content
from sim.games.room25.terms import CHARACTERS, MAC_USES, MAX_CHARACTERS, MODES, ROLES

AXES = ("mode", "composition", "rules", "players", "agents", "mac", "specials")
RULE_SETS = ("online", "base")
PLAYERS = tuple(range(1, MAX_CHARACTERS + 1))
FEWEST_CHARACTERS = 4

COOPERATION_COMPOSITIONS = ("coop_easy", "coop_medium", "coop_hard")
BASE_COMPOSITIONS = ("beginner", "expert_competition", "expert_suspicion")
USUAL = {  # [A:composition] of R-SET-2
    ("cooperation", "online"): "coop_easy",
    ("cooperation", "base"): "beginner",
    ("solo", "base"): "beginner",
    ("suspicion", "base"): "expert_suspicion",
}
ALLOWED_PLAYERS = {  # R-SET-4
    ("cooperation", "online"): (1, 6),
    ("cooperation", "base"): (1, 6),
    ("solo", "base"): (1, 1),
    ("suspicion", "online"): (4, 8),
    ("suspicion", "base"): (4, 6),
}

Axes = dict[str, Any]


def cells(selection: Mapping[str, Any], content: Content) -> list[Axes]:
    """Return the axes of every selected cell.

    A key of the selection (an axis) holds one value or a list of values. Each combination of the values named stands
    for the cells of the default grid that have it; where there are none, for one cell of each mode that allows it,
    with the usual values of the axes not named. `agents` is one team in turn order.
    Raises SelectionError for an unknown axis or value, and for a value that fits none of the others named.
    """
    for axis in selection:
        if axis not in AXES:
            raise SelectionError(unknown("axis", axis, AXES))
    allowed = axis_values(content)
    axes_named = [axis for axis in AXES if axis != "agents" and given(selection, axis)]
    named = {axis: chosen(selection, axis, allowed[axis]) for axis in axes_named}
    agents = team(selection)
    grid = [{**cell, "agents": agents} for cell in default_grid(content)]
    found: dict[tuple[Any, ...], Axes] = {}
    refused: list[tuple[Axes, str]] = []
    for values in product(*named.values()):
        wanted = dict(zip(named, values, strict=True))
        for cell in matching(grid, wanted, content) or usual_cells(wanted, agents):
            reason = refusal(cell, content)
            if reason is None:
                found.setdefault(tuple(value for axis, value in cell.items() if axis != "agents"), cell)
            else:
                refused.append((wanted, reason))
    check_all_there(named, list(found.values()), refused)
    return list(found.values())


def axis_values(content: Content) -> dict[str, Sequence[Any]]:
    """Return the values that each axis may have."""
    return {
        "mode": MODES,
        "composition": content.composition_ids,
        "rules": RULE_SETS,
        "players": PLAYERS,
        "agents": CHARACTERS,
        "mac": MAC_USES,
        "specials": (False, True),
    }


def characters_of(mode: str, players: int) -> int:
    """R-SET-4: how many characters so many players run."""
    if mode == "suspicion":
        return players
    return {1: 4, 2: 4, 3: 6}.get(players, players)


def party(axes: Mapping[str, Any]) -> Party:
    """Return who can be at a cell's table; roles only where they are dealt (R-SUS-1)."""
    team = axes["agents"]
    return Party(
        characters_of(axes["mode"], axes["players"]),
        CHARACTERS,
        None if team is None else tuple(team),
        ROLES if axes["mode"] == "suspicion" else (),
    )


# -- Reading a selection --------------------------------------------------------------------------------------------


def given(selection: Mapping[str, Any], axis: str) -> bool:
    """Does the selection say anything of this axis?"""
    value = selection.get(axis)
    return value is not None and value != []


def chosen(selection: Mapping[str, Any], axis: str, allowed: Sequence[Any]) -> list[Any]:
    """Return the values named of an axis, each once, in the order of the selection."""
    value = selection[axis]
    values = list(value) if isinstance(value, list | tuple) else [value]
    for one in values:
        if not any(type(one) is type(known) and one == known for known in allowed):
            words = [known if isinstance(known, str) else show(known) for known in allowed]
            raise SelectionError(f"{axis}: {unknown(axis, one, words)}")
    return list(dict.fromkeys(values))


def team(selection: Mapping[str, Any]) -> list[str] | None:
    """Return the fixed team in turn order; None: every team."""
    if not given(selection, "agents"):
        return None
    agents = selection["agents"]
    size = f"{FEWEST_CHARACTERS} to {MAX_CHARACTERS}"
    if not isinstance(agents, list | tuple):
        raise SelectionError(f"agents: must be a list of {size} characters, not {show(agents)}")
    for agent in agents:
        if agent not in CHARACTERS:
            raise SelectionError(f"agents: {unknown('character', agent, CHARACTERS)}")
    if not FEWEST_CHARACTERS <= len(agents) <= MAX_CHARACTERS or len(set(agents)) < len(agents):
        raise SelectionError(f"agents: must be {size} different characters, not {', '.join(agents)}")
    return list(agents)


# -- Cells ----------------------------------------------------------------------------------------------------------


def default_grid(content: Content) -> list[Axes]:
    """Return every cell that is played when nothing is named; a composition that the content lacks is left out."""
    return [cell for cell in grid_rows() if cell["composition"] in content.composition_ids]


def grid_rows() -> Iterator[Axes]:
    """Yield the default grid, mode by mode."""
    for use, specials, sizes in (
        ("off", False, (4, 5, 6)),
        ("normal", False, (4,)),
        ("frenzy", False, (4,)),
        ("off", True, (4,)),
    ):
        for composition, players in product(COOPERATION_COMPOSITIONS, sizes):
            yield axes("cooperation", composition, "online", players, mac=use, specials=specials)
    for mode, players in (("cooperation", 4), ("solo", 1)):
        for composition in BASE_COMPOSITIONS:
            yield axes(mode, composition, "base", players)
    for players in (4, 5, 6, 7, 8):
        yield axes("suspicion", usual_composition("suspicion", "online", players), "online", players)
    yield axes("suspicion", usual_composition("suspicion", "online", 6), "online", 6, specials=True)
    for players in (4, 5, 6):
        yield axes("suspicion", usual_composition("suspicion", "base", players), "base", players)


def axes(mode: str, composition: str, rules: str, players: int, *, mac: str = "off", specials: bool = False) -> Axes:
    """Return a cell in the order of `AXES`."""
    return dict(zip(AXES, (mode, composition, rules, players, None, mac, specials), strict=True))


def usual_composition(mode: str, rules: str, players: int) -> str:
    """R-SET-2: the composition that is played unless another is named."""
    by_size = "online_suspicion_4_5" if players <= 5 else "online_suspicion_6"
    return USUAL.get((mode, rules), by_size)


def matching(grid: Sequence[Axes], wanted: Axes, content: Content) -> list[Axes]:
    """Return the cells of the grid that have the values named and room for the team."""
    return [
        cell
        for cell in grid
        if all(cell[axis] == value for axis, value in wanted.items()) and refusal(cell, content) is None
    ]


def usual_cells(wanted: Axes, agents: list[str] | None) -> Iterator[Axes]:
    """Yield one cell a mode with the values named and the usual ones of the other axes."""
    for mode in [wanted["mode"]] if "mode" in wanted else MODES:
        rules = wanted.get("rules", "base" if mode == "solo" else "online")
        usual_players = 1 if mode == "solo" else len(agents or CHARACTERS[:FEWEST_CHARACTERS])
        players = wanted.get("players", usual_players)
        composition = usual_composition(mode, rules, players)
        yield {**axes(mode, composition, rules, players), **wanted, "agents": agents}


def refusal(cell: Mapping[str, Any], content: Content) -> str | None:
    """Return why a cell cannot be played, as `axis: problem`; None if it can."""
    mode, rules, players, agents = (cell[axis] for axis in ("mode", "rules", "players", "agents"))
    if (mode, rules) not in ALLOWED_PLAYERS:
        return f"rules: {mode} is played by the base rules, not {rules}"
    low, high = ALLOWED_PLAYERS[mode, rules]
    if not low <= players <= high:
        size = f"{low}" if low == high else f"{low} to {high}"
        return f"players: must be {size} in {mode} by the {rules} rules, not {players}"
    characters = characters_of(mode, players)
    if agents is not None and len(agents) != characters:
        return f"agents: must be {characters} characters in {mode} where players is {players}, not {len(agents)}"
    if cell["mac"] != "off" and (mode, rules) != ("cooperation", "online"):
        return f"mac: M.A.C. cards are for cooperation by the online rules; must be off in {mode} by the {rules} rules"
    if cell["specials"] and rules == "base":
        return f"specials: must be false in {mode} by the base rules"
    return composition_refusal(cell["composition"], cell["mac"], content)


def composition_refusal(composition: str, mac: str, content: Content) -> str | None:
    """Return why a composition cannot be played, as `composition: problem`; None if it can."""
    if composition not in content.composition_ids:
        return f"composition: {unknown('composition', composition, content.composition_ids)}"
    if mac == "off" and content.compositions[composition].count("mac"):
        return f"composition: {composition} has a M.A.C. room, which needs M.A.C. cards (mac normal or frenzy)"
    return None


def check_all_there(named: Mapping[str, list[Any]], found: list[Axes], refused: list[tuple[Axes, str]]) -> None:
    """Raise SelectionError unless every value named is that of some cell; the others of a product may be impossible."""
    lines = {
        reason
        for axis, values in named.items()
        for value in values
        if not any(cell[axis] == value for cell in found)
        for wanted, reason in refused
        if wanted[axis] == value
    }
    if not found:
        lines |= {reason for _, reason in refused}
    if lines:
        raise SelectionError("\n".join(sorted(lines)))

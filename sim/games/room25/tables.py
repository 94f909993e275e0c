"""Content and parameters as the record that a cell is played by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim import records
from sim.game import SelectionError
from sim.games.room25.content import Content
from sim.games.room25.content.models import Composition
from sim.games.room25.grid import characters_of, composition_refusal
from sim.games.room25.parameters import BY_CELL, Parameters
from sim.games.room25.state import Rules
from sim.games.room25.terms import (
    BLUE,
    CHARACTERS,
    COLOURS,
    COLUMN_DIRECTIONS,
    KEY,
    LINES,
    MAC_FRENZY,
    MAC_OFF,
    MAC_ROOM,
    MAC_USES,
    MODES,
    MOVING,
    NONE,
    ROBOT_ROOM,
    ROOM_25,
    ROOMS,
    ROW_DIRECTIONS,
    SOLO,
    SUSPICION,
    VISION,
)

NUMBER_WORDS = {4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
COPIED = (
    "alert_rounds",
    "guards_to_win_deaths",
    "max_locks",
    "max_emptied",
    "program_zero",
    "prisoners_truthful",
    "exit_by_control_room",
    "dead_prisoner_is_missing",
    "robot_push_axis",
)


def build_rules(axes: Mapping[str, Any], parameters: Parameters, content: Content, seed: int) -> Rules:
    """Return the rules record of a cell with the given axes.

    axes: mode, composition, rules, players (1..8), agents (ids in turn order, or None: all teams), mac, specials.
    Raises SelectionError where the parameters do not fit the content or the cell.
    """
    check_fit(axes, parameters, content)
    composition = content.compositions[composition_of(axes, parameters)]
    rules = records.new(Rules)
    rules.seed = seed
    fill_team(rules, axes)
    fill_switches(rules, axes, parameters, composition)
    fill_numbers(rules, parameters)
    if rules.mode == SUSPICION:
        fill_roles(rules, parameters)
    fill_rooms(rules, composition, content)
    if rules.mac != MAC_OFF:
        fill_mac(rules, content)
    return rules


def check_fit(axes: Mapping[str, Any], parameters: Parameters, content: Content) -> None:
    """Raise SelectionError, a line a fault, where the parameters do not fit the content or the cell."""
    problems = [composition_refusal(composition_of(axes, parameters), axes["mac"], content)]
    if axes["mode"] == "suspicion":
        problems.append(role_cards_refusal(axes["players"], parameters))
    faults = [problem for problem in problems if problem is not None]
    if faults:
        raise SelectionError("\n".join(faults))


def role_cards_refusal(players: int, parameters: Parameters) -> str | None:
    """R-SUS-1: there must be a role card for each player."""
    prisoners, guards = role_cards(players, parameters)
    if prisoners + guards >= players:
        return None
    fewest = players - guards
    return f"prisoner_cards.{players}: must be at least {fewest} with {guards} guard cards, not {prisoners}"


def role_cards(players: int, parameters: Parameters) -> tuple[int, int]:
    """R-SUS-1: the prisoners and the guards that roles are dealt from."""
    number = NUMBER_WORDS[players]
    return getattr(parameters.prisoner_cards, number), getattr(parameters.guard_cards, number)


def composition_of(axes: Mapping[str, Any], parameters: Parameters) -> str:
    """Return the name of the composition in force: the cell's, or the one that the parameter names."""
    return axes["composition"] if parameters.composition == BY_CELL else parameters.composition


def fill_team(rules: Rules, axes: Mapping[str, Any]) -> None:
    """R-SET-4: a fixed team in its order, or the pool that teams are made of; seats go round the players."""
    agents = axes.get("agents")
    rules.mode = MODES.index(axes["mode"])
    rules.printed = int(axes["rules"] == "base")
    rules.n_players = axes["players"]
    rules.n_characters = characters_of(axes["mode"], axes["players"])
    rules.player_of[:] = NONE
    for seat in range(rules.n_characters):
        rules.player_of[seat] = seat % rules.n_players
    rules.fixed_team = int(agents is not None)
    rules.n_pool = len(CHARACTERS)
    rules.team[:] = NONE
    for seat, agent in enumerate(agents or ()):
        rules.team[seat] = CHARACTERS.index(agent)


def fill_switches(rules: Rules, axes: Mapping[str, Any], parameters: Parameters, composition: Composition) -> None:
    """Which chapters of the rules are in force, and how they are read."""
    rules.specials = int(axes["specials"])
    rules.mac = MAC_USES.index(axes["mac"])
    has_adrenaline = not rules.printed and rules.mac != MAC_FRENZY and parameters.adrenaline == "third_pass"
    rules.adrenaline = int(has_adrenaline)
    # R-ROOM-key: in cooperation, online; a composition without the Key room has nothing to find.
    rules.key = int(axes["mode"] == "cooperation" and not rules.printed and composition.count("key") > 0)
    rules.shared_knowledge = int(parameters.shared_knowledge == "player")
    rules.tell_always = int(parameters.tell == "always")
    rules.forgetful = int(rules.mac == MAC_FRENZY and parameters.memory == "marks")


def fill_numbers(rules: Rules, parameters: Parameters) -> None:
    """The numbers of the rulebook, and the readings that are yes or no."""
    for name in COPIED:
        setattr(rules, name, int(getattr(parameters, name)))
    rules.unmask_outside = NONE
    number = NUMBER_WORDS[int(rules.n_characters)]
    if rules.mode == SUSPICION:
        rules.rounds = getattr(parameters.rounds.suspicion, number)
    elif rules.mode == SOLO:
        rules.rounds = parameters.rounds.solo
        rules.deaths_to_lose = parameters.deaths_to_lose.solo
    elif rules.printed:
        rules.rounds = parameters.rounds.base_cooperation
        rules.deaths_to_lose = parameters.deaths_to_lose.base
    else:
        rules.rounds = getattr(parameters.rounds.cooperation, number)
        rules.deaths_to_lose = parameters.deaths_to_lose.online


def fill_roles(rules: Rules, parameters: Parameters) -> None:
    """R-SUS-1, R-SUS-3: the role cards, and how many outside Room 25 unmask (by the base rules a majority inside)."""
    rules.n_prisoner_cards, rules.n_guard_cards = role_cards(int(rules.n_characters), parameters)
    if not rules.printed:
        count = parameters.unmask_count
        rules.unmask_outside = count if isinstance(count, int) else rules.n_guard_cards  # or "pool"


def fill_rooms(rules: Rules, composition: Composition, content: Content) -> None:
    """R-SET-1, R-SET-2: rooms that are in, what the others are drawn from, and which lie in the exit zone."""
    for room, name in enumerate(ROOMS):
        rules.n_fixed[room] = composition.count(name)
    for colour, word in enumerate(COLOURS):
        rules.n_random[colour] = composition.drawn(word)
    for room, entry in enumerate(content.rooms):
        is_drawn = entry.colour != COLOURS[BLUE] and (room != MAC_ROOM or rules.mac != MAC_OFF)
        rules.supply[room] = entry.supply - rules.n_fixed[room] if is_drawn else 0
    for room in (ROOM_25, VISION) if rules.printed else (ROOM_25, VISION, KEY, MOVING, ROBOT_ROOM):
        rules.set_aside[room] = 1


def fill_mac(rules: Rules, content: Content) -> None:
    """R-MAC-1: the cards in use, numbered as in the content, where those for frenzy only come last."""
    deck = content.mac_deck(frenzy=rules.mac == MAC_FRENZY)
    rules.n_mac = len(deck)
    rules.mac_line[:] = NONE
    for number, card in enumerate(deck):
        for who in card.characters or ():
            rules.mac_characters[number] |= 1 << CHARACTERS.index(who)
        if card.line is not None and card.direction is not None:
            directions = ROW_DIRECTIONS if card.line.startswith("row") else COLUMN_DIRECTIONS
            rules.mac_line[number] = LINES.index(card.line)
            rules.mac_direction[number] = directions.index(card.direction)
        rules.mac_twice[number] = card.twice
        rules.mac_again[number] = card.again

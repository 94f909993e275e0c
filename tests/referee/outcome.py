"""The last lines: the state at the end and the result, which must agree with what was seen (L-END)."""

from collections.abc import Iterable
from typing import Any

from .board import read
from .game import Game


def judge(game: Game) -> None:
    """After lost or won: states that show the end, then the result."""
    while game.line.get("type") == "state" and game.line["at"] != "end":
        game.state("foo", "action", "end_of_turn")
    _leave_open(game)
    game.state("end")
    line = game.look()
    if line.get("type") != "result":
        game.miss("TRACE", "a result")
    for key, allowed in _expected(game).items():
        if key in line and line[key] not in allowed and (key in PLAIN or not game.tainted):
            game.report("RESULT", f"{key}: {' or '.join(map(str, allowed))}", line[key])
    for key in PLAIN:
        if key not in line:
            game.report("RESULT", f"{key} is given")
    game.at += 1
    if game.line:
        game.look()
        game.report("TRACE", "nothing after the result", game.next)


def _leave_open(game: Game) -> None:
    """A card is exhausted after its effects (L-ACT-3): whether one in use when the game ended is, is left open."""
    if game.line.get("type") != "state":
        return
    shown = read(game.line).agents
    for agent in game.table.agents.values():
        for card in set(game.in_use) & set(agent.hand):
            agent.hand[card] = shown[agent.name].hand.get(card, False)


def _expected(game: Game) -> dict[str, list[Any]]:
    """The values that each key of the result may have; keys that the row does not have are not missed."""
    table, tally = game.table, game.tally
    own, ally = tally["cards_used"], tally["ally_cards"]
    return {
        "won": [game.outcome == "missions_completed"],
        "cause": [game.outcome],
        "turn": [game.turn],
        "last_turn": [game.turn],
        "cycle": [(game.turn - 1) // 7 + 1],
        "seat": [game.content.names.index(game.active) if game.active else -1],
        "missions_completed": [len(table.completed)],
        "missions_failed": [len(table.failed)],
        "clones": [len(table.clones())],
        "cards_used": [own, own + ally],
        "supa_destroyed": [table.supa_destroyed],
        "foo_era": [table.foo],
        "end_era": [game.me.era if game.active else -1],
        **{key: [tally[key]] for key in COUNTED},
        **_fatal(game),
        **_bit_sets(game),
    }


def _fatal(game: Game) -> dict[str, list[Any]]:
    """What the row tells of a vortex loss: its era, the last drop, whether it came by a transfer."""
    lost = game.fatal_era >= 0
    clones, cubes = game.last_drop if lost else (-1, -1)
    in_action = lost and bool(game.in_use)
    return {
        "fatal_era": [game.fatal_era],
        "fatal_clones": [clones],
        "fatal_cubes": [cubes],
        "fatal_in_action": [int(in_action)],
    }


def _bit_sets(game: Game) -> dict[str, list[Any]]:
    """Sets of missions and cards by their places in the header; cards in words of 63."""

    def bits(names: Iterable[str], order: Iterable[str], first: int = 0) -> list[int]:
        members = set(names)
        return [sum(1 << n for n, name in enumerate(list(order)[first : first + 63]) if name in members)]

    content, table = game.content, game.table
    sets = {
        "missions_done": bits(table.completed, content.missions),
        "missions_lost": bits(table.failed, content.missions),
    }
    for word in (0, 1):
        sets[f"used_{word}"] = bits(game.used, content.cards, 63 * word)
        sets[f"taken_{word}"] = bits(game.taken, content.cards, 63 * word)
    return sets


PLAIN = ("won", "cause", "turn")
COUNTED = (
    "vortexes", "loops", "free_moves", "paid_moves", "centrifuges_down", "energy_added", "rifts_dropped",
    "rifts_removed", "clones_destroyed", "abilities", "capped",
)  # fmt: skip

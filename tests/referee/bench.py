"""One chapter of the referee at a time: a table and events written by hand, and what the chapter finds."""

import contextlib
import copy
from collections.abc import Callable
from typing import Any

from referee import effects
from referee.board import read
from referee.game import Fault, Game, GameOver
from referee.scribe import clone, header, opening, token

Event = tuple[str, dict[str, Any]]
PUSHED, CARRIED = token(6, 1), token(6, 2)


def say(event: str, **fields: Any) -> Event:
    """An event; `start` and `to` stand for from and to."""
    if "start" in fields:
        fields["from"] = fields.pop("start")
    return event, fields


def bench(events: list[Event], *, agent: str = "v_girl", turn: int = 1, foo_at: int = 3, **change: Any) -> Game:
    """A game with this agent in phase II, V-Girl alone in era 6 with two clones, and these events to be judged.

    `change` may hold `header` and `table`, functions that alter those before they are read.
    """
    head, table = copy.deepcopy(header()), opening()
    table["foo"] = foo_at
    table["eras"][6]["clones"] = [clone(PUSHED), clone(CARRIED)]
    table["bag"] = [t for t in table["bag"] if t not in (PUSHED, CARRIED)]
    change.get("header", lambda _: None)(head)
    change.get("table", lambda _: None)(table)
    lines = [{"type": "event", "n": n, "turn": turn, "phase": "action", "agent": agent, "event": name, **fields}
             for n, (name, fields) in enumerate(events)]  # fmt: skip
    game = Game([head, *lines])
    game.phases = ("action", "solo")
    game.at, game.turn, game.active = 1, turn, agent
    game.table = read(table)
    return game


def judged(game: Game, chapter: Callable[..., Any], *arguments: Any) -> list[str]:
    """What a chapter of the referee finds, an unread event included."""
    with contextlib.suppress(Fault, GameOver):
        chapter(game, *arguments)
    if not game.found and game.line:
        game.look()
        game.report("TEST", "all events read")
    return game.found


def card_with(*texts: str) -> Callable[[dict[str, Any]], None]:
    """A header in which card v0 has these effects."""

    def change(head: dict[str, Any]) -> None:
        head["content"]["cards"]["v0"]["effects"] = list(texts)

    return change


def push(number: int, start: int, to: int, verb: str = "push") -> Event:
    """A clone moved."""
    return say("clone_moved", token=number, start=start, to=to, verb=verb)


def moved(start: int, to: int, who: str = "v_girl") -> Event:
    """An agent moved by a card."""
    return say("agent_moved", who=who, start=start, to=to)


def died(number: int, era: int) -> Event:
    """A clone destroyed."""
    return say("clone_destroyed", token=number, era=era)


TWO_HERE = ["energy(2, here)"]
ENERGY_2 = [say("energy_added", era=6, count=2), say("progress", mission="m2", slot=0),
            say("progress", mission="m2", slot=1)]  # fmt: skip


def use(game: Game) -> None:
    """Carry out card v0, in use."""
    game.me.hand["v0"] = False
    game.in_use = ["v0"]
    effects.carry_out(game, "v0")
    if game.due:
        game.miss("L-MIS-1", "progress")

"""The course of a playout: set-up, turns, end."""

from collections.abc import Iterable
from typing import Any

from . import actions, closing, foo, outcome, setup, solo
from .game import Fault, Game, GameOver
from .vortex import lose

LAST_TURN = 21


def check(lines: Iterable[dict[str, Any]]) -> list[str]:
    """All violations of the rules in one playout, given as the objects of its trace's lines; empty if there is none.

    After a violation that leaves the course of events unclear the referee goes on at the next state.
    """
    game = Game(lines)
    game.at = 1
    for name in game.content.unjudged():
        game.report("HEADER", f"the rules define no other {name}", game.content.assumptions[name])
    if game.found:
        return game.found
    try:
        try:
            setup.judge(game)
        except Fault:
            game.resume()
        _play(game)
        outcome.judge(game)
    except Fault:
        pass
    return game.found


def _play(game: Game) -> None:
    try:
        while game.last_state != "end":
            if not game.line:
                game.miss("TRACE", "the rest of the game")
            _segment(game)
        game.at -= 1  # a fault hid the end of the game; its state is read again
    except GameOver:
        pass


def _segment(game: Game) -> None:
    """One stretch of the game, from the state read last: a Foo phase, or a turn's rest."""
    last = game.last_state
    try:
        if last in ("setup", "end_of_turn"):
            if game.turn == LAST_TURN:
                game.phases = ("refresh", "end")
                lose(game, "L-END-2", "out_of_time")
            _begin(game)
            foo.phase(game)
            game.state("foo")
        else:
            if last == "foo" and game.content.solo:
                game.phases = ("solo",)
                solo.phase(game)
            game.phases = ("action",)
            actions.phase(game)
            closing.phase(game)
    except Fault:
        game.resume()
    except KeyError as unknown:
        game.report("TRACE", "every key, and names of the header only", unknown)
        game.resume()


def _begin(game: Game) -> None:
    names = game.content.names
    game.turn += 1
    game.active = None if game.content.solo else names[(game.turn - 1) % len(names)]
    game.phases = ("foo",)

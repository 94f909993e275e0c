"""Compiled rules take a negative index for an error: no rule and no policy may count from the end of a table."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import numpy as np
import pytest

from sim.game import discover
from sim.mixes import resolve

GAMES = discover()


class Checked(np.ndarray[Any, Any]):
    """A table without an element -1."""

    def __getitem__(self, key: Any) -> Any:
        """Look something up."""
        refuse_negative(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        """Note something."""
        refuse_negative(key)
        super().__setitem__(key, value)


def refuse_negative(key: Any) -> None:
    """Fail for an index that counts from the end."""
    for index in key if isinstance(key, tuple) else (key,):
        assert not (isinstance(index, int | np.integer) and index < 0), f"index {key}"


def checked(field: str) -> property:
    """Return a field of a plain record whose tables are checked."""
    get = itemgetter(field)

    def look(record: Any) -> Any:
        value = get(record)
        return value.view(Checked) if isinstance(value, np.ndarray) else value

    def put(record: Any, value: Any) -> None:
        record[field] = value

    return property(look, put)


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A game whose records are checked."""
    game = GAMES[request.param]
    game.workspace()  # the modules that declare the records
    for record in np.void.__subclasses__():
        for field, member in list(vars(record).items()):
            if isinstance(member, property):
                monkeypatch.setattr(record, field, checked(field))
    return game


def play(game: Any, policy: str, every: int, playouts: int) -> int:
    """Play in each so-manieth cell of the default grid; return in how many."""
    content = game.load_content()
    cells = game.cells({}, content)[::every]
    for axes in cells:
        rows = np.zeros(playouts, game.result_dtype())
        rules = game.rules(axes, game.parameters_model()(), content, 5)
        players = resolve(policy, game, axes, content)
        game.play(
            policy if players is None else players,
            rules,
            game.workspace(),
            0,
            rows,
            np.zeros(1, game.counts_dtype())[0],
        )
    return len(cells)


def test_the_check_sees_an_index_from_the_end(game: Any) -> None:
    """A negative index fails, and any other does not."""
    table = np.zeros((2, 3)).view(Checked)
    assert table[1, 2] == 0
    for key in (-1, (0, np.int16(-1))):
        with pytest.raises(AssertionError, match="index"):
            table[key] = 1


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_no_rule_counts_from_the_end(game: Any, policy: str) -> None:
    """A playout in every cell of the default grid."""
    assert play(game, policy, 1, 1) >= 33


@pytest.mark.parametrize("game", ["loop"], indirect=True)
def test_no_search_counts_from_the_end(game: Any) -> None:
    """A playout in two cells; Room 25's search plays as its greedy does, above."""
    assert play(game, "planner(width=1)", 24, 1) == 2

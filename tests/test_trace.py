"""`sim.trace`: which playouts are picked, and that a trace must end as the stored row."""

from types import SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest

from sim.errors import UserError
from sim.game import Policy
from sim.trace import TraceMismatchError, check_result, pick, trace

DTYPE = np.dtype([("index", "i8"), ("cause", "i4"), ("last_turn", "i4")])


class Game:
    """Every playout is won in the turn of its number; a trace is its result line alone."""

    causes = ("running", "won", "lost")
    policies: ClassVar = {"p": Policy("p", "wins", stochastic=False)}
    thinkers = ()

    def result_dtype(self):
        """Return the dtype of a row."""
        return DTYPE

    def counts_dtype(self):
        """Return the dtype of the counts."""
        return np.dtype([("n", "i8")])

    def rules(self, axes, parameters, content, seed):
        """Return no rules."""

    def workspace(self, weights):
        """Return no workspace."""

    def play(self, policy, rules, workspace, first, results, counts):
        """Win each playout in the turn of its number."""
        for k in range(len(results)):
            results[k] = (first + k, 1, first + k)

    def decode(self, rows, content):
        """Return the causes as words."""
        return {"cause": [self.causes[code] for code in rows["cause"]]}

    def trace(self, cell, parameters, content, seed, index):
        """Yield the result line of the same."""
        yield {"type": "result", "won": True, "turn": index, "index": index, "cause": "won", "last_turn": index}

    def retell(self, notes, cell, parameters, content, seed, index):
        """Yield what was noted, then the result line."""
        yield {"type": "event", "notes": notes}
        yield from self.trace(cell, parameters, content, seed, index)


def run_of(source_matches=True):
    """Return a run of one cell of ten playouts that kept no rows."""
    cell = SimpleNamespace(index=0, axes={}, policy="p", player="p", weights={})
    return SimpleNamespace(
        path="runs/x",
        game=Game(),
        content=None,
        experiment=SimpleNamespace(rows="none", seed=1),
        parameters=lambda cell: None,
        cells=[SimpleNamespace(cell=cell, playouts=10)],
        source_matches=source_matches,
    )


def test_picked_playouts_come_with_their_rows():
    """`count` playouts from `index` on, each with its row, and their traces in the same order."""
    run = run_of()

    playouts = pick(run, 0, 6, 3)

    assert [(found.index, int(found.row["last_turn"])) for found in playouts] == [(6, 6), (7, 7), (8, 8)]
    assert [lines[-1]["turn"] for lines in trace(run, playouts)] == [6, 7, 8]


def test_who_thinks_long_is_told_by_notes(monkeypatch):
    """The notes of all playouts are fetched at once, and each is told by its own."""
    run = run_of()
    run.game.thinkers = ("p",)
    monkeypatch.setattr("sim.trace.notes_of", lambda run, wanted: [f"notes of {index}" for _, index in wanted])

    told = list(trace(run, pick(run, 0, 6, 2)))

    assert [lines[0]["notes"] for lines in told] == ["notes of 6", "notes of 7"]
    assert [lines[-1]["turn"] for lines in told] == [6, 7]


@pytest.mark.parametrize(
    ("cell", "index", "count", "message"),
    [
        (1, 0, 1, "--cell 1: runs/x has cells 0 to 0"),
        (-1, 0, 1, "--cell -1: runs/x has cells 0 to 0"),
        (0, 10, 1, "playout 10: cell 0 has 10 playouts, numbered from 0"),
        (0, -1, 1, "playout -1: cell 0 has 10 playouts, numbered from 0"),
        (0, 8, 3, "playouts 8 to 10: cell 0 has 10 playouts"),
    ],
)
def test_no_such_playout(cell, index, count, message):
    """A cell or playout that is not there is named, with what is there."""
    with pytest.raises(UserError) as caught:
        pick(run_of(), cell, index, count)
    assert message in str(caught.value)


def test_a_trace_that_ends_otherwise_is_an_internal_error():
    """The message says which column differs, and how."""
    (found,) = pick(run_of(), 0, 4)
    line = {"index": 4, "cause": "lost", "last_turn": 4}

    with pytest.raises(TraceMismatchError, match=r"cell 0, playout 4.*cause: stored won, traced lost"):
        check_result(run_of(), found, line)


def test_other_rules_than_those_of_the_run_are_no_internal_error():
    """Where the sources have changed since, the run is out of date."""
    (found,) = pick(run_of(), 0, 4)
    line = {"index": 4, "cause": "won", "last_turn": 5}

    with pytest.raises(UserError, match="the rules have changed since the run"):
        check_result(run_of(source_matches=False), found, line)

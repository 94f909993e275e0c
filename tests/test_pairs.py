"""Cells compared playout by playout, on rows made by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sim.game import Cell
from sim.pairs import APART, NOT_APART, WORSE, compared, key_of, same_table, together, won_in

LOST, WON, WON_OTHERWISE = 1, 2, 3
GAME = SimpleNamespace(causes=("running", "lost", "won", "won_otherwise"), wins=("won", "won_otherwise"))


def new_run(*cells: list[list[int]]) -> Any:
    """Return a run whose cells hold these causes, in files."""

    def rows(index: int) -> Any:
        return (np.array([(cause,) for cause in part], [("cause", np.int32)]) for part in cells[index])

    stored = [SimpleNamespace(playouts=sum(map(len, parts))) for parts in cells]
    return SimpleNamespace(game=GAME, rows=rows, cells=stored)


def test_every_way_to_win_is_won() -> None:
    """Playouts keep their order over the files of a cell, as far as asked; a cell without playouts has none won."""
    run = new_run([[LOST, WON], [WON_OTHERWISE, LOST, WON]], [])

    assert won_in(run, 0, 5).tolist() == [False, True, True, False, True]
    assert won_in(run, 0, 3).tolist() == [False, True, True]
    assert won_in(run, 0, 2).tolist() == [False, True]
    assert won_in(run, 1, 0).tolist() == []


def test_pairs_are_those_of_the_same_playout() -> None:
    """Two gained, one lost, of five: d = 1/5, p = 2 * P(at most 1 of 3) = 1."""
    base, other = [[LOST, WON, LOST], [WON, LOST]], [[WON, LOST, WON_OTHERWISE], [WON, LOST]]
    (found,) = compared(new_run(base, other), [(0, 1)])

    assert (found.base, found.cell) == (0, 1)
    assert (found.difference.gained, found.difference.lost, found.difference.n) == (2, 1, 5)
    assert found.difference.difference == pytest.approx(1 / 5)
    assert (found.p, found.p_holm, found.verdict) == (1, 1, NOT_APART)


def test_the_first_playouts_that_both_have_are_compared() -> None:
    """Of 5 and 3 playouts the first three: one gained; `most` cuts them further, to none gained."""
    long, short = [[LOST, WON, LOST], [WON, LOST]], [[LOST, WON, WON]]

    for pair, gained, lost in (((0, 1), 1, 0), ((1, 0), 0, 1)):
        (found,) = compared(new_run(long, short), [pair])
        assert (found.difference.gained, found.difference.lost, found.difference.n) == (gained, lost, 3)
    (cut,) = compared(new_run(long, short), [(0, 1)], most=2)
    assert (cut.difference.gained, cut.difference.lost, cut.difference.n) == (0, 0, 2)
    assert cut.document()["pairs"] == 2


def test_verdicts_are_corrected_for_the_number_of_comparisons() -> None:
    """Six flips one way have p = 2 / 2^6 = 1/32: apart at 95 % alone, 1/16 and not apart beside a second comparison."""
    lost, won = [[LOST] * 6], [[WON] * 6]

    (alone,) = compared(new_run(lost, won), [(0, 1)])
    both = compared(new_run(lost, won, lost), [(0, 1), (0, 2)])
    assert (alone.p, alone.p_holm, alone.verdict) == (1 / 32, 1 / 32, APART)
    assert [found.p_holm for found in both] == [1 / 16, 1]
    assert [found.verdict for found in both] == [NOT_APART, NOT_APART]


def test_what_plays_worse_is_told_apart_too() -> None:
    """The same flips the other way."""
    (found,) = compared(new_run([[WON] * 6], [[LOST] * 6]), [(0, 1)])

    assert (found.difference.gained, found.difference.lost) == (0, 6)
    assert (found.verdict, found.worded(WORSE)) == (APART, WORSE)
    assert (found.document()["verdict"], found.document(WORSE)["verdict"]) == (APART, WORSE)


def test_what_says_which_cell_it_is() -> None:
    """All of axes, policy and sweep, less what two cells may differ in; axes may be lists or tuples."""
    one = Cell(0, {"table": "short", "team": (1, 2)}, "plain", {"goal": 8, "odds": 1})
    other = Cell(7, {"table": "short", "team": [1, 2]}, "bold", {"goal": 9, "odds": 1})

    assert key_of(one) == key_of(Cell(3, one.axes, "plain", {"goal": 8, "odds": 1})) != key_of(other)
    assert key_of(one, ["policy", "goal"]) == key_of(other, ["policy", "goal"]) != key_of(one, ["policy"])
    assert key_of(one, ["policy", "sweep"]) == key_of(other, ["policy", "sweep"])
    assert same_table(one) != same_table(other)


def test_cells_of_another_run_are_compared_too() -> None:
    """The base is the same cell of another run."""
    (found,) = compared(new_run([[WON, WON, LOST]]), [(0, 0)], of=new_run([[LOST, WON, WON]]))

    assert (found.difference.gained, found.difference.lost, found.difference.n) == (1, 1, 3)


def test_cells_together_are_one_comparison() -> None:
    """Six of six flip in one cell, none of six in the other: 6 of 12 in all, p = 2 / 2^6, uncorrected."""
    lost, won = [[LOST] * 6], [[WON] * 6]
    found = together(compared(new_run(lost, won, lost), [(0, 1), (0, 2)]))

    assert (found.difference.gained, found.difference.lost, found.difference.n) == (6, 0, 12)
    assert found.difference.difference == 1 / 2
    assert (found.p, found.p_holm, found.verdict) == (1 / 32, 1 / 32, APART)

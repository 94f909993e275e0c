"""Intervals, differences and lengths against values worked out by hand or published."""

from __future__ import annotations

import numpy as np
import pytest

from sim.report.estimates import describe, incidence, stratified_difference, wilson


def test_no_win_has_an_upper_bound() -> None:
    """0 of 2,000 is at most z^2 / (n + z^2) = 0.19 %, not 0 +- 0; 2,000 of 2,000 mirrors it; 0 of 0 says nothing."""
    rate, low, high = wilson([0, 2000, 0], [2000, 2000, 0])
    assert rate[:2].tolist() == [0.0, 1.0]
    assert np.isnan(rate[2])
    assert low == pytest.approx([0.0, 1 - 0.0019170, 0.0], abs=1e-7)
    assert high == pytest.approx([0.0019170, 1.0, 1.0], abs=1e-7)


def test_half_of_two() -> None:
    """1 of 2: centre 1/2, half-width z sqrt(1/8 + z^2/16) / (1 + z^2/2) = 0.40547."""
    rate, low, high = wilson(1, 2)
    assert (float(rate), float(low), float(high)) == pytest.approx((0.5, 0.09453, 0.90547), abs=1e-5)


def test_difference_of_two_rates() -> None:
    """56 of 70 less 48 of 80: 0.2 with the interval 0.0524 to 0.3339, as published for Newcombe's method 10."""
    found = stratified_difference([[56]], [[70]], [[104]], [[150]])
    assert [float(value[0]) for value in found] == pytest.approx([0.2, 0.0524, 0.3339], abs=1e-4)


def test_cells_are_kept_apart() -> None:
    """5 of 10 against 2 of 10, 4 of 20 against 2 of 20: weights 1/3 and 2/3, so 0.3 / 3 + 0.1 x 2 / 3 = 1/6.

    Wilson's intervals are 0.2366 to 0.7634, 0.0567 to 0.5098, 0.0807 to 0.4160 and 0.0279 to 0.3010. The squares below:
    (0.2634^2 + 0.3098^2) / 9 + (0.1193^2 + 0.2010^2) x 4 / 9 = 0.2065^2; above, in the same way, 0.1818^2.
    """
    found = stratified_difference([[5], [4]], [[10], [20]], [[7], [6]], [[20], [40]])
    assert [float(value[0]) for value in found] == pytest.approx([1 / 6, 1 / 6 - 0.2065, 1 / 6 + 0.1818], abs=2e-4)


def test_an_easy_cell_is_no_effect() -> None:
    """A thing that is frequent where winning is easy, and changes nothing within a cell, differs by 0."""
    difference, low, high = stratified_difference([[72], [1]], [[90], [10]], [[80], [10]], [[100], [100]])
    assert float(difference[0]) == pytest.approx(0.0)
    assert float(low[0]) < 0 < float(high[0])


def test_no_win_at_all_leaves_room_for_a_difference() -> None:
    """Without any win the difference is 0, but neither of one cell nor of two is it 0 +- 0."""
    for cells in (1, 2):
        _, low, high = stratified_difference([[0]] * cells, [[20]] * cells, [[0]] * cells, [[100]] * cells)
        assert float(low[0]) < -0.01
        assert float(high[0]) > 0.05


def test_a_thing_that_is_always_there_has_no_difference() -> None:
    """Where no playout is without it, in one cell or in all, the difference is unknown."""
    assert np.isnan(stratified_difference([[3]], [[10]], [[3]], [[10]])[0][0])
    assert np.isnan(stratified_difference([[3], [2]], [[10], [5]], [[3], [2]], [[10], [5]])[0][0])


def test_lengths() -> None:
    """1, 2, 2, 3: mean 2, variance 2/3, median 2, the 95 % quantile 3; nothing at all has no mean."""
    found = describe([0, 1, 2, 1])
    assert (found["n"], found["mean"], found["q5"], found["q50"], found["q95"]) == (4, 2.0, 1.0, 2.0, 3.0)
    assert found["sd"] == pytest.approx((2 / 3) ** 0.5)
    assert found["mean_high"] - found["mean"] == pytest.approx(1.959964 * (2 / 3) ** 0.5 / 2, abs=1e-6)
    assert np.isnan(describe([0, 0])["mean"])


def test_who_is_still_running() -> None:
    """Of 4 playouts 1 ends at 1 and 2 at 2: at risk 4, 4, 3, 1; the cumulative counts end at the totals."""
    ended, at_risk, cumulative = incidence([[0, 1, 0, 0], [0, 0, 2, 1]])
    assert at_risk.tolist() == [4, 4, 3, 1]
    assert cumulative[:, -1].tolist() == ended.sum(axis=1).tolist() == [1, 3]

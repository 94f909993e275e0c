"""Curves of win rates: their direction, their shape, where they cross a rate, and how steep they are there."""

from __future__ import annotations

import pytest

from sim.curves import FALLING, FLAT, NEITHER, RISING, curve_of

N = [1000] * 5


def test_a_rising_curve() -> None:
    """It crosses 50 % between its second and third place, and gains 10 points a place there."""
    curve = curve_of([0, 2, 4, 6, 8], [100, 300, 500, 700, 900], N)

    assert curve.shape == RISING
    assert list(curve.fit) == pytest.approx([0.1, 0.3, 0.5, 0.7, 0.9])
    assert curve.crossing(0.45, near=0) == (2, 4)
    assert curve.slope(0.45, near=0) == pytest.approx(0.1)
    assert curve.crossing(0.95, near=0) is None


def test_a_falling_curve_with_a_stumble() -> None:
    """Two places out of order by no more than noise are pooled, by their playouts: (420 + 440) / 2000."""
    curve = curve_of([0, 1, 2, 3, 4], [900, 700, 420, 440, 100], N)

    assert curve.shape == FALLING
    assert list(curve.fit) == pytest.approx([0.9, 0.7, 0.43, 0.43, 0.1])
    assert curve.crossing(0.6, near=4) == (1, 2)


def test_a_flat_curve() -> None:
    """No two settings are told apart."""
    assert curve_of([0, 1, 2, 3, 4], [500, 510, 495, 505, 500], N).shape == FLAT


def test_a_hump() -> None:
    """It goes up and down beyond noise: the rates stay as they are, and of two crossings the nearer one counts."""
    curve = curve_of([0, 1, 2, 3, 4], [100, 500, 900, 500, 100], N)

    assert curve.shape == NEITHER
    assert list(curve.fit) == pytest.approx([0.1, 0.5, 0.9, 0.5, 0.1])
    assert curve.crossing(0.3, near=0) == (0, 1)
    assert curve.crossing(0.3, near=4) == (3, 4)


def test_many_playouts_count_for_more() -> None:
    """Pooled rates are means weighted by playouts: (30 + 2000) / 5100 of the two that are out of order."""
    curve = curve_of([0, 1, 2], [30, 2000, 900], [100, 5000, 1000])

    assert list(curve.fit) == pytest.approx([0.3, 0.4, 0.9])
    assert list(curve_of([0, 1, 2], [45, 2000, 900], [100, 5000, 1000]).fit) == pytest.approx([2045 / 5100] * 2 + [0.9])

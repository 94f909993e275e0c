"""The search of `sim train`, step by step, with numbers worked out by hand; the command is tested in cli/."""

from __future__ import annotations

from math import log
from types import SimpleNamespace
from typing import Any

import pytest

from sim.game import Range
from sim.train import Candidate, Generation, Number, Settings, drawn, next_of, seed_of

LIFT = Number(("lift",), Range(0, 100, step=2), 12, whole=True)
LEAD = Number(("lead", 0), Range(-40, 40, unit=10), 0, whole=True)
FIRM = Number(("grip", "firm"), Range(0.0, 1.0), 0.5, whole=False)


def training(*numbers: Number, population: int = 3, elite: int = 2, spread: float = 0.3) -> Any:
    """Return a training of these numbers, with all that the search looks at."""
    prepared = SimpleNamespace(experiment=SimpleNamespace(seed=5))
    return SimpleNamespace(
        prepared=prepared, numbers=numbers, settings=Settings(4, population, elite, trials=10, spread=spread)
    )


def candidates(*found: tuple[float, int]) -> list[Candidate]:
    """Return candidates of one number by coordinate and wins, which two cells share."""
    return [Candidate((x,), (x,), (won // 2, won - won // 2)) for x, won in found]


def test_what_is_never_below_0_is_drawn_by_factors() -> None:
    """12 is at log 13; what lies between two steps goes to the nearer; nothing leaves the range."""
    assert LIFT.coordinate(12) == log(13)
    assert [LIFT.value(log(1 + x)) for x in (12, 12.9, 13.1, 0, -0.5, 500)] == [12, 12, 14, 0, 0, 100]
    assert LIFT.kept(9) == log(101)
    assert LIFT.kept(-1) == 0


def test_what_may_be_below_0_is_drawn_as_it_is() -> None:
    """Whole numbers are rounded, half of one up."""
    assert LEAD.coordinate(-7) == -7
    assert [LEAD.value(x) for x in (-7.4, -7.6, 0.5, 99)] == [-7, -8, 1, 40]
    assert isinstance(LEAD.value(3.2), int)


def test_what_is_not_whole_stays_so() -> None:
    """It is not rounded, and is a number with a point even at the end of its range."""
    assert FIRM.value(log(1.25)) == pytest.approx(0.25)
    assert [repr(FIRM.value(x)) for x in (-1, 9)] == ["0.0", "1.0"]


def test_the_first_spread_is_wide_enough_to_change_something() -> None:
    """30 % of 12, or half a step of 2; 30 % of the unit for what begins at 0; a hundredth of a range of 1."""
    assert LIFT.spread(0.3) == 0.3
    assert LIFT.spread(0.01) == pytest.approx(1 / 13)
    assert LEAD.spread(0.3) == 3
    assert LEAD.spread(0.01) == 0.5
    assert FIRM.spread(0.001) == pytest.approx(0.01 / 1.5)


def test_centre_and_spread_follow_the_elite() -> None:
    """Of 0, 2, 4 with 1, 5, 3 wins the elite are 2 and 4: mean 3, deviation 1; seven tenths of the way there."""
    found = next_of(training(LEAD), 0, candidates((0, 1), (2, 5), (4, 3)), (0.0,), (3.0,))

    assert [one.coordinates for one in found.elite(2)] == [(2,), (4,)]
    assert found.centre == pytest.approx((0.7 * 3,))
    assert found.spread == pytest.approx((0.7 * 1 + 0.3 * 3,))
    assert found.seed == seed_of(5, 0)


def test_the_spread_has_a_floor() -> None:
    """An elite all alike leaves a fifth of the first spread, 0.6; where that moves nothing, half a step."""
    alike = candidates((2, 5), (2, 5), (4, 3))

    assert next_of(training(LEAD), 0, alike, (0.0,), (0.7,)).spread == pytest.approx((0.6,))
    assert next_of(training(LEAD, spread=0.1), 0, alike, (0.0,), (0.7,)).spread == (0.5,)


def test_of_equals_the_elite_are_those_drawn_first() -> None:
    """The centre, which is the first, is not left for what does not win more."""
    found = Generation(0, 1, tuple(candidates((0, 4), (1, 5), (2, 4), (3, 5))), (0.0,), (1.0,))

    assert [one.coordinates for one in found.elite(3)] == [(1,), (3,), (0,)]


def test_candidates_are_drawn_round_the_centre() -> None:
    """The first is the centre; the others depend on the seed and the generation alone, and stay within the range."""
    few = training(LIFT, LEAD, population=400)
    points = drawn(few, 1, (log(13), 39.0), (0.3, 3.0))
    lifts, leads = [list(column) for column in zip(*points[1:], strict=True)]

    assert points[0] == (log(13), 39.0)
    assert len(points) == 400
    assert points == drawn(few, 1, (log(13), 39.0), (0.3, 3.0))
    assert points[1] != drawn(few, 2, (log(13), 39.0), (0.3, 3.0))[1]
    assert sum(lifts) / 399 == pytest.approx(log(13), abs=4 * 0.3 / 399**0.5)
    assert max(leads) == 40


def test_seeds_are_those_of_their_generation() -> None:
    """They fit a rules record, and none is that of another generation or of another training's."""
    seeds = [seed_of(seed, generation) for seed in range(20) for generation in range(50)]

    assert len(set(seeds)) == 1000
    assert all(50 < seed < 2**63 for seed in seeds)

"""Joint designs: the estimates against closed forms and scipy's, with and without luck; playing, resuming, refusing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from sim import joint
from sim.config import Prepared, load
from sim.errors import UserError
from sim.files import read_json, write_json
from sim.progress import Quiet
from sim.ranges import chosen

SEED = 11


def rates_of(chance: Callable[[Any], Any], rows: int, d: int, half: int) -> Any:
    """Return the win rates of a design of `rows` whose points are won by chance(shares), shape (..., d) -> (...).

    `half` playouts of each half; 0: as if they were endless.
    """
    points = stats.qmc.Sobol(2 * d, rng=SEED).random(rows).reshape(rows, 2, d)
    a, b = points[:, 0], points[:, 1]
    mixed = [np.where(np.arange(d) == k, b, a) for k in range(d)]
    p = np.stack([chance(shares) for shares in (a, b, *mixed)], axis=-1)
    if not half:
        return np.stack([p, p])
    return np.random.default_rng(SEED).binomial(half, p, (2, *p.shape)) / half


def three(x: Any) -> Any:
    """A chance in which the first share does most, the second some, the third nothing, and two go together."""
    return 0.3 + 0.3 * x[..., 0] + 0.1 * x[..., 1] + 0.2 * x[..., 0] * x[..., 1]


def test_without_luck_they_are_those_of_scipy() -> None:
    """With both halves the same, the estimates are Saltelli's of 2010."""
    rates = rates_of(three, 64, 3, 0)
    a, b, ab = rates[:1, :, 0], rates[:1, :, 1], np.moveaxis(rates[:1, :, 2:], -1, 0)
    expected = stats.sobol_indices(func={"f_A": a, "f_B": b, "f_AB": ab}, n=64)
    found = joint.crossed(rates)

    assert found["first"] == pytest.approx(expected.first_order)
    assert found["total"] == pytest.approx(expected.total_order)
    assert found["noise"] == pytest.approx(0)
    seen = rates[0, :, :2].ravel()
    assert (found["low"], found["high"]) == pytest.approx(tuple(np.quantile(seen, (0.05, 0.95))))


def test_luck_is_taken_out() -> None:
    """Half of what is seen is luck; the closed form's indices and variance lie in the intervals."""
    # With u, v uniform: f = .3 u + .1 v + .2 u v. Main effects .4 u and .2 v, and .2 (u - 1/2)(v - 1/2).
    parts = np.array([0.4**2 / 12, 0.2**2 / 12, 0.2**2 / 144])
    signal = parts.sum()
    first, total = parts[:2] / signal, (parts[:2] + parts[2]) / signal
    rates = rates_of(three, 512, 3, 12)
    found, again = joint.crossed(rates), joint.bootstrap(rates, SEED)

    def within(name: str, truth: float, index: Any = ()) -> bool:
        low, high = np.quantile(again[name][(slice(None), *index)], (0.0005, 0.9995))
        return bool(low < truth < high)

    assert found["noise"] > 0.3
    assert within("signal", signal)
    for k in range(2):
        assert within("first", first[k], (k,))
        assert within("total", total[k], (k,))
    assert within("first", 0.0, (2,))
    assert within("total", 0.0, (2,))


def test_one_that_does_everything_and_one_that_does_nothing() -> None:
    """Their indices are 1 and 0; the spread is that of the chance, not of what is seen."""
    rates = rates_of(lambda x: 0.4 + 0.2 * x[..., 0], 512, 2, 200)
    found = joint.crossed(rates)
    seen = rates[..., :2].mean(axis=0)

    assert found["first"] == pytest.approx([1, 0], abs=0.1)
    assert found["total"] == pytest.approx([1, 0], abs=0.1)
    assert (found["low"], found["high"]) == pytest.approx((0.41, 0.59), abs=0.015)
    assert np.quantile(seen, 0.95) > 0.6


def test_nothing_but_luck_has_no_indices() -> None:
    """Where no parameter does anything, that is said, and estimates below 0 are shown as 0."""
    prepared = race()
    plan = joint.design(chosen(prepared.game, ["long_tosses", "goal.2"]), 32, 20, SEED)
    nothing = joint.document(plan, rates_of(lambda x: 0.5 + 0 * x[..., 0], 32, 2, 10), 0.0, SEED)
    one = joint.document(plan, rates_of(lambda x: 0.2 + 0.6 * x[..., 0], 32, 2, 10), 0.0, SEED)

    assert not nothing["told_from_noise"]
    assert nothing["indices"] == []
    assert one["told_from_noise"]
    assert [entry["path"] for entry in one["indices"]] == ["goal.2", "long_tosses"]
    for entry in one["indices"]:
        for name in ("first", "total"):
            assert entry[name] == min(max(entry[f"{name}_estimated"], 0), 1)
            assert 0 <= entry[f"{name}_low"] <= entry[f"{name}_high"] <= 1


def test_a_few_rows_have_neither_intervals_nor_indices() -> None:
    """8 rows do not, 16 do, whatever they show."""
    ranges = chosen(race().game, ["long_tosses", "goal.2"])
    few, enough = (
        joint.document(
            joint.design(ranges, rows, 200, SEED), rates_of(lambda x: 0.2 + 0.6 * x[..., 0], rows, 2, 100), 0.0, SEED
        )
        for rows in (8, 16)
    )

    assert (few["told_from_noise"], few["indices"], few["low_ends"]) == (False, [], None)
    assert enough["told_from_noise"]
    assert enough["low_ends"][0] <= enough["low"] <= enough["low_ends"][1]


def test_a_larger_design_begins_with_the_smaller() -> None:
    """So that more rows add to those that are there."""
    ranges = chosen(race().game, ["long_tosses", "goal.2"])
    small, large = (joint.design(ranges, rows, 20, SEED) for rows in (8, 32))

    assert (large.shares[:8] == small.shares).all()


def test_the_points_of_a_row() -> None:
    """As it stands, A, B, then A with one value of B at a time."""
    plan = joint.design(chosen(race().game, ["goal.2", "fast"]), 4, 20, SEED)
    stands, a, b, first, second = plan.points(2)

    assert stands == {}
    assert first == {**a, "goal.2": b["goal.2"]}
    assert second == {**a, "fast": b["fast"]}


# -- playing ---------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _toys(toys: None) -> None:
    """Every test may race."""


def race(**options: Any) -> Prepared:
    """Return the race of two at the long table."""
    return load(options={"game": "purse", "cells.table": ["long"], "cells.players": [2], "playouts": 10, **options})


def played(prepared: Prepared, rows: int, folder: Path, threads: int = 1) -> Any:
    """Return the win rates of a design, played as far as the folder lacks it."""
    plan = joint.design(chosen(prepared.game, ["goal.2", "long_tosses", "fast"]), rows, 20, SEED)
    stop = threading.Event()
    return joint.play_cell(prepared, prepared.cells[0], plan, folder / "000.json", Quiet(), stop, threads)


def test_played_on_is_the_same_as_played_at_once(tmp_path: Path) -> None:
    """On however many threads; a parameter that changes no rule (fast) changes nothing at all."""
    once = played(race(), 8, tmp_path / "once")
    played(race(), 4, tmp_path / "grown")
    grown = played(race(), 8, tmp_path / "grown", threads=2)

    assert once.shape == (2, 8, 5)
    assert (once == grown).all()
    assert (once[..., 4] == once[..., 0]).all()
    assert (tmp_path / "once/000.json").read_bytes() == (tmp_path / "grown/000.json").read_bytes()


def test_a_file_of_another_design_is_refused(tmp_path: Path) -> None:
    """The seed decides the wins: another one needs another folder."""
    played(race(), 2, tmp_path)

    with pytest.raises(UserError, match=r"000.json: was played with other seed; use another folder"):
        played(race(seed=2), 2, tmp_path)


@pytest.mark.parametrize(
    ("wins", "fault"),
    [
        (None, "it is not what is kept there"),
        ([[[1, 2], "x"]], "0.1 is not what is kept there"),
        ([[[1, 2]]], "its rows are not those of this design"),
        ([[[1]] * 5], "its rows are not those of this design"),
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path: Path, wins: Any, fault: str) -> None:
    """A checksum that fits is no proof of what is in it."""
    played(race(), 1, tmp_path)
    file = tmp_path / "000.json"
    write_json(file, {**read_json(file, 1), "wins": wins})

    with pytest.raises(UserError, match=f"000.json: is damaged: {fault}"):
        played(race(), 1, tmp_path)


def test_stopped_it_keeps_what_is_finished(tmp_path: Path) -> None:
    """A stop that comes first plays nothing; the next call plays it all."""
    stop = threading.Event()
    stop.set()
    prepared = race()
    plan = joint.design(chosen(prepared.game, ["goal.2"]), 4, 20, SEED)

    with pytest.raises(KeyboardInterrupt):
        joint.play_cell(prepared, prepared.cells[0], plan, tmp_path / "000.json", Quiet(), stop, 1)
    assert joint.stored(prepared, prepared.cells[0], plan, tmp_path / "000.json") == {}


def test_a_stop_need_not_wait_for_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes in the second block of a row whose halves have 10,000 playouts each: no third block is played."""
    stop, blocks = threading.Event(), list[int]()
    play_block = joint.play_block

    def stopping(*arguments: Any) -> Any:
        blocks.append(arguments[-1])
        if len(blocks) == 2:
            stop.set()
        return play_block(*arguments)

    monkeypatch.setattr(joint, "play_block", stopping)
    prepared = race()
    plan = joint.design(chosen(prepared.game, ["goal.2"]), 2, 20_000, SEED)

    with pytest.raises(KeyboardInterrupt):
        joint.play_cell(prepared, prepared.cells[0], plan, tmp_path / "000.json", Quiet(), stop, 1)
    assert len(blocks) == 2
    assert sum(blocks) < 10_000
    assert joint.stored(prepared, prepared.cells[0], plan, tmp_path / "000.json") == {}


@pytest.mark.parametrize(
    ("rows", "playouts", "fault"),
    [
        (3, 20, "--joint: must be 0 (none) or a power of 2 from 2 to 65536, as 64, not 3"),
        (1, 20, "--joint: must be 0 (none) or a power of 2 from 2 to 65536, as 64, not 1"),
        (-2, 20, "--joint: must be 0 (none) or a power of 2 from 2 to 65536, as 64, not -2"),
        (2**30, 20, "--joint: must be 0 (none) or a power of 2 from 2 to 65536, as 64, not 1073741824"),
        (4, 10**20, "--joint-playouts: must be an even number from 2 to 1000000, not 100000000000000000000"),
        (4, 21, "--joint-playouts: must be an even number from 2 to 1000000, not 21"),
    ],
)
def test_sizes_that_no_design_has(rows: int, playouts: int, fault: str) -> None:
    """Each is one line."""
    with pytest.raises(UserError) as caught:
        joint.check(rows, playouts)

    assert str(caught.value) == fault

"""The study of the gate, in small: its counts add up, what it plants is found, and it is the same every time."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from sim.report.study import main, share, write_study
from sim.study import SHIFTS, Pool, edge_checks, looked_coverage, pools_of, study

POOLS = [Pool("even", 100_000, 200_000), Pool("hard", 20_000, 200_000), Pool("hopeless", 0, 200_000)]


def test_counts_add_up_and_shifts_are_found() -> None:
    """Every check gives the planted cell one verdict; 3 points are found, 0 and 0.2 are never called moved."""
    document = study(POOLS, 10_000, series=20)
    by_shift = {one["shift"]: one["planted"] for one in document["checks"]}

    assert list(by_shift) == list(SHIFTS)
    assert all(sum(found.values()) == 20 for found in by_shift.values())
    assert (by_shift[0.0]["moved"], by_shift[0.002]["moved"], by_shift[0.03]["moved"]) == (0, 0, 20)
    assert document["stopped"]["series"] == document["looked"]["series"] == 60
    # 10,000 pairs that share no luck never tell a cell at 50 % or at 10 %; the one at 0 % has no flips at all.
    assert [one["others_decided"] for one in document["shipped"]] == [20] * len(SHIFTS)
    assert document["stopped"]["at_every_look"] <= document["stopped"]["at_stop"] <= 60
    assert document == study(POOLS, 10_000, series=20)


def test_the_pool_is_real(tmp_path: Path, toys: None) -> None:
    """It holds the playouts of every cell of the config; files may be written over those of an earlier study."""
    (tmp_path / "pool.toml").write_text('game = "coin"\n[cells]\ntable = "short"\n')
    pools = pools_of(tmp_path / "pool.toml", 100, threads=1)
    (tmp_path / "baseline.toml").write_text('game = "coin"\nplayouts = 7000\n')
    main([*map(str, (tmp_path / "pool.toml", tmp_path / "baseline.toml", tmp_path / "out")), "100", "5"])
    document = json.loads((tmp_path / "out/study.json").read_bytes())
    write_study({**document, "files": None}, tmp_path / "out")

    assert [(pool.title, pool.playouts) for pool in pools] == [("short 2 plain", 100), ("short 3 plain", 100)]
    assert [pool["win_rate"] for pool in document["pools"]] == [pool.wins / 100 for pool in pools]
    assert document["gate"]["shipped"] == 7_000
    assert all(one["median_pairs"] <= 7_000 for one in document["shipped"])
    assert (tmp_path / "out/study.md").read_text().count("(n = 5)") >= 14
    assert (tmp_path / "out/charts/study.png").exists()


def test_cells_at_the_margin_are_not_moved() -> None:
    """Each verdict is wrong there, and comes as seldom as promised."""
    edge = edge_checks([Pool("hard", 6, 100)] * 3, 10_000, 40, np.random.default_rng(1))

    assert edge["cells"] == 3
    assert edge["moved"] <= 0.05 * 40
    assert edge["unchanged"] <= 3 * 0.05 * 40


def test_who_looks_often_misses_the_truth() -> None:
    """A Wilson interval after each 1,000 of 100,000 playouts: some 38 % of series miss the truth somewhere."""
    found = looked_coverage([Pool("even", 42, 100)], 1_000, np.random.default_rng(1))

    assert (found["between"], found["looks"]) == (1_000, 100)
    assert 0.33 < 1 - found["held"] / found["series"] < 0.43


def test_a_share_has_its_exact_interval() -> None:
    """0 of n: the upper end is 1 - 0.025^(1/n)."""
    assert share(0, 10) == f"0.00% [0.00, {100 * (1 - 0.025 ** (1 / 10)):.2f}] (n = 10)"
    assert math.isclose(1 - 0.025 ** (1 / 10), 0.3085, rel_tol=1e-3)


@pytest.mark.parametrize("shift", SHIFTS)
def test_shifts_are_shares(shift: float) -> None:
    """They stay within 0..1 on top of any pool that is used."""
    assert 0 <= shift < 0.05

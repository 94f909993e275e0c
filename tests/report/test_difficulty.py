"""The difficulty curve: order and evenness of levels, by hand and on a game whose levels are known to be in order."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sim.game import discover
from sim.pairs import judged
from sim.report.difficulty import EVEN, FIRST, SECOND, UNKNOWN, Curve, evenness, ratio
from sim.report.files import write_report
from sim.stats import flips, paired_difference, quantile

Cli = Callable[..., Any]


def won(*wins: int, n: int = 1000) -> list[Any]:
    """Return playouts of which the first so many are won: a harder level never wins what an easier one loses."""
    return [np.arange(n) < k for k in wins]


def test_the_ratio_of_two_steps() -> None:
    """200 playouts flip in the first step, 100 in the second: the ratio is 2, and Fieller's ends solve his equation."""
    found = ratio(*won(600, 400, 300))
    n, z2 = 1000, quantile() ** 2

    assert found.ratio == pytest.approx(2)
    for end in (found.low, found.high):
        assert end is not None
        # Var(d1 - r d2) of shares .2 and .1 of playouts that never coincide.
        variance = (0.2 + end * end * 0.1 - (0.2 - end * 0.1) ** 2) / (n - 1)
        assert (0.2 - end * 0.1) ** 2 == pytest.approx(z2 * variance, rel=1e-6)
    assert found.low is not None
    assert found.low > 1
    assert found.verdict == FIRST


@pytest.mark.parametrize(
    ("wins", "verdict"),
    [
        ((600, 500, 300), SECOND),
        ((600, 500, 400), EVEN),
        *(
            (wins, UNKNOWN)
            for wins in ((600, 400, 398), (600, 400, 400), (600, 400, 500), (400, 500, 600), (3, 500, 600))
        ),
    ],
)
def test_evenness(wins: tuple[int, int, int], verdict: str) -> None:
    """Equal steps are not told apart; beside one that may be none, or leads back, no ratio can be named."""
    assert ratio(*won(*wins)).verdict == verdict


def test_a_first_step_that_leads_back_has_no_evenness() -> None:
    """100 playouts more are won at the middle level, 200 fewer at the hard one: the ratio is -1/2, and says nothing."""
    samples = [SimpleNamespace(cell=SimpleNamespace(index=index)) for index in range(3)]
    easy, middle, hard = won(400, 500, 300)

    def found(*three: Any) -> str:
        pairs = [(1, 0), (2, 1)]
        steps = judged(pairs, [paired_difference(*flips(b, a)) for a, b in itertools.pairwise(three)])
        return evenness(three, {(step.base - 1, step.cell + 1): step for step in steps}, samples).verdict

    assert ratio(easy, middle, hard).verdict == SECOND
    assert found(easy, middle, hard) == UNKNOWN
    assert found(middle, easy, hard) == EVEN  # 100 each: in order


def test_no_playouts_have_no_ratio() -> None:
    """Neither has one alone."""
    for n in (0, 1):
        assert ratio(*won(1, 0, 0, n=n)).verdict == UNKNOWN


def test_names_of_levels(new_run: Callable[..., Any], new_counts: Callable[..., Any]) -> None:
    """Words that all begin with are left out."""
    from sim.report.cells import samples_of

    cells = [({"mode": mode}, "calm", {}, new_counts(5, 5, 0)) for mode in ("co_op_easy", "co_op_very_hard")]
    samples = samples_of(new_run(cells))

    assert Curve("mode", tuple(samples)).names == ["Easy", "Very hard"]


def test_without_rows_levels_are_shown_and_not_judged(grid: Any, tmp_path: Path) -> None:
    """Two modes with two team sizes each: a curve a team size, its rates, a chart, and why there is no verdict."""
    grid.game.levels = {"mode": ("easy", "hard_mode")}
    document = write_report(grid, tmp_path / "report")
    summary = (tmp_path / "report/report.md").read_text()

    assert [(curve["levels"], curve["cells"], curve["steps"]) for curve in document["difficulty"]] == [
        (["easy", "hard_mode"], [0, 2], []),
        (["easy", "hard_mode"], [1, 3], []),
    ]
    assert "The run kept no rows, so playouts cannot be paired, and steps are not judged." in summary
    assert "| 2 players | 40.0 % (30.9 to 49.8 %) | 100 % (at least 96.3 %) |" in summary
    assert (tmp_path / "report/charts/difficulty.svg").exists()


def test_a_game_without_levels_has_no_curve(report: Path) -> None:
    """Neither section nor file."""
    assert "Difficulty curve" not in (report / "report.html").read_text()
    assert json.loads((report / "report.json").read_text())["difficulty"] == []


@pytest.mark.parametrize(
    ("order", "verdict", "told"),
    [
        (("long", "short"), "in order", "1 of 1 steps between levels are in order; out of order: none"),
        (("short", "long"), "out of order", "out of order: The cell (Short to Long); not apart: none"),
    ],
)
def test_levels_in_and_out_of_order(
    cli: Cli, toys: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: Any, verdict: str, told: str
) -> None:
    """A race with more tosses is won whenever the shorter one is; levels the other way round are out of order."""
    monkeypatch.setattr(discover()["purse"], "levels", {"table": order}, raising=False)
    shorter = ("--set", "goal.2=12", "--players", 2, "--playouts", 600)
    assert cli("run", "purse", *shorter, "--out", tmp_path / "run", "--quiet").code == 0
    answer = cli("report", tmp_path / "run", "--json", "--quiet")
    (curve,) = json.loads(answer.out)["difficulty"]
    (step,) = curve["steps"]
    page = (tmp_path / "run/report/report.html").read_text()

    assert (step["verdict"], curve["ratios"]) == (verdict, [])
    assert min(step["gained"], step["lost"]) == 0
    assert max(step["gained"], step["lost"]) > 5
    assert told in page
    assert told in (tmp_path / "run/report/report.md").read_text()


def test_levels_that_are_not_apart(cli: Cli, toys: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many tosses at both tables all playouts end alike."""
    monkeypatch.setattr(discover()["purse"], "levels", {"table": ("long", "short")}, raising=False)
    same = ("--set", "long_tosses=20", "--players", 2, "--playouts", 40)
    assert cli("run", "purse", *same, "--out", tmp_path / "run", "--quiet").code == 0
    (curve,) = json.loads(cli("report", tmp_path / "run", "--json", "--quiet").out)["difficulty"]

    assert (curve["steps"][0]["verdict"], curve["steps"][0]["difference"]) == ("not apart", 0)

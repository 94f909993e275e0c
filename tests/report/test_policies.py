"""Policies side by side: who stands where, what is drawn of whom, and differences paired on the same playouts."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from sim.report.build import report_of, sections
from sim.report.cells import parts_of, samples_of
from sim.report.files import write_report
from sim.report.policies import headline, leading, side_by_side
from sim.report.summary import rate_grid

NewRun = Callable[..., Any]
NewCounts = Callable[..., Any]
WINS = {("easy", 2): (40, 80), ("easy", 3): (10, 70), ("hard", 2): (20, 30), ("hard", 3): (10, 90)}

READING = (
    "A cell that is low for every policy is hard; one that is low for calm, not for wild, is hard for beginners, and "
    "rewards skill."
)


@pytest.fixture
def run(new_run: NewRun, new_counts: NewCounts) -> Any:
    """Return a run of two modes and two team sizes by two policies, 100 playouts of one and 200 of the other."""
    cells = [
        ({"mode": mode, "players": n}, policy, {}, new_counts(wins * size // 100, (100 - wins) * size // 100, 0))
        for (mode, n), both in WINS.items()
        for policy, wins, size in zip(("calm", "wild"), both, (200, 100), strict=True)
    ]
    return new_run(cells, planned={"calm": 200, "wild": 100})


def test_each_policy_has_its_line_in_the_grid(run: Any) -> None:
    """Cells stay where they were; below each line of the first policy stands that of the next, with its own n."""
    (levels,) = side_by_side(run, parts_of(run.game, samples_of(run)))
    (block,) = levels.whole.blocks
    grid = rate_grid(run.game, levels.whole, block)

    assert grid.heads == ("Players", "Policy", "Easy", "Hard")
    assert [[entry.main for entry in row] for row in grid.rows] == [
        ["2 players", "calm", "40.0 %", "20.0 %"],
        ["2 players", "wild", "80.0 %", "30.0 %"],
        ["3 players", "calm", "10.0 %", "10.0 %"],
        ["3 players", "wild", "70.0 %", "90.0 %"],
    ]
    assert [row[2].sub.endswith(n) for row, n in zip(grid.rows, ("n 200", "n 100") * 2, strict=True)] == [True] * 4


def test_the_second_level_adds_a_section_and_doubles_nothing(run: Any) -> None:
    """Charts keep their names and are of the first policy; files have both; on the page the comparison comes first."""
    report = report_of(run)
    first, *others = sections(report)
    (levels,) = sections(report)[first]

    assert (first, levels.name, [chart.name for chart in levels.charts]) == ("policies", "levels", ["levels"])
    assert "policies" not in others
    assert [chart.name for chart in report.charts].count("win_rate") == 1
    assert all(chart.caption.startswith("Policy calm;") for chart in report.charts[1:])
    rates = next(table for table in report.tables if table.name == "win_rate")
    assert rates.frame["policy"].tolist() == ["calm"] * 4 + ["wild"] * 4
    assert [grid.part for grid in rates.grids] == ["calm", "wild"]


def test_the_words(run: Any, tmp_path: Path) -> None:
    """How to read it is said on the page, in Markdown and by the chart; every policy's n; the plan by policy."""
    write_report(run, tmp_path / "out")
    page, summary = ((tmp_path / "out" / f"report.{kind}").read_text() for kind in ("html", "md"))
    caption = report_of(run).charts[0].caption

    assert READING in page
    assert f"- {READING}" in summary
    assert READING in caption
    assert "Policy calm; 200 playouts a cell, 800 in all. Policy wild; 100 playouts a cell, 400 in all." in caption
    assert "200 of calm, 100 of wild planned for each cell" in page
    assert "The files in <code>tables/</code> also have wild." in page
    assert "| 3 players | wild | 70.0 % (60.4 to 78.1 %; n 100) | 90.0 % (82.6 to 94.5 %; n 100) |" in summary
    assert "The run kept no rows, so playouts cannot be paired." in page


def test_a_policy_of_some_cells_only(new_run: NewRun, new_counts: NewCounts) -> None:
    """Cells of one policy alone are counted, not compared; one that the first does not play is drawn of the next."""
    cells = [
        ({"mode": "easy"}, "calm", {}, new_counts(5, 5, 0)),
        ({"mode": "hard"}, "calm", {}, new_counts(6, 4, 0)),
        ({"mode": "hard"}, "wild", {}, new_counts(7, 3, 0)),
        ({"mode": "mad"}, "wild", {}, new_counts(8, 2, 0)),
    ]
    made = new_run(cells, planned=10)
    parts = parts_of(made.game, samples_of(made))
    (levels,) = side_by_side(made, parts)

    assert [[sample.cell.index for sample in cell] for cell in levels.cells] == [[1, 2]]
    assert levels.alone == {"calm": 1, "wild": 1}
    assert headline(made.game, levels)[-2:] == ["calm alone plays 1 cell.", "wild alone plays 1 cell."]
    assert [part.policy for part in leading(parts)] == ["calm", "wild"]
    assert [part.policy for part in leading(parts_of(made.game, samples_of(made)[:3]))] == ["calm"]
    assert side_by_side(made, parts_of(made.game, [samples_of(made)[0], samples_of(made)[3]])) == []
    names = [chart.name for chart in report_of(made).charts]
    assert {"levels", "comparison", "win_rate-calm", "win_rate-wild"} <= set(names)


def test_the_order_is_that_of_the_run(new_run: NewRun, new_counts: NewCounts) -> None:
    """The policy named first leads, also where another one has the first cell."""
    cells = [
        ({"mode": "easy"}, "wild", {}, new_counts(5, 5, 0)),
        ({"mode": "hard"}, "calm", {}, new_counts(6, 4, 0)),
        ({"mode": "hard"}, "wild", {}, new_counts(7, 3, 0)),
    ]
    made = new_run(cells, planned=10)
    made.experiment = made.experiment.model_copy(update={"policy": ["calm", "wild"]})

    assert report_of(made).levels[0].policies == ["calm", "wild"]
    assert [part.policy for part in report_of(made).leading] == ["calm", "wild"]


def test_each_set_of_swept_values_has_its_own(new_run: NewRun, new_counts: NewCounts) -> None:
    """Nothing is compared across them; charts say whose they are."""
    cells = [
        ({"mode": mode}, policy, {"odds": odds}, new_counts(odds, 9, 0))
        for mode in ("easy", "hard")
        for policy in ("calm", "wild")
        for odds in (1, 2)
    ]
    report = report_of(new_run(cells, planned=1))
    names = [(chart.name, chart.part) for chart in report.charts if chart.name.startswith("levels")]

    assert names == [("levels-odds_1", "odds = 1"), ("levels-odds_2", "odds = 2")]
    assert [part.label for part in report.shown] == ["calm, odds = 1", "calm, odds = 2"]
    assert all(len({sample.cell.sweep["odds"] for cell in one.cells for sample in cell}) == 1 for one in report.levels)


@pytest.mark.parametrize("ladder", [("wild", "calm"), ("calm", "wild+seat1=calm")])
def test_what_are_no_rungs_upwards_is_no_level_of_skill(run: Any, ladder: tuple[str, ...]) -> None:
    """Where the game's ladder has the policies the other way round, or lacks one, nothing is said of beginners."""
    assert READING in report_of(run).charts[0].caption
    run.game.ladder = ladder
    assert "beginners" not in report_of(run).charts[0].caption


# -- paired differences --------------------------------------------------------------------------------------------


def races(folder: Path, cli: Callable[..., Any], *more: object) -> Mapping[str, Any]:
    """Play 60 plain and 25 bold races a cell and report them; return the document."""
    config = folder / "two.toml"
    config.write_text('game = "coin"\npolicy = ["plain", "bold"]\nplayouts = { plain = 60, bold = 25 }\n')
    played = cli("run", "coin", "--config", config, "--out", folder / "run", "--quiet", *more)
    assert played.code == 0, played.err
    answer = cli("report", folder / "run", "--out", folder / "report", "--json", "--quiet")
    assert answer.code == 0, answer.err
    return json.loads(answer.out)  # type: ignore[no-any-return]


def test_differences_are_paired_over_the_playouts_that_both_have(toys: None, cli: Any, tmp_path: Path) -> None:
    """Of 60 and 25 the first 25, which met the same luck; counted here anew from the stored rows."""
    from sim import load

    document = races(tmp_path, cli)
    rows = load(tmp_path / "run", rows=True)
    won = {
        (cell, index): cause == "goal_reached"
        for cell, index, cause in rows[["cell", "index", "cause"]].itertuples(index=False)
    }

    assert [(one["base"], one["cell"]) for one in document["levels"]] == [(0, 1), (2, 3), (4, 5), (6, 7)]
    for one in document["levels"]:
        pairs = [(won[one["base"], k], won[one["cell"], k]) for k in range(25)]
        gained, lost = pairs.count((False, True)), pairs.count((True, False))
        assert (one["pairs"], one["gained"], one["lost"]) == (25, gained, lost)
        assert one["difference"] == pytest.approx((gained - lost) / 25)
        assert one["difference_low"] <= one["difference"] <= one["difference_high"]


def test_the_table_of_levels(toys: None, cli: Any, tmp_path: Path) -> None:
    """A row a cell and policy; the first policy's has no difference. The page has it in points, with the verdict."""
    document = races(tmp_path, cli)
    with (tmp_path / "report/tables/levels.csv").open() as file:
        plain, bold, *_ = csv.DictReader(file)
    first = document["levels"][0]

    assert (plain["policy"], plain["playouts"], plain["pairs"], plain["verdict"]) == ("plain", "60", "", "")
    assert (bold["policy"], bold["playouts"], bold["base"], bold["pairs"]) == ("bold", "25", "0", "25")
    assert float(bold["difference"]) == pytest.approx(first["difference"])
    text = (tmp_path / "report/tables/levels.md").read_text()
    assert "| Players | plain | bold | bold: points over plain | Verdict |" in text
    assert f"{first['difference'] * 100:+.1f} (" in text
    assert f"; n 25) | {first['verdict']} |" in text
    assert "corrected by Holm for 4 comparisons" in text


def test_one_policy_has_no_levels(toys: None, cli: Any, tmp_path: Path) -> None:
    """Then the report is as it was: no section, no file, an empty list."""
    document = races(tmp_path, cli, "--policy", "plain")

    assert document["levels"] == []
    assert [cell["playouts"] for cell in document["cells"]] == [60] * 4
    assert not (tmp_path / "report/tables/levels.csv").exists()
    assert "By policy" not in (tmp_path / "report/report.html").read_text()

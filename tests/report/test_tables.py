"""The numbers of the tables, from small counts made by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sim.report.cells import Part, parts_of, samples_of
from sim.report.names import Names, interval, percent
from sim.report.tables import base_tables
from sim.report.views import view_tables


def parts(run: Any) -> list[Part]:
    """Return the parts of a run."""
    return parts_of(run.game, samples_of(run))


def base(run: Any, name: str) -> Any:
    """Return one of the tables that every game has."""
    return next(table for table in base_tables(run.game, parts(run)) if table.name == name)


def views(run: Any, view: str) -> dict[str, Any]:
    """Return the tables of a view by name."""
    chosen = next(each for each in run.game.views(None) if each.name == view)
    return {table.name: table for table in view_tables(run.game, chosen, parts(run))}


def test_win_rates(grid: Any) -> None:
    """Wins, n and rate of each cell, unequal n included; the signature stands beside them."""
    frame = base(grid, "win_rate").frame
    assert frame["wins"].tolist() == [40, 0, 100, 10]
    assert frame["playouts"].tolist() == [100, 100, 100, 50]
    assert frame["win_rate"].tolist() == [0.4, 0.0, 1.0, 0.2]
    assert frame["low"][1] == 0.0
    assert frame["high"][1] == pytest.approx(3.841459 / 103.841459)
    assert frame["high"][2] == 1.0
    assert frame["mean_last_round"][0] == pytest.approx((40 * 2 + 20 * 1 + 20 * 3 + 20 * 5) / 100)
    assert frame["capped"].tolist() == [1, 0, 0, 1]
    assert frame["signature"][3] == "0000000000000003"


def test_a_cause_that_did_not_occur(grid: Any) -> None:
    """It is listed with count 0 and its upper bound, in the file and for the reader."""
    table = base(grid, "causes")
    row = table.frame[(table.frame["cell"] == 1) & (table.frame["cause"] == "time")].iloc[0]
    assert (row["count"], row["share"], row["low"]) == (0, 0.0, 0.0)
    assert row["high"] == pytest.approx(3.841459 / 103.841459)
    assert table.grids[0].rows[1][-1].text == "0 % (at most 3.7 %)"
    assert len(table.frame) == 4 * 3


def test_incidence_and_hazard(grid: Any) -> None:
    """Cell 0: 20 crash in round 1; of the 80 left 40 win in round 2; of the 40 left 20 crash in round 3."""
    frame = base(grid, "incidence").frame
    crash = frame[(frame["cell"] == 0) & (frame["cause"] == "crash")].set_index("last_round")
    assert crash["incidence"].tolist() == [0.2, 0.2, 0.4, 0.4, 0.4]
    assert crash["at_risk"].tolist() == [100, 80, 40, 20, 20]
    assert crash["hazard"][3] == 0.5
    # A cell stops where nobody is left: all of cell 2 win in round 2.
    assert frame[frame["cell"] == 2]["last_round"].max() == 2


def test_pooled_counts_add_up(grid: Any) -> None:
    """By mode and over all: 1 and 1 capped of 200 and 150, 2 of 350."""
    frame = base(grid, "capped").frame
    assert frame["mode"].tolist() == ["all", "easy", "hard_mode"]
    assert frame["playouts"].tolist() == [350, 200, 150]
    assert frame["capped"].tolist() == [2, 1, 1]


def test_a_win_rate_view(grid: Any) -> None:
    """Heroes beyond the labels are no rows; a pooled rate adds counts; a pair that never played is not listed."""
    frame = views(grid, "hero")["hero"].frame
    whole = frame[frame["mode"] == "all"].set_index("hero")
    assert list(whole.index) == ["ann", "bob", "cat"]
    assert (whole["playouts"]["bob"], whole["wins"]["bob"]) == (40 + 150, 150)
    # Bob plays 60, 0, 100 and 30 times in cells that win 40, 0, 100 and 20 %.
    assert whole["expected"]["bob"] == pytest.approx((60 * 0.4 + 100 * 1.0 + 30 * 0.2) / 190)
    pairs = views(grid, "pair")["pair"].frame
    assert set(zip(pairs["hero"], pairs["with"], strict=True)) == {("ann", "bob"), ("bob", "cat")}


def test_with_and_without(grid: Any) -> None:
    """Cell 0: the lamp in 60 playouts with 40 wins, none in the other 40; the key never, with its upper bound."""
    cells = views(grid, "item")["item_cells"].frame
    lamp = cells[(cells["cell"] == 0) & (cells["item"] == "lamp")].iloc[0]
    assert (lamp["playouts_with"], lamp["wins_with"]) == (60, 40)
    assert (lamp["playouts_without"], lamp["wins_without"]) == (40, 0)
    assert lamp["difference"] == pytest.approx(2 / 3)
    key = cells[(cells["cell"] == 0) & (cells["item"] == "key")].iloc[0]
    assert key["share"] == 0.0
    assert key["share_high"] == pytest.approx(3.841459 / 103.841459)
    assert key["difference"] != key["difference"]  # nothing to compare


def test_marginals_of_a_view_with_many_axes(grid: Any) -> None:
    """Kind by day and kind by place, zeros with their bound; the file by cell keeps what occurred, on all axes."""
    found = views(grid, "crash")
    assert list(found) == ["crash_by_day", "crash_by_place", "crash_cells"]
    day = found["crash_by_day"].frame
    whole = day[day["mode"] == "all"]
    assert whole["day"].tolist() == ["1", "2", "1", "2"]
    assert whole["count"].tolist() == [80, 0, 0, 80]  # 40, 100 and 20 crashes, half of each kind
    assert whole["playouts"].unique().tolist() == [350]
    cells = found["crash_cells"].frame
    assert cells[cells["cell"] == 0][["kind", "day", "place", "count"]].values.tolist() == [
        ["wall", "1", "a", 20],
        ["tree", "2", "d", 20],
    ]


def test_shares_of_losses(grid: Any) -> None:
    """A share of losses has the lost playouts as n, and the winning cause is no entry."""
    frame = views(grid, "close")["close"].frame
    whole = frame[frame["mode"] == "all"].set_index("cause")
    assert list(whole.index) == ["crash", "time"]
    assert (whole["count"]["crash"], whole["playouts"]["crash"]) == (20 + 50 + 10, 200)


def test_a_distribution(grid: Any) -> None:
    """Rounds to spare are counted over wins; a pool without any would show a dash, not a number."""
    frame = views(grid, "spare")["spare"].frame
    assert frame["n"].tolist() == [150, 40, 110]
    assert frame["mean"].tolist() == [3.0, 3.0, 3.0]


def test_parts_are_never_mixed(new_run: Callable[..., Any], new_counts: Callable[..., Any]) -> None:
    """Each policy and each swept value is a part of its own, with its own rows and grids."""
    pairs = [(policy, odds) for policy in ("calm", "wild") for odds in (1, 2)]
    run = new_run([({}, policy, {"odds": odds}, new_counts(10 * odds, 5, 5)) for policy, odds in pairs])
    assert [part.label for part in parts(run)] == [f"{policy}, odds = {odds}" for policy, odds in pairs]
    table = base(run, "win_rate")
    assert table.frame[["policy", "odds", "wins"]].values.tolist()[1] == ["calm", 2, 20]
    assert [grid.label for grid in table.grids] == [part.label for part in parts(run)]


@pytest.mark.parametrize(
    ("rate", "text"),
    [(0.0, "0 %"), (1.0, "100 %"), (0.421, "42.1 %"), (0.00128, "0.13 %"), (0.00038, "0.038 %"), (0.99962, "99.962 %")],
)
def test_per_cent(rate: float, text: str) -> None:
    """One decimal; two significant digits within a point of 0 or 1, so that a bound is not rounded away."""
    assert percent(rate) == text


def test_intervals_in_words() -> None:
    """A range whose ends can be told apart; a bound where the rate is 0 or 1."""
    assert interval(0.421, 0.411, 0.431) == "41.1 to 43.1 %"
    assert interval(0.0044, 0.0042, 0.0047) == "0.42 to 0.47 %"
    assert interval(0.002, 0.0002, 0.0070) == "0.02 to 0.70 %"
    assert interval(0.0, 0.0, 0.00038) == "at most 0.038 %"
    assert interval(1.0, 0.9981, 1.0) == "at least 99.81 %"


def test_labels() -> None:
    """Numbers take the axis as their noun, flags only speak when set, teams are lists of names."""
    assert Names().of("players", 2) == "2 players"
    assert Names().of("players", 1) == "1 player"
    assert Names().of("solo", True) == "solo"
    assert Names().of("solo", False) == Names().of("agents", None) == ""
    assert Names().of("agents", ["dr_bob", "ann"]) == "Dr bob, Ann"

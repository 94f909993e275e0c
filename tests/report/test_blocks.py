"""Games whose modes are kept apart: blocks, groups, views of some cells, contrasts; names, wins in part, causes."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sim.game import Axis, Policy, View
from sim.report.build import topics_of
from sim.report.causes import endings
from sim.report.cells import Part, layout_of, matched, narrowed, narrowed_alike, parts_of, samples_of
from sim.report.heat_maps import judged, maps
from sim.report.panels import keys
from sim.report.readings import readings, rows_of, whole
from sim.report.style import panels, styled
from sim.report.summary import headline, rate_grid
from sim.report.tables import base_tables
from sim.report.views import view_tables

CAUSES = ("running", "goal", "nearly", "time", *(f"fall:{place}" for place in "abcdefgh"))
COUNTS = np.dtype(
    [
        ("length_by_cause", np.int64, (len(CAUSES), 4)),
        ("side", np.int64, (3,)),
        ("fall", np.int64, (9, 8, 2)),
        ("steps", np.int64, (2, 5)),
    ]
)
SIDE = Axis("side", ("nobody", "us", "them"), first=1)
PLACE = Axis("place", tuple("abcdefghi"))
KIND = Axis("kind", ("short", "long"))
VIEWS = [
    View("side", "Who wins", "", "side", (SIDE,), "share", only={"mode": ("duel",)}, by_cell=True),
    View("fall", "Falls by place and day", "", "fall", (PLACE, Axis("day")), "map", of="falls"),
    View("steps", "Steps by kind", "", "steps", (KIND, Axis("steps", first=1)), "distribution"),
    View("magic", "Falls by place, with magic", "", "fall", (PLACE,), "share", of="falls", contrast="magic"),
]


@pytest.fixture
def run(new_run: Callable[..., Any]) -> Any:
    """Return a run: team games of 2, of 3 and with magic on two boards; duels, each on the board of its size."""
    cells = [
        *({"mode": "team", "board": board, "players": n, "magic": magic}
          for board in ("sea", "sky") for n, magic in ((2, False), (3, False), (2, True))),
        {"mode": "duel", "board": "sea", "players": 2, "magic": False},
        {"mode": "duel", "board": "sea", "players": 3, "magic": False},
        {"mode": "duel", "board": "sky", "players": 4, "magic": False},
    ]  # fmt: skip
    made = new_run([(axes, "calm", {}, new_counts(k)) for k, axes in enumerate(cells)], planned=100)
    made.game.axes = ("mode", "board", "players", "magic")
    made.game.causes = CAUSES
    made.game.partial = ("nearly",)
    made.game.apart = ("mode",)
    made.game.winning = "Nearly is no win."
    made.game.length = "day"
    made.game.max_length = 3
    made.game.policies = {"calm": Policy("calm", "Waits.", stochastic=False)}
    made.game.counts_dtype = lambda: COUNTS
    made.game.views = lambda content: VIEWS
    made.game.titles = lambda content: {
        "board": {"sea": "The Sea"}, "magic": {True: "Magic"}, "cause": {"fall:a": "Fell into A"}, "place": {"a": "A!"},
    }  # fmt: skip
    for entry in made.cells:
        del entry.cell.axes["solo"]
    return made


def new_counts(k: int) -> Any:
    """Return 100 playouts: 10 + k won, 5 nearly, 15 out of time, the others fallen, most into a on day 1."""
    counts = np.zeros(1, COUNTS)[0]
    counts["length_by_cause"][1, 2] = 10 + k
    counts["length_by_cause"][2, 2] = 5
    counts["length_by_cause"][3, 3] = 15
    counts["length_by_cause"][4:, 1] = 1
    counts["length_by_cause"][4, 1] = 63 - k
    counts["side"] = 0, 10 + k, 90 - k
    counts["fall"][0, 1] = 63 - k, 0
    counts["fall"][1:8, 1] = 1, 0
    counts["steps"] = [[4, 0, 6, 0, 0], [0, 0, 0, 0, 10]]
    return counts


def part_of(run: Any) -> Part:
    """Return the one part of the run."""
    (part,) = parts_of(run.game, samples_of(run))
    return part


def test_a_block_has_the_axes_that_vary_in_it(run: Any) -> None:
    """In a duel the number of players settles the board, so the board is not said; magic never varies there."""
    team, duel = part_of(run).blocks

    assert (team.label, team.layout.rows, team.layout.series) == ("Team", ("board",), ("players", "magic"))
    assert (duel.label, duel.layout.rows, duel.layout.series) == ("Duel", ("players",), ())
    assert layout_of(("players", "board"), team.samples, faceted=False).axes == ("players", "board")


def test_counts_of_blocks_are_never_added(run: Any) -> None:
    """Tables pool by mode and have no row over all."""
    part = part_of(run)
    tables = {table.name: table for view in VIEWS for table in view_tables(run.game, view, [part])}

    assert [group.label for group in part.pools()] == ["Team", "Duel"]
    assert set(tables["steps"].frame["mode"]) == {"team", "duel"}
    assert [grid.label for grid in base_tables(run.game, [part])[0].grids] == ["Team", "Duel"]


def test_the_grid_of_rates(run: Any) -> None:
    """A block's rows are boards, its columns the other axes; the titles are the game's; won in part stands apart."""
    part = part_of(run)
    team, duel = (rate_grid(run.game, part, block) for block in part.blocks)

    assert team.heads == ("Board", "2 players", "3 players", "2 players, Magic")
    assert [[entry.main for entry in row] for row in team.rows] == [
        ["The Sea", "10.0 %", "11.0 %", "12.0 %"],
        ["Sky", "13.0 %", "14.0 %", "15.0 %"],
    ]
    assert duel.heads == ("Players", "Win rate", "Won in part")
    assert [entry.main for entry in duel.rows[0]] == ["2 players", "16.0 %", "5.0 %"]


def test_the_headline_tells_of_each_block(run: Any) -> None:
    """Nearly is neither a win nor a loss; the worst loss is named by its title."""
    first, team, duel = headline(run.game, part_of(run))

    assert first.endswith("Nearly is no win.")
    assert "Team. Lowest win rate 10.0 %" in team
    assert "at The Sea, 2 players; highest 15.0 %" in team
    assert "Most frequent loss: fell into A" in duel
    assert "of the 234 lost playouts" in duel  # 300 less 16 + 17 + 18 won and 15 nearly


def test_many_causes_are_taken_together(run: Any) -> None:
    """Of eleven the eight falls become one; the win comes first, then what is won in part. A short list stays whole."""
    counts = part_of(run).whole().counts
    causes = {table.name: table for table in base_tables(run.game, [part_of(run)])}["causes"]

    assert [ending.name for ending in endings(run.game, counts)] == ["goal", "nearly", "time", "fall"]
    assert causes.grids[1].heads == ("Cell", "Players", "Playouts", "Goal", "Nearly", "Time", "Fall")
    assert set(causes.frame["cause"]) == set(CAUSES[1:])
    run.game.causes = CAUSES[:10]
    assert len(endings(run.game, {"length_by_cause": counts["length_by_cause"][:10]})) == 9


def test_a_view_of_some_cells(run: Any) -> None:
    """Only duels, a row a cell, the two sides as shares of its playouts."""
    (table,) = view_tables(run.game, VIEWS[0], [part_of(run)])
    rows = table.frame[["players", "side", "count", "share"]].values.tolist()

    assert rows[:2] == [[2, "us", 16, 0.16], [2, "them", 84, 0.84]]
    assert len(rows) == 6
    assert table.grids[0].heads == ("Cell", "Players", "Playouts", "Us", "Them")
    assert narrowed(run.game, VIEWS[0], replace_samples(part_of(run))) is None


def replace_samples(part: Part) -> Part:
    """Return the part with its team games alone."""
    return Part(part.policy, part.sweep, part.samples[:6], part.blocks[:1], (), apart=False)


def test_a_large_map_is_tabulated_by_axis(run: Any) -> None:
    """72 squares: by place and by day; shares are of what the table counts, lost and won together."""
    part = part_of(run)
    by_place, by_day = readings(VIEWS[1], part.whole().counts)
    group = part.groups()[1]
    places = rows_of(run.game, by_place, group.samples, group.counts)

    assert (by_place.title, by_day.title) == ("Falls by place", "Falls by day")
    assert (places[0]["place"], places[0]["count"], places[0]["playouts"]) == ("a", 168, 189)
    assert [row["count"] for row in rows_of(run.game, by_day, group.samples, group.counts)][:3] == [0, 189, 0]


def test_a_distribution_with_rows(run: Any) -> None:
    """Numbers below the first in use do not count: of the short steps the 4 playouts without any."""
    part = part_of(run)
    short, long = rows_of(run.game, whole(VIEWS[2]), part.samples, part.whole().counts)

    assert (short["kind"], short["n"], short["mean"]) == ("short", 54, 2.0)
    assert (long["kind"], long["n"], long["mean"]) == ("long", 90, 4.0)


def test_a_contrast_compares_like_with_like(run: Any) -> None:
    """With magic 2 players were played on both boards; so only these, without magic, are set against them."""
    part = narrowed(run.game, VIEWS[3], part_of(run))

    assert part is not None
    assert [group.label for group in part.groups()] == ["No magic", "Magic"]
    assert [[sample.cell.index for sample in group.samples] for group in part.groups()] == [[0, 3], [2, 5]]
    assert matched(part_of(run).samples[:2], "magic") == []


def test_the_same_cells_are_pooled_alike_whatever_else_a_part_has(run: Any) -> None:
    """A policy that plays team games alone has the columns of the one that plays all, in every table of a contrast."""
    for entry in run.cells:
        entry.cell.axes["magic"] = entry.cell.axes["players"] == 3  # in both modes: the contrast keeps them apart
    team = [deepcopy(entry) for entry in run.cells[:6]]
    for k, entry in enumerate(team):
        entry.cell = replace(entry.cell, index=9 + k, policy="wild")
    run.cells += team
    run.game.axes = ("mode", "board", "magic")
    for entry in run.cells:
        del entry.cell.axes["players"]
    calm, wild = parts_of(run.game, samples_of(run))
    (table, *_) = view_tables(run.game, VIEWS[3], [calm, wild])

    assert [part.pool for part in narrowed_alike(run.game, VIEWS[3], [calm, wild])] == [("mode", "magic")] * 2
    assert set(table.frame["mode"][table.frame["policy"] == "wild"]) == {"team"}
    assert set(table.frame["mode"][table.frame["policy"] == "calm"]) == {"team", "duel"}


def test_rows_stand_in_the_order_of_the_axis(run: Any) -> None:
    """Whichever group has them; the labels are the game's titles."""
    view = VIEWS[1]
    found = [[{"place": "c", "day": "0"}], [{"place": "a", "day": "10"}, {"place": "a", "day": "9"}]]

    assert keys(view, part_of(run), found) == ["A!, 9", "A!, 10", "C, 0"]


@pytest.mark.parametrize(("n", "columns", "labelled"), [(5, 2, [3, 4]), (5, 3, [2, 3, 4]), (4, 2, [2, 3]), (1, 1, [0])])
def test_the_lowest_panel_of_every_column_has_its_labels(n: int, columns: int, labelled: list[int]) -> None:
    """Also above a place that stays empty, where a shared axis would leave them out."""
    with styled():
        figure, axes = panels(n, 1, columns=columns, sharex=True)
        figure.canvas.draw()

    shown = [any(tick.label1.get_visible() for tick in axis.xaxis.get_major_ticks()) for axis in axes]
    assert [k for k, is_shown in enumerate(shown) if is_shown] == labelled


def test_a_map_has_the_rows_that_its_panel_has(run: Any) -> None:
    """Two days in one panel, four in the other: no empty rows, squares of one size, the labels of its own at each."""
    part = part_of(run)
    view = next(view for view in VIEWS if view.kind == "map")
    found = [[{"place": place, "day": day} for place in "abc" for day in "12"] for _ in part.groups()]
    found[1] = [{**row, "place": place} for row, place in zip(found[1], "aabbaa", strict=True)]
    with styled():
        figure = maps(view, part, found, lambda _: ("1", "", 0.5), "Blues")
    labels = [[label.get_text() for label in axis.get_yticklabels()] for axis in figure.axes]

    assert labels == [["A!", "B", "C"], ["A!", "B"]]
    assert [axis.get_ylim() for axis in figure.axes] == [(3, 0), (3, 0)]
    figure.clear()


def test_a_square_within_luck_has_no_colour() -> None:
    """Of 100 playouts 40 are won; 45, 55 and 61 are 1.0, 3.1 and 4.3 standard errors off: 4 squares together."""
    wins = (40, 45, 55, 61)
    found = judged([[{"wins": n, "playouts": 100, "expected": 0.4} for n in wins[k : k + 2]] for k in (0, 2)])

    assert [row["apart"] for rows in found for row in rows] == [False, False, True, True]
    many = judged([[{"wins": 51, "playouts": 100, "expected": 0.4}] * 30])
    assert judged([many[0][:1]])[0][0]["apart"]  # p is 0.03 by itself
    assert not any(row["apart"] for row in many[0])


def test_everything_is_drawn(run: Any) -> None:
    """Each topic of a game in blocks has its chart, with policy, n and what it shows in words."""
    with styled():
        topics = list(topics_of(run.game, None, [part_of(run)], [part_of(run)], [], {}))

    assert [topic.name for topic in topics] == [
        "win_rate", "causes", "lengths", "incidence", "side", "fall", "steps", "magic",
    ]  # fmt: skip
    for topic in topics:
        (chart,) = topic.charts
        assert chart.caption.startswith("Policy calm")
        assert len(chart.alt) > 20
        assert b"<svg" in chart.svg

"""From a run to its report: what is drawn and tabulated, in which order, and the files that come of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.faults import listed
from sim.game import Game
from sim.mixes import yardsticks
from sim.report import charts, difficulty, policies, summary, tables, view_charts, views
from sim.report.assumed import Assumed, assumed_in
from sim.report.cells import Part, narrowed, parts_of, samples_of
from sim.report.charts import MANY_PARTS
from sim.report.difficulty import Curve
from sim.report.grids import Table
from sim.report.names import slug
from sim.report.policies import SideBySide
from sim.report.style import Chart, styled

SCHEMA = 1


@dataclass(frozen=True)
class Topic:
    """What belongs together on the page: charts (one a part) and the tables behind them."""

    name: str
    title: str
    section: str
    charts: tuple[Chart, ...]
    tables: tuple[Table, ...]


@dataclass(frozen=True)
class Report:
    """Everything that a report's files are written from. `leading`: the parts to draw; of the others files have all."""

    game: Game
    origin: summary.Origin
    parts: tuple[Part, ...]
    leading: tuple[Part, ...]
    levels: tuple[SideBySide, ...]
    curves: Mapping[str, Sequence[Curve]]  # by the label of their part
    topics: tuple[Topic, ...]
    assumed: Assumed | None = None  # how far the assumptions move win rates, where that is known

    @property
    def shown(self) -> tuple[Part, ...]:
        """The parts that are drawn: the leading ones, if they are not too many."""
        return self.leading[:MANY_PARTS]

    @property
    def tables(self) -> list[Table]:
        """All tables, in the page's order."""
        return [table for topic in self.topics for table in topic.tables]

    @property
    def charts(self) -> list[Chart]:
        """All charts, in the page's order."""
        return [chart for topic in self.topics for chart in topic.charts]


def report_of(run: Any, sensitivity: Path | None = None) -> Report:
    """Make tables and charts of a run opened by `sim.store.open_run`; `sensitivity`: the folder of a `sim sensitivity`.

    Raises `UserError` if it has no playouts yet, or a policy that sees what is hidden: it is no player.
    """
    if seers := yardsticks(run.game, dict.fromkeys(stored.cell.policy for stored in run.cells)):
        raise UserError(f"{run.path}: {listed(seers)}: sees what is hidden: a yardstick, of which there is no report")
    samples = samples_of(run)
    if not samples:
        raise UserError(f"{run.path}: no finished playouts yet; run it first, then report")
    order = {policy: place for place, policy in enumerate(run.experiment.policy)}
    parts = tuple(sorted(parts_of(run.game, samples), key=lambda part: order[part.policy]))
    leading = policies.leading(parts)
    every, curves = tuple(policies.side_by_side(run, parts)), difficulty.curves_of(run, parts)
    assumed = assumed_in(sensitivity, run, parts) if sensitivity else None
    with styled():
        topics = tuple(topics_of(run.game, run.content, parts, leading, every, curves))
    return Report(run.game, summary.origin_of(run), parts, tuple(leading), every, curves, topics, assumed)


def topics_of(
    game: Game,
    content: Any,
    parts: Sequence[Part],
    leading: Sequence[Part],
    every: Sequence[SideBySide],
    curves: Mapping[str, Sequence[Curve]],
) -> Iterator[Topic]:
    """Yield the topics of every game, then those of the game's views. `leading`: the parts to draw, if not too many."""
    shown = leading[:MANY_PARTS]
    if every:
        yield policies_topic(game, every)
    if len(leading) > 1:
        yield Topic("comparison", "Policies and swept values", "win rates", (charts.comparison(game, parts),), ())
    base = {table.name: table for table in tables.base_tables(game, parts)}
    drawn = [list(charts.base_charts(game, part, tag(part, leading))) for part in shown]
    for k, name in enumerate(charts.BASE):
        each = tuple(named(charts_of_part[k], part, leading) for charts_of_part, part in zip(drawn, shown, strict=True))
        yield Topic(name, each[0].title, base[name].section, each, (base[name],))
        if name == charts.BASE[0] and curves:
            yield difficulty_topic(game, curves, leading)
    for view in game.views(content):
        each = tuple(
            named(chart, part, leading)
            for part in shown
            if (narrow := narrowed(game, view, part))
            for chart in view_charts.view_charts(game, view, narrow, tag(part, leading))
        )
        if found := views.view_tables(game, view, parts):
            yield Topic(view.name, view.title, view.section or "more", each, tuple(found))
    if capped := base.get("capped"):
        yield Topic("capped", capped.title, capped.section, (), (capped,))


def policies_topic(game: Game, every: Sequence[SideBySide]) -> Topic:
    """Return the topic of the policies side by side: a chart for each set of swept values, one table."""
    several = len(every) > 1
    drawn = tuple(
        replace(policies.chart(game, one, f"-{slug(one.label)}" if several else ""), part=one.label)
        for one in every[:MANY_PARTS]
    )
    return Topic("levels", drawn[0].title, "policies", drawn, (policies.table(game, every),))


def difficulty_topic(game: Game, curves: Mapping[str, Sequence[Curve]], leading: Sequence[Part]) -> Topic:
    """Return the topic of the difficulty curves: a chart for each part that is drawn and has levels, one table."""
    each = tuple(
        named(difficulty.chart(game, part, curves[part.label], tag(part, leading)), part, leading)
        for part in leading[:MANY_PARTS]
        if part.label in curves
    )
    return Topic("difficulty", difficulty.TITLE, "difficulty", each, (difficulty.table(game, curves),))


def tag(part: Part, parts: Sequence[Part]) -> str:
    """Return the end of a chart's file name: nothing where there is one part."""
    return f"-{part.slug}" if len(parts) > 1 else ""


def named(chart: Chart, part: Part, parts: Sequence[Part]) -> Chart:
    """Return a chart with its part's label where there are several."""
    return replace(chart, part=part.label) if len(parts) > 1 else chart


def sections(report: Report) -> dict[str, list[Topic]]:
    """Return topics by section, in order of first appearance."""
    found: dict[str, list[Topic]] = {}
    for topic in report.topics:
        found.setdefault(topic.section, []).append(topic)
    return found


def document(report: Report) -> dict[str, Any]:
    """Return the report's essentials as one JSON document."""
    origin, game = report.origin, report.game
    return {
        "schema": SCHEMA,
        "kind": "report",
        "game": game.name,
        "title": game.title,
        **origin.document(),
        "policies": sorted({part.policy for part in report.parts}),
        "interval": "95 %",
        "cells": summary.cell_documents(game, report.parts),
        "levels": policies.documents(report.levels),
        "difficulty": difficulty.documents(report.curves),
        "sensitivity": report.assumed and report.assumed.document(),
        "tables": {
            table.name: {"title": table.title, "note": table.note, "rows": records(table.frame)}
            for table in report.tables
            if table.kind == "view"
        },
    }


def records(frame: Any) -> list[dict[str, Any]]:
    """Return a frame's rows as JSON values."""
    plain = frame.astype(object).where(frame.notna(), None)
    return [dict(zip(plain.columns, row, strict=True)) for row in plain.itertuples(index=False, name=None)]

"""What moves the win rate as files: tables, a tornado chart and a chart of indices a cell, a summary, one document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim.game import Game
from sim.joint import DIGITS, FEWEST
from sim.joint import document as joint_document
from sim.pairs import NOT_APART, SAME_RESULTS
from sim.progress import counted, sizes, titles
from sim.ranges import Range
from sim.report import style, summary
from sim.report.cells import Sample, gather, label_on, samples_of
from sim.report.dots import dodge, finish_rows, whiskers
from sim.report.files import check, drawn_files, indexed, publish
from sim.report.grids import Entry, Grid, Table, markdown, rate_entry, texts
from sim.report.names import holm_told, integer, interval, number, percent, points, points_interval
from sim.report.style import Chart, styled
from sim.report.tables import RATE, frame_of
from sim.report.worth import label
from sim.results import win_document, wins_in
from sim.sensitivity import BASE, RUNS, Effect, Study
from sim.stats import noise_floor, rate
from sim.store import open_run

SCHEMA = 1
SUMMARY = "sensitivity.md"
HEADS = ("Parameter", "Value", "Win rate", "Points", "Noise floor", "Gained, lost", "Verdict")
INDEX_HEADS = ("Parameter", "Alone", "With others")
SAME_RULES = "same rules"
AS_IT_STANDS = "as it stands"
EACH = "Whiskers and noise floors are each for itself, verdicts for all together."
TITLE = "What moves the win rate?"
INDEX_NOTE = (
    "Shares of the variance that the ranges make together, every value as likely: of a parameter alone (first-order "
    "index of Sobol) and with all it does together with others (total index), with bootstrap 95 % intervals. Luck is "
    "taken out by multiplying two halves of the seeds, so an estimate of an index that is 0 lies below 0 as often as "
    "above; what is below 0 is shown as 0, above 1 as 1."
)

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Found:
    """What the files are written from. `rows`: the effects as JSON values, by cell, what moves most first."""

    game: Game
    origin: summary.Origin
    document: Row
    samples: Mapping[int, Sample]
    rows: Mapping[int, list[Row]]


def write_sensitivity(
    whole: Study, effects: Sequence[Effect], rates: Mapping[int, Any], folder: Path, out: Path
) -> dict[str, Any]:
    """Write what moves the win rate in a study that was played, all or nothing, and return the JSON document.

    Raises `UserError` if the folder cannot be written or holds files no report wrote.
    """
    check(out)
    run = open_run(folder / RUNS / BASE)
    samples = {sample.cell.index: sample for sample in samples_of(run)}
    origin = summary.origin_of(run)
    rows = {
        index: in_order(list(effect_documents([e for e in effects if e.base == index], sample.signature)))
        for index, sample in samples.items()
    }
    found = Found(run.game, origin, document(whole, origin, samples, rows, rates), samples, rows)
    with styled():
        charts = list(drawn(found))
    tables = [effects_table(found), *([indices_table(found)] if found.document["indices"] else [])]
    text = summary_markdown(found, tables, charts)
    publish(out, indexed(found.document, [*drawn_files(tables, charts), (SUMMARY, text.encode())]))
    return dict(found.document)


# -- the document ----------------------------------------------------------------------------------------------------


def document(
    whole: Study,
    origin: summary.Origin,
    samples: Mapping[int, Sample],
    rows: Mapping[int, list[Row]],
    rates: Mapping[int, Any],
) -> dict[str, Any]:
    """Return what moves the win rate as one JSON document; the same for the same experiment and design."""
    game, seed = whole.base.game, whole.base.experiment.seed
    joint = {
        index: joint_document(whole.plan, found, stands(whole.base.game, samples[index]), seed)
        for index, found in rates.items()
        if whole.plan is not None
    }
    same, _ = titles(whole.base.cells)
    return {
        "schema": SCHEMA,
        "kind": "sensitivity",
        "game": game.name,
        "title": game.title,
        **origin.document(),
        "parameters": whole.base.experiment.parameters,
        "policies": list(whole.base.experiment.policy),
        "interval": "95 %",
        "same": same,
        "n": sizes(whole.base.experiment),
        "subject": subject(whole),
        "comparisons": sum(not row["same_rules"] for own in rows.values() for row in own),
        "ranges": [range_document(one) for one in whole.ranges],
        "left_out": [{"path": path, "value": value, "reason": reason} for path, value, reason in whole.left_out],
        "cells": [
            cell_document(whole, sample, list(samples.values()), rows[index], joint.get(index))
            for index, sample in samples.items()
        ],
        "effects": [row for own in rows.values() for row in own],
        "indices": [{"cell": index, **entry} for index, found in joint.items() for entry in by_total(found["indices"])],
    }


def range_document(one: Range) -> dict[str, Any]:
    """Return a range as JSON values."""
    return {
        "path": one.path,
        "assumption": one.parameter.assumption,
        "meaning": one.parameter.meaning,
        "names": list(one.names),
        "values": list(one.values),
        "between": one.is_span,
    }


def stands(game: Game, sample: Sample) -> float:
    """Return the win rate of a cell as it stands."""
    return wins_in(game, sample.counts) / sample.playouts


def subject(whole: Study) -> str:
    """Return what was varied, in words."""
    if not all(one.parameter.assumption for one in whole.ranges):
        return "these parameters"
    from sim.ranges import chosen

    every = chosen(whole.base.game, ["assumptions"])
    return "the assumptions" if len(every) == len(whole.ranges) else "these assumptions"


def effect_documents(effects: Sequence[Effect], stands: str) -> Iterator[Row]:
    """Yield what values do to a cell as JSON values; `stands` is its signature as it stands.

    Values of the same bits are said to be: those of the cell as it stands, or those of an earlier value.
    """
    names: dict[tuple[str, str], str] = {}
    for effect in effects:
        path, name = effect.range.path, effect.range.name(effect.value)
        alike = AS_IT_STANDS if effect.signature == stands else names.setdefault((path, effect.signature), name)
        yield effect_document(effect, alike if alike != name and effect.comparison is not None else None)


def effect_document(effect: Effect, alike: str | None) -> Row:
    """Return what a value does to a cell as JSON values; `alike`: what it has the same results as."""
    won, compared = rate(effect.wins, effect.playouts), effect.comparison
    paired: dict[str, Any] = {
        **dict.fromkeys(("gained", "lost", "difference", "difference_low", "difference_high"), 0),
        "pairs": effect.playouts,
        "p": 1.0,
        "p_holm": 1.0,
        "verdict": SAME_RULES,
    }
    if compared is not None:
        paired = compared.document()
    if alike == AS_IT_STANDS:
        paired["verdict"] = SAME_RESULTS
    return {
        "cell": effect.base,
        "path": effect.range.path,
        "value": effect.value,
        "name": effect.range.name(effect.value),
        "same_rules": compared is None,
        "same_results_as": alike,
        "playouts": won.n,
        "wins": won.hits,
        "win_rate": won.rate,
        "low": won.low,
        "high": won.high,
        **paired,
        "floor": 0.0 if compared is None else noise_floor(paired["gained"], paired["lost"], paired["pairs"]),
    }


def in_order(rows: Sequence[Row]) -> list[Row]:
    """Return effects parameter by parameter, the one that moves most first; those with the same rules last."""
    groups = gather(rows, lambda row: row["path"]).values()
    return [row for own in sorted(groups, key=lambda own: -span(own)) for row in own]


def span(rows: Sequence[Row]) -> float:
    """Return how far a parameter moves the win rate at most; -1 where the rules or all results are the same."""
    return max((abs(row["difference"]) for row in rows if does_something(row)), default=-1.0)


def does_something(row: Row) -> bool:
    """Whether a value changes any playout of a cell."""
    return row["verdict"] not in (SAME_RULES, SAME_RESULTS)


def verdict_text(row: Row) -> str:
    """Return a value's verdict, and which earlier value it has the very same results as."""
    alike = row["same_results_as"]
    return row["verdict"] if alike in (None, AS_IT_STANDS) else f"{row['verdict']}, same results as {alike}"


def by_total(indices: Sequence[Row]) -> list[Row]:
    """Return indices, the largest total first."""
    return sorted(indices, key=lambda entry: -entry["total_estimated"])


def cell_document(
    whole: Study, sample: Sample, others: Sequence[Sample], rows: Sequence[Row], joint: Row | None
) -> dict[str, Any]:
    """Return a cell as it stands, how far it is moved one at a time and jointly, and that in a sentence.

    `alone`: the lowest and highest win rate of the values that are apart from the cell as it stands, itself included.
    """
    base = {**win_document(whole.base.game, sample, sample.counts), "signature": sample.signature}
    apart = [row["difference"] for row in told_apart(rows)]
    alone = {
        "low": round(base["win_rate"] + min([0.0, *apart]), DIGITS),
        "high": round(base["win_rate"] + max([0.0, *apart]), DIGITS),
    }
    spread = None if joint is None else {name: value for name, value in joint.items() if name != "indices"}
    return {
        **base,
        "label": label(sample, others, ""),
        "title": label_on(sample, [axis for axis, value in sample.cell.axes.items() if value is not None]),
        "alone": alone,
        "joint": spread,
        "sentence": sentence(subject(whole), base, rows, alone, spread),
    }


def told_apart(rows: Sequence[Row]) -> list[Row]:
    """Return the values that are apart from the cell as it stands, what lowers the win rate most first."""
    apart = [row for row in rows if row["verdict"] not in (NOT_APART, SAME_RESULTS, SAME_RULES)]
    return sorted(apart, key=lambda row: float(row["difference"]))


def move(row: Row) -> str:
    """Return a value that moves the win rate in words, with the paired interval."""
    ends = points_interval(row["difference_low"], row["difference_high"])
    return f"{points(row['difference'])} points ({ends}) with {row['path']} = {row['name']}"


def sentence(who: str, base: Row, rows: Sequence[Row], alone: Row, joint: Row | None) -> str:
    """Return how far a cell is moved, in a sentence."""
    stands = percent(base["win_rate"])
    if told := told_apart(rows):
        text = f"One at a time over their ranges, {who} move this win rate between {percent(alone['low'])} and "
        text += f"{percent(alone['high'])} ({stands} as they stand), of the values that are apart: "
        text += " and ".join(dict.fromkeys(map(move, (told[0], told[-1]))))
    elif all(row["same_rules"] for row in rows):
        text = f"No value of {who} changes a rule of this cell ({stands} as it stands)"
    else:
        text = f"One at a time over their ranges, no value of {who} is told from nothing in "
        text += f"{counted(base['playouts'], 'playout')} ({stands} as they stand)"
    if joint is None:
        return f"{text}."
    if joint["rows"] < FEWEST:
        return f"{text}; jointly nothing is said of fewer than {FEWEST} rows (here {joint['rows']})."
    if not joint["told_from_noise"]:
        return (
            f"{text}; jointly nothing is told from luck in {integer(joint['points'])} x {joint['playouts']} playouts."
        )
    return f"{text}; jointly (5th to 95th percentile) between {percent(joint['low'])} and {percent(joint['high'])}."


# -- tables ----------------------------------------------------------------------------------------------------------


def note(found: Found) -> str:
    """Return how table and tornado chart are to be read."""
    return (
        "Points: win rate with the value less that as it stands, paired on the same seeds, with its 95 % interval. "
        "Noise floor: as many points show in 5 of 100 cases where only luck has changed, in as many playouts; each "
        "value for itself, while verdicts are for all together, so that of many some are beyond it by luck. Gained, "
        "lost: playouts won only with the value, only without it. Apart: "
        f"{holm_told(found.document['comparisons'])}. Same rules: the value changes nothing in this cell. Same "
        "results: it changes the rules, and none of these playouts."
    )


def effects_table(found: Found) -> Table:
    """Return every value and cell: flat for files, a grid a cell for readers."""

    def rows() -> Iterator[dict[str, Any]]:
        for index, own in found.rows.items():
            for row in own:
                rest = {name: value for name, value in row.items() if name not in ("cell", "value")}
                yield {**found.samples[index].keys(), **rest, "value": json.dumps(row["value"])}

    grids = tuple(
        Grid(HEADS, [entries(row) for row in found.rows[cell["cell"]]], 2, cell["label"])
        for cell in found.document["cells"]
    )
    return Table("sensitivity", TITLE, f"{RATE} {note(found)}", "sensitivity", frame_of(rows()), grids)


def entries(row: Row) -> list[Entry]:
    """Return a value's line."""
    stubs = texts([row["path"], row["name"]])
    won = rate_entry(row["win_rate"], row["low"], row["high"])
    if not does_something(row):
        return [*stubs, won, *texts(["–", "–", "–", row["verdict"]])]
    ends = points_interval(row["difference_low"], row["difference_high"], 2)
    flips = f"{integer(row['gained'])}, {integer(row['lost'])}"
    moved = Entry(points(row["difference"], 2), ends)
    return [*stubs, won, moved, *texts([number(100 * row["floor"]), flips, verdict_text(row)])]


def indices_of(found: Found, cell: Row) -> list[Row]:
    """Return a cell's indices, the largest total first; those of parameters that change no rule of it are left out."""
    own = [entry for entry in found.document["indices"] if entry["cell"] == cell["cell"]]
    return [entry for entry in own if entry["total_estimated"] or entry["first_estimated"]]


def indices_table(found: Found) -> Table:
    """Return the indices of every cell."""

    def rows() -> Iterator[dict[str, Any]]:
        for entry in found.document["indices"]:
            yield {**found.samples[entry["cell"]].keys(), **entry}

    def line(entry: Row) -> list[Entry]:
        shown = [
            Entry(number(entry[name]), f"{number(entry[f'{name}_low'])} to {number(entry[f'{name}_high'])}")
            for name in ("first", "total")
        ]
        return [Entry(entry["path"]), *shown]

    told = [cell for cell in found.document["cells"] if cell["joint"]["told_from_noise"]]
    grids = tuple(
        Grid(INDEX_HEADS, [line(entry) for entry in indices_of(found, cell)], 1, cell["label"]) for cell in told
    )
    return Table("indices", "Jointly: Sobol indices", INDEX_NOTE, "sensitivity", frame_of(rows()), grids)


# -- charts ----------------------------------------------------------------------------------------------------------


def drawn(found: Found) -> Iterator[Chart]:
    """Draw a tornado and, where there are indices, those, for each cell."""
    for cell in found.document["cells"]:
        tag = f"_{cell['cell']}" if len(found.samples) > 1 else ""
        if any(map(does_something, found.rows[cell["cell"]])):
            yield tornado(found, cell, tag)
        if indices_of(found, cell):
            yield indices_chart(found, cell, tag)


def tornado(found: Found, cell: Row, tag: str) -> Chart:
    """Draw what each value does, over its noise floor: what moves most on top, the values of a parameter together."""
    rows = [row for row in found.rows[cell["cell"]] if does_something(row)]
    figure, (axis,) = style.column([0.75 + len(rows) * (0.22 if len(rows) > style.MANY_ROWS else 0.3)], head=0.45)
    places = np.arange(len(rows))
    floors = np.array([row["floor"] for row in rows])
    floor = axis.barh(places, 2 * floors, left=-floors, height=0.86, color=style.GRID, zorder=1)
    handles = {"noise floor": floor}
    for k, (word, apart) in enumerate((("apart", True), ("not apart", False))):
        own = [place for place, row in enumerate(rows) if (row["verdict"] != NOT_APART) == apart]
        if own:
            ends = np.array([[rows[p][f"difference{end}"] for end in ("", "_low", "_high")] for p in own])
            axis.barh(own, ends[:, 0], height=0.4, color=style.SERIES[k], alpha=0.45, zorder=2)
            handles[word] = whiskers(axis, ends.T, np.array(own), k, size=4.5)
    finish_rows(axis, [f"{row['path']} = {row['name']}" for row in rows], cell["label"])
    for place in places[1:]:
        if rows[place]["path"] != rows[place - 1]["path"]:
            axis.axhline(place - 0.5, color=style.MUTED, linewidth=0.7)
    axis.tick_params(axis="y", labelsize=8 if len(rows) > style.MANY_ROWS else 9)
    axis.axvline(0, color=style.MUTED, linewidth=1)
    style.points_along(axis.xaxis)
    axis.set_xlabel("Points of win rate over the cell as it stands")
    style.legend(figure, list(handles.values()), list(handles))
    caption = f"{caption_of(found, cell)} Whiskers are 95 % intervals of paired differences. {EACH}"
    return Chart(f"tornado{tag}", TITLE, caption, cell["sentence"], "sensitivity", *style.saved(figure))


def caption_of(found: Found, cell: Row) -> str:
    """Return policy, n and the rate that points are counted from, in words."""
    rates = (cell["win_rate"], cell["low"], cell["high"])
    return (
        f"Policy {found.samples[cell['cell']].cell.policy}; {counted(cell['playouts'], 'playout')} a value, on the "
        f"same seeds. Win rate as it stands: {percent(rates[0])} ({interval(*rates)})."
    )


def indices_chart(found: Found, cell: Row, tag: str) -> Chart:
    """Draw first-order and total indices with their intervals, the largest total on top."""
    rows = indices_of(found, cell)
    figure, (axis,) = style.column([0.75 + 0.34 * len(rows)], head=0.45)
    handles = []
    for k, name in enumerate(("first", "total")):
        ends = np.array([[row[f"{name}{end}"] for end in ("", "_low", "_high")] for row in rows])
        ends[:, 1], ends[:, 2] = np.minimum(ends[:, 0], ends[:, 1]), np.maximum(ends[:, 0], ends[:, 2])
        handles.append(whiskers(axis, ends.T, np.arange(len(rows)) + dodge(k, 2), k, size=4.5))
    finish_rows(axis, [row["path"] for row in rows], cell["label"])
    axis.set_xlim(-0.025, 1.03)
    axis.set_xlabel("Share of the variance of the win rate over the joint range")
    style.legend(figure, handles, ["alone (first-order index)", "with others (total index)"])
    most = ", ".join(f"{row['path']} {number(row['total'])}" for row in rows[:3])
    alt = f"Sobol indices; largest totals: {most}."
    joint = cell["joint"]
    caption = (
        f"Policy {found.samples[cell['cell']].cell.policy}; {integer(joint['points'])} points of {joint['playouts']} "
        f"playouts. Of the variance that was seen {percent(joint['noise_share'], 0)} was luck. {INDEX_NOTE}"
    )
    return Chart(f"indices{tag}", "Jointly: Sobol indices", caption, alt, "sensitivity", *style.saved(figure))


# -- summary ---------------------------------------------------------------------------------------------------------


def summary_markdown(found: Found, tables: Sequence[Table], charts: Sequence[Chart]) -> str:
    """Return what moves the win rate in short, as Markdown for a repository."""
    by_name = {chart.name: chart for chart in charts}
    several = len(found.samples) > 1
    bodies = []
    for place, cell in enumerate(found.document["cells"]):
        tag = f"_{cell['cell']}" if several else ""
        shown = [f"## {cell['label']}\n" if several else "", f"{cell['sentence']}\n"]
        shown += [picture(by_name[name]) for name in (f"tornado{tag}",) if name in by_name]
        shown.append(markdown(tables[0].grids[place]))
        if f"indices{tag}" in by_name:
            grid = next(grid for grid in tables[1].grids if grid.label == cell["label"])
            shown += [picture(by_name[f"indices{tag}"]), markdown(grid)]
        bodies.append("\n".join(filter(None, shown)))
    facts = "\n".join(f"- {name}: {text}" for name, text in found.origin.facts())
    left_out = "".join(f"- {e['path']} = {e['value']}: {e['reason']}\n" for e in found.document["left_out"])
    return (
        f"# {found.game.title}: what moves the win rate?\n\n{note(found)} Every rate belongs to the policy named with "
        "it, and not to people; the policy does not learn anew what to do under other rules.\n\n"
        f"{found.origin.assumed()}\n\n"
        + "\n".join(bodies)
        + f"\n## What was varied\n\n{markdown(ranges_grid(found))}"
        + (f"\nCannot be played, and left out:\n\n{left_out}" if left_out else "")
        + f"\n## What was run\n\n{facts}\n"
    )


def picture(chart: Chart) -> str:
    """Return a chart with its caption as Markdown."""
    return f"![{chart.alt}](charts/{chart.name}.svg)\n\n{chart.caption}\n"


def ranges_grid(found: Found) -> Grid:
    """Return every parameter with its range and meaning."""
    rows = [
        texts([one["path"], (" to " if one["between"] else ", ").join(one["names"]), one["meaning"]])
        for one in found.document["ranges"]
    ]
    return Grid(("Parameter", "Range", "Meaning"), rows, 3)

"""A tuning as files: a config a cell, the settings tried as tables and charts, a summary, one JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from sim.files import TEMPORARY, held
from sim.knobs import in_words
from sim.progress import counted, title
from sim.report import style, verdicts
from sim.report.dots import whole_ticks
from sim.report.files import check, drawn_files, indexed, publish, written
from sim.report.grids import Entry, Grid, Table, markdown, rate_entry, texts
from sim.report.names import capital, integer, percent, plain
from sim.report.style import Chart, styled
from sim.report.tables import frame_of
from sim.targets import REACHED
from sim.trials import EVALUATIONS, Kept
from sim.tune import Tuned, Tuning

SCHEMA = 1
SUMMARY = "tune.md"
TRIED = ("Setting", "Playouts", "Win rate", "Off the target, points")
MANY_PANELS = 9

Row = Mapping[str, Any]


# -- the folder ----------------------------------------------------------------------------------------------------


@contextmanager
def keeping(out: Path | None) -> Iterator[Kept]:
    """Hold a folder and hand out what it keeps of earlier searches; a new one is laid out. None keeps nothing.

    Raises `UserError` if it cannot be written, holds files no report wrote, or another process writes to it.
    """
    if out is None:
        yield Kept(None)
        return
    lay_out(out)
    with held(out):
        (out / f"{EVALUATIONS}{TEMPORARY}").unlink(missing_ok=True)
        yield Kept(out / EVALUATIONS)


def lay_out(out: Path) -> None:
    """Make a folder that keeps searches, unless it is there."""
    check(out, besides=[f"{EVALUATIONS}{TEMPORARY}"])
    if EVALUATIONS not in written(out):
        publish(out, indexed({"schema": SCHEMA, "kind": "tune", "complete": False}, [(EVALUATIONS, b"")]))
        (out / EVALUATIONS).unlink()


def write_tuning(tuning: Tuning, found: Sequence[Tuned], document: Row, out: Path) -> None:
    """Write a tuning into the folder that keeps its evaluations, all of it or nothing.

    Raises `UserError` if the folder cannot be written or holds files no report wrote.
    """
    with styled():
        charts = drawn(document)
    tables = [table(document), tried_table(document)]
    own = [
        (EVALUATIONS, (out / EVALUATIONS).read_bytes()),
        *config_files(tuning, found),
        *drawn_files(tables, charts),
        (SUMMARY, summary_markdown(document, tables[0], charts).encode()),
    ]
    publish(out, indexed(document, own))


def config_files(tuning: Tuning, found: Sequence[Tuned]) -> Iterator[tuple[str, bytes]]:
    """Yield the setting found for each cell as a config; `sim run` plays the very playouts that confirmed it."""
    for tuned in found:
        rate = tuned.confirmed.rate
        lines = [
            f"# {tuned.task.name or title(tuned.task.cell)}, target {tuned.task.target}",
            f"# {called(tuned.verdict)}: {tuned.task.in_words(tuned.setting)}",
            f"# {tuned.verdict}: {rate_text(rate)} of {counted(rate['playouts'], 'playout')}, the ones of this file",
            "",
        ]
        prepared = tuned.task.tuned(tuned.setting, seed=tuning.seed, playouts=tuning.effort.confirm)
        yield (
            config_name(tuned.task.cell.index, tuned.verdict, len(found)),
            "\n".join([*lines, prepared.to_toml()]).encode(),
        )


def config_name(cell: int, verdict: str, n_cells: int) -> str:
    """Return the name of the config with the setting found for a cell."""
    return f"{called(verdict)}.toml" if n_cells == 1 else f"{called(verdict)}-{cell}.toml"


# -- words ---------------------------------------------------------------------------------------------------------


def called(verdict: str) -> str:
    """Return what a setting is called: recommended if it was shown to reach the target, else no more than nearest."""
    return "recommended" if verdict == REACHED else "nearest"


def found_head(document: Row) -> str:
    """Return what the settings found for all cells are called."""
    names = {called(cell["verdict"]) for cell in document["cells"]}
    return " or ".join(sorted(names, reverse=True))


def rate_text(rate: Row) -> str:
    """Return a win rate with its interval."""
    return f"{100 * rate['win_rate']:.2f} % [{100 * rate['low']:.2f}, {100 * rate['high']:.2f}]"


def target_text(cell: Row) -> str:
    """Return a cell's target."""
    return f"{100 * cell['target']['low']:g}–{100 * cell['target']['high']:g} %"


def verdict_text(cell: Row) -> str:
    """Return the verdict, and why no number of playouts would decide it; how many would is said in a sentence."""
    hopeless = cell["verdict"] == "undecided" and not cell["more_playouts"]
    return "undecided (too near the edge of the target)" if hopeless else str(cell["verdict"])


def untuned_text(cell: Row) -> str:
    """Return the setting that there was; a dash for what is not known."""
    return ", ".join(
        f"{path} = {'–' if value is None else format(value, 'g')}" for path, value in cell["untuned"].items()
    )


def changed(cell: Row) -> str:
    """Return what else changed against the untuned experiment: win rate, causes, length."""
    shift = cell["shift"]
    if shift is None:
        return "Nothing changed: it is the untuned setting"
    told = [f"{verdicts.rate(shift['before'])} -> {verdicts.rate(shift['after'])} on {shift['pairs']:,} shared seeds"]
    return "; ".join(filter(None, [*told, verdicts.causes(shift), verdicts.length(shift)]))


def note(document: Row) -> str:
    """Return how a tuning is to be read."""
    return (
        f"Settings were tried with seed {document['search_seed']}, all on the same playouts, {document['playouts']:,} "
        "at most until the last step; those intervals hold whenever one stops. The best was confirmed with seed "
        f"{document['seed']}, which no search used: {counted(document['confirm'], 'playout')}, Wilson's 95 % interval. "
        "Reached: that interval lies within the target; not reached: outside; else undecided."
    )


# -- tables --------------------------------------------------------------------------------------------------------


def table(document: Row) -> Table:
    """Return every cell with the setting found: flat for files, a grid for readers."""
    heads = ("Cell", "Target", "Untuned", capital(found_head(document)), "Confirmed", "n", "Verdict")
    grid = Grid(heads, [entries(cell, cell["title"] or document["same"]) for cell in document["cells"]], 1, "")
    shifts = [cell["shift"] for cell in document["cells"] if cell["shift"]]
    causes = list(dict.fromkeys(entry["cause"] for shift in shifts for entry in shift["causes"]))
    frame = frame_of(flat_row(cell, causes) for cell in document["cells"])
    return Table("tune", "Settings found", note(document), "tune", frame, (grid,))


def entries(cell: Row, name: str) -> list[Entry]:
    """Return a cell's line."""
    rate = cell["confirmed"]
    return [
        *texts([name, target_text(cell), untuned_text(cell), in_words(cell["nearest"])]),
        rate_entry(rate["win_rate"], rate["low"], rate["high"]),
        *texts([integer(rate["playouts"]), verdict_text(cell)]),
    ]


def flat_row(cell: Row, causes: Sequence[str]) -> dict[str, Any]:
    """Return a cell as one row: the shift of each cause as `cause_...`, 0 where it did not occur or nothing changed."""
    shifts = {entry["cause"]: entry["difference"] for entry in (cell["shift"] or {"causes": ()})["causes"]}
    return {
        **keys(cell),
        **{f"target_{end}": value for end, value in cell["target"].items()},
        **{f"untuned_{path}": value for path, value in cell["untuned"].items()},
        **cell["nearest"],
        **cell["confirmed"],
        "verdict": cell["verdict"],
        "more_playouts": cell["more_playouts"],
        "shape": cell["shape"],
        **{f"cause_{cause}": shifts.get(cause, 0.0) for cause in causes},
    }


def keys(cell: Row) -> dict[str, Any]:
    """Return which cell it is, as columns."""
    first = list(cell)[: list(cell).index("sweep")]
    return {**{name: plain(cell[name]) for name in first}, **cell["sweep"]}


def tried_table(document: Row) -> Table:
    """Return every setting that was tried in every cell."""
    cells = document["cells"]
    grids = tuple(
        Grid(TRIED, [tried_entries(entry) for entry in cell["tried"]], 1, cell["title"] or "Settings tried")
        for cell in cells
    )
    rows = [
        {**keys(cell), **entry["setting"], **{name: value for name, value in entry.items() if name != "setting"}}
        for cell in cells
        for entry in cell["tried"]
    ]
    return Table("tried", "Settings tried", note(document), "tune", frame_of(rows), grids)


def tried_entries(entry: Row) -> list[Entry]:
    """Return a line of a setting that was tried."""
    rate = rate_entry(entry["win_rate"], entry["low"], entry["high"])
    head = Entry(in_words(entry["setting"]))
    return [head, Entry(integer(entry["playouts"])), rate, Entry(f"{100 * entry['distance']:.2f}")]


# -- charts --------------------------------------------------------------------------------------------------------


def drawn(document: Row) -> list[Chart]:
    """Draw the curves of all cells for one knob; for several the distances, a chart a cell."""
    if len(document["knobs"]) == 1:
        return [curves(document)]
    return [distances(document, cell) for cell in document["cells"]]


def curves(document: Row) -> Chart:
    """Win rate against the parameter, a panel a cell: settings with intervals, fit, target and what was confirmed."""
    cells, (knob,) = document["cells"], document["knobs"]
    height = 2.9 if len(cells) == 1 else 2.2
    figure, axes = style.panels(len(cells), height, columns=min(len(cells), 3), sharex=True, sharey=True, head=0.9)
    for axis, cell in zip(axes, cells, strict=True):
        curve_panel(axis, cell, knob["path"])
        if knob["whole"]:
            whole_ticks(axis)
    style.legend(figure, *axes[0].get_legend_handles_labels())
    figure.supxlabel(knob["path"], fontsize=9.5)
    figure.supylabel("Win rate", fontsize=9.5)
    caption = f"Whiskers hold whenever one stops. {note(document)}"
    told = "; ".join(filter(None, (cell_told(cell) for cell in cells[:MANY_PANELS])))
    alt = f"Win rate against {knob['path']}. {told}."
    return Chart("tune", f"Win rate by {knob['path']}", caption, alt, "tune", *style.saved(figure))


def curve_panel(axis: Any, cell: Row, path: str) -> None:
    """Draw one cell."""
    values = np.array([entry["setting"][path] for entry in cell["tried"]], float)
    rate, low, high, fit = (
        np.array([entry[name] for entry in cell["tried"]], float) for name in ("win_rate", "low", "high", "fit")
    )
    axis.axhspan(cell["target"]["low"], cell["target"]["high"], color=style.GRID, linewidth=0, label="target")
    axis.plot(values, fit, color=style.MUTED, linewidth=1.1, label="isotonic fit" if cell["shape"] != "neither" else "")
    errors = np.vstack([np.maximum(rate - low, 0), np.maximum(high - rate, 0)])
    axis.errorbar(values, rate, yerr=errors, fmt="o", color=style.SERIES[0], ms=4, elinewidth=1.2, label="tried")
    mark_confirmed(axis, cell, path, cell["confirmed"]["win_rate"], "confirmed")
    axis.set_title(cell["title"])
    style.rates_along(axis.yaxis)


def mark_confirmed(axis: Any, cell: Row, path: str, height: float, label: str) -> None:
    """Mark the setting that was found."""
    value = cell["nearest"][path]
    look = {
        "marker": "D",
        "color": style.SERIES[3],
        "markersize": 6,
        "linestyle": "none",
        "markeredgecolor": style.PAPER,
    }
    axis.axvline(value, color=style.SERIES[3], linewidth=0.9, linestyle=":")
    axis.plot([value], [height], label=label, zorder=4, **look)


def distances(document: Row, cell: Row) -> Chart:
    """How far the win rate is from the target against each parameter, a panel a parameter."""
    knobs = document["knobs"]
    figure, axes = style.panels(len(knobs), 2.6, columns=min(len(knobs), 3), sharey=True, head=0.9)
    distance = np.array([100 * entry["distance"] for entry in cell["tried"]])
    final = next(e["distance"] for e in cell["tried"] if e["setting"] == cell["nearest"])
    for axis, knob in zip(axes, knobs, strict=True):
        path = knob["path"]
        values = [entry["setting"][path] for entry in cell["tried"]]
        axis.axhspan(
            0, 100 * (cell["target"]["high"] - cell["target"]["low"]) / 2, color=style.GRID, linewidth=0, label="target"
        )
        axis.plot(values, distance, "o", color=style.SERIES[0], ms=4, label="tried")
        mark_confirmed(axis, cell, path, 100 * final, called(cell["verdict"]))
        axis.set_xlabel(path)
        if knob["whole"]:
            whole_ticks(axis)
        beside = 0.02 * (knob["high"] - knob["low"])
        axis.set_xlim(knob["low"] - beside, knob["high"] + beside)
        axis.set_ylim(bottom=-0.03 * axis.get_ylim()[1])  # a mark at 0 is whole
    axes[0].set_ylabel("Points from the middle of the target")
    style.legend(figure, *axes[0].get_legend_handles_labels())
    name = "tune" if len(document["cells"]) == 1 else f"tune_{cell['cell']}"
    title = f"Distance from the target{': ' + cell['title'] if cell['title'] else ''}"
    alt = f"{title}, against {', '.join(knob['path'] for knob in knobs)}. {cell_told(cell)}."
    return Chart(name, title, note(document), alt, "tune", *style.saved(figure))


def cell_told(cell: Row) -> str:
    """Return a cell's result in words."""
    head = f"{cell['title']}: " if cell["title"] else ""
    return f"{head}{in_words(cell['nearest'])} gives {percent(cell['confirmed']['win_rate'])}, {cell['verdict']}"


# -- summary -------------------------------------------------------------------------------------------------------


def summary_markdown(document: Row, whole: Table, charts: Sequence[Chart]) -> str:
    """Return a tuning in short, as Markdown for a repository."""
    pictures = "\n\n".join(f"![{chart.alt}](charts/{chart.name}.svg)" for chart in charts)
    sections = "\n".join(cell_markdown(cell, cell["title"] or document["same"]) for cell in document["cells"])
    return (
        f"# {document['title']}, tuned: {document['verdict']}\n\n{document['same']}. {whole.note}\n\n"
        f"{markdown(whole.grids[0])}\n{pictures}\n\n{sections}\n"
        f"Rules {document['rules_version']}, source {document['source_hash']}.\n"
    )


def cell_markdown(cell: Row, name: str) -> str:
    """Return a cell: what is to be said, what changed, its neighbours."""
    said = [*cell["notes"], f"Against the untuned experiment: {changed(cell)}"]
    points = sorted([*cell["neighbours"], found_point(cell)], key=lambda entry: list(entry["setting"].values()))
    grid = Grid(TRIED, [tried_entries(entry) for entry in points], 1)
    lines = "".join(f"- {text}.\n" for text in said)
    return f"## {name}\n\n{lines}\nThe {called(cell['verdict'])} setting and its neighbours:\n\n{markdown(grid)}"


def found_point(cell: Row) -> Row:
    """Return the setting found as the search saw it."""
    return next(entry for entry in cell["tried"] if entry["setting"] == cell["nearest"])

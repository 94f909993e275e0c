"""The study of the gate as files: what it promises and what it keeps. `make study` calls this module.

Its arguments are the config of the pool, that of the project's own baseline, the folder to write, and optionally the
playouts of each cell and the number of checks.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sim.progress import in_points, line
from sim.report import style
from sim.report.files import check, drawn_files, indexed, publish
from sim.report.style import Chart, styled
from sim.stats import rate
from sim.study import PAIRS, SERIES, SHIFTS, pools_of, study
from sim.verdicts import MOVED, UNCHANGED, UNDECIDED

HEAD = (
    "| Planted shift, points | Called moved | Unchanged | Undecided | Pairs, median | False alarm in another cell |\n"
    "|---:|---|---:|---:|---:|---|"
)
Row = Mapping[str, Any]


def main(arguments: Sequence[str]) -> None:
    """Play the pool of a config and write the study into a folder."""
    from sim.config import load

    config, own, out = map(Path, arguments[:3])
    playouts, series = map(int, arguments[3:5]) if len(arguments) > 4 else (PAIRS, SERIES)
    check(out)
    guarded = load(own)
    shipped = max(guarded.playouts(cell) for cell in guarded.cells)
    pools = pools_of(config, playouts)
    line(f"{len(pools)} pools of {playouts:,} playouts; {series:,} checks for each of {len(SHIFTS)} shifts")
    write_study(study(pools, shipped, series), out)


def write_study(document: Row, out: Path) -> None:
    """Write a study into a folder, all or nothing."""
    with styled():
        chart = drawn(document)
    text = summary_markdown(document, chart).encode()
    publish(out, indexed(document, [*drawn_files([], [chart]), ("study.md", text)]))


def share(hits: int, n: int) -> str:
    """Return a share with its exact interval, in words."""
    found = rate(hits, n, exact=True)
    return f"{hits / n:.2%} [{100 * found.low:.2f}, {100 * found.high:.2f}] (n = {n:,})"


def drawn(document: Row) -> Chart:
    """Draw which verdicts the planted cell got, a bar a shift."""
    checks = document["checks"]
    figure, (axis,) = style.column([0.35 * len(checks) + 0.6], head=0.3)
    left = np.zeros(len(checks))
    for k, verdict in enumerate((UNCHANGED, MOVED, UNDECIDED)):
        shares = np.array([one["planted"][verdict] / one["series"] for one in checks])
        places = np.arange(len(checks))
        axis.barh(places, shares, left=left, height=0.7, color=style.SERIES[k], hatch=style.HATCHES[k], label=verdict)
        left += shares
    axis.set_yticks(range(len(checks)), [f"{100 * one['shift']:.1f} points" for one in checks])
    axis.set_ylim(len(checks) - 0.5, -0.5)
    axis.grid(visible=False, axis="y")
    style.rates_along(axis.xaxis)
    axis.set_xlim(0, 1)
    axis.set_title("Planted shift")
    axis.set_xlabel("Checks in which the planted cell was called so")
    style.legend_beside(axis, *axis.get_legend_handles_labels())
    caption = f"{checks[0]['series']:,} checks a bar; margin {100 * document['gate']['margin']:g} point."
    return Chart("study", "Verdicts by planted shift", caption, told(document), "study", *style.saved(figure))


def told(document: Row) -> str:
    """Return the chart in words."""
    return "Called moved: " + "; ".join(
        f"{one['planted'][MOVED] / one['series']:.0%} at {100 * one['shift']:.1f} points" for one in document["checks"]
    )


def summary_markdown(document: Row, chart: Chart) -> str:
    """Return the study in short, as Markdown for a repository."""
    gate = document["gate"]
    paragraphs = [
        "# Does the gate keep its promises?",
        setting(document),
        f"![{chart.alt}](charts/{chart.name}.svg)",
        "\n".join([HEAD, *map(check_row, document["checks"])]),
        f"## As many pairs as this project's own baseline keeps: {gate['shipped']:,} a cell",
        "\n".join([HEAD, *map(check_row, document["shipped"])]),
        f"{others(document['shipped'][0], len(document['pools']))} Bits that are the same need no pairs.",
        "## Does it keep its promises?",
        "\n".join(f"- {line}" for line in promises(document)),
        "## Do intervals hold the truth?",
        "\n".join(f"- {name}: {share(hits, n)}" for name, hits, n in held(document)),
        "Made by `make study`; the numbers are in [study.json](study.json).",
    ]
    return "\n\n".join(paragraphs) + "\n"


def others(one: Row, cells: int) -> str:
    """Return how many of the other cells, in which nothing changed, were decided, in a sentence."""
    decided = share(one["others_decided"], one["series"] * (cells - 1))
    return f"Of the other cells, in which nothing changed, {decided} were decided."


def promises(document: Row) -> Iterator[str]:
    """Yield what was promised, and what was kept of it."""
    gate, quiet, edge = document["gate"], document["checks"][0], document["edge"]
    alarms = share(quiet["planted"][MOVED] + quiet["alarms"], quiet["series"])
    yield f"Checks with any cell called moved where nothing changed: {alarms} at most"
    most, n = f"promised: at most {gate['alpha']:.0%}", edge["series"]
    yield f"The same where every cell lies at the margin, the hardest case: {share(edge[MOVED], n)}; {most}"
    most = f"promised: at most {gate['beta']:.0%} of each of the {edge['cells']} cells"
    yield f"Checks with any cell called unchanged there: {share(edge[UNCHANGED], n)}; {most}"


def setting(document: Row) -> str:
    """Return how the checks were made."""
    gate, rates = document["gate"], [pool["win_rate"] for pool in document["pools"]]
    return (
        f"A pool of {document['pools'][0]['playouts']:,} real playouts of each of {len(rates)} cells, whose win rates "
        f"are from {min(rates):.1%} to {max(rates):.1%}, stands for the truth. Each row is "
        f"{document['checks'][0]['series']:,} checks of a *re-keyed* game (same rules, other random streams, so that "
        "no pair shares its luck), in whose first cell a shift was planted. A check looks first after "
        f"{gate['first']:,} pairs and has at most {gate['pairs']:,} of a cell; margin {in_points(gate['margin'])}, "
        f"alpha {gate['alpha']:g} for all cells together, beta {gate['beta']:g} a cell. Intervals here are exact "
        "(Clopper and Pearson)."
    )


def check_row(one: Row) -> str:
    """Return the checks of one shift as a row."""
    planted, n = one["planted"], one["series"]
    counts = f"{planted[UNCHANGED]:,} | {planted[UNDECIDED]:,} | {one['median_pairs']:,}"
    return f"| {100 * one['shift']:.1f} | {share(planted[MOVED], n)} | {counts} | {share(one['alarms'], n)} |"


def held(document: Row) -> Iterator[tuple[str, int, int]]:
    """Yield what an interval is, how often it held the truth, and of how many."""
    stopped = document["stopped"]
    always = f"The time-uniform 95 % interval of `sim run --precision {stopped['precision']:g}`, when it stops"
    yield always, stopped["at_stop"], stopped["series"]
    yield "The same, at every look until then", stopped["at_every_look"], stopped["series"]
    yield "Wilson's 95 % interval, if one looked as often", stopped["wilson_at_every_look"], stopped["series"]
    looked = document["looked"]
    name = f"Wilson's 95 % interval at every {looked['between']:,} of {looked['between'] * looked['looks']:,} playouts"
    yield f"{name}, at every look", looked["held"], looked["series"]
    for one in document["fixed"]:
        yield f"Wilson's 95 % interval after {one['playouts']:,} playouts, fixed beforehand", one["held"], one["series"]


if __name__ == "__main__":
    main(sys.argv[1:])

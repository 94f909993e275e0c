"""The page and the Markdown summary: jinja2 templates filled from a report; charts inlined, nothing fetched."""

from __future__ import annotations

import base64
import html as markup
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.mixes import described
from sim.report import difficulty, style, summary
from sim.report.build import sections
from sim.report.causes import rates
from sim.report.cells import Part, label_on, varies
from sim.report.charts import BASE, MANY_PARTS
from sim.report.grids import Entry, Grid, markdown, rate_entry
from sim.report.names import capital, integer, words
from sim.report.policies import headline
from sim.report.style import Chart
from sim.report.tables import shown_in
from sim.results import wins_in

if TYPE_CHECKING:
    from sim.game import Game
    from sim.report.build import Report

TEMPLATES = Path(__file__).parent / "templates"
BUDGET = 4_500_000  # bytes of charts in a page; what does not fit is named instead
LARGE = 450_000  # bytes; a larger SVG is inlined as PNG if that is smaller
COLOURS = {style.INK: "var(--ink)", style.MUTED: "var(--muted)", style.GRID: "var(--line)", style.PAPER: "var(--paper)"}


@dataclass(frozen=True)
class Top:
    """A set of win rates at the top of the page: their title, whose they are, the grids and the main facts."""

    name: str
    whose: str
    grids: list[Grid]
    points: list[str]


def html(report: Report) -> str:
    """Return the report as one page that needs no network, no script and no other file."""
    environment = _environment(autoescape=True)
    page: str = environment.get_template("page.html.j2").render(
        **_context(report),
        style=(TEMPLATES / "page.css").read_text(),
        pictures=pictures(report.charts),
    )
    return page


def summary_markdown(report: Report) -> str:
    """Return the report in short, as Markdown for a repository."""
    template = _environment(autoescape=False).get_template("report.md.j2")
    text: str = template.render(**_context(report), markdown=markdown)
    return text


def _environment(*, autoescape: bool) -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(TEMPLATES)
    environment = Environment(
        loader=loader, autoescape=autoescape, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(words=words, integer=integer, plain=plain_value, unbroken=unbroken)
    return environment


def _context(report: Report) -> dict[str, Any]:
    """Return what both templates need."""
    game, parts, shown = report.game, report.parts, report.shown
    used = dict.fromkeys(part.policy for part in parts)
    return {
        "report": report,
        "origin": report.origin,
        "tops": list(tops(report)),
        "shown": [part.label for part in shown],
        "left_out": report.leading[MANY_PARTS:],
        "in_files": [part.label for part in parts if part not in report.leading],
        "policies": {name: described(name, game).summary for name in used},
        "sections": sections(report),
        "difficulty": next((topic for topic in report.topics if topic.name == "difficulty"), None),
        "curves": [(name, difficulty.headline(curves)) for name, curves in report.curves.items()],
        "assumed": report.assumed,
        "causes": [grid for part in shown for grid in causes_grids(report.game, part)],
        "signatures": signatures(report),
        "playouts": sum(sample.playouts for part in parts for sample in part.samples),
        "many_parts": MANY_PARTS,
    }


def tops(report: Report) -> Iterator[Top]:
    """Yield what stands at the top: the win rates of each part that is drawn, other policies beside it."""
    game, told = report.game, set[int]()
    for part in report.shown:
        beside = next((n for n, levels in enumerate(report.levels) if part in levels.parts), None)
        if beside is None:
            grids = [summary.rate_grid(game, part, block) for block in part.blocks]
            yield Top(f"of {part.label}", f"Policy {part.label}.", grids, summary.headline(game, part))
        elif beside not in told:
            told.add(beside)
            levels = report.levels[beside]
            grids = [summary.rate_grid(game, levels.whole, block) for block in levels.whole.blocks]
            own = [sentence for one in levels.parts if one in report.shown for sentence in own_headline(game, one)]
            name = ", ".join(filter(None, ("by policy", levels.label)))
            yield Top(name, f"{capital(name)}.", grids, [*headline(game, levels), *own])


def own_headline(game: Game, part: Part) -> list[str]:
    """Return the main facts of one of several policies: it is named in each sentence."""
    first, *others = summary.headline(game, part)
    return [first, *(f"{part.policy}: {sentence}" for sentence in others)]


def causes_grids(game: Game, part: Part) -> Iterator[Grid]:
    """Yield how playouts end over the pools of a part, in short; those kept apart one each."""
    pools = part.pools()
    for groups in [[group] for group in pools] if part.apart else [pools]:
        shown = shown_in(game, [sample for group in groups for sample in group.samples])
        rows = [
            [Entry(group.label), Entry(integer(group.playouts)), *(rate_entry(*r) for r in rates(shown, group.counts))]
            for group in groups
        ]
        yield Grid(("Cells", "Playouts", *(ending.in_words(part.names) for ending in shown)), rows, label=part.label)


def signatures(report: Report) -> Grid:
    """Return every cell's signature."""
    rows = []
    for part in report.parts:
        for sample in part.samples:
            varying = [axis for axis in sample.cell.axes if varies(axis, part.samples)]
            named = label_on(sample, varying) or part.constants or "the cell"
            wins = f"{integer(wins_in(report.game, sample.counts))} of {integer(sample.playouts)}"
            texts = [str(sample.cell.index), part.label, named, wins, sample.signature]
            rows.append([Entry(text) for text in texts])
    return Grid(("Cell", "Policy", "Cell's axes", "Wins", "Signature"), rows, 1)


def unbroken(text: str) -> str:
    """Return small print that breaks between its parts only: after the semicolon, not within an interval."""
    return text.replace(" ", "\u00a0").replace(";\u00a0", "; ")


def plain_value(value: Any) -> str:
    """Return a JSON value as text, numbers short."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(plain_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {plain_value(item)}" for key, item in value.items())
    return json.dumps(value)


# -- charts --------------------------------------------------------------------------------------------------------


def pictures(charts: Iterable[Chart]) -> dict[str, Any]:
    """Return the charts to inline by name, as safe markup; those every game has first, as long as they fit."""
    from markupsafe import Markup

    found, left = {}, BUDGET
    first = sorted(charts, key=lambda chart: chart.name.split("-")[0] not in ("comparison", *BASE))
    for number, chart in enumerate(first):
        picture = inline(chart, f"c{number}-")
        if len(picture) <= left:
            found[chart.name] = Markup(picture)  # made here from matplotlib's own output and escaped text
            left -= len(picture)
    return found


def inline(chart: Chart, prefix: str) -> str:
    """Return a chart as an inline SVG that follows the page's colours, or as an image where that is far smaller."""
    alt = markup.escape(chart.alt)
    if len(chart.svg) > LARGE and len(chart.png) * 4 // 3 < len(chart.svg):
        return f'<img src="data:image/png;base64,{base64.b64encode(chart.png).decode()}" alt="{alt}">'
    svg = chart.svg.decode()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style .*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:xlink)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r' id="([^"]+)"', rf' id="{prefix}\1"', svg)
    svg = re.sub(r'href="#|url\(#', lambda found: found[0] + prefix, svg)
    svg = re.sub(r"#[0-9a-f]{6}", lambda found: COLOURS.get(found[0], found[0]), svg)
    svg = re.sub(r"\s*\n\s*", "\n", svg).strip()
    view = re.search(r'viewBox="[^"]*"', svg)
    box = view[0] if view else ""
    return re.sub(r"<svg[^>]*>", f'<svg class="chart" role="img" aria-label="{alt}" {box}>', svg, count=1)

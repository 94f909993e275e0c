"""Verdicts on cells as text: lines for people, Markdown and annotations for a CI job, JUnit XML for its test report.

They all read one document: that of `sim.check.check` or of `sim.report.compare.document_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from sim.errors import one_line
from sim.progress import in_points
from sim.verdicts import MOVED, UNDECIDED

Row = Mapping[str, Any]


def lines(document: Row) -> list[str]:
    """Return a check in lines: the whole verdict, then a line for each cell that is not unchanged, and why."""
    loud = [cell for cell in document["cells"] if cell["verdict"] in (MOVED, UNDECIDED)]
    return [headline(document), *(f"{cell['title']}: {told(cell)}" for cell in loud)]


def headline(document: Row) -> str:
    """Return the whole verdict, with how many cells have which, and how often it may be wrong."""
    n, margin = document["family"], in_points(document["margin"])
    family, each = (f" for all {n} cells together, Holm", " a cell") if n > 1 else ("", "")
    wrong = f"alpha {document['alpha']:g}{family}; beta {document['beta']:g}{each}"
    return f"{document['verdict'].capitalize()}: {counted(document['cells'])} at a margin of {margin} ({wrong})"


def counted(cells: Sequence[Row]) -> str:
    """Return how many cells have which verdict."""
    found = [verdict_of(cell) for cell in cells]
    return ", ".join(f"{found.count(verdict)} {verdict}" for verdict in dict.fromkeys(found))


def verdict_of(cell: Row) -> str:
    """Return a cell's verdict, or that it has the same bits."""
    return "of the same bits" if cell["same_bits"] else str(cell["verdict"])


def told(cell: Row) -> str:
    """Return a cell's numbers, its verdict and what changed, in one line."""
    rates = " -> ".join(rate(cell[side]) for side in ("before", "after"))
    return "; ".join(filter(None, (f"{verdict_text(cell)}: {shift(cell)} points, {rates}", causes(cell), length(cell))))


def shift(cell: Row) -> str:
    """Return the difference with its interval, in points."""
    low, high = (100 * cell[f"difference_{end}"] for end in ("low", "high"))
    return f"{100 * cell['difference']:+.2f} [{low:+.2f}, {high:+.2f}]"


def rate(side: Row) -> str:
    """Return a side's rate with its interval."""
    if side["win_rate"] is None:
        return "none"
    return f"{side['win_rate']:.2%} [{100 * side['low']:.1f}, {100 * side['high']:.1f}]"


def verdict_text(cell: Row) -> str:
    """Return the verdict, with the pairs that it still needs."""
    if cell["verdict"] != UNDECIDED:
        return "unchanged (same bits)" if cell["same_bits"] else str(cell["verdict"])
    more = cell["more_pairs"]
    return f"undecided ({more:,} more pairs)" if more else "undecided (too near the margin)"


def causes(cell: Row) -> str:
    """Return the causes that changed most."""
    changed = [entry for entry in cell["causes"] if entry["difference"]]
    return ", ".join(f"{entry['cause']} {100 * entry['difference']:+.1f} points" for entry in changed[:3])


def length(cell: Row) -> str:
    """Return how the mean length changed; "" where it was not kept."""
    found = cell["length"]
    return f"mean {found['column']} {found['before']:.2f} -> {found['after']:.2f}" if found else ""


# -- for a CI job --------------------------------------------------------------------------------------------------


def markdown(document: Row) -> str:
    """Return a check as Markdown, for the summary of a CI job."""
    rows = [
        in_a_table(
            cell["title"],
            f"{cell['pairs']:,}",
            *(rate(cell[side]) for side in ("before", "after")),
            *(shift(cell), verdict_text(cell), causes(cell)),
        )
        for cell in document["cells"]
        if not cell["same_bits"]
    ]
    head = "| Cell | Pairs | Before | After | Points | Verdict | Causes |\n|---|---:|---:|---:|---:|---|---|\n"
    body = head + "\n".join(rows) + "\n" if rows else f"{same_bits(document)}\n"
    changed = "".join(f"- {line}\n" for line in changes(document))
    what = f"\nWhat differs from the baseline:\n\n{changed}" if changed else ""
    return f"## Balance: {document['verdict']}\n\n{headline(document)}.\n\n{body}{what}"


def in_a_table(*cells: str) -> str:
    """Return a line of a Markdown table."""
    return "| " + " | ".join(one_line(cell).replace("|", "\\|") for cell in cells) + " |"


def same_bits(document: Row) -> str:
    """Return how many cells have the same bits, and over how many playouts."""
    pairs = [cell["pairs"] for cell in document["cells"] if cell["same_bits"]]
    cells = "1 cell has" if len(pairs) == 1 else f"{len(pairs):,} cells have"
    first = f"{'its' if len(pairs) == 1 else 'their'} first {max(pairs):,}" if max(pairs) > 1 else "the first"
    return f"{cells} the same bits over {first} playout{'' if max(pairs) == 1 else 's'}; no more were played"


def changes(document: Row) -> Iterator[str]:
    """Yield what differs from the baseline before anything is played."""
    for game, found in document["changes"].items():
        yield from (f"{game}: {change}" for change in found)


def marks(document: Row) -> Iterator[str]:
    """Yield workflow commands that mark a GitHub job: an error where a cell moved, a warning where it is undecided."""
    for cell in document["cells"]:
        if level := {MOVED: "error", UNDECIDED: "warning"}.get(cell["verdict"]):
            title = escaped(f"Balance {cell['verdict']}: {cell['title']}").replace(":", "%3A").replace(",", "%2C")
            yield f"::{level} title={title}::{escaped(told(cell))}"


def escaped(text: str) -> str:
    """Return a text as workflow commands want it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def junit(document: Row) -> bytes:
    """Return a check as JUnit XML: a case a cell; a cell that moved fails, an undecided one is an error."""
    found = [cell["verdict"] for cell in document["cells"]]
    counts = {"tests": len(found), "failures": found.count(MOVED), "errors": found.count(UNDECIDED)}
    suites = ET.Element("testsuites", {name: str(n) for name, n in counts.items()})
    suite = ET.SubElement(suites, "testsuite", {"name": "sim check", **{name: str(n) for name, n in counts.items()}})
    for cell in document["cells"]:
        title = one_line(cell["title"])  # XML has no place for control characters
        case = ET.SubElement(suite, "testcase", {"classname": f"balance.{cell['game']}", "name": title})
        if tag := {MOVED: "failure", UNDECIDED: "error"}.get(cell["verdict"]):
            ET.SubElement(case, tag, {"type": cell["verdict"], "message": told(cell)}).text = told(cell)
        else:
            ET.SubElement(case, "system-out").text = told(cell)
    ET.indent(suites)
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(suites, encoding="unicode").encode() + b"\n"

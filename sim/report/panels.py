"""What the charts of all views share: which groups of cells get a panel, and how a chart is captioned and saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sim.game import Axis, Game, View
from sim.report import style
from sim.report.cells import Group, Part
from sim.report.dots import basis
from sim.report.names import words
from sim.report.readings import Row, labelling, rows_of, whole
from sim.report.style import Chart

MANY_GROUPS = 8
ASLANT: Any = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"}


def pools(part: Part) -> list[Group]:
    """Return the groups that get a panel each: the values of the pool axes, or the whole part."""
    groups = part.groups()
    return groups if 0 < len(groups) <= MANY_GROUPS else [part.whole()]


def titled(axis: Any, group: Group, groups: list[Group]) -> None:
    """Name a panel after its group where there are several."""
    if len(groups) > 1:
        axis.set_title(group.label)


def chart(view: View, part: Part, tag: str, figure: Any, reading: str, alt: str) -> Chart:
    """Save a figure under its view's name, with a caption: policy, n, how to read it, the view's own note."""
    caption = f"{basis(part)} {reading} {view.note}"
    return Chart(f"{view.name}{tag}", view.title, caption, alt, view.section, *style.saved(figure))


def entries(game: Game, view: View, group: Group) -> list[Row]:
    """Return the rows of a view's whole table for a group."""
    return rows_of(game, whole(view), group.samples, group.counts)


def key(view: View, part: Part, row: Row) -> str:
    """Return a row's label on the view's axes."""
    return part.names.row([axis.name for axis in labelling(view)], row)


def keys(view: View, part: Part, found: Sequence[Sequence[Row]]) -> list[str]:
    """Return the labels of all rows of several groups, in the order of the table's entries."""
    axes = labelling(view)

    def place(row: Row) -> list[int]:
        return [position(axis, row[axis.name]) for axis in axes]

    ordered = sorted((row for rows in found for row in rows), key=place)
    return list(dict.fromkeys(key(view, part, row) for row in ordered))


def position(axis: Axis, label: str) -> int:
    """Return the index that a label stands for."""
    return axis.labels.index(label) if axis.labels else int(label)


def are_numbers(axis: Axis) -> bool:
    """Whether an axis's labels are numbers, which say nothing without its name."""
    return axis.labels is None or all(label[:1].isdigit() for label in axis.labels)


def told(game: Game, view: View, part: Part, say: Callable[[Row], str]) -> str:
    """Return what a chart shows as a sentence: its rows over all cells, or over each pool that is kept apart."""
    texts = []
    for group in part.pools()[: None if part.apart else 1]:
        said = ", ".join(f"{key(view, part, row)} {say(row)}" for row in entries(game, view, group))
        texts.append(f"{group.label}: {said}.")
    return f"{view.title}. {' '.join(texts)}"


def share_of(view: View) -> str:
    """Return what a view's shares are of, in words."""
    return f"Share of {words(view.of).lower()}" if view.of else "Share of all playouts"

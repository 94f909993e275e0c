"""How a command answers: a table for people, or one JSON document for scripts, on standard output."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

# Wide enough that a table sent to a file or a pipe is not broken into pieces.
WIDE = 200


def print_json(document: Any) -> None:
    """Print one JSON document and nothing else; text stays as it is written, where standard output can hold it."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=2)
    print(text)


def print_table(rows: Sequence[Mapping[str, Any]], title: str = "", columns: Sequence[str] = ()) -> None:
    """Print rows as a table; `columns` names and orders those shown (default: the first row's keys)."""
    shown = list(columns) or list(rows[0] if rows else ())
    console().print(table_of(rows, shown, title, overflow="fold"))


def print_fitting(rows: Sequence[Mapping[str, Any]], may_go: Sequence[str], shortened: str) -> list[str]:
    """Print rows, each on one line, and return the columns that were left out for want of room.

    Columns that are empty in every row say nothing, as that which tells cells apart where there is one, and are left
    out. Where it is too wide, so are columns of `may_go`, the first first; then the texts of `shortened` are cut. What
    is still too wide stays whole, for the terminal to fold: half a number is worse.
    """
    screen, shown, gone = console(), [name for name in rows[0] if any(row[name] != "" for row in rows)], list[str]()
    for name in [name for name in may_go if name in shown]:
        if excess_of(rows, shown, screen) <= 0:
            break
        gone.append(name)
        shown.remove(name)
    if (excess := excess_of(rows, shown, screen)) > 0 and shortened in shown:
        longest = max(1, max(len(row[shortened]) for row in rows) - excess)
        rows = [{**row, shortened: cut(row[shortened], longest)} for row in rows]
    screen.width += max(0, excess_of(rows, shown, screen))
    screen.print(table_of(rows, shown, overflow="ellipsis"))
    return gone


def cells_told(whats: Collection[str], told: str) -> str:
    """Return a line on what all cells share; where nothing tells them apart there is one, and this is its name."""
    return f"{'All cells' if any(whats) else 'The cell'}: {told}"


def excess_of(rows: Sequence[Mapping[str, Any]], shown: Sequence[str], screen: Console) -> int:
    """Return by how many characters a table of a line a row is too wide."""
    table = table_of(rows, shown, overflow="ellipsis")
    return screen.measure(table, options=screen.options.update(width=1000)).maximum - screen.width


def cut(text: str, longest: int) -> str:
    """Return a text of so many characters at most."""
    return text if len(text) <= longest else f"{text[: max(longest - 1, 0)]}…"


def console() -> Console:
    """Return standard output for tables: as wide as COLUMNS says, or the terminal is, else `WIDE`."""
    from rich.console import Console

    width = shutil.get_terminal_size((WIDE, 1)).columns
    return Console(width=width, highlight=False, markup=False)


def table_of(
    rows: Sequence[Mapping[str, Any]], shown: Sequence[str], title: str = "", *, overflow: Literal["fold", "ellipsis"]
) -> Table:
    """Return rows as a table; a cell that is too wide is folded into lines, or stays one line."""
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(
        title=title or None, title_justify="left", box=SIMPLE, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0)
    )
    for name in shown:
        numbers = all(isinstance(row.get(name), (int, float)) for row in rows)
        justify: Literal["left", "right"] = "right" if numbers else "left"
        head = name.replace("_", " ")
        table.add_column(head, justify=justify, overflow=overflow, no_wrap=overflow == "ellipsis")
    for row in rows:
        table.add_row(*(cell(row.get(name)) for name in shown))
    return table


def cell(value: Any) -> str:
    """Return a value as a reader wants it: lists joined, nothing for None, yes and no for booleans."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {cell(entry)}" for key, entry in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(cell(entry) for entry in value)
    return str(value)

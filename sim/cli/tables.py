"""How a command answers: a table for people, or one JSON document for scripts, on standard output."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

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
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    shown = list(columns) or list(rows[0] if rows else ())
    table = Table(title=title or None, title_justify="left", box=SIMPLE, pad_edge=False)
    for name in shown:
        numbers = all(isinstance(row.get(name), (int, float)) for row in rows)
        table.add_column(name.replace("_", " "), justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*(cell(row.get(name)) for name in shown))
    Console(width=None if sys.stdout.isatty() else WIDE, highlight=False, markup=False).print(table)


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

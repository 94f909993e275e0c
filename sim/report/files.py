"""A report's folder: which files there are, and how it appears all at once or not at all."""

from __future__ import annotations

import io
import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.report.build import Report, document, report_of
from sim.report.grids import Table, frame_grid, markdown
from sim.report.page import html, summary_markdown
from sim.report.style import Chart

# What can be in a folder; its index is KIND.json.
KINDS = ("report", "ladder", "worth", "sensitivity", "train", "compare", "study", "tune")
PAGE = "report.html"
SUMMARY = "report.md"
LONG = 1000  # rows; a longer table has no Markdown, which nobody would read

File = tuple[str, bytes]


def contents(report: Report, document: dict[str, Any]) -> Iterator[File]:
    """Yield every file of a report as (path within the folder, bytes); the index with the list of them comes last."""
    page, text = html(report), summary_markdown(report)
    own = [*drawn_files(report.tables, report.charts), (PAGE, page.encode()), (SUMMARY, text.encode())]
    yield from indexed(document, own)


def indexed(document: Mapping[str, Any], files: Iterable[File]) -> Iterator[File]:
    """Yield files, and after them the index of the folder: the document with the list of them."""
    index = f"{document['kind']}.json"
    names = [index]
    for name, data in files:
        names.append(name)
        yield name, data
    whole = {**document, "files": sorted(names)}
    yield index, (json.dumps(whole, indent=1, allow_nan=False) + "\n").encode()


def drawn_files(tables: Iterable[Table], charts: Iterable[Chart]) -> Iterator[File]:
    """Yield the files of tables and charts."""
    for table in tables:
        yield from table_files(table)
    for chart in charts:
        yield f"charts/{chart.name}.svg", chart.svg
        yield f"charts/{chart.name}.png", chart.png


def table_files(table: Table) -> Iterator[File]:
    """Yield a table as CSV, Parquet and, if it is not too long, Markdown."""
    yield f"tables/{table.name}.csv", table.frame.to_csv(index=False, float_format="%.8g", lineterminator="\n").encode()
    sink = io.BytesIO()
    table.frame.to_parquet(sink, index=False, compression="zstd")
    yield f"tables/{table.name}.parquet", sink.getvalue()
    if table.grids or len(table.frame) <= LONG:
        yield f"tables/{table.name}.md", table_markdown(table).encode()


def table_markdown(table: Table) -> str:
    """Return a table with its title and note as Markdown."""
    grids = table.grids or (frame_grid(table.frame),)
    bodies = [(f"## {grid.label}\n\n" if grid.label else "") + markdown(grid) for grid in grids]
    return "\n".join([f"# {table.title}\n", f"{table.note}\n", *bodies])


# -- the folder ----------------------------------------------------------------------------------------------------


def check(out: Path, besides: Iterable[str] = ()) -> None:
    """Raise `UserError` unless a report may be written here: into nothing, an empty folder or an earlier report.

    Files named in `besides` may be there too.
    """
    if not out.exists():
        above = next((folder for folder in out.absolute().parents if folder.exists()), None)
        if above is not None and not above.is_dir():
            raise UserError(f"{above}: is a file; a folder is needed here")
        return
    if not out.is_dir():
        raise UserError(f"{out}: is a file; a report is written into a folder")
    try:
        found = {path.relative_to(out).as_posix() for path in out.rglob("*") if not path.is_dir() or path.is_symlink()}
    except OSError as error:
        raise UserError(f"{out}: cannot be read: {error.strerror or error}") from None
    foreign = sorted(found - written(out) - {*besides})
    if foreign:
        named = ", ".join(foreign[:3]) + (f" and {len(foreign) - 3} more" if len(foreign) > 3 else "")
        raise UserError(f"{out}: holds files that no report wrote ({named}); move them away, or choose another folder")


def written(out: Path) -> set[str]:
    """Return the files that the report in a folder lists as its own, of any kind; none where there is no report."""
    for kind in KINDS:
        try:
            index = json.loads((out / f"{kind}.json").read_bytes())
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(index, dict) and index.get("kind") == kind:
            names = index.get("files")
            return {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()
    return set()


def publish(out: Path, files: Iterable[File]) -> None:
    """Write files into a new folder beside `out`, then put it in `out`'s place. A failure leaves `out` as it was."""
    out = out.resolve()
    aside = None
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
        fresh = aside / "new"
        for name, data in files:
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        check(out)
        replace(out, fresh, aside / "old")
    except OSError as error:
        raise UserError(f"{out}: cannot be written: {error.strerror or error}") from None
    finally:
        if aside is not None:
            shutil.rmtree(aside, ignore_errors=True)


def replace(out: Path, fresh: Path, old: Path) -> None:
    """Put a folder in another's place; where the second step fails, the first is undone."""
    if not out.exists():
        fresh.rename(out)
        return
    out.rename(old)
    try:
        fresh.rename(out)
    except OSError:
        old.rename(out)
        raise


def write_report(run: Any, out: Path, sensitivity: Path | None = None) -> dict[str, Any]:
    """Write the report of a run into a folder, all of it or nothing, and return its JSON document.

    `sensitivity`: the folder of a `sim sensitivity`, which the section on assumptions quotes.

    Raises `UserError` if the run has no playouts, or the folder cannot be written or holds files no report wrote.
    """
    check(out)
    report = report_of(run, sensitivity)
    found = document(report)
    publish(out, contents(report, found))
    return found

"""What a report says of `sim sensitivity`: how far the assumptions of the rules move its win rates."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sim.errors import UserError
from sim.files import misformed
from sim.report.cells import Part, label_on

INDEX = "sensitivity.json"


@dataclass
class CellForm:
    """What is read of a cell, beside its axes."""

    policy: str
    sentence: str


@dataclass
class Form:
    """What is read of a `sensitivity.json`."""

    schema: Literal[1]
    kind: Literal["sensitivity"]
    game: str
    rules_version: str
    content_hash: str
    parameters: dict[str, Any]
    weights: dict[str, Any] | None
    policies: list[str]
    cells: list[CellForm]


@dataclass(frozen=True)
class Assumed:
    """`misfit`: why it is not of this run, in a sentence; else `sentences`: (cell in words, what moves it)."""

    misfit: str
    sentences: tuple[tuple[str, str], ...] = ()

    def document(self) -> dict[str, Any]:
        """Return what is said as JSON values."""
        cells = [{"title": title, "sentence": sentence} for title, sentence in self.sentences]
        return {"misfit": self.misfit or None, "cells": cells}


def assumed_in(folder: Path, run: Any, parts: Sequence[Part]) -> Assumed:
    """Read what `sim sensitivity` found, from its folder or from `sensitivity` in it; keep the cells that the run has.

    Raises `UserError` for a folder without it, a file that is damaged, or one of another game.
    """
    file = next((file for file in (folder / INDEX, folder / "sensitivity" / INDEX) if file.is_file()), folder / INDEX)
    found = read(file)
    if found["game"] != run.game.name:
        raise UserError(f"{file}: is of {found['game']}, not of {run.game.name}")
    if misfit := misfit_of(found, run, parts):
        return Assumed(f"What `sim sensitivity` found does not fit this run: {misfit}. Run it again.")
    here = {
        place(part.policy, sample.cell.axes): label_on(
            sample, [a for a, v in sample.cell.axes.items() if v is not None]
        )
        for part in parts
        if not part.sweep
        for sample in part.samples
    }
    several = len({part.policy for part in parts}) > 1
    cells = [cell for cell in found["cells"] if place(cell["policy"], axes_of(cell, run)) in here]
    if not cells:
        return Assumed("What `sim sensitivity` found is of no cell of this run.")
    titled = [
        (here[place(cell["policy"], axes_of(cell, run))] + (f", {cell['policy']}" if several else ""), cell["sentence"])
        for cell in cells
    ]
    return Assumed("", tuple(titled))


def read(file: Path) -> Mapping[str, Any]:
    """Read a `sensitivity.json`. Raises `UserError` if it is missing, or is none."""
    try:
        found = json.loads(file.read_bytes())
    except FileNotFoundError:
        raise UserError(f"{file}: is missing; `sim sensitivity` writes it") from None
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not JSON"
        raise UserError(f"{file}: cannot be read: {reason}") from None
    if place := misformed(found, Form):
        raise UserError(f"{file}: is not what `sim sensitivity` writes: {place}")
    return found  # type: ignore[no-any-return]


def misfit_of(found: Mapping[str, Any], run: Any, parts: Sequence[Part]) -> str:
    """Return why what was found is not of a run's rules, numbers, weights or policies; "" if it is."""
    for key, what in (("rules_version", "rules version"), ("content_hash", "content")):
        if found[key] != run.manifest.get(key):
            return f"other {what} ({found[key]}, not {run.manifest.get(key)})"
    for key in ("parameters", "weights"):
        if found[key] != getattr(run.experiment, key):
            return f"other {key}"
    policies = {part.policy for part in parts}
    if not policies & set(found["policies"]):
        return f"another policy ({', '.join(found['policies'])}, not {', '.join(sorted(policies))})"
    return ""


def place(policy: str, axes: Mapping[str, Any]) -> str:
    """Return what a cell is known by on both sides, as a key."""
    return json.dumps([policy, dict(axes)])


def axes_of(cell: Mapping[str, Any], run: Any) -> dict[str, Any]:
    """Return the axes of a cell of a document."""
    return {axis: cell.get(axis) for axis in run.game.axes}

"""Playouts of a run found by conditions on their rows: `cause=fourth_vortex, last_turn<7, missions_done~pincer`.

A column is any that is stored (its number or its word: `cause=3`, `cause=fourth_vortex`) or any that a game decodes
rows into (`taken~first_fire`: the list has that entry). Rows are read part by part, never all at once.
"""

from __future__ import annotations

import difflib
import operator
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sim.elsewhere import answer, ask
from sim.errors import UserError
from sim.kernel import JIT
from sim.progress import counted

if TYPE_CHECKING:
    from sim.game import Cell, Game
    from sim.store import Run

    Records = npt.NDArray[Any]
    Indices = npt.NDArray[np.intp]

FEW = 64  # playouts that a slow policy plays again about as soon as compiled code is ready
LISTED = 100  # names that a message lists
BLOCK = 4096  # playouts that are played again at a time, where a run kept no rows
FORM = re.compile(r"\s*(\w+)\s*(!=|<=|>=|=|<|>|~)\s*([^=<>~!]+?)\s*")
COMPARE: dict[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
ORDER = ("<", "<=", ">", ">=")


@dataclass
class Condition:
    """One comparison of a column with a value."""

    column: str
    operator: str  # = != < <= > >= or ~ (a list has this entry)
    value: str  # as it was written
    looked_at: bool = False
    seen: set[str] = field(default_factory=set)  # the words met in this column, for a helpful message

    def __str__(self) -> str:
        return f"{self.column}{self.operator}{self.value}"


@dataclass(frozen=True)
class Found:
    """A playout and its stored row: a record of the game's `result_dtype()`."""

    cell: Cell
    index: int
    row: Any


def find(run: Run, text: str, sample: int, cell: int | None = None, seed: int = 0) -> list[Found]:
    """Return up to `sample` playouts that meet every condition of `text`, in the order of cell and index.

    Which ones, of more, is drawn from `seed`: the same each time. Raises `UserError` for a condition that cannot be
    read, an unknown column, and where no playout matches.
    """
    stored_cells = run.cells if cell is None else [run.cells[cell]]
    conditions = parse(text, columns(run.game, run.content))
    if not JIT and run.experiment.rows != "all" and sum(stored.playouts for stored in stored_cells) > FEW:
        return find_elsewhere(run, text, sample, cell, seed)
    generator = np.random.default_rng(seed)
    kept: list[tuple[float, Found]] = []
    n_looked_at = 0
    for stored in stored_cells:
        for rows in rows_of(run, stored.cell, stored.playouts):
            n_looked_at += len(rows)
            matches = matching(run.game, run.content, rows, conditions)
            # Each match draws a number and the smallest stay: a sample without replacement in one pass.
            drawn = generator.random(len(matches))
            best = np.argsort(drawn)[:sample]
            kept += [(float(drawn[k]), Found(stored.cell, int(matches["index"][k]), matches[k])) for k in best]
            kept = sorted(kept, key=lambda pair: pair[0])[:sample]
    if not kept:
        where = "the run" if cell is None else f"cell {cell}"
        raise UserError(
            f"--find {text!r}: none of the {counted(n_looked_at, 'playout')} of {where} matches{hint(conditions)}"
        )
    return sorted((found for _, found in kept), key=lambda found: (found.cell.index, found.index))


def find_elsewhere(run: Run, text: str, sample: int, cell: int | None, seed: int) -> list[Found]:
    """Return what `find` does in a second process, whose JIT is on: there playouts are played again fast."""
    found = ask("sim.find", str(run.path), text, sample, cell, seed)
    dtype = run.game.result_dtype()
    rows = [(cell, np.frombuffer(bytes.fromhex(row), dtype)[0]) for cell, row in found]
    return [Found(run.cells[cell].cell, int(row["index"]), row) for cell, row in rows]


def find_here(path: str, *request: Any) -> list[tuple[int, str]]:
    """Answer `find_elsewhere`: cells and rows, as hex digits."""
    from sim.progress import line
    from sim.store import open_run
    from sim.warmup import warm_up

    run = open_run(path)
    warm_up(run.game, [stored.cell for stored in run.cells], line, threading.Event())
    return [(found.cell.index, found.row.tobytes().hex()) for found in find(run, *request)]


def rows_of(run: Run, cell: Cell, playouts: int) -> Iterator[Records]:
    """Yield a cell's rows in playout order: as stored, or played again where the run kept none."""
    if run.experiment.rows == "all":
        yield from run.rows(cell.index)
        return
    for first in range(0, playouts, BLOCK):
        yield play_again(run, cell, first, min(BLOCK, playouts - first))


def play_again(run: Run, cell: Cell, first: int, n: int) -> Records:
    """Play `n` playouts of a cell through the batch's own entry and return their rows."""
    game = run.game
    rules = game.rules(cell.axes, run.parameters(cell), run.content, run.experiment.seed)
    rows, counts = np.zeros(n, game.result_dtype()), np.zeros(1, game.counts_dtype())
    game.play(cell.player, rules, game.workspace(cell.weights), first, rows, counts[0])
    return rows


# -- Conditions --------------------------------------------------------------------------------------------------


def columns(game: Game, content: Any) -> dict[str, bool]:
    """Return every column that a condition may name, and whether it is stored as it is."""
    none = np.zeros(0, game.result_dtype())
    return dict.fromkeys(game.decode(none, content), False) | dict.fromkeys(none.dtype.names or (), True)


def parse(text: str, known: Mapping[str, bool]) -> list[Condition]:
    """Return the conditions of a text, which commas separate; those on stored columns, which cost less, first."""
    conditions = []
    for part in text.split(","):
        form = FORM.fullmatch(part)
        if form is None:
            raise UserError(
                f"--find {text!r}: {part.strip()!r} is not a condition; "
                "allowed: COLUMN OPERATOR VALUE with an operator = != < <= > >=, or LIST~ENTRY"
            )
        column, sign, value = form.groups()
        condition = Condition(column, sign, value)
        if condition.column not in known:
            raise UserError(f"--find {text!r}: no column {condition.column!r}{nearest(condition.column, known)}")
        if condition.operator in ORDER and number(condition.value) is None:
            raise UserError(
                f"--find {text!r}: {condition}: {condition.operator} needs a number, not {condition.value!r}"
            )
        conditions.append(condition)
    return sorted(conditions, key=lambda condition: not known[condition.column])


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the end of a message that names what was probably meant, or all there is."""
    names = list(known)
    if close := difflib.get_close_matches(name, names, n=1):
        return f"; did you mean {close[0]!r}?"
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return f"; allowed: {', '.join(names[:LISTED])}{more}"


def number(text: str) -> float | None:
    """Return the number that a text is, if it is one."""
    try:
        return float(text)
    except ValueError:
        return None


def matching(game: Game, content: Any, rows: Records, conditions: Iterable[Condition]) -> Records:
    """Return the rows, of shape (n,), that meet every condition."""
    for condition in conditions:
        if len(rows):
            numbers, words, where = values_of(game, content, rows, condition.column)
            met = [meets(*pair, condition) for pair in zip(numbers, words, strict=True)]
            rows = rows[np.array(met)[where]]
    return rows


def values_of(game: Game, content: Any, rows: Records, column: str) -> tuple[list[Any], list[Any], Indices]:
    """Return a column's values as numbers and as words, and which of them each row has.

    A stored column is decoded once a value that occurs, not once a row.
    """
    if column not in (rows.dtype.names or ()):
        words = list(game.decode(rows, content)[column])
        return [None] * len(words), words, np.arange(len(words))
    values, where = np.unique(rows[column], return_inverse=True)
    once = np.zeros(len(values), rows.dtype)
    once[column] = values
    numbers: list[Any] = values.tolist()
    return numbers, list(game.decode(once, content).get(column, numbers)), where


def meets(stored: float | None, word: Any, condition: Condition) -> bool:
    """Whether a value, as the number stored and as the word it means, meets a condition."""
    condition.looked_at = True
    wanted, is_list = number(condition.value), isinstance(word, (list, tuple))
    if condition.operator == "~":
        if not is_list:
            raise UserError(f"--find: {condition}: {condition.column} is not a list; use = instead of ~")
        condition.seen.update(word)
        return condition.value in word
    if wanted is not None and stored is not None:
        return COMPARE[condition.operator](stored, wanted)
    if condition.operator in ORDER or is_list:
        raise UserError(f"--find: {condition}: {condition.column} is a list; use {condition.column}~ENTRY")
    condition.seen.add(str(word).lower())
    return (str(word).lower() == condition.value.lower()) == (condition.operator == "=")


def hint(conditions: Iterable[Condition]) -> str:
    """Return what the columns do hold, where a condition asks for a word that never occurs."""
    hints = []
    for condition in conditions:
        if condition.operator == "~" and condition.looked_at and not condition.seen:
            hints.append(f"; {condition.column} is empty in each of them")
        elif condition.seen and condition.operator in ("=", "~") and condition.value not in condition.seen:
            never = f"; {condition.column} is never {condition.value!r} there"
            hints.append(never + nearest(condition.value, sorted(condition.seen)))
    return "".join(hints)


if __name__ == "__main__":
    answer(find_here)

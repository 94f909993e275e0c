"""Two sides compared cell by cell on the same seeds, look after look, until every cell has its verdict."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sim.batch import interruptible
from sim.errors import UserError
from sim.faults import show
from sim.pairs import key_of, won_by
from sim.progress import showing, title
from sim.sequences import difference_sequence, rate_sequence
from sim.stats import flips
from sim.verdicts import UNDECIDED, Family, Flips, Gate, Verdict, looks, overall

if TYPE_CHECKING:
    from sim.game import Cell, Game
    from sim.sides import Outcomes, Side

EXAMPLES: Final = 3  # flipped playouts that are named, either way


@dataclass(frozen=True)
class Match:
    """A cell on both sides, by its numbers there."""

    before: Side
    after: Side
    before_cell: int
    after_cell: int

    @property
    def most(self) -> int:
        """How many pairs can be had."""
        return min(self.before.most(self.before_cell), self.after.most(self.after_cell))

    @property
    def cell(self) -> Cell:
        """The cell, as the second side has it."""
        return self.after.cells[self.after_cell]

    @property
    def game(self) -> Game:
        """Its game."""
        return self.after.game

    def ends(self) -> tuple[Outcomes, Outcomes]:
        """Return how the playouts that are there ended on either side."""
        return self.before.outcomes(self.before_cell), self.after.outcomes(self.after_cell)


@dataclass(frozen=True)
class Shift:
    """What came of a match: its verdict, and how the pairs that it rests on ended on either side."""

    match: Match
    verdict: Verdict
    before: Outcomes
    after: Outcomes


def matched(before: Side, after: Side) -> list[Match]:
    """Return the cells that both sides have, in the order of the second.

    Where each side has one policy, or sweeps over nothing, these may differ: then they are what is compared. Raises
    `UserError` where the sides share no cell.
    """
    if before.game.name != after.game.name:
        raise UserError(f"{before.title} is of {before.game.name}, {after.title} of {after.game.name}; nothing to pair")
    free = [
        name
        for name in ("policy", "sweep")
        if all(len({json.dumps(_fact(cell, name)) for cell in side.cells}) == 1 for side in (before, after))
    ]
    places = {key_of(cell, free): cell.index for cell in before.cells}
    found = [
        Match(before, after, places[key], cell.index) for cell in after.cells if (key := key_of(cell, free)) in places
    ]
    if not found:
        raise UserError(f"{before.title} and {after.title} have no cell in common; {why_apart(before, after)}")
    return found


def why_apart(before: Side, after: Side) -> str:
    """Return in which axis no cell of one side is like any of the other, if it is one, and what compares such cells."""
    apart: dict[str, str] = {}
    for axis in after.game.axes:
        here, there = ({show(cell.axes.get(axis)): None for cell in side.cells} for side in (before, after))
        if not set(here) & set(there):
            apart[axis] = f"{' or '.join(here)} in {before.title}, {' or '.join(there)} in {after.title}"
    if len(apart) != 1:
        return "nothing to pair"
    ((axis, values),) = apart.items()
    instead = "; `sim report` of one run that has both compares levels" if axis in after.game.levels else ""
    return f"{axis} is {values}, and a pair is one cell twice{instead}"


def _fact(cell: Cell, name: str) -> Any:
    return cell.policy if name == "policy" else dict(cell.sweep)


def unmatched(matches: Sequence[Match]) -> list[str]:
    """Return the cells that one side has alone, in words."""
    sides = {id(side): side for match in matches for side in (match.before, match.after)}
    shared = {(id(match.before), match.before_cell) for match in matches}
    shared |= {(id(match.after), match.after_cell) for match in matches}
    return [
        f"{side.title}: {title(cell)}"
        for side in sides.values()
        for cell in side.cells
        if (id(side), cell.index) not in shared
    ]


def compare(
    matches: Sequence[Match],
    gate: Gate,
    *,
    first: int,
    threads: int,
    quiet: bool,
    by_bits: bool = False,
) -> list[Shift]:
    """Play and judge until every match is decided or has no more pairs; the first look comes after `first` pairs.

    With `by_bits` a match whose signatures are equal at the first look is unchanged without more ado, if that look is
    of enough playouts to tell. Raises `KeyboardInterrupt` after Ctrl-C.
    """
    most = [match.most for match in matches]
    pairs = [Flips(0, 0, 0)] * len(matches)
    due: Collection[int] = range(len(matches))
    family = Family(gate, len(matches))
    with interruptible() as stop:
        for look, n in enumerate(looks(max(most), first)):
            due = [index for index in due if most[index] > pairs[index].n]
            if not due:
                break
            _extend([(matches[index], min(n, most[index])) for index in due], stop, threads, quiet=quiet)
            for index in due:
                pairs[index] = _flips(matches[index], min(n, most[index]))
            if by_bits and look == 0:
                family.same = frozenset(index for index in due if _same_bits(matches[index], min(n, most[index]), gate))
            verdicts = family.look(pairs)
            due = [index for index in due if verdicts[index] == UNDECIDED]
    return _shifts(matches, family.verdicts(pairs))


def judge(matches: Sequence[Match], gate: Gate, same: Collection[int]) -> list[Shift]:
    """Judge all pairs that are there, in one look; matches of the `same` bits are unchanged without more ado."""
    pairs = [_flips(match, match.most) for match in matches]
    return _shifts(matches, Family(gate, len(matches), same).verdicts(pairs))


def _shifts(matches: Sequence[Match], verdicts: Sequence[Verdict]) -> list[Shift]:
    return [
        Shift(match, verdict, *(ends.first(verdict.flips.n) for ends in match.ends()))
        for match, verdict in zip(matches, verdicts, strict=True)
    ]


def _extend(targets: Sequence[tuple[Match, int]], stop: Any, threads: int, *, quiet: bool) -> None:
    """Play what either side lacks."""
    sides: dict[int, tuple[Side, dict[int, int]]] = {}
    for match, n in targets:
        sides.setdefault(id(match.before), (match.before, {}))[1][match.before_cell] = n
        sides.setdefault(id(match.after), (match.after, {}))[1][match.after_cell] = n
    lacking = sum(side.lacking(wanted) for side, wanted in sides.values())
    if lacking:
        with showing(lacking, 0, quiet=quiet) as progress:
            for side, wanted in sides.values():
                side.extend(wanted, progress, stop, threads)


def _flips(match: Match, n: int) -> Flips:
    before, after = (won_by(match.game, ends.causes[:n]) for ends in match.ends())
    return Flips(*flips(before, after))


def _same_bits(match: Match, n: int, gate: Gate) -> bool:
    before = match.before.signature(match.before_cell, n) if gate.told_by_bits(n) else None
    return before is not None and before == match.after.signature(match.after_cell, n)


# -- as documents ------------------------------------------------------------------------------------------------


def shift_document(shift: Shift) -> dict[str, Any]:
    """Return a shift as JSON values: the cell, the rate on either side, the verdict, what saved pairing it, causes."""
    match, verdict = shift.match, shift.verdict
    game = match.game
    sides = [(match.before, match.before_cell, shift.before), (match.after, match.after_cell, shift.after)]
    wins = [int(won_by(game, ends.causes).sum()) for _, _, ends in sides]
    return {
        "cell": match.cell.index,
        "game": game.name,
        **match.cell.axes,
        "policy": match.cell.policy,
        "sweep": dict(match.cell.sweep),
        **{
            name: rate_document(side.cells[index], hits, verdict.flips.n)
            for name, (side, index, _), hits in zip(("before", "after"), sides, wins, strict=True)
        },
        **verdict.document(),
        "variance_ratio": variance_ratio(verdict.flips, *wins),
        "causes": cause_documents(shift),
        "length": length_document(shift),
        "flipped": flipped_documents(shift),
    }


def rate_document(cell: Cell, wins: int, n: int) -> dict[str, Any]:
    """Return a side's win rate over the pairs, with the interval that holds whenever one stops."""
    low, high = rate_sequence(wins, n)
    rate = wins / n if n else None
    found = {"cell": cell.index, "policy": cell.policy, "sweep": dict(cell.sweep), "playouts": n, "wins": wins}
    return {**found, "win_rate": rate, "low": float(low), "high": float(high)}


def variance_ratio(pairs: Flips, wins_before: int, wins_after: int) -> float | None:
    """Return the variance of the paired difference over that of two separate samples; None where the latter is 0."""
    if not pairs.n:
        return None
    a, b = wins_before / pairs.n, wins_after / pairs.n
    apart = a * (1 - a) + b * (1 - b)
    together = (pairs.gained + pairs.lost) / pairs.n - pairs.difference**2
    return together / apart if apart else None


def cause_documents(shift: Shift) -> list[dict[str, Any]]:
    """Return how often each cause of loss occurred on either side, and the paired difference of its share.

    The largest first. Ways to win are no causes of loss: the win rate says what became of them.
    """
    game, n = shift.match.game, shift.verdict.flips.n
    found = []
    losses = [(code, cause) for code, cause in enumerate(game.causes) if code and cause not in game.wins]
    for code, cause in losses:
        before, after = shift.before.causes == code, shift.after.causes == code
        more, less, _ = flips(before, after)
        if before.any() or after.any():
            low, high = difference_sequence(more, less, n)
            counts = {"before": int(before.sum()), "after": int(after.sum()), "difference": (more - less) / n}
            found.append({"cause": cause, **counts, "difference_low": float(low), "difference_high": float(high)})
    return sorted(found, key=lambda entry: -abs(entry["difference"]))


def length_document(shift: Shift) -> dict[str, Any] | None:
    """Return the mean number of turns or rounds on either side; None where it was not kept."""
    before, after = shift.before.lengths, shift.after.lengths
    if before is None or after is None or not len(after):
        return None
    return {"column": shift.match.game.length, "before": float(before.mean()), "after": float(after.mean())}


def flipped_documents(shift: Shift) -> list[dict[str, Any]]:
    """Return the first playouts that flipped either way: their index, and how they ended on either side.

    First those that went the way of the win rate.
    """
    import numpy as np

    game = shift.match.game
    before, after = (won_by(game, ends.causes) for ends in (shift.before, shift.after))
    ways = [np.flatnonzero(after & ~before), np.flatnonzero(before & ~after)]
    found = [index for way in sorted(ways, key=len, reverse=True) for index in way[:EXAMPLES]]
    return [
        {
            "index": int(index),
            "before": game.causes[shift.before.causes[index]],
            "after": game.causes[shift.after.causes[index]],
        }
        for index in found
    ]


def whole_document(shifts: Sequence[Shift], gate: Gate) -> dict[str, Any]:
    """Return what holds for all cells together."""
    verdicts = [shift.verdict for shift in shifts]
    return {
        "verdict": overall(verdicts),
        "margin": gate.margin,
        "alpha": gate.alpha,
        "beta": gate.beta,
        "family": len(verdicts),
        "cells": [shift_document(shift) for shift in shifts],
    }

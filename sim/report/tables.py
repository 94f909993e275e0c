"""The tables that every game has: win rates, causes, lengths, incidence, playouts that hit the safety limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sim.game import Game
from sim.report import estimates
from sim.report.causes import MANY_CAUSES, Ending, cause_rates, endings, occurring, rates
from sim.report.cells import Block, Group, Part, Sample, label_on, lengths_in
from sim.report.dots import always, rate_of
from sim.report.grids import Entry, Grid, Table, rate_entry, texts
from sim.report.names import integer, number, percent, words
from sim.results import has_cap, wins_in

RATES = ("playouts", "wins", "win_rate", "low", "high")  # what files have of a win rate
RATE = "Wilson 95 % interval; a rate of 0 or 1 shows its bound."
ALWAYS = "Time-uniform 95 % interval, which holds whenever one stops; a rate of 0 or 1 shows its bound."


def rate_note(samples: Iterable[Sample]) -> str:
    """Return what the intervals of win rates are, in a sentence."""
    return ALWAYS if always(samples) else RATE


def base_tables(game: Game, parts: Sequence[Part]) -> list[Table]:
    """Return the tables that need no view."""
    tables = [win_rate(game, parts), causes(game, parts), lengths(game, parts), incidence(game, parts)]
    return [*tables, capped(parts)] if has_cap(game) else tables


def frame_of(rows: Iterable[dict[str, Any]]) -> Any:
    """Return rows as a DataFrame whose columns have one type each; a column of nothing but None is left out."""
    import pandas as pd

    rows = list(rows)
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
    return pd.DataFrame({name: column(values) for name, values in columns.items() if set(map(type, values)) != {NONE}})


NONE = type(None)


def column(values: list[Any]) -> Any:
    """Return values as a column: whole numbers with gaps stay whole, mixed types become text."""
    import pandas as pd

    types = set(map(type, values)) - {NONE}
    if types == {int} and None in values:
        return pd.array(values, dtype="Int64")
    return [None if value is None else str(value) for value in values] if len(types) > 1 else values


def by_part(parts: Sequence[Part], make: Callable[[Part], Grid]) -> tuple[Grid, ...]:
    """Return one grid a part, labelled where there are several."""
    return tuple(replace(make(part), label=part.label if len(parts) > 1 else "", part=part.label) for part in parts)


def by_block(parts: Sequence[Part], make: Callable[[Part, Block], Grid]) -> tuple[Grid, ...]:
    """Return one grid a part and block, labelled where there are several."""
    return tuple(
        replace(
            make(part, block),
            label=", ".join(filter(None, (part.label if len(parts) > 1 else "", block.label))),
            part=part.label,
        )
        for part in parts
        for block in part.blocks
    )


def stub_heads(block: Block) -> tuple[str, ...]:
    """Return the heads of the columns that say which cell a row is."""
    layout = block.layout
    heads = [" · ".join(words(axis) for axis in axes) for axes in (layout.facet, layout.rows, layout.series) if axes]
    return ("Cell", *heads)


def stubs(block: Block, sample: Sample) -> list[Entry]:
    """Return the entries that say which cell a row is."""
    layout = block.layout
    named = [label_on(sample, axes) for axes in (layout.facet, layout.rows, layout.series) if axes]
    return texts([str(sample.cell.index), *named])


def cell_grid(block: Block, heads: Sequence[str], entries: Callable[[Sample], list[Entry]]) -> Grid:
    """Return a grid with a row for each cell."""
    leading = stub_heads(block)
    return Grid((*leading, *heads), [stubs(block, sample) + entries(sample) for sample in block.samples], len(leading))


def win_rate(game: Game, parts: Sequence[Part]) -> Table:
    """Win rate by cell."""

    def numbers(sample: Sample) -> dict[str, Any]:
        wins, n = wins_in(game, sample.counts), sample.playouts
        rate, low, high = rate_of(game, [sample])
        mean = estimates.describe(lengths_in(sample.counts))["mean"]
        found = {"playouts": n, "wins": wins, "win_rate": rate, "low": low, "high": high, f"mean_{game.length}": mean}
        capped = {"capped": int(sample.counts["capped"])} if has_cap(game) else {}
        return {**found, **capped, "signature": sample.signature}

    def entries(sample: Sample) -> list[Entry]:
        row = numbers(sample)
        rate = rate_entry(row["win_rate"], row["low"], row["high"])
        counts = texts([integer(row["playouts"]), integer(row["wins"])])
        capped = [integer(row["capped"])] if has_cap(game) else []
        return [*counts, rate, *texts([number(row[f"mean_{game.length}"]), *capped, row["signature"]])]

    heads = ["Playouts", "Wins", "Win rate", f"Mean {words(game.length).lower()}"]
    note = f"{rate_note(sample for part in parts for sample in part.samples)} {game.winning}".strip()
    if has_cap(game):
        heads.append("Capped")
        note += " Capped: playouts in which the safety limit on actions was hit; they are counted like all others."
    return Table(
        "win_rate",
        "Win rate by cell",
        note,
        "win rates",
        frame_of({**sample.keys(), **numbers(sample)} for part in parts for sample in part.samples),
        by_block(parts, lambda _, block: cell_grid(block, [*heads, "Signature"], entries)),
    )


def causes(game: Game, parts: Sequence[Part]) -> Table:
    """How playouts end, by cell."""

    def rows(sample: Sample) -> Iterable[dict[str, Any]]:
        for cause, count, share, low, high in cause_rates(game, sample.counts):
            outcome = {"cause": cause, "won": cause in game.wins, "playouts": sample.playouts, "count": count}
            yield {**sample.keys(), **outcome, "share": share, "low": low, "high": high}

    def grid(part: Part, block: Block) -> Grid:
        shown = shown_in(game, block.samples)

        def entries(sample: Sample) -> list[Entry]:
            return [Entry(integer(sample.playouts)), *(rate_entry(*found) for found in rates(shown, sample.counts))]

        return cell_grid(block, ["Playouts", *(ending.in_words(part.names) for ending in shown)], entries)

    return Table(
        "causes",
        "How playouts end, by cell",
        f"Share of all playouts of the cell. {RATE} {LISTED if is_short(game, parts) else LEFT_OUT}",
        "losses",
        frame_of(row for part in parts for sample in part.samples for row in rows(sample)),
        by_block(parts, grid),
    )


LISTED = "A cause that did not occur is listed with its upper bound."
LEFT_OUT = (
    "Causes that never occurred in these cells are left out and those of one family are taken together; the files have "
    "each for itself, with its upper bound."
)


def shown_in(game: Game, samples: Sequence[Sample]) -> list[Ending]:
    """Return the endings to list for some cells taken together."""
    counts = {"length_by_cause": sum(sample.counts["length_by_cause"] for sample in samples)}
    return occurring(endings(game, counts), game, counts)


def is_short(game: Game, parts: Sequence[Part]) -> bool:
    """Whether the causes are few enough for all to be listed."""
    return len(shown_in(game, parts[0].samples)) == len(game.causes) - 1


def length_entries(found: dict[str, float]) -> list[Entry]:
    """Return a described histogram as entries."""
    ends = f"{number(found['mean_low'])} to {number(found['mean_high'])}" if found["n"] > 1 else ""
    mean = Entry(number(found["mean"]), ends)
    quantiles = [number(found[f"q{q}"], 0) for q in estimates.QUANTILES]
    return [Entry(integer(found["n"])), mean, *texts([number(found["sd"]), *quantiles])]


LENGTH_HEADS = ("n", "Mean", "s.d.", *(f"{q} %" for q in estimates.QUANTILES))


def lengths(game: Game, parts: Sequence[Part]) -> Table:
    """Lengths by cell."""

    def numbers(sample: Sample) -> dict[str, float]:
        return estimates.describe(lengths_in(sample.counts))

    def entries(sample: Sample) -> list[Entry]:
        return length_entries(numbers(sample))

    return Table(
        "lengths",
        f"{words(game.length)} by cell",
        "Mean with its 95 % interval, standard deviation and quantiles over all playouts, won and lost.",
        "lengths",
        frame_of({**sample.keys(), **numbers(sample)} for part in parts for sample in part.samples),
        by_block(parts, lambda _, block: cell_grid(block, LENGTH_HEADS, entries)),
    )


def incidence(game: Game, parts: Sequence[Part]) -> Table:
    """Cumulative incidence and hazard of every cause."""
    return Table(
        "incidence",
        f"Cumulative incidence of every cause by {words(game.length).lower()}",
        "Share of all playouts that have ended by the cause up to and including that point. The hazard is the share of "
        "the playouts still running that end there, by any cause. The files have every cell and each cause's hazard.",
        "lengths",
        frame_of(row for part in parts for sample in part.samples for row in incidence_rows(game, sample)),
        tuple(
            replace(incidence_grid(game, part, group), label=", ".join(filter(None, labels)), part=part.label)
            for part in parts
            for group in part.pools()[: None if part.apart else 1]
            for labels in [(part.label if len(parts) > 1 else "", group.label if part.apart else "")]
        ),
    )


def incidence_rows(game: Game, sample: Sample) -> Iterable[dict[str, Any]]:
    """Return a row for each cause that occurred in a cell, and length at which playouts were still running."""
    ended, at_risk, cumulative = estimates.incidence(sample.counts["length_by_cause"])
    _, low, high = estimates.wilson(cumulative, sample.playouts)
    for code, cause in enumerate(game.causes[1:], start=1):
        if not ended[code].any() and len(game.causes) - 1 > MANY_CAUSES:
            continue
        for length in range(1, game.max_length + 1):
            if at_risk[length]:
                end, risk = int(ended[code, length]), int(at_risk[length])
                row = {"cause": cause, game.length: length, "ended": end, "at_risk": risk, "hazard": end / risk}
                share = float(cumulative[code, length]) / sample.playouts
                bounds = {"low": float(low[code, length]), "high": float(high[code, length])}
                yield {**sample.keys(), **row, "incidence": share, **bounds}


def incidence_grid(game: Game, part: Part, group: Group) -> Grid:
    """Return cumulative incidence by length of a group of cells."""
    shown = shown_in(game, group.samples)
    ended, at_risk, cumulative = estimates.incidence(group.counts["length_by_cause"])
    reached = np.array([cumulative[list(ending.codes)].sum(axis=0) for ending in shown])
    rate, low, high = estimates.wilson(reached, at_risk[0])
    rows = []
    for length in range(1, game.max_length + 1):
        if at_risk[length]:
            entries = [rate_entry(rate[k, length], low[k, length], high[k, length]) for k in range(len(shown))]
            hazard = percent(float(ended[:, length].sum() / at_risk[length]))
            rows.append([Entry(str(length)), Entry(integer(at_risk[length])), *entries, Entry(hazard)])
    heads = (words(game.length), "Still running", *(ending.in_words(part.names) for ending in shown), "Hazard")
    return Grid(heads, rows)


def capped(parts: Sequence[Part]) -> Table:
    """Playouts that hit the safety limit, pooled."""

    def numbers(group: Group) -> tuple[int, int, float, float, float]:
        n, hit = group.playouts, int(group.counts["capped"])
        share, low, high = (float(value) for value in estimates.wilson(hit, n))
        return n, hit, share, low, high

    def rows(part: Part) -> Iterable[dict[str, Any]]:
        for group in part.pools():
            n, hit, share, low, high = numbers(group)
            yield {**part.keys(), **group.key, "playouts": n, "capped": hit, "share": share, "low": low, "high": high}

    def grid(part: Part) -> Grid:
        body = []
        for group in part.pools():
            n, hit, share, low, high = numbers(group)
            body.append([*texts([group.label, integer(n), integer(hit)]), rate_entry(share, low, high)])
        return Grid(("Cells", "Playouts", "Capped", "Share"), body)

    return Table(
        "capped",
        "Playouts that hit the safety limit on actions",
        f"They are outcomes like all others and stay in every number. {RATE}",
        "tension",
        frame_of(row for part in parts for row in rows(part)),
        by_part(parts, grid),
    )

"""The tables that every game has: win rates, causes, lengths, incidence, playouts that hit the safety limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sim.game import Game
from sim.report import estimates
from sim.report.cells import Group, Part, Sample, label_on, lengths_in
from sim.report.grids import Entry, Grid, Table, rate_entry, texts
from sim.report.names import integer, number, percent, words
from sim.results import wins_in

RATE = "Wilson 95 % interval; a rate of 0 or 1 shows its bound."


def base_tables(game: Game, parts: Sequence[Part]) -> list[Table]:
    """Return the tables that need no view."""
    return [win_rate(game, parts), causes(game, parts), lengths(game, parts), incidence(game, parts), capped(parts)]


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
    grids = [(part.label if len(parts) > 1 else "", make(part)) for part in parts]
    return tuple(Grid(grid.heads, grid.rows, grid.stubs, label) for label, grid in grids)


def stub_heads(part: Part) -> tuple[str, ...]:
    """Return the heads of the columns that say which cell a row is."""
    layout = part.layout
    heads = [" · ".join(words(axis) for axis in axes) for axes in (layout.facet, layout.rows, layout.series) if axes]
    return ("Cell", *heads)


def stubs(part: Part, sample: Sample) -> list[Entry]:
    """Return the entries that say which cell a row is."""
    layout = part.layout
    named = [label_on(sample, axes) for axes in (layout.facet, layout.rows, layout.series) if axes]
    return texts([str(sample.cell.index), *named])


def cell_grid(part: Part, heads: Sequence[str], entries: Callable[[Sample], list[Entry]]) -> Grid:
    """Return a grid with a row for each cell."""
    leading = stub_heads(part)
    return Grid((*leading, *heads), [stubs(part, sample) + entries(sample) for sample in part.samples], len(leading))


def win_rate(game: Game, parts: Sequence[Part]) -> Table:
    """Win rate by cell."""

    def numbers(sample: Sample) -> dict[str, Any]:
        wins, n = wins_in(game, sample.counts), sample.playouts
        rate, low, high = (float(value) for value in estimates.wilson(wins, n))
        mean = estimates.describe(lengths_in(sample.counts))["mean"]
        capped = int(sample.counts["capped"])
        found = {"playouts": n, "wins": wins, "win_rate": rate, "low": low, "high": high, f"mean_{game.length}": mean}
        return {**found, "capped": capped, "signature": sample.signature}

    def entries(sample: Sample) -> list[Entry]:
        row = numbers(sample)
        rate = rate_entry(row["win_rate"], row["low"], row["high"])
        counts = texts([integer(row["playouts"]), integer(row["wins"])])
        rest = [number(row[f"mean_{game.length}"]), integer(row["capped"]), row["signature"]]
        return [*counts, rate, *texts(rest)]

    heads = ["Playouts", "Wins", "Win rate", f"Mean {words(game.length).lower()}", "Capped", "Signature"]
    return Table(
        "win_rate",
        "Win rate by cell",
        f"{RATE} Capped: playouts in which the safety limit on actions was hit; they are counted like all others.",
        "win rates",
        frame_of({**sample.keys(), **numbers(sample)} for part in parts for sample in part.samples),
        by_part(parts, lambda part: cell_grid(part, heads, entries)),
    )


def cause_rates(game: Game, counts: Any) -> list[tuple[str, int, float, float, float]]:
    """Return (cause, count, share, low, high) for every way a playout can end."""
    by_cause = counts["length_by_cause"].sum(axis=1)[1:]
    shares = estimates.wilson(by_cause, by_cause.sum())
    return [
        (cause, int(count), float(share), float(low), float(high))
        for cause, count, share, low, high in zip(game.causes[1:], by_cause, *shares, strict=True)
    ]


def causes(game: Game, parts: Sequence[Part]) -> Table:
    """How playouts end, by cell."""

    def rows(sample: Sample) -> Iterable[dict[str, Any]]:
        for cause, count, share, low, high in cause_rates(game, sample.counts):
            outcome = {"cause": cause, "won": cause in game.wins, "playouts": sample.playouts, "count": count}
            yield {**sample.keys(), **outcome, "share": share, "low": low, "high": high}

    def entries(sample: Sample) -> list[Entry]:
        rates = cause_rates(game, sample.counts)
        return [Entry(integer(sample.playouts)), *(rate_entry(share, low, high) for _, _, share, low, high in rates)]

    heads = ["Playouts", *(words(cause) for cause in game.causes[1:])]
    return Table(
        "causes",
        "How playouts end, by cell",
        f"Share of all playouts of the cell. {RATE} A cause that did not occur is listed with its upper bound.",
        "losses",
        frame_of(row for part in parts for sample in part.samples for row in rows(sample)),
        by_part(parts, lambda part: cell_grid(part, heads, entries)),
    )


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

    return Table(
        "lengths",
        f"{words(game.length)} by cell",
        "Mean with its 95 % interval, standard deviation and quantiles over all playouts, won and lost.",
        "lengths",
        frame_of({**sample.keys(), **numbers(sample)} for part in parts for sample in part.samples),
        by_part(parts, lambda part: cell_grid(part, LENGTH_HEADS, lambda sample: length_entries(numbers(sample)))),
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
        by_part(parts, lambda part: incidence_grid(game, part.whole())),
    )


def incidence_rows(game: Game, sample: Sample) -> Iterable[dict[str, Any]]:
    """Return a row for each cause and length at which playouts were still running."""
    ended, at_risk, cumulative = estimates.incidence(sample.counts["length_by_cause"])
    _, low, high = estimates.wilson(cumulative, sample.playouts)
    for code, cause in enumerate(game.causes[1:], start=1):
        for length in range(1, game.max_length + 1):
            if at_risk[length]:
                end, risk = int(ended[code, length]), int(at_risk[length])
                row = {"cause": cause, game.length: length, "ended": end, "at_risk": risk, "hazard": end / risk}
                share = float(cumulative[code, length]) / sample.playouts
                bounds = {"low": float(low[code, length]), "high": float(high[code, length])}
                yield {**sample.keys(), **row, "incidence": share, **bounds}


def incidence_grid(game: Game, group: Group) -> Grid:
    """Return cumulative incidence by length of a whole part."""
    ended, at_risk, cumulative = estimates.incidence(group.counts["length_by_cause"])
    rate, low, high = estimates.wilson(cumulative, at_risk[0])
    rows = []
    for length in range(1, game.max_length + 1):
        if at_risk[length]:
            entries = [
                rate_entry(rate[code, length], low[code, length], high[code, length])
                for code in range(1, len(game.causes))
            ]
            hazard = percent(float(ended[:, length].sum() / at_risk[length]))
            rows.append([Entry(str(length)), Entry(integer(at_risk[length])), *entries, Entry(hazard)])
    heads = (words(game.length), "Still running", *(words(cause) for cause in game.causes[1:]), "Hazard")
    return Grid(heads, rows)


def capped(parts: Sequence[Part]) -> Table:
    """Playouts that hit the safety limit, pooled."""

    def numbers(group: Group) -> tuple[int, int, float, float, float]:
        n, hit = int(group.counts["length_by_cause"].sum()), int(group.counts["capped"])
        share, low, high = (float(value) for value in estimates.wilson(hit, n))
        return n, hit, share, low, high

    def rows(part: Part) -> Iterable[dict[str, Any]]:
        for group in [*part.groups(), part.whole()]:
            n, hit, share, low, high = numbers(group)
            key = {part.layout.pool: str(group.value)} if part.layout.pool else {}
            yield {**part.keys(), **key, "playouts": n, "capped": hit, "share": share, "low": low, "high": high}

    def grid(part: Part) -> Grid:
        body = []
        for group in [*part.groups(), part.whole()]:
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

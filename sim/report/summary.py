"""What a designer reads in half a minute: the grid of win rates, the main facts, what the run was made of."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sim.game import Game
from sim.parameters import meanings
from sim.progress import counted
from sim.report import estimates
from sim.report.causes import cause_rates, losses
from sim.report.cells import Block, Group, Part, Sample, gather, label_on, lengths_in, split
from sim.report.dots import basis, extremes, range_told, rate_of
from sim.report.grids import Entry, Grid
from sim.report.names import capital, integer, interval, percent, words
from sim.results import has_cap, win_document, winners_in
from sim.weights import told

if TYPE_CHECKING:
    from sim.config import Experiment

LISTINGS = ("scenarios", "agents", "cards")


@dataclass(frozen=True)
class Origin:
    """What a run was made of, as far as a reader must know it."""

    seed: Any
    planned: str  # playouts a cell, in words
    stopped: str  # by what cells stopped, where that was not a number of playouts; "" otherwise
    complete: bool
    unfinished: str  # in words; "" for a complete run
    rules_version: str
    source_hash: str
    source_matches: bool
    content_hash: str
    versions: dict[str, str]
    assumptions: dict[str, Any]
    meanings: dict[str, str]  # of the assumptions; "" where a game says none
    changed: dict[str, Any]  # the assumptions that are not at their defaults
    statuses: dict[str, dict[str, int]]  # listing -> status -> entries
    weights: dict[str, Any] | None  # of players, that are not the package's own

    def facts(self) -> list[tuple[str, str]]:
        """Return the facts as (name, text)."""
        hashes = self.source_hash + ("" if self.source_matches else " (the sources have changed since)")
        versions = ", ".join(f"{name} {version}" for name, version in self.versions.items())
        rows = [("Stopped", self.stopped), ("Seed", str(self.seed)), ("Rules version", self.rules_version)]
        rows += [("Source hash", hashes)]
        rows += [("Content hash", self.content_hash), ("Content", self.content_status()), ("Versions", versions)]
        rows += [("Weights that are not the package's own", told(self.weights))]
        return [(name, text) for name, text in rows if text]

    def document(self) -> dict[str, Any]:
        """Return the facts as JSON values."""
        return {
            "complete": self.complete,
            "seed": self.seed,
            "rules_version": self.rules_version,
            "source_hash": self.source_hash,
            "source_matches": self.source_matches,
            "content_hash": self.content_hash,
            "content_status": self.statuses,
            "versions": self.versions,
            "assumptions": self.assumptions,
            "weights": self.weights,
        }

    def assumed(self) -> str:
        """Return in a sentence which assumptions numbers rest on."""
        if not self.changed:
            return "Assumptions at their defaults."
        stated = ", ".join(f"{name} = {json.dumps(value)}" for name, value in self.changed.items())
        return f"Assumptions: {stated}; the others at their defaults."

    def content_status(self) -> str:
        """Return how much of the content has which status: "cards: 49 house, 30 reported"."""
        texts = [
            f"{listing}: {', '.join(f'{n} {status}' for status, n in sorted(counts.items()))}"
            for listing, counts in self.statuses.items()
        ]
        return "; ".join(texts)


def origin_of(run: Any) -> Origin:
    """Read a run's manifest and content."""
    manifest = run.manifest
    told = meanings(run.game.parameters_model())
    assumptions = dict(manifest.get("assumptions", {}))
    defaults = run.game.assumptions(run.game.parameters_model()(), run.content)
    return Origin(
        seed=run.experiment.seed,
        planned=planned(run.experiment),
        stopped=stopped(run.experiment),
        complete=bool(run.complete),
        unfinished=unfinished(run),
        rules_version=str(manifest.get("rules_version", run.game.rules_version)),
        source_hash=str(manifest.get("source_hash", "")),
        source_matches=bool(run.source_matches),
        content_hash=str(manifest.get("content_hash", "")),
        versions={str(name): str(version) for name, version in manifest.get("versions", {}).items()},
        assumptions=assumptions,
        meanings={name: told.get(name, "") for name in assumptions},
        changed={name: value for name, value in assumptions.items() if defaults.get(name, value) != value},
        statuses=statuses_of(run.game, run.content),
        weights=run.experiment.weights,
    )


def planned(experiment: Experiment) -> str:
    """Return how many playouts each cell is to have, in words; by policy where they differ."""
    if experiment.precision is not None:
        most = integer(experiment.max_playouts)
        return f"{most} at most, until its win rate is known to within {experiment.precision:g}"
    if isinstance(experiment.playouts, int):
        return integer(experiment.playouts)
    return ", ".join(f"{integer(n)} of {policy}" for policy, n in experiment.playouts.items())


def stopped(experiment: Experiment) -> str:
    """Return by what cells stopped, and what that means for intervals; "" where the number of playouts was fixed."""
    if experiment.precision is None:
        return ""
    return (
        f"each cell once the time-uniform interval of its win rate was within {experiment.precision:g}, or at "
        f"{counted(experiment.max_playouts, 'playout')}; win rates have that interval, while shares, means and paired "
        "differences have those of a fixed number, which are too narrow for it"
    )


def unfinished(run: Any) -> str:
    """Return how far an unfinished run has come; "" for a complete one."""
    if run.complete:
        return ""
    done = sum(int(entry.playouts) for entry in run.cells)
    wanted = [run.experiment.playouts_of(entry.cell.policy) for entry in run.cells]
    full = sum(int(entry.playouts) >= n for entry, n in zip(run.cells, wanted, strict=True))
    empty = sum(int(entry.playouts) == 0 for entry in run.cells)
    text = f"This run is unfinished: {integer(done)} of {counted(sum(wanted), 'playout')}, "
    text += f"{full} of {counted(len(run.cells), 'cell')} complete"
    return f"{text}, {empty} without any playout and left out here." if empty else f"{text}."


def statuses_of(game: Game, content: Any) -> dict[str, dict[str, int]]:
    """Count the statuses of a game's content by listing; listings without a status are left out."""
    found: dict[str, dict[str, int]] = {}
    for what in LISTINGS:
        try:
            rows = game.listing(what, content)
        except (KeyError, ValueError):  # a game need not have every listing
            continue
        counts = Counter(str(row["status"]) for row in rows if row.get("status"))
        if counts:
            found[what] = dict(counts)
    return found


def rate_grid(game: Game, part: Part, block: Block) -> Grid:
    """Return win rates with rows and series down and facets across, or series across in a block; shaded by the rate.

    Where the part has several policies, each has a line of its own.
    """
    layout = block.layout
    down, across = [layout.rows, layout.series], layout.facet
    if not across and block.label:
        down, across = [layout.rows], layout.series
    columns = list(split(block.samples, across))
    names = [group for group in down if group]
    several = len({sample.cell.policy for sample in part.samples}) > 1
    lines = [
        own
        for samples in split(block.samples, *down).values()
        for own in gather(samples, lambda sample: sample.cell.policy).values()
    ]
    rows = []
    for samples in lines:
        by_column = split(samples, across)
        stub = [Entry(label_on(samples[0], group)) for group in names] or [Entry(part.constants or "The cell")]
        stub += [Entry(samples[0].cell.policy)] if several else []
        rows.append(stub + [rate_cell(game, by_column.get(column)) for column in columns])
    heads = [" · ".join(words(axis) for axis in group) for group in names] or [""]
    heads += ["Policy"] if several else []
    named_columns = [capital(column) for column in columns] if across else ["Win rate"]
    grid = Grid((*heads, *named_columns), rows, len(heads), block.label)
    return grid if across else with_partial(game, block, grid, lines)


def with_partial(game: Game, block: Block, grid: Grid, lines: Iterable[Sequence[Sample]]) -> Grid:
    """Return a grid with a column of the wins in part, where there were any."""
    if not any(partial_in(game, sample.counts) for sample in block.samples):
        return grid
    rows = []
    for row, samples in zip(grid.rows, lines, strict=True):
        n = sum(sample.playouts for sample in samples)
        rate, low, high = (
            float(value) for value in estimates.wilson(sum(partial_in(game, s.counts) for s in samples), n)
        )
        rows.append([*row, Entry(percent(rate), f"{interval(rate, low, high)}; n {integer(n)}")])
    return replace(grid, heads=(*grid.heads, "Won in part"), rows=rows)


def partial_in(game: Game, counts: Any) -> int:
    """Return the playouts that were won in part."""
    return int(sum(counts["length_by_cause"][game.causes.index(cause)].sum() for cause in game.partial))


def rate_cell(game: Game, samples: Any) -> Entry:
    """Return the entry of one place in the grid of win rates."""
    if not samples:
        return Entry("–")
    rate, low, high = rate_of(game, samples)
    n = integer(sum(sample.playouts for sample in samples))
    return Entry(percent(rate), f"{interval(rate, low, high)}; n {n}", rate)


def headline(game: Game, part: Part) -> list[str]:
    """Return the main facts of a part as sentences."""
    sentences = [" ".join(filter(None, (basis(part), game.winning)))]
    if part.apart:
        groups = zip(part.blocks, part.pools(), strict=True)
        return sentences + [f"{b.label}. {range_told(game, b)} {worst_loss(game, part, g)}" for b, g in groups]
    whole = part.whole()
    sentences.append(extremes(game, part))
    if worst := worst_loss(game, part, whole):
        sentences.append(worst)
    found = estimates.describe(lengths_in(whole.counts))
    spread = f"nine in ten playouts from {found['q5']:.0f} to {found['q95']:.0f}"
    sentences.append(f"{words(game.length)}: median {found['q50']:.0f}, {spread}.")
    return sentences


def worst_loss(game: Game, part: Part, group: Group) -> str:
    """Return the most frequent way to lose in a sentence; "" where nothing was lost."""
    lost = losses(game, group.counts)
    by_cause = group.counts["length_by_cause"].sum(axis=1)
    ways = {cause: int(by_cause[code]) for code, cause in enumerate(game.causes) if code}
    for cause in (*game.wins, *game.partial):
        del ways[cause]
    if not lost:
        return ""
    worst = max(ways, key=lambda cause: ways[cause])
    rate, low, high = (float(value) for value in estimates.wilson(ways[worst], lost))
    named = part.names.cause(worst)
    text = f"Most frequent loss: {named[:1].lower()}{named[1:]}, {percent(rate)} ({interval(rate, low, high)}) of the "
    return f"{text}{integer(lost)} lost playouts."


def cell_documents(game: Game, parts: Sequence[Part]) -> list[dict[str, Any]]:
    """Return the essentials of every cell as JSON values."""
    return [cell_document(game, sample) for part in parts for sample in part.samples]


def cell_document(game: Game, sample: Sample) -> dict[str, Any]:
    """Return the essentials of one cell as JSON values."""
    names = ("count", "share", "low", "high")
    return {
        **win_document(game, sample, sample.counts),
        "causes": {
            cause: dict(zip(names, numbers, strict=True)) for cause, *numbers in cause_rates(game, sample.counts)
        },
        game.length: known(estimates.describe(lengths_in(sample.counts))),
        **winners_in(game, sample.counts),
        "capped": int(sample.counts["capped"]) if has_cap(game) else 0,
        "signature": sample.signature,
    }


def known(values: dict[str, Any]) -> dict[str, Any]:
    """Return values with None for what is not a number: JSON has no NaN."""
    return {name: None if math.isnan(value) else value for name, value in values.items()}

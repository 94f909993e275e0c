"""A cell's results as JSON values: what `sim run --json` prints and what `sim.run` puts into a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from sim.stats import mean_of_counts, rate

if TYPE_CHECKING:
    from sim.game import Cell, Game


class Played(Protocol):
    """A cell with its counts: a `StoredCell`, or one that is being written."""

    @property
    def cell(self) -> Cell:
        """The cell."""

    @property
    def playouts(self) -> int:
        """Playouts done."""

    @property
    def signature(self) -> str:
        """16 hex digits over the rows."""


def cell_document(game: Game, played: Played, counts: Any) -> dict[str, Any]:
    """Return a cell's results; `counts` is one record of `game.counts_dtype()`. Rates have their 95 % interval."""
    table = counts["length_by_cause"]
    by_cause, by_length = table.sum(axis=1), table.sum(axis=0)
    wins = sum(int(by_cause[game.causes.index(cause)]) for cause in game.wins)
    won = rate(wins, played.playouts)
    length = mean_of_counts(by_length)
    return {
        "cell": played.cell.index,
        "game": game.name,
        **played.cell.axes,
        "policy": played.cell.policy,
        "sweep": dict(played.cell.sweep),
        "playouts": played.playouts,
        "wins": wins,
        "win_rate": won.rate,
        "low": won.low,
        "high": won.high,
        "causes": {cause: int(n) for cause, n in zip(game.causes[1:], by_cause[1:], strict=True)},
        game.length: {str(value): int(n) for value, n in enumerate(by_length) if n},
        f"mean_{game.length}": length.mean,
        f"sd_{game.length}": length.sd,
        "capped": int(counts["capped"]),
        "signature": played.signature,
    }


def flat(document: dict[str, Any]) -> dict[str, Any]:
    """Return a cell's results as one row of a table: causes as columns `cause_...`, swept parameters by their paths."""
    row = {key: value for key, value in document.items() if not isinstance(value, dict)}
    causes = {f"cause_{cause}": n for cause, n in document["causes"].items()}
    return {**row, **causes, **document["sweep"]}

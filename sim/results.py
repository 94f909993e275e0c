"""A cell's results as JSON values: for `sim run --json`, `sim report --json` and the rows of `sim.run`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from sim.errors import UserError
from sim.mixes import described, yardsticks
from sim.sequences import rate_sequence
from sim.stats import mean_of_counts, rate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sim.game import Cell, Game


class Counted(Protocol):
    """A cell with its counts: a `StoredCell`, one that is being written, or a report's `Sample`."""

    @property
    def cell(self) -> Cell:
        """The cell."""

    @property
    def playouts(self) -> int:
        """Playouts done."""

    @property
    def signature(self) -> str:
        """16 hex digits over the rows."""


def no_yardsticks(game: Game, policies: Iterable[str], where: str = "") -> None:
    """Raise `UserError` if a policy sees what is hidden; `where` says in front who asked for it."""
    if seers := yardsticks(game, policies):
        raise UserError(f"{where}{', '.join(seers)} sees what is hidden; no balance number may come from it")


def wins_in(game: Game, counts: Any) -> int:
    """Return the number of won playouts."""
    rows = [game.causes.index(cause) for cause in game.wins]
    return int(counts["length_by_cause"][rows].sum())


def has_cap(game: Game) -> bool:
    """Whether a limit on actions can end a turn of the game, so that playouts may be capped."""
    return "capped" in (game.counts_dtype().names or ())


def winners_in(game: Game, counts: Any) -> dict[str, Any]:
    """Return the playouts by the side that won, for a game with sides."""
    if not game.winners:
        return {}
    return {"winners": {side: int(n) for side, n in zip(game.winners, counts["winner"], strict=True)}}


def win_document(game: Game, played: Counted, counts: Any, *, always: bool = False) -> dict[str, Any]:
    """Return what every document says of a cell first: which it is, and its win rate with the 95 % interval.

    `always`: one that holds whenever one stops, not Wilson's for a number of playouts that was fixed before.
    """
    won = rate(wins_in(game, counts), played.playouts)
    low, high = (float(end) for end in rate_sequence(won.hits, won.n)) if always else (won.low, won.high)
    return {
        "cell": played.cell.index,
        "game": game.name,
        **played.cell.axes,
        "policy": played.cell.policy,
        "sees_hidden": described(played.cell.policy, game).sees_hidden,
        "sweep": dict(played.cell.sweep),
        "playouts": played.playouts,
        "wins": won.hits,
        "win_rate": won.rate,
        "low": low,
        "high": high,
        "interval": "time-uniform" if always else "Wilson",
    }


def cell_document(game: Game, played: Counted, counts: Any, *, always: bool = False) -> dict[str, Any]:
    """Return a cell's results; `counts` is one record of `game.counts_dtype()`, or its tables by name."""
    table = counts["length_by_cause"]
    by_cause, by_length = table.sum(axis=1), table.sum(axis=0)
    length = mean_of_counts(by_length)
    return {
        **win_document(game, played, counts, always=always),
        "causes": {cause: int(n) for cause, n in zip(game.causes[1:], by_cause[1:], strict=True)},
        game.length: {str(value): int(n) for value, n in enumerate(by_length) if n},
        f"mean_{game.length}": length.mean,
        f"sd_{game.length}": length.sd,
        **winners_in(game, counts),
        "capped": int(counts["capped"]) if has_cap(game) else 0,
        "signature": played.signature,
    }


def flat(document: dict[str, Any]) -> dict[str, Any]:
    """Return a cell's results as one row of a table: causes as columns `cause_...`, swept parameters by their paths."""
    row = {key: value for key, value in document.items() if not isinstance(value, dict)}
    causes = {f"cause_{cause}": n for cause, n in document["causes"].items()}
    winners = {f"winner_{side}": n for side, n in document.get("winners", {}).items()}
    return {**row, **causes, **winners, **document["sweep"]}

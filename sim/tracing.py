"""A playout as JSON lines: header, events, result; what the traces of all games have in common.

A game that only emits events (`if TRACE: emit(...)`) has its trace and its story from here. One whose trace has states
and speaks in names brings a recorder of its own, and builds its lines with the same parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from sim.game import Cell, Game, recording

if TYPE_CHECKING:
    import numpy as np

SCHEMA = 1
Line = dict[str, Any]


class Recorder(Protocol):
    """What events are handed to."""

    lines: list[Line]

    def __call__(self, state: Any, event: str, facts: dict[str, Any]) -> None:
        """Note an event."""


class Events:
    """Keeps the events of the playout itself as lines.

    A policy that looks ahead plays on copies of the state; what happens there is not part of the playout, so only
    events of the state seen first count.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.table: int | None = None  # where in memory the played state is

    def __call__(self, state: Any, event: str, facts: dict[str, Any]) -> None:
        """Note an event with its running number."""
        here = address(state)
        self.table = self.table or here
        if here == self.table:
            facts = {name: plain(fact) for name, fact in facts.items()}
            self.lines.append({"type": "event", "n": len(self.lines), "event": event, **facts})


def address(state: Any) -> int:
    """Return where in memory a record is: where its first byte is, since its own interface lists every field."""
    import numpy as np

    return int(np.frombuffer(state, np.int8, 1).__array_interface__["data"][0])


def play_recorded(game: Game, cell: Cell, rules: Any, recorder: Recorder, index: int) -> np.void:
    """Play one playout of a cell through the batch's own entry, events to the recorder; return its row. JIT off."""
    import numpy as np

    results, counts = np.zeros(1, game.result_dtype()), np.zeros(1, game.counts_dtype())
    with recording(recorder):
        game.play(cell.player, rules, game.workspace(cell.weights), index, results, counts[0])
    row: np.void = results[0]
    return row


def trace(game: Game, cell: Cell, parameters: Any, content: Any, seed: int, index: int) -> Iterator[Line]:
    """Yield the trace of one playout of a cell: header, events, result."""
    recorder = Events()
    row = play_recorded(game, cell, game.rules(cell.axes, parameters, content, seed), recorder, index)
    yield header(game, cell, parameters, content, seed, index)
    yield from recorder.lines
    yield result(game, row)


def header(game: Game, cell: Cell, parameters: Any, content: Any, seed: int, index: int, **more: Any) -> Line:
    """Return the first line: what is played, by whom, by which rules; `more` says what else the game has to say."""
    return {
        "type": "header",
        "schema": SCHEMA,
        "game": game.name,
        **more,
        "policy": cell.policy,
        "seed": seed,
        "index": index,
        "rules_version": game.rules_version,
        "source_hash": game.source_hash,
        "cell": {"index": cell.index, **cell.axes, "sweep": dict(cell.sweep)},
        "assumptions": game.assumptions(parameters, content),
        "parameters": parameters.model_dump(mode="json", by_alias=True),
    }


def result(game: Game, row: Any) -> Line:
    """Return the last line: how the playout ended, then every column of the stored row, numbers as stored."""
    columns = {name: plain(row[name]) for name in row.dtype.names}
    cause = game.causes[columns["cause"]]
    return {"type": "result", "won": cause in game.wins, "turn": columns[game.length], **columns, "cause": cause}


def plain(value: Any) -> Any:
    """Return a number, text or list without numpy's types."""
    import numpy as np

    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, str) or not isinstance(value, Iterable):
        return value
    return [plain(part) for part in value]


# -- as text ---------------------------------------------------------------------------------------------------------


def narrate(game: Game, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Tell a trace of this form: a heading, a line an event, how it ended."""
    first, *events, last = lines
    axes = ", ".join(f"{axis} {value}" for axis, value in first["cell"].items() if axis not in ("index", "sweep"))
    yield f"{game.title}: {axes}; policy {first['policy']}, seed {first['seed']}, playout {first['index']}"
    for line in events:
        facts = [f"{name} {fact}" for name, fact in line.items() if name not in ("type", "n", "event")]
        yield f"  {line['event'].replace('_', ' ')}" + (f": {', '.join(facts)}" if facts else "")
    outcome = "WON" if last["won"] else "LOST"
    yield f"{outcome}: {last['cause'].replace('_', ' ')}, {game.length.replace('_', ' ')} {last['turn']}"

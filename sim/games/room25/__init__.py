"""Room 25: how the harness meets the game. Rules are in the modules beside, one a chapter of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.game import Cell, Column, Game, Party, Policy, View
from sim.games.room25.terms import CAUSES, ESCAPED, MAX_ROUNDS, ROLES

if TYPE_CHECKING:
    import numpy as np
    from pydantic import BaseModel

    from sim.game import Players

POLICIES = {
    policy.name: policy
    for policy in (
        Policy(
            "idle", "programs one push and stays in the Central Room, where it is lost: the floor of comparison", True
        ),
        Policy("random", "chooses uniformly among programs, then among the options of every choice", True),
        Policy("greedy", "looks before it moves, searches, gathers in Room 25 and slides it out", False),
    )
}


class Room25(Game):
    """Room 25, by Francois Rouze."""

    name = "room25"
    title = "Room 25"
    rules_version = "1"
    axes = ("mode", "composition", "rules", "players", "agents", "mac", "specials")
    length = "last_round"
    max_length = MAX_ROUNDS
    causes = CAUSES
    wins = (CAUSES[ESCAPED],)
    policies = POLICIES
    default_policy = "random"
    roles = ROLES

    def axis_values(self) -> Mapping[str, Sequence[Any]]:
        """Return the values of each axis in the default grid."""
        from sim.games.room25.grid import axis_values

        return axis_values(self.load_content())

    def parameters_model(self) -> type[BaseModel]:
        """Return the model of the rulebook's numbers."""
        from sim.games.room25.parameters import Parameters

        return Parameters

    def load_content(self, overrides: Mapping[str, Any] | None = None, source: str = "") -> Any:
        """Return the rooms, characters, compositions and M.A.C. cards, a user's merged in."""
        from sim.games.room25.content import load

        return load(overrides, source)

    def content_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a content file."""
        from sim.games.room25.content import schema

        return schema()

    def cells(self, selection: Mapping[str, Any], content: Any) -> list[dict[str, Any]]:
        """Return the axes of every cell selected."""
        from sim.games.room25.grid import cells

        return cells(selection, content)

    def party(self, axes: Mapping[str, Any], content: Any) -> Party:
        """Return who can be at a cell's table."""
        from sim.games.room25.grid import party

        return party(axes)

    def rules(self, axes: Mapping[str, Any], parameters: Any, content: Any, seed: int) -> Any:
        """Return the record that a cell is played by."""
        from sim.games.room25.tables import build_rules

        return build_rules(axes, parameters, content, seed)

    def assumptions(self, parameters: Any, content: Any) -> dict[str, Any]:
        """Return the assumptions in force."""
        from sim.games.room25.parameters import assumptions

        return assumptions(parameters, content)

    def result_dtype(self) -> np.dtype[Any]:
        """Return the dtype of a stored row."""
        from sim.games.room25.figures import Result
        from sim.records import dtype_of

        return dtype_of(Result)

    def counts_dtype(self) -> np.dtype[Any]:
        """Return the dtype of the exact counts."""
        from sim.games.room25.figures import Counts
        from sim.records import dtype_of

        return dtype_of(Counts)

    def workspace(self) -> Any:
        """Return states, a menu and a mind."""
        from sim.games.room25.play import workspace

        return workspace()

    def play(
        self, player: str | Players, rules: Any, workspace: Any, first: int, results: Any, counts: Any
    ) -> None:
        """Play a block of playouts."""
        from sim.games.room25.play import play_block

        play_block(player, rules, workspace, first, results, counts)

    def compile_units(self, policies: Sequence[str]) -> Sequence[tuple[str, Callable[[], None]]]:
        """Return the entries that these policies need."""
        from sim.games.room25.play import compile_units

        return compile_units(policies)

    def columns(self) -> Sequence[Column]:
        """Return the data dictionary."""
        from sim.games.room25.figures import columns

        return columns()

    def decode(self, rows: Any, content: Any) -> dict[str, Any]:
        """Return rows as columns of plain values."""
        from sim.games.room25.figures import decode

        return decode(rows)

    def views(self, content: Any) -> Sequence[View]:
        """Return how a report reads the counts."""
        from sim.games.room25.figures import views

        return views()

    def listing(self, what: str, content: Any) -> list[dict[str, Any]]:
        """Return rows for `sim list`."""
        from sim.games.room25.listing import listing

        return listing(what, content)

    def trace(self, cell: Cell, parameters: Any, content: Any, seed: int, index: int) -> Iterator[dict[str, Any]]:
        """Return the trace of a playout."""
        from sim.games.room25.telling.trace import play_traced

        return play_traced(self, cell, parameters, content, seed, index)

    def narrate(self, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Tell a trace as text."""
        from sim.games.room25.telling.narration import narrate

        return narrate(lines)


GAME = Room25()

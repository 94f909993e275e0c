"""Room 25: how the harness meets the game. Rules are in the modules beside, one a chapter of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.game import Argument, Cell, Column, Game, Party, Policy, Removals, View
from sim.games.room25.terms import CAUSES, ESCAPED, ESCAPED_IN_PART, MAX_ROUNDS, ROLES, WINNERS

if TYPE_CHECKING:
    from pydantic import BaseModel

    from sim.game import CellPolicies, Players, Weights, WeightTables

POLICIES = {
    policy.name: policy
    for policy in (
        Policy(
            "idle", "programs one push and stays in the Central Room, where it is lost: the floor of comparison", True
        ),
        Policy("random", "chooses uniformly among programs, then among the options of every choice", True),
        Policy(
            "greedy",
            "plans one round at a time: looks before it moves, shares the search, gathers in Room 25 and slides it out",
            False,
        ),
        Policy(
            "planner",
            "tries out what else could be done, on complexes that may be the true one, and does it where it wins "
            "clearly more often than what greedy would do; in suspicion hidden roles are drawn, too",
            True,
            arguments=(
                Argument("width", "options tried beside that of greedy, 0: none", 0, 32, 8),
                Argument("samples", "complexes an option is tried on; in suspicion 4 times as many worlds", 4, 64, 16),
            ),
        ),
        Policy(
            "clairvoyant",
            "tries out like planner, but on the true complex, and knows what chance will bring: a yardstick, no player",
            False,
            sees_hidden=True,
            arguments=(Argument("width", "options tried beside that of greedy, 0: none", 0, 32, 32),),
        ),
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
    partial = (CAUSES[ESCAPED_IN_PART],)
    winning = (
        "A win is an escape: of everybody, in suspicion of the prisoners. An escape in part (base rules, one dead) is "
        "counted for itself, never as a win."
    )
    winners = tuple(side or "nobody" for side in WINNERS)
    levels: Mapping[str, tuple[Any, ...]] = {"composition": ("coop_easy", "coop_medium", "coop_hard")}
    apart = ("mode", "rules")
    policies = POLICIES
    default_policy = "greedy"
    thinkers = ("planner", "clairvoyant")
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
        from sim.content import schema
        from sim.games.room25.content import SHAPE

        return schema(SHAPE)

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

    def removals(self, content: Any) -> Removals:
        """Return what a parameter switches off without another rule in its place: adrenaline."""
        return Removals("adrenaline", "third_pass", {"rules": {"none": "Adrenaline"}})

    def records(self) -> tuple[type[Any], type[Any]]:
        """Return the classes of a stored row and of the exact counts."""
        from sim.games.room25.figures import Counts, Result

        return Result, Counts

    def weights(self) -> Mapping[str, Weights]:
        """Return the weights of those who think."""
        from sim.games.room25.policies.weights import WEIGHTS

        return WEIGHTS

    def workspace(self, weights: WeightTables | None = None) -> Any:
        """Return what one worker plays in."""
        from sim.games.room25.play import new_space

        return new_space(weights or {})

    def play(self, player: str | Players, rules: Any, workspace: Any, first: int, results: Any, counts: Any) -> None:
        """Play a block of playouts."""
        from sim.games.room25.play import play_block

        play_block(player, rules, workspace, first, results, counts)

    def compile_units(self, tables: Sequence[CellPolicies]) -> Sequence[tuple[str, Callable[[], None]]]:
        """Return the entries that these policies need."""
        from sim.games.room25.play import compile_units

        return compile_units([(axes["mode"], policies) for axes, policies in tables])

    def columns(self) -> Sequence[Column]:
        """Return the data dictionary."""
        from sim.games.room25.telling.columns import columns

        return columns()

    def decode(self, rows: Any, content: Any) -> dict[str, Any]:
        """Return rows as columns of plain values."""
        from sim.games.room25.telling.columns import decode

        return decode(rows)

    def views(self, content: Any) -> Sequence[View]:
        """Return how a report reads the counts."""
        from sim.games.room25.telling.views import views

        return views()

    def titles(self, content: Any) -> Mapping[str, Mapping[Any, str]]:
        """Return the names that the content gives its things."""
        from sim.games.room25.telling.views import titles

        return titles(content)

    def listing(self, what: str, content: Any) -> list[dict[str, Any]]:
        """Return rows for `sim list`."""
        from sim.games.room25.listing import listing

        return listing(what, content)

    def trace(self, cell: Cell, parameters: Any, content: Any, seed: int, index: int) -> Iterator[dict[str, Any]]:
        """Return the trace of a playout."""
        from sim.games.room25.telling.trace import play_traced

        return play_traced(self, cell, parameters, content, seed, index)

    def notes(self, cell: Cell, parameters: Any, content: Any, seed: int, index: int) -> str:
        """Play one playout and return the choices that its planners have noted."""
        from sim.games.room25.telling.notes import take_notes

        return take_notes(self, cell, parameters, content, seed, index)

    def retell(
        self, notes: str, cell: Cell, parameters: Any, content: Any, seed: int, index: int
    ) -> Iterator[dict[str, Any]]:
        """Return the trace of a playout whose planners choose as they have noted."""
        from sim.games.room25.telling.notes import space_with
        from sim.games.room25.telling.trace import play_traced

        return play_traced(self, cell, parameters, content, seed, index, space_with(notes, cell))

    def narrate(self, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Tell a trace as text."""
        from sim.games.room25.telling.narration import narrate

        return narrate(lines)


GAME = Room25()

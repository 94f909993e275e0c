"""The LOOP: how the harness meets the game. Rules are in the modules beside, one a chapter of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.game import Argument, Cell, Column, Game, Party, Policy, View
from sim.games.loop.terms import AXES, CAUSES, MAX_TURNS, MISSIONS_COMPLETED

if TYPE_CHECKING:
    from pydantic import BaseModel

    from sim.game import CellPolicies, Players, Removals, Weights, WeightTables


def search_arguments(width: int, samples: int) -> tuple[Argument, ...]:
    """Return how hard a policy that searches does so, with its own defaults."""
    return (
        Argument("width", "lines of play that are followed at a time", 1, 64, width),
        Argument("samples", "futures in which the best lines are compared after the next agent's turn", 0, 64, samples),
    )


POLICIES = {
    policy.name: policy
    for policy in (
        Policy("idle", "takes no action and no artifact; takes rewards at random: the floor of every comparison", True),
        Policy("random", "chooses uniformly among the options of every choice", True),
        Policy(
            "greedy",
            "weighs every option by what it does to the board now, plans one turn by rules of thumb, chains LOOPs, "
            "works on missions, and ends the turn where that helps",
            False,
        ),
        Policy(
            "planner",
            "searches the whole action phase of a turn for the best position to end it in, and weighs the next Foo "
            "phase by its chances",
            False,
            arguments=search_arguments(width=8, samples=0),
        ),
        Policy(
            "clairvoyant",
            "searches like planner, but knows what is hidden and where the next cubes fall: a yardstick, no player",
            False,
            sees_hidden=True,
            arguments=search_arguments(width=16, samples=1),
        ),
    )
}


class Loop(Game):
    """The LOOP, by Maxime Rambourg and Theo Riviere."""

    name = "loop"
    title = "The LOOP"
    rules_version = "3"
    axes = AXES
    length = "last_turn"
    max_length = MAX_TURNS
    causes = CAUSES
    wins = (CAUSES[MISSIONS_COMPLETED],)
    levels: Mapping[str, tuple[Any, ...]] = {"difficulty": ("month", "year", "eternity")}
    policies = POLICIES
    default_policy = "greedy"
    ladder = ("idle", "random", "greedy", "planner(width=4)", "planner", "planner(width=16)", "clairvoyant")

    def axis_values(self) -> Mapping[str, Sequence[Any]]:
        """Return the values of each axis in the default grid."""
        from sim.games.loop.content.models import DIFFICULTIES
        from sim.games.loop.grid import PLAYERS

        content = self.load_content()
        return {
            "scenario": content.scenario_ids,
            "difficulty": DIFFICULTIES,
            "players": PLAYERS,
            "agents": content.agent_ids,
            "solo": (False, True),
        }

    def parameters_model(self) -> type[BaseModel]:
        """Return the model of the rulebook's numbers."""
        from sim.games.loop.parameters import Parameters

        return Parameters

    def load_content(self, overrides: Mapping[str, Any] | None = None, source: str = "") -> Any:
        """Return the cards, missions, tokens, agents and scenarios, a user's merged in."""
        from sim.games.loop.content import load

        return load(overrides, source)

    def content_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a content file."""
        from sim.games.loop.content import content_schema

        return content_schema()

    def cells(self, selection: Mapping[str, Any], content: Any) -> list[dict[str, Any]]:
        """Return the axes of every cell selected."""
        from sim.games.loop.grid import cells

        return cells(selection, content)

    def party(self, axes: Mapping[str, Any], content: Any) -> Party:
        """Return who can be at a cell's table."""
        team = axes["agents"]
        return Party(axes["players"], tuple(content.agent_ids), None if team is None else tuple(team))

    def rules(self, axes: Mapping[str, Any], parameters: Any, content: Any, seed: int) -> Any:
        """Return the record that a cell is played by."""
        from sim.games.loop.tables import build_rules

        return build_rules(axes, parameters, content, seed)

    def removals(self, content: Any) -> Removals:
        """Return the rules and the artifacts that can be forbidden."""
        from sim.games.loop.forbidden import removals

        return removals(content)

    def records(self) -> tuple[type[Any], type[Any]]:
        """Return the classes of a stored row and of the exact counts."""
        from sim.games.loop.results import Counts, Result

        return Result, Counts

    def weights(self) -> Mapping[str, Weights]:
        """Return the weights of those who think."""
        from sim.games.loop.policies.weights import WEIGHTS

        return WEIGHTS

    def workspace(self, weights: WeightTables | None = None) -> Any:
        """Return what one worker plays in."""
        from sim.games.loop.play import new_space

        return new_space(weights or {})

    def play(self, player: str | Players, rules: Any, workspace: Any, first: int, results: Any, counts: Any) -> None:
        """Play a block of playouts."""
        from sim.games.loop.play import play_block

        play_block(player, rules, workspace, first, results, counts)

    def compile_units(self, tables: Sequence[CellPolicies]) -> Sequence[tuple[str, Callable[[], None]]]:
        """Return the entries that these policies need."""
        from sim.games.loop.play import compile_units

        return compile_units([policies for _, policies in tables])

    def columns(self) -> Sequence[Column]:
        """Return the data dictionary."""
        from sim.games.loop.telling.columns import columns

        return columns()

    def decode(self, rows: Any, content: Any) -> dict[str, Any]:
        """Return rows as columns of plain values."""
        from sim.games.loop.telling.columns import decode

        return decode(rows, content.agent_ids, content.mission_ids, content.card_ids)

    def views(self, content: Any) -> Sequence[View]:
        """Return how a report reads the counts."""
        from sim.games.loop.telling.views import views

        return views(content.agent_ids, content.mission_ids, content.card_ids)

    def titles(self, content: Any) -> Mapping[str, Mapping[Any, str]]:
        """Return the names that the content gives its things."""
        from sim.games.loop.telling.views import titles

        return titles(content)

    def listing(self, what: str, content: Any) -> list[dict[str, Any]]:
        """Return rows for `sim list`."""
        from sim.games.loop.listing import listing

        return listing(what, content)

    def trace(self, cell: Cell, parameters: Any, content: Any, seed: int, index: int) -> Iterator[dict[str, Any]]:
        """Return the trace of a playout."""
        from sim.games.loop.telling.trace import play_traced

        return play_traced(self, cell, parameters, content, seed, index)

    def narrate(self, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Tell a trace as text."""
        from sim.games.loop.telling.narration import narrate

        return narrate(lines)


GAME = Loop()

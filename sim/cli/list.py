"""`sim list`: what there is to choose from, and what every stored column means."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.cli.options import Content, Json

if TYPE_CHECKING:
    from sim.game import Game


class What(StrEnum):
    """What can be listed."""

    GAMES = "games"
    SCENARIOS = "scenarios"
    AGENTS = "agents"
    POLICIES = "policies"
    PARAMETERS = "parameters"
    WEIGHTS = "weights"
    CARDS = "cards"
    COLUMNS = "columns"


def command(
    what: Annotated[What, typer.Argument(help="What to list.")] = What.GAMES,
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; default: all.")] = None,
    content: Content = None,
    json: Json = False,
) -> None:
    """List games, scenarios, agents, policies, parameters, weights, cards or columns."""
    from sim.cli.tables import print_json, print_table

    rows = listing(what, game, content)
    if json:
        print_json({"schema": 1, "what": what.value, "rows": rows})
        return
    for name in dict.fromkeys(row["game"] for row in rows):
        shown = [{key: value for key, value in row.items() if key != "game"} for row in rows if row["game"] == name]
        for row in shown if what is What.PARAMETERS else ():
            row["default"] = as_typed(row["default"])
        for row in shown if what is What.POLICIES else ():
            row["arguments"] = "; ".join(map(argument_in_words, row["arguments"]))
        print_table(shown, f"{what.value} of {name}" if what is not What.GAMES else "")


def as_typed(value: Any) -> Any:
    """Return a value as one writes it in a config, where that differs from how tables show it: true, false."""
    return str(value).lower() if isinstance(value, bool) else value


def argument_in_words(argument: Mapping[str, Any]) -> str:
    """Return an argument of a policy with its default, its range and what it means."""
    return "{name}={default} ({least} to {most}): {meaning}".format_map(argument)


def listing(what: What, game: str | None = None, content: Path | None = None) -> list[dict[str, Any]]:
    """Return the rows of a listing, each with its game; JSON values only."""
    from sim.cli.games import chosen

    return [{"game": one.name, **row} for one in chosen(game) for row in rows_of(one, what, content)]


def rows_of(game: Game, what: What, content: Path | None) -> list[dict[str, Any]]:
    """Return the rows of one game."""
    from dataclasses import asdict

    from sim.cli.games import content_of
    from sim.dictionary import entries
    from sim.parameters import described

    if what is What.GAMES:
        return [{"name": game.name, "title": game.title, "rules": game.rules_version, "axes": list(game.axes)}]
    if what is What.POLICIES:
        return [
            {
                **asdict(policy),
                "arguments": [asdict(argument) for argument in policy.arguments],
                "default": policy.name == game.default_policy,
            }
            for policy in game.policies.values()
        ]
    if what is What.PARAMETERS:
        return [asdict(parameter) for parameter in described(game.parameters_model(), game.axis_values())]
    if what is What.WEIGHTS:
        return [row for name in game.weights() for row in weight_rows(game, name)]
    if what is What.COLUMNS:
        return [asdict(column) for column in entries(game)]
    return game.listing(what.value, content_of(game, content))


def weight_rows(game: Game, name: str) -> list[dict[str, Any]]:
    """Return the numbers among a policy's weights that may be changed."""
    from sim.faults import join
    from sim.weights import own, range_of, values_in

    weights = game.weights()[name]
    return [
        {
            "name": name,
            "weight": join(address),
            "value": value,
            "least": allowed.least,
            "most": allowed.most,
            "step": allowed.step if isinstance(value, int) else None,
            "trains": None if weights.untrained else weights.policy,
        }
        for address, value in values_in(own(weights.file))
        if (allowed := range_of(weights, address)) is not None
    ]

"""Vortexes and the losses that they bring (L-VTX)."""

from collections.abc import Iterable
from typing import NoReturn

from .game import Game, GameOver
from .missions import refill_active

SAFE_RIFTS = 3


def lose(game: Game, rule: str, cause: str, era: int = -1) -> NoReturn:
    """The game is lost with this cause, by a vortex in this era."""
    game.take(rule, "lost", cause=cause)
    game.fatal_era = era
    game.outcome = cause
    raise GameOver


def make_vortexes(game: Game, eras: Iterable[int]) -> None:
    """Judge eras with too many rifts in this order, then replace failed active missions (L-VTX-1, 3 to 6)."""
    for number in eras:
        era = game.era(number)
        if era.rifts <= SAFE_RIFTS:
            continue
        if era.vortex is not None:
            lose(game, "L-VTX-3", "second_vortex_in_era", number)
        game.take("L-VTX-1", "vortex", era=number, mega=game.content.mega)
        game.tally["vortexes"] += 1
        era.vortex = "mega" if game.content.mega else "vortex"
        era.rifts = 0
        game.table.destroyed += era.artifacts
        era.artifacts = []
        if game.table.vortexes() >= 4:
            lose(game, "L-VTX-4", "fourth_vortex", number)
        if era.mission is not None:
            event = game.take("L-VTX-1", "mission_failed", era=number)
            game.expect("L-VTX-1", str(event["mission"]) == era.mission.id, f"mission {era.mission.id}", event)
            game.table.failed.append(era.mission.id)
            game.late = [entry for entry in game.late if entry[0] != era.mission.id]
            era.mission = None
    refill_active(game)

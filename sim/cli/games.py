"""What commands share in finding a game and its content."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.errors import UserError

if TYPE_CHECKING:
    from sim.game import Game


def chosen(name: str | None) -> list[Game]:
    """Return the game of that name, or every game. Raises `UserError` naming the games there are."""
    from sim.faults import not_allowed
    from sim.game import discover

    games = discover()
    if name is None:
        return list(games.values())
    if name not in games:
        raise UserError(f"GAME: {not_allowed(name, list(games))}")
    return [games[name]]


def content_of(game: Game, file: Path | None) -> Any:
    """Return a game's content, with a user's file merged in. Raises `UserError` with a line a fault."""
    from sim.config import load

    return load(options={"game": game.name, "content": str(file)}).content if file else game.load_content()

"""The choices that planners have made in a playout, as text, so that it can be told without trying everything again."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.game import Cell, Game
from sim.games.room25.play import Space, new_space


def take_notes(game: Game, cell: Cell, parameters: Any, content: Any, seed: int, index: int) -> str:
    """Play one playout and return its notes."""
    space = new_space(cell.weights)
    results, counts = np.zeros(1, game.result_dtype()), np.zeros(1, game.counts_dtype())
    game.play(cell.player, game.rules(cell.axes, parameters, content, seed), space, index, results, counts[0])
    n_notes = max(int(space.plan.n_notes), int(space.scheme.n_notes))  # who plans in suspicion counts its own
    return space.notes[:n_notes].tobytes().hex()


def space_with(notes: str, cell: Cell) -> Space:
    """Return a workspace in which planners choose as is noted."""
    space = new_space(cell.weights)
    noted = np.frombuffer(bytes.fromhex(notes), space.notes.dtype)
    space.notes[: len(noted)] = noted
    space.plan.follows = space.scheme.follows = 1
    return space

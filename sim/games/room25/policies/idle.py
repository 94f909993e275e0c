"""`idle`: the floor of every comparison."""

from __future__ import annotations

from sim.games.room25.policies.random import choose_at_random
from sim.games.room25.state import Menu, State
from sim.games.room25.terms import ASK_ACTION, ASK_PROGRAM, ASK_REVEAL, PUSH
from sim.kernel import compiled


@compiled
def choose_idle(state: State, menu: Menu) -> int:
    """Programs one push and stays in the Central Room, where it is lost; what must be chosen it chooses at random."""
    if state.asking == ASK_PROGRAM:
        for i in range(menu.n):
            if menu.option[i] == PUSH:
                return i
    if state.asking == ASK_ACTION or state.asking == ASK_REVEAL:
        return 0  # none, and no, are always the first option
    return choose_at_random(state, menu)

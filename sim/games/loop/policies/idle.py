"""`idle`: the floor of every comparison."""

from __future__ import annotations

from sim.games.loop.policies.random import choose_at_random
from sim.games.loop.state import Menu, State
from sim.games.loop.terms import ACTION, TAKE
from sim.kernel import compiled


@compiled
def choose_idle(state: State, menu: Menu) -> int:
    """L-POL-1: takes no action and no artifact; rewards (and hands, in solo) are chosen at random."""
    if state.phase == ACTION:
        return 0  # the end of the turn is always the first option
    if state.phase == TAKE:
        return menu.n - 1  # none is always the last
    return choose_at_random(state, menu)

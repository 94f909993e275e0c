"""`random`: every option alike."""

from __future__ import annotations

from sim.games.loop.state import Menu, State
from sim.games.loop.terms import P_POLICY
from sim.kernel import compiled
from sim.rng import bounded, stream


@compiled
def choose_at_random(state: State, menu: Menu) -> int:
    """L-POL-2: chooses uniformly among the options of each choice, from the policy's own stream."""
    key = stream(state.policy_key, P_POLICY, state.turn)
    state.policy_draws += 1
    return bounded(key, state.policy_draws, menu.n)

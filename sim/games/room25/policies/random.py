"""`random`: every option alike."""

from __future__ import annotations

from sim.games.room25.state import Menu, State
from sim.games.room25.terms import P_POLICY
from sim.kernel import compiled
from sim.rng import bounded, stream


@compiled
def choose_at_random(state: State, menu: Menu) -> int:
    """Chooses uniformly among programs, then among targets, from the policy's own stream."""
    state.policy_draws += 1
    return bounded(stream(state.policy_key, P_POLICY, state.turn), state.policy_draws, menu.n)

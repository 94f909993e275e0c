"""`greedy` in suspicion: what a character believes comes first, then its role chooses."""

from __future__ import annotations

from sim.games.room25.policies.suspicion.beliefs import judge, read_table
from sim.games.room25.policies.suspicion.guard import choose_as_guard
from sim.games.room25.policies.suspicion.mind import Doubts
from sim.games.room25.policies.suspicion.prisoner import choose_as_prisoner
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import GUARD
from sim.kernel import compiled


@compiled
def choose_in_suspicion(state: State, rules: Rules, menu: Menu, doubts: Doubts) -> int:
    """Prisoners search, gather with those whom they trust and slide out; guards behave until it pays to do harm."""
    c = int(state.chooser)
    judge(state, rules, doubts, c)
    read_table(state, rules, doubts, c)
    if state.role[c] == GUARD:
        return choose_as_guard(state, rules, menu, doubts, c)
    return choose_as_prisoner(state, rules, menu, doubts, c)

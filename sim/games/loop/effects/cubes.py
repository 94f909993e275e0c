"""Effects on cubes (L-EFF-1): `energy`, `repair` and `transfer`."""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.board import add_energy, is_safe, next_era, previous_era, remove_rifts
from sim.games.loop.effects.in_use import AMOUNT, SECOND_AMOUNT, SLOT, end_effect
from sim.games.loop.effects.reach import eras_of, first_repair_era, is_amount_first
from sim.games.loop.machina import has_machina
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    ADJACENT,
    ANYWHERE,
    EACH_ADJACENT,
    HERE_OR_ADJACENT,
    N_ERAS,
    NONE,
    RUNNING,
    TRANSFER_ENERGY,
    Era,
)
from sim.games.loop.vortex import make_vortex, replace_failed_missions
from sim.kernel import TRACE, compiled


@compiled
def begin_energy(state: State, rules: Rules, where: int, era: Era) -> None:
    """L-EFF-1: `energy(n, where)`: add n energy; into each adjacent era n."""
    if where == ADJACENT or where == ANYWHERE or where == HERE_OR_ADJACENT:
        state.targets = 1 << int(era)
    else:
        state.targets = eras_of(state, where, state.agent_era[state.active])
    state.picked = NONE
    state.left = 0
    serve_energy(state, rules)


@compiled
def serve_energy(state: State, rules: Rules) -> None:
    """L-SCN-3: add the energy era by era, the previous first; each cube fills a slot of a card of choice."""
    if state.picked != NONE and state.left > 0 and has_machina(state, rules, state.picked):
        return  # one more cube of this era has a slot to fill
    card = int(state.use_card[state.depth - 1])
    n = int(rules.effect_n[card, state.use_effect[state.depth - 1]])
    era = previous_era(state.agent_era[state.active])
    for _ in range(N_ERAS):
        if (state.targets >> era) & 1:
            state.targets &= ~(1 << int(era))
            state.left = add_energy(state, rules, era, n)
            if state.left > 0 and has_machina(state, rules, era):
                state.picked = era
                state.stage = SLOT
                return
        era = next_era(era)
    end_effect(state)


@compiled
def begin_repair(state: State, rules: Rules, where: int, value: int) -> None:
    """L-EFF-1: `repair(n, where)`: remove up to n rifts; in each adjacent era up to n."""
    if not is_amount_first(where):
        state.picked = value
        state.stage = AMOUNT
        return
    era = int(state.agent_era[state.active])
    first = first_repair_era(state, where, era)
    remove_rifts(state, rules, first, value)
    if where == EACH_ADJACENT and first == previous_era(era) and state.rifts[next_era(era)] > 0:
        state.picked = next_era(era)
        state.stage = SECOND_AMOUNT
    else:
        end_effect(state)


@compiled
def transfer(state: State, rules: Rules, verb: int, n: int) -> None:
    """L-EFF-1: `transfer(energy|rift, n)`: cubes go to an adjacent era; all land, then a vortex is made."""
    era = int(state.agent_era[state.active])
    to = int(state.picked)
    if verb == TRANSFER_ENERGY:
        state.energy[era] -= n
        state.energy[to] += n
        if TRACE:
            emit(state, "energy_moved", count=n, from_=era, to=to)
        return
    state.rifts[era] -= n
    state.rifts[to] += n
    if TRACE:
        emit(state, "rift_moved", count=n, from_=era, to=to)
    if not is_safe(state, rules, to):
        state.fatal_in_action = 1
        make_vortex(state, rules, to)
        if state.cause == RUNNING:
            state.fatal_in_action = 0
            replace_failed_missions(state, rules)

"""What a position is worth if the turn ends in it: weights of weights.toml times what there is."""

from __future__ import annotations

from sim.bits import lowest_bit
from sim.games.loop.actions import ability
from sim.games.loop.missions import is_place
from sim.games.loop.policies.planner.foresight import drop_foretold, gather, value_of_drop
from sim.games.loop.policies.planner.plan import (
    ALLY_READY,
    CENTRIFUGES,
    COMPLETED,
    ENERGY,
    ENERGY_ALLY,
    ENERGY_HERE,
    EVENT_DONE,
    EVENT_LEFT,
    FULL,
    FULL_NEAR,
    FULL_NEAR_ALLY,
    LOST,
    MACHINA,
    NEAR_CENTRIFUGE,
    ONE,
    PERMANENT,
    SHORTAGE,
    VORTEXES,
    WON,
    Plan,
)
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    MEGA_VORTEX,
    MEND,
    MISSIONS_COMPLETED,
    N_ERAS,
    NO_VORTEX,
    NONE,
    RUNNING,
    TURN_ENDED,
    Era,
)
from sim.kernel import compiled

ENOUGH = 3  # energy of an era beyond this adds nothing


@compiled
def value_of_end(state: State, rules: Rules, plan: Plan) -> int:
    """What the position is worth if the turn ends in it."""
    if state.cause != RUNNING:
        return WON if state.cause == MISSIONS_COMPLETED else LOST
    era = int(state.agent_era[state.active])
    if state.vortex[era] == MEGA_VORTEX and not (rules.v_girl_mega_immune and ability(state, rules) == MEND):
        return LOST
    ally = int(state.agent_era[(state.active + 1) % state.n_agents])
    total = value_of_missions(state, rules, plan, era, ally)
    if total == WON:
        return WON
    if plan.foretold != NONE:
        total += drop_foretold(state, rules, plan)
    total += value_of_drop(state, rules, plan)
    total += value_of_eras(state, rules, plan, era, ally)
    if plan.foretold != NONE:
        gather(state, plan)
    total += value_of_clones(state, plan)
    total += value_of_cards(state, rules, plan, era)
    if rules.n_centrifuges > state.n_centrifuges_down:
        total += value_of_centrifuges(state, rules, plan, era)
    for i in range(state.n_machina):
        card = state.machina_card[i]
        total += plan.weight[MACHINA] * int(rules.machina_slots[card] - state.machina_filled[i]) * ONE
    return total


@compiled
def value_of_missions(state: State, rules: Rules, plan: Plan, era: Era, ally: Era) -> int:
    """Missions: the one that ending here completes, progress of the others, and how near agents are to full ones."""
    total = 0
    completed = int(state.n_completed)
    for at in range(N_ERAS):
        plan.stake[at] = 0
    rest = int(state.active_eras)
    while rest > 0:
        at = lowest_bit(rest)
        rest &= rest - 1
        mission = state.mission_at[at]
        slots = int(rules.mission_slots[mission])
        progress = int(state.progress[mission])
        event = rules.mission_event[mission]
        if event == TURN_ENDED and progress < slots and is_place(state, rules.mission_place[mission], era, at):
            progress += 1
        if progress < slots:
            share = plan.share[progress, slots]
            total += plan.weight[EVENT_LEFT + event] * (ONE - share)
            total += plan.weight[EVENT_DONE + event] * (share * share >> 10)
            plan.stake[at] = ONE // 4 + share
        elif at == era:
            completed += 1
        else:
            total += plan.weight[FULL] * ONE
            total += plan.weight[FULL_NEAR] * (3 - plan.distance[era, at]) * ONE
            total += plan.weight[FULL_NEAR_ALLY] * (3 - plan.distance[ally, at]) * ONE
            plan.stake[at] = 2 * ONE
    missing = int(rules.missions_to_win) - completed
    if missing <= 0 and state.supa_left == 0 and state.n_centrifuges_down >= rules.n_centrifuges:
        return WON
    if missing < 4:
        total += plan.weight[COMPLETED + 3 - max(missing, 0)] * ONE
    total += plan.weight[SHORTAGE] * max(missing + 2 - state.n_active - state.n_hidden, 0) * ONE
    return total


@compiled
def value_of_eras(state: State, rules: Rules, plan: Plan, era: Era, ally: Era) -> int:
    """Rifts, vortexes, energy, and artifacts within reach of the next agent."""
    total = 0
    if state.n_vortexes > 0:
        total += plan.weight[VORTEXES + min(state.n_vortexes, 3) - 1] * ONE
    full = state.n_vortexes >= rules.max_vortexes
    energy = 0
    for at in range(N_ERAS):
        if state.rifts[at] > 0:
            fatal = 1 if full or state.vortex[at] != NO_VORTEX else 0
            total += plan.rift_value[fatal, at, min(state.rifts[at], 3)]
        if state.permanent[at] > 0:
            total += plan.weight[PERMANENT] * ONE
        else:
            energy += min(state.energy[at], ENOUGH)
    total += plan.weight[ENERGY] * energy * ONE
    if state.permanent[era] == 0:
        total += plan.weight[ENERGY_HERE] * min(state.energy[era], ENOUGH) * ONE
    if state.permanent[ally] == 0:
        total += plan.weight[ENERGY_ALLY] * min(state.energy[ally], ENOUGH) * ONE
    return total


@compiled
def value_of_clones(state: State, plan: Plan) -> int:
    """What the clones on the board cost."""
    total = 0
    for at in range(N_ERAS):
        rest = int(state.clones[at])
        while rest > 0:
            total += plan.clone_value[lowest_bit(rest), at]
            rest &= rest - 1
    return total


@compiled
def value_of_cards(state: State, rules: Rules, plan: Plan, era: Era) -> int:
    """The artifact that is taken here, if any may be, and cards of other hands that are ready."""
    best = 0
    if not rules.no_taking:
        for k in range(state.n_face_up[era]):
            best = max(best, plan.card_value[state.face_up[era, k]])
    n_ready = 0
    for seat in range(state.n_agents):
        if seat != state.active:
            for slot in range(state.n_hand[seat]):
                n_ready += state.ready[state.hand[seat, slot]]
    return (best + plan.weight[ALLY_READY] * n_ready) * ONE


@compiled
def value_of_centrifuges(state: State, rules: Rules, plan: Plan, era: Era) -> int:
    """Centrifuges that stand, and how near they are."""
    total = plan.weight[CENTRIFUGES] * (rules.n_centrifuges - state.n_centrifuges_down) * ONE
    for at in range(N_ERAS):
        if state.centrifuge[at]:
            total += plan.weight[NEAR_CENTRIFUGE] * (3 - plan.distance[era, at]) * ONE
    return total

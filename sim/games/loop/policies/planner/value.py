"""What a position is worth if the turn ends in it: weights of weights.toml times what there is."""

from __future__ import annotations

from sim.games.loop.actions import ability
from sim.games.loop.missions import is_place
from sim.games.loop.policies.planner.foresight import value_of_drop
from sim.games.loop.policies.planner.plan import (
    ALLY_READY,
    CENTRIFUGES,
    CLONE_SOON,
    CLONE_STEPS,
    COMPLETED,
    DECK,
    ENERGY,
    ENERGY_ALLY,
    ENERGY_HERE,
    EVENT_DONE,
    EVENT_LEFT,
    FACE_UP_NEAR,
    FULL,
    FULL_NEAR,
    FULL_NEAR_ALLY,
    LOST,
    MACHINA,
    N_FEATURES,
    NEAR_CENTRIFUGE,
    ONE,
    PERMANENT,
    RIFT,
    RIFT_FATAL,
    RIFT_FATAL_NEAR,
    RIFT_NEAR,
    SHORTAGE,
    SUPA,
    SUPA_STEPS,
    VORTEXES,
    WON,
    Plan,
    weigh,
)
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    MEGA_VORTEX,
    MEND,
    MISSION_ACTIVE,
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
    if plan.keeps:
        for k in range(N_FEATURES):
            plan.features[k] = plan.constant[k]
    ally = int(state.agent_era[(state.active + 1) % state.n_agents])
    total = value_of_missions(state, rules, plan, era, ally)
    if plan.completed >= rules.missions_to_win and plan.completed > state.n_completed:
        if state.supa_left == 0 and state.n_centrifuges_down >= rules.n_centrifuges:
            return WON
    total += value_of_drop(state, rules, plan)
    total += value_of_eras(state, rules, plan, era, ally)
    total += value_of_clones(state, rules, plan)
    total += value_of_cards(state, rules, plan, era)
    if rules.n_centrifuges > state.n_centrifuges_down:
        total += value_of_centrifuges(state, rules, plan, era)
    for i in range(state.n_machina):
        card = state.machina_card[i]
        total += weigh(plan, MACHINA, int(rules.machina_slots[card] - state.machina_filled[i]) * ONE)
    return total


@compiled
def value_of_missions(state: State, rules: Rules, plan: Plan, era: Era, ally: Era) -> int:
    """Missions: the one that ending here completes, progress of the others, and how near agents are to full ones."""
    total = 0
    completed = int(state.n_completed)
    for at in range(N_ERAS):
        plan.stake[at] = 0
        mission = state.mission_at[at]
        if mission == NONE or state.mission_status[mission] != MISSION_ACTIVE:
            continue
        slots = int(rules.mission_slots[mission])
        progress = int(state.progress[mission])
        event = rules.mission_event[mission]
        if event == TURN_ENDED and progress < slots and is_place(state, rules.mission_place[mission], era, at):
            progress += 1
        if progress < slots:
            share = plan.share[progress, slots]
            total += weigh(plan, EVENT_LEFT + event, ONE - share)
            total += weigh(plan, EVENT_DONE + event, share * share // ONE)
            plan.stake[at] = ONE // 4 + share
        elif at == era:
            completed += 1
        else:
            total += weigh(plan, FULL, ONE)
            total += weigh(plan, FULL_NEAR, (3 - plan.distance[era, at]) * ONE)
            total += weigh(plan, FULL_NEAR_ALLY, (3 - plan.distance[ally, at]) * ONE)
            plan.stake[at] = 2 * ONE
    plan.completed = completed
    missing = int(rules.missions_to_win) - completed
    if missing < 4:
        total += weigh(plan, COMPLETED + 3 - max(missing, 0), ONE)
    total += weigh(plan, SHORTAGE, max(missing + 2 - state.n_active - state.n_hidden, 0) * ONE)
    return total


@compiled
def value_of_eras(state: State, rules: Rules, plan: Plan, era: Era, ally: Era) -> int:
    """Rifts, vortexes, energy, clones that Foo will meet, and artifacts within reach of the next agent."""
    total = 0
    if state.n_vortexes > 0:
        total += weigh(plan, VORTEXES + min(state.n_vortexes, 3) - 1, ONE)
    room = state.n_vortexes < rules.max_vortexes
    for at in range(N_ERAS):
        near = plan.near[at]
        n = min(state.rifts[at], 3)
        if n > 0:
            if room and state.vortex[at] == NO_VORTEX:
                total += weigh(plan, RIFT + n - 1, ONE)
                total += weigh(plan, RIFT_NEAR + n - 1, near)
            else:
                total += weigh(plan, RIFT_FATAL + n - 1, ONE)
                total += weigh(plan, RIFT_FATAL_NEAR + n - 1, near)
        if state.n_clones[at] > 0:
            total += weigh(plan, CLONE_SOON, state.n_clones[at] * near)
        if state.permanent[at] > 0:
            total += weigh(plan, PERMANENT, ONE)
        elif state.energy[at] > 0:
            energy = min(state.energy[at], ENOUGH) * ONE
            total += weigh(plan, ENERGY, energy)
            if at == era:
                total += weigh(plan, ENERGY_HERE, energy)
            if at == ally:
                total += weigh(plan, ENERGY_ALLY, energy)
        if state.n_face_up[at] > 0 and plan.distance[ally, at] <= 1:
            total += weigh(plan, FACE_UP_NEAR, ONE)
    return total


@compiled
def value_of_clones(state: State, rules: Rules, plan: Plan) -> int:
    """Clones: how far they are from their paradox eras."""
    total = 0
    for token in range(rules.n_tokens):
        at = state.token_era[token]
        if at >= 0:
            total += weigh(plan, CLONE_STEPS + plan.distance[at, rules.token_paradox[token]] - 1, ONE)
    if state.supa_left > 0:
        for token in range(rules.n_tokens, rules.n_tokens + rules.n_supa_tokens):
            at = state.token_era[token]
            if at >= 0:
                total += weigh(plan, SUPA, ONE)
                total += weigh(plan, SUPA_STEPS, plan.distance[at, rules.token_paradox[token]] * ONE)
    return total


@compiled
def value_of_cards(state: State, rules: Rules, plan: Plan, era: Era) -> int:
    """The artifact that is taken here, and cards of other hands that are ready."""
    total = 0
    best = 0
    card = NONE
    for k in range(state.n_face_up[era]):
        value = plan.card_value[state.face_up[era, k]]
        if value > best:
            best = value
            card = int(state.face_up[era, k])
    total += best * ONE
    if plan.keeps and card != NONE:
        for k in range(rules.card_n_effects[card]):
            plan.features[DECK + rules.effect_verb[card, k]] += rules.effect_n[card, k] * ONE
    n_ready = 0
    for seat in range(state.n_agents):
        if seat != state.active:
            for slot in range(state.n_hand[seat]):
                n_ready += state.ready[state.hand[seat, slot]]
    return total + weigh(plan, ALLY_READY, n_ready * ONE)


@compiled
def value_of_centrifuges(state: State, rules: Rules, plan: Plan, era: Era) -> int:
    """Centrifuges that stand, and how near they are."""
    total = weigh(plan, CENTRIFUGES, (rules.n_centrifuges - state.n_centrifuges_down) * ONE)
    for at in range(N_ERAS):
        if state.centrifuge[at]:
            total += weigh(plan, NEAR_CENTRIFUGE, (3 - plan.distance[era, at]) * ONE)
    return total

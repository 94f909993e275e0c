"""What a position is made of when a turn ends: the features that weights.toml holds the weights of."""

from __future__ import annotations

from sim.games.loop.board import next_era, previous_era
from sim.games.loop.missions import is_place
from sim.games.loop.policies.planner.foresight import expect_drop
from sim.games.loop.policies.planner.plan import (
    ALLY_READY,
    CENTRIFUGES,
    CLONE_SOON,
    CLONE_STEPS,
    COMPLETED,
    ENERGY,
    ENERGY_ALLY,
    ENERGY_HERE,
    EVENT_LEFT,
    EVENT_DONE,
    FACE_UP_NEAR,
    FULL,
    FULL_NEAR,
    FULL_NEAR_ALLY,
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
    TAKE,
    VORTEXES,
    Plan,
)
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import MISSION_ACTIVE, N_ERAS, NO_VORTEX, NONE, TURN_ENDED, Era
from sim.kernel import compiled

ENOUGH = 3  # energy of an era beyond this adds nothing


@compiled
def describe(state: State, rules: Rules, plan: Plan) -> None:
    """Fill `plan.features` with what the position is if the turn ends now."""
    for k in range(N_FEATURES):
        plan.features[k] = 0
    era = int(state.agent_era[state.active])
    ally = int(state.agent_era[(state.active + 1) % state.n_agents])
    describe_missions(state, rules, plan, era, ally)
    expect_drop(state, rules, plan)
    describe_eras(state, rules, plan, era, ally)
    describe_clones(state, rules, plan)
    if rules.n_centrifuges > state.n_centrifuges_down:
        plan.features[CENTRIFUGES] = (rules.n_centrifuges - state.n_centrifuges_down) * ONE
        for other in range(N_ERAS):
            if state.centrifuge[other]:
                plan.features[NEAR_CENTRIFUGE] += (3 - plan.distance[era, other]) * ONE
    for i in range(state.n_machina):
        card = state.machina_card[i]
        plan.features[MACHINA] += (rules.machina_slots[card] - state.machina_filled[i]) * ONE
    best = 0
    for k in range(state.n_face_up[era]):
        best = max(best, plan.card_value[state.face_up[era, k]])
    plan.features[TAKE] = best
    n_ready = 0
    for seat in range(state.n_agents):
        if seat != state.active:
            for slot in range(state.n_hand[seat]):
                n_ready += state.ready[state.hand[seat, slot]]
    plan.features[ALLY_READY] = n_ready * ONE


@compiled
def describe_missions(state: State, rules: Rules, plan: Plan, era: Era, ally: Era) -> None:
    """Missions: the one that ending here completes, progress of the others, and how near agents are to full ones."""
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
            plan.features[EVENT_LEFT + event] += (slots - progress) * ONE // slots
            plan.features[EVENT_DONE + event] += (progress * progress * ONE) // (slots * slots)
            plan.stake[at] = ONE // 4 + progress * ONE // slots
        elif at == era:
            completed += 1
        else:
            plan.features[FULL] += ONE
            plan.features[FULL_NEAR] += (3 - plan.distance[era, at]) * ONE
            plan.features[FULL_NEAR_ALLY] += (3 - plan.distance[ally, at]) * ONE
            plan.stake[at] = 2 * ONE
    plan.completed = completed
    if completed > 0:
        plan.features[COMPLETED + min(completed, 4) - 1] = ONE
    missing = rules.missions_to_win - completed - state.n_active - state.n_hidden
    plan.features[SHORTAGE] = max(missing + 2, 0) * ONE


@compiled
def describe_eras(state: State, rules: Rules, plan: Plan, era: Era, ally: Era) -> None:
    """Rifts, vortexes and energy."""
    if state.n_vortexes > 0:
        plan.features[VORTEXES + min(state.n_vortexes, 3) - 1] = ONE
    room = state.n_vortexes < rules.max_vortexes
    for at in range(N_ERAS):
        n = min(state.rifts[at], 3)
        if n > 0:
            if room and state.vortex[at] == NO_VORTEX:
                plan.features[RIFT + n - 1] += ONE
                plan.features[RIFT_NEAR + n - 1] += plan.near[at]
            else:
                plan.features[RIFT_FATAL + n - 1] += ONE
                plan.features[RIFT_FATAL_NEAR + n - 1] += plan.near[at]
        if state.permanent[at] > 0:
            plan.features[PERMANENT] += ONE
        else:
            energy = min(state.energy[at], ENOUGH) * ONE
            plan.features[ENERGY] += energy
            if at == era:
                plan.features[ENERGY_HERE] = energy
            if at == ally:
                plan.features[ENERGY_ALLY] = energy
        if state.n_face_up[at] > 0 and plan.distance[ally, at] <= 1:
            plan.features[FACE_UP_NEAR] += ONE


@compiled
def describe_clones(state: State, rules: Rules, plan: Plan) -> None:
    """Clones: how far from their paradox eras, and whether Foo may come soon."""
    for at in range(N_ERAS):
        if state.n_clones[at] > 0:
            plan.features[CLONE_SOON] += state.n_clones[at] * plan.near[at]
    for token in range(rules.n_tokens + rules.n_supa_tokens):
        at = int(state.token_era[token])
        if at >= 0:
            steps = plan.distance[at, rules.token_paradox[token]]
            if token < rules.n_tokens:
                plan.features[CLONE_STEPS + steps - 1] += ONE
            else:
                plan.features[SUPA] += ONE
                plan.features[SUPA_STEPS] += steps * ONE

"""Missions (L-MIS): progress, completion, failure, and what becomes active next; the win (L-END-1)."""

from __future__ import annotations

from sim.bits import lowest_bit
from sim.game import emit
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    CLOCKWISE_HIDDEN,
    DISTINCT_ERA,
    DISTINCT_NONE,
    EVERY_ERA,
    IN_ANY,
    IN_FOO,
    IN_MISSION_ERA,
    MISSION_ACTIVE,
    MISSION_HIDDEN,
    MISSIONS_COMPLETED,
    N_ERAS,
    NEXT_TO_FOO,
    NONE,
    P_NEXT_MISSION,
    RUNNING,
    Era,
    Mission,
)
from sim.kernel import TRACE, compiled, inlined
from sim.rng import bounded, stream


@compiled
def note_event(state: State, rules: Rules, event: int, era: Era, what: int, n: int) -> None:
    """L-MIS-5: tell every active mission of an event, n times; `what` is the token or the dimension concerned."""
    rest = int(state.active_eras)
    while rest > 0:
        at = lowest_bit(rest)
        rest &= rest - 1
        mission = state.mission_at[at]
        if rules.mission_event[mission] == event and is_place(state, rules.mission_place[mission], era, at):
            for _ in range(n):
                gain_progress(state, rules, mission, era, what)


@compiled
def is_place(state: State, place: int, era: Era, mission_era: Era) -> bool:
    """L-MIS-5: whether an event's era is the place that the mission asks for."""
    return (eras_that_count(state, place, mission_era) >> era) & 1 == 1


@compiled
def eras_that_count(state: State, place: int, mission_era: Era) -> int:
    """L-MIS-5: the eras where an event counts for a mission, as a bit set; without Foo none are his or next to him."""
    if place == IN_ANY:
        return EVERY_ERA
    if place == IN_MISSION_ERA:
        return 1 << int(mission_era)
    foo = int(state.foo)
    if foo == NONE:
        return 0
    if place == IN_FOO:
        return 1 << foo
    before = (foo + N_ERAS - 1) % N_ERAS
    after = (foo + 1) % N_ERAS
    if place == NEXT_TO_FOO:
        return (1 << before) | (1 << after)
    return EVERY_ERA if has_agent(state, before) and has_agent(state, after) else 0  # BOTH_NEXT_TO_FOO


@compiled
def has_agent(state: State, era: Era) -> bool:
    """Whether an agent stands in an era."""
    for seat in range(state.n_agents):
        if state.agent_era[seat] == era:
            return True
    return False


@compiled
def gain_progress(state: State, rules: Rules, mission: Mission, era: Era, what: int) -> None:
    """L-MIS-1: an active mission gains progress, never above its slots, and once for each distinct thing."""
    if state.progress[mission] >= rules.mission_slots[mission]:
        return
    distinct = rules.mission_distinct[mission]
    slot = int(state.progress[mission])
    if distinct != DISTINCT_NONE:
        slot = era if distinct == DISTINCT_ERA else what
        if (state.recorded[mission] >> slot) & 1:
            return
        state.recorded[mission] |= 1 << int(slot)
    state.progress[mission] += 1
    if TRACE:
        emit(state, "progress", mission=int(mission), slot=int(slot))


@inlined
def is_full(state: State, rules: Rules, mission: Mission) -> bool:
    """Whether all slots of a mission are filled."""
    return state.progress[mission] >= rules.mission_slots[mission]


@compiled
def complete_mission(state: State, rules: Rules) -> bool:
    """L-MIS-2: a full active mission is completed where the active agent ends the turn. Returns whether it was."""
    era = state.agent_era[state.active]
    mission = state.mission_at[era]
    if mission == NONE or state.mission_status[mission] != MISSION_ACTIVE or not is_full(state, rules, mission):
        return False
    state.mission_at[era] = NONE
    state.n_active -= 1
    state.active_eras &= ~(1 << int(era))
    state.n_completed += 1
    state.missions_done |= 1 << int(mission)
    if TRACE:
        emit(state, "mission_completed", mission=int(mission), era=int(era))
    check_win(state, rules)
    return True


@compiled
def fail_mission(state: State, era: Era) -> None:
    """L-VTX-1: the mission of an era that becomes a vortex fails, active or not, and leaves the game."""
    mission = state.mission_at[era]
    if mission == NONE:
        return
    if state.mission_status[mission] == MISSION_ACTIVE:
        state.n_active -= 1
        state.active_eras &= ~(1 << int(era))
    else:
        state.n_hidden -= 1
    state.mission_at[era] = NONE
    state.n_failed += 1
    state.missions_failed |= 1 << int(mission)
    if TRACE:
        emit(state, "mission_failed", mission=int(mission), era=int(era))


@compiled
def activate_missions(state: State, rules: Rules) -> None:
    """L-MIS-4: two missions are active as long as hidden ones remain."""
    while state.n_active < rules.active_missions and state.n_hidden > 0:
        activate_mission(state, next_hidden_era(state, rules))


@compiled
def next_hidden_era(state: State, rules: Rules) -> Era:
    """L-MIS-4: the era of the hidden mission that comes next: one at random, or the first clockwise of Foo's era."""
    skipped = 0
    first = 0
    if rules.next_mission == CLOCKWISE_HIDDEN:
        first = state.foo + 1
    else:
        skipped = bounded(stream(state.key, P_NEXT_MISSION, state.n_activations), 0, state.n_hidden)
    for k in range(N_ERAS):
        era = (first + k) % N_ERAS
        mission = state.mission_at[era]
        if mission != NONE and state.mission_status[mission] == MISSION_HIDDEN:
            if skipped == 0:
                return era
            skipped -= 1
    return NONE


@compiled
def activate_mission(state: State, era: Era) -> None:
    """L-MIS-4: turn the mission of an era face up."""
    mission = state.mission_at[era]
    state.mission_status[mission] = MISSION_ACTIVE
    state.n_activations += 1
    state.n_active += 1
    state.active_eras |= 1 << int(era)
    state.n_hidden -= 1
    if TRACE:
        emit(state, "mission_activated", mission=int(mission), era=int(era))


@compiled
def check_win(state: State, rules: Rules) -> None:
    """L-END-1: four missions are completed, no supa clone is left and all centrifuges are down."""
    if state.cause != RUNNING or state.n_completed < rules.missions_to_win:
        return
    if state.supa_left > 0 or state.n_centrifuges_down < rules.n_centrifuges:
        return
    state.cause = MISSIONS_COMPLETED
    if TRACE:
        emit(state, "won")

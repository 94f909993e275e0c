"""Vortexes (L-VTX): when they are made, what they take, and how they end the game."""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.board import has_vortex, is_safe, next_era, previous_era
from sim.games.loop.missions import activate_missions, fail_mission
from sim.games.loop.piles import destroy_artifact
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    CAUSES,
    FOURTH_VORTEX,
    MEGA_VORTEX,
    MEGA_VORTEX_END,
    MEND,
    N_ERAS,
    RUNNING,
    SECOND_VORTEX,
    VORTEX,
    Era,
)
from sim.kernel import TRACE, compiled


@compiled
def make_vortexes(state: State, rules: Rules) -> None:
    """L-VTX-5: eras with too many rifts become vortexes, clockwise from Foo's previous era; the first loss stands."""
    era = previous_era(state.foo)
    for _ in range(N_ERAS):
        if not is_safe(state, rules, era):
            make_vortex(state, rules, era)
            if state.cause != RUNNING:
                return
        era = next_era(era)
    replace_failed_missions(state, rules)


@compiled
def replace_failed_missions(state: State, rules: Rules) -> None:
    """L-VTX-6: failed active missions are replaced after all vortexes of the drop are made."""
    activate_missions(state, rules)


@compiled
def make_vortex(state: State, rules: Rules, era: Era) -> None:
    """L-VTX-1: an era becomes a vortex: its rifts, face-up artifacts and mission are lost."""
    if is_second_vortex(state, era):
        lose(state, SECOND_VORTEX, era)
        return
    state.vortex[era] = MEGA_VORTEX if rules.mega else VORTEX
    state.n_vortexes += 1
    state.rifts[era] = 0
    if TRACE:
        emit(state, "vortex", era=int(era), mega=bool(rules.mega))
    destroy_face_up(state, era)
    if is_one_vortex_too_many(state, rules):
        lose(state, FOURTH_VORTEX, era)
        return
    fail_mission(state, era)


@compiled
def is_second_vortex(state: State, era: Era) -> bool:
    """L-VTX-3: a vortex would be made in an era that has one."""
    return has_vortex(state, era)


@compiled
def is_one_vortex_too_many(state: State, rules: Rules) -> bool:
    """L-VTX-4: a fourth vortex is made anywhere."""
    return state.n_vortexes > rules.max_vortexes


@compiled
def destroy_face_up(state: State, era: Era) -> None:
    """L-VTX-1: the face-up artifacts of an era go to the destroyed pile."""
    for k in range(state.n_face_up[era]):
        destroy_artifact(state, state.face_up[era, k])
    state.n_face_up[era] = 0


@compiled
def end_in_era(state: State, rules: Rules) -> None:
    """L-VTX-7: an agent who ends the turn in an era with a mega vortex loses the game; V-Girl is exempt."""
    era = state.agent_era[state.active]
    if state.vortex[era] == MEGA_VORTEX and not is_immune(state, rules):
        lose(state, MEGA_VORTEX_END, era)


@compiled
def is_immune(state: State, rules: Rules) -> bool:
    """L-VTX-7: whether the active agent is V-Girl, and mega vortexes do not hurt her."""
    return rules.v_girl_mega_immune == 1 and rules.agent_ability[state.team[state.active]] == MEND


@compiled
def lose(state: State, cause: int, era: Era) -> None:
    """L-END-2: the game is lost, for one of the causes that there are."""
    state.cause = cause
    state.fatal_era = era
    if TRACE:
        emit(state, "lost", cause=CAUSES[cause])

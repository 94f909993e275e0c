"""The course of play: phases I to V of each turn, from one choice to the next."""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.actions import act, move, offer_actions, offer_passengers
from sim.games.loop.effects.stages import carry_out_stage, offer_next_stage
from sim.games.loop.foo import play_foo_phase
from sim.games.loop.machina import end_machina_cycle
from sim.games.loop.missions import activate_missions, complete_mission, note_event
from sim.games.loop.refresh import (
    draw_rewards,
    end_rewards,
    offer_artifacts,
    offer_rewards,
    refresh,
    reward_seat,
    take_artifact,
    take_reward,
)
from sim.games.loop.setup import deal_opening_hands
from sim.games.loop.solo import give_card, reveal_until_choice
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import (
    ACTION,
    ACTION_SIZE,
    END_TURN,
    FOO,
    MISSION,
    N_ERAS,
    NONE,
    OPENING,
    OUT_OF_TIME,
    REFRESH,
    REWARD,
    RUNNING,
    SETUP,
    SOLO,
    TAKE,
    TURN_ENDED,
    Seat,
)
from sim.games.loop.vortex import end_in_era, lose
from sim.kernel import TRACE, compiled, inlined


@compiled
def next_choice(state: State, rules: Rules, menu: Menu) -> bool:
    """Play on until somebody must choose; `menu` then holds the options. False when the game has ended."""
    while state.cause == RUNNING:
        phase = state.phase
        if phase == ACTION:
            if offer_in_action_phase(state, rules, menu):
                return True
        elif phase == TAKE:
            offer_artifacts(state, rules, menu)
            return True
        elif phase == REWARD:
            if state.n_reward > 0 and state.reward_taker < state.n_agents:
                offer_rewards(state, menu)
                return True
            finish_rewards(state)
        elif phase == SOLO:
            if reveal_until_choice(state, rules, menu):
                return True
        else:
            play_phase(state, rules, phase)
    return False


@compiled
def play_phase(state: State, rules: Rules, phase: int) -> None:
    """Play a phase in which nobody chooses anything."""
    if phase == SETUP:
        end_set_up(state, rules)
    elif phase == OPENING:
        deal_opening_hands(state, rules)
        if TRACE:
            emit(state, "state", at="setup")
        begin_turn(state, rules)
    elif phase == FOO:
        play_foo_phase(state, rules)
        if state.cause == RUNNING:
            if TRACE:
                emit(state, "state", at="foo")
            state.phase = SOLO if rules.solo else ACTION
    elif phase == MISSION:
        play_mission_phase(state, rules)
    else:
        end_turn(state, rules)


@compiled
def end_set_up(state: State, rules: Rules) -> None:
    """L-SCN-3: in Ultramachina each agent gets an attendance reward before the opening hands."""
    state.phase = OPENING
    if rules.machina:
        draw_rewards(state, rules)
        state.phase = REWARD


@compiled
def begin_turn(state: State, rules: Rules) -> None:
    """One turn is one agent's phases I to V; the agents take turns in the order in which they are listed (L-SET-6)."""
    state.phase = FOO
    state.turn += 1
    state.active = NONE if rules.solo else (state.turn - 1) % state.n_agents
    state.policy_draws = 0
    state.chance_draws = 0
    state.energy_drops = 0
    state.extra_cubes = 0


@inlined
def offer_in_action_phase(state: State, rules: Rules, menu: Menu) -> bool:
    """II: the next choice of the action under way, else the actions that may begin. False if the game has ended."""
    if state.under_way:
        if state.moving != NONE:
            offer_passengers(state, rules, menu)
            return True
        if offer_next_stage(state, rules, menu):
            return True
        state.under_way = 0
        if state.cause != RUNNING:
            return False
        if TRACE:
            emit(state, "state", at="action")
    offer_actions(state, rules, menu)
    return True


@compiled
def choosing_seat(state: State) -> Seat:
    """L-MIS-3, L-SOL-1: whose the choice on offer is; NONE in solo before an agent has the turn."""
    return reward_seat(state) if state.phase == REWARD else int(state.active)


@compiled
def choose(state: State, rules: Rules, item: int) -> None:
    """Carry out the option chosen from the menu."""
    action = int(item) // ACTION_SIZE
    value = int(item) % ACTION_SIZE
    if state.phase == ACTION:
        if not state.under_way:
            if action == END_TURN:
                end_action_phase(state, rules)
            else:
                act(state, rules, action, value)
        elif state.moving != NONE:
            move(state, rules, value)
        else:
            carry_out_stage(state, rules, value)
    elif state.phase == TAKE:
        take_artifact(state, rules, value)
        state.phase = MISSION
    elif state.phase == REWARD:
        take_reward(state, rules, value)
    else:
        give_card(state, value, state.solo_card)


@compiled
def end_action_phase(state: State, rules: Rules) -> None:
    """L-MIS-5: a turn ends after phase II and the mega vortex check, before III and IV."""
    if state.actions >= rules.max_actions:
        state.n_capped_turns += 1
    end_in_era(state, rules)
    if state.cause != RUNNING:
        return
    if TRACE:
        emit(state, "turn_ended")
    note_event(state, rules, TURN_ENDED, state.agent_era[state.active], 0, 1)
    state.phase = TAKE


@compiled
def play_mission_phase(state: State, rules: Rules) -> None:
    """IV: a full mission is completed; unless that wins, another becomes active and everybody is rewarded (L-MIS-3)."""
    if complete_mission(state, rules) and state.cause == RUNNING:
        activate_missions(state, rules)
        draw_rewards(state, rules)
        state.phase = REWARD
    else:
        state.phase = REFRESH


@compiled
def finish_rewards(state: State) -> None:
    """L-MIS-3: when all have taken, play goes on: with the opening hands at set-up, else with the refresh."""
    end_rewards(state)
    state.phase = OPENING if state.turn == 0 else REFRESH


@compiled
def end_turn(state: State, rules: Rules) -> None:
    """V: refresh; in Ultramachina a cycle may end (L-SCN-3); after the last turn the game is lost (L-END-2)."""
    refresh(state, rules)
    end_machina_cycle(state, rules)
    if TRACE:
        emit(state, "state", at="end_of_turn")
    if state.turn >= rules.cycles * N_ERAS:
        lose(state, OUT_OF_TIME, NONE)
    else:
        begin_turn(state, rules)

"""Effects on clones and agents (L-EFF-1): `push`, `pull`, `banish`, `carry`, `move` and `move_ally`."""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.clones import CARRIED, PULLED, PUSHED, destroy_clone, move_clone
from sim.games.loop.effects.in_use import ANOTHER, FIRST, FIRST_STEP, NEXT_STEP, end_effect
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import CARRY, IN_BAG, LONG_PUSH, MOVE_ALLY, OUT_OF_GAME, PULL, PUSH, RUNNING, Era
from sim.kernel import TRACE, compiled


@compiled
def begin_push(state: State, rules: Rules, token: int) -> None:
    """L-EFF-1: `push(n, steps)`: up to n different clones of the agent's era, each up to `steps` eras."""
    card = int(state.use_card[state.depth - 1])
    state.picked = token
    state.chosen |= 1 << int(token)
    state.steps_left = rules.effect_steps[card, state.use_effect[state.depth - 1]]
    if rules.agent_ability[state.team[state.active]] == LONG_PUSH:
        state.steps_left += 1
    state.stage = FIRST_STEP


@compiled
def finish_push(state: State) -> None:
    """L-EFF-1: one clone is pushed; perhaps another."""
    state.left -= 1
    state.stage = ANOTHER


@compiled
def take_clone(state: State, rules: Rules, verb: int, token: int) -> None:
    """L-EFF-1: `pull(n)`: a clone comes to the agent's era; `banish(n)`: a clone there is destroyed."""
    if verb == PULL:
        move_clone(state, rules, token, state.agent_era[state.active], PULLED)
    else:
        destroy_clone(state, rules, token)
    state.left -= 1
    state.stage = ANOTHER


@compiled
def begin_carry(state: State, rules: Rules, value: int) -> None:
    """L-EFF-1: `carry(n, steps)`: the clones are chosen first and go along at every step."""
    if state.stage == FIRST and state.n_clones[state.agent_era[state.active]] == 0:
        take_step(state, rules, CARRY, value)
        return
    state.chosen |= 1 << int(value)
    state.left -= 1
    state.stage = ANOTHER


@compiled
def take_step(state: State, rules: Rules, verb: int, to: Era) -> None:
    """L-EFF-1: a pushed clone, an ally or the agent goes one era on (`move(any)`: to any era)."""
    if verb == PUSH:
        push_one_step(state, rules, to)
        return
    seat = state.picked if verb == MOVE_ALLY else state.active
    origin = int(state.agent_era[seat])
    state.agent_era[seat] = to
    if TRACE:
        emit(state, "agent_moved", who=int(seat), from_=origin, to=int(to))
    if verb == CARRY:
        carry_clones(state, rules, origin, to)
    if state.steps_left <= 1:  # ANY_STEPS too
        end_effect(state)
    else:
        state.steps_left -= 1
        state.stage = NEXT_STEP


@compiled
def push_one_step(state: State, rules: Rules, to: Era) -> None:
    """L-EFF-1: a pushed clone goes on until its steps are used up or it dies."""
    move_clone(state, rules, state.picked, to, PUSHED)
    state.steps_left -= 1
    if state.steps_left == 0 or is_gone(state, state.picked):
        finish_push(state)
    else:
        state.stage = NEXT_STEP


@compiled
def is_gone(state: State, token: int) -> bool:
    """Whether a clone is no longer on the board."""
    return state.token_era[token] == OUT_OF_GAME or state.token_era[token] == IN_BAG


@compiled
def carry_clones(state: State, rules: Rules, origin: Era, to: Era) -> None:
    """L-EFF-1: the clones carried go along with the agent; one that dies is carried no further."""
    token = 0
    rest = state.chosen
    while rest > 0 and state.cause == RUNNING:
        if rest & 1:
            if state.token_era[token] == origin:
                move_clone(state, rules, token, to, CARRIED)
            if state.token_era[token] != to:
                state.chosen &= ~(1 << int(token))
        rest >>= 1
        token += 1

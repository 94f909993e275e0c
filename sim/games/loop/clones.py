"""Clones: arriving (L-FOO-3), moving (L-ACT-6), dying (L-ACT-7), and the supa clones' revenge (L-SCN-2)."""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.board import place_permanent
from sim.games.loop.missions import check_win, note_event
from sim.games.loop.piles import draw_from_bag, return_to_bag
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import CLONE_DESTROYED, CLONE_MOVED, IN_BAG, NONE, OUT_OF_GAME, RUNNING, Era, Token
from sim.kernel import TRACE, compiled

# How a clone is moved: the word for the trace, and nothing else.
PUSHED = 0
PULLED = 1
CARRIED = 2
MOVE_VERBS = ("push", "pull", "carry")


@compiled
def is_supa(rules: Rules, token: Token) -> bool:
    """L-SCN-2: supa clones are the tokens after the ordinary ones."""
    return token >= rules.n_tokens


@compiled
def join_era(state: State, token: Token, era: Era) -> None:
    """L-BRD-2: count a clone among those that stand in an era."""
    state.n_clones[era] += 1
    state.clones[era] |= 1 << int(token)


@compiled
def leave_era(state: State, token: Token, era: Era) -> None:
    """L-BRD-2: count a clone no longer among those of an era."""
    state.n_clones[era] -= 1
    state.clones[era] &= ~(1 << int(token))


@compiled
def place_clone(state: State, rules: Rules, token: Token, era: Era) -> None:
    """L-FOO-3: a drawn clone is put in an era; in its paradox era it dies at once (L-ACT-7)."""
    state.token_era[token] = era
    join_era(state, token, era)
    if TRACE:
        emit(state, "clone_arrived", token=int(token), era=int(era))
    if rules.token_paradox[token] == era:
        remove_clone(state, rules, token, era)


@compiled
def spawn_clones(state: State, rules: Rules, n: int) -> None:
    """L-FOO-3: n clones are drawn from the bag and put on their arrival eras; a short bag gives fewer."""
    for _ in range(n):
        token = draw_from_bag(state)
        if token == NONE:
            return
        place_clone(state, rules, token, rules.token_arrival[token])


@compiled
def move_clone(state: State, rules: Rules, token: Token, to: Era, how: int) -> None:
    """L-ACT-6: a clone is pushed, pulled or carried one era on; entering its paradox era it dies."""
    origin = state.token_era[token]
    state.token_era[token] = to
    leave_era(state, token, origin)
    join_era(state, token, to)
    if TRACE:
        emit(state, "clone_moved", token=int(token), from_=int(origin), to=int(to), verb=MOVE_VERBS[how])
    note_event(state, rules, CLONE_MOVED, to, token, 1)
    if rules.token_paradox[token] == to:
        destroy_clone(state, rules, token)


@compiled
def remove_clone(state: State, rules: Rules, token: Token, era: Era) -> None:
    """L-ACT-7: a clone is destroyed: out of the game, or back into the bag where that is the house rule."""
    leave_era(state, token, era)
    state.n_clones_destroyed += 1
    if rules.destroyed_clones_return and not is_supa(rules, token):
        state.token_era[token] = IN_BAG
        return_to_bag(state, token)
    else:
        state.token_era[token] = OUT_OF_GAME
    if TRACE:
        emit(state, "clone_destroyed", token=int(token), era=int(era))
    note_event(state, rules, CLONE_DESTROYED, era, token, 1)


@compiled
def destroy_clone(state: State, rules: Rules, token: Token) -> None:
    """L-ACT-7: destroy a clone where it stands, with what a supa clone leaves behind (L-SCN-2)."""
    era = state.token_era[token]
    remove_clone(state, rules, token, era)
    if is_supa(rules, token):
        state.supa_left -= 1
        state.supa_destroyed += 1
        check_win(state, rules)
        if state.cause == RUNNING:
            avenge_supa_clone(state, rules, era)


@compiled
def avenge_supa_clone(state: State, rules: Rules, era: Era) -> None:
    """L-SCN-2: the k-th supa clone destroyed leaves a permanent energy and k ordinary clones in that era."""
    place_permanent(state, rules, era)
    for _ in range(state.supa_destroyed):
        token = draw_from_bag(state)
        if token == NONE:
            return
        place_clone(state, rules, token, era)

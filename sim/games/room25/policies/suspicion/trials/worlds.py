"""A copy of the table with all drawn anew that a character cannot know: roles, rooms, programs, what chance will bring.

Roles come first: what a prisoner has told is the truth, what a guard has told need not be.
"""

from __future__ import annotations

from sim.games.room25.ends import n_dead_prisoners
from sim.games.room25.policies.planner.plan import Plan
from sim.games.room25.policies.planner.redraw import (
    SEATS,
    count_pool,
    deal_others,
    deal_set_aside,
    has_shown_third,
    is_unseen,
    set_rest,
    take_back_token,
    take_one,
)
from sim.games.room25.policies.suspicion.beliefs import is_liar, judge
from sim.games.room25.policies.suspicion.mind import Doubts
from sim.games.room25.policies.suspicion.player import choose_in_suspicion
from sim.games.room25.round import is_free, list_programs
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ASK_PROGRAM,
    GREEN,
    GUARD,
    N_CELLS,
    N_PASSES,
    NO_ACTION,
    NONE,
    P_DEAL,
    P_POLICY,
    P_ROLES,
    PLAN,
    PRISONER,
    RED,
    UNTOLD,
    Character,
    Tile,
)
from sim.games.room25.witness import teller_of
from sim.kernel import compiled
from sim.rng import bounded, stream

DEALS = 32  # of the roles, till one may be the true one; no table has so few that this is not enough in all likelihood


@compiled
def suppose(state: State, rules: Rules, scratch: Menu, doubts: Doubts, plan: Plan, c: Character, sample: int) -> None:
    """Give a copy of the table such roles, hidden rooms, programs and chances as its character holds possible."""
    key = stream(state.policy_key, P_POLICY, sample)
    state.key = stream(key, SEATS * state.turn + state.passing, SEATS * state.asking + c)
    deal_roles(state, rules, doubts, c)
    count_pool(state, rules, plan, c)
    deal_told(state, rules, doubts, plan, c)
    deal_set_aside(state, rules, plan, c)
    deal_others(state, plan, c)
    guess_programs(state, rules, scratch, doubts, c)


# -- Roles ----------------------------------------------------------------------------------------------------------


@compiled
def deal_roles(state: State, rules: Rules, doubts: Doubts, c: Character) -> None:
    """R-SUS-1: deal the cards that are left to those whose role the character does not know, as they may well lie."""
    take_for_guards(state, rules, doubts, c)
    key = stream(state.key, P_ROLES, 0)
    for deal in range(DEALS):
        deal_cards(state, rules, doubts, stream(key, deal, 0))
        if may_be(state, rules):
            return


@compiled
def take_for_guards(state: State, rules: Rules, doubts: Doubts, c: Character) -> None:
    """Whose role the character knows or proves; those who did harm are guards, as long as there are cards for them."""
    judge(state, rules, doubts, c)
    left = int(rules.n_guard_cards)
    for other in range(state.n_characters):
        if is_proven(state, rules, doubts, c, other):
            left -= 1
    for other in range(state.n_characters):
        if doubts.is_guard[other] and not is_proven(state, rules, doubts, c, other):
            doubts.is_guard[other] = 1 if left > 0 else 0
            left -= 1


@compiled
def is_proven(state: State, rules: Rules, doubts: Doubts, c: Character, other: Character) -> bool:
    """Whether a character knows another, or itself, to be a guard."""
    if other == c or state.shown[other]:
        return bool(state.role[other] == GUARD)
    return doubts.is_guard[other] == 1 and rules.prisoners_truthful == 1 and is_liar(state, doubts, other)


@compiled
def deal_cards(state: State, rules: Rules, doubts: Doubts, key: int) -> None:
    """R-SUS-1: the roles that are known, and cards at random for the others."""
    guards = int(rules.n_guard_cards)
    cards = int(rules.n_prisoner_cards) + guards
    for other in range(state.n_characters):
        if doubts.is_guard[other]:
            state.role[other] = GUARD
            guards -= 1
            cards -= 1
        elif doubts.is_prisoner[other]:
            state.role[other] = PRISONER
            cards -= 1
    for other in range(state.n_characters):
        if not doubts.is_guard[other] and not doubts.is_prisoner[other]:
            state.role[other] = GUARD if bounded(key, other, cards) < guards else PRISONER
            guards -= 1 if state.role[other] == GUARD else 0
            cards -= 1


@compiled
def may_be(state: State, rules: Rules) -> bool:
    """Whether the roles may be these: the game would be over with too many prisoners dead, and none of them lies."""
    if n_dead_prisoners(state) >= rules.guards_to_win_deaths:
        return False
    for c in range(state.n_characters):
        for other in range(c):
            disputed = (state.disputes[c] >> other) & 1 == 1
            if disputed and rules.prisoners_truthful and state.role[c] == PRISONER and state.role[other] == PRISONER:
                return False
    return True


# -- Rooms ----------------------------------------------------------------------------------------------------------


@compiled
def deal_told(state: State, rules: Rules, doubts: Doubts, plan: Plan, c: Character) -> None:
    """R-ACT-1: under a tile of which the truth was told lies a room of that colour, if there is one left.

    Those of the exit zone come last: they can take what the others cannot.
    """
    key = stream(state.key, P_DEAL, 0)
    for out in range(2):
        for tile in range(N_CELLS):
            colour = int(state.told[tile])
            if (state.dealt_out >> tile) & 1 == out and is_unseen(state, c, tile) and is_true(state, doubts, tile):
                state.room[tile] = take_one(rules, plan, colour, out, key, tile)


@compiled
def is_true(state: State, doubts: Doubts, tile: Tile) -> bool:
    """Whether what was told of a tile is taken for the truth: a guard would hide Room 25 and lure into Mortal rooms."""
    colour = int(state.told[tile])
    teller = teller_of(state, tile)
    if colour == UNTOLD or teller == NONE:
        return False
    if state.role[teller] == PRISONER:
        return True
    return not ((colour == RED and doubts.hides == 1) or (colour == GREEN and doubts.lures == 1))


# -- Programs -------------------------------------------------------------------------------------------------------


@compiled
def guess_programs(state: State, rules: Rules, scratch: Menu, doubts: Doubts, c: Character) -> None:
    """R-RND-1: programs are made unseen: what the others have made, and not yet played, is what `greedy` would."""
    asked = state.asking
    state.asking = ASK_PROGRAM
    for other in range(state.n_characters):
        if other == c:
            continue
        place = (other - state.turn + 1) % state.n_characters
        if not has_shown_third(state, place):
            take_back_token(state, other)
        for k in range(N_PASSES):
            state.program[other, k] = NO_ACTION
        has_planned = state.passing > 0 or (state.step == PLAN and place < state.place)
        if has_planned and state.alive[other] and not state.cancelled[other] and not is_free(state, rules, other):
            state.chooser = other
            list_programs(state, rules, scratch, other)
            program = int(scratch.option[choose_in_suspicion(state, rules, scratch, doubts)])
            set_rest(state, other, place, program)
    state.asking = asked
    state.chooser = c

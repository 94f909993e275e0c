"""A copy of the table with all drawn anew that a character cannot know: rooms, programs, what chance will bring."""

from __future__ import annotations

from sim.games.room25.board import colour_of
from sim.games.room25.policies.cooperation.goals import set_goal
from sim.games.room25.policies.cooperation.mind import Mind
from sim.games.room25.policies.cooperation.programs import best_program, third_action
from sim.games.room25.policies.planner.plan import Plan
from sim.games.room25.policies.reading import room_seen
from sim.games.room25.round import is_free
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    ASK_PROGRAM,
    EMPTY,
    N_CELLS,
    N_PASSES,
    N_ROOMS,
    NO_ACTION,
    NONE,
    P_DEAL,
    P_POLICY,
    P_ROOMS,
    P_TILES,
    PLAN,
    SECOND,
    THIRD,
    UNTOLD,
    Character,
    Tile,
)
from sim.kernel import compiled
from sim.rng import bounded, stream

SEATS = 8  # no fewer than characters, passes or seats: keeps the streams of different choices apart


@compiled
def redraw(state: State, rules: Rules, mind: Mind, plan: Plan, c: Character, sample: int) -> None:
    """Give a copy of the table such hidden rooms, programs and chances as its character holds possible."""
    key = stream(state.policy_key, P_POLICY, sample)
    state.key = stream(key, SEATS * state.turn + state.passing, SEATS * state.asking + c)
    sort_mac_deck(state)
    count_pool(state, rules, plan, c)
    deal_told(state, rules, plan, c)
    deal_set_aside(state, rules, plan, c)
    deal_others(state, plan, c)
    guess_programs(state, rules, mind, plan, c)


@compiled
def sort_mac_deck(state: State) -> None:
    """Put the M.A.C. cards that are left in the order of their numbers, lest it tell."""
    first = int(state.mac_drawn)
    for i in range(first + 1, first + state.n_mac):
        card = state.mac_deck[i]
        k = i
        while k > first and state.mac_deck[k - 1] > card:
            state.mac_deck[k] = state.mac_deck[k - 1]
            k -= 1
        state.mac_deck[k] = card


# -- Rooms ----------------------------------------------------------------------------------------------------------


@compiled
def is_unseen(state: State, c: Character, tile: Tile) -> bool:
    """Whether a tile's room is still to be dealt: its character has not seen it, and nothing lies there yet."""
    return room_seen(state, c, tile) == NONE and state.room[tile] == NONE


@compiled
def count_pool(state: State, rules: Rules, plan: Plan, c: Character) -> None:
    """R-SET-2: take up the rooms that a character has not seen; it knows which they are by what was put in.

    Where some were drawn at random it knows how many of each colour they are.
    """
    for room in range(N_ROOMS):
        plan.pool[room] = 0
        plan.seen[room] = 0
    for tile in range(N_CELLS):
        if room_seen(state, c, tile) == NONE:
            plan.pool[state.room[tile]] += 1
            state.room[tile] = NONE
        else:
            plan.seen[state.room[tile]] += 1
    for colour in range(4):
        if rules.n_random[colour] > 0:
            draw_colour(state, rules, plan, colour)


@compiled
def draw_colour(state: State, rules: Rules, plan: Plan, colour: int) -> None:
    """R-SET-2: the rooms of a colour unseen: the fixed ones not seen, and others drawn from what the supply has left.

    Copies seen are taken for fixed ones as long as there are any.
    """
    wanted = 0
    for room in range(N_ROOMS):
        if colour_of(room) == colour:
            wanted += plan.pool[room]
            plan.pool[room] = 0
    for room in range(N_ROOMS):
        if colour_of(room) == colour:
            n = min(wanted, max(0, rules.n_fixed[room] - plan.seen[room]))
            plan.pool[room] = n
            wanted -= n
    key = stream(state.key, P_ROOMS, colour)
    for n in range(wanted):
        room = nth_of_supply(rules, plan, colour, bounded(key, n, n_in_supply(rules, plan, colour)))
        plan.pool[room] += 1


@compiled
def left_in_supply(rules: Rules, plan: Plan, room: int) -> int:
    """R-SET-2: copies of a room in the supply that are not in the complex as far as it is known or drawn."""
    copies = rules.n_fixed[room] + rules.supply[room]
    return max(0, copies - max(int(rules.n_fixed[room]), plan.seen[room] + plan.pool[room]))


@compiled
def n_in_supply(rules: Rules, plan: Plan, colour: int) -> int:
    """Copies of a colour that may still be drawn."""
    n = 0
    for room in range(N_ROOMS):
        if colour_of(room) == colour:
            n += left_in_supply(rules, plan, room)
    return n


@compiled
def nth_of_supply(rules: Rules, plan: Plan, colour: int, n: int) -> int:
    """The room of the n-th copy (from 0) of a colour that may still be drawn; without any it is an Empty one."""
    for room in range(N_ROOMS):
        if colour_of(room) == colour:
            copies = left_in_supply(rules, plan, room)
            if n < copies:
                return room
            n -= copies
    return EMPTY


@compiled
def deal_told(state: State, rules: Rules, plan: Plan, c: Character) -> None:
    """R-ACT-1: under a tile of which a colour was told lies a room of that colour, if there is one left.

    Those of the exit zone come last: they can take what the others cannot.
    """
    key = stream(state.key, P_DEAL, 0)
    for out in range(2):
        for tile in range(N_CELLS):
            colour = int(state.told[tile])
            if colour != UNTOLD and (state.dealt_out >> tile) & 1 == out and is_unseen(state, c, tile):
                state.room[tile] = take_one(rules, plan, colour, out, key, tile)


@compiled
def take_one(rules: Rules, plan: Plan, colour: int, out: int, key: int, n: int) -> int:
    """R-SET-1: take a room of a colour from the pool, one set aside only into the exit zone; NONE without any."""
    left = 0
    for room in range(N_ROOMS):
        if colour_of(room) == colour and (out or not rules.set_aside[room]):
            left += plan.pool[room]
    k = bounded(key, n, left)
    for room in range(N_ROOMS):
        if colour_of(room) == colour and (out or not rules.set_aside[room]):
            if k < plan.pool[room]:
                plan.pool[room] -= 1
                return room
            k -= plan.pool[room]
    return NONE


@compiled
def deal_set_aside(state: State, rules: Rules, plan: Plan, c: Character) -> None:
    """R-SET-1: the rooms set aside lie somewhere in the exit zone as it was dealt."""
    n_out = 0
    for tile in range(N_CELLS):
        if (state.dealt_out >> tile) & 1 and is_unseen(state, c, tile):
            n_out += 1
    key = stream(state.key, P_DEAL, 1)
    for room in range(N_ROOMS):
        while rules.set_aside[room] and plan.pool[room] > 0 and n_out > 0:
            state.room[nth_out(state, c, bounded(key, n_out, n_out))] = room
            plan.pool[room] -= 1
            n_out -= 1


@compiled
def nth_out(state: State, c: Character, n: int) -> Tile:
    """The n-th tile (from 0) of the exit zone as dealt that has no room yet."""
    for tile in range(N_CELLS):
        if (state.dealt_out >> tile) & 1 and is_unseen(state, c, tile):
            if n == 0:
                return tile
            n -= 1
    return NONE


@compiled
def deal_others(state: State, plan: Plan, c: Character) -> None:
    """R-SET-1: all other rooms lie anywhere."""
    left = 0
    for room in range(N_ROOMS):
        left += plan.pool[room]
    key = stream(state.key, P_TILES, 0)
    for tile in range(N_CELLS):
        if is_unseen(state, c, tile):
            k = bounded(key, tile, left)
            left -= 1
            for room in range(N_ROOMS):
                if k < plan.pool[room]:
                    plan.pool[room] -= 1
                    state.room[tile] = room
                    break
                k -= plan.pool[room]


# -- Programs -------------------------------------------------------------------------------------------------------


@compiled
def guess_programs(state: State, rules: Rules, mind: Mind, plan: Plan, c: Character) -> None:
    """R-RND-1: programs are made unseen: what the others have made, and not yet played, is guessed."""
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
        has_planned = state.step != PLAN or place < state.place
        if has_planned and state.alive[other] and not state.cancelled[other] and not is_free(state, rules, other):
            guess_program(state, rules, mind, plan, other, place)
    state.asking = asked


@compiled
def has_shown_third(state: State, place: int) -> bool:
    """R-RND-3: whether the character at a place of the turn order has had its turn of the third pass."""
    return state.passing == N_PASSES and place <= state.place


@compiled
def take_back_token(state: State, other: Character) -> None:
    """R-RND-3: who has programmed adrenaline has spent its token; the others learn of it only when it acts."""
    if state.program[other, N_PASSES - 1] != NO_ACTION:
        state.has_adrenaline[other] = 1


@compiled
def guess_program(state: State, rules: Rules, mind: Mind, plan: Plan, other: Character, place: int) -> None:
    """R-RND-1: give a character at a place of the turn order what it would program, less what it has done already.

    That is what all expect; where that is refuted, what `greedy` would program now.
    """
    program = expected_program(state, plan, other)
    if program == NONE:
        set_goal(state, rules, mind, other)
        program = best_program(state, rules, mind, other)
        program += THIRD * third_action(state, rules, mind, other)
    set_rest(state, other, place, program)


@compiled
def set_rest(state: State, other: Character, place: int, program: int) -> None:
    """Give a character at a place of the turn order what of a program it has not done already."""
    k = 0
    if state.step != PLAN:
        k = state.passing if place < state.place else state.passing - 1
    for action in (program % SECOND, program % THIRD // SECOND):
        if k < N_PASSES - 1 and action != NO_ACTION and not (state.acted[other] >> action) & 1:
            state.program[other, k] = action
            k += 1
    if state.has_adrenaline[other] and program // THIRD != NO_ACTION and not has_shown_third(state, place):
        state.program[other, N_PASSES - 1] = program // THIRD
        state.has_adrenaline[other] = 0


@compiled
def expected_program(state: State, plan: Plan, other: Character) -> int:
    """What all expect that a character has programmed, unless what it has done was not in it; else NONE."""
    program = int(plan.expected[other])
    if plan.sees_hidden or plan.expected_round != state.turn or program == NONE:
        return NONE
    actions = 1 << program % SECOND | 1 << program % THIRD // SECOND | 1 << program // THIRD
    return NONE if int(state.acted[other]) & ~actions else program

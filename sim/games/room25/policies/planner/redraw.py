"""What a character cannot know is drawn anew in the copies that it plays on: rooms, programs, what chance will bring."""

from __future__ import annotations

from sim.games.room25.board import colour_of
from sim.games.room25.policies.planner.mind import Deal
from sim.games.room25.policies.reading import room_seen
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    N_CELLS,
    N_PASSES,
    N_ROOMS,
    NO_ACTION,
    NONE,
    P_POLICY,
    PLAN,
    UNTOLD,
    Character,
)
from sim.kernel import compiled
from sim.rng import bounded, stream


@compiled
def redraw(state: State, rules: Rules, deal: Deal, c: Character, sample: int) -> None:
    """Give a copy of the table other hidden rooms, programs and chances, such as a character holds possible."""
    key = stream(stream(state.policy_key, P_POLICY, sample), state.turn, c)
    state.key = key
    sort_mac_deck(state)
    forget_programs(state, rules, c)
    count_pool(state, rules, deal, c)
    draw_supply(rules, deal, stream(key, 0, 0))
    deal_told(state, deal, c, stream(key, 0, 1))
    deal_untold(state, rules, deal, c, stream(key, 0, 2))


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


@compiled
def forget_programs(state: State, rules: Rules, c: Character) -> None:
    """R-RND-1: programs are made unseen: those made before this one are made anew."""
    if state.step != PLAN:
        return
    state.place = 0
    for other in range(state.n_characters):
        if state.program[other, 2] != NO_ACTION:
            state.has_adrenaline[other] = 1
        for k in range(N_PASSES):
            state.program[other, k] = NO_ACTION


@compiled
def count_pool(state: State, rules: Rules, deal: Deal, c: Character) -> None:
    """R-SET-2: which rooms must still lie unseen, and from which supply how many of each colour were drawn."""
    for colour in range(4):
        deal.n_random[colour] = rules.n_random[colour]
    for room in range(N_ROOMS):
        deal.pool[room] = rules.n_fixed[room]
        deal.supply[room] = rules.supply[room]
    for tile in range(N_CELLS):
        room = room_seen(state, c, tile)
        if room != NONE and room != 0:
            if deal.pool[room] > 0:
                deal.pool[room] -= 1
            else:
                deal.supply[room] -= 1
                deal.n_random[colour_of(room)] -= 1


@compiled
def draw_supply(rules: Rules, deal: Deal, key: int) -> None:
    """R-SET-2: draw the rooms that are in at random, each copy alike."""
    draws = 0
    for colour in range(4):
        left = 0
        for room in range(N_ROOMS):
            if colour_of(room) == colour:
                left += deal.supply[room]
        for _ in range(deal.n_random[colour]):
            k = bounded(key, draws, left)
            draws += 1
            left -= 1
            for room in range(N_ROOMS):
                if colour_of(room) == colour:
                    if k < deal.supply[room]:
                        deal.supply[room] -= 1
                        deal.pool[room] += 1
                        break
                    k -= deal.supply[room]


@compiled
def deal_told(state: State, deal: Deal, c: Character, key: int) -> None:
    """Under a tile of which a colour was told lies a room of that colour."""
    for tile in range(N_CELLS):
        colour = int(state.told[tile])
        if room_seen(state, c, tile) == NONE and colour != UNTOLD:
            room = draw_of_colour(deal, colour, key, tile)
            if room != NONE:
                state.room[tile] = room


@compiled
def draw_of_colour(deal: Deal, colour: int, key: int, n: int) -> int:
    """Draw a room of a colour from the pool; NONE if there is none."""
    left = 0
    for room in range(N_ROOMS):
        if colour_of(room) == colour:
            left += deal.pool[room]
    if left == 0:
        return NONE
    k = bounded(key, n, left)
    for room in range(N_ROOMS):
        if colour_of(room) == colour:
            if k < deal.pool[room]:
                deal.pool[room] -= 1
                return room
            k -= deal.pool[room]
    return NONE


@compiled
def deal_untold(state: State, rules: Rules, deal: Deal, c: Character, key: int) -> None:
    """R-SET-1: the rooms set aside are somewhere in the exit zone as it was dealt; the others anywhere."""
    n_out = 0
    n = 0
    for tile in range(N_CELLS):
        if room_seen(state, c, tile) == NONE and state.told[tile] == UNTOLD:
            n += 1
            n_out += (state.dealt_out >> tile) & 1
    left = n
    for room in range(N_ROOMS):
        if not rules.set_aside[room]:
            continue
        while deal.pool[room] > 0 and n_out > 0:
            deal.pool[room] -= 1
            k = bounded(key, 100 + left, n_out)
            for tile in range(N_CELLS):
                if room_seen(state, c, tile) == NONE and state.told[tile] == UNTOLD and (state.dealt_out >> tile) & 1:
                    if not (deal.placed >> tile) & 1:
                        if k == 0:
                            deal.placed |= 1 << tile
                            state.room[tile] = room
                            break
                        k -= 1
            n_out -= 1
            left -= 1
    for tile in range(N_CELLS):
        if room_seen(state, c, tile) == NONE and state.told[tile] == UNTOLD and not (deal.placed >> tile) & 1:
            k = bounded(key, tile, left)
            left -= 1
            for room in range(N_ROOMS):
                if k < deal.pool[room]:
                    deal.pool[room] -= 1
                    state.room[tile] = room
                    break
                k -= deal.pool[room]
    deal.placed = 0

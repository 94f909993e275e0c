"""Set-up (R-SET): the team, the rooms, the roles."""

from __future__ import annotations

from sim.games.room25.board import colour_of, is_exit_zone
from sim.games.room25.mac import fill_mac_deck
from sim.games.room25.slides import clear_marks
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    CENTRAL,
    CENTRE,
    GUARD,
    N_CELLS,
    N_ROOMS,
    NONE,
    P_DEAL,
    P_PLAYOUT,
    P_POLICY,
    P_ROLES,
    P_ROOMS,
    P_TILES,
    PRISONER,
    SET_UP,
    SUSPICION,
    UNTOLD,
)
from sim.kernel import compiled
from sim.rng import bounded, stream

STRIDE = 7919  # a prime: it runs through the teams in an order that a short run samples evenly


@compiled
def set_up(state: State, rules: Rules, index: int) -> None:
    """R-SET-0..4: lay out the complex for a playout; the record comes in as zeros."""
    state.index = index
    state.key = stream(rules.seed, P_PLAYOUT, index)
    state.policy_key = stream(state.key, P_POLICY, 0)
    state.step = SET_UP
    state.rounds_left = rules.rounds
    state.actor = NONE
    state.mate = NONE
    state.carrier = NONE
    state.mac_card = NONE
    state.due = NONE
    seat_team(state, rules, index)
    lay_out_rooms(state, rules)
    deal_roles(state, rules)
    clear_marks(state)
    if rules.mac:
        fill_mac_deck(state, rules)


@compiled
def seat_team(state: State, rules: Rules, index: int) -> None:
    """R-SET-4: who plays, in which order; without a fixed team every team in every order, by the playout's index."""
    state.n_characters = rules.n_characters
    n_orders = 1
    for k in range(rules.n_characters):
        n_orders *= int(rules.n_pool) - k
    rank = index * STRIDE % n_orders
    chosen = 0
    for seat in range(rules.n_characters):
        who = int(rules.team[seat])
        if not rules.fixed_team:
            n_orders //= rules.n_pool - seat
            who = nth_free(chosen, rank // n_orders)
            rank %= n_orders
            chosen |= 1 << who
        state.team[seat] = who
        state.cell[seat] = CENTRE
        state.alive[seat] = 1
        state.has_adrenaline[seat] = rules.adrenaline
        state.deadline[seat] = NONE
        state.death_room[seat] = NONE
    for seat in range(rules.n_characters, len(state.team)):
        state.team[seat] = NONE
        state.cell[seat] = NONE
        state.deadline[seat] = NONE
        state.death_room[seat] = NONE


@compiled
def nth_free(chosen: int, n: int) -> int:
    """Return the n-th (from 0) number that is not in the bit set."""
    number = 0
    while True:
        if not (chosen >> number) & 1:
            if n == 0:
                return number
            n -= 1
        number += 1


@compiled
def lay_out_rooms(state: State, rules: Rules) -> None:
    """R-SET-1, R-SET-2: 12 rooms into the inner cross, the rest with those set aside into the exit zone."""
    # `cell_of` holds the rooms in the order of the deal until the tiles lie on the board.
    n_common = 0
    n_aside = 0
    for room in range(N_ROOMS):
        n = rules.n_fixed[room] + n_drawn_of(state, rules, room)
        for _ in range(n):
            if rules.set_aside[room]:
                n_aside += 1
                state.cell_of[N_CELLS - 1 - n_aside] = room
            else:
                state.cell_of[n_common] = room
                n_common += 1
    key = stream(state.key, P_DEAL, 0)
    shuffle_rooms(state, key, 0, n_common)
    shuffle_rooms(state, stream(state.key, P_DEAL, 1), 12, N_CELLS - 1)
    deal_tiles(state)


@compiled
def n_drawn_of(state: State, rules: Rules, room: int) -> int:
    """R-SET-2: how many copies of a room are among those drawn at random from the supply of its colour."""
    colour = colour_of(room)
    wanted = rules.n_random[colour]
    if wanted == 0 or rules.supply[room] == 0:
        return 0
    # Selection sampling over the colour's copies in order: each set of copies is equally likely.
    key = stream(state.key, P_ROOMS, colour)
    left = 0
    for other in range(N_ROOMS):
        if colour_of(other) == colour:
            left += rules.supply[other]
    n = 0
    seen = 0
    for other in range(N_ROOMS):
        if colour_of(other) != colour:
            continue
        for _ in range(rules.supply[other]):
            if bounded(key, seen, left) < wanted:
                wanted -= 1
                n += 1 if other == room else 0
            left -= 1
            seen += 1
    return n


@compiled
def shuffle_rooms(state: State, key: int, first: int, end: int) -> None:
    """Shuffle the rooms of a stretch of the deal."""
    for i in range(end - 1, first, -1):
        other = first + bounded(key, i, i + 1 - first)
        room = state.cell_of[i]
        state.cell_of[i] = state.cell_of[other]
        state.cell_of[other] = room


@compiled
def deal_tiles(state: State) -> None:
    """R-BRD-1: the rooms dealt get tile numbers at random and lie face down; the Central Room lies open."""
    key = stream(state.key, P_TILES, 0)
    for tile in range(N_CELLS):
        state.tile_at[tile] = tile
        state.told[tile] = UNTOLD
    for i in range(N_CELLS - 1, 0, -1):
        other = bounded(key, i, i + 1)
        tile = state.tile_at[i]
        state.tile_at[i] = state.tile_at[other]
        state.tile_at[other] = tile
    inner = 0
    outer = 12
    for cell in range(N_CELLS):
        tile = state.tile_at[cell]
        if cell == CENTRE:
            state.room[tile] = CENTRAL
            state.face_up[tile] = 1
        elif is_exit_zone(cell):
            state.room[tile] = state.cell_of[outer]
            state.dealt_out |= 1 << int(tile)
            outer += 1
        else:
            state.room[tile] = state.cell_of[inner]
            inner += 1
    for cell in range(N_CELLS):
        state.cell_of[state.tile_at[cell]] = cell


@compiled
def deal_roles(state: State, rules: Rules) -> None:
    """R-SUS-1: each character gets a role card out of a few more than there are; the rest stay unseen."""
    for c in range(rules.n_characters):
        state.role[c] = PRISONER
    if rules.mode != SUSPICION:
        return
    key = stream(state.key, P_ROLES, 0)
    guards = int(rules.n_guard_cards)
    cards = int(rules.n_prisoner_cards) + guards
    for c in range(rules.n_characters):
        if bounded(key, c, cards) < guards:
            state.role[c] = GUARD
            guards -= 1
        cards -= 1

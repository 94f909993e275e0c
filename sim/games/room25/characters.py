"""Characters (R-CHR-1): their specials. An option is `verb * VERB + target * CELL + cell`."""

from __future__ import annotations

from sim.game import emit
from sim.games.room25.board import (
    are_adjacent,
    axis_between,
    can_enter,
    can_leave_for,
    colour_of,
    follows_axis,
    is_in_central,
    neighbour,
    room_at,
)
from sim.games.room25.entry import leave_room, make_empty, queue_entry, relocate, turn_pivot
from sim.games.room25.knowledge import turn_down, turn_up
from sim.games.room25.robots import destroy_robot, is_pushable, offer_orders, order_robot
from sim.games.room25.rooms import swap_tiles
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ALICE,
    BLUE,
    BY_SPECIAL,
    CALL,
    CARRY,
    CELL,
    DESTROY_ROBOT,
    EMMETT,
    EMPTY,
    FRANK,
    HIDE,
    JENNIFER,
    KEVIN,
    LOCK,
    MAKE_EMPTY,
    MAX,
    MIMIC,
    N_CELLS,
    NONE,
    ORDER_ROBOT,
    REGAIN,
    REOPEN,
    ROBOT,
    RUNNING,
    SARAH,
    SPECIALS,
    SWAP,
    VERB,
    Cell,
    Character,
)
from sim.kernel import TRACE, compiled


@compiled
def offer_specials(state: State, rules: Rules, menu: Menu, c: Character) -> None:
    """R-CHR-1: what a character's special can do now; Mimic has those of all in its own or an adjacent room."""
    if not rules.specials or is_in_central(state, c):
        return
    if state.team[c] != MIMIC:
        offer_special_of(state, rules, menu, c, state.team[c])
        return
    for other in range(state.n_characters):
        if other != c and state.alive[other]:
            cell = int(state.cell[c])
            where = int(state.cell[other])
            if where == cell or (are_adjacent(where, cell) and follows_axis(state, cell, where)):
                offer_special_of(state, rules, menu, c, state.team[other])


@compiled
def offer_special_of(state: State, rules: Rules, menu: Menu, c: Character, who: int) -> None:
    """R-CHR-1: the special of one of the characters, used by c."""
    if who == JENNIFER:
        offer_calls(state, rules, menu, c)
    elif who == ALICE:
        add(menu, HIDE, 0, 0)
    elif who == MAX:
        offer_carries(state, rules, menu, c)
    elif who == FRANK:
        if rules.adrenaline and not state.has_adrenaline[c]:
            add(menu, REGAIN, 0, 0)
    elif who == EMMETT:
        offer_doors(state, rules, menu, c)
    elif who == SARAH:
        offer_sarah(state, rules, menu, c)
    elif who == KEVIN:
        offer_swaps(state, menu, c)
        offer_orders(state, rules, menu, ORDER_ROBOT * VERB)


@compiled
def add(menu: Menu, verb: int, target: int, cell: Cell) -> None:
    """Add an option."""
    menu.option[menu.n] = verb * VERB + target * CELL + int(cell)
    menu.n += 1


@compiled
def offer_calls(state: State, rules: Rules, menu: Menu, c: Character) -> None:
    """R-CHR-1, Jennifer: each character next door who is not closed in, nor kept out, nor hidden."""
    cell = int(state.cell[c])
    for other in range(state.n_characters):
        if other == c or not state.alive[other] or state.hidden[other] or not are_adjacent(state.cell[other], cell):
            continue
        if state.closed[state.tile_at[state.cell[other]]] or not can_enter(state, rules, other, cell):
            continue
        if follows_axis(state, cell, state.cell[other]):
            add(menu, CALL, other, cell)


@compiled
def offer_carries(state: State, rules: Rules, menu: Menu, c: Character) -> None:
    """R-CHR-1, Max: each other character of his room, to each adjacent room that lets both in."""
    cell = int(state.cell[c])
    for side in range(4):
        to = neighbour(cell, side)
        if to == NONE or not can_enter(state, rules, c, to) or not can_leave_for(state, c, to):
            continue
        for other in range(state.n_characters):
            if other != c and is_pushable(state, other, cell) and can_enter(state, rules, other, to):
                add(menu, CARRY, other, to)


@compiled
def offer_doors(state: State, rules: Rules, menu: Menu, c: Character) -> None:
    """R-CHR-1, Emmett: reopen an adjacent empty room; lock his own or an adjacent face-up one, two at most."""
    cell = int(state.cell[c])
    n_locks = 0
    for tile in range(N_CELLS):
        n_locks += state.locked[tile]
    for side in range(5):
        to = cell if side == 4 else neighbour(cell, side)
        if to == NONE or (to != cell and not follows_axis(state, cell, to)):
            continue
        tile = state.tile_at[to]
        shut = state.closed[tile] or state.locked[tile]
        if to != cell and shut and not is_occupied(state, to):
            add(menu, REOPEN, 0, to)
        if not shut and state.face_up[tile] and colour_of(state.room[tile]) != BLUE and n_locks < rules.max_locks:
            add(menu, LOCK, 0, to)


@compiled
def is_occupied(state: State, cell: Cell) -> bool:
    """Whether a living character or a robot is in a cell."""
    for c in range(state.n_characters):
        if state.alive[c] and state.cell[c] == cell:
            return True
    for robot in range(state.n_robots):
        if state.robot_cell[robot] == cell:
            return True
    return False


@compiled
def offer_sarah(state: State, rules: Rules, menu: Menu, c: Character) -> None:
    """R-CHR-1, Sarah: make her non-blue room Empty, twice a game; destroy a robot in it."""
    cell = int(state.cell[c])
    room = room_at(state, cell)
    if colour_of(room) != BLUE and room != EMPTY and state.emptied[c] < rules.max_emptied:
        add(menu, MAKE_EMPTY, 0, cell)
    for robot in range(state.n_robots):
        if state.robot_cell[robot] == cell:
            add(menu, DESTROY_ROBOT, robot, cell)


@compiled
def offer_swaps(state: State, menu: Menu, c: Character) -> None:
    """R-CHR-1, Kevin: two adjacent face-up non-blue rooms."""
    cell = int(state.cell[c])
    for side in range(4):
        for other_side in range(side):
            one = neighbour(cell, side)
            other = neighbour(cell, other_side)
            if is_swappable(state, cell, one) and is_swappable(state, cell, other):
                add(menu, SWAP, one, other)


@compiled
def is_swappable(state: State, cell: Cell, to: Cell) -> bool:
    """R-CHR-1: whether Kevin may swap an adjacent room."""
    if to == NONE or not follows_axis(state, cell, to):
        return False
    tile = state.tile_at[to]
    return state.face_up[tile] == 1 and colour_of(state.room[tile]) != BLUE


@compiled
def use_special(state: State, rules: Rules, c: Character, option: int) -> None:
    """R-CHR-1: carry out a special."""
    verb = option // VERB
    target = option % VERB // CELL
    cell = option % CELL
    if TRACE:
        tell_special(state, c, option)
    if verb == CALL:
        relocate(state, rules, target, cell, BY_SPECIAL)
    elif verb == HIDE:
        state.hidden[c] = 1
    elif verb == CARRY:
        carry(state, rules, c, target, cell)
    elif verb == REGAIN:
        state.has_adrenaline[c] = 1
    elif verb == REOPEN:
        reopen(state, cell)
    elif verb == LOCK:
        state.locked[state.tile_at[cell]] = 1
    elif verb == MAKE_EMPTY:
        state.emptied[c] += 1
        make_empty(state, cell)
    elif verb == DESTROY_ROBOT:
        destroy_robot(state, target)
    elif verb == SWAP:
        swap_tiles(state, target, cell, True, BY_SPECIAL)
    else:
        order_robot(state, rules, option % VERB)


@compiled
def reopen(state: State, cell: Cell) -> None:
    """R-CHR-1, Emmett: a room is open and face down again, and the lock comes back."""
    tile = state.tile_at[cell]
    state.closed[tile] = 0
    state.locked[tile] = 0
    turn_down(state, cell)


@compiled
def carry(state: State, rules: Rules, c: Character, mate: Character, to: Cell) -> None:
    """R-CHR-1, Max: both leave together and enter, Max first."""
    origin = int(state.cell[c])
    for who in (c, mate):
        state.cell[who] = to
        state.deadline[who] = NONE
        state.came_by[who] = axis_between(origin, to)
        if TRACE:
            emit(state, "moved", character=int(who), from_=origin, to=int(to), by=BY_SPECIAL)
    leave_room(state, rules, origin)
    if state.cause != RUNNING:
        return
    state.carrier = c
    state.mate = mate
    state.by_illusion = 0
    turn_up(state, to)
    turn_pivot(state, c, int(state.tile_at[to]))
    queue_entry(state, c)
    queue_entry(state, mate)


def tell_special(state: State, c: Character, option: int) -> None:
    """Emit a special, with what it needs."""
    verb, target, cell = option // VERB, option % VERB // CELL, option % CELL
    facts: dict[str, object] = {}
    if verb in (CALL, CARRY):
        facts = {"target": target, "cell": cell}
    elif verb in (REOPEN, LOCK, MAKE_EMPTY):
        facts = {"cell": cell}
    elif verb == DESTROY_ROBOT:
        facts = {"robot": target, "cell": cell}
    elif verb == SWAP:
        facts = {"cells": [target, cell]}
    elif verb == ORDER_ROBOT:
        pushed = option % ROBOT // CELL - 1
        facts = {"robot": option % VERB // ROBOT, "cell": cell}
        if pushed != NONE:
            facts["target"] = pushed
    emit(state, "special", character=c, verb=SPECIALS[verb], **facts)

"""Robots (R-ROOM-robot, R-CHR-2): a robot appears, moves, pushes, is destroyed."""

from __future__ import annotations

from sim.game import emit
from sim.games.room25.board import can_enter, follows_axis, is_open, neighbour, room_at
from sim.games.room25.entry import relocate
from sim.games.room25.knowledge import turn_up
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import BY_ROBOT, CELL, CENTRAL, MAX_ROBOTS, NONE, ROBOT, SHREDDER, Cell
from sim.kernel import TRACE, compiled


@compiled
def appear_robot(state: State, cell: Cell) -> None:
    """R-ROOM-robot: one robot appears for each Robot room; a destroyed one never returns."""
    tile = state.tile_at[cell]
    for robot in range(state.n_robots):
        if state.robot_tile[robot] == tile:
            return
    if state.n_robots == MAX_ROBOTS:
        return
    state.robot_tile[state.n_robots] = tile
    state.robot_cell[state.n_robots] = cell
    state.n_robots += 1
    if TRACE:
        emit(state, "robot_appeared", robot=int(state.n_robots) - 1, cell=int(cell))


@compiled
def offer_orders(state: State, rules: Rules, menu: Menu, verb: int) -> None:
    """R-CHR-2: what any robot in play may do: move to an adjacent room not closed, or push a character of its room.

    It pushes as a character does: not from the Central Room, and from a Pivoting room only along the axis.
    """
    for robot in range(state.n_robots):
        cell = int(state.robot_cell[robot])
        if cell == NONE:
            continue
        for side in range(4):
            to = neighbour(cell, side)
            if to == NONE:
                continue
            if is_open(state, to, True):
                menu.option[menu.n] = verb + robot * ROBOT + to
                menu.n += 1
            if room_at(state, cell) == CENTRAL or (rules.robot_push_axis and not follows_axis(state, cell, to)):
                continue
            for c in range(state.n_characters):
                if is_pushable(state, c, cell) and can_enter(state, rules, c, to):
                    menu.option[menu.n] = verb + robot * ROBOT + (c + 1) * CELL + to
                    menu.n += 1


@compiled
def is_pushable(state: State, c: int, cell: Cell) -> bool:
    """R-ACT-3, R-CHR-1: a living character in a cell who does not hide."""
    return state.alive[c] == 1 and state.cell[c] == cell and not state.hidden[c]


@compiled
def order_robot(state: State, rules: Rules, order: int) -> None:
    """R-CHR-2: a robot carries out an order."""
    robot = order // ROBOT
    pushed = order % ROBOT // CELL - 1
    to = order % CELL
    if pushed != NONE:
        if pushed == state.mate or pushed == state.carrier:
            part_from_carrier(state)
        relocate(state, rules, pushed, to, BY_ROBOT)
    else:
        move_robot(state, robot, to)


@compiled
def part_from_carrier(state: State) -> None:
    """R-CHR-1: the room has acted for Max; he and whom he brought go on separately."""
    state.n_queue = 0
    state.carrier = NONE
    state.mate = NONE


@compiled
def move_robot(state: State, robot: int, to: Cell) -> None:
    """R-CHR-2: a robot goes to an adjacent room and turns it up; the Shredder destroys it and closes."""
    origin = int(state.robot_cell[robot])
    state.robot_cell[robot] = to
    if TRACE:
        emit(state, "robot_moved", robot=robot, from_=origin, to=int(to))
    turn_up(state, to)
    if room_at(state, to) == SHREDDER:
        state.closed[state.tile_at[to]] = 1
        destroy_robot(state, robot)


@compiled
def destroy_robot(state: State, robot: int) -> None:
    """R-CHR-1, R-ROOM-shredder: a robot is gone for good."""
    cell = int(state.robot_cell[robot])
    state.robot_cell[robot] = NONE
    if TRACE:
        emit(state, "robot_destroyed", robot=robot, cell=cell)

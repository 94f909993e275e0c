"""How far a goal is, over cells of four kinds.

Ways are found by distance: `ring[far % RING]` holds the cells that are first reached at that distance.
"""

from __future__ import annotations

from sim.games.room25.policies.cells import ALL_CELLS, neighbours
from sim.games.room25.policies.suspicion.mind import N_KINDS, RING, Doubts
from sim.games.room25.terms import N_CELLS, Cell
from sim.kernel import compiled

FAR = 60  # half moves: farther than any way

TO_GOAL = 0  # ways that lead to a cell
FROM_START = 1  # ... that begin there


@compiled
def measure(doubts: Doubts, goal: Cell) -> None:
    """How far every cell is from a goal, in half moves: shortest ways over what entering each kind of cell costs."""
    fill_ways(doubts, goal, TO_GOAL)


@compiled
def measure_from(doubts: Doubts, start: Cell) -> None:
    """How far every cell is from where one stands, in half moves."""
    fill_ways(doubts, start, FROM_START)


@compiled
def fill_ways(doubts: Doubts, cell: Cell, direction: int) -> None:
    """Fill `way` with how far one cell is from all others, or all others from it."""
    begin_ring(doubts, cell)
    done = 0
    for far in range(FAR):
        fresh = take_from_ring(doubts, far) & ~done
        if fresh:
            done |= fresh
            for reached in range(N_CELLS):
                if (fresh >> reached) & 1:
                    doubts.way[reached] = far
            if done == ALL_CELLS:
                return
            if direction == TO_GOAL:
                spread_back(doubts, fresh, far)
            else:
                spread_on(doubts, fresh, far)
    for missed in range(N_CELLS):
        if not (done >> missed) & 1:
            doubts.way[missed] = FAR


@compiled
def nearest(doubts: Doubts, start: Cell, wanted: int) -> int:
    """How far the nearest of some cells is from where one stands, in half moves; FAR if none can be reached."""
    begin_ring(doubts, start)
    done = 0
    for far in range(FAR):
        fresh = take_from_ring(doubts, far) & ~done
        if fresh & wanted:
            return far
        if fresh:
            done |= fresh
            spread_on(doubts, fresh, far)
    return FAR


@compiled
def begin_ring(doubts: Doubts, cell: Cell) -> None:
    """Nothing is reached yet but one cell."""
    for k in range(RING):
        doubts.ring[k] = 0
    doubts.ring[0] = 1 << int(cell)


@compiled
def take_from_ring(doubts: Doubts, far: int) -> int:
    """The cells reached at a distance; their place is free for one that is farther."""
    place = far & (RING - 1)
    cells = int(doubts.ring[place])
    doubts.ring[place] = 0
    return cells


@compiled
def spread_back(doubts: Doubts, fresh: int, far: int) -> None:
    """Reach the cells from which one enters these; the goal itself costs what a harmless room does."""
    if far == 0:
        doubts.ring[doubts.price[0]] |= neighbours(fresh)
        return
    for kind in range(N_KINDS):
        entered = fresh & int(doubts.cells[kind])
        if entered:
            doubts.ring[(far + doubts.price[kind]) & (RING - 1)] |= neighbours(entered)


@compiled
def spread_on(doubts: Doubts, fresh: int, far: int) -> None:
    """Reach the cells that one enters from these."""
    beside = neighbours(fresh)
    for kind in range(N_KINDS):
        doubts.ring[(far + doubts.price[kind]) & (RING - 1)] |= beside & int(doubts.cells[kind])

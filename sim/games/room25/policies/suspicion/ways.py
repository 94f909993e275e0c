"""Sets of cells as bits (bit k: cell k): what lies next to them, how a slide moves them, how far a goal is."""

from __future__ import annotations

from sim.games.room25.policies.suspicion.mind import N_KINDS, RING, Doubts
from sim.games.room25.terms import N_CELLS, SIDE, Cell, Line
from sim.kernel import compiled

ALL_CELLS = (1 << N_CELLS) - 1
ROW = 31  # the cells of row 0
COLUMN = 0x108421  # ... of column 0
NOT_LEFT = ALL_CELLS & ~COLUMN
NOT_RIGHT = ALL_CELLS & ~(COLUMN << 4)
FAR = 60  # half moves: farther than any way


@compiled
def neighbours(cells: int) -> int:
    """The cells that share a wall with one of these."""
    across = ((cells & NOT_RIGHT) << 1) | ((cells & NOT_LEFT) >> 1)
    return ((cells << SIDE) & ALL_CELLS) | (cells >> SIDE) | across


@compiled
def slid(cells: int, line: Line, direction: int) -> int:
    """Where the tiles of these cells lie after a slide."""
    if line < SIDE:
        shift = SIDE * line
        row = (cells >> shift) & ROW
        moved = (row >> 1) | (row << 4) if direction == 0 else (row << 1) | (row >> 4)
        return (cells & ~(ROW << shift)) | ((moved & ROW) << shift)
    own = COLUMN << (line - SIDE)
    column = cells & own
    moved = (column >> SIDE) | (column << 20) if direction == 0 else (column << SIDE) | (column >> 20)
    return (cells & ~own) | (moved & own)


@compiled
def measure(doubts: Doubts, goal: Cell) -> None:
    """How far every cell is from a goal, in half moves: shortest ways over what entering each kind of cell costs."""
    for cell in range(N_CELLS):
        doubts.way[cell] = FAR
    for k in range(RING):
        doubts.ring[k] = 0
    doubts.ring[0] = 1 << int(goal)
    done = 0
    empty = 0  # distances in a row at which there was nothing
    far = 0
    while empty < RING and far < FAR:
        fresh = int(doubts.ring[far % RING]) & ~done
        doubts.ring[far % RING] = 0
        empty += 1
        if fresh:
            empty = 0
            done |= fresh
            for cell in range(N_CELLS):
                if (fresh >> cell) & 1:
                    doubts.way[cell] = far
            if far == 0:
                doubts.ring[doubts.price[0]] |= neighbours(fresh)
            else:
                for kind in range(N_KINDS):
                    entered = fresh & int(doubts.cells[kind])
                    if entered:
                        doubts.ring[(far + doubts.price[kind]) % RING] |= neighbours(entered)
        far += 1


@compiled
def measure_from(doubts: Doubts, start: Cell) -> None:
    """How far every cell is from where one stands, in half moves."""
    for cell in range(N_CELLS):
        doubts.reach[cell] = FAR
    for k in range(RING):
        doubts.ring[k] = 0
    doubts.ring[0] = 1 << int(start)
    done = 0
    empty = 0
    far = 0
    while empty < RING and far < FAR:
        fresh = int(doubts.ring[far % RING]) & ~done
        doubts.ring[far % RING] = 0
        empty += 1
        if fresh:
            empty = 0
            done |= fresh
            for cell in range(N_CELLS):
                if (fresh >> cell) & 1:
                    doubts.reach[cell] = far
            beside = neighbours(fresh)
            for kind in range(N_KINDS):
                doubts.ring[(far + doubts.price[kind]) % RING] |= beside & int(doubts.cells[kind])
        far += 1

"""How far a goal is: shortest ways over what the character knows.

Cells are reached in the order of their distance: `ring` holds, by distance modulo its size, those about to be reached.
"""

from __future__ import annotations

from sim.games.room25.board import neighbour
from sim.games.room25.policies.cells import ALL_CELLS, beside_in_column, beside_in_row, lowest_cell
from sim.games.room25.policies.cooperation.mind import BLOCKED, FAR, RING, UNIT, Mind
from sim.games.room25.terms import CENTRE, N_CELLS, NONE, Cell, Character
from sim.kernel import compiled


@compiled
def measure_ways(mind: Mind, goals: int, wanted: int) -> None:
    """How far cells are from the nearest of some goals, as far as the wanted cells need; the others are FAR.

    Entering a room costs its fee. A Vortex is a way to the Central Room; a Prison keeps back; a Pivoting room lets go
    along its axis only.
    """
    for k in range(RING):
        mind.ring[k] = 0
    for cell in range(N_CELLS):
        mind.way[cell] = FAR
    mind.ring[0] = goals
    done = 0
    step = 0
    last = 0
    while step <= last and wanted & ~done:
        fresh = int(mind.ring[step % RING]) & ~done
        mind.ring[step % RING] = 0
        if (fresh >> CENTRE) & 1:
            fresh |= int(mind.vortexes) & ~done
        done |= fresh
        while fresh:
            cell = lowest_cell(fresh)
            fresh &= fresh - 1
            mind.way[cell] = step * UNIT
            if mind.fee[cell] < BLOCKED:
                last = max(last, spread(mind, cell, step, done))
        step += 1


@compiled
def spread(mind: Mind, cell: Cell, step: int, done: int) -> int:
    """Put the cells from which one enters a cell where they are about to be reached; the last step of these."""
    across = beside_in_row(1 << cell) & ~mind.by_column
    along = beside_in_column(1 << cell) & ~mind.by_row
    before = (across | along) & ~(done | mind.vortexes)
    step += mind.fee[cell] // UNIT
    mind.ring[step % RING] |= before & ~mind.prisons
    if not before & mind.prisons:
        return step
    step += mind.stay_in_prison // UNIT
    mind.ring[step % RING] |= before & mind.prisons
    return step


@compiled
def measure_all_ways(mind: Mind, goals: int) -> None:
    """How far every cell is from the nearest of some goals."""
    measure_ways(mind, goals, ALL_CELLS)


@compiled
def cost_of(mind: Mind, cell: Cell) -> int:
    """Tenths of a round to get to the goal by way of an adjacent cell."""
    return int(mind.fee[cell] + mind.way[cell])


@compiled
def next_step(mind: Mind, c: Character) -> Cell:
    """The adjacent cell that is nearest to the goal."""
    best = int(mind.stands[c])
    best_cost = 3 * FAR
    for side in range(4):
        to = neighbour(mind.stands[c], side)
        if to != NONE and cost_of(mind, to) < best_cost:
            best = to
            best_cost = cost_of(mind, to)
    return best


@compiled
def is_known(mind: Mind, cell: Cell) -> bool:
    """Whether a character would enter a cell without another look: seen and not deadly, or cheap by what was told."""
    return (mind.known >> cell) & 1 == 1

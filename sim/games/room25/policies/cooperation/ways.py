"""How far a goal is: shortest ways over what the character knows.

Cells are reached in the order of their distance: `ring` holds, by distance modulo its size, those about to be reached,
and a set of bits tells how much farther the next of these are.
"""

from __future__ import annotations

from sim.games.room25.board import neighbour
from sim.games.room25.policies.cells import ALL_CELLS, beside_in_column, beside_in_row
from sim.games.room25.policies.cooperation.mind import FAR, RING, UNIT, Mind
from sim.games.room25.terms import CENTRE, N_CELLS, NONE, Cell, Character
from sim.kernel import compiled, inlined, lowest_bit


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
    vortexes = int(mind.vortexes)
    shut = int(mind.shut)
    done = 0
    step = 0
    due = 1
    while due and wanted & ~done:
        wait = lowest_bit(due)
        due = (due >> wait) & ~1
        step += wait
        fresh = int(mind.ring[step & (RING - 1)]) & ~done
        mind.ring[step & (RING - 1)] = 0
        if (fresh >> CENTRE) & 1:
            fresh |= vortexes & ~done
        done |= fresh
        put_down(mind, fresh & wanted, step * UNIT)
        fresh &= ~shut
        while fresh:
            due |= spread(mind, lowest_bit(fresh), step, done | vortexes)
            fresh &= fresh - 1


@inlined
def put_down(mind: Mind, cells: int, way: int) -> None:
    """Some cells are so far from the nearest goal."""
    while cells:
        mind.way[lowest_bit(cells)] = way
        cells &= cells - 1


@inlined
def spread(mind: Mind, cell: Cell, step: int, but: int) -> int:
    """Put the cells from which one enters a cell where they are about to be reached; how many steps on that is."""
    across = beside_in_row(1 << cell) & ~mind.by_column
    along = beside_in_column(1 << cell) & ~mind.by_row
    before = (across | along) & ~but
    entering = int(mind.fee[cell]) // UNIT
    mind.ring[(step + entering) & (RING - 1)] |= before & ~mind.prisons
    if not before & mind.prisons:
        return 1 << entering
    leaving = entering + int(mind.stay_in_prison) // UNIT
    mind.ring[(step + leaving) & (RING - 1)] |= before & mind.prisons
    return (1 << entering) | (1 << leaving)


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

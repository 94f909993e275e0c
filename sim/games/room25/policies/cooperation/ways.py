"""How far a goal is: shortest ways over what the character knows.

Cells are reached in the order of their distance: `ring` holds, by distance modulo its size, those about to be reached,
and a set of bits tells how much farther the next of these are.
"""

from __future__ import annotations

from sim.games.room25.board import neighbour
from sim.games.room25.policies.cells import ALL_CELLS, BESIDE, beside_in_column, beside_in_row, neighbours
from sim.games.room25.policies.cooperation.mind import FAR, MOVE_COST, RING, TO_GOAL, UNIT_BITS, Mind
from sim.games.room25.terms import CENTRE, N_CELLS, NONE, Cell, Character
from sim.kernel import compiled, inlined, lowest_bit
from sim.records import Int32s


@compiled
def measure_ways(mind: Mind, goals: int, wanted: int, horizon: int) -> None:
    """How far the wanted cells are from the nearest of some goals; FAR where there is no way, or if beyond the horizon.

    Entering a room costs its fee. A Vortex is a way to the Central Room; a Prison keeps back; a Pivoting room lets go
    along its axis only.
    """
    begin(mind, mind.way, TO_GOAL, goals)
    go_on(mind, mind.way, TO_GOAL, wanted, horizon)


@compiled
def begin(mind: Mind, way: Int32s, front: int, goals: int) -> None:
    """A front is about to reach its goals, and has not reached any cell yet."""
    for k in range(RING):
        mind.ring[front, k] = 0
    for cell in range(N_CELLS):
        way[cell] = FAR
    mind.ring[front, 0] = goals
    mind.due[front] = 1 if goals else 0
    mind.step[front] = 0
    mind.done[front] = 0


@compiled
def go_on(mind: Mind, way: Int32s, front: int, wanted: int, horizon: int) -> None:
    """Move a front on, as far as the horizon, until it has reached all wanted cells: note how far these are."""
    due = int(mind.due[front])
    step = int(mind.step[front])
    done = int(mind.done[front])
    vortexes = int(mind.vortexes)
    shut = int(mind.shut)
    untold = int(mind.untold)
    entering_untold = (MOVE_COST + int(mind.price_unseen[0])) >> UNIT_BITS
    while due and wanted & ~done:
        wait = lowest_bit(due)
        if (step + wait) << UNIT_BITS > horizon:
            break
        due = (due >> wait) & ~1
        step += wait
        fresh = int(mind.ring[front, step & (RING - 1)]) & ~done
        mind.ring[front, step & (RING - 1)] = 0
        if (fresh >> CENTRE) & 1:
            fresh |= vortexes & ~done
        done |= fresh
        note(way, fresh & wanted, step << UNIT_BITS)
        fresh &= ~shut
        alike = fresh & untold
        if alike:
            due |= spread(mind, front, alike, neighbours(alike) & ~(done | vortexes), step, entering_untold)
            fresh &= ~alike
        while fresh:
            cell = lowest_bit(fresh)
            beside = int(BESIDE[cell]) & ~(done | vortexes)
            due |= spread(mind, front, 1 << cell, beside, step, int(mind.fee[cell]) >> UNIT_BITS)
            fresh &= fresh - 1
    mind.due[front] = due
    mind.step[front] = step
    mind.done[front] = done


@inlined
def note(way: Int32s, cells: int, far: int) -> None:
    """Note how far some cells are."""
    while cells:
        way[lowest_bit(cells)] = far
        cells &= cells - 1


@inlined
def spread(mind: Mind, front: int, cells: int, beside: int, step: int, entering: int) -> int:
    """Put the cells beside some, which cost the same to enter, where they are about to be reached; when, as bits."""
    pivots = beside & (mind.by_row | mind.by_column)
    if pivots:
        beside &= ~(beside_in_row(cells) & mind.by_column) | beside_in_column(cells)
        beside &= ~(beside_in_column(cells) & mind.by_row) | beside_in_row(cells)
    mind.ring[front, (step + entering) & (RING - 1)] |= beside & ~mind.prisons
    if not beside & mind.prisons:
        return 1 << entering
    leaving = entering + (int(mind.stay_in_prison) >> UNIT_BITS)
    mind.ring[front, (step + leaving) & (RING - 1)] |= beside & mind.prisons
    return (1 << entering) | (1 << leaving)


@compiled
def measure_all_ways(mind: Mind, goals: int) -> None:
    """How far every cell is from the nearest of some goals."""
    measure_ways(mind, goals, ALL_CELLS, FAR)


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

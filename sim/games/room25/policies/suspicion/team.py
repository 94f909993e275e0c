"""How far the team is from getting out, as a character sees it, now and after a slide."""

from __future__ import annotations

from sim.games.room25.board import is_exit_zone, steps_from_centre
from sim.games.room25.policies.cells import slid
from sim.games.room25.policies.suspicion.beliefs import counts_on
from sim.games.room25.policies.suspicion.mind import N_KINDS, Doubts
from sim.games.room25.policies.suspicion.ways import FAR, begin_ring, spread_back, take_from_ring
from sim.games.room25.slides import is_on, leaving_cell, ride
from sim.games.room25.state import State
from sim.games.room25.terms import SIDE, Cell, Line
from sim.kernel import compiled


@compiled
def team_cost(state: State, doubts: Doubts) -> int:
    """Half moves from Room 25 of all who are counted on, the last of them counted again, and what its place costs."""
    team = 0
    for other in range(state.n_characters):
        if counts_on(state, doubts, other):
            team |= 1 << int(doubts.stands[other])
    begin_ring(doubts, int(doubts.goal))
    done = 0
    total = 0
    far = 0
    while team & ~done and far < FAR:
        fresh = take_from_ring(doubts, far) & ~done
        if fresh:
            done |= fresh
            if fresh & team:
                total += far * n_in(state, doubts, fresh)
            spread_back(doubts, fresh, far)
        far += 1
    if team & ~done:
        total += far * n_in(state, doubts, ~done)
    longest = far - 1 if team else 0
    return int(total + doubts.longest * longest) + cost_of_site(state, doubts, int(doubts.goal))


@compiled
def n_in(state: State, doubts: Doubts, cells: int) -> int:
    """How many who are counted on stand in some cells."""
    n = 0
    for other in range(state.n_characters):
        if counts_on(state, doubts, other):
            n += (cells >> int(doubts.stands[other])) & 1
    return n


@compiled
def cost_of_site(state: State, doubts: Doubts, cell: Cell) -> int:
    """What it costs that Room 25 is where it is: far from the exit zone most, in a corner nothing."""
    if not is_exit_zone(cell):
        return int(doubts.astray if state.rounds_left > doubts.close else doubts.lost) * (3 - steps_from_centre(cell))
    return 0 if cell % SIDE % (SIDE - 1) == 0 and cell // SIDE % (SIDE - 1) == 0 else int(doubts.edge)


@compiled
def cost_after_slide(state: State, doubts: Doubts, line: Line, direction: int) -> int:
    """How far the team is from Room 25 after a slide."""
    slide_in_thought(state, doubts, line, direction)
    cost = team_cost(state, doubts)
    slide_in_thought(state, doubts, line, 1 - direction)
    return cost


@compiled
def slide_in_thought(state: State, doubts: Doubts, line: Line, direction: int) -> None:
    """Move what is believed of the cells, and where the characters would stand, as a slide does."""
    step = -1 if direction == 0 else 1
    for kind in range(N_KINDS):
        doubts.cells[kind] = slid(int(doubts.cells[kind]), line, direction)
    doubts.unseen = slid(int(doubts.unseen), line, direction)
    doubts.goal = moved(line, step, int(doubts.goal))
    for other in range(state.n_characters):
        if state.alive[other]:
            doubts.stands[other] = moved(line, step, int(doubts.stands[other]))


@compiled
def moved(line: Line, step: int, cell: Cell) -> Cell:
    """Where what is in a cell is after a slide."""
    return ride(line, cell, step) if is_on(line, cell) else cell


@compiled
def n_missing(state: State, doubts: Doubts) -> int:
    """How many of the living who must get out are not in Room 25."""
    n = 0
    for other in range(state.n_characters):
        if counts_on(state, doubts, other) and state.cell[other] != doubts.exit_cell:
            n += 1
    return n


@compiled
def may_go(state: State, doubts: Doubts) -> bool:
    """R-SUS-1: whether it is worth trying to get out: nobody who is still counted on is missing, in the last round one.

    The dead may have been guards: nobody knows, and a slide that fails takes Room 25 to another part of the exit zone.
    """
    return n_missing(state, doubts) <= (1 if state.rounds_left == 1 else 0)


@compiled
def goes_out(doubts: Doubts, line: Line, direction: int) -> bool:
    """R-EXIT-1: whether a slide takes Room 25 out of the complex, should all be in it."""
    return is_exit_zone(doubts.exit_cell) and leaving_cell(line, direction) == doubts.exit_cell


@compiled
def farthest(state: State, doubts: Doubts) -> int:
    """Half moves that the last of those who are counted on is away; the ways are measured."""
    longest = 0
    for other in range(state.n_characters):
        if counts_on(state, doubts, other):
            longest = max(longest, int(doubts.way[state.cell[other]]))
    return longest

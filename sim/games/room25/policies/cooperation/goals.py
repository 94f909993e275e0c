"""Where a character wants to be: a share of the search, a blue room to try, Room 25 with the others."""

from __future__ import annotations

import numpy as np

from sim.games.room25.board import steps_between, steps_from_centre
from sim.games.room25.policies.cells import ALL_CELLS, neighbours
from sim.games.room25.policies.cooperation.mind import BLOCKED, FAR, GATHER, MOVE_COST, SEARCH, TRY_BLUE, Mind
from sim.games.room25.policies.cooperation.sight import read_table
from sim.games.room25.policies.cooperation.ways import begin, go_on, measure_ways, note
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    ASK_ACTION,
    ASK_CONTROL,
    ASK_CONTROL_ROOM,
    ASK_LOOK,
    ASK_MOVE,
    ASK_PROGRAM,
    ASK_SETUP_LOOK,
    BLUE,
    KEY,
    MIDDLE,
    N_CELLS,
    NONE,
    ROOM_25,
    SIDE,
    Cell,
    Character,
)
from sim.kernel import compiled, lowest_bit

# The quarters of the complex as sets of cells; the middle row and column go with the upper and left ones.
QUARTERS = np.array(
    [
        sum(1 << cell for cell in range(N_CELLS) if (cell // SIDE > MIDDLE, cell % SIDE > MIDDLE) == (lower, right))
        for lower in (False, True)
        for right in (False, True)
    ]
)


@compiled
def set_goal(state: State, rules: Rules, mind: Mind, c: Character) -> None:
    """Where a character wants to be, and how far each cell is from there.

    A blue room to try, for the few who are nearest to it; Room 25, when nothing is to be searched for; else a place to
    look from at the rooms of its share of the exit zone.
    """
    read_table(state, rules, mind, c)
    mind.corner = NONE
    mind.share = 0
    needs_key = rules.key == 1 and state.key_found == 0
    blue = NONE
    if needs_key or mind.exit_cell == NONE:
        blue = blue_to_try(state, mind, c, needs_key)
        if blue == NONE:
            mind.aim = SEARCH
            mind.corner = corner_to_search(mind, c, cells_in_question(state, mind, c))
    if blue != NONE:
        mind.aim = TRY_BLUE
        measure_ways(mind, 1 << blue, cells_in_question(state, mind, c), FAR)
    elif mind.corner == NONE and mind.exit_cell != NONE:
        mind.aim = GATHER
        measure_ways(mind, 1 << mind.exit_cell, cells_in_question(state, mind, c), FAR)
    else:
        mind.aim = SEARCH
        go_to_corner(mind, cells_in_question(state, mind, c))


@compiled
def go_to_corner(mind: Mind, wanted: int) -> None:
    """How far cells are from where a character can search its corner, if one is left: measuring goes on from there."""
    if mind.corner == NONE:
        measure_ways(mind, 0, wanted, FAR)
        return
    mind.share = mind.may_be_blue & QUARTERS[mind.corner]
    go_on(mind, mind.way_from[mind.corner], int(mind.corner), wanted, FAR)
    for cell in range(N_CELLS):
        mind.way[cell] = mind.way_from[mind.corner, cell]


@compiled
def cells_in_question(state: State, mind: Mind, c: Character) -> int:
    """The cells whose way to the goal may decide the answer to what is asked; a slide changes all ways."""
    asking = state.asking
    if asking == ASK_CONTROL or asking == ASK_CONTROL_ROOM:
        return 0
    own = 1 << int(mind.stands[c])
    if asking == ASK_MOVE or asking == ASK_LOOK or asking == ASK_SETUP_LOOK:
        return neighbours(own)
    if asking != ASK_PROGRAM and asking != ASK_ACTION:
        return ALL_CELLS
    cells = cells_of_team(mind) if mind.aim == GATHER else own
    return cells | neighbours(cells)


@compiled
def blue_to_try(state: State, mind: Mind, c: Character, needs_key: bool) -> Cell:
    """The nearest room told blue that may be what is missing, for the `triers` who are nearest to it; else NONE."""
    best = NONE
    best_steps = FAR
    if not (mind.told_blue | mind.exits | mind.keys):
        return NONE
    for tile in range(N_CELLS):
        cell = int(state.cell_of[tile])
        room = mind.room[cell]
        if state.face_up[tile] or mind.colour[cell] != BLUE or room == ROOM_25:
            continue
        if room == KEY and not needs_key:
            continue
        steps = steps_between(state.cell[c], cell)
        if steps < best_steps and n_nearer(mind, c, cell) < mind.triers:
            best = cell
            best_steps = steps
    return best


@compiled
def n_nearer(mind: Mind, c: Character, cell: Cell) -> int:
    """How many living characters are nearer to a cell; of two as near the one seated first."""
    own = steps_between(mind.stands[c], cell)
    n = 0
    for other in range(mind.n_characters):
        if other != c and mind.stands[other] != NONE:
            steps = steps_between(mind.stands[other], cell)
            if steps < own or (steps == own and other < c):
                n += 1
    return n


@compiled
def corner_to_search(mind: Mind, c: Character, besides: int) -> int:
    """The corner that is a character's to search: the nearest pair of a character and a corner first, then the next.

    A corner that somebody searches is as if farther away by `crowd`. NONE where nothing is left, or can be reached.
    Ways are measured an unseen room farther at a time, until the corner is found: most often it is near.
    `besides`: cells from which ways are wanted, too.
    """
    if begin_corners(mind, c) == 0:
        return NONE
    free = living(mind)
    horizon = 0
    pair = nearest_pair(mind, free, horizon)
    while pair // 4 != c:
        if pair != NONE:
            free &= ~(1 << pair // 4)
            mind.detour[pair % 4] += mind.crowd
        elif horizon < BLOCKED:
            horizon += MOVE_COST + int(mind.price_unseen[0])
            widen_corners(mind, besides, horizon)
        else:
            return NONE
        pair = nearest_pair(mind, free, horizon)
    return pair % 4


@compiled
def nearest_pair(mind: Mind, free: int, horizon: int) -> int:
    """Which of some characters is nearest to a corner, and which: `4 * character + corner`; NONE if nobody is near."""
    best = NONE
    best_way = min(horizon + 1, BLOCKED)
    while free:
        c = lowest_bit(free)
        free &= free - 1
        for corner in range(4):
            way = int(mind.way_from[corner, mind.stands[c]] + mind.detour[corner])
            if way < best_way:
                best = 4 * c + corner
                best_way = way
    return best


@compiled
def begin_corners(mind: Mind, c: Character) -> int:
    """Nothing is measured yet but where each corner can be searched, as far as a character knows: all these cells."""
    team = cells_of_team(mind)
    cells = 0
    for corner in range(4):
        mind.detour[corner] = 0
        goals = lookouts_on(mind, c, int(mind.may_be_blue & QUARTERS[corner]))
        begin(mind, mind.way_from[corner], corner, goals)
        note(mind.way_from[corner], goals & team, 0)
        cells |= goals
    return cells


@compiled
def widen_corners(mind: Mind, besides: int, horizon: int) -> None:
    """How far everybody is from where each corner can be searched, if it is no farther than this."""
    wanted = besides | cells_of_team(mind)
    for corner in range(4):
        go_on(mind, mind.way_from[corner], corner, wanted, horizon)


@compiled
def living(mind: Mind) -> int:
    """Those who live, as a set of bits."""
    who = 0
    for c in range(mind.n_characters):
        if mind.stands[c] != NONE:
            who |= 1 << c
    return who


@compiled
def cells_of_team(mind: Mind) -> int:
    """The cells of all who live."""
    cells = 0
    for other in range(mind.n_characters):
        if mind.stands[other] != NONE:
            cells |= 1 << int(mind.stands[other])
    return cells


@compiled
def lookouts_on(mind: Mind, c: Character, cells: int) -> int:
    """The cells from which a character can look at one of some cells; not where it would be caught or cannot get in."""
    open_ = int(mind.lookouts) & ~int(mind.traps | mind.shut)
    return neighbours(cells) & (open_ | int(mind.lookouts) & 1 << int(mind.stands[c]))


@compiled
def share_after_look(mind: Mind, c: Character) -> int:
    """What is left of a character's share after a look at what lies beside it; the other corners when nothing is."""
    seen = neighbours(1 << int(mind.stands[c]))
    return int(mind.share & ~seen) or int(mind.may_be_blue & ~seen)


@compiled
def far_from_goal(mind: Mind, c: Character, besides: int, horizon: int) -> int:
    """How far the team is from Room 25, or in a search the character from where it can look at its share.

    Measures the ways from some cells besides; in a search no farther than a horizon: beyond it all are FAR.
    """
    if mind.aim != SEARCH:
        return team_way(mind, besides)
    measure_ways(mind, lookouts_on(mind, c, int(mind.share)), besides | 1 << int(mind.stands[c]), horizon)
    return int(mind.way[mind.stands[c]])


@compiled
def team_way(mind: Mind, besides: int) -> int:
    """How far the team is from Room 25, as a character knows it, and Room 25 from where it can leave."""
    if mind.exit_cell == NONE:
        return 0
    measure_ways(mind, 1 << mind.exit_cell, besides | cells_of_team(mind), FAR)
    slides = 3 - steps_from_centre(mind.exit_cell)  # until it lies in the exit zone; nobody gets out from elsewhere
    return sum_ways(mind) + (int(mind.not_in_zone * slides) if slides > 0 else 0)


@compiled
def sum_ways(mind: Mind) -> int:
    """The sum of everybody's ways to the goal, the longest counted again."""
    total = 0
    longest = 0
    for other in range(mind.n_characters):
        if mind.stands[other] != NONE:
            way = int(mind.way[mind.stands[other]])
            total += way
            longest = max(longest, way)
    return int(total + mind.longest * longest)


@compiled
def longest_way(mind: Mind, c: Character) -> int:
    """How far the last of the others is from the goal."""
    longest = 0
    for other in range(mind.n_characters):
        if other != c and mind.stands[other] != NONE:
            longest = max(longest, int(mind.way[mind.stands[other]]))
    return longest

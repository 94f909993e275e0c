"""Where a character wants to be: a share of the search, a blue room to try, Room 25 with the others."""

from __future__ import annotations

from sim.games.room25.board import corner_of, neighbour, steps_between, steps_from_centre
from sim.games.room25.policies.cooperation.mind import BLOCKED, FAR, GATHER, PLACE, SEARCH, TRY_BLUE, Mind
from sim.games.room25.policies.cooperation.sight import colour_seen, find_blue, may_be_blue
from sim.games.room25.policies.cooperation.ways import forget_ways, measure_ways, price_rooms, way_from
from sim.games.room25.policies.reading import room_seen
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import BLUE, DARK, KEY, MORTAL, N_CELLS, NONE, ROOM_25, TRAPPED, VORTEX, Cell, Character
from sim.kernel import compiled


@compiled
def set_goal(state: State, rules: Rules, mind: Mind, c: Character) -> None:
    """Where a character wants to be, and how far each cell is from there.

    A blue room to try, for the two who are nearest to it; Room 25, when nothing is to be searched for; else a place to
    look from at the rooms of its share of the exit zone.
    """
    price_rooms(state, rules, mind, c)
    mind.exit_cell = find_blue(state, rules, c, ROOM_25)
    mind.corner = NONE
    needs_key = rules.key == 1 and state.key_found == 0
    blue = NONE
    if needs_key or mind.exit_cell == NONE:
        blue = blue_to_try(state, rules, c)
        if blue == NONE:
            mind.corner = corner_to_search(state, mind, c)
    forget_ways(mind)
    if blue != NONE:
        mind.aim = TRY_BLUE
        mind.way[PLACE[blue]] = 0
    elif mind.corner == NONE and mind.exit_cell != NONE:
        mind.aim = GATHER
        mind.way[PLACE[mind.exit_cell]] = 0
    else:
        mind.aim = SEARCH
        mind.share = tiles_of_corner(state, c, mind.corner)
        mark_lookouts(state, mind, c, int(mind.share))
    measure_ways(mind)


@compiled
def blue_to_try(state: State, rules: Rules, c: Character) -> Cell:
    """The nearest room told blue that may be what is missing, for the two who are nearest to it; else NONE."""
    needs_key = rules.key == 1 and state.key_found == 0
    best = NONE
    best_steps = FAR
    for tile in range(N_CELLS):
        room = room_seen(state, c, tile)
        if state.face_up[tile] or colour_seen(state, c, tile) != BLUE or room == ROOM_25:
            continue
        if room == KEY and not needs_key:
            continue
        cell = int(state.cell_of[tile])
        steps = steps_between(state.cell[c], cell)
        if steps < best_steps and n_nearer(state, c, cell) < 2:
            best = cell
            best_steps = steps
    return best


@compiled
def n_nearer(state: State, c: Character, cell: Cell) -> int:
    """How many living characters are nearer to a cell; of two as near the one seated first."""
    own = steps_between(state.cell[c], cell)
    n = 0
    for other in range(state.n_characters):
        if other != c and state.alive[other]:
            steps = steps_between(state.cell[other], cell)
            if steps < own or (steps == own and other < c):
                n += 1
    return n


@compiled
def corner_to_search(state: State, mind: Mind, c: Character) -> int:
    """The corner that is a character's to search: the nearest pair of a character and a corner first, then the next.

    A corner that somebody searches is as if farther away by `crowd`. NONE where nothing is left, or can be reached.
    """
    measure_corners(state, mind, c)
    free = 0
    for other in range(state.n_characters):
        free |= int(state.alive[other]) << other
    while free:
        best = BLOCKED
        who = NONE
        where = NONE
        for other in range(state.n_characters):
            if not (free >> other) & 1:
                continue
            for corner in range(4):
                if mind.near[other, corner] < best:
                    best = mind.near[other, corner]
                    who = other
                    where = corner
        if who == NONE or who == c:
            return where
        free &= ~(1 << who)
        for other in range(state.n_characters):
            mind.near[other, where] += mind.crowd
    return NONE


@compiled
def measure_corners(state: State, mind: Mind, c: Character) -> None:
    """How far everybody is from where each corner can be searched, over what rooms cost a character."""
    for corner in range(4):
        forget_ways(mind)
        tiles = tiles_of_corner(state, c, corner)
        if tiles:
            mark_lookouts(state, mind, c, tiles)
            measure_ways(mind)
        for other in range(state.n_characters):
            mind.near[other, corner] = way_from(mind, int(state.cell[other])) if state.alive[other] else FAR


@compiled
def tiles_of_corner(state: State, c: Character, corner: int) -> int:
    """The tiles of a corner that may be blue, as a bit set."""
    tiles = 0
    for tile in range(N_CELLS):
        if corner_of(state.cell_of[tile]) == corner and may_be_blue(state, c, tile):
            tiles |= 1 << tile
    return tiles


@compiled
def mark_lookouts(state: State, mind: Mind, c: Character, tiles: int) -> None:
    """Goals of a search: the cells from which one can look at one of the tiles."""
    for tile in range(N_CELLS):
        if (tiles >> tile) & 1:
            for side in range(4):
                to = neighbour(state.cell_of[tile], side)
                if to != NONE and is_lookout(state, c, to):
                    mind.way[PLACE[to]] = 0


@compiled
def is_lookout(state: State, c: Character, cell: Cell) -> bool:
    """Whether one can look about in a cell, as far as a character knows: not in a Dark room, nor where nobody stays."""
    tile = int(state.tile_at[cell])
    room = room_seen(state, c, tile)
    if room == DARK or room == VORTEX or room == MORTAL:
        return False
    return cell == state.cell[c] or (room != TRAPPED and not state.closed[tile])


@compiled
def share_after_look(state: State, mind: Mind, c: Character) -> int:
    """What is left of a character's share after a look at what lies beside it; the other corners when nothing is."""
    left = int(mind.share)
    others = 0
    for tile in range(N_CELLS):
        if may_be_blue(state, c, tile):
            others |= 1 << tile
    for side in range(4):
        to = neighbour(state.cell[c], side)
        if to != NONE:
            left &= ~(1 << int(state.tile_at[to]))
            others &= ~(1 << int(state.tile_at[to]))
    return left or others


@compiled
def far_from_goal(state: State, rules: Rules, mind: Mind, c: Character) -> int:
    """How far the team is from Room 25, or in a search the character from where it can look at its share."""
    if mind.aim != SEARCH:
        return team_way(state, rules, mind, c)
    price_rooms(state, rules, mind, c)
    forget_ways(mind)
    mark_lookouts(state, mind, c, int(mind.share))
    measure_ways(mind)
    return way_from(mind, int(state.cell[c]))


@compiled
def team_way(state: State, rules: Rules, mind: Mind, c: Character) -> int:
    """How far the team is from Room 25, as a character knows it, and Room 25 from where it can leave."""
    exit_cell = find_blue(state, rules, c, ROOM_25)
    if exit_cell == NONE:
        return 0
    price_rooms(state, rules, mind, c)
    forget_ways(mind)
    mind.way[PLACE[exit_cell]] = 0
    measure_ways(mind)
    far = sum_ways(state, mind)
    slides = 3 - steps_from_centre(exit_cell)  # until it lies in the exit zone; nobody gets out from elsewhere
    return far + int(mind.not_in_zone * slides) if slides > 0 else far


@compiled
def sum_ways(state: State, mind: Mind) -> int:
    """The sum of everybody's ways to the goal, the longest counted again; in a search the own way."""
    total = 0
    longest = 0
    for other in range(state.n_characters):
        if state.alive[other]:
            way = way_from(mind, int(state.cell[other]))
            total += way
            longest = max(longest, way)
    return int(total + mind.longest * longest)


@compiled
def longest_way(state: State, mind: Mind, c: Character) -> int:
    """How far the last of the others is from the goal."""
    longest = 0
    for other in range(state.n_characters):
        if other != c and state.alive[other]:
            longest = max(longest, way_from(mind, int(state.cell[other])))
    return int(longest)

"""What a trial comes to when its round is over: how likely it is that all get out from there.

A trial knows its complex, so where Room 25 lies is no question; what counts is whether the team has seen it, and how
far everybody is from it. The chance is a fit to how playouts of `greedy` ended, see outlook/weights.toml.
"""

from __future__ import annotations

from sim.games.room25.board import room_at, steps_from_centre, tile_of
from sim.games.room25.policies.cells import ALL_TILES
from sim.games.room25.policies.cooperation.goals import cells_of_team
from sim.games.room25.policies.cooperation.mind import FAR, MOVE_COST, Mind
from sim.games.room25.policies.cooperation.sight import read_table
from sim.games.room25.policies.cooperation.ways import measure_ways
from sim.games.room25.policies.planner.plan import (
    ALWAYS,
    BEHIND,
    BESIDE,
    CAUGHT,
    CORNERS,
    FARTHEST,
    FIRST_ROW,
    KEPT,
    KEY_SEEN,
    LATE,
    LONGEST,
    MAX_LEFT,
    MORTAL_LEFT,
    N_ODDS,
    N_SIGNS,
    NEAREST,
    ODDS_STEP,
    OVER,
    SLIDES,
    TIGHT,
    TO_KEY,
    TOGETHER,
    UNKNOWN,
    WITHIN_THREE,
    WITHIN_TWO,
    Plan,
)
from sim.games.room25.policies.reading import tiles_seen
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import COLD, KEY, MORTAL, N_CELLS, NONE, PRISON, ROOM_25, SOLO, UNTOLD, Cell
from sim.kernel import compiled


@compiled
def outlook(trial: State, rules: Rules, mind: Mind, plan: Plan) -> int:
    """The chance that all who live get out, in parts of CERTAIN. The trial is over: the chooser sees every room."""
    seen = seen_by_team(trial)
    before_key = 1 if rules.key == 1 and trial.key_found == 0 else 0
    exit_tile = tile_of(trial, ROOM_25)
    for sign in range(N_SIGNS):
        plan.sign[sign] = 0
    plan.sign[ALWAYS] = 1
    read_unknown(trial, plan, seen)
    trial.knows[trial.chooser] = ALL_TILES
    read_table(trial, rules, mind, int(trial.chooser))
    if before_key:
        read_key(trial, mind, plan, seen)
    read_team(trial, mind, plan, int(trial.cell_of[exit_tile]))
    fit = 2 if rules.key == 1 else 0 if rules.mode == SOLO else 1
    phase = 2 * before_key + ((seen >> exit_tile) & 1)
    plan.row = FIRST_ROW[fit, phase] + max(1, min(MAX_LEFT, int(trial.rounds_left))) - 1
    return chance(plan)


@compiled
def chance(plan: Plan) -> int:
    """What the signs come to by the numbers of their row, in parts of CERTAIN."""
    logit = int(plan.better)
    for sign in range(N_SIGNS):
        logit += int(plan.outlook[plan.row, sign]) * int(plan.sign[sign])
    return int(plan.odds[min(max(logit // ODDS_STEP + N_ODDS // 2, 0), N_ODDS - 1)])


@compiled
def seen_by_team(trial: State) -> int:
    """The tiles whose rooms somebody who lives has seen."""
    seen = tiles_seen(trial, int(trial.chooser))
    for c in range(trial.n_characters):
        if trial.alive[c]:
            seen |= int(trial.knows[c])
    return seen


@compiled
def read_unknown(trial: State, plan: Plan, seen: int) -> None:
    """How many rooms there are of which nothing is known, and which."""
    for tile in range(N_CELLS):
        if not (seen >> tile) & 1 and trial.told[tile] == UNTOLD:
            plan.sign[UNKNOWN] += 1
            plan.sign[CORNERS] += (trial.dealt_out >> tile) & 1
            plan.sign[MORTAL_LEFT] += 1 if trial.room[tile] == MORTAL else 0


@compiled
def read_key(trial: State, mind: Mind, plan: Plan, seen: int) -> None:
    """Whether the team has seen the Key room, and how far the nearest is from it."""
    tile = tile_of(trial, KEY)
    plan.sign[KEY_SEEN] = (seen >> tile) & 1
    measure_ways(mind, 1 << int(trial.cell_of[tile]), cells_of_team(mind), FAR)
    nearest = LONGEST
    for c in range(trial.n_characters):
        if trial.alive[c]:
            nearest = min(nearest, int(mind.way[trial.cell[c]]))
    plan.sign[TO_KEY] = nearest


@compiled
def read_team(trial: State, mind: Mind, plan: Plan, exit_cell: Cell) -> None:
    """How far everybody is from Room 25, and Room 25 from where it can leave; who cannot go when he likes."""
    measure_ways(mind, 1 << exit_cell, cells_of_team(mind), FAR)
    one_less = MOVE_COST * (int(trial.rounds_left) - 1)
    farthest = 0
    nearest = LONGEST
    for c in range(trial.n_characters):
        if trial.alive[c]:
            way = min(LONGEST, int(mind.way[trial.cell[c]]))
            farthest = max(farthest, way)
            nearest = min(nearest, way)
            room = room_at(trial, trial.cell[c])
            plan.sign[TOGETHER] += way
            plan.sign[WITHIN_TWO] += 1 if way <= 2 * MOVE_COST else 0
            plan.sign[WITHIN_THREE] += 1 if way <= 3 * MOVE_COST else 0
            plan.sign[BEHIND] += 1 if way > one_less else 0
            plan.sign[CAUGHT] += 1 if trial.deadline[c] != NONE else 0
            plan.sign[KEPT] += 1 if room == COLD or room == PRISON else 0
    plan.sign[FARTHEST] = farthest
    plan.sign[NEAREST] = nearest
    plan.sign[BESIDE] = 1 if nearest <= MOVE_COST else 0
    plan.sign[SLIDES] = max(0, 3 - steps_from_centre(exit_cell))
    plan.sign[TIGHT] = 1 if farthest > one_less else 0
    plan.sign[LATE] = 1 if farthest > one_less + MOVE_COST else 0
    plan.sign[OVER] = max(0, farthest - one_less)

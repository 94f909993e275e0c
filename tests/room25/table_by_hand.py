"""A table of Room 25 laid out by hand, for traces and stories: suspicion for four, round 3, pass 2."""

from sim import records
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    AFTER,
    CHARACTERS,
    COLD,
    CONTROL,
    FLOODED,
    LOOK,
    MOVE,
    NO_MARK,
    NONE,
    PIVOTING,
    PUSH,
    ROW_AXIS,
    SUSPICION,
    TRAPPED,
    UNTOLD,
)

MAC_IDS = ("slide_x", "slide_y", "penalty_x", "penalty_y")
TEAM = ("alice", "max", "sarah", "mimic")
ALICE, MAX, SARAH, MIMIC = range(4)


def new_rules():
    """Return rules of suspicion for four."""
    rules = records.new(Rules)
    rules.mode, rules.n_characters, rules.n_players = SUSPICION, 4, 4
    return rules


def new_state():
    """Return round 3, pass 2: Max acts; Sarah is in a Flooded room, Mimic is dead, a robot and a sliding row."""
    state = records.new(State)
    state.key, state.turn, state.rounds_left, state.passing, state.step, state.actor = 99, 3, 5, 2, AFTER, MAX
    state.n_characters = 4
    for cell in range(25):
        tile = (7 * cell + 3) % 25
        state.tile_at[cell], state.cell_of[tile], state.room[tile] = tile, cell, COLD
    state.told[:], state.mark[:], state.cell[:], state.deadline[:] = UNTOLD, NO_MARK, NONE, NONE
    state.team[:] = NONE
    state.team[:4] = [CHARACTERS.index(name) for name in TEAM]
    state.cell[:4], state.alive[:3], state.has_adrenaline[:3] = [12, 6, 0, NONE], 1, 1
    state.role[SARAH], state.shown[SARAH], state.hidden[ALICE] = 1, 1, 1
    state.program[ALICE], state.program[MAX] = (LOOK, MOVE, PUSH), (0, CONTROL, 0)
    state.knows[MAX], state.penalties[MAX] = 1 << 3 | 1 << 24, 1 << LOOK | 1 << CONTROL
    state.deadline[MAX], state.deadline[SARAH], state.deadline_round[SARAH] = TRAPPED, FLOODED, 4
    lay(state, 0, FLOODED, closed=1)
    lay(state, 6, TRAPPED)
    lay(state, 7, PIVOTING, axis=ROW_AXIS)
    lay(state, 8, COLD, locked=1, axis=ROW_AXIS)  # a leftover of a room that has been made another
    state.told[24], state.mark[1], state.mark[8] = 3, 1, 0
    state.n_robots, state.robot_cell[:] = 2, (NONE, 8)
    return state


def lay(state, cell, room, closed=0, locked=0, axis=0):
    """Put a face-up room into a cell."""
    tile = state.tile_at[cell]
    state.room[tile], state.face_up[tile] = room, 1
    state.closed[tile], state.locked[tile], state.axis[tile] = closed, locked, axis

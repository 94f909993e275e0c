"""The words of Room 25 as small integers, with their names beside them: a code is an index into its names."""

from __future__ import annotations

from typing import Final

Cell = int  # 5 * row + column, row 0 on top
Tile = int
Character = int  # a seat, in the order of round 1
Line = int

# -- Board ------------------------------------------------------------------------------------------
#        0  1  2  3  4        x x . x x      . . o . .
#        5  6  7  8  9        x . . . x      . o o o .
#       10 11 12 13 14        . . C . .      o o C o o      x exit zone, o inner cross, C Central Room
#       15 16 17 18 19        x . . . x      . o o o .
#       20 21 22 23 24        x x . x x      . . o . .
SIDE: Final = 5
N_CELLS: Final = 25
CENTRE: Final = 12
NONE: Final = -1

# Lines: row0..row4, col0..col4. Direction 0 is left or up, 1 is right or down.
N_LINES: Final = 10
LINES = ("row0", "row1", "row2", "row3", "row4", "col0", "col1", "col2", "col3", "col4")
ROW_DIRECTIONS = ("left", "right")
COLUMN_DIRECTIONS = ("up", "down")
MIDDLE: Final = 2
NO_MARK: Final = -1

# -- Rooms ------------------------------------------------------------------------------------------
CENTRAL: Final = 0
ROOM_25: Final = 1
KEY: Final = 2
EMPTY: Final = 3
VISION: Final = 4
CONTROL_ROOM: Final = 5
MOVING: Final = 6
TUNNEL: Final = 7
REGENERATION: Final = 8
ROBOT_ROOM: Final = 9
DARK: Final = 10
VORTEX: Final = 11
COLD: Final = 12
PRISON: Final = 13
PIVOTING: Final = 14
MIRROR: Final = 15
JAMMING: Final = 16
MAC_ROOM: Final = 17
TRAPPED: Final = 18
ACID: Final = 19
FLOODED: Final = 20
MORTAL: Final = 21
SHREDDER: Final = 22
PARANOIA: Final = 23
TIMER: Final = 24
ILLUSION: Final = 25
ROOMS = (
    "central",
    "room_25",
    "key",
    "empty",
    "vision",
    "control",
    "moving",
    "tunnel",
    "regeneration",
    "robot",
    "dark",
    "vortex",
    "cold",
    "prison",
    "pivoting",
    "mirror",
    "jamming",
    "mac",
    "trapped",
    "acid",
    "flooded",
    "mortal",
    "shredder",
    "paranoia",
    "timer",
    "illusion",
)
N_ROOMS: Final = 26

BLUE: Final = 0
GREEN: Final = 1
YELLOW: Final = 2
RED: Final = 3
COLOURS = ("blue", "green", "yellow", "red")
FIRST_GREEN: Final = EMPTY
FIRST_YELLOW: Final = DARK
FIRST_RED: Final = TRAPPED
UNTOLD: Final = -1

# Axis of a pivoting room
NO_AXIS: Final = 0
ROW_AXIS: Final = 1
COLUMN_AXIS: Final = 2
AXES = (None, "row", "column")

# -- Actions ----------------------------------------------------------------------------------------
NO_ACTION: Final = 0
LOOK: Final = 1
MOVE: Final = 2
PUSH: Final = 3
CONTROL: Final = 4
SPECIAL: Final = 5
ACTIONS = (None, "look", "move", "push", "control", "special")
N_PASSES: Final = 3  # the third is adrenaline's

# -- Characters and specials ------------------------------------------------------------------------
JENNIFER: Final = 0
ALICE: Final = 1
MAX: Final = 2
FRANK: Final = 3
EMMETT: Final = 4
SARAH: Final = 5
KEVIN: Final = 6
MIMIC: Final = 7
CHARACTERS = ("jennifer", "alice", "max", "frank", "emmett", "sarah", "kevin", "mimic")

# What a special does, with the values of its option (see characters.py)
CALL: Final = 0
HIDE: Final = 1
CARRY: Final = 2
REGAIN: Final = 3
REOPEN: Final = 4
LOCK: Final = 5
MAKE_EMPTY: Final = 6
DESTROY_ROBOT: Final = 7
SWAP: Final = 8
ORDER_ROBOT: Final = 9
SPECIALS = ("call", "hide", "carry", "regain", "reopen", "lock", "empty", "destroy", "swap", "robot")

# -- Modes, roles, ends -----------------------------------------------------------------------------
COOPERATION: Final = 0
SUSPICION: Final = 1
SOLO: Final = 2
MODES = ("cooperation", "suspicion", "solo")
PRISONER: Final = 0
GUARD: Final = 1
ROLES = ("prisoner", "guard")
MAC_OFF: Final = 0
MAC_NORMAL: Final = 1
MAC_FRENZY: Final = 2
MAC_USES = ("off", "normal", "frenzy")

RUNNING: Final = 0
ESCAPED: Final = 1  # R-COOP-1, R-SUS-1, R-SOLO-1
ESCAPED_IN_PART: Final = 2  # R-COOP-1, base: one is dead
OUT_OF_TIME: Final = 3  # R-SUS-1
NO_KEY: Final = 4  # R-COOP-1
NO_EXIT_FOUND: Final = 5
NOT_GATHERED: Final = 6
TWO_DEAD: Final = 7  # R-SUS-1
DEATH: Final = 8  # + room: the death that lost the game
CAUSES = (
    "running",
    "escaped",
    "escaped_in_part",
    "out_of_time",
    "out_of_time:no_key",
    "out_of_time:no_exit_found",
    "out_of_time:not_gathered",
    "two_prisoners_dead",
    *(f"death:{room}" for room in ROOMS),
)
N_CAUSES: Final = 34
WINNERS = (None, "prisoners", "guards")

# -- Course of play: what comes next ----------------------------------------------------------------
SET_UP: Final = 0
BEGIN_ROUND: Final = 1
PLAN: Final = 2  # `place` runs through the characters
BEGIN_PASS: Final = 3
TURN: Final = 4  # the next actor of the pass
ACT: Final = 5  # the actor's action
AFTER: Final = 6  # what follows an action
END_ROUND: Final = 7

# -- Choices: what is asked (`state.asking`, 0: nothing yet) and what the option's value means ----------------------
ASK_SETUP_LOOK: Final = 1  # cell
ASK_TELL: Final = 2  # colour, or 4: silent
ASK_PROGRAM: Final = 3  # first + 8 * second + 64 * adrenaline
ASK_TIMING: Final = 4  # 0: later, 1: now
ASK_REVEAL: Final = 5  # 0: no, 1: yes
ASK_ACTION: Final = 6  # an action, or 0: none
ASK_LOOK: Final = 7  # cell
ASK_MOVE: Final = 8  # cell
ASK_PUSH: Final = 9  # 32 * character + cell
ASK_CONTROL: Final = 10  # 2 * line + direction
ASK_SPECIAL: Final = 11  # see characters.py
ASK_VISION: Final = 12  # cell
ASK_CONTROL_ROOM: Final = 13  # 2 * line + direction
ASK_MOVING: Final = 14  # cell
ASK_TUNNEL: Final = 15  # cell
ASK_REGENERATION: Final = 16  # character
ASK_ROBOT: Final = 17  # 1024 * robot + 32 * (1 + character pushed, 0: the robot moves) + cell
ASK_ILLUSION: Final = 18  # cell
ASK_ACID: Final = 19  # character who dies
ASK_PENALTY: Final = 20  # action
SILENT: Final = 4
CELL: Final = 32  # factor of a character in an option
ROBOT: Final = 1024  # factor of a robot in an option
VERB: Final = 32768  # factor of a special's verb in an option
SECOND: Final = 8  # factor of the second action in a program
THIRD: Final = 64  # factor of the adrenaline action in a program

# By what something moved, looked, slid (for traces)
BY_SETUP: Final = 0
BY_ACTION: Final = 1
BY_ROOM: Final = 2
BY_SPECIAL: Final = 3
BY_MAC: Final = 4
BY_ROBOT: Final = 5
BY_END: Final = 6

# By what a role became public (for traces, and for when a guard acts freely)
SHOWN_BY_SELF: Final = 0
SHOWN_BY_UNMASKING: Final = 1
SHOWN_BY_SECOND_DEATH: Final = 2
SHOWN_BY = ("self", "unmask", "second_death")

# -- Purposes of random streams ---------------------------------------------------------------------
P_ROOMS: Final = 1
P_DEAL: Final = 2
P_TILES: Final = 3
P_ROLES: Final = 4
P_MAC: Final = 5  # index: reshuffles
P_PARANOIA: Final = 6  # index: round
P_PLAYOUT: Final = 18
P_POLICY: Final = 16  # index: round

# -- Capacities -------------------------------------------------------------------------------------
MAX_CHARACTERS: Final = 8
MAX_ROBOTS: Final = 2
MAX_MAC: Final = 96
MAX_ROUNDS: Final = 16
MAX_OPTIONS: Final = 1024
MAX_QUEUE: Final = 16
MOST_ORDERS: Final = 32  # in one action: robots in two Robot rooms might push somebody to and fro for ever
N_KEPT: Final = 3  # rounds of which a forgetful character remembers what it saw: the last two and the present one

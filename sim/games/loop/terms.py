"""The words of The LOOP as small integers, with their names beside them: a code is an index into its names."""

from __future__ import annotations

from typing import Final

Era = int  # 0..6, clockwise
Seat = int  # 0..3, order of play
Token = int
Card = int
Mission = int

AXES = ("scenario", "difficulty", "players", "agents", "solo")  # of a cell

# -- Board ------------------------------------------------------------------------------------------
#                     0
#                6         1          eras in a ring, clockwise
#              5             2
#                  4     3
N_ERAS: Final = 7
EVERY_ERA: Final = (1 << N_ERAS) - 1  # as a bit set
ERA_NAMES = (
    "Dawn of Time",
    "Medieval Era",
    "Renaissance",
    "Industrial Era",
    "Globalization Era",
    "Age of Robots",
    "End of Times",
)
LAST_ERA: Final = 6

SPIRAL: Final = 0
STAR: Final = 1
STRIPE: Final = 2
BLACK_HOLE: Final = 3
DIMENSIONS = ("spiral", "star", "stripe", "black_hole")
N_ELEMENTARY: Final = 3  # dimensions that a LOOP may choose

NONE: Final = -1

# Where a clone token is, if in no era
IN_BAG: Final = -1
OUT_OF_GAME: Final = -2

NO_VORTEX: Final = 0
VORTEX: Final = 1
MEGA_VORTEX: Final = 2
VORTEX_NAMES = (None, "vortex", "mega")

# -- End of a playout -------------------------------------------------------------------------------
RUNNING: Final = 0
MISSIONS_COMPLETED: Final = 1  # L-END-1
SECOND_VORTEX: Final = 2  # L-VTX-3
FOURTH_VORTEX: Final = 3  # L-VTX-4
MEGA_VORTEX_END: Final = 4  # L-VTX-7
OUT_OF_TIME: Final = 5  # L-END-2
CAUSES = (
    "running",
    "missions_completed",
    "second_vortex_in_era",
    "fourth_vortex",
    "ended_in_mega_vortex",
    "out_of_time",
)
N_CAUSES: Final = len(CAUSES)

# -- Phases of a turn, in order ---------------------------------------------------------------------
SETUP: Final = 0
OPENING: Final = 1  # opening hands; apart from SETUP because Ultramachina's rewards come between
FOO: Final = 2
SOLO: Final = 3
ACTION: Final = 4
TAKE: Final = 5
MISSION: Final = 6
REWARD: Final = 7  # the attendance rewards within MISSION (or within SETUP)
REFRESH: Final = 8
END: Final = 9
PHASES = ("setup", "setup", "foo", "solo", "action", "take", "mission", "mission", "refresh", "end")

# -- Special abilities ------------------------------------------------------------------------------
NO_ABILITY: Final = 0
LEAP: Final = 1  # the free move may go to any other era
CARRY_ALONG: Final = 2  # a free or paid move may carry one clone along
LONG_PUSH: Final = 3  # pushes may go one era further
FREE_LOOP: Final = 4  # the first LOOP of a turn costs nothing
MEND: Final = 5  # once a turn one rift may be removed where a vortex is; not hurt by mega vortexes
ABILITIES = ("none", "leap", "carry_along", "long_push", "free_loop", "mend")

# -- Effects ----------------------------------------------------------------------------------------
ENERGY: Final = 0
REPAIR: Final = 1
PUSH: Final = 2
PULL: Final = 3
CARRY: Final = 4
MOVE: Final = 5
MOVE_ALLY: Final = 6
BANISH: Final = 7
READY: Final = 8
USE_ALLY: Final = 9
DRAW: Final = 10
TRANSFER_ENERGY: Final = 11
TRANSFER_RIFT: Final = 12
VERBS = (
    "energy",
    "repair",
    "push",
    "pull",
    "carry",
    "move",
    "move_ally",
    "banish",
    "ready",
    "use_ally",
    "draw",
    "transfer energy",
    "transfer rift",
)
ANY_STEPS: Final = 0  # the `steps` of `move(any)`

HERE: Final = 0
ADJACENT: Final = 1
EACH_ADJACENT: Final = 2
AT_FOO: Final = 3
ANYWHERE: Final = 4
HERE_OR_ADJACENT: Final = 5
PLACES_OF_EFFECT = ("here", "adjacent", "each_adjacent", "foo", "any", "here_or_adjacent")

# Ultramachina effects
M_CLONES: Final = 0
M_CUBES: Final = 1
M_DRAIN: Final = 2
M_EXHAUST: Final = 3
M_WRECK: Final = 4
MACHINA_VERBS = ("clones", "cubes", "drain", "exhaust", "wreck")

# -- Missions ---------------------------------------------------------------------------------------
MISSION_HIDDEN: Final = 0
MISSION_ACTIVE: Final = 1

ENERGY_ADDED: Final = 0
RIFT_REMOVED: Final = 1
LOOP_PERFORMED: Final = 2
CLONE_DESTROYED: Final = 3
CLONE_MOVED: Final = 4
ARTIFACT_USED: Final = 5
TURN_ENDED: Final = 6
EVENTS = (
    "energy_added",
    "rift_removed",
    "loop_performed",
    "clone_destroyed",
    "clone_moved",
    "artifact_used",
    "turn_ended",
)
N_EVENTS: Final = len(EVENTS)

IN_ANY: Final = 0
IN_FOO: Final = 1
NEXT_TO_FOO: Final = 2
IN_MISSION_ERA: Final = 3
BOTH_NEXT_TO_FOO: Final = 4
PLACES_OF_MISSION = ("any", "foo", "adjacent_to_foo", "mission_era", "both_adjacent_to_foo")

DISTINCT_NONE: Final = 0
DISTINCT_ERA: Final = 1
DISTINCT_DIMENSION: Final = 2
DISTINCT_CLONE: Final = 3
DISTINCTS = ("none", "era", "dimension", "clone")

# -- Options: what a player may choose. An item of a menu is `action * ACTION_SIZE + value`. --------
ACTION_SIZE: Final = 256
SKIP: Final = 255  # "no more", "not now", "none"
END_TURN: Final = 0
FREE_MOVE: Final = 1  # value: era
PAID_MOVE: Final = 2  # value: era
LOOP: Final = 3  # value: dimension
MEND_RIFT: Final = 4
CENTRIFUGE: Final = 5
STAGE: Final = 6  # the next choice of a card or a move under way; its value depends on the stage
TAKE_ARTIFACT: Final = 7  # value: card or SKIP
TAKE_REWARD: Final = 8  # value: card
GIVE_CARD: Final = 9  # value: seat (solo)
USE_CARD: Final = 10  # 10 + slot in hand; value: the first stage of its first effect that can change something

# -- Ways an assumption can be read -----------------------------------------------------------------
OWN_ERA: Final = 0
ANY_ERA: Final = 1
ENERGY_FROM = ("own_era", "any_era")
RANDOM_HIDDEN: Final = 0
CLOCKWISE_HIDDEN: Final = 1
NEXT_MISSION = ("random", "clockwise")
UNLIMITED: Final = 30_000

# -- Purposes of random streams ---------------------------------------------------------------------
P_MISSIONS: Final = 1
P_SETUP_ERAS: Final = 2
P_BAG: Final = 3
P_HQ: Final = 5
P_FOO: Final = 7  # index: cycle
P_CUBES: Final = 8  # index: turn
P_NEXT_MISSION: Final = 9
P_SUPA: Final = 10
P_MACHINA: Final = 11
P_MACHINA_CHANCE: Final = 13  # index: turn
P_CENTRIFUGES: Final = 14
P_ENERGY_CUBE: Final = 15  # index: turn
P_POLICY: Final = 16  # index: turn
P_COMMON_PILE: Final = 17  # index: reshuffles
P_PLAYOUT: Final = 18  # index: playout
P_DECK: Final = 20  # + agent; index: reshuffles

# -- Capacities of the records: content beyond them is refused when it is read ----------------------
MAX_AGENTS: Final = 8
MAX_SEATS: Final = 4
MAX_STARTING: Final = 10  # starting artifacts an agent
MAX_CARDS: Final = 126  # starting and HQ artifacts: two words of a bit set
WORD: Final = 63  # bits of an int64 that a set uses: the sign stays 0
MAX_HQ: Final = 96
MAX_FACE_UP: Final = 16  # artifacts of one origin era
MAX_PILE: Final = 128
PILE_OF_SEAT: Final = 32  # a quarter of the array: 10 starting cards, 14 taken, 8 rewards
MAX_HAND: Final = MAX_CARDS  # `draw` is carried out in full, and in solo the common pile may hold nearly all
MAX_EFFECTS: Final = 3
MAX_MISSIONS: Final = 16
MAX_SLOTS: Final = 12
MAX_TOKENS: Final = 63  # ordinary and supa together: a set of tokens is an int64
MAX_MACHINA: Final = 32
MAX_OPTIONS: Final = 8192
MAX_CYCLES: Final = 4
MAX_TURNS: Final = 28  # four cycles

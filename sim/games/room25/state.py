"""What lies on the table (`State`), what a cell is played by (`Rules`) and the choices on offer (`Menu`)."""

from __future__ import annotations

from typing import Annotated

from sim.games.room25.terms import (
    MAX_CHARACTERS,
    MAX_MAC,
    MAX_OPTIONS,
    MAX_QUEUE,
    MAX_ROBOTS,
    N_CELLS,
    N_KEPT,
    N_LINES,
    N_PASSES,
    N_ROOMS,
)
from sim.records import Int16, Int16s, Int32, Int32s, Int64


class Rules:
    """Everything that a cell of the grid fixes. A playout only reads it."""

    seed: Int64

    # Mode and team
    mode: Int32  # COOPERATION, SUSPICION, SOLO
    printed: Int32  # 1: the printed rules of 2013, 0: the online edition
    n_characters: Int32
    player_of: Annotated[Int16s, (MAX_CHARACTERS,)]  # player by seat
    n_players: Int32
    fixed_team: Int32  # 1: `team` plays every playout; 0: every team in every order, by playout index
    team: Annotated[Int16s, (MAX_CHARACTERS,)]  # characters by seat
    n_pool: Int32  # characters to choose from
    n_prisoner_cards: Int32  # suspicion: roles are dealt from so many prisoners
    n_guard_cards: Int32  # ... and so many guards

    # Numbers and switches
    rounds: Int32
    alert_rounds: Int32  # 5
    deaths_to_lose: Int32  # cooperation: 1, base 2; solo 1
    guards_to_win_deaths: Int32  # suspicion: prisoners dead that win for the guards, 2
    specials: Int32
    adrenaline: Int32
    key: Int32
    mac: Int32  # MAC_OFF, MAC_NORMAL, MAC_FRENZY
    max_locks: Int32  # 2
    max_emptied: Int32  # 2

    # Assumptions
    shared_knowledge: Int32  # 1: characters of one player share what they know
    program_zero: Int32  # 1: a character may program nothing
    tell_always: Int32
    prisoners_truthful: Int32
    exit_by_control_room: Int32
    dead_prisoner_is_missing: Int32
    robot_push_axis: Int32  # 1: a robot pushes only along the axis of its Pivoting room
    forgetful: Int32  # 1: in frenzy only what the last two rounds showed is remembered
    unmask_outside: Int32  # g, or NONE: absolute majority inside (base)

    # Rooms
    n_fixed: Annotated[Int16s, (N_ROOMS,)]  # rooms that are always in, Central apart
    n_random: Annotated[Int16s, (4,)]  # rooms drawn at random, by colour
    supply: Annotated[Int16s, (N_ROOMS,)]  # what the random ones are drawn from (the fixed ones already taken off)
    set_aside: Annotated[Int16s, (N_ROOMS,)]  # 1: dealt into the exit zone

    # M.A.C. cards
    n_mac: Int32
    mac_line: Annotated[Int16s, (MAX_MAC,)]  # slide: line, NONE for a penalty
    mac_direction: Annotated[Int16s, (MAX_MAC,)]
    mac_twice: Annotated[Int16s, (MAX_MAC,)]
    mac_again: Annotated[Int16s, (MAX_MAC,)]
    mac_characters: Annotated[Int16s, (MAX_MAC,)]  # penalty: bit set of characters


class State:
    """One playout in progress. Characters are numbered by seat, in the order of round 1."""

    key: Int64  # everything hidden follows from it
    policy_key: Int64
    policy_draws: Int32
    index: Int64

    cause: Int16
    partial: Int16
    step: Int16  # what comes next
    turn: Int16  # the round; 0 in set-up
    rounds_left: Int16  # the current round counts
    passing: Int16  # pass 0 (plan), 1, 2, 3
    place: Int16  # position in the turn order of this pass, or in the plan
    actor: Int16  # character whose turn it is, NONE
    action: Int16  # what the actor does
    asking: Int16  # the choice on offer
    pending: Int16  # 1: a choice (what to tell) is on offer already
    moot: Int16  # 1: the actor has decided whether to show himself
    timed: Int16  # 1: the actor has decided to act now
    last_looked: Int16  # cell of which something may be told
    free_options: Annotated[Int16s, (8,)]  # scratch: the actions that a free character may choose from
    chooser: Int16  # the character who chooses

    # Tiles; a tile keeps its number wherever it goes
    room: Annotated[Int16s, (N_CELLS,)]  # by tile
    face_up: Annotated[Int16s, (N_CELLS,)]
    closed: Annotated[Int16s, (N_CELLS,)]  # flooded or shredded: nobody may enter
    locked: Annotated[Int16s, (N_CELLS,)]
    axis: Annotated[Int16s, (N_CELLS,)]  # of a pivoting room
    tile_at: Annotated[Int16s, (N_CELLS,)]  # by cell
    cell_of: Annotated[Int16s, (N_CELLS,)]  # by tile; derivable, saves a search at every look-up
    told: Annotated[Int16s, (N_CELLS,)]  # colour told of a tile, UNTOLD
    dealt_out: Int32  # bit set of the tiles dealt into the exit zone, which all have seen
    teller: Annotated[Int16s, (N_CELLS,)]  # 1 + the character who told it, 0: nobody (see witness.py)

    # Characters
    n_characters: Int16
    team: Annotated[Int16s, (MAX_CHARACTERS,)]
    cell: Annotated[Int16s, (MAX_CHARACTERS,)]  # NONE when dead
    alive: Annotated[Int16s, (MAX_CHARACTERS,)]
    role: Annotated[Int16s, (MAX_CHARACTERS,)]
    shown: Annotated[Int16s, (MAX_CHARACTERS,)]  # 1: the role is public
    free_from: Annotated[Int16s, (MAX_CHARACTERS,)]  # round from which a guard acts freely, 0: never
    has_adrenaline: Annotated[Int16s, (MAX_CHARACTERS,)]
    program: Annotated[Int16s, (MAX_CHARACTERS, N_PASSES)]
    acted: Annotated[Int16s, (MAX_CHARACTERS,)]  # bit set of the actions taken this round
    n_acted: Annotated[Int16s, (MAX_CHARACTERS,)]
    cancelled: Annotated[Int16s, (MAX_CHARACTERS,)]  # 1: no more actions this round (Mirror)
    one_action: Annotated[Int16s, (MAX_CHARACTERS,)]  # 1: began the round in a Cold room
    deadline: Annotated[Int16s, (MAX_CHARACTERS,)]  # TRAPPED, FLOODED or NONE
    deadline_round: Annotated[Int16s, (MAX_CHARACTERS,)]
    entered: Annotated[Int32s, (MAX_CHARACTERS,)]  # number of the entry by which the character came where it is
    n_entries: Int32
    came_by: Annotated[Int16s, (MAX_CHARACTERS,)]  # axis of the last step, NO_AXIS
    hidden: Annotated[Int16s, (MAX_CHARACTERS,)]
    penalties: Annotated[Int16s, (MAX_CHARACTERS,)]  # bit set of actions
    emptied: Annotated[Int16s, (MAX_CHARACTERS,)]  # rooms made Empty by Sarah's special
    knows: Annotated[Int32s, (MAX_CHARACTERS,)]  # bit set of tiles looked at
    seen: Annotated[Int32s, (MAX_CHARACTERS, N_KEPT)]  # ... and in which of the last rounds, by round modulo N_KEPT
    disputes: Annotated[Int16s, (MAX_CHARACTERS,)]  # bit set of characters who told otherwise of a tile
    caught: Annotated[Int16s, (MAX_CHARACTERS,)]  # 1: a room turned up was not what the character had told
    harm: Annotated[Int16s, (MAX_CHARACTERS,)]  # how often it pushed somebody into a room known to be red

    # Robots, by the order in which their rooms were first entered
    n_robots: Int16
    robot_tile: Annotated[Int16s, (MAX_ROBOTS,)]  # the room that it came from
    robot_cell: Annotated[Int16s, (MAX_ROBOTS,)]  # NONE when destroyed

    n_orders: Int16  # given in this action by those who entered a Robot room

    key_found: Int16
    mark: Annotated[Int16s, (N_LINES,)]  # direction in which a line was slid this round, NO_MARK

    # Entries waiting for their effect
    n_queue: Int16
    queue: Annotated[Int16s, (MAX_QUEUE,)]
    by_illusion: Int16  # 1: Illusion brought the room to them; others in it did not enter it
    mate: Int16  # the character whom Max carries, NONE
    carrier: Int16  # Max, or Mimic as Max, while he carries somebody
    due: Int32  # entry number of the actor when its action began, if it was in a Trapped room; else NONE

    # M.A.C. cards
    n_mac: Int16
    mac_drawn: Int16
    mac_shuffles: Int16
    mac_deck: Annotated[Int16s, (MAX_MAC,)]
    mac_due: Int16  # cards still to draw now
    mac_a_pass: Int16  # frenzy: cards before each pass of this round
    mac_card: Int16  # the penalty being resolved, NONE
    mac_place: Int16  # whose penalty is chosen next

    # For the result
    n_deaths: Int16
    death_room: Annotated[Int16s, (MAX_CHARACTERS,)]
    death_round: Annotated[Int16s, (MAX_CHARACTERS,)]
    n_done: Annotated[Int16s, (6,)]  # actions carried out, by kind
    n_lost: Int16
    vortex_returns: Int16
    vortex_actions: Int16
    chance_draws: Int16


class Menu:
    """The options of one choice; what a value means depends on `state.asking`."""

    n: Int32
    option: Annotated[Int32s, (MAX_OPTIONS,)]

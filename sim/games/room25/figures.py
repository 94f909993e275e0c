"""What a playout leaves behind: the stored row (`Result`) and the exact counts of its cell (`Counts`)."""

from __future__ import annotations

from typing import Annotated, Final

from sim.games.room25.ends import is_exit_found
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    CONTROL,
    ESCAPED,
    GUARD,
    LOOK,
    MAX_CHARACTERS,
    MAX_ROUNDS,
    MOVE,
    N_CAUSES,
    N_CELLS,
    N_ROOMS,
    NONE,
    PUSH,
    ROOM_25,
    SIDE,
    SPECIAL,
    SUSPICION,
)
from sim.kernel import compiled
from sim.records import Int32, Int64, Int64s

# The last entry of a counted axis stands for so many or more.
MANY_ENTRIES: Final = 8  # entries into Vortex rooms
MANY_COSTS: Final = 30  # entries into Vortex rooms in a playout, and steps that they undid
MANY_ACTIONS: Final = 160  # of a kind, all characters together
VORTEX_COSTS: Final = ("entries", "steps_undone")
ACTION_KINDS: Final = ("look", "move", "push", "control", "special", "lost")
PRISONERS_WON: Final = 1
GUARDS_WON: Final = 2


class Result:
    """The row that a run stores for a playout. The 8-byte field first, so that it has no padding."""

    index: Int64
    cause: Int32
    last_round: Int32
    rounds_left: Int32  # at the end, the last round counts as 1; 0 after time-out
    winner: Int32  # 0 nobody, 1 prisoners (all, in cooperation and solo), 2 guards
    partial: Int32  # 1: escaped with one dead
    deaths: Int32  # dead at the end
    dead_seats: Int32  # bit set of seats
    key_found: Int32
    exit_found: Int32  # 1: Room 25 was turned up
    exit_cell: Int32  # where Room 25 lay at the end
    vortex_returns: Int32
    vortex_actions: Int32  # steps from the centre that Vortex rooms undid
    looks: Int32
    moves: Int32
    pushes: Int32
    controls: Int32
    specials: Int32
    lost: Int32  # actions lost
    guard_seats: Int32  # bit set of seats
    shown_seats: Int32  # bit set of the seats whose role is public at the end
    character_1: Int32  # characters by seat, -1 where there are fewer
    character_2: Int32
    character_3: Int32
    character_4: Int32
    character_5: Int32
    character_6: Int32
    character_7: Int32
    character_8: Int32
    death_room_1: Int32  # what killed the character in the seat; -1: alive at the end
    death_round_1: Int32
    death_room_2: Int32
    death_round_2: Int32
    death_room_3: Int32
    death_round_3: Int32
    death_room_4: Int32
    death_round_4: Int32
    death_room_5: Int32
    death_round_5: Int32
    death_room_6: Int32
    death_round_6: Int32
    death_room_7: Int32
    death_round_7: Int32
    death_room_8: Int32
    death_round_8: Int32


class Counts:
    """Exact counts of a cell; two blocks' counts add up. `won` axes are (lost, won)."""

    playouts: Int64
    length_by_cause: Annotated[Int64s, (N_CAUSES, MAX_ROUNDS + 1)]
    winner: Annotated[Int64s, (3,)]
    guards: Annotated[Int64s, (MAX_CHARACTERS + 1, 2)]  # guards in play
    deaths: Annotated[Int64s, (MAX_CHARACTERS + 1, 2)]
    death_room: Annotated[Int64s, (N_ROOMS, MAX_ROUNDS + 1)]  # dead at the end, by room and round
    character: Annotated[Int64s, (MAX_CHARACTERS, 2)]
    character_dead: Annotated[Int64s, (MAX_CHARACTERS,)]
    seat: Annotated[Int64s, (MAX_CHARACTERS, MAX_CHARACTERS, 2)]
    key_found: Annotated[Int64s, (2, 2)]
    exit_found: Annotated[Int64s, (2, 2)]
    exit_cell: Annotated[Int64s, (SIDE, SIDE, 2)]  # row, column
    vortex_entries: Annotated[Int64s, (MANY_ENTRIES + 1, 2)]
    vortex_costs: Annotated[Int64s, (len(VORTEX_COSTS), MANY_COSTS + 1)]  # kind, number in a playout
    actions: Annotated[Int64s, (len(ACTION_KINDS), MANY_ACTIONS + 1)]  # kind, number in a playout
    rounds_left_at_win: Annotated[Int64s, (MAX_ROUNDS + 1,)]


@compiled
def record_result(state: State, rules: Rules, result: Result) -> None:
    """Write the row of a playout that has ended."""
    result.index = state.index
    result.cause = state.cause
    result.last_round = state.turn
    result.rounds_left = state.rounds_left
    result.winner = winner_of(state, rules)
    result.partial = state.partial
    result.deaths = state.n_deaths
    result.key_found = state.key_found
    result.exit_found = 1 if is_exit_found(state) else 0
    result.exit_cell = NONE
    for tile in range(N_CELLS):
        if state.room[tile] == ROOM_25:
            result.exit_cell = state.cell_of[tile]
    result.vortex_returns = state.vortex_returns
    result.vortex_actions = state.vortex_actions
    result.looks = state.n_done[LOOK]
    result.moves = state.n_done[MOVE]
    result.pushes = state.n_done[PUSH]
    result.controls = state.n_done[CONTROL]
    result.specials = state.n_done[SPECIAL]
    result.lost = state.n_lost
    record_characters(state, result)
    record_deaths(state, result)


@compiled
def winner_of(state: State, rules: Rules) -> int:
    """R-COOP-1, R-SUS-1: who has won."""
    if state.cause == ESCAPED:
        return PRISONERS_WON
    return GUARDS_WON if rules.mode == SUSPICION else 0


@compiled
def record_characters(state: State, result: Result) -> None:
    """Write who played, who is dead, who is a guard, and whose role is public."""
    result.character_1 = state.team[0]
    result.character_2 = state.team[1]
    result.character_3 = state.team[2]
    result.character_4 = state.team[3]
    result.character_5 = state.team[4]
    result.character_6 = state.team[5]
    result.character_7 = state.team[6]
    result.character_8 = state.team[7]
    result.dead_seats = 0
    result.guard_seats = 0
    result.shown_seats = 0
    for c in range(state.n_characters):
        if not state.alive[c]:
            result.dead_seats |= 1 << c
        if state.role[c] == GUARD:
            result.guard_seats |= 1 << c
        if state.shown[c]:
            result.shown_seats |= 1 << c


@compiled
def record_deaths(state: State, result: Result) -> None:
    """Write of what and when each character who is dead has died."""
    result.death_room_1 = death_at(state, 0, state.death_room[0])
    result.death_round_1 = death_at(state, 0, state.death_round[0])
    result.death_room_2 = death_at(state, 1, state.death_room[1])
    result.death_round_2 = death_at(state, 1, state.death_round[1])
    result.death_room_3 = death_at(state, 2, state.death_room[2])
    result.death_round_3 = death_at(state, 2, state.death_round[2])
    result.death_room_4 = death_at(state, 3, state.death_room[3])
    result.death_round_4 = death_at(state, 3, state.death_round[3])
    result.death_room_5 = death_at(state, 4, state.death_room[4])
    result.death_round_5 = death_at(state, 4, state.death_round[4])
    result.death_room_6 = death_at(state, 5, state.death_room[5])
    result.death_round_6 = death_at(state, 5, state.death_round[5])
    result.death_room_7 = death_at(state, 6, state.death_room[6])
    result.death_round_7 = death_at(state, 6, state.death_round[6])
    result.death_room_8 = death_at(state, 7, state.death_room[7])
    result.death_round_8 = death_at(state, 7, state.death_round[7])


@compiled
def death_at(state: State, seat: int, fact: int) -> int:
    """Return a fact of a character's death, NONE while it lives or where nobody sits."""
    return fact if seat < state.n_characters and not state.alive[seat] else NONE


@compiled
def tally(result: Result, rules: Rules, counts: Counts) -> None:
    """Add a row to the counts of its cell."""
    won = 1 if result.cause == ESCAPED else 0
    counts.playouts += 1
    counts.length_by_cause[result.cause, result.last_round] += 1
    counts.winner[result.winner] += 1
    counts.deaths[result.deaths, won] += 1
    counts.key_found[result.key_found, won] += 1
    counts.exit_found[result.exit_found, won] += 1
    if result.exit_cell >= 0:
        counts.exit_cell[result.exit_cell // SIDE, result.exit_cell % SIDE, won] += 1
    if won:
        counts.rounds_left_at_win[result.rounds_left] += 1
    tally_characters(result, rules, counts, won)
    tally_deaths(result, counts)
    tally_actions(result, counts)
    counts.vortex_entries[min(result.vortex_returns, MANY_ENTRIES), won] += 1
    counts.vortex_costs[0, min(result.vortex_returns, MANY_COSTS)] += 1
    counts.vortex_costs[1, min(result.vortex_actions, MANY_COSTS)] += 1


@compiled
def tally_characters(result: Result, rules: Rules, counts: Counts, won: int) -> None:
    """Count the team: each character, each in its seat, the dead, the guards."""
    guards = 0
    for seat in range(rules.n_characters):
        who = character_in_seat(result, seat)
        counts.character[who, won] += 1
        counts.seat[seat, who, won] += 1
        counts.character_dead[who] += (result.dead_seats >> seat) & 1
        guards += (result.guard_seats >> seat) & 1
    counts.guards[guards, won] += 1


@compiled
def character_in_seat(result: Result, seat: int) -> int:
    """Return the character of a seat (0..7)."""
    if seat < 4:
        if seat < 2:
            return result.character_1 if seat == 0 else result.character_2
        return result.character_3 if seat == 2 else result.character_4
    if seat < 6:
        return result.character_5 if seat == 4 else result.character_6
    return result.character_7 if seat == 6 else result.character_8


@compiled
def tally_deaths(result: Result, counts: Counts) -> None:
    """Count the dead by room and round."""
    tally_death(result.death_room_1, result.death_round_1, counts)
    tally_death(result.death_room_2, result.death_round_2, counts)
    tally_death(result.death_room_3, result.death_round_3, counts)
    tally_death(result.death_room_4, result.death_round_4, counts)
    tally_death(result.death_room_5, result.death_round_5, counts)
    tally_death(result.death_room_6, result.death_round_6, counts)
    tally_death(result.death_room_7, result.death_round_7, counts)
    tally_death(result.death_room_8, result.death_round_8, counts)


@compiled
def tally_death(room: int, round_: int, counts: Counts) -> None:
    """Count a death, if there is one."""
    if room != NONE:
        counts.death_room[room, round_] += 1


@compiled
def tally_actions(result: Result, counts: Counts) -> None:
    """Count how often each kind of action was taken, in the order of ACTION_KINDS."""
    counts.actions[0, min(result.looks, MANY_ACTIONS)] += 1
    counts.actions[1, min(result.moves, MANY_ACTIONS)] += 1
    counts.actions[2, min(result.pushes, MANY_ACTIONS)] += 1
    counts.actions[3, min(result.controls, MANY_ACTIONS)] += 1
    counts.actions[4, min(result.specials, MANY_ACTIONS)] += 1
    counts.actions[5, min(result.lost, MANY_ACTIONS)] += 1

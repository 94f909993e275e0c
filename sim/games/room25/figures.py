"""What a playout leaves behind: the stored row (`Result`), the exact counts (`Counts`) and how a report reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from sim.game import Axis, Column, View
from sim.games.room25.ends import is_exit_found
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    CAUSES,
    CHARACTERS,
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
    ROOMS,
    SPECIAL,
    SUSPICION,
    WINNERS,
)
from sim.kernel import compiled
from sim.records import Int32, Int64, Int64s

MANY_RETURNS: Final = 16
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
    capped: Int32  # always 0: rounds end
    guard_seats: Int32  # bit set of seats
    character_1: Int32  # characters by seat, -1 where there are fewer
    character_2: Int32
    character_3: Int32
    character_4: Int32
    character_5: Int32
    character_6: Int32
    character_7: Int32
    character_8: Int32
    death_room_1: Int32  # of the first death that stands at the end, by seat; -1: none
    death_round_1: Int32
    death_room_2: Int32
    death_round_2: Int32


class Counts:
    """Exact counts of a cell; two blocks' counts add up. `won` axes are (lost, won)."""

    playouts: Int64
    capped: Int64
    length_by_cause: Annotated[Int64s, (N_CAUSES, MAX_ROUNDS + 1)]
    winner: Annotated[Int64s, (3,)]
    deaths: Annotated[Int64s, (MAX_CHARACTERS + 1, 2)]
    death_room: Annotated[Int64s, (N_ROOMS, MAX_ROUNDS + 1)]  # dead at the end, by room and round
    character: Annotated[Int64s, (MAX_CHARACTERS, 2)]
    character_dead: Annotated[Int64s, (MAX_CHARACTERS,)]
    seat: Annotated[Int64s, (MAX_CHARACTERS, MAX_CHARACTERS, 2)]
    key_found: Annotated[Int64s, (2, 2)]
    exit_found: Annotated[Int64s, (2, 2)]
    exit_cell: Annotated[Int64s, (N_CELLS, 2)]
    vortex_returns: Annotated[Int64s, (MANY_RETURNS + 1, 2)]
    rounds_left_at_win: Annotated[Int64s, (MAX_ROUNDS + 1,)]
    totals: Annotated[Int64s, (9,)]  # sums over playouts, see TOTALS


TOTALS = (
    "rounds",
    "looks",
    "moves",
    "pushes",
    "controls",
    "specials",
    "actions_lost",
    "vortex_returns",
    "vortex_actions",
)


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
    result.capped = 0
    record_characters(state, result)


@compiled
def winner_of(state: State, rules: Rules) -> int:
    """R-COOP-1, R-SUS-1: who has won."""
    if state.cause == ESCAPED:
        return PRISONERS_WON
    return GUARDS_WON if rules.mode == SUSPICION else 0


@compiled
def record_characters(state: State, result: Result) -> None:
    """Write who played, who is dead and of what."""
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
    result.death_room_1 = NONE
    result.death_round_1 = NONE
    result.death_room_2 = NONE
    result.death_round_2 = NONE
    for c in range(state.n_characters):
        if state.role[c] == GUARD:
            result.guard_seats |= 1 << c
        if state.alive[c]:
            continue
        result.dead_seats |= 1 << c
        if result.death_room_1 == NONE:
            result.death_room_1 = state.death_room[c]
            result.death_round_1 = state.death_round[c]
        elif result.death_room_2 == NONE:
            result.death_room_2 = state.death_room[c]
            result.death_round_2 = state.death_round[c]


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
        counts.exit_cell[result.exit_cell, won] += 1
    counts.vortex_returns[min(result.vortex_returns, MANY_RETURNS), won] += 1
    if won:
        counts.rounds_left_at_win[result.rounds_left] += 1
    if result.death_room_1 != NONE:
        counts.death_room[result.death_room_1, result.death_round_1] += 1
    if result.death_room_2 != NONE:
        counts.death_room[result.death_room_2, result.death_round_2] += 1
    for seat in range(rules.n_characters):
        who = character_in_seat(result, seat)
        counts.character[who, won] += 1
        counts.seat[seat, who, won] += 1
        counts.character_dead[who] += (result.dead_seats >> seat) & 1
    tally_totals(result, counts)


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
def tally_totals(result: Result, counts: Counts) -> None:
    """Add to the sums that TOTALS names."""
    counts.totals[0] += result.last_round
    counts.totals[1] += result.looks
    counts.totals[2] += result.moves
    counts.totals[3] += result.pushes
    counts.totals[4] += result.controls
    counts.totals[5] += result.specials
    counts.totals[6] += result.lost
    counts.totals[7] += result.vortex_returns
    counts.totals[8] += result.vortex_actions


WON = Axis("won", ("lost", "won"))
NO_YES = ("no", "yes")


def views() -> list[View]:
    """Return how a report reads the counts."""
    character = Axis("character", CHARACTERS)
    cells = Axis("cell")
    association = "An association, not a cause."
    return [
        View("winner", "Who won", "Nobody: the team lost to the complex.", "winner",
             (Axis("winner", ("nobody", *(name or "" for name in WINNERS[1:]))),), "share", section="sides"),
        View("deaths", "Win rate by number of dead", association, "deaths", (Axis("dead"), WON), "win_rate",
             section="deaths"),
        View("death_room", "Deaths by room and round", "Of the first two dead at the end; per playout.", "death_room",
             (Axis("room", ROOMS), Axis("round", first=1)), "share", section="deaths"),
        View("key", "Was the key found?", association, "key_found", (Axis("key found", NO_YES), WON), "win_rate",
             section="search"),
        View("exit_found", "Was Room 25 turned up?", association, "exit_found", (Axis("found", NO_YES), WON),
             "win_rate", section="search"),
        View("exit_cell", "Where Room 25 lay at the end", "Cell = 5 * row + column. " + association, "exit_cell",
             (cells, WON), "win_rate", section="search"),
        View("vortex_returns", "Win rate by returns through Vortex rooms", association, "vortex_returns",
             (Axis("returns"), WON), "win_rate", section="search"),
        View("character", "Win rate by character in the team", "All teams that have the character.", "character",
             (character, WON), "win_rate", section="characters"),
        View("character_dead", "Dead at the end, by character", "Share of all playouts.", "character_dead",
             (character,), "share", section="characters"),
        View("seat", "Win rate by seat and character", "Seat 0 acts first in round 1.", "seat",
             (Axis("seat"), character, WON), "win_rate", section="characters"),
        View("rounds_left", "Rounds left at a win", "1: won in the last round.", "rounds_left_at_win",
             (Axis("rounds"),), "distribution", of="wins", section="tension"),
    ]  # fmt: skip


ROW_MEANINGS = (
    ("index", "number of the playout in its cell", "", "0.."),
    ("cause", "how the playout ended", "code", ", ".join(f"{i} {c}" for i, c in enumerate(CAUSES) if i)),
    ("last_round", "round in which the playout ended", "rounds", "1..10"),
    ("rounds_left", "rounds left at the end, the last round counted", "rounds", "0..10"),
    ("winner", "who won: 0 nobody, 1 prisoners (all, in cooperation and solo), 2 guards", "code", "0..2"),
    ("partial", "1: escaped with one dead", "", "0, 1"),
    ("deaths", "dead at the end", "characters", "0..8"),
    ("dead_seats", "bit set of the seats dead at the end", "bits", ""),
    ("key_found", "1: the key was found", "", "0, 1"),
    ("exit_found", "1: Room 25 was turned up", "", "0, 1"),
    ("exit_cell", "cell of Room 25 at the end", "cell", "0..24"),
    ("vortex_returns", "entries into Vortex rooms", "entries", "0.."),
    ("vortex_actions", "steps from the centre that Vortex rooms undid", "steps", "0.."),
    ("looks", "look actions carried out", "actions", "0.."),
    ("moves", "move actions carried out", "actions", "0.."),
    ("pushes", "push actions carried out", "actions", "0.."),
    ("controls", "control actions carried out", "actions", "0.."),
    ("specials", "special actions carried out", "actions", "0.."),
    ("lost", "actions lost", "lost actions", "0.."),
    ("capped", "always 0: rounds end by themselves", "", "0"),
    ("guard_seats", "bit set of the seats with a guard", "bits", ""),
    *((f"character_{k}", f"character in seat {k - 1}, by number; -1: no such seat", "character", "-1..7")
      for k in range(1, 9)),
    ("death_room_1", "room that killed the first dead by seat; -1: nobody is dead", "room", "-1..25"),
    ("death_round_1", "round of that death", "round", "-1..10"),
    ("death_room_2", "room that killed the second dead by seat", "room", "-1..25"),
    ("death_round_2", "round of that death", "round", "-1..10"),
)  # fmt: skip
COUNT_MEANINGS = (
    ("playouts", "playouts", "playouts", "0.."),
    ("capped", "always 0", "playouts", "0"),
    ("length_by_cause", "playouts by cause and last round", "playouts", "0.."),
    ("winner", "playouts by winner", "playouts", "0.."),
    ("deaths", "playouts by number of dead, lost and won", "playouts", "0.."),
    ("death_room", "dead at the end by room and round, the first two by seat", "characters", "0.."),
    ("character", "playouts by character in the team, lost and won", "playouts", "0.."),
    ("character_dead", "playouts in which a character is dead at the end", "playouts", "0.."),
    ("seat", "playouts by seat and character, lost and won", "playouts", "0.."),
    ("key_found", "playouts by whether the key was found, lost and won", "playouts", "0.."),
    ("exit_found", "playouts by whether Room 25 was turned up, lost and won", "playouts", "0.."),
    ("exit_cell", "playouts by where Room 25 lay at the end, lost and won", "playouts", "0.."),
    ("vortex_returns", "playouts by entries into Vortex rooms (16: or more), lost and won", "playouts", "0.."),
    ("rounds_left_at_win", "won playouts by rounds left", "playouts", "0.."),
    ("totals", "sums over playouts: " + ", ".join(TOTALS), "", "0.."),
)


def columns() -> list[Column]:
    """Return the data dictionary of the stored rows and of the counts."""
    rows = [Column(name, "row", *rest) for name, *rest in ROW_MEANINGS]
    return rows + [Column(name, "count", *rest) for name, *rest in COUNT_MEANINGS]


def decode(rows: Any) -> dict[str, Any]:
    """Return rows as columns of plain values: causes, winners, characters and rooms by name."""
    words: dict[str, Sequence[Any]] = {"cause": CAUSES, "winner": WINNERS}
    decoded: dict[str, Any] = {}
    for name in rows.dtype.names:
        values = rows[name].tolist()
        if name.startswith("character_"):
            decoded[name] = [CHARACTERS[who] if who >= 0 else None for who in values]
        elif name.startswith("death_room"):
            decoded[name] = [ROOMS[room] if room >= 0 else None for room in values]
        elif name in words:
            decoded[name] = [words[name][code] for code in values]
        else:
            decoded[name] = values
    return decoded | {"dead": seated(rows, decoded["dead_seats"]), "guards": seated(rows, decoded["guard_seats"])}


def seated(rows: Any, sets: Sequence[int]) -> list[list[str]]:
    """Return for each row the characters in a bit set of its seats, sorted."""
    teams = zip(*(rows[f"character_{seat}"].tolist() for seat in range(1, MAX_CHARACTERS + 1)), strict=True)
    return [
        sorted(CHARACTERS[who] for seat, who in enumerate(team) if bits >> seat & 1)
        for team, bits in zip(teams, sets, strict=True)
    ]

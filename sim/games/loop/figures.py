"""What a playout leaves behind: the stored row (`Result`), the exact counts (`Counts`) and how a report reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from sim.game import Axis, Column, View
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    CAUSES,
    ERA_NAMES,
    MAX_AGENTS,
    MAX_CARDS,
    MAX_CYCLES,
    MAX_MISSIONS,
    MAX_SEATS,
    MAX_TURNS,
    MEGA_VORTEX_END,
    MISSIONS_COMPLETED,
    N_CAUSES,
    N_ERAS,
    NONE,
    SECOND_VORTEX,
    WORD,
)
from sim.kernel import compiled
from sim.records import Int32, Int64, Int64s

MANY_CLONES: Final = 16  # clones in Foo's era at the fatal drop: 16 stands for 16 or more
MANY_LOOPS: Final = 60
VORTEX_LOSSES = CAUSES[SECOND_VORTEX : MEGA_VORTEX_END + 1]
MAX_COMPLETED: Final = 8


class Result:
    """The row that a run stores for a playout. 8-byte fields first, so that it has no padding."""

    index: Int64  # of the playout in its cell
    missions_done: Int64  # bit set of missions
    missions_lost: Int64  # bit set of missions that a vortex took
    taken_0: Int64  # bit set of artifacts taken from an era or as a reward, cards 0..62
    taken_1: Int64  # cards 63..125
    used_0: Int64  # bit set of cards used
    used_1: Int64
    cause: Int32
    last_turn: Int32  # 1..
    cycle: Int32  # 1..3
    seat: Int32  # whose turn was the last; -1 in solo where nobody's was
    agent_1: Int32  # agents in turn order, -1 where the team is smaller
    agent_2: Int32
    agent_3: Int32
    agent_4: Int32
    missions_completed: Int32
    missions_failed: Int32
    vortexes: Int32
    clones: Int32  # on the board at the end, supa clones included
    clones_destroyed: Int32
    supa_destroyed: Int32
    rifts_dropped: Int32
    rifts_removed: Int32  # by effects and V-Girl, not by vortexes
    energy_added: Int32
    free_moves: Int32
    paid_moves: Int32
    cards_used: Int32  # of the own hand
    loops: Int32
    abilities: Int32
    centrifuges_down: Int32
    capped: Int32  # turns that hit the action limit
    foo_era: Int32  # at the end
    fatal_era: Int32  # era of the vortex that lost the game, -1 if none did
    fatal_clones: Int32  # clones in Foo's era at the last drop of a vortex loss, else -1
    fatal_cubes: Int32  # rifts of that drop, else -1
    fatal_in_action: Int32  # 1: the fatal vortex was made by a transfer in phase II
    end_era: Int32  # where the agent of the last turn stood, -1 if none


class Counts:
    """Exact counts of a cell; two blocks' counts add up. `won` axes are (lost, won)."""

    playouts: Int64
    capped: Int64  # playouts in which some turn hit the action limit
    length_by_cause: Annotated[Int64s, (N_CAUSES, MAX_TURNS + 1)]
    fatal: Annotated[
        Int64s, (3, MAX_CYCLES + 1, N_ERAS, MANY_CLONES + 1)
    ]  # vortex loss, cycle, era, clones at the drop
    fatal_in_action: Annotated[Int64s, (3,)]
    completed_by_cause: Annotated[Int64s, (N_CAUSES, MAX_COMPLETED + 1)]
    mission_done: Annotated[Int64s, (MAX_MISSIONS, 2)]
    mission_failed: Annotated[Int64s, (MAX_MISSIONS, 2)]
    agent: Annotated[Int64s, (MAX_AGENTS, 2)]
    seat_agent: Annotated[Int64s, (MAX_SEATS, MAX_AGENTS, 2)]
    pair: Annotated[Int64s, (MAX_AGENTS, MAX_AGENTS, 2)]  # lower agent first
    taken: Annotated[Int64s, (MAX_CARDS, 2)]
    used: Annotated[Int64s, (MAX_CARDS, 2)]
    turns_left_at_win: Annotated[Int64s, (MAX_TURNS + 1,)]
    one_short: Annotated[Int64s, (N_CAUSES,)]  # losses that lacked one mission, by cause
    vortexes: Annotated[Int64s, (6, 2)]
    loops: Annotated[Int64s, (MANY_LOOPS + 1,)]  # a playout
    totals: Annotated[Int64s, (12,)]  # sums over playouts, see TOTALS


TOTALS = (
    "turns",
    "free_moves",
    "paid_moves",
    "cards_used",
    "loops",
    "abilities",
    "centrifuges_down",
    "energy_added",
    "rifts_dropped",
    "rifts_removed",
    "clones_destroyed",
    "missions_failed",
)


@compiled
def record_result(state: State, rules: Rules, result: Result) -> None:
    """Write the row of a playout that has ended."""
    result.index = state.index
    result.missions_done = state.missions_done
    result.missions_lost = state.missions_failed
    result.taken_0 = state.taken[0]
    result.taken_1 = state.taken[1]
    result.used_0 = state.used[0]
    result.used_1 = state.used[1]
    result.cause = state.cause
    result.last_turn = state.turn
    result.cycle = (state.turn - 1) // N_ERAS + 1
    result.seat = state.active
    result.agent_1 = state.team[0]
    result.agent_2 = state.team[1]
    result.agent_3 = state.team[2]
    result.agent_4 = state.team[3]
    result.missions_completed = state.n_completed
    result.missions_failed = state.n_failed
    result.vortexes = state.n_vortexes
    n_clones = 0
    for era in range(N_ERAS):
        n_clones += state.n_clones[era]
    result.clones = n_clones
    result.clones_destroyed = state.n_clones_destroyed
    result.supa_destroyed = state.supa_destroyed
    result.rifts_dropped = state.n_rifts_dropped
    result.rifts_removed = state.n_rifts_removed
    result.energy_added = state.n_energy_added
    result.free_moves = state.n_free_moves
    result.paid_moves = state.n_paid_moves
    result.cards_used = state.n_cards_used
    result.loops = state.n_loops
    result.abilities = state.n_abilities
    result.centrifuges_down = state.n_centrifuges_down
    result.capped = state.n_capped_turns
    result.foo_era = state.foo
    result.fatal_era = NONE
    result.fatal_clones = NONE
    result.fatal_cubes = NONE
    result.fatal_in_action = 0
    if SECOND_VORTEX <= state.cause <= MEGA_VORTEX_END:
        result.fatal_era = state.fatal_era
        result.fatal_clones = state.drop_clones
        result.fatal_cubes = state.drop_cubes
        result.fatal_in_action = state.fatal_in_action
    result.end_era = state.agent_era[state.active] if state.active >= 0 else NONE


@compiled
def tally(result: Result, rules: Rules, counts: Counts) -> None:
    """Add a row to the counts of its cell."""
    won = 1 if result.cause == MISSIONS_COMPLETED else 0
    counts.playouts += 1
    counts.capped += 1 if result.capped > 0 else 0
    counts.length_by_cause[result.cause, result.last_turn] += 1
    counts.completed_by_cause[result.cause, min(result.missions_completed, MAX_COMPLETED)] += 1
    counts.vortexes[min(result.vortexes, 5), won] += 1
    counts.loops[min(result.loops, MANY_LOOPS)] += 1
    if won:
        counts.turns_left_at_win[rules.cycles * N_ERAS - result.last_turn] += 1
    elif result.missions_completed == rules.missions_to_win - 1:
        counts.one_short[result.cause] += 1
    if SECOND_VORTEX <= result.cause <= MEGA_VORTEX_END:
        loss = result.cause - SECOND_VORTEX
        counts.fatal[loss, result.cycle, result.fatal_era, min(result.fatal_clones, MANY_CLONES)] += 1
        counts.fatal_in_action[loss] += result.fatal_in_action
    tally_agents(result, rules, counts, won)
    for mission in range(rules.n_missions):
        counts.mission_done[mission, won] += (result.missions_done >> mission) & 1
        counts.mission_failed[mission, won] += (result.missions_lost >> mission) & 1
    for card in range(rules.n_cards):
        if card < WORD:
            counts.taken[card, won] += (result.taken_0 >> card) & 1
            counts.used[card, won] += (result.used_0 >> card) & 1
        else:
            counts.taken[card, won] += (result.taken_1 >> (card - WORD)) & 1
            counts.used[card, won] += (result.used_1 >> (card - WORD)) & 1
    tally_totals(result, counts)


@compiled
def tally_agents(result: Result, rules: Rules, counts: Counts, won: int) -> None:
    """Count the team: each agent, each agent in its seat, each pair of agents."""
    for seat in range(rules.n_agents):
        agent = agent_in_seat(result, seat)
        counts.agent[agent, won] += 1
        counts.seat_agent[seat, agent, won] += 1
        for other_seat in range(seat):
            other = agent_in_seat(result, other_seat)
            counts.pair[min(agent, other), max(agent, other), won] += 1


@compiled
def agent_in_seat(result: Result, seat: int) -> int:
    """Return the agent who plays in a seat (0..3)."""
    if seat == 0:
        return result.agent_1
    if seat == 1:
        return result.agent_2
    if seat == 2:
        return result.agent_3
    return result.agent_4


@compiled
def tally_totals(result: Result, counts: Counts) -> None:
    """Add to the sums that TOTALS names."""
    counts.totals[0] += result.last_turn
    counts.totals[1] += result.free_moves
    counts.totals[2] += result.paid_moves
    counts.totals[3] += result.cards_used
    counts.totals[4] += result.loops
    counts.totals[5] += result.abilities
    counts.totals[6] += result.centrifuges_down
    counts.totals[7] += result.energy_added
    counts.totals[8] += result.rifts_dropped
    counts.totals[9] += result.rifts_removed
    counts.totals[10] += result.clones_destroyed
    counts.totals[11] += result.missions_failed


WON = Axis("won", ("lost", "won"))


def views(agents: Sequence[str], missions: Sequence[str], cards: Sequence[str]) -> list[View]:
    """Return how a report reads the counts; the names are the content's, by number."""
    agent = Axis("agent", tuple(agents))
    mission = Axis("mission", tuple(missions))
    card = Axis("artifact", tuple(cards))
    loss = Axis("cause", VORTEX_LOSSES)
    causes = Axis("cause", CAUSES, first=1)
    return [
        View(
            "vortex_losses",
            "Vortex losses by cause, cycle, era and clones",
            "The era is that of the vortex that lost the game; clones are those in Foo's era at the last drop "
            "(16: or more).",
            "fatal",
            (loss, Axis("cycle", first=1), Axis("era", ERA_NAMES), Axis("clones")),
            "share",
            section="losses",
        ),
        View(
            "vortex_losses_in_action",
            "Vortex losses brought about by the agents themselves",
            "The fatal vortex was made by a transfer of rifts in the action phase.",
            "fatal_in_action",
            (loss,),
            "share",
            section="losses",
        ),
        View(
            "missions_completed",
            "Missions completed, by how the game ended",
            "Share of all playouts.",
            "completed_by_cause",
            (causes, Axis("missions")),
            "share",
            section="missions",
        ),
        View(
            "mission_done",
            "Missions that were completed",
            "Win rate with the mission completed, and without: an association, not a cause.",
            "mission_done",
            (mission, WON),
            "with_without",
            section="missions",
        ),
        View(
            "mission_failed",
            "Missions that a vortex took",
            "Win rate with the mission failed, and without: an association, not a cause.",
            "mission_failed",
            (mission, WON),
            "with_without",
            section="missions",
        ),
        View(
            "agent",
            "Win rate by agent in the team",
            "All teams that have the agent.",
            "agent",
            (agent, WON),
            "win_rate",
            section="agents",
        ),
        View(
            "seat",
            "Win rate by seat and agent",
            "Seat 0 plays first (in solo: is listed first).",
            "seat_agent",
            (Axis("seat"), agent, WON),
            "win_rate",
            section="agents",
        ),
        View(
            "pair",
            "Win rate by pair of agents",
            "All teams that have both.",
            "pair",
            (agent, Axis("with", tuple(agents)), WON),
            "win_rate",
            section="agents",
        ),
        View(
            "artifact_taken",
            "Artifacts taken, from an era or as a reward",
            "Win rate with the artifact taken, and without: an association, not a cause.",
            "taken",
            (card, WON),
            "with_without",
            section="artifacts",
        ),
        View(
            "artifact_used",
            "Artifacts used at least once",
            "Win rate with the artifact used, and without: an association, not a cause; long games use more cards.",
            "used",
            (card, WON),
            "with_without",
            section="artifacts",
        ),
        View(
            "one_short",
            "Losses with all missions but one completed",
            "Share of all lost playouts.",
            "one_short",
            (causes,),
            "share",
            of="losses",
            section="tension",
        ),
        View(
            "turns_left",
            "Turns left at a win",
            "Over won playouts; 0: won in the last turn.",
            "turns_left_at_win",
            (Axis("turns"),),
            "distribution",
            of="wins",
            section="tension",
        ),
        View(
            "vortexes",
            "Win rate by number of vortexes at the end",
            "An association, not a cause.",
            "vortexes",
            (Axis("vortexes"), WON),
            "win_rate",
            section="tension",
        ),
        View(
            "loops",
            "LOOPs performed in a playout",
            "60 stands for 60 or more.",
            "loops",
            (Axis("loops"),),
            "distribution",
            section="tension",
        ),
    ]


def columns() -> list[Column]:
    """Return the data dictionary of the stored rows and of the counts."""
    return ROW_COLUMNS + COUNT_COLUMNS


ROW_COLUMNS = [
    Column("index", "row", "number of the playout in its cell", "", "0.."),
    Column("missions_done", "row", "bit set of the missions completed, by number", "bits", ""),
    Column("missions_lost", "row", "bit set of the missions that failed because of a vortex", "bits", ""),
    Column("taken_0", "row", "bit set of artifacts taken from an era or as a reward, cards 0 to 62", "bits", ""),
    Column("taken_1", "row", "the same, cards 63 to 125", "bits", ""),
    Column("used_0", "row", "bit set of cards used at least once, cards 0 to 62", "bits", ""),
    Column("used_1", "row", "the same, cards 63 to 125", "bits", ""),
    Column("cause", "row", "how the playout ended", "code", ", ".join(f"{i} {c}" for i, c in enumerate(CAUSES) if i)),
    Column("last_turn", "row", "turn in which the playout ended", "turns", "1..21 (28 with four cycles)"),
    Column("cycle", "row", "cycle of the last turn", "cycles", "1..3 (4)"),
    Column("seat", "row", "seat whose turn was the last; -1: nobody's (solo)", "seat", "-1..3"),
    *[
        Column(f"agent_{k}", "row", f"agent in seat {k - 1}, by number; -1: no such seat", "agent", "-1..7")
        for k in range(1, 5)
    ],
    Column("missions_completed", "row", "missions completed", "missions", "0.."),
    Column("missions_failed", "row", "missions that failed", "missions", "0..7"),
    Column("vortexes", "row", "vortexes made, mega vortexes included", "vortexes", "0..4"),
    Column("clones", "row", "clones on the board at the end, supa clones included", "clones", "0.."),
    Column("clones_destroyed", "row", "clones destroyed, supa clones included", "clones", "0.."),
    Column("supa_destroyed", "row", "supa clones destroyed", "clones", "0.."),
    Column("rifts_dropped", "row", "rifts dropped by the Machine", "cubes", "0.."),
    Column("rifts_removed", "row", "rifts removed by agents", "cubes", "0.."),
    Column("energy_added", "row", "energy added by agents", "cubes", "0.."),
    Column("free_moves", "row", "free moves", "actions", "0..21"),
    Column("paid_moves", "row", "paid moves", "actions", "0.."),
    Column("cards_used", "row", "cards used from the own hand", "actions", "0.."),
    Column("loops", "row", "LOOPs performed", "actions", "0.."),
    Column("abilities", "row", "uses of an ability that is an action of its own", "actions", "0.."),
    Column("centrifuges_down", "row", "centrifuges taken down", "actions", "0..3"),
    Column("capped", "row", "turns that hit the action limit", "turns", "0..21"),
    Column("foo_era", "row", "Foo's era at the end", "era", "0..6"),
    Column("fatal_era", "row", "era of the vortex that lost the game; -1: none did", "era", "-1..6"),
    Column(
        "fatal_clones",
        "row",
        "clones in Foo's era at the last drop of a vortex loss; -1: no vortex loss",
        "clones",
        "-1..",
    ),
    Column("fatal_cubes", "row", "rifts of that drop; -1: no vortex loss", "cubes", "-1.."),
    Column("fatal_in_action", "row", "1: the fatal vortex came from a transfer in the action phase", "", "0, 1"),
    Column("end_era", "row", "era of the agent whose turn was the last; -1: nobody's", "era", "-1..6"),
]

COUNT_COLUMNS = [
    Column("playouts", "count", "playouts", "playouts", "0.."),
    Column("capped", "count", "playouts in which a turn hit the action limit", "playouts", "0.."),
    Column("length_by_cause", "count", "playouts by cause and last turn", "playouts", "0.."),
    Column(
        "fatal",
        "count",
        "vortex losses by cause, cycle, era of the vortex, clones in Foo's era at the last drop",
        "playouts",
        "0..",
    ),
    Column(
        "fatal_in_action",
        "count",
        "vortex losses that came from a transfer in the action phase, by cause",
        "playouts",
        "0..",
    ),
    Column("completed_by_cause", "count", "playouts by cause and missions completed (8: or more)", "playouts", "0.."),
    Column("mission_done", "count", "playouts in which a mission was completed, lost and won", "playouts", "0.."),
    Column("mission_failed", "count", "playouts in which a mission failed, lost and won", "playouts", "0.."),
    Column("agent", "count", "playouts by agent in the team, lost and won", "playouts", "0.."),
    Column("seat_agent", "count", "playouts by seat and agent, lost and won", "playouts", "0.."),
    Column("pair", "count", "playouts by pair of agents, lost and won", "playouts", "0.."),
    Column("taken", "count", "playouts in which an artifact was taken, lost and won", "playouts", "0.."),
    Column("used", "count", "playouts in which a card was used, lost and won", "playouts", "0.."),
    Column("turns_left_at_win", "count", "won playouts by turns left", "playouts", "0.."),
    Column("one_short", "count", "lost playouts with all missions but one completed, by cause", "playouts", "0.."),
    Column("vortexes", "count", "playouts by number of vortexes at the end, lost and won", "playouts", "0.."),
    Column("loops", "count", "playouts by LOOPs performed (60: or more)", "playouts", "0.."),
    Column("totals", "count", "sums over playouts: " + ", ".join(TOTALS), "", "0.."),
]


def decode(rows: Any, agents: Sequence[str], missions: Sequence[str], cards: Sequence[str]) -> dict[str, Any]:
    """Return rows as columns of plain values: causes, agents, missions and cards by name."""
    columns: dict[str, Any] = {}
    for name in rows.dtype.names:
        values = rows[name].tolist()
        if name == "cause":
            columns[name] = [CAUSES[code] for code in values]
        elif name.startswith("agent_"):
            columns[name] = [agents[agent] if agent >= 0 else None for agent in values]
        elif name in ("missions_done", "missions_lost"):
            columns[name] = [names_in(bits, missions) for bits in values]
        elif name.endswith("_0"):
            pairs = zip(values, rows[name[:-1] + "1"].tolist(), strict=True)
            columns[name[:-2]] = [names_in(low, cards[:WORD]) + names_in(high, cards[WORD:]) for low, high in pairs]
        elif not name.endswith("_1"):
            columns[name] = values
    return columns


def names_in(bits: int, names: Sequence[str]) -> list[str]:
    """Return the names whose bits are set."""
    return [name for number, name in enumerate(names) if bits >> number & 1]

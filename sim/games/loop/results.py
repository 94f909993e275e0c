"""What a playout leaves behind: the stored row (`Result`) and the exact counts of its cell (`Counts`)."""

from __future__ import annotations

from typing import Annotated, Final

from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    CAUSES,
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

VORTEX_LOSSES = CAUSES[SECOND_VORTEX : MEGA_VORTEX_END + 1]
# The last entry of a counted axis stands for so many or more.
MANY_CLONES: Final = 16  # in Foo's era at the fatal drop
MANY_LOOPS: Final = 60
MANY_VORTEXES: Final = 5
MANY_COMPLETED: Final = 8


class Result:
    """The row that a run stores for a playout; the data dictionary (`telling.columns`) says what each field means.

    8-byte fields come first, so that a row has no padding.
    """

    index: Int64
    missions_done: Int64
    missions_lost: Int64
    taken_0: Int64
    taken_1: Int64
    used_0: Int64
    used_1: Int64
    cause: Int32
    last_turn: Int32
    cycle: Int32
    seat: Int32
    agent_1: Int32
    agent_2: Int32
    agent_3: Int32
    agent_4: Int32
    missions_completed: Int32
    missions_failed: Int32
    vortexes: Int32
    clones: Int32
    clones_destroyed: Int32
    supa_destroyed: Int32
    rifts_dropped: Int32
    rifts_removed: Int32
    energy_added: Int32
    free_moves: Int32
    paid_moves: Int32
    cards_used: Int32
    loops: Int32
    abilities: Int32
    centrifuges_down: Int32
    capped: Int32
    foo_era: Int32
    fatal_era: Int32
    fatal_clones: Int32
    fatal_cubes: Int32
    fatal_in_action: Int32
    end_era: Int32


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


class Counts:
    """Exact counts of a cell; two blocks' counts add up. `won` axes are (lost, won)."""

    playouts: Int64
    capped: Int64  # playouts in which some turn hit the action limit
    length_by_cause: Annotated[Int64s, (N_CAUSES, MAX_TURNS + 1)]
    # Vortex loss, cycle, era, clones at the drop
    fatal: Annotated[Int64s, (len(VORTEX_LOSSES), MAX_CYCLES + 1, N_ERAS, MANY_CLONES + 1)]
    fatal_in_action: Annotated[Int64s, (len(VORTEX_LOSSES),)]
    completed_by_cause: Annotated[Int64s, (N_CAUSES, MANY_COMPLETED + 1)]
    mission_done: Annotated[Int64s, (MAX_MISSIONS, 2)]
    mission_failed: Annotated[Int64s, (MAX_MISSIONS, 2)]
    agent: Annotated[Int64s, (MAX_AGENTS, 2)]
    seat_agent: Annotated[Int64s, (MAX_SEATS, MAX_AGENTS, 2)]
    pair: Annotated[Int64s, (MAX_AGENTS, MAX_AGENTS, 2)]  # lower agent first
    taken: Annotated[Int64s, (MAX_CARDS, 2)]
    used: Annotated[Int64s, (MAX_CARDS, 2)]
    turns_left_at_win: Annotated[Int64s, (MAX_TURNS + 1,)]
    one_short: Annotated[Int64s, (N_CAUSES,)]  # losses that lacked one mission, by cause
    vortexes: Annotated[Int64s, (MANY_VORTEXES + 1, 2)]
    loops: Annotated[Int64s, (MANY_LOOPS + 1,)]  # a playout
    totals: Annotated[Int64s, (len(TOTALS),)]  # sums over playouts, see TOTALS


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
    counts.completed_by_cause[result.cause, min(result.missions_completed, MANY_COMPLETED)] += 1
    counts.vortexes[min(result.vortexes, MANY_VORTEXES), won] += 1
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

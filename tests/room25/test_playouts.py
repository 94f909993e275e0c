"""Properties of whole playouts with `random`, in every cell of the default grid."""

from collections import Counter

import numpy as np
import pytest
from room25.positions import Table, laid_out
from room25.table_talk import GRID, name_of, positions, rules_of

from sim import records
from sim.games.room25.board import room_at
from sim.games.room25.figures import Counts, Result, record_result, tally
from sim.games.room25.policies.random import choose_at_random
from sim.games.room25.terms import (
    CAUSES,
    CENTRE,
    EMPTY,
    FLOODED,
    KEY,
    MAX_OPTIONS,
    N_CELLS,
    NONE,
    RUNNING,
    SHREDDER,
    TIMER,
    TRAPPED,
)

EVERY_CELL = pytest.mark.parametrize("axes", GRID, ids=name_of)


def check_tiles(state, dealt):
    """Every tile lies in one cell; rooms only ever become Empty; what is shut is of its kind."""
    assert sorted(state.tile_at.tolist()) == list(range(N_CELLS))
    assert state.cell_of[state.tile_at].tolist() == list(range(N_CELLS))
    changed = [tile for tile in range(N_CELLS) if state.room[tile] != dealt[tile]]
    assert all(state.room[tile] == EMPTY for tile in changed)
    if not state.emptied.any():
        assert {int(dealt[tile]) for tile in changed} <= {KEY, TIMER}
    assert {int(room) for room in state.room[state.closed == 1]} <= {FLOODED, SHREDDER}
    assert state.face_up[state.closed == 1].all()
    assert state.locked.sum() <= 2
    assert room_at(state, CENTRE) == 0


def check_characters(state, team):
    """The living stand on face-up tiles, the dead nowhere; deadlines are those of the rooms."""
    assert state.team.tolist() == team
    living = [c for c in range(state.n_characters) if state.alive[c]]
    assert len(living) == state.n_characters - state.n_deaths
    for c in range(state.n_characters):
        if c not in living:
            assert (state.cell[c], state.deadline[c]) == (NONE, NONE)
            continue
        assert state.face_up[state.tile_at[state.cell[c]]]
        if state.n_queue == 0:
            assert state.deadline[c] in (NONE, room_at(state, state.cell[c]))
            assert state.deadline[c] in (NONE, TRAPPED, FLOODED)
    for robot in range(state.n_robots):
        cell = state.robot_cell[robot]
        assert cell == NONE or state.face_up[state.tile_at[cell]]
        assert cell == NONE or not state.closed[state.tile_at[cell]]


def check_menu(table):
    """Something is on offer, nothing twice, to a living character."""
    options = table.options
    assert 0 < len(options) <= MAX_OPTIONS
    assert len(set(options)) == len(options)
    assert table.state.alive[table.state.chooser] or table.state.cause != RUNNING


@EVERY_CELL
def test_random_playouts_keep_to_the_table(axes):
    """Tiles and characters are conserved, menus are never empty nor have duplicates, and the playout ends in time."""
    rules = rules_of(axes)
    table = laid_out(rules, 5)
    dealt, team = table.state.room.copy(), table.state.team.tolist()
    while table.play_on():
        check_menu(table)
        check_tiles(table.state, dealt)
        check_characters(table.state, team)
        assert 0 < table.state.rounds_left + table.state.turn <= rules.rounds + 1
        table.choose(table.options[choose_at_random(table.state, table.menu)])
    check_tiles(table.state, dealt)
    assert 0 < table.state.cause < len(CAUSES)
    assert 1 <= table.state.turn <= rules.rounds


@EVERY_CELL
def test_every_option_can_be_carried_out(axes):
    """At choices of a playout each option, not only the one taken, leads on to a next choice or to the end."""
    rules = rules_of(axes)
    chance = np.random.default_rng(1)
    asked = Counter()
    for table in positions(rules, 11):
        question = int(table.state.asking)
        asked[question] += 1
        if asked[question] > 3:
            continue
        options = table.options
        for option in chance.choice(options, min(len(options), 12), replace=False):
            other = table.copy()
            other.menu, other.waits = table.menu.copy(), True
            other.choose(option, question)
            other.play_on()
            if other.waits:
                check_menu(other)


def test_a_playout_is_a_function_of_seed_and_index():
    """Played again it is the same, row for row; another index is another playout."""
    rules = rules_of(GRID[0])

    def rows(indices):
        return [row_of(play(rules, index), rules).tobytes() for index in indices]

    assert rows(range(4)) == rows(range(4))
    assert len(set(rows(range(4)))) == 4


def play(rules, index) -> Table:
    """Play a playout with `random` to its end."""
    table = laid_out(rules, index)
    while table.play_on():
        table.choose(table.options[choose_at_random(table.state, table.menu)])
    return table


def row_of(table, rules):
    """Return the row of a playout that has ended."""
    result = records.new(Result)
    record_result(table.state, rules, result)
    return result


def test_the_row_tells_what_happened():
    """What a row says of the dead, the actions and the end is what the table shows; the counts add up."""
    rules = rules_of(next(axes for axes in GRID if axes["mode"] == "suspicion"))
    counts = records.new(Counts)
    for index in range(6):
        table = play(rules, index)
        row, state = row_of(table, rules), table.state
        tally(row, rules, counts)
        dead = [c for c in range(state.n_characters) if not state.alive[c]]
        assert (row.index, row.cause, row.last_round, row.deaths) == (index, state.cause, state.turn, len(dead))
        assert row.dead_seats == sum(1 << c for c in dead)
        assert row.looks + row.moves + row.pushes + row.controls == state.n_done.sum()
        assert row.winner in (1, 2)

    assert counts.playouts == 6
    assert counts.length_by_cause.sum() == counts.winner.sum() == counts.deaths.sum() == 6
    assert counts.character.sum() == 6 * rules.n_characters

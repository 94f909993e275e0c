"""`planner` and `clairvoyant`: what they draw anew, what they may not see, and what they make of a position."""

import itertools

import numpy as np
import pytest
from room25.positions import laid_out, lay, new_rules
from room25.table_talk import GRID, PLAYERS, ask, disguise, name_of, peeks, positions, rules_of

from sim.game import Cell
from sim.games.room25 import GAME
from sim.games.room25.board import colour_of
from sim.games.room25.policies.cooperation.mind import new_mind
from sim.games.room25.policies.planner import redraw as redrawing
from sim.games.room25.policies.planner.plan import QUESTIONS, new_plan, set_dial, weights
from sim.games.room25.policies.planner.player import gains_enough, is_ahead
from sim.games.room25.policies.planner.redraw import redraw
from sim.games.room25.terms import (
    ASK_MOVE,
    EMPTY,
    MOVE,
    N_CELLS,
    ROOM_25,
    UNTOLD,
)
from sim.mixes import resolve

BASE = new_rules(base=True)
SOLO = new_rules("solo", base=True)
CELLS = {
    "base": BASE,
    "solo": SOLO,
    "coop_easy": new_rules(),
    "specials and cards": new_rules(mac="frenzy", agents=("max", "mimic", "sarah", "emmett")),
    "two players": new_rules(players=2, composition="coop_hard"),
}


def redrawn(table, sample=0):
    """Return a copy of a table as its chooser might hold it to be."""
    copy = table.copy()
    redraw(copy.state, table.rules, new_mind(), new_plan(), int(table.state.chooser), sample)
    return copy


def some(rules, index=0, step=5):
    """Return some choices of a playout by `random`."""
    return itertools.islice(positions(rules, index), 0, None, step)


def contents(state):
    """Return every field of a state, to be compared: the record's own bytes have padding between them."""
    return [state[name].tolist() for name in state.dtype.names]


def unseen(state):
    """Return the tiles that the chooser has not seen."""
    known = int(state.knows[state.chooser])
    return [tile for tile in range(N_CELLS) if not state.face_up[tile] and not (known >> tile) & 1]


def n_by_colour(rooms):
    """Return how many rooms of each colour there are."""
    return np.bincount([colour_of(room) for room in rooms], minlength=4).tolist()


# -- What is drawn anew --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("axes", GRID, ids=name_of)
def test_a_redraw_keeps_what_is_known(axes):
    """In every cell: rooms seen and colours told stay, each colour has its number, blue is in the exit zone."""
    rules = rules_of(axes)
    for table in some(rules, step=20):
        state = table.state
        for sample in range(2):
            other = redrawn(table, sample).state
            hidden = unseen(state)
            seen = sorted(set(range(N_CELLS)) - set(hidden))
            told = [tile for tile in hidden if state.told[tile] != UNTOLD]
            assert (other.room[seen] == state.room[seen]).all()
            assert n_by_colour(other.room) == n_by_colour(state.room)
            if axes["mode"] != "suspicion":  # nobody lies
                assert all(colour_of(other.room[tile]) == state.told[tile] for tile in told)
            assert all((state.dealt_out >> tile) & 1 for tile in hidden if other.room[tile] == ROOM_25)
            if not rules.n_random.any():
                assert sorted(other.room) == sorted(state.room)
            else:
                n = np.bincount(other.room[other.room > 0], minlength=len(rules.n_fixed))
                assert (n >= rules.n_fixed).all()
                assert (n <= rules.n_fixed + rules.supply).all()


def test_a_room_made_empty_is_not_drawn_again():
    """Sarah empties a room seen by all: what lies hidden is what it was, also where there is no Empty room to draw."""
    rules = new_rules(composition="coop_hard", agents=("sarah", "max", "frank", "kevin"))
    table = laid_out(rules)
    table.begin_round()
    state = table.state
    tile = next(tile for tile in range(N_CELLS) if colour_of(state.room[tile]) == 3)
    state.face_up[tile], state.room[tile] = 1, EMPTY
    other = redrawn(table).state

    assert sorted(other.room) == sorted(state.room)
    assert (other.room == EMPTY).sum() == 1


def test_samples_differ():
    """Each sample is another complex, and Room 25 comes to lie all over the exit zone."""
    table = laid_out(BASE)
    table.begin_round()
    rooms = [tuple(redrawn(table, sample).state.room.tolist()) for sample in range(100)]

    assert len(set(rooms)) == 100
    exit_zone = {tile for tile in range(N_CELLS) if table.state.dealt_out >> tile & 1}
    assert {room.index(ROOM_25) for room in rooms} == exit_zone & set(unseen(table.state))


def test_cards_left_are_those_not_drawn():
    """R-MAC-1: the deck holds the same cards."""
    for table in some(CELLS["specials and cards"]):
        state, other = table.state, redrawn(table).state
        first, n = int(state.mac_drawn), int(state.n_mac)
        assert sorted(state.mac_deck[first : first + n]) == other.mac_deck[first : first + n].tolist()


# -- What is hidden ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", CELLS)
def test_a_redraw_knows_nothing_hidden(cell):
    """Hidden rooms, programs, the key and the order of the cards leave no trace in what is tried out."""
    chance = np.random.default_rng(25)
    for table in some(CELLS[cell], step=3):
        assert contents(redrawn(table).state) == contents(redrawn(disguise(table, chance)).state)


def test_a_redraw_that_sees_every_room_is_found(monkeypatch):
    """With open eyes it would fail the test above."""
    monkeypatch.setattr(redrawing, "room_seen", lambda state, c, tile: int(state.room[tile]))
    chance = np.random.default_rng(25)
    assert any(
        contents(redrawn(table).state) != contents(redrawn(disguise(table, chance)).state) for table in some(BASE)
    )


# Character 0, on its way to the others in Room 25, may go by 6, which nobody has seen, or the long way round, in time.
# There are two rooms that nobody has seen, of which one is Mortal; or one, and it is Mortal.
WAYS = {
    "mortal near": ". 25@123 . . . / . ?mortal . . . / . .@0 . . . / . . . . . / . . . . ?",
    "mortal far": ". 25@123 . . . / . ? . . . / . .@0 . . . / . . . . . / . . . . ?mortal",
    "mortal for sure": ". 25@123 . . . / . ?mortal . . . / . .@0 . . . / . . . . . / . . . . .",
}


def on_its_way(mortal):
    """Return a table at which character 0 is asked where to go."""
    table = lay(BASE, WAYS[mortal], rounds_left=4)
    assert 6 in table.act(0, MOVE)
    assert table.state.asking == ASK_MOVE
    return table


def test_planner_counts_the_rooms():
    """The only room that nobody has seen must be Mortal: greedy enters it, the planner goes round."""
    assert ask(PLAYERS["greedy"], on_its_way("mortal for sure")) == 6
    assert ask(PLAYERS["planner"], on_its_way("mortal for sure")) != 6


def test_information_clairvoyant_sees_what_the_planner_does_not():
    """The yardstick enters the room if it is not the Mortal one; the planner says the same, whichever it is."""
    assert ask(PLAYERS["clairvoyant"], on_its_way("mortal near")) != 6
    assert ask(PLAYERS["clairvoyant"], on_its_way("mortal far")) == 6
    assert ask(PLAYERS["planner"], on_its_way("mortal near")) == ask(PLAYERS["planner"], on_its_way("mortal far"))


def test_information_clairvoyant_is_found():
    """The test of hidden information that others pass finds the yardstick out."""
    tables = (on_its_way("mortal near") for _ in range(20))
    assert peeks(PLAYERS["clairvoyant"], tables, np.random.default_rng(25))


# -- The race ------------------------------------------------------------------------------------------------------


def plan_with(samples, tried, caution=3, sees_hidden=False):
    """Return a plan amid a race."""
    plan = new_plan()
    set_dial(plan, 8, samples, sees_hidden)
    plan.tried, plan.caution, plan.escaped = tried, caution, 4
    return plan


@pytest.mark.parametrize(
    ("samples", "tried", "wins", "losses", "enough"),
    [
        (16, 16, 4, 0, True),  # (4 * 4)^2 = 256 > 3 * 4 * 4^2 = 192
        (16, 16, 3, 0, False),  # 144 = 3 * 48
        (16, 16, 8, 2, True),  # 576 > 480
        (16, 16, 7, 2, False),  # 400 < 432
        (16, 4, 1, 0, True),  # at this pace it would be 4 of 16
        (16, 8, 1, 0, False),  # ... and here 2 of 16
        (16, 16, 0, 4, False),
    ],
)
def test_a_gain_must_be_more_than_chance(samples, tried, wins, losses, enough):
    """The square of what was gained, against the sum of the squares, at the pace so far."""
    assert gains_enough(plan_with(samples, tried), 4 * (wins - losses), 16 * (wins + losses)) == enough


def test_who_sees_all_takes_any_gain():
    """One complex, the true one, is enough."""
    plan = plan_with(16, 1, sees_hidden=True)
    assert plan.samples == 1
    assert gains_enough(plan, 3, 9)


@pytest.mark.parametrize(("held", "ahead"), [([4] * 16, True), ([4] * 13 + [0] * 3, True), ([4] * 12 + [0] * 4, False)])
def test_where_greedy_wins_nothing_else_is_tried(held, ahead):
    """Four failures of 16 could be gained, three would be too few."""
    plan = plan_with(16, 16)
    plan.held[:16] = held
    assert is_ahead(plan) == ahead


def test_weights_name_questions():
    """What is tried out is named by questions that there are."""
    assert set(weights()["questions"]) <= set(QUESTIONS)


# -- What it says of its choices -----------------------------------------------------------------------------------


def test_a_trace_explains_what_was_tried():
    """A program and a step that were tried out say on how many complexes, and what came of it."""
    content = GAME.load_content()
    parameters = GAME.parameters_model().model_validate({"rounds": {"base_cooperation": 1}})
    chosen = {"mode": ["cooperation"], "composition": ["beginner"], "rules": ["base"], "players": [4]}
    axes = GAME.cells(chosen, content)[0]
    policy = "greedy+seat2=planner(width=1, samples=4)"
    cell = Cell(0, axes, policy, players=resolve(policy, GAME, axes, content))
    lines = list(GAME.trace(cell, parameters, content, 3, 0))
    planned = [line for line in lines if "planned" in line]

    assert planned
    assert {line.get("character", line["agent"]) for line in planned} == {lines[0]["agents"][1]}
    assert planned[0]["event"] == "programmed"
    assert planned[0]["planned"] == {"complexes": 4, "before": 0.0, "after": 0.0, "instead_of": None}
    assert any("* Tried on 4 complexes: worth 0%." in line for line in GAME.narrate(lines))

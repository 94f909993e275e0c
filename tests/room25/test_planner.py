"""`planner` and `clairvoyant`: what they draw anew, what they may not see, and what they make of a position."""

import itertools

import numpy as np
import pytest
from room25.positions import laid_out, lay, new_rules, program
from room25.table_talk import GRID, PLAYERS, ask, disguise, name_of, peeks, positions, rules_of

from sim.game import Cell
from sim.games.room25 import GAME
from sim.games.room25.board import colour_of
from sim.games.room25.play import Space
from sim.games.room25.policies.cooperation.mind import new_mind
from sim.games.room25.policies.cooperation.mind import weights as greedy_weights
from sim.games.room25.policies.planner import player
from sim.games.room25.policies.planner import redraw as redrawing
from sim.games.room25.policies.planner.plan import (
    PLAYOUT,
    QUESTIONS,
    SURE,
    TRIAL,
    new_foresight,
    new_plan,
    set_dial,
    weights,
)
from sim.games.room25.policies.planner.player import (
    expect_programs,
    gains_enough,
    is_ahead,
    is_worth_trying,
    worth,
)
from sim.games.room25.policies.planner.redraw import redraw
from sim.games.room25.policies.planner.risk import dare
from sim.games.room25.terms import (
    ACT,
    ACTIONS,
    ASK_MOVE,
    ASK_PROGRAM,
    CENTRE,
    COLD,
    CONTROL,
    DEATH,
    EMPTY,
    ESCAPED,
    ESCAPED_IN_PART,
    LOOK,
    MOVE,
    N_CELLS,
    NO_ACTION,
    NONE,
    NOT_GATHERED,
    RED,
    ROOM_25,
    SECOND,
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


def expected(table):
    """Return what all expect of each other at the choice of a program."""
    space = Space()
    set_dial(space.plan, 1, 4, sees_hidden=False)
    space.plan.planners = 0b1111
    space.states[PLAYOUT] = table.state
    expect_programs(space.states, table.rules, space.scratch, space.foresight, space.plan, space.notes[0])
    return space.plan.expected[:4].tolist()


def test_information_a_token_that_goes_with_a_program_is_not_seen():
    """Whether the first has spent its token makes no difference to what the next holds possible, or all expect."""
    tables = []
    for third in (NO_ACTION, MOVE):
        table = laid_out(CELLS["coop_easy"])
        table.begin_round()
        table.choose(program(LOOK, MOVE, third))
        table.play_on()
        tables.append(table)
    without, spent = tables

    assert (without.state.chooser, spent.state.chooser) == (1, 1)
    assert (without.state.has_adrenaline[0], spent.state.has_adrenaline[0]) == (1, 0)
    assert contents(redrawn(without).state) == contents(redrawn(spent).state)
    assert expected(without) == expected(spent)


@pytest.mark.parametrize(
    ("passing", "place", "n_left"),
    [
        (2, 3, 1),  # nobody has had a third action
        (3, 0, 1),  # ... nor has character 1, who comes after the chooser
        (3, 1, 0),  # it acts now
        (3, 3, 0),  # it has acted
    ],
)
def test_a_token_is_spent_when_it_is_seen(passing, place, n_left):
    """R-RND-3: in round 1 character 1 has spent its token; the others learn of it in the third pass, in turn order."""
    table = lay(CELLS["coop_easy"], turn=1, passing=passing, place=place, step=ACT, chooser=0)
    table.state.has_adrenaline[:4] = 0
    table.state.program[1] = (LOOK, MOVE, MOVE)
    other = redrawn(table).state

    assert other.has_adrenaline[1] + (other.program[1, 2] != NO_ACTION) == n_left
    assert other.has_adrenaline[0] == other.has_adrenaline[2] == 0


def test_information_what_all_expect_does_not_hang_on_who_asks():
    """What the first programmer has seen of its own is not known to the others: they expect the same of it."""
    table = laid_out(BASE)
    table.begin_round()
    other = table.copy()
    other.state.knows[other.state.chooser] = (1 << N_CELLS) - 1
    disguised = disguise(table, np.random.default_rng(25))

    assert expected(other) == expected(table) == expected(disguised)
    assert all(value != NONE for value in expected(table))


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


def plan_with(samples, tried, caution=3, sees_hidden=False, least=0):
    """Return a plan amid a race."""
    plan = new_plan()
    set_dial(plan, 8, samples, sees_hidden)
    plan.tried, plan.caution, plan.escaped, plan.least = tried, caution, 4, least
    plan.spare, plan.reach = 0, 4
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


@pytest.mark.parametrize(("gain", "enough"), [(32, False), (33, True)])
def test_a_gain_must_be_worth_it(gain, enough):
    """However sure: on 16 complexes, where 2 a complex are the least, more than 32. Spread evenly the test of chance
    is passed: 33^2 = 1089 > 3 * 16 * (33 / 16)^2 = 204.
    """
    assert gains_enough(plan_with(16, 16, least=2), gain, 68) == enough


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


@pytest.mark.parametrize(
    ("held", "wins", "tried", "stands"),
    [
        ([4, 0, 4, 4], [4, 4, 4, 4], [1, 0, 2, 3], True),  # (4 * 1)^2 * 16 = 256 > 3 * 4^2 * 4 = 192
        ([4, 0, 4, 4], [4, 0, 4, 4], [1], False),  # where the default fails it fails, too: no more can be gained
        ([4, 0, 4, 4], [0, 4, 4, 4], [1, 0], False),  # what it gained is lost again
        ([0, 0, 4, 4], [0, 4, 4, 4], [0, 1, 2, 3], True),
    ],
)
def test_a_heat_is_over_where_not_enough_can_be_gained(monkeypatch, held, wins, tried, stands):
    """An option is tried first where the default came to least, and no further than it may still gain enough."""
    space, seen = Space(), []

    def look_up(states, rules, scratch, mind, plan, option, sample):
        seen.append(sample)
        return held[sample] if option == MOVE else wins[sample]

    monkeypatch.setattr(player, "try_on", look_up)
    monkeypatch.setattr(player, "draw", lambda *_: None)
    plan = plan_with(16, 4)
    plan.option[:2] = (MOVE, LOOK)
    plan.tried = 0
    player.try_first(space.states, BASE, space.scratch, space.foresight, plan, 0, 4)
    assert seen == [0, 1, 2, 3]
    seen.clear()
    assert player.stands_the_heat(space.states, BASE, space.scratch, space.foresight, plan, 1, 0) == stands
    assert seen == tried


@pytest.mark.parametrize(("cell", "tried"), [(CENTRE, False), (7, True)])
def test_what_would_be_lost_is_not_tried(cell, tried):
    """R-ACT-5: nobody slides from the Central Room; after a move one may."""
    state = laid_out(BASE).state
    state.asking, state.chooser, state.cell[0] = ASK_PROGRAM, 0, cell
    default = program(LOOK, MOVE)

    assert is_worth_trying(state, program(CONTROL, MOVE), default) == tried
    assert is_worth_trying(state, program(MOVE, CONTROL), default)


def test_weights_name_questions():
    """What is tried out is named by questions that there are."""
    assert set(weights()["questions"]) <= set(QUESTIONS)


# -- What trials have in common -------------------------------------------------------------------------------------


def trials_of(table, sees_hidden, sample, shares):
    """Return how the trial of every program that is worth it goes, of three rounds, and how many states were kept."""
    space = Space()
    plan, state = space.plan, table.state
    set_dial(plan, 32, 256, sees_hidden)
    plan.until = int(state.turn) + 3
    space.states[PLAYOUT] = state
    player.draw(space.states, table.rules, space.foresight, plan, sample)
    ends = []
    default = CONTROL  # which is put off
    for option in (default, *(option for option in table.options if is_worth_trying(state, option, default))):
        if not shares:
            plan.kept[sample] = 0
        value = player.try_on(space.states, table.rules, space.scratch, space.foresight, plan, option, sample)
        ends.append((option, value, contents(space.states[TRIAL])))
    return ends, int((plan.kept[sample] > 0).sum())


@pytest.mark.parametrize("sees_hidden", [False, True])
@pytest.mark.parametrize("cell", [name for name in CELLS if name != "solo"])  # solo has no programs
def test_a_trial_begun_where_programs_part_is_as_one_from_the_start(cell, sees_hidden):
    """R-RND-1: in the same words to the end, on the first complex as on the last that there can be."""
    most = 0
    for index in range(2):
        asked = (table for table in some(CELLS[cell], index, step=1) if table.state.asking == ASK_PROGRAM)
        for sample, table in zip((0, 255, 1, 254), itertools.islice(asked, 1, None, 3), strict=False):
            shared, n_kept = trials_of(table, sees_hidden, 0 if sees_hidden else sample, shares=True)
            assert shared == trials_of(table, sees_hidden, 0 if sees_hidden else sample, shares=False)[0]
            most = max(most, n_kept)
    assert most > 1  # something was kept of what begins alike, besides what all have in common


# -- What a trial counts -------------------------------------------------------------------------------------------

# Character 0 stands above the Central Room. What it has seen is drawn without a question mark. Of the rooms that it has
# not seen, one is Mortal and two are Trapped.
RISKS = ". ? . . . / . ?mortal .@0 ? . / ?trapped . . . . / . . . . . / . . . . ?trapped"


def dared(to, told=(), program=(), who=0, knows=()):
    """Return the chance that a step of character 0 in a trial is survived, in parts of SURE, and the table."""
    table = lay(BASE, RISKS)
    for tile, colour in told:
        table.state.told[tile] = colour
    for c, tile in knows:
        table.state.knows[c] |= 1 << tile
    table.state.program[0, : len(program)] = program
    table.act(0, MOVE)
    plan = new_plan()
    plan.alive = SURE
    dare(table.state, table.rules, plan, who, to)
    return int(plan.alive), table


@pytest.mark.parametrize(
    ("to", "choice", "deadly", "alike"),
    [
        (8, {}, 1, 5),  # cells 1, 6, 8, 10 and 24 have not been seen; the Mortal room is among them
        (6, {}, 1, 5),  # ... as likely here as there
        (2, {}, 0, 1),  # seen
        (8, {"program": (MOVE, LOOK)}, 3, 5),  # a trap would not be left by a look
        (8, {"told": ((6, RED), (10, RED), (24, RED))}, 0, 2),  # it must be one of those told red
        (6, {"told": ((6, RED), (10, RED), (24, RED))}, 1, 3),
        (8, {"knows": ((0, 10), (0, 24))}, 1, 3),  # it has looked at two
        (8, {"knows": ((3, 10), (3, 24)), "who": 3}, 1, 3),  # the other who tries this out has
        (6, {"knows": ((0, 6),)}, 0, 1),  # it knows what it does
    ],
)
def test_a_blind_step_counts_by_its_chance(to, choice, deadly, alike):
    """A room that neither has seen kills by the share of those that kill in those of which as much is told."""
    assert dared(to, **choice)[0] == SURE * (alike - deadly) // alike


def test_who_dares_goes_on_alive():
    """The Mortal room changes places with another of which as much is known, and the step is survived."""
    _, table = dared(6)
    assert table.room(6) == "empty"
    assert sorted(table.state.room) == sorted(lay(BASE, RISKS).state.room)
    table.choose(6)
    assert table.state.n_deaths == 0


def test_what_is_sure_is_not_survived():
    """The only room that has not been seen is Mortal: nothing is left of the trial."""
    alive, table = dared(6, knows=[(0, tile) for tile in (1, 8, 10, 24)])
    assert alive == 0
    assert table.room(6) == "mortal"


@pytest.mark.parametrize(
    ("cause", "deaths", "dead_before", "counts"),
    [
        (ESCAPED, 0, 0, "escaped"),
        (ESCAPED_IN_PART, 1, 0, "in_part"),
        (ESCAPED_IN_PART, 1, 1, "escaped"),  # nobody else died
        (NOT_GATHERED, 0, 0, "in_hand"),
        (NOT_GATHERED, 1, 0, None),
        (DEATH, 2, 1, None),
    ],
)
def test_what_the_end_of_a_trial_counts(cause, deaths, dead_before, counts):
    """All out, some of them, time up with all alive; a death more counts nothing."""
    state = lay(BASE).state
    state.cause, state.n_deaths = cause, deaths
    plan = new_plan()
    plan.escaped, plan.in_part, plan.in_hand, plan.n_dead = 1000, 300, 200, dead_before
    assert worth(state, plan) == (getattr(plan, counts) if counts else 0)


def test_foresight_is_greedy_but_for_what_is_named():
    """Trials go on by the weights of `greedy`, or a user's, but for those of the planner's table."""
    named = {"blind": 77, "price": {**greedy_weights()["price"], "cold": 2}}
    mind, greedy = new_foresight(None, {"foresight": named}), new_mind()
    changed = {name for name in mind.dtype.names if (mind[name] != greedy[name]).any()}

    assert changed == {"blind", "price"}
    assert (mind.blind, mind.price[COLD]) == (77, 2)
    assert new_foresight({**greedy_weights(), "hope": 33}).hope == 33


# -- What it says of its choices -----------------------------------------------------------------------------------


def explained_cell(policy="greedy+seat2=planner(width=1, samples=4)"):
    """Return a cell of one round of base cooperation, and what `trace` takes beside it."""
    content = GAME.load_content()
    parameters = GAME.parameters_model().model_validate({"rounds": {"base_cooperation": 1}})
    chosen = {"mode": ["cooperation"], "composition": ["beginner"], "rules": ["base"], "players": [4]}
    axes = GAME.cells(chosen, content)[0]
    return Cell(0, axes, policy, players=resolve(policy, GAME, axes, content)), parameters, content, 3, 0


def test_a_trace_explains_what_was_tried():
    """A program and a step that were tried out say on how many complexes, and what came of it."""
    lines = list(GAME.trace(*explained_cell()))
    planned = [line for line in lines if "planned" in line]

    assert planned
    assert {line.get("character", line["agent"]) for line in planned} == {lines[0]["agents"][1]}
    assert planned[0]["event"] == "programmed"
    first = weights()["first"]  # in one round nobody gets out: nothing is gained in the first heat
    assert planned[0]["planned"]["complexes"] == first
    assert planned[0]["planned"]["before"] == 0.0
    assert any(f"* Tried on {first} complexes: worth 0%." in line for line in GAME.narrate(lines))


def test_who_follows_notes_plays_and_tells_the_same():
    """By its notes a playout is told line for line as it is with all that is tried out."""
    which = explained_cell()
    assert list(GAME.retell(GAME.notes(*which), *which)) == list(GAME.trace(*which))


def test_who_follows_notes_does_not_think(monkeypatch):
    """Other notes are followed, too: nothing is tried out."""
    which = explained_cell()
    notes = np.frombuffer(bytes.fromhex(GAME.notes(*which)), Space().notes.dtype).copy()
    first = notes["complexes"].argmax()  # its program, after its look in set-up
    program = LOOK + SECOND * (MOVE if notes["option"][first] == LOOK + SECOND * CONTROL else CONTROL)
    notes["option"][first] = program
    monkeypatch.setattr(player, "race", None)
    lines = list(GAME.retell(notes.tobytes().hex(), *which))

    (made,) = [line for line in lines if line.get("event") == "programmed" and "planned" in line]
    assert made["actions"] == [ACTIONS[program % SECOND], ACTIONS[program // SECOND]]

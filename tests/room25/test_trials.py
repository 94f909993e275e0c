"""`planner` and `clairvoyant` in suspicion: what they draw anew, what they may not see, what they try out and do."""

import itertools

import numpy as np
import pytest
from room25.positions import laid_out, lay, new_rules, program
from room25.table_talk import GRID, PLAYERS, disguise, name_of, peeks, positions, rules_of

from sim.game import Cell
from sim.games.room25 import GAME
from sim.games.room25.play import Space
from sim.games.room25.policies.planner import redraw as redrawing
from sim.games.room25.policies.planner.plan import DRAWN, PLAYOUT, set_dial
from sim.games.room25.policies.planner.player import leader
from sim.games.room25.policies.suspicion.mind import new_doubts
from sim.games.room25.policies.suspicion.trials import player, worlds
from sim.games.room25.policies.suspicion.trials.player import enter, is_worth_trying, race, try_in
from sim.games.room25.policies.suspicion.trials.scheme import QUESTIONS, new_scheme, weights
from sim.games.room25.policies.suspicion.trials.worlds import suppose
from sim.games.room25.state import Menu
from sim.games.room25.terms import (
    ASK_PROGRAM,
    BLUE,
    CENTRE,
    CONTROL,
    ESCAPED,
    GREEN,
    GUARD,
    LOOK,
    MOVE,
    N_CELLS,
    NO_ACTION,
    OUT_OF_TIME,
    PLAN,
    PRISONER,
    PUSH,
    RED,
    ROOM_25,
    TWO_DEAD,
    UNTOLD,
    YELLOW,
)
from sim.mixes import resolve
from sim.records import new

FOUR = new_rules("suspicion")  # 4 prisoners and 1 guard among the cards
FIVE = new_rules("suspicion", players=5)  # 4 prisoners and 2 guards
SIX = new_rules("suspicion", players=6)
BASE = new_rules("suspicion", base=True)
CELLS = {"four": FOUR, "five": FIVE, "six": SIX, "base": BASE}


def supposed(table, sample=0):
    """Return a copy of a table as its chooser might hold it to be."""
    copy = table.copy()
    suppose(copy.state, table.rules, new(Menu), new_doubts(), new_scheme(), int(table.state.chooser), sample)
    return copy


def roles(table, sample=0):
    """Return the roles that the chooser holds possible."""
    return supposed(table, sample).state.role[: table.state.n_characters].tolist()


def some(rules, index=0, step=5, of="random"):
    """Return some choices of a playout."""
    return itertools.islice(positions(rules, index, PLAYERS[of]), 0, None, step)


def contents(state):
    """Return every field of a state, to be compared: the record's own bytes have padding between them."""
    return [state[name].tolist() for name in state.dtype.names]


def unseen(state):
    """Return the tiles that the chooser has not seen."""
    known = int(state.knows[state.chooser])
    return [tile for tile in range(N_CELLS) if not state.face_up[tile] and not (known >> tile) & 1]


# -- What is drawn anew --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("axes", [axes for axes in GRID if axes["mode"] == "suspicion"], ids=name_of)
@pytest.mark.parametrize("of", ["random", "greedy"])
def test_a_world_keeps_what_is_known(axes, of):
    """Rooms seen, roles shown and one's own stay; no more cards than there are; no two prisoners contradict."""
    rules = rules_of(axes)
    for table in some(rules, index=3, step=17, of=of):
        state = table.state
        n = int(state.n_characters)
        for sample in range(2):
            other = supposed(table, sample).state
            hidden = unseen(state)
            seen = sorted(set(range(N_CELLS)) - set(hidden))
            known = [c for c in range(n) if c == state.chooser or state.shown[c]]
            drawn = other.role[:n].tolist()
            assert (other.room[seen] == state.room[seen]).all()
            assert (other.role[known] == state.role[known]).all()
            assert drawn.count(GUARD) <= rules.n_guard_cards
            assert drawn.count(PRISONER) <= rules.n_prisoner_cards
            if of == "greedy":  # whose prisoners tell the truth in any case
                pairs = [(a, b) for a, b in itertools.combinations(range(n), 2) if state.disputes[a] >> b & 1]
                assert all(GUARD in (drawn[a], drawn[b]) for a, b in pairs)
            assert all((state.dealt_out >> tile) & 1 for tile in hidden if other.room[tile] == ROOM_25)
            assert (other.chooser, other.asking) == (state.chooser, state.asking)


@pytest.mark.parametrize(("role", "share"), [(PRISONER, 2 / 5), (GUARD, 1 / 5)])
def test_suspicion_1_roles_come_from_the_cards_that_are_left(role, share):
    """R-SUS-1: with 5 characters a prisoner sees 3 prisoners and 2 guards left for each other, a guard 4 and 1."""
    table = lay(FIVE, turn=0)
    table.begin_round()
    table.state.role[table.state.chooser] = role
    drawn = np.array([roles(table, sample) for sample in range(400)])
    others = [c for c in range(5) if c != table.state.chooser]

    assert (drawn[:, table.state.chooser] == role).all()
    assert drawn[:, others].mean(axis=0) == pytest.approx([share] * 4, abs=0.08)  # over 3 standard errors of 0.025


def told_by(table, cell, colour, teller):
    """Let a character have told a colour of the room in a cell (tile k lies in cell k)."""
    table.state.told[cell], table.state.teller[cell] = colour, teller + 1


def asked_first(rules, **fields):
    """Return a table at which character 0, a prisoner, makes its program."""
    table = lay(rules, turn=1, step=PLAN, place=1, chooser=0, asking=ASK_PROGRAM, **fields)
    table.state.role[:] = PRISONER
    return table


def test_who_was_caught_is_a_guard_in_every_world():
    """There is one guard among four: all others are then prisoners."""
    table = asked_first(FOUR)
    table.state.caught[2] = 1
    assert {tuple(roles(table, sample)) for sample in range(50)} == {(PRISONER, PRISONER, GUARD, PRISONER)}


def test_of_two_who_contradict_each_other_one_is_a_guard():
    """One guard among four, and it is one of the two; either may be it."""
    table = asked_first(FOUR)
    table.state.disputes[1], table.state.disputes[3] = 1 << 3, 1 << 1
    drawn = {tuple(roles(table, sample)) for sample in range(50)}

    assert drawn == {(PRISONER, GUARD, PRISONER, PRISONER), (PRISONER, PRISONER, PRISONER, GUARD)}


def test_suspicion_1_of_two_dead_two_are_not_prisoners():
    """R-SUS-1: with the first death that is a prisoner's the guards would have won, where one is enough."""
    table = asked_first(FOUR)
    table.rules = FOUR.copy()
    table.rules.guards_to_win_deaths = 1
    table.state.alive[1], table.state.n_deaths = 0, 1
    assert {tuple(roles(table, sample)) for sample in range(50)} == {(PRISONER, GUARD, PRISONER, PRISONER)}


def test_who_did_harm_is_taken_for_a_guard_while_there_are_cards():
    """Two did harm, and there is one guard: never both."""
    table = asked_first(FOUR)
    table.state.harm[1] = table.state.harm[2] = 1
    drawn = {tuple(roles(table, sample)) for sample in range(50)}

    assert all(one.count(GUARD) == 1 for one in drawn)
    assert all(GUARD in (one[1], one[2]) for one in drawn)


@pytest.mark.parametrize(
    ("role", "colour", "is_true"),
    [
        (PRISONER, RED, True),
        (PRISONER, GREEN, True),
        (PRISONER, BLUE, True),
        (GUARD, RED, False),  # it may be Room 25
        (GUARD, GREEN, False),  # ... a Mortal room
        (GUARD, YELLOW, True),
        (PRISONER, UNTOLD, False),
    ],
)
def test_whose_word_counts(role, colour, is_true):
    """Guards lie as `greedy` lies, of Room 25 and of Mortal rooms."""
    table = asked_first(FOUR)
    told_by(table, 7, colour, 1)
    table.state.role[1] = role
    assert worlds.is_true(table.state, new_doubts(), 7) == is_true


# -- What is hidden ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", ["random", "greedy"])
@pytest.mark.parametrize("cell", CELLS)
def test_information_a_world_knows_nothing_hidden(cell, of):
    """Hidden rooms, roles, programs and the key leave no trace in what is tried out."""
    chance = np.random.default_rng(25)
    for table in some(CELLS[cell], index=4, step=5, of=of):
        assert contents(supposed(table).state) == contents(supposed(disguise(table, chance)).state)


@pytest.mark.parametrize("peeked", ["roles", "rooms"])
def test_information_a_world_that_sees_too_much_is_found(monkeypatch, peeked):
    """One drawn from the true roles, or from rooms that nobody has seen, fails the test above."""
    if peeked == "roles":
        monkeypatch.setattr(worlds, "judge", lambda state, rules, doubts, c: see_through(state, doubts))
    else:
        monkeypatch.setattr(redrawing, "room_seen", lambda state, c, tile: int(state.room[tile]))
    chance = np.random.default_rng(25)
    pairs = ((supposed(table), supposed(disguise(table, chance))) for table in some(FIVE))
    assert any(contents(one.state) != contents(other.state) for one, other in pairs)


def see_through(state, doubts):
    """Take everybody for what he is."""
    doubts.is_guard[:] = state.role == GUARD
    doubts.is_prisoner[:] = state.role == PRISONER


@pytest.mark.parametrize("rules", [FIVE, BASE], ids=["online", "base"])
def test_information_hidden_things_change_no_choice_in_suspicion(rules):
    """What is chosen after trials is the same, on positions that greedy prisoners and guards come to."""
    tables = some(rules, index=4, step=13, of="greedy")
    assert not peeks(PLAYERS["planner"], tables, np.random.default_rng(25))


def test_information_a_token_that_goes_with_a_program_is_not_seen_in_suspicion():
    """Whether the first has spent its token makes no difference to what the next holds possible."""
    tables = []
    for third in (NO_ACTION, MOVE):
        table = laid_out(FIVE)
        table.begin_round()
        table.choose(program(LOOK, MOVE, third))
        table.play_on()
        tables.append(table)
    without, spent = tables

    assert (without.state.has_adrenaline[0], spent.state.has_adrenaline[0]) == (1, 0)
    assert contents(supposed(without).state) == contents(supposed(spent).state)


# -- What is tried out ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "cell", "other", "tried"),
    [
        (program(LOOK, CONTROL), 7, 0, True),
        (program(LOOK), 7, 0, True),
        (program(CONTROL, LOOK), CENTRE, 0, False),  # R-ACT-5: it would be lost
        (program(PUSH, LOOK), CENTRE, CENTRE, False),
        (program(MOVE, PUSH), 7, 8, True),  # somebody is a step away
        (program(MOVE, PUSH), 7, 9, False),  # ... two steps
        (program(LOOK, MOVE, MOVE), 7, 0, False),  # greedy keeps its token
    ],
)
def test_what_is_worth_trying(option, cell, other, tried):
    """Programs with the adrenaline of greedy's that are not sure to be lost."""
    state = asked_first(FOUR).state
    state.cell[:4] = (cell, other, 24, 24)
    assert is_worth_trying(state, option, program(LOOK, MOVE)) == tried


def test_weights_name_questions():
    """What is tried out is named by questions that there are."""
    assert set(weights()["questions"]) <= set(QUESTIONS)


@pytest.mark.parametrize(
    ("role", "cause", "wins"),
    [
        (PRISONER, ESCAPED, True),
        (PRISONER, OUT_OF_TIME, False),
        (PRISONER, TWO_DEAD, False),
        (GUARD, ESCAPED, False),
        (GUARD, OUT_OF_TIME, True),
        (GUARD, TWO_DEAD, True),
    ],
)
def test_suspicion_1_what_the_end_of_a_trial_counts(monkeypatch, role, cause, wins):
    """R-SUS-1: prisoners win by an escape, guards by all else."""
    space, table = Space(), asked_first(FOUR)
    table.state.role[0], table.state.cause = role, cause
    space.states[DRAWN] = table.state
    monkeypatch.setattr(player, "choose", lambda *_: None)
    option = program(LOOK, MOVE)
    worth = try_in(space.states, FOUR, space.scratch, space.doubts, space.scheme, option, 0)
    assert worth == (weights()["won"] if wins else 0)


@pytest.mark.parametrize(
    ("default", "other", "tried", "taken"),
    [
        (0, 1000, 8, True),  # it wins everywhere
        (1000, 0, 4, False),  # greedy's option does: nothing else is tried
        (0, 0, 4, False),  # nothing is gained in the first heat
    ],
)
def test_the_race(monkeypatch, default, other, tried, taken):
    """Heats of 4 and 8 worlds of 8: an option goes on while it gains, greedy's stays where it does not."""
    space, table = Space(), asked_first(FOUR)
    seen = []

    def look_up(states, rules, scratch, doubts, plan, option, sample):
        seen.append((option, sample))
        return default if option == LOOK else other

    monkeypatch.setattr(player, "try_in", look_up)
    monkeypatch.setattr(player, "draw", lambda *_: None)
    scheme = new_scheme()
    scheme.first = 4
    set_dial(scheme, 1, 8, sees_hidden=False)
    menu = new(Menu)
    menu.n, menu.option[:2] = 2, (LOOK, MOVE)
    enter(table.state, menu, scheme, LOOK)
    race(space.states, FOUR, space.scratch, space.doubts, scheme)

    assert scheme.tried == tried
    assert [sample for option, sample in seen if option == LOOK] == list(range(tried))
    assert scheme.option[leader(scheme)] == (MOVE if taken else LOOK)


def short(policy):
    """Return who plays by a policy at a table of 5 in a round of suspicion, and the rules."""
    content = GAME.load_content()
    parameters = GAME.parameters_model().model_validate({"rounds": {"suspicion": {"5": 1}}})
    axes = GAME.cells({"mode": ["suspicion"], "rules": ["online"], "players": [5]}, content)[0]
    return resolve(policy, GAME, axes, content), GAME.rules(axes, parameters, content, 4)


def rows_of(player, rules, blocks):
    """Play blocks of playouts in one workspace, and return all rows."""
    space, counts = GAME.workspace(), np.zeros(1, GAME.counts_dtype())[0]
    results = np.zeros(sum(blocks), GAME.result_dtype())
    first = 0
    for n in blocks:
        GAME.play(player, rules, space, first, results[first : first + n], counts)
        first += n
    return results.tobytes()


def test_a_playout_does_not_hang_on_those_before_it():
    """In one block or one after the other: the same rows."""
    player_of, rules = short("planner(width=1, samples=4)")
    assert rows_of(player_of, rules, [3]) == rows_of(player_of, rules, [1, 1, 1])


@pytest.mark.parametrize("side", ["prisoner", "guard"])
def test_a_side_alone_can_plan(monkeypatch, side):
    """`greedy+guard=planner`: who plays by what goes by the role dealt, and nobody else tries anything out."""
    player_of, rules = short(f"greedy+{side}=planner(width=1, samples=4)")
    seen = set()
    think = player.think

    def note_and_think(states, *arguments):
        state = states[PLAYOUT]
        seen.add(int(state.role[state.chooser]))
        think(states, *arguments)

    monkeypatch.setattr(player, "think", note_and_think)
    rows_of(player_of, rules, [3])
    assert seen == {GUARD if side == "guard" else PRISONER}


# -- What it says of its choices -----------------------------------------------------------------------------------


def explained_cell(policy="greedy+seat2=planner(width=1, samples=4)"):
    """Return a cell of two rounds of suspicion, and what `trace` takes beside it."""
    content = GAME.load_content()
    parameters = GAME.parameters_model()()
    chosen = {"mode": ["suspicion"], "rules": ["online"], "players": [4]}
    axes = GAME.cells(chosen, content)[0]
    return Cell(0, axes, policy, players=resolve(policy, GAME, axes, content)), parameters, content, 3, 0


def test_a_trace_explains_what_was_tried_in_suspicion():
    """Programs that were tried out say in how many worlds, and what came of it; who follows the notes says the same."""
    which = explained_cell()
    lines = list(GAME.trace(*which))
    planned = [line for line in lines if "planned" in line]

    assert {line.get("character", line["agent"]) for line in planned} == {lines[0]["agents"][1]}
    assert planned[0]["event"] == "programmed"
    assert planned[0]["planned"]["complexes"] == 4
    assert any("* Tried on 4 complexes: worth" in line for line in GAME.narrate(lines))
    assert list(GAME.retell(GAME.notes(*which), *which)) == lines

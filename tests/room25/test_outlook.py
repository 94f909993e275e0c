"""What a trial comes to when its round is over: the signs that are read off the table, and the chance they mean."""

import math

import numpy as np
import pytest
from room25.positions import lay, new_rules

from sim.games.room25.play import Space
from sim.games.room25.policies.cooperation.mind import new_mind
from sim.games.room25.policies.cooperation.player import choose_greedily
from sim.games.room25.policies.planner import player
from sim.games.room25.policies.planner.outlook.fit import ROW, WON, fit, fit_all, fit_row, main, play_rounds, written
from sim.games.room25.policies.planner.outlook.signs import chance, outlook
from sim.games.room25.policies.planner.plan import (
    CERTAIN,
    DRAWN,
    FIRST_ROW,
    FITS,
    MAX_LEFT,
    N_SIGNS,
    ODDS_STEP,
    PHASES,
    SIGNS,
    SURE,
    TRIAL,
    new_plan,
    own_outlook,
    set_dial,
)
from sim.games.room25.terms import ASK_PROGRAM, FLOODED, GREEN, LOOK, MAX_ROUNDS, N_CELLS, RUNNING

BASE = new_rules(base=True)
ONLINE = new_rules()
SOLO = new_rules("solo", base=True)

# Nobody has seen Room 25 in the upper left corner. A step takes a round, ten tenths; from the Central Room, where
# character 2 stands, it is four.
SOUGHT = "?25 .@0 .@1 . . / . . . . . / . . . . . / . . . . . / . . . . .@3"
SIGNS_OF_SOUGHT = {
    "always": 1,
    "farthest": 80,
    "together": 10 + 20 + 40 + 80,
    "nearest": 10,
    "beside": 1,
    "within_two": 2,
    "within_three": 2,
    "behind": 1,  # 80 is more than the four rounds after one of five
    "corners": 1,
    "unknown": 1,
    "late": 1,
    "tight": 1,
    "over": 80 - 40,
}


def read(rules, board, left=5, **fields):
    """Return the chance where a round begins with so many rounds left, and the plan, by which all signs were read."""
    table = lay(rules, board, rounds_left=left)
    table.state.dealt_out = sum(1 << cell for cell in range(N_CELLS) if abs(cell // 5 - 2) + abs(cell % 5 - 2) > 2)
    for name, (at, value) in fields.items():
        table.state[name][at] = value
    plan = new_plan()
    return outlook(table.state, rules, new_mind(), plan), plan


def signs(*position, **fields):
    """Return the signs that are not 0, by name."""
    _, plan = read(*position, **fields)
    return {name: int(value) for name, value in zip(SIGNS, plan.sign, strict=True) if value}


def test_signs_of_a_search():
    """How far everybody is from a room that none of them has seen."""
    assert signs(BASE, SOUGHT) == SIGNS_OF_SOUGHT


@pytest.mark.parametrize(
    ("left", "behind", "late", "over"),
    [(9, 0, 0, 0), (8, 1, 0, 10), (7, 1, 1, 20), (4, 2, 1, 50), (3, 2, 1, 60), (2, 3, 1, 70)],
)
def test_signs_of_little_time(left, behind, late, over):
    """Ways of 10, 20, 40 and 80 against the rounds after the next."""
    found = signs(BASE, SOUGHT, left)
    expected = (behind, 1 if behind else 0, late, over)
    assert tuple(found.get(name, 0) for name in ("behind", "tight", "late", "over")) == expected


def test_signs_of_rooms():
    """Who must leave, who is kept, what is still unknown, and how Room 25 lies: a slide from the exit zone."""
    board = "?mortal ? . . . / .@1 25 ? cold@2 . / prison@3 . . . . / . . . . . / . . . . ."
    found = signs(BASE, board, deadline=(0, FLOODED))
    assert found["caught"] == 1
    assert found["kept"] == 2
    assert found["mortal"] == 1
    assert found["slides"] == 1  # two steps from the centre, where the exit zone is three
    assert found["unknown"] == 3  # cells 0, 1 and 7
    assert found["corners"] == 2  # not cell 7


@pytest.mark.parametrize(
    ("fields", "unknown"),
    [({}, 1), ({"told": (0, GREEN)}, 0), ({"knows": (3, 1)}, 0), ({"face_up": (0, 1)}, 0)],
)
def test_what_somebody_knows_is_not_unknown(fields, unknown):
    """The room in cell 0: told, looked at by somebody, or turned up."""
    assert signs(BASE, SOUGHT, **fields).get("unknown", 0) == unknown


def test_the_dead_do_not_count():
    """Who was farthest away is dead, and what it alone had seen is unknown."""
    found = signs(BASE, SOUGHT, alive=(3, 0), knows=(3, 1))
    assert (found["farthest"], found["together"], found["unknown"]) == (40, 70, 1)


@pytest.mark.parametrize(("key", "seen"), [("key", 1), ("?key", 0)])
def test_signs_of_the_key(key, seen):
    """Online the key is to be found first: character 3 stands beside it. Once it is found it is no sign."""
    board = SOUGHT.replace(". .@3", f"{key} .@3")
    found = signs(ONLINE, board)
    assert (found["to_key"], found.get("key_seen", 0)) == (10, seen)
    assert "to_key" not in signs(BASE, SOUGHT)


def logistic(thousandths):
    """Return the chance of a logit."""
    return 1 / (1 + math.exp(-thousandths / 1000))


@pytest.mark.parametrize("logit", [-9000, -4000, -700, 0, 20, 1500, 4000, 9000])
def test_a_chance_is_that_of_the_logit(logit):
    """Off by no more than a step of the table makes; what is beyond the table is as what is last."""
    plan = new_plan()
    plan.outlook[:] = 0
    plan.better, plan.sign[:] = logit, 0
    near = max(-5120, min(5120, logit))
    assert chance(plan) / CERTAIN == pytest.approx(logistic(near), abs=ODDS_STEP / 4000 + 0.5 / CERTAIN)


@pytest.mark.parametrize(
    ("rules", "board", "left", "fit", "phase"),
    [
        (BASE, SOUGHT, 5, "base", "sought"),
        (SOLO, SOUGHT, 1, "solo", "sought"),
        (ONLINE, SOUGHT.replace(". .@3", "key .@3"), 3, "online", "sought_before_key"),
        (BASE, SOUGHT.replace("?25", "25"), 10, "base", "found"),
        (ONLINE, SOUGHT.replace("?25", "25").replace(". .@3", "?key .@3"), 12, "online", "found_before_key"),
    ],
)
def test_which_numbers_count(rules, board, left, fit, phase):
    """Each number of rounds left, up to ten, has a row of its own in the table of its rules and phase."""
    _, plan = read(rules, board, left)
    numbers = own_outlook()[fit][phase]
    for name, of_sign in zip(SIGNS, plan.outlook[plan.row], strict=True):
        assert of_sign == numbers.get(name, [0] * MAX_LEFT)[min(left, MAX_LEFT) - 1]


def test_the_fit_is_whole():
    """Every table has a list for every sign; where no key is to be found, none for the key's."""
    assert set(own_outlook()) == set(FITS)
    for phases in own_outlook().values():
        assert set(phases) <= set(PHASES)
        for phase, numbers in phases.items():
            assert set(numbers) == {name for name in SIGNS if "key" in phase or "key" not in name}
            assert {len(numbers[name]) for name in numbers} == {MAX_LEFT}


@pytest.mark.parametrize("left", [2, 3, 4, 5])
def test_who_is_nearer_is_better_off(left):
    """Where Room 25 is known, for a team that stands in it rather than across the complex from it."""
    near, far = SOUGHT.replace("?25", "25@0123"), SOUGHT.replace("?25", "25")
    assert read(BASE, near.replace(".@0", ".").replace(".@1", ".").replace(".@3", "."), left) > read(BASE, far, left)


# -- In a trial ----------------------------------------------------------------------------------------------------


def tried(plan, option=LOOK):
    """Return what a program comes to on the table as it lies, and the state of its trial."""
    space = Space(plan=plan)
    table = lay(BASE, SOUGHT)
    table.begin_round()
    space.states[DRAWN] = table.state
    plan.until = int(table.state.turn) + 1 if not plan.sees_hidden else MAX_ROUNDS + 1
    value = player.try_on(space.states, BASE, space.scratch, space.foresight, plan, option, 0)
    return value, space.states[TRIAL]


def test_a_trial_is_over_with_its_round(monkeypatch):
    """The next program that is asked for is not made."""
    monkeypatch.setattr(player, "outlook", lambda *_: 640)
    plan = new_plan()
    set_dial(plan, 8, 16, sees_hidden=False)
    value, trial = tried(plan)
    assert (trial.turn, trial.asking, trial.cause) == (3, ASK_PROGRAM, RUNNING)
    assert value == 640 * plan.escaped // CERTAIN * plan.alive // SURE


def test_who_sees_all_plays_on_to_the_end(monkeypatch):
    """On the true complex nothing is to be guessed."""
    monkeypatch.setattr(player, "outlook", None)
    plan = new_plan()
    set_dial(plan, 8, 1, sees_hidden=True)
    _, trial = tried(plan)
    assert trial.cause != RUNNING


@pytest.mark.parametrize(("dead_before", "counts"), [(0, 0), (1, 640)])
def test_a_death_in_a_trial_counts_nothing(dead_before, counts, monkeypatch):
    """Whatever may come of it; who was dead before does not count."""
    monkeypatch.setattr(player, "outlook", lambda *_: 640)
    plan = new_plan()
    plan.n_dead = dead_before
    state = lay(BASE, n_deaths=1).state
    assert player.foretell(state, BASE, new_mind(), plan) == counts


def test_a_program_in_a_trial_is_the_one_that_all_expect():
    """This round's; later ones are those of `greedy`, and who sees all needs no expectation."""
    table = lay(BASE, SOUGHT)
    table.begin_round()
    space, state, menu = Space(), table.state, table.menu
    greedy = int(menu.option[choose_greedily(state, BASE, menu, space.foresight)])
    expected = next(option for option in table.options if option != greedy)
    plan = space.plan
    plan.expected[:] = expected
    for round_, sees_hidden, answer in ((2, 0, expected), (2, 1, greedy), (1, 0, greedy)):
        plan.expected_round, plan.sees_hidden = round_, sees_hidden
        assert player.answer(state, BASE, menu, space.foresight, plan) == answer


# -- The fit -------------------------------------------------------------------------------------------------------


def test_a_fit_finds_what_made_the_data():
    """A chance of logistic(0.5 + 0.08 x - 1.2 y), 100,000 times: every number within four of its standard errors."""
    rng = np.random.default_rng(5)
    signs = np.column_stack([np.ones(100_000), rng.integers(0, 30, 100_000), rng.integers(0, 2, 100_000)]).astype(float)
    chances = 1 / (1 + np.exp(-(signs @ [0.5, 0.08, -1.2])))
    information = signs.T @ (signs * (chances * (1 - chances))[:, None])
    error = np.sqrt(np.diag(np.linalg.inv(information)))
    assert (abs(fit(signs, rng.random(100_000) < chances) - [0.5, 0.08, -1.2]) < 4 * error).all()


def test_few_rounds_have_but_a_frequency():
    """Three of nine won: the logit of a third, by one more of either kind."""
    rounds = np.zeros((9, N_SIGNS + 2), np.int16)
    rounds[:3, WON] = 1
    assert fit_row(rounds)[0] == pytest.approx(1000 * math.log(4 / 7))
    assert not fit_row(rounds)[1:].any()


def test_a_row_without_rounds_has_the_numbers_of_the_nearest():
    """Where playouts were seen with three rounds left and with eight, those with five are as with three."""
    rounds = np.zeros((12, N_SIGNS + 2), np.int16)
    base_found = FIRST_ROW[FITS.index("base"), PHASES.index("found")]
    rounds[:, ROW] = base_found + 2
    rounds[6:, ROW], rounds[6:, WON] = base_found + 7, 1
    ((name, numbers),) = fit_all(rounds)
    assert name == "base.found"
    three, eight = round(1000 * math.log(1 / 7)), round(1000 * math.log(7))
    assert numbers[:, 0].tolist() == [three] * 5 + [eight] * 5
    assert written(name, numbers).startswith(f"[base.found]\nalways = [{three}, ")


def test_rounds_are_noted_with_how_the_playout_ended():
    """Of a few playouts of `greedy`: from round 2 on, all of a playout alike, and none after a death."""
    space = Space()
    rounds = np.zeros((3 * MAX_ROUNDS, N_SIGNS + 2), np.int16)
    n = play_rounds(BASE, space.states, space.menu, space.mind, space.plan, 0, 3, rounds)
    assert 3 <= n <= 3 * (BASE.rounds - 1)
    assert set(rounds[:n, 0]) == {1}
    assert rounds[0, ROW] % MAX_LEFT == BASE.rounds - 2  # seven of eight are left
    assert set(np.unique(rounds[:n, WON])) <= {0, 1}


@pytest.mark.parametrize(
    "arguments", [["many"], ["0"], ["-5"], ["10", "x"], ["10", "7", "1"], ["10", str(2**63)]], ids=" ".join
)
def test_a_wrong_number_is_a_line(arguments, capsys):
    """What cannot be played is told in a line, with the exit code of wrong use."""
    assert main(arguments) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: give PLAYOUTS")
    assert captured.err.count("\n") == 1


def test_every_row_is_of_one_table():
    """Ten rows for each phase of each fit, one after the other."""
    rows = [int(first) + left for first in FIRST_ROW.flat for left in range(MAX_LEFT)]
    assert rows == list(range(len(FITS) * len(PHASES) * 10))

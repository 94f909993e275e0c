"""Policies choose from what is on offer, and from what their character may know."""

import itertools

import numpy as np
import pytest
from room25.positions import laid_out, lay, new_rules, program
from room25.table_talk import GRID, PLAYERS, TRYING, ask, disguise, peeks, positions, rules_of

from sim.game import discover
from sim.games.room25.policies.cells import ALL_TILES
from sim.games.room25.policies.cooperation import sight
from sim.games.room25.policies.suspicion import beliefs
from sim.games.room25.terms import ASK_MOVE, ASK_PROGRAM, CONTROL, GUARD, PUSH, ROOM_25, SILENT

POLICIES = discover()["room25"].policies
COOPERATION = new_rules()
SUSPICION = new_rules("suspicion", players=5)
# What greedy plays: cooperation and solo.
CELLS = {
    "coop_easy": COOPERATION,
    "mac and specials": new_rules(mac="frenzy", agents=("max", "mimic", "sarah", "emmett")),
    "two players": new_rules(players=2, composition="coop_hard"),
    "base": new_rules(base=True),
    "solo": new_rules("solo", base=True),
}


def chance():
    """Return the chance by which positions are disguised."""
    return np.random.default_rng(25)


def some_positions(rules, index=0, player=PLAYERS["random"]):
    """Return every third choice of a playout."""
    return itertools.islice(positions(rules, index, player), 0, None, 3)


def test_every_policy_is_asked_here():
    """No policy of the game escapes the tests below."""
    assert set(POLICIES) <= set(PLAYERS)


# -- Hidden information --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("name", [name for name in PLAYERS if name not in TRYING])
def test_information_hidden_things_change_no_choice(name, cell):
    """Rooms not seen, others' programs, keys and the order of the cards may be anything: the choice is the same."""
    assert not peeks(PLAYERS[name], some_positions(CELLS[cell]), chance())


@pytest.mark.parametrize("name", [name for name in PLAYERS if name != "clairvoyant"])
@pytest.mark.parametrize("axes", [axes for axes in GRID if axes["mode"] == "suspicion" and axes["players"] > 5][:3])
def test_information_roles_change_no_choice(name, axes):
    """In suspicion the roles of those who have not shown them may be any, too."""
    step = 20 if name in TRYING else 1
    assert not peeks(PLAYERS[name], itertools.islice(positions(rules_of(axes)), 0, None, step), chance())


@pytest.mark.parametrize("rules", [SUSPICION, new_rules("suspicion", base=True)], ids=["online", "base"])
def test_information_greedy_on_its_own_way_in_suspicion(rules):
    """Roles and rooms unseen change no choice on the positions that greedy prisoners and guards come to."""
    assert not peeks(PLAYERS["greedy"], positions(rules, 4, PLAYERS["greedy"]), chance())


@pytest.mark.parametrize("peeked", ["roles", "rooms"])
def test_information_greedy_that_sees_too_much_in_suspicion_is_found(monkeypatch, peeked):
    """One that judges the others by their true roles, or sees every room, fails the test above."""
    if peeked == "roles":
        monkeypatch.setattr(beliefs, "is_liar", lambda state, doubts, c: bool(state.role[c] == GUARD))
    else:
        monkeypatch.setattr(beliefs, "room_seen", lambda state, c, tile: int(state.room[tile]))
    assert peeks(PLAYERS["greedy"], positions(SUSPICION, 4, PLAYERS["greedy"]), chance())


def test_information_greedy_on_its_own_way():
    """The same on the positions that greedy itself comes to."""
    assert not peeks(PLAYERS["greedy"], some_positions(COOPERATION, 3, PLAYERS["greedy"]), chance())


PEEKERS = {
    "rooms": lambda state, rules, menu: max(
        range(menu.n), key=lambda k: int(state.room[state.tile_at[int(menu.option[k]) % 25]])
    ),
    "programs": lambda state, rules, menu: int(state.program[:4].sum() - state.program[state.chooser].sum()) % menu.n,
    "roles": lambda state, rules, menu: int(state.role[: state.n_characters].sum()) % menu.n,
    "key": lambda state, rules, menu: int(state.key) % int(menu.n),
    "exit": lambda state, rules, menu: int(state.cell_of[state.room.tolist().index(ROOM_25)]) % menu.n,
    "dead certain": lambda state, rules, menu: 0 if state.asking != ASK_MOVE else int(np.argmin(
        [state.room[state.tile_at[cell]] for cell in menu.option[: menu.n]]
    )),
}  # fmt: skip


@pytest.mark.parametrize("peeker", PEEKERS)
def test_information_a_planted_peeker_is_found(peeker):
    """Whoever looks at a face-down room, a program, a role or the key chooses otherwise somewhere."""
    rules = SUSPICION if peeker == "roles" else COOPERATION
    assert peeks(PEEKERS[peeker], itertools.chain(positions(rules), positions(rules, 1)), chance())


def test_information_greedy_that_sees_every_room_is_found(monkeypatch):
    """Greedy with open eyes fails the test that it passes with what its character has seen."""
    monkeypatch.setattr(sight, "tiles_seen", lambda state, c: ALL_TILES)
    assert peeks(PLAYERS["greedy"], some_positions(COOPERATION), chance())


def test_information_a_disguise_hides_nothing_that_is_known():
    """What was seen or told, what lies open and one's own program and role stay as they are."""
    random = chance()
    for table in positions(SUSPICION):
        state, other = table.state, disguise(table, random).state
        c = state.chooser
        for tile in range(25):
            if state.face_up[tile] or (state.knows[c] >> tile) & 1:
                assert state.room[tile] == other.room[tile]
        assert sorted(state.room) == sorted(other.room)
        assert (state.program[c] == other.program[c]).all()
        assert state.role[c] == other.role[c]
        assert (state.cell == other.cell).all()


# -- How they play -------------------------------------------------------------------------------------------------


def test_idle_programs_one_push_and_stays():
    """One push, lost in the Central Room: nobody ever leaves it, and time runs out."""
    for rules in (COOPERATION, SUSPICION):
        table = None
        for table in positions(rules, player=PLAYERS["idle"]):
            assert set(table.cells()) == {12}
            if table.state.asking == ASK_PROGRAM:
                assert ask(PLAYERS["idle"], table) == program(PUSH)
        assert table is not None
        assert table.state.n_done.sum() == 0
        assert table.state.n_lost == table.state.n_characters * rules.rounds


def test_idle_lets_free_characters_do_nothing():
    """In solo it takes no action at all."""
    for table in positions(CELLS["solo"], player=PLAYERS["idle"]):
        assert set(table.cells()) == {12}


def test_random_chooses_every_option():
    """Each of the 80 programs comes up in a thousand draws: the chance to miss one is 3e-4."""
    table = lay(COOPERATION, turn=0)
    table.begin_round()
    seen = set()
    for index in range(1000):
        other = table.copy(policy_key=index)
        seen.add(PLAYERS["random"](other.state, COOPERATION, table.menu))
    assert seen == set(range(80))


def test_random_draws_anew_each_time():
    """Two choices of a round are not the same draw."""
    table = lay(COOPERATION, turn=0)
    table.begin_round()
    assert len({PLAYERS["random"](table.state, COOPERATION, table.menu) for _ in range(20)}) > 10


def test_greedy_slides_the_team_out():
    """With all in Room 25 and the key found, the control that it is asked for is the way out."""
    table = lay(COOPERATION, "/ 25@0123", key_found=1)
    offered = table.act(0, CONTROL)
    assert len(offered) == 4
    table.choose(ask(PLAYERS["greedy"], table))
    assert not table.is_running()


def test_greedy_is_deterministic():
    """Asked twice it says the same, whatever its policy key."""
    for table in some_positions(COOPERATION, 2):
        twice = table.copy(policy_key=7)
        twice.menu, twice.waits = table.menu, True
        assert ask(PLAYERS["greedy"], table) == ask(PLAYERS["greedy"], twice)


def test_a_guard_is_asked_like_a_prisoner():
    """The options before a look do not give a guard away: only the questions to himself differ."""
    offered = []
    for role in (0, GUARD):
        table = laid_out(SUSPICION)
        table.state.role[:] = role
        table.choose(7)
        if role == GUARD:
            table.choose(SILENT)
        offered.append(table.play_on())
    assert offered[0] == offered[1]

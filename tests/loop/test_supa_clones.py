"""Supa Sayan Clones, L-SCN-2."""

import pytest
from loop.positions import (
    add_card,
    add_mission,
    fill_bag,
    laid_out,
    new_rules,
    new_state,
    pass_turn,
    put_clones,
    put_hand,
    put_mission,
    supa_of,
    token_of,
    told,
    use_card,
)

from sim.games.loop.clones import PUSHED, destroy_clone, move_clone
from sim.games.loop.foo import play_foo_phase
from sim.games.loop.terms import (
    MISSION_ACTIVE,
    MISSIONS_COMPLETED,
    OUT_OF_GAME,
    RUNNING,
)

LEVELS = ("month", "year", "eternity")


@pytest.mark.parametrize(("difficulty", "n"), list(zip(LEVELS, (3, 4, 5), strict=True)))
def test_L_SCN_2_supa_clones_at_set_up(difficulty, n):
    """3, 4 or 5 different supa clones stand on their arrival eras, paradox era plus three; the others stay out."""
    rules = new_rules("supa_sayan_clones", difficulty)
    seen = set()
    for index in range(20):
        state = laid_out(rules, index)
        standing = [paradox for paradox in range(7) if state.token_era[supa_of(rules, paradox)] != OUT_OF_GAME]
        assert [state.token_era[supa_of(rules, paradox)] for paradox in standing] == [
            (paradox + 3) % 7 for paradox in standing
        ]
        assert (len(standing), state.supa_left) == (n, n)
        assert state.n_clones.sum() == n + 7
        seen.add(tuple(standing))

    assert {paradox for standing in seen for paradox in standing} == set(range(7))
    assert len(seen) > 5


def supa_position(*standing, done=0, **fields):
    """Return a position of Supa Sayan Clones with supa clones (paradox era: era where they stand) on the board."""
    rules = new_rules("supa_sayan_clones")
    state = new_state(rules, supa_left=len(standing), n_completed=done, **fields)
    for paradox, era in standing:
        put_clones(state, supa_of(rules, paradox), era=era)
    return state, rules


def test_L_SCN_2_a_supa_clone_is_a_clone():
    """It is pushed like any other, counts as a clone moved and destroyed, and adds a rift to Foo's drop."""
    state, rules = supa_position((4, 3), turn=7)
    moved, died = add_mission(rules, "clone_moved"), add_mission(rules, "clone_destroyed")
    supa = supa_of(rules, 4)
    rules.base_rifts = 0
    state.foo_deck[6] = 3
    play_foo_phase(state, rules)
    assert state.rifts.sum() == 1

    put_mission(state, moved, era=0)
    put_mission(state, died, era=1)
    move_clone(state, rules, supa, 4, PUSHED)
    assert state.progress[[moved, died]].tolist() == [1, 1]
    assert state.token_era[supa] == OUT_OF_GAME


def test_L_SCN_2_the_first_one_leaves_one_energy_and_one_clone():
    """Where it dies there is a permanent energy, and one clone of the bag comes to that very era."""
    state, rules = supa_position((4, 3), (0, 0))
    (token,) = bagged = [token_of(rules, 0, 2)]
    fill_bag(state, *bagged)
    destroy_clone(state, rules, supa_of(rules, 4))  # banished in era 3, not at home

    assert state.permanent.tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert state.token_era[token] == 3
    assert state.n_clones.tolist() == [1, 0, 0, 1, 0, 0, 0]
    assert (state.supa_left, state.supa_destroyed) == (1, 1)


def test_L_SCN_2_the_kth_one_brings_k_clones():
    """The first brings one, the second two, the third three, each lot to the era where it died."""
    state, rules = supa_position((4, 4), (5, 5), (6, 6), (0, 0))
    fill_bag(state, *(token for token in range(28) if rules.token_paradox[token] < 3))
    came = []
    for paradox in (4, 5, 6):
        destroy_clone(state, rules, supa_of(rules, paradox))
        came.append(int(state.n_clones[paradox]))

    assert came == [1, 2, 3]
    assert state.permanent.tolist() == [0, 0, 0, 0, 1, 1, 1]


def test_L_SCN_2_a_clone_at_home_dies_at_once():
    """One whose paradox era it is dies on arrival, counts as destroyed there, and no other comes in its place."""
    state, rules = supa_position((4, 4), (0, 0))
    mission = add_mission(rules, "clone_destroyed", "mission_era", slots=5)
    put_mission(state, mission, era=4)
    at_home = [token_of(rules, 0, 4), token_of(rules, 1, 4)]
    fill_bag(state, *at_home)
    destroy_clone(state, rules, supa_of(rules, 4))

    assert state.n_clones.tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert state.n_bag == 1
    assert state.n_clones_destroyed == 2
    assert state.progress[mission] == 2  # the supa clone and the one at home


def test_L_SCN_2_permanent_energy_first_then_clones():
    """In that order, after the death."""
    state, rules = supa_position((4, 4), (0, 0))
    fill_bag(state, token_of(rules, 0, 2))
    events = [event for event, _ in told(destroy_clone, state, rules, supa_of(rules, 4))]

    assert events == ["clone_destroyed", "permanent_added", "clone_arrived"]


def test_L_SCN_2_a_short_bag_sends_fewer():
    """With one clone in the bag the third death brings one."""
    state, rules = supa_position((4, 4), (0, 0), supa_destroyed=2)
    fill_bag(state, token_of(rules, 0, 2))
    destroy_clone(state, rules, supa_of(rules, 4))

    assert state.n_clones[4] == 1
    assert state.cause == RUNNING


def test_L_SCN_2_permanent_energy_is_no_energy_added():
    """A mission about energy gains nothing by it."""
    state, rules = supa_position((4, 4), (0, 0))
    mission = add_mission(rules, "energy_added")
    put_mission(state, mission, era=0)
    destroy_clone(state, rules, supa_of(rules, 4))

    assert state.progress[mission] == 0
    assert state.energy.sum() == 0


def test_L_SCN_2_an_ordinary_clone_leaves_nothing():
    """Permanent energy and new clones come of supa clones only."""
    state, rules = supa_position((0, 0), supa_destroyed=2)
    token = token_of(rules, 0, 4)
    put_clones(state, token, era=3)
    fill_bag(state, token_of(rules, 0, 2))
    move_clone(state, rules, token, 4, PUSHED)

    assert state.permanent.sum() == 0
    assert state.n_bag == 1
    assert (state.supa_left, state.supa_destroyed) == (1, 2)


def test_L_SCN_2_no_win_while_a_supa_clone_is_left():
    """The fourth mission completed does not win; completions go on, and the last supa clone's death wins."""
    state, rules = supa_position((4, 3), done=3)
    fourth, hidden = add_mission(rules, "energy_added", slots=1), add_mission(rules, "energy_added")
    put_mission(state, fourth, era=0, progress=1)
    put_mission(state, hidden, era=1, active=False)
    pass_turn(state, rules)
    assert (state.n_completed, state.cause, state.turn) == (4, RUNNING, 2)
    assert state.mission_status[hidden] == MISSION_ACTIVE

    move_clone(state, rules, supa_of(rules, 4), 4, PUSHED)
    assert state.cause == MISSIONS_COMPLETED


def test_L_SCN_2_the_last_one_wins_before_energy_and_clones():
    """Its death counts for the missions first, then the game is won: neither permanent energy nor clones come."""
    state, rules = supa_position((4, 3), done=4)
    mission = add_mission(rules, "clone_destroyed")
    put_mission(state, mission, era=0)
    fill_bag(state, token_of(rules, 0, 2))
    events = [event for event, _ in told(move_clone, state, rules, supa_of(rules, 4), 4, PUSHED)]

    assert events == ["clone_moved", "clone_destroyed", "progress", "won"]
    assert state.permanent.sum() == 0
    assert state.n_clones.sum() == 0
    assert state.n_bag == 1


def test_L_SCN_2_the_last_one_does_not_win_alone():
    """With three missions completed the death of the last supa clone wins nothing yet: energy and clones come."""
    state, rules = supa_position((4, 3), done=3)
    move_clone(state, rules, supa_of(rules, 4), 4, PUSHED)

    assert state.cause == RUNNING
    assert state.permanent[4] == 1


def test_L_SCN_2_a_carry_ends_with_the_win():
    """When a clone carried wins the game by its death, the others are carried no further."""
    state, rules = supa_position((4, 3), done=4)
    other = supa_of(rules, 4) - 1
    state.token_era[other] = OUT_OF_GAME
    token = token_of(rules, 0, 2)
    put_clones(state, token, era=3)
    state.agent_era[0] = 3
    put_hand(state, 0, add_card(rules, "star", "carry(2, 2)"))

    assert use_card(state, rules, 0, token, supa_of(rules, 4), 4) == []
    assert state.cause == MISSIONS_COMPLETED

"""Whole playouts of every kind: nothing is lost or doubled, every option can be carried out, and all come to an end."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loop.ledger import Ledger
from loop.positions import content, copy_of, laid_out
from loop.table_talk import PLAYERS, rewrite_cards, rules_for, searching

from sim import records
from sim.game import recording
from sim.games.loop import turn
from sim.games.loop.state import Menu
from sim.games.loop.terms import CAUSES, RUNNING

KINDS = [(scenario, False) for scenario in ("sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges")]
KINDS += [("sabotage", True)]
DIFFICULTIES = ("month", "year", "eternity")
MANY = 20_000  # choices: more than any playout has

CELLS = {
    "scenario": st.sampled_from([scenario for scenario, _ in KINDS[:4]]),
    "difficulty": st.sampled_from(DIFFICULTIES),
    "players": st.integers(2, 4),
    "solo": st.booleans(),
}
ASSUMPTIONS = {
    "destroyed_clones_return": st.booleans(),
    "supply": st.sampled_from(["unlimited", "box"]),
    "energy_from": st.sampled_from(["own_era", "any_era"]),
    "next_mission": st.sampled_from(["random", "clockwise"]),
    "max_actions": st.sampled_from([3, 100]),
}
# Random playouts seldom see the later cycles and never a completed mission, but for gentler rules
GENTLE = {
    "base_rifts": 1,
    "rifts_per_clone": 0,
    "mission_slots": dict.fromkeys(content().mission_ids, 1),
}


def play_by_the_books(player, rules, index, tries=0):
    """Play a playout, checking the books after every choice; also try every option of every `tries`-th choice."""
    state, menu = laid_out(rules, index), records.new(Menu)
    ledger = Ledger(state, rules)
    n = 0
    with recording(ledger.record):
        while turn.next_choice(state, rules, menu):
            ledger.check(state)
            options = menu.option[: menu.n].tolist()
            assert len(set(options)) == len(options) > 0
            if tries and n % tries == 0:
                try_all(state, rules, options)
            turn.choose(state, rules, options[player(state, rules, menu) if menu.n > 1 else 0])
            n += 1
            assert n < MANY
    ledger.check(state)
    assert state.cause != RUNNING
    assert turn.next_choice(state, rules, menu) is False
    return state


def try_all(state, rules, options):
    """Carry each option out on a copy, up to the next choice."""
    menu = records.new(Menu)
    for option in options:
        other = copy_of(state)
        with recording(lambda *_: None):
            turn.choose(other, rules, option)
            assert turn.next_choice(other, rules, menu) == (other.cause == RUNNING)


@settings(max_examples=24, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(cell=st.fixed_dictionaries(CELLS), assumptions=st.fixed_dictionaries(ASSUMPTIONS), index=st.integers(0, 10**6))
@pytest.mark.parametrize("gentle", [{}, GENTLE], ids=["rules", "gentle"])
def test_random_playouts_lose_nothing(gentle, cell, assumptions, index):
    """In any cell, under any assumption: all things are in one place after every choice, and every option works."""
    play_by_the_books(PLAYERS["random"], rules_for(**cell, **assumptions, **gentle), index, tries=6)


@pytest.mark.parametrize(("scenario", "solo"), KINDS)
@pytest.mark.parametrize("returning", [False, True])
def test_no_card_loses_anything(scenario, solo, returning):
    """Whatever the cards say, strong or absurd, each with up to three effects of the whole vocabulary."""
    rules = rules_for(scenario, solo, "month", players=3, destroyed_clones_return=returning, max_actions=8, **GENTLE)
    rewrite_cards(rules)
    state = play_by_the_books(PLAYERS["random"], rules, 0, tries=5)

    assert state.turn > 7
    assert state.n_clones_destroyed > 2


@pytest.mark.parametrize(("scenario", "solo"), KINDS)
def test_greedy_playouts_lose_nothing(scenario, solo):
    """A player with sense gets further, and the books are right there too."""
    play_by_the_books(PLAYERS["greedy"], rules_for(scenario, solo, "month"), 3, tries=5)


@pytest.mark.parametrize(("scenario", "solo"), KINDS[1:])
def test_planned_playouts_lose_nothing(scenario, solo):
    """The same for `planner`, which plays the line of a turn that it remembers; all that it chooses can be chosen."""
    player = searching("planner(width=1)", remembers=True)
    play_by_the_books(player, rules_for(scenario, solo, "month"), 3)


@pytest.mark.parametrize(("scenario", "solo"), KINDS)
def test_idle_playouts_lose_nothing(scenario, solo):
    """Who does nothing loses, and the books are right."""
    causes = {int(play_by_the_books(PLAYERS["idle"], rules_for(scenario, solo), index).cause) for index in range(5)}

    assert "missions_completed" not in {CAUSES[cause] for cause in causes}


@pytest.mark.parametrize(
    "field",
    ["token_era", "n_clones", "n_bag", "n_hq", "n_face_up", "n_draw", "n_hidden", "rifts", "n_machina"],
)
def test_the_books_notice_what_is_lost(field):
    """One less of anything, of clones, cards, missions or rifts, is missed."""
    rules = rules_for("ultramachina")
    state = laid_out(rules)
    ledger = Ledger(state, rules)
    ledger.check(state)
    if np.ndim(state[field]):
        state[field][np.argmax(state[field] > 0)] -= 1
    else:
        state[field] -= 1

    with pytest.raises(AssertionError):
        ledger.check(state)

"""Difficulties and Sabotage, L-SCN-1."""

import pytest
from loop.positions import (
    laid_out,
    new_rules,
    new_state,
)

from sim.games.loop.terms import (
    MEGA_VORTEX,
    VORTEX,
)
from sim.games.loop.vortex import make_vortex

LEVELS = ("month", "year", "eternity")
SCENARIOS = ("sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges")


@pytest.mark.parametrize(("difficulty", "clones"), [("month", 7), ("year", 8), ("eternity", 10)])
def test_L_SCN_1_extra_clones(difficulty, clones):
    """Sabotage of two agents: 7 clones at set-up, one more in a year, three more for eternity."""
    state = laid_out(new_rules("sabotage", difficulty))

    assert state.n_clones.sum() == clones
    assert state.n_bag == 28 - clones


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(("difficulty", "kind"), list(zip(LEVELS, (VORTEX, MEGA_VORTEX, MEGA_VORTEX), strict=True)))
def test_L_SCN_1_mega_vortexes_in_the_upper_two(scenario, difficulty, kind):
    """In every scenario vortexes are mega vortexes in the two upper difficulties, and ordinary ones for a month."""
    rules = new_rules(scenario, difficulty)
    state = new_state(rules, rifts=[0, 0, 4])
    make_vortex(state, rules, 2)

    assert state.vortex[2] == kind


@pytest.mark.parametrize("scenario", SCENARIOS[1:])
@pytest.mark.parametrize("difficulty", LEVELS)
def test_L_SCN_1_extra_clones_in_sabotage_only(scenario, difficulty):
    """The other scenarios set up the team's own number of ordinary clones at each difficulty."""
    rules = new_rules(scenario, difficulty)
    state = laid_out(rules)

    assert sum(state.token_era[token] >= 0 for token in range(28)) == 7

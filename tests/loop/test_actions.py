"""II. Action phase, L-ACT: moves, LOOPs, prices, the action limit."""

import pytest
from loop.positions import (
    add_card,
    add_mission,
    choices,
    choose,
    new_rules,
    new_state,
    pass_turn,
    put_hand,
    put_mission,
    rules_of,
    use_card,
    values,
)

from sim import records
from sim.games.loop.results import Result, record_result
from sim.games.loop.terms import (
    CENTRIFUGE,
    DIMENSIONS,
    END_TURN,
    FREE_MOVE,
    LOOP,
    MEND_RIFT,
    PAID_MOVE,
    SPIRAL,
    STAR,
    STRIPE,
    TAKE,
    USE_CARD,
)

# -- Moves ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("era", "neighbours"), [(3, [2, 4]), (0, [6, 1]), (6, [5, 0])])
def test_L_ACT_1_free_move_to_an_adjacent_era(era, neighbours):
    """The free move leads to the previous or the next era, around the ring too, and costs nothing."""
    rules = new_rules()
    state = new_state(rules, agent_era=[era], energy=[1] * 7)

    assert values(choices(state, rules), FREE_MOVE) == neighbours
    choose(state, rules, FREE_MOVE, neighbours[1])
    assert state.agent_era[0] == neighbours[1]
    assert state.energy.tolist() == [1] * 7


def test_L_ACT_1_free_move_once_a_turn():
    """After the free move there is none until the agent's turn is over."""
    rules = new_rules()
    state = new_state(rules, agent_era=[3, 3])
    choose(state, rules, FREE_MOVE, 4)

    assert values(choices(state, rules), FREE_MOVE) == []


def test_L_ACT_1_everything_is_optional():
    """The turn may be ended at once, whatever could be done."""
    rules = new_rules()
    state = new_state(rules, energy=[5])
    put_hand(state, 0, add_card(rules, "star", "energy(1, here)"))

    assert choices(state, rules)[0] == (END_TURN, 0)
    choose(state, rules, END_TURN)
    assert state.phase == TAKE


def test_L_ACT_2_paid_moves_any_number_of_times():
    """Each paid move costs one energy of the era that is left; it goes on as long as there is energy to pay from."""
    rules = new_rules()
    state = new_state(rules, agent_era=[3], energy=[0, 0, 0, 2, 2, 1, 0])
    for to in (4, 5, 4):
        choose(state, rules, PAID_MOVE, to)

    assert state.agent_era[0] == 4
    assert state.energy.tolist() == [0, 0, 0, 1, 1, 0, 0]
    assert values(choices(state, rules), PAID_MOVE) == [3, 5]
    assert state.free_move == 1


def test_L_ACT_2_no_energy_no_paid_move():
    """Energy next door does not pay: it is paid from the era in which the agent stands."""
    rules = new_rules()
    state = new_state(rules, agent_era=[3], energy=[9, 9, 9, 0, 9, 9, 9])

    assert values(choices(state, rules), PAID_MOVE) == []


def test_L_ACT_2_energy_from_any_era():
    """Where the house says so, energy anywhere on the board pays, one cube a move."""
    rules = new_rules(energy_from="any_era")
    state = new_state(rules, agent_era=[3], energy=[1, 0, 0, 0, 0, 0, 1])
    choose(state, rules, PAID_MOVE, 4)
    choose(state, rules, PAID_MOVE, 3)

    assert state.energy.sum() == 0
    assert values(choices(state, rules), PAID_MOVE) == []


def test_L_ACT_2_energy_from_any_era_adds_up():
    """Where the house says so, a price may be paid from several eras; what is short cannot be paid."""
    rules = new_rules(energy_from="any_era")
    star = add_card(rules, "star", "energy(1, here)")
    state = new_state(rules, agent_era=[3], energy=[1, 0, 0, 1, 0, 0, 1], loops=2)
    put_hand(state, 0, exhausted=[star])
    choose(state, rules, LOOP, STAR)

    assert state.energy.sum() == 0
    state.energy[1], state.energy[5] = 2, 1
    assert values(choices(state, rules), LOOP) == []  # the fourth costs four


# -- LOOP ----------------------------------------------------------------------------------------------------------


def test_L_ACT_4_every_card_of_the_dimension_becomes_ready():
    """All hand cards of the chosen dimension are ready after it; no others, and no other hand's."""
    rules = new_rules()
    a, b, c, spiral, foreign = (
        add_card(rules, dimension, "energy(1, here)") for dimension in ("star", "star", "star", "spiral", "star")
    )
    state = new_state(rules, energy=[1])
    put_hand(state, 0, a, exhausted=[b, c, spiral])
    put_hand(state, 1, exhausted=[foreign])
    choose(state, rules, LOOP, STAR)

    assert state.ready[[a, b, c, spiral, foreign]].tolist() == [1, 1, 1, 0, 0]
    assert state.energy[0] == 0


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_L_ACT_4_dimensions_to_choose_from(dimension):
    """A dimension can be chosen if the hand holds a card of it, ready or exhausted; Black Hole never can."""
    rules = new_rules()
    card, other = (add_card(rules, dimension, "energy(1, here)") for _ in range(2))
    state = new_state(rules, energy=[1])
    allowed = [] if dimension == "black_hole" else [DIMENSIONS.index(dimension)]
    put_hand(state, 1, other)
    assert values(choices(state, rules), LOOP) == []

    put_hand(state, 0, card)
    assert values(choices(state, rules), LOOP) == allowed
    state.ready[card] = 0
    assert values(choices(state, rules), LOOP) == allowed


def test_L_ACT_4_second_loop_costs_two():
    """The n-th LOOP of the turn costs n: with six energy three of them, whatever the dimensions."""
    rules = new_rules()
    star, stripe = add_card(rules, "star", "energy(1, here)"), add_card(rules, "stripe", "energy(1, here)")
    state = new_state(rules, energy=[6])
    put_hand(state, 0, star, stripe)
    left = []
    for dimension in (STAR, STRIPE, STAR):
        choose(state, rules, LOOP, dimension)
        left.append(int(state.energy[0]))

    assert left == [5, 3, 0]


def test_L_ACT_4_a_loop_must_be_paid():
    """One energy does not pay the second LOOP, two do; energy next door does not count."""
    rules = new_rules()
    state = new_state(rules, energy=[1, 9, 0, 0, 0, 0, 9], loops=1)
    put_hand(state, 0, add_card(rules, "spiral", "energy(1, here)"))
    assert values(choices(state, rules), LOOP) == []

    state.energy[0] = 2
    assert values(choices(state, rules), LOOP) == [SPIRAL]


def test_L_ACT_4_performed_even_if_nothing_was_exhausted():
    """A LOOP of a ready card counts as performed, for missions and for the price of the next one."""
    rules = new_rules()
    mission = add_mission(rules, "loop_performed", "foo")
    state = new_state(rules, energy=[3])
    put_mission(state, mission, era=5)
    put_hand(state, 0, add_card(rules, "spiral", "energy(1, here)"))
    choose(state, rules, LOOP, SPIRAL)
    choose(state, rules, LOOP, SPIRAL)

    assert state.progress[mission] == 2
    assert state.energy[0] == 0
    assert state.n_loops == 2


def test_L_ACT_4_a_loop_counts_by_dimension_and_era():
    """A mission that asks for different dimensions takes each once; another era's mission takes none."""
    rules = new_rules()
    by_dimension = add_mission(rules, "loop_performed", "any", "dimension")
    elsewhere = add_mission(rules, "loop_performed", "mission_era")
    state = new_state(rules, permanent=[1])
    put_mission(state, by_dimension, era=4)
    put_mission(state, elsewhere, era=5)
    put_hand(state, 0, *(add_card(rules, dimension, "energy(1, here)") for dimension in ("star", "stripe")))
    for dimension in (STAR, STAR, STRIPE):
        choose(state, rules, LOOP, dimension)

    assert state.progress[[by_dimension, elsewhere]].tolist() == [2, 0]


def test_L_ACT_4_the_count_begins_anew_each_turn():
    """After the turn the next agent's first LOOP costs one again."""
    rules = new_rules()
    cards = [add_card(rules, "spiral", "energy(1, here)") for _ in range(2)]
    state = new_state(rules, foo=3, energy=[9], visited=[0, 0, 0, 1])
    put_hand(state, 0, cards[0])
    put_hand(state, 1, cards[1])
    choose(state, rules, LOOP, SPIRAL)
    choose(state, rules, LOOP, SPIRAL)
    pass_turn(state, rules)
    choose(state, rules, LOOP, SPIRAL)

    assert state.active == 1
    assert state.energy[0] == 9 - 1 - 2 - 1


# -- Prices --------------------------------------------------------------------------------------------------------


def test_L_ACT_8_permanent_energy_pays_every_price():
    """One permanent energy pays moves, the fifth LOOP and a centrifuge, again and again, and is not removed."""
    rules = new_rules(scenario="laser_centrifuges", difficulty="eternity")
    state = new_state(rules, permanent=[1, 1], centrifuge=[1], loops=4)
    put_hand(state, 0, add_card(rules, "star", "energy(1, here)"))
    for action, value in ((LOOP, STAR), (LOOP, STAR), (CENTRIFUGE, 0), (PAID_MOVE, 1), (PAID_MOVE, 0)):
        choose(state, rules, action, value)

    assert state.permanent.tolist() == [1, 1, 0, 0, 0, 0, 0]
    assert state.centrifuge[0] == 0
    assert state.loops == 6


def test_L_ACT_8_energy_beside_permanent_energy_is_not_spent():
    """Energy is spent only where no permanent energy stands."""
    rules = new_rules()
    state = new_state(rules, energy=[3, 3], permanent=[1], loops=1)
    put_hand(state, 0, add_card(rules, "star", "energy(1, here)"))
    choose(state, rules, LOOP, STAR)
    choose(state, rules, PAID_MOVE, 1)
    assert state.energy.tolist() == [3, 3, 0, 0, 0, 0, 0]

    choose(state, rules, PAID_MOVE, 0)
    assert state.energy.tolist() == [3, 2, 0, 0, 0, 0, 0]


def test_L_ACT_8_permanent_energy_pays_only_where_it_stands():
    """Permanent energy next door pays nothing."""
    rules = new_rules()
    state = new_state(rules, permanent=[0, 1, 0, 0, 0, 0, 1])

    assert values(choices(state, rules), PAID_MOVE) == []


def test_L_ACT_8_permanent_energy_pays_anywhere_if_energy_does():
    """Where energy is paid from any era, so it is with permanent energy: no cube is spent."""
    rules = new_rules(energy_from="any_era")
    state = new_state(rules, agent_era=[3], energy=[2, 0, 0, 2], permanent=[0, 0, 0, 0, 0, 1], loops=8)
    put_hand(state, 0, add_card(rules, "star", "energy(1, here)"))
    choose(state, rules, LOOP, STAR)
    choose(state, rules, PAID_MOVE, 4)

    assert state.energy.tolist() == [2, 0, 0, 2, 0, 0, 0]
    assert state.permanent.tolist() == [0, 0, 0, 0, 0, 1, 0]


# -- The action limit ---------------------------------------------------------------------------------------------


def limited(n, agent="v_girl", scenario="laser_centrifuges"):
    """Return a position in which every kind of action can be begun, and rules with a limit of n actions a turn."""
    rules = rules_of(agent, scenario=scenario, max_actions=n)
    star, spiral, foreign = (
        add_card(rules, dimension, text)
        for dimension, text in (("star", "energy(1, here)"), ("spiral", "use_ally"), ("star", "energy(1, here)"))
    )
    state = new_state(rules, permanent=[1] * 7, vortex=[1] * 7, rifts=[3] * 7, centrifuge=[1] * 7)
    put_hand(state, 0, star, spiral)
    put_hand(state, 1, foreign)
    return state, rules, foreign


@pytest.mark.parametrize("action", [FREE_MOVE, PAID_MOVE, LOOP, MEND_RIFT, CENTRIFUGE, USE_CARD])
def test_L_ACT_9_what_counts_as_an_action(action):
    """Free and paid moves, own cards, LOOPs, V-Girl's ability and centrifuges: each is one action."""
    state, rules, _ = limited(1)
    value = values(choices(state, rules), action)[0]
    choose(state, rules, action, value)

    assert choices(state, rules) == [(END_TURN, 0)]


def test_L_ACT_9_an_allys_card_is_no_action():
    """A card that uses an ally's is one action in all, with every choice in it."""
    state, rules, foreign = limited(2)

    assert len(use_card(state, rules, 1, foreign, 0)) > 1
    assert state.energy[0] == 1
    choose(state, rules, FREE_MOVE, 1)
    assert choices(state, rules) == [(END_TURN, 0)]


def test_L_ACT_9_the_last_action_is_carried_out():
    """The limit ends no card half-way: the last one's effects are all carried out."""
    rules = new_rules(max_actions=1)
    state = new_state(rules, rifts=[2])
    put_hand(state, 0, add_card(rules, "star", "energy(1, here)", "repair(2, here)", "move(1)"))
    use_card(state, rules, 0, 0, 2, 1)

    assert (state.energy[0], state.rifts[0], state.agent_era[0]) == (1, 0, 1)
    assert choices(state, rules) == [(END_TURN, 0)]


@pytest.mark.parametrize(("moves", "capped"), [(2, 0), (3, 1)])
def test_L_ACT_9_turns_at_the_limit_are_counted(moves, capped):
    """A turn that reaches the limit is counted, in the result too; one that stops short of it is not."""
    rules = new_rules(max_actions=3)
    state = new_state(rules, permanent=[1, 1])
    for k in range(moves):
        choose(state, rules, PAID_MOVE, 1 - k % 2)
    choose(state, rules, END_TURN)
    result = records.new(Result)
    record_result(state, rules, result)

    assert state.n_capped_turns == capped
    assert result.capped == capped


def test_L_ACT_9_the_count_begins_anew_each_turn():
    """The next agent has all the actions again."""
    rules = new_rules(max_actions=1)
    state = new_state(rules, foo=3, visited=[0, 0, 0, 1])
    choose(state, rules, FREE_MOVE, 1)
    pass_turn(state, rules)

    assert state.active == 1
    assert len(choices(state, rules)) > 1


def test_L_ACT_9_cards_that_feed_each_other_come_to_an_end():
    """Two cards that ready each other for ever: the turn ends after the hundred actions of the rules."""
    rules = new_rules()
    a, b = (add_card(rules, "star", "ready(1)", "energy(1, here)") for _ in range(2))
    state = new_state(rules)
    put_hand(state, 0, a, exhausted=[b])
    n = 0
    while (offered := choices(state, rules)) != [(END_TURN, 0)]:
        action, value = next(option for option in offered if option[0] >= USE_CARD)
        use_card(state, rules, action - USE_CARD, value, 0)
        n += 1

    assert n == 100
    assert state.energy[0] == 100

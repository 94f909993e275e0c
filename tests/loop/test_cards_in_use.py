"""II. Action phase, L-ACT-3: using cards, one's own and allies'."""

import pytest
from loop.positions import (
    add_card,
    add_mission,
    choices,
    choose,
    hand_of,
    new_rules,
    new_state,
    put_clones,
    put_draw_pile,
    put_hand,
    put_mission,
    token_of,
    use_card,
    values,
)

from sim.games.loop.terms import (
    BLACK_HOLE,
    END_TURN,
    SKIP,
    STAGE,
    STAR,
    USE_CARD,
)


def test_L_ACT_3_effects_in_order_then_exhausted():
    """Effects are carried out in the order printed: the repair happens where the move has led; then it is exhausted."""
    rules = new_rules()
    card = add_card(rules, "star", "energy(1, here)", "move(1)", "repair(1, here)")
    state = new_state(rules, agent_era=[2], rifts=[0, 0, 2, 2, 0, 0, 0])
    put_hand(state, 0, card)

    assert use_card(state, rules, 0, 0) == [(STAGE, 1), (STAGE, 3), (STAGE, SKIP)]
    assert state.energy.tolist() == [0, 0, 1, 0, 0, 0, 0]
    choose(state, rules, STAGE, 3)
    assert choices(state, rules) == [(STAGE, 0), (STAGE, 1)]
    assert state.ready[card] == 1  # in use, not yet exhausted
    choose(state, rules, STAGE, 1)
    choices(state, rules)
    assert state.rifts.tolist() == [0, 0, 2, 1, 0, 0, 0]
    assert state.ready[card] == 0
    assert hand_of(state, 0) == [card]


def test_L_ACT_3_an_exhausted_card_cannot_be_used():
    """Only ready artifacts of the own hand can be used, so none twice without being readied."""
    rules = new_rules()
    card, tired, other = (add_card(rules, "star", "energy(1, here)") for _ in range(3))
    state = new_state(rules)
    put_hand(state, 0, card, exhausted=[tired])
    put_hand(state, 1, other)

    assert values(choices(state, rules), USE_CARD) == [0]
    assert values(choices(state, rules), USE_CARD + 1) == []
    use_card(state, rules, 0, 0)
    assert [action for action, _ in choices(state, rules) if action >= USE_CARD] == []


def test_L_ACT_3_effects_that_cannot_be_carried_out_are_skipped():
    """No clone to push, no rift to remove: the one effect that can be carried out is; the first choice is its own."""
    rules = new_rules()
    card = add_card(rules, "star", "push(1, 1)", "move_ally(1)", "repair(1, here)")
    state = new_state(rules, agent_era=[0, 3])
    put_hand(state, 0, card)

    assert values(choices(state, rules), USE_CARD) == [1, SKIP]  # the ally in seat 1
    after = use_card(state, rules, 0, 1, 4)
    assert after[0] == (END_TURN, 0)
    assert state.agent_era[:2].tolist() == [0, 4]
    assert state.ready[card] == 0


@pytest.mark.parametrize(
    ("effect", "change"),
    [
        ("repair(1, here)", {"rifts": [0, 1]}),
        ("repair(1, adjacent)", {"rifts": [0, 0, 1]}),
        ("push(1, 1)", {"clone": 1}),
        ("banish(1)", {"clone": 1}),
        ("pull(1)", {"clone": 0}),
        ("pull(1)", {"clone": 2}),
        ("transfer(energy, 1)", {"energy": [0, 1]}),
        ("transfer(rift, 1)", {"rifts": [0, 1]}),
    ],
)
def test_L_ACT_3_usable_only_if_an_effect_can_change_something(effect, change):
    """A card is offered only if there is a rift, a clone or a cube where its effect reaches."""
    rules = new_rules()
    state = new_state(rules, agent_era=[1, 1], rifts=[3, 0, 0, 3], energy=[3, 0, 3])
    if effect == "repair(1, adjacent)":
        state.rifts[0] = 0
    put_clones(state, token_of(rules, 4, 6), era=4)
    put_hand(state, 0, add_card(rules, "star", effect))
    assert values(choices(state, rules), USE_CARD) == []

    if "clone" in change:
        put_clones(state, token_of(rules, 3, 5), era=change["clone"])
    for cubes in ("rifts", "energy"):
        for era, n in enumerate(change.get(cubes, ())):
            state[cubes][era] += n
    assert values(choices(state, rules), USE_CARD) != []


def test_L_ACT_3_energy_needs_a_cube_in_the_box():
    """Where cubes are those of the box and all 30 energy are on the board, adding energy changes nothing."""
    rules = new_rules(supply="box")
    state = new_state(rules, energy=[15, 0, 0, 15])
    put_hand(state, 0, add_card(rules, "star", "energy(2, each_adjacent)"))
    assert values(choices(state, rules), USE_CARD) == []

    state.energy[0] -= 3
    assert values(choices(state, rules), USE_CARD) == [0]
    use_card(state, rules, 0, 0)
    assert state.energy.sum() == 30


def test_L_ACT_3_a_draw_needs_a_card_to_draw():
    """With no card in the draw or discard pile a draw changes nothing, and the card cannot be used."""
    rules = new_rules()
    card, other = (add_card(rules, "star", "draw(1)") for _ in range(2))
    state = new_state(rules)
    put_hand(state, 0, card)

    assert values(choices(state, rules), USE_CARD) == []
    put_draw_pile(state, 0, other)
    assert values(choices(state, rules), USE_CARD) == [0]


def test_L_ACT_3_a_move_of_an_ally_needs_an_ally():
    """Every team has an ally to move, so such a card is always usable; the active agent is none."""
    rules = new_rules(agents=("mr_time", "v_girl", "cztwyzzek"))
    state = new_state(rules, active=1)
    put_hand(state, 1, add_card(rules, "star", "move_ally(1)"))

    assert values(choices(state, rules), USE_CARD) == [0, 2, SKIP]


def test_L_ACT_3_an_earlier_effect_may_make_a_later_one_possible():
    """Whether an effect can be carried out is asked when its turn comes: energy just added can be transferred."""
    rules = new_rules()
    state = new_state(rules)
    put_hand(state, 0, add_card(rules, "star", "energy(2, here)", "transfer(energy, 1)"))
    use_card(state, rules, 0, 0, 1, 1)

    assert state.energy.tolist() == [1, 1, 0, 0, 0, 0, 0]


def test_L_ACT_3_anything_goes_once_it_is_usable():
    """A card whose one useful effect is a skipped option may be used for nothing, and is exhausted."""
    rules = new_rules()
    card = add_card(rules, "star", "move(1)", "repair(1, here)")
    state = new_state(rules)
    put_hand(state, 0, card)
    use_card(state, rules, 0, SKIP)

    assert state.ready[card] == 0
    assert state.agent_era[0] == 0


def test_L_ACT_3_a_card_in_use_cannot_be_readied():
    """`ready` finds no other exhausted card, so the card that says so is usable for nothing."""
    rules = new_rules()
    card = add_card(rules, "star", "ready(1)")
    state = new_state(rules)
    put_hand(state, 0, card)

    assert values(choices(state, rules), USE_CARD) == []


def test_L_ACT_3_a_card_in_use_cannot_be_readied_by_itself():
    """A card that adds energy and then readies: it is not exhausted while in use, so there is nothing to ready."""
    rules = new_rules()
    card = add_card(rules, "star", "energy(1, here)", "ready(1)")
    state = new_state(rules)
    put_hand(state, 0, card)
    after = use_card(state, rules, 0, 0)

    assert after[0] == (END_TURN, 0)
    assert state.ready[card] == 0


def test_L_ACT_3_a_card_in_use_cannot_be_readied_by_an_allys():
    """An ally's `ready` takes an exhausted card of the active hand, never the card that called for the ally."""
    rules = new_rules()
    caller = add_card(rules, "star", "use_ally")
    helper = add_card(rules, "star", "ready(2)")
    tired = add_card(rules, "star", "energy(1, here)")
    state = new_state(rules)
    put_hand(state, 0, caller, exhausted=[tired])
    put_hand(state, 1, helper)

    assert use_card(state, rules, 0, helper) == [(STAGE, 1), (STAGE, SKIP)]  # the second slot only
    choose(state, rules, STAGE, 1)
    assert choices(state, rules)[0] == (END_TURN, 0)
    assert state.ready[[caller, helper, tired]].tolist() == [0, 0, 1]


def test_L_ACT_3_an_allys_card_is_exhausted_in_the_allys_hand():
    """Both cards end exhausted, each in the hand that it was in; the other cards stay as they were."""
    rules = new_rules()
    caller = add_card(rules, "star", "use_ally")
    helper, spare = (add_card(rules, "spiral", "energy(1, here)") for _ in range(2))
    state = new_state(rules)
    put_hand(state, 0, caller)
    put_hand(state, 1, helper, spare)

    assert values(choices(state, rules), USE_CARD) == [helper, spare, SKIP]
    use_card(state, rules, 0, helper, 0)
    assert (hand_of(state, 0), hand_of(state, 1)) == ([caller], [helper, spare])
    assert state.ready[[caller, helper, spare]].tolist() == [0, 0, 1]
    assert state.n_cards_used == 1


def test_L_ACT_3_an_allys_card_must_be_ready():
    """An exhausted card of an ally cannot be used, and without another the card that asks for one is not usable."""
    rules = new_rules()
    state = new_state(rules)
    put_hand(state, 0, add_card(rules, "star", "use_ally"))
    put_hand(state, 1, exhausted=[add_card(rules, "star", "energy(1, here)")])

    assert values(choices(state, rules), USE_CARD) == []


def test_L_ACT_3_no_own_card_through_use_ally():
    """`use_ally` offers cards of other hands, whoever is active, and never one of the own."""
    rules = new_rules(agents=("mr_time", "v_girl", "cztwyzzek"))
    caller, *cards = (add_card(rules, "star", text) for text in ("use_ally", *["energy(1, here)"] * 3))
    state = new_state(rules, active=1)
    for seat in range(3):
        put_hand(state, seat, cards[seat])
    put_hand(state, 1, caller)

    assert values(choices(state, rules), USE_CARD + 1) == [cards[0], cards[2], SKIP]


def test_L_ACT_3_use_ally_counts_only_with_a_card_that_changes_something():
    """An ally's ready card that could change nothing here does not make `use_ally` usable; one rift later it does."""
    rules = new_rules()
    helper = add_card(rules, "star", "repair(1, here)")
    state = new_state(rules, agent_era=[2, 4], rifts=[0, 0, 0, 0, 3, 0, 0])
    put_hand(state, 0, add_card(rules, "star", "use_ally"))
    put_hand(state, 1, helper)
    assert values(choices(state, rules), USE_CARD) == []

    state.rifts[2] = 1
    assert values(choices(state, rules), USE_CARD) == [helper, SKIP]


def test_L_ACT_3_use_ally_does_not_count_use_ally():
    """Allies who only ask for allies are of no use to each other."""
    rules = new_rules(agents=("mr_time", "v_girl", "cztwyzzek"))
    first, second, energy = (add_card(rules, "star", text) for text in ("use_ally", "use_ally", "energy(1, here)"))
    state = new_state(rules)
    put_hand(state, 0, first)
    put_hand(state, 1, second)
    assert values(choices(state, rules), USE_CARD) == []

    put_hand(state, 2, energy)
    assert values(choices(state, rules), USE_CARD) == [energy, SKIP]


def test_L_ACT_3_a_nested_use_ally_is_skipped():
    """In an ally's card a `use_ally` is skipped, before and after its other effects; then the own card goes on."""
    rules = new_rules(agents=("mr_time", "v_girl", "cztwyzzek"))
    caller = add_card(rules, "star", "use_ally", "move(1)")
    helper = add_card(rules, "star", "use_ally", "energy(2, here)", "use_ally")
    third = add_card(rules, "star", "energy(1, here)")
    state = new_state(rules)
    put_hand(state, 0, caller)
    put_hand(state, 1, helper)
    put_hand(state, 2, third)

    assert use_card(state, rules, 0, helper) == [(STAGE, 0)]  # the energy, not the third hand
    choose(state, rules, STAGE, 0)
    assert choices(state, rules) == [(STAGE, 6), (STAGE, 1), (STAGE, SKIP)]  # the caller's own move
    assert state.ready[[caller, helper, third]].tolist() == [1, 0, 1]
    choose(state, rules, STAGE, SKIP)
    choices(state, rules)
    assert state.ready[[caller, helper, third]].tolist() == [0, 0, 1]
    assert state.energy[0] == 2


def test_L_ACT_3_an_allys_card_acts_for_the_active_agent():
    """Energy comes to the active agent's era and cards to the active hand: the ally's are left alone."""
    rules = new_rules()
    caller = add_card(rules, "star", "use_ally")
    helper = add_card(rules, "star", "energy(1, here)", "draw(1)", "move(1)")
    own, others = (add_card(rules, "star", "energy(1, here)") for _ in range(2))
    state = new_state(rules, agent_era=[2, 5])
    put_hand(state, 0, caller)
    put_hand(state, 1, helper)
    put_draw_pile(state, 0, own)
    put_draw_pile(state, 1, others)
    use_card(state, rules, 0, helper, 0, 0, 3)

    assert state.energy.tolist() == [0, 0, 1, 0, 0, 0, 0]
    assert (hand_of(state, 0), hand_of(state, 1)) == ([caller, own], [helper])
    assert state.agent_era[:2].tolist() == [3, 5]


def test_L_ACT_3_an_allys_card_counts_as_used():
    """Both cards are uses: each in the active agent's era, each of its own dimension."""
    rules = new_rules()
    caller = add_card(rules, "star", "move(1)", "use_ally")
    helper = add_card(rules, "black_hole", "energy(1, here)")
    by_dimension = add_mission(rules, "artifact_used", "any", "dimension", slots=4)
    where_it_ends = add_mission(rules, "artifact_used", "mission_era", slots=4)
    state = new_state(rules, agent_era=[2, 5])
    put_mission(state, by_dimension, era=0)
    put_mission(state, where_it_ends, era=3)
    put_hand(state, 0, caller)
    put_hand(state, 1, helper)
    use_card(state, rules, 0, 3, helper, 0)

    assert state.progress[[by_dimension, where_it_ends]].tolist() == [2, 1]
    assert state.recorded[by_dimension] == 1 << STAR | 1 << BLACK_HOLE
    assert [card for card in range(rules.n_cards) if state.used[card // 63] >> (card % 63) & 1] == [caller, helper]


def test_L_ACT_3_an_artifact_counts_where_it_is_begun():
    """A card that moves its agent counts as used in the era where its use begins."""
    rules = new_rules()
    card = add_card(rules, "star", "move(1)")
    before = add_mission(rules, "artifact_used", "mission_era")
    after = add_mission(rules, "artifact_used", "mission_era")
    state = new_state(rules, agent_era=[2])
    put_mission(state, before, era=2)
    put_mission(state, after, era=3)
    put_hand(state, 0, card)
    use_card(state, rules, 0, 3)

    assert state.progress[[before, after]].tolist() == [1, 0]

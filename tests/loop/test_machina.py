"""Ultramachina, L-SCN-3."""

from collections import Counter

import pytest
from loop.one_card import DONE, stage, with_card
from loop.positions import (
    add_card,
    add_machina,
    add_mission,
    choices,
    choose,
    copy_of,
    fill_bag,
    fill_machina_deck,
    hand_of,
    laid_out,
    new_rules,
    new_state,
    pass_turn,
    put_face_up,
    put_hand,
    put_machina,
    put_mission,
    token_of,
    told,
    use_card,
)

from sim.games.loop.foo import move_foo, play_foo_phase
from sim.games.loop.machina import end_machina_cycle, fill_slot, resolve_machina
from sim.games.loop.terms import (
    MISSION_ACTIVE,
    STAGE,
    TAKE_REWARD,
)
from sim.games.loop.vortex import make_vortex

LEVELS = ("month", "year", "eternity")


# -- Foo and the cards -------------------------------------------------------------------------------------------------


def machina_position(*cards, foo=2, **fields):
    """Return a position of Ultramachina with cards (origin, slots, effects ...) in play."""
    rules = new_rules("ultramachina")
    state = new_state(rules, foo=foo, agent_era=[foo, (foo + 3) % 7], turn=3, **fields)
    for origin, slots, *effects in cards:
        put_machina(state, add_machina(rules, origin, slots, *effects))
    return state, rules


@pytest.mark.parametrize(("difficulty", "n"), list(zip(LEVELS, (4, 5, 7), strict=True)))
def test_L_SCN_3_cards_at_set_up(difficulty, n):
    """4, 5 or 7 of the 14 Ultramachina cards are revealed at set-up, none twice, no slot filled, Foo in era 6."""
    rules = new_rules("ultramachina", difficulty)
    seen = set()
    for index in range(20):
        state = laid_out(rules, index)
        cards = state.machina_card[: state.n_machina].tolist()
        deck = state.machina_deck[state.machina_drawn : state.machina_drawn + state.n_machina_deck].tolist()
        assert len(cards) == n
        assert sorted(cards + deck) == list(range(14))
        assert not state.machina_filled.any()
        assert state.foo == 6
        seen |= set(cards)

    assert seen == set(range(14))


def test_L_SCN_3_two_cards_an_era():
    """The stand-in deck has 14 cards, two of every era."""
    rules = new_rules("ultramachina")

    assert Counter(rules.machina_origin[: rules.n_machina].tolist()) == dict.fromkeys(range(7), 2)


@pytest.mark.parametrize("scenario", ["sabotage", "supa_sayan_clones", "laser_centrifuges"])
def test_L_SCN_3_no_cards_elsewhere(scenario):
    """No other scenario reveals Ultramachina cards or gives rewards at set-up."""
    rules = new_rules(scenario)
    state = laid_out(rules)

    assert (state.n_machina, state.n_machina_deck) == (0, 0)
    end_machina_cycle(state, rules)
    assert state.n_machina == 0
    choices(state, rules)
    assert state.turn == 1


def test_L_SCN_3_the_set_up_draws_are_kept():
    """Two eras have a rift and an active mission, the other five an energy, as in every scenario; no slot is filled."""
    rules = new_rules("ultramachina")
    state = laid_out(rules)
    drawn = [era for era in range(7) if state.rifts[era]]

    assert len(drawn) == 2
    assert [int(state.energy[era]) for era in range(7)] == [0 if era in drawn else 1 for era in range(7)]
    assert all(state.mission_status[state.mission_at[era]] == MISSION_ACTIVE for era in drawn)


def test_L_SCN_3_foo_goes_clockwise():
    """From era 6 one era clockwise every turn: 0, 1, .. 6, 0, .."""
    rules = new_rules("ultramachina")
    state = new_state(rules, foo=6)
    path = []
    for turn in range(1, 10):
        state.turn = turn
        move_foo(state, rules)
        path.append(int(state.foo))

    assert path == [0, 1, 2, 3, 4, 5, 6, 0, 1]


def test_L_SCN_3_rewards_before_the_opening_hands():
    """Agents + 1 artifacts are drawn, each agent takes one, the first listed first, and it is in the opening hand."""
    rules = new_rules("ultramachina", agents=("mr_time", "v_girl", "cztwyzzek"))
    state = laid_out(rules)
    offered = choices(state, rules)
    assert [action for action, _ in offered] == [TAKE_REWARD] * 4
    assert (state.turn, state.n_hand.sum()) == (0, 0)

    taken = []
    for _ in range(3):
        taken.append(choices(state, rules)[0][1])
        choose(state, rules, TAKE_REWARD, taken[-1])
    (last,) = {card for _, card in offered} - set(taken)
    choices(state, rules)
    assert [hand_of(state, seat)[0] for seat in range(3)] == taken
    assert state.n_hand.tolist() == [3, 3, 3, 0]
    assert last in state.destroyed[: state.n_destroyed]
    assert state.turn == 1


def test_L_SCN_3_cards_take_effect_before_the_drop():
    """On entering an era Foo's Ultramachina cards take effect, those of other eras do not; then rifts drop."""
    state, rules = machina_position((3, 3, "cubes(2)"), (4, 3, "cubes(5)"), foo=2)
    play_foo_phase(state, rules)

    assert state.foo == 3
    assert state.rifts.sum() == 2 + 2
    assert (state.drop_cubes, state.n_rifts_dropped) == (4, 4)


def test_L_SCN_3_in_the_order_in_which_they_were_revealed():
    """All effects of the first card, then of the next one of that era."""
    state, rules = machina_position((2, 3, "drain(1)", "cubes(1)"), (4, 2, "cubes(1)"), (2, 3, "drain(2)"))
    state.energy[2] = 5
    events = told(resolve_machina, state, rules)

    first, _, last = state.machina_card[:3].tolist()
    assert [(name, facts.get("card", facts.get("count"))) for name, facts in events] == [
        ("ultramachina_effect", first),
        ("energy_removed", 1),
        ("ultramachina_effect", first),
        ("ultramachina_effect", last),
        ("energy_removed", 2),
    ]


def test_L_SCN_3_clones_come_to_their_arrival_eras():
    """clones(2) draws two of the bag, each to the era printed on it; a clone in Foo's era adds to the drop."""
    state, rules = machina_position((3, 3, "clones(2)"), foo=2)
    rules.spawn[:] = 0
    tokens = [token_of(rules, 3, 0), token_of(rules, 3, 1)]
    fill_bag(state, *tokens)
    play_foo_phase(state, rules)

    assert state.token_era[tokens].tolist() == [3, 3]
    assert state.n_bag == 0
    assert state.drop_cubes == 2 + 2


@pytest.mark.parametrize(("there", "left"), [(5, 3), (2, 0), (1, 0), (0, 0)])
def test_L_SCN_3_drain_up_to_n(there, left):
    """drain(2) takes up to two energy of Foo's era, no permanent energy and none of other eras."""
    state, rules = machina_position((2, 3, "drain(2)"), energy=[4] * 7, permanent=[1] * 7)
    state.energy[2] = there
    resolve_machina(state, rules)

    assert state.energy.tolist() == [4, 4, left, 4, 4, 4, 4]
    assert state.permanent.tolist() == [1] * 7


@pytest.mark.parametrize(("era", "left"), [(2, 1), (1, 1), (3, 1), (0, 3), (4, 3)])
def test_L_SCN_3_exhaust_agents_near_foo(era, left):
    """exhaust(2): each agent in Foo's era or next door has two ready cards exhausted; others keep theirs."""
    state, rules = machina_position((2, 3, "exhaust(2)"))
    cards = [add_card(rules, "star", "energy(1, here)") for _ in range(7)]
    put_hand(state, 0, *cards[:3], exhausted=[cards[3]])
    put_hand(state, 1, *cards[4:])
    state.agent_era[:2] = [era, 5]
    resolve_machina(state, rules)

    assert state.ready[cards[:4]].sum() == left
    assert state.ready[cards[4:]].tolist() == [1, 1, 1]


def test_L_SCN_3_exhaust_what_there_is():
    """With one ready card of an agent exhaust(3) takes that one; exhausted cards stay exhausted."""
    state, rules = machina_position((2, 3, "exhaust(3)"))
    ready, tired = (add_card(rules, "star", "energy(1, here)") for _ in range(2))
    put_hand(state, 0, ready, exhausted=[tired])
    resolve_machina(state, rules)

    assert state.ready[[ready, tired]].tolist() == [0, 0]


def test_L_SCN_3_which_cards_are_exhausted_is_chance():
    """Each of three ready cards is the one about as often (300 times)."""
    position, rules = machina_position((2, 3, "exhaust(1)"))
    cards = [add_card(rules, "star", "energy(1, here)") for _ in range(3)]
    put_hand(position, 0, *cards)
    times = Counter()
    for key in range(300):
        state = copy_of(position, key=key)
        resolve_machina(state, rules)
        assert state.ready[cards].sum() == 2
        times[state.ready[cards].argmin()] += 1

    # 100 expected each, standard deviation 8.2: five of those either way
    assert all(59 <= times[k] <= 141 for k in range(3))


@pytest.mark.parametrize(("there", "left"), [(4, 2), (2, 0), (1, 0), (0, 0)])
def test_L_SCN_3_wreck_up_to_n(there, left):
    """wreck(2) destroys two face-up artifacts of Foo's era, or all if fewer; none elsewhere."""
    state, rules = machina_position((2, 3, "wreck(2)"))
    cards = [add_card(rules, "star", "energy(1, here)", origin=2) for _ in range(there)]
    elsewhere = add_card(rules, "star", "energy(1, here)", origin=3)
    put_face_up(state, 2, *cards)
    put_face_up(state, 3, elsewhere)
    resolve_machina(state, rules)

    standing = state.face_up[2, : state.n_face_up[2]].tolist()
    assert len(standing) == left
    assert sorted(standing + state.destroyed[: state.n_destroyed].tolist()) == cards
    assert state.n_face_up[3] == 1


def test_L_SCN_3_which_artifacts_are_wrecked_is_chance():
    """Each of three artifacts is the one about as often (300 times)."""
    position, rules = machina_position((2, 3, "wreck(1)"))
    put_face_up(position, 2, *(add_card(rules, "star", "energy(1, here)", origin=2) for _ in range(3)))
    times = Counter()
    for key in range(300):
        state = copy_of(position, key=key)
        resolve_machina(state, rules)
        times[int(state.destroyed[0])] += 1

    assert len(times) == 3
    assert all(59 <= n <= 141 for n in times.values())


@pytest.mark.parametrize(
    ("turn", "foo", "deck", "revealed"), [(7, 6, 5, 3), (14, 6, 2, 2), (7, 5, 5, 0), (21, 6, 5, 0), (14, 6, 0, 0)]
)
def test_L_SCN_3_three_more_at_the_end_of_a_cycle(turn, foo, deck, revealed):
    """At the end of any turn but the 21st with Foo in era 6 three more are revealed, or what is left of the deck."""
    state, rules = machina_position((2, 3, "drain(1)"), foo=foo)
    fill_machina_deck(state, *range(deck))
    state.turn = turn
    end_machina_cycle(state, rules)

    assert state.n_machina == 1 + revealed
    assert state.n_machina_deck == deck - revealed
    assert state.machina_filled[: state.n_machina].tolist() == [0] * (1 + revealed)
    assert len(set(state.machina_card[: state.n_machina].tolist())) == 1 + revealed


def test_L_SCN_3_the_end_of_a_turn_reveals_them():
    """After the refresh of turn 7, before Foo moves on."""
    state, rules = machina_position((6, 9, "drain(1)"), foo=6)
    fill_machina_deck(state, *range(4))
    state.turn = 7
    pass_turn(state, rules)

    assert (state.turn, state.foo) == (8, 0)
    assert state.n_machina == 4


# -- Energy ------------------------------------------------------------------------------------------------------------


def with_machina(*cards, effect="energy(2, here)", era=2, **fields):
    """Return a position whose active agent holds one card, with Ultramachina cards in play."""
    rules = new_rules("ultramachina")
    state, rules = with_card(effect, era=era, rules=rules, foo=5, **fields)
    for origin, slots in cards:
        put_machina(state, add_machina(rules, origin, slots, "cubes(1)"))
    return state, rules


def test_L_SCN_3_each_cube_fills_a_slot():
    """Two energy added where one card of three slots lies fill two of them; the energy stays."""
    state, rules = with_machina((2, 3), (4, 3))

    assert use_card(state, rules, 0, 0, 0, 0)[0] == DONE
    assert state.machina_filled[:2].tolist() == [2, 0]
    assert state.energy[2] == 2


def test_L_SCN_3_per_cube_a_card_of_the_agents_choice():
    """With two cards in the era each cube asks which card's slot it fills."""
    state, rules = with_machina((4, 3), (2, 3), (2, 3), effect="energy(3, here)")

    assert use_card(state, rules, 0, 0) == stage(1, 2)
    choose(state, rules, STAGE, 2)
    assert choices(state, rules) == stage(1, 2)
    choose(state, rules, STAGE, 1)
    choose(state, rules, STAGE, 2)
    assert choices(state, rules)[0] == DONE
    assert state.machina_filled[:3].tolist() == [0, 1, 2]


def test_L_SCN_3_where_no_card_lies_nothing_is_filled():
    """Energy added elsewhere fills no slot and asks nothing."""
    state, rules = with_machina((3, 3))

    assert use_card(state, rules, 0, 0)[0] == DONE
    assert state.machina_filled[0] == 0


def test_L_SCN_3_each_adjacent_era_fills_its_own():
    """energy(1, each_adjacent): one slot in the previous era, one in the next."""
    state, rules = with_machina((1, 3), (3, 3), (2, 3), effect="energy(1, each_adjacent)")

    assert use_card(state, rules, 0, 0) == stage(0)
    choose(state, rules, STAGE, 0)
    assert choices(state, rules) == stage(1)
    choose(state, rules, STAGE, 1)
    assert choices(state, rules)[0] == DONE
    assert state.machina_filled[:3].tolist() == [1, 1, 0]
    assert state.energy.tolist() == [0, 1, 0, 1, 0, 0, 0]


def test_L_SCN_3_a_full_card_is_destroyed_and_drops_energy():
    """The card leaves at once, the others stay in order, and one energy lands in Foo's era or next to it."""
    state, rules = with_machina((2, 2), (3, 4), (2, 3))
    _, second, third = state.machina_card[:3].tolist()
    state.machina_filled[:3] = [1, 2, 1]
    use_card(state, rules, 0, 0, 0)

    assert state.machina_card[: state.n_machina].tolist() == [second, third]
    assert state.machina_filled[: state.n_machina].tolist() == [2, 1]
    assert state.energy[2] == 2
    assert state.energy.sum() == 3
    assert state.energy[[4, 5, 6]].sum() == 1  # Foo is in era 5


def test_L_SCN_3_the_dropped_energy_uses_the_machines_distribution():
    """It lands in the previous era, Foo's and the next alike (300 times), as rifts do."""
    position, rules = with_machina((2, 1))
    times = Counter()
    for key in range(300):
        state = copy_of(position, key=key)
        fill_slot(state, rules, 0)
        times[int(state.energy.argmax())] += 1
        assert state.energy.sum() == 1

    assert set(times) == {4, 5, 6}
    assert all(59 <= n <= 141 for n in times.values())


def test_L_SCN_3_the_dropped_energy_is_not_added():
    """It is no progress of a mission about energy, and fills no slot where it lands."""
    state, rules = with_machina((2, 1), (4, 3), (5, 3), (6, 3), effect="energy(1, here)")
    mission = add_mission(rules, "energy_added")
    put_mission(state, mission, era=0)
    use_card(state, rules, 0, 0, 0)

    assert state.progress[mission] == 1  # the energy of the card itself
    assert state.n_energy_added == 1
    assert state.machina_filled[: state.n_machina].tolist() == [0, 0, 0]


def test_L_SCN_3_cubes_beyond_the_last_slot():
    """Three energy where one card has one free slot: it is destroyed by the first, the others find no slot."""
    state, rules = with_machina((2, 1), effect="energy(3, here)")

    assert use_card(state, rules, 0, 0, 0)[0] == DONE
    assert state.n_machina == 0
    assert state.energy.sum() == 4


def test_L_SCN_3_two_cards_destroyed_by_one_effect():
    """Two cubes, two cards of one slot: both are destroyed, and each drops an energy of its own."""
    position, rules = with_machina((2, 1), (2, 1))
    landed = set()
    for key in range(20):
        state = copy_of(position, key=key)
        use_card(state, rules, 0, 0, 1, 0)
        assert state.n_machina == 0
        assert state.energy.sum() == 4
        landed.add(tuple(state.energy[4:].tolist()))

    assert (1, 1, 0) in landed  # the two cubes land independently


def test_L_SCN_3_vortexes_leave_them():
    """An era that becomes a vortex keeps its Ultramachina cards, with their slots filled as they were."""
    state, rules = with_machina((2, 3), rifts=[0, 0, 4])
    state.machina_filled[0] = 2
    make_vortex(state, rules, 2)

    assert (state.n_machina, state.machina_filled[0]) == (1, 2)

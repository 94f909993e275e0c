"""Policies, L-POL: declared properties, hidden things, `idle` and `random` to the letter."""

from collections import Counter
from contextlib import nullcontext
from itertools import islice, product

import numpy as np
import pytest
from loop.frequencies import check_uniform, sample
from loop.positions import (
    add_card,
    choices,
    choose,
    copy_of,
    new_rules,
    new_state,
    put_clones,
    put_face_up,
    put_hand,
    rules_of,
    token_of,
)
from loop.table_talk import (
    PLAYERS,
    POLICIES,
    ask,
    contents,
    disguise,
    menu_at,
    play,
    rewrite_cards,
    rules_for,
    searching,
)

from sim import records
from sim.games.loop.foo import cycle_of
from sim.games.loop.piles import draw_from_bag, draw_from_hq, next_foo_era
from sim.games.loop.policies.random import choose_at_random
from sim.games.loop.state import Menu
from sim.games.loop.terms import (
    ACTION,
    ACTION_SIZE,
    CENTRIFUGE,
    END_TURN,
    FREE_MOVE,
    LOOP,
    MEND_RIFT,
    N_ERAS,
    PAID_MOVE,
    REWARD,
    SKIP,
    STAGE,
    STAR,
    TAKE,
    TAKE_ARTIFACT,
    USE_CARD,
)

KINDS = [(scenario, False) for scenario in ("sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges")]
KINDS += [("sabotage", True)]
TURNS = {"greedy": 4}  # how far a playout goes where every choice is asked twice; the others are quick
SEARCHING = ("planner", "clairvoyant")  # they think long without the JIT, and are asked a few times a playout


def positions(policy, rules, index=0, turns=30):
    """Return the choices of a playout by a policy; for one that searches, some of a playout by `greedy`."""
    if policy in SEARCHING:
        return islice(play(PLAYERS["greedy"], rules, index, turns=5), 2, 21, 9)
    return play(PLAYERS[policy], rules, index, TURNS.get(policy, turns))


# -- Declared properties -----------------------------------------------------------------------------------------------


def test_every_policy_is_tested_here():
    """A policy that is not among the players of these tests would go unexamined."""
    assert PLAYERS.keys() == POLICIES.keys()


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("scenario", "solo"), KINDS)
def test_a_policy_is_a_function_of_the_state(policy, scenario, solo):
    """Asked twice at the same state it chooses the same, and it changes nothing but the count of its own draws."""
    rules = rules_for(scenario, solo)
    for state, menu in positions(policy, rules):
        asked, again = copy_of(state), copy_of(state)

        assert PLAYERS[policy](asked, rules, menu) == PLAYERS[policy](again, rules, menu)
        assert contents(asked) == contents(again)
        again.policy_draws = state.policy_draws
        assert contents(again) == contents(state)


@pytest.mark.parametrize("policy", POLICIES)
def test_only_a_stochastic_policy_heeds_its_key(policy):
    """Another policy_key changes some choice of a stochastic policy, and none of any other."""
    rules = rules_for("ultramachina", players=3)
    changed = sum(
        ask(PLAYERS[policy], state, rules, menu) != ask(PLAYERS[policy], copy_of(state, policy_key=key), rules, menu)
        for index in range(2)
        for state, menu in positions(policy if policy in SEARCHING else "random", rules, index, turns=2)
        for key in (1, 2, 3)
    )

    assert (changed > 0) == POLICIES[policy].stochastic


# -- Hidden things -----------------------------------------------------------------------------------------------------


def check_blind(player, rules, index, choices):
    """Check that a player's choices stay the same when only hidden things change."""
    chance = np.random.default_rng(index)
    for state, menu in choices:
        assert ask(player, disguise(state, rules, chance), rules, menu) == ask(player, state, rules, menu)


@pytest.mark.parametrize("policy", [name for name, policy in POLICIES.items() if not policy.sees_hidden])
@pytest.mark.parametrize(("scenario", "solo"), KINDS)
def test_no_policy_sees_what_is_hidden(policy, scenario, solo):
    """Other cards, clones, eras and cubes to come, other missions face down, another key: the choice is the same."""
    rules = rules_for(scenario, solo, players=3)
    for index in range(1 if policy in TURNS else 3):
        check_blind(PLAYERS[policy], rules, index, positions(policy, rules, index))


@pytest.mark.parametrize("policy", [name for name, policy in POLICIES.items() if not policy.sees_hidden])
def test_no_policy_sees_what_is_hidden_whatever_the_cards_say(policy):
    """The same with cards of the whole vocabulary: drawing, readying, banishing, allies' cards."""
    rules = rules_for(players=3, max_actions=8)
    rewrite_cards(rules)
    check_blind(PLAYERS[policy], rules, 0, positions(policy, rules, turns=3))


PEEKS = {
    "key": lambda state, rules: int(state.key),
    "next clone": lambda state, rules: draw_from_bag(state),
    "order of the bag": lambda state, rules: int(state.bag[state.bag_drawn]),
    "next artifact": lambda state, rules: draw_from_hq(state),
    "order of the HQ deck": lambda state, rules: int(state.hq[state.hq_drawn]),
    "next era": lambda state, rules: next_foo_era(state, cycle_of(state), state.turn % N_ERAS),
    "order of the Foo deck": lambda state, rules: int(state.foo_deck[N_ERAS - 1]),
    "bottom of the draw pile": lambda state, rules: int(state.draw[0]),
    "hidden missions": lambda state, rules: int(
        sum(era * state.mission_at[era] for era in range(N_ERAS) if state.mission_at[era] >= 0)
    ),
    "order of the Ultramachina deck": lambda state, rules: int(state.machina_deck[state.machina_drawn]),
}


@pytest.mark.parametrize("peek", PEEKS)
def test_a_policy_that_peeks_is_caught(peek):
    """The test above fails for players planted here, who choose by one hidden thing each."""
    rules = rules_for("ultramachina" if "Ultramachina" in peek else "sabotage")

    def peeking(state, rules, menu):
        return PEEKS[peek](copy_of(state), rules) % int(menu.n)

    with pytest.raises(AssertionError):
        check_blind(peeking, rules, 0, play(peeking, rules, turns=6))


def torn_position():
    """Return a position where two eras apart may be lost in the next drop, and one card that saves one of them."""
    rules = new_rules()
    state = new_state(rules, turn=5, agent_era=[0, 0], foo=6, visited=[1, 0, 1, 1, 1, 0, 1], n_vortexes=2)
    state.foo_deck[:] = [0, 2, 3, 4, 6, 1, 5]
    state.rifts[[1, 5]], state.vortex[[1, 5]] = 3, 1
    put_hand(state, 0, add_card(rules, "star", "repair(3, any)"))
    return rules, state


@pytest.mark.parametrize("policy", SEARCHING)
def test_where_foo_comes_next_is_no_reason_but_for_a_yardstick(policy):
    """Torn between two eras, `planner` saves the same whatever comes; `clairvoyant` does not, and is caught."""
    rules, state = torn_position()
    several_times = 4 * [(state, menu_at(state, rules))]

    with pytest.raises(AssertionError) if POLICIES[policy].sees_hidden else nullcontext():
        check_blind(searching(f"{policy}(width=4, samples=0)"), rules, 0, several_times)


def test_a_policy_that_uses_what_is_known_is_not_caught():
    """What lies on top of a pile for all to see, and what the bag holds in any order, may be used."""
    rules = rules_for()

    def observant(state, rules, menu):
        known = int(state.draw[state.n_draw[0] - 1]) if state.n_known[0] else 0
        bag = state.bag[state.bag_drawn : state.bag_drawn + state.n_bag]
        return (known + int((bag * bag).sum())) % int(menu.n)

    for index in range(3):
        check_blind(observant, rules, index, play(observant, rules, index))


# -- idle --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "solo"), KINDS)
def test_L_POL_1_idle_does_nothing(scenario, solo):
    """It ends every turn at once and takes no artifact, in whole playouts of every kind."""
    rules = rules_for(scenario, solo)
    for index in range(5):
        seen = set()
        for state, menu in play(PLAYERS["idle"], rules, index):
            seen.add(int(state.phase))
            option = ask(PLAYERS["idle"], state, rules, menu)
            if state.phase == ACTION:
                assert option == END_TURN * ACTION_SIZE
            if state.phase == TAKE:
                assert option == TAKE_ARTIFACT * ACTION_SIZE + SKIP
        assert ACTION in seen


def test_L_POL_1_idle_takes_rewards_at_random():
    """Each of the cards on offer is taken about as often."""
    rules = new_rules()
    cards = [add_card(rules, "star", "energy(1, here)") for _ in range(4)]
    state = new_state(rules, phase=REWARD, n_reward=4, reward=cards)
    menu = menu_at(state, rules)

    taken = sample(lambda key: ask(PLAYERS["idle"], copy_of(state, policy_key=key), rules, menu) % ACTION_SIZE, 800)
    check_uniform(taken, cards)


# -- random ------------------------------------------------------------------------------------------------------------


def busy_position():
    """Return a position with every kind of action, and its options as the rules list them."""
    rules = rules_of("v_girl", scenario="laser_centrifuges", difficulty="month")
    repair, push, idle, spiral = (
        add_card(rules, dimension, *effects)
        for dimension, effects in (
            ("star", ["banish(1)", "repair(2, here)", "energy(1, here)"]),
            ("star", ["push(1, 2)"]),
            ("black_hole", ["pull(1)"]),
            ("spiral", ["transfer(rift, 1)", "move(any)"]),
        )
    )
    state = new_state(rules, agent_era=[3, 5], energy=[0, 0, 0, 2], rifts=[0, 0, 0, 3], vortex=[0, 0, 0, 1])
    state.centrifuge[3] = 1
    put_clones(state, token_of(rules, 3, 0), token_of(rules, 3, 1), era=6)
    put_hand(state, 0, repair, idle, spiral, exhausted=[push])
    options = [
        (END_TURN, 0),
        *((FREE_MOVE, era) for era in (2, 4)),
        *((PAID_MOVE, era) for era in (2, 4)),
        *((LOOP, dimension) for dimension in (0, STAR)),  # two energy pay a LOOP at a centrifuge
        (MEND_RIFT, 0),
        (CENTRIFUGE, 0),
        *((USE_CARD, amount) for amount in (0, 1, 2)),  # nobody to banish: `repair` can change something
        *((USE_CARD + 2, option) for option in (2, 4, SKIP)),
    ]
    return state, rules, options


def test_L_POL_2_one_option_each():
    """The end of the turn, each move, LOOP and ability, and each first choice of a usable card: once each, no more."""
    state, rules, options = busy_position()

    assert choices(state, rules) == options


def test_L_POL_2_random_is_uniform_over_the_options():
    """Each option of a busy position comes in an equal share, over many policies' keys."""
    state, rules, options = busy_position()
    menu = menu_at(state, rules)
    chosen = sample(
        lambda key: divmod(ask(PLAYERS["random"], copy_of(state, policy_key=key), rules, menu), ACTION_SIZE), 2000
    )

    check_uniform(chosen, options)


@pytest.mark.parametrize("each", ["draw", "turn"])
def test_L_POL_2_random_is_uniform_from_choice_to_choice(each):
    """So do the choices of one playout, two by two: over the draws of one turn, and over first draws of many turns."""
    state, menu = new_state(new_rules()), records.new(Menu)
    menu.n = 7
    chosen = []
    for n in range(1400):
        if each == "turn":
            state.policy_draws, state.turn = 0, n
        chosen.append(choose_at_random(state, menu))
    pairs = Counter(zip(chosen[::2], chosen[1::2], strict=True))

    check_uniform(pairs, product(range(7), repeat=2))


@pytest.mark.parametrize("phase", [TAKE, REWARD])
def test_L_POL_2_artifacts_and_rewards_are_uniform(phase):
    """The artifact taken: any of those there, or none; a reward: any of those on offer."""
    rules = new_rules()
    cards = [add_card(rules, "star", "energy(1, here)", origin=0) for _ in range(3)]
    state = new_state(rules, phase=phase)
    if phase == TAKE:
        put_face_up(state, 0, *cards)
    else:
        state.n_reward, state.reward[:3] = 3, cards
    menu = menu_at(state, rules)

    taken = sample(lambda key: ask(PLAYERS["random"], copy_of(state, policy_key=key), rules, menu) % ACTION_SIZE, 600)
    check_uniform(taken, [*cards, SKIP] if phase == TAKE else cards)


def test_L_POL_2_later_stages_in_turn():
    """A clone is chosen first, then its way step by step, each from what is on offer then."""
    rules = new_rules()
    token = token_of(rules, 3, 0)
    state = new_state(rules, agent_era=[3])
    put_clones(state, token, era=3)
    put_hand(state, 0, add_card(rules, "star", "push(1, 2)"))
    choose(state, rules, USE_CARD, token)
    menu = menu_at(state, rules)

    ways = sample(lambda key: ask(PLAYERS["random"], copy_of(state, policy_key=key), rules, menu) % ACTION_SIZE, 400)
    check_uniform(ways, [2, 4])
    choose(state, rules, STAGE, 4)
    assert choices(state, rules) == [(STAGE, 3), (STAGE, 5), (STAGE, SKIP)]

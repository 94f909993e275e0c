"""L-SET: how the table is laid out, and that what is shuffled is shuffled fairly."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest
from loop.frequencies import check_uniform, keys, sample
from loop.positions import (
    artifacts_of,
    choices,
    choose,
    draw_pile,
    face_up,
    hand_of,
    new_rules,
    new_state,
    put_draw_pile,
)

from sim import records
from sim.games.loop import piles, setup
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    ACTION,
    END_TURN,
    IN_BAG,
    MISSION_ACTIVE,
    MISSION_HIDDEN,
    NONE,
    OUT_OF_GAME,
    REWARD,
    SKIP,
    TAKE_ARTIFACT,
    TAKE_REWARD,
)

EVERYBODY = ("time_prowler", "cztwyzzek", "robofinisher_404", "mr_time", "v_girl")


def laid_out(rules: Rules, index: int = 0) -> State:
    """Return the table of a playout after set-up."""
    state = records.new(State)
    setup.set_up(state, rules, index)
    return state


def cards_of(rules: Rules, agent: str) -> list[int]:
    """Return an agent's starting artifacts."""
    number = EVERYBODY.index(agent)
    return [card for card in range(rules.n_cards) if rules.card_owner[card] == number]


# -- Missions and eras ---------------------------------------------------------------------------------------------


def test_L_SET_1_one_hidden_mission_in_each_era() -> None:
    """Seven different ones of the ten missions lie face down, one an era; no progress is on any of them."""
    rules = new_rules()
    state = new_state(rules)

    setup.deal_missions(state, rules)

    dealt = state.mission_at.tolist()
    assert len(set(dealt)) == 7
    assert set(dealt) <= set(range(10))
    assert [state.mission_status[mission] for mission in dealt] == [MISSION_HIDDEN] * 7
    assert (state.n_hidden, state.n_active) == (7, 0)
    assert not state.recorded.any()
    assert not state.progress.any()


def test_L_SET_1_every_mission_comes_to_every_era_alike() -> None:
    """Each era gets each of the ten missions in a tenth of the playouts, and each stays out in three tenths."""
    rules = new_rules()
    dealt: list[Counter[int]] = [Counter() for _ in range(7)]
    out: Counter[int] = Counter()
    for key in keys(400):
        state = new_state(rules, key=key)
        setup.deal_missions(state, rules)
        for era in range(7):
            dealt[era][int(state.mission_at[era])] += 1
        out.update(set(range(10)) - set(state.mission_at.tolist()))

    for counts in dealt:
        check_uniform(counts, range(10))
    assert out.total() == 3 * 400
    check_uniform(out, range(10))


def test_L_SET_2_two_eras_get_a_rift_and_an_active_mission_five_get_energy() -> None:
    """The eras with a rift are the eras with an active mission, two of them; the other five have one energy."""
    rules = new_rules()
    for index in range(10):
        state = laid_out(rules, index)
        drawn = [era for era in range(7) if state.rifts[era]]
        active = [era for era in range(7) if state.mission_status[state.mission_at[era]] == MISSION_ACTIVE]

        assert len(drawn) == 2
        assert active == drawn
        assert [int(state.rifts[era]) for era in drawn] == [1, 1]
        assert state.energy.tolist() == [0 if era in drawn else 1 for era in range(7)]
        assert (state.n_active, state.n_hidden) == (2, 5)


def test_L_SET_2_the_two_cards_go_back_into_the_foo_deck() -> None:
    """Foo has visited no era, is nowhere, and all seven eras are still to come."""
    state = laid_out(new_rules())

    assert state.foo == NONE
    assert not state.visited.any()
    assert sorted(state.foo_deck) == list(range(7))


def test_L_SET_2_its_energy_is_no_progress_and_fills_no_slot() -> None:
    """No mission has progress, no Ultramachina card a filled slot, and nothing counts as energy added."""
    state = laid_out(new_rules("ultramachina", "eternity"))

    assert state.n_machina == 7
    assert not state.machina_filled.any()
    assert not state.progress.any()
    assert state.n_energy_added == 0


def test_L_SET_2_numbers_are_parameters() -> None:
    """With setup_rifts=2, setup_energy=3 and active_missions=3: three eras with 2 rifts, four with 3 energy."""
    rules = new_rules(setup_rifts=2, setup_energy=3, active_missions=3)
    state = laid_out(rules)

    assert sorted(state.rifts) == [0, 0, 0, 0, 2, 2, 2]
    assert sorted(state.energy) == [0, 0, 0, 3, 3, 3, 3]
    assert (state.n_active, state.n_hidden) == (3, 4)


def test_L_SET_2_every_pair_of_eras_comes_alike() -> None:
    """Each of the 21 pairs of eras is drawn in a 21st of the playouts."""
    rules = new_rules()

    def pair(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key, mission_at=range(7), n_hidden=7)
        setup.open_eras(state, rules)
        return tuple(era for era in range(7) if state.rifts[era])

    check_uniform(sample(pair, 630), combinations(range(7), 2))


# -- Clones --------------------------------------------------------------------------------------------------------


def test_L_SET_3_the_28_tokens() -> None:
    """For every arrival era one token for each of the four eras that are neither it nor adjacent: 4 a paradox era."""
    rules = new_rules()
    tokens = [(int(rules.token_arrival[k]), int(rules.token_paradox[k])) for k in range(rules.n_tokens)]

    assert len(tokens) == len(set(tokens)) == 28
    assert Counter(arrival for arrival, _ in tokens) == dict.fromkeys(range(7), 4)
    assert Counter(paradox for _, paradox in tokens) == dict.fromkeys(range(7), 4)
    assert {(paradox - arrival) % 7 for arrival, paradox in tokens} == {2, 3, 4, 5}


def test_L_SET_3_all_tokens_are_in_the_bag() -> None:
    """The bag holds the 28 ordinary tokens; the supa clones are not among them."""
    rules = new_rules("supa_sayan_clones")
    state = new_state(rules)

    setup.fill_bag(state, rules)

    assert state.n_bag == 28
    assert sorted(state.bag[state.bag_drawn : state.bag_drawn + 28]) == list(range(28))
    assert state.token_era[:28].tolist() == [IN_BAG] * 28
    assert state.token_era[28:35].tolist() == [OUT_OF_GAME] * 7


def test_L_SET_4_one_clone_or_artifact_more_shifts_nothing_of_what_comes_later() -> None:
    """With 8 clones and 4 artifacts at set-up in place of 7 and 3, 20 tokens and 44 artifacts stay in their order."""
    rules = new_rules()
    bags, decks = [], []
    for n_clones, n_artifacts in ((7, 3), (8, 4)):
        rules.setup_clones, rules.setup_artifacts = n_clones, n_artifacts
        state = new_state(rules, key=5)
        setup.fill_bag(state, rules)
        setup.place_setup_clones(state, rules)
        setup.fill_hq(state, rules)
        bags.append([piles.draw_from_bag(state) for _ in range(20)])
        decks.append([piles.draw_from_hq(state) for _ in range(44)])

    assert bags[0] == bags[1]
    assert decks[0] == decks[1]


def test_L_SET_3_other_tokens() -> None:
    """clone_tokens=[[0, 3], [5, 1]]: two tokens, which arrive in eras 0 and 5 and die in 3 and 1."""
    rules = new_rules(clone_tokens=[[0, 3], [5, 1]], setup_clones={"2": 1})
    state = laid_out(rules)

    assert (rules.n_tokens, state.n_bag) == (2, 1)
    assert [int(rules.token_paradox[k]) for k in range(2)] == [3, 1]
    arrived = [token for token in range(2) if state.token_era[token] != IN_BAG]
    assert len(arrived) == 1
    assert state.token_era[arrived[0]] == (0, 5)[arrived[0]]


@pytest.mark.parametrize(
    ("agents", "solo", "clones"),
    [
        (EVERYBODY[:2], False, 7),
        (EVERYBODY[:3], False, 6),
        (EVERYBODY[:4], False, 5),
        (EVERYBODY[:2], True, 8),
        (EVERYBODY[:4], True, 8),
    ],
)
def test_L_SET_4_clones_at_set_up(agents: tuple[str, ...], solo: bool, clones: int) -> None:
    """7, 6, 5 clones for 2, 3, 4 agents, 8 in solo, each in its arrival era; the rest stay in the bag."""
    rules = new_rules(agents=agents, solo=solo)
    state = laid_out(rules)

    on_board = [token for token in range(28) if state.token_era[token] != IN_BAG]
    assert len(on_board) == clones
    assert [int(state.token_era[token]) for token in on_board] == [rules.token_arrival[token] for token in on_board]
    assert state.n_bag == 28 - clones
    assert [int(n) for n in state.n_clones] == [
        sum(int(rules.token_arrival[token]) == era for token in on_board) for era in range(7)
    ]


def test_L_SET_4_extra_clones_of_the_difficulty() -> None:
    """Sabotage: year 1 and eternity 3 clones more than the 7 of two agents."""
    n = [int(laid_out(new_rules(difficulty=level)).n_clones.sum()) for level in ("month", "year", "eternity")]

    assert n == [7, 8, 10]


def test_L_SET_4_the_number_of_clones_is_a_parameter() -> None:
    """setup_clones: 0 for two agents, 12 for three."""
    parameters = {"setup_clones": {"2": 0, "3": 12}}

    assert laid_out(new_rules(agents=EVERYBODY[:2], **parameters)).n_clones.sum() == 0
    assert laid_out(new_rules(agents=EVERYBODY[:3], **parameters)).n_clones.sum() == 12


def test_L_SET_4_every_token_comes_alike() -> None:
    """With 7 of 28 clones drawn, each token is on the board in a quarter of the playouts."""
    rules = new_rules()
    on_board: Counter[int] = Counter()
    for key in keys(200):
        state = new_state(rules, key=key)
        setup.fill_bag(state, rules)
        setup.place_setup_clones(state, rules)
        on_board.update(token for token in range(28) if state.token_era[token] != IN_BAG)

    assert on_board.total() == 7 * 200
    check_uniform(on_board, range(28))


# -- Artifacts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agents", "solo", "artifacts"),
    [
        (EVERYBODY[:2], False, 3),
        (EVERYBODY[:3], False, 4),
        (EVERYBODY[:4], False, 5),
        (EVERYBODY[:3], True, 3),
    ],
)
def test_L_SET_5_artifacts_at_set_up(agents: tuple[str, ...], solo: bool, artifacts: int) -> None:
    """3, 4, 5 artifacts for 2, 3, 4 agents, 3 in solo, lie face up, each in its origin era."""
    rules = new_rules(agents=agents, solo=solo)
    state = laid_out(rules)

    assert state.n_face_up.sum() == artifacts
    for era in range(7):
        assert set(face_up(state, era)) <= set(artifacts_of(rules, era))
    assert state.n_hq == 49 - artifacts


def test_L_SET_5_the_number_of_artifacts_is_a_parameter() -> None:
    """setup_artifacts: 9 for two agents, none in solo."""
    parameters = {"setup_artifacts": {"2": 9, "solo": 0}}

    assert laid_out(new_rules(**parameters)).n_face_up.sum() == 9
    assert laid_out(new_rules(solo=True, **parameters)).n_face_up.sum() == 0


def test_L_SET_8_seven_artifacts_of_each_era_in_the_hq_deck() -> None:
    """49 artifacts, 7 an origin era, are in the deck or, after set-up, face up; none twice, none a starting card."""
    rules = new_rules()
    state = laid_out(rules)

    shown = [card for era in range(7) for card in face_up(state, era)]
    deck = state.hq[state.hq_drawn : state.hq_drawn + state.n_hq].tolist()
    assert len(shown) == 3
    assert sorted(shown + deck) == sorted(card for era in range(7) for card in artifacts_of(rules, era))
    assert len(set(shown + deck)) == 49
    assert [len(artifacts_of(rules, era)) for era in range(7)] == [7] * 7
    assert all(rules.card_owner[card] == NONE for card in shown + deck)
    assert state.n_destroyed == 0


# -- Agents --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agents", [EVERYBODY[:2], EVERYBODY[1:4], ("v_girl", "mr_time", "cztwyzzek", "time_prowler")])
def test_L_SET_6_each_agent_has_six_cards_and_draws_three(agents: tuple[str, ...]) -> None:
    """When play begins each agent holds three of its own six starting artifacts, ready; three are in its pile."""
    rules = new_rules(agents=agents)
    state = laid_out(rules)
    assert [int(n) for n in state.n_draw[: len(agents)]] == [6] * len(agents)

    choices(state, rules)

    for seat, agent in enumerate(agents):
        hand = hand_of(state, seat)
        assert len(hand) == 3
        assert sorted(hand + draw_pile(state, seat)) == cards_of(rules, agent)
        assert len(cards_of(rules, agent)) == 6
        assert [int(state.ready[card]) for card in hand] == [1, 1, 1]
        assert state.n_known[seat] == 0  # nobody knows a card of a shuffled pile


def test_L_SET_6_opening_hands() -> None:
    """The opening hand is the top three cards of the pile; with hand_size=5 five; in solo none."""
    rules, big, solo = new_rules(), new_rules(hand_size=5), new_rules(solo=True)
    piles_of = {0: (6, 5, 4, 3, 2, 1), 1: (16, 15, 14, 13, 12, 11)}
    states = [new_state(each) for each in (rules, big, solo)]
    for state, each in zip(states, (rules, big, solo), strict=True):
        for seat, cards in piles_of.items():
            put_draw_pile(state, seat, *cards)
        setup.deal_opening_hands(state, each)

    assert hand_of(states[0], 0) == [6, 5, 4]
    assert hand_of(states[0], 1) == [16, 15, 14]
    assert hand_of(states[1], 1) == [16, 15, 14, 13, 12]
    assert hand_of(states[2], 0) == []


def test_L_SET_6_turns_in_the_order_listed() -> None:
    """v_girl, cztwyzzek and mr_time take turns 1 to 6 in this order, twice."""
    agents = ("v_girl", "cztwyzzek", "mr_time")
    rules = new_rules(agents=agents, base_rifts=0, rifts_per_clone=0)
    state = laid_out(rules)
    turns = []
    while len(turns) < 6:
        assert choices(state, rules)
        assert state.phase == ACTION
        assert state.turn == len(turns) + 1
        turns.append(EVERYBODY[state.team[state.active]])
        choose(state, rules, END_TURN)
        choose(state, rules, TAKE_ARTIFACT, SKIP)

    assert turns == [*agents, *agents]


@pytest.mark.parametrize(("players", "orders"), [(2, 20), (3, 60), (4, 120)])
def test_L_SET_6_every_team_in_every_order_in_equal_shares(players: int, orders: int) -> None:
    """Without a fixed team the index runs through 5*4, 5*4*3, 5*4*3*2 orders: twice through, each comes twice."""
    rules = new_rules(agents=None, players=players)
    teams: Counter[tuple[int, ...]] = Counter()
    for index in range(2 * orders):
        state = records.new(State)
        setup.seat_team(state, rules, index)
        teams[tuple(state.team[:players].tolist())] += 1
        assert state.team[players:].tolist() == [NONE] * (4 - players)

    assert teams == dict.fromkeys(permutations(range(5), players), 2)


def test_L_SET_6_a_fixed_team_plays_every_playout() -> None:
    """A named team keeps its order whatever the index."""
    rules = new_rules(agents=("robofinisher_404", "time_prowler"))

    assert [laid_out(rules, index).team.tolist() for index in (0, 1, 77)] == [[2, 0, NONE, NONE]] * 3


def test_L_SET_7_each_agent_starts_in_its_own_era() -> None:
    """Time Prowler 4, Cztwyzzek 0, Robofinisher 5, Mr. Time 3, V-Girl 6, in whatever order they sit."""
    four = laid_out(new_rules(agents=EVERYBODY[:4]))
    two = laid_out(new_rules(agents=("v_girl", "cztwyzzek")))

    assert four.agent_era.tolist() == [4, 0, 5, 3]
    assert two.agent_era[:2].tolist() == [6, 0]


def test_L_SET_6_an_agents_move_is_free_on_turn_one() -> None:
    """The first agent has its free move, and has used nothing."""
    state = laid_out(new_rules())

    assert (state.free_move, state.loops, state.ability_used, state.actions) == (1, 0, 0, 0)


def test_L_SET_6_rewards_of_ultramachina_come_before_the_opening_hands() -> None:
    """L-SCN-3: seat 0, then seat 1 takes a reward before either holds a card; it is the first card then drawn."""
    rules = new_rules("ultramachina")
    state = laid_out(rules)

    first = choices(state, rules)
    assert (state.phase, state.turn) == (REWARD, 0)
    assert [action for action, _ in first] == [TAKE_REWARD] * 3
    choose(state, rules, *first[0])
    second = choices(state, rules)
    assert len(second) == 2
    assert [hand_of(state, seat) for seat in (0, 1)] == [[], []]
    choose(state, rules, *second[1])
    choices(state, rules)

    assert (state.phase, state.turn) == (ACTION, 1)
    assert [hand_of(state, seat)[0] for seat in (0, 1)] == [first[0][1], second[1][1]]
    assert second[0][1] in state.destroyed[: state.n_destroyed]

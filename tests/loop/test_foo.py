"""L-FOO: Foo moves, an artifact is revealed, clones arrive, rifts drop."""

from __future__ import annotations

from itertools import product
from math import factorial

import pytest
from loop.frequencies import check_shares, check_uniform, sample
from loop.positions import (
    add_machina,
    artifacts_of,
    choices,
    destroyed_pile,
    face_up,
    fill_bag,
    fill_destroyed,
    fill_hq,
    new_rules,
    new_state,
    put_clones,
    put_machina,
    put_mission,
    token_of,
    told,
)

from sim.games.loop import foo, piles
from sim.games.loop.board import land_cube
from sim.games.loop.clones import place_clone, spawn_clones
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import FOO, IN_BAG, MEGA_VORTEX, NONE, OUT_OF_GAME, RUNNING, VORTEX

THIRDS = (1 / 3, 1 / 3, 1 / 3)
SKEWED = (0.5, 0.125, 0.375)
HERE = [0.0, 1.0, 0.0]


def last_of_cycle(rules: Rules, era: int, turn: int = 7) -> State:
    """Return a table where only this era is left for Foo: the last turn of a cycle (7, 14 or 21) is about to begin."""
    others = [other for other in range(7) if other != era]
    visited = [int(other != era) for other in range(7)]
    return new_state(rules, phase=FOO, turn=turn, foo=others[-1], foo_deck=[*others, era], visited=visited)


# -- Foo moves -----------------------------------------------------------------------------------------------------


def test_L_FOO_1_every_era_once_a_cycle() -> None:
    """In turns 1 to 7, 8 to 14 and 15 to 21 Foo visits each era once."""
    rules = new_rules()
    state = new_state(rules, foo=NONE)
    eras = []
    for turn in range(1, 22):
        state.turn = turn
        foo.move_foo(state, rules)
        eras.append(int(state.foo))

    assert [sorted(eras[first : first + 7]) for first in (0, 7, 14)] == [list(range(7))] * 3


def test_L_FOO_1_visited_eras_are_forgotten_when_the_next_cycle_begins() -> None:
    """All seven are visited after turn 7; after the first move of turn 8 only the era that Foo is in."""
    rules = new_rules()
    state = last_of_cycle(rules, era=4)

    foo.move_foo(state, rules)
    assert state.foo == 4
    assert state.visited.tolist() == [1] * 7

    state.turn = 8
    foo.move_foo(state, rules)
    assert state.visited.sum() == 1
    assert state.visited[state.foo] == 1


def test_L_FOO_1_the_last_era_of_a_cycle_is_certain() -> None:
    """Where six eras are visited Foo goes to the seventh."""
    rules = new_rules()
    for era in range(7):
        state = last_of_cycle(rules, era, turn=14)
        foo.move_foo(state, rules)
        assert state.foo == era


def test_L_FOO_1_in_ultramachina_foo_goes_clockwise() -> None:
    """L-SCN-3: from era 6 to 0, 1, 2 and so on, round and round."""
    rules = new_rules("ultramachina")
    state = new_state(rules, foo=6)
    eras = []
    for turn in range(1, 10):
        state.turn = turn
        foo.move_foo(state, rules)
        eras.append(int(state.foo))

    assert eras == [0, 1, 2, 3, 4, 5, 6, 0, 1]


# -- An artifact is revealed ---------------------------------------------------------------------------------------


def test_L_FOO_2_an_artifact_lies_face_up_in_its_origin_era() -> None:
    """One artifact of era 5 joins another there; nothing is destroyed."""
    rules = new_rules()
    first, second, *_ = artifacts_of(rules, 5)
    state = new_state(rules)

    foo.reveal_artifact(state, rules, first)
    foo.reveal_artifact(state, rules, second)

    assert face_up(state, 5) == [first, second]
    assert state.n_face_up.sum() == 2
    assert destroyed_pile(state) == []


@pytest.mark.parametrize("vortex", [VORTEX, MEGA_VORTEX])
def test_L_FOO_2_where_a_vortex_is_it_is_destroyed(vortex: int) -> None:
    """An artifact whose origin era has a vortex, mega or not, goes to the destroyed pile."""
    rules = new_rules()
    card = artifacts_of(rules, 5)[0]
    state = new_state(rules, vortex=[0, 0, 0, 0, 0, vortex])

    foo.reveal_artifact(state, rules, card)

    assert face_up(state, 5) == []
    assert destroyed_pile(state) == [card]


def test_L_FOO_2_one_a_turn_from_the_hq_deck() -> None:
    """The Foo phase reveals one artifact of the deck; with revealed_each_turn=3 three, with 0 none."""
    for n in (1, 3, 0):
        rules = new_rules(revealed_each_turn=n)
        state = last_of_cycle(rules, era=2)
        fill_hq(state, *artifacts_of(rules, 3), *artifacts_of(rules, 6))

        foo.play_foo_phase(state, rules)

        assert (state.n_face_up.sum(), state.n_hq) == (n, 14 - n)


def test_L_FOO_2_an_empty_deck_is_made_anew_from_the_destroyed_pile() -> None:
    """HQ deck empty, three artifacts destroyed: one of them is revealed, two make up the deck, none is destroyed."""
    rules = new_rules()
    cards = artifacts_of(rules, 4)[:3]
    state = last_of_cycle(rules, era=2)
    fill_destroyed(state, *cards)

    foo.play_foo_phase(state, rules)

    deck = state.hq[state.hq_drawn : state.hq_drawn + state.n_hq].tolist()
    assert len(face_up(state, 4)) == 1
    assert sorted(face_up(state, 4) + deck) == cards
    assert destroyed_pile(state) == []


def test_L_FOO_2_the_destroyed_pile_waits_while_the_deck_lasts() -> None:
    """A deck of one card and a destroyed card: the first draw leaves the destroyed pile alone, the second takes it."""
    rules = new_rules()
    card, gone = artifacts_of(rules, 4)[:2]
    state = new_state(rules)
    fill_hq(state, card)
    fill_destroyed(state, gone)

    assert piles.draw_from_hq(state) == card
    assert destroyed_pile(state) == [gone]
    assert piles.draw_from_hq(state) == gone
    assert (destroyed_pile(state), int(state.n_hq)) == ([], 0)


def test_L_FOO_2_both_empty_nothing_is_revealed() -> None:
    """Without a deck and a destroyed pile the phase goes on without an artifact."""
    rules = new_rules(machine=HERE)
    state = last_of_cycle(rules, era=2)

    foo.play_foo_phase(state, rules)

    assert state.n_face_up.sum() == 0
    assert state.n_destroyed == 0
    assert state.rifts[2] == 2


# -- Clones arrive -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "clones"), [(7, 1), (14, 2), (21, 3)])
def test_L_FOO_3_one_two_three_clones_by_cycle(turn: int, clones: int) -> None:
    """1, 2, 3 clones are drawn in a turn of cycle 1, 2, 3 and stand in their arrival eras."""
    rules = new_rules()
    state = last_of_cycle(rules, era=2, turn=turn)
    fill_bag(state, *range(28))

    foo.play_foo_phase(state, rules)

    arrived = [token for token in range(28) if state.token_era[token] != IN_BAG]
    assert len(arrived) == clones
    assert [int(state.token_era[token]) for token in arrived] == [int(rules.token_arrival[token]) for token in arrived]
    assert state.n_clones.sum() == clones
    assert state.n_bag == 28 - clones


@pytest.mark.parametrize(("turn", "cycle"), [(1, 1), (7, 1), (8, 2), (14, 2), (15, 3), (21, 3)])
def test_L_FOO_3_cycles_of_seven_turns(turn: int, cycle: int) -> None:
    """Turns 1 to 7 are cycle 1, 8 to 14 cycle 2, 15 to 21 cycle 3."""
    assert foo.cycle_of(new_state(new_rules(), turn=turn)) == cycle


def test_L_FOO_3_clones_by_cycle_are_parameters() -> None:
    """spawn=[0, 4]: none in cycle 1, four in cycle 2, and four in cycle 3, for which the last number stands."""
    rules = new_rules(spawn=[0, 4])
    arrived = []
    for turn in (7, 14, 21):
        state = last_of_cycle(rules, era=2, turn=turn)
        fill_bag(state, *range(28))
        foo.play_foo_phase(state, rules)
        arrived.append(int(state.n_clones.sum()))

    assert arrived == [0, 4, 4]


def test_L_FOO_3_bag_short() -> None:
    """Cycle 3 and two clones in the bag: both come, and the bag is empty; then none comes."""
    rules = new_rules()
    state = last_of_cycle(rules, era=2, turn=21)
    fill_bag(state, 3, 20)

    spawn_clones(state, rules, 3)
    assert (state.n_clones.sum(), state.n_bag) == (2, 0)
    assert state.token_era[[3, 20]].tolist() == [rules.token_arrival[3], rules.token_arrival[20]]

    spawn_clones(state, rules, 3)
    assert state.n_clones.sum() == 2


def test_L_FOO_3_a_clone_put_in_its_paradox_era_dies() -> None:
    """L-ACT-7: put in era 4, the clone of paradox era 4 is destroyed at once, that of era 3 stands there."""
    rules = new_rules()
    dies, stands = token_of(rules, 2, 4), token_of(rules, 0, 3)
    state = new_state(rules)

    place_clone(state, rules, dies, 4)
    place_clone(state, rules, stands, 4)

    assert (state.token_era[dies], state.token_era[stands]) == (OUT_OF_GAME, 4)
    assert state.n_clones.tolist() == [0, 0, 0, 0, 1, 0, 0]
    assert state.n_clones_destroyed == 1


# -- Rifts drop ----------------------------------------------------------------------------------------------------


def test_L_FOO_4_two_rifts_without_a_clone() -> None:
    """Clones elsewhere do not matter: two rifts drop, into Foo's era by a Machine that only points there."""
    rules = new_rules(machine=HERE)
    state = new_state(rules, foo=3)
    put_clones(state, 0, 1, era=2)
    put_clones(state, 2, era=4)

    foo.drop_rifts(state, rules)

    assert state.rifts.tolist() == [0, 0, 0, 2, 0, 0, 0]
    assert (state.drop_clones, state.drop_cubes, state.n_rifts_dropped) == (0, 2, 2)


def test_L_FOO_4_one_more_for_each_clone_supa_clones_included() -> None:
    """Two clones and a supa clone in Foo's era: 2 + 3 = 5 rifts, here into the previous era, a vortex."""
    rules = new_rules("supa_sayan_clones", machine=[1.0, 0.0, 0.0])
    state = new_state(rules, foo=3)
    put_clones(state, 0, 1, 30, era=3)

    foo.drop_rifts(state, rules)

    assert (state.drop_clones, state.drop_cubes, state.n_rifts_dropped) == (3, 5, 5)
    assert state.vortex.tolist() == [0, 0, VORTEX, 0, 0, 0, 0]
    assert state.rifts.sum() == 0


def test_L_FOO_4_numbers_are_parameters() -> None:
    """base_rifts=1 and rifts_per_clone=2 with one clone: 1 + 2 = 3 rifts; base_rifts=0 without a clone: none."""
    rules = new_rules(machine=HERE, base_rifts=1, rifts_per_clone=2)
    state = new_state(rules, foo=3)
    put_clones(state, 0, era=3)
    nothing = new_rules(base_rifts=0)
    empty = new_state(nothing, foo=3)

    foo.drop_rifts(state, rules)
    foo.drop_rifts(empty, nothing)

    assert (state.rifts[3], empty.rifts.sum()) == (3, 0)


@pytest.mark.parametrize(
    ("machine", "foo_era", "lands"),
    [([1.0, 0.0, 0.0], 0, 6), (HERE, 0, 0), ([0.0, 0.0, 1.0], 0, 1), ([1.0, 0.0, 0.0], 4, 3), ([0.0, 0.0, 1.0], 6, 0)],
)
def test_L_FOO_4_a_machine_that_points_one_way(machine: list[float], foo_era: int, lands: int) -> None:
    """The chances are (previous, Foo's, next): a chance of 1 sends every cube there, round the ring."""
    rules = new_rules(machine=machine)

    assert {land_cube(rules, foo_era, 99, k) for k in range(50)} == {lands}


@pytest.mark.parametrize("machine", [THIRDS, SKEWED])
def test_L_FOO_4_three_cubes_land_as_the_multinomial_says(machine: tuple[float, float, float]) -> None:
    """With one clone 3 cubes drop: (a, b, c) of them with chance 3!/(a! b! c!) p^a q^b r^c, all ten splits."""
    rules = new_rules(machine=list(machine))
    splits = [(a, b, 3 - a - b) for a in range(4) for b in range(4 - a)]
    shares = {}
    for split in splits:
        ways = 6 / (factorial(split[0]) * factorial(split[1]) * factorial(split[2]))
        shares[split] = ways * machine[0] ** split[0] * machine[1] ** split[1] * machine[2] ** split[2]
    assert sum(shares.values()) == pytest.approx(1)

    def landed(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key, foo=6, turn=9)
        put_clones(state, 0, era=6)
        foo.drop_rifts(state, rules)
        assert state.rifts[1:5].sum() == 0
        return int(state.rifts[5]), int(state.rifts[6]), int(state.rifts[0])

    check_shares(sample(landed, 3000), shares)


def test_L_FOO_4_cubes_of_two_turns_are_independent() -> None:
    """The first cube of turn 1 and that of turn 2 land in each of the nine pairs of directions alike."""
    rules = new_rules(base_rifts=1)

    def directions(key: int) -> tuple[int, ...]:
        eras = []
        for turn in (1, 2):
            state = new_state(rules, key=key, foo=3, turn=turn)
            foo.drop_rifts(state, rules)
            eras.append(int(state.rifts.argmax()))
        return tuple(eras)

    check_uniform(sample(directions, 450), product((2, 3, 4), (2, 3, 4)))


def test_L_FOO_4_all_cubes_land_before_a_vortex_is_made() -> None:
    """On 2 rifts 3 more land: all 5 go into one vortex. One by one the fourth would make it and the fifth be left."""
    rules = new_rules(machine=HERE)
    state = new_state(rules, foo=3, rifts=[0, 0, 0, 2])
    put_clones(state, 0, era=3)

    events = told(foo.drop_rifts, state, rules)

    assert [name for name, _ in events] == ["rift_landed"] * 3 + ["vortex"]
    assert state.rifts[3] == 0
    assert state.vortex[3] == VORTEX
    assert state.cause == RUNNING


# -- The order of the phase ----------------------------------------------------------------------------------------


def test_L_FOO_5_the_order_of_the_foo_phase() -> None:
    """Foo moves, a centrifuge flings, Ultramachina cards take effect, then artifact, clone, rifts, vortex, mission."""
    rules = new_rules("ultramachina", machine=HERE)
    card = add_machina(rules, 1, 3, "clones(1)", "cubes(1)")
    state = new_state(rules, phase=FOO, foo=0, turn=2, agent_era=[1, 4], rifts=[0, 1], centrifuge=[0, 1])
    put_machina(state, card)
    put_mission(state, 0, era=1)
    put_mission(state, 1, era=4, active=False)
    fill_hq(state, artifacts_of(rules, 1)[0])
    fill_bag(state, token_of(rules, 2, 4), token_of(rules, 2, 5))

    events = told(foo.play_foo_phase, state, rules)

    assert [name for name, _ in events] == [
        "foo_moved",
        "agent_moved",
        "ultramachina_effect",
        "clone_arrived",
        "ultramachina_effect",
        "artifact_revealed",
        "clone_arrived",
        *["rift_landed"] * 3,  # 2 and 1 of `cubes(1)`
        "vortex",
        "mission_failed",
        "mission_activated",
    ]


def test_L_FOO_5_a_clone_that_arrives_in_foos_era_drops_a_rift_this_turn() -> None:
    """The only token of the bag arrives in era 1, where Foo is: 3 rifts. Elsewhere: 2."""
    rules = new_rules("ultramachina", machine=HERE)
    dropped = []
    for arrival in (1, 2):
        state = new_state(rules, phase=FOO, foo=0, turn=2)
        fill_bag(state, token_of(rules, arrival, 6))
        foo.play_foo_phase(state, rules)
        dropped.append(int(state.rifts[1]))

    assert dropped == [3, 2]


def test_L_FOO_5_an_artifact_revealed_this_turn_is_lost_in_this_turns_vortex() -> None:
    """Revealed in era 1 before the rifts drop there, it is destroyed by the vortex that they make."""
    rules = new_rules("ultramachina", machine=HERE)
    card = artifacts_of(rules, 1)[0]
    state = new_state(rules, phase=FOO, foo=0, turn=2, rifts=[0, 2])
    fill_hq(state, card)

    foo.play_foo_phase(state, rules)

    assert state.vortex[1] == VORTEX
    assert face_up(state, 1) == []
    assert destroyed_pile(state) == [card]


def test_L_FOO_5_the_foo_phase_comes_before_the_first_action() -> None:
    """Play from the beginning of turn 7 to the first choice: Foo has moved and two rifts have dropped."""
    rules = new_rules(machine=HERE)
    state = last_of_cycle(rules, era=5)

    assert choices(state, rules)

    assert (state.foo, state.rifts[5], state.turn) == (5, 2, 7)

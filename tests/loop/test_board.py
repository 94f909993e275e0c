"""L-BRD: the ring of eras, what an era holds, the dimensions, the supply of cubes."""

from __future__ import annotations

from loop.positions import (
    add_card,
    add_machina,
    add_mission,
    artifacts_of,
    choices,
    face_up,
    new_rules,
    new_state,
    put_clones,
    put_hand,
    put_machina,
    put_mission,
)

from sim.games.loop import terms
from sim.games.loop.board import (
    add_energy,
    is_adjacent,
    is_safe,
    next_era,
    place_permanent,
    previous_era,
)
from sim.games.loop.foo import drop_rifts, reveal_artifact
from sim.games.loop.machina import fill_slot
from sim.games.loop.terms import LOOP, RUNNING, SPIRAL, STAR, STRIPE

CLOCKWISE = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 0)]


def test_L_BRD_1_next_and_previous_go_round_the_ring() -> None:
    """Next is clockwise, 0 to 6 and on to 0; previous is the way back."""
    for era, after in CLOCKWISE:
        assert next_era(era) == after
        assert previous_era(after) == era


def test_L_BRD_1_only_the_next_and_the_previous_era_are_adjacent() -> None:
    """Of the 49 pairs of eras the 14 neighbours are adjacent; no era is adjacent to itself."""
    pairs = {(era, other) for era in range(7) for other in range(7) if is_adjacent(era, other)}

    assert pairs == set(CLOCKWISE) | {(after, era) for era, after in CLOCKWISE}


def test_L_BRD_1_names_of_the_eras() -> None:
    """The eras are numbered clockwise from the Dawn of Time to the End of Times."""
    assert terms.ERA_NAMES[0] == "Dawn of Time"
    assert terms.ERA_NAMES[3] == "Industrial Era"
    assert terms.ERA_NAMES[6] == "End of Times"
    assert terms.N_ERAS == len(terms.ERA_NAMES) == 7


def test_L_BRD_2_an_era_holds_three_rifts_safely() -> None:
    """Three rifts are safe, four are not; each era for itself."""
    rules = new_rules()
    state = new_state(rules, rifts=[3, 4, 0])

    assert [bool(is_safe(state, rules, era)) for era in range(3)] == [True, False, True]


def test_L_BRD_2_the_number_of_safe_rifts_is_a_parameter() -> None:
    """With safe_rifts=1 the second rift is one too many."""
    rules = new_rules(safe_rifts=1)
    state = new_state(rules, rifts=[1, 2])

    assert is_safe(state, rules, 0)
    assert not is_safe(state, rules, 1)


def test_L_BRD_2_an_era_holds_any_number_of_energy_clones_and_artifacts() -> None:
    """Sixty energy, twenty-eight clones and all seven artifacts of an era fit into it, and nobody loses by it."""
    rules = new_rules(base_rifts=0, rifts_per_clone=0)
    state = new_state(rules, foo=4)
    put_clones(state, *range(28), era=4)

    add_energy(state, rules, 4, 60)
    for card in artifacts_of(rules, 4):
        reveal_artifact(state, rules, card)
    for _ in range(9):
        place_permanent(state, rules, 4)

    assert (state.energy[4], state.permanent[4], state.n_clones[4]) == (60, 9, 28)
    assert face_up(state, 4) == artifacts_of(rules, 4)
    assert len(face_up(state, 4)) == 7
    assert state.cause == RUNNING


def test_L_BRD_3_a_black_hole_is_never_chosen_for_a_loop() -> None:
    """With a card of each dimension in hand and energy to pay, the three elementary dimensions can be chosen."""
    rules = new_rules()
    state = new_state(rules, energy=[9])
    put_hand(state, 0, *(add_card(rules, dimension, "draw(1)") for dimension in terms.DIMENSIONS))

    loops = {value for action, value in choices(state, rules) if action == LOOP}

    assert loops == {SPIRAL, STAR, STRIPE}


def test_L_BRD_3_a_hand_of_black_holes_allows_no_loop() -> None:
    """An exhausted Star card offers a LOOP of Stars; Black Hole cards, ready or exhausted, offer none."""
    rules = new_rules()
    black, other, star = (add_card(rules, dimension, "draw(1)") for dimension in ("black_hole", "black_hole", "star"))
    without = new_state(rules, energy=[9])
    put_hand(without, 0, black, exhausted=[other])
    with_star = new_state(rules, energy=[9])
    put_hand(with_star, 0, black, exhausted=[other, star])

    assert [value for action, value in choices(without, rules) if action == LOOP] == []
    assert [value for action, value in choices(with_star, rules) if action == LOOP] == [STAR]


def test_L_BRD_4_cubes_never_run_out() -> None:
    """By default 200 energy, 12 rifts on 21 others, and 20 permanent energy can be had."""
    rules = new_rules(machine=[1.0, 0.0, 0.0])
    state = new_state(rules, foo=3, rifts=[3, 3, 0, 3, 3, 3, 3])
    put_clones(state, *range(10), era=3)

    assert add_energy(state, rules, 0, 200) == 200
    drop_rifts(state, rules)
    for _ in range(20):
        place_permanent(state, rules, 5)

    assert state.energy[0] == 200
    assert (state.drop_cubes, state.n_rifts_dropped) == (12, 12)
    assert state.permanent[5] == 20


def test_L_BRD_4_box_energy() -> None:
    """supply=box has 30 energy: of 5 more on top of 28 only 2 come, and only they are progress; then none."""
    rules = new_rules(supply="box")
    state = new_state(rules, foo=0, energy=[0, 10, 10, 8])
    mission = add_mission(rules, "energy_added", slots=12)
    put_mission(state, mission, era=5)

    assert add_energy(state, rules, 0, 5) == 2
    assert add_energy(state, rules, 1, 1) == 0

    assert state.energy[:4].tolist() == [2, 10, 10, 8]
    assert state.progress[mission] == 2


def test_L_BRD_4_box_energy_comes_back_when_spent() -> None:
    """Energy that was spent is in the supply again."""
    rules = new_rules(supply="box")
    state = new_state(rules, energy=[30])

    state.energy[0] -= 4

    assert add_energy(state, rules, 2, 9) == 4


def test_L_BRD_4_box_rifts() -> None:
    """supply=box has 30 rifts: with 21 on the board 9 of the 12 due can drop."""
    rules = new_rules(supply="box", machine=[0.0, 0.0, 1.0])
    state = new_state(rules, foo=3, rifts=[3] * 7)
    put_clones(state, *range(10), era=3)

    drop_rifts(state, rules)

    assert (state.drop_clones, state.drop_cubes) == (10, 9)
    assert state.rifts.tolist() == [3, 3, 3, 3, 0, 3, 3]  # 3 + 9 in era 4, which became a vortex
    assert state.vortex[4]


def test_L_BRD_4_box_permanent_energy() -> None:
    """supply=box has 5 permanent energy: with 4 on the board one more can be placed, and no sixth."""
    rules = new_rules(supply="box")
    state = new_state(rules, permanent=[3, 1])

    place_permanent(state, rules, 2)
    place_permanent(state, rules, 2)

    assert state.permanent.tolist() == [3, 1, 1, 0, 0, 0, 0]


def test_L_BRD_4_box_without_energy_for_a_destroyed_ultramachina_card() -> None:
    """supply=box: a destroyed Ultramachina card drops its energy cube if there is one left."""
    rules = new_rules("ultramachina", supply="box", machine=[0.0, 1.0, 0.0])
    card = add_machina(rules, 2, 1, "cubes(1)")
    empty = new_state(rules, foo=2, energy=[30])
    left = new_state(rules, foo=2, energy=[29])
    for state in (empty, left):
        put_machina(state, card)
        fill_slot(state, rules, 0)

    assert (empty.energy[2], left.energy[2]) == (0, 1)

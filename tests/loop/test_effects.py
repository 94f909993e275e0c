"""Effects of cards, L-EFF-1: every verb, every `where`, stage by stage."""

import pytest
from loop.one_card import DONE, first_stage, stage, with_card
from loop.positions import (
    add_card,
    add_machina,
    add_mission,
    choices,
    choose,
    discard_pile,
    draw_pile,
    hand_of,
    new_rules,
    put_clones,
    put_discard_pile,
    put_draw_pile,
    put_face_up,
    put_hand,
    put_machina,
    put_mission,
    use_card,
)

from sim.games.loop.terms import (
    FOURTH_VORTEX,
    MISSION_ACTIVE,
    NO_VORTEX,
    NONE,
    RUNNING,
    SECOND_VORTEX,
    SKIP,
    STAGE,
    VORTEX,
)

# -- energy and repair: where ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "offered", "option", "added"),
    [
        ("here", [0], 0, {3: 2}),
        ("adjacent", [2, 4], 4, {4: 2}),
        ("each_adjacent", [0], 0, {2: 2, 4: 2}),
        ("foo", [0], 0, {5: 2}),
        ("any", [0, 1, 2, 3, 4, 5, 6], 1, {1: 2}),
        ("here_or_adjacent", [2, 3, 4], 3, {3: 2}),
        ("here_or_adjacent", [2, 3, 4], 2, {2: 2}),
    ],
)
def test_L_EFF_1_energy_where(where, offered, option, added):
    """energy(2, where): all of it into one chosen era, or two into each adjacent one, in full: no option to skip it."""
    state, rules = with_card(f"energy(2, {where})", foo=5, energy=[1] * 7)
    assert first_stage(state, rules) == offered

    assert use_card(state, rules, 0, option)[0] == DONE
    assert state.energy.tolist() == [1 + added.get(era, 0) for era in range(7)]
    assert state.n_energy_added == sum(added.values())


def test_L_EFF_1_energy_around_the_ring():
    """The eras adjacent to the Dawn of Time are the End of Times and the Medieval Era."""
    state, rules = with_card("energy(1, each_adjacent)", era=0)
    use_card(state, rules, 0, 0)

    assert state.energy.tolist() == [0, 1, 0, 0, 0, 0, 1]


def test_L_EFF_1_energy_is_an_event_per_cube():
    """Two energy in each adjacent era are four cubes added, two in each; two eras for a mission of different eras."""
    rules = new_rules()
    cubes, eras = add_mission(rules, "energy_added", slots=9), add_mission(rules, "energy_added", distinct="era")
    state, rules = with_card("energy(2, each_adjacent)", rules=rules)
    put_mission(state, cubes, era=0)
    put_mission(state, eras, era=1)
    use_card(state, rules, 0, 0)

    assert state.progress[[cubes, eras]].tolist() == [4, 2]


@pytest.mark.parametrize(
    ("where", "offered"),
    [
        ("adjacent", [2, SKIP]),
        ("any", [0, 2, 3, 5, SKIP]),
        ("here_or_adjacent", [2, 3, SKIP]),
    ],
)
def test_L_EFF_1_repair_in_a_chosen_era(where, offered):
    """repair(2, where): an era where a rift is, or none; then one cube or two there, no more than there are."""
    state, rules = with_card(f"repair(2, {where})", foo=5, rifts=[3, 0, 1, 2, 0, 3, 0])
    assert first_stage(state, rules) == offered

    assert use_card(state, rules, 0, 2) == stage(1)
    choose(state, rules, STAGE, 1)
    assert choices(state, rules)[0] == DONE
    assert state.rifts.tolist() == [3, 0, 0, 2, 0, 3, 0]


@pytest.mark.parametrize(("amount", "left"), [(1, 2), (2, 1)])
def test_L_EFF_1_repair_up_to_n(amount, left):
    """Of three rifts repair(2, any) removes one or two, all in one era."""
    state, rules = with_card("repair(2, any)", rifts=[3, 0, 0, 0, 3, 0, 0])

    assert use_card(state, rules, 0, 0) == stage(1, 2)
    choose(state, rules, STAGE, amount)
    assert choices(state, rules)[0] == DONE
    assert state.rifts.tolist() == [left, 0, 0, 0, 3, 0, 0]
    assert state.n_rifts_removed == amount


@pytest.mark.parametrize(("where", "era"), [("here", 3), ("foo", 5)])
def test_L_EFF_1_repair_where_nothing_is_chosen(where, era):
    """In the agent's era or Foo's the amount is the first choice, none included."""
    state, rules = with_card(f"repair(2, {where})", foo=5, rifts=[3] * 7)
    assert first_stage(state, rules) == [0, 1, 2]

    assert use_card(state, rules, 0, 2)[0] == DONE
    assert state.rifts.tolist() == [1 if at == era else 3 for at in range(7)]


def test_L_EFF_1_repair_of_fewer_rifts_than_n():
    """With one rift repair(3, here) removes one or none."""
    state, rules = with_card("repair(3, here)", rifts=[0, 0, 0, 1])
    assert first_stage(state, rules) == [0, 1]

    use_card(state, rules, 0, 0)
    assert state.rifts[3] == 1


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("second", [0, 1])
def test_L_EFF_1_repair_in_each_adjacent_era(first, second):
    """Up to n rifts in each adjacent era, the amounts free of each other."""
    state, rules = with_card("repair(2, each_adjacent)", rifts=[0, 0, 3, 3, 1, 0, 0])
    assert first_stage(state, rules) == [0, 1, 2]

    assert use_card(state, rules, 0, first) == stage(0, 1)
    choose(state, rules, STAGE, second)
    assert choices(state, rules)[0] == DONE
    assert state.rifts.tolist() == [0, 0, 3 - first, 3, 1 - second, 0, 0]


@pytest.mark.parametrize("era", [2, 4])
def test_L_EFF_1_repair_in_the_one_adjacent_era_with_rifts(era):
    """Where only one of the adjacent eras has rifts there is one amount to choose."""
    state, rules = with_card("repair(1, each_adjacent)")
    state.rifts[era] = 2
    assert first_stage(state, rules) == [0, 1]

    assert use_card(state, rules, 0, 1)[0] == DONE
    assert state.rifts.sum() == 1


def test_L_EFF_1_rifts_removed_are_events_where_they_lay():
    """Each rift is an event of its own in its era."""
    rules = new_rules()
    cubes, eras = add_mission(rules, "rift_removed", slots=9), add_mission(rules, "rift_removed", distinct="era")
    at_foo = add_mission(rules, "rift_removed", "foo")
    state, rules = with_card("repair(2, each_adjacent)", rules=rules, rifts=[0, 0, 2, 0, 2], foo=4)
    for era, mission in enumerate((cubes, eras, at_foo)):
        put_mission(state, mission, era=era)
    use_card(state, rules, 0, 2, 1)

    assert state.progress[[cubes, eras, at_foo]].tolist() == [3, 2, 1]
    assert state.recorded[eras] == 1 << 2 | 1 << 4


# -- push, pull, banish, carry: see test_clones ------------------------------------------------------------------------
# -- move and move_ally ------------------------------------------------------------------------------------------------


def test_L_EFF_1_move_up_to_its_steps():
    """move(3): at each step either way or no further; the way back is open, and no step at all is allowed."""
    state, rules = with_card("move(3)")
    assert first_stage(state, rules) == [2, 4, SKIP]

    assert use_card(state, rules, 0, 4) == stage(3, 5, SKIP)
    choose(state, rules, STAGE, 5)
    assert choices(state, rules) == stage(4, 6, SKIP)
    choose(state, rules, STAGE, 4)
    assert choices(state, rules)[0] == DONE
    assert state.agent_era[:2].tolist() == [4, 6]


@pytest.mark.parametrize(("steps", "era"), [((SKIP,), 3), ((4, SKIP), 4), ((4, 5, SKIP), 5)])
def test_L_EFF_1_a_move_may_stop_early(steps, era):
    """After any number of steps the move may end; it takes neither the free move nor energy."""
    state, rules = with_card("move(3)", energy=[1] * 7)

    assert use_card(state, rules, 0, *steps)[0] == DONE
    assert state.agent_era[0] == era
    assert (state.free_move, state.energy.sum()) == (1, 7)


def test_L_EFF_1_move_to_any_era():
    """move(any): any other era in one go, or none."""
    state, rules = with_card("move(any)")
    assert first_stage(state, rules) == [0, 1, 2, 4, 5, 6, SKIP]

    assert use_card(state, rules, 0, 0)[0] == DONE
    assert state.agent_era[0] == 0


def test_L_EFF_1_move_ally_up_to_its_steps():
    """move_ally(2): an ally is chosen, goes a step either way, then perhaps another; the active agent stays."""
    state, rules = with_card("move_ally(2)")
    assert first_stage(state, rules) == [1, SKIP]

    assert use_card(state, rules, 0, 1) == stage(5, 0)
    choose(state, rules, STAGE, 0)
    assert choices(state, rules) == stage(6, 1, SKIP)
    choose(state, rules, STAGE, 1)
    assert choices(state, rules)[0] == DONE
    assert state.agent_era[:2].tolist() == [3, 1]


@pytest.mark.parametrize(("steps", "era"), [((SKIP,), 6), ((1, 5, SKIP), 5)])
def test_L_EFF_1_an_ally_may_go_less_far(steps, era):
    """No ally at all, or fewer steps than there are."""
    state, rules = with_card("move_ally(2)")

    assert use_card(state, rules, 0, *steps)[0] == DONE
    assert state.agent_era[:2].tolist() == [3, era]


# -- ready and draw ----------------------------------------------------------------------------------------------------


def with_tired(*effects, dimensions=("star", "spiral", "black_hole", "stripe")):
    """Return a position whose active hand holds a card with these effects and exhausted ones of some dimensions."""
    state, rules = with_card(*effects)
    tired = [add_card(rules, dimension, "energy(1, here)") for dimension in dimensions]
    put_hand(state, 0, exhausted=tired)
    return state, rules, tired


def test_L_EFF_1_ready_up_to_n_other_cards():
    """ready(2): one exhausted card, then another or no more, by their places in the hand."""
    state, rules, tired = with_tired("ready(2)", dimensions=("star", "spiral", "stripe"))
    assert first_stage(state, rules) == [1, 2, 3, SKIP]

    assert use_card(state, rules, 0, 2) == stage(1, 3, SKIP)
    choose(state, rules, STAGE, 1)
    assert choices(state, rules)[0] == DONE
    assert state.ready[tired].tolist() == [1, 1, 0]


@pytest.mark.parametrize(("picks", "ready"), [((SKIP,), [0, 0]), ((1, SKIP), [1, 0])])
def test_L_EFF_1_ready_fewer_than_n(picks, ready):
    """Zero is allowed, and so is stopping after the first."""
    state, rules, tired = with_tired("ready(2)", dimensions=("star", "spiral"))

    assert use_card(state, rules, 0, *picks)[0] == DONE
    assert state.ready[tired].tolist() == ready


def test_L_EFF_1_ready_never_a_black_hole():
    """A Black Hole card is never readied, not even when nothing else is exhausted."""
    state, rules, _ = with_tired("ready(3)")
    assert first_stage(state, rules) == [1, 2, 4, SKIP]  # the third slot is the Black Hole's

    state, rules, _ = with_tired("ready(3)", dimensions=("black_hole",))
    assert first_stage(state, rules) == []


def test_L_EFF_1_ready_takes_no_ready_card():
    """Only exhausted cards can be readied, and only those of the own hand."""
    state, rules = with_card("ready(2)")
    ready, tired, foreign = (add_card(rules, "star", "energy(1, here)") for _ in range(3))
    put_hand(state, 0, ready, exhausted=[tired])
    put_hand(state, 1, exhausted=[foreign])

    assert first_stage(state, rules) == [2, SKIP]
    assert use_card(state, rules, 0, 2)[0] == DONE  # nothing is left to ready
    assert state.ready[[ready, tired, foreign]].tolist() == [1, 1, 0]


def test_L_EFF_1_draw_in_full():
    """draw(2) takes the two cards on top, ready, whatever the hand holds already; it cannot be skipped."""
    state, rules = with_card("draw(2)")
    spare, *pile = (add_card(rules, "star", "energy(1, here)") for _ in range(5))
    put_hand(state, 0, exhausted=[spare])
    put_draw_pile(state, 0, *pile[:3])
    put_discard_pile(state, 0, pile[3])
    assert first_stage(state, rules) == [0]

    assert use_card(state, rules, 0, 0)[0] == DONE
    assert hand_of(state, 0)[1:] == [spare, *pile[:2]]
    assert state.ready[[spare, *pile[:2]]].tolist() == [0, 1, 1]
    assert (draw_pile(state, 0), discard_pile(state, 0)) == ([pile[2]], [pile[3]])


def test_L_EFF_1_draw_beyond_the_draw_pile():
    """When the pile runs out the discard pile is shuffled in; when both are empty there is no more to draw."""
    state, rules = with_card("draw(4)")
    top, *discarded = (add_card(rules, "star", "energy(1, here)") for _ in range(3))
    put_draw_pile(state, 0, top)
    put_discard_pile(state, 0, *discarded)
    use_card(state, rules, 0, 0)

    assert hand_of(state, 0)[1] == top
    assert set(hand_of(state, 0)[2:]) == set(discarded)
    assert (draw_pile(state, 0), discard_pile(state, 0)) == ([], [])


# -- transfer ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cubes", ["energy", "rifts"])
@pytest.mark.parametrize(("to", "amount"), [(2, 1), (4, 2)])
def test_L_EFF_1_transfer_up_to_n_cubes_next_door(cubes, to, amount):
    """transfer(.., 2): an adjacent era, then one cube or two of the agent's era; nothing else moves."""
    word = {"energy": "energy", "rifts": "rift"}[cubes]
    state, rules = with_card(f"transfer({word}, 2)", energy=[1, 1, 1, 3, 1, 1, 1], rifts=[1, 1, 1, 3, 1, 1, 1])
    assert first_stage(state, rules) == [2, 4, SKIP]

    assert use_card(state, rules, 0, to) == stage(1, 2)
    choose(state, rules, STAGE, amount)
    assert choices(state, rules)[0] == DONE
    moved = [1, 1, 1, 3, 1, 1, 1]
    moved[3] -= amount
    moved[to] += amount
    assert state[cubes].tolist() == moved
    assert state["rifts" if cubes == "energy" else "energy"].tolist() == [1, 1, 1, 3, 1, 1, 1]


@pytest.mark.parametrize("word", ["energy", "rift"])
def test_L_EFF_1_transfer_of_fewer_cubes_than_n(word):
    """No more cubes than there are can be moved, and none need be."""
    state, rules = with_card(f"transfer({word}, 3)", energy=[0, 0, 0, 1], rifts=[0, 0, 0, 1])
    assert use_card(state, rules, 0, 2) == stage(1)

    state, rules = with_card(f"transfer({word}, 3)", energy=[0, 0, 0, 1], rifts=[0, 0, 0, 1])
    assert use_card(state, rules, 0, SKIP)[0] == DONE
    assert (state.energy[3], state.rifts[3]) == (1, 1)


def test_L_EFF_1_transfer_is_neither_energy_added_nor_rift_removed():
    """Moving cubes is no progress of missions about cubes, fills no Ultramachina slot and is not counted as added."""
    rules = new_rules("ultramachina")
    energy, rift = add_mission(rules, "energy_added"), add_mission(rules, "rift_removed")
    machina = add_machina(rules, 4, 3, "cubes(1)")
    state, rules = with_card("transfer(energy, 2)", "transfer(rift, 2)", rules=rules)
    state.energy[3] = state.rifts[3] = 2
    put_mission(state, energy, era=4)
    put_mission(state, rift, era=3)
    put_machina(state, machina)
    use_card(state, rules, 0, 4, 2, 4, 2)

    assert (state.energy[4], state.rifts[4]) == (2, 2)
    assert state.progress[[energy, rift]].tolist() == [0, 0]
    assert state.machina_filled[0] == 0
    assert (state.n_energy_added, state.n_rifts_removed) == (0, 0)


def test_L_EFF_1_transfer_leaves_permanent_energy():
    """Permanent energy is not moved; where there is no other, the effect can change nothing."""
    state, rules = with_card("transfer(energy, 3)", permanent=[0, 0, 0, 2])
    assert first_stage(state, rules) == []

    state.energy[3] = 1
    use_card(state, rules, 0, 4, 1)
    assert (state.permanent[3], state.permanent[4], state.energy[4]) == (2, 0, 1)


def test_L_EFF_1_all_rifts_land_before_the_vortex():
    """Three rifts moved onto two: five lie there, and all five go with the one vortex that they make."""
    state, rules = with_card("transfer(rift, 3)", rifts=[0, 0, 0, 3, 2], vortex=[VORTEX])
    state.n_vortexes = 1
    use_card(state, rules, 0, 4, 3)

    assert state.rifts.tolist() == [0] * 7
    assert state.vortex.tolist() == [VORTEX, 0, 0, 0, VORTEX, 0, 0]
    assert (state.n_vortexes, state.cause) == (2, RUNNING)
    assert state.n_rifts_removed == 0


def test_L_EFF_1_three_rifts_are_safe():
    """An era that is brought to three rifts becomes no vortex."""
    state, rules = with_card("transfer(rift, 3)", rifts=[0, 0, 0, 2, 1])
    use_card(state, rules, 0, 4, 2)

    assert state.rifts[4] == 3
    assert state.vortex[4] == NO_VORTEX


def test_L_EFF_1_a_transfers_vortex_is_a_whole_one():
    """At once: the era's artifacts are destroyed, its mission fails and is replaced, and the card's effects go on."""
    rules = new_rules()
    lost, hidden = add_mission(rules, "rift_removed"), add_mission(rules, "energy_added")
    artifact = add_card(rules, "star", "energy(1, here)", origin=4)
    state, rules = with_card("transfer(rift, 1)", "energy(1, here)", rules=rules, rifts=[0, 0, 0, 1, 3])
    put_mission(state, lost, era=4)
    put_mission(state, hidden, era=1, active=False)
    put_face_up(state, 4, artifact)

    assert use_card(state, rules, 0, 4, 1) == stage(0)  # the energy
    assert state.vortex[4] == VORTEX
    assert state.destroyed[: state.n_destroyed].tolist() == [artifact]
    assert state.mission_at.tolist() == [NONE, hidden, NONE, NONE, NONE, NONE, NONE]
    assert state.mission_status[hidden] == MISSION_ACTIVE
    assert state.fatal_in_action == 0


@pytest.mark.parametrize(
    ("vortex", "cause"), [([0, 0, 0, 0, VORTEX], SECOND_VORTEX), ([VORTEX, VORTEX, VORTEX], FOURTH_VORTEX)]
)
def test_L_EFF_1_a_transfer_may_lose_the_game(vortex, cause):
    """A second vortex there, or a fourth anywhere, is lost at once, in phase II: later effects are not asked for."""
    state, rules = with_card("transfer(rift, 1)", "energy(1, here)", rifts=[0, 0, 0, 1, 3], vortex=vortex)
    state.n_vortexes = len([era for era in vortex if era])
    use_card(state, rules, 0, 4, 1)

    assert choices(state, rules) == []
    assert (state.cause, state.fatal_era, state.fatal_in_action) == (cause, 4, 1)
    assert state.energy.sum() == 0


def test_L_EFF_1_up_to_three_effects():
    """The effects of a card follow each other to the last, each with its own choices."""
    state, rules = with_card("repair(1, adjacent)", "energy(1, any)", "move(1)", rifts=[0, 0, 1])

    assert use_card(state, rules, 0, SKIP) == stage(0, 1, 2, 3, 4, 5, 6)
    choose(state, rules, STAGE, 6)
    assert choices(state, rules) == stage(2, 4, SKIP)
    choose(state, rules, STAGE, SKIP)
    assert choices(state, rules)[0] == DONE
    assert (state.energy[6], state.rifts[2], state.agent_era[0]) == (1, 1, 3)


def test_L_EFF_1_where_is_seen_from_the_agent_as_it_stands_then():
    """After a move `adjacent` and `each_adjacent` mean the neighbours of the new era."""
    state, rules = with_card("move(2)", "repair(1, each_adjacent)", rifts=[0, 0, 3, 3, 3, 0, 3])
    assert use_card(state, rules, 0, 4, 5) == stage(0, 1)

    choose(state, rules, STAGE, 1)
    assert choices(state, rules) == stage(0, 1)
    choose(state, rules, STAGE, 1)
    assert state.rifts.tolist() == [0, 0, 3, 3, 2, 0, 2]


def test_L_EFF_1_effects_leave_nothing_behind():
    """The choices of one effect do not carry over to the next: a second push may take the clone of the first."""
    rules = new_rules()
    state, rules = with_card("push(1, 1)", "pull(1)", "push(1, 1)", rules=rules)
    token = 0  # arrives in era 0, paradox era 2
    put_clones(state, token, era=3)

    assert use_card(state, rules, 0, token, 4) == stage(token, SKIP)
    choose(state, rules, STAGE, token)
    assert choices(state, rules) == stage(token, SKIP)
    choose(state, rules, STAGE, token)
    choose(state, rules, STAGE, 4)
    assert state.token_era[token] == 4

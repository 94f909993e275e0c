"""L-MIS-5: what is progress for a mission: the event, where it happens, and what counts only once."""

from __future__ import annotations

import pytest
from loop.positions import (
    add_card,
    add_mission,
    artifacts_of,
    choices,
    choose,
    new_rules,
    new_state,
    put_clones,
    put_face_up,
    put_hand,
    put_mission,
    token_of,
    use_card,
)

from sim.games.loop import missions, turn
from sim.games.loop.board import add_energy, place_permanent, remove_rifts
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    CLONE_DESTROYED,
    CLONE_MOVED,
    END_TURN,
    FREE_MOVE,
    LOOP,
    LOOP_PERFORMED,
    MEGA_VORTEX,
    MEGA_VORTEX_END,
    MISSION,
    RIFT_REMOVED,
    SKIP,
    SPIRAL,
    STAGE,
    STAR,
    TAKE_ARTIFACT,
    TURN_ENDED,
)

QUIET = {"base_rifts": 0, "rifts_per_clone": 0, "revealed_each_turn": 0}  # the next Foo phase changes nothing
THREE = ("mr_time", "v_girl", "time_prowler")


def end_turn(state: State, rules: Rules) -> None:
    """End the active agent's turn without an artifact; phase IV is next."""
    choose(state, rules, END_TURN)
    choose(state, rules, TAKE_ARTIFACT, SKIP)
    assert state.phase == MISSION


def progress_by_era(rules: Rules, mission: int, event: int, foo: int, agents: list[int]) -> list[int]:
    """Return the eras, 0 to 6, where an event is progress for a mission that lies in era 6."""
    eras = []
    for era in range(7):
        state = new_state(rules, foo=foo, agent_era=agents)
        put_mission(state, mission, era=6)
        missions.note_event(state, rules, event, era, 0, 1)
        if state.progress[mission]:
            eras.append(era)
    return eras


@pytest.mark.parametrize(
    ("place", "foo", "eras"),
    [
        ("any", 2, [0, 1, 2, 3, 4, 5, 6]),
        ("foo", 2, [2]),
        ("adjacent_to_foo", 2, [1, 3]),
        ("adjacent_to_foo", 0, [1, 6]),
        ("adjacent_to_foo", 6, [0, 5]),
        ("mission_era", 2, [6]),
        ("both_adjacent_to_foo", 2, []),
    ],
)
def test_L_MIS_5_places(place: str, foo: int, eras: list[int]) -> None:
    """An event counts in the eras that the place names, seen from Foo and from the mission in era 6."""
    rules = new_rules()
    mission = add_mission(rules, "rift_removed", place)

    assert progress_by_era(rules, mission, RIFT_REMOVED, foo, agents=[0, 0]) == eras


@pytest.mark.parametrize(
    ("foo", "agents", "counts"),
    [
        (2, [1, 3], True),
        (2, [3, 1], True),
        (2, [1, 1], False),
        (2, [2, 3], False),
        (2, [1, 4], False),
        (0, [6, 1], True),
        (6, [0, 5], True),
    ],
)
def test_L_MIS_5_both_adjacent_to_foo(foo: int, agents: list[int], counts: bool) -> None:
    """Each era adjacent to Foo's holds an agent: then the event counts, in whatever era it is; else nowhere."""
    rules = new_rules()
    mission = add_mission(rules, "turn_ended", "both_adjacent_to_foo")

    assert progress_by_era(rules, mission, TURN_ENDED, foo, agents) == (list(range(7)) if counts else [])


def test_L_MIS_5_both_adjacent_to_foo_with_more_agents() -> None:
    """Of four agents any two will do: those of seats 1 and 3. An empty seat is nobody."""
    four = new_rules(agents=(*THREE, "cztwyzzek"))
    mission = add_mission(four, "turn_ended", "both_adjacent_to_foo")
    assert progress_by_era(four, mission, TURN_ENDED, 4, agents=[0, 5, 0, 3]) == list(range(7))

    two = new_rules()
    mission = add_mission(two, "turn_ended", "both_adjacent_to_foo")
    assert progress_by_era(two, mission, TURN_ENDED, 6, agents=[5, 5, 0, 0]) == []


def test_L_MIS_5_the_event_must_be_the_trigger() -> None:
    """Energy added is no progress for a mission that wants rifts removed, and the other way round."""
    rules = new_rules()
    energy, rifts = add_mission(rules, "energy_added"), add_mission(rules, "rift_removed")
    state = new_state(rules, rifts=[2])
    put_mission(state, energy, era=3)
    put_mission(state, rifts, era=4)

    add_energy(state, rules, 0, 1)
    assert (state.progress[energy], state.progress[rifts]) == (1, 0)

    remove_rifts(state, rules, 0, 2)
    assert (state.progress[energy], state.progress[rifts]) == (1, 2)


def test_L_MIS_5_an_event_counts_for_every_mission_that_it_meets() -> None:
    """Two energy in Foo's era 2: two for "energy in Foo's era" and two for "energy anywhere", none for era 5's own."""
    rules = new_rules()
    at_foo = add_mission(rules, "energy_added", "foo")
    anywhere = add_mission(rules, "energy_added")
    at_home = add_mission(rules, "energy_added", "mission_era")
    state = new_state(rules, foo=2)
    for mission, era in ((at_foo, 0), (anywhere, 1), (at_home, 5)):
        put_mission(state, mission, era)

    add_energy(state, rules, 2, 2)

    assert [int(state.progress[mission]) for mission in (at_foo, anywhere, at_home)] == [2, 2, 0]


def test_L_MIS_5_distinct_eras_count_once_each() -> None:
    """Three rifts removed in era 0 are one progress; one more there is none; one in era 6 is the second."""
    rules = new_rules()
    mission = add_mission(rules, "rift_removed", distinct="era", slots=7)
    state = new_state(rules, rifts=[4, 0, 0, 0, 0, 0, 1])
    put_mission(state, mission, era=3)
    seen = []
    for era, n in ((0, 3), (0, 1), (6, 1)):
        remove_rifts(state, rules, era, n)
        seen.append(int(state.progress[mission]))

    assert seen == [1, 1, 2]
    assert state.rifts.sum() == 0
    assert state.recorded[mission] == (1 << 0) | (1 << 6)


def test_L_MIS_5_distinct_dimensions_count_once_each() -> None:
    """LOOPs of Spiral, Spiral, Star: two of the three dimensions."""
    rules = new_rules()
    mission = add_mission(rules, "loop_performed", distinct="dimension")
    state = new_state(rules)
    put_mission(state, mission, era=3)

    for dimension in (SPIRAL, SPIRAL, STAR):
        missions.note_event(state, rules, LOOP_PERFORMED, 0, dimension, 1)

    assert (state.progress[mission], state.recorded[mission]) == (2, (1 << SPIRAL) | (1 << STAR))


def test_L_MIS_5_distinct_clones_count_once_each() -> None:
    """Clone 34 moved twice and clone 0 once: two clones."""
    rules = new_rules()
    mission = add_mission(rules, "clone_moved", distinct="clone", slots=7)
    state = new_state(rules)
    put_mission(state, mission, era=3)

    for token in (34, 34, 0):
        missions.note_event(state, rules, CLONE_MOVED, 1, token, 1)

    assert (state.progress[mission], state.recorded[mission]) == (2, (1 << 34) | (1 << 0))


def test_L_MIS_5_without_distinctness_the_same_era_counts_again() -> None:
    """Three clones destroyed in era 4, one after the other: three."""
    rules = new_rules()
    mission = add_mission(rules, "clone_destroyed", slots=4)
    state = new_state(rules)
    put_mission(state, mission, era=3)

    for token in (1, 2, 3):
        missions.note_event(state, rules, CLONE_DESTROYED, 4, token, 1)

    assert state.progress[mission] == 3


def test_L_MIS_5_energy_counts_where_the_cubes_lie() -> None:
    """From era 5 three energy are added in Foo's era 2: three progress for "Foo's era", none for "era 5"."""
    rules = new_rules()
    at_foo = add_mission(rules, "energy_added", "foo", slots=6)
    at_agent = add_mission(rules, "energy_added", "mission_era", slots=6)
    state = new_state(rules, foo=2, agent_era=[5, 0])
    put_mission(state, at_foo, era=0)
    put_mission(state, at_agent, era=5)
    put_hand(state, 0, add_card(rules, "star", "energy(3, foo)"))

    use_card(state, rules, 0, 0)

    assert (state.energy[2], state.n_energy_added) == (3, 3)
    assert (state.progress[at_foo], state.progress[at_agent]) == (3, 0)


def test_L_MIS_5_permanent_energy_is_not_energy_added() -> None:
    """L-EFF-1: placing permanent energy is no progress."""
    rules = new_rules()
    mission = add_mission(rules, "energy_added")
    state = new_state(rules)
    put_mission(state, mission, era=3)

    place_permanent(state, rules, 0)

    assert (state.progress[mission], state.n_energy_added) == (0, 0)


def test_L_MIS_5_rifts_count_where_the_cubes_lay() -> None:
    """From Foo's era 2 one rift is removed next door: it counts next to Foo, not in his era."""
    rules = new_rules()
    at_foo = add_mission(rules, "rift_removed", "foo")
    beside = add_mission(rules, "rift_removed", "adjacent_to_foo")
    state = new_state(rules, foo=2, agent_era=[2, 0], rifts=[0, 1])
    put_mission(state, at_foo, era=0)
    put_mission(state, beside, era=5)
    put_hand(state, 0, add_card(rules, "star", "repair(1, adjacent)"))

    use_card(state, rules, 0, 1, 1)

    assert state.n_rifts_removed == 1
    assert (state.progress[at_foo], state.progress[beside]) == (0, 1)


def test_L_MIS_5_a_loop_counts_where_the_agent_stands() -> None:
    """A LOOP in Foo's era is one progress, though it readies two cards; a LOOP elsewhere none."""
    rules = new_rules()
    mission = add_mission(rules, "loop_performed", "foo", slots=4)
    cards = [add_card(rules, "star", "draw(1)") for _ in range(2)]
    seen = []
    for foo in (0, 2):
        state = new_state(rules, foo=foo, energy=[5])
        put_mission(state, mission, era=3)
        put_hand(state, 0, exhausted=cards)
        choose(state, rules, LOOP, STAR)
        seen.append(int(state.progress[mission]))

    assert seen == [1, 0]


def test_L_MIS_5_an_artifact_counts_where_its_use_begins() -> None:
    """Used in Foo's era to leave it, a card counts there; used to enter it, it does not."""
    rules = new_rules()
    mission = add_mission(rules, "artifact_used", "foo")
    card = add_card(rules, "star", "move(1)")
    seen = []
    for foo in (0, 1):
        state = new_state(rules, foo=foo)
        put_mission(state, mission, era=3)
        put_hand(state, 0, card)
        use_card(state, rules, 0, 1)
        assert state.agent_era[0] == 1
        seen.append(int(state.progress[mission]))

    assert seen == [1, 0]


def test_L_MIS_5_an_allys_card_used_counts_with_its_own_dimension() -> None:
    """A Star card that uses an ally's Spiral card in the active agent's era: two artifacts used, two dimensions."""
    rules = new_rules()
    anywhere = add_mission(rules, "artifact_used", "mission_era", slots=9)
    dimensions = add_mission(rules, "artifact_used", distinct="dimension", slots=4)
    state = new_state(rules, agent_era=[4, 0])
    put_mission(state, anywhere, era=4)
    put_mission(state, dimensions, era=5)
    put_hand(state, 0, add_card(rules, "star", "use_ally"))
    ally_card = add_card(rules, "spiral", "energy(1, here)")
    put_hand(state, 1, ally_card)

    use_card(state, rules, 0, ally_card, 0)

    assert (state.energy[4], state.progress[anywhere]) == (1, 2)
    assert (state.progress[dimensions], state.recorded[dimensions]) == (2, (1 << STAR) | (1 << SPIRAL))


def test_L_MIS_5_a_clone_moved_counts_once_for_each_era_entered() -> None:
    """Pushed from era 0 to 1 and on to 2, a clone is two progress; one of them in Foo's era 2."""
    rules = new_rules()
    token = token_of(rules, 0, 4)
    anywhere, at_foo = add_mission(rules, "clone_moved", slots=7), add_mission(rules, "clone_moved", "foo", slots=7)
    state = new_state(rules, foo=2)
    put_mission(state, anywhere, era=3)
    put_mission(state, at_foo, era=4)
    put_clones(state, token, era=0)
    put_hand(state, 0, add_card(rules, "star", "push(1, 2)"))

    use_card(state, rules, 0, token, 1, 2)

    assert state.token_era[token] == 2
    assert (state.progress[anywhere], state.progress[at_foo]) == (2, 1)


@pytest.mark.parametrize(
    ("effect", "stages", "at_foo"),
    [("push(1, 1)", [1], 1), ("pull(1)", [], 0), ("carry(1, 1)", [1], 1)],
)
def test_L_MIS_5_every_verb_moves_clones(effect: str, stages: list[int], at_foo: int) -> None:
    """Push and carry from era 0 into Foo's era 1, pull from era 1 to 0: each is one clone moved."""
    rules = new_rules()
    token = token_of(rules, 0, 4)
    anywhere, in_foo = add_mission(rules, "clone_moved", slots=7), add_mission(rules, "clone_moved", "foo", slots=7)
    state = new_state(rules, foo=1)
    put_mission(state, anywhere, era=3)
    put_mission(state, in_foo, era=4)
    put_clones(state, token, era=1 if effect.startswith("pull") else 0)
    put_hand(state, 0, add_card(rules, "star", effect))

    use_card(state, rules, 0, token, *stages)

    assert (state.progress[anywhere], state.progress[in_foo]) == (1, at_foo)


def test_L_MIS_5_cztwyzzeks_passenger_is_a_clone_moved() -> None:
    """A free move to Foo's era 1 with a clone is one clone moved, there."""
    rules = new_rules(agents=("cztwyzzek", "v_girl"), abilities=True)
    token = token_of(rules, 0, 4)
    mission = add_mission(rules, "clone_moved", "foo", slots=7)
    state = new_state(rules, foo=1)
    put_mission(state, mission, era=3)
    put_clones(state, token, era=0)

    choose(state, rules, FREE_MOVE, 1)
    choose(state, rules, STAGE, token)

    assert (state.token_era[token], state.progress[mission]) == (1, 1)


def test_L_MIS_5_a_clone_counts_where_it_dies() -> None:
    """Pushed from Foo's era 3 into its paradox era 4, a clone is destroyed beside Foo, and moved there."""
    rules = new_rules()
    token = token_of(rules, 0, 4)
    moved = add_mission(rules, "clone_moved", "adjacent_to_foo")
    beside = add_mission(rules, "clone_destroyed", "adjacent_to_foo")
    at_foo = add_mission(rules, "clone_destroyed", "foo")
    state = new_state(rules, foo=3, agent_era=[3, 0])
    for mission, era in ((moved, 0), (beside, 1), (at_foo, 2)):
        put_mission(state, mission, era)
    put_clones(state, token, era=3)
    put_hand(state, 0, add_card(rules, "star", "push(1, 1)"))

    use_card(state, rules, 0, token, 4)

    assert state.n_clones_destroyed == 1
    assert [int(state.progress[mission]) for mission in (moved, beside, at_foo)] == [1, 1, 0]


def test_L_MIS_5_turn_ended_fires_once_where_the_active_agent_stands() -> None:
    """Seat 0 ends its turn in Foo's era: one progress; the other agent's era does not matter."""
    rules = new_rules(**QUIET)
    mission = add_mission(rules, "turn_ended", "foo", slots=9)
    state = new_state(rules, foo=2, agent_era=[2, 2])
    put_mission(state, mission, era=5)

    end_turn(state, rules)
    assert state.progress[mission] == 1
    turn.play_mission_phase(state, rules)
    assert state.progress[mission] == 1

    elsewhere = new_state(rules, foo=2, agent_era=[1, 2])
    put_mission(elsewhere, mission, era=5)
    end_turn(elsewhere, rules)
    assert elsewhere.progress[mission] == 0


def test_L_MIS_5_turn_ended_fires_before_the_artifact_is_taken_and_the_mission_phase() -> None:
    """The last slot is filled when phase II ends, so that the mission is completed in this very turn."""
    rules = new_rules()
    mission = add_mission(rules, "turn_ended", slots=3)
    state = new_state(rules)
    put_mission(state, mission, era=0, progress=2)
    put_face_up(state, 0, artifacts_of(rules, 0)[0])

    choose(state, rules, END_TURN)
    assert state.progress[mission] == 3  # and the artifact is still to be taken
    assert len(choices(state, rules)) == 2

    choose(state, rules, TAKE_ARTIFACT, SKIP)
    turn.play_mission_phase(state, rules)
    assert state.missions_done == 1 << mission


def test_L_MIS_5_turn_ended_comes_after_the_mega_vortex_check() -> None:
    """Who loses at a mega vortex does not end the turn there: no progress."""
    rules = new_rules(difficulty="year")
    mission = add_mission(rules, "turn_ended", slots=3)
    state = new_state(rules, vortex=[MEGA_VORTEX], n_vortexes=1)
    put_mission(state, mission, era=0)

    choose(state, rules, END_TURN)

    assert (state.cause, state.progress[mission]) == (MEGA_VORTEX_END, 0)

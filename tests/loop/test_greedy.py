"""Greedy: positions in which one thing is obviously right."""

import numpy as np
import pytest
from loop.positions import (
    add_card,
    add_mission,
    copy_of,
    new_rules,
    new_state,
    put_clones,
    put_draw_pile,
    put_face_up,
    put_hand,
    put_mission,
)
from loop.table_talk import PLAYERS, ask, menu_at, play, rewrite_cards, rules_for

from sim import records
from sim.games.loop import turn
from sim.games.loop.effects.reach import eras_of
from sim.games.loop.policies.greedy.mind import look_around, new_mind, sight_of
from sim.games.loop.policies.greedy.player import choose_greedily
from sim.games.loop.policies.greedy.worth import (
    value_of_card,
    value_of_energy,
    value_of_repair,
    weigh_card,
    weigh_cubes,
)
from sim.games.loop.state import Menu
from sim.games.loop.terms import (
    ACTION,
    ACTION_SIZE,
    CENTRIFUGE,
    EACH_ADJACENT,
    ENERGY,
    EVERY_ERA,
    GIVE_CARD,
    LOOP,
    MEGA_VORTEX,
    MEGA_VORTEX_END,
    N_ERAS,
    NONE,
    PLACES_OF_EFFECT,
    REPAIR,
    RUNNING,
    SOLO,
    STAR,
    TAKE_ARTIFACT,
    USE_CARD,
)

FUEL_AND_SHIFT = ["energy(1, here)", "transfer(rift, 2)"]


def play_greedily(state, rules):
    """Let `greedy` play the turn to its end: until the next turn begins or the game ends. Return what it chose."""
    menu = records.new(Menu)
    before, chosen = int(state.turn), []
    while turn.next_choice(state, rules, menu) and state.turn == before:
        option = menu.option[PLAYERS["greedy"](state, rules, menu)]
        chosen.append(divmod(int(option), ACTION_SIZE))
        turn.choose(state, rules, option)
    return chosen


def quiet_position(era=3, rules=None, **fields):
    """Return a position with the active agent in an era, an ally and Foo out of the way, and no rifts to come."""
    rules = rules or new_rules()
    rules.base_rifts = rules.rifts_per_clone = 0
    return new_state(rules, agent_era=[era, 0], foo=0, visited=[1], foo_deck=range(7), **fields), rules


@pytest.mark.parametrize("distance", [0, 1])
def test_greedy_ends_the_turn_where_a_mission_is_full(distance):
    """A full mission here or next door is completed this turn."""
    state, rules = quiet_position(era=3)
    mission = add_mission(rules, "energy_added", slots=4)
    put_mission(state, mission, era=3 + distance, progress=4)
    play_greedily(state, rules)

    assert state.n_completed == 1


def test_greedy_goes_to_the_full_mission_not_the_other_way():
    """Full on one side, half full on the other: it goes to the full one."""
    state, rules = quiet_position(era=3)
    full, half = add_mission(rules, "rift_removed", slots=4), add_mission(rules, "rift_removed", slots=4)
    put_mission(state, half, era=2, progress=2)
    put_mission(state, full, era=4, progress=4)
    play_greedily(state, rules)

    assert int(state.missions_done) == 1 << full


@pytest.mark.parametrize("era", range(N_ERAS))
@pytest.mark.parametrize("bait", [False, True])
def test_greedy_leaves_a_mega_vortex(era, bait):
    """With a move left it does not end the turn at a mega vortex, not even for the full mission that lies there."""
    state, rules = quiet_position(era=era, rules=new_rules(difficulty="year"))
    state.vortex[era], state.n_vortexes = MEGA_VORTEX, 1
    if bait:
        put_mission(state, add_mission(rules, "rift_removed", slots=1), era=era, progress=1)
    play_greedily(state, rules)

    assert state.cause == RUNNING
    assert state.agent_era[0] != era


def test_greedy_never_ends_at_a_mega_vortex_that_it_could_leave():
    """In turns from the middle of playouts, with a mega vortex set under the agent who begins: it gets away."""
    rules = rules_for(players=3, v_girl_mega_immune=False)
    playouts = [play(PLAYERS["random"], rules, index, turns=6) for index in range(3)]
    begun = [copy_of(state) for playout in playouts for state, _ in playout if state.actions == 0]
    begun = [state for state in begun if state.phase == ACTION and not state.under_way]
    assert len(begun) >= 4
    for state in begun:
        state.vortex[state.agent_era[state.active]] = MEGA_VORTEX
        play_greedily(state, rules)
        assert state.cause != MEGA_VORTEX_END


@pytest.mark.parametrize("third", [2, 4])
def test_greedy_removes_the_third_rift_rather_than_the_first(third):
    """Three rifts on one side, one on the other, all else alike: the one of three goes."""
    state, rules = quiet_position(era=3)
    state.foo = 3
    put_hand(state, 0, add_card(rules, "star", "repair(1, adjacent)"))
    state.rifts[[2, 4]] = 1
    state.rifts[third] = 3
    play_greedily(state, rules)

    assert state.rifts[third] == 2
    assert state.rifts[6 - third] == 1


@pytest.mark.parametrize("third", [2, 4])
def test_greedy_repairs_as_much_as_it_can(third):
    """Of up to two rifts it removes two, where they are three."""
    state, rules = quiet_position(era=3)
    put_hand(state, 0, add_card(rules, "star", "repair(2, any)"))
    state.rifts[third] = 3

    chosen = play_greedily(state, rules)
    assert (USE_CARD, third) in chosen
    assert state.n_rifts_removed == 2


def test_greedy_takes_an_artifact():
    """One lies where it ends the turn: it is taken. With nothing else to do it goes and gets one next door."""
    for era in (3, 4):
        state, rules = quiet_position(era=3)
        artifact = add_card(rules, "star", "repair(2, here)", origin=era)
        put_face_up(state, era, artifact)

        assert (TAKE_ARTIFACT, artifact) in play_greedily(state, rules)


def test_greedy_takes_the_better_artifact():
    """Three times the energy and three rifts are better than one energy."""
    state, rules = quiet_position(era=3)
    poor = add_card(rules, "star", "energy(1, here)", origin=3)
    rich = add_card(rules, "star", "energy(3, here)", "repair(3, here)", origin=3)
    put_face_up(state, 3, poor, rich)

    assert (TAKE_ARTIFACT, rich) in play_greedily(state, rules)


@pytest.mark.parametrize(("effect", "paradox"), [("push(1, 1)", 2), ("push(1, 1)", 4), ("push(1, 2)", 5)])
def test_greedy_pushes_a_clone_home(effect, paradox):
    """A clone whose paradox era is within reach of a push is destroyed, whichever way; its companion is not touched."""
    state, rules = quiet_position(era=3)
    home = next(token for token in range(28) if rules.token_paradox[token] == paradox)
    other = next(token for token in range(28) if rules.token_paradox[token] == 0)
    put_clones(state, home, other, era=3)
    put_hand(state, 0, add_card(rules, "star", effect))
    play_greedily(state, rules)

    assert state.n_clones_destroyed == 1
    assert state.token_era[other] == 3


def test_greedy_pulls_a_clone_home():
    """So is one next door whose paradox era is here."""
    state, rules = quiet_position(era=3)
    home = next(token for token in range(28) if rules.token_paradox[token] == 3)
    put_clones(state, home, era=4)
    put_hand(state, 0, add_card(rules, "star", "pull(1)"))
    play_greedily(state, rules)

    assert state.n_clones_destroyed == 1


def test_greedy_goes_where_a_card_does_most():
    """Its one card removes two rifts here: it goes next door, where three lie, and uses it there."""
    state, rules = quiet_position(era=3)
    put_hand(state, 0, add_card(rules, "star", "repair(2, here)"))
    state.rifts[4] = 3
    play_greedily(state, rules)

    assert state.agent_era[0] == 4
    assert state.n_rifts_removed == 2


def test_greedy_loops_when_it_pays():
    """Two strong cards of one dimension, exhausted, three rifts here and one energy: it LOOPs and uses them."""
    state, rules = quiet_position(era=3, energy=[0, 0, 0, 1], rifts=[0, 0, 0, 3])
    put_hand(state, 0, exhausted=[add_card(rules, "star", "repair(2, here)") for _ in range(2)])

    chosen = play_greedily(state, rules)
    assert (LOOP, STAR) in chosen
    assert state.n_rifts_removed == 3


def test_greedy_takes_a_centrifuge_down():
    """With the energy for it, that is what it does."""
    state, rules = quiet_position(era=3, rules=new_rules("laser_centrifuges"), energy=[0, 0, 0, 2])
    state.centrifuge[3] = 1

    assert (CENTRIFUGE, 0) in play_greedily(state, rules)


def test_greedy_shifts_no_rift_into_a_vortex():
    """A transfer that would make a vortex is left alone, by itself and behind a useful effect."""
    state, rules = quiet_position(era=3, rifts=[3, 3, 3, 2, 3, 3, 3])
    put_hand(state, 0, *(add_card(rules, "star", *effects) for effects in (["transfer(rift, 2)"], FUEL_AND_SHIFT)))

    assert (USE_CARD + 1, 0) in play_greedily(state, rules)
    assert state.n_vortexes == 0
    assert state.rifts.sum() == 20


def test_greedy_gives_cards_to_the_fullest_hand():
    """Solo: a card of nobody's goes where somebody may soon act."""
    rules = new_rules(solo=True)
    waiting, first, second = (add_card(rules, "star", "energy(1, here)") for _ in range(3))
    for fullest in range(2):
        state = new_state(rules, phase=SOLO, active=NONE)
        put_draw_pile(state, 0, waiting)
        put_hand(state, fullest, first, second)

        menu = menu_at(state, rules)
        assert divmod(ask(PLAYERS["greedy"], state, rules, menu), ACTION_SIZE) == (GIVE_CARD, fullest)


# -- What is remembered --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "index"), [("supa_sayan_clones", 3), ("ultramachina", 4)])
def test_a_mind_that_remembers_thinks_like_a_new_one(scenario, index):
    """A whole playout: what a mind keeps of earlier choices is what a new one works out, and so is the choice."""
    rules = rules_for(scenario, difficulty="month")
    kept, n_choices, sights = new_mind(), 0, set()

    for state, menu in play(PLAYERS["greedy"], rules, index):
        fresh = new_mind()
        assert choose_greedily(copy_of(state), rules, menu, kept) == choose_greedily(copy_of(state), rules, menu, fresh)
        n_choices += 1
        if state.phase != ACTION:
            continue  # it does not look around: an artifact is worth what it can do
        for name in ("sight", "soon", "exposure", "rift_at", "clone_at"):
            assert np.array_equal(kept[name], fresh[name]), name
        sights.add(int(kept.sight))

    assert n_choices > 3 * len(sights) > 9


@pytest.mark.parametrize("field", ["foo", "visited", "vortex", "n_vortexes"])
def test_what_rifts_and_clones_are_weighed_by_is_seen(field):
    """Whatever the worth of rifts and clones hangs on changes the number by which it is remembered."""
    state, rules = quiet_position()
    other = copy_of(state)
    if field in ("visited", "vortex"):
        other[field][4] = 1
    else:
        other[field] = 3

    assert sight_of(other, rules) != sight_of(state, rules) > 0


def test_shares_are_whole_points_of_a_mission():
    """With 150 points a mission of 7 slots pays 21 for one, 64 for three and all for seven."""
    mind = new_mind()

    assert mind.mission == 150
    assert [int(mind.share[7, n]) for n in (0, 1, 3, 7)] == [0, 21, 64, 150]


def test_rifts_and_clones_cost_what_their_weights_say():
    """Foo in 0, as yet unseen: two rifts in a far era, and a clone three eras from its paradox era, by hand.

    Six eras are left, so each is 50 % of the way to a sure visit: an era with three of them near counts 10 + 45 * 150 %
    = 77 % of a rift's weight, 28 of two rifts; a clone costs 22 and 14 * 50 %, and 4 for each of the three steps.
    """
    state, rules = quiet_position()
    mind = new_mind()

    look_around(state, rules, mind)

    assert (mind.rift_at[3, 2], mind.rift_at[3, 0]) == (28 * 77 // 100, 0)
    assert mind.clone_at[6, 3] == 22 + 7 + 3 * 4


def test_value_of_card_is_the_row_of_the_hand():
    """A card is worth the same in an era whether it is weighed there alone or in every era at once."""
    rules = rules_for("sabotage")
    rewrite_cards(rules)
    mind = new_mind()
    for state, _ in play(PLAYERS["random"], rules, 2, turns=6):
        if state.phase != ACTION:
            continue
        look_around(state, rules, mind)
        for card in state.hand[state.active, : state.n_hand[state.active]].tolist():
            weigh_card(state, rules, mind, 0, card, EVERY_ERA)
            row = mind.here[0].tolist()
            assert [value_of_card(state, rules, mind, card, era) for era in range(N_ERAS)] == row


@pytest.mark.parametrize("where", range(len(PLACES_OF_EFFECT)))
def test_cubes_are_worth_their_best_era(where):
    """Energy and repair, era by era: the best of the eras that the effect allows, or all of them for each_adjacent."""
    rules = rules_for("sabotage")
    mind = new_mind()
    for state, _ in play(PLAYERS["random"], rules, 3, turns=5):
        look_around(state, rules, mind)
        for verb, value_of in ((ENERGY, value_of_energy), (REPAIR, value_of_repair)):
            mind.here[0] = 0
            weigh_cubes(state, rules, mind, 0, verb, 2, where, EVERY_ERA)
            for era in range(N_ERAS):
                allowed = [to for to in range(N_ERAS) if eras_of(state, where, era) >> to & 1]
                values = [value_of(state, rules, mind, to, 2) for to in allowed]
                assert mind.here[0, era] == (sum(values) if where == EACH_ADJACENT else max(0, *values))

"""Planner and clairvoyant: their weights, their arithmetic, and what they make of a position."""

from itertools import product

import numpy as np
import pytest
from loop.positions import (
    add_card,
    add_mission,
    content,
    copy_of,
    fill_bag,
    laid_out,
    new_rules,
    new_state,
    put_clones,
    put_face_up,
    put_hand,
    put_mission,
    token_of,
    values,
)
from loop.table_talk import PLAYERS, contents, disguise, menu_at, play, rules_for, searching

from sim import records
from sim.game import Cell, discover
from sim.games.loop import turn
from sim.games.loop.foo import play_foo_phase
from sim.games.loop.menu import offer
from sim.games.loop.policies.greedy.mind import new_mind
from sim.games.loop.policies.planner.foresight import drop_foretold, gather, survey, value_of_drop
from sim.games.loop.policies.planner.outlook import best_artifact
from sim.games.loop.policies.planner.plan import (
    DECK,
    DECK_BLACK_HOLE,
    DECK_SUPA,
    DECK_WHERE,
    KNOBS,
    LAYOUT,
    LOST,
    ONE,
    OWN,
    RISK,
    WON,
    deck_values,
    new_plans,
    overflow_table,
    prepare,
    set_dial,
    weights,
)
from sim.games.loop.policies.planner.redraw import redraw
from sim.games.loop.policies.planner.search import is_mere_choice, potential, prune
from sim.games.loop.policies.planner.value import value_of_end
from sim.games.loop.state import Menu
from sim.games.loop.telling.trace import ACTIONS, worth
from sim.games.loop.terms import (
    ACTION,
    ACTION_SIZE,
    END_TURN,
    FREE_MOVE,
    LOOP,
    MISSIONS_COMPLETED,
    NONE,
    OUT_OF_GAME,
    PAID_MOVE,
    RUNNING,
    SKIP,
    TAKE_ARTIFACT,
    USE_CARD,
)
from sim.mixes import resolve

TABLE_ONE = 1 << 16
EVEN = (round(2**32 / 3), round(2**33 / 3))


def number(card):
    """Return a card's number."""
    return content().card_ids.index(card)


FIRE, SAP = number("first_fire"), number("amber_sap")


def play_turn(state, rules, policy="planner(width=2)"):
    """Let a policy play the turn to its end: until the next turn begins or the game ends. Return what it chose."""
    player, menu = searching(policy), records.new(Menu)
    before, chosen = int(state.turn), []
    while turn.next_choice(state, rules, menu) and state.turn == before:
        option = menu.option[player(state, rules, menu)]
        chosen.append(divmod(int(option), ACTION_SIZE))
        turn.choose(state, rules, option)
    return chosen


def surveyed(state, rules, policy="planner"):
    """Return a plan that has looked at a position."""
    plans = new_plans()
    prepare(plans, rules)
    set_dial(plans, 1, 0, policy == "clairvoyant")
    survey(copy_of(state), rules, plans[OWN], new_mind(), copy_of(state))
    return plans[OWN]


# -- Weights -----------------------------------------------------------------------------------------------------------


def test_the_weights_are_those_that_are_used():
    """Each feature has its numbers, once or for each cycle; nothing lacks, nothing is left over."""
    table = weights()

    assert set(table) == {*KNOBS, "weights"}
    assert list(table["weights"]) == [name for name, _ in LAYOUT]
    for name, count in LAYOUT:
        assert np.array(table["weights"][name]).shape in ((3, count), (count,)), name


# -- The next drop -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "rooms"), [(0, (0, 0, 0)), (3, (0, 1, 2)), (5, (3, 0, 1)), (5, (1, 1, 1))])
def test_overflow_is_exact(n, rooms):
    """Against every way in which n cubes can land in three eras, each as likely."""
    landed = product(range(3), repeat=n)
    expected = np.zeros(8)
    for way in landed:
        expected[sum(1 << era for era in range(3) if way.count(era) > rooms[era])] += 1 / 3**n

    table = overflow_table(*EVEN)
    index = 16 * rooms[0] + 4 * rooms[1] + rooms[2]
    assert table[n, index] == pytest.approx(expected * TABLE_ONE, abs=1)


@pytest.mark.parametrize(("vortex", "chance"), [(1, 5 / 9), (0, 0)])
def test_the_risk_of_the_next_drop(vortex, chance):
    """Two cubes where Foo comes for certain, three rifts there: with a vortex, all is lost unless both fall beside."""
    rules = new_rules()
    state = new_state(rules, turn=6, visited=[1, 1, 1, 0, 1, 1, 1], rifts=[0, 0, 0, 3], vortex=[0, 0, 0, vortex])
    state.n_vortexes = vortex
    plan = surveyed(state, rules)
    plan.weight[:] = 0
    plan.weight[RISK] = -1

    assert value_of_drop(state, rules, plan) == pytest.approx(-chance * ONE, abs=2)


def test_the_risk_counts_clones_that_are_there_and_that_arrive():
    """One clone there, and the one clone of the bag arrives there: four cubes, and room for none."""
    rules = new_rules(spawn=[1, 1, 1])
    state = new_state(rules, turn=6, visited=[1, 1, 1, 0, 1, 1, 1], rifts=[0, 0, 0, 3], vortex=[0, 0, 0, 1])
    state.n_vortexes = 1
    put_clones(state, token_of(rules, 1, 5), era=3)
    fill_bag(state, token_of(rules, 3, 6))
    plan = surveyed(state, rules)
    plan.weight[:] = 0
    plan.weight[RISK] = -1

    assert value_of_drop(state, rules, plan) == pytest.approx(-(1 - (2 / 3) ** 4) * ONE, abs=2)


def test_no_risk_after_the_last_turn():
    """Turn 21: no Foo phase comes."""
    rules = new_rules()
    state = new_state(rules, turn=21, visited=[1] * 7, rifts=[3] * 7, vortex=[1, 1, 1], n_vortexes=3)

    assert value_of_drop(state, rules, surveyed(state, rules)) == 0


@pytest.mark.parametrize("scenario", ["sabotage", "ultramachina"])
def test_clairvoyant_foretells_the_drop(scenario):
    """The cubes it lets fall are those that fall; and it takes them up again."""
    rules = rules_for(scenario, base_rifts=3, safe_rifts=30)
    rules.machina_n_effects[:] = 0
    played, _ = next(play(PLAYERS["random"], rules, 3))
    for key in range(3):
        state = copy_of(played, key=key)
        plan = surveyed(state, rules, "clairvoyant")
        mine, real = copy_of(state), copy_of(state)
        drop_foretold(mine, rules, plan)
        real.turn += 1
        play_foo_phase(real, rules)

        assert mine.rifts.tolist() == real.rifts.tolist()
        assert real.rifts.sum() > state.rifts.sum()
        gather(mine, plan)
        assert contents(mine) == contents(state)


# -- Hidden things -----------------------------------------------------------------------------------------------------


def test_redrawing_forgets_what_is_hidden_and_nothing_else():
    """Two tables that look alike become the same table; the decks hold what they held, another future another order."""
    rules = rules_for("ultramachina")
    chance = np.random.default_rng(3)
    state = laid_out(rules)
    one, two, other = copy_of(state), disguise(state, rules, chance), copy_of(state)
    redraw(one, rules, 1)
    redraw(two, rules, 1)
    redraw(other, rules, 2)

    assert contents(one) == contents(two)
    assert one.key != state.key
    assert one.draw.tolist() != other.draw.tolist()
    for deck, first, n in (("bag", "bag_drawn", "n_bag"), ("hq", "hq_drawn", "n_hq")):
        cut = slice(state[first], state[first] + state[n])
        assert sorted(one[deck][cut]) == sorted(state[deck][cut])
    assert sorted(one.draw[: one.n_draw[0]]) == sorted(state.draw[: state.n_draw[0]])


# -- Positions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["planner(width=2)", "clairvoyant(width=2)"])
def test_a_planner_wins_when_it_can(policy):
    """Three missions are done; a rift removed next door, a card for it, and an energy to come back fill the fourth."""
    rules = new_rules()
    state = new_state(rules, agent_era=[3, 0], foo=0, visited=[1], energy=[0, 0, 0, 0, 1], n_completed=3)
    put_mission(state, add_mission(rules, "rift_removed", slots=1), era=3)
    state.rifts[4] = 1
    put_hand(state, 0, add_card(rules, "star", "repair(1, here)"))
    play_turn(state, rules, policy)

    assert state.cause == MISSIONS_COMPLETED


def test_a_planner_chains_loops():
    """One card makes two energy, the other removes a rift, both of a dimension: as often as the energy lasts."""
    rules = new_rules()
    state = new_state(rules, agent_era=[3, 0], foo=0, visited=[1], rifts=[0, 0, 0, 3])
    put_mission(state, add_mission(rules, "rift_removed", slots=12), era=3)
    put_hand(state, 0, add_card(rules, "star", "energy(2, here)"), add_card(rules, "star", "repair(1, here)"))
    play_turn(state, rules)

    assert state.n_loops >= 2
    assert state.n_rifts_removed == 3


def test_a_planner_sends_a_clone_home_by_two_cards():
    """Pulled here and pushed on, a clone two eras from its paradox era dies: no single card does it."""
    rules = new_rules()
    state = new_state(rules, agent_era=[3, 0], foo=0, visited=[1])
    token = token_of(rules, 2, 4)
    put_clones(state, token, era=2)
    put_hand(state, 0, add_card(rules, "star", "pull(1)"), add_card(rules, "spiral", "push(1, 1)"))
    play_turn(state, rules)

    assert state.token_era[token] == OUT_OF_GAME


def test_clairvoyant_saves_the_era_that_will_be_lost():
    """Two fatal eras far apart, one repair, Foo comes to one of them: it mends that one where a cube will hit it."""
    rules = new_rules()
    hits = 0
    for key, last in product(range(3), ([1, 5], [5, 1])):
        state = new_state(rules, key=key, turn=5, agent_era=[0, 0], foo=6, visited=[1, 0, 1, 1, 1, 0, 1], n_vortexes=2)
        state.foo_deck[:] = [0, 2, 3, 4, 6, *last]
        state.rifts[[1, 5]], state.vortex[[1, 5]] = 3, 1
        put_hand(state, 0, add_card(rules, "star", "repair(3, any)"))
        play_turn(state, rules, "clairvoyant(width=4, samples=0)")

        assert state.cause == RUNNING
        hits += state.rifts[state.foo] in (1, 2)
    assert hits > 0


def test_a_planner_ends_a_turn_that_could_go_on_for_ever():
    """On permanent energy each LOOP readies the card that adds energy anew, wherever it is wanted."""
    rules = new_rules()
    state = new_state(rules, agent_era=[3, 0], foo=0, visited=[1])
    state.permanent[3] = 1
    put_mission(state, add_mission(rules, "energy_added", slots=12), era=3)
    put_hand(state, 0, add_card(rules, "star", "energy(1, any)"))
    play_turn(state, rules)

    assert weights()["longest"] - 1 <= state.n_loops + state.n_cards_used <= weights()["longest"]


# -- The search --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [{}, {"no_loops": 1}])
def test_energy_is_good_for_loops_where_there_are_some(state):
    """What may still come of a position: three energy to LOOP with count three times, unless LOOPs are forbidden."""
    rules = new_rules()
    rules.no_loops = state.get("no_loops", 0)
    table = new_state(rules, agent_era=[3, 0], free_move=0)
    plan = surveyed(table, rules)
    table.energy[3] = 3
    loops = 3 if not rules.no_loops else 0

    assert potential(table, rules, plan) == loops * weights()["loop_energy"] * ONE


def left_after_pruning(state, rules):
    """Return the options that a search still looks at, as (action, value)."""
    menu, plan = menu_at(state, rules), surveyed(state, rules)
    prune(state, rules, menu, plan, NONE)
    return [divmod(int(item), ACTION_SIZE) for item in menu.option[: menu.n]]


@pytest.mark.parametrize(("ready", "mission", "loops"), [(0, None, 1), (1, None, 0), (1, "loop_performed", 1)])
def test_a_loop_that_readies_nothing_is_not_tried(ready, mission, loops):
    """It is where a card would become ready, or where LOOPs are counted."""
    rules = new_rules()
    state = new_state(rules, agent_era=[3, 0], foo=0, visited=[1], energy=[0, 0, 0, 2])
    card = add_card(rules, "star", "draw(1)")
    put_hand(state, 0, card)
    state.ready[card] = ready
    if mission:
        put_mission(state, add_mission(rules, mission, slots=4), era=3)

    assert len(values(left_after_pruning(state, rules), LOOP)) == loops


@pytest.mark.parametrize(("permanent", "free"), [(0, [2, 4]), (1, [])])
def test_the_free_move_is_kept_where_moves_cost_nothing(permanent, free):
    """On permanent energy a paid move leads where the free one does."""
    rules = new_rules()
    state = new_state(rules, agent_era=[3, 0], foo=0, visited=[1], energy=[0, 0, 0, 1])
    state.permanent[3] = permanent
    left = left_after_pruning(state, rules)

    assert values(left, FREE_MOVE) == free
    assert values(left, PAID_MOVE) == [2, 4]


@pytest.mark.parametrize(("distinct", "n"), [("none", 2), ("clone", 3)])
def test_of_clones_that_are_alike_one_is_tried(distinct, n):
    """Two bound for era 6 stand here and one bound for era 0: two kinds; unless a mission tells them all apart."""
    rules = new_rules()
    state = new_state(rules, agent_era=[3, 0], foo=0, visited=[1])
    twins = [token for token in range(rules.n_tokens) if rules.token_paradox[token] == 6][:2]
    put_clones(state, *twins, next(t for t in range(rules.n_tokens) if rules.token_paradox[t] == 0), era=3)
    put_mission(state, add_mission(rules, "clone_moved", slots=4, distinct=distinct), era=5)
    put_hand(state, 0, add_card(rules, "star", "push(1, 1)"))
    tried = [value for value in values(left_after_pruning(state, rules), USE_CARD) if value != SKIP]

    assert len(tried) == n


@pytest.mark.parametrize("scenario", ["sabotage", "supa_sayan_clones", "ultramachina"])
def test_a_mere_choice_is_worth_what_the_position_was(scenario):
    """Where a search takes over the value of the position before, working it out comes to the same."""
    rules, chance, found = rules_for(scenario), np.random.default_rng(1), 0
    for playout in range(4):
        for state, menu in play(PLAYERS["random"], rules, playout):
            if state.phase != ACTION or state.depth > 1:
                continue
            plan = surveyed(state, rules)
            before = value_of_end(state, rules, plan)
            item = int(chance.choice(menu.option[: menu.n]))
            after = copy_of(state)
            turn.choose(after, rules, item)
            if item // ACTION_SIZE != END_TURN and is_mere_choice(state, after, plan, item):
                assert value_of_end(after, rules, plan) == before
                found += 1
    assert found > 10


def test_a_plan_does_not_depend_on_what_was_planned_before():
    """A planner fresh from another table chooses as one that has just sat down."""
    rules = rules_for("sabotage")
    used = searching("planner(width=2)")
    for playout in range(2):
        for k, (state, menu) in enumerate(play(PLAYERS["random"], rules, playout)):
            if k % 5 == 0:
                assert used(state, rules, menu) == searching("planner(width=2)")(state, rules, menu)


# -- What is forbidden -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("forbid", "counts"), [("none", True), ("artifacts", False)])
def test_an_artifact_that_may_not_be_taken_is_worth_nothing(forbid, counts):
    """Of two eras alike, the one where an artifact lies is better if it may be taken."""
    rules = new_rules(forbid=forbid)
    state = new_state(rules, foo=0, visited=[1])
    plan = surveyed(state, rules)
    before = value_of_end(state, rules, plan)
    put_face_up(state, int(state.agent_era[0]), FIRE)

    assert value_of_end(state, rules, plan) - before == counts * plan.card_value[FIRE] * ONE
    assert plan.card_value[FIRE] > 0


def test_an_artifact_is_worth_what_it_does_by_where_and_by_whether_a_loop_readies_it():
    """First Fire: energy(2, here) and repair(1, adjacent); Afterglow: repair and energy of 1 to each adjacent."""
    rules = new_rules()
    plan = surveyed(new_state(rules), rules)
    plan.weights[:, DECK] = 30  # energy
    plan.weights[:, DECK + 1] = 10  # repair
    plan.weights[:, DECK_WHERE : DECK_WHERE + 3] = [100, 50, 200]
    plan.weights[:, DECK_BLACK_HOLE] = 60

    values = deck_values(plan, rules)

    assert values[number("first_fire")] == 2 * 30 + 10 // 2
    assert values[number("afterglow")] == (2 * 10 + 2 * 30) * 60 // 100


def test_where_there_are_supa_clones_an_artifact_is_worth_something_else():
    """L-SCN-2: each supa clone destroyed leaves permanent energy, so what a card brings counts for little."""
    rules = new_rules(scenario="supa_sayan_clones")
    plan = surveyed(new_state(rules), rules)
    plan.weights[:, DECK] = 30  # energy
    plan.weights[:, DECK_SUPA : DECK_SUPA + 2] = [1, 10]
    plan.weights[:, DECK_WHERE : DECK_WHERE + 2] = [100, 50]

    assert deck_values(plan, rules)[number("first_fire")] == 2 * 1 + 10 // 2


@pytest.mark.parametrize(("cards", "taken"), [(["first_fire"], SKIP), (["first_fire", "amber_sap"], SAP)])
def test_a_blank_artifact_is_left_where_it_lies(cards, taken):
    """It would only stand in the way of others in the deck."""
    rules = new_rules(forbid="card:first_fire")
    plan = surveyed(new_state(rules, foo=0, visited=[1]), rules)
    menu = records.new(Menu)
    for card in [number(card) for card in cards] + [SKIP]:
        offer(menu, TAKE_ARTIFACT, card)

    assert menu.option[best_artifact(menu, plan)] % ACTION_SIZE == taken


# -- What it says of its choices ---------------------------------------------------------------------------------------


def test_a_trace_explains_the_plan_of_each_turn():
    """What comes first in a turn says what was planned; what is then done is that, up to the next plan."""
    loop, data = discover()["loop"], content()
    axes = loop.cells({"scenario": ["ultramachina"], "difficulty": ["eternity"], "players": [4]}, data)[0]
    policy = "greedy+seat1=planner(width=1)+seat3=clairvoyant(width=1)"
    cell = Cell(0, axes, policy, players=resolve(policy, loop, axes, data))
    lines = list(loop.trace(cell, loop.parameters_model()(), data, 2, 0))
    plans, turns = 0, set()
    todo = []
    for line in lines:
        if planned := line.get("planned"):
            assert todo == []
            amid_an_action = planned["before"] is None
            certain = planned["before"] == "lost" or planned["after"] == "won"
            assert amid_an_action or certain or planned["after"] >= planned["before"]
            todo, plans = list(planned["line"]), plans + 1
            turns.add(line["turn"])
        if line.get("event") in ACTIONS and todo:
            step = todo.pop(0)
            assert {key: line[key] for key in step} == step

    assert plans >= len(turns) > 1
    assert {turn % 4 for turn in turns} == {1, 3}
    told = [line for line in loop.narrate(lines) if line.startswith(("  * Plan, from ", "  * Plan, to "))]
    assert len(told) == plans


def test_sure_ends_are_called_by_name():
    """What is surely won or lost has no odds; the rest is in the unit of the weights."""
    assert [worth(WON), worth(LOST), worth(-1500 * ONE)] == ["won", "lost", -1.5]

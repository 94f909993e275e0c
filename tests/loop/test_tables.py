"""The rules record holds what content, parameters and cell say; the grid of cells; listings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim import records
from sim.game import SelectionError
from sim.games.loop import tables
from sim.games.loop.content import Content, load
from sim.games.loop.content.models import DIFFICULTIES
from sim.games.loop.parameters import Parameters
from sim.games.loop.state import Rules
from sim.games.loop.terms import (
    BLACK_HOLE,
    CLOCKWISE_HIDDEN,
    ENERGY,
    LONG_PUSH,
    M_CUBES,
    N_ERAS,
    NONE,
    PUSH,
    REPAIR,
    RIFT_REMOVED,
    UNLIMITED,
)

AXES = {"scenario": "sabotage", "difficulty": "month", "players": 2, "agents": None, "solo": False}


@pytest.fixture(scope="module")
def content() -> Content:
    """The package's own content."""
    return load()


def rules(content: Content, parameters: dict[str, Any] | None = None, **axes: Any) -> Rules:
    """Return the rules of a cell that differs from sabotage, month, 2 agents in the axes named."""
    return tables.build_rules({**AXES, **axes}, Parameters.model_validate(parameters or {}), content, 11)


def test_numbers_by_team(content: Content) -> None:
    """L-SET-4, L-SET-5: clones and artifacts at set-up depend on the number of agents, and on solo."""
    two, three, four = (rules(content, players=players) for players in (2, 3, 4))
    solo = rules(content, solo=True)

    assert [r.setup_clones for r in (two, three, four, solo)] == [7, 6, 5, 8]
    assert [r.setup_artifacts for r in (two, three, four, solo)] == [3, 4, 5, 3]
    assert [r.n_agents for r in (two, three, four, solo)] == [2, 3, 4, 2]
    assert (two.solo, solo.solo, two.seed) == (0, 1, 11)


def test_L_SCN_1_extra_clones_and_mega_vortexes(content: Content) -> None:
    """Sabotage: 0, 1, 3 more clones at set-up; the upper two difficulties have mega vortexes."""
    cells = [rules(content, difficulty=difficulty) for difficulty in ("month", "year", "eternity")]

    assert [cell.setup_clones for cell in cells] == [7, 8, 10]
    assert [cell.mega for cell in cells] == [0, 1, 1]


def test_scenarios_switch_their_rules_on(content: Content) -> None:
    """L-SCN-2 to L-SCN-4: supa clones, Ultramachina cards, centrifuges, each in its own scenario only."""
    supa = rules(content, scenario="supa_sayan_clones", difficulty="eternity")
    machina = rules(content, scenario="ultramachina", difficulty="year")
    laser = rules(content, scenario="laser_centrifuges", difficulty="month")

    assert (supa.n_supa_clones, supa.machina, supa.n_centrifuges, supa.setup_clones) == (5, 0, 0, 7)
    assert (machina.n_supa_clones, machina.machina, machina.machina_setup, machina.machina_more) == (0, 1, 5, 3)
    assert (laser.n_centrifuges, laser.centrifuge_price, laser.centrifuge_loop_extra, laser.machina) == (3, 2, 1, 0)


def test_team(content: Content) -> None:
    """A named team is fixed in its order; without one every agent is in the pool."""
    fixed = rules(content, agents=["v_girl", "time_prowler"])
    free = rules(content)

    assert (fixed.fixed_team, list(fixed.team)) == (1, [4, 0, NONE, NONE])
    assert (free.fixed_team, free.n_pool, list(free.team)) == (0, 5, [NONE] * 4)


def test_machine_thresholds(content: Content) -> None:
    """L-FOO-4: shares of 2**32 draws, added up."""
    assert list(rules(content).machine_cut) == [1431655765, 2863311531]
    assert list(rules(content, {"machine": [0.25, 0.5, 0.25]}).machine_cut) == [2**30, 3 * 2**30]
    assert list(rules(content, {"machine": [0, 1, 0]}).machine_cut) == [0, 2**32]


def test_spawn_repeats_its_last(content: Content) -> None:
    """L-FOO-3: 1, 2, 3 clones by cycle; a list that is short stands for later cycles too."""
    assert list(rules(content).spawn[1:5]) == [1, 2, 3, 3]
    assert list(rules(content, {"spawn": [2]}).spawn[1:5]) == [2, 2, 2, 2]


def test_every_parameter_reaches_the_rules(content: Content) -> None:
    """Whatever parameter is changed, the rules change."""
    changes: dict[str, Any] = {
        "supply": "box",
        "clone_tokens": [[0, 2]] * 7,
        "supa_tokens": [[0, 2]],
        "setup_clones": {"2": 1},
        "setup_artifacts": {"2": 1},
        "machine": [0.5, 0.25, 0.25],
        "energy_from": "any_era",
        "v_girl_mega_immune": False,
        "destroyed_clones_return": True,
        "max_actions": 50,
        "next_mission": "clockwise",
        "cycles": 2,
        "hand_size": 4,
        "missions_to_win": 3,
        "active_missions": 3,
        "extra_rewards": 2,
        "mission_slots": {"power_surge": 2},
        "safe_rifts": 4,
        "max_vortexes": 2,
        "base_rifts": 3,
        "rifts_per_clone": 2,
        "spawn": [3],
        "revealed_each_turn": 2,
        "setup_rifts": 2,
        "setup_energy": 2,
        "forbid": "loops",
    }
    default = bytes_of(rules(content))

    assert set(changes) == set(Parameters.model_fields)
    for name, value in changes.items():
        assert bytes_of(rules(content, {name: value})) != default, name


def bytes_of(record: Any) -> bytes:
    """Return a record's bytes."""
    raw: bytes = record.tobytes()
    return raw


def test_L_BRD_4_supply(content: Content) -> None:
    """Without end by default; the box holds 30 rifts, 30 energy, 5 permanent energy."""
    free, box = rules(content), rules(content, {"supply": "box"})

    assert (free.supply_rifts, free.supply_energy, free.supply_permanent) == (UNLIMITED,) * 3
    assert (box.supply_rifts, box.supply_energy, box.supply_permanent) == (30, 30, 5)
    assert rules(content, {"next_mission": "clockwise"}).next_mission == CLOCKWISE_HIDDEN


def test_tokens_are_ordinary_then_supa(content: Content) -> None:
    """Tokens 0..27 are ordinary clones, 28..34 supa clones; parameters may name others."""
    default = rules(content)
    other = rules(content, {"clone_tokens": [[0, 2]] * 8, "supa_tokens": [[1, 4]]})

    assert (default.n_tokens, default.n_supa_tokens) == (28, 7)
    assert (default.token_arrival[28], default.token_paradox[28]) == (3, 0)
    assert (other.n_tokens, other.n_supa_tokens) == (8, 1)
    assert (other.token_arrival[8], other.token_paradox[8]) == (1, 4)


def test_cards_hold_what_the_content_says() -> None:
    """Dimension, origin, owner and effects of a starting and of an HQ artifact."""
    content = load(
        {
            "cards": {
                "exit_code": {"dimension": "black_hole", "effects": ["push(3, 2)", "energy(1, here)"]},
                "ash_broom": {"dimension": "spiral", "effects": ["repair(4, any)"]},
            }
        }
    )
    filled = rules(content)
    own, hq = content.card_ids.index("exit_code"), content.card_ids.index("ash_broom")

    assert (filled.card_dimension[own], filled.card_origin[own], filled.card_owner[own]) == (BLACK_HOLE, NONE, 2)
    assert filled.card_n_effects[own] == 2
    assert (filled.effect_verb[own, 0], filled.effect_n[own, 0], filled.effect_steps[own, 0]) == (PUSH, 3, 2)
    assert (filled.effect_verb[own, 1], filled.effect_n[own, 1]) == (ENERGY, 1)
    assert (filled.card_origin[hq], filled.card_owner[hq], filled.card_n_effects[hq]) == (6, NONE, 1)
    assert (filled.effect_verb[hq, 0], filled.effect_n[hq, 0], filled.effect_where[hq, 0]) == (REPAIR, 4, 4)
    assert (filled.n_cards, filled.n_hq, list(filled.hq_cards[:49])) == (79, 49, list(range(30, 79)))


def test_what_a_card_does_is_summed_up() -> None:
    """How much: 1 + n of each effect. How far: the longest move or carry, any era being the whole ring."""
    effects = {
        "exit_code": ["push(3, 2)", "energy(1, here)"],  # 4 + 2; a push leads nowhere
        "ash_broom": ["move(1)", "carry(2, 3)"],
        "first_fire": ["move(any)", "move(2)"],
        "siege_ladder": ["move(any)"],
    }
    content = load({"cards": {card: {"effects": effects[card]} for card in effects}})
    filled = rules(content, {"forbid": "card:siege_ladder"})
    measures = {card: content.card_ids.index(card) for card in effects}

    assert {card: int(filled.card_steps[n]) for card, n in measures.items()} == {
        "exit_code": 0,
        "ash_broom": 3,
        "first_fire": N_ERAS,
        "siege_ladder": 0,  # blank
    }
    assert [int(filled.card_size[measures[card]]) for card in ("exit_code", "siege_ladder")] == [4 + 2, 0]


def test_agents_missions_and_machina_hold_what_the_content_says(content: Content) -> None:
    """Start, ability and deck of an agent; a mission; an Ultramachina card."""
    filled = rules(content, {"mission_slots": {"seven_seals": 5}})
    seals = content.mission_ids.index("seven_seals")
    cart = content.machina_ids.index("plague_cart")

    assert (filled.agent_start[2], filled.agent_ability[2], filled.agent_n_starting[2]) == (5, LONG_PUSH, 6)
    assert list(filled.agent_starting[2, :6]) == [12, 13, 14, 15, 16, 17]
    assert (filled.n_missions, filled.mission_event[seals], filled.mission_slots[seals]) == (10, RIFT_REMOVED, 5)
    assert (filled.n_machina, filled.machina_origin[cart], filled.machina_verb[cart, 0]) == (14, 1, M_CUBES)


def test_every_field_of_the_rules_is_filled(content: Content) -> None:
    """No field of the rules stays 0 in every cell: a new field must be filled from content, parameters or cell."""
    parameters = {
        "energy_from": "any_era",
        "next_mission": "clockwise",
        "destroyed_clones_return": True,
        "forbid": "loops+artifacts",
    }
    filled = [
        rules(content, parameters, scenario=scenario, difficulty="eternity", solo=True, agents=["v_girl", "mr_time"])
        for scenario in content.scenario_ids
    ]

    for name, _, _ in records.fields(Rules):
        assert any(np.any(getattr(record, name) != 0) for record in filled), name


@pytest.mark.parametrize(
    ("parameters", "axes", "words"),
    [
        ({"setup_clones": {"2": 29}}, {}, "setup_clones: 29 at set-up of sabotage/month, but there are 28"),
        ({"setup_clones": {"2": 26}}, {"difficulty": "eternity"}, "setup_clones: 29 at set-up of sabotage/eternity"),
        ({"supa_tokens": [[0, 2]]}, {"scenario": "supa_sayan_clones"}, "supa_clones: 3 at set-up"),
        ({"active_missions": 5}, {"scenario": "laser_centrifuges"}, "centrifuges: 3 at set-up"),
        ({"clone_tokens": [[0, 2]] * 60}, {}, "together at most 63"),
        ({"mission_slots": {"power_surg": 3}}, {}, "did you mean power_surge?"),
        ({"mission_slots": {"seven_seals": 8}}, {}, "mission_slots.seven_seals: must be at most 7"),
        ({"setup_rifts": 4}, {}, "setup_rifts: 4 at set-up"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(
    content: Content, parameters: dict[str, Any], axes: dict[str, Any], words: str
) -> None:
    """What set-up cannot carry out is refused with the number that there is."""
    with pytest.raises(SelectionError) as error:
        rules(content, parameters, **axes)

    assert words in str(error.value)


def test_content_that_is_too_small_for_a_cell_is_refused() -> None:
    """Fewer Ultramachina cards, HQ artifacts or agents than the cell needs."""
    small = load(
        {
            "ultramachina": {"tar_pit": {"remove": True}},
            "scenarios": {"ultramachina": {"month": {"cards": 14}}},
            "agents": {agent: {"remove": True} for agent in ("mr_time", "v_girl")},
        }
    )

    with pytest.raises(SelectionError, match="cards: 14 at set-up of ultramachina/month, but there are 13"):
        rules(small, scenario="ultramachina")
    with pytest.raises(SelectionError, match="4 agents asked for, but the content has 3"):
        rules(small, players=4)


# -- Cells ----------------------------------------------------------------------------------------------------------


def test_default_grid(content: Content) -> None:
    """4 scenarios x 3 difficulties x 2, 3, 4 agents at the table, then solo with 2 agents: 48 cells."""
    cells = tables.cells({}, content)
    table = [(s, d, n, False) for s in content.scenario_ids for d in DIFFICULTIES for n in (2, 3, 4)]
    solo = [(s, d, 2, True) for s in content.scenario_ids for d in DIFFICULTIES]

    assert [(c["scenario"], c["difficulty"], c["players"], c["solo"]) for c in cells] == table + solo
    assert all(cell["agents"] is None for cell in cells)


@pytest.mark.parametrize(
    ("selection", "teams"),
    [
        ({"players": [2, 4]}, [(2, False), (4, False)]),
        ({"players": 3, "solo": True}, [(3, True)]),
        ({"solo": True}, [(2, True)]),
        ({"solo": False}, [(2, False), (3, False), (4, False)]),
        ({"solo": [True, False], "players": [2]}, [(2, False), (2, True)]),
        ({"solo": None}, [(2, False), (3, False), (4, False), (2, True)]),
        ({"agents": ["v_girl", "mr_time", "cztwyzzek"]}, [(3, False)]),
        ({"agents": ["v_girl", "mr_time", "cztwyzzek"], "solo": True}, [(3, True)]),
    ],
)
def test_selected_teams(content: Content, selection: dict[str, Any], teams: list[tuple[int, bool]]) -> None:
    """Which cells a selection of players, agents and solo means."""
    cells = tables.cells({"scenario": "sabotage", "difficulty": ["year"], **selection}, content)

    assert [(cell["players"], cell["solo"]) for cell in cells] == teams
    assert all(cell["agents"] == selection.get("agents") for cell in cells)


@pytest.mark.parametrize(
    ("selection", "words"),
    [
        ({"scenrio": "sabotage"}, "did you mean scenario?"),
        ({"scenario": "sabotag"}, "did you mean sabotage?"),
        ({"scenario": [5]}, "allowed: sabotage, supa_sayan_clones"),
        ({"difficulty": "easy"}, "allowed: month, year, eternity"),
        ({"players": 5}, "allowed: 2, 3, 4"),
        ({"players": True}, "allowed: 2, 3, 4"),
        ({"solo": 1}, "allowed: False, True"),
        ({"agents": "v_girl"}, "must be a list"),
        ({"agents": ["v_girl"]}, "2 to 4 different agents"),
        ({"agents": ["v_girl", "v_girl"]}, "2 to 4 different agents"),
        ({"agents": ["v_girl", "mr_tim"]}, "did you mean mr_time?"),
        ({"agents": ["v_girl", "mr_time"], "players": 3}, "players: must be 2"),
    ],
)
def test_unknown_selections_are_refused(content: Content, selection: dict[str, Any], words: str) -> None:
    """An unknown axis or value is refused with what is allowed."""
    with pytest.raises(SelectionError) as error:
        tables.cells(selection, content)

    assert words in str(error.value)


# -- Listings ---------------------------------------------------------------------------------------------------------


def test_listings(content: Content) -> None:
    """A row for every scenario and difficulty, agent, and printed thing; rows of a listing have the same columns."""
    for what, number in (("scenarios", 12), ("agents", 5), ("cards", 30 + 49 + 10 + 14 + 28 + 7)):
        rows = tables.listing(what, content)

        assert len(rows) == number
        assert len({tuple(row) for row in rows}) == 1
        assert all(row["status"] for row in rows)
    with pytest.raises(SelectionError, match="allowed: scenarios, agents, cards"):
        tables.listing("card", content)

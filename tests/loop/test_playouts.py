"""Whole playouts of The LOOP as traces: their form line by line, and their result against the batch's row."""

import json
from collections import Counter

import numpy as np
import pytest

from sim.game import Cell, discover
from sim.games.loop.terms import CAUSES

SEED = 3
EVENT_KEYS = {
    "foo_moved": "era",
    "artifact_revealed": "card era destroyed",
    "clone_arrived": "token era",
    "rift_landed": "era",
    "vortex": "era mega",
    "mission_failed": "mission era",
    "mission_activated": "mission era",
    "ultramachina_revealed": "card era",
    "ultramachina_effect": "card effect",
    "energy_removed": "era count",
    "card_exhausted": "card who",
    "artifact_destroyed": "card",
    "free_move": "from to carried",
    "paid_move": "from to carried paid",
    "artifact_used": "card owner",
    "loop": "dimension cost paid",
    "ability": "name",
    "centrifuge_down": "era cost paid",
    "energy_added": "era count",
    "rift_removed": "era count",
    "rift_moved": "from to count",
    "energy_moved": "from to count",
    "clone_moved": "token from to verb",
    "clone_destroyed": "token era",
    "permanent_added": "era",
    "card_readied": "card",
    "agent_moved": "who from to",
    "cards_drawn": "who cards",
    "progress": "mission slot",
    "ultramachina_progress": "card",
    "ultramachina_destroyed": "card era",
    "energy_landed": "era",
    "artifact_taken": "card",
    "mission_completed": "mission era",
    "reward_drawn": "cards",
    "reward": "who card",
    "hand_discarded": "who cards",
    "pile_reshuffled": "pile",
    "turn_ended": "",
    "lost": "cause",
    "won": "",
    "solo_revealed": "card who",
}
HEADER_KEYS = "type schema game scenario difficulty agents policy seed index assumptions content solo"
STATE_KEYS = """type turn at foo cycle visited eras agents hq_deck destroyed bag foo_deck ultramachina_deck missions_out
    supa_out completed supa_destroyed out_of_game_clones"""
ERA_KEYS = "rifts energy permanent vortex clones artifacts mission ultramachina centrifuge"
AGENT_KEYS = "name era hand draw discard free_move loops ability_used"
PHASES = ("setup", "foo", "solo", "action", "take", "mission", "refresh", "end")
KINDS = [(scenario, False) for scenario in ("sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges")]
KINDS += [("sabotage", True)]


def cell_of(scenario, solo, policy="random"):
    """Return a cell of two agents, any team."""
    axes = {"scenario": scenario, "difficulty": "month", "players": 2, "agents": None, "solo": solo}
    return Cell(0, axes, policy)


def traced(cell, index):
    """Return the trace of a playout with the rules' own numbers."""
    game = discover()["loop"]
    return list(game.trace(cell, game.parameters_model()(), game.load_content(), SEED, index))


def check_form(line, solo):
    """Check one line's keys and the words in it."""
    assert json.loads(json.dumps(line)) == line
    if line["type"] == "event":
        facts = line.keys() - {"type", "n", "turn", "phase", "agent", "event"}
        assert facts == set(EVENT_KEYS[line["event"]].split()), line
        assert line["phase"] in PHASES
    elif line["type"] == "state":
        assert set(STATE_KEYS.split()) <= line.keys()
        assert ("common_pile" in line and "common_discard" in line) == solo
        assert line["at"] in ("setup", "foo", "action", "end_of_turn", "end")
        assert [set(era) for era in line["eras"]] == [set(ERA_KEYS.split())] * 7
        assert [set(agent) for agent in line["agents"]] == [set(AGENT_KEYS.split())] * 2


@pytest.mark.parametrize(("scenario", "solo"), KINDS)
def test_every_line_has_the_form(scenario, solo):
    """Header, then events and states, then the result; numbered, with the keys of the form, in the order of turns."""
    lines = traced(cell_of(scenario, solo), 4)

    header, *middle, result = lines
    assert set(HEADER_KEYS.split()) <= header.keys()
    assert (header["type"], header["schema"], header["solo"]) == ("header", 1, solo)
    for line in middle:
        check_form(line, solo)
    events = [line for line in middle if line["type"] == "event"]
    assert [event["n"] for event in events] == list(range(len(events)))
    turns = [line["turn"] for line in middle]
    assert turns == sorted(turns)
    assert turns[0] == 0
    assert (result["type"], result["turn"]) == ("result", turns[-1])
    assert middle[-1]["at"] == "end"
    over = [event for event in events if event["event"] in ("won", "lost")]
    assert len(over) == 1
    assert result["won"] == (over[0]["event"] == "won")
    assert over[0].get("cause", "missions_completed") == result["cause"]


@pytest.mark.parametrize(("scenario", "solo"), KINDS)
def test_states_come_where_they_are_due(scenario, solo):
    """After set-up, after each Foo phase and action, at the end of each turn, and at the very end."""
    lines = traced(cell_of(scenario, solo), 5)
    at = Counter(line["at"] for line in lines if line["type"] == "state")
    last = lines[-1]["turn"]

    assert (at["setup"], at["end"]) == (1, 1)
    assert last - 1 <= at["end_of_turn"] <= at["foo"] <= last
    actions = {"free_move", "paid_move", "loop", "ability", "centrifuge_down", "artifact_used"}
    begun = [
        line for line in lines if line.get("event") in actions and line.get("owner", line["agent"]) == line["agent"]
    ]
    # The last action may end the game, and then there is no state of its own.
    assert len(begun) - 1 <= at["action"] <= len(begun)


@pytest.mark.parametrize(("scenario", "solo"), KINDS)
def test_result_is_the_row_of_the_batch(scenario, solo):
    """Traced alone or played in a block without a recorder, a playout ends in the same bits."""
    game, cell = discover()["loop"], cell_of(scenario, solo)
    rules = game.rules(cell.axes, game.parameters_model()(), game.load_content(), SEED)
    rows, counts = np.zeros(3, game.result_dtype()), np.zeros(1, game.counts_dtype())
    game.play(cell.policy, rules, game.workspace(), 10, rows, counts[0])

    for index, row in zip(range(10, 13), rows, strict=True):
        result = traced(cell, index)[-1]
        told = {name: result[name] for name in row.dtype.names} | {"cause": CAUSES.index(result["cause"])}
        assert told == {name: row[name].item() for name in row.dtype.names}


def test_header_names_the_team_of_the_playout():
    """A cell of any team names the two who play this playout, in turn order."""
    header, *middle, _ = traced(cell_of("sabotage", False), 7)
    in_turn = [line["agent"] for line in middle if line.get("event") == "foo_moved"][:2]

    assert len(in_turn) == 2
    assert header["agents"] == in_turn

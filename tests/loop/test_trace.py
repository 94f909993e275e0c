"""Traces of The LOOP: the public form of events, of the whole state, of the header and of the result."""

import json

import numpy as np
import pytest
from loop.table_by_hand import ANVIL, BELL, CLOCK, KITE, LAMP, NAMES, ROPE, SEALS, SPECTRUM, SURGE, new_rules, new_state

from sim import records
from sim.game import emit, recording
from sim.games.loop.content import load
from sim.games.loop.parameters import Parameters
from sim.games.loop.piles import draw_from_bag, next_hq
from sim.games.loop.results import Result
from sim.games.loop.state import State
from sim.games.loop.tables import build_rules
from sim.games.loop.telling.snapshot import eras_to_come, hidden_orders
from sim.games.loop.telling.trace import Recorder, content_form, result_line
from sim.games.loop.terms import FOO, FOURTH_VORTEX, MISSION, NONE, REWARD, SETUP, SOLO

# event, facts as the engine emits them, fields as a trace has them
FORMS = [
    ("foo_moved", {"era": np.int16(4)}, {"era": 4}),
    (
        "artifact_revealed",
        {"card": KITE, "era": 5, "destroyed": np.bool_(True)},
        {"card": "kite", "era": 5, "destroyed": True},
    ),
    ("clone_arrived", {"token": np.int16(3), "era": 2}, {"token": 3, "era": 2}),
    ("rift_landed", {"era": 0}, {"era": 0}),
    ("vortex", {"era": 3, "mega": 1}, {"era": 3, "mega": True}),
    ("mission_failed", {"mission": SURGE, "era": 3}, {"mission": "surge", "era": 3}),
    ("mission_activated", {"mission": SEALS, "era": 1}, {"mission": "seals", "era": 1}),
    ("ultramachina_revealed", {"card": 0, "era": 5}, {"card": "roar", "era": 5}),
    ("ultramachina_effect", {"card": 1, "effect": 1}, {"card": "pit", "effect": "drain(2)"}),
    ("ultramachina_progress", {"card": 1}, {"card": "pit"}),
    ("ultramachina_destroyed", {"card": 1, "era": 1}, {"card": "pit", "era": 1}),
    ("energy_removed", {"era": 2, "count": 2}, {"era": 2, "count": 2}),
    ("energy_landed", {"era": 2}, {"era": 2}),
    ("card_exhausted", {"card": LAMP, "who": 0}, {"card": "lamp", "who": "v_girl"}),
    ("artifact_destroyed", {"card": ANVIL}, {"card": "anvil"}),
    ("free_move", {"from_": 6, "to": 0, "carried": NONE}, {"from": 6, "to": 0, "carried": None}),
    ("free_move", {"from_": 6, "to": 0, "carried": None}, {"from": 6, "to": 0, "carried": None}),
    ("paid_move", {"from_": 6, "to": 5, "carried": 0, "paid": 1}, {"from": 6, "to": 5, "carried": 0, "paid": 1}),
    ("artifact_used", {"card": CLOCK, "owner": 1}, {"card": "clock", "owner": "mr_time"}),
    ("loop", {"dimension": 2, "cost": 2, "paid": 0}, {"dimension": "stripe", "cost": 2, "paid": 0}),
    ("ability", {"name": "mend"}, {"name": "mend"}),
    ("centrifuge_down", {"era": 1, "cost": 3, "paid": 3}, {"era": 1, "cost": 3, "paid": 3}),
    ("energy_added", {"era": 6, "count": np.int32(2)}, {"era": 6, "count": 2}),
    ("rift_removed", {"era": 6, "count": 1}, {"era": 6, "count": 1}),
    ("rift_moved", {"from_": 6, "to": 0, "count": 1}, {"from": 6, "to": 0, "count": 1}),
    ("energy_moved", {"from_": 6, "to": 5, "count": 2}, {"from": 6, "to": 5, "count": 2}),
    (
        "clone_moved",
        {"token": 0, "from_": 0, "to": 1, "verb": "push"},
        {"token": 0, "from": 0, "to": 1, "verb": "push"},
    ),
    ("clone_destroyed", {"token": 0, "era": 2}, {"token": 0, "era": 2}),
    ("permanent_added", {"era": 2}, {"era": 2}),
    ("card_readied", {"card": ROPE}, {"card": "rope"}),
    ("agent_moved", {"who": 1, "from_": 3, "to": 4}, {"who": "mr_time", "from": 3, "to": 4}),
    ("cards_drawn", {"who": 1, "cards": np.array([BELL, KITE])}, {"who": "mr_time", "cards": ["bell", "kite"]}),
    ("progress", {"mission": SURGE, "slot": 5}, {"mission": "surge", "slot": 5}),
    ("progress", {"mission": SEALS, "slot": 6}, {"mission": "seals", "slot": 6}),
    ("progress", {"mission": SPECTRUM, "slot": 3}, {"mission": "spectrum", "slot": "black_hole"}),
    ("artifact_taken", {"card": KITE}, {"card": "kite"}),
    ("mission_completed", {"mission": SEALS, "era": 6}, {"mission": "seals", "era": 6}),
    ("reward_drawn", {"cards": [KITE, ANVIL]}, {"cards": ["kite", "anvil"]}),
    ("reward", {"who": 0, "card": KITE}, {"who": "v_girl", "card": "kite"}),
    ("hand_discarded", {"who": 0, "cards": [LAMP]}, {"who": "v_girl", "cards": ["lamp"]}),
    ("pile_reshuffled", {"pile": "hq_deck"}, {"pile": "hq_deck"}),
    ("pile_reshuffled", {"pile": "common"}, {"pile": "common"}),
    ("pile_reshuffled", {"pile": 1}, {"pile": "mr_time"}),
    ("turn_ended", {}, {}),
    ("lost", {"cause": FOURTH_VORTEX}, {"cause": "fourth_vortex"}),
    ("lost", {"cause": "out_of_time"}, {"cause": "out_of_time"}),
    ("won", {}, {}),
    ("solo_revealed", {"card": LAMP, "who": 1}, {"card": "lamp", "who": "mr_time"}),
]


def recorded(state, *events):
    """Return the lines that events of (name, facts) give."""
    recorder = Recorder(new_rules(), NAMES)
    with recording(recorder):
        for event, facts in events:
            emit(state, event, **facts)
    return recorder.lines


@pytest.mark.parametrize(("event", "facts", "fields"), FORMS, ids=lambda value: value if isinstance(value, str) else "")
def test_event_has_its_public_form(event, facts, fields):
    """Cards, missions, agents and dimensions go by name, eras and tokens by number, and the line is plain JSON."""
    (line,) = recorded(new_state(), (event, facts))

    head = {"type": "event", "n": 0, "turn": 8, "phase": "action", "agent": "v_girl", "event": event}
    assert json.loads(json.dumps(line)) == {**head, **fields}


def test_events_are_numbered_and_states_are_not():
    """`n` runs from 0 over the events alone."""
    lines = recorded(
        new_state(), ("rift_landed", {"era": 0}), ("state", {"at": "foo"}), ("rift_landed", {"era": 1}), ("won", {})
    )

    assert [line.get("n") for line in lines] == [0, None, 1, 2]


@pytest.mark.parametrize(
    ("turn", "phase", "active", "word", "agent"),
    [
        (0, SETUP, 0, "setup", None),
        (0, REWARD, 0, "setup", None),
        (1, FOO, 1, "foo", "mr_time"),
        (3, SOLO, NONE, "solo", None),
        (3, MISSION, 0, "mission", "v_girl"),
        (3, REWARD, 0, "mission", "v_girl"),
    ],
)
def test_phase_and_agent(turn, phase, active, word, agent):
    """Rewards belong to set-up before turn 1 and to the missions later; nobody's turn is null."""
    state = new_state()
    state.turn, state.phase, state.active = turn, phase, active

    (line,) = recorded(state, ("rift_landed", {"era": 0}))

    assert (line["phase"], line["agent"]) == (word, agent)


EMPTY_ERA = {
    "rifts": 0,
    "energy": 0,
    "permanent": 0,
    "vortex": None,
    "clones": [],
    "artifacts": [],
    "mission": None,
    "ultramachina": [],
    "centrifuge": False,
}


def test_state_line_shows_the_whole_table():
    """Every key of the form is there with what was laid out by hand."""
    (line,) = recorded(new_state(), ("state", {"at": "action"}))

    ordinary, supa = {"token": 0, "paradox": 2, "supa": False}, {"token": 4, "paradox": 6, "supa": True}
    assert (line["type"], line["turn"], line["at"], line["foo"], line["cycle"]) == ("state", 8, "action", 2, 2)
    assert line["visited"] == [2]
    assert line["eras"] == [
        {
            **EMPTY_ERA,
            "energy": 1,
            "clones": [ordinary, supa],
            "mission": {"id": "surge", "status": "hidden", "progress": 0},
        },
        {
            **EMPTY_ERA,
            "rifts": 1,
            "mission": {"id": "seals", "status": "active", "progress": [0, 6]},
            "ultramachina": [{"card": "pit", "filled": 1}],
            "centrifuge": True,
        },
        {**EMPTY_ERA, "rifts": 2, "mission": {"id": "spectrum", "status": "active", "progress": ["black_hole"]}},
        {**EMPTY_ERA, "vortex": "mega"},
        {**EMPTY_ERA, "permanent": 1},
        {**EMPTY_ERA, "energy": 2, "artifacts": ["kite", "anvil"]},
        {**EMPTY_ERA, "rifts": 3},
    ]
    assert line["agents"] == [
        {
            "name": "v_girl",
            "era": 6,
            "hand": [{"card": "lamp", "ready": True}, {"card": "rope", "ready": False}],
            "draw": ["bell", "comb"],
            "discard": [],
            "free_move": False,
            "loops": 1,
            "ability_used": True,
        },
        {
            "name": "mr_time",
            "era": 3,
            "hand": [{"card": "clock", "ready": True}],
            "draw": [],
            "discard": ["bell"],
            "free_move": True,
            "loops": 0,
            "ability_used": False,
        },
    ]
    assert (line["hq_deck"], line["destroyed"], line["ultramachina_deck"]) == ([], [], [])
    assert sorted(line["bag"]) == [2, 3]
    assert sorted(line["foo_deck"]) == [0, 1, 3, 4, 5, 6]
    assert (line["missions_out"], line["completed"], line["failed"]) == ([], [], ["pincer"])
    assert (line["supa_out"], line["supa_destroyed"], line["out_of_game_clones"]) == ([5], 0, [1])
    assert "common_pile" not in line
    assert json.loads(json.dumps(line)) == line


def test_state_at_the_end_of_a_turn_is_restored():
    """What the turn used up is full again, whoever's turn it was."""
    (line,) = recorded(new_state(), ("state", {"at": "end_of_turn"}))

    used_up = [(agent["free_move"], agent["loops"], agent["ability_used"]) for agent in line["agents"]]
    assert used_up == [(True, 0, False), (True, 0, False)]


def test_solo_has_one_pile():
    """In solo seat 0's pile is everybody's, top first, and the agents' own stay empty."""
    state, rules = new_state(), new_rules()
    rules.solo = 1
    state.n_draw[0], state.draw[:3] = 3, [LAMP, ROPE, KITE]
    state.n_discard[0], state.discard[0] = 1, BELL
    recorder = Recorder(rules, NAMES)

    recorder(state, "state", {"at": "foo"})

    (line,) = recorder.lines
    assert (line["common_pile"], line["common_discard"]) == (["kite", "rope", "lamp"], ["bell"])
    assert [(agent["draw"], agent["discard"]) for agent in line["agents"]] == [([], []), ([], [])]


def test_completed_missions_are_in_order_and_unused_supa_clones_stay_out():
    """Completion keeps its order; a supa clone that dies later is not among those that set-up left out."""
    state = new_state()
    recorder = Recorder(new_rules(), NAMES)
    recorder(state, "state", {"at": "setup"})
    recorder(state, "mission_completed", {"mission": SPECTRUM, "era": 2})
    recorder(state, "mission_completed", {"mission": SURGE, "era": 0})
    state.token_era[4] = -2
    recorder(state, "state", {"at": "action"})

    line = recorder.lines[-1]
    assert (line["completed"], line["supa_out"]) == (["spectrum", "surge"], [5])


def test_what_happens_on_a_copy_is_not_told():
    """A policy that looks ahead plays on copies; their events are no part of the playout."""
    scratch = records.table(State, 1)
    scratch[0] = state = new_state()

    lines = recorded(state, ("turn_ended", {}))
    recorder = Recorder(new_rules(), NAMES)
    for table in (state, scratch[0], state):
        recorder(table, "turn_ended", {})

    assert (len(lines), len(recorder.lines)) == (1, 2)


def test_hidden_orders_are_those_that_will_be_drawn():
    """Bag and HQ deck are told in the order in which the engine then draws them, and telling changes nothing."""
    state, rules = new_state(), new_rules()
    state.n_bag, state.bag_drawn, state.key = 4, 0, 99
    state.n_hq, state.hq[:7] = 7, range(7)
    before = state.tobytes()

    told = hidden_orders(state, rules, NAMES)

    assert state.tobytes() == before
    assert told["bag"] == [draw_from_bag(state) for _ in range(4)]
    assert told["hq_deck"] == [NAMES.cards[next_hq(state)] for _ in range(7)]


def test_foo_deck_holds_the_eras_to_come():
    """Before turn 1 all seven, at the end of a cycle none, in Ultramachina none ever."""
    state, rules = new_state(), new_rules()
    state.turn, state.visited[:] = 0, 0
    assert sorted(eras_to_come(state)) == list(range(7))

    state.turn, state.visited[:] = 7, 1
    assert eras_to_come(state) == []

    rules.machina = 1
    assert hidden_orders(new_state(), rules, NAMES)["foo_deck"] == []


def test_content_of_the_header_shows_what_is_played():
    """Cards, missions, tokens and agents have the keys of the form; slots and tokens changed by parameters show."""
    content = load()
    axes = {"scenario": "sabotage", "difficulty": "month", "players": 2, "agents": None, "solo": False}
    parameters = Parameters.model_validate({"mission_slots": {"pincer": 2}, "supa_tokens": [[3, 0]]})

    form = content_form(content, build_rules(axes, parameters, content, 1))

    assert {card["kind"] for card in form["cards"].values()} == {"starting", "artifact", "ultramachina"}
    keys = ["name", "kind", "owner", "origin", "dimension", "effects"]
    assert all(list(card)[:6] == keys for card in form["cards"].values())
    assert all(("slots" in card) == (card["kind"] == "ultramachina") for card in form["cards"].values())
    pincer = form["missions"]["pincer"]
    assert [pincer[key] for key in ("event", "place", "distinct", "slots")] == [
        "turn_ended",
        "both_adjacent_to_foo",
        "none",
        2,
    ]
    assert form["tokens"]["0"] == {"arrival": 0, "paradox": 2, "supa": False}
    assert form["tokens"]["28"] == {"arrival": 3, "paradox": 0, "supa": True}
    assert len(form["tokens"]) == 29
    assert (form["agents"]["v_girl"]["start"], form["agents"]["v_girl"]["ability"]) == (6, "mend")
    assert json.loads(json.dumps(form)) == form


def test_result_line_is_the_stored_row():
    """Cause and turn in words first, then every column with the number that is stored."""
    result = records.new(Result)
    result.index, result.cause, result.last_turn, result.taken_1 = 41, FOURTH_VORTEX, 6, -(2**63)

    line = result_line(result)

    assert (line["type"], line["won"], line["cause"], line["turn"]) == ("result", False, "fourth_vortex", 6)
    assert set(line) == {"type", "won", "turn", *result.dtype.names}
    assert (line["index"], line["last_turn"], line["taken_1"]) == (41, 6, -(2**63))

"""Traces of Room 25: the public form of events, of the whole state, of the header and of the result."""

import json

import numpy as np
import pytest
from room25.table_by_hand import ALICE, MAC_IDS, MAX, MIMIC, SARAH, TEAM, new_rules, new_state

from sim import records
from sim.game import Cell, discover, emit, recording
from sim.games.room25.content import load
from sim.games.room25.figures import Result
from sim.games.room25.mac import next_mac_card
from sim.games.room25.parameters import Parameters
from sim.games.room25.state import State
from sim.games.room25.tables import build_rules
from sim.games.room25.telling.snapshot import cards_to_come, snapshot
from sim.games.room25.telling.trace import Recorder, content_form, result_line
from sim.games.room25.terms import (
    ACT,
    BY_ACTION,
    BY_END,
    BY_MAC,
    BY_ROBOT,
    BY_ROOM,
    BY_SETUP,
    BY_SPECIAL,
    CHARACTERS,
    DEATH,
    END_ROUND,
    ESCAPED,
    MORTAL,
    PIVOTING,
    PLAN,
    SET_UP,
    TIMER,
    TURN,
)


def recorded(*events, state=None):
    """Return the lines that events of (name, facts) give."""
    state = new_state() if state is None else state
    recorder = Recorder(new_rules(), MAC_IDS)
    with recording(recorder):
        for event, facts in events:
            emit(state, event, **facts)
    return recorder.lines


# event, facts as the engine emits them, fields as a trace has them
FORMS = [
    (
        "programmed",
        {"character": ALICE, "actions": ["look", "move"], "adrenaline": None},
        {"character": "alice", "actions": ["look", "move"], "adrenaline": None},
    ),
    (
        "looked",
        {"character": np.int16(MAX), "cell": np.int16(7), "tile": 2, "room": PIVOTING, "by": BY_SETUP},
        {"character": "max", "cell": 7, "tile": 2, "room": "pivoting", "by": "setup"},
    ),
    ("told", {"cell": 7, "tile": 2, "colour": "yellow"}, {"cell": 7, "tile": 2, "colour": "yellow"}),
    (
        "moved",
        {"character": MAX, "from_": 6, "to": np.int64(7), "by": BY_ACTION},
        {"character": "max", "from": 6, "to": 7, "by": "action"},
    ),
    (
        "pushed",
        {"character": SARAH, "from_": 0, "to": 1, "by": BY_ROBOT},
        {"character": "sarah", "from": 0, "to": 1, "by": "robot"},
    ),
    (
        "slid",
        {"line": "row1", "direction": "left", "by": BY_MAC},
        {"line": "row1", "direction": "left", "by": "mac"},
    ),
    ("action_lost", {"action": "push", "why": "impossible"}, {"action": "push", "why": "impossible"}),
    ("room_revealed", {"cell": 3, "room": MORTAL}, {"cell": 3, "room": "mortal"}),
    ("room_effect", {"room": "acid", "character": ALICE}, {"room": "acid", "character": "alice"}),
    ("died", {"character": SARAH, "cause": "acid"}, {"character": "sarah", "cause": "acid"}),
    ("revived", {"character": MIMIC}, {"character": "mimic"}),
    ("key_found", {}, {}),
    ("alert", {}, {}),
    (
        "role_shown",
        {"character": SARAH, "role": "guard", "by": "unmask"},
        {"character": "sarah", "role": "guard", "by": "unmask"},
    ),
    ("mac_card", {"card": np.int16(2)}, {"card": "penalty_x"}),
    ("penalty", {"character": MAX, "action": "look"}, {"character": "max", "action": "look"}),
    ("robot_appeared", {"robot": 1, "cell": 8}, {"robot": 1, "cell": 8}),
    ("robot_moved", {"robot": 1, "from_": 8, "to": 9}, {"robot": 1, "from": 8, "to": 9}),
    ("robot_destroyed", {"robot": 1, "cell": 9}, {"robot": 1, "cell": 9}),
    ("countdown", {"left": 4, "by": BY_END}, {"left": 4, "by": "end"}),
    ("escaped", {"characters": [ALICE, MAX]}, {"characters": ["alice", "max"]}),
]


@pytest.mark.parametrize(("event", "facts", "fields"), FORMS, ids=lambda value: value if isinstance(value, str) else "")
def test_event_has_its_public_form(event, facts, fields):
    """Characters, rooms, cards and reasons go by name, cells, tiles and robots by number; the line is plain JSON."""
    (line,) = recorded((event, facts))

    head = {"type": "event", "n": 0, "turn": 3, "round": 3, "pass": 2, "phase": "pass2", "agent": "max"}
    assert json.loads(json.dumps(line)) == {**head, "event": event, **fields}


def test_what_a_room_brings_about_names_the_room():
    """By `room` means the room whose effect was told last."""
    lines = recorded(
        ("room_effect", {"room": "tunnel", "character": MAX}),
        ("moved", {"character": MAX, "from_": 6, "to": 7, "by": BY_ROOM}),
        ("room_effect", {"room": "illusion", "character": MAX}),
        ("swapped", {"cells": [7, 9], "by": BY_ROOM}),
    )

    assert [lines[1]["by"], lines[3]["by"]] == ["room:tunnel", "room:illusion"]
    assert lines[3]["cells"] == [7, 9]


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({"verb": "call", "target": ALICE, "cell": 6}, {"name": "jennifer", "target": "alice", "cell": 6}),
        ({"verb": "hide"}, {"name": "alice"}),
        ({"verb": "lock", "cell": 7}, {"name": "emmett", "cell": 7}),
        ({"verb": "swap", "cells": [1, 5]}, {"name": "kevin", "cells": [1, 5]}),
        ({"verb": "robot", "robot": 1, "cell": 9, "target": SARAH}, {"robot": 1, "cell": 9, "target": "sarah"}),
    ],
)
def test_special_tells_whose_it_is(facts, fields):
    """A special has the name of the character whose it is, whoever uses it, and so has what it brings about."""
    special, moved = recorded(
        ("special", {"character": MIMIC, **facts}),
        ("moved", {"character": ALICE, "from_": 12, "to": 6, "by": BY_SPECIAL}),
    )

    assert {"character": "mimic", "verb": facts["verb"], **fields}.items() <= special.items()
    assert moved["by"] == f"special:{special['name']}"


def test_events_are_numbered_and_states_are_not():
    """`n` runs from 0 over the events alone."""
    lines = recorded(("alert", {}), ("state", {"at": "action"}), ("alert", {}))

    assert [line.get("n") for line in lines] == [0, None, 1]


@pytest.mark.parametrize(
    ("turn", "passing", "step", "moot", "frame"),
    [
        (0, 0, SET_UP, 0, (0, "setup", None)),
        (1, 0, PLAN, 0, (0, "plan", None)),
        (1, 1, TURN, 0, (1, "pass1", None)),  # a card before the pass
        (1, 1, TURN, 1, (1, "pass1", "max")),  # a role is shown before the action
        (1, 3, ACT, 0, (3, "pass3", "max")),
        (1, 4, END_ROUND, 0, (0, "end_of_round", None)),
    ],
)
def test_pass_phase_and_agent(turn, passing, step, moot, frame):
    """Only an action, and what comes of it, is somebody's; the pass is 0 where there is none."""
    state = new_state()
    state.turn, state.passing, state.step, state.moot = turn, passing, step, moot

    (line,) = recorded(("alert", {}), state=state)

    assert (line["pass"], line["phase"], line["agent"]) == frame


def test_after_the_end_the_phase_is_end():
    """What is told when the cause stands belongs to the end."""
    state = new_state()
    state.cause = ESCAPED

    (line,) = recorded(("escaped", {"characters": [MAX]}), state=state)

    assert line["phase"] == "end"


def test_state_line_shows_the_whole_table():
    """Every key of the form is there with what was laid out by hand."""
    (line,) = recorded(("state", {"at": "action"}))

    board = line["board"]
    down = {"room": "cold", "face_up": False, "closed": False, "locked": False, "axis": None}
    assert [line[key] for key in ("turn", "round", "pass", "at", "rounds_left")] == [3, 3, 2, "action", 5]
    assert line["order"] == ["sarah", "mimic", "alice", "max"]
    assert [tile["tile"] for tile in board] == [(7 * cell + 3) % 25 for cell in range(25)]
    assert board[1] == {**down, "tile": 10}
    assert board[0] == {**down, "room": "flooded", "face_up": True, "closed": True, "tile": 3}
    assert board[7] == {**down, "room": "pivoting", "face_up": True, "axis": "row", "tile": 2}
    assert board[8] == {**down, "face_up": True, "locked": True, "tile": 9}
    assert line["characters"] == [
        {
            "name": "alice", "cell": 12, "alive": True, "role": "prisoner", "revealed": False, "adrenaline": True,
            "program": ["look", "move", "push"], "knows": [], "deadline": None, "hidden": True, "penalties": [],
        },
        {
            "name": "max", "cell": 6, "alive": True, "role": "prisoner", "revealed": False, "adrenaline": True,
            "program": ["control", None, None], "knows": [3, 24], "deadline": {"room": "trapped"}, "hidden": False,
            "penalties": ["look", "control"],
        },
        {
            "name": "sarah", "cell": 0, "alive": True, "role": "guard", "revealed": True, "adrenaline": True,
            "program": [None, None, None], "knows": [], "deadline": {"room": "flooded", "round": 4}, "hidden": False,
            "penalties": [],
        },
        {
            "name": "mimic", "cell": None, "alive": False, "role": "prisoner", "revealed": False, "adrenaline": False,
            "program": [None, None, None], "knows": [], "deadline": None, "hidden": False, "penalties": [],
        },
    ]  # fmt: skip
    assert (line["robots"], line["key_found"]) == ([{"id": 1, "cell": 8}], False)
    assert line["slides"] == {"row1": "right", "col3": "up"}
    assert (line["told"], line["mac_deck"]) == ({"24": "red"}, [])
    assert json.loads(json.dumps(line)) == line


def test_nobody_has_a_role_but_in_suspicion():
    """In cooperation and solo the role is null."""
    rules = new_rules()
    rules.mode = 0

    table = snapshot(new_state(), rules, MAC_IDS)

    assert {one["role"] for one in table["characters"]} == {None}


def test_what_happens_on_a_copy_is_not_told():
    """A policy that looks ahead plays on copies; their events are no part of the playout."""
    scratch = records.table(State, 1)
    scratch[0] = state = new_state()

    recorder = Recorder(new_rules(), MAC_IDS)
    for table in (state, scratch[0], state):
        recorder(table, "alert", {})

    assert len(recorder.lines) == 2


def test_the_deck_is_told_in_the_order_in_which_it_is_drawn():
    """The cards come as the engine then draws them, and telling changes nothing."""
    state, rules = new_state(), new_rules()
    rules.n_mac = state.n_mac = 4
    state.mac_deck[:4] = range(4)
    next_mac_card(state, rules)
    before = state.tobytes()

    told = cards_to_come(state, rules)

    assert state.tobytes() == before
    assert len(told) == 3
    assert told == [next_mac_card(state, rules) for _ in range(3)]


@pytest.fixture(scope="module")
def content():
    """Return the package's own content."""
    return load()


def test_content_of_the_header_shows_what_is_played(content):
    """Rooms as dealt with their colours, players by letter, M.A.C. cards of both kinds, the switches in force."""
    axes = {
        "mode": "cooperation", "composition": "coop_easy", "rules": "online", "players": 2, "agents": list(TEAM),
        "mac": "normal", "specials": True,
    }  # fmt: skip
    rules = build_rules(axes, Parameters(), content, 1)
    recorder = Recorder(rules, content.mac_ids)
    recorder.team, recorder.dealt = list(TEAM), {"central": 1, "room_25": 1, "empty": 23}

    form = content_form(content, rules, recorder, "coop_easy")

    switches = [form[key] for key in ("rules", "mode", "rounds", "adrenaline", "specials", "mac", "key", "teams")]
    assert switches == ["online", "cooperation", 8, True, True, "normal", True, None]
    assert form["players"] == {"A": ["alice", "sarah"], "B": ["max", "mimic"]}
    assert (form["rooms"]["mortal"]["colour"], form["rooms"]["mortal"]["count"]) == ("red", 0)
    assert form["composition"]["rooms"] == {"room_25": 1, "empty": 23}
    assert form["composition"]["name"] == "coop_easy"
    assert set(form["characters"]) == set(CHARACTERS)
    assert len(form["mac_cards"]) == 44  # the other 14 of 58 are for frenzy only
    slide = {"kind": "slide", "line": "row0", "direction": "left", "twice": False, "again": False}
    assert form["mac_cards"]["slide_01"] == {**slide, "frenzy_only": False}
    assert all(card["characters"] for card in form["mac_cards"].values() if card["kind"] == "penalty")
    assert json.loads(json.dumps(form)) == form


def test_result_line_is_the_stored_row_in_words():
    """Cause, winner, the dead and the guards go by name; every other column is the number that is stored."""
    result = records.new(Result)
    result.index, result.cause, result.last_round, result.rounds_left = 41, DEATH + TIMER, 6, 1
    result.dead_seats, result.guard_seats, result.deaths, result.winner = 0b1001, 0b0100, 2, 2
    recorder = Recorder(new_rules(), MAC_IDS)
    recorder.team = list(TEAM)

    line = result_line(result, recorder)

    assert [line[key] for key in ("type", "won", "cause", "winner")] == ["result", False, "death:timer", "guards"]
    assert [line[key] for key in ("turn", "round", "rounds_left", "partial", "key_found")] == [6, 6, 1, False, False]
    assert (line["dead"], line["guards"], line["deaths"]) == (["alice", "mimic"], ["sarah"], 2)
    assert set(line) == {"type", "won", "turn", "round", "dead", "guards", *result.dtype.names}


CELLS = [
    ("cooperation", "coop_hard", "online", 4, "frenzy", False),
    ("cooperation", "coop_easy", "online", 4, "off", True),
    ("suspicion", "online_suspicion_6", "online", 6, "off", True),
    ("solo", "beginner", "base", 1, "off", False),
]


@pytest.mark.parametrize(("mode", "composition", "rules", "players", "mac", "specials"), CELLS)
def test_a_trace_has_its_lines_in_order_and_ends_as_the_batch(mode, composition, rules, players, mac, specials):
    """Header, a state before the first look, a state after every action, the end, and the row that the batch stores."""
    game = discover()["room25"]
    parameters, content = Parameters(), game.load_content()
    axes = {
        "mode": mode, "composition": composition, "rules": rules, "players": players, "agents": None, "mac": mac,
        "specials": specials,
    }  # fmt: skip
    results, counts = np.zeros(1, game.result_dtype()), np.zeros(1, game.counts_dtype())
    game.play("random", game.rules(axes, parameters, content, 5), game.workspace(), 3, results, counts[0])

    header, first, *middle, last, result = list(game.trace(Cell(0, axes, "random"), parameters, content, 5, 3))

    assert (header["type"], first["at"], last["at"], result["type"]) == ("header", "setup", "end", "result")
    assert header["agents"] == [one["name"] for one in first["characters"]]
    assert sum(header["content"]["composition"]["rooms"].values()) == 24
    events = [line for line in middle if line["type"] == "event"]
    assert [line["n"] for line in events] == list(range(len(events)))
    acts = [line for line in events if line["event"] in ("action_lost", "special") or line.get("by") == "action"]
    states = [line for line in middle if line["type"] == "state" and line["at"] == "action"]
    assert len(acts) - len(states) in (0, 1)  # the action that ends the game is followed by the end
    words = {name: values[0] for name, values in game.decode(results, content).items()}
    assert [result[key] for key in ("cause", "winner", "dead", "guards")] == [
        words[key] for key in ("cause", "winner", "dead", "guards")
    ]
    assert all(result[name] in (words[name], results[name][0]) for name in results.dtype.names)

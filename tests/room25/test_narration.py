"""The story of a trace of Room 25: sentences, the drawn complex, headings and the ending."""

import pytest
from room25.table_by_hand import MAC_IDS, new_rules, new_state

from sim.game import assumptions_of
from sim.games.room25.content import load
from sim.games.room25.parameters import Parameters
from sim.games.room25.telling.drawing import draw_board, place
from sim.games.room25.telling.narration import narrate
from sim.games.room25.telling.sentences import (
    DEATHS,
    EFFECTS,
    ENDINGS,
    SENTENCES,
    SPECIALS,
    TEMPLATES,
    Titles,
    sentence,
)
from sim.games.room25.telling.snapshot import snapshot
from sim.games.room25.telling.trace import OWNER
from sim.games.room25.terms import CAUSES, DEATH, ROOMS
from sim.games.room25.terms import SPECIALS as VERBS

CONTENT = load()
SLIDE = {"kind": "slide", "line": "row1", "direction": "left", "again": False}
HEADER = {
    "type": "header",
    "game": "room25",
    "scenario": "suspicion",
    "agents": ["alice", "max", "sarah", "mimic"],
    "policy": "random",
    "seed": 7,
    "index": 12,
    "assumptions": assumptions_of(Parameters()),
    "content": {
        "rules": "online",
        "rounds": 10,
        "adrenaline": True,
        "specials": True,
        "mac": "off",
        "key": False,
        "players": {"A": ["alice"], "B": ["max"], "C": ["sarah"], "D": ["mimic"]},
        "composition": {"name": "beginner", "title": "Beginner"},
        "rooms": {
            id_: {"title": room.title, "colour": room.colour}
            for id_, room in zip(CONTENT.room_ids, CONTENT.rooms, strict=True)
        },
        "characters": {
            id_: {"title": one.title} for id_, one in zip(CONTENT.character_ids, CONTENT.characters, strict=True)
        },
        "mac_cards": {
            "once": {**SLIDE, "twice": False},
            "twice": {**SLIDE, "line": "col3", "direction": "up", "twice": True, "again": True},
            "penalty": {"kind": "penalty", "characters": ["max", "kevin", "alice"], "again": False},
        },
    },
}
TITLES = Titles(HEADER)
TABLE = snapshot(new_state(), new_rules(), MAC_IDS)

# event, facts, what is said; on the table of test_trace
SAID = [
    ("looked", {"character": "max", "cell": 1, "room": "cold", "by": "action"}, "Max looks into B1: Cold (yellow)."),
    (
        "looked",
        {"character": "max", "cell": 24, "room": "acid", "by": "room:vision"},
        "The monitor shows Max E5: Acid (red).",
    ),
    ("told", {"cell": 1, "colour": "yellow"}, "B1 is said to be yellow."),
    ("told", {"cell": 1, "colour": "green"}, "B1 is said to be green, a lie."),
    ("moved", {"character": "max", "from": 6, "to": 1, "by": "action"}, "Max moves from B2 to B1."),
    ("moved", {"character": "max", "from": 6, "to": 7, "by": "action"}, "Max moves from B2 to C2 (Pivoting)."),
    ("moved", {"character": "max", "from": 5, "to": 6, "by": "special:jennifer"}, "Max comes from A2 to B2 (Trapped)."),
    ("moved", {"character": "max", "from": 1, "to": 12, "by": "room:vortex"}, "The vortex throws Max back to C3."),
    ("moved", {"character": "max", "from": 1, "to": 13, "by": "room:tunnel"}, "Max goes through the tunnel to D3."),
    ("pushed", {"character": "alice", "from": 6, "to": 11, "by": "action"}, "Max pushes Alice from B2 to B3."),
    ("pushed", {"character": "alice", "from": 6, "to": 11, "by": "robot"}, "A robot pushes Alice from B2 to B3."),
    ("slid", {"line": "row0", "direction": "left", "by": "action"}, "Max slides row 1 to the left."),
    ("slid", {"line": "col4", "direction": "up", "by": "action"}, "Max slides column E up."),
    ("slid", {"line": "col4", "direction": "up", "by": "room:control"}, "The Control room: column E slides up."),
    ("slid", {"line": "row0", "direction": "left", "by": "mac"}, ""),
    ("swapped", {"cells": [0, 24], "by": "room:moving"}, "Moving: A1 and E5 change places."),
    ("swapped", {"cells": [1, 5], "by": "special:kevin"}, ""),
    (
        "special",
        {"character": "mimic", "name": "max", "verb": "carry", "target": "sarah", "cell": 1},
        "Mimic, as Max, takes Sarah along to B1.",
    ),
    (
        "special",
        {"character": "kevin", "name": "kevin", "verb": "robot", "robot": 0, "cell": 1, "target": "sarah"},
        "Kevin orders robot 1 to push Sarah to B1.",
    ),
    ("special", {"character": "kevin", "name": "kevin", "verb": "swap", "cells": [1, 5]}, "Kevin swaps B1 and A2."),
    ("action_lost", {"action": "look", "why": "penalty"}, "Max's look is lost to a M.A.C. penalty."),
    ("room_revealed", {"cell": 3, "room": "room_25"}, "D1 is turned up: Room 25 (blue)."),
    (
        "room_effect",
        {"character": "max", "room": "flooded"},
        "Water: the room is closed for good, and Max must be out by the end of round 4.",
    ),
    ("room_effect", {"character": "max", "room": "empty"}, ""),
    ("died", {"character": "max", "cause": "acid"}, "!!! Max DIES: dissolved by the acid."),
    ("role_shown", {"character": "sarah", "role": "guard", "by": "self"}, "Sarah drops the mask: a guard!"),
    ("mac_card", {"card": "once"}, "M.A.C.: row 2 slides left."),
    ("mac_card", {"card": "twice"}, "M.A.C.: column D slides up twice, and another card follows."),
    ("mac_card", {"card": "penalty"}, "M.A.C.: a penalty for Max, Kevin and Alice."),
    ("countdown", {"left": 1, "by": "end"}, "The countdown: 1 round left."),
    ("countdown", {"left": 4, "by": "room:timer"}, "The Timer takes a round: 4 rounds left."),
    ("escaped", {"characters": ["max", "alice"]}, "OUT: Max and Alice leave the complex with Room 25."),
]


@pytest.mark.parametrize(("event", "facts", "said"), SAID)
def test_sentence(event, facts, said):
    """Events are told with names and squares, never with numbers of cells or ids of rooms."""
    assert sentence(TITLES, {"event": event, "agent": "max", "round": 3, **facts}, TABLE) == said


def test_every_event_death_special_and_ending_can_be_told():
    """The words of the form all have a sentence; programs the narrator tells himself."""
    # The event names of the trace's form, but for `programmed`.
    events = (
        "looked told moved pushed slid swapped special action_lost room_revealed room_effect died revived key_found "
        "alert role_shown mac_card penalty robot_appeared robot_moved robot_destroyed countdown escaped"
    )
    killers = {"trapped", "acid", "flooded", "mortal", "shredder", "timer"}

    assert set(events.split()) == set(SENTENCES) | set(TEMPLATES)
    assert set(ENDINGS) == set(CAUSES[1:DEATH])
    assert set(DEATHS) == killers
    assert set(SPECIALS) == set(OWNER) == set(VERBS)
    assert set(EFFECTS) < set(ROOMS)


def test_squares():
    """Columns are letters from the left, rows numbers from the top."""
    assert [place(cell) for cell in (0, 4, 12, 20, 24)] == ["A1", "E1", "C3", "A5", "E5"]


def test_board():
    """Open rooms by name with their marks, the others by the colour told; who is there, who must go, who hides."""
    drawn = list(draw_board(TABLE, TITLES.room, TITLES.who))

    assert drawn[:9] == [
        "           A                 B                 C                 D                 E",
        "   ┌─────────────────┬─────────────────┬─────────────────┬─────────────────┬─────────────────┐",
        " 1 │ Flooded closed  │ ?               │ ?               │ ? red           │ ?               │",
        "   │ Sarah!          │                 │                 │                 │                 │",
        "   ├─────────────────┼─────────────────┼─────────────────┼─────────────────┼─────────────────┤",
        " 2 │ ?               │ Trapped         │ Pivoting ↔      │ Cold locked     │ ?               │",
        "   │                 │ Max!            │                 │ robot\u00a02         │                 │",
        "   ├─────────────────┼─────────────────┼─────────────────┼─────────────────┼─────────────────┤",
        " 3 │ ?               │ ?               │ ?               │ ?               │ ?               │",
    ]
    assert drawn[9] == "   │                 │                 │ (Alice)         │                 │                 │"
    assert drawn[-1] == "   └─────────────────┴─────────────────┴─────────────────┴─────────────────┴─────────────────┘"


def test_board_laid_open():
    """At the end the rooms that were never turned up are named behind their question mark."""
    drawn = list(draw_board(TABLE, TITLES.room, TITLES.who, is_open=True))

    assert drawn[2] == " 1 │ Flooded closed  │ ? Cold          │ ? Cold          │ ? Cold          │ ? Cold          │"


def event(event, number=0, agent=None, turn=3, **facts):
    """Return an event line."""
    frame = {"type": "event", "n": 0, "turn": turn, "round": turn, "pass": number, "agent": agent}
    return {**frame, "event": event, **facts}


def state(at, turn=3):
    """Return the state line of the table laid out by hand."""
    return {"type": "state", "turn": turn, "round": turn, "at": at, **TABLE}


def test_story():
    """Heading, changed assumptions, a round by passes, actions with what follows from them, deaths, the ending."""
    header = {**HEADER, "assumptions": {**HEADER["assumptions"], "program_zero": True}}
    result = {
        "type": "result", "cause": "two_prisoners_dead", "round": 3, "rounds_left": 5, "exit_found": 0, "exit_cell": 4,
        "dead": ["mimic", "max"], "guards": ["sarah"], "looks": 1, "moves": 2, "pushes": 0, "controls": 0,
        "specials": 0, "lost": 3, "vortex_returns": 1, "vortex_actions": 2,
    }  # fmt: skip
    lines = [
        header,
        state("setup", 0),
        event("looked", turn=0, character="max", cell=7, room="acid", by="setup"),
        event("told", turn=0, cell=7, colour="yellow"),
        event("programmed", character="sarah", actions=["move"], adrenaline="look"),
        event("programmed", character="max", actions=["look", "move"], adrenaline=None),
        state("plan"),
        event("action_lost", 1, "sarah", action="push", why="impossible"),
        state("action"),
        event("moved", 2, "max", character="max", **{"from": 6, "to": 1, "by": "action"}),
        event("room_revealed", 2, "max", cell=1, room="mortal"),
        event("room_effect", 2, "max", character="max", room="mortal"),
        event("died", 2, "max", character="max", cause="mortal"),
        event("role_shown", 2, "max", character="max", role="prisoner", by="second_death"),
        state("end"),
        result,
    ]

    text = list(narrate(lines))

    assert text[1:5] == [
        "Room 25: suspicion by the online rules; rooms: Beginner",
        "A: Alice; B: Max; C: Sarah (guard); D: Mimic; policy random, seed 7, playout 12",
        "10 rounds, with adrenaline, with specials",
        "Assumed otherwise than by default: program_zero = True",
    ]
    start = text.index("  Max looks into C2: Acid (red).")
    told = [line for line in text[start:] if "│" not in line and "───" not in line]
    assert told == [
        "  Max looks into C2: Acid (red).",
        "      C2 is said to be yellow.",
        "",
        "Round 3 (5 left) - Sarah, Alice, Max",
        "    Sarah      plans move + look on adrenaline",
        "    Max        plans look - move",
        "  Pass 1",
        "  > Sarah's push is impossible, and lost.",
        "  Pass 2",
        "  > Max moves from B2 to B1.",
        "      B1 is turned up: Mortal (red).",
        "!!! Max DIES: nobody survives the Mortal room.",
        "      The dead are unmasked: Max was a prisoner.",
        "",
        "           A                 B                 C                 D                 E",
        "   rounds left 5; dead: Mimic; adrenaline: Alice, Max, Sarah; Max must leave Trapped by the next",
        "   action; Sarah must leave Flooded by the end of round 4",
        "",
        "═" * 100,
        "LOST to the guards: too many prisoners are dead. Round 3, rounds left 5.",
        "Dead: Mimic and Max; guards: Sarah. Room 25, never turned up, lay at E1.",
        "Looks 1, moves 2, pushes 0, controls 0, specials 0, lost 3; vortex returns 1, steps undone 2.",
        "═" * 100,
    ]
    assert max(map(len, text)) <= 100


def test_the_last_complex_is_drawn_once():
    """Where the game ends with the round, the complex is drawn laid open only."""
    result = {
        "type": "result", "cause": "death:timer", "round": 3, "rounds_left": 0, "exit_found": 1, "exit_cell": 4,
        "dead": ["max"], "guards": [],
    } | dict.fromkeys(
        ("looks", "moves", "pushes", "controls", "specials", "lost", "vortex_returns", "vortex_actions"), 0
    )  # fmt: skip
    rounds = [event("countdown", left=1, by="end"), state("end_of_round")]
    rounds += [event("countdown", turn=4, left=0, by="end"), state("end_of_round", 4), state("end", 4)]

    text = list(narrate([HEADER, state("setup", 0), *rounds, result]))

    assert sum(line.startswith("   ┌") for line in text) == 3
    assert "LOST: one death too many (Timer). Round 3, rounds left 0." in text
    assert "Dead: Max. Room 25, turned up, lay at E1." in text

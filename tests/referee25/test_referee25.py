"""The referee of Room 25 itself: good traces pass, and each planted fault is found first."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from referee.test_referee import both, find, in_state, leave_out, put, renumber, swap

from referee25 import check
from referee25.stories import cooperation, suspicion

Lines = list[dict[str, Any]]
Plant = Callable[[Lines], None]


def add(event: str, after: str, number: int = 0, **fields: Any) -> Plant:
    """A fault: one event too many, in the frame of the event before it."""

    def plant(lines: Lines) -> None:
        at = find(lines, after, number)
        near = next(line for line in lines[at::-1] if line["type"] == "event")
        frame = {key: near[key] for key in ("type", "n", "turn", "round", "pass", "phase", "agent")}
        lines.insert(at + 1, {**frame, "event": event, **fields})
        renumber(lines)

    return plant


def content(**fields: Any) -> Plant:
    """A fault: the header's content says something else."""

    def plant(lines: Lines) -> None:
        lines[0]["content"].update(fields)

    return plant


def room(cell: int, **fields: Any) -> Callable[[dict[str, Any]], None]:
    """A change of one room in a state."""
    return lambda state: state["board"][cell].update(fields)


def person(place: int, **fields: Any) -> Callable[[dict[str, Any]], None]:
    """A change of one character in a state."""
    return lambda state: state["characters"][place].update(fields)


def swap_rooms(state: dict[str, Any], one: int, two: int) -> None:
    """Two rooms of a state change places."""
    board = state["board"]
    board[one], board[two] = board[two], board[one]


def lose(lines: Lines, event: str, number: int, action: str) -> None:
    """An action that could be done is lost instead."""
    at = find(lines, event, number)
    frame = {key: lines[at][key] for key in ("type", "n", "turn", "round", "pass", "phase", "agent")}
    lines[at] = {**frame, "event": "action_lost", "action": action, "why": ""}


def repeat(lines: Lines) -> None:
    """The second action of the guard is the same as his first one."""
    at = find(lines, "looked", 7)
    move = next(k for k in range(at, len(lines)) if lines[k].get("event") == "moved" and lines[k]["agent"] == "emmett")
    lines[move] = {
        **lines[move],
        **{key: lines[at][key] for key in ("event", "character", "cell", "tile", "room", "by")},
    }


COOPERATION: dict[str, tuple[str, Plant]] = {
    "too many rounds": ("R-SET-4", content(rounds=9)),
    "adrenaline in the frenzy": ("R-RND-3", content(mac="frenzy")),
    "a composition of its own": ("R-SET-2", content(composition={"name": "coop_easy", "rooms": {"empty": 24}})),
    "an exit near the centre": ("R-SET-1", in_state("setup", 0, lambda s: swap_rooms(s, 0, 7))),
    "a player who does not look at first": ("R-SET-3", both(leave_out("looked", 1), leave_out("told", 1))),
    "a look from afar": ("R-SET-3", put("looked", 0, cell=6)),
    "a room seen wrongly": ("R-SET-3", put("looked", 0, room="mortal")),
    "a lie among friends": ("R-ACT-1", put("told", 0, colour="red")),
    "silence among friends": ("R-ACT-1", leave_out("told", 2)),
    "twice the same action": ("R-RND-1", put("programmed", 0, actions=["move", "move"])),
    "adrenaline for a special": ("R-RND-3", put("programmed", 1, adrenaline="special")),
    "adrenaline twice": ("R-RND-3", put("programmed", 4, adrenaline="look")),
    "no program": ("R-RND-1", leave_out("programmed", 3)),
    "another order": ("R-ACT-2", swap("moved", 0, 1)),
    "a move to a distant room": ("R-ACT-2", put("moved", 0, to=6)),
    "a room that stays face down": ("R-ACT-2", leave_out("room_revealed", 0)),
    "a room turned up as another": ("R-ACT-2", put("room_revealed", 0, room="dark")),
    "a Vortex that does nothing": ("R-ROOM-vortex", leave_out("moved", 2)),
    "an effect of another room": ("R-ROOM-vortex", put("room_effect", 0, room="acid")),
    "a push lost though it can be done": ("R-RND-1", lambda lines: lose(lines, "pushed", 0, "push")),
    "an action not programmed": ("R-RND-1", put("action_lost", 0, action="control")),
    "an action left out": ("R-RND-1", both(leave_out("action_lost", 0), leave_out("action", 2))),
    "a push from the Central Room": (
        "R-ACT-5",
        lambda lines: lines[find(lines, "action_lost")].update(
            {"event": "pushed", "by": "action", "character": "sarah", "from": 12, "to": 7}
        ),
    ),
    "a look across the axis": ("R-ACT-1", put("looked", 4, cell=18)),
    "the room does not turn": ("STATE", in_state("action", 6, room(17, axis=None))),
    "no slide of the Control room": ("R-ROOM-control", leave_out("slid", 0)),
    "a slide of the middle": ("R-ROOM-control", put("slid", 0, line="row2", direction="left")),
    "a slide in a false direction": ("R-ROOM-control", put("slid", 0, direction="left")),
    "a slide of another line": ("R-ACT-4", put("slid", 1, line="row0")),
    "a slide back": ("R-ACT-4", put("slid", 1, line="col3", direction="up")),
    "a slide without its mark": ("STATE", in_state("action", 9, lambda s: s.update(slides={}))),
    "a rider left behind": ("STATE", in_state("action", 9, person(3, cell=13))),
    "the key not found": ("R-ROOM-key", leave_out("key_found", 0)),
    "no deadline": ("STATE", in_state("action", 12, person(1, deadline=None))),
    "a deadline that does not kill": ("R-ROOM-trapped", leave_out("died", 0)),
    "an action of the dead": ("TRACE", add("moved", "died", 0, character="max", by="action", **{"from": 1, "to": 6})),
    "another cause of death": ("R-ROOM-trapped", put("died", 0, cause="acid")),
    "the countdown skips a round": ("R-RND-2", put("countdown", 0, left=6)),
    "a lost game that is won": ("RESULT", lambda lines: lines[-1].update(won=True)),
    "a lost game with another cause": ("RESULT", lambda lines: lines[-1].update(cause="out_of_time:no_key")),
    "a Vortex miscounted": ("RESULT", lambda lines: lines[-1].update(vortex_returns=0)),
    "knowledge from nowhere": ("STATE", in_state("plan", 0, person(0, knows=[3]))),
    "a wrong event number": ("TRACE", put("countdown", 0, n=99)),
    "a missing state": ("TRACE", leave_out("action", 1)),
    "a robot from nowhere": ("STATE", in_state("action", 1, lambda s: s.update(robots=[{"id": 0, "cell": 3}]))),
}

SUSPICION: dict[str, tuple[str, Plant]] = {
    "two guards among four": ("R-SET-1", in_state("setup", 0, person(0, role="guard"))),
    "a prisoner's lie": ("R-ACT-1", put("told", 4, colour="red")),
    "a prisoner's silence": ("R-ACT-1", leave_out("told", 4)),
    "the first dead is shown": (
        "TRACE",
        add("role_shown", "died", 0, character="jennifer", role="prisoner", by="second_death"),
    ),
    "no death by the Mortal room": ("R-ROOM-mortal", leave_out("died", 0)),
    "no alert": ("R-SUS-2", leave_out("alert", 0)),
    "the alert does nothing": ("STATE", in_state("action", 10, lambda s: s.update(rounds_left=9))),
    "a prisoner reveals himself": ("R-SUS-4", put("role_shown", 0, character="mimic")),
    "a role that is not so": ("R-SUS-3", put("role_shown", 0, role="prisoner")),
    "a free guard does the same twice": ("R-SUS-4", repeat),
    "a program of a free guard": (
        "R-RND-1",
        add("programmed", "programmed", 7, character="emmett", actions=["move"], adrenaline=None),
    ),
    "the Timer costs nothing": ("R-ROOM-timer", leave_out("countdown", 1)),
    "the Timer stays": ("STATE", in_state("action", 14, room(6, room="timer"))),
    "masks do not fall": ("R-SUS-3", leave_out("role_shown", 1)),
    "masks fall too early": (
        "TRACE",
        add("role_shown", "alert", 0, character="mimic", role="prisoner", by="unmask"),
    ),
    "an escape with a prisoner dead": ("TRACE", add("escaped", "slid", 1, characters=["kevin", "mimic"])),
    "no escape": ("R-EXIT-1", leave_out("escaped", 0)),
    "another winner": ("RESULT", lambda lines: lines[-1].update(winner="guards")),
    "a prison without bars": ("R-ACT-2", put("moved", 12, to=10)),
}


@pytest.mark.parametrize("story", [cooperation, suspicion])
def test_a_good_trace_passes(story: Callable[[], Lines]) -> None:
    """Playouts written by hand, every consequence worked out from the rules, hold no violation."""
    assert check(story()) == []


def first(lines: Lines, plant: Plant) -> str:
    """The first violation after a fault was planted."""
    lines = copy.deepcopy(lines)
    plant(lines)
    found = check(lines)
    assert found, "nothing found"
    return found[0]


@pytest.mark.parametrize("fault", COOPERATION)
def test_a_fault_in_cooperation_is_found(fault: str) -> None:
    """The first violation found is the planted one, and names the rule."""
    rule, plant = COOPERATION[fault]
    assert f": {rule}: " in first(cooperation(), plant)


@pytest.mark.parametrize("fault", SUSPICION)
def test_a_fault_in_suspicion_is_found(fault: str) -> None:
    """The first violation found is the planted one, and names the rule."""
    rule, plant = SUSPICION[fault]
    assert f": {rule}: " in first(suspicion(), plant)

"""The referee itself: a good trace passes, and each planted fault is found, alone."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from referee import check
from referee.scribe import clone, story, token

Lines = list[dict[str, Any]]


def find(lines: Lines, event: str, number: int = 0) -> int:
    """The place of the number-th line with this event (or this `at` of a state)."""
    return [i for i, line in enumerate(lines) if event in (line.get("event"), line.get("at"))][number]


def put(event: str, number: int = 0, **fields: Any) -> Callable[[Lines], None]:
    """A fault: other values in one line."""

    def plant(lines: Lines) -> None:
        lines[find(lines, event, number)].update(fields)

    return plant


def leave_out(event: str, number: int = 0) -> Callable[[Lines], None]:
    """A fault: a line is missing, its number too."""

    def plant(lines: Lines) -> None:
        del lines[find(lines, event, number)]
        renumber(lines)

    return plant


def add(event: str, after: str, number: int = 0, **fields: Any) -> Callable[[Lines], None]:
    """A fault: one line too many."""

    def plant(lines: Lines) -> None:
        at = find(lines, after, number)
        near = next(line for line in lines[at::-1] + lines[at:] if line["type"] == "event")
        frame = {key: near[key] for key in ("type", "n", "turn", "phase", "agent")}
        lines.insert(at + 1, {**frame, "event": event, **fields})
        renumber(lines)

    return plant


def renumber(lines: Lines) -> None:
    """Number the events from 0."""
    for n, line in enumerate(line for line in lines if line["type"] == "event"):
        line["n"] = n


def in_state(at: str, number: int, change: Callable[[dict[str, Any]], Any]) -> Callable[[Lines], None]:
    """A fault: one state shows something else."""

    def plant(lines: Lines) -> None:
        change(lines[find(lines, at, number)])

    return plant


def swap(event: str, first: int, second: int) -> Callable[[Lines], None]:
    """A fault: two lines in the wrong order."""

    def plant(lines: Lines) -> None:
        a, b = find(lines, event, first), find(lines, event, second)
        lines[a], lines[b] = lines[b], lines[a]
        renumber(lines)

    return plant


def both(*plants: Callable[[Lines], None]) -> Callable[[Lines], None]:
    """A fault that takes more than one change."""

    def plant(lines: Lines) -> None:
        for each in plants:
            each(lines)

    return plant


FAULTS: dict[str, tuple[str, Callable[[Lines], None]]] = {
    "Foo visits an era twice": ("L-FOO-1", put("foo_moved", 1, era=1)),
    "an artifact in a foreign era": ("L-FOO-2", put("artifact_revealed", 0, era=4)),
    "an artifact not from the top of the deck": ("L-FOO-2", put("artifact_revealed", 1, card="a40", era=4)),
    "no clone arrives": ("L-FOO-3", leave_out("clone_arrived")),
    "a clone not next in the bag": ("L-FOO-3", put("clone_arrived", 0, token=token(5, 0), era=5)),
    "a rift too few": ("L-FOO-4", leave_out("rift_landed", 3)),
    "a rift too many": ("L-FOO-4", add("rift_landed", "rift_landed", 3, era=2)),
    "a rift lands too far": ("L-FOO-4", put("rift_landed", 0, era=3)),
    "no vortex of four rifts": ("L-VTX-1", leave_out("vortex")),
    "a mega vortex in the easiest difficulty": ("L-VTX-1", put("vortex", 0, mega=True)),
    "a mission survives the vortex": ("L-VTX-1", leave_out("mission_failed")),
    "a failed mission is not replaced": ("L-MIS-4", leave_out("mission_activated", 3)),
    "a move to a distant era": ("L-ACT-1", put("free_move", 0, to=3)),
    "a second free move": (
        "L-ACT-1",
        add("free_move", "action", 2, **{"from": 5, "to": 6, "carried": None}),
    ),
    "a clone carried by another agent": ("L-ACT-1", put("free_move", 0, carried=token(6, 1))),
    "a paid move for nothing": ("L-ACT-8", put("paid_move", 0, paid=0)),
    "a LOOP too dear": ("L-ACT-4", put("loop", 0, cost=2, paid=2)),
    "a LOOP through a Black Hole": ("L-ACT-4", put("loop", 0, dimension="Black Hole")),
    "a LOOP that readies nothing": ("L-ACT-4", leave_out("card_readied")),
    "a LOOP that readies another dimension": ("L-ACT-4", add("card_readied", "card_readied", 0, card="v1")),
    "a card that can change nothing": ("L-ACT-3", put("artifact_used", 0, card="v2")),
    "a card that is not in hand": ("L-ACT-3", put("artifact_used", 0, card="v5")),
    "energy not in full": ("L-EFF-1", both(put("energy_added", 0, count=1), leave_out("progress", 1))),
    "energy in excess": ("L-EFF-1", put("energy_added", 0, count=3)),
    "energy elsewhere": ("L-EFF-1", put("energy_added", 0, era=5)),
    "a push from another era": ("L-EFF-1", put("clone_moved", 1, **{"from": 3, "token": token(3, 5)})),
    "a clone survives its paradox era": ("L-ACT-7", leave_out("clone_destroyed")),
    "progress is missing": ("L-MIS-1", leave_out("progress", 1)),
    "progress that is not due": ("L-MIS-1", add("progress", "free_move", 0, mission="m2", slot=2)),
    "progress of the wrong slot": ("L-MIS-1", put("progress", 4, slot=1)),
    "no end of the turn": ("L-MIS-5", leave_out("turn_ended", 0)),
    "an artifact taken from afar": ("L-TAK-1", put("artifact_taken", 0, card="a60")),
    "a full mission is not completed": ("L-MIS-2", leave_out("mission_completed")),
    "rewards in the wrong order": ("L-MIS-3", swap("reward", 0, 1)),
    "the last reward is kept": ("L-MIS-3", leave_out("artifact_destroyed")),
    "a hand not discarded": ("L-REF-1", put("hand_discarded", 0, cards=["v0", "v1"])),
    "a draw from below": ("L-REF-1", put("cards_drawn", 0, cards=["a32", "a50", "v4"])),
    "a draw too few": ("L-REF-1", put("cards_drawn", 1, cards=["a31", "c1"])),
    "another agent's turn": ("L-SET-6", put("foo_moved", 1, agent="v_girl")),
    "a wrong event number": ("TRACE", put("lost", 0, n=99)),
    "the wrong cause": ("L-VTX-3", put("lost", 0, cause="fourth_vortex")),
    "an energy cube from nowhere": ("STATE", in_state("foo", 1, lambda s: s["eras"][4].update(energy=2))),
    "a missing state": ("TRACE", leave_out("action", 1)),
    "a won game that is lost": ("RESULT", lambda lines: lines[-1].update(won=True)),
    "a LOOP miscounted": ("RESULT", lambda lines: lines[-1].update(loops=2)),
    "a mission active too many": (
        "L-SET-2",
        in_state("setup", 0, lambda s: s["eras"][6]["mission"].update(status="active")),
    ),
}


def test_a_good_trace_passes() -> None:
    """Three turns written by hand, every consequence worked out from the rules, hold no violation."""
    assert check(story()) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    """The first violation found is the planted one, and names the rule."""
    rule, plant = FAULTS[fault]
    lines = copy.deepcopy(story())
    plant(lines)
    found = check(lines)
    assert found, "nothing found"
    assert f": {rule}: " in found[0], found


def test_a_clone_in_two_places_is_found() -> None:
    """A state with a token both on the board and in the bag breaks conservation."""
    lines = story()
    state = lines[find(lines, "foo", 1)]
    state["eras"][4]["clones"].append(clone(state["bag"][0]))
    found = check(lines)
    assert any("CONSERVATION" in violation for violation in found), found

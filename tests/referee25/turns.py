"""The course of a playout: set-up, rounds, passes, end (R-RND)."""

from collections.abc import Iterable
from typing import Any

from . import ends, mac, outcome, setup
from .actions import act, next_kind
from .board import Character
from .desk import Desk, Fault, GameOver
from .setting import ACTIONS

ADRENALINE = ACTIONS[:4]


def check(lines: Iterable[dict[str, Any]]) -> list[str]:
    """All violations of the rules in one playout, given as the objects of its trace's lines; empty if there is none.

    After a violation that leaves the course of events unclear the referee goes on at the next state.
    """
    desk = Desk(lines)
    try:
        while True:
            try:
                STAGES[desk.stage](desk)
            except Fault:
                if desk.table is None:
                    return desk.found
                desk.resume()
            except (KeyError, TypeError, ValueError) as unknown:
                desk.report("TRACE", "every key, and names of the rules only", repr(unknown))
                if desk.table is None:
                    return desk.found
                desk.resume()
    except GameOver:
        pass
    try:
        outcome.judge(desk)
    except Fault:
        pass
    except (KeyError, TypeError, ValueError) as unknown:
        desk.report("TRACE", "every key of the end", repr(unknown))
    return desk.found


def _setup(desk: Desk) -> None:
    setup.judge(desk)
    desk.stage = "open"


def _open(desk: Desk) -> None:
    """M.A.C. cards and programs before the first pass."""
    if not desk.opened:
        desk.begin_round(desk.turn + 1)
    mac.before_round(desk)
    if not desk.setting.solo:
        _programs(desk)
    desk.phase("plan", passes=(0,))
    desk.state("plan", optional=desk.setting.solo)
    desk.stage, desk.number, desk.seat = "pass", 1, 0


def _programs(desk: Desk) -> None:
    """Each character that does not act freely programs, unseen, in any order (R-RND-1)."""
    due = [who for who in desk.table.living() if not desk.free(who)]
    desk.phase("plan", passes=(0,))
    while due:
        if desk.next != "programmed":
            desk.miss("R-RND-1", f"programs of {[who.name for who in due]}")
        event = desk.look()
        who = desk.who(event["character"])
        desk.expect("R-RND-1", who in due, f"a program of one of {[each.name for each in due]}", who.name)
        desk.take("R-RND-1", "programmed")
        due.remove(who)
        _program(desk, who, [action for action in event["actions"] if action], event.get("adrenaline"))


def _program(desk: Desk, who: Character, actions: list[str], third: str | None) -> None:
    kinds = ACTIONS if desk.setting.specials else ACTIONS[:4]
    room = desk.table.room(who)
    least = 0 if desk.setting.assumed("program_zero", False) else 1
    if not least <= len(actions) <= 2 or len(set(actions)) < len(actions) or set(actions) - set(kinds):
        desk.report("R-RND-1", f"two different actions of {kinds}, or one", actions)
    if room == "cold" and (len(actions) > 1 or third):
        desk.report("R-ROOM-cold", "one action and no adrenaline", (actions, third))
    if room == "paranoia" and (len(actions) < 2 or third):
        desk.report("R-ROOM-paranoia", "two different actions and no adrenaline", (actions, third))
    if desk.setting.idle and (actions != ["push"] or third):
        desk.report("R-RND-1", "one push by the idle policy", (actions, third))
    if third is not None:
        if not who.adrenaline:
            desk.report("R-RND-3", f"no adrenaline, {who.name} has none", third)
        if third not in ADRENALINE:
            desk.report("R-RND-3", f"one of {ADRENALINE}", third)
        who.adrenaline = False
    first, second = [*actions, None, None][:2]
    who.program = [first, second, third]


def _pass(desk: Desk) -> None:
    """One character's part in a pass; before the first one the card of the frenzy."""
    if desk.seat >= len(desk.table.order):
        desk.number, desk.seat = desk.number + 1, 0
        if desk.number > 3:
            desk.stage = "close"
            return
    if desk.seat == 0 and desk.drawn < desk.number:
        mac.before_pass(desk)
        desk.drawn = desk.number
    who = desk.table.characters[desk.table.order[desk.seat]]
    desk.phase(f"pass{desk.number}", passes=(desk.number,), actor=who.name)
    _turn(desk, who)
    desk.seat += 1


def _turn(desk: Desk, who: Character) -> None:
    if not who.alive or who.cancelled:
        return
    mine = desk.line.get("agent") == who.name and desk.line.get("pass") == desk.number
    if mine and desk.next == "role_shown" and desk.line.get("by") == "self":
        _reveal(desk, who)
        mine = _mine(desk, who)
    if desk.free(who):
        if mine and next_kind(desk):
            _free_action(desk, who)
        return
    due = _programmed(desk, who)
    if due is None or (due[1] and not (mine and next_kind(desk))):
        return
    rule = "R-RND-3" if desk.number == 3 else "R-RND-1"
    act(desk, who, rule, [due[0]])


def _mine(desk: Desk, who: Character) -> bool:
    """Whether the next event is this character's in this pass."""
    line = desk.line
    return line.get("type") == "event" and (line["agent"], line["pass"]) == (who.name, desk.number)


def _programmed(desk: Desk, who: Character) -> tuple[str, bool] | None:
    """The action that is due in this pass, and whether it may wait."""
    first, second, third = who.program
    if desk.number == 3:
        if third is None:
            return None
        return third, False
    if first is None:
        return None
    if second is not None:
        return (first if desk.number == 1 else second), False
    return None if first in who.used else (first, desk.number == 1)


def _reveal(desk: Desk, who: Character) -> None:
    """A guard shows himself on his action (R-SUS-4)."""
    desk.expect("R-SUS-4", who.role == "guard" and not who.revealed, "a guard who is still unknown", who.name)
    ends.show_role(desk, who, desk.take("R-SUS-4", "role_shown", character=who.name))
    if desk.setting.online:
        who.free_from = desk.turn
    desk.state("action", optional=True)


def _free_action(desk: Desk, who: Character) -> None:
    """Two different actions a round or fewer, one in a round begun in a Cold room, none in the third pass."""
    kinds = ACTIONS if desk.setting.specials else ACTIONS[:4]
    rule = "R-SOLO-1" if desk.setting.solo else "R-SUS-4"
    most = 1 if who.chilled else 2
    if desk.number == 3 or len(who.used) >= most:
        desk.look()
        desk.fail("R-ROOM-cold" if who.chilled else rule, f"no further action of {who.name}", next_kind(desk))
    act(desk, who, rule, [kind for kind in kinds if kind not in who.used])


def _close(desk: Desk) -> None:
    """Flooded deaths, the countdown, time-out (R-RND-2)."""
    desk.phase("end_of_round", passes=(0, 1, 2, 3))
    table = desk.table
    due = [who for who in table.living() if (who.deadline or {}).get("round", 99) <= desk.turn]
    if due:
        ends.die(desk, "R-ROOM-flooded", due, "flooded")
        ends.masks(desk, due=True)
    table.rounds_left -= 1
    desk.take("R-RND-2", "countdown", left=table.rounds_left, by="end")
    if table.rounds_left <= 0:
        desk.over(ends.time_out(desk))
    desk.state("end_of_round")
    desk.stage, desk.opened = "open", False


STAGES = {"setup": _setup, "open": _open, "pass": _pass, "close": _close}

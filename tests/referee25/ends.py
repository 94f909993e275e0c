"""Deaths, ends, masks: what every action may lead to (R-COOP, R-SUS, R-SOLO, R-EXIT)."""

from typing import Any

from .board import Character
from .desk import Desk, Ending


def die(desk: Desk, rule: str, due: list[Character], cause: str, *, one: bool = False) -> None:
    """Those that are due die, in any order; `one`: one of them. The first end that is reached stands."""
    left = list(due)
    while left:
        if desk.next != "died":
            desk.miss(rule, f"the death of {[who.name for who in left]} by {cause}")
        event = desk.look()
        who = desk.who(event["character"])
        desk.expect(rule, who in left, f"the death of one of {[each.name for each in left]}", who.name)
        desk.expect(rule, event["cause"] == cause, f"death by {cause}", event["cause"])
        desk.take(rule, "died")
        _buried(desk, who, cause)
        if one:
            return
        left.remove(who)


def _buried(desk: Desk, who: Character, cause: str) -> None:
    who.alive, who.deadline, who.hidden, who.cancelled = False, None, False, True
    setting, dead = desk.setting, desk.table.dead()
    if setting.suspicion:
        _second_death(desk, dead)
        prisoners = [each for each in dead if each.role == "prisoner"]
        if len(prisoners) >= setting.number(2, "guards_to_win_deaths"):
            desk.over(Ending("guards", "two_prisoners_dead"))
        masks(desk, due=True)
    elif len(dead) >= setting.deaths_to_lose:
        desk.over(Ending(None, f"death:{cause}"))


def _second_death(desk: Desk, dead: list[Character]) -> None:
    """The first dead keeps its role secret; when two are dead, both are shown (R-SUS-1)."""
    if len(dead) < 2:
        return
    while _shown(desk, "second_death", dead):
        pass
    hidden = [who.name for who in dead if not who.revealed]
    if hidden:
        desk.miss("R-SUS-1", f"role_shown of {hidden}")


def masks(desk: Desk, *, due: bool = False) -> None:
    """Those left outside Room 25 show their role (R-SUS-3); `due`: now at the latest."""
    if not desk.setting.suspicion:
        return
    while _shown(desk, "unmask", outside(desk)):
        pass
    hidden = [who.name for who in outside(desk) if not who.revealed]
    if due and hidden:
        desk.miss("R-SUS-3", f"role_shown of {hidden}")


def _shown(desk: Desk, by: str, allowed: list[Character]) -> bool:
    """Whether one of these shows its role next, for this reason; it is done."""
    who = desk.table.characters.get(str(desk.line.get("character")))
    if desk.next != "role_shown" or desk.line.get("by") != by or who is None or who not in allowed:
        return False
    show_role(desk, who, desk.take("R-SUS-3", "role_shown"))
    return True


def outside(desk: Desk) -> list[Character]:
    """Those whose masks fall now: empty when the condition is not met."""
    table, setting = desk.table, desk.setting
    living = table.living()
    inside = [who for who in living if table.room(who) == "room_25"]
    others = [who for who in living if who not in inside]
    if not inside:
        return []
    if not setting.online:
        return others if 2 * len(inside) > len(living) else []
    return others if len(others) == setting.unmask_count() else []


def show_role(desk: Desk, who: Character, event: dict[str, Any]) -> None:
    """A role is shown; a guard shown in any way loses adrenaline and is free from the next round (R-SUS-4)."""
    desk.expect("R-SUS-3", event["role"] == who.role, f"{who.name} shown as {who.role}", event["role"])
    who.revealed = True
    if who.role == "guard":
        who.adrenaline, who.program[2] = False, None
        who.free_from = min(who.free_from or desk.turn + 1, desk.turn + 1)


def may_escape(desk: Desk, who: Character, cell: int) -> bool:
    """Whether Room 25, in this cell, may be slid out by this character with all who must be in it (R-EXIT-1)."""
    table, setting = desk.table, desk.setting
    if not setting.suspicion:
        gone = len(table.living(cell)) == len(table.living()) > 0
        return gone and (table.key_found or not setting.key)
    prisoners = [each for each in table.characters.values() if each.role == "prisoner"]
    inside = [each for each in prisoners if each.alive and each.cell == cell]
    if setting.assumed("dead_prisoner_is_missing", True):
        missing = len(prisoners) - len(inside)
    else:
        missing = sum(each.alive for each in prisoners) - len(inside)
    return who.role == "prisoner" and len(inside) > 0 and missing <= (1 if table.rounds_left <= 1 else 0)


def time_out(desk: Desk) -> Ending:
    """The end when the countdown is over (R-COOP-1, R-SUS-1)."""
    setting = desk.setting
    if setting.suspicion:
        return Ending("guards", "out_of_time")
    if setting.key and not desk.table.key_found:
        return Ending(None, "out_of_time:no_key")
    return Ending(None, "out_of_time:not_gathered" if desk.exit_found else "out_of_time:no_exit_found")

"""One action of one character: what it may do, what it did, and what is due when it is over (R-ACT)."""

from collections.abc import Callable

from . import ends, knowledge, slides, specials
from .board import Character
from .desk import Desk
from .entry import enter, moved
from .setting import CENTRE
from .targets import look_targets, move_targets, push_options

KINDS = {"looked": "look", "moved": "move", "pushed": "push", "slid": "control", "special": "special"}


def possible(desk: Desk, who: Character, action: str) -> bool:
    """Whether an action can be carried out now."""
    if action in who.penalties:
        return False
    tests: dict[str, Callable[[Desk, Character], object]] = {
        "look": look_targets, "move": move_targets, "push": push_options, "control": slides.control_options,
        "special": specials.possible,
    }  # fmt: skip
    return bool(tests[action](desk, who))


def next_kind(desk: Desk) -> str | None:
    """The kind of action that the next event is, None if it is none."""
    line = desk.line
    if desk.next == "action_lost":
        return str(line["action"])
    return KINDS.get(desk.next) if desk.next == "special" or line.get("by") == "action" else None


def act(desk: Desk, who: Character, rule: str, allowed: list[str]) -> None:
    """One action, which must be one of these kinds, its consequences and the state after it."""
    carry_out(desk, who, rule, allowed)
    desk.state("action")


def carry_out(desk: Desk, who: Character, rule: str, allowed: list[str]) -> None:
    """One action, which must be one of these kinds, and its consequences."""
    desk.look()
    kind = next_kind(desk)
    if kind is None:
        desk.miss(rule, f"{who.name}'s {' or '.join(allowed)}")
    desk.expect(rule, kind in allowed, f"{who.name}'s {' or '.join(allowed)}", kind)
    who.used.append(kind)
    was_trapped, before = who.deadline == {"room": "trapped"}, who.entries
    who.hidden = False
    if desk.setting.idle:
        desk.expect("R-RND-1", desk.next == "action_lost" and kind == "push", "a push lost by the idle policy", kind)
    if desk.next == "action_lost":
        _lost(desk, who, kind)
    else:
        desk.expect("R-MAC-1", kind not in who.penalties, f"{kind} lost by a penalty", desk.next)
        DEEDS[kind](desk, who)
    ends.masks(desk)
    if was_trapped and who.alive and who.entries == before and who.deadline == {"room": "trapped"}:
        ends.die(desk, "R-ROOM-trapped", [who], "trapped")
    flooded_base(desk, who)
    ends.masks(desk, due=True)


def flooded_base(desk: Desk, who: Character) -> None:
    """By the base rules Flooded kills after the own second action of the next round."""
    if desk.setting.online or not who.alive or who.deadline != {"room": "flooded", "round": desk.turn}:
        return
    if len(who.used) == 2:
        ends.die(desk, "R-ROOM-flooded", [who], "flooded")


def _lost(desk: Desk, who: Character, kind: str) -> None:
    desk.expect("R-RND-1", not possible(desk, who, kind), f"{kind} carried out, as it can be", "action_lost")
    desk.take("R-RND-1", "action_lost", action=kind)


def _look(desk: Desk, who: Character) -> None:
    dark = desk.table.room(who) == "dark"
    desk.expect("R-ROOM-dark", not dark, "no look in a Dark room")
    knowledge.looked(desk, "R-ACT-1", who, look_targets(desk, who), "action")


def _move(desk: Desk, who: Character) -> None:
    to, targets = desk.cell(desk.look()["to"]), move_targets(desk, who)
    desk.expect("R-ACT-2", to in targets, f"a move to one of {targets}", to)
    moved(desk, "R-ACT-2", who, to, "action")
    enter(desk, [who], to)


def _push(desk: Desk, who: Character) -> None:
    event = desk.look()
    chosen, options = (event["character"], event["to"]), push_options(desk, who)
    desk.expect("R-ACT-5", who.cell != CENTRE, "no push from the Central Room")
    desk.expect("R-ACT-3", chosen in options, f"one of {options}", chosen)
    victim = desk.who(event["character"])
    moved(desk, "R-ACT-3", victim, event["to"], "action", event="pushed")
    enter(desk, [victim], event["to"])


def _control(desk: Desk, who: Character) -> None:
    desk.expect("R-ACT-5", who.cell != CENTRE, "no control from the Central Room")
    slides.chosen(desk, "R-ACT-4", slides.lines_at(who.at), "action", who)


DEEDS: dict[str, Callable[[Desk, Character], None]] = {
    "look": _look, "move": _move, "push": _push, "control": _control, "special": specials.perform,
}  # fmt: skip

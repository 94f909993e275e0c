"""The specials of the characters, a fifth action (R-CHR-1)."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from . import robots
from .board import Character
from .desk import Desk
from .entry import enter, moved
from .knowledge import seen_by_all
from .rooms import swap_tiles
from .setting import CENTRE, COLOUR, POWERS
from .targets import move_targets

Option = tuple[Any, ...]


def powers(desk: Desk, who: Character) -> list[str]:
    """The verbs that a character may use; Mimic those of the characters in his and the adjacent rooms."""
    if who.name != "mimic":
        return list(POWERS[who.name])
    near = [each for each in desk.table.living() if each.cell in (who.at, *desk.table.along(who.at))]
    return [verb for each in near for verb in POWERS[each.name]]


def possible(desk: Desk, who: Character) -> bool:
    """Whether a special can be carried out."""
    if not desk.setting.specials or who.cell == CENTRE:
        return False
    return any(next(OPTIONS[verb](desk, who), None) is not None for verb in powers(desk, who))


def _others(desk: Desk, who: Character, cell: int) -> list[Character]:
    return [each for each in desk.table.living(cell) if each is not who and not each.hidden]


def _call(desk: Desk, who: Character) -> Iterator[Option]:
    table = desk.table
    for cell in table.along(who.at):
        if not table.cells[cell].closed:
            yield from ((each.name,) for each in _others(desk, who, cell) if table.open_to(who.at, each))


def _carry(desk: Desk, who: Character) -> Iterator[Option]:
    for mate in _others(desk, who, who.at):
        yield from ((mate.name, cell) for cell in move_targets(desk, who) if desk.table.open_to(cell, mate))


def _regain(desk: Desk, who: Character) -> Iterator[Option]:
    if desk.setting.adrenaline and not who.adrenaline:
        yield ()


def _reopen(desk: Desk, who: Character) -> Iterator[Option]:
    table = desk.table
    for cell in table.along(who.at):
        tile = table.cells[cell]
        if (tile.closed or tile.locked) and not table.living(cell) and not table.robots_at(cell):
            yield (cell,)


def _lock(desk: Desk, who: Character) -> Iterator[Option]:
    table = desk.table
    if sum(tile.locked for tile in table.cells) >= desk.setting.number(2, "max_locks"):
        return
    for cell in (who.at, *table.along(who.at)):
        tile = table.cells[cell]
        if tile.face_up and not tile.locked and not tile.closed and COLOUR[tile.room] != "blue":
            yield (cell,)


def _empty(desk: Desk, who: Character) -> Iterator[Option]:
    room = desk.table.room(who)
    if who.emptied < desk.setting.number(2, "max_emptied") and COLOUR[room] != "blue" and room != "empty":
        yield ()


def _destroy(desk: Desk, who: Character) -> Iterator[Option]:
    yield from ((robot,) for robot in desk.table.robots_at(who.at))


def _swap(desk: Desk, who: Character) -> Iterator[Option]:
    table = desk.table
    near = [cell for cell in table.along(who.at) if table.cells[cell].face_up]
    yield from combinations(sorted(cell for cell in near if COLOUR[table.cells[cell].room] != "blue"), 2)


def _robot(desk: Desk, who: Character) -> Iterator[Option]:
    yield from robots.moves(desk)
    yield from robots.pushes(desk)


OPTIONS: dict[str, Callable[[Desk, Character], Iterator[Option]]] = {
    "call": _call, "hide": lambda desk, who: iter([()]), "carry": _carry, "regain": _regain, "reopen": _reopen,
    "lock": _lock, "empty": _empty, "destroy": _destroy, "swap": _swap, "robot": _robot,
}  # fmt: skip


def perform(desk: Desk, who: Character) -> None:
    """One special, as the event tells it, and what follows."""
    event = desk.look()
    verb = event["verb"]
    desk.expect("R-CHR-1", desk.setting.specials, "no specials", verb)
    desk.expect("R-ACT-5", who.cell != CENTRE, "no special from the Central Room", verb)
    verbs = powers(desk, who)
    desk.expect("R-CHR-1", verb in verbs, f"one of {verbs}", verb)
    desk.take("R-CHR-1", "special", character=who.name)
    chosen = _chosen(event)
    allowed = list(OPTIONS[verb](desk, who))
    if verb != "robot":  # whose order is judged with what it does
        desk.expect("R-CHR-1", chosen in allowed, f"{verb}: one of {allowed}", chosen)
    DEEDS[verb](desk, who, event)


def _chosen(event: dict[str, Any]) -> Option:
    wanted = {
        "call": ("target",), "carry": ("target", "cell"), "destroy": ("robot",), "lock": ("cell",), "reopen": ("cell",),
    }  # fmt: skip
    if event["verb"] == "swap":
        return tuple(sorted(event["cells"]))
    return tuple(event[key] for key in wanted.get(event["verb"], ()))


def _do_call(desk: Desk, who: Character, event: dict[str, Any]) -> None:
    target, cell = desk.who(event["target"]), who.at
    moved(desk, "R-CHR-1", target, cell, f"special:{event['name']}")
    enter(desk, [target], cell)


def _do_hide(desk: Desk, who: Character, event: dict[str, Any]) -> None:
    who.hidden = True


def _do_carry(desk: Desk, who: Character, event: dict[str, Any]) -> None:
    mate, cell = desk.who(event["target"]), event["cell"]
    for each in (who, mate):
        moved(desk, "R-CHR-1", each, cell, f"special:{event['name']}")
    enter(desk, [who, mate], cell)


def _do_regain(desk: Desk, who: Character, event: dict[str, Any]) -> None:
    who.adrenaline = True


def _do_reopen(desk: Desk, who: Character, event: dict[str, Any]) -> None:
    tile = desk.table.cells[desk.cell(event["cell"])]
    tile.face_up = tile.closed = tile.locked = False
    seen_by_all(desk, tile.id)
    desk.table.fuzzy.add(tile.id)  # whether the dead saw it is left open


def _do_lock(desk: Desk, who: Character, event: dict[str, Any]) -> None:
    desk.table.cells[desk.cell(event["cell"])].locked = True


def _do_empty(desk: Desk, who: Character, event: dict[str, Any]) -> None:
    tile = desk.table.cells[who.at]
    who.emptied += 1
    tile.room, tile.closed, tile.axis = "empty", False, None
    for each in desk.table.living(who.at):
        each.deadline = None


def _do_destroy(desk: Desk, who: Character, event: dict[str, Any]) -> None:
    robots.destroy(desk, "R-CHR-1", event["robot"], who.at)


def _do_swap(desk: Desk, who: Character, event: dict[str, Any]) -> None:
    one, two = event["cells"]
    desk.maybe("R-CHR-1", "swapped", by=f"special:{event['name']}", cells=event["cells"])
    swap_tiles(desk, one, two, riders=True)


def _do_robot(desk: Desk, who: Character, event: dict[str, Any]) -> None:
    desk.expect("R-CHR-1", next(_robot(desk, who), None) is not None, "a robot that can be ordered")
    robots.order(desk, "R-CHR-1")


DEEDS: dict[str, Callable[[Desk, Character, dict[str, Any]], None]] = {
    "call": _do_call, "hide": _do_hide, "carry": _do_carry, "regain": _do_regain, "reopen": _do_reopen,
    "lock": _do_lock, "empty": _do_empty, "destroy": _do_destroy, "swap": _do_swap, "robot": _do_robot,
}  # fmt: skip

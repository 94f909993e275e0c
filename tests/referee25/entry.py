"""Entering a room: leaving the old one, turning up, effect, masks (R-RND-4)."""

from collections.abc import Callable

from . import ends, knowledge
from .board import Character, Tile
from .desk import Desk
from .setting import step

Effect = Callable[[Desk, list[Character], int, str | None], None]
EFFECTS: dict[str, Effect] = {}


def effect(room: str) -> Callable[[Effect], Effect]:
    """Name the room whose effect a function judges."""

    def register(function: Effect) -> Effect:
        EFFECTS[room] = function
        return function

    return register


def moved(desk: Desk, rule: str, who: Character, to: int, by: str, *, event: str = "moved") -> None:
    """The event of one character going from its room to another one."""
    desk.take(rule, event, character=who.name, **{"from": who.at, "to": to, "by": by})


def enter(desk: Desk, group: list[Character], to: int, *, act: bool = True) -> None:
    """A character (or Max with his mate) has gone to a cell: everything that follows.

    `act`: False for a Tunnel reached through a Tunnel.
    """
    old = group[0].at
    desk.by_illusion = False
    for who in group:
        who.cell, who.deadline = to, None
        who.entries += 1
    left(desk, old)
    turn_up(desk, to)
    if act:
        suffer(desk, group, to, step(old, to))
    ends.masks(desk)


def left(desk: Desk, old: int) -> None:
    """Somebody has left a cell: a Shredder closes, and those left inside die (R-ROOM-shredder)."""
    tile = desk.table.cells[old]
    if tile.room != "shredder":
        return
    tile.closed = True
    noted(desk, "shredder", list(desk.table.characters.values()))
    if inside := desk.table.living(old):
        ends.die(desk, "R-ROOM-shredder", inside, "shredder")


def turn_up(desk: Desk, cell: int) -> None:
    """A face-down room is turned up for good (R-ACT-2)."""
    tile: Tile = desk.table.cells[cell]
    if tile.face_up:
        return
    desk.take("R-ACT-2", "room_revealed", cell=cell, room=tile.room)
    tile.face_up = True
    desk.exit_found |= tile.room == "room_25"
    knowledge.seen_by_all(desk, tile.id)


def suffer(desk: Desk, group: list[Character], cell: int, axis: str | None) -> None:
    """The room acts on those who entered it together; `axis` is the direction of their step."""
    room = desk.table.cells[cell].room
    noted(desk, room, group)
    if room in EFFECTS:
        EFFECTS[room](desk, group, cell, axis)
        ends.masks(desk)  # between the two of a carry, too
        noted(desk, room, group)
        noted(desk, desk.table.cells[cell].room, group)  # a Key or a Timer is Empty for the second of two


def noted(desk: Desk, room: str, group: list[Character]) -> None:
    """Events that only name an effect at work; they may be left out, but not be wrong."""
    names = [who.name for who in group]
    while desk.next == "room_effect" and desk.line.get("room") == room and desk.line.get("character") in names:
        desk.take("TRACE", "room_effect")

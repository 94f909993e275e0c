"""Looking, knowing, telling (R-ACT-1, R-SET-3, R-ROOM-jamming)."""

from typing import Any

from .board import Character
from .desk import Desk
from .setting import COLOUR


def looked(desk: Desk, rule: str, who: Character, allowed: list[int], by: str) -> None:
    """The character looks at one of these cells, and tells of it where that is due."""
    event = desk.look()
    cell = desk.cell(event["cell"])
    desk.expect(rule, event["character"] == who.name, f"{who.name} looks", event["character"])
    desk.expect(rule, not desk.table.cells[cell].face_up, "a face-down room looked at", cell)
    desk.expect(rule, cell in allowed, f"a look at one of {allowed}", cell)
    tile = desk.table.cells[cell]
    desk.take(rule, "looked", tile=tile.id, room=tile.room, by=by)
    learn(desk, who, tile.id)
    _tell(desk, who, cell)


def learn(desk: Desk, who: Character, tile: int) -> None:
    """The character, and who shares its knowledge, know the tile."""
    for name in desk.setting.fellows(who.name):
        _see(desk, desk.table.characters[name], tile)


def seen_by_all(desk: Desk, tile: int) -> None:
    """A face-up room is known to all, also when it is turned down again."""
    for who in desk.table.characters.values():
        _see(desk, who, tile)


def _see(desk: Desk, who: Character, tile: int) -> None:
    who.knows.add(tile)
    who.seen[tile] = desk.turn


def jammed(desk: Desk) -> bool:
    """Whether somebody is in a Jamming room."""
    return any(desk.table.room(who) == "jamming" for who in desk.table.living())


def duty(desk: Desk, who: Character) -> tuple[str, bool]:
    """Whether the colour `must`, `may` or may `not` be told, and whether truthfully."""
    setting = desk.setting
    if jammed(desk) or setting.mode in ("competition", "team"):
        return "not", True
    if setting.mode == "cooperation":
        return ("must" if setting.assumed("tell", "always") == "always" else "may"), True
    if setting.solo:
        return "may", True
    if who.role == "guard" or not setting.assumed("prisoners_truthful", True):
        return "may", False
    return "must", True


def _tell(desk: Desk, who: Character, cell: int) -> None:
    how, truthful = duty(desk, who)
    tile = desk.table.cells[cell]
    colour = COLOUR[tile.room]
    if desk.next != "told":
        if how == "must":
            desk.miss("R-ACT-1", f"told of cell {cell} as {colour}")
        return
    event: dict[str, Any] = desk.look()
    rule = "R-ROOM-jamming" if jammed(desk) else "R-ACT-1"
    desk.expect(rule, how != "not", "nothing told", event["colour"])
    if truthful:
        desk.expect("R-ACT-1", event["colour"] == colour, f"the truth, {colour}", event["colour"])
    desk.expect("R-ACT-1", event["colour"] in COLOUR.values(), "a colour", event["colour"])
    desk.take("R-ACT-1", "told", cell=cell, tile=tile.id)
    desk.table.told[tile.id] = event["colour"]

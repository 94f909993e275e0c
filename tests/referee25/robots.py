"""Robots: where they may go, whom they push (R-CHR-2)."""

from typing import Any

from . import entry
from .board import Character
from .desk import Desk
from .setting import CENTRE, around


def moves(desk: Desk) -> list[tuple[Any, int]]:
    """Every step that a robot in play may take: not into closed rooms, but through locks."""
    table = desk.table
    return [(robot, to) for robot, cell in table.robots.items() for to in around(cell) if not table.cells[to].closed]


def pushes(desk: Desk) -> list[tuple[Character, int]]:
    """Every push that a robot in play may do: as a character's, along the axis of a Pivoting room."""
    table = desk.table
    reach = table.along if desk.setting.assumed("robot_push_axis", True) else around
    return [
        (who, to)
        for cell in sorted(set(table.robots.values()) - {CENTRE})
        for who in table.living(cell)
        if not who.hidden
        for to in reach(cell)
        if table.open_to(to, who)
    ]


def order(desk: Desk, rule: str) -> None:
    """A robot is ordered to move or to push, if any can."""
    if not moves(desk) and not pushes(desk):
        return
    if desk.next == "pushed":
        event = desk.look()
        who, to = desk.who(event["character"]), desk.cell(event["to"])
        desk.expect(rule, (who, to) in pushes(desk), "a push that a robot can do", event)
        entry.moved(desk, rule, who, to, "robot", event="pushed")
        entry.enter(desk, [who], to)
        return
    if desk.next != "robot_moved":
        desk.miss(rule, "an order to a robot")
    event = desk.look()
    robot, to = event["robot"], desk.cell(event["to"])
    desk.expect(rule, (robot, to) in moves(desk), f"one of {moves(desk)}", event)
    desk.take(rule, "robot_moved", **{"from": desk.table.robots[robot]})
    desk.table.robots[robot] = to
    _arrive(desk, robot, to)


def _arrive(desk: Desk, robot: Any, cell: int) -> None:
    entry.turn_up(desk, cell)
    tile = desk.table.cells[cell]
    if tile.room == "shredder":
        destroy(desk, "R-ROOM-shredder", robot, cell)
        tile.closed = True


def destroy(desk: Desk, rule: str, robot: Any, cell: int) -> None:
    """A robot is destroyed and never returns."""
    desk.take(rule, "robot_destroyed", robot=robot, cell=cell)
    del desk.table.robots[robot]

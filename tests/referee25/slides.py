"""Slides: geometry, riders, marks, and the way out (R-ACT-4, R-EXIT-1)."""

from typing import Any

from . import ends
from .board import Character
from .desk import Desk, Ending
from .setting import CENTRE, DIRECTIONS, LINES, far, place


def cells_of(line: str) -> list[int]:
    """The five cells of a line, from the left or from the top."""
    number = int(line[3:])
    return [5 * number + k if line.startswith("row") else 5 * k + number for k in range(5)]


def apply(desk: Desk, line: str, direction: str) -> None:
    """Slide one line by one: the tile that leaves comes back at the other end, riders with their tiles."""
    table, cells = desk.table, cells_of(line)
    shift = -1 if direction in ("left", "up") else 1
    target = {cell: cells[(k + shift) % 5] for k, cell in enumerate(cells)}
    tiles = {target[cell]: table.cells[cell] for cell in cells}
    for cell, tile in tiles.items():
        table.cells[cell] = tile
    for who in table.characters.values():
        if who.alive and who.cell in target:
            who.cell = target[who.cell]
    for robot, cell in table.robots.items():
        table.robots[robot] = target.get(cell, cell)


def options(desk: Desk, lines: list[str]) -> list[tuple[str, str]]:
    """The slides that the marks of this round allow among these lines."""
    marks = desk.table.slides
    return [(line, way) for line in lines for way in DIRECTIONS[line[:3]] if marks.get(line, way) == way]


def lines_at(cell: int) -> list[str]:
    """The movable lines through a cell."""
    row, column = place(cell)
    return [line for line in (f"row{row}", f"col{column}") if line in LINES]


def leaves(cell: int, line: str, direction: str) -> bool:
    """Whether the tile of this cell leaves the complex in this slide."""
    cells = cells_of(line)
    return cell == (cells[0] if direction in ("left", "up") else cells[-1])


def chosen(desk: Desk, rule: str, lines: list[str], by: str, who: Character) -> None:
    """A slide that somebody chooses: it must be allowed, it sets its mark, it may be the way out."""
    event = desk.look()
    line, direction = str(event["line"]), str(event["direction"])
    desk.expect(rule, line in lines, f"a slide of one of {lines}", line)
    desk.expect(rule, direction in DIRECTIONS[line[:3]], f"{DIRECTIONS[line[:3]]} for {line}", direction)
    allowed = options(desk, lines)
    mark = desk.table.slides.get(line)
    desk.expect("R-ACT-4", (line, direction) in allowed, f"{line} again only to the {mark}", direction)
    desk.take(rule, "slid", by=by)
    desk.table.slides[line] = direction
    exit_cell = _exit(desk, who, by)
    way_out = exit_cell is not None and far(exit_cell) >= 3 and leaves(exit_cell, line, direction)
    if exit_cell is not None and way_out and ends.may_escape(desk, who, exit_cell):
        _escape(desk, exit_cell)
    apply(desk, line, direction)


def _exit(desk: Desk, who: Character, by: str) -> int | None:
    """Where Room 25 lies, if this slide may be the way out at all (R-EXIT-1)."""
    table = desk.table
    if by == "action":
        return who.at if table.room(who) == "room_25" else None
    if not desk.setting.assumed("exit_by_control_room", False):
        return None
    return next(cell for cell, tile in enumerate(table.cells) if tile.room == "room_25")


def _escape(desk: Desk, cell: int) -> None:
    inside = desk.table.living(cell)
    event = desk.take("R-EXIT-1", "escaped")
    prisoners = {each.name for each in inside if each.role != "guard"}
    found: Any = set(event["characters"])
    everyone = {each.name for each in inside}
    desk.expect("R-EXIT-1", found in (everyone, prisoners), f"the escape of {sorted(prisoners)}", sorted(found))
    desk.over(Ending("prisoners", "escaped", bool(desk.table.dead()) and not desk.setting.suspicion))


def control_options(desk: Desk, who: Character) -> list[tuple[str, str]]:
    """What a control action of this character may slide."""
    return [] if who.cell == CENTRE else options(desk, lines_at(who.at))

"""What a character may look at, enter, push (R-ACT, R-ROOM)."""

from .board import Character
from .desk import Desk
from .setting import CENTRE


def look_targets(desk: Desk, who: Character) -> list[int]:
    """The cells at which the character may look (R-ACT-1, R-ROOM-dark)."""
    table = desk.table
    if table.room(who) == "dark":
        return []
    return [cell for cell in table.along(who.at) if not table.cells[cell].face_up]


def move_targets(desk: Desk, who: Character) -> list[int]:
    """The cells to which the character may move (R-ACT-2, R-ROOM-prison, R-ROOM-pivoting)."""
    table = desk.table
    cells = [cell for cell in table.along(who.at) if table.open_to(cell, who)]
    if table.room(who) == "prison":
        cells = [cell for cell in cells if cell == CENTRE or table.living(cell)]
    return cells


def push_options(desk: Desk, who: Character) -> list[tuple[str, int]]:
    """Whom the character may push where (R-ACT-3)."""
    table = desk.table
    if who.cell == CENTRE:
        return []
    victims = [each for each in table.living(who.at) if each is not who and not each.hidden]
    return [(each.name, cell) for each in victims for cell in table.along(who.at) if table.open_to(cell, each)]

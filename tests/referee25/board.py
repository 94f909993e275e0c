"""The table as the referee keeps it: cells, characters, robots; how it is read from a state and compared with one."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .setting import Setting, around, step


@dataclass
class Tile:
    """A room, wherever it lies."""

    id: int
    room: str
    face_up: bool
    closed: bool
    locked: bool
    axis: str | None


@dataclass
class Character:
    """A character; below the line what no state shows, counted by the referee."""

    name: str
    cell: int | None = None
    alive: bool = True
    role: str | None = None
    revealed: bool = False
    adrenaline: bool = False
    program: list[str | None] = field(default_factory=lambda: [None, None, None])
    knows: set[int] = field(default_factory=set)
    deadline: dict[str, Any] | None = None
    hidden: bool = False
    penalties: list[str] = field(default_factory=list)
    # --
    entries: int = 0  # how often it has entered a room
    used: list[str] = field(default_factory=list)  # the actions of this round, the lost ones too
    cancelled: bool = False  # no action is left to it in this round
    chilled: bool = False  # began the round in a Cold room
    free_from: int | None = None  # the first round in which a guard acts freely
    seen: dict[int, int] = field(default_factory=dict)  # tile -> the round in which it was seen last
    emptied: int = 0  # rooms made Empty by it

    @property
    def at(self) -> int:
        """The cell of a living character."""
        if self.cell is None:
            raise KeyError(f"cell of {self.name}")
        return self.cell


@dataclass
class Table:
    """Everything on and beside the board."""

    cells: list[Tile]
    characters: dict[str, Character]
    robots: dict[Any, int]
    key_found: bool
    slides: dict[str, str]
    told: dict[int, str]
    deck: list[str]
    rounds_left: int
    order: list[str]
    fuzzy: set[int] = field(default_factory=set)  # tiles of which the rules leave open who remembers them

    def living(self, cell: int | None = None) -> list[Character]:
        """The living characters, of one cell or of all."""
        return [who for who in self.characters.values() if who.alive and cell in (None, who.cell)]

    def dead(self) -> list[Character]:
        """The dead characters."""
        return [who for who in self.characters.values() if not who.alive]

    def face_down(self) -> list[int]:
        """The cells whose rooms are face down."""
        return [cell for cell, tile in enumerate(self.cells) if not tile.face_up]

    def robots_at(self, cell: int) -> list[Any]:
        """The robots in one cell."""
        return [robot for robot, where in self.robots.items() if where == cell]

    def room(self, who: Character) -> str:
        """The room in which a living character is."""
        return self.cells[who.at].room

    def along(self, cell: int) -> list[int]:
        """The adjacent cells that the Pivoting room, if this is one, leaves within reach (R-ROOM-pivoting)."""
        tile = self.cells[cell]
        bound = tile.room == "pivoting" and tile.axis is not None
        return [to for to in around(cell) if not bound or step(cell, to) == tile.axis]

    def open_to(self, cell: int, who: Character) -> bool:
        """Whether this character may enter (R-ACT-4, R-CHR-1)."""
        tile = self.cells[cell]
        return not tile.closed and (not tile.locked or who.name == "emmett")


def read(line: dict[str, Any], setting: Setting) -> Table:
    """The table that a state line shows."""
    cells = [
        Tile(row["tile"], row["room"], row["face_up"], row["closed"], row["locked"], row["axis"])
        for row in line["board"]
    ]
    characters = {row["name"]: _character(row) for row in line["characters"]}
    told = {int(tile): colour for tile, colour in (line["told"] or {}).items()}
    robots = {row["id"]: row["cell"] for row in line["robots"]}
    deck = [str(card) for card in line.get("mac_deck") or []]
    return Table(
        cells, characters, robots, line["key_found"], dict(line["slides"]), told, deck, line["rounds_left"],
        list(line["order"]),
    )  # fmt: skip


def _character(row: dict[str, Any]) -> Character:
    program = [*(row["program"] or []), None, None, None][:3]
    return Character(
        row["name"], row["cell"], row["alive"], row["role"], row["revealed"], row["adrenaline"], program,
        set(row["knows"]), row["deadline"], row["hidden"], sorted(row["penalties"]),
    )  # fmt: skip


SHOWN = ("cell", "alive", "role", "revealed", "adrenaline", "deadline", "hidden", "penalties", "knows", "program")


def adopt(table: Table, shown: Table) -> None:
    """Take over what a state shows; what no state shows stays."""
    table.cells, table.robots, table.key_found, table.slides = shown.cells, shown.robots, shown.key_found, shown.slides
    table.told, table.deck, table.rounds_left, table.order = shown.told, shown.deck, shown.rounds_left, shown.order
    for name, who in table.characters.items():
        for key in SHOWN[:-1]:
            setattr(who, key, getattr(shown.characters[name], key))


def differences(table: Table, shown: Table, at: str) -> Iterator[str]:
    """What a state shows that is not so; `at` tells what may be cleared already."""
    yield from _board(table, shown)
    for name, who in table.characters.items():
        yield from _person(table, who, shown.characters[name], at)
    for key in ("robots", "key_found", "deck", "rounds_left", "order"):
        due, found = getattr(table, key), getattr(shown, key)
        if due != found:
            yield f"{key}: due {due}; found {found}"
    if shown.slides != table.slides and not (at in ("end_of_round", "end") and not shown.slides):
        yield f"slides: due {table.slides}; found {shown.slides}"
    hidden = {table.cells[cell].id for cell in table.face_down()}
    for tile in hidden:
        if table.told.get(tile) != shown.told.get(tile):
            yield f"told of tile {tile}: due {table.told.get(tile)}; found {shown.told.get(tile)}"


def _board(table: Table, shown: Table) -> Iterator[str]:
    for cell, (due, found) in enumerate(zip(table.cells, shown.cells, strict=True)):
        for key in ("id", "room", "face_up", "closed", "locked"):
            if getattr(due, key) != getattr(found, key):
                yield f"cell {cell}, {key}: due {getattr(due, key)}; found {getattr(found, key)}"
        in_use = due.room == "pivoting" and bool(table.living(cell))
        if due.axis != found.axis and (in_use or found.axis is not None):
            yield f"cell {cell}, axis: due {due.axis}; found {found.axis}"


def _person(table: Table, due: Character, found: Character, at: str) -> Iterator[str]:
    allowed: dict[str, list[Any]] = {key: [getattr(due, key)] for key in ("alive", "role", "revealed")}
    if due.alive:
        allowed |= {key: [getattr(due, key)] for key in ("cell", "adrenaline", "deadline", "hidden")}
        if at not in ("end_of_round", "end") or found.penalties:
            allowed["penalties"] = [sorted(due.penalties)]
    else:
        allowed["cell"] = [due.cell, None]
    for key, values in allowed.items():
        value = getattr(found, key)
        if value not in values:
            yield f"{due.name}, {key}: due {values[0]}; found {value}"
    hidden = {table.cells[cell].id for cell in table.face_down()} - table.fuzzy
    if due.knows & hidden != found.knows & hidden:
        yield f"{due.name}, knows: due {sorted(due.knows & hidden)}; found {sorted(found.knows & hidden)}"
    for place, (planned, seen) in enumerate(zip(due.program, found.program, strict=True)):
        if due.alive and seen != planned and (seen is not None or at == "plan"):
            yield f"{due.name}, program {place}: due {planned}; found {seen}"

"""What a content file may hold: rooms, characters, compositions, M.A.C. cards."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, Field

from sim.games.room25.terms import COLOURS, MAX_CHARACTERS, N_CELLS

ROOMS_AROUND = N_CELLS - 1  # the Central Room apart

PRINTABLE = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]"
LINE = rf"^{PRINTABLE}*\S{PRINTABLE}*$"  # one line that is not blank

Text: TypeAlias = Annotated[str, Field(min_length=1, max_length=400, pattern=LINE)]
Title: TypeAlias = Annotated[str, Field(min_length=1, max_length=60, pattern=LINE)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=ROOMS_AROUND)]
Colour: TypeAlias = Literal["blue", "green", "yellow", "red"]
Placed: TypeAlias = Literal[
    "room_25", "key",
    "empty", "vision", "control", "moving", "tunnel", "regeneration", "robot",
    "dark", "vortex", "cold", "prison", "pivoting", "mirror", "jamming", "mac",
    "trapped", "acid", "flooded", "mortal", "shredder", "paranoia", "timer", "illusion",
]  # fmt: skip
Who: TypeAlias = Literal["jennifer", "alice", "max", "frank", "emmett", "sarah", "kevin", "mimic"]
SlidingLine: TypeAlias = Literal["row0", "row1", "row3", "row4", "col0", "col1", "col3", "col4"]
Pictured: TypeAlias = Annotated[tuple[Who, ...], Field(strict=False, min_length=1, max_length=MAX_CHARACTERS)]


class Table(BaseModel):
    """A table of a content file: every key is known, no value is converted."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Entry(Table):
    """What every entry says."""

    status: Literal["stated", "reported", "assumed", "house"] = Field(description="where it comes from")
    note: Text | None = Field(None, description="a remark for readers")


class Room(Entry):
    """A kind of room. R-SET-2, R-ROOM."""

    title: Title = Field(description="its name")
    colour: Colour = Field(description="its colour, as the rules have it")
    supply: Count = Field(description="copies that compositions are made of")


class Character(Entry):
    """A character. R-CHR-1."""

    title: Title = Field(description="the name")
    special: Text = Field(description="the special in words; what it does is a rule")


class Draw(Table):
    """How many rooms of a colour are drawn at random."""

    green: Count = Field(0, description="green rooms drawn at random")
    yellow: Count = Field(0, description="yellow rooms drawn at random")
    red: Count = Field(0, description="red rooms drawn at random")


class Composition(Entry):
    """The 24 rooms around the Central Room. R-SET-2."""

    title: Title = Field(description="its name")
    fixed: dict[Placed, Count] = Field(description="rooms that are always in: room = number")
    random: Draw = Field(Draw(), description="rooms drawn at random from the supply less the fixed ones")

    def count(self, room: str) -> int:
        """Return how many of a room are always in."""
        return self.fixed.get(cast("Placed", room), 0)

    def drawn(self, colour: str) -> int:
        """Return how many rooms of a colour are drawn at random (blue ones never are)."""
        number: int = getattr(self.random, colour, 0)
        return number

    @property
    def size(self) -> int:
        """How many rooms it is."""
        return sum(self.fixed.values()) + sum(map(self.drawn, COLOURS))


class MacCard(Entry):
    """A M.A.C. card: a slide (line and direction) or a penalty (characters). R-MAC-1."""

    line: SlidingLine | None = Field(None, description="slide: the line")
    direction: Literal["left", "right", "up", "down"] | None = Field(None, description="slide: the direction")
    twice: bool = Field(False, description="slide: two steps")
    again: bool = Field(False, description="slide: another card after it")
    characters: Pictured | None = Field(None, description="penalty: the pictured characters")
    frenzy_only: bool = Field(False, description="not in the normal use of the cards")

"""Which sections the content of Room 25 has, and what an entry of each is."""

from __future__ import annotations

from sim.content import Shape
from sim.games.room25.content.models import Character, Composition, MacCard, Room
from sim.games.room25.terms import CHARACTERS, ROOMS

SHAPE = Shape(
    package=__package__,
    title="Room 25",
    files=("rooms", "characters", "compositions", "mac"),
    sections={"rooms": Room, "characters": Character, "compositions": Composition, "mac": MacCard},
    bound={"rooms": ROOMS, "characters": CHARACTERS},
)

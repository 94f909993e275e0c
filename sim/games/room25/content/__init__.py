"""Content of Room 25 as data: read from the package's TOML files, a user's own laid over it, checked, frozen."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim.content import Entries, check_entries, digest, merge, section
from sim.game import ContentError
from sim.games.room25.content.checks import check_together, problems_of
from sim.games.room25.content.models import Character, Composition, MacCard, Room
from sim.games.room25.content.shape import SHAPE
from sim.games.room25.terms import CHARACTERS, ROOMS

__all__ = ["SHAPE", "Content", "load"]


@dataclass(frozen=True)
class Content:
    """Everything that is printed on rooms and cards. A position in a tuple is the number used in records.

    Rooms and characters stand in the order of `terms`; M.A.C. cards in that of the files, those for frenzy only last.
    """

    room_ids: tuple[str, ...]
    rooms: tuple[Room, ...]
    character_ids: tuple[str, ...]
    characters: tuple[Character, ...]
    composition_ids: tuple[str, ...]
    compositions: Mapping[str, Composition]
    mac_ids: tuple[str, ...]
    mac: tuple[MacCard, ...]
    digest: str  # 16 hex digits: the same for the same content

    def mac_deck(self, *, frenzy: bool) -> tuple[MacCard, ...]:
        """Return the M.A.C. cards in use, by number. R-MAC-1."""
        return tuple(card for card in self.mac if frenzy or not card.frenzy_only)


def load(overrides: Mapping[str, Any] | None = None, source: str = "") -> Content:
    """Return the package's content with a user's tables laid over it.

    An entry of the user's changes the fields that it names, or is new; `remove = true` takes an entry out; a
    top-level `replace` lists sections (`compositions`, `mac`) whose built-in entries are dropped. Rooms and characters
    are those of the rules: they can be changed only.
    Raises ContentError with every fault as `source: key: problem`.
    """
    return assemble(overrides, source or "content") if overrides else built_in_content()


@functools.cache
def built_in_content() -> Content:
    """Return the package's own content."""
    return assemble({}, "content")


def assemble(overrides: Mapping[str, Any], source: str) -> Content:
    """Merge, check and order."""
    merged = merge(SHAPE, overrides, source)
    entries = check_entries(merged, problems_of)
    check_together(merged, entries)
    if merged.faults:
        raise ContentError(merged.faults)
    return arrange(entries)


def arrange(entries: Entries) -> Content:
    """Give every entry its number."""
    rooms = section(entries, "rooms", Room)
    characters = section(entries, "characters", Character)
    compositions = section(entries, "compositions", Composition)
    mac = dict(sorted(section(entries, "mac", MacCard).items(), key=lambda item: item[1].frenzy_only))
    return Content(
        room_ids=ROOMS,
        rooms=tuple(rooms[id_] for id_ in ROOMS),
        character_ids=CHARACTERS,
        characters=tuple(characters[id_] for id_ in CHARACTERS),
        composition_ids=tuple(compositions),
        compositions=compositions,
        mac_ids=tuple(mac),
        mac=tuple(mac.values()),
        digest=digest(entries),
    )

"""Rows for `sim list`: the content as plain tables."""

from __future__ import annotations

from typing import Any

from sim.content import unknown
from sim.game import SelectionError
from sim.games.room25.content import Content
from sim.games.room25.content.models import MacCard

WHATS = ("scenarios", "agents", "cards")


def listing(what: str, content: Content) -> list[dict[str, Any]]:
    """Return one row (column -> plain value) an entry; what is one of scenarios, agents, cards.

    `scenarios` lists the compositions, `agents` the characters, `cards` the rooms and the M.A.C. cards.
    """
    if what == "scenarios":
        return compositions(content)
    if what == "agents":
        return characters(content)
    if what == "cards":
        return rooms(content) + mac_cards(content)
    raise SelectionError(unknown("listing", what, WHATS))


def compositions(content: Content) -> list[dict[str, Any]]:
    """One row a composition."""
    return [
        {
            "composition": id_,
            "title": composition.title,
            "fixed": ", ".join(f"{room} {number}" for room, number in composition.fixed.items() if number),
            **{f"random_{colour}": composition.drawn(colour) for colour in ("green", "yellow", "red")},
            "status": composition.status,
        }
        for id_, composition in content.compositions.items()
    ]


def characters(content: Content) -> list[dict[str, Any]]:
    """One row a character."""
    return [
        {"agent": id_, "title": character.title, "special": character.special, "status": character.status}
        for id_, character in zip(content.character_ids, content.characters, strict=True)
    ]


def rooms(content: Content) -> list[dict[str, Any]]:
    """One row a kind of room."""
    return [
        {
            "kind": "room",
            "card": id_,
            "name": room.title,
            "colour": room.colour,
            "count": room.supply,
            "text": "",
            "status": room.status,
        }
        for id_, room in zip(content.room_ids, content.rooms, strict=True)
    ]


def mac_cards(content: Content) -> list[dict[str, Any]]:
    """One row a M.A.C. card."""
    return [
        {
            "kind": "mac",
            "card": id_,
            "name": "penalty" if card.characters else "slide",
            "colour": None,
            "count": 1,
            "text": card_text(card),
            "status": card.status,
        }
        for id_, card in zip(content.mac_ids, content.mac, strict=True)
    ]


def card_text(card: MacCard) -> str:
    """Return what a M.A.C. card says."""
    words = [f"{card.line} {card.direction}"] if card.line else [", ".join(card.characters or ())]
    marks = [mark.replace("_", " ") for mark in ("twice", "again", "frenzy_only") if getattr(card, mark)]
    return "; ".join(words + marks)

"""What each event of a trace is called at the table: one sentence an event; an empty one where others say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.games.room25.telling.drawing import COLUMNS, place

Line = Mapping[str, Any]
ALARM = "!!!"

ENDINGS = {
    "escaped": "WON: the prisoners escape from the complex.",
    "escaped_in_part": "WON in part: those who live escape from the complex.",
    "out_of_time": "LOST to the guards: time has run out.",
    "out_of_time:no_key": "LOST: time has run out, and the key was never found.",
    "out_of_time:no_exit_found": "LOST: time has run out, and Room 25 was never turned up.",
    "out_of_time:not_gathered": "LOST: time has run out before all were out by Room 25.",
    "two_prisoners_dead": "LOST to the guards: too many prisoners are dead.",
}
DEATHS = {
    "trapped": "{who} DIES: the trap snaps shut.",
    "acid": "{who} DIES: dissolved by the acid.",
    "flooded": "{who} DIES: drowned.",
    "mortal": "{who} DIES: nobody survives the Mortal room.",
    "shredder": "{who} DIES: left behind in the Shredder.",
    "timer": "{who} DIES: the timer has run down.",
}
# What a room does to who enters it; silent where an event of its own follows or nothing happens at once.
EFFECTS = {
    "room_25": "{who} stands in Room 25.",
    "dark": "It is dark: {who} cannot look out of it.",
    "cold": "It is cold: who plans in here does one thing.",
    "prison": "A prison: {who} may only go to the Central Room or to where somebody is.",
    "pivoting": "The room pivots: {who} gets on along the arrow only.",
    "mirror": "The mirror cancels what {who} still had planned; adrenaline is gone too.",
    "jamming": "Jamming: as long as {who} is here, nobody can tell a thing.",
    "trapped": "A trap: {who} must be out by the next action.",
    "flooded": "Water: the room is closed for good, and {who} must be out by the end of round {next}.",
    "acid": "Acid: whoever enters next kills {who}.",
    "shredder": "The shredder waits: it closes when somebody leaves.",
    "paranoia": "Paranoia: in here chance decides what {who} does.",
}
SPECIALS = {
    "call": "{who} calls {target} to {cell}.",
    "hide": "{who} hides.",
    "carry": "{who} takes {target} along to {cell}.",
    "regain": "{who} regains adrenaline.",
    "reopen": "{who} reopens {cell}.",
    "lock": "{who} locks {cell}.",
    "empty": "{who} makes {cell} an Empty room.",
    "destroy": "{who} destroys {robot}.",
    "swap": "{who} swaps {cells}.",
    "robot": "{who} orders {robot} to {cell}.",
}
MASKS = {
    "self": "{who} drops the mask: a {role}!",
    "unmask": "The mask of {who} falls: a {role}.",
    "second_death": "The dead are unmasked: {who} was a {role}.",
}
WHY_LOST = {"penalty": "lost to a M.A.C. penalty", "impossible": "impossible, and lost"}


class Titles:
    """What things are called, read from a trace's header."""

    def __init__(self, header: Line) -> None:
        content = header["content"]
        self.rooms, self.characters, self.mac_cards = content["rooms"], content["characters"], content["mac_cards"]

    def who(self, name: str | None) -> str:
        """Return a character's name; nobody's is `Nobody`."""
        return "Nobody" if name is None else str(self.characters[name]["title"])

    def all_of(self, names: Sequence[str]) -> str:
        """Return the names of characters, `A, B and C`."""
        return joined([self.who(name) for name in names])

    def room(self, room: str) -> str:
        """Return a room's name."""
        return str(self.rooms[room]["title"])

    def colour(self, room: str) -> str:
        """Return a room's colour."""
        return str(self.rooms[room]["colour"])

    def coloured(self, room: str) -> str:
        """Return a room with its colour: `Vortex (yellow)`."""
        return f"{self.room(room)} ({self.colour(room)})"


def joined(parts: Sequence[str]) -> str:
    """Return `A`, `A and B`, `A, B and C`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def line_name(line: str) -> str:
    """Return what a row or column is called: `row 1` to `row 5`, `column A` to `column E`."""
    number = int(line[-1])
    return f"row {number + 1}" if line.startswith("row") else f"column {COLUMNS[number]}"


def robot_name(robot: int) -> str:
    """Return what a robot is called in a sentence."""
    return f"robot {robot + 1}"


# -- Sentences; `table` is the last state told, which still shows what an event found ------------------


def there(titles: Titles, table: Line, cell: int) -> str:
    """Return a cell as somebody enters it: with its room, if that lies open."""
    tile = table["board"][cell]
    return f"{place(cell)} ({titles.room(tile['room'])})" if tile["face_up"] else place(cell)


def looked(titles: Titles, event: Line, table: Line) -> str:
    """A look (R-ACT-1, R-SET-3, R-ROOM-vision)."""
    seen = f"{place(event['cell'])}: {titles.coloured(event['room'])}."
    who = titles.who(event["character"])
    return f"The monitor shows {who} {seen}" if event["by"] == "room:vision" else f"{who} looks into {seen}"


def told(titles: Titles, event: Line, table: Line) -> str:
    """A colour is told; only a guard lies (R-ACT-1)."""
    lie = "" if event["colour"] == titles.colour(table["board"][event["cell"]]["room"]) else ", a lie"
    return f"{place(event['cell'])} is said to be {event['colour']}{lie}."


def moved(titles: Titles, event: Line, table: Line) -> str:
    """A character goes to another room, by itself or not (R-ACT-2)."""
    who, to = titles.who(event["character"]), there(titles, table, event["to"])
    if event["by"] == "room:vortex":
        return f"The vortex throws {who} back to {to}."
    if event["by"] == "room:tunnel":
        return f"{who} goes through the tunnel to {to}."
    verb = "moves" if event["by"] == "action" else "comes"
    return f"{who} {verb} from {place(event['from'])} to {to}."


def pushed(titles: Titles, event: Line, table: Line) -> str:
    """A character is pushed, by another or by a robot (R-ACT-3)."""
    by = "A robot" if event["by"] == "robot" else titles.who(event["agent"])
    to = there(titles, table, event["to"])
    return f"{by} pushes {titles.who(event['character'])} from {place(event['from'])} to {to}."


def slid(titles: Titles, event: Line, table: Line) -> str:
    """A line slides (R-ACT-4); what a card slides the card has said."""
    if event["by"] == "mac":
        return ""
    line = line_name(event["line"])
    if event["by"] == "action":
        way = "to the " if line.startswith("row") else ""
        return f"{titles.who(event['agent'])} slides {line} {way}{event['direction']}."
    return f"The Control room: {line} slides {event['direction']}."


def swapped(titles: Titles, event: Line, table: Line) -> str:
    """Two tiles change places; what a special swaps the special has said."""
    kind, _, name = event["by"].partition(":")
    cells = joined([place(cell) for cell in event["cells"]])
    return "" if kind == "special" else f"{titles.room(name)}: {cells} change places."


def special(titles: Titles, event: Line, table: Line) -> str:
    """A special (R-CHR-1); Mimic says whose."""
    who = titles.who(event["character"])
    if event["name"] != event["character"]:
        who = f"{who}, as {titles.who(event['name'])},"
    words = spoken(titles, event) | {"who": who}
    if event["verb"] == "robot" and "target" in event:
        return "{who} orders {robot} to push {target} to {cell}.".format_map(words)
    return SPECIALS[event["verb"]].format_map(words)


def room_effect(titles: Titles, event: Line, table: Line) -> str:
    """What the room does (R-ROOM)."""
    return EFFECTS.get(event["room"], "").format(who=titles.who(event["character"]), next=event["round"] + 1)


def died(titles: Titles, event: Line, table: Line) -> str:
    """A death."""
    return f"{ALARM} {DEATHS[event['cause']].format(who=titles.who(event['character']))}"


def mac_card(titles: Titles, event: Line, table: Line) -> str:
    """A M.A.C. card (R-MAC-1)."""
    card = titles.mac_cards[event["card"]]
    again = ", and another card follows" if card["again"] else ""
    if card["kind"] == "penalty":
        return f"M.A.C.: a penalty for {titles.all_of(card['characters'])}{again}."
    twice = " twice" if card["twice"] else ""
    return f"M.A.C.: {line_name(card['line'])} slides {card['direction']}{twice}{again}."


def countdown(titles: Titles, event: Line, table: Line) -> str:
    """The countdown goes on (R-RND-2), or the Timer shortens it."""
    left = f"{event['left']} round{'' if event['left'] == 1 else 's'} left."
    return f"The Timer takes a round: {left}" if event["by"] == "room:timer" else f"The countdown: {left}"


SENTENCES: dict[str, Callable[[Titles, Line, Line], str]] = {
    "looked": looked,
    "told": told,
    "moved": moved,
    "pushed": pushed,
    "slid": slid,
    "swapped": swapped,
    "special": special,
    "room_effect": room_effect,
    "died": died,
    "mac_card": mac_card,
    "countdown": countdown,
}

# The rest needs no thought: a fact's name stands for what it is called at the table.
TEMPLATES = {
    "action_lost": "{agent}'s {action} is {why}.",
    "room_revealed": "{cell} is turned up: {room}.",
    "revived": "{character} is brought back to life in the Central Room.",
    "key_found": "THE KEY IS FOUND: Room 25 can be opened.",
    "alert": f"{ALARM} ALERT: somebody is in Room 25 already, and the countdown is cut short.",
    "role_shown": "{by}",
    "penalty": "{character} gives up {action} for this round.",
    "robot_appeared": "A robot appears in {cell}: {robot}.",
    "robot_moved": "A robot goes from {from} to {to}: {robot}.",
    "robot_destroyed": "A robot is destroyed in {cell}: {robot}.",
    "escaped": "OUT: {characters} leave the complex with Room 25.",
}


def sentence(titles: Titles, event: Line, table: Line) -> str:
    """Return what an event is called at the table."""
    if told_by := SENTENCES.get(event["event"]):
        return told_by(titles, event, table)
    return TEMPLATES[event["event"]].format_map(spoken(titles, event))


def spoken(titles: Titles, event: Line) -> dict[str, str]:
    """Return an event's facts as words."""
    say: dict[str, Callable[[Any], str]] = {
        "cell": place,
        "from": place,
        "to": place,
        "cells": lambda cells: joined([place(cell) for cell in cells]),
        "room": titles.coloured,
        "agent": titles.who,
        "character": titles.who,
        "target": titles.who,
        "characters": titles.all_of,
        "robot": robot_name,
        "why": lambda why: WHY_LOST[why],
        "by": lambda by: MASKS[by].format(who=titles.who(event["character"]), role=event["role"]),
    }
    return {key: say.get(key, str)(value) for key, value in event.items()}

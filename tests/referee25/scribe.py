"""Traces written by hand: two complexes, the table in the form of a state line, and the lines said so far."""

import copy
from collections import Counter
from typing import Any

from .setting import COLOUR

COMPLEX = {
    "cooperation": """
        room_25  key      trapped  vision   pivoting
        acid     control  empty    mortal   prison
        prison   vortex   central  acid     shredder
        vortex   cold     pivoting flooded  cold
        dark     shredder dark     trapped  flooded""",
    "suspicion": """
        dark     room_25  empty    cold     vortex
        prison   timer    empty    mortal   prison
        illusion empty    central  empty    trapped
        trapped  acid     empty    mortal   flooded
        flooded  acid     jamming  dark     cold""",
}
PEOPLE = {
    "cooperation": {"A": ["alice", "frank"], "B": ["max", "sarah"]},
    "suspicion": {"A": ["jennifer"], "B": ["kevin"], "C": ["emmett"], "D": ["mimic"]},
}
SEATS = {"cooperation": ["alice", "max", "frank", "sarah"], "suspicion": ["jennifer", "kevin", "emmett", "mimic"]}
NAMES = {"cooperation": "coop_easy", "suspicion": "online_suspicion_4_5"}
ROUNDS = {"cooperation": 8, "suspicion": 10}
CARDS: dict[str, dict[str, Any]] = {
    "s1": {"kind": "slide", "line": "row0", "direction": "left", "twice": True, "again": False, "frenzy_only": False},
    "s2": {"kind": "slide", "line": "col4", "direction": "down", "twice": False, "again": True, "frenzy_only": False},
    "p1": {"kind": "penalty", "characters": ["alice", "max", "kevin"], "frenzy_only": False},
}


def header(mode: str, **changes: Any) -> dict[str, Any]:
    """A header of this mode by the online rules, without specials and M.A.C. cards."""
    rooms = Counter(COMPLEX[mode].split()) - Counter(central=1)
    content = {
        "rooms": {room: {"colour": colour, "count": rooms[room]} for room, colour in COLOUR.items()},
        "composition": {"name": NAMES[mode], "rooms": dict(rooms)}, "characters": SEATS[mode], "mac_cards": {},
        "rules": "online", "mode": mode, "players": PEOPLE[mode], "teams": None, "rounds": ROUNDS[mode],
        "adrenaline": True, "specials": False, "mac": "off", "key": mode == "cooperation",
    }  # fmt: skip
    return {
        "type": "header", "schema": 1, "game": "room25", "scenario": mode, "difficulty": "", "agents": SEATS[mode],
        "policy": "random", "seed": 1, "index": 0, "assumptions": {}, "content": content | changes,
    }  # fmt: skip


def opening(mode: str) -> dict[str, Any]:
    """The table of this mode after set-up; in suspicion Emmett is the guard."""
    board = [
        {"room": room, "face_up": room == "central", "closed": False, "locked": False, "axis": None,
         "tile": (7 * cell + 3) % 25}
        for cell, room in enumerate(COMPLEX[mode].split())
    ]  # fmt: skip
    characters = [
        {"name": name, "cell": 12, "alive": True, "role": "guard" if name == "emmett" else "prisoner",
         "revealed": False, "adrenaline": True, "program": [None, None, None], "knows": [], "deadline": None,
         "hidden": False, "penalties": []}
        for name in SEATS[mode]
    ]  # fmt: skip
    if mode == "cooperation":
        for who in characters:
            who["role"] = None
    return {
        "rounds_left": ROUNDS[mode], "order": list(SEATS[mode]), "board": board, "characters": characters,
        "robots": [], "key_found": False, "slides": {}, "told": {}, "mac_deck": [],
    }  # fmt: skip


class Scribe:
    """Says events and shows states; what an event changes beyond the plain course is written by the story's author."""

    def __init__(self, mode: str, **changes: Any) -> None:
        self.lines = [header(mode, **changes)]
        self.mode, self.table = mode, opening(mode)
        self.round, self.number, self.n, self.phase = 0, 0, 0, "setup"
        self.agent: str | None = None

    def say(self, event: str, **fields: Any) -> None:
        """One event line in the current round and pass; `start` stands for `from`."""
        frame = {"type": "event", "n": self.n, "turn": self.round, "round": self.round, "pass": self.number,
                 "phase": self.phase, "agent": self.agent}  # fmt: skip
        if "start" in fields:
            fields["from"] = fields.pop("start")
        self.lines.append({**frame, "event": event, **fields})
        self.n += 1

    def show(self, at: str) -> None:
        """One state line with the table as it is now."""
        frame = {"type": "state", "turn": self.round, "round": self.round, "pass": self.number, "at": at}
        self.lines.append({**frame, **copy.deepcopy(self.table)})

    def who(self, name: str) -> dict[str, Any]:
        """A character of the table."""
        return next(row for row in self.table["characters"] if row["name"] == name)

    def at(self, cell: int) -> dict[str, Any]:
        """A room of the table."""
        room: dict[str, Any] = self.table["board"][cell]
        return room

    # -- the course ---------------------------------------------------------------------------------------------------

    def plan(self, **programs: tuple[str | None, str | None, str | None]) -> None:
        """A round begins; everybody programs."""
        self.round, self.number, self.phase, self.agent = self.round + 1, 0, "plan", None
        shift = (self.round - 1) % 4
        self.table["order"] = SEATS[self.mode][shift:] + SEATS[self.mode][:shift]
        self.table["slides"] = {}
        for row in self.table["characters"]:
            row["program"] = [None, None, None]
        for name, (first, second, third) in programs.items():
            self.who(name)["program"] = [first, second, third]
            self.who(name)["adrenaline"] &= third is None
            self.say("programmed", character=name, actions=[first, second] if second else [first], adrenaline=third)
        self.show("plan")

    def turn(self, number: int, agent: str) -> None:
        """It is this character's turn in this pass."""
        self.number, self.phase, self.agent = number, f"pass{number}", agent

    def close(self) -> None:
        """The round ends."""
        self.number, self.phase, self.agent = 0, "end_of_round", None
        self.table["rounds_left"] -= 1
        self.say("countdown", left=self.table["rounds_left"], by="end")
        self.show("end_of_round")

    def finish(self, winner: str | None, cause: str, **result: Any) -> None:
        """The game is over."""
        self.phase = "end"
        self.show("end")
        dead = [row["name"] for row in self.table["characters"] if not row["alive"]]
        row = {"won": winner == "prisoners", "winner": winner, "partial": False, "cause": cause, "round": self.round,
               "rounds_left": self.table["rounds_left"], "deaths": len(dead), "dead": sorted(dead),
               "key_found": self.table["key_found"], "vortex_returns": 0, "turn": self.round}  # fmt: skip
        self.lines.append({"type": "result", **row, **result})

    # -- events with their plain consequences -------------------------------------------------------------------------

    def look(self, name: str, cell: int, told: str | None = None, by: str = "action") -> None:
        """A look, and what is told of it."""
        room = self.at(cell)
        self.say("looked", character=name, cell=cell, tile=room["tile"], room=room["room"], by=by)
        fellows = next(group for group in PEOPLE[self.mode].values() if name in group)
        for fellow in fellows:
            self.who(fellow)["knows"] = sorted({*self.who(fellow)["knows"], room["tile"]})
        if told:
            self.say("told", cell=cell, tile=room["tile"], colour=told)
            self.table["told"][str(room["tile"])] = told

    def go(self, name: str, to: int, event: str = "moved", by: str = "action") -> None:
        """A character goes to a room, which is turned up."""
        self.say(event, character=name, start=self.who(name)["cell"], to=to, by=by)
        self.who(name).update(cell=to, deadline=None)
        if not self.at(to)["face_up"]:
            self.at(to)["face_up"] = True
            self.say("room_revealed", cell=to, room=self.at(to)["room"])

    def slide(self, line: str, direction: str, by: str = "action") -> None:
        """A line slides, riders and all."""
        self.say("slid", line=line, direction=direction, by=by)
        number = int(line[3])
        cells = [5 * number + k if line.startswith("row") else 5 * k + number for k in range(5)]
        shift = -1 if direction in ("left", "up") else 1
        to = {cell: cells[(k + shift) % 5] for k, cell in enumerate(cells)}
        rooms = {to[cell]: self.at(cell) for cell in cells}
        for cell, room in rooms.items():
            self.table["board"][cell] = room
        for row in self.table["characters"]:
            if row["alive"]:
                row["cell"] = to.get(row["cell"], row["cell"])
        if by != "mac":
            self.table["slides"][line] = direction

    def die(self, name: str, cause: str) -> None:
        """A character dies."""
        self.say("died", character=name, cause=cause)
        self.who(name).update(alive=False, cell=None, deadline=None)

    def unmask(self, name: str, role: str, by: str) -> None:
        """A role is shown."""
        self.say("role_shown", character=name, role=role, by=by)
        self.who(name)["revealed"] = True
        if role == "guard":
            self.who(name)["adrenaline"] = False

"""What the header says, the words of the rules, and the geometry of the complex."""

from typing import Any

CENTRE = 12
ACTIONS = ("look", "move", "push", "control", "special")
LINES = [f"{kind}{n}" for kind in ("row", "col") for n in (0, 1, 3, 4)]
DIRECTIONS = {"row": ("left", "right"), "col": ("up", "down")}
COLOURS = {
    "blue": "central room_25 key",
    "green": "empty vision control moving tunnel regeneration robot",
    "yellow": "dark vortex cold prison pivoting mirror jamming mac",
    "red": "trapped acid flooded mortal shredder paranoia timer illusion",
}
COLOUR = {room: colour for colour, rooms in COLOURS.items() for room in rooms.split()}
# The special of each character, by the verbs of the trace (R-CHR-1).
POWERS = {
    "jennifer": ("call",), "alice": ("hide",), "max": ("carry",), "frank": ("regain",), "emmett": ("reopen", "lock"),
    "sarah": ("empty", "destroy"), "kevin": ("swap", "robot"), "mimic": (),
}  # fmt: skip
# Rounds by number of characters (R-SET-4).
ROUNDS = {
    ("online", "suspicion"): {4: 10, 5: 10, 6: 10, 7: 9, 8: 8},
    ("base", "suspicion"): {4: 10, 5: 10, 6: 10},
    ("online", "cooperation"): {4: 8, 5: 7, 6: 6},
    ("base", "cooperation"): {4: 8, 5: 8, 6: 8},
    ("base", "solo"): {4: 8},
}
# Prisoners and guards in the pool from which the roles are dealt, by number of players (R-SUS-1).
POOL = {4: (4, 1), 5: (4, 2), 6: (4, 2), 7: (6, 2), 8: (6, 2)}


def place(cell: int) -> tuple[int, int]:
    """Row and column of a cell."""
    return divmod(cell, 5)


def far(cell: int) -> int:
    """The distance from the centre: up to 2 in the inner cross, from 3 in the exit zone (R-BRD-1)."""
    row, column = place(cell)
    return abs(row - 2) + abs(column - 2)


def around(cell: int) -> list[int]:
    """The adjacent cells."""
    return [other for other in range(25) if step(cell, other) is not None]


def step(start: int, to: int) -> str | None:
    """The axis of a step between adjacent cells, `row` or `column`; None if they are not adjacent."""
    (r1, c1), (r2, c2) = place(start), place(to)
    if abs(r1 - r2) + abs(c1 - c2) != 1:
        return None
    return "row" if r1 == r2 else "column"


class Setting:
    """The header: what is played, with what and by whom."""

    def __init__(self, line: dict[str, Any]) -> None:
        content = line["content"]
        self.rules: str = content["rules"]
        self.mode: str = content["mode"]
        self.players: dict[str, list[str]] = content["players"]
        self.seats: list[str] = list(line["agents"])
        self.rounds: int = content["rounds"]
        self.adrenaline: bool = content["adrenaline"]
        self.specials: bool = content["specials"]
        self.mac: str = content["mac"]
        self.key: bool = content["key"]
        self.composition: dict[str, Any] = content["composition"]
        self.cards: dict[str, Any] = {str(card): facts for card, facts in (content.get("mac_cards") or {}).items()}
        self.colours = {room: facts["colour"] for room, facts in content["rooms"].items()}
        self.assumptions: dict[str, Any] = line.get("assumptions") or {}
        self.parameters: dict[str, Any] = line.get("parameters") or {}
        self.idle = str(line.get("policy")) == "idle"

    @property
    def online(self) -> bool:
        """Whether the rules are those of the online edition."""
        return self.rules == "online"

    @property
    def suspicion(self) -> bool:
        """Whether there are guards."""
        return self.mode == "suspicion"

    @property
    def solo(self) -> bool:
        """Whether one player runs four prisoners without programs."""
        return self.mode == "solo"

    def assumed(self, name: str, default: Any) -> Any:
        """The value of an assumption of the rules."""
        return self.assumptions.get(name, default)

    def number(self, default: int, *path: str) -> int:
        """A number of the rules; the header's parameters, where they are given, may say another."""
        found: Any = self.parameters
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return default if found is None else int(found)

    def pool(self) -> tuple[int, int]:
        """The prisoners and guards in the pool from which the roles are dealt (R-SUS-1)."""
        size = len(self.seats)
        prisoners, guards = POOL[size]
        return self.number(prisoners, "prisoner_cards", str(size)), self.number(guards, "guard_cards", str(size))

    def order(self, turn: int) -> list[str]:
        """The order of a round: the seats rotated (R-RND-2)."""
        shift = (turn - 1) % len(self.seats)
        return self.seats[shift:] + self.seats[:shift]

    def fellows(self, name: str) -> list[str]:
        """The characters that share what this one knows (R-SET-3)."""
        if self.assumed("shared_knowledge", "player") != "player":
            return [name]
        return next((list(group) for group in self.players.values() if name in group), [name])

    def unmask_count(self) -> int:
        """How many outside Room 25 drop the masks by the online rules (R-SUS-3)."""
        count = self.assumed("unmask_count", "pool")
        return self.pool()[1] if count == "pool" else int(count)

    @property
    def deaths_to_lose(self) -> int:
        """The death that ends cooperation and solo (R-COOP-1, R-SOLO-1)."""
        case = "solo" if self.solo else self.rules
        return self.number({"online": 1, "base": 2, "solo": 1}[case], "deaths_to_lose", case)

    @property
    def forgetful(self) -> bool:
        """Whether only what the last two rounds showed is remembered (Information)."""
        return self.mac == "frenzy" and self.assumed("memory", "perfect") == "marks"

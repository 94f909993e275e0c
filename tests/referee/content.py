"""What the header of a trace says: cards, missions, tokens, agents, assumptions."""

import re
from typing import Any, NamedTuple

ERAS = 7
# The special abilities and their owners (Agents).
ABILITIES = {
    "time_prowler": "leap",
    "cztwyzzek": "carry_along",
    "robofinisher_404": "long_push",
    "mr_time": "free_loop",
    "v_girl": "mend",
}
DEFINED = {"supply": "unlimited", "energy_from": "own_era"}


def around(era: int) -> tuple[int, int]:
    """The previous and the next era in the ring (L-BRD-1)."""
    return (era - 1) % ERAS, (era + 1) % ERAS


def word(text: Any) -> str:
    """A name in the one spelling that the referee compares."""
    return re.sub(r"[ -]+", "_", str(text).strip().lower())


class Effect(NamedTuple):
    """One effect of a card: its verb and its arguments as words or numbers."""

    verb: str
    args: tuple[Any, ...]
    text: str

    @property
    def n(self) -> int:
        """The first number among the arguments, 1 where none is written."""
        return next((a for a in self.args if isinstance(a, int)), 1)

    @property
    def last(self) -> Any:
        """The last argument, None without any."""
        return self.args[-1] if self.args else None


def parse_effect(text: str) -> Effect:
    """Read `verb(arg, arg)`."""
    match = re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\))?\s*", text)
    if match is None:
        raise ValueError(f"unreadable effect {text!r}")
    parts = [p.strip() for p in (match[2] or "").split(",") if p.strip()]
    args = tuple(int(p) if p.isdigit() else word(p) for p in parts)
    return Effect(match[1], args, text)


class Card(NamedTuple):
    """A starting card, an artifact or an Ultramachina card."""

    kind: str
    owner: str | None
    origin: int | None
    dimension: str
    effects: tuple[Effect, ...]
    slots: int


class Mission(NamedTuple):
    """A mission's trigger, place, distinctness and number of slots."""

    event: str
    place: str
    distinct: str
    slots: int


class Token(NamedTuple):
    """A clone token: where it arrives, where it dies, whether it is a supa clone."""

    arrival: int
    paradox: int
    supa: bool


def _items(table: Any) -> list[tuple[str, dict[str, Any]]]:
    if isinstance(table, dict):
        return [(str(key), value) for key, value in table.items()]
    return [(str(row.get("id", index)), row) for index, row in enumerate(table)]


class Content:
    """The header, in the form in which the rules are checked."""

    def __init__(self, header: dict[str, Any]) -> None:
        content = header["content"]
        self.scenario: str = word(header["scenario"])
        self.difficulty: str = word(header["difficulty"])
        self.names: list[str] = list(header["agents"])
        self.solo: bool = bool(header.get("solo", False))
        self.idle: bool = header.get("policy") == "idle"
        self.assumptions: dict[str, Any] = header.get("assumptions", {})
        self.cards = {key: self._card(row) for key, row in _items(content["cards"])}
        self.missions = {key: self._mission(row) for key, row in _items(content["missions"])}
        self.tokens = {int(key): self._token(row) for key, row in _items(content["tokens"])}
        agents = dict(_items(content["agents"]))
        self.starts: dict[str, int] = {key: row["start"] for key, row in agents.items()}
        self.abilities: dict[str, str | None] = {key: row.get("ability") for key, row in agents.items()}

    @staticmethod
    def _card(row: dict[str, Any]) -> Card:
        effects = tuple(parse_effect(text) for text in row["effects"])
        kind, dimension = row["kind"], word(row.get("dimension"))
        return Card(kind, row.get("owner"), row.get("origin"), dimension, effects, row.get("slots") or 0)

    @staticmethod
    def _mission(row: dict[str, Any]) -> Mission:
        return Mission(row["event"], row.get("place") or "any", row.get("distinct") or "none", row["slots"])

    @staticmethod
    def _token(row: dict[str, Any]) -> Token:
        return Token(row["arrival"], row["paradox"], bool(row.get("supa", False)))

    def can(self, name: str | None, ability: str) -> bool:
        """Whether this agent has this special ability, by the header's word for it or as the rules assign it."""
        if name is None:
            return False
        word_there = self.abilities.get(name)
        return word_there == ability or (word_there not in ABILITIES.values() and ABILITIES.get(name) == ability)

    def unjudged(self) -> list[str]:
        """Assumptions whose values the rules do not define, so that no referee can judge by them."""
        return [name for name, value in DEFINED.items() if self.assumptions.get(name, value) != value]

    @property
    def supa(self) -> bool:
        """Whether supa clones are played (L-SCN-2)."""
        return self.scenario == "supa_sayan_clones"

    @property
    def machina(self) -> bool:
        """Whether Ultramachina cards are played (L-SCN-3)."""
        return self.scenario == "ultramachina"

    @property
    def centrifuges(self) -> bool:
        """Whether centrifuges are played (L-SCN-4)."""
        return self.scenario == "laser_centrifuges"

    @property
    def mega(self) -> bool:
        """Whether a new vortex is a mega vortex (L-VTX-7)."""
        return self.difficulty != "month"

    @property
    def level(self) -> int:
        """0, 1, 2 for month, year, eternity."""
        return ["month", "year", "eternity"].index(self.difficulty)

    def assumed(self, name: str, default: Any) -> Any:
        """An assumption's value; of one by agent count, the value of this game."""
        value = self.assumptions.get(name, default)
        if isinstance(value, dict):
            return value["solo" if self.solo else str(len(self.names))]
        return value

    def landing(self, foo: int) -> set[int]:
        """The eras in which a cube of the Machine may land (L-FOO-4)."""
        weights = self.assumptions.get("machine", [1, 1, 1])
        eras = (around(foo)[0], foo, around(foo)[1])
        return {era for era, weight in zip(eras, weights, strict=True) if weight > 0}

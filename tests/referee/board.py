"""The table as the referee keeps it: eras, agents, piles; how it is read from a state and compared with one."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from operator import eq
from typing import Any

from .content import ERAS, Content, word


class Pile:
    """A face-down pile: its known top, above cards of which only the names are known."""

    def __init__(self, known: list[Any]) -> None:
        self.known = known
        self.unknown: Counter[Any] = Counter()

    def __len__(self) -> int:
        return len(self.known) + self.unknown.total()

    def draw(self, card: Any) -> bool:
        """Take this card off the top; False if it cannot be the top one."""
        if self.known:
            return bool(self.known[0] == card) and self.known.pop(0) is not None
        if not self.unknown[card]:
            return False
        self.unknown[card] -= 1
        return True

    def put(self, card: Any) -> None:
        """Put a card on top."""
        self.known.insert(0, card)

    def shuffle_in(self, cards: list[Any]) -> None:
        """Put cards underneath in an unknown order."""
        self.unknown.update(cards)
        cards.clear()

    def forget(self) -> None:
        """Shuffle the whole pile."""
        self.unknown.update(self.known)
        self.known = []

    def agrees(self, shown: list[Any]) -> bool:
        """Whether the pile may lie as shown, top first."""
        top = len(self.known)
        return shown[:top] == self.known and Counter(shown[top:]) == +self.unknown

    def __repr__(self) -> str:
        return f"{self.known}" + (f" above {sorted(self.unknown.elements(), key=str)}" if +self.unknown else "")


@dataclass
class Tile:
    """A mission tile on the board; `progress` lists what fills its slots."""

    id: str
    active: bool
    progress: list[Any]


@dataclass
class Era:
    """What lies in one era (L-BRD-2)."""

    rifts: int
    energy: int
    permanent: int
    vortex: str | None
    clones: list[int]
    artifacts: list[str]
    mission: Tile | None
    machina: list[list[Any]]
    centrifuge: bool


@dataclass
class Agent:
    """An agent: where it stands, its hand (card to ready) and piles, and what it used up this turn."""

    name: str
    era: int
    hand: dict[str, bool]
    draw: Pile
    discard: list[str]
    free_move: bool
    loops: int
    ability_used: bool


@dataclass
class Table:
    """Everything on and beside the board."""

    foo: int | None
    visited: list[int]
    eras: list[Era]
    agents: dict[str, Agent]
    hq: Pile
    destroyed: list[str]
    bag: Pile
    foo_deck: list[int] | None
    machina_deck: Pile
    missions_out: list[str]
    supa_out: list[int]
    completed: list[str]
    supa_destroyed: int
    out_of_game: list[int]
    common: Pile
    common_discard: list[str]
    failed: list[str]

    def clones(self) -> list[int]:
        """All clone tokens on the board."""
        return [token for era in self.eras for token in era.clones]

    def tiles(self, active: bool) -> list[Tile]:
        """The active or the hidden missions on the board."""
        return [era.mission for era in self.eras if era.mission and era.mission.active == active]

    def vortexes(self) -> int:
        """The number of eras with a vortex."""
        return sum(era.vortex is not None for era in self.eras)


def _cards(names: list[Any] | None) -> list[str]:
    return [str(name) for name in names or []]


def _tile(row: dict[str, Any] | None) -> Tile | None:
    if row is None:
        return None
    progress = row.get("progress") or []
    values = list(range(progress)) if isinstance(progress, int) else progress
    return Tile(str(row["id"]), row["status"] == "active", [_value(v) for v in values])


def _value(value: Any) -> Any:
    return value if isinstance(value, int) else word(value)


def _era(row: dict[str, Any]) -> Era:
    machina = [[str(m["card"]), m["filled"]] for m in row.get("ultramachina") or []]
    clones = [int(clone["token"]) for clone in row["clones"]]
    return Era(
        row["rifts"], row["energy"], row["permanent"], row["vortex"], clones, _cards(row["artifacts"]),
        _tile(row["mission"]), machina, bool(row.get("centrifuge", False)),
    )  # fmt: skip


def _agent(row: dict[str, Any]) -> Agent:
    hand = {str(entry["card"]): bool(entry["ready"]) for entry in row["hand"]}
    return Agent(
        row["name"], row["era"], hand, Pile(_cards(row["draw"])), _cards(row["discard"]), bool(row["free_move"]),
        row["loops"], bool(row["ability_used"]),
    )  # fmt: skip


def read(state: dict[str, Any]) -> Table:
    """The table that a `state` line shows."""
    agents = {row["name"]: _agent(row) for row in state["agents"]}
    return Table(
        foo=state["foo"], visited=list(state["visited"]), eras=[_era(row) for row in state["eras"]], agents=agents,
        hq=Pile(_cards(state["hq_deck"])), destroyed=_cards(state["destroyed"]),
        bag=Pile([int(t) for t in state["bag"]]), foo_deck=list(state.get("foo_deck") or []),
        machina_deck=Pile(_cards(state.get("ultramachina_deck"))), missions_out=_cards(state["missions_out"]),
        supa_out=[int(t) for t in state.get("supa_out") or []], completed=_cards(state["completed"]),
        supa_destroyed=state.get("supa_destroyed") or 0,
        out_of_game=[int(t) for t in state.get("out_of_game_clones") or []],
        common=Pile(_cards(state.get("common_pile"))), common_discard=_cards(state.get("common_discard")),
        failed=_cards(state.get("failed")),
    )  # fmt: skip


def _same(a: list[Any], b: list[Any]) -> bool:
    return Counter(map(str, a)) == Counter(map(str, b))


def _unlike(where: str, mine: Any, shown: Any, names: str, same: Callable[[Any, Any], bool] = eq) -> list[str]:
    """One text for each of the named attributes in which the two differ."""
    pairs = [(name, getattr(mine, name), getattr(shown, name)) for name in names.split()]
    return [f"{where}{name}: due {due}, shown {there}" for name, due, there in pairs if not same(due, there)]


def _piles_agree(mine: Pile, shown: Pile) -> bool:
    return mine.agrees(shown.known)


def _era_differences(number: int, mine: Era, shown: Era) -> list[str]:
    where = f"era {number} "
    found = _unlike(where, mine, shown, "rifts energy permanent vortex machina centrifuge")
    found += _unlike(where, mine, shown, "clones artifacts", _same)
    a, b = mine.mission, shown.mission
    if a is None or b is None:
        return found + ([] if a is b else [f"{where}mission: due {a}, shown {b}"])
    return found + _unlike(where, a, b, "id active") + _unlike(where, a, b, "progress", _same)


def _agent_differences(mine: Agent, shown: Agent) -> list[str]:
    where = f"{mine.name} "
    found = _unlike(where, mine, shown, "era hand free_move loops ability_used")
    return found + _unlike(where, mine, shown, "draw", _piles_agree) + _unlike(where, mine, shown, "discard", _same)


def _foo_deck_agrees(mine: Table, shown: Table, content: Content) -> bool:
    deck = shown.foo_deck or []
    rest = sorted(set(range(ERAS)) - set(shown.visited)) or list(range(ERAS))
    if content.machina:
        return set(deck) <= set(range(ERAS))
    if not mine.foo_deck:
        return sorted(deck) == rest or (len(shown.visited) == ERAS and not deck)
    return deck == mine.foo_deck


def differences(mine: Table, shown: Table, content: Content) -> list[str]:
    """What a state shows otherwise than the referee's own table."""
    found = []
    for number, (a, b) in enumerate(zip(mine.eras, shown.eras, strict=True)):
        found += _era_differences(number, a, b)
    for name in mine.agents:
        found += _agent_differences(mine.agents[name], shown.agents[name])
    found += _unlike("", mine, shown, "foo supa_destroyed")
    found += _unlike("", mine, shown, "visited destroyed supa_out completed out_of_game common_discard", _same)
    found += _unlike("", mine, shown, "hq bag machina_deck common", _piles_agree)
    if not (_same(mine.missions_out, shown.missions_out) or _same(mine.missions_out + mine.failed, shown.missions_out)):
        found.append(f"missions_out: due {mine.missions_out}, shown {shown.missions_out}")
    if not _foo_deck_agrees(mine, shown, content):
        found.append(f"foo_deck: due {mine.foo_deck} or the unvisited eras, shown {shown.foo_deck}")
    return found

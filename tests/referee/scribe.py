"""Traces written by hand: a small box of content, a table in the form of a state line, and the lines said so far."""

import copy
from typing import Any

AGENTS = ("v_girl", "cztwyzzek")
STARTS = {"v_girl": 6, "cztwyzzek": 0}
DIMENSIONS = ("Star", "Spiral", "Stripe", "Star", "Black Hole", "Spiral")
EFFECTS = {
    "v0": ["energy(2, here)"],
    "v1": ["banish(1)"],
    "v2": ["ready(2)"],
    "c0": ["push(1, 1)"],
    "c4": ["use_ally"],
}
MISSIONS = {
    "m0": ("artifact_used", "any", "none", 9),
    "m2": ("energy_added", "any", "none", 3),
    "m3": ("clone_destroyed", "any", "era", 4),
    "m5": ("loop_performed", "any", "none", 1),
}


def token(arrival: int, paradox: int) -> int:
    """The number of the ordinary token with these two eras."""
    return 4 * arrival + (paradox - arrival) % 7 - 2


def clone(number: int) -> dict[str, Any]:
    """A clone as a state line shows it."""
    return {"token": number, "paradox": (number // 4 + 2 + number % 4) % 7, "supa": False}


def header() -> dict[str, Any]:
    """A header with 28 tokens, 49 artifacts, 12 starting cards and 10 missions."""
    cards: dict[str, Any] = {}
    for era in range(7):
        for number in range(7):
            cards[f"a{era}{number}"] = {
                "name": f"Thing {era}{number}", "kind": "artifact", "owner": None, "origin": era, "dimension": "Star",
                "effects": ["move(1)"],
            }  # fmt: skip
    for agent in AGENTS:
        for number, dimension in enumerate(DIMENSIONS):
            card = f"{agent[0]}{number}"
            cards[card] = {
                "name": card, "kind": "starting", "owner": agent, "origin": None, "dimension": dimension,
                "effects": EFFECTS.get(card, ["draw(1)"]),
            }  # fmt: skip
    missions = {}
    for number in range(10):
        event, place, distinct, slots = MISSIONS.get(f"m{number}", ("turn_ended", "foo", "none", 5))
        missions[f"m{number}"] = {"event": event, "place": place, "distinct": distinct, "slots": slots}
    tokens = {str(t): {"arrival": t // 4, "paradox": clone(t)["paradox"], "supa": False} for t in range(28)}
    agents = {name: {"start": STARTS[name], "ability": name} for name in AGENTS}
    return {
        "type": "header", "schema": 1, "game": "loop", "scenario": "sabotage", "difficulty": "month",
        "agents": list(AGENTS), "policy": "random", "seed": 1, "index": 0, "assumptions": {"machine": [1 / 3] * 3},
        "content": {"cards": cards, "missions": missions, "tokens": tokens, "agents": agents},
    }  # fmt: skip


class Scribe:
    """Says events and shows states; the table is changed by whoever writes the story."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.lines = [header()]
        self.table = table
        self.turn, self.n, self.phase = 0, 0, "setup"
        self.agent: str | None = None

    def say(self, event: str, **fields: Any) -> None:
        """One event line in the current turn and phase."""
        frame = {"type": "event", "n": self.n, "turn": self.turn, "phase": self.phase, "agent": self.agent}
        self.lines.append({**frame, "event": event, **fields})
        self.n += 1

    def show(self, at: str) -> None:
        """One state line with the table as it is now."""
        self.table["cycle"] = 1
        self.lines.append({"type": "state", "turn": self.turn, "at": at, **copy.deepcopy(self.table)})

    def era(self, number: int) -> dict[str, Any]:
        """An era of the table."""
        era: dict[str, Any] = self.table["eras"][number]
        return era

    def who(self, number: int) -> dict[str, Any]:
        """An agent of the table."""
        agent: dict[str, Any] = self.table["agents"][number]
        return agent

    def begin(self, agent: int, foo: int) -> None:
        """A turn begins with Foo's move."""
        self.turn, self.phase, self.agent = self.turn + 1, "foo", AGENTS[agent]
        self.table["foo"] = foo
        self.table["visited"].append(foo)
        self.table["foo_deck"].remove(foo)
        self.say("foo_moved", era=foo)

    def reveal(self) -> None:
        """The top artifact of the HQ deck is revealed."""
        card = self.table["hq_deck"].pop(0)
        self.era(int(card[1]))["artifacts"].append(card)
        self.say("artifact_revealed", card=card, era=int(card[1]), destroyed=False)

    def spawn(self) -> None:
        """The next clone of the bag arrives."""
        number = self.table["bag"].pop(0)
        self.era(number // 4)["clones"].append(clone(number))
        self.say("clone_arrived", token=number, era=number // 4)

    def rifts(self, *eras: int) -> None:
        """Rifts land."""
        for era in eras:
            self.era(era)["rifts"] += 1
            self.say("rift_landed", era=era)

    def refresh(self, number: int) -> None:
        """The active agent discards its hand, draws three cards and is as new."""
        self.phase = "refresh"
        agent = self.who(number)
        cards = [entry["card"] for entry in agent["hand"]]
        agent["discard"] += cards
        self.say("hand_discarded", who=agent["name"], cards=cards)
        drawn, agent["draw"] = agent["draw"][:3], agent["draw"][3:]
        agent["hand"] = [{"card": card, "ready": True} for card in drawn]
        self.say("cards_drawn", who=agent["name"], cards=drawn)
        agent.update(free_move=True, loops=0, ability_used=False)
        self.show("end_of_turn")


def opening() -> dict[str, Any]:
    """The table after set-up: missions of eras 2 and 5 active, seven clones, artifacts a20, a50 and a60 face up."""
    placed = [token(1, 3), token(1, 4), token(2, 4), token(2, 5), token(3, 5), token(3, 6), token(4, 6)]
    eras: list[dict[str, Any]] = []
    for number in range(7):
        active = number in (2, 5)
        eras.append({
            "rifts": int(active), "energy": int(not active), "permanent": 0, "vortex": None,
            "clones": [clone(t) for t in placed if t // 4 == number],
            "artifacts": [f"a{number}0"] if number in (2, 5, 6) else [],
            "mission": {"id": f"m{number}", "status": "active" if active else "hidden",
                        "progress": [] if number == 3 else 0},
            "ultramachina": [], "centrifuge": False,
        })  # fmt: skip
    first = ["a30", "a31", "a32", "a33", "a00", "a40"]
    shown = {*first, "a20", "a50", "a60"}
    rest = [f"a{e}{i}" for e in range(7) for i in range(7) if f"a{e}{i}" not in shown]
    next_clones = [token(6, 1), token(0, 2), token(5, 0)]
    agents = [
        {"name": name, "era": STARTS[name], "hand": [{"card": f"{name[0]}{i}", "ready": True} for i in hand],
         "draw": [f"{name[0]}{i}" for i in range(6) if i not in hand], "discard": [], "free_move": True, "loops": 0,
         "ability_used": False}
        for name, hand in (("v_girl", (0, 1, 2)), ("cztwyzzek", (0, 4, 5)))
    ]  # fmt: skip
    return {
        "foo": None, "cycle": 1, "visited": [], "eras": eras, "agents": agents, "hq_deck": first + rest,
        "destroyed": [], "bag": next_clones + [t for t in range(28) if t not in placed + next_clones],
        "foo_deck": [1, 2, 3, 0, 4, 5, 6], "ultramachina_deck": [], "missions_out": ["m7", "m8", "m9"], "supa_out": [],
        "completed": [], "supa_destroyed": 0, "out_of_game_clones": [],
    }  # fmt: skip


def story() -> list[dict[str, Any]]:
    """Three turns: a mission is completed, a clone dies, a vortex and then a second one in the same era."""
    scribe = Scribe(opening())
    scribe.say("mission_activated", mission="m2", era=2)
    scribe.say("mission_activated", mission="m5", era=5)
    scribe.show("setup")
    _first_turn(scribe)
    _second_turn(scribe)
    _third_turn(scribe)
    scribe.lines.append({
        "type": "result", "won": False, "cause": "second_vortex_in_era", "turn": 3, "missions_completed": 1,
        "missions_failed": 1, "vortexes": 1, "loops": 1, "free_moves": 2, "paid_moves": 1, "cards_used": 2,
        "energy_added": 2, "rifts_dropped": 12, "clones_destroyed": 1,
    })  # fmt: skip
    return scribe.lines


def _first_turn(scribe: Scribe) -> None:
    scribe.begin(agent=0, foo=1)
    scribe.reveal()
    scribe.spawn()
    scribe.rifts(0, 1, 1, 2)
    scribe.show("foo")
    scribe.phase = "action"
    me = scribe.who(0)
    scribe.say("artifact_used", card="v0", owner="v_girl")
    scribe.say("energy_added", era=6, count=2)
    scribe.say("progress", mission="m2", slot=0)
    scribe.say("progress", mission="m2", slot=1)
    scribe.era(6)["energy"] = 3
    scribe.era(2)["mission"]["progress"] = 2
    me["hand"][0]["ready"] = False
    scribe.show("action")
    scribe.say("loop", dimension="Star", cost=1, paid=1)
    scribe.say("card_readied", card="v0")
    scribe.say("progress", mission="m5", slot=0)
    scribe.era(6)["energy"], me["loops"] = 2, 1
    scribe.era(5)["mission"]["progress"] = 1
    me["hand"][0]["ready"] = True
    scribe.show("action")
    scribe.say("free_move", **{"from": 6, "to": 5, "carried": None})
    me["era"], me["free_move"] = 5, False
    scribe.show("action")
    _first_ending(scribe)


def _first_ending(scribe: Scribe) -> None:
    scribe.say("turn_ended")
    scribe.phase = "take"
    scribe.say("artifact_taken", card="a50")
    scribe.era(5)["artifacts"] = []
    scribe.phase = "mission"
    scribe.say("mission_completed", mission="m5", era=5)
    scribe.say("reward_drawn", cards=["a31", "a32", "a33"])
    scribe.say("reward", who="v_girl", card="a32")
    scribe.say("reward", who="cztwyzzek", card="a31")
    scribe.say("artifact_destroyed", card="a33")
    scribe.say("mission_activated", mission="m3", era=3)
    table = scribe.table
    table["hq_deck"] = table["hq_deck"][3:]
    table["destroyed"], table["completed"] = ["a33"], ["m5"]
    scribe.era(5)["mission"] = None
    scribe.era(3)["mission"]["status"] = "active"
    scribe.who(0)["draw"][:0] = ["a32", "a50"]
    scribe.who(1)["draw"][:0] = ["a31"]
    scribe.refresh(0)


def _second_turn(scribe: Scribe) -> None:
    scribe.begin(agent=1, foo=2)
    scribe.reveal()
    scribe.spawn()
    scribe.rifts(2, 2, 3, 1)
    scribe.say("vortex", era=2, mega=False)
    scribe.say("mission_failed", mission="m2", era=2)
    scribe.say("mission_activated", mission="m0", era=0)
    scribe.era(2).update(rifts=0, artifacts=[], mission=None, vortex="vortex")
    scribe.era(0)["mission"]["status"] = "active"
    scribe.table["destroyed"] = ["a33", "a20"]
    scribe.show("foo")
    scribe.phase = "action"
    me, dying = scribe.who(1), token(0, 2)
    scribe.say("free_move", **{"from": 0, "to": 1, "carried": dying})
    scribe.say("clone_moved", **{"token": dying, "from": 0, "to": 1, "verb": "carry"})
    me["era"], me["free_move"] = 1, False
    scribe.era(0)["clones"] = []
    scribe.era(1)["clones"].append(clone(dying))
    scribe.show("action")
    scribe.say("artifact_used", card="c0", owner="cztwyzzek")
    scribe.say("progress", mission="m0", slot=0)
    scribe.say("clone_moved", **{"token": dying, "from": 1, "to": 2, "verb": "push"})
    scribe.say("clone_destroyed", token=dying, era=2)
    scribe.say("progress", mission="m3", slot=2)
    me["hand"][0]["ready"] = False
    scribe.era(1)["clones"].pop()
    scribe.table["out_of_game_clones"] = [dying]
    scribe.era(0)["mission"]["progress"] = 1
    scribe.era(3)["mission"]["progress"] = [2]
    scribe.show("action")
    scribe.say("paid_move", **{"from": 1, "to": 0, "carried": None, "paid": 1})
    scribe.era(1)["energy"], me["era"] = 0, 0
    scribe.show("action")
    scribe.say("turn_ended")
    scribe.refresh(1)


def _third_turn(scribe: Scribe) -> None:
    scribe.begin(agent=0, foo=3)
    scribe.reveal()
    scribe.spawn()
    scribe.rifts(2, 2, 2, 2)
    scribe.say("lost", cause="second_vortex_in_era")
    scribe.show("end")

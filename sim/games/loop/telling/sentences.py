"""What each event of a trace is called at the table: one sentence an event, or one for several of a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.games.loop.telling.card_text import counted, effect_in_words, in_words
from sim.games.loop.terms import ERA_NAMES

Line = Mapping[str, Any]
ALARM = "!!!"

ENDINGS = {
    "missions_completed": "WON: the missions are completed and Foo is beaten.",
    "second_vortex_in_era": "LOST: a vortex would open in an era that already has one.",
    "fourth_vortex": "LOST: too many vortexes have opened.",
    "ended_in_mega_vortex": "LOST: an agent ended the turn in a mega vortex.",
    "out_of_time": "LOST: the last turn is over, and time has run out.",
}

FATAL = {
    "second_vortex_in_era": "Four rifts again where a vortex is already.",
    "fourth_vortex": "One vortex too many.",
    "ended_in_mega_vortex": "{agent} ends the turn in a mega vortex.",
    "out_of_time": "The last turn is over.",
}


class Titles:
    """What things are called, read from a trace's header."""

    def __init__(self, header: Line) -> None:
        content = header["content"]
        self.cards, self.agents, self.missions = content["cards"], content["agents"], content["missions"]
        self.tokens = content["tokens"]

    def card(self, card: str) -> str:
        """Return a card's name."""
        return str(self.cards[card]["name"])

    def card_list(self, cards: Sequence[str]) -> str:
        """Return the names of cards, `A, B and C`."""
        return joined([self.card(card) for card in cards])

    def agent(self, agent: str | None) -> str:
        """Return an agent's name; nobody's is `Nobody`."""
        return "Nobody" if agent is None else str(self.agents[agent].get("title", agent))

    def mission(self, mission: str) -> str:
        """Return a mission's name."""
        return str(self.missions[mission].get("name", mission))

    def clone(self, token: int) -> str:
        """Return a clone by its token and its paradox era: `clone 12 (Age of Robots)`."""
        kind = self.tokens[str(token)]
        return f"{'supa clone' if kind['supa'] else 'clone'} {token} ({ERA_NAMES[kind['paradox']]})"


def the(era: int) -> str:
    """Return an era as a sentence names it."""
    return f"the {ERA_NAMES[era]}"


def joined(parts: Sequence[str]) -> str:
    """Return `A`, `A and B`, `A, B and C`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def by_era(events: Sequence[Line]) -> str:
    """Return how many events each era had: `1 in the Renaissance and 2 in the Industrial Era`."""
    eras = Counter(event["era"] for event in events)
    return joined([f"{n} in {the(era)}" for era, n in sorted(eras.items())])


# -- Sentences: several events of a kind come as one group ------------------------------------------


def clones_arrive(titles: Titles, events: Sequence[Line]) -> str:
    """Clones come out of the bag (L-FOO-3)."""
    arrivals = [f"{titles.clone(event['token'])} in {the(event['era'])}" for event in events]
    return f"{'Clone arrives' if len(events) == 1 else 'Clones arrive'}: {', '.join(arrivals)}."


def rifts_drop(titles: Titles, events: Sequence[Line]) -> str:
    """The Machine drops rifts (L-FOO-4)."""
    return f"The Machine drops {counted(len(events), 'rift')}: {by_era(events)}."


def artifact_revealed(titles: Titles, events: Sequence[Line]) -> str:
    """An artifact appears in its origin era (L-FOO-2)."""
    event = events[0]
    card = f"{titles.card(event['card'])} ({titles.cards[event['card']]['dimension'].replace('_', ' ')})"
    if event["destroyed"]:
        return f"Artifact revealed: {card}, destroyed at once by the vortex in {the(event['era'])}."
    return f"Artifact revealed: {card} in {the(event['era'])}."


def vortex(titles: Titles, events: Sequence[Line]) -> str:
    """An era becomes a vortex (L-VTX-1)."""
    kind = "MEGA VORTEX" if events[0]["mega"] else "VORTEX"
    return f"{ALARM} {kind} in {the(events[0]['era'])}: its rifts are gone, its artifacts are destroyed."


def move(titles: Titles, events: Sequence[Line]) -> str:
    """The active agent moves, and may carry a clone (L-ACT-1, L-ACT-2)."""
    event = events[0]
    free = event["event"] == "free_move"
    price = "" if free else " for 1 energy" if event["paid"] else " on permanent energy"
    carried = "" if event["carried"] is None else f", carrying {carried_clones(titles, event['carried'])}"
    return f"{'Free move' if free else 'Move'}{price} from {the(event['from'])} to {the(event['to'])}{carried}."


def carried_clones(titles: Titles, carried: int | Sequence[int]) -> str:
    """Return the clones that go along."""
    return joined([titles.clone(token) for token in ([carried] if isinstance(carried, int) else carried)])


def artifact_used(titles: Titles, events: Sequence[Line]) -> str:
    """A card is used, one's own or an ally's (L-ACT-3)."""
    event = events[0]
    effects = in_words(titles.cards[event["card"]]["effects"])
    owner = "" if event["owner"] == event["agent"] else f"{titles.agent(event['owner'])}'s "
    return f"Uses {owner}{titles.card(event['card'])}: {effects}."


def loop(titles: Titles, events: Sequence[Line]) -> str:
    """A LOOP (L-ACT-4)."""
    event = events[0]
    cost, paid = event["cost"], event["paid"]
    price = "free of charge" if not cost else f"for {cost} energy" if paid else f"for {cost}, on permanent energy"
    return f"LOOP {event['dimension'].replace('_', ' ')}, {price}."


def agent_moved(titles: Titles, events: Sequence[Line]) -> str:
    """A card moves an agent, or a centrifuge flings one (L-EFF-1, L-SCN-4)."""
    event = events[0]
    verb = "is flung" if event["phase"] == "foo" else "goes"
    return f"{titles.agent(event['who'])} {verb} from {the(event['from'])} to {the(event['to'])}."


def clone_moved(titles: Titles, events: Sequence[Line]) -> str:
    """A clone is pushed, pulled or carried (L-ACT-6)."""
    event = events[0]
    verb = {"push": "is pushed", "pull": "is pulled", "carry": "is carried"}[event["verb"]]
    return f"{capital(titles.clone(event['token']))} {verb} from {the(event['from'])} to {the(event['to'])}."


def clone_destroyed(titles: Titles, events: Sequence[Line]) -> str:
    """A clone dies, by its paradox era or because it is banished (L-ACT-7)."""
    event = events[0]
    at_home = titles.tokens[str(event["token"])]["paradox"] == event["era"]
    why = ", a paradox" if at_home else ""
    return f"{capital(titles.clone(event['token']))} is destroyed in {the(event['era'])}{why}."


def pile_reshuffled(titles: Titles, events: Sequence[Line]) -> str:
    """A pile has run out (L-REF-1, L-FOO-2)."""
    pile = events[0]["pile"]
    if pile == "hq_deck":
        return "The HQ deck has run out: the destroyed artifacts are shuffled into a new one."
    whose = "The common" if pile == "common" else f"{titles.agent(pile)}'s"
    return f"{whose} draw pile has run out: the discards are shuffled into it."


def capital(text: str) -> str:
    """Return a text that begins a sentence."""
    return text[:1].upper() + text[1:]


def ultramachina_revealed(titles: Titles, events: Sequence[Line]) -> str:
    """An Ultramachina card is revealed (L-SCN-3)."""
    card = events[0]["card"]
    effects = in_words(titles.cards[card]["effects"])
    return f"Ultramachina card revealed: {titles.card(card)} in {the(events[0]['era'])}: {effects}."


SENTENCES: dict[str, Callable[[Titles, Sequence[Line]], str]] = {
    "artifact_revealed": artifact_revealed,
    "clone_arrived": clones_arrive,
    "rift_landed": rifts_drop,
    "vortex": vortex,
    "free_move": move,
    "paid_move": move,
    "artifact_used": artifact_used,
    "loop": loop,
    "agent_moved": agent_moved,
    "clone_moved": clone_moved,
    "clone_destroyed": clone_destroyed,
    "pile_reshuffled": pile_reshuffled,
    "ultramachina_revealed": ultramachina_revealed,
}

# The rest needs no thought: a fact's name stands for what it is called at the table.
TEMPLATES = {
    "foo_moved": "Foo appears in {era}.",
    "mission_failed": "Mission failed: {mission} in {era}.",
    "mission_activated": "Mission now active: {mission} in {era}.",
    "ultramachina_effect": "{card} strikes: {effect}.",
    "ultramachina_progress": "A slot of {card} is filled.",
    "ultramachina_destroyed": "{card} is destroyed in {era}.",
    "energy_removed": "{count} energy is gone from {era}.",
    "energy_landed": "An energy cube drops through the Machine and lands in {era}.",
    "card_exhausted": "{who}'s {card} is exhausted.",
    "artifact_destroyed": "{card} is destroyed.",
    "ability": "Special ability: {name}.",
    "centrifuge_down": "Takes down the centrifuge in {era} for {cost} energy.",
    "energy_added": "+{count} energy in {era}.",
    "rift_removed": "-{count_rifts} in {era}.",
    "rift_moved": "{count_rifts} moved from {from} to {to}.",
    "energy_moved": "{count} energy moved from {from} to {to}.",
    "permanent_added": "+1 permanent energy in {era}.",
    "card_readied": "{card} is ready again.",
    "cards_drawn": "{who} draws {cards}.",
    "artifact_taken": "Takes {card}.",
    "lost": f"{ALARM} {{cause}}",
    "mission_completed": "MISSION COMPLETED: {mission} in {era}.",
    "reward_drawn": "Attendance reward, on offer: {cards}.",
    "reward": "{who} takes {card}.",
    "hand_discarded": "{who} discards {cards}.",
    "turn_ended": "Ends the turn.",
    "solo_revealed": "{card} goes to {who}.",
}


def sentence(titles: Titles, events: Sequence[Line]) -> str:
    """Return what a group of events of one kind is called at the table."""
    if special := SENTENCES.get(events[0]["event"]):
        return special(titles, events)
    return " ".join(TEMPLATES[event["event"]].format_map(spoken(titles, event)) for event in events)


def spoken(titles: Titles, event: Line) -> dict[str, str]:
    """Return an event's facts as words."""
    say: dict[str, Callable[[Any], str]] = {
        "era": the,
        "from": the,
        "to": the,
        "card": titles.card,
        "cards": titles.card_list,
        "mission": titles.mission,
        "who": titles.agent,
        "effect": effect_in_words,
        "cause": lambda cause: FATAL[cause].format(agent=titles.agent(event["agent"])),
    }
    words = {key: say.get(key, str)(value) for key, value in event.items()}
    return words | {"count_rifts": counted(event.get("count", 0), "rift")}

"""The events that cards and actions cause: each must be possible on the table, and has its own consequences."""

from collections.abc import Callable
from typing import Any

from . import clones, machina
from .board import Pile
from .change import can_change_something
from .content import around
from .game import Game
from .missions import progress, take_progress
from .vortex import make_vortexes


def apply(game: Game, event: dict[str, Any]) -> None:
    """Read this event, which comes next, and all that follows from it."""
    VERBS[event["event"]](game)


def _energy_added(game: Game) -> None:
    event = game.take("L-EFF-1", "energy_added")
    _positive(game, event)
    machina.add_energy(game, event["era"], event["count"])


def _positive(game: Game, event: dict[str, Any]) -> None:
    game.expect("L-EFF-1", event["count"] >= 1, f"{event['event']} of at least one cube", event["count"])


def rift_removed(game: Game) -> None:
    """Rifts are repaired."""
    event = game.take("L-EFF-1", "rift_removed")
    _positive(game, event)
    era, count = game.era(event["era"]), event["count"]
    game.expect("L-EFF-1", count <= era.rifts, f"no more than the {era.rifts} rifts there", count)
    era.rifts -= count
    game.tally["rifts_removed"] += count
    progress(game, "rift_removed", event["era"], count)
    take_progress(game)


def _cubes_moved(game: Game) -> None:
    event = game.take("L-EFF-1", "rift_moved", "energy_moved")
    _positive(game, event)
    kind = "rifts" if event["event"] == "rift_moved" else "energy"
    start, goal, count = game.era(event["from"]), game.era(event["to"]), event["count"]
    there = getattr(start, kind)
    game.expect("L-EFF-1", count <= there, f"no more than the {there} {kind} there", count)
    setattr(start, kind, there - count)
    setattr(goal, kind, getattr(goal, kind) + count)
    if kind == "rifts":
        make_vortexes(game, [event["to"]])


def clone_moved(game: Game, **fields: Any) -> None:
    """A clone enters an adjacent era."""
    event = game.take("L-ACT-6", "clone_moved", **fields)
    token, start, goal = int(event["token"]), event["from"], event["to"]
    clones.locate(game, token, start, "L-ACT-6")
    game.expect("L-ACT-6", goal in around(start), f"an era adjacent to {start}", goal)
    game.era(start).clones.remove(token)
    clones.enter(game, token, goal, moved=True)


def _banished(game: Game) -> None:
    event = game.take("L-EFF-1", "clone_destroyed")
    clones.locate(game, int(event["token"]), event["era"], "L-EFF-1")
    clones.destroy(game, int(event["token"]), event["era"])


def _card_readied(game: Game) -> None:
    game.me.hand[str(game.take("L-EFF-1", "card_readied")["card"])] = True


def _agent_moved(game: Game) -> None:
    event = game.take("L-EFF-1", "agent_moved")
    agent = game.table.agents[event["who"]]
    game.expect("L-EFF-1", event["from"] == agent.era, f"{agent.name} moving from {agent.era}", event["from"])
    agent.era = event["to"]


def draw_pile(game: Game, who: str) -> tuple[Pile, list[str], str]:
    """The pile from which this agent draws, its discard pile and its name in the trace."""
    if game.content.solo:
        return game.table.common, game.table.common_discard, "common"
    agent = game.table.agents[who]
    return agent.draw, agent.discard, who


def reshuffle(game: Game, who: str) -> None:
    """An empty draw pile takes in the discard pile (L-REF-1)."""
    pile, discard, name = draw_pile(game, who)
    game.take("L-REF-1", "pile_reshuffled", pile=name)
    game.expect("L-REF-1", not len(pile) and bool(discard), "an empty pile and a discard pile", f"{pile} / {discard}")
    pile.shuffle_in(discard)


def cards_drawn(game: Game, who: str) -> int:
    """Cards go from the top of this agent's pile to its hand, ready; returns their number."""
    pile, _, _ = draw_pile(game, who)
    cards = [str(card) for card in game.take("L-REF-1", "cards_drawn", who=who)["cards"]]
    for card in cards:
        game.expect("L-REF-1", pile.draw(card), f"the top of the pile, {pile}", card)
        game.table.agents[who].hand[card] = True
    return len(cards)


def _draws(game: Game) -> None:
    assert game.active is not None
    cards_drawn(game, game.active)


def _reshuffles(game: Game) -> None:
    assert game.active is not None
    reshuffle(game, game.active)


def used(game: Game, event: dict[str, Any], *, ally: bool = False) -> str:
    """An artifact_used line, already read, is in order: the card is ready in that hand and can change something."""
    card, owner = str(event["card"]), event["owner"]
    game.expect("L-ACT-3", owner in game.content.names and (owner != game.active) == ally, "the owner's hand", owner)
    hand = game.table.agents[owner].hand
    game.expect("L-ACT-3", hand.get(card, False) and card not in game.in_use, f"a ready card of {hand}", card)
    usable = can_change_something(game, game.content.cards[card], ally=ally)
    game.expect("L-ACT-3", usable, "a card that can change something now", card)
    hand[card] = False
    game.in_use.append(card)
    game.used.add(card)
    game.tally["ally_cards" if ally else "cards_used"] += 1
    progress(game, "artifact_used", game.me.era, late=True, dimension=game.content.cards[card].dimension)
    take_progress(game)
    return card


def _ally_card_used(game: Game) -> None:
    used(game, game.take("L-ACT-3", "artifact_used"), ally=True)


VERBS: dict[str, Callable[[Game], None]] = {
    "energy_added": _energy_added, "rift_removed": rift_removed, "rift_moved": _cubes_moved,
    "energy_moved": _cubes_moved, "clone_moved": clone_moved, "clone_destroyed": _banished,
    "card_readied": _card_readied, "agent_moved": _agent_moved, "cards_drawn": _draws,
    "pile_reshuffled": _reshuffles, "artifact_used": _ally_card_used,
}  # fmt: skip

"""The table after set-up (L-SET, L-SCN)."""

from collections import Counter
from typing import Any

from .board import Era
from .content import Content
from .game import Game

CLONES = {"2": 7, "3": 6, "4": 5, "solo": 8}
ARTIFACTS = {"2": 3, "3": 4, "4": 5, "solo": 3}


def judge(game: Game) -> None:
    """Read the set-up: its events must agree with the first state, which becomes the table."""
    first = game.at
    while game.line.get("type") == "event":
        game.take("TRACE", game.next)
    events = game.lines[first : game.at]
    game.look()
    if game.line.get("type") != "state" or game.line["at"] != "setup":
        game.fail("TRACE", "a state at setup is due", game.next)
    if game.line["turn"] != 0:
        game.report("TRACE", "set-up is turn 0", game.line["turn"])
    game.adopt()
    for check in (_missions, _eras, _clones, _artifacts, _agents, _machina, _centrifuges, _rest):
        check(game)
    _events(game, events)


def _due(game: Game, rule: str, what: str, due: Any, found: Any) -> None:
    if due != found:
        game.report(rule, f"{what}: {due}", found)


def _by_size(content: Content, name: str, default: dict[str, int]) -> int:
    return int(content.assumed(name, default["solo" if content.solo else str(len(content.names))]))


def _missions(game: Game) -> None:
    table = game.table
    _due(game, "L-SET-1", "one mission an era", 7, sum(era.mission is not None for era in table.eras))
    _due(game, "L-SET-2", "active missions", 2, len(table.tiles(active=True)))
    blank = all(not tile.progress for tile in table.tiles(True) + table.tiles(False))
    _due(game, "L-SET-2", "missions without progress", True, blank)
    _due(game, "L-SET-1", "missions left out", len(game.content.missions) - 7, len(table.missions_out))


def _eras(game: Game) -> None:
    for number, era in enumerate(game.table.eras):
        active = era.mission is not None and era.mission.active
        cubes = (1, 0) if active else (0, 1)
        _due(game, "L-SET-2", f"rifts and energy of era {number}", cubes, (era.rifts, era.energy))
        _due(game, "L-SET-2", f"no permanent energy, no vortex in {number}", (0, None), (era.permanent, era.vortex))


def _clones(game: Game) -> None:
    content, tokens = game.content, game.content.tokens
    number = _by_size(content, "setup_clones", CLONES)
    if content.scenario == "sabotage":
        number += (0, 1, 3)[content.level]
    placed = [(token, era) for era, place in enumerate(game.table.eras) for token in place.clones]
    _due(game, "L-SET-4", "ordinary clones", number, sum(not tokens[token].supa for token, _ in placed))
    wrong = [(token, era) for token, era in placed if tokens[token].arrival != era]
    _due(game, "L-SET-4", "clones elsewhere than in their arrival eras", [], wrong)
    if content.supa:
        _due(game, "L-SCN-2", "supa clones", 3 + content.level, sum(tokens[token].supa for token, _ in placed))
    pairs = Counter((token.arrival, token.paradox) for token in tokens.values() if not token.supa)
    far = Counter((a, (a + d) % 7) for a in range(7) for d in (2, 3, 4, 5))
    if content.assumptions.get("clone_tokens", "content") == "content":
        _due(game, "L-SET-3", "tokens by arrival and paradox era", far, pairs)
    supa = {(t.arrival - t.paradox) % 7 for t in tokens.values() if t.supa}
    _due(game, "L-SCN-2", "supa tokens arriving three eras on", supa & {3}, supa)


def _artifacts(game: Game) -> None:
    cards = game.content.cards
    placed = [(card, era) for era, place in enumerate(game.table.eras) for card in place.artifacts]
    _due(game, "L-SET-5", "artifacts", _by_size(game.content, "setup_artifacts", ARTIFACTS), len(placed))
    wrong = [(card, era) for card, era in placed if cards[card].origin != era]
    _due(game, "L-SET-5", "artifacts elsewhere than in their origin eras", [], wrong)
    origins = Counter(card.origin for card in cards.values() if card.kind == "artifact")
    _due(game, "L-SET-8", "artifacts by origin era", Counter(dict.fromkeys(range(7), 7)), origins)
    _due(game, "L-MIS-3", "artifacts destroyed at set-up", int(game.content.machina), len(game.table.destroyed))


def _agents(game: Game) -> None:
    content, table = game.content, game.table
    _due(game, "L-SET-6", "the agents as listed", content.names, list(table.agents))
    hand = 0 if content.solo else 3
    pile = 6 + content.machina
    for agent in table.agents.values():
        _due(game, "L-SET-7", f"{agent.name} in its own era", content.starts[agent.name], agent.era)
        _due(game, "L-SET-6", f"{agent.name}'s opening hand, ready", [True] * hand, list(agent.hand.values()))
        rest = 0 if content.solo else pile - 3
        counts = (len(agent.draw), len(agent.discard), agent.free_move, agent.loops, agent.ability_used)
        _due(game, "L-SET-6", f"{agent.name}'s pile and unused turn", (rest, 0, True, 0, False), counts)
    if content.solo:
        size = pile * len(content.names)
        _due(game, "L-SOL-1", "common pile", (size, 0), (len(table.common), len(table.common_discard)))


def _machina(game: Game) -> None:
    if not game.content.machina:
        return
    cards = game.content.cards
    placed = [(card, filled, era) for era, place in enumerate(game.table.eras) for card, filled in place.machina]
    _due(game, "L-SCN-3", "Ultramachina cards", (4, 5, 7)[game.content.level], len(placed))
    wrong = [row for row in placed if row[1] or cards[row[0]].origin != row[2]]
    _due(game, "L-SCN-3", "filled Ultramachina cards, or not in their origin eras", [], wrong)
    _due(game, "L-SCN-3", "Foo", 6, game.table.foo)


def _centrifuges(game: Game) -> None:
    placed = [number for number, era in enumerate(game.table.eras) if era.centrifuge]
    _due(game, "L-SCN-4", "centrifuges", 3 if game.content.centrifuges else 0, len(placed))
    wrong = [number for number in placed if (tile := game.table.eras[number].mission) and tile.active]
    _due(game, "L-SCN-4", "centrifuges in eras of active missions", [], wrong)


def _rest(game: Game) -> None:
    table = game.table
    _due(game, "L-SET", "completed, destroyed or lost clones", ([], 0, []), (
        table.completed, table.supa_destroyed, table.out_of_game))  # fmt: skip
    if not game.content.machina:
        _due(game, "L-SET-2", "the whole Foo deck", list(range(7)), sorted(table.foo_deck or []))
        _due(game, "L-FOO-1", "Foo on no era yet, none visited", (None, []), (table.foo, table.visited))


def _events(game: Game, events: list[dict[str, Any]]) -> None:
    """Nothing that set-up puts somewhere has left that place when the first state is shown."""
    counts = Counter(event["event"] for event in events)
    for event in events:
        if event["event"] in ("lost", "won", "progress", "ultramachina_progress", "vortex"):
            game.report("L-SET", "no such event in set-up", event)
        elif event.get("era") is not None and not _lies_there(game.table.eras[event["era"]], event):
            game.report("L-SET", f"what {event['event']} tells in the state at setup", event)
    for name, kind in (("artifact_revealed", "artifacts"), ("ultramachina_revealed", "machina")):
        there = sum(len(getattr(era, kind)) for era in game.table.eras)
        _due(game, "L-SET", f"{name} events", there, counts.get(name, there))
    _rewards(game, events)


def _lies_there(era: Era, event: dict[str, Any]) -> bool:
    match event["event"]:
        case "clone_arrived":
            return int(event["token"]) in era.clones
        case "artifact_revealed":
            return str(event["card"]) in era.artifacts and not event["destroyed"]
        case "ultramachina_revealed":
            return [str(event["card"]), 0] in era.machina
        case "rift_landed":
            return era.rifts == 1
        case "mission_activated":
            return era.mission is not None and era.mission.active and era.mission.id == str(event["mission"])
    return True


def _rewards(game: Game, events: list[dict[str, Any]]) -> None:
    rewards = [(event["who"], str(event["card"])) for event in events if event["event"] == "reward"]
    if not game.content.machina and not rewards:
        return
    _due(game, "L-SCN-3", "rewards in the order of the agents", game.content.names, [who for who, _ in rewards])
    game.taken.update(card for _, card in rewards)
    common = game.table.common.known
    for number, (who, card) in enumerate(reversed(rewards)):
        taken = common[number : number + 1] == [card] if game.content.solo else card in game.table.agents[who].hand
        _due(game, "L-SCN-3", f"{card} on top of the pile before the opening hands", True, taken)

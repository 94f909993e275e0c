"""Missions: progress, filling up, completion, attendance rewards (L-MIS)."""

from typing import Any

from .content import Mission, around, word
from .game import Game, GameOver


def _at_place(game: Game, mission: Mission, home: int, era: int) -> bool:
    foo = game.table.foo
    if mission.place == "any":
        return True
    if mission.place == "mission_era":
        return era == home
    if foo is None:
        return False
    if mission.place == "foo":
        return era == foo
    if mission.place == "adjacent_to_foo":
        return era in around(foo)
    standing = {agent.era for agent in game.table.agents.values()}
    return mission.place == "both_adjacent_to_foo" and set(around(foo)) <= standing


def progress(game: Game, event: str, era: int, count: int = 1, *, late: bool = False, **labels: Any) -> None:
    """Enter the progress that an event brings; its lines become due (L-MIS-1, L-MIS-5).

    `labels` holds what distinct missions record besides the era: `dimension`, `clone`.
    """
    for home, place in enumerate(game.table.eras):
        tile = place.mission
        if tile is None or not tile.active:
            continue
        mission = game.content.missions[tile.id]
        if mission.event != event or not _at_place(game, mission, home, era):
            continue
        for _ in range(count):
            slot = {"era": era, **labels}.get(mission.distinct, len(tile.progress))
            if len(tile.progress) < mission.slots and slot not in tile.progress:
                tile.progress.append(slot)
                (game.late if late else game.due).append((tile.id, slot))


def take_progress(game: Game, *, some: bool = False) -> None:
    """Read the progress lines that come now; all that are due must be there, unless `some` may still follow."""
    while game.next == "progress":
        slot = game.look()["slot"]
        entry = (str(game.line["mission"]), slot if isinstance(slot, int) else word(slot))
        wanted = next((due for due in (game.due, game.late) if entry in due), None)
        if wanted is None and some:
            return
        if wanted is None:
            game.fail("L-MIS-1", f"no progress but {game.due + game.late} is due", entry)
        wanted.remove(entry)
        game.take("L-MIS-1", "progress")
    if game.due and not some:
        game.miss("L-MIS-1", f"progress {game.due}")


def refill_active(game: Game) -> None:
    """Two missions are active as long as hidden ones remain (L-MIS-4)."""
    while len(game.table.tiles(active=True)) < 2 and game.table.tiles(active=False):
        event = game.take("L-MIS-4", "mission_activated")
        tile = game.era(event["era"]).mission
        holds = tile is not None and not tile.active and tile.id == str(event["mission"])
        game.expect("L-MIS-4", holds, f"a hidden mission in era {event['era']}", event["mission"])
        assert tile is not None
        tile.active = True


def check_win(game: Game) -> None:
    """The game is won now if L-END-1 holds."""
    table = game.table
    supa_left = any(game.content.tokens[token].supa for token in table.clones())
    if len(table.completed) >= 4 and not supa_left and not any(era.centrifuge for era in table.eras):
        game.take("L-END-1", "won")
        game.outcome = "missions_completed"
        raise GameOver


def complete(game: Game) -> None:
    """Phase IV: a full mission in the active agent's era is completed, whether wanted or not (L-MIS-2)."""
    era = game.me.era
    tile = game.era(era).mission
    if tile is None or not tile.active or len(tile.progress) < game.content.missions[tile.id].slots:
        return
    event = game.take("L-MIS-2", "mission_completed", era=era)
    game.expect("L-MIS-2", str(event["mission"]) == tile.id, f"mission {tile.id}", event["mission"])
    game.table.completed.append(tile.id)
    game.era(era).mission = None
    check_win(game)
    if game.next == "mission_activated":
        refill_active(game)
    assert game.active is not None
    attendance_reward(game, game.active)
    refill_active(game)


def refill_hq(game: Game, wanted: int) -> None:
    """Read an HQ reshuffle, which is in order only if the deck is short of what is wanted (L-FOO-2)."""
    table = game.table
    if game.next == "pile_reshuffled":
        game.take("L-FOO-2", "pile_reshuffled", pile="hq_deck")
        in_order = len(table.hq) < wanted and bool(table.destroyed)
        game.expect("L-FOO-2", in_order, "no reshuffle before the HQ deck is empty", f"{len(table.hq)} cards")
        table.hq.shuffle_in(table.destroyed)


def attendance_reward(game: Game, first: str) -> None:
    """Agents + 1 artifacts; each agent takes one on top of its draw pile, the last is destroyed (L-MIS-3)."""
    table, names = game.table, game.content.names
    wanted = len(names) + 1
    size = min(wanted, len(table.hq) + len(table.destroyed))
    cards: list[str] = []
    while len(cards) < size or game.next == "reward_drawn":
        refill_hq(game, wanted - len(cards))
        for card in map(str, game.take("L-MIS-3", "reward_drawn")["cards"]):
            game.expect("L-MIS-3", table.hq.draw(card), f"the top of the HQ deck, {table.hq}", card)
            cards.append(card)
    game.expect("L-MIS-3", len(cards) == size, f"{size} artifacts drawn", cards)
    start = names.index(first)
    for who in names[start:] + names[:start]:
        if cards:
            card = str(game.take("L-MIS-3", "reward", who=who)["card"])
            game.expect("L-MIS-3", card in cards, f"one of {cards}", card)
            cards.remove(card)
            game.taken.add(card)
            (table.common if game.content.solo else table.agents[who].draw).put(card)
    if cards:
        game.take("L-MIS-3", "artifact_destroyed", card=cards[0])
        table.destroyed.append(cards.pop())

"""Ultramachina cards: effects on Foo's arrival, filling, destruction, new cards (L-SCN-3)."""

from collections import Counter

from .clones import spawn
from .content import Effect, around
from .game import Game
from .missions import progress, take_progress

RULE = "L-SCN-3"


def take_effect(game: Game) -> int:
    """The cards of Foo's era take effect in the order of their reveal; returns the extra rifts of this drop."""
    foo = game.table.foo
    assert foo is not None
    extra = 0
    for name, _ in list(game.era(foo).machina):
        for effect in game.content.cards[name].effects:
            event = game.take(RULE, "ultramachina_effect", card=name)
            printed = "".join(str(event["effect"]).split())
            game.expect(RULE, printed == "".join(effect.text.split()), effect.text, event["effect"])
            extra += _carry_out(game, effect, foo)
    return extra


def _carry_out(game: Game, effect: Effect, foo: int) -> int:
    era = game.era(foo)
    if effect.verb == "cubes":
        return effect.n
    if effect.verb == "clones":
        spawn(game, RULE, effect.n)
    elif effect.verb == "drain":
        count = min(effect.n, era.energy)
        if count or game.next == "energy_removed":
            game.take(RULE, "energy_removed", era=foo, count=count)
        era.energy -= count
    elif effect.verb == "wreck":
        for _ in range(min(effect.n, len(era.artifacts))):
            card = str(game.take(RULE, "artifact_destroyed")["card"])
            game.expect(RULE, card in era.artifacts, f"one of {era.artifacts}", card)
            era.artifacts.remove(card)
            game.table.destroyed.append(card)
    elif effect.verb == "exhaust":
        _exhaust(game, effect.n, {foo, *around(foo)})
    else:
        game.fail(RULE, "an effect of the vocabulary", effect.text)
    return 0


def _exhaust(game: Game, n: int, eras: set[int]) -> None:
    agents = [agent for agent in game.table.agents.values() if agent.era in eras]
    due = Counter({agent.name: min(n, sum(agent.hand.values())) for agent in agents})
    while +due:
        event = game.take(RULE, "card_exhausted")
        who, card = event["who"], str(event["card"])
        game.expect(RULE, due[who] > 0, f"cards still to exhaust {dict(+due)}", who)
        hand = game.table.agents[who].hand
        game.expect(RULE, hand.get(card, False), f"a ready card of {who}", card)
        hand[card] = False
        due[who] -= 1


def add_energy(game: Game, number: int, count: int) -> None:
    """Energy is added, its line being read: progress, then one free slot a cube where Ultramachina cards lie."""
    era = game.era(number)
    era.energy += count
    game.tally["energy_added"] += count
    progress(game, "energy_added", number, count)
    free = sum(game.content.cards[name].slots - filled for name, filled in era.machina)
    for _ in range(min(count, free)):
        take_progress(game, some=True)
        _fill(game, number)
    take_progress(game)


def _fill(game: Game, number: int) -> None:
    machina = game.era(number).machina
    card = str(game.take(RULE, "ultramachina_progress")["card"])
    entry = next((row for row in machina if row[0] == card), None)
    if entry is None:
        game.fail(RULE, f"one of the cards {machina}", card)
    entry[1] += 1
    if entry[1] < game.content.cards[card].slots:
        return
    take_progress(game, some=True)
    game.take(RULE, "ultramachina_destroyed", card=card, era=number)
    machina.remove(entry)
    game.wrecked_machina.append(card)
    take_progress(game, some=True)
    assert game.table.foo is not None
    landed = game.take(RULE, "energy_landed")["era"]
    eras = game.content.landing(game.table.foo)
    game.expect(RULE, landed in eras, f"the cube in one of {sorted(eras)}", landed)
    game.era(landed).energy += 1


def reveal(game: Game) -> None:
    """Three more cards at the end of a turn but the 21st with Foo in era 6, if they are due."""
    if not game.content.machina or game.table.foo != 6 or game.turn == 21:
        return
    for _ in range(min(3, len(game.table.machina_deck))):
        event = game.take(RULE, "ultramachina_revealed")
        card = str(event["card"])
        game.expect(RULE, game.table.machina_deck.draw(card), f"the top of {game.table.machina_deck}", card)
        origin = game.content.cards[card].origin
        game.expect(RULE, event["era"] == origin, f"{card} in era {origin}", event["era"])
        game.era(event["era"]).machina.append([card, 0])

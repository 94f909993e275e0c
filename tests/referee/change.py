"""Whether an effect, and so a card, can change something now (L-ACT-3)."""

from .board import Era
from .content import ERAS, Card, Effect, around
from .game import Game


def eras_of(game: Game, where: str) -> set[int]:
    """The eras among which an effect's cubes may be put, seen from the active agent."""
    here = game.me.era
    foo = game.table.foo
    named: dict[str, set[int]] = {
        "here": {here},
        "adjacent": set(around(here)),
        "each_adjacent": set(around(here)),
        "foo": {foo} if foo is not None else set(),
        "any": set(range(ERAS)),
        "here_or_adjacent": {here, *around(here)},
    }
    if where not in named:
        game.fail("CARD", "a place of the vocabulary", where)
    return named[where]


def available(game: Game) -> int:
    """How many cards the active agent could draw."""
    table = game.table
    if game.content.solo:
        return len(table.common) + len(table.common_discard)
    return len(game.me.draw) + len(game.me.discard)


def readiable(game: Game) -> set[str]:
    """The cards that `ready` may ready: exhausted, elementary, not in use."""
    cards = game.content.cards
    exhausted = {card for card, ready in game.me.hand.items() if not ready and card not in game.in_use}
    return {card for card in exhausted if cards[card].dimension != "black_hole"}


def _ally_card(game: Game) -> bool:
    others = [agent for agent in game.table.agents.values() if agent.name != game.active]
    ready = [card for agent in others for card, is_ready in agent.hand.items() if is_ready]
    return any(can_change_something(game, game.content.cards[card], ally=True) for card in ready)


def _changes(game: Game, effect: Effect, ally: bool) -> bool:
    here: Era = game.era(game.me.era)
    verb = effect.verb
    if verb == "transfer":
        return (here.energy if effect.args[0] == "energy" else here.rifts) > 0
    if verb == "repair":
        return any(game.era(era).rifts for era in eras_of(game, str(effect.last)))
    if verb == "pull":
        return any(game.era(era).clones for era in around(game.me.era))
    if verb in ("push", "banish"):
        return bool(here.clones)
    if verb == "ready":
        return bool(readiable(game))
    if verb == "draw":
        return available(game) > 0
    if verb == "use_ally":
        return not ally and _ally_card(game)
    return True  # energy is always added; an agent can always move


def can_change_something(game: Game, card: Card, *, ally: bool = False) -> bool:
    """Whether one of the card's effects can change something; as an ally's card it has no `use_ally`."""
    return any(_changes(game, effect, ally) for effect in card.effects if effect.args[:1] != (0,))

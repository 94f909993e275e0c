"""Solo: who takes the turn is found by dealing from the common pile (L-SOL-1)."""

from .consequences import reshuffle
from .game import Game

HAND = 3


def phase(game: Game) -> None:
    """Reveal cards one at a time until an agent has three; that agent takes the turn."""
    table = game.table
    while game.active is None:
        if game.next == "pile_reshuffled":
            reshuffle(game, "")
        event = game.take("L-SOL-1", "solo_revealed")
        card, who = str(event["card"]), event["who"]
        game.expect("L-SOL-1", table.common.draw(card), f"the top of the common pile, {table.common}", card)
        game.expect("L-SOL-1", who in table.agents, f"one of {list(table.agents)}", who)
        owner = game.content.cards[card].owner
        game.expect("L-SOL-1", owner in (None, who), f"a starting card in its agent's hand, {owner}", who)
        hand = table.agents[who].hand
        game.expect("L-SOL-1", len(hand) < HAND, "a hand with fewer than 3 cards", hand)
        hand[card] = True
        if len(hand) == HAND:
            game.active = who

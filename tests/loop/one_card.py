"""A position with one card in the active hand, and the words in which tests of its choices are written."""

from __future__ import annotations

from typing import Any

from loop.positions import add_card, choices, new_rules, new_state, put_hand, values

from sim.games.loop.state import Rules, State
from sim.games.loop.terms import END_TURN, STAGE, USE_CARD

DONE = (END_TURN, 0)  # the first option when no card is in use
Choice = tuple[int, int]


def with_card(*effects: str, era: int = 3, rules: Rules | None = None, **fields: Any) -> tuple[State, Rules]:
    """Return a position in which the active agent stands in an era and holds one card with these effects.

    The ally stands in era 6. Without rules of its own the position is one of Sabotage, and nobody has an ability.
    """
    rules = rules or new_rules()
    state = new_state(rules, agent_era=[era, 6], **fields)
    put_hand(state, 0, add_card(rules, "star", *effects))
    return state, rules


def first_stage(state: State, rules: Rules) -> list[int]:
    """Return what the card offers first."""
    return values(choices(state, rules), USE_CARD)


def stage(*options: int) -> list[Choice]:
    """Return the options of a later stage."""
    return [(STAGE, option) for option in options]

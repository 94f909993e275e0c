"""Restricted play: what the agents may not do (`forbid`), in words, and so what a rule or a card is worth."""

from __future__ import annotations

from typing import Any

from pydantic_core import PydanticCustomError

from sim.content import nearest, show
from sim.game import Removals, SelectionError
from sim.games.loop.content import Content
from sim.games.loop.state import Rules
from sim.games.loop.terms import NO_ABILITY

NOTHING = "none"
LOOPS, ARTIFACTS, ABILITY = "loops", "artifacts", "ability"
CARD = "card:"
AND = "+"
TITLES = {LOOPS: "LOOPs", ARTIFACTS: "Taking artifacts", ABILITY: "Special abilities"}
ALLOWED = f'"{NOTHING}", or some of {", ".join(TITLES)}, {CARD}ID, joined by "{AND}"'
WORD = f"({'|'.join(TITLES)}|{CARD}[^{AND}]+)"
SCHEMA = {"type": "string", "pattern": rf"^({NOTHING}|{WORD}(\{AND}{WORD})*)$"}


def check_forbidden(value: Any) -> Any:
    """Return what is forbidden as it was given; each thing once."""
    words = value.split(AND) if isinstance(value, str) else []
    if value == NOTHING or (words and all(map(is_word, words)) and len(set(words)) == len(words)):
        return value
    raise PydanticCustomError("forbid", "must be {allowed}, each once", {"allowed": ALLOWED})


def is_word(word: str) -> bool:
    """Whether a word names something that can be forbidden; its card may still be unknown."""
    return word in TITLES or (word.startswith(CARD) and word != CARD)


def forbid(rules: Rules, forbidden: str, content: Content) -> None:
    """Write into the rules what the agents may not do. Raises SelectionError for an unknown card.

    A blank card has no effect left, and a card that can change nothing cannot be used (L-ACT-3).
    """
    for word in forbidden.split(AND) if forbidden != NOTHING else ():
        if word == LOOPS:
            rules.no_loops = 1
        elif word == ARTIFACTS:
            rules.no_taking = 1
        elif word == ABILITY:
            rules.agent_ability[:] = NO_ABILITY
        else:
            rules.card_n_effects[number_of(word.removeprefix(CARD), content)] = 0


def number_of(card: str, content: Content) -> int:
    """Return a card's number."""
    if card not in content.card_ids:
        hint = nearest(card, content.card_ids) or "; `sim list cards loop` has them all"
        raise SelectionError(f"forbid: unknown card {show(card)}{hint}")
    return content.card_ids.index(card)


def removals(content: Content) -> Removals:
    """Return each rule that can be forbidden, and each artifact of the HQ deck."""
    cards = {CARD + content.card_ids[number]: content.cards[number].name for number in content.hq()}
    return Removals("forbid", NOTHING, {"rules": TITLES, "cards": cards})

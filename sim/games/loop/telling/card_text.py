"""What is written on a card, in words: `push(2, 1)` is `push up to 2 clones, each 1 era`."""

from __future__ import annotations

import re
from collections.abc import Iterable

PLACES = {
    "here": "here",
    "adjacent": "in an adjacent era",
    "each_adjacent": "in each adjacent era",
    "foo": "in Foo's era",
    "any": "in any era",
    "here_or_adjacent": "here or in an adjacent era",
}
WORDS = {
    "energy": "{0} energy {place}",
    "repair": "repair {rifts} {place}",
    "push": "push {clones} up to {eras}",
    "pull": "pull {clones}",
    "carry": "carry {clones} up to {eras}",
    "move": "move up to {eras}",
    "move_ally": "move an ally up to {eras}",
    "banish": "banish {clones}",
    "ready": "ready {cards}",
    "use_ally": "use an ally's card",
    "draw": "draw {cards}",
    "transfer": "transfer {1} {0}",
    "clones": "{clones} arriving",
    "cubes": "{rifts} more in this drop",
    "drain": "{0} energy drained in Foo's era",
    "exhaust": "{cards} exhausted of each agent near Foo",
    "wreck": "{artifacts} destroyed in Foo's era",
}


def in_words(effects: Iterable[str]) -> str:
    """Return effects of a card as words, in order."""
    return ", ".join(effect_in_words(effect) for effect in effects)


def effect_in_words(effect: str) -> str:
    """Return one effect, as the data has it, in words."""
    verb, *arguments = re.findall(r"\w+", effect)
    if effect.replace(" ", "") == "move(any)":
        return "move to any era"
    first, last = (arguments[0], arguments[-1]) if arguments else ("", "")
    counts = {thing: counted(first, thing[:-1]) for thing in ("rifts", "clones", "cards", "artifacts")}
    return WORDS[verb].format(*arguments, **counts, eras=counted(last, "era"), place=PLACES.get(last, last))


def counted(n: int | str, thing: str) -> str:
    """Return `1 rift`, `2 rifts`; `n` may be a numeral."""
    return f"{n} {thing}" if str(n) == "1" else f"{n} {thing}s"

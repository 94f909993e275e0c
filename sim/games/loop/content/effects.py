"""The vocabulary of cards: effects as text (`push(2, 1)`) to and from codes of `terms`. L-EFF-1."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sim.content import nearest, show
from sim.games.loop.terms import ANY_STEPS, HERE, MACHINA_VERBS, N_ERAS, PLACES_OF_EFFECT, VERBS

MOST = 9
MOST_STEPS = N_ERAS
ANY = "any"
CUBES = ("energy", "rift")
SHAPE = re.compile(r"\s*([A-Za-z_]+)\s*(?:\((.*)\))?\s*")

# What stands between the brackets of each effect, in order
SIGNATURES: dict[str, tuple[str, ...]] = {
    "energy": ("n", "where"),
    "repair": ("n", "where"),
    "push": ("n", "steps"),
    "pull": ("n",),
    "carry": ("n", "steps"),
    "move": ("steps|any",),
    "move_ally": ("steps",),
    "banish": ("n",),
    "ready": ("n",),
    "use_ally": (),
    "draw": ("n",),
    "transfer": ("energy|rift", "n"),
}
MACHINA_SIGNATURES: dict[str, tuple[str, ...]] = dict.fromkeys(MACHINA_VERBS, ("n",))


@dataclass(frozen=True)
class Effect:
    """One effect of a card in codes of `terms`.

    `n` is 1 where the text has no number, `steps` 0 where it has none (`move(any)`: ANY_STEPS; `pull`: 1), `where`
    HERE where it has none.
    """

    verb: int
    n: int = 1
    steps: int = 0
    where: int = HERE

    def __str__(self) -> str:
        """Return the effect as the vocabulary spells it."""
        verb, *cubes = VERBS[self.verb].split()
        words = {
            "n": str(self.n),
            "where": PLACES_OF_EFFECT[self.where],
            "steps": str(self.steps),
            "steps|any": ANY if self.steps == ANY_STEPS else str(self.steps),
            "energy|rift": "".join(cubes),
        }
        return spell(verb, [words[kind] for kind in SIGNATURES[verb]])


@dataclass(frozen=True)
class MachinaEffect:
    """One effect of an Ultramachina card in codes of `terms`."""

    verb: int
    n: int

    def __str__(self) -> str:
        """Return the effect as the vocabulary spells it."""
        return spell(MACHINA_VERBS[self.verb], [str(self.n)])


def parse_effect(text: object) -> Effect:
    """Return the effect that a text means. Raises ValueError saying what is wrong and what is allowed."""
    verb, words = read(text, SIGNATURES)
    if verb == "pull":
        return Effect(VERBS.index(verb), words["n"], steps=1)
    if verb == "transfer":
        verb = f"transfer {CUBES[words['energy|rift']]}"
    steps = words.get("steps", words.get("steps|any", 0))
    return Effect(VERBS.index(verb), words.get("n", 1), steps, words.get("where", HERE))


def parse_machina(text: object) -> MachinaEffect:
    """Return the Ultramachina effect that a text means. Raises ValueError likewise."""
    verb, words = read(text, MACHINA_SIGNATURES)
    return MachinaEffect(MACHINA_VERBS.index(verb), words["n"])


def read(text: object, signatures: dict[str, tuple[str, ...]]) -> tuple[str, dict[str, int]]:
    """Split a text into its verb and the codes between its brackets, checked against the signatures."""
    match = SHAPE.fullmatch(text) if isinstance(text, str) else None
    if not match:
        raise ValueError(f"must be an effect as text, such as {vocabulary(signatures)}, not {show(text)}")
    verb, inside = match.groups()
    if verb not in signatures:
        raise ValueError(f"unknown effect {show(verb)}; allowed: {vocabulary(signatures)}{nearest(verb, signatures)}")
    kinds = signatures[verb]
    words = [word.strip() for word in inside.split(",")] if inside and inside.strip() else []
    if len(words) != len(kinds):
        raise ValueError(f"{show(text)} must read {spell(verb, kinds)}")
    return verb, {kind: read_word(str(text), kind, word) for kind, word in zip(kinds, words, strict=True)}


def read_word(text: str, kind: str, word: str) -> int:
    """Return the code of one word between the brackets."""
    if kind in ("where", "energy|rift"):
        names = PLACES_OF_EFFECT if kind == "where" else CUBES
        if word not in names:
            allowed = ", ".join(names)
            raise ValueError(f"{show(text)}: {kind} must be one of {allowed}, not {show(word)}{nearest(word, names)}")
        return names.index(word)
    if kind == "steps|any" and word == ANY:
        return ANY_STEPS
    most = MOST if kind == "n" else MOST_STEPS
    if not re.fullmatch(r"[0-9]{1,3}", word) or not 1 <= int(word) <= most:
        also = " or any" if kind == "steps|any" else ""
        name = "n" if kind == "n" else "steps"
        raise ValueError(f"{show(text)}: {name} must be a whole number from 1 to {most}{also}, not {show(word)}")
    return int(word)


def spell(verb: str, words: tuple[str, ...] | list[str]) -> str:
    """Return `verb(word, word)`, or the verb alone if it takes none."""
    return f"{verb}({', '.join(words)})" if words else verb


def vocabulary(signatures: dict[str, tuple[str, ...]]) -> str:
    """Return every effect as the rules write it."""
    return ", ".join(spell(verb, kinds) for verb, kinds in signatures.items())

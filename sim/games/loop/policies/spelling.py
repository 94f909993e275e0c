"""How a policy is written: its name, and for those who search how hard, `planner(width=8, samples=4)`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sim.game import SelectionError

FORM = re.compile(r"(?P<name>\w+)\s*(\((?P<arguments>[^()]*)\))?")
ARGUMENT = re.compile(r"\s*(?P<key>\w+)\s*=\s*(?P<value>\d{1,9})\s*")
LIMITS = {"width": (1, 64), "samples": (0, 64)}


@dataclass(frozen=True)
class Spelling:
    """A policy and how hard it searches: so many lines at a time, so many futures past the end of the turn."""

    name: str
    width: int
    samples: int

    def __str__(self) -> str:
        """Return the one way to write it: only what differs from the policy's own, `width` first."""
        own = DEFAULTS[self.name]
        words = [f"{key}={getattr(self, key)}" for key in LIMITS if getattr(self, key) != getattr(own, key)]
        return f"{self.name}({', '.join(words)})" if words else self.name


DEFAULTS = {name: Spelling(name, *rest) for name, rest in {"planner": (8, 0), "clairvoyant": (16, 1)}.items()}


def read_spelling(text: str) -> Spelling:
    """Return what `planner(width=8, samples=4)` asks for; what is left out is the policy's own.

    Raises `SelectionError` for a name, key or number that is not allowed, naming what is.
    """
    found = FORM.fullmatch(text.strip())
    if found is None or found["name"] not in DEFAULTS:
        raise SelectionError(f"{text!r} is not allowed; allowed: {', '.join(DEFAULTS)}, each also as NAME(width=8)")
    spelling = DEFAULTS[found["name"]]
    given: set[str] = set()
    for word in filter(None, (found["arguments"] or "").split(",")):
        argument = ARGUMENT.fullmatch(word)
        if argument is None or argument["key"] not in LIMITS or argument["key"] in given:
            raise SelectionError(f"{text!r}: {word.strip()!r} is not allowed; allowed: {limits_told()}, each once")
        key, value = argument["key"], int(argument["value"])
        low, high = LIMITS[key]
        if not low <= value <= high:
            raise SelectionError(f"{text!r}: {key} = {value} is not allowed; allowed: {low} to {high}")
        given.add(key)
        spelling = replace(spelling, **{key: value})
    return spelling


def limits_told() -> str:
    """Return the keys with what they allow, in words."""
    return " and ".join(f"{key} ({low} to {high})" for key, (low, high) in LIMITS.items())

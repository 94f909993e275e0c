"""How a policy is written: its name, and for those that search how hard, `planner(width=8, samples=4)`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from sim.game import SelectionError

FORM: Final = re.compile(r"(?P<name>\w+)\s*(\((?P<arguments>[^()]*)\))?")
ARGUMENT: Final = re.compile(r"\s*(?P<key>\w+)\s*=\s*(?P<value>\d{1,9})\s*")
LIMITS: Final = {"width": (1, 64), "samples": (0, 64)}
OWN: Final = {"planner": {"width": 8, "samples": 0}, "clairvoyant": {"width": 16, "samples": 1}}


@dataclass(frozen=True)
class Spelling:
    """A policy, and how hard it searches: so many lines at a time, so many futures past the end of the turn."""

    name: str
    width: int
    samples: int

    def __str__(self) -> str:
        """Return the one way to write it: `width` before `samples`, and only what is not the policy's own."""
        own = OWN[self.name]
        words = [f"{key}={getattr(self, key)}" for key in own if getattr(self, key) != own[key]]
        return f"{self.name}({', '.join(words)})" if words else self.name


def read_spelling(text: str) -> Spelling:
    """Return what a policy's text asks for; what it leaves out is the policy's own.

    Raises `SelectionError` for a name, key or number that is not allowed, naming what is.
    """
    found = FORM.fullmatch(text.strip())
    if found is None or found["name"] not in OWN:
        raise SelectionError(f'"{text}" must be one of {", ".join(OWN)}, as it is or like planner(width=8, samples=4)')
    given: dict[str, int] = {}
    for word in (found["arguments"] or "").split(","):
        if not word.strip():
            continue
        argument = ARGUMENT.fullmatch(word)
        if argument is None or argument["key"] not in LIMITS or argument["key"] in given:
            raise SelectionError(f'"{text}": "{word.strip()}" must be width=N or samples=N, each once')
        key, value = argument["key"], int(argument["value"])
        low, high = LIMITS[key]
        if not low <= value <= high:
            raise SelectionError(f'"{text}": {key} must be {low} to {high}, not {value}')
        given[key] = value
    return Spelling(found["name"], **{**OWN[found["name"]], **given})

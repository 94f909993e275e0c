"""How a policy is written: its name, and what it takes in parentheses, `planner(width=8, samples=4)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sim.faults import not_allowed, show
from sim.game import SelectionError

if TYPE_CHECKING:
    from sim.game import Argument, Policy

FORM: Final = re.compile(r"([^()]*?)\s*(?:\(([^()]*)\))?")
NUMBER: Final = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True)
class Spelt:
    """A policy and its arguments, a value each in the order in which the policy declares them."""

    policy: Policy
    values: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Return the one way to write it: declared order, and what is at its default left out."""
        arguments = zip(self.policy.arguments, self.values, strict=True)
        given = [f"{argument.name}={value}" for argument, value in arguments if value != argument.default]
        return f"{self.policy.name}({', '.join(given)})" if given else self.policy.name


def split(text: str, separator: str) -> list[str]:
    """Return the parts of a text, stripped; a separator within parentheses does not count."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == separator and depth <= 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def read_policy(text: str, policies: Mapping[str, Policy]) -> Spelt:
    """Return the policy that a text names, with its arguments; those left out are at their defaults.

    Raises `SelectionError` with one line that says what is wrong and what is allowed.
    """
    found = FORM.fullmatch(text)
    if found is None:
        raise SelectionError(f"{show(text)} must have the form POLICY or POLICY(ARGUMENT=NUMBER, ...)")
    name, arguments = found.groups()
    if name not in policies:
        raise SelectionError(not_allowed(name, list(policies)))
    policy = policies[name]
    given = dict(read_arguments(arguments, policy)) if arguments and arguments.strip() else {}
    return Spelt(policy, tuple(given.get(argument.name, argument.default) for argument in policy.arguments))


def read_arguments(text: str, policy: Policy) -> Iterator[tuple[str, int]]:
    """Yield the arguments that a text gives to a policy, each checked."""
    known = {argument.name: argument for argument in policy.arguments}
    if not known:
        raise SelectionError(f"{show(policy.name)} takes no arguments, not {show(text.strip())}")
    seen: set[str] = set()
    for part in split(text, ","):
        name, _, value = (word.strip() for word in part.partition("="))
        if name not in known:
            raise SelectionError(not_allowed(name, list(known)))
        if name in seen:
            raise SelectionError(f"{name} is there twice")
        seen.add(name)
        yield name, read_number(value, known[name])


def read_number(text: str, argument: Argument) -> int:
    """Return the value that a text gives to an argument."""
    if not NUMBER.fullmatch(text) or not argument.least <= int(text) <= argument.most:
        allowed = f"a whole number from {argument.least} to {argument.most}"
        raise SelectionError(f"{argument.name} must be {allowed}, not {show(text)}")
    return int(text)

"""What would nobody miss? Each function of a rule, or of a policy, is emptied, and a test must fail.

    python tests/mutation.py                        every function of The LOOP whose docstring begins with a rule's ID
    python tests/mutation.py loop vortex foo        those of these modules
    python tests/mutation.py loop L-MIS L-END-1     those of these rules
    python tests/mutation.py room25 R-ROOM-acid     the same for Room 25
    python tests/mutation.py room25 policies        every function of its policies
    python tests/mutation.py room25 policies guard  ... of these modules

A function that answers yes or no is tried with both. Run by hand, from anywhere; the tests that count are those of the
game's own folder that are named by a rule, for policies those on positions made by hand. Prints the functions that no
test misses and ends with 0 if there are none.
"""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

# Before `sim` is imported: compiled functions cannot be replaced.
os.environ["SIM_JIT"] = "off"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pytest

TESTS = Path(__file__).resolve().parent
GAMES = ("loop", "room25")
RULE = re.compile(r"[LR]-[A-Z]+-\w+")
NAMED_BY_A_RULE = re.compile(r"test_[LR]_[A-Z]+_")
POLICIES = "policies"  # in place of rules
POLICY_TESTS = {"loop": ("test_greedy.py",), "room25": ("test_greedy.py", "test_doubts.py")}
PATIENCE = 60  # seconds; a rule may be what ends a loop

# What a function that does nothing returns, by what the real one is said to return
IDLE: dict[str, tuple[Callable[..., Any], ...]] = {
    "None": (lambda *_: None,),
    "bool": (lambda *_: False, lambda *_: True),
}
IDLE_NUMBER = (lambda *_: 0,)


def functions_of(folder: str) -> Iterator[FunctionType]:
    """Return the functions of a folder of modules, module by module."""
    package = importlib.import_module(folder)
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for function in vars(importlib.import_module(found.name)).values():
            if inspect.isfunction(function) and function.__module__ == found.name:
                yield function


def wanted_functions(game: str, wanted: list[str]) -> Iterator[FunctionType]:
    """Find the functions to try."""
    if POLICIES in wanted:
        modules = set(wanted) - {POLICIES}
        for function in functions_of(f"sim.games.{game}.{POLICIES}"):
            if not modules or modules.intersection(function.__module__.split(".")):
                yield function
        return
    for function in functions_of(f"sim.games.{game}"):
        if RULE.match(function.__doc__ or ""):
            names = set(function.__module__.split("."))
            if not wanted or names.intersection(wanted) or any(is_rule(function, word) for word in wanted):
                yield function


def is_rule(function: FunctionType, word: str) -> bool:
    """Is the function's first rule this one, or of this chapter?"""
    rule = RULE.match(function.__doc__ or "")
    return rule is not None and (rule[0] == word or rule[0].startswith(f"{word}-"))


def mutants(function: FunctionType) -> Iterator[tuple[str, CodeType]]:
    """Return the ways to do nothing in the function's place, each with its description."""
    for idle in IDLE.get(str(function.__annotations__.get("return")), IDLE_NUMBER):
        module = function.__module__.rpartition(".")[2]
        yield f"{module}.{function.__name__} -> {idle()}", idle.__code__


class Mutation:
    """A plugin for pytest: collects the tests once and runs them anew, in a child process, for each mutant."""

    def __init__(self, game: str, wanted: list[str]) -> None:
        self.functions = list(wanted_functions(game, wanted))
        self.is_of_rules = POLICIES not in wanted
        self.missed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests named by a rule, where rules are tried."""
        items[:] = [item for item in items if NAMED_BY_A_RULE.match(item.name) or not self.is_of_rules]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each mutant; the real rules must pass first."""
        if session.testsfailed or self.is_noticed(session.items):
            print("the tests must pass before a rule is taken away", file=sys.stderr)
            raise session.Failed
        for function in self.functions:
            items = sorted(session.items, key=lambda item: not is_about(item, function))
            for name, code in mutants(function):
                if not self.is_noticed(items, function, code):
                    self.missed.append(name)
                    print(f"missed by no test: {name}", flush=True)
        print(f"{len(self.functions)} functions, {len(self.missed)} mutants that no test misses")
        return True

    def is_noticed(
        self, items: list[pytest.Item], function: FunctionType | None = None, code: CodeType | None = None
    ) -> bool:
        """Does a test fail, or never end, when the function has this code?"""
        child = os.fork()
        if child:
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if function and code:
            function.__code__ = code
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                os._exit(1)
        os._exit(0)


def is_about(item: pytest.Item, function: FunctionType) -> bool:
    """Does a test's name begin with the rule that the function begins with?"""
    rule = RULE.match(function.__doc__ or "")
    return rule is not None and item.name.startswith(f"test_{rule[0].replace('-', '_')}_")


def test_files(game: str, is_of_rules: bool) -> list[str]:
    """Return the files of the tests that count."""
    if not is_of_rules:
        return [str(TESTS / game / name) for name in POLICY_TESTS[game]]
    paths = sorted((TESTS / game).glob("test_*.py"))
    return [str(path) for path in paths if NAMED_BY_A_RULE.search(path.read_text("utf-8"))]


def main() -> int:
    """Run the script."""
    words = sys.argv[1:]
    game = words.pop(0) if words and words[0] in GAMES else GAMES[0]
    mutation = Mutation(game, words)
    if not mutation.functions:
        sys.exit(f"no such function in {', '.join(words)}")
    files = test_files(game, mutation.is_of_rules)
    options = ["-o", "addopts=", "--import-mode=importlib", "-p", "no:terminal", "-s"]
    outcome = pytest.main([*options, "--rootdir", str(TESTS.parent), *files], plugins=[mutation])
    return int(outcome) or len(mutation.missed)


if __name__ == "__main__":
    sys.exit(main())

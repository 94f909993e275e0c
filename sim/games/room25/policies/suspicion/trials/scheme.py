"""What `planner` and `clairvoyant` have in mind in suspicion: a plan as in cooperation, with weights of its own."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from sim.games.room25.policies.planner.plan import Plan
from sim.games.room25.terms import (
    ASK_ACTION,
    ASK_CONTROL,
    ASK_LOOK,
    ASK_MOVE,
    ASK_PROGRAM,
    ASK_PUSH,
    ASK_REVEAL,
    ASK_TELL,
    ASK_TIMING,
)
from sim.records import new

QUESTIONS: Final = {
    "program": ASK_PROGRAM,
    "timing": ASK_TIMING,
    "reveal": ASK_REVEAL,
    "tell": ASK_TELL,
    "action": ASK_ACTION,
    "look": ASK_LOOK,
    "move": ASK_MOVE,
    "push": ASK_PUSH,
    "control": ASK_CONTROL,
}


@functools.cache
def weights() -> dict[str, Any]:
    """Return what both play by."""
    return tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8"))


def new_scheme(other: Mapping[str, Any] | None = None) -> Plan:
    """Return a plan that holds the weights, or other ones."""
    plan, own = new(Plan), other or weights()
    for name in ("worlds", "first", "caution", "least"):
        setattr(plan, name, own[name])
    plan.escaped = own["won"]  # by guards, too
    plan.questions = sum(1 << QUESTIONS[word] for word in own["questions"])
    return plan

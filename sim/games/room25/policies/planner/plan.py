"""What `planner` and `clairvoyant` have in mind while they try things out."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from sim.games.room25.policies.cooperation.mind import Mind, new_mind
from sim.games.room25.policies.cooperation.mind import weights as greedy_weights
from sim.games.room25.terms import ASK_ACTION, ASK_CONTROL, ASK_LOOK, ASK_MOVE, ASK_PROGRAM, MAX_CHARACTERS, N_ROOMS
from sim.kernel import compiled
from sim.records import Int32, Int32s, Int64, Int64s, new

MAX_WIDTH: Final = 32
MAX_SAMPLES: Final = 256
QUESTIONS: Final = {
    "program": ASK_PROGRAM,
    "action": ASK_ACTION,
    "move": ASK_MOVE,
    "control": ASK_CONTROL,
    "look": ASK_LOOK,
}

FORESIGHT: Final = "foresight"  # the table of weights that replace greedy's

# Which state of a workspace is which
PLAYOUT: Final = 0  # the playout goes on here
BLANK: Final = 1  # zeros to begin it from
TRIAL: Final = 2  # what is tried is played on here
PUBLIC: Final = 3  # the playout as all know it
DRAWN: Final = 4  # ... and from here on the complexes that options are tried on
N_STATES: Final = DRAWN + MAX_SAMPLES

MAX_NOTES: Final = 4096  # choices of a playout that are noted
SURE: Final = 1 << 20  # chances are counted in such parts


class Plan:
    """The dial, the weights, and what is worked out at a choice; what all expect lasts for the round."""

    # The dial
    width: Int32  # options tried beside the default
    samples: Int32  # complexes that an option is tried on before it is taken
    sees_hidden: Int32  # 1: there is but one complex, the true one

    # Weights, see weights.toml
    questions: Int32  # bit set of what is asked
    first: Int32
    caution: Int32
    least: Int32
    escaped: Int32
    in_part: Int32
    late: Int32
    late_most: Int32
    settled: Int32

    # What is to be expected of the others, see player.py
    planners: Int32  # bit set of those who try things out; all at the table know each other
    expected_round: Int32  # the round of which it is
    expected: Annotated[Int32s, (MAX_CHARACTERS,)]  # programs, NONE: nothing

    # The race
    origin: Int32  # the state that trials begin from
    n: Int32  # options still in it, the default first
    option: Annotated[Int32s, (MAX_WIDTH + 1,)]
    gain: Annotated[Int64s, (MAX_WIDTH + 1,)]  # how much more it came to than the default
    squares: Annotated[Int64s, (MAX_WIDTH + 1,)]  # sum of the squares of the gains
    tried: Int32  # complexes that those in the race have been tried on
    held: Annotated[Int32s, (MAX_SAMPLES,)]  # what the default came to, by complex
    order: Annotated[Int32s, (MAX_SAMPLES,)]  # complexes by heat, those where it came to least first
    n_dead: Int32  # the dead before it
    in_hand: Int32  # what a trial counts if time is up, and nobody else is dead
    gathers: Int32  # 1: the trials begin where it is known where Room 25 is, and nothing else is to be found
    alive: Int64  # chance that nobody has died in the trial so far, in parts of SURE, see risk.py

    # What is noted of a playout
    n_notes: Int32  # choices made so far
    follows: Int32  # 1: does what is noted

    # Rooms still to be dealt, see redraw.py
    pool: Annotated[Int32s, (N_ROOMS,)]  # copies that lie unseen
    seen: Annotated[Int32s, (N_ROOMS,)]  # copies that the character has seen


class Note:
    """A choice as it was made, so that its playout can be told without trying everything again."""

    option: Int32
    default: Int32  # what is done without a trial
    complexes: Int32  # tried; 0: nothing was tried out
    before: Int32  # what the default came to on all of them
    after: Int32  # ... and the option taken
    most: Int32  # ... and what they could come to


@functools.cache
def weights() -> dict[str, Any]:
    """Return what both play by."""
    return tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8"))


def new_plan(other: Mapping[str, Any] | None = None) -> Plan:
    """Return a plan that holds the weights, or other ones."""
    plan = new(Plan)
    for name, value in (other or weights()).items():
        if name != FORESIGHT:
            setattr(plan, name, sum(1 << QUESTIONS[word] for word in value) if name == "questions" else value)
    return plan


def new_foresight(greedy: Mapping[str, Any] | None = None, other: Mapping[str, Any] | None = None) -> Mind:
    """Return the mind in which trials are played on: `greedy` but for the weights that those who plan have instead."""
    return new_mind({**(greedy or greedy_weights()), **(other or weights())[FORESIGHT]})


@compiled
def set_dial(plan: Plan, width: int, samples: int, sees_hidden: bool) -> None:
    """How hard to try; who sees what is hidden needs but one complex, and takes whatever wins on it."""
    plan.width = width
    plan.samples = 1 if sees_hidden else samples
    plan.sees_hidden = 1 if sees_hidden else 0

"""What `planner` and `clairvoyant` have in mind while they try things out."""

from __future__ import annotations

import functools
import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np

from sim.games.room25.policies.cooperation.mind import MOVE_COST, Mind, new_mind
from sim.games.room25.policies.cooperation.mind import weights as greedy_weights
from sim.games.room25.terms import (
    ASK_ACTION,
    ASK_CONTROL,
    ASK_LOOK,
    ASK_MOVE,
    ASK_PROGRAM,
    MAX_CHARACTERS,
    N_ROOMS,
    SECOND,
)
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
COMMON: Final = DRAWN + MAX_SAMPLES  # ... and on each of them what trials of a program have in common, see player.py
N_FIRST: Final = SECOND  # by the action that they begin with; in 0 what all have
N_STATES: Final = COMMON + N_FIRST * MAX_SAMPLES

MAX_NOTES: Final = 4096  # choices of a playout that are noted
SURE: Final = 1 << 20  # chances are counted in such parts

# Signs of how it will end, as they are named in outlook/weights.toml
SIGNS: Final = (
    "always",  # 1
    "farthest",  # tenths of a round from Room 25: of the one who is farthest away
    "together",  # ... of all who live
    "nearest",  # ... of the one who is nearest
    "beside",  # 1: somebody is a round away from it, or nearer
    "within_two",  # characters who are two rounds away or nearer
    "within_three",  # ... three
    "behind",  # characters who are too far away for one round less than are left
    "corners",  # rooms of the exit zone of which nothing is known
    "slides",  # slides from Room 25 to the exit zone
    "caught",  # characters who die if they stay
    "kept",  # characters in a Prison or a Cold room
    "unknown",  # rooms of which nothing is known
    "mortal",  # ... that are Mortal
    "late",  # 1: somebody is too far away for the rounds left
    "tight",  # 1: somebody is behind
    "over",  # tenths of a round that the farthest is too far away for one round less
    "to_key",  # where the key is to be found: tenths of a round from the Key room of the one who is nearest
    "key_seen",  # ... 1: the team has seen that room
)
ALWAYS, FARTHEST, TOGETHER, NEAREST, BESIDE, WITHIN_TWO, WITHIN_THREE, BEHIND = range(8)
CORNERS, SLIDES, CAUGHT, KEPT, UNKNOWN, MORTAL_LEFT, LATE, TIGHT, OVER, TO_KEY, KEY_SEEN = range(8, 19)

FITS: Final = ("solo", "base", "online")  # by rules; online is all where a key is to be found
PHASES: Final = ("sought", "found", "sought_before_key", "found_before_key")
LONGEST: Final = 8 * MOVE_COST  # a longer way counts as this, like one that is barred
MAX_LEFT: Final = 10  # with more rounds left it is as with so many
N_SIGNS: Final = len(SIGNS)
N_ROWS: Final = len(FITS) * len(PHASES) * MAX_LEFT
FIRST_ROW = np.arange(0, N_ROWS, MAX_LEFT).reshape(len(FITS), len(PHASES))  # with one round left, by fit and phase
ODDS_STEP: Final = 32  # thousandths of a logit from one of the chances that are tabled to the next
N_ODDS: Final = 320
CERTAIN: Final = 1000  # chances of getting out are counted in such parts


class Plan:
    """The dial, the weights, and what is worked out at a choice; what all expect lasts for the round."""

    # The dial
    width: Int32  # options tried beside the default
    samples: Int32  # complexes that an option is tried on before it is taken
    sees_hidden: Int32  # 1: there is but one complex, the true one

    # Weights, see weights.toml
    questions: Int32  # bit set of what is asked
    glance: Int32
    first: Int32
    caution: Int32
    least: Int32
    escaped: Int32
    in_part: Int32
    late: Int32
    late_most: Int32
    rounds: Int32
    rounds_to_go: Int32
    spare: Int32
    reach: Int32
    better: Int32
    worlds: Int32  # suspicion: so many for each of `samples`

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
    until: Int32  # the round in which a trial is over, whatever it has come to
    alive: Int64  # chance that nobody has died in the trial so far, in parts of SURE, see risk.py
    kept: Annotated[Int64s, (MAX_SAMPLES, N_FIRST)]  # ... in what is kept of trials, by complex; 0: nothing is

    # How likely all get out, see outlook/signs.py
    outlook: Annotated[Int32s, (N_ROWS, N_SIGNS)]  # in thousandths of a logit, times the sign
    odds: Annotated[Int32s, (N_ODDS,)]  # chances, in parts of CERTAIN, from the least
    sign: Annotated[Int32s, (N_SIGNS,)]  # as read in a trial
    row: Int32  # ... whose numbers they are multiplied by

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


@functools.cache
def own_outlook() -> dict[str, Any]:
    """Return the fit that `planner` goes by: by rules, phase and sign a list of numbers, by rounds left from 1."""
    return tomllib.loads((Path(__file__).parent / "outlook" / "weights.toml").read_text(encoding="utf-8"))


def set_outlook(plan: Plan, other: Mapping[str, Any] | None = None) -> None:
    """Give a plan the numbers of the fit, or other ones, in thousandths of a logit, and the chances that they mean."""
    for rules, phases in (other or own_outlook()).items():
        for phase, signs in phases.items():
            row = int(FIRST_ROW[FITS.index(rules), PHASES.index(phase)])
            for sign, numbers in signs.items():
                plan.outlook[row : row + MAX_LEFT, SIGNS.index(sign)] = numbers
    logits = (np.arange(N_ODDS) - N_ODDS // 2 + 0.5) * ODDS_STEP / 1000
    plan.odds[:] = [round(CERTAIN / (1 + math.exp(-logit))) for logit in logits.tolist()]


def new_plan(other: Mapping[str, Any] | None = None, outlook: Mapping[str, Any] | None = None) -> Plan:
    """Return a plan that holds the weights and the fit, or other ones."""
    plan = new(Plan)
    for name, value in (other or weights()).items():
        if name != FORESIGHT:
            setattr(plan, name, sum(1 << QUESTIONS[word] for word in value) if name == "questions" else value)
    set_outlook(plan, outlook)
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

"""The memory of a planner: its weights, what it works out, and the line that it has chosen for this turn."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from math import factorial
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt

from sim.games.loop.state import State
from sim.games.loop.terms import (
    BLACK_HOLE,
    MAX_CARDS,
    MAX_SLOTS,
    MAX_TOKENS,
    N_ERAS,
    N_EVENTS,
    PLACES_OF_EFFECT,
    VERBS,
)
from sim.kernel import compiled
from sim.records import Int16s, Int32, Int32s, Int64, Int64s, table

OWN: Final = 0  # of the plans: the planner's
NEXT: Final = 1  # ... what it expects of the next agent
ONE: Final = 1024  # one of anything, among features; a probability of 1
MAX_CUBES: Final = 12
MAX_ARRIVALS: Final = 3
MAX_FORETOLD: Final = 24
MAX_NEED: Final = 4
SETS: Final = 8  # which of three eras overflow, as a bit set: 1 the previous one, 2 Foo's, 4 the next
KNOWN, DROP_LOST, DROP_MADE, MADE_BEFORE, MADE_AT_FOO, MADE_AFTER, DROP = range(7)  # what is noted of a drop
ONE_OF_TABLE: Final = 1 << 16
MAX_WIDTH: Final = 64
MAX_ENDS: Final = MAX_WIDTH
ENDS: Final = 2 * MAX_WIDTH + 2  # where in the beam the best ends are kept, behind two layers
BEAM: Final = ENDS + MAX_ENDS
MAX_SLOT: Final = 8  # cards of a hand that a search tells apart
MAX_LAYERS: Final = 120
MAX_LOG: Final = MAX_WIDTH * MAX_LAYERS + 2
SEEN: Final = 2048
N_SETS: Final = 3
PERCENT: Final = 100
BLANK_CARD: Final = -1  # what a card that can do nothing is worth: rather none
WON: Final = 10**12
LOST: Final = -(10**12)
UNSET: Final = -(10**15)

# (feature, how many numbers it has)
LAYOUT = (
    ("risk", 1),
    ("new_vortex", 3),
    ("lost_stake", 1),
    ("vortexes", 3),
    ("rift", 3),
    ("rift_fatal", 3),
    ("rift_near", 3),
    ("rift_fatal_near", 3),
    ("clone_soon", 1),
    ("clone_steps", 3),
    ("supa", 1),
    ("supa_steps", 1),
    ("energy", 1),
    ("energy_here", 1),
    ("energy_ally", 1),
    ("permanent", 1),
    ("full", 1),
    ("full_near", 1),
    ("full_near_ally", 1),
    ("event_left", N_EVENTS),
    ("event_done", N_EVENTS),
    ("completed", 4),
    ("shortage", 1),
    ("deck", len(VERBS)),
    ("deck_supa", len(VERBS)),
    ("deck_where", len(PLACES_OF_EFFECT)),
    ("deck_black_hole", 1),
    ("ally_ready", 1),
    ("centrifuges", 1),
    ("near_centrifuge", 1),
    ("machina", 1),
)
OFFSET = {}
_n = 0
for _name, _count in LAYOUT:
    OFFSET[_name] = _n
    _n += _count
N_FEATURES: Final = _n
(
    RISK,
    NEW_VORTEX,
    LOST_STAKE,
    VORTEXES,
    RIFT,
    RIFT_FATAL,
    RIFT_NEAR,
    RIFT_FATAL_NEAR,
    CLONE_SOON,
    CLONE_STEPS,
    SUPA,
    SUPA_STEPS,
    ENERGY,
    ENERGY_HERE,
    ENERGY_ALLY,
    PERMANENT,
    FULL,
    FULL_NEAR,
    FULL_NEAR_ALLY,
    EVENT_LEFT,
    EVENT_DONE,
    COMPLETED,
    SHORTAGE,
    DECK,
    DECK_SUPA,
    DECK_WHERE,
    DECK_BLACK_HOLE,
    ALLY_READY,
    CENTRIFUGES,
    NEAR_CENTRIFUGE,
    MACHINA,
) = OFFSET.values()


KNOBS = (
    "use_here",
    "use_there",
    "free_move",
    "loop_energy",
    "crowding",
    "longest",
    "patience",
    "own_value",
    "later",
)


class Plan:
    """The weights of `planner`, and its scratch memory."""

    width: Int32
    samples: Int32
    sees_hidden: Int32  # 1: `clairvoyant`

    weights: Annotated[Int64s, (N_SETS, N_FEATURES)]  # by cycle
    free_move: Int64
    loop_energy: Int64
    use_here: Int64
    use_there: Int64
    crowding: Int64
    longest: Int64
    patience: Int64
    own_value: Int64

    overflow: Annotated[Int32s, (MAX_CUBES + 1, 64, 8)]
    share: Annotated[Int32s, (MAX_SLOTS + 1, MAX_SLOTS + 1)]
    distance: Annotated[Int16s, (N_ERAS, N_ERAS)]
    card_value: Annotated[Int32s, (MAX_CARDS,)]

    # Of this turn
    weight: Annotated[Int64s, (N_FEATURES,)]
    chance: Annotated[Int64s, (N_ERAS,)]  # of 1024: Foo's next era
    next_foo: Int32  # bit set of the eras where that is not nothing
    near: Annotated[Int64s, (N_ERAS,)]  # of 1024: how likely he comes to it or next to it
    arrivals: Annotated[Int64s, (N_ERAS, MAX_ARRIVALS + 1)]
    clone_value: Annotated[Int64s, (MAX_TOKENS + 1, N_ERAS)]
    rift_value: Annotated[Int64s, (2, N_ERAS, 4)]
    gain: Annotated[Int64s, (MAX_SLOT, N_ERAS)]  # points for a card of the hand that is ready, by the agent's era
    cares_use: Int32  # 1: an active mission counts cards used
    cares_loop: Int32  # ... LOOPs
    cares_which: Int32  # ... each clone once

    # Drops worked out, by Foo's era, cubes and what the eras can take; those whose KNOWN is this survey hold
    survey: Int64
    vortexes: Int32  # on the board at the survey
    drops: Annotated[Int64s, (N_ERAS, MAX_CUBES + 1, 64, DROP)]

    # What `clairvoyant` knows of the next Foo phase
    foretold: Int32  # Foo's era, NONE
    foretold_clones: Int32  # that arrive there
    later: Int64
    lands: Annotated[Int32s, (MAX_FORETOLD,)]  # where each cube falls
    before: Annotated[Int32s, (N_ERAS,)]

    # Of a position
    stake: Annotated[Int64s, (N_ERAS,)]  # what a vortex would take of a mission

    # The search
    asked: Int32
    kept: Int32
    best_value: Int64
    n_nodes: Annotated[Int32s, (2,)]
    slot: Annotated[Int32s, (2, MAX_WIDTH + 1)]
    score: Annotated[Int64s, (2, MAX_WIDTH + 1)]
    least: Int64  # score in the layer that is being filled, if that is full
    worst: Int32  # ... and the place that has it
    value: Annotated[Int64s, (2, MAX_WIDTH + 1)]
    log: Annotated[Int32s, (2, MAX_WIDTH + 1)]
    origin: Annotated[Int32s, (2, MAX_WIDTH + 1)]  # the era that the last step came from, NONE if it was none
    n_log: Int32
    log_parent: Annotated[Int32s, (MAX_LOG,)]
    log_item: Annotated[Int32s, (MAX_LOG,)]
    log_chance: Annotated[Int16s, (MAX_LOG,)]
    seen: Annotated[Int64s, (SEEN, 2)]  # the sign of a position, its value
    crowd: Annotated[Int32s, (2, MAX_WIDTH + 1)]
    sign: Annotated[Int64s, (2, MAX_WIDTH + 1)]

    # The best ends
    n_ends: Int32
    end_log: Annotated[Int32s, (MAX_ENDS + 1,)]
    end_value: Annotated[Int64s, (MAX_ENDS + 1,)]

    # The line
    turn: Int32  # that the line is for, 0: there is none
    n_line: Int32
    at: Int32
    line: Annotated[Int32s, (MAX_LAYERS + 2,)]


@functools.cache
def weights() -> dict[str, Any]:
    """Return the weights that `planner` plays by."""
    return tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8"))


def new_plans(other: Mapping[str, Any] | None = None) -> npt.NDArray[Any]:
    """Return the plan that a planner makes and the one for the next agent, with the weights (or others) in both."""
    plans = table(Plan, 2)
    for plan in plans:
        write_weights(plan, other or weights())
    return plans


def new_beam() -> npt.NDArray[Any]:
    """Return the states that the two plans try things in, one half each."""
    return table(State, 2 * BEAM)


def write_weights(plan: Plan, read: Mapping[str, Any]) -> None:
    """Write weights, and tables that depend on nothing else, into a plan."""
    for name, count in LAYOUT:
        rows = np.array(read["weights"][name]).reshape(-1, count)
        plan.weights[:, OFFSET[name] : OFFSET[name] + count] = rows
    for name in KNOBS:
        setattr(plan, name, read[name])
    for era in range(N_ERAS):
        for other in range(N_ERAS):
            plan.distance[era, other] = min((era - other) % N_ERAS, (other - era) % N_ERAS)
    for slots in range(1, MAX_SLOTS + 1):
        for progress in range(slots):
            plan.share[progress, slots] = progress * ONE // slots


@functools.cache
def overflow_table(cut_0: int, cut_1: int) -> npt.NDArray[np.int32]:
    """Return how likely a drop makes each set of its three eras overflow, in 1/65536.

    Shape (MAX_CUBES + 1, 64, 8): by the number of cubes, by how many cubes each era can take less one (0..3, in base
    four, the previous era first), by the set of eras that get more than they can take. `cut_0` and `cut_1` are the
    Machine's thresholds of 2**32. An era that can take four or more counts as one that can take three.
    """
    shares = np.diff([0, cut_0, cut_1, 1 << 32]) / (1 << 32)
    table = np.zeros((MAX_CUBES + 1, MAX_NEED**3, SETS))
    for n in range(MAX_CUBES + 1):
        for a in range(n + 1):
            for b in range(n - a + 1):
                c = n - a - b
                ways = factorial(n) // (factorial(a) * factorial(b) * factorial(c))
                chance = ways * shares[0] ** a * shares[1] ** b * shares[2] ** c
                for index in range(MAX_NEED**3):
                    needs = (index // 16 + 1, index // 4 % 4 + 1, index % 4 + 1)
                    overflown = sum(
                        1 << k for k, (got, need) in enumerate(zip((a, b, c), needs, strict=True)) if got >= need
                    )
                    table[n, index, overflown] += chance
    return np.rint(table * ONE_OF_TABLE).astype(np.int32)


def prepare(plans: npt.NDArray[Any], rules: Any) -> None:
    """Work out what depends on the rules: the Machine's drops and what cards are worth."""
    for plan in plans:
        plan.overflow[:] = overflow_table(int(rules.machine_cut[0]), int(rules.machine_cut[1]))
        plan.card_value[:] = np.where(rules.card_n_effects > 0, deck_values(plan, rules), BLANK_CARD)


def deck_values(plan: Plan, rules: Any) -> npt.NDArray[np.int64]:
    """Return what each card adds to a deck: its effects by how much they do, where, and whether a LOOP readies it."""
    verbs = DECK_SUPA if rules.n_supa_clones > 0 else DECK
    worth = plan.weights[0, verbs + rules.effect_verb] * np.maximum(rules.effect_n, 1)
    where = plan.weights[0, DECK_WHERE + rules.effect_where]
    there = np.arange(rules.effect_verb.shape[1]) < rules.card_n_effects[:, None]
    dimension = np.where(rules.card_dimension == BLACK_HOLE, plan.weights[0, DECK_BLACK_HOLE], PERCENT)
    values = np.where(there, worth * where, 0).sum(axis=1) * dimension
    return np.asarray(np.rint(values / PERCENT**2), np.int64)


@compiled
def set_dial(plans: npt.NDArray[Any], width: int, samples: int, sees_hidden: bool) -> None:
    """Set how hard is searched, and by whom: `clairvoyant` sees what is hidden."""
    plans[OWN].width = width
    plans[OWN].samples = samples
    plans[NEXT].width = max(width // 2, 1)
    plans[NEXT].samples = 0
    for k in range(2):
        plans[k].sees_hidden = 1 if sees_hidden else 0


@compiled
def forget_line(plans: npt.NDArray[Any]) -> None:
    """Begin a playout: the line of another one is none."""
    plans[OWN].turn = 0

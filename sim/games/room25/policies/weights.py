"""Which weights of the players may be changed, and how far: for weights of a user's own, and for training."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sim.game import Range, Weights

FOLDER: Final = Path(__file__).parent
TOGETHER: Final = {"mode": ("cooperation", "solo")}
TENTHS: Final = Range(0, 500)  # of a round
FEE: Final = Range(0, 80, step=2)  # what entering a room costs is in fifths of a round, and less than a ring holds
FLAG: Final = Range(0, 1)
POINTS: Final = Range(0, 500)

COOPERATION: Final = Weights(
    FOLDER / "cooperation" / "weights.toml",
    policy="greedy",
    only=TOGETHER,
    ranges={
        **dict.fromkeys(("price", "unseen"), FEE),
        "stay_in_prison": Range(0, 30, step=2),
        **dict.fromkeys(("longest", "triers"), Range(0, 20)),
        "no_mortal": Range(0, 100),
        **dict.fromkeys(("slide", "slide_in_search"), Range(-100, 100)),
        **dict.fromkeys(("not_in_zone", "crowd", "hope", "third_look", "third_move", "bold", "step_in"), TENTHS),
        **dict.fromkeys(("blind", "blind_late", "unseen_limit", "long_way", "unheard"), TENTHS),
        **dict.fromkeys(("look_unknown", "look_corner", "look_elsewhere"), TENTHS),
    },
)

SUSPICION: Final = Weights(
    FOLDER / "suspicion" / "weights.toml",
    policy="greedy",
    only={"mode": ("suspicion",)},
    untrained="prisoners and guards share them, and cannot both win",
    ranges={
        "price": Range(1, 15),
        **dict.fromkeys(("hides", "lures"), FLAG),
        "later": Range(0, 100),
        **dict.fromkeys(("longest", "crowd", "corner", "shift", "slide_gain"), POINTS),
        **dict.fromkeys(("near", "astray", "lost", "edge"), POINTS),
        **dict.fromkeys(("look_exit", "look_unproven", "look_unknown", "look_corner", "turn_up"), POINTS),
        **dict.fromkeys(("risk", "dread", "fear", "trust", "close", "patience"), POINTS),
        **dict.fromkeys(("kill", "timer", "out", "nuisance", "stride", "bold", "alarm", "late", "harm"), POINTS),
    },
)

PLANNER: Final = Weights(
    FOLDER / "planner" / "weights.toml",
    policy="planner",
    only=TOGETHER,
    ranges={
        **dict.fromkeys(("glance", "first"), Range(1, 64)),
        "caution": Range(0, 100),
        **dict.fromkeys(("rounds", "rounds_to_go"), Range(1, 20)),
        "better": Range(-5000, 5000),  # thousandths of a logit
        "foresight": COOPERATION.ranges["blind"],
        **dict.fromkeys(("least", "spare", "reach", "escaped", "in_part", "late", "late_most"), Range(0, 1000)),
    },
)

OUTLOOK: Final = Weights(
    FOLDER / "planner" / "outlook" / "weights.toml",
    policy="planner",
    only=TOGETHER,
    untrained="they are a fit to how playouts ended",
    ranges=dict.fromkeys(("solo", "base", "online"), Range(-50_000, 50_000)),  # thousandths of a logit
)

TRIALS: Final = Weights(
    FOLDER / "suspicion" / "trials" / "weights.toml",
    policy="planner",
    only=SUSPICION.only,
    untrained=SUSPICION.untrained,
    ranges={
        "worlds": Range(1, 4),
        "first": PLANNER.ranges["first"],
        "caution": PLANNER.ranges["caution"],
        **dict.fromkeys(("least", "won"), PLANNER.ranges["least"]),
    },
)

WEIGHTS: Final = {
    "cooperation": COOPERATION,
    "suspicion": SUSPICION,
    "planner": PLANNER,
    "outlook": OUTLOOK,
    "trials": TRIALS,
}

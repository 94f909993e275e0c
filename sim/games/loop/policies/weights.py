"""Which weights of the players may be changed, and how far: for weights of a user's own, and for training."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sim.game import Range, Weights

FOLDER: Final = Path(__file__).parent
POINTS: Final = Range(0, 5_000)
PERCENT: Final = Range(0, 400)

GREEDY: Final = Weights(
    FOLDER / "greedy" / "weights.toml",
    policy="greedy",
    ranges={
        "rift": POINTS,
        "rift_base": PERCENT,
        "rift_soon": PERCENT,
        "vortex_factor": Range(1, 20),
        **dict.fromkeys(("clone", "clone_step", "clone_soon", "supa_clone"), POINTS),
        **dict.fromkeys(("energy", "energy_left"), POINTS),
        "enough": Range(0, 30),
        **dict.fromkeys(("mission", "mission_full", "complete", "near_full"), POINTS),
        **dict.fromkeys(("artifact", "draw", "machina_slot", "near_centrifuge", "early_move"), POINTS),
    },
)

PLANNER: Final = Weights(
    FOLDER / "planner" / "weights.toml",
    policy="planner",
    ranges={
        "weights": Range(-50_000, 50_000, unit=20),
        **dict.fromkeys(("use_here", "use_there", "free_move", "loop_energy"), Range(0, 1_000)),
        "crowding": Range(1, 64),
        "patience": Range(1, 120),
        "own_value": Range(0, 64),
        "later": Range(0, 64),
    },
)

WEIGHTS: Final = {"greedy": GREEDY, "planner": PLANNER}

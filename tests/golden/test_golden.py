"""Golden playthroughs: whole playouts as text. A change of the rules shows as a difference that a person can read.

`make golden` writes them anew; read the difference before it is committed.
"""

import difflib
import os
from pathlib import Path

import pytest

from sim.game import Cell, discover

HERE = Path(__file__).parent
SCENARIOS = ("sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges")
SEED = 1


def loop(scenario, difficulty, agents, policy, solo=False, index=0):
    """Return one playthrough of The LOOP: its name, its cell and its number there."""
    axes = {"scenario": scenario, "difficulty": difficulty, "players": len(agents), "agents": agents, "solo": solo}
    name = f"loop/{scenario}-{policy}{'-solo' if solo else ''}"
    return pytest.param(name, Cell(0, axes, policy), index, id=name)


PAIR = ["v_girl", "mr_time"]
TRIO = ["robofinisher_404", "cztwyzzek", "time_prowler"]
PLAYTHROUGHS = [
    *(loop(scenario, "month", PAIR, "idle") for scenario in SCENARIOS),
    *(loop(scenario, "year", TRIO, "random") for scenario in SCENARIOS),
    *(loop(scenario, "month", ["time_prowler", "v_girl"], "greedy") for scenario in SCENARIOS),
    loop("sabotage", "month", PAIR, "random", solo=True),
]


@pytest.mark.golden
@pytest.mark.parametrize(("name", "cell", "index"), PLAYTHROUGHS)
def test_playthrough_is_as_it_was(name, cell, index):
    """Line by line the same story as the text in this folder tells."""
    game = discover()[name.split("/")[0]]
    parameters, content = game.parameters_model()(), game.load_content()
    lines = list(game.trace(cell, parameters, content, SEED, index))
    told = [line + "\n" for line in game.narrate(lines)]
    path = HERE / f"{name}.txt"
    if os.environ.get("SIM_GOLDEN") == "rewrite":
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(told), encoding="utf-8")

    golden = path.read_text(encoding="utf-8").splitlines(keepends=True)

    difference = "".join(difflib.unified_diff(golden, told, "golden", "now", n=2))
    assert not difference, f"{path.name} has changed; `make golden` writes it anew\n{difference}"


def test_every_scenario_and_policy_has_a_playthrough():
    """No scenario and no policy of a game goes without one."""
    played = {
        (name.split("/")[0], cell.axes["scenario"], cell.policy) for name, cell, _ in (p.values for p in PLAYTHROUGHS)
    }

    game = discover()["loop"]
    wanted = {("loop", scenario, policy) for scenario in game.axis_values()["scenario"] for policy in game.policies}

    assert wanted <= played

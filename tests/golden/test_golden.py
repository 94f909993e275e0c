"""Golden playthroughs: whole playouts as text. A change of the rules shows as a difference that a person can read.

`make golden` writes them anew; read the difference before it is committed.
"""

import difflib
import os
from dataclasses import replace
from pathlib import Path

import pytest

from sim.game import Cell, discover
from sim.mixes import read, resolve

HERE = Path(__file__).parent
SCENARIOS = ("sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges")
SEED = 1


def word(policy):
    """Return the policy that stands last in a mix, without its arguments."""
    return policy.partition("(")[0].rpartition("=")[2]


def loop(scenario, difficulty, agents, policy, solo=False, index=0):
    """Return one playthrough of The LOOP: its name, its cell and its number there."""
    axes = {"scenario": scenario, "difficulty": difficulty, "players": len(agents), "agents": agents, "solo": solo}
    name = f"loop/{scenario}-{word(policy)}{'-solo' if solo else ''}"
    return pytest.param(name, Cell(0, axes, policy), index, id=name)


def room25(mode, policy, composition, rules="base", players=4, mac="off", specials=False, index=0):
    """Return one playthrough of Room 25: its name, its cell and its number there."""
    axes = {"mode": mode, "composition": composition, "rules": rules, "players": players, "agents": None}
    extra = f"{'' if mac == 'off' else f'-{mac}'}{'-specials' if specials else ''}"
    name = f"room25/{mode}-{rules}-{word(policy)}{extra}"
    return pytest.param(name, Cell(0, {**axes, "mac": mac, "specials": specials}, policy), index, id=name)


PAIR = ["v_girl", "mr_time"]
TRIO = ["robofinisher_404", "cztwyzzek", "time_prowler"]
ONLINE_SUSPICION = ("online_suspicion_4_5", "online")
PLAYTHROUGHS = [
    *(loop(scenario, "month", PAIR, "idle") for scenario in SCENARIOS),
    *(loop(scenario, "year", TRIO, "random") for scenario in SCENARIOS),
    *(loop(scenario, "month", ["time_prowler", "v_girl"], "greedy") for scenario in SCENARIOS),
    *(loop(scenario, "month", ["time_prowler", "v_girl"], "planner(width=1)") for scenario in SCENARIOS),
    loop("sabotage", "month", PAIR, "random", solo=True),
    loop("sabotage", "month", PAIR, "clairvoyant(width=1, samples=0)"),
    room25("cooperation", "idle", "coop_easy", "online"),
    room25("cooperation", "random", "beginner"),
    room25("cooperation", "random", "coop_medium", "online", mac="normal", index=5),
    room25("cooperation", "random", "coop_hard", "online", mac="frenzy"),
    room25("cooperation", "random", "coop_hard", "online", players=5, specials=True, index=11),
    room25("cooperation", "greedy", "coop_easy", "online"),
    room25("cooperation", "greedy", "beginner", index=2),
    room25("cooperation", "greedy+seat2=planner(width=1, samples=4)", "beginner"),
    room25("suspicion", "idle", *ONLINE_SUSPICION),
    room25("suspicion", "random", "expert_suspicion", players=5, index=1),
    room25("suspicion", "random", "online_suspicion_6", "online", players=6, specials=True, index=3),
    room25("suspicion", "greedy", *ONLINE_SUSPICION, players=5, index=2),
    room25("suspicion", "greedy", "expert_suspicion", index=1),
    room25(
        "suspicion", "greedy+guard=planner(width=2, samples=4)", "online_suspicion_4_5", "online", players=5, index=2
    ),
    room25("solo", "idle", "beginner", players=1),
    room25("solo", "random", "expert_competition", players=1, index=10),
    room25("solo", "greedy", "beginner", players=1, index=4),
    room25("solo", "clairvoyant(width=2)", "beginner", players=1),
]


@pytest.mark.golden
@pytest.mark.parametrize(("name", "cell", "index"), PLAYTHROUGHS)
def test_playthrough_is_as_it_was(name, cell, index):
    """Line by line the same story as the text in this folder tells."""
    game = discover()[name.split("/")[0]]
    parameters, content = game.parameters_model()(), game.load_content()
    cell = replace(cell, players=resolve(cell.policy, game, cell.axes, content))
    lines = list(game.trace(cell, parameters, content, SEED, index))
    told = [line + "\n" for line in game.narrate(lines)]
    path = HERE / f"{name}.txt"
    if os.environ.get("SIM_GOLDEN") == "rewrite":
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(told), encoding="utf-8")

    golden = path.read_text(encoding="utf-8").splitlines(keepends=True)

    difference = "".join(difflib.unified_diff(golden, told, "golden", "now", n=2))
    assert not difference, f"{path.name} has changed; `make golden` writes it anew\n{difference}"


@pytest.mark.parametrize(("game", "axis"), [("loop", "scenario"), ("room25", "mode")])
def test_every_scenario_and_policy_has_a_playthrough(game, axis):
    """No scenario (or mode) goes without one by each policy; one that searches is slow, and has one at all."""
    found = discover()[game]
    cells = [cell for name, cell, _ in (p.values for p in PLAYTHROUGHS) if name.startswith(f"{game}/")]
    played = {(cell.axes[axis], policy) for cell in cells for policy in read(cell.policy, found).policies}
    quick = [name for name, policy in found.policies.items() if not policy.arguments]

    assert {(value, policy) for value in found.axis_values()[axis] for policy in quick} <= played
    assert {policy for _, policy in played} == set(found.policies)

"""Mixes of policies: how they are written, what is said of a faulty one, and who plays by what."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.bench import bench
from sim.config import load
from sim.errors import UserError
from sim.game import Cell, Game, discover
from sim.mixes import described, read, resolve, yardsticks

LOOP, ROOM25 = discover()["loop"], discover()["room25"]
CODES = {"idle": 0, "random": 1, "greedy": 2}
SUSPICION = {"cells.mode": ["suspicion"], "cells.rules": ["online"], "cells.players": [4]}
PAIR = {"cells.scenario": ["sabotage"], "cells.difficulty": ["month"], "cells.players": [2]}


def cell_of(game: str, policy: str, **options: Any) -> Cell:
    """Return the only cell of an experiment."""
    (cell,) = load(options={"game": game, "policy": policy, **options}).cells
    return cell


# -- How they are written ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("greedy", "greedy"),
        (" greedy + guard = random ", "greedy+guard=random"),
        ("idle+seat3=random+seat2=idle+max=idle+guard=random", "idle+guard=random+max=idle+seat2=idle+seat3=random"),
        ("greedy+seat1=greedy+max=greedy+guard=greedy", "greedy"),  # nothing is changed
        ("greedy+guard=random+seat2=greedy", "greedy+guard=random+seat2=greedy"),  # a guard in seat 2 stays greedy
        ("greedy+max=random+guard=greedy+seat2=greedy", "greedy+max=random+seat2=greedy"),
        ("greedy+seat2=random+max=greedy", "greedy+seat2=random"),  # the seat comes first anyway
    ],
)  # fmt: skip
def test_the_same_mix_has_one_form(text: str, form: str) -> None:
    """Roles, characters, then seats, each sorted; blanks and what changes nothing fall away; read again it stays."""
    assert str(read(text, ROOM25)) == form
    assert str(read(form, ROOM25)) == form


def faults(game: str, policy: str | list[str], **options: Any) -> list[str]:
    """Return what is said of an experiment's policies."""
    with pytest.raises(UserError) as caught:
        load(options={"game": game, "policy": policy, **options})
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("policy", "fault"),
    [
        ("gredy+guard=idle", '"gredy" is not allowed (did you mean "greedy"?); allowed: "idle", "random", "greedy"'),
        ("greedy+guard=rndom", '"rndom" is not allowed (did you mean "random"?); allowed: "idle", "random", "greedy"'),
        ("greedy+guard", '"guard" must have the form WHO=POLICY'),
        ("greedy+", '"" must have the form WHO=POLICY'),
        ("greedy+=idle", '"=idle" must have the form WHO=POLICY'),
        ("greedy+seat2=idle+seat2=idle", '"seat2" is there twice'),
        ("greedy+gaurd=idle", '"gaurd" is not allowed (did you mean "guard"?); allowed: "prisoner", "guard", "jenn'),
        ("greedy+seat0=idle", '"seat0" is not allowed (did you mean'),
        ("greedy+seat5=idle", '"kevin", "mimic", "seat1", "seat2", "seat3", "seat4" (with mode "suspicion"'),
    ],
)  # fmt: skip
def test_a_fault_is_one_line(policy: str, fault: str) -> None:
    """The option, the mix, what is wrong in it, and what is allowed."""
    (line,) = faults("room25", policy, **SUSPICION)

    assert line.startswith(f'--policy: "{policy}": ')
    assert fault in line


def test_who_cannot_be_at_the_table() -> None:
    """A guard in cooperation, a character that a fixed team lacks, a seat of larger tables: the first such cell."""
    (role,) = faults("room25", "greedy+guard=idle", **{"cells.mode": ["suspicion", "cooperation"]})
    (character,) = faults("loop", "greedy+mr_time=idle", **PAIR, **{"cells.agents": ["v_girl", "time_prowler"]})
    (seat,) = faults("loop", "greedy+seat3=idle", **{"cells.players": [3, 2]})

    assert 'with mode "cooperation"' in role
    assert 'allowed: "v_girl", "time_prowler", "seat1", "seat2" (' in character
    assert "players 2" in seat


def test_a_mix_asked_for_twice() -> None:
    """In another order it is the same mix."""
    twice = ["idle+seat1=random+guard=greedy", "idle+guard=greedy+seat1=random"]

    assert faults("room25", twice, **SUSPICION) == [f'--policy: "{twice[1]}" is there twice']


@pytest.mark.usefixtures("toys")
def test_a_game_that_cannot_mix() -> None:
    """It says so."""
    assert faults("coin", "plain+seat1=bold")[0].startswith(
        '--policy: "plain+seat1=bold": the policies of coin cannot be mixed'
    )


def test_the_effective_experiment_has_the_form() -> None:
    """What a run stores, prints and compares by is the form; beside it other policies may stand."""
    prepared = load(options={"game": "room25", "policy": ["idle", "idle+seat1=random+guard=greedy"], **SUSPICION})

    assert prepared.experiment.policy == ["idle", "idle+guard=greedy+seat1=random"]
    assert [cell.policy for cell in prepared.cells] == prepared.experiment.policy
    assert [cell.players is None for cell in prepared.cells] == [True, False]


def test_a_mix_as_a_policy() -> None:
    """Its summary says who plays by what; it is stochastic if a part is, and sees what is hidden if a part does."""
    mix = described("greedy+guard=random+seat2=idle", ROOM25)

    assert (mix.name, mix.summary) == ("greedy+guard=random+seat2=idle", "greedy, but guard random, seat2 idle")
    assert (mix.stochastic, mix.sees_hidden) == (True, False)
    assert described("greedy+seat1=greedy", ROOM25) == ROOM25.policies["greedy"]
    assert described("planner(width=3)", LOOP).summary == LOOP.policies["planner"].summary


def test_a_part_that_sees_what_is_hidden_marks_the_mix() -> None:
    """No balance number may come from such a mix either."""
    mixes = ["greedy+seat1=planner", "planner(width=2)", "greedy+seat1=clairvoyant", "clairvoyant(samples=0)"]

    assert yardsticks(LOOP, mixes) == mixes[2:]
    assert not described("greedy+seat1=clairvoyant", LOOP).stochastic


# -- Who plays by what ---------------------------------------------------------------------------------------------


def test_a_seat_comes_before_a_character_before_a_role() -> None:
    """Each of 4 seats x 8 characters x 2 roles has one policy, and the base has what is nobody's."""
    players = cell_of("room25", "idle+guard=random+max=greedy+alice=idle+seat3=random", **SUSPICION).players
    assert players is not None
    expected = np.full((5, 8, 2), CODES["idle"])
    expected[:4, :, 1] = CODES["random"]
    expected[:4, 2] = CODES["greedy"]
    expected[:4, 1] = CODES["idle"]
    expected[2] = CODES["random"]

    assert (players[..., 0] == expected).all()


def test_characters_of_the_content() -> None:
    """The LOOP's agents are those of the content, and there are no roles."""
    agents = LOOP.load_content().agent_ids
    players = cell_of("loop", "greedy+v_girl=idle", **PAIR).players
    assert players is not None
    expected = np.full((3, len(agents), 1), CODES["greedy"])
    expected[:2, agents.index("v_girl")] = CODES["idle"]

    assert (players[..., 0] == expected).all()


def test_each_seat_has_arguments_of_its_own() -> None:
    """Behind the policy's number come width and samples, those left out at their defaults; others have none."""
    text = "planner(width=4)+v_girl=clairvoyant+seat2=planner(samples=3)"
    players = cell_of("loop", text, **PAIR, **{"cells.agents": ["v_girl", "mr_time"]}).players
    assert players is not None
    v_girl, mr_time = (LOOP.load_content().agent_ids.index(agent) for agent in ("v_girl", "mr_time"))

    assert players[0, v_girl, 0].tolist() == [LOOP.coded("clairvoyant")[0], 16, 1]
    assert players[1, mr_time, 0].tolist() == [LOOP.coded("planner")[0], 8, 3]
    assert players[2, 0, 0].tolist() == [LOOP.coded("planner")[0], 4, 0]
    assert LOOP.coded("greedy") == [CODES["greedy"], 0, 0]


def test_one_policy_with_arguments_is_a_table() -> None:
    """All seats have the same; at its defaults it is named."""
    cell = cell_of("loop", "planner(width=2)", **PAIR)

    assert cell.players is not None
    assert np.unique(cell.players.reshape(-1, 3), axis=0).tolist() == [LOOP.coded("planner", (2, 0))]
    assert cell_of("loop", "planner(width=8)", **PAIR).player == "planner"


def rows(game: str, cell: Cell, n: int) -> Any:
    """Play a few playouts of a cell and return their rows."""
    one = discover()[game]
    rules = one.rules(cell.axes, one.parameters_model()(), one.load_content(), 5)
    found, counts = np.zeros(n, one.result_dtype()), np.zeros(1, one.counts_dtype())
    one.play(cell.player, rules, one.workspace(), 0, found, counts[0])
    return found


def by_seats(base: str, policy: str, seats: int) -> str:
    """Return a mix in which all seats are named."""
    return "+".join([base, *(f"seat{seat}={policy}" for seat in range(1, seats + 1))])


GAMES = [("loop", PAIR), ("room25", SUSPICION)]
SEATS = [(*game, *policy) for game in GAMES for policy in [("idle", 5), ("random", 5), ("greedy", 2)]]
SEATS.append(("loop", PAIR, "planner(width=1)", 1))


@pytest.mark.parametrize(("game", "options", "policy", "n"), SEATS)
def test_all_seats_by_one_policy(game: str, options: dict[str, Any], policy: str, n: int) -> None:
    """A mix that names one policy for every seat plays as that policy does, bit for bit."""
    base = "idle" if policy == "random" else "random"
    seats = options["cells.players"][0]
    mixed, plain = (cell_of(game, text, **options) for text in (by_seats(base, policy, seats), policy))

    assert mixed.players is not None
    assert rows(game, mixed, n).tobytes() == rows(game, plain, n).tobytes()


def test_rewards_at_set_up_are_the_takers_choice() -> None:
    """In Ultramachina each agent takes a reward before anybody has the turn: its policy chooses, not the base's."""
    options = {**PAIR, "cells.scenario": ["ultramachina"]}
    plain, mixed = (cell_of("loop", text, **options) for text in ("random", by_seats("idle", "random", 2)))

    assert rows("loop", mixed, 3).tobytes() == rows("loop", plain, 3).tobytes()


def test_some_play_otherwise() -> None:
    """Idle prisoners stay in the Central Room; with guards at random, guards alone move: rows differ from idle's."""
    mixed, plain = (cell_of("room25", text, **SUSPICION) for text in ("idle+guard=random", "idle"))
    with_guards, without = rows("room25", mixed, 6), rows("room25", plain, 6)
    has_guard = with_guards["guard_seats"] != 0

    assert has_guard.any()
    assert not has_guard.all()
    assert (with_guards["moves"][has_guard] > 0).all()
    assert with_guards[~has_guard].tobytes() == without[~has_guard].tobytes()


def test_bench_measures_a_mix() -> None:
    """In its form; one that does not fit the cell measured is refused."""
    (line,) = bench(LOOP, ["idle + seat2=random"], [], (1,), seconds=0)
    assert line.policy == "idle+seat2=random"

    with pytest.raises(UserError, match=r'--policy: .*"guard" is not allowed'):
        bench(ROOM25, ["idle+guard=random"], ["cooperation"], (1,), seconds=0)


@pytest.mark.parametrize(
    ("game", "policies", "entries"),
    [
        (ROOM25, ["idle", "greedy+seat1=idle", "idle+seat2=random"], ["play_simple", "play_mixed"]),
        (ROOM25, ["greedy", "planner(width=2)+seat2=idle", "clairvoyant"], ["play_greedy", "play_planner"]),
        (LOOP, ["idle", "random"], ["play_simple"]),
        (LOOP, ["idle", "greedy+seat1=idle", "idle+seat2=random", "greedy"], ["play_simple", "play_greedy"]),
        (LOOP, ["planner", "planner(width=2)+seat2=idle", "greedy+seat1=clairvoyant"], ["play_planner"]),
    ],
)
def test_only_what_is_played_is_compiled(game: Game, policies: list[str], entries: list[str]) -> None:
    """However many mixes there are, they share an entry; who never plans never compiles the planner."""
    axes = {"mode": "cooperation"}
    names = [name for name, _ in game.compile_units([(axes, read(policy, game).policies) for policy in policies])]

    assert [name for name in names if name.startswith("play")] == entries


def test_who_plans_in_suspicion_compiles_no_trials_of_cooperation() -> None:
    """Nor the other way round; with both modes it is both."""
    tables = {mode: ({"mode": mode}, ["greedy", "planner"]) for mode in ("cooperation", "suspicion", "solo")}
    names = [name for name, _ in ROOM25.compile_units(list(tables.values()))]
    alone = [name for name, _ in ROOM25.compile_units([tables["suspicion"]])]

    assert [name for name in names if name.startswith("play")] == ["play_planner", "play_schemer"]
    assert [name for name in alone if name.startswith("play")] == ["play_schemer"]


def test_resolving_reads_any_form() -> None:
    """A text that is not in its form comes to the same players."""
    content = LOOP.load_content()
    axes = cell_of("loop", "greedy", **PAIR).axes
    texts = ("idle+seat2=random", "idle + seat2=random+seat1=idle")
    one, other = (resolve(text, LOOP, axes, content) for text in texts)

    assert one is not None
    assert (one == other).all()

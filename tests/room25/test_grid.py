"""The cells of an experiment: the default grid, selections, and what is refused."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from sim.game import SelectionError
from sim.games.room25.content import Content, load
from sim.games.room25.grid import AXES, axis_values, cells, characters_of

TEAM = ["max", "alice", "frank", "kevin"]
EASY_TO_HARD = ("coop_easy", "coop_medium", "coop_hard")
OF_THE_BASE_GAME = ("beginner", "expert_competition", "expert_suspicion")


@pytest.fixture(scope="module")
def content() -> Content:
    """The package's own content."""
    return load()


def brief(cell: dict[str, Any]) -> tuple[Any, ...]:
    """Return a cell without its team."""
    return tuple(value for axis, value in cell.items() if axis != "agents")


# -- The default grid ---------------------------------------------------------------------------------------------


def test_default_grid_has_33_cells_in_the_order_of_the_axes(content: Content) -> None:
    """9 + 6 + 3 online cooperation, 3 base cooperation, 3 solo, 5 + 1 online and 3 base suspicion."""
    found = cells({}, content)
    kinds = Counter((cell["mode"], cell["rules"], cell["mac"], cell["specials"]) for cell in found)

    assert len(found) == len(set(map(brief, found))) == 33
    assert all(tuple(cell) == AXES and cell["agents"] is None for cell in found)
    assert kinds == {
        ("cooperation", "online", "off", False): 9,
        ("cooperation", "online", "normal", False): 3,
        ("cooperation", "online", "frenzy", False): 3,
        ("cooperation", "online", "off", True): 3,
        ("cooperation", "base", "off", False): 3,
        ("solo", "base", "off", False): 3,
        ("suspicion", "online", "off", False): 5,
        ("suspicion", "online", "off", True): 1,
        ("suspicion", "base", "off", False): 3,
    }


def test_default_cooperation(content: Content) -> None:
    """Easy, medium, hard with 4, 5, 6 online; with M.A.C. cards and with specials at 4; the base game at 4."""
    found = {brief(cell) for cell in cells({"mode": "cooperation"}, content)}
    plain = itertools.product(["cooperation"], EASY_TO_HARD, ["online"], [4, 5, 6], ["off"], [False])
    more = itertools.product(
        ["cooperation"], EASY_TO_HARD, ["online"], [4], *zip(("normal", False), ("frenzy", False), strict=True)
    )
    special = itertools.product(["cooperation"], EASY_TO_HARD, ["online"], [4], ["off"], [True])
    base = itertools.product(["cooperation"], OF_THE_BASE_GAME, ["base"], [4], ["off"], [False])

    assert found == {*plain, *more, *special, *base}


def test_R_SET_2_default_solo_and_suspicion(content: Content) -> None:
    """Suspicion has a composition by rules and number of players; solo is one player with three."""
    solo = cells({"mode": "solo"}, content)
    suspicion = cells({"mode": "suspicion"}, content)

    assert [(cell["composition"], cell["players"]) for cell in solo] == [(id_, 1) for id_ in OF_THE_BASE_GAME]
    assert [brief(cell)[1:4] for cell in suspicion] == [
        ("online_suspicion_4_5", "online", 4),
        ("online_suspicion_4_5", "online", 5),
        ("online_suspicion_6", "online", 6),
        ("online_suspicion_6", "online", 7),
        ("online_suspicion_6", "online", 8),
        ("online_suspicion_6", "online", 6),
        ("expert_suspicion", "base", 4),
        ("expert_suspicion", "base", 5),
        ("expert_suspicion", "base", 6),
    ]
    assert [cell["specials"] for cell in suspicion] == [False] * 5 + [True] + [False] * 3


def test_a_removed_composition_leaves_the_grid() -> None:
    """Without the hard composition six cells are gone."""
    assert len(cells({}, load({"compositions": {"coop_hard": {"remove": True}}}))) == 33 - 6


def test_R_SET_4_characters() -> None:
    """Cooperation: 1 and 2 players run 4 characters, 3 run 6, 4 to 6 one each; solo 4; suspicion one each."""
    assert [characters_of("cooperation", players) for players in range(1, 7)] == [4, 4, 6, 4, 5, 6]
    assert characters_of("solo", 1) == 4
    assert [characters_of("suspicion", players) for players in range(4, 9)] == [4, 5, 6, 7, 8]


# -- Selections ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("selection", "n"),
    [
        ({"players": 4}, 3 + 6 + 3 + 3 + 2),
        ({"players": [5, 6]}, 6 + 3 + 2),
        ({"composition": "coop_easy"}, 6),
        ({"mac": "frenzy"}, 3),
        ({"specials": True}, 4),
        ({"rules": ["base"]}, 9),
        ({"mode": ["cooperation", "solo"], "rules": "base"}, 6),
        ({"mac": []}, 33),
        ({"mode": None}, 33),
    ],
)
def test_a_value_stands_for_the_cells_of_the_grid_that_have_it(
    content: Content, selection: dict[str, Any], n: int
) -> None:
    """What is named is taken out of the default grid."""
    grid = cells({}, content)
    found = cells(selection, content)

    assert len(found) == n
    assert all(cell in grid for cell in found)


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (
            {"mac": "frenzy", "players": 6},
            [("cooperation", "coop_easy", "online", 6, "frenzy", False)],
        ),
        (
            {"specials": True, "players": 5},
            [
                ("cooperation", "coop_easy", "online", 5, "off", True),
                ("suspicion", "online_suspicion_4_5", "online", 5, "off", True),
            ],
        ),
        (
            {"mode": "cooperation", "players": [1, 2, 3]},
            [("cooperation", "coop_easy", "online", players, "off", False) for players in (1, 2, 3)],
        ),
        (
            {"mode": "cooperation", "rules": "base", "players": 6},
            [("cooperation", "beginner", "base", 6, "off", False)],
        ),
        (
            {"mode": "suspicion", "composition": "beginner"},
            [("suspicion", "beginner", "online", 4, "off", False)],
        ),
        (
            {"mac": "normal", "specials": True},
            [("cooperation", "coop_easy", "online", 4, "normal", True)],
        ),
    ],
)
def test_R_SET_2_beyond_the_grid_usual_values_are_taken(
    content: Content, selection: dict[str, Any], expected: list[tuple[Any, ...]]
) -> None:
    """A combination that the default grid lacks is one cell of each mode that allows it."""
    assert [brief(cell) for cell in cells(selection, content)] == expected


def test_impossible_combinations_are_left_out_of_products(content: Content) -> None:
    """M.A.C. cards are no part of suspicion; each value named is in some cell."""
    found = cells({"mode": ["cooperation", "suspicion"], "mac": ["off", "normal"], "players": [4]}, content)

    assert {(cell["mode"], cell["mac"]) for cell in found} == {
        ("cooperation", "off"),
        ("cooperation", "normal"),
        ("suspicion", "off"),
    }


def test_fixed_team(content: Content) -> None:
    """A team of four plays the cells of four characters, in its order."""
    found = cells({"agents": TEAM}, content)

    assert len(found) == 17 + 3
    assert all(cell["agents"] == TEAM and characters_of(cell["mode"], cell["players"]) == 4 for cell in found)
    assert {cell["players"] for cell in cells({"agents": [*TEAM, "mimic", "sarah", "emmett"]}, content)} == {7}


def test_a_user_composition_is_selected_by_name() -> None:
    """A composition that is new is played in each mode, once."""
    own = {"title": "Mine", "status": "house", "fixed": {"room_25": 1}, "random": {"green": 5, "yellow": 8, "red": 10}}
    found = cells({"composition": "mine"}, load({"compositions": {"mine": own}}))

    assert [(cell["mode"], cell["rules"]) for cell in found] == [
        ("cooperation", "online"),
        ("suspicion", "online"),
        ("solo", "base"),
    ]


# -- Refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        ({"scenario": "x"}, "unknown axis"),
        ({"mode": "coop"}, 'mode: unknown mode "coop"; allowed: cooperation, suspicion, solo'),
        ({"composition": ["coop_esy"]}, "did you mean coop_easy?"),
        ({"rules": "printed"}, 'rules: unknown rules "printed"; allowed: online, base'),
        ({"players": 9}, "players: unknown players 9; allowed: 1, 2, 3, 4, 5, 6, 7, 8"),
        ({"players": True}, "players: unknown players true"),
        ({"players": "4"}, 'players: unknown players "4"'),
        ({"mac": True}, "mac: unknown mac true; allowed: off, normal, frenzy"),
        ({"specials": 1}, "specials: unknown specials 1; allowed: false, true"),
        ({"players": [[4]]}, "players: unknown players [4]"),
        ({"agents": "max"}, "agents: must be a list of 4 to 8 characters"),
        ({"agents": ["max", "alice"]}, "agents: must be 4 to 8 different characters"),
        ({"agents": [*TEAM, "max"]}, "agents: must be 4 to 8 different characters"),
        ({"agents": [*TEAM[:3], "bob"]}, 'agents: unknown character "bob"; allowed: jennifer'),
        ({"agents": [TEAM]}, "agents: unknown character"),
        ({"agents": TEAM, "players": 5}, "agents: must be 5 characters in cooperation where players is 5, not 4"),
        ({"mode": "suspicion", "mac": "normal"}, "mac: M.A.C. cards are for cooperation by the online rules"),
        ({"rules": "base", "mac": "frenzy"}, "mac: M.A.C. cards are for cooperation by the online rules"),
        ({"mode": "suspicion", "mac": ["off", "normal"]}, "mac: M.A.C. cards are for cooperation"),
        ({"mode": "solo", "specials": True}, "specials: must be false in solo by the base rules"),
        ({"rules": "base", "specials": [True]}, "specials: must be false in suspicion by the base rules"),
        ({"mode": "solo", "rules": "online"}, "rules: solo is played by the base rules, not online"),
        ({"mode": "solo", "players": 4}, "players: must be 1 in solo by the base rules, not 4"),
        ({"mode": "cooperation", "players": 7}, "players: must be 1 to 6 in cooperation by the online rules, not 7"),
        ({"mode": "suspicion", "players": 3}, "players: must be 4 to 8 in suspicion by the online rules, not 3"),
        (
            {"mode": "suspicion", "rules": "base", "players": 7},
            "players: must be 4 to 6 in suspicion by the base rules",
        ),
        ({"mode": "cooperation", "players": [4, 8]}, "players: must be 1 to 6 in cooperation"),
    ],
)
def test_refused(content: Content, selection: dict[str, Any], expected: str) -> None:
    """The message names the axis, what is wrong and what is allowed."""
    with pytest.raises(SelectionError) as error:
        cells(selection, content)

    assert expected in str(error.value)


def test_R_SET_2_a_mac_room_needs_the_cards() -> None:
    """A composition with a M.A.C. room is refused without M.A.C. cards, and played with them."""
    own = load({"compositions": {"coop_easy": {"fixed": {"mac": 1, "dark": 1}}}})

    with pytest.raises(SelectionError, match=r"composition: coop_easy has a M\.A\.C\. room"):
        cells({"composition": "coop_easy", "mac": "off"}, own)
    assert {cell["mac"] for cell in cells({"composition": "coop_easy"}, own)} == {"normal", "frenzy"}


def test_every_combination_is_a_list_of_cells_or_refused_in_words(content: Content) -> None:
    """No combination of allowed values breaks: cells that have these values, or a line that begins with an axis."""
    allowed = {axis: values for axis, values in axis_values(content).items() if axis != "agents"}
    refusals = []
    for values in itertools.product(*allowed.values()):
        selection = dict(zip(allowed, values, strict=True))
        try:
            (cell,) = cells(selection, content)
        except SelectionError as error:
            refusals.append(str(error))
        else:
            assert selection.items() <= cell.items()
    assert {line.partition(":")[0] for line in refusals} <= set(AXES)
    # 8 compositions: online cooperation 6 x 3 x 2, online suspicion 5 x 2, base 6 + 3, solo 1.
    assert len(refusals) == 3 * 8 * 2 * 8 * 3 * 2 - 8 * (36 + 10 + 9 + 1)

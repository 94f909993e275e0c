"""The rules record holds what content, parameters and cell say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim import records
from sim.game import SelectionError
from sim.games.room25 import tables
from sim.games.room25.content import Content, load
from sim.games.room25.grid import cells
from sim.games.room25.listing import listing
from sim.games.room25.parameters import Parameters
from sim.games.room25.state import Rules
from sim.games.room25.terms import (
    CHARACTERS,
    COOPERATION,
    EMPTY,
    JAMMING,
    KEY,
    LINES,
    MAC_FRENZY,
    MAC_NORMAL,
    MAC_OFF,
    MAC_ROOM,
    MORTAL,
    MOVING,
    N_ROOMS,
    NONE,
    REGENERATION,
    ROBOT_ROOM,
    ROOM_25,
    ROOMS,
    SHREDDER,
    SOLO,
    SUSPICION,
    TIMER,
    VISION,
)

AXES = {
    "mode": "cooperation",
    "composition": "coop_easy",
    "rules": "online",
    "players": 4,
    "agents": None,
    "mac": "off",
    "specials": False,
}
BASE = {"composition": "beginner", "rules": "base"}
SOLO_GAME = {"mode": "solo", "players": 1, **BASE}
ONLINE_SUSPICION = {"mode": "suspicion", "composition": "online_suspicion_6", "players": 6}
BASE_SUSPICION = {"mode": "suspicion", "composition": "expert_suspicion", "rules": "base", "players": 6}


@pytest.fixture(scope="module")
def content() -> Content:
    """The package's own content."""
    return load()


def rules(content: Content, parameters: dict[str, Any] | None = None, **axes: Any) -> Rules:
    """Return the rules of a cell that differs from online cooperation, easy, 4 players, in the axes named."""
    return tables.build_rules({**AXES, **axes}, Parameters.model_validate(parameters or {}), content, 11)


# -- Team and numbers -----------------------------------------------------------------------------------------------


def test_R_SET_4_seats(content: Content) -> None:
    """Seats go round the players: A B A B with two, A B C A B C with three, one each from four on; solo one player."""
    expected = {1: [0, 0, 0, 0], 2: [0, 1, 0, 1], 3: [0, 1, 2, 0, 1, 2], 4: [0, 1, 2, 3], 6: [0, 1, 2, 3, 4, 5]}
    for players, seats in expected.items():
        cell = rules(content, players=players)

        assert (cell.n_players, cell.n_characters) == (players, len(seats))
        assert list(cell.player_of) == seats + [NONE] * (8 - len(seats))
    assert list(rules(content, **SOLO_GAME).player_of) == [0, 0, 0, 0] + [NONE] * 4
    assert list(rules(content, **ONLINE_SUSPICION | {"players": 8}).player_of) == [0, 1, 2, 3, 4, 5, 6, 7]


def test_R_SET_4_rounds(content: Content) -> None:
    """Cooperation 8, 7, 6 for 4, 5, 6 characters, base 8; suspicion 10, 10, 10, 9, 8; solo 8."""
    cooperation = [rules(content, players=players).rounds for players in (1, 2, 3, 4, 5, 6)]
    suspicion = [rules(content, **ONLINE_SUSPICION | {"players": players}).rounds for players in (4, 5, 6, 7, 8)]

    assert cooperation == [8, 8, 6, 8, 7, 6]
    assert suspicion == [10, 10, 10, 9, 8]
    assert [rules(content, players=players, **BASE).rounds for players in (4, 5, 6)] == [8, 8, 8]
    assert [rules(content, **BASE_SUSPICION | {"players": players}).rounds for players in (4, 6)] == [10, 10]
    assert rules(content, **SOLO_GAME).rounds == 8


def test_team(content: Content) -> None:
    """A named team is fixed in its order; without one all eight characters are in the pool."""
    fixed = rules(content, agents=["max", "alice", "mimic", "jennifer"])
    free = rules(content)

    assert (fixed.fixed_team, list(fixed.team)) == (1, [2, 1, 7, 0] + [NONE] * 4)
    assert (free.fixed_team, free.n_pool, list(free.team)) == (0, 8, [NONE] * 8)
    assert (free.seed, fixed.seed) == (11, 11)


def test_modes_and_rule_sets(content: Content) -> None:
    """What each mode and rule set switches on."""
    online, base, solo = rules(content), rules(content, **BASE), rules(content, **SOLO_GAME)
    suspicion, printed = rules(content, **ONLINE_SUSPICION), rules(content, **BASE_SUSPICION)

    assert [cell.mode for cell in (online, base, solo, suspicion, printed)] == [
        COOPERATION,
        COOPERATION,
        SOLO,
        SUSPICION,
        SUSPICION,
    ]
    assert [cell.printed for cell in (online, base, solo, suspicion, printed)] == [0, 1, 1, 0, 1]
    assert [cell.adrenaline for cell in (online, base, solo, suspicion, printed)] == [1, 0, 0, 1, 0]
    assert [cell.key for cell in (online, base, solo, suspicion, printed)] == [1, 0, 0, 0, 0]
    assert [cell.deaths_to_lose for cell in (online, base, solo)] == [1, 2, 1]
    assert (rules(content, specials=True).specials, online.specials) == (1, 0)


def test_R_RND_3_no_adrenaline_in_frenzy(content: Content) -> None:
    """M.A.C. cards in normal use leave the adrenaline, frenzy takes it."""
    normal, frenzy = rules(content, mac="normal"), rules(content, mac="frenzy")

    assert (normal.mac, normal.adrenaline) == (MAC_NORMAL, 1)
    assert (frenzy.mac, frenzy.adrenaline) == (MAC_FRENZY, 0)
    assert (rules(content).mac, rules(content).n_mac) == (MAC_OFF, 0)


def test_R_ROOM_key_needs_a_key_room(content: Content) -> None:
    """Online cooperation with a composition that has no Key room has nothing to find."""
    assert rules(content, composition="beginner").key == 0


def test_R_SUS_1_role_cards(content: Content) -> None:
    """4 + 1 for 4 players, 4 + 2 for 5 and 6, 6 + 2 for 7 and 8; none out of suspicion."""
    found = {}
    for players in (4, 5, 6, 7, 8):
        cell = rules(content, **ONLINE_SUSPICION | {"players": players})
        found[players] = (cell.n_prisoner_cards, cell.n_guard_cards)

    assert found == {4: (4, 1), 5: (4, 2), 6: (4, 2), 7: (6, 2), 8: (6, 2)}
    assert (rules(content).n_prisoner_cards, rules(content).n_guard_cards) == (0, 0)
    assert rules(content, **ONLINE_SUSPICION).guards_to_win_deaths == 2


def test_R_SUS_3_unmask_count(content: Content) -> None:
    """Online 1 with 4 players, 2 with more, or the number asked for; base: a majority; else nobody."""
    online = [rules(content, **ONLINE_SUSPICION | {"players": players}).unmask_outside for players in (4, 5, 6, 7, 8)]

    assert online == [1, 2, 2, 2, 2]
    assert rules(content, {"unmask_count": 3}, **ONLINE_SUSPICION).unmask_outside == 3
    assert rules(content, {"guard_cards": {"6": 3}}, **ONLINE_SUSPICION).unmask_outside == 3
    assert rules(content, {"unmask_count": 3}, **BASE_SUSPICION).unmask_outside == NONE
    assert rules(content).unmask_outside == NONE


# -- Rooms ----------------------------------------------------------------------------------------------------------


def test_R_SET_2_fixed_and_random_rooms(content: Content) -> None:
    """Fixed rooms are taken off the supply that the random ones are drawn from; MAC only with the cards."""
    cell = rules(content, **ONLINE_SUSPICION)

    assert {ROOMS[room]: number for room, number in enumerate(cell.n_fixed) if number} == {
        "room_25": 1,
        "regeneration": 1,
        "robot": 1,
        "jamming": 1,
        "mortal": 1,
        "shredder": 2,
    }
    assert list(cell.n_random) == [0, 3, 7, 7]
    taken = (REGENERATION, ROBOT_ROOM, JAMMING, MORTAL, SHREDDER)
    assert [cell.supply[room] for room in taken] == [0, 1, 0, 1, 0]
    assert [cell.supply[room] for room in (ROOM_25, KEY, EMPTY, MAC_ROOM, TIMER)] == [0, 0, 8, 0, 1]
    assert rules(content, mac="normal").supply[MAC_ROOM] == 1


def test_R_SET_1_set_aside(content: Content) -> None:
    """Room 25 and Vision, online also Key, Moving and Robot rooms, lie in the exit zone."""
    online, base = rules(content).set_aside, rules(content, **BASE).set_aside

    assert [room for room in range(N_ROOMS) if online[room]] == [ROOM_25, KEY, VISION, MOVING, ROBOT_ROOM]
    assert [room for room in range(N_ROOMS) if base[room]] == [ROOM_25, VISION]


def test_every_default_cell_deals_24_rooms(content: Content) -> None:
    """Fixed and random rooms are 24, and there are enough of each colour to draw."""
    for axes in cells({}, content):
        cell = rules(content, **axes)

        assert sum(cell.n_fixed) + sum(cell.n_random) == 24
        for colour, (first, end) in enumerate(((0, 3), (3, 10), (10, 18), (18, 26))):
            assert cell.n_random[colour] <= sum(cell.supply[first:end])


# -- M.A.C. cards ---------------------------------------------------------------------------------------------------


def test_R_MAC_1_cards(content: Content) -> None:
    """Normal use has 44 cards, frenzy 58 with the same numbers; slides have a line, penalties a set of characters."""
    normal, frenzy = rules(content, mac="normal"), rules(content, mac="frenzy")

    assert (normal.n_mac, frenzy.n_mac) == (44, 58)
    for name in ("mac_line", "mac_direction", "mac_twice", "mac_again", "mac_characters"):
        assert list(getattr(normal, name)[:44]) == list(getattr(frenzy, name)[:44])
    for number, card in enumerate(content.mac):
        if card.characters:
            bits = sum(2 ** CHARACTERS.index(who) for who in card.characters)
            assert (frenzy.mac_line[number], frenzy.mac_characters[number]) == (NONE, bits)
        else:
            assert LINES[frenzy.mac_line[number]] == card.line
            assert frenzy.mac_direction[number] == (card.direction in ("right", "down"))
            assert (frenzy.mac_twice[number], frenzy.mac_again[number]) == (card.twice, card.again)
            assert frenzy.mac_characters[number] == 0


# -- Parameters -----------------------------------------------------------------------------------------------------


def test_every_parameter_reaches_the_rules(content: Content) -> None:
    """Whatever parameter is changed, the rules of some default cell change; those with one value only cannot."""
    changes: dict[str, Any] = {
        "composition": "beginner",
        "shared_knowledge": "none",
        "program_zero": True,
        "adrenaline": "none",
        "tell": "choice",
        "prisoners_truthful": False,
        "exit_by_control_room": True,
        "dead_prisoner_is_missing": False,
        "unmask_count": 3,
        "robot_push_axis": False,
        "memory": "marks",
        "rounds": {"solo": 9},
        "alert_rounds": 4,
        "deaths_to_lose": {"base": 1},
        "guards_to_win_deaths": 3,
        "prisoner_cards": {"4": 5},
        "guard_cards": {"4": 2},
        "max_locks": 1,
        "max_emptied": 1,
    }
    assert set(changes) == set(Parameters.model_fields) - {"mac_penalty"}
    grid = cells({}, content)
    before = [as_bytes(rules(content, **axes)) for axes in grid]
    for name, value in changes.items():
        assert [as_bytes(rules(content, {name: value}, **axes)) for axes in grid] != before, name


def as_bytes(cell: Rules) -> bytes:
    """Return a record as bytes."""
    record: Any = cell
    return np.asarray(record).tobytes()


def test_composition_in_place_of_the_cells(content: Content) -> None:
    """[A:composition]: one composition in every cell, whatever the cell says."""
    changed = rules(content, {"composition": "coop_hard"})

    assert list(changed.n_fixed) == list(rules(content, composition="coop_hard").n_fixed)
    assert changed.n_fixed[TIMER] == 1


def test_misfits_are_refused_all_at_once(content: Content) -> None:
    """An unknown composition, too few role cards: a line each, with the parameter's path."""
    with pytest.raises(SelectionError) as error:
        rules(content, {"composition": "coop_esy", "prisoner_cards": {"6": 3}}, **ONLINE_SUSPICION)

    unknown, cards = str(error.value).splitlines()
    assert unknown.startswith('composition: unknown composition "coop_esy"; allowed: beginner')
    assert unknown.endswith("did you mean coop_easy?")
    assert cards == "prisoner_cards.6: must be at least 4 with 2 guard cards, not 3"


def test_record_is_zero_but_for_what_is_set(content: Content) -> None:
    """Every field of the record is written for some default cell."""
    blank = records.new(Rules)
    grid = [rules(content, **axes) for axes in cells({"specials": [False, True], "mode": ["cooperation"]}, content)]
    grid += [rules(content, **axes) for axes in cells({}, content)]
    grid.append(rules(content, {"program_zero": True, "exit_by_control_room": True}, agents=list(CHARACTERS[:4])))
    grid.append(rules(content, {"memory": "marks"}, mac="frenzy"))
    for name, _, _ in records.fields(Rules):
        assert any(np.any(getattr(cell, name) != getattr(blank, name)) for cell in grid), name


# -- Listings -------------------------------------------------------------------------------------------------------


def test_listings(content: Content) -> None:
    """Compositions, characters, and rooms with M.A.C. cards, each listing with the same columns in every row."""
    sizes = {"scenarios": 8, "agents": 8, "cards": 26 + 58}
    for what, n in sizes.items():
        rows = listing(what, content)

        assert len(rows) == n
        assert len({tuple(row) for row in rows}) == 1
    texts = {row["card"]: row["text"] for row in listing("cards", content)}
    assert texts["slide_01"] == "row0 left"
    assert texts["penalty_01"] == "jennifer, emmett"
    assert texts["slide_33"] == "row0 left; twice; frenzy only"
    with pytest.raises(SelectionError, match="allowed: scenarios, agents, cards"):
        listing("rooms", content)

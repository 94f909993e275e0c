"""Set-up: R-SET."""

from collections import Counter

import pytest
from room25.positions import Table, laid_out, new_rules

from sim.games.room25.board import is_exit_zone
from sim.games.room25.terms import (
    ASK_PROGRAM,
    ASK_SETUP_LOOK,
    CENTRE,
    COLOURS,
    GUARD,
    PRISONER,
    ROOMS,
    UNTOLD,
)

INDICES = range(12)


def rooms_of(table: Table) -> list[str]:
    """The rooms of the complex by cell."""
    return [table.room(cell) for cell in range(25)]


def test_R_SET_0_everybody_starts_in_the_central_room():
    """All are alive in the Central Room, with adrenaline by the online rules, and all else is face down and open."""
    state = laid_out(new_rules()).state

    assert state.cell[:4].tolist() == [CENTRE] * 4
    assert state.alive[:4].tolist() == state.has_adrenaline[:4].tolist() == [1] * 4
    assert state.alive[4:].sum() == 0
    assert [cell for cell in range(25) if state.face_up[state.tile_at[cell]]] == [CENTRE]
    assert set(state.told.tolist()) == {UNTOLD}
    for field in ("closed", "locked", "knows"):
        assert not state[field].any()


@pytest.mark.parametrize("base", [False, True])
def test_R_SET_1_rooms_set_aside_lie_in_the_exit_zone(base):
    """Room 25 and Vision lie in the exit zone, online the Key room too; the other rooms lie anywhere."""
    rules = new_rules(base=base)
    aside = {"room_25", "vision"} | (set() if base else {"key"})
    inner = Counter()
    for index in INDICES:
        rooms = rooms_of(laid_out(rules, index))
        assert all(is_exit_zone(cell) for cell in range(25) if rooms[cell] in aside)
        inner.update(rooms[cell] for cell in range(25) if not is_exit_zone(cell))

    assert set(inner) == {room for k, room in enumerate(ROOMS) if rules.n_fixed[k]} - aside | {"central"}


def test_R_SET_1_online_suspicion_sets_moving_and_robot_rooms_aside():
    """The Moving and Robot rooms lie in the exit zone by the online rules."""
    rules = new_rules("suspicion", players=6, composition="online_suspicion_6")
    for index in INDICES:
        rooms = rooms_of(laid_out(rules, index))
        assert all(is_exit_zone(cell) for cell in range(25) if rooms[cell] in ("moving", "robot", "vision", "room_25"))


def test_R_SET_1_the_deal_is_another_each_time():
    """Every playout has a complex of its own, and the same index the same one."""
    rules = new_rules()
    deals = [tuple(rooms_of(laid_out(rules, index))) for index in INDICES]

    assert len(set(deals)) == len(deals)
    assert tuple(rooms_of(laid_out(rules, 3))) == deals[3]


def test_R_SET_1_room_25_lies_in_each_cell_of_the_exit_zone():
    """Each of the twelve cells has Room 25 sometimes: a chance of 1 in 12 missed 200 times in a row is 3e-8."""
    rules = new_rules()
    assert {rooms_of(laid_out(rules, index)).index("room_25") for index in range(200)} == {
        cell for cell in range(25) if is_exit_zone(cell)
    }


BEGINNER = {"empty": 8, "dark": 2, "cold": 2, "trapped": 2, "flooded": 2, "acid": 2, "vortex": 2, "mortal": 1}


def test_R_SET_2_fixed_composition():
    """The beginner's complex: the rooms of the rulebook, whatever the deal."""
    due = Counter({**BEGINNER, "vision": 1, "control": 1, "room_25": 1, "central": 1})

    assert all(Counter(rooms_of(laid_out(new_rules(base=True), index))) == due for index in INDICES)


def test_R_SET_2_random_rooms_by_colour():
    """Online suspicion with 4 or 5: 5 green, 8 yellow with Jamming, 10 red with 2 Mortal and a Timer, and Room 25."""
    rules = new_rules("suspicion")
    seen = Counter()
    for index in INDICES:
        rooms = Counter(rooms_of(laid_out(rules, index)))
        colours = Counter(COLOURS[colour(room)] for room in rooms.elements())
        assert colours == {"blue": 2, "green": 5, "yellow": 8, "red": 10}
        assert (rooms["jamming"], rooms["mortal"], rooms["timer"], rooms["mac"]) == (1, 2, 1, 0)
        assert all(rooms[room] <= 2 for room in rooms if room not in ("empty", "tunnel"))
        seen.update(rooms)

    assert {"empty", "tunnel", "vortex", "acid", "illusion", "paranoia"} < set(seen)


def colour(room: str) -> int:
    """0 blue, 1 green, 2 yellow, 3 red, by the rules' own list."""
    colours = (
        "central room_25 key",
        "empty vision control moving tunnel regeneration robot",
        "dark vortex cold prison pivoting mirror jamming mac",
        "trapped acid flooded mortal shredder paranoia timer illusion",
    )
    return next(k for k, rooms in enumerate(colours) if room in rooms.split())


def test_R_SET_3_each_player_looks_at_a_room_next_to_the_centre():
    """Each player chooses one of the four rooms around; its character sees it, and in cooperation tells its colour."""
    table = laid_out(new_rules())
    for player in range(4):
        assert sorted(table.play_on()) == [7, 11, 13, 17]
        assert (table.state.asking, table.state.chooser) == (ASK_SETUP_LOOK, player)
        table.choose((7, 11, 13, 17)[player])
    tiles = table.state.tile_at[[7, 11, 13, 17]].tolist()

    assert table.state.knows[:4].tolist() == [1 << tile for tile in tiles]
    assert table.state.told[tiles].tolist() == [colour(table.room(cell)) for cell in (7, 11, 13, 17)]
    table.play_on()
    assert table.state.asking == ASK_PROGRAM
    assert (table.state.turn, table.is_up(7)) == (1, False)


@pytest.mark.parametrize(("shared", "who_knows"), [("player", [1, 0, 1, 0]), ("none", [1, 0, 0, 0])])
def test_R_SET_3_the_characters_of_a_player_share_what_they_know(shared, who_knows):
    """Two players with two characters each look once each; with shared knowledge both of a player have seen it."""
    table = laid_out(new_rules(players=2, shared_knowledge=shared))
    table.choose(7, ASK_SETUP_LOOK)
    tile = table.state.tile_at[7]
    assert [int(bits >> tile) & 1 for bits in table.state.knows[:4]] == who_knows
    table.choose(7, ASK_SETUP_LOOK)
    table.play_on()
    assert table.state.asking == ASK_PROGRAM


@pytest.mark.parametrize(
    ("rules", "rounds"),
    [
        (("cooperation", 4, False), 8), (("cooperation", 5, False), 7), (("cooperation", 6, False), 6),
        (("cooperation", 3, False), 6), (("cooperation", 1, False), 8), (("cooperation", 6, True), 8),
        (("suspicion", 4, False), 10), (("suspicion", 6, False), 10), (("suspicion", 7, False), 9),
        (("suspicion", 8, False), 8), (("suspicion", 6, True), 10), (("solo", 1, True), 8),
    ],
)  # fmt: skip
def test_R_SET_4_rounds(rules, rounds):
    """How many rounds a game has, by mode, characters (3 players run 6, 1 or 2 run 4) and rules."""
    mode, players, base = rules
    assert laid_out(new_rules(mode, players, base=base)).state.rounds_left == rounds


@pytest.mark.parametrize(("players", "seats"), [(1, [0, 0, 0, 0]), (2, [0, 1, 0, 1]), (3, [0, 1, 2, 0, 1, 2])])
def test_R_SET_4_seats_go_round_the_players(players, seats):
    """A1 B1 (C1) A2 B2 (C2)."""
    rules = new_rules(players=players)
    table = laid_out(rules)

    assert table.state.n_characters == len(seats)
    assert rules.player_of[: len(seats)].tolist() == seats


def test_R_SET_4_every_team_in_every_order():
    """Without a fixed team 1680 playouts see each of 8 * 7 * 6 * 5 teams of four once; here every seventh of them."""
    rules = new_rules()
    teams = set()
    for index in range(0, 1680, 7):
        teams.add(tuple(laid_out(rules, index).state.team[:4].tolist()))

    assert len(teams) == 240
    assert all(len(set(one)) == 4 for one in teams)


def test_R_SET_4_teams_come_round_again():
    """Playout 1680 has the team of playout 0, and so has one of a very long run."""
    rules = new_rules()
    first = laid_out(rules, 0).state.team.tolist()

    assert laid_out(rules, 1680).state.team.tolist() == laid_out(rules, 1680 * 10**6).state.team.tolist() == first


def test_R_SET_4_a_fixed_team_keeps_its_order():
    """A team by name plays every playout in its order."""
    rules = new_rules(agents=("kevin", "alice", "mimic", "max"))

    assert all(laid_out(rules, index).state.team.tolist() == [6, 1, 7, 2, -1, -1, -1, -1] for index in INDICES)


@pytest.mark.parametrize(("players", "prisoners", "guards"), [(4, 4, 1), (5, 4, 2), (6, 4, 2), (7, 6, 2), (8, 6, 2)])
def test_R_SUS_1_roles_are_dealt_from_a_few_cards_more(players, prisoners, guards):
    """Never more of a role than there are cards of it; every number of guards that the cards allow comes up."""
    rules = new_rules("suspicion", players)
    dealt = set()
    for index in range(60):
        role = laid_out(rules, index).state.role[:players].tolist()
        assert role.count(PRISONER) + role.count(GUARD) == players
        dealt.add(role.count(GUARD))

    assert dealt == set(range(players - prisoners, guards + 1))


def test_R_SUS_1_no_guards_in_cooperation():
    """In cooperation and solo all are prisoners."""
    for rules in (new_rules(), new_rules("solo", base=True)):
        assert laid_out(rules).state.role.tolist() == [PRISONER] * 8

"""M.A.C. cards: R-MAC."""

from collections import Counter

import pytest
from room25.positions import laid_out, lay, new_rules, program, team

from sim.game import recording
from sim.games.room25.knowledge import turn_down
from sim.games.room25.mac import next_mac_card
from sim.games.room25.terms import (
    ASK_PENALTY,
    ASK_PROGRAM,
    CHARACTERS,
    CONTROL,
    END_ROUND,
    LINES,
    LOOK,
    MOVE,
    NO_MARK,
    NONE,
    PUSH,
    SPECIAL,
    TURN,
)


def with_cards(*cards, use="normal", agents=None):
    """Return rules with these cards only: (line, direction, twice, again), or the characters of a penalty."""
    rules = new_rules(mac=use, agents=agents)
    rules.n_mac = len(cards)
    for number, card in enumerate(cards):
        is_slide = isinstance(card[1], int)
        line, direction, twice, again = card if is_slide else ("", 0, 0, 0)
        rules.mac_line[number] = LINES.index(line) if is_slide else NONE
        rules.mac_direction[number], rules.mac_twice[number], rules.mac_again[number] = direction, twice, again
        rules.mac_characters[number] = 0 if is_slide else sum(1 << CHARACTERS.index(who) for who in card)
    return rules


def draw_card(rules, board="", **fields):
    """Draw the next card of a full deck and play on to the end of it."""
    table = lay(rules, board, n_mac=rules.n_mac, mac_deck=range(rules.n_mac), mac_due=1, **fields)
    table.play_on(TURN)
    return table


SLIDE = ("row0", 1, 0, 0)


def test_R_MAC_1_a_slide_with_all_on_it():
    """Tiles, characters and robots of the line go on by one, without effect."""
    table = draw_card(with_cards(SLIDE), "mortal .@0", n_robots=1, robot_cell=[4], robot_tile=[4])

    assert table.state.tile_at[:5].tolist() == [4, 0, 1, 2, 3]
    assert (table.cells()[0], table.state.robot_cell[0]) == (2, 0)


def test_R_MAC_1_slides_ignore_and_set_no_marks():
    """A line slid to the left this round is slid to the right by a card, and stays marked as it was."""
    table = draw_card(with_cards(SLIDE), mark=[0])
    assert table.state.tile_at[0] == 4
    assert table.state.mark[:2].tolist() == [0, NO_MARK]


def test_R_MAC_1_twice_is_two_slides():
    """The line goes on by two."""
    assert draw_card(with_cards(("row0", 1, 1, 0))).state.tile_at[:5].tolist() == [3, 4, 0, 1, 2]


def test_R_MAC_1_another_draws_and_resolves_another():
    """A card with the mark brings another, as long as they bear it."""
    rules = with_cards(("row0", 1, 0, 1), ("row0", 1, 0, 1), ("row0", 1, 0, 0))
    for key in range(6):
        table = draw_card(rules, key=key)
        drawn = int(table.state.mac_drawn)
        assert table.state.mac_deck[drawn - 1] == 2
        assert table.state.tile_at[drawn % 5] == 0


def test_R_MAC_1_a_slide_never_leads_out():
    """Room 25 with all in it wraps."""
    table = draw_card(with_cards(("row1", 0, 0, 0)), "/ 25@0123", key_found=1)
    assert table.is_running()
    assert table.cells() == [9, 9, 9, 9]


def test_R_MAC_1_no_card_slides_the_middle():
    """None of the cards has row 2 or column 2; 58 cards in frenzy, and the normal deck has fewer."""
    deck = new_rules(mac="frenzy")
    lines = set(deck.mac_line[: deck.n_mac].tolist())
    assert deck.n_mac == 58
    assert not lines & {2, 7}
    assert new_rules(mac="normal").n_mac < 58


# -- Penalties -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("specials", "due"), [(False, [LOOK, CONTROL]), (True, [LOOK, CONTROL, SPECIAL])])
def test_R_MAC_1_a_penalty_is_of_the_characters_choice(specials, due):
    """Each pictured character in play, seat by seat, gives up look, control or special, if there are specials."""
    agents = ("alice", "max", "kevin", "sarah")
    rules = with_cards(("kevin", "alice", "frank"), agents=agents)
    rules.specials = specials
    table = lay(rules, n_mac=1, mac_deck=[0], mac_due=1)

    for c in (0, 2):
        assert table.play_on(TURN) == due
        assert (table.state.asking, table.state.chooser) == (ASK_PENALTY, c)
        table.choose(CONTROL)
    assert table.play_on(TURN) == []
    assert table.state.penalties[:4].tolist() == [1 << CONTROL, 0, 1 << CONTROL, 0]


def test_R_MAC_1_a_second_penalty_costs_another_action():
    """What is lost already cannot be given up again; who has nothing left is not asked; the dead are not."""
    rules = with_cards(("alice", "max"), agents=("alice", "max", "kevin", "sarah"))
    rules.specials = 0
    for lost, due in ((1 << LOOK, [CONTROL]), (1 << LOOK | 1 << CONTROL, [])):
        table = lay(rules, n_mac=1, mac_deck=[0], mac_due=1, penalties=[lost], alive=[1, 0, 1, 1])
        assert table.play_on(TURN) == due


def test_R_MAC_1_a_penalised_action_may_be_programmed_and_is_lost():
    """It is in the program, it is lost, and it counts as an action; the other actions are free."""
    table = lay(new_rules(mac="normal"), "/ .@0", penalties=[1 << LOOK])
    assert table.act(0, LOOK) == []
    assert (table.state.n_lost, table.state.n_acted[0]) == (1, 1)
    assert table.act(0, MOVE) != []
    table = laid_out(with_cards(("alice", "max")))
    for _ in range(4):
        table.choose(table.play_on()[0])
    while table.play_on() and table.state.asking == ASK_PENALTY:
        table.choose(table.options[0])
    assert program(LOOK) in table.options


def test_R_MAC_1_penalties_end_with_the_round():
    """In the next round the action is there again."""
    table = lay(new_rules(), penalties=[1 << LOOK])
    table.begin_round()
    assert not table.state.penalties.any()


# -- When ----------------------------------------------------------------------------------------------------------


def cards_by_pass(use, rounds_left, plan=PUSH, board=""):
    """Play a round that all program alike and return how many cards came before the plan and in passes 1, 2 and 3."""
    table = lay(with_cards(SLIDE, use=use), board, turn=0, rounds_left=rounds_left, has_adrenaline=[0] * 4)
    drawn = [0] * 4

    def note(state, name, facts):
        drawn[state.passing] += name == "mac_card"

    with recording(note):
        table.begin_round()
        while table.play_on(END_ROUND):
            table.choose(plan if table.state.asking == ASK_PROGRAM else table.options[0])
    return drawn


@pytest.mark.parametrize(("use", "left", "cards"), [
    ("normal", 5, [2, 0, 0, 0]), ("normal", 2, [2, 0, 0, 0]), ("normal", 1, [0, 0, 0, 0]),
    ("frenzy", 5, [0, 1, 1, 0]), ("frenzy", 2, [0, 1, 1, 0]), ("frenzy", 1, [0, 0, 0, 0]), ("off", 5, [0, 0, 0, 0]),
])  # fmt: skip
def test_R_MAC_1_how_many_cards_and_when(use, left, cards):
    """Normal: two before every round but the last. Frenzy: one before each pass, but in the last round."""
    assert cards_by_pass(use, left) == cards


def test_R_MAC_1_a_timer_does_not_stop_a_card_that_is_due():
    """In frenzy a Timer entered in pass 1 makes this the last round; the card before pass 2 still comes."""
    assert cards_by_pass("frenzy", 2, program(MOVE, PUSH), "/ ? ? ?timer") == [0, 1, 1, 0]


def test_R_MAC_1_the_normal_cards_come_before_the_plan():
    """The plan is made on the complex as the cards left it."""
    table = lay(with_cards(SLIDE), ".@0", turn=0, rounds_left=5)
    table.begin_round()
    assert (table.state.asking, table.state.mac_drawn, table.cells()[0]) == (ASK_PROGRAM, 1, 2)


# -- Memory --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("use", "memory", "known"),
    [("frenzy", "perfect", [1, 1, 1]), ("normal", "marks", [1, 1, 1]), ("frenzy", "marks", [1, 1, 0])],
)
def test_R_MAC_1_no_notes_in_frenzy(use, memory, known):
    """By `memory = "marks"`: what a look in round 2 showed is known in rounds 3 and 4, and forgotten in round 5."""
    table = lay(new_rules(mac=use, memory=memory), "/ ?acid .@0", turn=2)
    table.act(0, LOOK, 5)
    found = []
    for turn in (3, 4, 5):
        table.state.turn = turn - 1
        table.begin_round()
        found.append(int(table.state.knows[0]) >> 5 & 1)

    assert found == known


def test_R_MAC_1_a_reopened_room_is_forgotten_too():
    """Turned down in round 2 it has been seen in round 2, by all."""
    table = lay(new_rules(mac="frenzy", memory="marks"), "/ flooded! .@0", turn=2)
    turn_down(table.state, 5)
    for turn, known in ((4, 1 << 5), (5, 0)):
        for last in range(int(table.state.turn), turn):
            table.state.turn = last
            table.begin_round()
        assert table.state.knows[:4].tolist() == [known] * 4


def test_R_MAC_1_a_second_look_is_remembered_anew():
    """What is looked at again is known for two rounds more; the first looks, in set-up, for two."""
    table = lay(new_rules(mac="frenzy", memory="marks"), "/ ?acid .@0 ?dark", turn=0)
    table.act(0, LOOK, 5)
    table.act(0, LOOK, 7)
    for turn, known in ((1, 1 << 5 | 1 << 7), (2, 1 << 5 | 1 << 7), (3, 1 << 5), (4, 1 << 5), (5, 0)):
        table.state.turn = turn - 1
        table.begin_round()
        assert table.state.knows[0] == known
        if turn == 2:
            table.act(0, LOOK, 5)


# -- Deck ----------------------------------------------------------------------------------------------------------


def test_R_MAC_1_without_replacement_then_shuffled_anew():
    """Every card once, then every card once again, in another order."""
    rules = new_rules(mac="frenzy")
    table = laid_out(rules)
    piles = [[next_mac_card(table.state, rules) for _ in range(58)] for _ in range(3)]

    assert all(Counter(pile) == Counter(range(58)) for pile in piles)
    assert len({tuple(pile) for pile in piles}) == 3


def test_R_MAC_1_no_cards_where_they_are_off():
    """Without them there is no deck."""
    assert new_rules().n_mac == 0
    assert laid_out(team("max")).state.n_mac == 0

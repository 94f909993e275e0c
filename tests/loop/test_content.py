"""Content: what the package ships, the vocabulary of effects, a user's file laid over it, and its faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from sim.content import built_in
from sim.game import ContentError
from sim.games.loop.content import Content, content_schema, load
from sim.games.loop.content.effects import Effect, parse_effect, parse_machina
from sim.games.loop.content.models import DIFFICULTIES, STATUSES
from sim.games.loop.content.shape import SHAPE
from sim.games.loop.terms import (
    ADJACENT,
    ANY_STEPS,
    AT_FOO,
    BANISH,
    BLACK_HOLE,
    DIMENSIONS,
    ENERGY,
    HERE,
    M_WRECK,
    MOVE,
    PULL,
    PUSH,
    READY,
    REPAIR,
    TRANSFER_ENERGY,
    TRANSFER_RIFT,
    USE_ALLY,
)


@pytest.fixture(scope="module")
def content() -> Content:
    """The package's own content."""
    return load()


def faults(overrides: dict[str, Any]) -> tuple[str, ...]:
    """Return the faults of a user's file named box.toml; it must have some."""
    with pytest.raises(ContentError) as error:
        load(overrides, "box.toml")
    return error.value.faults


# -- What the package ships ---------------------------------------------------------------------------------------


def test_counts(content: Content) -> None:
    """30 starting and 49 HQ artifacts, 10 missions, 14 Ultramachina cards, 5 agents, 28 + 7 tokens, 4 scenarios."""
    owners = Counter(card.owner for card in content.cards if card.owner)
    origins = Counter(card.origin for card in content.cards if card.owner is None)

    assert owners == dict.fromkeys(content.agent_ids, 6)
    assert len(content.agent_ids) == 5
    assert origins == dict.fromkeys(range(7), 7)
    assert len(content.missions) == 10
    assert Counter(card.origin for card in content.machina) == dict.fromkeys(range(7), 2)
    assert (len(content.tokens.pairs), len(content.supa_tokens.pairs)) == (28, 7)
    assert content.scenario_ids == ("sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges")


def test_every_entry_has_a_status() -> None:
    """Every entry of every file says whether it is stated, reported, assumed or house content."""
    assert {table.get("status") for _, table in built_in(SHAPE).values()} <= set(STATUSES)


def test_cards_are_in_order(content: Content) -> None:
    """Starting artifacts come first, by agent; HQ artifacts follow by era. A card's number is its position."""
    owners = [card.owner for card in content.cards[:30]]

    assert owners == [agent for agent in content.agent_ids for _ in range(6)]
    assert [card.origin for card in content.cards[30:]] == [era for era in range(7) for _ in range(7)]
    assert content.starting(1) == [6, 7, 8, 9, 10, 11]
    assert content.hq() == list(range(30, 79))


def test_all_cards_differ_and_every_era_has_all_dimensions(content: Content) -> None:
    """No two cards do the same, and the seven artifacts of an era are of all four dimensions."""
    assert len({card.effects for card in content.cards}) == 79
    for era in range(7):
        assert {card.dimension for card in content.cards if card.origin == era} == set(DIMENSIONS)


def test_no_card_of_an_elementary_dimension_can_ready_another_for_ever(content: Content) -> None:
    """Two cards that ready each other make an endless chain, so at most one that a LOOP can ready does so."""
    elementary = DIMENSIONS[:BLACK_HOLE]
    readying = [
        id_
        for id_, card in zip(content.card_ids, content.cards, strict=True)
        if card.dimension in elementary and any(effect.verb == READY for effect in card.parsed)
    ]

    assert len(readying) <= 1


def test_starting_decks_hold_pairs_for_a_loop(content: Content) -> None:
    """Each starting deck has at least two cards of one elementary dimension, and covers at least three dimensions."""
    for agent in content.agent_ids:
        dimensions = Counter(card.dimension for card in content.cards if card.owner == agent)

        assert max(count for dimension, count in dimensions.items() if dimension != "black_hole") >= 2
        assert len(dimensions) >= 3


def test_L_SET_3_tokens(content: Content) -> None:
    """For every arrival era there is one token for each of the four eras neither it nor adjacent to it."""
    expected = {(arrival, (arrival + steps) % 7) for arrival in range(7) for steps in (2, 3, 4, 5)}

    assert set(content.tokens.pairs) == expected
    assert Counter(paradox for _, paradox in content.tokens.pairs) == dict.fromkeys(range(7), 4)


def test_L_SCN_2_supa_tokens(content: Content) -> None:
    """The supa clone of paradox era p arrives at era p + 3 (mod 7)."""
    assert set(content.supa_tokens.pairs) == {(3, 0), (4, 1), (5, 2), (6, 3), (0, 4), (1, 5), (2, 6)}


def test_agents_start_and_can_do_what_the_rules_say(content: Content) -> None:
    """Starts 4, 0, 5, 3, 6; each ability once."""
    by_id = dict(zip(content.agent_ids, content.agents, strict=True))

    assert {id_: (agent.start, agent.ability) for id_, agent in by_id.items()} == {
        "time_prowler": (4, "leap"),
        "cztwyzzek": (0, "carry_along"),
        "robofinisher_404": (5, "long_push"),
        "mr_time": (3, "free_loop"),
        "v_girl": (6, "mend"),
    }


def test_reported_missions(content: Content) -> None:
    """The five reported missions are there as the rules give them."""
    reported = {
        (mission.event, mission.place, mission.distinct, mission.slots)
        for mission in content.missions
        if mission.status == "reported"
    }

    assert reported == {
        ("energy_added", "foo", "none", 6),
        ("rift_removed", "any", "era", 7),
        ("loop_performed", "foo", "none", 4),
        ("turn_ended", "both_adjacent_to_foo", "none", 3),
        ("clone_destroyed", "any", "era", 4),
    }


def test_L_SCN_scenarios(content: Content) -> None:
    """The numbers of the four scenarios by difficulty; the upper two difficulties have mega vortexes."""
    numbers = {
        "sabotage": ("extra_clones", [0, 1, 3]),
        "supa_sayan_clones": ("supa_clones", [3, 4, 5]),
        "ultramachina": ("cards", [4, 5, 7]),
        "laser_centrifuges": ("price", [2, 3, 4]),
    }
    for id_, (field, expected) in numbers.items():
        levels = [content.scenarios[id_].level(difficulty) for difficulty in DIFFICULTIES]

        assert [getattr(level, field) for level in levels] == expected
        assert [level.mega for level in levels] == [False, True, True]
    assert (content.scenarios["ultramachina"].ultramachina, content.scenarios["ultramachina"].more) == (True, 3)
    assert content.scenarios["laser_centrifuges"].centrifuges == 3
    assert content.scenarios["laser_centrifuges"].loop_extra == 1


# -- Effects ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("energy(2, here)", Effect(ENERGY, 2, 0, HERE)),
        ("repair(1, adjacent)", Effect(REPAIR, 1, 0, ADJACENT)),
        ("repair(3, foo)", Effect(REPAIR, 3, 0, AT_FOO)),
        ("push(2, 3)", Effect(PUSH, 2, 3, HERE)),
        ("pull(2)", Effect(PULL, 2, 1, HERE)),
        ("move(any)", Effect(MOVE, 1, ANY_STEPS, HERE)),
        ("move(2)", Effect(MOVE, 1, 2, HERE)),
        ("banish(1)", Effect(BANISH, 1, 0, HERE)),
        ("use_ally", Effect(USE_ALLY, 1, 0, HERE)),
        ("transfer(energy, 2)", Effect(TRANSFER_ENERGY, 2, 0, HERE)),
        ("transfer(rift, 1)", Effect(TRANSFER_RIFT, 1, 0, HERE)),
    ],
)
def test_effect_text_and_codes(text: str, effect: Effect) -> None:
    """A text means these codes, and the codes are spelt like the text."""
    assert parse_effect(text) == effect
    assert str(effect) == text


def test_every_effect_of_the_package_reads_back(content: Content) -> None:
    """Parsing and spelling every effect gives the text of the file."""
    for card in content.cards:
        assert tuple(map(str, card.parsed)) == card.effects
    for machina in content.machina:
        assert tuple(map(str, machina.parsed)) == machina.effects
    assert (parse_machina("wreck(2)").verb, parse_machina("wreck(2)").n) == (M_WRECK, 2)


def test_effect_spelling_is_made_uniform() -> None:
    """Blanks do not matter; the content keeps the vocabulary's spelling."""
    changed = load({"cards": {"first_fire": {"effects": [" energy( 2,here ) "]}}})

    assert changed.cards[changed.card_ids.index("first_fire")].effects == ("energy(2, here)",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("enrgy(2, here)", "did you mean energy?"),
        ("energy(2, her)", "did you mean here?"),
        ("energy(0, here)", 'n must be a whole number from 1 to 9, not "0"'),
        ("energy(10, here)", "from 1 to 9"),
        ("energy(-1, here)", "from 1 to 9"),
        ("energy(2.5, here)", "from 1 to 9"),
        ("energy(2)", "must read energy(n, where)"),
        ("push(1, 8)", "steps must be a whole number from 1 to 7"),
        ("push(1, any)", "steps must be a whole number from 1 to 7"),
        ("move(all)", "from 1 to 7 or any"),
        ("use_ally(1)", "must read use_ally"),
        ("transfer(clone, 1)", "must be one of energy, rift"),
        ("energy(2, here", "must be an effect as text"),
        ("", "must be an effect as text"),
        (5, "must be an effect as text"),
        ("Energy(2, here)", "did you mean energy?"),
    ],
)
def test_effect_faults(text: object, words: str) -> None:
    """What is no effect is refused with what is allowed."""
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the words are compared below
        parse_effect(text)

    assert words in str(error.value)


# -- A user's file ------------------------------------------------------------------------------------------------


CARD = {"name": "Own Card", "origin": 2, "dimension": "star", "effects": ["draw(1)"], "status": "stated"}


def test_an_entry_is_changed_field_by_field(content: Content) -> None:
    """A field that the user names is changed, the others stay, and so does everything else."""
    changed = load({"cards": {"first_fire": {"effects": ["energy(4, here)"]}}}, "box.toml")
    number = content.card_ids.index("first_fire")

    assert changed.cards[number].effects == ("energy(4, here)",)
    assert changed.cards[number].name == content.cards[number].name
    assert [card for card in changed.cards if card.name != "First Fire"] == [
        card for card in content.cards if card.name != "First Fire"
    ]


def test_a_difficulty_is_changed_field_by_field() -> None:
    """A scenario's difficulty is a table too: what is not named stays."""
    changed = load({"scenarios": {"sabotage": {"eternity": {"extra_clones": 5}}}})

    assert changed.scenarios["sabotage"].eternity.extra_clones == 5
    assert changed.scenarios["sabotage"].eternity.mega is True


def test_a_new_entry_is_added() -> None:
    """A new card goes behind the cards of its era."""
    changed = load({"cards": {"own_card": CARD}})

    assert changed.card_ids.index("own_card") == 30 + 3 * 7


def test_remove_takes_an_entry_out(content: Content) -> None:
    """`remove = true` takes a card out; the others keep their order."""
    changed = load({"cards": {"first_fire": {"remove": True}}})

    assert changed.card_ids == tuple(id_ for id_ in content.card_ids if id_ != "first_fire")


def test_a_removed_agent_takes_the_starting_artifacts_along() -> None:
    """Built-in starting artifacts of an agent who is out of the game are out too."""
    changed = load({"agents": {"mr_time": {"remove": True}}})

    assert len(changed.agents) == 4
    assert len(changed.cards) == 73


def test_replace_drops_built_in_entries() -> None:
    """`replace` drops a section before the user's entries are laid down; hq and starting are halves of the cards."""
    only = load({"replace": ["hq"], "cards": {"own_card": CARD}})
    eras = {f"m{n}": {"name": f"M {n}", "event": "turn_ended", "place": "any", "distinct": "none", "slots": n,
                      "status": "stated"} for n in range(1, 8)}  # fmt: skip
    missions = load({"replace": ["missions"], "missions": eras})

    assert only.card_ids[30:] == ("own_card",)
    assert len(only.cards) == 31
    assert missions.mission_ids == tuple(eras)


def test_digest_tells_contents_apart(content: Content) -> None:
    """16 hex digits, equal for equal content, different when one number changes."""
    same = load({"agents": {"v_girl": {"start": 6}}})
    other = load({"agents": {"v_girl": {"start": 5}}})

    assert len(content.digest) == 16
    assert int(content.digest, 16) >= 0
    assert same.digest == content.digest
    assert other.digest != content.digest


# -- Faults -------------------------------------------------------------------------------------------------------


FAULTS: list[tuple[dict[str, Any], str, str]] = [
    ({"crads": {}}, "crads", "did you mean cards?"),
    ({"cards": 5}, "cards", "must be a table of entries"),
    ({"cards": {"zap": 5}}, "cards.zap", "must be a table"),
    ({"cards": {"Zap!": CARD}}, "cards.Zap!", "an id is"),
    ({"replace": "cards"}, "replace", "must be a list of"),
    ({"replace": ["crads"]}, "replace[0]", "did you mean cards?"),
    ({"replace": [["cards"]]}, "replace[0]", "must be one of"),
    ({"cards": {"first_fir": {"remove": True}}}, "cards.first_fir.remove", "did you mean first_fire?"),
    ({"cards": {"first_fire": {"remove": 1}}}, "cards.first_fire.remove", "must be true or false"),
    ({"cards": {"own": {**CARD, "owner": "v_girl"}}}, "cards.own", "either owner"),
    ({"cards": {"own": {"name": "X", "dimension": "star", "effects": ["draw(1)"], "status": "house"}}}, "cards.own",
     "either owner"),
    ({"cards": {"door_ajar": {"owner": "v_gril"}}}, "cards.door_ajar.owner", "did you mean v_girl?"),
    ({"cards": {"first_fire": {"origin": 7}}}, "cards.first_fire.origin", "from 0 to 6"),
    ({"cards": {"first_fire": {"dimension": "strip"}}}, "cards.first_fire.dimension", "did you mean stripe?"),
    ({"cards": {"first_fire": {"effects": ["draw(1)", "drw(1)"]}}}, "cards.first_fire.effects[1]", "mean draw?"),
    ({"cards": {"first_fire": {"effects": []}}}, "cards.first_fire.effects", "at least 1"),
    ({"cards": {"first_fire": {"effects": ["draw(1)"] * 4}}}, "cards.first_fire.effects", "at most 3"),
    ({"cards": {"first_fire": {"name": "AMBER SAP"}}}, "cards.amber_sap.name", "is the name of cards.first_fire too"),
    ({"cards": {"first_fire": {"name": "x" * 61}}}, "cards.first_fire.name", "1 to 60 characters"),
    ({"cards": {"tar_pit": CARD}}, "ultramachina.tar_pit", "same id"),
    ({"cards": {f"own_{n}": {**CARD, "name": f"Own {n}"} for n in range(10)}}, "cards", "at most 16 HQ artifacts"),
    ({"replace": ["hq"]}, "cards", "HQ artifacts"),
    ({"cards": {id_: {"remove": True} for id_ in ("door_ajar", "night_round", "coat_of_corners", "lantern_oil")}},
     "agents.time_prowler", "3 to 10 starting artifacts"),
    ({"agents": {id_: {"remove": True} for id_ in ("mr_time", "v_girl", "cztwyzzek", "time_prowler")}}, "agents",
     "must be 2 to 8 entries, not 1"),
    ({"agents": {"v_girl": {"ability": "mnd"}}}, "agents.v_girl.ability", "did you mean mend?"),
    ({"agents": {"v_girl": {"start": "six"}}}, "agents.v_girl.start", "from 0 to 6"),
    ({"replace": ["missions"]}, "missions", "must be 7 to 16 entries, not 0"),
    ({"missions": {"power_surge": {"distinct": "dimension"}}}, "missions.power_surge.distinct", "loop_performed"),
    ({"missions": {"power_surge": {"distinct": "clone"}}}, "missions.power_surge.distinct", "clone_destroyed"),
    ({"missions": {"seven_seals": {"slots": 8}}}, "missions.seven_seals.slots", "at most 7"),
    ({"missions": {"seven_seals": {"place": "mission_era"}}}, "missions.seven_seals.slots", "must be 1"),
    ({"missions": {"full_spectrum": {"slots": 5}}}, "missions.full_spectrum.slots", "at most 4"),
    ({"missions": {"in_his_face": {"distinct": "dimension"}}}, "missions.in_his_face.slots", "at most 3"),
    ({"missions": {"power_surge": {"slots": 13}}}, "missions.power_surge.slots", "from 1 to 12"),
    ({"ultramachina": {"tar_pit": {"effects": ["drian(1)"]}}}, "ultramachina.tar_pit.effects[0]", "mean drain?"),
    ({"ultramachina": {"tar_pit": {"slots": 0}}}, "ultramachina.tar_pit.slots", "from 1 to 12"),
    ({"tokens": {"ordinary": {"pairs": [[0, 2], [0, 7]]}}}, "tokens.ordinary.pairs[1]", "eras from 0 to 6"),
    ({"tokens": {"ordinary": {"pairs": [[3, 3]]}}}, "tokens.ordinary.pairs[0]", "different eras"),
    ({"tokens": {"supa": {"pairs": []}}}, "tokens.supa.pairs", "at least 1"),
    ({"tokens": {"supa": {"pairs": [[0, 2]] * 36}}}, "tokens", "must be at most 63 clones"),
    ({"tokens": {"super": {"pairs": [[0, 2]], "status": "house"}}}, "tokens.super", "did you mean supa?"),
    ({"tokens": {"supa": {"remove": True}}}, "tokens.supa", "is missing"),
    ({"scenarios": {"sabotage": {"more": 3}}}, "scenarios.sabotage.more", "needs ultramachina"),
    ({"scenarios": {"sabotage": {"loop_extra": 1}}}, "scenarios.sabotage.loop_extra", "needs centrifuges"),
    ({"scenarios": {"sabotage": {"year": {"cards": 1}}}}, "scenarios.sabotage.year.cards", "needs ultramachina"),
    ({"scenarios": {"sabotage": {"year": {"price": 1}}}}, "scenarios.sabotage.year.price", "needs centrifuges"),
    ({"scenarios": {"sabotage": {"year": {"mgea": True}}}}, "scenarios.sabotage.year.mgea", "did you mean mega?"),
    ({"scenarios": {"own": {"title": "Own", "status": "house", "month": {}, "year": {}}}}, "scenarios.own.eternity",
     "is missing"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("overrides", "key", "words"), FAULTS, ids=[f"{n}-{key}" for n, (_, key, _) in enumerate(FAULTS)]
)
def test_a_fault_is_reported_by_key(overrides: dict[str, Any], key: str, words: str) -> None:
    """Each fault names the key in the file, and says what is allowed or needed."""
    matching = [fault for fault in faults(overrides) if f": {key}: " in fault]

    assert matching
    assert words in matching[0]


def test_all_faults_are_reported_at_once_and_name_the_file() -> None:
    """Faults of several sections come together, a line each, and begin with the file."""
    found = faults(
        {
            "agents": {"v_girl": {"start": 9}},
            "cards": {"first_fire": {"dimension": "x", "effects": ["x"], "colour": 1}},
            "missions": {"power_surge": {"slots": 0}},
        }
    )

    assert len(found) == 5
    assert all(fault.startswith("box.toml: ") and "\n" not in fault for fault in found)


# -- Mutations ----------------------------------------------------------------------------------------------------


WRONG: list[Any] = [5.5, [], {}, "no such word", -1, 1000, True, ["x", 3], "x" * 500]


def mutations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (key, file) for files with one thing wrong: every key misspelt, values of wrong type and out of range."""
    for number, ((section, id_), (_, table)) in enumerate(built_in(SHAPE).items()):
        for position, (key, value) in enumerate(table.items()):
            yield f"{section}.{id_}.{key}_x", {section: {id_: {f"{key}_x": value}}}
            wrong = WRONG[(number + position) % len(WRONG)]
            if not is_right(key, wrong, value):
                yield f"{section}.{id_}.{key}", {section: {id_: {key: wrong}}}


def is_right(key: str, wrong: Any, value: Any) -> bool:
    """Is the would-be wrong value of a kind that this key may have?"""
    if key in ("name", "title", "note"):
        return wrong == "no such word"
    return (isinstance(value, dict) and wrong == {}) or (isinstance(value, bool) and wrong is True)


def test_a_mutated_file_is_refused_by_key() -> None:
    """Hundreds of files with one thing wrong: each is refused, and a fault names file and key."""
    tried = 0
    for key, overrides in mutations():
        found = faults(overrides)
        tried += 1

        assert any(fault.startswith(f"box.toml: {key}") for fault in found), (key, overrides, found)
    assert tried > 800


# -- Schema -------------------------------------------------------------------------------------------------------


def test_schema_lists_sections_words_and_ranges() -> None:
    """Editors learn the sections, the words of each field and the ranges of numbers."""
    table = content_schema()
    card = table["$defs"]["Card"]["properties"]

    assert set(table["properties"]) == {
        "replace", "agents", "cards", "missions", "ultramachina", "tokens", "scenarios",
    }  # fmt: skip
    assert card["dimension"]["enum"] == ["spiral", "star", "stripe", "black_hole"]
    assert card["remove"]["type"] == "boolean"
    assert "use_ally" in card["effects"]["items"]["description"]
    assert table["$defs"]["Mission"]["properties"]["slots"]["maximum"] == 12
    assert all("required" not in definition for definition in table["$defs"].values())

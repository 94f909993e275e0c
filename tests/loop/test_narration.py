"""The story of a trace: sentences, card texts, the drawn board, headings and the ending."""

import pytest
from loop.table_by_hand import NAMES, new_rules, new_state

from sim.game import assumptions_of
from sim.games.loop.content import load
from sim.games.loop.content.effects import parse_effect
from sim.games.loop.parameters import Parameters
from sim.games.loop.telling.card_text import in_words
from sim.games.loop.telling.drawing import draw_board
from sim.games.loop.telling.narration import narrate
from sim.games.loop.telling.sentences import ENDINGS, SENTENCES, TEMPLATES, Titles, sentence
from sim.games.loop.telling.snapshot import snapshot
from sim.games.loop.terms import CAUSES

HEADER = {
    "type": "header",
    "game": "loop",
    "scenario": "sabotage",
    "difficulty": "year",
    "agents": ["v_girl", "mr_time"],
    "solo": False,
    "policy": "random",
    "seed": 7,
    "index": 12,
    "assumptions": assumptions_of(Parameters()),
    "content": {
        "cards": {
            "lamp": {"name": "Lamp", "dimension": "black_hole", "effects": ["energy(2, here)", "move(1)"]},
            "rope": {"name": "Rope", "dimension": "star", "effects": ["use_ally"]},
            "pit": {"name": "Pit", "dimension": None, "effects": ["cubes(1)", "drain(2)"], "slots": 2},
        },
        "missions": {
            "surge": {"name": "Surge", "slots": 6},
            "seals": {"name": "Seals", "slots": 7},
            "spectrum": {"name": "Spectrum", "slots": 4},
        },
        "tokens": {"0": {"paradox": 2, "supa": False}, "4": {"paradox": 6, "supa": True}},
        "agents": {
            "v_girl": {"title": "V-Girl"},
            "mr_time": {"title": "Mr. Time"},
            "time_prowler": {"title": "Time Prowler"},
        },
    },
}
TITLES = Titles(HEADER)

# event, facts of one or more such events, what is said
SAID = [
    ("foo_moved", [{"era": 4}], "Foo appears in the Globalization Era."),
    (
        "rift_landed",
        [{"era": 2}, {"era": 1}, {"era": 2}],
        "The Machine drops 3 rifts: 1 in the Medieval Era and 2 in the Renaissance.",
    ),
    ("clone_arrived", [{"token": 0, "era": 0}], "Clone arrives: clone 0 (Renaissance) in the Dawn of Time."),
    (
        "vortex",
        [{"era": 1, "mega": True}],
        "!!! MEGA VORTEX in the Medieval Era: its rifts are gone, its artifacts are destroyed.",
    ),
    (
        "artifact_revealed",
        [{"card": "lamp", "era": 1, "destroyed": True}],
        "Artifact revealed: Lamp (black hole), destroyed at once by the vortex in the Medieval Era.",
    ),
    ("free_move", [{"from": 6, "to": 0, "carried": None}], "Free move from the End of Times to the Dawn of Time."),
    (
        "paid_move",
        [{"from": 6, "to": 5, "carried": 4, "paid": 1}],
        "Move for 1 energy from the End of Times to the Age of Robots, carrying supa clone 4 (End of Times).",
    ),
    ("artifact_used", [{"card": "lamp", "owner": "v_girl"}], "Uses Lamp: 2 energy here, move up to 1 era."),
    ("artifact_used", [{"card": "rope", "owner": "mr_time"}], "Uses Mr. Time's Rope: use an ally's card."),
    ("loop", [{"dimension": "star", "cost": 0, "paid": 0}], "LOOP star, free of charge."),
    ("loop", [{"dimension": "star", "cost": 2, "paid": 2}], "LOOP star, for 2 energy."),
    ("loop", [{"dimension": "star", "cost": 2, "paid": 0}], "LOOP star, for 2, on permanent energy."),
    (
        "clone_moved",
        [{"token": 0, "from": 0, "to": 1, "verb": "pull"}],
        "Clone 0 (Renaissance) is pulled from the Dawn of Time to the Medieval Era.",
    ),
    ("clone_destroyed", [{"token": 0, "era": 2}], "Clone 0 (Renaissance) is destroyed in the Renaissance, a paradox."),
    ("clone_destroyed", [{"token": 0, "era": 3}], "Clone 0 (Renaissance) is destroyed in the Industrial Era."),
    ("rift_removed", [{"era": 6, "count": 1}], "-1 rift in the End of Times."),
    ("cards_drawn", [{"who": "mr_time", "cards": ["lamp", "rope"]}], "Mr. Time draws Lamp and Rope."),
    ("ultramachina_effect", [{"card": "pit", "effect": "drain(2)"}], "Pit strikes: 2 energy drained in Foo's era."),
    (
        "pile_reshuffled",
        [{"pile": "mr_time"}],
        "Mr. Time's draw pile has run out: the discards are shuffled into it.",
    ),
]


@pytest.mark.parametrize(("event", "facts", "said"), SAID)
def test_sentence(event, facts, said):
    """Events are told with names, never with numbers of eras or ids of cards."""
    head = {"event": event, "agent": "v_girl", "phase": "action"}

    assert sentence(TITLES, [{**head, **one} for one in facts]) == said


def test_a_centrifuge_flings():
    """The same event has another verb in Foo's phase."""
    event = {"event": "agent_moved", "phase": "foo", "who": "v_girl", "from": 6, "to": 0}

    assert sentence(TITLES, [event]) == "V-Girl is flung from the End of Times to the Dawn of Time."


def test_every_event_and_every_ending_can_be_told():
    """The words of the form all have a sentence, and each cause of an end its own."""
    # The event names of the trace's form, but for progress and won, which the narrator tells himself.
    events = (
        "foo_moved artifact_revealed clone_arrived rift_landed vortex mission_failed mission_activated "
        "ultramachina_revealed ultramachina_effect energy_removed card_exhausted artifact_destroyed ability "
        "free_move paid_move artifact_used loop centrifuge_down energy_added rift_removed rift_moved "
        "energy_moved clone_moved clone_destroyed permanent_added card_readied agent_moved cards_drawn "
        "ultramachina_progress ultramachina_destroyed energy_landed artifact_taken mission_completed "
        "reward_drawn reward hand_discarded pile_reshuffled lost turn_ended solo_revealed"
    )

    assert set(events.split()) == set(SENTENCES) | set(TEMPLATES)
    assert set(ENDINGS) == set(CAUSES[1:])


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ("repair(1, here_or_adjacent)", "repair 1 rift here or in an adjacent era"),
        ("push(2, 1)", "push 2 clones up to 1 era"),
        ("move(any)", "move to any era"),
        ("move(2)", "move up to 2 eras"),
        ("move_ally(1)", "move an ally up to 1 era"),
        ("transfer(rift, 2)", "transfer 2 rift"),
        ("ready(1)", "ready 1 card"),
    ],
)
def test_effect_in_words(effect, words):
    """An effect reads as a player would say it."""
    parse_effect(effect)  # it is one of the vocabulary

    assert in_words([effect]) == words


def test_every_card_can_be_read_out():
    """No effect of the built-in content lacks words."""
    content = load()

    for card in [*content.cards, *content.machina]:
        assert in_words(card.effects)


def test_board():
    """One column an era, Foo's era marked, clones by the era where they die, empty rows left out."""
    state = snapshot(new_state(), new_rules(), NAMES)

    drawn = list(
        draw_board(
            state,
            {"surge": 6, "seals": 7, "spectrum": 4, "pit": 2},
            {"v_girl": "V-Girl", "seals": "Seals", "spectrum": "Hues"},
        )
    )

    assert drawn == [
        "           Dawn         Medieval     Renaissance  Industrial   Global       Robots       End",
        "           ───────────  ───────────  ═══ Foo ═══  ───────────  ───────────  ───────────  ───────────",
        "rifts                   ●            ●●                                                  ●●●",
        "vortex                                            MEGA VORTEX",
        "energy     ◇                                                   ◆            ◇◇",
        "clones to  Re En*",
        "artifacts                                                                   2",
        "mission    ?            Seals 2/7    Hues 1/4",
        "machina                 1/2",
        "centrifuge              spinning",
        "agents                                            mr_time                                V-Girl",
    ]


def event(event, turn=1, phase="foo", agent="v_girl", **facts):
    """Return an event line."""
    return {"type": "event", "n": 0, "turn": turn, "phase": phase, "agent": agent, "event": event, **facts}


def test_story():
    """Heading, assumptions that were changed, set-up, a turn with its actions and their consequences, the ending."""
    table = snapshot(new_state(), new_rules(), NAMES)
    header = {**HEADER, "assumptions": {**HEADER["assumptions"], "max_actions": 7}}
    result = {
        "type": "result",
        "cause": "fourth_vortex",
        "turn": 1,
        "fatal_era": 1,
        "fatal_in_action": 0,
        "fatal_cubes": 5,
    }
    result |= {"fatal_clones": 1, "missions_completed": 0, "missions_failed": 2, "vortexes": 4, "clones_destroyed": 0}
    lines = [
        header,
        event("mission_activated", 0, "setup", None, mission="seals", era=1),
        {"type": "state", "turn": 0, "at": "setup", **table},
        event("foo_moved", era=2),
        event("rift_landed", era=1),
        event("rift_landed", era=1),
        event("vortex", era=1, mega=False),
        event("artifact_used", phase="action", card="lamp", owner="v_girl"),
        event("energy_added", phase="action", era=6, count=2),
        event("progress", phase="action", mission="surge", slot=0),
        event("progress", phase="action", mission="surge", slot=1),
        event("artifact_used", phase="action", card="rope", owner="mr_time"),
        {"type": "state", "turn": 1, "at": "action", **table},
        event("turn_ended", phase="action"),
        event("lost", phase="action", cause="fourth_vortex"),
        {**result, "loops": 0, "cards_used": 1},
    ]

    text = list(narrate(lines))

    assert text[1:3] == ["The LOOP: Sabotage, year", "V-Girl, Mr. Time; policy random, seed 7, playout 12"]
    assert text[3] == "Assumed otherwise than by default: max_actions = 7"
    told = text[text.index("Turn 1 (cycle 1) - V-Girl at End of Times") + 1 :]
    assert told == [
        "  Foo appears in the Renaissance.",
        "  The Machine drops 2 rifts: 2 in the Medieval Era.",
        "!!! VORTEX in the Medieval Era: its rifts are gone, its artifacts are destroyed.",
        "  > Uses Lamp: 2 energy here, move up to 1 era.",
        "      +2 energy in the End of Times.",
        "      Mission Surge: 2/6.",
        "      Uses Mr. Time's Rope: use an ally's card.",
        "  > Ends the turn.",
        "!!! One vortex too many.",
        "",
        "═" * 100,
        "LOST: too many vortexes have opened. Turn 1.",
        "The fatal vortex: Medieval Era, in Foo's phase. The last drop was 5 rifts with 1 clone in Foo's era.",
        "Missions completed 0, failed 2; vortexes 4; clones destroyed 0; LOOPs 0; cards used 1.",
        "═" * 100,
    ]
    assert max(map(len, text)) <= 100

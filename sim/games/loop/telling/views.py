"""How a report reads the counts of a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.game import Axis, View
from sim.games.loop.content import Content
from sim.games.loop.results import MANY_CLONES, MANY_LOOPS, VORTEX_LOSSES
from sim.games.loop.terms import CAUSES, ERA_NAMES, MAX_SEATS

WON = Axis("won", ("lost", "won"))
SEATS = tuple(str(seat) for seat in range(1, MAX_SEATS + 1))


def titles(content: Content) -> dict[str, dict[Any, str]]:
    """Return what readers call scenarios, agents, missions and cards, by axis and id."""
    agents = {id_: agent.title for id_, agent in zip(content.agent_ids, content.agents, strict=True)}
    return {
        "scenario": {id_: scenario.title for id_, scenario in content.scenarios.items()},
        "agents": agents,
        "agent": agents,
        "with": agents,
        "mission": {id_: mission.name for id_, mission in zip(content.mission_ids, content.missions, strict=True)},
        "artifact": {id_: card.name for id_, card in zip(content.card_ids, content.cards, strict=True)},
    }


def views(agents: Sequence[str], missions: Sequence[str], cards: Sequence[str]) -> list[View]:
    """Return how a report reads the counts; the names are the content's, by number."""
    agent = Axis("agent", tuple(agents))
    mission = Axis("mission", tuple(missions))
    card = Axis("artifact", tuple(cards))
    loss = Axis("cause", VORTEX_LOSSES)
    causes = Axis("cause", CAUSES, first=1)
    return [
        View(
            "vortex_losses",
            "Vortex losses by cause, cycle, era and clones",
            "The era is that of the vortex that lost the game; clones are those in Foo's era at the last drop "
            f"({MANY_CLONES} stands for {MANY_CLONES} or more).",
            "fatal",
            (loss, Axis("cycle", first=1), Axis("era", ERA_NAMES), Axis("clones")),
            "share",
            section="losses",
        ),
        View(
            "vortex_losses_in_action",
            "Vortex losses brought about by the agents themselves",
            "The fatal vortex was made by a transfer of rifts in the action phase.",
            "fatal_in_action",
            (loss,),
            "share",
            section="losses",
        ),
        View(
            "missions_completed",
            "Missions completed, by how the game ended",
            "Share of all playouts.",
            "completed_by_cause",
            (causes, Axis("missions")),
            "share",
            section="missions",
        ),
        View(
            "mission_done",
            "Missions that were completed",
            "Win rate with the mission completed, and without: an association, not a cause.",
            "mission_done",
            (mission, WON),
            "with_without",
            section="missions",
        ),
        View(
            "mission_failed",
            "Missions that a vortex took",
            "Win rate with the mission failed, and without: an association, not a cause.",
            "mission_failed",
            (mission, WON),
            "with_without",
            section="missions",
        ),
        View(
            "agent",
            "Win rate by agent in the team",
            "All teams that have the agent.",
            "agent",
            (agent, WON),
            "win_rate",
            section="agents",
        ),
        View(
            "seat",
            "Win rate by seat and agent",
            "Seat 1 plays first (in solo: is listed first).",
            "seat_agent",
            (Axis("seat", SEATS), agent, WON),
            "win_rate",
            section="agents",
        ),
        View(
            "pair",
            "Win rate by pair of agents",
            "All teams that have both.",
            "pair",
            (agent, Axis("with", tuple(agents)), WON),
            "win_rate",
            section="agents",
        ),
        View(
            "artifact_taken",
            "Artifacts taken, from an era or as a reward",
            "Win rate with the artifact taken, and without: an association, not a cause.",
            "taken",
            (card, WON),
            "with_without",
            section="artifacts",
        ),
        View(
            "artifact_used",
            "Artifacts used at least once",
            "Win rate with the artifact used, and without: an association, not a cause; long games use more cards.",
            "used",
            (card, WON),
            "with_without",
            section="artifacts",
        ),
        View(
            "one_short",
            "Losses with all missions but one completed",
            "Share of all lost playouts.",
            "one_short",
            (causes,),
            "share",
            of="losses",
            section="tension",
        ),
        View(
            "turns_left",
            "Turns left at a win",
            "Over won playouts; 0: won in the last turn.",
            "turns_left_at_win",
            (Axis("turns"),),
            "distribution",
            of="wins",
            section="tension",
        ),
        View(
            "vortexes",
            "Win rate by number of vortexes at the end",
            "An association, not a cause.",
            "vortexes",
            (Axis("vortexes"), WON),
            "win_rate",
            section="tension",
        ),
        View(
            "loops",
            "LOOPs performed in a playout",
            f"{MANY_LOOPS} stands for {MANY_LOOPS} or more.",
            "loops",
            (Axis("loops"),),
            "distribution",
            section="tension",
        ),
    ]

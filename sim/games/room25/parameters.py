"""Every number of the rulebook that a designer may change, under its name in the rules; defaults are the rules' own.

An assumption (the sources are silent or disagree) is marked `assumption` in its JSON Schema. `range` there is what
else it may plausibly be, where its type does not say it (see `sim.parameters`).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from sim.games.room25.terms import MAX_CHARACTERS, MAX_ROUNDS, N_CELLS

BY_CELL = "cell"
POOL: Final = "pool"
ASSUMPTION: dict[str, Any] = {"assumption": True}

CompositionName = Annotated[str, Field(min_length=1, max_length=40)]
Guards = Annotated[int, Field(ge=1, le=MAX_CHARACTERS)]
UNMASK_SCHEMA = {"anyOf": [{"const": POOL}, {"type": "integer", "minimum": 1, "maximum": MAX_CHARACTERS}]}
UnmaskCount = Annotated[Literal["pool"] | Guards, WithJsonSchema(UNMASK_SCHEMA)]


class Table(BaseModel):
    """Every key is known, and no value is converted."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, validate_default=True, validate_by_name=False, serialize_by_alias=True
    )


def rounds(default: int, alias: str, what: str) -> Any:
    """Return the field of a number of rounds."""
    return Field(default, alias=alias, ge=1, le=MAX_ROUNDS, description=f"rounds {what}, R-SET-4")


def cards(default: int, alias: str, what: str, fewest: int) -> Any:
    """Return the field of a number of role cards."""
    description = f"{what} among the role cards for {alias} players, R-SUS-1"
    return Field(default, alias=alias, ge=fewest, le=MAX_CHARACTERS, description=description)


class CooperationRounds(Table):
    """Rounds of online cooperation by number of characters. R-SET-4."""

    four: int = rounds(8, "4", "of cooperation (online) with 4 characters")
    five: int = rounds(7, "5", "of cooperation (online) with 5 characters")
    six: int = rounds(6, "6", "of cooperation (online) with 6 characters")


class SuspicionRounds(Table):
    """Rounds of suspicion by number of characters. R-SET-4."""

    four: int = rounds(10, "4", "of suspicion with 4 characters")
    five: int = rounds(10, "5", "of suspicion with 5 characters")
    six: int = rounds(10, "6", "of suspicion with 6 characters")
    seven: int = rounds(9, "7", "of suspicion with 7 characters")
    eight: int = rounds(8, "8", "of suspicion with 8 characters")


class Rounds(Table):
    """Rounds of a game. R-SET-4."""

    cooperation: CooperationRounds = Field(CooperationRounds(), description="rounds of cooperation (online), R-SET-4")
    base_cooperation: int = rounds(8, "base_cooperation", "of cooperation by the base rules")
    suspicion: SuspicionRounds = Field(SuspicionRounds(), description="rounds of suspicion, R-SET-4")
    solo: int = rounds(8, "solo", "of solo")


class PrisonerCards(Table):
    """Prisoners among the role cards, by number of players. R-SUS-1."""

    four: int = cards(4, "4", "prisoners", 1)
    five: int = cards(4, "5", "prisoners", 1)
    six: int = cards(4, "6", "prisoners", 1)
    seven: int = cards(6, "7", "prisoners", 1)
    eight: int = cards(6, "8", "prisoners", 1)


class GuardCards(Table):
    """Guards among the role cards, by number of players. R-SUS-1."""

    four: int = cards(1, "4", "guards", 0)
    five: int = cards(2, "5", "guards", 0)
    six: int = cards(2, "6", "guards", 0)
    seven: int = cards(2, "7", "guards", 0)
    eight: int = cards(2, "8", "guards", 0)


class DeathsToLose(Table):
    """Deaths that lose the game of all prisoners together. R-COOP-1, R-SOLO-1."""

    online: int = Field(1, ge=1, le=4, description="deaths that lose cooperation (online), R-COOP-1")
    base: int = Field(2, ge=1, le=4, description="deaths that lose cooperation by the base rules, R-COOP-1")
    solo: int = Field(1, ge=1, le=4, description="deaths that lose solo, R-SOLO-1")


class Parameters(Table):
    """The numbers and readings of the rulebook."""

    # Assumptions
    composition: CompositionName = Field(
        BY_CELL,
        description='the composition played: that of the cell ("cell"), or one by name in every cell, R-SET-2',
        # Which else it may be, the cells of the grid show.
        json_schema_extra={**ASSUMPTION, "axis": "composition", "range": [BY_CELL]},
    )
    shared_knowledge: Literal["player", "none"] = Field(
        "player",
        description="who shares what they know: the characters of one player, or none, R-SET-3",
        json_schema_extra=ASSUMPTION,
    )
    program_zero: bool = Field(
        False, description="a character may program no action at all, R-RND-1", json_schema_extra=ASSUMPTION
    )
    adrenaline: Literal["third_pass", "none"] = Field(
        "third_pass",
        description="when the adrenaline action is played: in a third pass, or never, R-RND-3",
        json_schema_extra=ASSUMPTION,
    )
    tell: Literal["always", "choice"] = Field(
        "always",
        description="the colour of a room looked at, in cooperation: always told, or only as one likes, R-ACT-1",
        json_schema_extra=ASSUMPTION,
    )
    prisoners_truthful: bool = Field(
        True,
        description="prisoners always tell, and the truth; else they choose as guards do, R-ACT-1",
        json_schema_extra=ASSUMPTION,
    )
    exit_by_control_room: bool = Field(
        False, description="the Control room's slide may be the exit too, R-EXIT-1", json_schema_extra=ASSUMPTION
    )
    dead_prisoner_is_missing: bool = Field(
        True,
        description="a dead prisoner is the one who may be missing in the last round, R-SUS-1",
        json_schema_extra=ASSUMPTION,
    )
    unmask_count: UnmaskCount = Field(
        POOL,
        description='how many outside Room 25 unmask (online): as guards in the pool ("pool"), or a number, R-SUS-3',
        json_schema_extra={**ASSUMPTION, "range": [POOL, 1, 2]},
    )
    mac_penalty: Literal["round"] = Field(
        "round", description="how long a penalty lasts: to the end of the round, R-MAC-1", json_schema_extra=ASSUMPTION
    )
    robot_push_axis: bool = Field(
        True,
        description="a robot in a Pivoting room pushes only along its axis, as a character does, R-CHR-2",
        json_schema_extra=ASSUMPTION,
    )
    memory: Literal["perfect", "marks"] = Field(
        "perfect",
        description="what characters remember of looks: all; or, in frenzy, which has no marks, the last two rounds'",
        json_schema_extra=ASSUMPTION,
    )

    # Numbers
    rounds: Rounds = Field(Rounds(), description="rounds of a game, R-SET-4")
    alert_rounds: int = Field(
        5, ge=0, le=MAX_ROUNDS, description="rounds in which entering Room 25 sounds the alert, and left by it, R-SUS-2"
    )
    deaths_to_lose: DeathsToLose = Field(DeathsToLose(), description="deaths that lose the game, R-COOP-1, R-SOLO-1")
    guards_to_win_deaths: int = Field(
        2, ge=1, le=MAX_CHARACTERS, description="dead prisoners that win the game for the guards, R-SUS-1"
    )
    prisoner_cards: PrisonerCards = Field(PrisonerCards(), description="prisoners among the role cards, R-SUS-1")
    guard_cards: GuardCards = Field(GuardCards(), description="guards among the role cards, R-SUS-1")
    max_locks: int = Field(2, ge=0, le=N_CELLS - 1, description="rooms locked by Emmett at a time, R-CHR-1")
    max_emptied: int = Field(2, ge=0, le=N_CELLS - 1, description="rooms that Sarah makes Empty in a game, R-CHR-1")

"""Every number of the rulebook that a designer may change, under its name in the rules; defaults are the rules' own.

An assumption (the sources are silent or disagree) is marked `assumption` in its JSON Schema. `range` there is what
else it may plausibly be (see `sim.parameters`): for numbers the least and the most, else values by name.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from sim.games.loop.content.models import Pair
from sim.games.loop.forbidden import ALLOWED, NOTHING, SCHEMA, check_forbidden
from sim.games.loop.terms import MAX_SLOTS, MAX_TOKENS, N_ERAS

FROM_CONTENT = "content"
ASSUMPTION: dict[str, Any] = {"assumption": True}
SUM_TOLERANCE = 1e-9

PAIR = Pair()
# What else the Machine's chances may be: its inside is not known to anybody who reports of it.
MACHINES: dict[str, Any] = {
    "even": [1 / 3, 1 / 3, 1 / 3],
    "mostly Foo's era": [0.25, 0.5, 0.25],
    "mostly beside it": [0.4, 0.2, 0.4],
    "mostly the next": [0.25, 0.25, 0.5],
}
TOKENS_SCHEMA = {
    "anyOf": [
        {"const": FROM_CONTENT},
        {"type": "array", "items": PAIR.schema(), "minItems": 1, "maxItems": MAX_TOKENS},
    ]
}


def tokens(*steps: int) -> list[list[int]]:
    """Return tokens that arrive so many eras after their paradox era: one for each step and era."""
    return [[(paradox + step) % N_ERAS, paradox] for step in steps for paradox in range(N_ERAS)]


# Four tokens a paradox era are stated, one supa clone; where they arrive is not.
CLONE_TOKENS: dict[str, Any] = {
    "not adjacent": FROM_CONTENT,
    "near": tokens(1, 2, 5, 6),
    "on one side": tokens(1, 2, 3, 4),
}
SUPA_TOKENS: dict[str, Any] = {"three on": FROM_CONTENT, "two on": tokens(2), "one on": tokens(1)}


def assumed(least: int, most: int) -> dict[str, Any]:
    """Return what the JSON Schema of an assumed number says beside its type: the least and the most it may be."""
    return {**ASSUMPTION, "range": [least, most]}


def check_tokens(value: Any) -> Any:
    """Return "content" or a list of pairs [arrival, paradox]."""
    if value == FROM_CONTENT:
        return value
    if isinstance(value, list) and 1 <= len(value) <= MAX_TOKENS and all(map(PAIR.fits, value)):
        return value
    allowed = f'"{FROM_CONTENT}" or a list of 1 to {MAX_TOKENS} pairs [arrival, paradox] of different eras'
    raise PydanticCustomError("tokens", "must be {allowed}", {"allowed": allowed})


def check_machine(value: Any) -> Any:
    """Return three shares >= 0 that add up to 1."""
    shares = value if isinstance(value, list) else []
    numbers = [share for share in shares if type(share) in (int, float) and math.isfinite(share) and share >= 0]
    if len(shares) == len(numbers) == 3 and abs(math.fsum(numbers) - 1) <= SUM_TOLERANCE:
        return [float(share) for share in numbers]
    allowed = "three numbers of at least 0 that add up to 1 (previous era, Foo's, next)"
    raise PydanticCustomError("machine", "must be {allowed}", {"allowed": allowed})


TokenList = Annotated[Any, BeforeValidator(check_tokens), WithJsonSchema(TOKENS_SCHEMA)]
Forbidden = Annotated[Any, BeforeValidator(check_forbidden), WithJsonSchema(SCHEMA)]
Share = Annotated[float, Field(ge=0, le=1)]
Machine = Annotated[list[Share], BeforeValidator(check_machine), Field(min_length=3, max_length=3)]
Spawn = Annotated[int, Field(ge=0, le=9)]
Slots = Annotated[int, Field(ge=1, le=MAX_SLOTS)]


class Table(BaseModel):
    """Every key is known, and no value is converted."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, validate_default=True, validate_by_name=False, serialize_by_alias=True
    )


def clones(default: int, alias: str, what: str, least: int, most: int) -> Any:
    """Return the field of the clones drawn at set-up, with the range that reviewers leave open."""
    text = f"clones at set-up {what}, L-SET-4"
    return Field(default, alias=alias, ge=0, le=MAX_TOKENS, description=text, json_schema_extra=assumed(least, most))


def artifacts(default: int, alias: str, what: str, least: int, most: int) -> Any:
    """Return the field of the artifacts revealed at set-up, with the range that reviewers leave open."""
    text = f"artifacts at set-up {what}, L-SET-5"
    return Field(default, alias=alias, ge=0, le=16, description=text, json_schema_extra=assumed(least, most))


class SetupClones(Table):
    """Clones drawn at set-up, by number of agents, and in solo. L-SET-4."""

    two: int = clones(7, "2", "with 2 agents", 6, 8)
    three: int = clones(6, "3", "with 3 agents", 5, 7)
    four: int = clones(5, "4", "with 4 agents", 4, 7)
    solo: int = clones(8, "solo", "in solo", 7, 9)


class SetupArtifacts(Table):
    """Artifacts revealed at set-up, by number of agents, and in solo. L-SET-5."""

    two: int = artifacts(3, "2", "with 2 agents", 2, 4)
    three: int = artifacts(4, "3", "with 3 agents", 3, 5)
    four: int = artifacts(5, "4", "with 4 agents", 4, 6)
    solo: int = artifacts(3, "solo", "in solo", 2, 4)


class Parameters(Table):
    """The numbers of the rulebook."""

    # Assumptions
    supply: Literal["unlimited", "box"] = Field(
        "unlimited",
        description="cubes: without end, or those of the box (30 rifts, 30 energy, 5 permanent energy), L-BRD-4",
        json_schema_extra=ASSUMPTION,
    )
    clone_tokens: TokenList = Field(
        FROM_CONTENT,
        description='clone tokens [arrival, paradox] in place of those of the content ("content"), L-SET-3',
        json_schema_extra={**ASSUMPTION, "range": CLONE_TOKENS},
    )
    supa_tokens: TokenList = Field(
        FROM_CONTENT,
        description='supa clones [arrival, paradox] in place of those of the content ("content"), L-SCN-2',
        json_schema_extra={**ASSUMPTION, "range": SUPA_TOKENS},
    )
    setup_clones: SetupClones = Field(
        SetupClones(), description="clones at set-up by number of agents, L-SET-4", json_schema_extra=ASSUMPTION
    )
    setup_artifacts: SetupArtifacts = Field(
        SetupArtifacts(), description="artifacts at set-up by number of agents, L-SET-5", json_schema_extra=ASSUMPTION
    )
    machine: Machine = Field(
        [1 / 3, 1 / 3, 1 / 3],
        description="chance that a rift lands in the era previous to Foo's, in Foo's, in the next; sum 1, L-FOO-4",
        json_schema_extra={**ASSUMPTION, "range": MACHINES},
    )
    energy_from: Literal["own_era", "any_era"] = Field(
        "own_era", description="where an agent may pay energy from, L-ACT-2", json_schema_extra=ASSUMPTION
    )
    v_girl_mega_immune: bool = Field(
        True, description="V-Girl may end a turn at a mega vortex, L-VTX-7", json_schema_extra=ASSUMPTION
    )
    destroyed_clones_return: bool = Field(
        False, description="a destroyed clone goes back into the bag, L-ACT-7", json_schema_extra=ASSUMPTION
    )
    max_actions: int = Field(
        100, ge=1, le=1000, description="actions after which a turn ends, L-ACT-9", json_schema_extra=assumed(50, 200)
    )
    next_mission: Literal["random", "clockwise"] = Field(
        "random",
        description="which hidden mission becomes active: any, or the first clockwise of Foo's era, L-MIS-4",
        json_schema_extra=ASSUMPTION,
    )

    # Course of the game
    cycles: int = Field(3, ge=1, le=4, description="cycles of 7 turns, L-END-2")
    hand_size: int = Field(3, ge=1, le=6, description="cards that a hand is filled up to, L-REF-1")
    missions_to_win: int = Field(4, ge=1, le=N_ERAS, description="missions that win the game, L-END-1")
    active_missions: int = Field(2, ge=1, le=N_ERAS, description="missions active at a time, L-MIS-4")
    extra_rewards: int = Field(1, ge=0, le=8, description="reward cards beyond one an agent, L-MIS-3")
    mission_slots: dict[str, Slots] = Field({}, description="slots by mission, in place of the content's, L-MIS-1")

    # Rifts and clones
    safe_rifts: int = Field(3, ge=0, le=30, description="rifts that an era holds safely, L-VTX-1")
    max_vortexes: int = Field(3, ge=0, le=6, description="vortexes that do not lose; one more does, L-VTX-4")
    base_rifts: int = Field(2, ge=0, le=20, description="rifts of a drop before clones, L-FOO-4")
    rifts_per_clone: int = Field(1, ge=0, le=5, description="rifts of a drop for each clone in Foo's era, L-FOO-4")
    spawn: list[Spawn] = Field(
        [1, 2, 3],
        min_length=1,
        max_length=4,
        description="clones that arrive in a turn, by cycle; the last stands for later cycles, L-FOO-3",
        json_schema_extra={"range": {"rising": [1, 2, 3], "rising less": [1, 2, 2], "rising more": [1, 2, 4]}},
    )
    revealed_each_turn: int = Field(1, ge=0, le=7, description="artifacts revealed in a turn, L-FOO-2")
    setup_rifts: int = Field(1, ge=0, le=30, description="rifts on each era that Foo visits at set-up, L-SET-2")
    setup_energy: int = Field(1, ge=0, le=30, description="energy on each other era at set-up, L-SET-2")

    # Restricted play
    forbid: Forbidden = Field(NOTHING, description=f"what the agents may not do: {ALLOWED}")

"""What a content file may hold: agents, cards, missions, Ultramachina cards, clone tokens, scenarios."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from sim.games.loop.content.effects import (
    MACHINA_SIGNATURES,
    SIGNATURES,
    Effect,
    MachinaEffect,
    parse_effect,
    parse_machina,
    vocabulary,
)
from sim.games.loop.content.fields import Field as Checked
from sim.games.loop.content.fields import Flag, Text, Whole, Word
from sim.games.loop.terms import (
    ABILITIES,
    DIMENSIONS,
    DISTINCTS,
    EVENTS,
    LAST_ERA,
    MAX_EFFECTS,
    MAX_MACHINA,
    MAX_SLOTS,
    MAX_TOKENS,
    PLACES_OF_MISSION,
)

STATUSES = ("stated", "reported", "assumed", "house")
DIFFICULTIES = ("month", "year", "eternity")


@dataclass(frozen=True)
class EffectText(Checked):
    """One effect, kept in the vocabulary's own spelling."""

    parse: Callable[[object], Effect | MachinaEffect]
    words: str

    def must(self) -> str:
        """Return the vocabulary."""
        return f"must be an effect as text: {self.words}"

    def check(self, value: Any) -> str:
        """Return the effect as text."""
        return str(self.parse(value))

    def schema(self) -> dict[str, Any]:
        """Return a text with the vocabulary as its description."""
        return {"type": "string", "description": self.words}


@dataclass(frozen=True)
class Pair(Checked):
    """A clone token: [arrival era, paradox era]."""

    def must(self) -> str:
        """Return the range of the two eras."""
        return f"must be a pair [arrival, paradox] of different eras from 0 to {LAST_ERA}"

    def fits(self, value: Any) -> bool:
        """Is it a list of two different eras?"""
        eras = list(value) if isinstance(value, list | tuple) else []
        return all(type(era) is int and 0 <= era <= LAST_ERA for era in eras) and len(eras) == len(set(eras)) == 2

    def check(self, value: Any) -> tuple[int, int]:
        """Return the pair."""
        arrival, paradox = super().check(value)
        return arrival, paradox

    def schema(self) -> dict[str, Any]:
        """Return a pair of eras."""
        era = {"type": "integer", "minimum": 0, "maximum": LAST_ERA}
        return {"type": "array", "items": era, "minItems": 2, "maxItems": 2, "uniqueItems": True}


Name = Annotated[str, Text(60)]
EraNumber = Annotated[int, Whole(0, LAST_ERA)]
CardEffect = Annotated[str, EffectText(parse_effect, vocabulary(SIGNATURES))]
CardEffects = Annotated[tuple[CardEffect, ...], Field(strict=False, min_length=1, max_length=MAX_EFFECTS)]
MachinaText = Annotated[str, EffectText(parse_machina, vocabulary(MACHINA_SIGNATURES))]
MachinaTexts = Annotated[tuple[MachinaText, ...], Field(strict=False, min_length=1, max_length=MAX_EFFECTS)]
TokenPair = Annotated[tuple[int, int], Pair()]
TokenPairs = Annotated[tuple[TokenPair, ...], Field(strict=False, min_length=1, max_length=MAX_TOKENS)]


class Table(BaseModel):
    """A table of a content file: every key is known, no value is converted."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Entry(Table):
    """What every entry says."""

    status: Annotated[str, Word(STATUSES)] = Field(description="where it comes from")
    note: Annotated[str, Text(400)] | None = Field(None, description="a remark for readers")


class Agent(Entry):
    """An agent that can be played. L-SET-6, L-SET-7."""

    title: Name
    start: EraNumber = Field(description="era in which the agent starts")
    ability: Annotated[str, Word(ABILITIES)] = Field(description="special ability, L-ACT-5")


class Card(Entry):
    """A starting artifact (it has an owner) or an artifact of the HQ deck (it has an origin era)."""

    name: Name
    owner: Name | None = Field(None, description="agent whose starting artifact it is")
    origin: EraNumber | None = Field(None, description="era in which an HQ artifact is revealed")
    dimension: Annotated[str, Word(DIMENSIONS)]
    effects: CardEffects = Field(description="a list of 1 to 3 effects, carried out in order")

    @property
    def parsed(self) -> tuple[Effect, ...]:
        """The effects in codes of `terms`."""
        return tuple(parse_effect(text) for text in self.effects)


class Mission(Entry):
    """A mission: what makes progress, and how much is needed. L-MIS-1, L-MIS-5."""

    name: Name
    event: Annotated[str, Word(EVENTS)] = Field(description="what makes progress")
    place: Annotated[str, Word(PLACES_OF_MISSION)] = Field(description="where it must happen")
    distinct: Annotated[str, Word(DISTINCTS)] = Field(description="what counts only once")
    slots: Annotated[int, Whole(1, MAX_SLOTS)] = Field(description="progress that completes it")


class Machina(Entry):
    """An Ultramachina card. L-SCN-3."""

    name: Name
    origin: EraNumber = Field(description="era in which it is revealed")
    slots: Annotated[int, Whole(1, MAX_SLOTS)] = Field(description="energy that destroys it")
    effects: MachinaTexts = Field(description="a list of 1 to 3 effects when Foo enters the era")

    @property
    def parsed(self) -> tuple[MachinaEffect, ...]:
        """The effects in codes of `terms`."""
        return tuple(parse_machina(text) for text in self.effects)


class Tokens(Entry):
    """A set of clone tokens. L-SET-3, L-SCN-2."""

    pairs: TokenPairs = Field(description="a list of [arrival era, paradox era], one a clone")


class Level(Table):
    """The numbers of one difficulty of a scenario."""

    mega: Annotated[bool, Flag()] = Field(False, description="vortexes are mega vortexes, L-VTX-7")
    extra_clones: Annotated[int, Whole(0, MAX_TOKENS)] = Field(0, description="more clones at set-up, L-SCN-1")
    supa_clones: Annotated[int, Whole(0, MAX_TOKENS)] = Field(0, description="supa clones at set-up, L-SCN-2")
    cards: Annotated[int, Whole(0, MAX_MACHINA)] = Field(0, description="Ultramachina cards at set-up, L-SCN-3")
    price: Annotated[int, Whole(0, 9)] = Field(0, description="energy that takes a centrifuge down, L-SCN-4")


class Scenario(Entry):
    """A scenario: the rules that it adds. L-SCN-1 to L-SCN-4."""

    title: Name
    ultramachina: Annotated[bool, Flag()] = Field(
        False, description="Foo goes clockwise; Ultramachina cards are in play"
    )
    more: Annotated[int, Whole(0, MAX_MACHINA)] = Field(0, description="Ultramachina cards revealed at a cycle's end")
    centrifuges: Annotated[int, Whole(0, LAST_ERA)] = Field(0, description="centrifuges at set-up")
    loop_extra: Annotated[int, Whole(0, 9)] = Field(0, description="what a LOOP costs more where a centrifuge stands")
    month: Level = Field(description="a table of the numbers of this difficulty")
    year: Level = Field(description="a table of the numbers of this difficulty")
    eternity: Level = Field(description="a table of the numbers of this difficulty")

    def level(self, difficulty: str) -> Level:
        """Return the numbers of a difficulty."""
        level: Level = getattr(self, difficulty)
        return level

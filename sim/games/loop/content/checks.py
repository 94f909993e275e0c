"""Faults of content: of single entries (by their model) and of entries together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sim.content import Entries, Merged, Problem, check_names, nearest, show
from sim.games.loop.content.fields import Field
from sim.games.loop.content.models import DIFFICULTIES, Card, Mission, Scenario
from sim.games.loop.terms import (
    DIMENSIONS,
    ERA_NAMES,
    MAX_AGENTS,
    MAX_CARDS,
    MAX_FACE_UP,
    MAX_HQ,
    MAX_MACHINA,
    MAX_MISSIONS,
    MAX_STARTING,
    MAX_TOKENS,
    N_ELEMENTARY,
    N_ERAS,
)

FEWEST_AGENTS = 2
FEWEST_STARTING = 3  # an opening hand


def problems_of(error: ValidationError, model: type[BaseModel]) -> Iterator[Problem]:
    """Yield (path, problem with what is allowed) of each fault of an entry."""
    for details in error.errors(include_url=False):
        if details["type"] == "too_short" and len(details["input"]) >= details["ctx"]["min_length"]:
            continue  # pydantic counts only the items without a fault of their own
        yield list(details["loc"]), problem_of(details, model)


def problem_of(details: ErrorDetails, model: type[BaseModel]) -> str:
    """Return what is wrong and what is allowed, in one line."""
    kind, context = details["type"], details.get("ctx", {})
    if kind == "extra_forbidden":
        within = [step for step in details["loc"][:-1] if isinstance(step, str)]
        keys = keys_of(model, within)
        return f"unknown key; allowed: {', '.join(keys)}{nearest(details['loc'][-1], keys)}"
    if kind == "missing":
        field = model.model_fields[str(details["loc"][-1])]
        rules = [rule.must() for rule in field.metadata if isinstance(rule, Field)]
        return f"is missing; {rules[0] if rules else f'must be {field.description}'}"
    if kind in ("too_short", "too_long"):
        limit = f"at least {context['min_length']}" if kind == "too_short" else f"at most {context['max_length']}"
        return f"must have {limit} entries, not {context['actual_length']}"
    if kind == "tuple_type":
        return f"must be a list, not {show(details['input'])}"
    if kind == "model_type":
        return f"must be a table, not {show(details['input'])}"
    return details["msg"]


def keys_of(model: type[BaseModel], within: Iterable[str]) -> list[str]:
    """Return the keys of a model, or of a table within it."""
    for step in within:
        inner = model.model_fields[step].annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            model = inner
    return list(model.model_fields)


def check_together(merged: Merged, entries: Entries) -> None:
    """Note the faults that no single entry shows."""
    check_ids(merged)
    check_names(merged, entries)
    for (section, id_), entry in entries.items():
        for field, problem in own_faults(merged, entry):
            merged.fault(f"{section}.{id_}{field}", problem, merged.files[section, id_])
    check_numbers(merged, entries)
    check_starting(merged)
    check_tokens(merged, entries)


def check_ids(merged: Merged) -> None:
    """A card and an Ultramachina card may not share an id: a trace lists both in one table."""
    for id_ in set(merged.ids("cards")) & set(merged.ids("ultramachina")):
        merged.fault(f"ultramachina.{id_}", "a card of [cards] has the same id", merged.files["ultramachina", id_])


def own_faults(merged: Merged, entry: BaseModel) -> list[tuple[str, str]]:
    """Return (field, problem) where the fields of one entry do not fit together."""
    if isinstance(entry, Card):
        return card_faults(merged, entry)
    if isinstance(entry, Mission):
        return mission_faults(entry)
    if isinstance(entry, Scenario):
        return scenario_faults(entry)
    return []


def card_faults(merged: Merged, card: Card) -> list[tuple[str, str]]:
    """A card is either some agent's or of some era."""
    agents = merged.ids("agents")
    if (card.owner is None) == (card.origin is None):
        return [("", "must have either owner (a starting artifact) or origin (an HQ artifact)")]
    if card.owner is not None and card.owner not in agents:
        allowed = ", ".join(agents)
        return [(".owner", f"must be an agent ({allowed}), not {show(card.owner)}{nearest(card.owner, agents)}")]
    return []


def mission_faults(mission: Mission) -> list[tuple[str, str]]:
    """What counts only once must be something that the event has, and there must be enough of it."""
    events = {"dimension": ("loop_performed", "artifact_used"), "clone": ("clone_destroyed", "clone_moved")}
    fitting = events.get(mission.distinct)
    if fitting and mission.event not in fitting:
        return [(".distinct", f"{mission.distinct} needs the event {' or '.join(fitting)}, not {mission.event}")]
    if mission.distinct == "era" and mission.place == "mission_era" and mission.slots > 1:
        return [(".slots", "must be 1: the mission's era is one era")]
    dimensions = N_ELEMENTARY if mission.event == "loop_performed" else len(DIMENSIONS)
    most = {"era": N_ERAS, "dimension": dimensions}.get(mission.distinct)
    if most is not None and mission.slots > most:
        problem = f"must be at most {most}, not {mission.slots}: there are no more different ones ({mission.distinct})"
        return [(".slots", problem)]
    return []


def scenario_faults(scenario: Scenario) -> list[tuple[str, str]]:
    """Numbers of a rule that the scenario does not switch on would do nothing."""
    faults = []
    if scenario.more and not scenario.ultramachina:
        faults.append((".more", "needs ultramachina = true"))
    if scenario.loop_extra and not scenario.centrifuges:
        faults.append((".loop_extra", "needs centrifuges of at least 1"))
    for difficulty in DIFFICULTIES:
        level = scenario.level(difficulty)
        if level.cards and not scenario.ultramachina:
            faults.append((f".{difficulty}.cards", "needs ultramachina = true"))
        if level.price and not scenario.centrifuges:
            faults.append((f".{difficulty}.price", "needs centrifuges of at least 1"))
    return faults


def check_numbers(merged: Merged, entries: Entries) -> None:
    """How many of each there may be."""
    limits = {
        "agents": (FEWEST_AGENTS, MAX_AGENTS),
        "cards": (0, MAX_CARDS),
        "missions": (N_ERAS, MAX_MISSIONS),
        "ultramachina": (0, MAX_MACHINA),
        "scenarios": (1, MAX_MISSIONS),
    }
    for section, (fewest, most) in limits.items():
        number = len(merged.ids(section))
        if not fewest <= number <= most:
            merged.fault(section, f"must be {fewest} to {most} entries, not {number}")
    hq = [table for (section, _), table in merged.entries.items() if section == "cards" and "origin" in table]
    if not 1 <= len(hq) <= MAX_HQ:
        merged.fault("cards", f"must be 1 to {MAX_HQ} HQ artifacts (cards with an origin), not {len(hq)}")
    by_era = Counter(card.origin for card in entries.values() if isinstance(card, Card) and card.origin is not None)
    for era, number in sorted(by_era.items()):
        if number > MAX_FACE_UP:
            merged.fault(
                "cards", f"must be at most {MAX_FACE_UP} HQ artifacts of era {era} ({ERA_NAMES[era]}), not {number}"
            )


def check_starting(merged: Merged) -> None:
    """Every agent has a starting deck."""
    owners = Counter(str(table["owner"]) for table in merged.entries.values() if "owner" in table)
    for agent in merged.ids("agents"):
        if not FEWEST_STARTING <= owners[agent] <= MAX_STARTING:
            problem = f'must have {FEWEST_STARTING} to {MAX_STARTING} starting artifacts (cards with owner = "{agent}")'
            merged.fault(f"agents.{agent}", f"{problem}, not {owners[agent]}", merged.files["agents", agent])


def check_tokens(merged: Merged, entries: Entries) -> None:
    """There are ordinary and supa clones and no third set, and a set of clones fits into a word of 64 bits."""
    sets: list[Any] = []
    for id_ in ("ordinary", "supa"):
        if ("tokens", id_) not in merged.entries:
            merged.fault(f"tokens.{id_}", "is missing")
        sets.append(getattr(entries.get(("tokens", id_)), "pairs", ()))
    for id_ in merged.ids("tokens"):
        if id_ not in ("ordinary", "supa"):
            merged.fault(f"tokens.{id_}", f"unknown set; allowed: ordinary, supa{nearest(id_, ('ordinary', 'supa'))}")
    if sum(map(len, sets)) > MAX_TOKENS:
        merged.fault("tokens", f"must be at most {MAX_TOKENS} clones, ordinary and supa, not {sum(map(len, sets))}")

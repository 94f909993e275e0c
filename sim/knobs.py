"""Numbers that can be turned: parameters with a range of values to try, as `--vary PATH=LOW..HIGH:STEP` says it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Final

from sim.errors import UserError
from sim.faults import show, unknown_key
from sim.parameters import allowed, described, schema_at
from sim.toml import spelt

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.game import Game

FORM: Final = "must have the form PATH=LOW..HIGH, or PATH=LOW..HIGH:STEP, or PATH alone for all that is allowed"
FINE: Final = 200  # values of a real range without a step, at least; the step is a power of ten
MOST: Final = 100_000  # values of a range
SUM_TOLERANCE: Final = 1e-9

Schema = Mapping[str, Any]
Values = Mapping[str, Any]  # path -> value


@dataclass(frozen=True)
class Knob:
    """A number at a path, and the values it may take: `low`, one `step` more, ... up to `high`.

    `entry` is its place in a list, `machine.1`, None for a number by itself. `now`: its value before it is turned, None
    where that is not known (content).
    """

    path: str
    whole: bool
    low: Decimal
    high: Decimal
    step: Decimal
    now: float | None
    entry: int | None = None

    def __len__(self) -> int:
        """Return how many values there are."""
        return int((self.high - self.low) / self.step) + 1

    def value(self, index: int) -> int | float:
        """Return a value by its number, from 0."""
        exact = self.low + index * self.step
        return int(exact) if self.whole else float(exact)

    def nearest(self, value: float) -> int:
        """Return the number of the value that is nearest to this one."""
        return min(max(round((value - float(self.low)) / float(self.step)), 0), len(self) - 1)

    @property
    def start(self) -> int:
        """The number of the value that changes least; the middle where it is not known what there was."""
        return len(self) // 2 if self.now is None else self.nearest(self.now)

    @property
    def table(self) -> str:
        """The path of the whole list for an entry in one, else the path."""
        return self.path if self.entry is None else self.path.rpartition(".")[0]

    def document(self) -> dict[str, Any]:
        """Return the knob as JSON values."""
        ends = {"low": self.value(0), "high": self.value(len(self) - 1)}
        step = int(self.step) if self.whole else float(self.step)
        return {"path": self.path, "whole": self.whole, **ends, "step": step, "untuned": self.now}


def knobs_of(texts: Sequence[str], prepared: Prepared) -> tuple[Knob, ...]:
    """Return what `--vary` texts name. Raises `UserError` with a line a fault."""
    found: list[Knob] = []
    faults: list[str] = []
    for text in texts:
        try:
            found.append(knob_of(text, prepared))
        except UserError as error:
            faults += error.faults
    paths = [knob.path for knob in found]
    faults += [f"--vary {path}: is given twice" for path in dict.fromkeys(paths) if paths.count(path) > 1]
    for table in dict.fromkeys(knob.table for knob in found if knob.entry is not None):
        entries = [knob.path for knob in found if knob.table == table]
        if len(entries) > 1 and is_shares(at(prepared.experiment.parameters, table)):
            faults.append(f"--vary {', '.join(entries)}: shares of one whole; one of them can be varied at a time")
    if faults:
        raise UserError(*faults)
    return tuple(found)


def knob_of(text: str, prepared: Prepared) -> Knob:
    """Return what one `--vary` text names. Raises `UserError`."""
    path, _, limits = (part.strip() for part in text.partition("="))
    game = prepared.game
    if not path or (len(path) < len(text.strip()) and not limits):
        raise UserError(f"--vary {text}: {FORM}")
    path = path.removeprefix(f"{game.name}.")
    if path in prepared.experiment.sweep:
        raise UserError(f"--vary {path}: is swept over by the experiment; leave it out of [sweep]")
    if path.startswith("content."):
        return in_content(path, limits)
    schema = number_schema(path, game)
    now = at(prepared.experiment.parameters, path)
    is_entry = isinstance(at(prepared.experiment.parameters, path.rpartition(".")[0]), list)
    if is_entry and now is None:
        raise UserError(f"--vary {path}: the list has no such entry; entries count from 0")
    entry = int(path.rpartition(".")[2]) if is_entry else None
    whole = schema["type"] == "integer"
    low, high, step = range_of(path, limits, schema, whole=whole)
    return Knob(path, whole, low, high, step, now if is_number(now) else None, entry)


def in_content(path: str, limits: str) -> Knob:
    """Return a number of the content; its range must be given, and says whether it is whole."""
    if not limits:
        raise UserError(f"--vary {path}: no range is declared for content; give one, {path}=LOW..HIGH")
    numbers = limits.replace("..", ":").split(":")
    whole = all(number.strip().lstrip("-").isdecimal() for number in numbers)
    return Knob(path, whole, *range_of(path, limits, {}, whole=whole), now=None)


def number_schema(path: str, game: Game) -> Schema:
    """Return the JSON Schema of a parameter that is a number. Raises `UserError` for anything else."""
    model = game.parameters_model()
    schema = schema_at(model, path)
    if schema is None:
        raise UserError(f"--vary {path}: {unknown_key(path, numbers_of(game))}")
    for option in (schema, *schema.get("anyOf", ())):
        if option.get("type") in ("integer", "number"):
            return option  # type: ignore[no-any-return]
    if below := [name for name in numbers_of(game) if name.startswith(f"{path}.")]:
        raise UserError(f"--vary {path}: names a table; vary one of its numbers: {', '.join(below)}")
    said = allowed(schema)
    raise UserError(f"--vary {path}: is not a number{f'; it allows {said}' if said else ''}")


def numbers_of(game: Game) -> list[str]:
    """Return the paths of all parameters that are numbers, those in lists included."""
    found: list[str] = []
    for parameter in described(game.parameters_model()):
        if is_number(parameter.default):
            found.append(parameter.path)
        elif isinstance(parameter.default, list):
            found += [f"{parameter.path}.{k}" for k, entry in enumerate(parameter.default) if is_number(entry)]
    return found


def is_number(value: Any) -> bool:
    """Whether a JSON value is a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def at(tree: Any, path: str) -> Any:
    """Return the value at a path through tables and lists; None: there is none."""
    for step in path.split("."):
        if isinstance(tree, Mapping) and step in tree:
            tree = tree[step]
        elif isinstance(tree, (list, tuple)) and step.isdecimal() and int(step) < len(tree):
            tree = tree[int(step)]
        else:
            return None
    return tree


# -- ranges --------------------------------------------------------------------------------------------------------


def range_of(path: str, limits: str, schema: Schema, *, whole: bool) -> tuple[Decimal, Decimal, Decimal]:
    """Return low, high and step, read off a text and the schema's bounds. Raises `UserError`."""
    name = f"--vary {path}"
    ends, _, step_text = limits.partition(":")
    first, dots, last = ends.partition("..")
    if limits and not (dots and first.strip() and last.strip()):
        raise UserError(f"{name}={limits}: {FORM}")
    least, most = bounds_of(schema, whole=whole)
    low = number_in(name, first, whole=whole) if limits else least
    high = number_in(name, last, whole=whole) if limits else most
    step = number_in(name, step_text, whole=whole) if step_text else None
    if low is None or high is None:
        raise UserError(f"{name}: has no {'least' if low is None else 'largest'} value; give a range, {path}=LOW..HIGH")
    if (least is not None and low < least) or (most is not None and high > most):
        raise UserError(f"{name}: {low}..{high} is outside what is allowed: {allowed(schema)}")
    if low >= high:
        raise UserError(f"{name}: {low}..{high} is no range; the first number must be below the second")
    if step is not None and not 0 < step <= high - low:
        raise UserError(f"{name}: a step of {step} does not fit into {low}..{high}")
    step = step or (Decimal(1) if whole else fine_step(high - low))
    if (high - low) / step >= MOST:
        raise UserError(f"{name}: {low}..{high} has more than {MOST:,} values; give it a larger step")
    return low, high, step


def bounds_of(schema: Schema, *, whole: bool) -> tuple[Decimal | None, Decimal | None]:
    """Return the least and the largest value that a schema allows; None: no such bound, or only one that is open."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if whole and low is None and "exclusiveMinimum" in schema:
        low = schema["exclusiveMinimum"] + 1
    if whole and high is None and "exclusiveMaximum" in schema:
        high = schema["exclusiveMaximum"] - 1
    least, most = (None if end is None else Decimal(repr(end)) for end in (low, high))
    return least, most


def number_in(name: str, text: str, *, whole: bool) -> Decimal:
    """Return a number of a range."""
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        raise UserError(f"{name}: {show(text)} is not a number; {FORM}") from None
    if not number.is_finite():
        raise UserError(f"{name}: {text} is not a finite number")
    if whole and number != number.to_integral_value():
        raise UserError(f"{name}: takes whole numbers, not {text}")
    return number


def fine_step(width: Decimal) -> Decimal:
    """Return the power of ten that makes at least `FINE` steps of a range."""
    return Decimal(1).scaleb(math.floor(math.log10(width / FINE)))


# -- settings ------------------------------------------------------------------------------------------------------


def sets_of(knobs: Iterable[Knob], values: Values, parameters: Mapping[str, Any]) -> list[str]:
    """Return values by path as `--set` texts. An entry of a list sets the list, the rest as it is in `parameters`."""
    whole: dict[str, Any] = {}
    for knob in knobs:
        value = values[knob.path]
        if knob.entry is not None:
            value = with_entry(whole.get(knob.table) or at(parameters, knob.table), knob.entry, value)
        whole[knob.table] = value
    return [f"{path}={spelt(value)}" for path, value in whole.items()]


def with_entry(entries: Sequence[Any], place: int, value: float) -> list[Any]:
    """Return a list with one entry replaced; shares of one whole still add up to 1, the others keep their ratios."""
    old = entries[place]
    if not is_shares(entries):
        return [value if k == place else entry for k, entry in enumerate(entries)]
    others = len(entries) - 1
    rest = [entry / (1 - old) if old < 1 else 1 / others for entry in entries]
    return [float(value) if k == place else (1 - value) * share for k, share in enumerate(rest)]


def is_shares(entries: Any) -> bool:
    """Whether a list holds shares of one whole: real numbers that add up to 1."""
    reals = isinstance(entries, (list, tuple)) and len(entries) > 1 and all(type(entry) is float for entry in entries)
    return reals and all(entry >= 0 for entry in entries) and abs(math.fsum(entries) - 1) <= SUM_TOLERANCE


def in_words(values: Values) -> str:
    """Return values by path in words: `setup_clones.2 = 6, machine.1 = 0.4`."""
    return ", ".join(f"{path} = {value:g}" for path, value in values.items())

"""Fit the chance that all get out anew, to playouts of `greedy`, and print it as weights.toml has it.

    python -m sim.games.room25.policies.planner.outlook.fit [PLAYOUTS a cell] [SEED]

For rules or rooms that are others than the package's, change what `rounds_of_all` plays. It takes some minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sim.games.room25 import GAME
from sim.games.room25.play import Space
from sim.games.room25.policies.cooperation.mind import Mind
from sim.games.room25.policies.cooperation.player import choose_greedily
from sim.games.room25.policies.planner.outlook.signs import outlook
from sim.games.room25.policies.planner.plan import (
    BLANK,
    FIRST_ROW,
    FITS,
    MAX_LEFT,
    N_SIGNS,
    PHASES,
    PLAYOUT,
    SIGNS,
    TRIAL,
    Plan,
)
from sim.games.room25.round import choose, next_choice
from sim.games.room25.setup import set_up
from sim.games.room25.state import Menu, Rules
from sim.games.room25.terms import ESCAPED, MAX_ROUNDS, MODES, SUSPICION
from sim.kernel import compiled, entry

Rounds = npt.NDArray[np.int16]
Floats = npt.NDArray[np.float64]

PLAYOUTS: Final = 60_000
SEED: Final = 7001
MAX_SEED: Final = 2**63 - 1
WRONG_USE: Final = 3  # as `sim` exits
ROW: Final = N_SIGNS  # the column of the row of the fit; those before it are the signs
WON: Final = N_SIGNS + 1  # the column of how the playout ended
MOST: Final = 200_000  # rounds that one row is fitted to
FEWEST: Final = 300
FEWEST_OF_A_KIND: Final = 20  # won, or not
RIDGE: Final = (
    10 / 3
)  # the penalty on half the square of a number, of a sign in units of its deviation: keeps it finite


@entry
def play_rounds(
    rules: Rules, states: Any, menu: Menu, mind: Mind, plan: Plan, first: int, n: int, rounds: Rounds
) -> int:
    """Play n playouts of `greedy` and note the signs where a round after the first begins, while all live.

    Return how many `rounds`, shape (MAX_ROUNDS * n, N_SIGNS + 2), were filled.
    """
    filled = 0
    for index in range(first, first + n):
        states[PLAYOUT] = states[BLANK]
        filled = play_one(rules, states, menu, mind, plan, index, rounds, filled)
    return filled


@compiled
def play_one(
    rules: Rules, states: Any, menu: Menu, mind: Mind, plan: Plan, index: int, rounds: Rounds, filled: int
) -> int:
    """Play one playout and note its rounds; return how many are filled now."""
    state = states[PLAYOUT]
    set_up(state, rules, index)
    begun = filled
    turn = 1
    while next_choice(state, rules, menu):
        if state.turn > turn and state.n_deaths == 0:
            states[TRIAL] = states[PLAYOUT]
            outlook(states[TRIAL], rules, mind, plan)
            rounds[filled, :N_SIGNS] = plan.sign
            rounds[filled, ROW] = plan.row
            filled += 1
        turn = max(1, int(state.turn))
        choose(state, rules, menu, menu.option[choose_greedily(state, rules, menu, mind) if menu.n > 1 else 0])
    for k in range(begun, filled):
        rounds[k, WON] = 1 if state.cause == ESCAPED else 0
    return filled


def rounds_of_all(playouts: int, seed: int) -> Iterator[Rounds]:
    """Yield the rounds of every default cell of cooperation and solo."""
    content = GAME.load_content()
    parameters = GAME.parameters_model()()
    space = Space()
    for axes in GAME.cells({}, content):
        if axes["mode"] != MODES[SUSPICION]:
            rules = GAME.rules(axes, parameters, content, seed)
            rounds = np.zeros((MAX_ROUNDS * playouts, N_SIGNS + 2), np.int16)
            filled = play_rounds(rules, space.states, space.menu, space.mind, space.plan, 0, playouts, rounds)
            yield rounds[:filled].copy()


def fit(signs: Floats, won: npt.NDArray[np.bool_]) -> Floats:
    """Return the number of each sign in a logistic regression of `won`, in logits; the first sign is always 1.

    `signs` has shape (n, signs). Maximum likelihood, but for a small ridge on signs in units of their deviation.
    """
    from scipy.optimize import minimize

    mean, deviation = signs.mean(axis=0), signs.std(axis=0)
    unit = np.where(deviation > 0, deviation, 1)
    scaled = (signs - mean) / unit
    scaled[:, 0] = 1

    def loss(numbers: Floats) -> tuple[float, Floats]:
        logits = scaled @ numbers
        likelihood = np.logaddexp(0, logits).sum() - logits[won].sum()
        penalty = RIDGE * np.concatenate([[0], numbers[1:]])
        return float(likelihood + penalty @ numbers / 2), scaled.T @ (1 / (1 + np.exp(-logits)) - won) + penalty

    numbers: Floats = minimize(loss, np.zeros(len(mean)), jac=True, method="L-BFGS-B").x / unit
    numbers[0] -= numbers[1:] @ mean[1:]
    return numbers


def fit_row(rounds: Rounds) -> Floats:
    """Return the numbers of one row in thousandths of a logit; of few rounds the frequency alone."""
    rounds = rounds[:: -(-len(rounds) // MOST)]
    won = rounds[:, WON] == 1
    n_won = int(won.sum())
    if len(rounds) >= FEWEST and min(n_won, len(rounds) - n_won) >= FEWEST_OF_A_KIND:
        return 1000 * fit(rounds[:, :N_SIGNS].astype(float), won)
    numbers = np.zeros(N_SIGNS)
    numbers[0] = 1000 * np.log((n_won + 1) / (len(rounds) - n_won + 1))
    return numbers


def fit_all(rounds: Rounds) -> Iterator[tuple[str, npt.NDArray[np.int64]]]:
    """Yield the name of each table and its numbers, shape (MAX_LEFT, N_SIGNS): where there are none, of the nearest."""
    names = (f"{fit_of}.{phase}" for fit_of in FITS for phase in PHASES)
    for name, first in zip(names, FIRST_ROW.flat, strict=True):
        of_row = (rounds[rounds[:, ROW] == first + left] for left in range(MAX_LEFT))
        rows = {left: fit_row(these) for left, these in enumerate(of_row) if len(these)}
        if rows:
            nearest = (min((abs(left - at), left) for left in rows)[1] for at in range(MAX_LEFT))
            yield name, np.rint(np.array([rows[left] for left in nearest])).astype(np.int64)


def written(name: str, numbers: npt.NDArray[np.int64]) -> str:
    """Return a table of the file; those of the key only where one is to be found."""
    lines = [f"[{name}]"]
    for sign, of_sign in zip(SIGNS, numbers.T.tolist(), strict=True):
        if "key" in name or "key" not in sign:
            lines.append(f"{sign} = {of_sign}")
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Print the tables of a new fit. Exit code 0, or 3 for wrong use."""
    given = [int(argument) for argument in arguments if argument.isdecimal()]
    playouts, seed = [*given, *(PLAYOUTS, SEED)[len(given) :]][:2]
    if len(arguments) > 2 or len(given) < len(arguments) or playouts == 0 or seed > MAX_SEED:
        sys.stderr.write(f"error: give PLAYOUTS, 1 or more, and SEED, at most {MAX_SEED}, in whole numbers, or less\n")
        return WRONG_USE
    rounds = np.concatenate(list(rounds_of_all(playouts, seed)))
    for name, numbers in fit_all(rounds):
        sys.stdout.write(written(name, numbers) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A second implementation of a game of The LOOP in which nobody does anything, for many playouts at once.

It is written from the rules and shares no code with the engine. Where no agent acts, no clone is moved or destroyed, no
rift is removed and no energy added, so a playout is Foo's way, the clones that arrive, the rifts that drop, and where
the agents stand when vortexes are mega vortexes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

ERAS = 7
TURNS = 21
SAFE_RIFTS = 3
TOKENS_AN_ERA = 4  # of 28 clone tokens, so many arrive in each era (L-SET-3)

CAUSES = ("second_vortex_in_era", "fourth_vortex", "ended_in_mega_vortex", "out_of_time")
SECOND, FOURTH, MEGA, LATE = range(len(CAUSES))
RUNNING = -1

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Machina:
    """An Ultramachina card: where it lies, and what it does that matters here."""

    origin: int
    clones: int
    cubes: int


@dataclass(frozen=True)
class Cell:
    """The rules of one cell."""

    setup_clones: int
    machine: tuple[float, float, float] = (1 / 3, 1 / 3, 1 / 3)  # shares of the previous era, Foo's, the next
    mega: bool = False
    starts: tuple[int, ...] = ()  # the agents' eras in turn order; they matter only with mega vortexes
    immune: tuple[bool, ...] = ()  # V-Girl
    supa_clones: int = 0
    centrifuges: int = 0
    machina: tuple[Machina, ...] = ()
    machina_cards: int = 0  # revealed at set-up; 3 more after turns 7 and 14


class Tables:
    """The tables of n playouts: arrays of shape (n, ...)."""

    def __init__(self, cell: Cell, n: int, generator: np.random.Generator) -> None:
        self.cell, self.generator, self.each = cell, generator, np.arange(n)
        self.cause, self.last_turn = np.full(n, RUNNING), np.full(n, TURNS)
        self.rifts, self.clones = np.zeros((n, ERAS), int), np.zeros((n, ERAS), int)
        self.vortex, self.centrifuge = np.zeros((n, ERAS), bool), np.zeros((n, ERAS), bool)
        self.agents = np.tile(np.array(cell.starts, int), (n, 1))
        drawn = self.shuffled(ERAS)
        self.rifts[self.each[:, None], drawn[:, :2]] = 1  # L-SET-2
        self.centrifuge[self.each[:, None], drawn[:, 2 : 2 + cell.centrifuges]] = True  # L-SCN-4
        self.bag = self.shuffled(ERAS * TOKENS_AN_ERA) // TOKENS_AN_ERA
        self.n_drawn = np.zeros(n, int)
        self.draw_clones(np.full(n, cell.setup_clones))
        supa = self.shuffled(ERAS)[:, : cell.supa_clones]
        self.clones[self.each[:, None], supa] += 1  # one token an arrival era (L-SCN-2)
        # The place of each card in the deck: the first `revealed` are in play.
        self.place, self.revealed = self.shuffled(len(cell.machina)), cell.machina_cards
        self.foo_deck = self.shuffled(ERAS)

    def shuffled(self, size: int) -> Numbers:
        """Return a permutation of range(size) for each table."""
        return self.generator.permuted(np.tile(np.arange(size), (len(self.each), 1)), axis=1)

    def draw_clones(self, numbers: Numbers) -> None:
        """Draw so many clones at each table (L-FOO-3); an empty bag gives none."""
        for k in range(int(numbers.max(initial=0))):
            who = self.each[(k < numbers) & (self.n_drawn < self.bag.shape[1])]
            self.clones[who, self.bag[who, self.n_drawn[who]]] += 1
            self.n_drawn[who] += 1

    def end(self, where: npt.NDArray[np.bool_], cause: int, turn: int) -> None:
        """End the game at these tables, unless it has ended already."""
        now = where & (self.cause == RUNNING)
        self.cause[now], self.last_turn[now] = cause, turn

    def play_turn(self, turn: int) -> None:
        """Play a turn at every table; where the game has ended it goes on unseen."""
        cycle, k = divmod(turn - 1, ERAS)
        if k == 0:
            self.foo_deck = self.shuffled(ERAS)
        foo = np.full(len(self.each), k) if self.cell.machina else self.foo_deck[:, k]
        self.fling(foo)
        extra_cubes = self.enter_machina(k)
        self.draw_clones(np.full(len(self.each), cycle + 1))
        cubes = 2 + extra_cubes + self.clones[self.each, foo]
        landed = self.generator.multinomial(cubes, self.cell.machine)
        around = [(foo + step) % ERAS for step in (-1, 0, 1)]
        for step, era in enumerate(around):
            self.rifts[self.each, era] += landed[:, step]
        for era in around:
            self.make_vortexes(era, turn)
        if self.cell.mega:
            seat = (turn - 1) % len(self.cell.starts)
            if not self.cell.immune[seat]:
                self.end(self.vortex[self.each, self.agents[:, seat]], MEGA, turn)
        if self.cell.machina and k == ERAS - 1:
            self.revealed += 3

    def fling(self, foo: Numbers) -> None:
        """L-SCN-4: a centrifuge in the era that Foo enters flings the agents there and beside one era on."""
        distance = (self.agents - foo[:, None]) % ERAS
        flung = self.centrifuge[self.each, foo][:, None] & np.isin(distance, (0, 1, ERAS - 1))
        self.agents = (self.agents + flung) % ERAS

    def enter_machina(self, era: int) -> Numbers:
        """L-SCN-3: the cards of the era that Foo enters take effect; return the rifts that they add."""
        here = [(card, self.place[:, k] < self.revealed) for k, card in enumerate(self.cell.machina)]
        here = [(card, there) for card, there in here if card.origin == era]
        none = np.zeros(len(self.each), int)
        self.draw_clones(sum((card.clones * there for card, there in here), none))
        return sum((card.cubes * there for card, there in here), none)

    def make_vortexes(self, era: Numbers, turn: int) -> None:
        """L-VTX-1, L-VTX-3, L-VTX-4: one era of each table."""
        full = self.rifts[self.each, era] > SAFE_RIFTS
        self.end(full & self.vortex[self.each, era], SECOND, turn)
        self.vortex[self.each[full], era[full]] = True
        self.rifts[self.each[full], era[full]] = 0
        self.end(full & (self.vortex.sum(axis=1) == 4), FOURTH, turn)


def play(cell: Cell, n: int, seed: int) -> Numbers:
    """Return how many of n playouts ended by each cause in each turn, shape (causes, turns + 1)."""
    tables = Tables(cell, n, np.random.default_rng(seed))
    for turn in range(1, TURNS + 1):
        tables.play_turn(turn)
    tables.end(np.ones(n, bool), LATE, TURNS)
    counts = np.zeros((len(CAUSES), TURNS + 1), int)
    np.add.at(counts, (tables.cause, tables.last_turn), 1)
    return counts

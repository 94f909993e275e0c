"""Planner and clairvoyant: how they are spelt, their weights, their arithmetic, and positions with one right line."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from loop.positions import (
    add_card,
    add_mission,
    copy_of,
    laid_out,
    new_rules,
    new_state,
    put_clones,
    put_face_up,
    put_hand,
    put_mission,
    token_of,
)
from loop.table_talk import contents, disguise, new_space, rules_for

from sim import records
from sim.game import SelectionError
from sim.games.loop import turn
from sim.games.loop.foo import play_foo_phase
from sim.games.loop.play import think
from sim.games.loop.policies.planner.foresight import survey, value_of_drop
from sim.games.loop.policies.planner.plan import LAYOUT, ONE, ONE_OF_TABLE, RISK, overflow_table, weights
from sim.games.loop.policies.planner.redraw import redraw
from sim.games.loop.policies.spelling import read_spelling
from sim.games.loop.state import Menu
from sim.games.loop.terms import ACTION_SIZE, CENTRIFUGE, FOO, LOOP, MISSIONS_COMPLETED, N_ERAS, STAR, USE_CARD

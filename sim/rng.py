"""Counter-based random numbers: a stream is a key, and its n-th number depends on the key and n alone.

Keys are derived by purpose and index, so two arms of a comparison meet the same set-up, the same Foo
order and the same k-th cube of turn t, whatever else changed between them. The generator is SplitMix64
(Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).

This is the only module with unsigned 64-bit numbers. Keys are handed out as int64 in [0, 2**63).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from sim.kernel import JIT, compiled, entry

Function = TypeVar("Function", bound=Callable[..., Any])

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
# An odd constant unlike the golden one, so that purpose and index do not mix.
PURPOSE_GAMMA = np.uint64(0xD1342543DE82EF95)
SHIFT_1, SHIFT_27, SHIFT_30, SHIFT_31, SHIFT_32 = (np.uint64(n) for n in (1, 27, 30, 31, 32))
ONE = np.uint64(1)


def wrapping(function: Function) -> Function:
    """Let 64-bit arithmetic wrap silently with the JIT off, where numpy would warn."""
    if JIT:
        return function

    @functools.wraps(function)
    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return cast("Function", quiet)


@compiled
def mix(z: np.uint64) -> np.uint64:
    """Return SplitMix64's output function of one 64-bit word."""
    z = (z ^ (z >> SHIFT_30)) * MIX_1
    z = (z ^ (z >> SHIFT_27)) * MIX_2
    return z ^ (z >> SHIFT_31)


@wrapping
@compiled
def number(key: int, n: int) -> np.uint64:
    """Return the n-th number (from 0) of the SplitMix64 sequence whose seed is `key`: 64 random bits."""
    return mix(np.uint64(key) + (np.uint64(n) + ONE) * GOLDEN_GAMMA)


@wrapping
@compiled
def stream(key: int, purpose: int, index: int) -> int:
    """Return the key, in [0, 2**63), of the stream for one purpose and index (a turn, a reshuffle) under `key`."""
    z = mix(np.uint64(key) + (np.uint64(purpose) + ONE) * PURPOSE_GAMMA)
    return np.int64(mix(z + (np.uint64(index) + ONE) * GOLDEN_GAMMA) >> SHIFT_1)  # type: ignore[return-value]


@wrapping
@compiled
def bits32(key: int, n: int) -> int:
    """Return the n-th number of a stream as an integer in [0, 2**32)."""
    return np.int64(mix(np.uint64(key) + (np.uint64(n) + ONE) * GOLDEN_GAMMA) >> SHIFT_32)  # type: ignore[return-value]


@wrapping
@compiled
def bounded(key: int, n: int, bound: int) -> int:
    """Return the n-th number of a stream as an integer in [0, bound), bound <= 2**31.

    Multiply and shift (Lemire 2019) without rejection: one number a draw keeps streams aligned, and no
    value's probability is off by more than 2**-32.
    """
    word = mix(np.uint64(key) + (np.uint64(n) + ONE) * GOLDEN_GAMMA) >> SHIFT_32
    return np.int64((word * np.uint64(bound)) >> SHIFT_32)  # type: ignore[return-value]


@wrapping
@entry
def hash_rows(words: npt.NDArray[np.int64]) -> int:
    """Return a hash in [0, 2**64) as int64 bits of result rows; `words` is their memory, shape (n, words a row).

    A row holds its playout index, so the wrapping sum over rows tells their order, yet may be built block by
    block in any order: signature(a + b) = signature(a) + signature(b).
    """
    total = np.uint64(0)
    for i in range(words.shape[0]):
        row = GOLDEN_GAMMA
        for k in range(words.shape[1]):
            row = mix(row ^ np.uint64(words[i, k])) + GOLDEN_GAMMA
        total += row
    return np.int64(total)  # type: ignore[return-value]

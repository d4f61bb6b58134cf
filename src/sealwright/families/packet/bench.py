# SPDX-License-Identifier: Apache-2.0
"""Common to measurements of cycles from command to command, back to back."""

import random
from collections.abc import Sequence
from typing import Protocol, TypedDict


class Ends(Protocol):
    """The cycles in which the last beats of a message or data unit went in and out."""

    @property
    def last_in(self) -> int: ...
    @property
    def last_out(self) -> int: ...


class Spacing(TypedDict):
    """Cycles from one to the next; `cycles` is the larger of input and output."""

    size: int
    cycles: float
    bits_per_cycle: float
    cycles_in: float
    cycles_out: float


def spacing(ends: Sequence[Ends], warm_up: int, size: int) -> Spacing:
    """On average over all but the first ones, all of so many bytes."""
    first, last, count = ends[warm_up - 1], ends[-1], len(ends) - warm_up
    taken = (last.last_in - first.last_in) / count
    left = (last.last_out - first.last_out) / count
    worst = max(taken, left)
    return Spacing(
        size=size,
        cycles=worst,
        bits_per_cycle=8 * size / worst,
        cycles_in=taken,
        cycles_out=left,
    )


def slot_of(choice: str, index: int, slots: int, rng: random.Random) -> int:
    """That of a command, by the option `--slots`."""
    chosen = {"same": 0, "alternate": index, "random": rng.randrange(1 << 16)}
    return chosen[choice] % slots


def slots_for(choice: str, keys: str) -> str:
    """The option `--slots`, with one slot only if all keys are of one size."""
    return "random" if choice == "same" and keys == "mixed" else choice


def numbers(text: str) -> list[int]:
    """Those of a list with commas; none if something in it is no number."""
    try:
        return [int(item) for item in text.split(",")]
    except ValueError:
        return []

# SPDX-License-Identifier: Apache-2.0
"""Known answers through simulated cores: keys dealt to slots, and vectors to simulations."""

import os
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sealwright.families.tally import Tally

PARTS = 8  # simulations at most: not by the processors, or a seed would mean something else on each

EventT = TypeVar("EventT")
GroupT = TypeVar("GroupT")
RunT = TypeVar("RunT")
TallyT = TypeVar("TallyT", bound=Tally)
VectorT = TypeVar("VectorT")


def deal(
    slots: int,
    groups: Sequence[GroupT],
    rng: random.Random,
    start: Callable[[int, GroupT], tuple[Sequence[EventT], list[RunT]]],
) -> Iterator[EventT | RunT]:
    """The runs of all groups, of as many at a time as there are slots, mixed.

    `start` begins a group in a slot: events to load its key, then its runs in any order.
    """
    waiting = list(groups)
    live: dict[int, list[RunT]] = {slot: [] for slot in range(slots)}
    while live:
        slot = rng.choice(list(live))
        if live[slot]:
            yield live[slot].pop()
        elif waiting:
            events, live[slot] = start(slot, waiting.pop())
            yield from events
        else:
            del live[slot]


def in_lanes(
    vectors: Sequence[VectorT],
    each: int,
    seed: int,
    total: TallyT,
    check: Callable[[Sequence[VectorT], int], TallyT],
) -> TallyT:
    """Adds what `check` finds in shuffled vectors to `total`.

    They run in several simulations, if there are more than `each`, and on each processor in one at
    a time: the time goes into the simulation, which runs without Python's lock.
    """
    lanes = min(PARTS, 1 + len(vectors) // each)
    shuffled = random.Random(seed).sample(vectors, len(vectors))
    with workers(lanes) as pool:
        parts = [shuffled[number::lanes] for number in range(lanes)]
        for found in pool.map(check, parts, range(seed, seed + lanes)):
            total.add(found)
    return total


def workers(parts: int) -> ThreadPoolExecutor:
    """For so many simulations: no more threads than processors."""
    return ThreadPoolExecutor(min(parts, os.cpu_count() or 1))

# SPDX-License-Identifier: Apache-2.0
"""A quick XAES-256-GCM core in a bench, and its messages."""

import hashlib
import random
from collections.abc import Iterator
from typing import Any, Final

from sealwright.families import load_core
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import Barrier, Event, KeyLoad, Message, MessageSim
from sealwright.families.message.xaes import GcmXaesConfig

FAST: Final[dict[str, Any]] = {"sbox": "table", "multiplier": "partial-product", "mult_halt": 0}

Core = tuple[GcmXaesConfig, MessageSim, Rules]


def xaes(**knobs: Any) -> GcmXaesConfig:
    config = load_core("gcm-xaes256", {**FAST, **knobs})
    assert isinstance(config, GcmXaesConfig)
    return config


def bench() -> Iterator[Core]:
    """For a fixture."""
    config = xaes()
    with MessageSim(config) as sim:
        yield config, sim, Rules(config)


def key(number: int) -> bytes:
    """Whose K1 is with the carry of its doubling for some numbers, and without for others."""
    return hashlib.sha256(bytes([number])).digest()


def sealing(slot: int, length: int, **fields: Any) -> Message:
    rng = random.Random(length)
    return Message(
        slot=slot, aad=b"header", text=rng.randbytes(length), iv=rng.randbytes(24), **fields
    )


def with_keys(config: GcmXaesConfig, lengths: list[int], slots: int, wait: bool) -> list[Event]:
    """Without waiting, a message's command is offered in the cycle of its key."""
    events: list[Event] = []
    for number, length in enumerate(lengths):
        slot = number % slots
        events += [KeyLoad(slot, key(number), 4, wait=wait), sealing(slot, length)]
    return [*events, Barrier()]

# SPDX-License-Identifier: Apache-2.0
"""Cycles per message when keys change, measured in simulation, and as Patel 2008 reckons them.

A key is loaded one change ahead, into the next slot, so that a core hides what it can of the load.
Every message is checked against the model.

Patel: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
University of Waterloo 2008, section 4.4: a design that loses b cycles with each change of key has
the share f / (f + b) of its throughput, eq. (4.1), for packets of f blocks with a new key each.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.families.message.bench import IPI
from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.limits import check_takes, longest_tag
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import Barrier, Event, KeyLoad, Message, MessageSim
from sealwright.families.packet.bench import spacing

SIZES = (64, 512, 1500)  # bytes of the messages in the table
EVERY = (1, 4, 16)  # messages of a key
WARM_UP, COUNT = 16, 64
LONGEST = 14  # Nr of AES-256
# Patel 2008, Table 4.3: percent of the maximum over the Internet mix, by what a change of key takes
TABLE_4_3: Mapping[str, tuple[int, int]] = {  # least and greatest cycles
    "Patel 2008, 1 to 14 cycles": (1, LONGEST),
    "Patel 2008, 4 to 14 cycles": (4, LONGEST),
    "[29] in Patel 2008, 14 cycles": (14, 14),
    "[31] in Patel 2008, 40 to 56 cycles (reckoned with 40)": (40, 40),
}
PUBLISHED = dict(zip(TABLE_4_3, (94, 90, 78, 59), strict=True))


def _events(config: MessageConfig, size: int, every: int) -> list[Event]:
    """Sealed messages of one size; each key is loaded before the first message of the last one."""
    rng, slots = random.Random(size), config.slots
    length = max(config.key_sizes) // 8
    events: list[Event] = [KeyLoad(0, rng.randbytes(length), 4)]
    for n in range(WARM_UP + COUNT):
        change, follows = divmod(n, every)
        if not follows:
            events.append(KeyLoad((change + 1) % slots, rng.randbytes(length), 4))
        iv, text = rng.randbytes(config.mode.iv_bytes), rng.randbytes(size)
        tag = longest_tag(config, size)
        events.append(Message(slot=change % slots, iv=iv, text=text, tag_len=tag))
    return [*events, Barrier()]


def cycles(config: MessageConfig, sim: MessageSim, size: int, every: int) -> float:
    """From message to message, with a new key for each `every` of them."""
    result = Rules(config).run_checked(sim, _events(config, size, every))
    if not all(message.passed for message in result.messages):
        raise CheckFailed(f"{config.name}: messages were refused")
    return spacing([message.stamps for message in result.messages], WARM_UP, size)["cycles"]


def measure(config: MessageConfig, sizes: Sequence[int], every: Sequence[int]) -> dict[str, Any]:
    """All pairs of a size and a number of messages with a key; sizes of the mix with one."""
    if config.slots < 2:
        raise UsageError(
            f"--keys fresh: {config.name} has one slot, and a key is loaded ahead into another: "
            "take a core with two or more"
        )
    check_takes(config, max(*sizes, *IPI), 0, max(every))
    pairs = [(size, n) for n in every for size in sizes]
    pairs += [(size, 1) for size in IPI if size not in sizes]
    with MessageSim(config) as sim:
        rows = [
            {"size": size, "every": n, "cycles": cycles(config, sim, size, n)} for size, n in pairs
        ]
    return {"core": config.name, "rows": rows}


def mix_share(cycles_of: Mapping[int, float]) -> float:
    """The share of a block per cycle over the Internet mix, averaged as in Table 4.3."""
    return sum(part * size / BLOCK / cycles_of[size] for size, part in IPI.items())


def reckoned(size: int, every: int, least: int, most: int) -> float:
    """Cycles per message by eq. (4.1), where each block of the old key saves a cycle of `most`."""
    blocks = size / BLOCK
    return blocks + max(least, most + 1 - round(every * -(-size // BLOCK)), 0) / every


def table(found: Mapping[str, Any]) -> str:
    """The measurement as text."""
    lines = [found["core"], "", f"{'bytes':>6} {'messages with a key':>20} {'cycles':>9}"]
    lines += [f"{r['size']:6} {r['every']:20} {r['cycles']:9.3f}" for r in found["rows"]]
    return "\n".join(lines)

# SPDX-License-Identifier: Apache-2.0
"""Cycles of sealed messages by the length of their IV, measured in simulation.

An IV of another length than the one that is taken as it is comes in the data, and goes through the
hash first (NIST SP 800-38D, 7.1, step 2; B. Yang, S. Mishra, R. Karri, A High Speed Architecture
for Galois/Counter Mode of Operation (GCM), 2005, section 3.3). Every message is checked against the
model.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.limits import check_takes, longest_tag
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import Barrier, Event, KeyLoad, Message, MessageSim
from sealwright.families.packet.bench import spacing

LENGTHS = (12, 8, 16, 60, 128)  # bytes
SIZES = (64, 1500)  # bytes of text
WARM_UP, COUNT = 16, 64


def hashed(config: MessageConfig, length: int) -> int:
    """Blocks that an IV of so many bytes puts into the hash: its own, and its length."""
    return 0 if length == config.mode.iv_bytes else -(-length // BLOCK) + 1


def _played(config: MessageConfig, sim: MessageSim, length: int, size: int) -> dict[str, Any]:
    """Messages back to back, then one that is alone."""
    rng, tag, data = random.Random(size), longest_tag(config, size), hashed(config, length) > 0

    def message() -> Message:
        iv, text = rng.randbytes(length), rng.randbytes(size)
        return Message(iv=iv, iv_in_data=data, text=text, tag_len=tag)

    key = KeyLoad(0, rng.randbytes(max(config.key_sizes) // 8), 4)
    row: list[Event] = [message() for _ in range(WARM_UP + COUNT)]
    found = Rules(config).run_checked(sim, [key, *row, Barrier(), message(), Barrier()]).messages
    if not all(answer.passed for answer in found):
        raise CheckFailed(f"{config.name}: messages were refused")
    *stamps, alone = (answer.stamps for answer in found)
    return {
        "iv": length,
        "hashed": hashed(config, length),
        "size": size,
        "cycles": spacing(stamps, WARM_UP, size)["cycles"],
        "first_beat": alone.first_out - alone.first_in,
        "verdict": alone.last_out - alone.last_in,
    }


def measure(
    config: MessageConfig, lengths: Sequence[int] = LENGTHS, sizes: Sequence[int] = SIZES
) -> dict[str, Any]:
    """Each length with each size; UsageError for a core that takes IVs of one length."""
    if not config.any_iv or max(lengths) > config.iv_limit:
        raise UsageError(
            f"--ivs: {config.name} takes no IVs of {max(lengths)} bytes; gcm-default does"
        )
    check_takes(config, max(sizes), 0, WARM_UP + COUNT + 1)
    with MessageSim(config) as sim:
        rows = [_played(config, sim, length, size) for length in lengths for size in sizes]
    return {"core": config.name, "rows": rows}


HEAD = ("IV, bytes", "blocks in its hash", "text, bytes", "cycles", "first beat", "verdict")


def rows_of(found: Mapping[str, Any]) -> list[tuple[object, ...]]:
    """The measurement under `HEAD`."""
    return [tuple(row.values()) for row in found["rows"]]


def table(found: Mapping[str, Any]) -> str:
    """The measurement as text."""
    head = "  ".join(f"{name:>18}" for name in HEAD)
    lines = [found["core"], "", head]
    lines += ["  ".join(f"{value:18g}" for value in row.values()) for row in found["rows"]]
    return "\n".join(lines)

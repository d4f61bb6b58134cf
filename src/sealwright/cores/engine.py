# SPDX-License-Identifier: Apache-2.0
"""What the cores around an AES pipe share: answers to keys, formulas (twins: seal_engine_pkg)."""

from enum import IntEnum
from types import MappingProxyType


class KeyCause(IntEnum):
    """`m_key_cause`: the answer to a key, in every core (key_cause_e)."""

    LOADED = 0
    BAD_SIZE = 1
    BAD_SLOT = 2
    BAD_BEATS = 3
    ZEROISED = 4


# S-box look-ups that follow one another in the schedule of a key of so many bits.
SBOX_STEPS = MappingProxyType({128: 10, 192: 8, 256: 13})
OFFER_CYCLES = 3  # from the offer of a key to its acceptance, when nothing uses its slot


def expand_cycles(bits: int, sbox_stages: int) -> int:
    """Cycles of the key schedule."""
    rounds = bits // 32 + 6
    return 4 * rounds + 5 + SBOX_STEPS[bits] * sbox_stages


def load_cycles(bits: int, sbox_stages: int, derive: int) -> int:
    """From the acceptance of a key to its slot being ready."""
    return expand_cycles(bits, sbox_stages) + derive + 2


def places(loop: int) -> int:
    """Places of a queue whose credits come back after `loop` cycles."""
    return 1 << (loop + 3).bit_length()

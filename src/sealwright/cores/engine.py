# SPDX-License-Identifier: Apache-2.0
"""Common to cores around an AES pipe: answers to keys, formulas (counterpart: seal_engine_pkg)."""

from enum import IntEnum
from types import MappingProxyType

from sealwright.cores.formulas import Formula


class KeyCause(IntEnum):
    """`m_key_cause`: the answer to a key, in every core (key_cause_e)."""

    LOADED = 0
    BAD_SIZE = 1
    BAD_SLOT = 2
    BAD_BEATS = 3
    ZEROISED = 4
    BAD_UNIT = 5
    EQUAL = 6
    UNUSABLE = 7


# S-box look-ups in sequence in the schedule of a key, by its number of bits.
SBOX_STEPS = MappingProxyType({128: 10, 192: 8, 256: 13})

# `nr`, `sbox_steps` and `key_stages` are those of a key. The engine defines `derive`, and `loop`,
# the cycles after which a credit comes back.
KEY_HOLD = Formula(
    "key_hold", "4", "cycles from the offer of a key to its acceptance, if no message uses its slot"
)
EXPAND = Formula("expand", "4 * nr + 5 + sbox_steps * key_stages", "cycles of the key schedule")
KEY_LOAD = Formula(
    "key_load", "expand + derive + 2", "cycles from the acceptance of a key to its slot being ready"
)
ENTRIES = Formula("entries", "2 ** clog2(loop + 4)", "beats that the output FIFO holds")

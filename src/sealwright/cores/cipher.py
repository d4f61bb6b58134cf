# SPDX-License-Identifier: Apache-2.0
"""What configurations of every core with AES in it share: S-boxes, key sizes, rounds."""

from types import MappingProxyType

from sealwright.cores.config import CoreConfig

SBOXES = MappingProxyType(
    {
        "table": 0,
        "composite": 1,
        "gates": 2,
        "gates-shallow": 6,
        "bdd": 3,
        "twisted-bdd": 4,
        "bram": 5,
    }
)
KEY_BITS = MappingProxyType({128: 1, 192: 2, 256: 4})
ROUNDS = MappingProxyType({128: 10, 192: 12, 256: 14})


def check_key_sizes(config: CoreConfig, sizes: object) -> None:
    """The knob `key_sizes` of any core: a choice of AES's three, without repetition."""
    remedy = "must be a list of 128, 192, 256"
    if not isinstance(sizes, tuple) or not sizes:
        raise config.wrong("key_sizes", remedy)
    if not set(KEY_BITS).issuperset(sizes) or len(set(sizes)) != len(sizes):
        raise config.wrong("key_sizes", f"{remedy}, each at most once")


def sub_stages(sbox: str, round_stages: int) -> int:
    """Registers within SubBytes: see `sub_stages` of seal_aes_pkg."""
    return round_stages if sbox == "bram" and round_stages < 3 else round_stages - 1

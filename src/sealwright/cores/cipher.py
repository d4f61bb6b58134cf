# SPDX-License-Identifier: Apache-2.0
"""Common to the configurations of all cores with AES: S-boxes, key sizes, rounds."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Self

from sealwright.cores.config import CoreConfig
from sealwright.cores.engine import SBOX_STEPS

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


KEY_LIST = "list of 128, 192, 256"


class CipherConfig(CoreConfig):
    """A configuration of a core with AES, with the two knobs that all of these have."""

    key_sizes: tuple[int, ...]
    sbox: str

    def check(self) -> None:
        """UsageError unless `key_sizes` has distinct sizes of AES, and `sbox` is an S-box."""
        remedy = "must be a list of 128, 192, 256"
        sizes: object = self.key_sizes
        if not isinstance(sizes, tuple) or not sizes:
            raise self.wrong("key_sizes", remedy)
        if not set(KEY_BITS).issuperset(sizes) or len(set(sizes)) != len(sizes):
            raise self.wrong("key_sizes", f"{remedy}, each at most once")
        self.need_one_of("sbox", SBOXES)

    def simulated(self) -> Self:
        """The same core as `seal` and `open` simulate it, three times as fast: with table S-boxes.

        They are proved equal, and take the same cycles; a memory may not, and is fast anyway.
        """
        return self if self.sbox == "bram" else self.with_knobs(sbox="table")

    @property
    def key_mask(self) -> int:
        """The parameter KeySizes."""
        return sum(KEY_BITS[bits] for bits in self.key_sizes)

    @property
    def rounds(self) -> int:
        """Nr of the longest key."""
        return max(ROUNDS[bits] for bits in self.key_sizes)

    @property
    def round_registers(self) -> int:
        """Registers in a round, with that of its result."""
        stages = self.knobs().get("round_stages", 1)
        assert isinstance(stages, int)
        return stages

    def cases(self) -> Mapping[str, Mapping[str, object]]:
        """A key of each size: `bits`, its rounds `nr`, its `sbox_steps`; and what all have."""
        shared = {
            "rounds": self.rounds,
            "fewest": min(ROUNDS[bits] for bits in self.key_sizes),
            "key_stages": key_stages(self.sbox, self.round_registers),
        }
        return {
            f"AES-{bits}": {
                **shared,
                "bits": bits,
                "nr": ROUNDS[bits],
                "sbox_steps": SBOX_STEPS[bits],
            }
            for bits in sorted(self.key_sizes)
        }

    def under(self, bits: int) -> dict[str, int]:
        """The value of each formula for a key of `bits` bits."""
        return self.figures(f"AES-{bits}")


def key_stages(sbox: str, round_stages: int) -> int:
    """Registers within SubBytes of the key schedule: see `key_stages` of seal_aes_pkg."""
    return min(round_stages if sbox == "bram" else round_stages - 1, 3)

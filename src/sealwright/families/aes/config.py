# SPDX-License-Identifier: Apache-2.0
"""Configurations of the AES cores, with the twins of the formulas in `seal_aes_pkg`.

Four architectures with the same streams: `pipelined` (a block in one, two, four or eight cycles,
round keys stored), `iterative` (one block at a time through 8 to 128 bits of data path), and two
that take a new key while the old one's blocks are in flight, `on-the-fly` (one key schedule beside
the pipe) and `unrolled` (a key schedule in the pipe).
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from sealwright.cores.cipher import KEY_BITS, ROUNDS, SBOXES, check_key_sizes
from sealwright.cores.config import CoreConfig

ARCHITECTURES = MappingProxyType(
    {
        "pipelined": "seal_aes",
        "iterative": "seal_aes_iterative",
        "on-the-fly": "seal_aes_fly",
        "unrolled": "seal_aes_unrolled",
    }
)
DIRECTIONS = MappingProxyType({"encrypt": 0, "decrypt": 1, "both": 2})
PIPES = MappingProxyType({"shared": 0, "separate": 1})
KEY_CHANGES = MappingProxyType({"four-cycle": 0, "one-cycle": 1, "passing": 2})
WIDTHS = (8, 16, 32, 64, 128)
FOLDS = (1, 2, 4, 8)

# What a combination breaks, in the words with which the RTL stops its elaboration.
FOLD = "Fold must be 1, 2, 4 or 8"
WIDTH = "Width must be 128, 64, 32, 16 or 8"
STAGES = "RoundStages must be 1 to 4"
SLOTS = "Slots must be 1 to 16"
BRAM = "Sbox must not be 5 (bram), whose memory takes a cycle of its own"
SEPARATE = "Separate needs Dir = 2 (both directions)"


@dataclass(frozen=True, kw_only=True)
class AesConfig(CoreConfig):
    """One AES core. Knobs and what they cost are explained in docs/reference/aes.md."""

    kind: ClassVar[str] = "aes"
    libraries: ClassVar[tuple[str, ...]] = ("common", "aes")

    architecture: str
    width: int
    cycles: int
    direction: str
    pipes: str
    key_sizes: tuple[int, ...]
    key_change: str
    sbox: str
    round_stages: int
    slots: int

    def check(self) -> None:
        if self.architecture not in ARCHITECTURES:
            raise self.wrong("architecture", f"must be one of {', '.join(ARCHITECTURES)}")
        check_key_sizes(self, self.key_sizes)
        self.need_one_of("sbox", SBOXES)
        self.need_one_of("direction", DIRECTIONS)
        self.need_one_of("pipes", PIPES)
        self._need(self.width in WIDTHS, "width", WIDTH)
        self._need(self.cycles in FOLDS, "cycles", FOLD)
        self._need(1 <= self.round_stages <= 4, "round_stages", STAGES)
        self._need(1 <= self.slots <= 16, "slots", SLOTS)
        self._need(self.pipes == "shared" or self.direction == "both", "pipes", SEPARATE)
        self._check_architecture()

    def _need(self, right: bool, knob: str, sentence: str) -> None:
        if not right:
            raise self.wrong(knob, sentence)

    def _check_architecture(self) -> None:
        """Knobs that an architecture does not have stand at the value that it amounts to."""
        fixed: dict[str, int | str] = {}
        if self.architecture != "iterative":
            fixed["width"] = 128
        if self.architecture != "pipelined":
            fixed |= {"cycles": 1, "pipes": "shared", "round_stages": 1}
        if self.architecture in ("on-the-fly", "unrolled"):
            fixed |= {"direction": "encrypt", "slots": 1}
        if self.architecture != "on-the-fly":
            fixed["key_change"] = "none"
        elif self.key_change not in KEY_CHANGES:
            raise self.wrong("key_change", f"must be one of {', '.join(KEY_CHANGES)}")
        if self.architecture in ("on-the-fly", "unrolled") and self.sbox == "bram":
            raise self.wrong("sbox", BRAM)
        for knob, value in fixed.items():
            if getattr(self, knob) != value:
                raise self.wrong(knob, f"must be {value!r} with architecture {self.architecture!r}")

    @property
    def top(self) -> str:
        return ARCHITECTURES[self.architecture]

    @property
    def data_width(self) -> int:
        """Bits of s_axis_tdata and m_axis_tdata."""
        return self.width

    @property
    def key_in_beats(self) -> bool:
        """Whether keys come in beats of the data's width, or in one piece of 256 bits."""
        return self.architecture == "iterative"

    @property
    def key_first(self) -> bool:
        """Whether blocks may come with their key or right behind it, without waiting for it."""
        return self.architecture in ("on-the-fly", "unrolled")

    def directions(self) -> tuple[bool, ...]:
        """Values of `inverse` that the core knows."""
        return {"encrypt": (False,), "decrypt": (True,), "both": (False, True)}[self.direction]

    def rtl_params(self) -> dict[str, int]:
        sizes = sum(KEY_BITS[bits] for bits in self.key_sizes)
        shared = {"KeySizes": sizes, "Sbox": SBOXES[self.sbox]}
        if self.architecture == "on-the-fly":
            return {**shared, "Fixed": KEY_CHANGES[self.key_change]}
        if self.architecture == "unrolled":
            return shared
        shared |= {"Dir": DIRECTIONS[self.direction], "Slots": self.slots}
        if self.architecture == "iterative":
            return {**shared, "Width": self.width}
        return {
            **shared,
            "Separate": PIPES[self.pipes],
            "RoundStages": self.round_stages,
            "Fold": self.cycles,
        }

    # ---- formulas -------------------------------------------------------------------------------

    @property
    def rounds(self) -> int:
        """Nr of the longest key."""
        return max(ROUNDS[bits] for bits in self.key_sizes)

    @property
    def pipe_latency(self) -> int:
        """Of seal_aes_pipelined: the units, the loops before the last pass, the entrance."""
        through = -(-self.rounds // self.cycles) * self.round_stages
        return 2 + through + (self.cycles - 1) * (through + 1 + through % 2)

    def latency(self) -> dict[str, int]:
        """From the first beat of a block to the last one of its result, by key size; idle core."""
        return {f"AES-{bits}": self._latency(ROUNDS[bits]) for bits in self.key_sizes}

    def _latency(self, rounds: int) -> int:
        if self.architecture == "unrolled":
            return self.rounds + 4
        if self.architecture == "on-the-fly":
            waits = rounds if self.key_change == "four-cycle" else self.rounds
            return waits + (5 if self.key_change == "passing" else 4)
        if self.architecture == "iterative":
            beats, step = 128 // self.width, 2 if self.sbox == "bram" else 1
            return beats * (1 + step * (rounds - 1)) + step + (beats - 1) * step
        return self.pipe_latency + 2

    def block_cycles(self, bits: int) -> int:
        """Cycles from block to block under a key of so many bits, nothing waiting."""
        if self.architecture == "iterative":
            step = 2 if self.sbox == "bram" else 1
            return 128 // self.width * (1 + step * ROUNDS[bits])
        return self.cycles

    @property
    def key_gap(self) -> int:
        """On the fly: cycles from the acceptance of a key to the first block that may follow."""
        spread = self.rounds - min(ROUNDS[bits] for bits in self.key_sizes)
        return {"four-cycle": max(spread, 1), "one-cycle": 1, "passing": 0}[self.key_change]

    def key_change_cycles(self, bits: int, blocks: int) -> int:
        """Cycles without a block between `blocks` blocks (1 or more) of one key and the next key.

        `bits` are those of the old key. Stored keys go to another slot beforehand, and cost none.
        """
        if self.architecture != "on-the-fly":
            return 0
        return max(self.key_gap, ROUNDS[bits] + 1 - blocks)

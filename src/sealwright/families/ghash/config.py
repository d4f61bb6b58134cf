# SPDX-License-Identifier: Apache-2.0
"""Configurations of the GHASH cores, with the formulas and causes of `seal_ghash_pkg`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import ClassVar

from sealwright.cores.config import CoreConfig, knob
from sealwright.cores.formulas import Formula
from sealwright.cores.multiplier import EACH_CYCLE

KEYS = MappingProxyType({"slots": 0, "fixed": 1})
LANES = (1, 2, 4, 8)
NO_H = "0" * 32
JOINT = ("karatsuba", "reyhani-masoleh")  # they reduce a product, so several may be added before
MULTIPLIERS = MappingProxyType(
    {name: number for name, number in EACH_CYCLE.items() if name != "karatsuba-pipelined"}
)

# Rules of combinations, in the words of the RTL's messages.
WIDTHS = "Lanes must be 1, 2, 4 or 8"
REDUCTIONS = "Reductions must be 1 or Lanes"
SEPARATE = "Reductions must be Lanes, but for MultKind 0 and 3, which reduce products"
WORDS = "Slots times Lanes times MultStages, rounded up, must be 256 or less"
FIXED = "FixedKey needs MultStages = 1 and Slots = 1"


class Cause(IntEnum):
    """Why a hash is zero (ghash_cause_e in m_axis_tuser)."""

    NONE = 0
    NO_KEY = 1
    BEATS = 2


_FIXED_LATENCY = Formula(
    "latency", "6", "cycles from the last beat of a message to its hash, if nothing waits"
)
_ZEROISE = "cycles from the fall of zeroise_i until nothing is left of keys and messages"


@dataclass(frozen=True, kw_only=True)
class GhashConfig(CoreConfig):
    """One GHASH core. Knobs and what they cost are explained in docs/reference/ghash.md."""

    kind: ClassVar[str] = "ghash"
    libraries: ClassVar[tuple[str, ...]] = (
        *("common", "gf", "aes", "engine", "aes_stream"),
        "ghash",
    )

    lanes: int = knob("Lanes", "1, 2, 4, 8", "a multiplier each", "blocks per cycle")
    reductions: int = knob(
        "Reductions",
        "1, or as many as `lanes`",
        "527 XOR for each reduction",
        "any multiplier; sums of 128 bits in place of 255",
    )
    mult: str = knob(
        "MultKind",
        MULTIPLIERS,
        "see [multipliers](multipliers.md)",
        "area against depth; `karatsuba` is the smallest that is reduced once",
    )
    mult_stages: int = knob(
        "MultStages",
        (1, 8),
        "registers; `lanes` powers of each key more; cycles of a key load",
        "shorter paths",
    )
    mult_halt: int = knob(
        "MultHalt",
        (1, 128),
        "small: a deeper product; large: more logic",
        "small: fewer gates; large: fewer levels",
        "for kinds that split",
    )
    slots: int = knob("Slots", (1, 16), "powers of each slot", "keys ready at once")
    key: str = knob(
        "FixedKey", KEYS, "`fixed`: no other key, and a multiplier of one stage", "`fixed`: area"
    )
    h: str = knob(
        "Key",
        f"`{NO_H}` with `slots`, `66e94bd4ef8a2c3b884cfa59ca342b2e` or any other with `fixed`",
        "more ones: more logic",
        "the fixed key, its first byte first",
    )

    def check(self) -> None:
        self._need(self.lanes in LANES, "lanes", WIDTHS)
        self._need(self.reductions in (1, self.lanes), "reductions", REDUCTIONS)
        joint = self.lanes == 1 or self.reductions > 1 or self.mult in JOINT
        self._need(joint or self.fixed, "reductions", SEPARATE)
        single = self.mult_stages == 1 and self.slots == 1
        self._need(single or not self.fixed, "key", FIXED)
        self._need(self.fixed or self.figures()["words"] <= 256, "slots", WORDS)
        right = re.fullmatch("[0-9a-f]{32}", self.h) and self.fixed == (self.h != NO_H)
        self._need(bool(right), "h", "must be 32 hexadecimal digits, all 0 without a fixed key")

    def _need(self, right: bool, knob: str, sentence: str) -> None:
        if not right:
            raise self.wrong(knob, sentence)

    @property
    def fixed(self) -> bool:
        """Whether the key is a constant."""
        return self.key == "fixed"

    @property
    def beat_bytes(self) -> int:
        return 16 * self.lanes

    @property
    def top(self) -> str:
        return "seal_ghash"

    def rtl_params(self) -> dict[str, int]:
        return {
            "Slots": self.slots,
            "Lanes": self.lanes,
            "Reductions": self.reductions,
            "MultKind": MULTIPLIERS[self.mult],
            "MultStages": self.mult_stages,
            "MultHalt": self.mult_halt,
            "FixedKey": KEYS[self.key],
            "Key": int.from_bytes(bytes.fromhex(self.h), "little"),
        }

    FORMULAS: ClassVar[tuple[Formula, ...]] = (
        Formula("powers", "lanes * mult_stages", "powers of each key that are kept"),
        Formula(
            "latency",
            "min(beats, mult_stages + 1) + mult_stages + 7",
            "cycles from the last beat of a message to its hash, if nothing waits",
        ),
        Formula("messages", "2 * mult_stages + 12", "messages between first beat and hash"),
        Formula(
            "key_load",
            "4 + (powers - 1) * (mult_stages + 5)",
            "cycles from the offer of a key for an unused slot to its answer",
        ),
        Formula("words", "2 ** clog2(slots * 2 ** max(clog2(powers), 1))", "powers of all slots"),
        Formula("zeroise", "words + 3 * mult_stages + 14", _ZEROISE),
    )
    FIXED_FORMULAS: ClassVar[tuple[Formula, ...]] = (
        _FIXED_LATENCY,
        Formula("messages", "14", "messages between first beat and hash"),
        Formula("words", "2 ** max(clog2(lanes), 1)", "a bound of the sweep; nothing is stored"),
        Formula("zeroise", "words + 17", _ZEROISE),
    )

    @property
    def formulas(self) -> tuple[Formula, ...]:
        return self.FIXED_FORMULAS if self.fixed else self.FORMULAS

    def cases(self) -> Mapping[str, Mapping[str, object]]:
        """A message of one beat, and one that fills the look-ahead."""
        if self.fixed:
            return {"": {"min": min}}
        full = self.mult_stages + 1
        return {
            "one beat": {"min": min, "beats": 1},
            "longer": {"min": min, "beats": full},
        }

    def latency(self, beats: int) -> int:
        """From the last beat of a message of so many beats to its hash, the core idle."""
        figures = self.figures()
        if self.fixed:
            return figures["latency"]
        return figures["latency"] - max(self.mult_stages + 1 - beats, 0)

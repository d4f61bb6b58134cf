# SPDX-License-Identifier: Apache-2.0
"""Configurations of `seal_gcm`, with the twins of the formulas in `seal_gcm_pkg`."""

from dataclasses import dataclass
from typing import ClassVar

from sealwright.cores.cipher import KEY_BITS, ROUNDS, SBOXES, check_key_sizes, sub_stages
from sealwright.cores.config import CoreConfig
from sealwright.cores.multiplier import KINDS

MULTIPLIERS = {  # those that make a product of two operands in every cycle
    name: kind.number
    for name, kind in KINDS.items()
    if not kind.serial and not {"key", "lanes"} & set(kind.knobs)
}
RELEASES = {"cut-through": 0, "store": 1}
KEY_BUSY = {"hold": 0, "refuse": 1}


@dataclass(frozen=True, kw_only=True)
class GcmConfig(CoreConfig):
    """One AES-GCM core. Knobs and what they cost are explained in docs/use/cores.md."""

    kind: ClassVar[str] = "gcm"
    libraries: ClassVar[tuple[str, ...]] = ("common", "gf", "aes", "engine", "gcm")

    slots: int
    key_sizes: tuple[int, ...]
    sbox: str
    round_stages: int
    multiplier: str
    mult_stages: int
    mult_halt: int
    release: str
    store_beats: int
    key_busy: str
    id_width: int
    text_limit: int
    aad_limit_log2: int
    iv_limit: int
    message_limit: int

    def check(self) -> None:
        self.need_range("slots", 1, 16)
        check_key_sizes(self, self.key_sizes)
        self.need_one_of("sbox", SBOXES)
        self.need_range("round_stages", 1, 4)
        self.need_one_of("multiplier", MULTIPLIERS)
        self.need_range("mult_stages", 1, 8)
        if "halt" in KINDS[self.multiplier].knobs:
            self.need_range("mult_halt", 1, 128)
        elif self.mult_halt != 0:
            raise self.wrong("mult_halt", f"set mult_halt=0: {self.multiplier} does not split")
        self.need_one_of("release", RELEASES)
        if self.release == "store":
            self.need_range("store_beats", 2, 1 << 20)
        elif self.store_beats != 0:
            raise self.wrong("store_beats", "must be 0 with release = 'cut-through'")
        self.need_one_of("key_busy", KEY_BUSY)
        self.need_range("id_width", 1, 16)
        self.need_range("text_limit", 1, 2**32 - 2)
        self.need_range("aad_limit_log2", 5, 61)
        self.need_range("iv_limit", 1, 65536)
        self.need_range("message_limit", 0, 2**32 - 1)

    @property
    def top(self) -> str:
        return "seal_gcm"

    def rtl_params(self) -> dict[str, int]:
        return {
            "Slots": self.slots,
            "KeySizes": sum(KEY_BITS[bits] for bits in self.key_sizes),
            "Sbox": SBOXES[self.sbox],
            "RoundStages": self.round_stages,
            "MultKind": MULTIPLIERS[self.multiplier],
            "MultStages": self.mult_stages,
            "MultHalt": self.mult_halt or 1,
            "Store": RELEASES[self.release],
            "StoreBeats": self.store_beats or 2,
            "KeyRefuse": KEY_BUSY[self.key_busy],
            "IdWidth": self.id_width,
            "TextLimit": self.text_limit,
            "AadLimitLog2": self.aad_limit_log2,
            "IvLimit": self.iv_limit,
            "MsgLimit": self.message_limit,
        }

    # ---- formulas -------------------------------------------------------------------------------

    @property
    def aes_latency(self) -> int:
        return 2 + max(ROUNDS[bits] for bits in self.key_sizes) * self.round_stages

    @property
    def loop_latency(self) -> int:
        return self.aes_latency + 2 * self.mult_stages + 17

    @property
    def out_depth(self) -> int:
        """Beats that the output FIFO holds."""
        if self.release == "store":
            return self.store_beats
        return 1 << (self.loop_latency + 3).bit_length()

    @property
    def messages(self) -> int:
        """Messages in flight at most."""
        return 1 << (self.loop_latency // 2 + 3).bit_length()

    @property
    def zero_cycles(self) -> int:
        powers = self.slots << max((self.mult_stages - 1).bit_length(), 1)
        return max(self.loop_latency, self.out_depth, self.messages, powers) + 4

    def load_cycles(self, bits: int) -> int:
        """From taking a key of that many bits to its slot being ready, traffic or not."""
        rounds, stages = ROUNDS[bits], sub_stages(self.sbox, self.round_stages)
        expand = 4 * rounds + 5 + {128: 10, 192: 8, 256: 13}[bits] * stages
        power = self.aes_latency + self.mult_stages + 6
        return expand + self.aes_latency + 4 + (self.mult_stages - 1) * power + 1

    def latency(self) -> dict[str, int]:
        """Into an idle core, beats following each other at once."""
        return {
            "aes": self.aes_latency,
            "first_beat": self.aes_latency + 11,
            "last_beat_to_tag": self.aes_latency + 2 * self.mult_stages + 18,
            "key_hold": self.loop_latency + 3,
            "key_load": self.load_cycles(max(self.key_sizes)),
            "zeroise": self.zero_cycles,
        }

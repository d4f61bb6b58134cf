# SPDX-License-Identifier: Apache-2.0
"""AES-GCM whose key may be new with each message: round keys and H are made on the way."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from sealwright.cores.cipher import SBOXES
from sealwright.cores.config import knob
from sealwright.cores.engine import ENTRIES
from sealwright.cores.formulas import Formula
from sealwright.families.message.config import BLOCK, GcmConfig
from sealwright.families.message.events import Op

_NOT_IN_RTL = ("AnyIv", "IvLimit", "KeyRefuse", "Ops")  # parameters that it has not


@dataclass(frozen=True, kw_only=True)
class GcmFreshConfig(GcmConfig):
    """AES-GCM, a block in every cycle, and a key load that takes nothing from them."""

    kind: ClassVar[str] = "gcm-fresh"
    cost_text: ClassVar[str] = "n + a + 2"

    # What is a knob of others
    key_busy: str = field(default="hold", init=False)
    iv_lengths: str = field(default="12", init=False)
    iv_limit: int = field(default=12, init=False)
    operations: str = field(default="all", init=False)
    hash_keys: ClassVar[str] = "H of each message"

    slots: int = knob(
        "Slots",
        (1, 16),
        "258 bits of memory",
        "keys ready at once; a new key with each message of 4 cycles takes 2, of 8 cycles 1",
    )
    sbox: str = knob(
        "Sbox",
        {name: number for name, number in SBOXES.items() if name != "bram"},
        "20 of them per round: 16, and 4 of the key schedule",
        "area against depth; the best choice depends on the target",
    )
    round_stages: int = knob(
        "RoundStages",
        (1, 4),
        "at least 384 flip-flops per round and stage, of block and key; one cycle of latency per "
        "round each; a longer output FIFO",
        "shorter paths in the AES pipe",
    )
    mult_stages: int = knob(
        "MultStages",
        (1, 2),
        "2: registers, the square of H; two cycles of tag latency",
        "shorter paths in GHASH; no cost in throughput",
    )

    @property
    def top(self) -> str:
        return "seal_gcm_fresh"

    def cost(self, text: int, aad: int, op: Op = Op.SEAL, tag: int = BLOCK) -> int:
        """H, blocks, and the end."""
        return self.blocks(text) + self.blocks(aad) + 2

    @property
    def load_cost(self) -> Mapping[str, int]:
        """Nothing: H is made for each message."""
        return {}

    def rtl_params(self) -> dict[str, int]:
        return {k: n for k, n in super().rtl_params().items() if k not in _NOT_IN_RTL}

    @property
    def formulas(self) -> tuple[Formula, ...]:
        found = (
            Formula(
                "ahead",
                "1 if rounds > fewest and round_stages > 1 else 0",
                "cycles by which a block waits for the keys of rounds that short keys skip",
            ),
            Formula("aes", "1 + ahead + rounds * round_stages", "cycles through the AES pipe"),
            Formula(
                "first_beat", "aes + 16", "cycles from the first beat in to the first beat out"
            ),
            Formula(
                "verdict",
                "aes + 2 * mult_stages + 26",
                "cycles from the last beat in to the tag out, and one less to the last beat out "
                "when opening; with `store` to the first beat out in place of the last",
            ),
            Formula(
                "loop",
                "aes + 2 * mult_stages + 24",
                "cycles from a token to its message's status, at most",
            ),
            Formula("key_hold", "2", "cycles from the offer of a key to its acceptance"),
            Formula("key_load", "1", "cycles from then until the slot is ready"),
            ENTRIES,
            Formula("messages", "2 ** clog2(loop // 2 + 4)", "messages in flight, at most"),
            Formula(
                "zeroise",
                "max(loop, entries, messages, 16) + 16",
                "cycles until every memory is clear",
            ),
        )
        if self.release == "store":
            texts = {"entries": "store_beats"}
            return tuple(
                Formula(f.name, texts.get(f.name, f.text), f.meaning)
                for f in found
                if f.name != "first_beat"
            )
        return found

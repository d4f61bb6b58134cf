# SPDX-License-Identifier: Apache-2.0
"""AES-GCM whose key may be new with each message, with one key schedule beside the rounds.

P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis, University
of Waterloo 2008, sections 4.1 and 4.2."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar

from sealwright.cores.cipher import KEY_LIST, SBOXES
from sealwright.cores.config import knob
from sealwright.cores.formulas import Formula
from sealwright.families.message.config import BLOCK
from sealwright.families.message.events import Op
from sealwright.families.message.fresh import GcmFreshConfig

KEY_CHANGES = MappingProxyType({"one-cycle": 1, "four-cycle": 2})
_GAPS: Mapping[str, str] = MappingProxyType({"one-cycle": "0", "four-cycle": "rounds - fewest"})
_ROUNDS: Mapping[str, str] = MappingProxyType({"one-cycle": "rounds", "four-cycle": "nr"})
_AES = "cycles through the AES pipe, under the longest key"


@dataclass(frozen=True, kw_only=True)
class GcmOnTheFlyConfig(GcmFreshConfig):
    """AES-GCM, a block in every cycle, whose round keys are rewritten as a message begins."""

    kind: ClassVar[str] = "gcm-on-the-fly"
    cost_text: ClassVar[str] = "max(n + a + 2 + gap, least)"

    slots: int = knob(
        "Slots",
        (1, 16),
        "258 bits of memory",
        "keys ready at once",
    )
    key_sizes: tuple[int, ...] = knob(
        "KeySizes",
        KEY_LIST,
        "the rounds of the longest size (10, 12 or 14); for more than one size, with `one-cycle` a "
        "multiplexer in each of the last rounds, with `four-cycle` a gap between messages",
        "key sizes mixed from one message to the next",
    )
    round_stages: int = field(default=1, init=False)  # a knob of others
    key_change: str = knob(
        "Schedule",
        KEY_CHANGES,
        "`one-cycle`: every key takes as long as the longest; `four-cycle`: cycles between "
        "messages, as many as the numbers of rounds differ by",
        "`one-cycle`: short messages; `four-cycle`: latency of shorter keys",
    )
    sbox: str = knob(
        "Sbox",
        {name: number for name, number in SBOXES.items() if name != "bram"},
        "16 of them per round, and 4 of the key schedule",
        "area against depth; the best choice depends on the target",
    )

    def cost(self, text: int, aad: int, op: Op = Op.SEAL, tag: int = BLOCK) -> int:
        """From message to message under the longest key: H, blocks, the end, and the gap."""
        figures = self.figures()
        tokens = self.blocks(text) + self.blocks(aad) + 2
        return max(tokens + figures["gap"], figures["least"])

    def rtl_params(self) -> dict[str, int]:
        return {**super().rtl_params(), "Schedule": KEY_CHANGES[self.key_change]}

    @property
    def formulas(self) -> tuple[Formula, ...]:
        rounds = _ROUNDS[self.key_change]
        texts = {
            "aes": "rounds + 3",
            "first_beat": f"{rounds} + 19 + min(gap, 1)",
            "verdict": f"{rounds} + 2 * mult_stages + 29 + min(gap, 1)",
        }
        return (
            Formula("gap", _GAPS[self.key_change], "cycles without a token between two messages"),
            Formula("least", "nr + 1", "cycles from one message to the next, at least"),
            *(
                replace(
                    f,
                    text=texts.get(f.name, f.text),
                    meaning=_AES if f.name == "aes" else f.meaning,
                )
                for f in super().formulas
                if f.name != "ahead"
            ),
        )

# SPDX-License-Identifier: Apache-2.0
"""GCM with the length block in front of the text (Yang 2005, section 6, equation (3)).

Not AES-GCM, of no standard, and unsafe (docs/reference/gcm.md): to measure what the paper proposes.
A message has its length block, [len A]_64 [len C]_64 in bits, as the first block of section text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sealwright.cores.config import knob
from sealwright.cores.formulas import Formula
from sealwright.families.message.config import BLOCK, GcmConfig
from sealwright.families.message.events import Op
from sealwright.model.message import Mode


@dataclass(frozen=True, kw_only=True)
class GcmModifiedConfig(GcmConfig):
    """Not AES-GCM: the length block is hashed behind the AAD."""

    kind: ClassVar[str] = "gcm-modified"
    cost_text: ClassVar[str] = "n + a + 2"
    known_answers: ClassVar[tuple[str, ...]] = ("tests/data/gcm_modified.json",)
    announced: ClassVar[bool] = True

    # What is a knob of others
    release: str = field(default="cut-through", init=False)
    store_beats: int = field(default=0, init=False)
    iv_lengths: str = field(default="12", init=False)
    iv_limit: int = field(default=12, init=False)
    operations: str = field(default="all", init=False)  # that the mode has

    text_limit: int = knob("TextLimit", (1, 2**32 - 3), "nothing", "longer messages")

    @property
    def ops(self) -> tuple[Op, ...]:
        return (Op.SEAL, Op.OPEN)

    @property
    def mode(self) -> Mode:
        from sealwright.model.gcm_modified import GCM_MODIFIED

        return GCM_MODIFIED

    def cost(self, text: int, aad: int, op: Op = Op.SEAL, tag: int = BLOCK) -> int:
        return self.blocks(text) + self.blocks(aad) + 2

    def rtl_params(self) -> dict[str, int]:
        """`TextLimit` counts the length block."""
        own = {"TextLimit": self.text_limit + 1, "Ops": 3, "LengthFirst": 1}
        return {**super().rtl_params(), **own}

    @property
    def formulas(self) -> tuple[Formula, ...]:
        texts: Mapping[str, str] = {
            "first_beat": "aes + 16",
            "verdict": "aes + 2 * mult_stages + 24",
        }
        meanings: Mapping[str, str] = {
            "first_beat": "cycles from the first beat in to the first beat out, the length block "
            "being the first; one less with AAD",
        }
        return tuple(
            replace(f, text=texts.get(f.name, f.text), meaning=meanings.get(f.name, f.meaning))
            for f in super().formulas
        )

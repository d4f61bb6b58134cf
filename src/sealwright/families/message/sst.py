# SPDX-License-Identifier: Apache-2.0
"""AES-GCM-SST, GCM with secure short tags: hash keys and mask come from the IV of each message.

A block in every cycle, or with narrower streams in 2, 4 or 8. The hash has its keys for one message
only, so no powers of them: a multiplier makes its product within a block.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sealwright.cores.config import knob
from sealwright.cores.formulas import Formula
from sealwright.families.message.config import BLOCK
from sealwright.families.message.events import Op
from sealwright.families.message.narrow import MULTIPLIERS, SERIAL, GcmNarrowConfig
from sealwright.model.message import Mode

LEAD = 2  # tokens at the head of a message: its hash keys
_TEXTS = {
    "derive": "1",
    "first_beat": "aes + 13 + 5 * fold",
    "verdict": "aes + hash + 17 + 7 * fold + fold // 8",
    "zeroise": "max(loop, entries, messages, round_keys + aes) + 16",
}
_MEANINGS = {
    "verdict": "cycles from the last beat in to the last one of the tag out, at most; one less to "
    "the last beat when opening, with a tag of 14 bytes; with `store` to the first beat out in "
    "place of the last",
    "derive": "cycles from a written schedule to the slot: nothing else belongs to a key",
}


@dataclass(frozen=True, kw_only=True)
class GcmSstConfig(GcmNarrowConfig):
    """AES-GCM-SST, a beat in every cycle."""

    kind: ClassVar[str] = "gcm-sst"
    widths: ClassVar[tuple[int, ...]] = (16, 32, 64, 128)
    cost_text: ClassVar[str] = "(n + a + 3) * 128 / width"
    hash_keys: ClassVar[str] = "H and H2 of each message"
    known_answers: ClassVar[tuple[str, ...]] = ("tests/data/gcm_sst.json",)

    # What is a knob of others
    mult_stages: int = field(default=1, init=False)
    iv_lengths: str = field(default="12", init=False)
    iv_limit: int = field(default=12, init=False)
    operations: str = field(default="all", init=False)  # that the mode has

    slots: int = knob(
        "Slots",
        (1, 16),
        "rounds + 1 words of 128 bits per slot, in as many small memories",
        "keys ready at once; a change between messages is free",
    )
    key_sizes: tuple[int, ...] = knob(
        "KeySizes",
        "list of 128, 256",
        "rounds of the longest size (10 or 14) for every key; for both sizes, a multiplexer in the "
        "first rounds",
        "key sizes mixed from one block to the next",
    )
    width: int = knob("BeatBytes", "16, 32, 64, 128", "cycles per block", "fewer units of logic")
    multiplier: str = knob(
        "MultKind",
        MULTIPLIERS,
        "its depth is a path of one cycle, but for those of one product at a time",
        "those of one product at a time take a block's cycles for it, in a fraction of the gates",
    )
    text_limit: int = knob(
        "TextLimit",
        (1, 2**32 - 3),
        "nothing",
        "longer messages",
        note="tags of 12 and 14 bytes have limits of their own: 2^28 and 2^12 blocks",
    )
    aad_limit_log2: int = knob(
        "AadLimitLog2",
        (5, 35),
        "one counter bit each",
        "more AAD",
        note="with the same limits of tags of 12 and 14 bytes",
    )

    def check(self) -> None:
        super().check()
        if 192 in self.key_sizes:
            raise self.wrong("key_sizes", "must be 128, 256 or both: the draft has no AES-192")

    @property
    def top(self) -> str:
        return "seal_gcm_sst"

    @property
    def ops(self) -> tuple[Op, ...]:
        return (Op.SEAL, Op.OPEN)

    @property
    def mode(self) -> Mode:
        from sealwright.model.gcm_sst import GCM_SST

        return GCM_SST

    def cost(self, text: int, aad: int, op: Op = Op.SEAL, tag: int = BLOCK) -> float:
        return self.fold * (self.blocks(text) + self.blocks(aad) + 1 + LEAD)

    @property
    def load_cost(self) -> Mapping[str, int]:
        """The hash has no key of a slot."""
        return {"AES": 0}

    def rtl_params(self) -> dict[str, int]:
        fixed = ("MultStages", "AnyIv", "IvLimit", "Ops")
        return {name: value for name, value in super().rtl_params().items() if name not in fixed}

    @property
    def formulas(self) -> tuple[Formula, ...]:
        texts = dict(_TEXTS)
        if self.multiplier not in SERIAL:
            texts["hash"] = "6"
        return tuple(
            replace(
                each,
                text=texts.get(each.name, each.text),
                meaning=_MEANINGS.get(each.name, each.meaning),
            )
            for each in super().formulas
            if each.name != "powers"
        )

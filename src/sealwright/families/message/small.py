# SPDX-License-Identifier: Apache-2.0
"""AES-GCM with AES-128 in little logic: one message after the other, by a microprogram.

Cycles are counted from one block, or message, to the next; the formulas of latencies are for 16
bytes of text with an IV in the command.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from sealwright.cores.cipher import SBOXES
from sealwright.cores.config import knob
from sealwright.cores.formulas import Formula
from sealwright.families.message.config import (
    BLOCK,
    MessageConfig,
    aad_limit_log2_knob,
    id_width_knob,
    iv_limit_knob,
    message_limit_knob,
    text_limit_knob,
)
from sealwright.families.message.events import Op
from sealwright.model.message import Mode
from sealwright.tools.packet.stream import Stream

DIGITS = (1, 2, 4, 8, 16)


@dataclass(frozen=True, kw_only=True)
class GcmSmallConfig(MessageConfig):
    """AES-GCM in little logic."""

    kind: ClassVar[str] = "gcm-small"
    libraries: ClassVar[tuple[str, ...]] = ("common", "gf", "aes", "engine", "message", "gcm")
    cost_text: ClassVar[str] = "text * n + aad * a + message"
    known_answers: ClassVar[tuple[str, ...]] = ("tests/data/gcm_spec.json",)

    takes_early: ClassVar[bool] = False

    # What is a knob of others
    slots: int = field(default=1, init=False)
    key_sizes: tuple[int, ...] = field(default=(128,), init=False)
    multiplier: str = field(default="digit-serial", init=False)
    mult_stages: int = field(default=1, init=False)
    release: str = field(default="cut-through", init=False)
    store_beats: int = field(default=0, init=False)
    key_busy: str = field(default="hold", init=False)

    sbox: str = knob(
        "Sbox",
        {name: number for name, number in SBOXES.items() if name != "bram"},
        "four of them",
        "area against depth",
    )
    mult_digit: int = knob(
        "MultDigit",
        "1, 2, 4, 8, 16",
        "about 90 LUTs of four inputs each bit",
        "128 / digit cycles for a block in the hash",
    )
    id_width: int = id_width_knob()
    text_limit: int = text_limit_knob()
    aad_limit_log2: int = aad_limit_log2_knob()
    iv_limit: int = iv_limit_knob()
    message_limit: int = message_limit_knob()

    def check(self) -> None:
        super().check()
        if self.mult_digit not in DIGITS:
            raise self.wrong("mult_digit", "must be 1, 2, 4, 8 or 16")

    @property
    def top(self) -> str:
        return "seal_gcm_small"

    @property
    def mode(self) -> Mode:
        from sealwright.model.gcm import GCM

        return GCM

    @property
    def stream(self) -> Stream:
        return Stream(beat_bytes=4)

    def cost(self, text: int, aad: int, op: Op = Op.SEAL, tag: int = BLOCK) -> int:
        figures = self.figures()
        return (
            figures["text"] * self.blocks(text)
            + figures["aad"] * self.blocks(aad)
            + figures["message"]
        )

    @property
    def load_cost(self) -> Mapping[str, int]:
        """No message is at work during a load."""
        return {}

    def rtl_params(self) -> dict[str, int]:
        return {
            "Sbox": SBOXES[self.sbox],
            "MultDigit": self.mult_digit,
            "IdWidth": self.id_width,
            "TextLimit": self.text_limit,
            "AadLimitLog2": self.aad_limit_log2,
            "IvLimit": self.iv_limit,
            "MsgLimit": self.message_limit,
        }

    @property
    def formulas(self) -> tuple[Formula, ...]:
        return (
            Formula("aes", "40", "cycles of a block in AES"),
            Formula("hash", "1 + 128 // mult_digit", "cycles of a block in the hash"),
            Formula("text", "max(42, hash + 8)", "cycles of a block of text"),
            Formula("aad", "max(30, hash + 2)", "cycles of a block of AAD"),
            Formula("message", "200", "cycles of a message without both"),
            Formula("first_beat", "100", "cycles from the first beat in to the first beat out"),
            Formula("verdict", "200", "cycles from the last beat in to the tag"),
            Formula("key_hold", "6", "cycles from the offer of a key to its acceptance"),
            Formula("key_load", "220", "cycles from then until the slot is ready"),
            Formula("loop", "verdict", "the same"),
            Formula("entries", "1", "beats that wait at the output"),
            Formula("messages", "1", "messages in flight, at most"),
            Formula("zeroise", "65", "cycles until every memory is clear"),
        )

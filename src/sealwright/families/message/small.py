# SPDX-License-Identifier: Apache-2.0
"""AES-GCM with AES-128 in little logic: one message after the other, by a microprogram.

The formulas are for messages with the IV in the command.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from sealwright.cores.cipher import SBOXES
from sealwright.cores.config import knob
from sealwright.cores.formulas import Formula
from sealwright.families.message.config import (
    BLOCK,
    GcmConfig,
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
    """AES-GCM in little logic, a block at a time."""

    kind: ClassVar[str] = "gcm-small"
    libraries: ClassVar[tuple[str, ...]] = ("common", "gf", "aes", "engine", "message", "gcm")
    cost_text: ClassVar[str] = "text * n + aad * a + message"
    known_answers: ClassVar[tuple[str, ...]] = GcmConfig.known_answers

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
        "four of them, without registers",
        "area against the clock",
    )
    mult_digit: int = knob(
        "MultDigit",
        "1, 2, 4, 8, 16",
        "gates of the hash",
        "fewer cycles for a block, where the hash is slower than AES",
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
            Formula("text", "max(43, hash + 5)", "cycles from block to block of text"),
            Formula("aad", "max(27, hash + 1)", "cycles from block to block of AAD, at most"),
            Formula(
                "sum",
                "max(hash, 36) + 96 // mult_digit",
                "cycles from the last lengths to the hash",
            ),
            Formula("message", "90 + sum", "cycles of a message without its blocks, at most"),
            Formula(
                "first_beat", "44", "cycles from the first beat in to the first beat out, at most"
            ),
            Formula(
                "verdict",
                "max(50, hash + 12) + max(hash, 10) + sum",
                "cycles from the last beat in to the tag out, at most; up to 5 more if the last "
                "block has fewer than four beats",
            ),
            Formula("opened", "9", "cycles from the last beat in to the last beat out, opening"),
            Formula("key_hold", "7", "cycles from the offer of a key to its acceptance, at most"),
            Formula("key_load", "213", "cycles from then until the slot is ready"),
            Formula("zeroise", "65", "cycles until every memory is clear"),
        )

    def latency(self, *, opening: bool = False) -> dict[str, int]:
        figures = self.figures()
        names = ("aes", "first_beat", "key_hold", "key_load", "zeroise")
        verdict = figures["opened" if opening else "verdict"]
        return {name: figures[name] for name in names} | {"verdict": verdict}

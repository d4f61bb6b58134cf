# SPDX-License-Identifier: Apache-2.0
"""AES-GCM with streams of 2, 4 or 8 bytes: a block in 8, 4 or 2 cycles.

The rounds of AES are used as many times for a block, and the hash may have a multiplier that makes
one product in that time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from sealwright.cores.config import knob
from sealwright.cores.engine import EXPAND, KEY_HOLD, KEY_LOAD
from sealwright.cores.formulas import Formula
from sealwright.cores.multiplier import EACH_CYCLE, KINDS
from sealwright.families.message.config import BLOCK, GcmConfig
from sealwright.families.message.events import Op
from sealwright.tools.packet.stream import Stream

SERIAL = {name: kind.number for name, kind in KINDS.items() if kind.serial and name != "lfsr"}
MULTIPLIERS = {**EACH_CYCLE, **SERIAL}
_PIPELINED = {
    "hash": "2 * mult_stages + 4",
    "derive": "aes + 6 + fold + (mult_stages - 1) * (aes + mult_stages + 7 + fold)",
    "powers": "2 ** (clog2(slots) + max(clog2(mult_stages), 1))",
}
_SERIAL = {"derive": "aes + 6 + fold", "powers": "2 ** max(clog2(slots), 1)"}


@dataclass(frozen=True, kw_only=True)
class GcmNarrowConfig(GcmConfig):
    """AES-GCM, a beat in every cycle."""

    kind: ClassVar[str] = "gcm-narrow"
    widths: ClassVar[tuple[int, ...]] = (16, 32, 64)
    cost_text: ClassVar[str] = "(n + a + 1) * 128 / width"

    width: int = knob("BeatBytes", "16, 32, 64", "cycles per block", "fewer units of logic")
    multiplier: str = knob(
        "MultKind",
        MULTIPLIERS,
        "those of one product at a time take a block's cycles for it",
        "a fraction of the gates; no powers of H",
    )
    mult_digit: int = knob(
        "MultDigit",
        "1 to 128 for `digit-serial` and `digit-serial-dual`, else 0",
        "gates",
        "fewer cycles for a product",
    )

    def check(self) -> None:
        super().check()
        if self.width not in self.widths:
            *some, last = self.widths
            raise self.wrong("width", f"must be {', '.join(map(str, some))} or {last}")
        if "digit" in KINDS[self.multiplier].knobs:
            self.need_range("mult_digit", 1, 128)
        elif self.mult_digit != 0:
            raise self.wrong("mult_digit", f"set mult_digit=0: {self.multiplier} has no digits")
        if self.multiplier in SERIAL:
            if self.product > self.fold:
                raise self.wrong(
                    "multiplier",
                    f"its product takes {self.product} cycles, a block {self.fold}; raise "
                    "mult_digit, or take another multiplier",
                )
            if self.mult_stages != 1:
                raise self.wrong("mult_stages", f"must be 1 for {self.multiplier}")

    @property
    def fold(self) -> int:
        """Cycles of a block."""
        return 128 // self.width

    @property
    def product(self) -> int:
        """Cycles of a multiplier of one product at a time."""
        return 8 if self.multiplier == "hybrid" else -(-128 // self.mult_digit)

    @property
    def stream(self) -> Stream:
        return Stream(beat_bytes=self.width // 8)

    def cost(self, text: int, aad: int, op: Op = Op.SEAL, tag: int = BLOCK) -> float:
        return self.fold * (self.blocks(text) + self.blocks(aad) + 1)

    @property
    def load_cost(self) -> Mapping[str, int]:
        powers = 0 if self.multiplier in SERIAL else self.mult_stages - 1
        return {"AES": self.fold, "hash": powers * self.fold}

    def rtl_params(self) -> dict[str, int]:
        own = {"BeatBytes": self.width // 8, "MultDigit": self.mult_digit or 16}
        return {**super().rtl_params(), **own}

    @property
    def formulas(self) -> tuple[Formula, ...]:
        texts = dict(_PIPELINED)
        if self.multiplier in SERIAL:
            product = "8" if self.multiplier == "hybrid" else "-(-128 // mult_digit)"
            texts = {**_SERIAL, "hash": f"{product} + 2"}
        depth = "store_beats" if self.release == "store" else "2 ** clog2(-(-loop // fold) + 4)"
        return (
            Formula("fold", "128 // width", "cycles of a block"),
            Formula("units", "-(-rounds // fold)", "rounds' worth of logic in the AES pipe"),
            Formula(
                "turn", "units * round_stages + 1 + units * round_stages % 2", "cycles through them"
            ),
            Formula(
                "aes", "2 + units * round_stages + (fold - 1) * turn", "cycles through the AES pipe"
            ),
            Formula("hash", texts["hash"], "cycles from the last block of a message to its hash"),
            Formula(
                "loop", "aes + hash + 19 + fold", "cycles from a token to its message's status"
            ),
            KEY_HOLD,
            EXPAND,
            Formula("derive", texts["derive"], "cycles from a written schedule to the last power"),
            KEY_LOAD,
            Formula("entries", depth, "beats that the output FIFO holds"),
            Formula(
                "messages", "2 ** clog2(loop // max(fold, 2) + 4)", "messages in flight, at most"
            ),
            Formula("powers", texts["powers"], "addresses of the memory of powers of H"),
            Formula(
                "round_keys",
                "fold * 2 ** clog2(slots)",
                "words of round keys in a unit, those of all passes",
            ),
            Formula(
                "zeroise",
                "max(loop, entries, messages, powers, round_keys + aes) + 16",
                "cycles until every memory is clear",
            ),
            Formula(
                "first_beat",
                "aes + 13 + 3 * fold",
                "cycles from the first beat in to the first beat out, at most",
            ),
            Formula(
                "verdict",
                "aes + hash + 17 + 5 * fold",
                "cycles from the last beat in to the last one of the tag out, at most; one less to "
                "the last beat when opening; with `store` to the first beat out in place of the "
                "last",
            ),
        )

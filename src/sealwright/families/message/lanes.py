# SPDX-License-Identifier: Apache-2.0
"""AES-GCM for several blocks per cycle: messages lie side by side in beats of 2, 4 or 8 blocks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from sealwright.cores.config import knob
from sealwright.cores.engine import EXPAND, KEY_HOLD, KEY_LOAD
from sealwright.cores.formulas import Formula
from sealwright.families.message.config import BLOCK, GcmConfig
from sealwright.families.message.events import Op
from sealwright.tools.packet.stream import Stream

LANES = (2, 4, 8)
_NOT_IN_RTL = ("Ops",)  # parameters that it has not
_ENTRIES = "lanes * 2 ** clog2(loop + 4)"
_FORMULAS = (
    Formula("commands", "min(lanes // 2, 2)", "commands that are taken in one cycle, at most"),
    Formula("ends", "commands + 1", "messages that end in one cycle, at most"),
    Formula("aes", "2 + rounds * round_stages", "cycles through the AES pipes"),
    Formula("hash", "2 * mult_stages + 5", "cycles from the last block of a message to its hash"),
    Formula(
        "first_beat",
        "aes + 21",
        "cycles from the first beat in to the first beat out, if its message goes on behind it",
    ),
    Formula(
        "verdict",
        "aes + hash + 28",
        "cycles from the last beat in to the tag out, at most; one less to the last beat out when "
        "opening; with `store` to the first beat out in place of the last",
    ),
    Formula("loop", "aes + hash + 24", "cycles from a token to its message's status, at most"),
    KEY_HOLD,
    EXPAND,
    Formula("more", "lanes * mult_stages - 1", "powers of H beside H itself"),
    Formula(
        "digit",
        "2 ** max(clog2(-(-more * 128 // (160 - more))), 0)",
        "bits per cycle of the multiplier that makes them",
    ),
    Formula(
        "derive",
        "aes + 6 + more * (128 // digit + 1)",
        "cycles from a written schedule to the last power of H",
    ),
    KEY_LOAD,
    Formula("entries", _ENTRIES, "blocks that the output FIFO holds"),
    Formula("messages", "commands * 2 ** clog2(loop + 4)", "messages in flight, at most"),
    Formula(
        "powers",
        "2 ** (clog2(slots) + max(clog2(lanes * mult_stages), 1))",
        "addresses of the memory of powers of H",
    ),
    Formula(
        "zeroise",
        "max(loop, entries // lanes, messages, powers) + 24",
        "cycles until every memory is clear",
    ),
)


@dataclass(frozen=True, kw_only=True)
class GcmLanesConfig(GcmConfig):
    """AES-GCM, 2, 4 or 8 blocks in every cycle, of whatever messages."""

    kind: ClassVar[str] = "gcm-lanes"
    cost_text: ClassVar[str] = "max((n + a + 1) / lanes, 1 / commands)"

    # What is a knob of others
    operations: str = field(default="all", init=False)

    lanes: int = knob(
        "Lanes",
        "2, 4, 8",
        "as many AES pipes and multipliers, and powers of H",
        "blocks per cycle, of several short messages too",
    )
    store_beats: int = knob(
        "StoreBeats",
        "2 lanes to 2^20; 0 for `cut-through`",
        "136 bits of memory each",
        "longest message (blocks of 16 bytes, tag included)",
    )

    def check(self) -> None:
        if self.lanes not in LANES:
            raise self.wrong("lanes", "must be 2, 4 or 8")
        if self.release == "store" and self.store_beats < 2 * self.lanes:
            raise self.wrong(
                "store_beats", f"must be {2 * self.lanes} or more with that many lanes"
            )
        super().check()

    @property
    def placements(self) -> int:
        return 1  # of a third of an hour

    @property
    def top(self) -> str:
        return "seal_gcm_lanes"

    @property
    def stream(self) -> Stream:
        figures = self.figures()
        return Stream(
            beat_bytes=16 * self.lanes,
            lanes=self.lanes,
            commands=figures["commands"],
            statuses=figures["ends"],
        )

    def cost(self, text: int, aad: int, op: Op = Op.SEAL, tag: int = BLOCK) -> float:
        taken = (self.blocks(text) + self.blocks(aad) + 1) / self.lanes
        return max(taken, 1 / self.figures()["commands"])

    @property
    def load_cost(self) -> Mapping[str, int]:
        """The call of AES that makes H, alone in its cycle."""
        return {"AES": 1}

    def rtl_params(self) -> dict[str, int]:
        own = {k: n for k, n in super().rtl_params().items() if k not in _NOT_IN_RTL}
        return {**own, "Lanes": self.lanes, "StoreBeats": self.store_beats or 2 * self.lanes}

    @property
    def formulas(self) -> tuple[Formula, ...]:
        if self.release == "cut-through":
            return _FORMULAS
        return tuple(
            Formula(f.name, "store_beats" if f.name == "entries" else f.text, f.meaning)
            for f in _FORMULAS
            if f.name != "first_beat"
        )

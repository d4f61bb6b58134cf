# SPDX-License-Identifier: Apache-2.0
"""AES-CWC with the streams of AES-GCM: a hash of 12 bytes per cycle, an integer product for each.

The hash of a message passes the AES pipe as one more block. The formulas have counterparts in
`seal_cwc_pkg`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sealwright.cores.config import knob
from sealwright.cores.engine import ENTRIES, EXPAND, KEY_HOLD, KEY_LOAD
from sealwright.cores.formulas import Formula
from sealwright.families.message.config import (
    BLOCK,
    MessageConfig,
    id_width_knob,
    key_busy_knob,
    key_sizes_knob,
    message_limit_knob,
    release_knob,
    round_stages_knob,
    sbox_knob,
    slots_knob,
    store_beats_knob,
    text_limit_knob,
)
from sealwright.families.message.events import Op
from sealwright.model.message import Mode

NONCE, PIECE = 11, 12  # bytes, as in the model

FORMULAS = (
    Formula("aes", "2 + rounds * round_stages", "cycles through the AES pipe"),
    Formula("first_beat", "aes + 15", "cycles from the first beat in to the first beat out"),
    Formula("hash", "2 * mult_stages + 9", "cycles from the last piece of a message to its hash"),
    Formula(
        "verdict",
        "2 * aes + 2 * mult_stages + 52",
        "cycles from the last beat in to the tag out, at most; one less to the last beat out when "
        "opening; with `store` to the first beat out in place of the last",
    ),
    Formula(
        "loop",
        "2 * aes + hash + 35",
        "cycles from a token to its message's status, at most; credits come back within them",
    ),
    KEY_HOLD,
    EXPAND,
    Formula(
        "derive",
        "aes + 6 + (mult_stages - 1) * (aes + mult_stages + 8)",
        "cycles from a written schedule to the last power of the hash key",
    ),
    KEY_LOAD,
    ENTRIES,
    Formula("messages", "2 ** clog2(loop // 2 + 4)", "messages in flight, at most"),
    Formula(
        "powers",
        "2 ** (clog2(slots) + max(clog2(mult_stages), 1))",
        "addresses of the memory of powers of the hash key",
    ),
    Formula(
        "zeroise", "max(loop, entries, messages, powers) + 16", "cycles until every memory is clear"
    ),
)


def second_pieces(size: int, *, behind: bool) -> int:
    """Blocks of a section of so many bytes that make two pieces of the hash: block 4, 7, 10 ...

    And the first one behind another section, whose last piece waits. A piece is made as soon as
    more bytes come, so these blocks need more than 12.
    """
    return (size - PIECE - 1) // (3 * BLOCK) + behind if size > PIECE else 0


@dataclass(frozen=True, kw_only=True)
class CwcConfig(MessageConfig):
    """AES-CWC, 12 bytes in every cycle."""

    kind: ClassVar[str] = "cwc"
    libraries: ClassVar[tuple[str, ...]] = (
        *("common", "gf", "aes", "engine", "message", "gcm", "cwc"),
    )
    cost_text: ClassVar[str] = "n + a + 1 + max(blocks in two pieces, 1)"
    known_answers: ClassVar[tuple[str, ...]] = ("tests/data/cwc.json",)

    # What is a knob of others
    multiplier: str = field(default="64 products of 18 bits", init=False)
    iv_limit: int = field(default=NONCE, init=False)

    slots: int = slots_knob()
    key_sizes: tuple[int, ...] = key_sizes_knob()
    sbox: str = sbox_knob()
    round_stages: int = round_stages_knob()
    mult_stages: int = knob(
        "MultStages",
        (1, 5),
        "registers; s powers per slot; two cycles of tag latency each; longer key loads",
        "shorter paths in the hash; no cost in throughput",
    )
    release: str = release_knob()
    store_beats: int = store_beats_knob()
    key_busy: str = key_busy_knob()
    id_width: int = id_width_knob()
    text_limit: int = text_limit_knob()
    aad_limit_log2: int = knob("AadLimitLog2", (5, 35), "one counter bit each", "more AAD")
    message_limit: int = message_limit_knob()

    @property
    def top(self) -> str:
        return "seal_cwc"

    @property
    def multiplies(self) -> bool:
        return True

    @property
    def any_iv(self) -> bool:
        return False

    @property
    def mode(self) -> Mode:
        from sealwright.model.cwc import CWC

        return CWC

    def cost(self, text: int, aad: int, op: Op = Op.SEAL, tag: int = BLOCK) -> int:
        """The calls of AES (and a cycle for each block of AAD), or the cycles of the hash."""
        seconds = second_pieces(aad, behind=False) + second_pieces(text, behind=aad > 0)
        if op == Op.COUNTER:
            seconds = 0
        return self.blocks(text) + self.blocks(aad) + 1 + max(seconds, 1)

    @property
    def load_cost(self) -> Mapping[str, int]:
        """The call of AES that makes the hash key, and a product for each further power of it."""
        return {"AES": 1, "hash": self.mult_stages - 1}

    def rtl_params(self) -> dict[str, int]:
        shared = {name: value for name, value in super().rtl_params().items() if name != "IvLimit"}
        return {**shared, "RoundStages": self.round_stages, "MultStages": self.mult_stages}

    @property
    def formulas(self) -> tuple[Formula, ...]:
        if self.release == "cut-through":
            return FORMULAS
        kept = (f for f in FORMULAS if f.name != "first_beat")
        return tuple(replace(f, text="store_beats") if f.name == "entries" else f for f in kept)

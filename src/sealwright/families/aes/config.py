# SPDX-License-Identifier: Apache-2.0
"""Configurations of the AES cores, with the formulas of their RTL packages.

Four architectures with the same streams: `pipelined` (a block in one, two, four or eight cycles,
round keys stored), `iterative` (one block at a time through 8 to 128 bits of data path), and two
that take a new key while the old one's blocks are in flight, `on-the-fly` (one key schedule beside
the pipe) and `unrolled` (a key schedule in the pipe). Each is a kind of core with its own knobs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from sealwright.cores.cipher import KEY_LIST, ROUNDS, SBOXES, CipherConfig
from sealwright.cores.config import Values, knob
from sealwright.cores.engine import EXPAND
from sealwright.cores.formulas import Formula

DIRECTIONS = MappingProxyType({"encrypt": 0, "decrypt": 1, "both": 2})
PIPES = MappingProxyType({"shared": 0, "separate": 1})
KEY_CHANGES = MappingProxyType({"four-cycle": 0, "one-cycle": 1, "passing": 2})
WIDTHS = (8, 16, 32, 64, 128)
FOLDS = (1, 2, 4, 8)
KNOWN_ANSWERS = ("tests/data/aes_ecb.json", "tests/data/aes_ctr.json")
LOGIC = ", ".join(f"`{name}`" for name in SBOXES if name != "bram")

# Rules of combinations, in the words of the RTL's messages.
FOLD = "Fold must be 1, 2, 4 or 8"
WIDTH = "Width must be 128, 64, 32, 16 or 8"
STAGES = "RoundStages must be 1 to 5"
SLOTS = "Slots must be 1 to 16"
BRAM = "Sbox must not be 5 (bram), whose memory takes a cycle of its own"
SEPARATE = "Separate needs Dir = 2 (both directions)"

_BLOCK = "cycles from block to block"
_LATENCY = "cycles from the first beat of a block to the last one of its result, if nothing waits"
_CLEAR = "cycles from the fall of zeroise_i until nothing is left of keys and blocks"


def _direction() -> Any:
    return knob("Dir", DIRECTIONS, "`both`: half an S-box more for each", "decryption, or both")


def _key_sizes() -> Any:
    return knob(
        "KeySizes", KEY_LIST, "rounds of the longest size for every key", "a choice for each key"
    )


def _sbox(values: Values = SBOXES) -> Any:
    return knob("Sbox", values, "see the table of S-boxes", "area against depth")


def _slots() -> Any:
    return knob("Slots", "1 to 16", "round keys of each slot", "keys ready at once")


class AesConfig(CipherConfig):
    """One AES core. Knobs and what they cost are explained in docs/reference/aes.md.

    An attribute here that is not a knob of a kind is the same for all cores of that kind.
    """

    libraries: ClassVar[tuple[str, ...]] = ("common", "aes", "engine", "aes_stream")

    width: int = 128  # bits of s_axis_tdata and m_axis_tdata
    direction: str = "encrypt"
    slots: int = 1
    key_change: str = "none"  # on the fly: the cost of a change
    key_in_beats: ClassVar[bool] = False  # keys come in beats of the data's width, not in one piece
    key_first: ClassVar[bool] = False  # blocks may come with their key, without waiting for it

    @property
    def placements(self) -> int:
        return 3

    def check(self) -> None:
        super().check()
        self._need(1 <= self.slots <= 16, "slots", SLOTS)
        self._check_kind()

    def _check_kind(self) -> None:
        """Rules of this kind alone."""

    def _need(self, right: bool, knob: str, sentence: str) -> None:
        if not right:
            raise self.wrong(knob, sentence)

    @property
    def architecture(self) -> str:
        """The kind without its family."""
        return self.kind.removeprefix("aes-")

    def directions(self) -> tuple[bool, ...]:
        """Values of `inverse` that the core has a direction for."""
        return {"encrypt": (False,), "decrypt": (True,), "both": (False, True)}[self.direction]

    def rtl_params(self) -> dict[str, int]:
        return {"KeySizes": self.key_mask, "Sbox": SBOXES[self.sbox], **self._own_params()}

    def _own_params(self) -> Mapping[str, int]:
        return {}

    # ---- formulas -------------------------------------------------------------------------------

    def latency(self) -> dict[str, int]:
        """From the first beat of a block to the last one of its result, by key size; idle core."""
        return {case: self.figures(case)["latency"] for case in self.cases()}

    def block_cycles(self, bits: int) -> int:
        """Cycles from block to block for a key of `bits` bits, if nothing waits."""
        return self.under(bits)["block"]

    def key_change_cycles(self, bits: int, blocks: int) -> int:
        """Cycles without a block between `blocks` blocks (1 or more) of one key and the next key.

        `bits` are those of the old key. Stored keys go to another slot beforehand, and cost none.
        """
        del bits, blocks
        return 0


@dataclass(frozen=True, kw_only=True)
class PipelinedConfig(AesConfig):
    """A unit of logic for each round, or for every second, fourth or eighth; round keys stored."""

    kind: ClassVar[str] = "aes-pipelined"
    FORMULAS: ClassVar[tuple[Formula, ...]] = (
        Formula("units", "-(-rounds // cycles)", "rounds' worth of logic"),
        Formula("loop", "units * round_stages + 1 + units * round_stages % 2", "cycles of a pass"),
        Formula(
            "pipe", "2 + units * round_stages + (cycles - 1) * loop", "cycles through all rounds"
        ),
        Formula("latency", "pipe + 2", _LATENCY),
        Formula("block", "cycles", _BLOCK),
        EXPAND,
        Formula(
            "key_load",
            "expand + 7",
            "cycles from the offer of a key for an unused slot to its answer",
        ),
        Formula("zeroise", "32 * cycles + pipe + 7", _CLEAR),
    )

    cycles: int = knob("Fold", "1, 2, 4, 8", "cycles per block", "fewer units of logic")
    direction: str = _direction()
    pipes: str = knob(
        "Separate",
        PIPES,
        "`separate`: twice the area",
        "shorter paths",
        "`separate` for both directions",
    )
    key_sizes: tuple[int, ...] = _key_sizes()
    sbox: str = _sbox()
    round_stages: int = knob("RoundStages", "1 to 5", "latency and registers", "shorter paths")
    slots: int = _slots()

    def _check_kind(self) -> None:
        self._need(self.cycles in FOLDS, "cycles", FOLD)
        self._need(1 <= self.round_stages <= 5, "round_stages", STAGES)
        self._need(self.pipes == "shared" or self.direction == "both", "pipes", SEPARATE)

    @property
    def top(self) -> str:
        return "seal_aes_pipelined"

    @property
    def formulas(self) -> tuple[Formula, ...]:
        return self.FORMULAS

    def _own_params(self) -> Mapping[str, int]:
        return {
            "Dir": DIRECTIONS[self.direction],
            "Slots": self.slots,
            "Separate": PIPES[self.pipes],
            "RoundStages": self.round_stages,
            "Fold": self.cycles,
        }


@dataclass(frozen=True, kw_only=True)
class IterativeConfig(AesConfig):
    """One block at a time, the key schedule on the same S-boxes; round keys stored."""

    kind: ClassVar[str] = "aes-iterative"
    key_in_beats: ClassVar[bool] = True
    FORMULAS: ClassVar[tuple[Formula, ...]] = (
        Formula("beats", "128 // width", "beats of a block, and steps of a round"),
        Formula("step", "1 + (sbox == 'bram')", "cycles of a step"),
        Formula("block", "beats * (1 + step * nr)", _BLOCK),
        Formula("latency", "beats * (1 + step * nr)", _LATENCY),
        Formula(
            "key_load",
            "-(-bits // width) + max(1, 32 // width) * (4 * nr + 12 + sbox_steps)",
            "cycles from the first beat of a key to its answer",
        ),
        Formula(
            "zeroise",
            "2 + 16 * slots * beats",
            "cycles from the rise of zeroise_i until nothing is left of keys and blocks",
        ),
    )

    width: int = knob("Width", "8, 16, 32, 64, 128", "area", "fewer cycles")
    direction: str = _direction()
    key_sizes: tuple[int, ...] = _key_sizes()
    sbox: str = _sbox()
    slots: int = _slots()

    def _check_kind(self) -> None:
        self._need(self.width in WIDTHS, "width", WIDTH)

    @property
    def top(self) -> str:
        return "seal_aes_iterative"

    @property
    def formulas(self) -> tuple[Formula, ...]:
        return self.FORMULAS

    def _own_params(self) -> Mapping[str, int]:
        return {"Dir": DIRECTIONS[self.direction], "Slots": self.slots, "Width": self.width}


def _on_the_fly(latency: str, gap: str, zeroise: str) -> tuple[Formula, ...]:
    return (
        Formula("latency", latency, _LATENCY),
        Formula("block", "1", _BLOCK),
        Formula("gap", gap, "cycles from a key to the first block that may follow"),
        Formula("key_change", "max(gap, nr)", "cycles without a block after a key of one block"),
        Formula("zeroise", zeroise, _CLEAR),
    )


@dataclass(frozen=True, kw_only=True)
class OnTheFlyConfig(AesConfig):
    """Encryption under one key, rewritten ahead of the first block of the next."""

    kind: ClassVar[str] = "aes-on-the-fly"
    key_first: ClassVar[bool] = True
    FORMULAS: ClassVar[Mapping[str, tuple[Formula, ...]]] = {
        "four-cycle": _on_the_fly("nr + 4", "max(1, rounds - fewest)", "rounds + 8"),
        "one-cycle": _on_the_fly("rounds + 4", "1", "rounds + 8"),
        "passing": _on_the_fly("rounds + 5", "0", "rounds + 9"),
    }

    key_change: str = knob(
        "Fixed", KEY_CHANGES, "see the table of changes", "see the table of changes"
    )
    key_sizes: tuple[int, ...] = _key_sizes()
    sbox: str = _sbox(LOGIC)

    def _check_kind(self) -> None:
        self._need(self.sbox != "bram", "sbox", BRAM)

    @property
    def top(self) -> str:
        return "seal_aes_fly"

    @property
    def formulas(self) -> tuple[Formula, ...]:
        return self.FORMULAS[self.key_change]

    def _own_params(self) -> Mapping[str, int]:
        return {"Fixed": KEY_CHANGES[self.key_change]}

    @property
    def key_gap(self) -> int:
        """Cycles from the acceptance of a key to the first block that may follow."""
        return self.figures()["gap"]

    def key_change_cycles(self, bits: int, blocks: int) -> int:
        return max(self.key_gap, ROUNDS[bits] + 1 - blocks)


@dataclass(frozen=True, kw_only=True)
class UnrolledConfig(AesConfig):
    """Encryption with the key schedule in the pipe: every block may have a new key."""

    kind: ClassVar[str] = "aes-unrolled"
    key_first: ClassVar[bool] = True
    FORMULAS: ClassVar[tuple[Formula, ...]] = (
        Formula("latency", "rounds + 4", _LATENCY),
        Formula("block", "1", _BLOCK),
        Formula("zeroise", "rounds + 8", _CLEAR),
    )

    key_sizes: tuple[int, ...] = _key_sizes()
    sbox: str = _sbox(LOGIC)

    def _check_kind(self) -> None:
        self._need(self.sbox != "bram", "sbox", BRAM)

    @property
    def top(self) -> str:
        return "seal_aes_unrolled"

    @property
    def formulas(self) -> tuple[Formula, ...]:
        return self.FORMULAS


CONFIGS: tuple[type[AesConfig], ...] = (
    PipelinedConfig,
    IterativeConfig,
    OnTheFlyConfig,
    UnrolledConfig,
)

# SPDX-License-Identifier: Apache-2.0
"""Configurations of `seal_sector` and `seal_sector_cascade`."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from sealwright.cores.cipher import KEY_LIST, SBOXES
from sealwright.cores.config import knob
from sealwright.cores.formulas import Formula
from sealwright.cores.multiplier import EACH_CYCLE, KINDS
from sealwright.families.packet.config import PacketConfig
from sealwright.families.sector.modes import BLOCK, LONGEST, MODES, ORDERS, Mode
from sealwright.families.sector.times import PIPE, ZEROISE, key_formulas, unit_formulas

MODE_NUMBERS = MappingProxyType(
    {name: mode.number for name, mode in MODES.items() if mode.number is not None}
)
STATUSES = MappingProxyType({"command": 0, "unit": 1})
DIRECTIONS = MappingProxyType({"forward": 0, "both": 2})
EQUAL_HALVES = MappingProxyType({"refuse": 0, "decrypt": 1})
OPERATIONS = MappingProxyType({"encrypt": 0, "decrypt": 1})
FOLDS, WINDOWS = (1, 2, 4, 8), (1, 2, 4, 8, 16, 32)
BUFFER = 1024  # blocks, at most
AES_KEYS = 16  # in all slots
LONGEST_TWEAK = 240  # bytes
KEY_LIMITS = range(9, 45)  # log2 of blocks: a unit has up to 511; IEEE Std 1619-2025 has 44
# The clock of these is the median of five placements: an integrator takes one of the first four;
# the others are compared, and closer to each other than two placements of one core.
SEVERAL_PLACEMENTS = (
    *("sector-xts", "sector-xts-bram", "sector-hctr2", "sector-hctr2-bram"),
    *(
        f"sector-{mode}-pipelined"
        for mode in ("hch", "hchfp", "hctr", "xcb", "eme", "tet", "heh", "heh-fp")
    ),
    *(f"sector-{mode}-encrypt" for mode in ("hchfp", "hctr", "eme", "tet")),
)
_PUBLISHED = (
    *("xts", "hctr2", "hctr", "hch", "xcb", "xcb-aes", "eme", "eme2"),
    *("heh", "heh-fp", "hctr2-twkd", "chctr2"),
)
KNOWN_ANSWERS = tuple(f"tests/data/sector/{mode}.json" for mode in _PUBLISHED)


def _slots() -> Any:
    return knob(
        "Slots",
        (1, 16),
        "round keys of each AES key of the mode, and what is derived from them",
        "keys ready at once; a change between commands is free",
        "16 AES keys in all: `xts`, `tet`, `heh`, CHCTR2 2 in each slot, `xcb`, `xcb-aes` 4; "
        "CHCTR2 at most 7 slots; HCTR2-TwKD one for each unit in flight, at least 2",
    )


def _key_sizes() -> Any:
    costs = "rounds of the longest size for every key"
    buys, note = "key sizes mixed from one command to the next", "`xcb` 128, `hctr2-twkd` not 192"
    return knob("KeySizes", KEY_LIST, costs, buys, note)


def _unit_limit() -> Any:
    return knob("MaxUnit", (16, LONGEST), "buffers", "longer data units, in bytes", "`eme` to 2048")


def _tweak_limit() -> Any:
    values = "16, or a multiple of it to 240 where tweaks have any length"
    return knob("MaxTweak", values, "memory for tweaks", "longer tweaks, in bytes")


def least_buffer(unit: int) -> int:
    """Blocks that the buffers must hold, for data units of that many bytes."""
    return max(-(-unit // BLOCK), 2)


def _buffer_blocks() -> Any:
    values = "a power of two to 1024, at least the blocks of `unit_limit`"
    return knob("Buffer", values, "memory, once for each direction", "more units in flight")


def _units_in_flight() -> Any:
    costs = "registers for each unit"
    values = "1, 2, 4, 8, 16, 32"
    return knob("Window", values, costs, "phases of units that overlap", "`hch` to 16")


def _status() -> Any:
    return knob("UnitStatus", STATUSES, "`unit`: more statuses to take", "an answer for each unit")


def _id_width() -> Any:
    return knob("IdWidth", (1, 16), "width of a FIFO", "longer identifiers")


def _sbox() -> Any:
    return knob("Sbox", SBOXES, "see the table of S-boxes", "area against depth")


def _round_stages() -> Any:
    costs = "registers; one cycle of latency per round each"
    return knob("RoundStages", (1, 5), costs, "shorter paths")


def _cycles() -> Any:
    return knob("Fold", "1, 2, 4, 8", "cycles per call of AES", "fewer rounds in hardware")


def _multiplier() -> Any:
    costs = "as in GCM cores; XTS and EME have none"
    return knob("MultKind", EACH_CYCLE, costs, "area against depth")


def _mult_stages() -> Any:
    costs = "registers; powers of the hash key"
    return knob("MultStages", (1, 8), costs, "shorter paths in the hash")


def _mult_halt() -> Any:
    values = "1 to 128; 0 for multipliers that do not split"
    costs = "small: more XOR levels; large: more AND gates"
    return knob("MultHalt", values, costs, "area against depth")


class SectorConfig(PacketConfig):
    """One sector engine. Knobs and what they cost are explained in docs/use/sector.md.

    `forward` is the operation that performs the scheme's encryption. An attribute here that is not
    a knob of a kind is the same for all cores of that kind.
    """

    libraries: ClassVar[tuple[str, ...]] = ("common", "gf", "aes", "engine", "sector")

    mode: str = "chctr2"
    bit_order: str = "gcm"
    unit_limit: int
    tweak_limit: int
    buffer_blocks: int
    units_in_flight: int
    status: str
    direction: str = "both"
    forward: str = "encrypt"
    equal_halves: str = "refuse"
    key_limit_log2: int = 0
    round_stages: int
    cycles: int
    pipes: int = 1
    multiplier: str
    mult_stages: int
    mult_halt: int

    @property
    def placements(self) -> int:
        return 5 if self.name in SEVERAL_PLACEMENTS else 1

    def check(self) -> None:
        super().check()
        mode = self.scheme
        if not set(mode.sizes).issuperset(self.key_sizes):
            sizes = ", ".join(map(str, mode.sizes))
            raise self.wrong("key_sizes", f"{self.mode} takes AES keys of {sizes} bits")
        if mode.order not in (None, self.bit_order):
            raise self.wrong("bit_order", f"must be {mode.order!r} for {self.mode}")
        own = max(self.units_in_flight, 2) if mode.unit_keys else 0
        spare = 1 if mode.number is None else 0  # a slot that commands must not name
        if self.slots * mode.stored_keys + own + spare > AES_KEYS:
            most = (AES_KEYS - own - spare) // mode.stored_keys
            words = f"AES keys: {mode.stored_keys} in each slot, {AES_KEYS} in all"
            words += f", {own} of them for units in flight" if own else ""
            words += f", {spare} of them never used" if spare else ""
            if most < 1:
                raise self.wrong("units_in_flight", f"leaves no room for a slot: {words}")
            raise self.wrong("slots", f"must be 1 to {most} for {self.mode}: {words}")
        self._check_lengths()
        self._check_engine()

    def _check_engine(self) -> None:
        mode = self.scheme
        if self.cycles not in FOLDS:
            raise self.wrong("cycles", "must be 1, 2, 4 or 8")
        most = mode.most_in_flight
        if self.units_in_flight not in WINDOWS or self.units_in_flight > most:
            raise self.wrong("units_in_flight", f"must be a power of two from 1 to {most}")
        if self.equal_halves != "refuse" and self.mode != "xts":
            raise self.wrong("equal_halves", "must be 'refuse' for all modes but xts")
        if self.equal_halves != "refuse" and "decrypt" not in self.operations():
            raise self.wrong("equal_halves", "must be 'refuse' for a core that encrypts only")
        if self.key_limit_log2 != 0:
            if self.mode != "xts":
                raise self.wrong("key_limit_log2", "must be 0 for all modes but xts")
            if self.key_limit_log2 not in KEY_LIMITS:
                raise self.wrong("key_limit_log2", "must be 0, or 9 to 44")
        if mode.inverse and self.direction != "both":
            raise self.wrong("direction", f"must be 'both': {self.mode} needs the inverse cipher")
        if "halt" in KINDS[self.multiplier].knobs:
            self.need_range("mult_halt", 1, 128)
        elif self.mult_halt != 0:
            raise self.wrong("mult_halt", f"set mult_halt=0: {self.multiplier} does not split")

    def _check_lengths(self) -> None:
        mode, buffer = self.scheme, self.buffer_blocks
        if self.unit_limit > mode.longest:
            raise self.wrong("unit_limit", f"must be at most {mode.longest} for {self.mode}")
        if mode.whole and self.unit_limit % BLOCK:
            raise self.wrong("unit_limit", f"must be a multiple of 16 for {self.mode}")
        if mode.any_tweak:
            if self.tweak_limit % BLOCK or not BLOCK <= self.tweak_limit <= LONGEST_TWEAK:
                raise self.wrong("tweak_limit", "must be a multiple of 16 from 16 to 240")
        elif self.tweak_limit != BLOCK:
            raise self.wrong("tweak_limit", f"must be 16: {self.mode} has no other tweaks")
        least = least_buffer(self.unit_limit)
        if buffer & (buffer - 1) or not least <= buffer <= BUFFER:
            raise self.wrong("buffer_blocks", f"must be a power of two from {least} to {BUFFER}")

    @property
    def variant(self) -> str:
        return self.mode

    @property
    def scheme(self) -> Mode:
        """What the mode takes."""
        return MODES[self.mode]

    def rtl_params(self) -> dict[str, int]:
        return {
            "Slots": self.slots,
            "KeySizes": self.key_mask,
            "MaxUnit": self.unit_limit,
            "MaxTweak": self.tweak_limit,
            "Buffer": self.buffer_blocks,
            "Window": self.units_in_flight,
            "UnitStatus": STATUSES[self.status],
            "IdWidth": self.id_width,
            "Sbox": SBOXES[self.sbox],
            "RoundStages": self.round_stages,
            "Fold": self.cycles,
            "MultKind": EACH_CYCLE[self.multiplier],
            "MultStages": self.mult_stages,
            "MultHalt": self.mult_halt or 1,
        }

    def operations(self) -> tuple[str, ...]:
        """Those that the core performs, by their names on `s_cmd`."""
        return tuple(OPERATIONS) if self.direction == "both" else (self.forward,)

    def encrypts(self, operation: str) -> bool:
        """Whether an operation is the scheme's encryption."""
        return operation == self.forward

    # ---- formulas -------------------------------------------------------------------------------

    @property
    def formulas(self) -> tuple[Formula, ...]:
        return (
            Formula("blocks", "-(-unit_limit // 16)", "blocks of the longest data unit"),
            Formula(
                "calls",
                self.scheme.calls,
                "calls of AES for such a unit with a tweak of 16 bytes; what is derived from a key "
                "is kept",
            ),
            Formula("unit", "calls * cycles", "cycles from unit to unit that the calls take"),
            *PIPE,
            *key_formulas(self.mode),
            *unit_formulas(self.mode),
            ZEROISE,
        )


@dataclass(frozen=True, kw_only=True)
class EngineConfig(SectorConfig):
    """An engine of one mode."""

    kind: ClassVar[str] = "sector"

    mode: str = knob("Mode", MODE_NUMBERS, "see the table of operations", "the scheme")
    slots: int = _slots()
    key_sizes: tuple[int, ...] = _key_sizes()
    bit_order: str = knob(
        "Order",
        ORDERS,
        "nothing: wires",
        "agreement with others; papers leave it open",
        "`le` for xts, eme, eme2, heh, heh-fp; `gcm` for the HCTR2 family",
    )
    unit_limit: int = _unit_limit()
    tweak_limit: int = _tweak_limit()
    buffer_blocks: int = _buffer_blocks()
    units_in_flight: int = _units_in_flight()
    status: str = _status()
    id_width: int = _id_width()
    sbox: str = _sbox()
    direction: str = knob(
        "Dir",
        DIRECTIONS,
        "`both`: half an AES pipe more",
        "`both`: both operations of a mode that needs the inverse cipher",
    )
    forward: str = knob(
        "Swap",
        OPERATIONS,
        "nothing",
        "with `direction = forward`: which operation the core has",
        "the operation that is the scheme's encryption",
    )
    equal_halves: str = knob(
        "OpenEqual",
        EQUAL_HALVES,
        "nothing",
        "`decrypt`: XTS reads old disks whose keys have two equal halves",
        "`refuse` for all modes but `xts`",
    )
    key_limit_log2: int = knob(
        "KeyLimitLog2",
        "0, 9 to 44",
        "a counter for each slot",
        "log2 of the blocks under a key, after which it is refused; 0: not counted",
        "0 for all modes but `xts`; IEEE Std 1619-2025: 44",
    )
    round_stages: int = _round_stages()
    cycles: int = _cycles()
    pipes: int = knob("Pipes", (1, 2), "a second AES pipe", "two calls of AES in a cycle")
    multiplier: str = _multiplier()
    mult_stages: int = _mult_stages()
    mult_halt: int = _mult_halt()

    @property
    def top(self) -> str:
        return "seal_sector"

    def rtl_params(self) -> dict[str, int]:
        assert self.scheme.number is not None
        return {
            "Mode": self.scheme.number,
            "Order": ORDERS[self.bit_order],
            "Dir": DIRECTIONS[self.direction],
            "Swap": OPERATIONS[self.forward],
            "OpenEqual": EQUAL_HALVES[self.equal_halves],
            "KeyLimitLog2": self.key_limit_log2,
            "Pipes": self.pipes,
            **super().rtl_params(),
        }


@dataclass(frozen=True, kw_only=True)
class CascadeConfig(SectorConfig):
    """CHCTR2: two engines for HCTR2, one behind the other."""

    kind: ClassVar[str] = "sector-cascade"

    slots: int = _slots()
    key_sizes: tuple[int, ...] = _key_sizes()
    unit_limit: int = _unit_limit()
    tweak_limit: int = _tweak_limit()
    buffer_blocks: int = _buffer_blocks()
    units_in_flight: int = _units_in_flight()
    status: str = _status()
    id_width: int = _id_width()
    sbox: str = _sbox()
    round_stages: int = _round_stages()
    cycles: int = _cycles()
    multiplier: str = _multiplier()
    mult_stages: int = _mult_stages()
    mult_halt: int = _mult_halt()

    @property
    def top(self) -> str:
        return "seal_sector_cascade"

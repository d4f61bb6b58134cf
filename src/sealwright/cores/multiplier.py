# SPDX-License-Identifier: Apache-2.0
"""Configurations of `seal_gf_mult`: the multipliers over GF(2^m), by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sealwright.base.errors import UsageError
from sealwright.model.field import GCM_FIELD, Field, is_irreducible
from sealwright.model.tower import TOWERS

MAX_WIDTH, MAX_STAGES, MAX_LANES, MAX_LEVELS = 512, 8, 16, 30
MAX_LATTICE = 6  # levels of splitting: seal_gf_lattice_pkg::MaxLattice


@dataclass(frozen=True)
class Kind:
    """An architecture: seal_gf_pkg::kind_e, which knobs it has, and what it is."""

    number: int
    knobs: tuple[str, ...]
    what: str
    serial: bool = False  # several cycles for a product
    keyed: bool = False  # b is stored in another form (seal_gf_mult_key)
    held: bool = False  # b has to stay as it is during a product


_STAGES = ("stages",)
_SPLIT = ("stages", "halt")
_REDUCED = ("stages", "halt", "fold")
_TABLES = ("stages", "halt", "tables")
_LANES = ("stages", "halt", "lanes", "fold")
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "karatsuba": Kind(0, _REDUCED, "two-way splitting, then reduction"),
        "karatsuba-pipelined": Kind(0, _REDUCED, "the same, 3 stages and Halt 32 by default"),
        "mastrovito": Kind(1, _STAGES, "product matrix times vector, row by row"),
        "partial-product": Kind(2, _STAGES, "sum of shifted operands, left to the synthesiser"),
        "reyhani-masoleh": Kind(3, ("stages", "fold"), "product without splitting, then reduction"),
        "spb": Kind(4, _STAGES, "product matrix in the shifted polynomial basis", keyed=True),
        "tmvp-1": Kind(5, _SPLIT, "Toeplitz product, other rows one by one"),
        "tmvp-2": Kind(6, _SPLIT, "smaller Toeplitz product, the rest element by element"),
        "tmvp-3": Kind(7, _SPLIT, "Toeplitz product, other rows corrected"),
        "tmvp-keyed": Kind(8, _SPLIT, "tmvp-1 with the matrix in a register", keyed=True),
        "tmvp-dual": Kind(9, _TABLES, "one Toeplitz product in dual coordinates", keyed=True),
        "tmvp-precomputed": Kind(
            10, (*_TABLES, "lattice"), "the same, its key side made once", keyed=True
        ),
        "tmvp-shallow": Kind(
            11, ("stages", "levels"), "the same within a number of levels of gates", keyed=True
        ),
        "fixed-key": Kind(12, ("stages", "key"), "product with a constant"),
        "parallel": Kind(13, _LANES, "sum of products, reduced once"),
        "parallel-classical": Kind(14, _LANES, "sum of reduced products"),
        "lfsr": Kind(15, (), "bit by bit", serial=True),
        "digit-serial": Kind(16, ("digit",), "digit by digit", serial=True),
        "digit-serial-dual": Kind(
            17,
            ("digit", "halt", "tables"),
            "digit by digit in dual coordinates",
            serial=True,
            keyed=True,
            held=True,
        ),
        "hybrid": Kind(18, ("tower",), "word by word in GF((2^16)^8)", serial=True, keyed=True),
    }
)
EACH_CYCLE: Mapping[str, int] = MappingProxyType(
    {  # those that make a product of two operands in every cycle, with their numbers
        name: kind.number
        for name, kind in KINDS.items()
        if not kind.serial and not {"key", "lanes"} & set(kind.knobs)
    }
)
# H of GCM for AES-128 and the key of zeros, bit i the coefficient of x^i; small fields have its low
# bits
H_OF_ZERO_KEY = 0x74D42C539A5F3211DC3451F72BD29766
DEFAULTS: Mapping[str, int] = MappingProxyType(
    {
        "stages": 1,
        "halt": 4,
        "digit": 16,
        "lanes": 4,
        "key": H_OF_ZERO_KEY,
        "tower": 0,
        "tables": 0,
        "lattice": 0,
        "fold": 0,
    }
)
OWN: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "karatsuba-pipelined": {"stages": 3, "halt": 32},  # as in the paper that pipelines it
        "digit-serial-dual": {"halt": 8, "tables": 1},
    }
)


@dataclass(frozen=True)
class Multiplier:
    """One multiplier. Knobs that its kind does not have must be left out (None)."""

    kind: str
    poly: int = GCM_FIELD.poly
    stages: int | None = None
    halt: int | None = None
    digit: int | None = None
    lanes: int | None = None
    key: int | None = None
    tower: int | None = None
    levels: int | None = None
    tables: int | None = None  # 1: sums shaped for LUTs of six inputs
    lattice: int | None = None  # 1: a key side with fewer gates, and deeper
    fold: int | None = None  # 1: a reduction with fewer gates, and deeper

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UsageError(f"unknown kind {self.kind!r}; there are {', '.join(KINDS)}")
        check_width(self.width)
        if not is_irreducible(self.poly):
            raise UsageError(f"{polynomial(self.poly)} is reducible: no field has it")
        limits = {
            "stages": (1, MAX_STAGES),
            "halt": (1, self.width),
            "digit": (1, self.width),
            "lanes": (1, MAX_LANES),
            "key": (0, (1 << self.width) - 1),
            "tower": (0, len(TOWERS) - 1),
            "tables": (0, 1),
            "lattice": (0, 1),
            "fold": (0, 1),
            "levels": (self._rows_alone, MAX_LEVELS),
        }
        if self.kind == "hybrid" and self.poly != GCM_FIELD.poly:
            raise UsageError(f"hybrid has no tower but for {polynomial(GCM_FIELD.poly)}")
        for knob, (low, high) in limits.items():
            value: int | None = getattr(self, knob)
            if value is None:
                continue
            if knob not in self.how.knobs:
                has = ", ".join(self.how.knobs) or "none"
                raise UsageError(f"{self.kind} has no knob {knob!r} (its knobs: {has})")
            if not low <= value <= high:
                form = hex if knob == "key" else str
                raise UsageError(f"{knob} {form(value)}: must be {form(low)} to {form(high)}")
        if self.lattice and not has_lattice(self.width, self.knob("halt")):
            raise UsageError(
                f"lattice 1: {self.width} bits cannot be halved evenly, once to {MAX_LATTICE} "
                f"times, until there are no more than halt = {self.knob('halt')}"
            )

    @property
    def how(self) -> Kind:
        return KINDS[self.kind]

    @property
    def width(self) -> int:
        return self.poly.bit_length() - 1

    @property
    def _rows_alone(self) -> int:
        """Levels of a product row by row: the minimum."""
        return 1 + (self.width - 1).bit_length()

    @property
    def field(self) -> Field:
        return Field(self.poly)

    def knob(self, name: str) -> int:
        """The value of a knob of its kind: as given, or the default for this width."""
        value: int | None = getattr(self, name)
        if value is not None:
            return value
        if name == "levels":
            return self._rows_alone + 2
        value = OWN.get(self.kind, {}).get(name, DEFAULTS[name])
        if name == "key":
            return value & (1 << self.width) - 1
        return min(value, self.width) if name in ("halt", "digit") else value

    @property
    def lane_count(self) -> int:
        return self.knob("lanes") if "lanes" in self.how.knobs else 1

    @property
    def cycles(self) -> int:
        """From one product to the next."""
        return self.latency if self.how.serial else 1

    @property
    def latency(self) -> int:
        """Cycles from the operands to the product."""
        if self.kind == "lfsr":
            return self.width
        if self.kind.startswith("digit-serial"):
            return -(-self.width // self.knob("digit"))
        if self.kind == "hybrid":
            return TOWERS[self.knob("tower")].words
        return self.knob("stages")

    def rtl_params(self) -> dict[str, int]:
        """Parameters of seal_gf_mult."""
        own = {knob.capitalize(): self.knob(knob) for knob in self.how.knobs}
        small = {"Halt": 1}  # legal at every width
        return {"Width": self.width, "Poly": self.poly, "Kind": self.how.number, **small, **own}


def has_lattice(width: int, halt: int) -> bool:
    """Is there a key side with fewer gates? Counterpart of seal_gf_pkg::has_lattice."""
    levels = 0
    while width > halt << levels:
        levels += 1
    return 1 <= levels <= MAX_LATTICE and width % (1 << levels) == 0


def polynomial(poly: int) -> str:
    """As it is written: x^8 + x^4 + x^3 + x + 1."""
    names = {0: "1", 1: "x"}
    exponents = (e for e in range(poly.bit_length() - 1, -1, -1) if poly >> e & 1)
    return " + ".join(names.get(e, f"x^{e}") for e in exponents) or "0"


def parse_polynomial(text: str, width: int) -> int:
    """From exponents, with or without the highest: "7,2,1,0" for width 128, or "128,7,2,1,0"."""
    check_width(width)
    try:
        exponents = [int(word) for word in text.split(",")]
    except ValueError:
        raise UsageError(f"--poly {text}: exponents expected, such as 7,2,1,0") from None
    if min(exponents) < 0 or len(set(exponents)) != len(exponents):
        raise UsageError(f"--poly {text}: exponents must be 0 or more, each once")
    if max(exponents) > width:
        raise UsageError(f"--poly {text} has degree {max(exponents)}, but --width is {width}")
    return sum(1 << e for e in {*exponents, width})


def check_width(width: int) -> None:
    """Refuses fields that the library does not have."""
    if not 2 <= width <= MAX_WIDTH:
        raise UsageError(f"width {width}: must be 2 to {MAX_WIDTH}")

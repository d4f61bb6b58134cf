# SPDX-License-Identifier: Apache-2.0
"""Tables of multipliers, measured beside published.

patel: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
      University of Waterloo 2008: tables 3.1 to 3.4
"""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from sealwright.base.console import progress
from sealwright.base.files import library_files
from sealwright.cores.multiplier import Multiplier
from sealwright.model.field import GCM_FIELD, Field
from sealwright.report import orders
from sealwright.report.published import Figures, Published, Row
from sealwright.synth.fingerprint import Design
from sealwright.synth.gates import count, elaborate_gates, kind_depth
from sealwright.synth.multiplier import NAND_AND, NAND_XOR, TOP
from sealwright.synth.targets import synth


def _split(module: str, halt: int) -> Design:
    """A product that is split until its parts have `halt` bits."""
    return Design(module, library_files("gf"), {"Width": 128, "Halt": halt})


def _reduction(fold: int) -> Design:
    return Design("seal_gf_reduce", library_files("gf"), {"Width": 128, "Fold": fold})


def _multiplier(kind: str) -> Design:
    return Design(TOP, library_files("gf"), Multiplier(kind).rtl_params())


# ---- gate counts --------------------------------------------------------------------------------

# halting size: XOR, AND, XOR on the longest path
KARATSUBA = {
    2: (9913, 2916, 19),
    4: (8455, 3888, 17),
    8: (7969, 5184, 15),
    16: (8455, 6912, 13),
    32: (9913, 9216, 11),
    64: (12415, 12288, 9),
}
FAN_HASAN = {
    2: (9074, 2916, 13),
    4: (7859, 3888, 12),
    8: (7616, 5184, 11),
    16: (8291, 6912, 10),
    32: (9884, 9216, 9),
    64: (12479, 12288, 8),
}
REDUCTION = 527
OTHER_REDUCTION = 623  # of x^128 + x^40 + x^2 + x + 1


def _counted(design: Design) -> dict[str, int]:
    """Gates of each kind, and XOR gates on the longest path."""
    netlist = elaborate_gates(*design)
    found = count(netlist)
    return {"xor": found.xor2, "and": found.and2, "levels": kind_depth(netlist, "$_XOR_")}


def karatsuba_designs() -> list[Design]:
    """Products by halting size, and the reduction in two ways."""
    return [_split("seal_gf_karatsuba", halt) for halt in KARATSUBA] + [*map(_reduction, (0, 1))]


def karatsuba(_: str) -> Figures:
    """Gates of them."""
    halts = {str(halt): _counted(_split("seal_gf_karatsuba", halt)) for halt in KARATSUBA}
    matrix, fold = (_counted(_reduction(way))["xor"] for way in (0, 1))
    return {"halts": halts, "reduction": {"matrix": matrix, "fold": fold}}


def fan_hasan_designs() -> list[Design]:
    """Products by halting size."""
    return [_split("seal_gf_tmvp", halt) for halt in FAN_HASAN]


def fan_hasan(_: str) -> Figures:
    """Gates of them."""
    return {"halts": {str(halt): _counted(_split("seal_gf_tmvp", halt)) for halt in FAN_HASAN}}


def _by_halt(published: Mapping[int, tuple[int, int, int]], figures: Figures) -> list[Row]:
    rows = []
    for halt, (xor2, and2, levels) in published.items():
        found = figures["halts"][str(halt)]
        rows.append(
            {
                "halt": halt,
                "xor published": xor2,
                "xor": found["xor"],
                "and published": and2,
                "and": found["and"],
                "nand published": NAND_XOR * xor2 + NAND_AND * and2,
                "nand": NAND_XOR * found["xor"] + NAND_AND * found["and"],
                "xor levels published": levels,
                "xor levels": found["levels"],
            }
        )
    return rows


def _plain_reduction(field: Field) -> int:
    """XOR of the reduction matrix row by row, nothing shared: its ones, less one in each row."""
    return sum(row.bit_count() - 1 for row in field.reduction_rows)


def _karatsuba_note(figures: Figures) -> str:
    matrix, fold = (figures["reduction"][way] for way in ("matrix", "fold"))
    other = _plain_reduction(Field(1 << 128 | 1 << 40 | 0b111))
    return (
        f"Without reduction. Reduction for GCM: {REDUCTION} XOR published, "
        f"{_plain_reduction(GCM_FIELD)} by the weight of the matrix, {matrix} with "
        f"equal sums shared, {fold} if the coefficients are folded from the top and pairs of "
        "taps share sums (--fold 1). For x^128 + x^40 + x^2 + x + 1, which is reducible, "
        f"{OTHER_REDUCTION} are published; the weight of its matrix gives {other}. At halting size "
        "2 some sums are ready a level earlier than the published delay allows for."
    )


def _fan_hasan_note(_: Figures) -> str:
    return (
        "The Toeplitz product alone. Windows of one sequence overlap on all levels of the "
        "recursion, and equal sums are made once; the published counts share them within a level."
    )


# ---- libraries and devices ----------------------------------------------------------------------

THREE = (("Fan-Hasan", "tmvp-1"), ("Karatsuba", "karatsuba"), ("Mastrovito", "mastrovito"))
TOWER_130NM = {  # optimised for speed, then for area: ns, square micrometres
    "tmvp-1": (1.614, 365580, 3.600, 144226),
    "karatsuba": (1.694, 392176, 3.710, 141061),
    "mastrovito": (1.130, 570566, 2.204, 323735),
}
VIRTEX4 = {"tmvp-1": (6616, 6.125), "karatsuba": (6136, 6.637), "mastrovito": (14199, 4.583)}


def multiplier_designs() -> list[Design]:
    """The three."""
    return [_multiplier(kind) for _, kind in THREE]


def standard_cells(target: str) -> Figures:
    """Delay and area of each."""
    found = {}
    for _, kind in THREE:
        progress(f"standard cells: {kind} ...")
        measured = synth(*_multiplier(kind), target)
        found[kind] = {name: measured.get(name) for name in ("delay_ns", "area", "nand2")}
    return found


def _cells_rows(figures: Figures) -> list[Row]:
    rows = []
    for name, kind in THREE:
        found = figures[kind]
        fast, fast_area, slow, least_area = TOWER_130NM[kind]
        rows.append(
            {
                "multiplier": name,
                "ns published, for speed": f"{fast:.3f}",
                "for area": f"{slow:.3f}",
                "ns": f"{found['delay_ns']:.3f}",
                "um2 published, for speed": fast_area,
                "um2, for area": least_area,
                "area": round(found["area"]),
                "NAND2": found["nand2"],
            }
        )
    return rows


def look_up_tables(_: str) -> Figures:
    """Tables of each in general, and on a device, with the clock there."""
    found = {}
    for _, kind in THREE:
        progress(f"LUTs, then place and route: {kind} (minutes, unless known) ...")
        placed = synth(*_multiplier(kind), "ecp5")
        lut4 = synth(*_multiplier(kind), "lut4")["lut"]
        found[kind] = {"lut4": lut4, "ecp5": placed["lut"], "fmax_mhz": placed["fmax_mhz"]}
    return found


def _luts_rows(figures: Figures) -> list[Row]:
    rows = []
    for name, kind in THREE:
        luts, delay = VIRTEX4[kind]
        rows.append(
            {
                "multiplier": name,
                "lut4 published": luts,
                "lut4": figures[kind]["lut4"],
                "ecp5 lut4": figures[kind]["ecp5"],
                "ns published": f"{delay:.3f}",
                "ecp5 ns": f"{1000 / figures[kind]['fmax_mhz']:.3f}",
            }
        )
    return rows


def _order(rows: list[Row], what: str, published: str, measured: str, spread: float = 0.0) -> str:
    """Whether a measured column has the order of the published one."""
    columns = [
        {row["multiplier"]: float(row[column]) for row in rows} for column in (published, measured)
    ]
    return orders.compared(what, *columns, spread=spread)


def _cells_note(figures: Figures) -> str:
    rows = _cells_rows(figures)
    return (
        "Published: 130 nm, optimised for speed and for area, after several rounds each. Measured: "
        "OSU 0.18 um, in its own unit of area, before layout, in one way; everything in, the "
        "register at the output too."
        + _order(rows, "Delay for speed", "ns published, for speed", "ns")
        + _order(rows, "Area for speed", "um2 published, for speed", "area")
        + _order(rows, "Area for area", "um2, for area", "area")
    )


def _luts_note(figures: Figures) -> str:
    rows = _luts_rows(figures)
    return (
        "Published: Virtex-4. Measured: LUT4 in general, and LFE5U-85F, placed "
        "and routed between registers."
        + _order(rows, "Delay", "ns published", "ecp5 ns", orders.SPREAD)
        + _order(rows, "Area", "lut4 published", "lut4")
    )


TABLES: Mapping[str, Published] = MappingProxyType(
    {
        "patel-3.1": Published(
            "Karatsuba multiplier of 128 bits by halting size",
            partial(_by_halt, KARATSUBA),
            _karatsuba_note,
            karatsuba,
            karatsuba_designs,
            ("gates",),
        ),
        "patel-3.2": Published(
            "Fan-Hasan multiplier of 128 bits by halting size",
            partial(_by_halt, FAN_HASAN),
            _fan_hasan_note,
            fan_hasan,
            fan_hasan_designs,
            ("gates",),
        ),
        "patel-3.3": Published(
            "Three multipliers for GCM in standard cells",
            _cells_rows,
            _cells_note,
            standard_cells,
            multiplier_designs,
            ("liberty",),
        ),
        "patel-3.4": Published(
            "Three multipliers for GCM in LUTs",
            _luts_rows,
            _luts_note,
            look_up_tables,
            multiplier_designs,
            ("lut4", "ecp5"),
        ),
    }
)

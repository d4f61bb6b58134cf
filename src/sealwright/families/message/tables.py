# SPDX-License-Identifier: Apache-2.0
"""Tables of whole GCM cores, with measured figures beside the published ones.

lemsitzer: S. Lemsitzer, J. Wolkerstorfer, N. Felber, M. Braendli, Multi-gigabit GCM-AES
      Architecture Optimized for FPGAs, CHES 2007: tables 4 to 7
patel: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, 2008:
      tables 4.1 and 4.2
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from sealwright.base.console import progress
from sealwright.families import load_core
from sealwright.families.message import bench
from sealwright.families.message.config import MessageConfig
from sealwright.report.published import Figures, Published, Row
from sealwright.synth.fingerprint import Design
from sealwright.synth.targets import synth

PACKET = 1500  # bytes of the messages whose bits per cycle are shown


def _core(name: str) -> MessageConfig:
    config = load_core(name)
    assert isinstance(config, MessageConfig)
    return config


def _design(name: str) -> Design:
    config = _core(name)
    return Design(config.top, config.files(), config.rtl_params())


def _designs(names: Sequence[str]) -> list[Design]:
    return [_design(name) for name in names]


def _rate(name: str) -> float:
    """Bits per cycle of sealed packets, in simulation."""
    config = _core(name)
    work = bench.Workload(op=bench.default_op(config), seed=1, messages=100)
    found = bench.measure(config, [PACKET], work)
    rate: float = found["results"][0]["bits_per_cycle"]
    return rate


def _rates(names: Sequence[str]) -> Figures:
    return {name: {"bits_per_cycle": _rate(name)} for name in names}


def _on_ecp5(names: Sequence[str], _: str) -> Figures:
    """LUTs in general, and placed and routed on ECP5."""
    found = {}
    for name in names:
        progress(f"{name}: LUTs, and ECP5 (a quarter of an hour, unless known) ...")
        luts = {"lut6": synth(*_design(name), "lut6")["lut"]}
        placed = synth(*_design(name), "ecp5")
        found[name] = {**luts, **{key: placed[key] for key in ("lut", "bram", "fmax_mhz")}}
    return found


def _in_cells(names: Sequence[str], target: str) -> Figures:
    found = {}
    for name in names:
        progress(f"{name}: standard cells (minutes, unless known) ...")
        measured = synth(*_design(name), target)
        found[name] = {key: measured.get(key) for key in ("nand2", "delay_ns")}
    return found


def _gbps(found: Mapping[str, Any]) -> float:
    rate: float = found["bits_per_cycle"] * found["fmax_mhz"] / 1000
    return rate


def _placed_columns(found: Mapping[str, Any]) -> Row:
    """The measured side of a row."""
    return {
        "bits per cycle": f"{found['bits_per_cycle']:.1f}",
        "lut6": found["lut6"],
        "ecp5 lut4": found["lut"],
        "ecp5 BRAM": found["bram"],
        "ecp5 MHz": f"{found['fmax_mhz']:.1f}",
        "ecp5 Gb/s": f"{_gbps(found):.2f}",
        "kb/s per ecp5 lut4": round(_gbps(found) * 1e6 / found["lut"]),
    }


def _rising(values: Mapping[str, float]) -> str:
    return ", ".join(sorted(values, key=lambda name: values[name]))


def _compared(what: str, published: Mapping[str, float], measured: Mapping[str, float]) -> str:
    """Whether an order of the paper is found again."""
    same = _rising(published) == _rising(measured)
    verdict = "confirmed" if same else f"measured: {_rising(measured)}"
    return f"{what}, least first, published: {_rising(published)}; {verdict}."


# ---- Lemsitzer 2007, tables 4 to 7: cores by width, multiplier and S-box -------------------------

_SBOXES = MappingProxyType({"bram": "RAM", "composite": "composite", "table": "LUT"})
_MULTIPLIERS = MappingProxyType(
    {
        "spb": "shifted polynomial basis",
        "array": "synthesizer optimized",
        "digit": "digit-serial",
        "hybrid": "hybrid",
    }
)
_Lemsitzer = Mapping[tuple[str, str], tuple[int, float, int, str, str, str]]
# multiplier, S-box: MHz, thousands of slices, block RAMs, Gb/s, kb/s per slice, limited by
LEMSITZER: Mapping[int, _Lemsitzer] = MappingProxyType(
    {
        128: {
            ("spb", "bram"): (110, 13.2, 114, "14.1", "1062", "GCM"),
            ("spb", "composite"): (90, 23.2, 0, "11.5", "496", "AES"),
            ("spb", "table"): (120, 27.8, 0, "15.3", "552", "GCM"),
            ("array", "bram"): (100, 12.0, 114, "12.8", "1065", "GCM"),
            ("array", "composite"): (90, 21.6, 0, "11.5", "534", "AES"),
            ("array", "table"): (90, 26.4, 0, "11.5", "435.9", "GCM"),
        },
        64: {
            ("digit", "bram"): (130, 7.7, 58, "8.32", "1076", "GCM"),
            ("digit", "composite"): (90, 12.9, 0, "5.8", "446", "AES"),
            ("digit", "table"): (120, 15.0, 0, "7.7", "513", "GCM"),
        },
        32: {
            ("digit", "bram"): (140, 6.0, 30, "4.48", "738", "GCM"),
            ("digit", "composite"): (120, 9.4, 0, "3.8", "407", "AES"),
            ("digit", "table"): (130, 9.8, 0, "4.16", "422", "GCM"),
        },
        16: {
            ("digit", "bram"): (150, 5.5, 15, "2.4", "436", "GCM"),
            ("digit", "composite"): (130, 6.8, 0, "2.0", "305", "AES"),
            ("digit", "table"): (150, 7.4, 0, "2.4", "322", "GCM"),
            ("hybrid", "bram"): (110, 7.3, 15, "1.8", "240", "GCM"),
            ("hybrid", "composite"): (110, 8.4, 0, "1.8", "211", "GCM"),
            ("hybrid", "table"): (120, 9.3, 0, "2.0", "212", "GCM"),
        },
    }
)


def _lemsitzer_name(width: int, multiplier: str, sbox: str) -> str:
    return f"gcm-lemsitzer-{width}-{multiplier}-{sbox}"


def _lemsitzer_names(width: int) -> list[str]:
    return [_lemsitzer_name(width, *row) for row in LEMSITZER[width]]


def _lemsitzer_rows(width: int, figures: Figures) -> list[Row]:
    rows = []
    for (multiplier, sbox), published in LEMSITZER[width].items():
        clock, slices, brams, gbps, each, limit = published
        rows.append(
            {
                "multiplier": _MULTIPLIERS[multiplier],
                "S-box": _SBOXES[sbox],
                "MHz published": clock,
                "slices published": f"{slices:.1f}k",
                "BRAM published": brams,
                "Gb/s published": gbps,
                "kb/s per slice published": each,
                "limit published": limit,
                **_placed_columns(figures[_lemsitzer_name(width, multiplier, sbox)]),
            }
        )
    return rows


def _lemsitzer_note(width: int, figures: Figures) -> str:
    rows = {row: figures[_lemsitzer_name(width, *row)] for row in LEMSITZER[width]}

    def name(row: tuple[str, str]) -> str:
        return f"{row[0]} {_SBOXES[row[1]]}" if len(rows) > len(_SBOXES) else _SBOXES[row[1]]

    area = {name(row): published[1] for row, published in LEMSITZER[width].items()}
    clock = {name(row): published[0] for row, published in LEMSITZER[width].items()}
    return (
        "Published: Virtex-4 FX100, the fastest per slice of several placements, Gb/s without the "
        "blocks that a packet costs beside its text. Measured: LFE5U-85F, speed grade 6, one "
        f"placement, bits per cycle of sealed packets of {PACKET} bytes in simulation, and Gb/s "
        "of them; queues, checks of the streams and causes are in. Only orders can be compared. "
        + _compared("Area", area, {name(row): found["lut"] for row, found in rows.items()})
        + " "
        + _compared("Clock", clock, {name(row): found["fmax_mhz"] for row, found in rows.items()})
    )


def _lemsitzer(width: int, title: str) -> Published:
    names = _lemsitzer_names(width)
    return Published(
        title,
        partial(_lemsitzer_rows, width),
        partial(_lemsitzer_note, width),
        partial(_on_ecp5, names),
        partial(_designs, names),
        ("lut6", "ecp5"),
        partial(_rates, names),
    )


# ---- Patel 2008, tables 4.1 and 4.2: cores by multiplier and S-box -------------------------------

_PATEL_MULTIPLIERS = MappingProxyType(
    {"fan-hasan": "Fan-Hasan", "karatsuba": "Karatsuba", "mastrovito": "Mastrovito"}
)
# multiplier, S-box: ns, gates, Gb/s, kb/s per gate, for speed and for area
PATEL_CELLS: Mapping[tuple[str, str], tuple[str, int, str, str, int, str]] = MappingProxyType(
    {
        ("fan-hasan", "table"): ("2.510", 219336, "232.50", "3.500", 216813, "168.68"),
        ("karatsuba", "table"): ("2.644", 222964, "217.13", "3.500", 216512, "168.91"),
        ("mastrovito", "table"): ("2.500", 245531, "208.53", "3.500", 245062, "149.23"),
        ("fan-hasan", "composite"): ("3.560", 177364, "202.72", "4.500", 148407, "191.67"),
        ("karatsuba", "composite"): ("3.560", 175805, "204.52", "4.500", 148040, "192.14"),
        ("mastrovito", "composite"): ("3.560", 205285, "175.15", "4.500", 177103, "160.61"),
    }
)
# multiplier, S-box: ns, MHz, Gb/s, slices, block RAMs, kb/s per slice
PATEL_VIRTEX: Mapping[tuple[str, str], tuple[str, int, str, int, int, str]] = MappingProxyType(
    {
        ("fan-hasan", "bram"): ("7.738", 129, "16.54", 9958, 113, "1661.15"),
        ("karatsuba", "bram"): ("8.547", 117, "14.98", 9352, 113, "1601.37"),
        ("fan-hasan", "table"): ("8.191", 122, "15.63", 23718, 1, "658.86"),
        ("karatsuba", "table"): ("9.098", 110, "14.07", 23373, 1, "601.93"),
        ("fan-hasan", "composite"): ("9.226", 108, "13.87", 19394, 1, "715.37"),
        ("karatsuba", "composite"): ("9.811", 102, "13.05", 18731, 1, "696.52"),
    }
)


def _patel_name(row: tuple[str, str]) -> str:
    multiplier, sbox = row
    return f"gcm-patel-{multiplier}-{sbox}"


_IN_CELLS = [_patel_name(row) for row in PATEL_CELLS]
_ON_ECP5 = [_patel_name((m, s)) for s in ("bram", "table", "composite") for m in _PATEL_MULTIPLIERS]


def _patel_cells_rows(figures: Figures) -> list[Row]:
    rows = []
    for row, (fast, fast_gates, fast_each, slow, least, slow_each) in PATEL_CELLS.items():
        found = figures[_patel_name(row)]
        gbps = found["bits_per_cycle"] / found["delay_ns"]
        rows.append(
            {
                "S-box": _SBOXES[row[1]],
                "multiplier": _PATEL_MULTIPLIERS[row[0]],
                "ns published, for speed": fast,
                "gates": fast_gates,
                "kb/s per gate": fast_each,
                "ns, for area": slow,
                "gates, for area": least,
                "kb/s per gate, for area": slow_each,
                "ns": f"{found['delay_ns']:.3f}",
                "NAND2": found["nand2"],
                "bits per cycle": f"{found['bits_per_cycle']:.1f}",
                "Gb/s": f"{gbps:.2f}",
                "kb/s per NAND2": f"{gbps * 1e6 / found['nand2']:.2f}",
            }
        )
    return rows


def _larger(sizes: Callable[[tuple[str, str]], float], sbox: str) -> str:
    """The core with Mastrovito's multiplier against the two others, in percent."""
    own = sizes(("mastrovito", sbox))
    more = [100 * (own / sizes((other, sbox)) - 1) for other in ("fan-hasan", "karatsuba")]
    return " and ".join(f"{each:.0f} %" for each in more)


def _patel_cells_note(figures: Figures) -> str:
    def size(row: tuple[str, str]) -> float:
        gates: float = figures[_patel_name(row)]["nand2"]
        return gates

    return (
        "Published: a library of 0.13 um before layout, and Gb/s of 128 bits per cycle. Measured: "
        "OSU 0.18 um before layout, one synthesis, bits per cycle of packets of "
        f"{PACKET} bytes; queues, checks and causes are in. The core with Mastrovito's multiplier "
        "is larger than those with Fan-Hasan's and "
        f"Karatsuba's by {_larger(size, 'table')} with S-boxes from tables (thesis: 12 %) and by "
        f"{_larger(size, 'composite')} with composite ones (18 %)."
    )


def _patel_virtex_rows(figures: Figures) -> list[Row]:
    rows = []
    for name in _ON_ECP5:
        multiplier, sbox = name.removeprefix("gcm-patel-").rsplit("-", 1)
        published = PATEL_VIRTEX.get((multiplier, sbox), ("",) * 6)
        heads = ("ns", "MHz", "Gb/s", "slices", "BRAM", "kb/s per slice")
        rows.append(
            {
                "S-box": _SBOXES[sbox],
                "multiplier": _PATEL_MULTIPLIERS[multiplier],
                **{f"{h} published": v for h, v in zip(heads, published, strict=True)},
                **_placed_columns(figures[name]),
            }
        )
    return rows


def _patel_virtex_note(figures: Figures) -> str:
    def size(row: tuple[str, str]) -> float:
        luts: float = figures[_patel_name(row)]["lut"]
        return luts

    fewer = []
    for sbox, called in _SBOXES.items():
        pair = {_PATEL_MULTIPLIERS[m]: size((m, sbox)) for m in ("fan-hasan", "karatsuba")}
        fewer.append(f"{called}: {_rising(pair)}")
    return (
        "Published: Virtex-4, placed and routed; the thesis has Mastrovito's multiplier on an FPGA "
        "from Lemsitzer 2007 only (lemsitzer-4). Measured: LFE5U-85F, speed grade 6, one "
        f"placement, bits per cycle of packets of {PACKET} bytes, and Gb/s of them. Area, least "
        "first, published: Karatsuba, Fan-Hasan with each S-box; measured, by S-box: "
        f"{'; '.join(fewer)}."
    )


TABLES: Mapping[str, Published] = MappingProxyType(
    {
        "lemsitzer-4": _lemsitzer(128, "GCM, a block in every cycle"),
        "lemsitzer-5": _lemsitzer(64, "GCM, a block in two cycles"),
        "lemsitzer-6": _lemsitzer(32, "GCM, a block in four cycles"),
        "lemsitzer-7": _lemsitzer(16, "GCM, a block in eight cycles"),
        "patel-4.1": Published(
            "GCM by multiplier and S-box, in standard cells",
            _patel_cells_rows,
            _patel_cells_note,
            partial(_in_cells, _IN_CELLS),
            partial(_designs, _IN_CELLS),
            ("liberty",),
            partial(_rates, _IN_CELLS),
        ),
        "patel-4.2": Published(
            "GCM by multiplier and S-box, placed and routed",
            _patel_virtex_rows,
            _patel_virtex_note,
            partial(_on_ecp5, _ON_ECP5),
            partial(_designs, _ON_ECP5),
            ("lut6", "ecp5"),
            partial(_rates, _ON_ECP5),
        ),
    }
)

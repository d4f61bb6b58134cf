# SPDX-License-Identifier: Apache-2.0
"""Tables of AES cores, with measured figures beside the published ones.

lemsitzer: S. Lemsitzer, J. Wolkerstorfer, N. Felber, M. Braendli, Multi-gigabit GCM-AES
      Architecture Optimized for FPGAs, CHES 2007: tables 2 and 3
mancillas: C. Mancillas-Lopez, D. Chakraborty, F. Rodriguez-Henriquez, Reconfigurable Hardware
      Implementations of Tweakable Enciphering Schemes, 2010: table V
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sealwright.base.console import progress
from sealwright.families import load_core
from sealwright.families.aes import bench as aes_bench
from sealwright.families.aes.config import AesConfig
from sealwright.report.lemsitzer import SBOX_NAMES, WIDTHS
from sealwright.report.published import Figures, Published, Row
from sealwright.synth.fingerprint import Design
from sealwright.synth.targets import synth

ALL_SIZES = (128, 192, 256)


def _aes(start: str, **knobs: Any) -> AesConfig:
    """A named core with some knobs changed."""
    config = load_core(start, knobs)
    assert isinstance(config, AesConfig)
    return config


def _design(config: AesConfig) -> Design:
    return Design(config.top, config.files(), config.rtl_params())


def _placed(config: AesConfig) -> dict[str, Any]:
    """Placed and routed on ECP5."""
    found = synth(*_design(config), "ecp5")
    return {name: found[name] for name in ("lut", "bram", "fmax_mhz")}


def _cycles(configs: Mapping[str, AesConfig]) -> Figures:
    """Of a block, from simulation."""
    return {name: {"cycles": aes_bench.spacing(core).cycles} for name, core in configs.items()}


def _luts(config: AesConfig, target: str) -> int | str:
    """Generic LUTs, without memories that have initial contents."""
    return "-" if config.sbox == "bram" else int(synth(*_design(config), target)["lut"])


def _gbps(found: Figures) -> float:
    rate: float = 128 / found["cycles"] * found["fmax_mhz"] / 1000
    return rate


# ---- Lemsitzer 2007, table 2: width of the data path and S-box -----------------------------------


def width_point(width: int, sbox: str) -> AesConfig:
    """The core with the throughput of a data path of `width` bits of Lemsitzer 2007.

    Encryption under one key of any size, one register per round.
    """
    knobs = {"key_sizes": ALL_SIZES, "round_stages": 1, "cycles": 128 // width, "sbox": sbox}
    return _aes("aes-pipelined-128", **knobs)


def _width_points() -> dict[str, AesConfig]:
    return {f"{width} {sbox}": width_point(width, sbox) for width, sbox in WIDTHS}


def width_designs() -> list[Design]:
    """All of them."""
    return [_design(config) for config in _width_points().values()]


def widths(_: str) -> Figures:
    """Area and clock of each."""
    found = {}
    for name, config in _width_points().items():
        progress(f"AES of bits per cycle, S-box: {name} (minutes, unless known) ...")
        luts = {target: _luts(config, target) for target in ("lut4", "lut6")}
        found[name] = {**luts, **_placed(config)}
    return found


def width_cycles() -> Figures:
    """Cycles of each."""
    return _cycles(_width_points())


def _widths_rows(figures: Figures) -> list[Row]:
    rows = []
    for (width, sbox), (slices, brams, clock, rate, each) in WIDTHS.items():
        found = figures[f"{width} {sbox}"]
        rows.append(
            {
                "bits": width,
                "S-box": SBOX_NAMES[sbox],
                "slices published": slices,
                "BRAM published": brams,
                "MHz published": clock,
                "Gb/s published": rate,
                "kb/s per slice published": each,
                "cycles per block": f"{found['cycles']:g}",
                "lut4": found["lut4"],
                "lut6": found["lut6"],
                "ecp5 lut4": found["lut"],
                "ecp5 BRAM": found["bram"],
                "ecp5 MHz": f"{found['fmax_mhz']:.1f}",
                "ecp5 Gb/s": f"{_gbps(found):.2f}",
                "kb/s per ecp5 lut4": round(_gbps(found) * 1e6 / found["lut"]),
            }
        )
    return rows


def _widths_note(figures: Figures) -> str:
    rows = _widths_rows(figures)
    full = {row["S-box"]: row["ecp5 lut4"] for row in rows if row["bits"] == 128}
    shares: dict[int, list[str]] = {}
    for row in rows:
        share = row["ecp5 lut4"] / full[row["S-box"]]
        shares.setdefault(row["bits"], []).append(f"{share:.2f}")
    parts = "; ".join(f"{bits} bits {', '.join(values)}" for bits, values in shares.items())
    return (
        "Published: counter mode, Virtex-4. Measured: the cipher alone, one key of any size, "
        "LFE5U-85F, placed and routed; cycles from simulation. A data path of 64, 32 or 16 bits is "
        "a pipeline of 7, 4 or 2 whole rounds that a block passes 2, 4 or 8 times. LUT4 "
        "and LUT6 in general have no memories with initial contents (-). LUT4 of ECP5 against "
        f"those of 128 bits with the same S-boxes: {parts}."
    )


# ---- Lemsitzer 2007, table 3: block RAMs ---------------------------------------------------------

# device, slices, block RAMs, Gb/s, kb/s per slice, key sizes, latency
LEMSITZER_MEMORIES: Sequence[tuple[str, str, str, int, str, str, str, str]] = (
    (
        "Lemsitzer 2007",
        "Virtex4-FX100",
        "3.8k slices",
        114,
        "17.9",
        "4719",
        "128/192/256",
        "12/14/16",
    ),
    ("Hodjat [4]", "XC2VP20-7", "5.17k slices", 84, "21.54", "4161", "128", "31"),
    ("Standaert [20]", "Virtex 3200 E", "2.78k slices", 100, "11.8", "4229", "128", "21"),
)


def _with_memories() -> dict[str, AesConfig]:
    return {
        "one register per round": width_point(128, "bram"),
        "aes-bram": _aes("aes-bram"),
    }


def memory_designs() -> list[Design]:
    """Cores with S-boxes in block RAM."""
    return [_design(config) for config in _with_memories().values()]


def memories(_: str) -> Figures:
    """Area and clock of each."""
    found = {}
    for name, config in _with_memories().items():
        progress(f"AES with memories: {name} (minutes, unless known) ...")
        found[name] = {**_placed(config), "key_sizes": list(config.key_sizes)}
    return found


def memory_cycles() -> Figures:
    """Cycles and latency of each."""
    found = {name: aes_bench.spacing(config) for name, config in _with_memories().items()}
    return {name: {"cycles": row.cycles, "latency": row.latency} for name, row in found.items()}


def _memories_rows(figures: Figures) -> list[Row]:
    heads = ("", "device", "area", "BRAM", "Gb/s", "kb/s per slice or LUT4", "key sizes", "latency")
    rows: list[Row] = [dict(zip(heads, row, strict=True)) for row in LEMSITZER_MEMORIES]
    for name, found in figures.items():
        gbps = _gbps(found)
        values = ("LFE5U-85F", f"{found['lut']:,} LUT4", found["bram"], f"{gbps:.2f}")
        each = str(round(gbps * 1e6 / found["lut"]))
        sizes = "/".join(map(str, found["key_sizes"]))
        latency = str(found["latency"])
        rows.append(dict(zip(heads, (name, *values, each, sizes, latency), strict=True)))
    return rows


def _memories_note(_: Figures) -> str:
    return (
        "The first three rows are published. Latency in cycles, from a block at the input to its "
        "result at the output of the stream; in Lemsitzer 2007 it is that of a key change and "
        "depends on the size, here short keys pass the first rounds by and all blocks take the "
        "same time."
    )


# ---- Mancillas-López 2010, table V: building blocks of tweakable enciphering ---------------------

# slices, block RAMs, MHz, cycles, Gb/s, TPA
MANCILLAS_CIPHERS: Mapping[str, tuple[int, int, str, int, str, str]] = MappingProxyType(
    {
        "both directions, sequential": (1301, 18, "81.97", 10, "1.05", "2273.7"),
        "both directions, pipelined": (6368, 85, "83.88", 1, "10.74", "4863.17"),
        "encryption only, pipelined": (2468, 85, "149.00", 1, "19.07", "11162.7"),
    }
)
BRAM_IN_SLICES = 128  # of Mancillas-López 2010


def _ciphers() -> dict[str, AesConfig]:
    one = {"key_sizes": (128,), "slots": 1, "round_stages": 1, "sbox": "bram"}
    return {
        "both directions, sequential": _aes(
            "aes-iterative-128", key_sizes=(128,), sbox="composite"
        ),
        "both directions, pipelined": _aes("aes-pipelined", **one),
        "encryption only, pipelined": _aes("aes-pipelined-128", **one),
    }


def building_designs() -> list[Design]:
    """The three."""
    return [_design(config) for config in _ciphers().values()]


def building_blocks(_: str) -> Figures:
    """Area and clock of each."""
    found = {}
    for name, config in _ciphers().items():
        progress(f"Mancillas-López 2010, table V: {name} (minutes, unless known) ...")
        found[name] = _placed(config)
    return found


def building_cycles() -> Figures:
    """Cycles of each."""
    return _cycles(_ciphers())


def _building_rows(figures: Figures) -> list[Row]:
    rows = []
    for name, (slices, brams, clock, paper_cycles, rate, tpa) in MANCILLAS_CIPHERS.items():
        found = figures[name]
        seconds = found["cycles"] / (found["fmax_mhz"] * 1e6)
        area = found["lut"] + BRAM_IN_SLICES * found["bram"]
        rows.append(
            {
                "AES-128": name,
                "slices published": slices,
                "BRAM published": brams,
                "MHz published": clock,
                "cycles published": paper_cycles,
                "Gb/s published": rate,
                "TPA published": tpa,
                "ecp5 lut4": found["lut"],
                "ecp5 BRAM": found["bram"],
                "ecp5 MHz": f"{found['fmax_mhz']:.1f}",
                "cycles": f"{found['cycles']:g}",
                "Gb/s": f"{_gbps(found):.2f}",
                "TPA": f"{1 / (area * seconds):,.1f}",
            }
        )
    return rows


def _building_note(figures: Figures) -> str:
    _, both, alone = (found["lut"] for found in figures.values())
    return (
        "Published: Virtex-4, S-boxes in memories, keys included. Measured: LFE5U-85F, placed and "
        "routed, keys included; the sequential core has S-boxes in logic. TPA is "
        "1 / ((slices + 128 BRAM) time per block), with LUT4 in the place of "
        "slices in the measured column. Both directions take "
        f"{both / alone:.2f} times the LUT4 of encryption alone (published: "
        f"{6368 / 2468:.2f} times the slices). The hash function of the table is GHASH's product "
        "and a sum: patel-3.4 has its multipliers."
    )


TABLES: Mapping[str, Published] = MappingProxyType(
    {
        "lemsitzer-2": Published(
            "AES by bits per cycle and S-box",
            _widths_rows,
            _widths_note,
            widths,
            width_designs,
            ("lut4", "lut6", "ecp5"),
            width_cycles,
        ),
        "lemsitzer-3": Published(
            "AES with S-boxes in block RAM",
            _memories_rows,
            _memories_note,
            memories,
            memory_designs,
            ("ecp5",),
            memory_cycles,
        ),
        "mancillas-V": Published(
            "AES for tweakable enciphering",
            _building_rows,
            _building_note,
            building_blocks,
            building_designs,
            ("ecp5",),
            building_cycles,
        ),
    }
)

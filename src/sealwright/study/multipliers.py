# SPDX-License-Identifier: Apache-2.0
"""All multipliers for GCM compared: gates and depth by halting size, LUTs, stored bits.

Kept in results/multipliers.json; docs/reference/multipliers.md and its picture are made from it.
`depth` is that of a product while the key does not change: gates that depend on the key alone are
counted, but not their depth. `depth_all` is that of everything, the key side included.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from sealwright.base import store
from sealwright.base.console import progress
from sealwright.base.files import library_files
from sealwright.base.python_code import function_code, toolkit_digests
from sealwright.base.sources import rtl_digests
from sealwright.cores import multiplier as formulas
from sealwright.cores.multiplier import KINDS, Multiplier
from sealwright.model.field import GCM_FIELD
from sealwright.report.svg import COLOURS, FAINT, GRID, INK, Drawing
from sealwright.synth import multiplier as figures
from sealwright.synth.fingerprint import Design
from sealwright.synth.multiplier import TOP, design, key_design, keyed_design, levels, measure
from sealwright.synth.targets import scripts, synth
from sealwright.tools.yosys import yosys_version

TARGETS = ("gates", "lut4", "lut6")
LATTICES = (2, 4, 8, 16)
HALTS = (2, 4, 8, 16, 32, 64)
SPLITTING = (
    "karatsuba",
    "tmvp-1",
    "tmvp-2",
    "tmvp-3",
    "tmvp-keyed",
    "tmvp-dual",
    "tmvp-precomputed",
)


def chosen() -> Iterator[Multiplier]:
    """Every kind once, those that split at every halting size."""
    for kind, how in KINDS.items():
        if kind in SPLITTING:
            yield from (Multiplier(kind, halt=halt) for halt in HALTS)
        elif kind == "tmvp-shallow":
            yield from (Multiplier(kind, levels=levels) for levels in range(8, 15))
        elif kind == "hybrid":
            yield from (Multiplier(kind, tower=tower) for tower in (0, 1))
        else:
            yield Multiplier(kind)
        if kind == "karatsuba":
            yield from (Multiplier(kind, halt=halt, fold=1) for halt in HALTS)
        if kind == "tmvp-precomputed":
            yield from (Multiplier(kind, halt=halt, lattice=1) for halt in LATTICES)
        if kind in SPLITTING and "tables" in how.knobs:
            lattice = 1 if "lattice" in how.knobs else None
            yield from (
                Multiplier(kind, halt=8, stages=stages, tables=1, lattice=lattice)
                for stages in (1, 3)
            )


def name_of(mult: Multiplier) -> str:
    """Kind and the knobs that were set."""
    knobs = ("halt", "levels", "stages", "tables", "lattice", "fold", "tower")
    values = [f"{knob} {getattr(mult, knob)}" for knob in knobs if getattr(mult, knob) is not None]
    return ", ".join([mult.kind, *values])


def keyed(mult: Multiplier, luts: bool) -> dict[str, Any]:
    """Depth, and LUTs on request, with the second operand in its stored form."""

    found = levels(mult)
    if luts:
        found["lut6_keyed"] = synth(*keyed_design(mult), "lut6")["lut"]
    return found


def wants_luts(mult: Multiplier) -> bool:
    """Mapping takes minutes: at the usual halting size, and where a circuit is made for tables."""
    if mult.tables == 1 or mult.how.serial or mult.kind in ("fixed-key", "mastrovito"):
        return True
    return mult.halt == 4 and mult.lattice is None and mult.fold is None and mult.kind in MAPPED


def designs() -> list[Design]:
    """What is measured."""
    every = list(chosen())
    found = [part(mult) for mult in every for part in (design, keyed_design)]
    found += [key_design(mult) for mult in every if mult.kind != "fixed-key"]
    return found + [_serial_key(halt) for halt in LATTICES]


def study() -> dict[str, Any]:
    """All of them, measured."""
    rows = []
    rtl = rtl_digests(library_files("gf"), [TOP])
    own = toolkit_digests(Path(module.__file__ or "") for module in (formulas, figures))
    rows_by = function_code(row_of)
    sources = [*rtl, *own, rows_by, *store.file_digests(scripts("gates"))]
    for mult in chosen():
        progress(f"multipliers: {name_of(mult)}")
        luts = wants_luts(mult)
        key = store.digest(asdict(mult), mult.rtl_params(), sources, yosys_version(), luts)
        row = store.json_entry("multipliers", key, partial(row_of, mult, luts))
        whole = store.json_entry("multiplier-levels", key, partial(levels, mult, keyed=False))
        rows.append({**row, "depth_all": whole["depth"]})
    return {"rows": rows, "serial_keys": [serial_key(halt) for halt in LATTICES]}


def _serial_key(halt: int) -> Design:
    params = {"Width": GCM_FIELD.width, "Poly": GCM_FIELD.poly, "Halt": halt}
    return Design("seal_gf_key_serial", library_files("gf"), params)


def serial_key(halt: int) -> dict[str, int]:
    """The key side of tmvp-precomputed made in 3^levels cycles (seal_gf_key_serial)."""
    found = synth(*_serial_key(halt), "lut6")
    cycles = 3 ** (GCM_FIELD.width // halt - 1).bit_length()
    return {"halt": halt, "lut6": found["lut"], "ff": found["ff"], "cycles": cycles}


def row_of(mult: Multiplier, luts: bool) -> dict[str, Any]:
    """One of them, measured."""
    row = {"name": name_of(mult), "halt": mult.halt, **measure(mult, luts)}
    return row | keyed(mult, luts)


# ---- the picture --------------------------------------------------------------------------------

SERIES = {
    "karatsuba": "Karatsuba",
    "tmvp-1": "Fan-Hasan, approach 1",
    "tmvp-2": "Fan-Hasan, approach 2",
    "tmvp-3": "Fan-Hasan, approach 3",
    "tmvp-keyed": "approach 1, matrix stored",
    "tmvp-dual": "dual coordinates",
    "tmvp-precomputed": "dual, key side stored",
    "tmvp-shallow": "stored, by levels",
}
MAPPED = ("karatsuba", "tmvp-1", "tmvp-dual", "tmvp-precomputed")
STORED = ("tmvp-keyed", "tmvp-precomputed", "tmvp-shallow")
SINGLE = {  # no halting size
    "mastrovito": "Mastrovito",
    "spb": "shifted polynomial basis",
    "reyhani-masoleh": "Reyhani-Masoleh",
}
LEFT, TOP_EDGE, RIGHT, BOTTOM = 70.0, 40.0, 620.0, 400.0


def area_delay_svg(found: Mapping[str, Any]) -> str:
    """Gates against depth (thesis, Fig. 5.2): one line for each way of splitting."""
    rows = found["rows"]
    plain = [r for r in rows if not {"tables", "lattice", "fold"} & set(r["name"].split())]
    shown = [r for r in plain if r["kind"] in (*SERIES, *SINGLE)]
    gates = {r["name"]: _gates(r) for r in shown}
    depths: list[int] = [r["depth"] for r in shown]
    deep = (min(depths) - 1, max(depths) + 1)
    high = (8_000.0, max(gates.values()) * 1.05)

    def x(value: float) -> float:
        return LEFT + (value - deep[0]) / (deep[1] - deep[0]) * (RIGHT - LEFT)

    def y(value: float) -> float:
        return BOTTOM - (value - high[0]) / (high[1] - high[0]) * (BOTTOM - TOP_EDGE)

    draw = Drawing(820, 450, "Multipliers for GCM: gates and depth")
    draw.text(LEFT, 24, "Multipliers for GCM: gates per product by depth, a point per halting size")
    for level in range(deep[0], deep[1] + 1, 2):
        draw.line(x(level), TOP_EDGE, x(level), BOTTOM)
        draw.text(x(level), BOTTOM + 18, str(level), anchor="middle", fill=FAINT)
    for count in range(10_000, int(high[1]), 5_000):
        draw.line(LEFT, y(count), RIGHT, y(count))
        draw.text(LEFT - 8, y(count) + 4, f"{count:,}", anchor="end", fill=FAINT)
    draw.text((LEFT + RIGHT) / 2, BOTTOM + 40, "levels of two-input gates", anchor="middle")
    names = {**SERIES, **SINGLE}
    for number, (kind, title) in enumerate(names.items()):
        colour = (*COLOURS, INK, FAINT, GRID)[number]
        points = [(x(r["depth"]), y(gates[r["name"]])) for r in shown if r["kind"] == kind]
        if kind in SERIES:
            draw.path(points, f'fill="none" stroke="{colour}" stroke-width="1.5"')
        for row, (px, py) in zip((r for r in shown if r["kind"] == kind), points, strict=True):
            tip = f"{row['name']}: {gates[row['name']]:,} gates, {row['depth']} levels"
            size = 4 if kind in SERIES else 8 - 2 * (number - len(SERIES))  # they nearly meet
            draw.rect(px - size, py - size, 2 * size, 2 * size, colour, 'rx="2"', tip)
        draw.rect(RIGHT + 24, TOP_EDGE + 22 * number, 10, 10, colour)
        draw.text(RIGHT + 40, TOP_EDGE + 22 * number + 9, title)
    draw.text(RIGHT + 24, TOP_EDGE + 272, "Everything counted, but for", size=11, fill=FAINT)
    draw.text(RIGHT + 24, TOP_EDGE + 288, "what is stored with the key.", size=11, fill=FAINT)
    return draw.render()


def _gates(row: Mapping[str, Any]) -> int:
    """Gates of a product; for the kind with a stored key side, without those of that side."""
    total: int = row["and"] + row["xor"]
    return total - row["key_only_xor"] if row["kind"] in STORED else total

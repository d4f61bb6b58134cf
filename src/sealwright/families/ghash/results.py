# SPDX-License-Identifier: Apache-2.0
"""Measurements of the named GHASH cores and of sums of products, and the tables made from them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sealwright.base.results import Job, Results
from sealwright.families.family import PageBlock
from sealwright.families.ghash import bench, flow, sums
from sealwright.families.ghash.config import GhashConfig
from sealwright.families.ghash.tables import CORE, FLOW_BLOCKS
from sealwright.report.jobs import SEED, bench_job, only, packet_files, study_job
from sealwright.report.markdown import figure, markdown

WIDTH = 128
REDUCTION = 527  # XOR of a reduction modulo the polynomial of GCM, as a matrix

# ---- measurements -------------------------------------------------------------------------------


def _scripts() -> list[Path]:
    here = Path(__file__).parent
    shared = here.parent / "packet/slots.h"
    return [*packet_files(), shared, here / "harness.cpp", here / "sim.py"]


def jobs(cores: Sequence[GhashConfig]) -> Iterator[Job]:
    """Every core; the flow of Table I; sums of products."""
    for core in cores:
        measure = partial(bench.measure, core, SEED)
        yield bench_job(core, "bench", f"bench {core.name}", measure, _scripts())
    for core in cores:
        if core.name == CORE:
            trace = partial(flow.flow, core, FLOW_BLOCKS)
            yield bench_job(core, "bench-flow", only(f"{core.name}.bench-flow"), trace, _scripts())
    yield study_job("ghash-sums", sums)


# ---- tables -------------------------------------------------------------------------------------


def cores_table(cores: Sequence[GhashConfig], results: Results) -> str:
    """Cycles, area, speed."""
    head = ["core", "bits per cycle", "cycles to the hash", "key load", "gates", "LUT4", "LUT6"]
    head += ["flip-flops", "RAM bits", "ECP5 LUT4", "ECP5-6 MHz", "Gb/s", "Gb/s per kLUT6"]
    rows: list[list[object]] = []
    for core in cores:
        cycles, gates, lut4, lut6, placed = (
            results.of(f"{core.name}.{name}") for name in ("bench", "gates", "lut4", "lut6", "ecp5")
        )
        last = cycles.get("results", [{}])[-1]
        bits, speed = last.get("bits_per_cycle"), placed.get("fmax_mhz")
        gbps = bits * speed / 1000 if bits and speed else None
        each = 1000 * gbps / lut6["lut"] if gbps and lut6 else None
        load = cycles.get("key_load_cycles") if not core.fixed else "-"
        rows.append(
            [
                f"`{core.name}`",
                figure(bits, cycles),
                figure(last.get("latency"), cycles),
                figure(load, cycles),
                figure(_all_gates(gates), gates),
                figure(lut4.get("lut"), lut4),
                figure(lut6.get("lut"), lut6),
                figure(lut6.get("ff"), lut6),
                figure(lut4.get("ram_bits"), lut4),
                figure(placed.get("lut"), placed),
                figure(speed, placed),
                figure(None if gbps is None else f"{gbps:.1f}", cycles, placed),
                figure(None if each is None else f"{each:.2f}", cycles, placed, lut6),
            ]
        )
    return markdown(head, rows, "l" + 12 * "r")


def _all_gates(found: Mapping[str, Any]) -> int | None:
    kinds = [found.get(name) for name in ("and", "xor", "other")]
    return None if None in kinds else sum(kind for kind in kinds if kind is not None)


def saved_table(results: Results) -> str:
    """XOR saved by one reduction, by the number of products."""
    found = results.of("ghash-sums")
    rows_of = {(row["lanes"], row["reductions"]): row for row in found.get("rows", ())}
    head = ["products", "AND", "XOR, a reduction each", "XOR, one reduction", "saved", "by formula"]
    head += ["levels, a reduction each", "one"]
    rows: list[list[object]] = []
    for (lanes, reductions), one in rows_of.items():
        several = rows_of.get((lanes, lanes))
        if reductions == 1 and several is not None:
            xor = [several["xor"], one["xor"], several["xor"] - one["xor"]]
            formula = (lanes - 1) * (REDUCTION - WIDTH + 1)
            rows.append([lanes, one["and"], *xor, formula, several["depth"], one["depth"]])
    return markdown(head, rows, 8 * "r", found)


def reductions_table(results: Results) -> str:
    """The cores with one reduction and with four."""
    head = ["core", "LUT4", "LUT6", "flip-flops", "ECP5 LUT4", "ECP5-6 MHz"]
    rows: list[list[object]] = []
    for name in ("ghash-satoh-4", CORE):
        lut4, lut6, placed = (results.of(f"{name}.{kind}") for kind in ("lut4", "lut6", "ecp5"))
        pairs = ((lut4, "lut"), (lut6, "lut"), (lut6, "ff"), (placed, "lut"), (placed, "fmax_mhz"))
        rows.append([f"`{name}`", *(figure(found.get(key), found) for found, key in pairs)])
    return markdown(head, rows, "lrrrrr")


# Four products by name in results/multipliers.json: how many of it there are, and reductions
FOUR = {
    "mastrovito": (4, 4),
    "tmvp-1, halt 4": (4, 4),
    "parallel-classical": (1, 4),
    "parallel": (1, 1),
}
NAMES = {"parallel-classical": "karatsuba, halt 4", "parallel": "karatsuba, halt 4"}


def gates_table(results: Results) -> str:
    """Two-input gates of four products, and those saved against Mastrovito's: Patel 2008, 4.3.3."""
    found = results.of("multipliers")
    rows_of = {row["name"]: row for row in found.get("rows", ())}
    head = ["multiplier", "reductions", "AND", "XOR", "gates", "saved", "saved, %"]
    rows: list[list[object]] = []
    full = 0
    for name, (count, reductions) in FOUR.items():
        row = rows_of.get(name)
        if row is None:
            continue
        xor = count * row["xor"] + (count - 1) * WIDTH  # and the sum of four
        total = count * row["and"] + xor
        full = full or total
        saved = [full - total, f"{100 * (full - total) / full:.0f}"] if total < full else ["", ""]
        rows.append([NAMES.get(name, name), reductions, count * row["and"], xor, total, *saved])
    return markdown(head, rows, "lrrrrrr", found)


def page_blocks(cores: Sequence[GhashConfig]) -> Mapping[str, PageBlock]:
    """The tables of GHASH cores in the documents."""
    return {
        "ghash-cores": lambda results: cores_table(cores, results),
        "ghash-saved": saved_table,
        "ghash-reductions": reductions_table,
        "ghash-gates": gates_table,
    }

# SPDX-License-Identifier: Apache-2.0
"""Measurements of the named AES cores and their parts, and the tables made from them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from sealwright.base.results import Job, Result, Results
from sealwright.families.aes import bench, pipes, sboxes
from sealwright.families.aes.config import AesConfig
from sealwright.families.family import PageBlock
from sealwright.report.jobs import SEED, bench_job, packet_files, study_job
from sealwright.report.markdown import figure, markdown

# ---- measurements -------------------------------------------------------------------------------


def headline_job(config: AesConfig) -> Job:
    """Cycles per block, and per change of key."""
    here = Path(__file__).parent
    own = [here / "harness.cpp", here / "chains.h", here / "sim.py"]
    scripts = [*packet_files(), here.parent / "packet/slots.h", *own]
    command = f"bench {config.name}"
    measure = partial(bench.measure, config, SEED)
    return bench_job(config, "bench", command, measure, scripts)


def jobs(cores: Sequence[AesConfig]) -> Iterator[Job]:
    """Every core; S-boxes and pipes."""
    yield from (headline_job(core) for core in cores)
    yield study_job("sboxes", sboxes)
    yield study_job("aes-pipes", pipes)


# ---- tables -------------------------------------------------------------------------------------


def headline(config: AesConfig, results: Results) -> tuple[float | None, Result]:
    """Bits per cycle with the shortest key that the core takes."""
    found = results.of(f"{config.name}.bench")
    return found.get("results", [{}])[0].get("bits_per_cycle"), found


def cores_table(cores: Sequence[AesConfig], results: Results) -> str:
    """Cycles, area, speed."""
    head = ["core", "cycles per block, AES-128", "LUT4", "LUT6", "flip-flops", "RAM bits"]
    head += ["ECP5 LUT4", "block RAMs", "ECP5-6 MHz", "Gb/s", "Gb/s per kLUT6"]
    rows: list[list[object]] = []
    for core in cores:
        bench_of, lut4, lut6, placed = (
            results.of(f"{core.name}.{name}") for name in ("bench", "lut4", "lut6", "ecp5")
        )
        cycles = bench_of.get("results", [{}])[0].get("cycles")
        speed = placed.get("fmax_mhz")
        gbps = 128 / cycles * speed / 1000 if cycles and speed else None
        each = gbps / lut6["lut"] * 1000 if gbps and lut6 else None
        rows.append(
            [
                f"`{core.name}`",
                figure(None if cycles is None else f"{cycles:g}", bench_of),
                figure(lut4.get("lut"), lut4),
                figure(lut6.get("lut"), lut6),
                figure(lut6.get("ff"), lut6),
                figure(lut4.get("ram_bits"), lut4),
                figure(placed.get("lut"), placed),
                figure(placed.get("bram"), placed),
                figure(speed, placed),
                figure(None if gbps is None else f"{gbps:.2f}", bench_of, placed),
                figure(None if each is None else f"{each:.2f}", bench_of, placed, lut6),
            ]
        )
    return markdown(head, rows, "l" + 10 * "r")


def sboxes_table(results: Results) -> str:
    """S-boxes: gates, LUTs, depth."""
    found = results.of("sboxes")
    head = ["S-box", "direction", "AND", "XOR", "other", "gate levels"]
    head += ["LUT4", "levels", "LUT6", "levels", "two on ECP5: LUT4", "block RAMs", "MHz"]
    names = ["sbox", "direction", "and", "xor", "other", "depth"]
    names += ["lut4", "lut4_depth", "lut6", "lut6_depth", "pair_lut4", "pair_bram", "pair_mhz"]
    rows = [[row.get(name) for name in names] for row in found.get("rows", ())]
    return markdown(head, rows, "ll" + 11 * "r", found)


def folds_table(results: Results) -> str:
    """Folded pipes: LUTs, and their share of those of the whole pipe."""
    found = results.of("aes-pipes")
    rows = found.get("folds", ())
    shares = [[row["cycles"], *_beside(row, rows[0])] for row in rows]
    return markdown(("cycles per block", "LUT4", "share", "LUT6", "share"), shares, 5 * "r", found)


def directions_table(results: Results) -> str:
    """Pipes for decryption and for both directions, compared with those for encryption."""
    found = results.of("aes-pipes")
    rows = found.get("directions", ())
    encrypt = {row["sbox"]: row for row in rows if row["direction"] == "encrypt"}
    ratios = [[row["sbox"], row["direction"], *_beside(row, encrypt[row["sbox"]])] for row in rows]
    head = ("S-box", "direction", "LUT4", "ratio", "LUT6", "ratio")
    return markdown(head, ratios, "llrrrr", found)


def _beside(row: Mapping[str, int], whole: Mapping[str, int]) -> list[object]:
    """LUTs of each size, and their ratio to those of another row."""
    pairs = [(row[name], f"{row[name] / whole[name]:.2f}") for name in ("lut4", "lut6")]
    return [value for pair in pairs for value in pair]


def key_changes_table(cores: Sequence[AesConfig], results: Results) -> str:
    """Keys on the fly: cycles of a change, measured beside Table 4.3 of Patel 2008."""
    head = ["core", "cycles, round keys complete", "at worst", "published", "IPI share, %"]
    head += ["of 36 Gb/s", "published"]
    rows: list[list[object]] = []
    for core in cores:
        found = results.of(f"{core.name}.bench")
        if not core.key_first:
            continue
        cycles = [n for change in found.get("key_change", ()) for n in change["cycles"].values()]
        published = bench.PATEL_CHANGES.get(core.key_change)
        (least, worst), average = published or ((None, None), "")
        share = found.get("ipi_share")
        gbps = None if share is None else f"{bench.PATEL_MAX * share:.2f}"
        rows.append(
            [
                f"`{core.name}`",
                figure(min(cycles, default=None), found),
                figure(max(cycles, default=None), found),
                f"{least} to {worst}" if published else "",
                figure(None if share is None else f"{100 * share:.1f}", found),
                figure(gbps, found),
                average,
            ]
        )
    return markdown(head, rows, "l" + 6 * "r")


def page_blocks(cores: Sequence[AesConfig]) -> Mapping[str, PageBlock]:
    """The tables of AES cores in the documents."""
    return {
        "aes-cores": lambda results: cores_table(cores, results),
        "sboxes": sboxes_table,
        "aes-folds": folds_table,
        "aes-directions": directions_table,
        "key-changes": lambda results: key_changes_table(cores, results),
    }

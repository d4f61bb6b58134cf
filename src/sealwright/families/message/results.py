# SPDX-License-Identifier: Apache-2.0
"""Measurements of the named GCM cores, and the tables made from them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from sealwright.base.results import Job, Result, Results
from sealwright.families.family import PageBlock
from sealwright.families.message import bench, hashes, ivs, key_changes, pressure
from sealwright.families.message.config import DEFAULT, MessageConfig
from sealwright.families.message.fresh import GcmFreshConfig
from sealwright.families.message.lanes import LANES
from sealwright.families.message.tables_yang import CORES
from sealwright.families.packet.results import scripts
from sealwright.report.jobs import SEED, bench_job, study_job
from sealwright.report.markdown import figure, markdown

WORKLOADS = {
    "seal": bench.Workload(seed=SEED),
    "open": bench.Workload(op="open", seed=SEED),
    "mixed": bench.Workload(op="mixed", seed=SEED),
    "slots": bench.Workload(op="mixed", slots="random", seed=SEED),
    "aad": bench.Workload(op="mixed", slots="random", aad=20, seed=SEED),
    "keys": bench.Workload(op="mixed", slots="random", keys="mixed", seed=SEED),
}
PACKET = 1500  # bytes of the messages whose bits per cycle stand for a core
_SHOWN = (64, PACKET)  # in the table of all cores


# ---- measurements -------------------------------------------------------------------------------


def _job(config: MessageConfig, name: str, work: bench.Workload) -> Job:
    """Cycles per message under one workload."""
    if bench.is_slow(config):
        work = replace(work, messages=100)
    names = ("op", "slots", "aad", "keys", "messages", "aligned")
    default, options = bench.Workload(), {key: getattr(work, key) for key in names}
    chosen = [
        f"--{key}" if value is True else f"--{key} {value}"
        for key, value in options.items()
        if value != getattr(default, key)
    ]
    listed = bench.default_sizes(config, work.aad)
    command = " ".join(["bench", config.name, *chosen])
    measure = partial(bench.measure, config, listed, work)
    used = scripts(Path(__file__).parent, ("events", "sim"))
    return bench_job(config, f"bench-{name}", command, measure, used)


def headline_job(config: MessageConfig, op: str = "") -> Job:
    """Cycles of sealing, of the only operation that the core has, or of `op`."""
    op = op or bench.default_op(config)
    return _job(config, op, bench.Workload(op=op, seed=SEED))


def _with_changes(cores: Sequence[MessageConfig]) -> list[MessageConfig]:
    """Those whose changes of key are measured: the default core and those made for it."""
    return [core for core in cores if core.name == DEFAULT or core.kind == GcmFreshConfig.kind]


def changes_job(config: MessageConfig) -> Job:
    """Cycles per message when keys change."""
    work = (key_changes.SIZES, key_changes.EVERY)
    measured = partial(key_changes.measure, config, *work)
    used = scripts(Path(__file__).parent, ("events", "sim"))
    return bench_job(config, "bench-fresh", f"bench {config.name} --keys fresh", measured, used)


def _by_lanes(cores: Sequence[MessageConfig]) -> list[MessageConfig]:
    """A core for each number of blocks per cycle."""
    names = {DEFAULT, *(f"gcm-lanes{lanes}" for lanes in LANES)}
    found = [core for core in cores if core.name in names]
    return sorted(found, key=lambda core: core.stream.lanes)


def _pressure_job(config: MessageConfig) -> Job:
    """Cycles between key loads, and with an output that waits."""
    work = (pressure.WORKS, (*pressure.SIZES, pressure.MIX))
    measured = partial(pressure.measure, config, *work)
    used = scripts(Path(__file__).parent, ("events", "sim"))
    return bench_job(config, "bench-pressure", f"bench {config.name} --pressure", measured, used)


def _ivs_job(config: MessageConfig) -> Job:
    """Cycles by the length of an IV."""
    used = scripts(Path(__file__).parent, ("events", "sim"))
    command = f"bench {config.name} --ivs"
    return bench_job(config, "bench-ivs", command, partial(ivs.measure, config), used)


def jobs(cores: Sequence[MessageConfig]) -> Iterator[Job]:
    """Every workload on every core; changes of key, lengths of IVs; GHASH by multiplier."""
    for core in cores:
        yield from (_job(core, name, work) for name, work in WORKLOADS.items())
        if core.stream.lanes > 1:
            yield _job(core, "aligned", bench.Workload(seed=SEED, aligned=True))
    yield from map(changes_job, _with_changes(cores))
    yield from map(_pressure_job, _by_lanes(cores))
    yield from (_ivs_job(core) for core in cores if core.name == DEFAULT)
    yield study_job("hashes", hashes)


# ---- tables -------------------------------------------------------------------------------------


def _rows_of(measured: Result) -> dict[int, dict[str, float]]:
    return {row["size"]: row for row in measured.get("results", ())}


def headline(config: MessageConfig, results: Results) -> tuple[float | None, Result]:
    """Bits per cycle of messages of a full Ethernet packet, sealed if the core seals."""
    found = results.of(f"{config.name}.bench-{bench.default_op(config)}")
    return _rows_of(found).get(PACKET, {}).get("bits_per_cycle"), found


def cores_table(cores: Sequence[MessageConfig], results: Results) -> str:
    """Throughput, area, speed; the default core first."""
    head = ["core", *(f"bits/cycle, {size} B" for size in _SHOWN), "LUT4", "LUT6", "flip-flops"]
    head += ["RAM bits", "ECP5 LUT4", "block RAMs", "ECP5-6 MHz", "least to most", "Gb/s, 1500 B"]
    head += ["Gb/s per kLUT6"]
    rows: list[list[object]] = []
    for core in sorted(cores, key=lambda core: core.name != DEFAULT):
        bench_of, lut4, lut6, placed = (
            results.of(f"{core.name}.{name}") for name in ("bench-seal", "lut4", "lut6", "ecp5")
        )
        cycles = _rows_of(bench_of)
        rate = [cycles.get(size, {}).get("bits_per_cycle") for size in _SHOWN]
        speed = placed.get("fmax_mhz")
        seeds = placed.get("fmax_of_seeds", {}).values()
        spread = f"{min(seeds):.0f} to {max(seeds):.0f}" if seeds else None
        gbps = rate[-1] * speed / 1000 if rate[-1] and speed else None
        each = gbps / lut6["lut"] * 1000 if gbps and lut6 else None
        rows.append(
            [
                f"`{core.name}`",
                *(figure(value, bench_of) for value in rate),
                figure(lut4.get("lut"), lut4),
                figure(lut6.get("lut"), lut6),
                figure(lut6.get("ff"), lut6),
                figure(lut4.get("ram_bits"), lut4),
                figure(placed.get("lut"), placed),
                figure(placed.get("bram"), placed),
                figure(speed, placed),
                figure(spread, placed),
                figure(gbps, bench_of, placed),
                figure(None if each is None else f"{each:.2f}", bench_of, placed, lut6),
            ]
        )
    return markdown(head, rows, "l" + 12 * "r")


def cycles_table(core: MessageConfig, results: Results) -> str:
    """Cycles per message of a core, and bits per cycle beside those of the paper."""
    found = [results.of(f"{core.name}.bench-{name}") for name in ("seal", "open", "slots")]
    seal = found[0]
    head = ["text bytes", "n + 1", "sealing", "opening", "mixed, any slot"]
    head += ["bits/cycle", "Yang 2005, Table 2: bits/cycle"]
    cycles = [_rows_of(each) for each in found]
    rows: list[tuple[object, ...]] = []
    for size in bench.SIZES:
        values = [rows_of.get(size, {}).get("cycles") for rows_of in cycles]
        exact = [
            None if value is None else figure(f"{value:.2f}", source)
            for value, source in zip(values, found, strict=True)
        ]
        rate = cycles[0].get(size, {}).get("bits_per_cycle")
        # Published figures are given as printed.
        paper = str(bench.YANG.get(size, ""))
        rows.append((size, core.cost(size, 0), *exact, figure(rate, seal), paper))
    average = figure(seal.get("ipi_average"), seal)
    rows.append(("Internet mix (IPI)", "", "", "", "", average, str(bench.YANG_IPI)))
    return markdown(head, rows, 7 * "r")


def key_changes_table(cores: Sequence[MessageConfig], results: Results) -> str:
    """Bits per cycle by size and rate of new keys; the share that is left of the Internet mix."""
    pairs = [(size, every) for every in key_changes.EVERY for size in key_changes.SIZES]
    head = ["design", *(f"{size} B, {every} per key" for size, every in pairs)]
    head += ["IPI, 1 per key: %", "published"]
    rows: list[list[object]] = []
    for core in _with_changes(cores):
        found = results.of(f"{core.name}.bench-fresh")
        taken = {(row["size"], row["every"]): row["cycles"] for row in found.get("rows", ())}
        rates = [8 * size / taken[size, n] if taken else None for size, n in pairs]
        share = key_changes.mix_share({s: taken[s, 1] for s in bench.IPI}) if taken else None
        percent = None if share is None else f"{100 * share:.0f}"
        cells = (figure(rate, found) for rate in rates)
        rows.append([f"`{core.name}`", *cells, figure(percent, found), ""])
    for name, (least, most) in key_changes.TABLE_4_3.items():
        reckoned = partial(key_changes.reckoned, least=least, most=most)
        share = key_changes.mix_share({size: reckoned(size, 1) for size in bench.IPI})
        percents = [f"{100 * share:.0f}", str(key_changes.PUBLISHED[name])]
        rows.append([name, *(f"{8 * s / reckoned(s, n):.1f}" for s, n in pairs), *percents])
    return markdown(head, rows, "l" + (len(pairs) + 2) * "r")


def hashes_table(results: Results) -> str:
    """GHASH by multiplier: what it takes all in."""
    found = results.of("hashes")
    head = ("multiplier", "stages", "halt", "`tables`", "LUT6", "levels", "flip-flops", "RAM bits")
    names = ("multiplier", "stages", "halt", "tables", "lut", "depth", "ff", "ram_bits")
    rows = [[row[name] for name in names] for row in found.get("rows", ())]
    for row in rows:
        row[3] = "yes" if row[3] else "no"
    return markdown(head, rows, "lrrlrrrr", found)


def lanes_table(cores: Sequence[MessageConfig], results: Results) -> str:
    """Bits per cycle by size, for one block per cycle and for several."""
    by_lanes = _by_lanes(cores)
    columns = [(core, "bench-seal", "packed") for core in by_lanes]
    columns += [(core, "bench-aligned", "aligned") for core in by_lanes if core.stream.lanes > 1]
    head = ["text bytes"]
    head += [f"{core.stream.lanes}, {how}" for core, _, how in columns]
    found = [results.of(f"{core.name}.{bench_of}") for core, bench_of, _ in columns]
    rates = [_rows_of(each) for each in found]
    rows: list[list[object]] = []
    for size in (size for size in bench.SIZES if size):
        values = [rows_of.get(size, {}).get("bits_per_cycle") for rows_of in rates]
        cells = (figure(v, source) for v, source in zip(values, found, strict=True))
        rows.append([size, *cells])
    mixes = [figure(each.get("ipi_average"), each) for each in found]
    rows.append(["Internet mix (IPI)", *mixes])
    return markdown(head, rows, (1 + len(columns)) * "r")


def pressure_table(cores: Sequence[MessageConfig], results: Results) -> str:
    """Cycles of each run by blocks per cycle, and what its messages, keys and output add up to."""
    by_lanes = _by_lanes(cores)
    head = ["run"]
    head += [f"{core.stream.lanes}: {what}" for core in by_lanes for what in ("cycles", "sum")]
    found = [results.of(f"{core.name}.bench-pressure") for core in by_lanes]
    runs = [{(r["work"], r["size"]): r for r in each.get("rows", ())} for each in found]
    rows: list[list[object]] = []
    for work in pressure.WORKS:
        for size in (*pressure.SIZES, pressure.MIX):
            cells: list[object] = [f"{work.name}, {pressure.name(size)}"]
            for of_core, source in zip(runs, found, strict=True):
                run = of_core.get((work.name, size))
                total = None if run is None else round(run["cost"] + run["keys"] + run["held"])
                cells += [figure(run and run["cycles"], source), figure(total, source)]
            rows.append(cells)
    return markdown(head, rows, "l" + 2 * len(by_lanes) * "r")


def modes_table(cores: Sequence[MessageConfig], results: Results) -> str:
    """The same core for GCM and CWC."""
    head = ["core", "LUT4", "LUT6", "flip-flops", "ECP5 LUT4", "block RAMs", "MHz"]
    rows: list[list[object]] = []
    for core in cores:
        lut4, lut6, placed = (results.of(f"{core.name}.{n}") for n in ("lut4", "lut6", "ecp5"))
        row: list[object] = [f"`{core.name}`"]
        row += [figure(found.get("lut"), found) for found in (lut4, lut6)]
        row += [figure(lut6.get("ff"), lut6)]
        row += [figure(placed.get(key), placed) for key in ("lut", "bram", "fmax_mhz")]
        rows.append(row)
    return markdown(head, rows, "l" + 6 * "r")


def ivs_table(default: MessageConfig, results: Results) -> str:
    """Cycles by the length of an IV."""
    found = results.of(f"{default.name}.bench-ivs")
    rows = [[figure(cell, found) for cell in row] for row in ivs.rows_of(found)] if found else []
    return markdown(ivs.HEAD, rows, "r" * len(ivs.HEAD))


def page_blocks(cores: Sequence[MessageConfig]) -> Mapping[str, PageBlock]:
    """The tables of GCM cores in the documents."""
    (default,) = (core for core in cores if core.name == DEFAULT)
    return {
        "cores": lambda results: cores_table(cores, results),
        "cycles": lambda results: cycles_table(default, results),
        "hashes": hashes_table,
        "message-keys": lambda results: key_changes_table(cores, results),
        "pressure": lambda results: pressure_table(cores, results),
        "ivs": lambda results: ivs_table(default, results),
        "lanes": lambda results: lanes_table(cores, results),
        "cwc-and-gcm": lambda results: modes_table(
            [core for core in cores if core.name in CORES.values()], results
        ),
    }

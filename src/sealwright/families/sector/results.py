# SPDX-License-Identifier: Apache-2.0
"""Measurements of the named sector engines, and the tables made from them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from sealwright.base.results import Job, Result, Results
from sealwright.families.family import PageBlock
from sealwright.families.packet.results import scripts
from sealwright.families.sector import bench, paper
from sealwright.families.sector.conclusions import conclusions_table
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.figures import OURS, figures
from sealwright.model.sector import papers_schedule
from sealwright.report.jobs import SEED, bench_job
from sealwright.report.markdown import figure, markdown


def _job(config: SectorConfig) -> Job:
    """Cycles per data unit, back to back and one at a time."""
    used = scripts(Path(__file__).parent, ("events", "modes", "sim"))
    work = bench.default_work(config, SEED)
    sizes = bench.default_sizes(config)
    measure = partial(bench.measure, config, sizes, work)
    return bench_job(config, "bench", f"bench {config.name}", measure, used)


def jobs(cores: Sequence[SectorConfig]) -> Iterator[Job]:
    """Every core."""
    yield from map(_job, cores)


def headline(config: SectorConfig, results: Results) -> tuple[float | None, Result]:
    """Bits per cycle of the longest data units that are measured."""
    found = results.of(f"{config.name}.bench")
    return found.get("results", [{}])[-1].get("bits_per_cycle"), found


def cycles_table(cores: Sequence[SectorConfig], results: Results) -> str:
    """Calls and cycles for each size of a data unit, back to back and one at a time."""
    head = (
        "core",
        "bytes",
        "calls of AES",
        "cycles, back to back",
        "one at a time",
        "Mancillas-López 2010",
    )
    rows: list[list[object]] = []
    for core in cores:
        found = results.of(f"{core.name}.bench")
        alone: dict[int, int] = {}
        for each in found.get("alone", ()):  # the slower operation of a size
            alone[each["size"]] = max(each["cycles"], alone.get(each["size"], 0))
        rows += [
            [
                f"`{core.name}`",
                row["size"],
                bench.calls(core, row["size"]),
                figure(f"{row['cycles']:.2f}", found),
                figure(alone[row["size"]], found),
                bench.published(core, row["size"]) or "",
            ]
            for row in found.get("results", ())
        ] or [[f"`{core.name}`", *[None] * 5]]
    return markdown(head, rows, "l" + 5 * "r")


def alone_table(results: Results) -> str:
    """Cycles for 512 bytes one at a time: published, by its cycle model, here; and overlapped."""
    head = [
        "scheme",
        "Mancillas-López 2010",
        "by its model",
        "AES sequential: Mancillas-López 2010",
        "by its model",
    ]
    head += ["here, to the first block", "to the last", "sector to sector", "overlapped"]
    rows: list[list[object]] = []
    for mode, name in (paper.NAMES | OURS).items():
        core = f"sector-{mode}"
        alone, spaced, overlapped = (
            figures(core + ending, results, overlapped=not ending or spacing)
            for ending, spacing in (("-pipelined", False), ("-pipelined", True), ("", True))
        )
        bench_of, other = alone.sources[0], overlapped.sources[0]
        published: list[object] = [""] * 4
        if mode in paper.NAMES:
            published = [
                paper.PIPELINED[mode].cycles,
                papers_schedule.alone(mode).last,
                paper.SEQUENTIAL[mode].cycles,
                papers_schedule.alone(mode, pipelined=False).last,
            ]
        rows.append(
            [
                name,
                *published,
                figure(alone.first, bench_of),
                figure(alone.cycles, bench_of),
                figure(spaced.cycles, bench_of),
                figure(overlapped.cycles, other),
            ]
        )
    return markdown(head, rows, "l" + 8 * "r")


def heh_table(results: Results) -> str:
    """HEH and HEHfp beside TET: key loads, cycles of a sector that is alone, area and clock."""
    head = ["core", "key to ready", "to the first block, encrypting", "decrypting"]
    head += ["sector to sector", "LUT4", "registers", "MHz"]
    rows: list[list[object]] = []
    for mode in ("tet", *OURS):
        core = f"sector-{mode}-pipelined"
        bench_of, luts, placed = (results.of(f"{core}.{end}") for end in ("bench", "lut4", "ecp5"))
        of_sizes = bench_of.get("key_ready_cycles", {}).values()
        ready = [cycles for of_size in of_sizes for cycles in of_size.values()]
        first = {each["op"]: each["first_block"] for each in bench_of.get("alone", ())}
        spaced = [each["cycles"] for each in bench_of.get("results", ())]
        rows.append(
            [
                f"`{core}`",
                figure(max(ready, default=None), bench_of),
                *(figure(first.get(op), bench_of) for op in ("encrypt", "decrypt")),
                figure(max(spaced, default=None), bench_of),
                figure(luts.get("lut"), luts),
                figure(luts.get("ff"), luts),
                figure(placed.get("fmax_mhz"), placed),
            ]
        )
    return markdown(head, rows, "l" + 7 * "r")


def page_blocks(cores: Sequence[SectorConfig]) -> Mapping[str, PageBlock]:
    """The tables of sector engines in the documents."""
    return {
        "sector-cycles": lambda results: cycles_table(cores, results),
        "sector-alone": alone_table,
        "sector-heh": heh_table,
        "conclusions-mancillas": conclusions_table,
    }

# SPDX-License-Identifier: Apache-2.0
"""`make bench`: every measured result of the named cores, kept in results/, and their tables.

Each file of results/ is one measurement: the core with all of its knobs, the command that repeats
it, tool versions, seed, and what came out. A measurement is made again only when something that it
depends on has changed, which the digest in the file tells; place and route takes a quarter of an
hour for each core, and `--quick` leaves it out, and the mutants too. In the end the tables of
README.md and docs/ are written anew from the files: each stands in a fence

    <!-- generated: NAME -->
    <!-- end -->

`--check` measures nothing and lists what is missing or old; `--tables` writes only the tables.
"""

import json
import re
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import Any

from sealwright import cache as store
from sealwright.commands.common import progress
from sealwright.cores.config import core_names, load_core
from sealwright.cores.gcm import GcmConfig
from sealwright.errors import SealwrightError
from sealwright.files import library_files, repo_root, resolve, with_includes
from sealwright.sim.verilator import compiler_version, verilator_version
from sealwright.study import bench, multipliers, mutant_trial, mutants, tables
from sealwright.synth import ecp5, liberty, targets, yosys

FOLDER = "results"
DEFAULT = "gcm-default"  # whose cycles stand beside those of the paper
SEED = 1
WORKLOADS = {
    "seal": bench.Workload(seed=SEED),
    "open": bench.Workload(op="open", seed=SEED),
    "mixed": bench.Workload(op="mixed", seed=SEED),
    "slots": bench.Workload(op="mixed", slots="random", seed=SEED),
    "aad": bench.Workload(op="mixed", slots="random", aad=20, seed=SEED),
    "keys": bench.Workload(op="mixed", slots="random", keys="mixed", seed=SEED),
}
_FENCE = re.compile(r"(?<=<!-- generated: )([\w-]+) -->\n.*?(?=<!-- end -->)", re.S)


@dataclass(frozen=True)
class Job:
    """One measurement; `slow` ones are not among the quick."""

    name: str
    about: Mapping[str, Any]  # core, configuration, command, tools, seed
    inputs: str  # digest of what it depends on
    measure: Callable[[], dict[str, Any]]
    slow: bool = False

    @property
    def path(self) -> Path:
        return repo_root() / FOLDER / f"{self.name}.json"

    def done(self) -> bool:
        """Whether the file is there and of these inputs."""
        found = load(self.name)
        return found is not None and found["inputs"] == self.inputs

    def run(self) -> None:
        """Measures and writes the file, by way of a neighbour that takes its name at the end."""
        found = {**self.about, "inputs": self.inputs, "measured": self.measure()}
        self.path.parent.mkdir(exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(found, indent=1) + "\n")
        part.replace(self.path)


def load(name: str) -> dict[str, Any] | None:
    """A result as it is in its file, None if there is none."""
    path = repo_root() / FOLDER / f"{name}.json"
    if not path.is_file():
        return None
    found: dict[str, Any] = json.loads(path.read_text())
    return found


# ---- measurements -------------------------------------------------------------------------------


def named_cores() -> list[GcmConfig]:
    """The named GCM cores, the default one first."""
    cores = [load_core(name) for name in core_names()]
    found = [core for core in cores if isinstance(core, GcmConfig)]
    return sorted(found, key=lambda core: core.name != DEFAULT)


def sizes(config: GcmConfig, work: bench.Workload) -> list[int]:
    """The default sizes, as far as a store-and-release buffer takes them with AAD and tag."""
    room = config.store_beats if config.release == "store" else 1 << 32
    return [size for size in bench.SIZES if bench.cost(size, work.aad) <= room]


def bench_job(config: GcmConfig, name: str, work: bench.Workload) -> Job:
    """Cycles per message under one workload."""
    options = {"op": work.op, "slots": work.slots, "aad": work.aad, "keys": work.keys}
    default = {"op": "seal", "slots": "same", "aad": 0, "keys": "same"}
    chosen = [f"--{key} {value}" for key, value in options.items() if value != default[key]]
    listed = sizes(config, work)
    if listed != list(bench.SIZES):
        chosen.append(f"--sizes {','.join(map(str, listed))}")
    tools = {"verilator": verilator_version(), "g++": compiler_version()}
    rooms = ("sim", "model")
    scripts = [path for room in rooms for path in (_source() / room).glob("*.*") if path.is_file()]
    scripts.append(Path(bench.__file__))
    return Job(
        f"{config.name}.bench-{name}",
        _about(config, " ".join(["bench", config.name, *chosen]), tools),
        _digest(config, scripts, tools, options, listed),
        lambda: bench.measure(config, listed, work),
    )


def synth_job(config: GcmConfig, target: str) -> Job:
    """Area, depth or speed on one target."""
    tools = ecp5.versions() if target == "ecp5" else {"yosys": yosys.yosys_version()}
    scripts = targets.scripts(target)

    def measure() -> dict[str, Any]:
        found = targets.synth(config.top, config.files(), config.rtl_params(), target, seed=SEED)
        return {name: value for name, value in found.items() if name not in ("params", "tools")}

    return Job(
        f"{config.name}.{target}",
        _about(config, f"synth {config.name} --target {target}", tools),
        _digest(config, scripts, tools, target),
        measure,
        slow=target == "ecp5",
    )


def mutants_job(name: str, options: Sequence[str]) -> Job:
    """What the tests make of faults in the RTL."""

    def measure() -> dict[str, Any]:
        return mutants.measure(mutants.parse(options))

    about = {
        "command": " ".join(["sealwright mutants", *options]),
        "tools": {"verilator": verilator_version(), "yosys": yosys.yosys_version()},
        "seed": SEED,
    }
    lists = sorted((repo_root() / mutants.LISTS).glob("*.toml"))
    inputs = store.digest(mutant_trial.judges(), store.file_digests(lists), list(options))
    return Job(name, about, inputs, measure, slow=True)


def table_job(name: str) -> Job:
    """A table of a paper, measured beside published."""
    return _study_job(
        table_name(name),
        f"sealwright tables {name}",
        lambda: tables.measure(name),
        Path(tables.__file__),
    )


def table_name(name: str) -> str:
    """As the file and the fence of a table are called."""
    return f"table-{name.replace('.', '-')}"


def _study_job(name: str, command: str, measure: Callable[[], dict[str, Any]], script: Path) -> Job:
    """A study of the multipliers, which depends on all of them."""
    scripts = [script, *(_source() / "synth").glob("*.py")]
    files = store.file_digests([*map(resolve, library_files("gf")), *sorted(scripts)])
    tools = ecp5.versions()
    about = {"command": command, "tools": tools, "seed": SEED}
    return Job(name, about, store.digest(files, tools), measure, slow=True)


def _source() -> Path:
    return repo_root() / "src" / "sealwright"


def _about(config: GcmConfig, command: str, tools: Mapping[str, str]) -> dict[str, Any]:
    return {
        "core": config.name,
        "configuration": config.knobs(),
        "command": f"sealwright {command}",
        "tools": dict(tools),
        "seed": SEED,
    }


def _digest(config: GcmConfig, scripts: Sequence[Path], *more: object) -> str:
    files = store.file_digests([*with_includes(config.files()), *sorted(scripts)])
    return store.digest(config.rtl_params(), files, *more)


def jobs() -> Iterator[Job]:
    """Every measurement, the quick ones first."""
    cores = named_cores()
    for core in cores:
        yield from (bench_job(core, name, work) for name, work in WORKLOADS.items())
    for target in sorted(targets.TARGETS, key=lambda name: name == "ecp5"):
        yield from (synth_job(core, target) for core in cores)
    script = Path(multipliers.__file__)
    command = "python -m sealwright.study.results --only multipliers"
    yield _study_job("multipliers", command, multipliers.study, script)
    have_cells = Path(liberty.DEBIAN).is_file()  # else what is in results/ stays
    yield from (table_job(name) for name in tables.TABLES if name != "000.3.3" or have_cells)
    yield mutants_job("mutants-deliberate", ["--deliberate"])
    yield mutants_job("mutants", [])


# ---- tables -------------------------------------------------------------------------------------


def markdown(head: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> str:
    """A table; `right` has an "r" for each column whose numbers stand to the right."""
    rule = ["---:" if i < len(right) and right[i] == "r" else "---" for i in range(len(head))]
    lines = [head, rule, *([_cell(value) for value in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: object) -> str:
    if value is None:
        return "n/a"  # not measured yet
    if isinstance(value, float):
        return f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")


def measured(name: str) -> dict[str, Any]:
    """What a file of results/ says, nothing if there is none."""
    found = load(name)
    result: dict[str, Any] = found["measured"] if found else {}
    return result


def _rows_of(measured: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    return {row["size"]: row for row in measured.get("results", ())}


def cores_table() -> str:
    """The named cores: throughput, area, speed."""
    head = ["core", "bits/cycle, 64 B", "bits/cycle, 1500 B", "LUT4", "LUT6", "flip-flops"]
    head += ["RAM bits", "ECP5 LUT4", "ECP5 MHz", "Gb/s, 1500 B"]
    rows = []
    for core in named_cores():
        cycles = _rows_of(measured(f"{core.name}.bench-seal"))
        rate = {size: cycles.get(size, {}).get("bits_per_cycle") for size in (64, 1500)}
        lut4, lut6, placed = (measured(f"{core.name}.{t}") for t in ("lut4", "lut6", "ecp5"))
        speed = placed.get("fmax_mhz")
        gbps = rate[1500] * speed / 1000 if rate[1500] and speed else None
        area = (lut4.get("lut"), lut6.get("lut"), lut4.get("ff"), lut4.get("ram_bits"))
        rows.append((f"`{core.name}`", rate[64], rate[1500], *area, placed.get("lut"), speed, gbps))
    return markdown(head, rows, "l" + 9 * "r")


def cycles_table() -> str:
    """Cycles per message of the default core, and bits per cycle beside those of the paper."""
    seal, opened, mixed = (measured(f"{DEFAULT}.bench-{n}") for n in ("seal", "open", "slots"))
    head = ["text bytes", "n + 1", "sealing", "opening", "mixed, any slot"]
    head += ["bits/cycle", "003, Table 2: bits/cycle"]
    cycles = [_rows_of(found) for found in (seal, opened, mixed)]
    rows: list[tuple[object, ...]] = []
    for size in bench.SIZES:
        found = [rows_of.get(size, {}).get("cycles") for rows_of in cycles]
        exact = [f"{value:.2f}" if value is not None else None for value in found]
        rate = cycles[0].get(size, {}).get("bits_per_cycle")
        # What the paper prints stays as it is printed.
        paper = str(bench.PAPER_003.get(size, ""))
        rows.append((size, bench.cost(size, 0), *exact, rate, paper))
    average = seal.get("ipi_average")
    rows.append(("Internet mix (IPI)", "", "", "", "", average, str(bench.PAPER_003_IPI)))
    return markdown(head, rows, 7 * "r")


def deliberate_table() -> str:
    """The bugs put in by hand, and the test that fails."""
    rows = [
        (fault["name"], f"`{Path(fault['file']).name}`", f"`{fault['caught_by']}`")
        for fault in measured("mutants-deliberate").get("faults", ())
    ]
    return markdown(("bug", "file", "first test that fails"), rows)


def mutants_table() -> str:
    """How many of the sample were caught, and by what."""
    found = measured("mutants")
    catchers = Counter(
        mutants.catcher(fault["caught_by"])
        for fault in found.get("faults", ())
        if fault["caught_by"] is not None
    )
    rows: list[tuple[object, ...]] = [(f"caught by {n}", k) for n, k in catchers.most_common()]
    rows += [(word, found.get(word)) for word in ("equivalent", "survived")]
    return markdown(("verdict", "faults"), rows, "lr")


def multipliers_table() -> str:
    """All multipliers for GCM."""
    columns = {
        "multiplier": "name",
        "AND": "and",
        "XOR": "xor",
        "of these key alone": "key_only_xor",
        "levels, key stored": "depth",
        "LUT4": "lut4",
        "LUT6": "lut6",
        "LUT6, key stored": "lut6_keyed",
        "flip-flops": "ff",
        "key bits": "stored_bits",
        "cycles": "cycles",
    }
    rows = [
        [row.get(key, "") for key in columns.values()]
        for row in measured("multipliers").get("rows", ())
    ]
    return markdown(list(columns), rows, "l" + 10 * "r")


def key_sides_table() -> str:
    """What tmvp-precomputed stores, and three ways to make it."""
    found = measured("multipliers")
    rows_of = {row["name"]: row for row in found.get("rows", ())}
    head = [
        "halting size",
        "gates per product",
        "key bits",
        "XOR by splitting",
        "XOR on the lattice",
    ]
    head += ["serial: LUT6", "serial: flip-flops", "serial: cycles"]
    rows = []
    for serial in found.get("serial_keys", ()):
        plain = rows_of[f"tmvp-precomputed, halt {serial['halt']}"]
        lattice = rows_of[f"tmvp-precomputed, halt {serial['halt']}, lattice 1"]
        gates = plain["and"] + plain["xor"] - plain["key_only_xor"]
        made = (plain["key_only_xor"], lattice["key_only_xor"])
        rows.append(
            [serial["halt"], gates, plain["stored_bits"], *made]
            + [serial[name] for name in ("lut6", "ff", "cycles")]
        )
    return markdown(head, rows, 8 * "r")


def published_table(name: str) -> str:
    """A table of a paper, with its note."""
    found = measured(table_name(name))
    if not found:
        return f"{name}: n/a"
    rows = [[str(v) if isinstance(v, float) else v for v in row.values()] for row in found["rows"]]
    head = list(found["rows"][0])
    body = markdown(head, rows, "r" * len(head))
    return f"{name}: {found['title']}\n\n{body}\n\n{fill(found['note'], 100)}"


TABLES: dict[str, Callable[[], str]] = {
    "multipliers": multipliers_table,
    "key-sides": key_sides_table,
    **{table_name(name): partial(published_table, name) for name in tables.TABLES},
    "cores": cores_table,
    "cycles": cycles_table,
    "deliberate": deliberate_table,
    "mutants": mutants_table,
}


def pages() -> list[Path]:
    """Where fences may stand."""
    readme = [path for path in (repo_root() / "README.md",) if path.is_file()]
    return readme + sorted((repo_root() / "docs").glob("*.md"))


def renewed(text: str) -> str:
    """A page with the tables of this module made anew; other fences stay."""

    def table(match: "re.Match[str]") -> str:
        made = TABLES.get(match[1])
        return f"{match[1]} -->\n{made()}\n" if made else match[0]

    return _FENCE.sub(table, text)


# ---- the command --------------------------------------------------------------------------------


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m sealwright.study.results`; with --check 1 if anything is missing or old."""
    parser = ArgumentParser(description="every measured result, and the tables made of them")
    parser.add_argument("--quick", action="store_true", help="no place and route, no mutants")
    parser.add_argument("--only", metavar="TEXT", default="", help="names with this in them")
    parser.add_argument("--check", action="store_true", help="only list what is missing or old")
    parser.add_argument("--tables", action="store_true", help="only write the tables anew")
    args = parser.parse_args(argv)
    try:
        wanted = [job for job in jobs() if args.only in job.name and not (args.quick and job.slow)]
        chosen = [] if args.tables else wanted
        todo = [job for job in chosen if not job.done()]
        for number, job in enumerate(todo, start=1):
            progress(f"results: {number} of {len(todo)}: {job.name}")
            if not args.check:
                job.run()
        for page in pages() if not args.check else ():
            page.write_text(renewed(page.read_text()))
    except SealwrightError as error:
        print(f"results: {error}", file=sys.stderr)
        return error.exit_code
    print(f"{len(chosen)} results, {len(chosen) - len(todo)} were up to date")
    return 1 if args.check and todo else 0


if __name__ == "__main__":
    sys.exit(main())

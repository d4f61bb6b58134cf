# SPDX-License-Identifier: Apache-2.0
"""`make bench`: every measured result of cores, S-boxes and multipliers, kept in results/.

Each file of results/ is one measurement: the core with all of its knobs, the command that repeats
it, tool versions, seed, and what came out. A measurement is made again only when something that it
depends on has changed, which the digest in the file tells; place and route takes a quarter of an
hour for each core, and `--quick` leaves it out, and the mutants too. In the end the tables of
README.md and docs/ are written anew from the files (sealwright.study.result_tables).

`--check` measures nothing and lists what is missing or old; `--tables` writes only the tables.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from sealwright.base import store
from sealwright.base.errors import SealwrightError
from sealwright.base.files import library_files, repo_root
from sealwright.base.results import Job, aes_cores, named_cores, table_name
from sealwright.base.sources import rtl_digests
from sealwright.commands.common import progress
from sealwright.cores.config import CoreConfig
from sealwright.families.aes import bench as aes_bench
from sealwright.families.aes import pipes as aes_pipes
from sealwright.families.aes import sboxes
from sealwright.families.aes.config import AesConfig
from sealwright.families.gcm import bench
from sealwright.families.gcm.config import GcmConfig
from sealwright.study import multipliers, mutant_trial, mutants, tables
from sealwright.study.result_tables import pages, renewed
from sealwright.synth import ecp5, liberty, targets
from sealwright.tools import yosys
from sealwright.tools.verilator import compiler_version, verilator_version

SEED = 1
WORKLOADS = {
    "seal": bench.Workload(seed=SEED),
    "open": bench.Workload(op="open", seed=SEED),
    "mixed": bench.Workload(op="mixed", seed=SEED),
    "slots": bench.Workload(op="mixed", slots="random", seed=SEED),
    "aad": bench.Workload(op="mixed", slots="random", aad=20, seed=SEED),
    "keys": bench.Workload(op="mixed", slots="random", keys="mixed", seed=SEED),
}


# ---- measurements -------------------------------------------------------------------------------


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
    scripts = [*_simulation(), Path(bench.__file__)]
    return Job(
        f"{config.name}.bench-{name}",
        _about(config, " ".join(["bench", config.name, *chosen]), tools),
        _digest(config, scripts, tools, options, listed),
        lambda: bench.measure(config, listed, work),
    )


def aes_bench_job(config: AesConfig) -> Job:
    """Cycles per block, and per change of key."""
    tools = {"verilator": verilator_version(), "g++": compiler_version()}
    scripts = [*_simulation(), Path(aes_bench.__file__)]
    return Job(
        f"{config.name}.bench",
        _about(config, f"bench {config.name}", tools),
        _digest(config, scripts, tools),
        lambda: aes_bench.measure(config, SEED),
    )


def aes_study_job(name: str, study: ModuleType) -> Job:
    """S-boxes, or pipes with them: many modules of AES in one file."""
    placed = "ecp5" in study.TARGETS
    tools = ecp5.versions() if placed else {"yosys": yosys.yosys_version()}
    command = f"python -m sealwright.study.results --only {name}"
    scripts = {path for target in study.TARGETS for path in targets.scripts(target)}
    scripts.add(Path(study.__file__ or ""))
    inputs = store.digest(rtl_digests(study.FILES, study.TOPS), _digests(scripts), tools)
    about = {"command": command, "tools": tools, "seed": SEED}
    return Job(name, about, inputs, study.study, slow=placed)


def synth_job(config: CoreConfig, target: str) -> Job:
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
    shown = tables.TABLES[name]
    scripts = {Path(sys.modules[shown.rows.__module__].__file__ or "")}
    for target in shown.targets:
        scripts.update(targets.scripts(target))
    tools = {"yosys": yosys.yosys_version()}
    if "ecp5" in shown.targets:
        tools |= ecp5.versions()
    if shown.simulated:
        scripts.update(_simulation())
        tools |= {"verilator": verilator_version(), "g++": compiler_version()}
    files = [path for library in shown.libraries for path in library_files(library)]
    inputs = store.digest(rtl_digests(files), _digests(scripts), tools)
    about = {"command": f"sealwright tables {name}", "tools": tools, "seed": SEED}
    needs = liberty.DEBIAN if "liberty" in shown.targets else ""
    return Job(
        table_name(name), about, inputs, lambda: tables.measure(name), slow=True, needs=needs
    )


def multipliers_job() -> Job:
    """The study of the multipliers, which depends on all of them."""
    others = ("ecp5.py", "liberty.py")
    synth = [path for path in (_source() / "synth").glob("*.py") if path.name not in others]
    tools = ecp5.versions()
    scripts = _digests([Path(multipliers.__file__), *synth])
    inputs = store.digest(rtl_digests(library_files("gf")), scripts, tools)
    command = "python -m sealwright.study.results --only multipliers"
    about = {"command": command, "tools": tools, "seed": SEED}
    return Job("multipliers", about, inputs, multipliers.study, slow=True)


def _source() -> Path:
    return repo_root() / "src" / "sealwright"


def _simulation() -> list[Path]:
    """The files of the toolkit on which figures from simulation depend."""
    rooms = ("tools", "model")
    kinds = ("events.py", "sim.py", "*.cpp", "*.h")
    found = [path for room in rooms for path in (_source() / room).glob("*.*")]
    found += [path for kind in kinds for path in (_source() / "families").glob(f"*/{kind}")]
    return [path for path in found if path.is_file()]


def _about(config: CoreConfig, command: str, tools: Mapping[str, str]) -> dict[str, Any]:
    return {
        "core": config.name,
        "configuration": config.knobs(),
        "command": f"sealwright {command}",
        "tools": dict(tools),
        "seed": SEED,
    }


def _digest(config: CoreConfig, scripts: Sequence[Path], *more: object) -> str:
    rtl = rtl_digests(config.files(), [config.top])
    return store.digest(config.rtl_params(), rtl, _digests(scripts), *more)


def _digests(scripts: Iterable[Path]) -> list[tuple[str, str]]:
    return store.file_digests(sorted(scripts))


def jobs() -> Iterator[Job]:
    """Every measurement, the quick ones first."""
    cores, ciphers = named_cores(), aes_cores()
    for core in cores:
        yield from (bench_job(core, name, work) for name, work in WORKLOADS.items())
    yield from (aes_bench_job(core) for core in ciphers)
    yield aes_study_job("sboxes", sboxes)
    yield aes_study_job("aes-pipes", aes_pipes)
    for target in sorted(targets.TARGETS, key=lambda name: name == "ecp5"):
        yield from (synth_job(core, target) for core in (*cores, *ciphers))
    yield multipliers_job()
    yield from (table_job(name) for name in tables.TABLES)
    yield mutants_job("mutants-deliberate", ["--deliberate"])
    yield mutants_job("mutants", [])


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
            if args.check:
                continue
            if job.needs and not Path(job.needs).is_file():
                progress(f"results: {job.name} stays as it is: there is no {job.needs}")
            else:
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

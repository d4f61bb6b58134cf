# SPDX-License-Identifier: Apache-2.0
"""`make bench`: every measured result of cores, S-boxes and multipliers, kept in results/.

Each file of results/ is one measurement: the core with all of its knobs, the command that repeats
it, tool versions, seed, and the outcome. A measurement is repeated only when something that it
depends on has changed, which the digests in the file show. Place and route takes a quarter of an
hour for each core; `--quick` leaves it out, and what else is slow (standard cells, parts, layout,
multipliers, mutants). In the end the tables of README.md and docs/ are updated from the files
(sealwright.study.result_tables). A measurement that fails is told, and the others go on.

Where the sources of a result have changed, what they elaborate to is compared with what was
measured (sealwright.synth.fingerprint), in up to a minute for each core: if it is the same, as
after a change of names, the result stays, and its file says so from then on.

`--check` measures and writes nothing, and lists what is missing or old; `--confirm` writes down
what is the same, and measures nothing; `--tables` writes only the tables, in which a result of
other sources is old until it has been confirmed.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sealwright.base import store
from sealwright.base.console import progress
from sealwright.base.errors import SealwrightError, UsageError
from sealwright.base.files import need_checkout, repo_root
from sealwright.base.results import Inputs, Job, Results, load
from sealwright.base.signals import end_on_signals
from sealwright.cores import multiplier as formulas
from sealwright.families import cores_of, families, load_core
from sealwright.report.jobs import SEED, cycles_job, device_job, study_job, synth_job, table_job
from sealwright.report.svg import write
from sealwright.study import (
    def_file,
    device_tables,
    layout,
    memories,
    multipliers,
    mutant_trial,
    mutants,
    rc_file,
    tables,
)
from sealwright.study.all_cores import too_large
from sealwright.study.result_tables import pages, renewed
from sealwright.synth import memories as mapping
from sealwright.synth import multiplier, targets
from sealwright.tools import yosys
from sealwright.tools.verilator import verilator_version

# ---- measurements -------------------------------------------------------------------------------


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
    tried = store.digest(mutant_trial.conditions(), store.file_digests(lists), list(options))
    inputs = Inputs(method=tried, code="")
    return Job(name, about, inputs, measure, slow=True)


def multipliers_job() -> Job:
    """The study of the multipliers, which takes formulas too."""
    scripts = [Path(module.__file__ or "") for module in (multiplier, formulas)]
    return study_job("multipliers", multipliers, scripts, slow=True)


def memories_job() -> Job:
    """Each memory in each flow."""
    scripts = [Path(module.__file__ or "") for module in (mapping, yosys)]
    return study_job("memories", memories, scripts)


def layout_job() -> Job:
    """Place and route in standard cells, where the operating system has the tools."""
    scripts = [Path(module.__file__ or "") for module in (layout, def_file, rc_file, yosys)]
    job = study_job("layout", layout, scripts, slow=True)
    return replace(job, needs=layout.QFLOW, more_tools=layout.versions)


def jobs() -> Iterator[Job]:
    """Every measurement, the quick ones first."""
    cores = {family: cores_of(name) for name, family in families().items()}
    for family, own in cores.items():
        yield from family.jobs(own)
    for target in sorted(targets.TARGETS, key=lambda name: name == "ecp5"):
        for core in (core for f, own in cores.items() if target in f.targets for core in own):
            if target != "ecp5" or not too_large(core.name, target):
                yield synth_job(core, target)
    for name, target in device_tables.MEASURED:
        if not too_large(name, target):
            yield device_job(load_core(name), target)
    yield memories_job()
    yield multipliers_job()
    yield layout_job()
    for name, shown in tables.TABLES.items():
        yield from shown.jobs()
        if shown.measure is not None:
            yield table_job(name, shown, shown.measure)
        if shown.simulate is not None:
            yield cycles_job(name, shown, shown.simulate)
    yield mutants_job("mutants-deliberate", ["--deliberate"])
    yield mutants_job("mutants", [])


def results() -> Results:
    """What has been measured, and which of it is old."""
    return Results(frozenset(job.name for job in jobs() if not job.done()))


# ---- the command --------------------------------------------------------------------------------


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m sealwright.study.results`; with --check 1 if anything is missing or old."""
    parser = ArgumentParser(description="every measured result, and the tables made of them")
    parser.add_argument("--quick", action="store_true", help="without what is slow")
    parser.add_argument("--only", metavar="TEXT", default="", help="names with this in them")
    parser.add_argument("--check", action="store_true", help="only list what is missing or old")
    parser.add_argument("--confirm", action="store_true", help="keep what is the same design")
    parser.add_argument("--tables", action="store_true", help="only update the tables")
    args = parser.parse_args(argv)
    code = 0
    if argv is None:
        end_on_signals("results")
    try:
        need_checkout("results")
        if args.tables and (args.only or args.quick or args.confirm):
            raise UsageError("--tables measures nothing: leave out --only, --quick and --confirm")
        named = [job for job in jobs() if args.only in job.name]
        if not named:
            raise UsageError(f"--only {args.only}: no result has this in its name")
        wanted = [job for job in named if not (args.quick and job.slow)]
        chosen = [] if args.tables else wanted
        changed = [job for job in chosen if not job.done()]
        todo = [job for job in chosen if not _stays(job, write=not args.check)]
        for number, job in enumerate(todo, start=1):
            if args.check or args.confirm:
                progress(f"results: {'old' if load(job.name) else 'missing'}: {job.name}")
            else:
                code = _measure(job, f"{number} of {len(todo)}") or code
        if not args.check:
            found = results()
            for page in pages():
                text = page.read_text(encoding="utf-8")
                write(page, renewed(text, found).removesuffix("\n"))
    except SealwrightError as error:
        print(f"results: {error}", file=sys.stderr)
        return error.exit_code
    print(f"{len(chosen)} results, {len(chosen) - len(todo)} were up to date")
    if args.check and len(changed) > len(todo):
        print(f"{len(changed) - len(todo)} of them are of the same design: --confirm notes it")
    return 1 if todo and (args.check or args.confirm) else code


def _stays(job: Job, *, write: bool) -> bool:
    """Whether other sources elaborate to what was measured; its file is told at once.

    Says so first: each takes up to a minute, and a run that ends early keeps what it found.
    """
    if job.comparable():
        progress(f"results: {job.name}: its sources changed, comparing the designs ...")
    stays = job.same()
    if stays and write:
        job.confirm()
    return stays


def _measure(job: Job, which: str) -> int:
    """One measurement, unless the operating system lacks what it needs; the exit code."""
    if job.needs and not Path(job.needs).is_file():
        progress(f"results: {job.name} stays as it is: there is no {job.needs}")
    else:
        progress(f"results: {which}: {job.name}")
        try:
            job.run()
        except SealwrightError as error:
            print(f"results: {job.name}: {error}", file=sys.stderr)
            return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())

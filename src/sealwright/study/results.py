# SPDX-License-Identifier: Apache-2.0
"""`make bench`: every measured result of cores, S-boxes and multipliers, kept in results/.

Each file of results/ is one measurement: the core with all of its knobs, the command that repeats
it, tool versions, seed, and the outcome. A measurement is repeated only when something that it
depends on has changed, which the digest in the file shows. Place and route takes a quarter of an
hour for each core; `--quick` leaves it out, and the mutants too. In the end the tables of README.md
and docs/ are updated from the files (sealwright.study.result_tables).

`--check` measures nothing and lists what is missing or old; `--tables` writes only the tables.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sealwright.base import store
from sealwright.base.console import progress
from sealwright.base.errors import SealwrightError
from sealwright.base.files import library_files, need_checkout, repo_root
from sealwright.base.results import Job, Results, load
from sealwright.base.signals import end_on_signals
from sealwright.base.sources import rtl_digests
from sealwright.families import cores_of, families
from sealwright.report.jobs import SEED, digests, only, source, synth_job, table_job
from sealwright.study import multipliers, mutant_trial, mutants, tables
from sealwright.study.all_cores import too_large
from sealwright.study.result_tables import pages, renewed
from sealwright.synth import ecp5, targets
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
    inputs = store.digest(mutant_trial.conditions(), store.file_digests(lists), list(options))
    return Job(name, about, inputs, measure, slow=True)


def multipliers_job() -> Job:
    """The study of the multipliers, which depends on all of them."""
    others = ("ecp5.py", "liberty.py")
    synth = [path for path in source("synth").glob("*.py") if path.name not in others]
    tools = ecp5.versions()
    scripts = digests([Path(multipliers.__file__), *synth])
    inputs = store.digest(rtl_digests(library_files("gf")), scripts, tools)
    about = {"command": only("multipliers"), "tools": tools, "seed": SEED}
    return Job("multipliers", about, inputs, multipliers.study, slow=True)


def jobs() -> Iterator[Job]:
    """Every measurement, the quick ones first."""
    cores = {family: cores_of(name) for name, family in families().items()}
    for family, own in cores.items():
        yield from family.jobs(own)
    for target in sorted(targets.TARGETS, key=lambda name: name == "ecp5"):
        for core in (core for own in cores.values() for core in own):
            if target != "ecp5" or not too_large(core):
                yield synth_job(core, target)
    yield multipliers_job()
    for name, shown in tables.TABLES.items():
        if shown.from_results is None:
            yield table_job(name, shown, partial(tables.measure, name))
    yield mutants_job("mutants-deliberate", ["--deliberate"])
    yield mutants_job("mutants", [])


def results() -> Results:
    """What has been measured, and which of it is old."""
    return Results(frozenset(job.name for job in jobs() if not job.done()))


# ---- the command --------------------------------------------------------------------------------


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m sealwright.study.results`; with --check 1 if anything is missing or old."""
    parser = ArgumentParser(description="every measured result, and the tables made of them")
    parser.add_argument("--quick", action="store_true", help="no place and route, no mutants")
    parser.add_argument("--only", metavar="TEXT", default="", help="names with this in them")
    parser.add_argument("--check", action="store_true", help="only list what is missing or old")
    parser.add_argument("--tables", action="store_true", help="only update the tables")
    args = parser.parse_args(argv)
    if argv is None:
        end_on_signals("results")
    try:
        need_checkout("results")
        wanted = [job for job in jobs() if args.only in job.name and not (args.quick and job.slow)]
        chosen = [] if args.tables else wanted
        todo = [job for job in chosen if not job.done()]
        for number, job in enumerate(todo, start=1):
            if args.check:
                progress(f"results: {'old' if load(job.name) else 'missing'}: {job.name}")
                continue
            progress(f"results: {number} of {len(todo)}: {job.name}")
            if job.needs and not Path(job.needs).is_file():
                progress(f"results: {job.name} stays as it is: there is no {job.needs}")
            else:
                job.run()
        if not args.check:
            found = results()
            for page in pages():
                page.write_text(renewed(page.read_text(), found))
    except SealwrightError as error:
        print(f"results: {error}", file=sys.stderr)
        return error.exit_code
    print(f"{len(chosen)} results, {len(chosen) - len(todo)} were up to date")
    return 1 if args.check and todo else 0


if __name__ == "__main__":
    sys.exit(main())

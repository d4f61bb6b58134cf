# SPDX-License-Identifier: Apache-2.0
"""`sealwright datasheet`: everything about a core on one page, as HTML or PDF.

Cycles, area and clock are those of results/, marked where something has changed since; nothing is
simulated, except for waveforms. A core with other knobs than a named one has no results there.
"""

import sys
from argparse import ArgumentParser, Namespace

from sealwright.base.console import emit
from sealwright.base.results import Result, load, measured
from sealwright.base.streams import is_standard_output, output_stream
from sealwright.cores.config import CoreConfig
from sealwright.families import family_of, is_named
from sealwright.families.arguments import core_of
from sealwright.report.datasheet import Cost, datasheet_html
from sealwright.report.jobs import synth_job
from sealwright.report.pdf import browser, pdf
from sealwright.synth.targets import TARGETS


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("output", metavar="OUT", help="the page; - for standard output")
    parser.add_argument("--pdf", action="store_true", help="as PDF, by an installed Chromium")
    parser.add_argument("--no-waves", action="store_true", help="leaves waveforms out")


def run(args: Namespace) -> int:
    config = core_of(args)
    if args.pdf:
        browser()  # before the work: it says if there is none
    aside = is_standard_output(args.output)  # the summary never goes where the page goes
    with output_stream(args.output) as writer:  # before the work: it says what cannot be written
        text = page(config, waves=not args.no_waves)
        # A file's name, and so a core's, may hold what is no text.
        made = pdf(text) if args.pdf else text.encode(errors="backslashreplace")
        size = writer.write(made)
    result = {"core": config.name, "output": args.output, "bytes": size}
    said = f"{args.output}: datasheet of {config.name}, {size:,} bytes"
    emit(args, result, said, sys.stderr if aside else sys.stdout)
    return 0


def page(config: CoreConfig, *, waves: bool) -> str:
    """The page as HTML."""
    family = family_of(config)
    parts = family.datasheet(config, _cycles(config))
    drawn = family.waveforms(config) if waves else ()
    return datasheet_html(
        config,
        parts.with_pictures(drawn),
        costs=_costs(config),
        tested=[*family.tested, *_faults()],
    )


def _cycles(config: CoreConfig) -> Result | None:
    """What its family's bench has measured of it."""
    if not is_named(config):
        return None
    job = family_of(config).headline_job(config)
    return Result(measured(job.name), old=not job.done()) if load(job.name) else None


def _costs(config: CoreConfig) -> list[Cost]:
    """What is measured of it, target by target."""
    if not is_named(config):
        return []
    jobs = [(target, synth_job(config, target)) for target in TARGETS]
    found: list[Cost] = []
    for target, job in jobs:
        kept = load(job.name)
        if kept:
            figures = {"target": target, "tools": kept["tools"], "old": not job.done()}
            found.append({**kept["measured"], **figures})
    return found


def _faults() -> list[str]:
    """What the tests made of faults in the RTL of all cores, when they were last put in."""
    names = {"mutants-deliberate": "faults put in by hand", "mutants": "faults put in at random"}
    found = []
    for name, words in names.items():
        seen = measured(name)
        if seen:
            count = seen["caught"] + seen["survived"]
            last = f"when this was last run, {seen['caught']} of {count} were caught"
            found.append(f"{words}, anywhere in the RTL: {last}")
    return found

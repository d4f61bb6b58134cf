# SPDX-License-Identifier: Apache-2.0
"""`sealwright bench`: cycles of a core, measured in simulation.

Messages or blocks follow each other back to back; source and sink never wait. Their distance is
measured at the input and at the output, and the larger one counts. Every result is compared with
the golden model. Exit code 1 when the core takes more cycles than it promises.
"""

from argparse import ArgumentParser, Namespace

from sealwright.base.console import emit, seed_number
from sealwright.families import family_of
from sealwright.families.arguments import add_options, core_of, options_of


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=seed_number, default=1)
    add_options(parser, "bench")


def run(args: Namespace) -> int:
    config = core_of(args)
    report = family_of(config).bench(config, args.seed, options_of(args, "bench", config))
    lines = [report.text, *(f"MISSED {each}" for each in report.missed)]
    emit(args, {**report.data, "missed": list(report.missed)}, "\n".join(lines))
    return 1 if report.missed else 0

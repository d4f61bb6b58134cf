# SPDX-License-Identifier: Apache-2.0
"""`sealwright check`: known-answer vectors through the simulated RTL.

All vectors run back to back, in shuffled order over all slots of the core, with key loads between
them and without a reset. Without FILE the project's own vectors are used, and those of CAVP for
cores of AES and GHASH alone. Exit code 1 when a vector failed, or when none could be run.
"""

from argparse import ArgumentParser, Namespace

from sealwright.base.console import emit, seed_number
from sealwright.base.errors import CheckFailed
from sealwright.families import family_of
from sealwright.families.arguments import add_options, core_of, options_of


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="*", help=".json or .rsp")
    parser.add_argument("--seed", type=seed_number, default=1, help="of the order and the slots")
    add_options(parser, "check")


def run(args: Namespace) -> int:
    config = core_of(args)
    options = options_of(args, "check", config)
    tally = family_of(config).check(config, args.files, args.seed, options)
    counts = {"core": config.name, **tally.counts()}
    emit(args, counts, f"{config.name}, seed {args.seed}\n{tally.text()}")
    if not tally.passed and not tally.failed:
        why = f": {tally.skips.most_common(1)[0][0]}" if tally.skips else ""
        raise CheckFailed(f"{config.name}: none of the vectors is for this core{why}")
    return 1 if tally.failed or tally.failures else 0

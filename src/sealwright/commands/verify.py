# SPDX-License-Identifier: Apache-2.0
"""`sealwright verify`: lint, elaboration, and a core beside its model under random traffic.

Exit code 1 when anything is wrong. The seed replays a run.
"""

from argparse import ArgumentParser, Namespace

from sealwright.base.console import emit, progress, seed_number
from sealwright.base.errors import UsageError
from sealwright.cores.config import CoreConfig
from sealwright.families import family_of
from sealwright.families.arguments import add_options, core_of, options_of
from sealwright.synth import lint, lint_tools

MOST_MESSAGES = 1_000_000


def lint_core(config: CoreConfig) -> list[lint_tools.LintFinding]:
    """Lint and elaboration by every tool, with the parameters of the core."""
    params = tuple(sorted(config.rtl_params().items()))
    point = lint_tools.Point(config.top, tuple(config.files()), params)
    found = [
        *lint_tools.lint_verilator(point),
        *lint_tools.lint_slang(point),
        *lint_tools.lint_yosys(point),
    ]
    found += lint_tools.lint_verible(point.files)
    return lint.waive(found, partly=True)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=seed_number, default=1, help="replays a run")
    parser.add_argument(
        "--messages", type=int, default=2000, help="messages or blocks per variant, at least"
    )
    add_options(parser, "verify")


def run(args: Namespace) -> int:
    if not 1 <= args.messages <= MOST_MESSAGES:
        raise UsageError(f"--messages {args.messages}: must be 1 to {MOST_MESSAGES}")
    config = core_of(args)
    options = options_of(args, "verify", config)
    progress(f"verify: linting {config.name} with its parameters")
    faults = [str(finding) for finding in lint_core(config)]
    found = family_of(config).verify(config, args.seed, args.messages, options)
    faults += found.faults
    verdict = f"{len(faults)} faults" if faults else "ok"
    lines = [*found.lines, *faults, f"{config.name}, seed {args.seed}: {verdict}"]
    report = {"core": config.name, "seed": args.seed, "passed": not faults, "faults": faults}
    emit(args, {**report, **found.data}, "\n".join(lines))
    return 1 if faults else 0

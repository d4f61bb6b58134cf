# SPDX-License-Identifier: Apache-2.0
"""`sealwright verify`: lint, elaboration, and a core beside its model under random traffic.

Exit code 1 when anything is wrong. The seed replays a run. With --random, so many configurations
are drawn from all that the knobs of a family allow, and each is compared with its model.
"""

from argparse import ArgumentParser, Namespace
from random import Random
from typing import Any

from sealwright.base.console import emit, progress, seed_number
from sealwright.base.errors import UsageError
from sealwright.cores.config import CoreConfig
from sealwright.cores.draw import draw
from sealwright.families import cores_of_kinds, family_of, load_core
from sealwright.families.arguments import add_core, add_options, core_of, options_of
from sealwright.families.family import Family
from sealwright.synth import lint, lint_tools

MOST_MESSAGES = 1_000_000
MOST_CORES = 10_000
DEFAULT = "gcm-default"  # whose family --random draws from


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
    add_core(parser, optional=True)
    parser.add_argument(
        "--random",
        metavar="N",
        type=int,
        help="N random configurations of the family of CORE (gcm-default), without lint",
    )
    parser.add_argument("--seed", type=seed_number, default=1, help="replays a run")
    parser.add_argument(
        "--messages", type=int, default=2000, help="messages or blocks per variant, at least"
    )
    add_options(parser, "verify")


def run(args: Namespace) -> int:
    if not 1 <= args.messages <= MOST_MESSAGES:
        raise UsageError(f"--messages {args.messages}: must be 1 to {MOST_MESSAGES}")
    if args.random is not None:
        return _random(args)
    if args.core is None:
        raise UsageError(
            "verify: CORE is missing; `sealwright cores` lists them, or give --random N"
        )
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


def drawn(family: Family[Any], seed: int, number: int) -> CoreConfig:
    """A random configuration, as a variant of a named core of its kind."""
    if family.drawn is None:
        raise UsageError(f"--random: not with cores of {family.title}, whose knobs hang together")
    kind, knobs = draw(family.configs, Random(f"{seed} {number}"), family.drawn)
    same = [core.name for core in cores_of_kinds(family.name) if core.kind == kind.kind]
    return load_core(family.default if family.default in same else same[0], knobs)


def _random(args: Namespace) -> int:
    """The cores beside their models; each one's line has the command that repeats it."""
    if not 1 <= args.random <= MOST_CORES:
        raise UsageError(f"--random {args.random}: must be 1 to {MOST_CORES}")
    if args.set:
        raise UsageError("--set: not with --random, which draws every knob")
    args.core = args.core or DEFAULT
    family = family_of(core_of(args))
    found = []
    for number in range(args.random):
        config = drawn(family, args.seed, number)
        options = options_of(args, "verify", config)
        progress(f"verify: {number + 1} of {args.random}: {config.name}")
        faults = family.verify(config, args.seed, args.messages, options).faults
        found.append({"core": config.name, "knobs": config.knobs(), "faults": faults})
    wrong = [each for each in found if each["faults"]]
    lines = [f"{each['core']}: {'; '.join(each['faults']) or 'ok'}" for each in found]
    lines.append(f"{len(found)} configurations, seed {args.seed}: {len(wrong)} with faults")
    emit(args, {"seed": args.seed, "passed": not wrong, "cores": found}, "\n".join(lines))
    return 1 if wrong else 0

# SPDX-License-Identifier: Apache-2.0
"""`sealwright verify`: lint, elaboration, and a core against its model under random traffic.

`verify` simulates the core itself, then two variants with limits so small that they are reached:
one that releases text at once and one that stores it until its tag has been checked. What is right
is said by `rules`. An AES core meets the traffic of `aes.random_blocks`.
"""

from argparse import ArgumentParser, Namespace
from dataclasses import replace

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.commands.common import core_of, emit, gcm_core_of, progress, seed_number
from sealwright.cores.config import CoreConfig
from sealwright.families.aes import random_blocks as aes_random
from sealwright.families.aes.config import AesConfig
from sealwright.families.gcm.config import GcmConfig
from sealwright.families.gcm.coverage import Coverage, variants
from sealwright.families.gcm.random_traffic import RandomTraffic
from sealwright.families.gcm.rules import Rules, run_checked
from sealwright.families.gcm.sim import Cause, GcmSim
from sealwright.synth import lint
from sealwright.tools.traffic import Traffic

PRESETS = ("full", "idle", "stall", "both", "bursty")
BATCH = 120  # messages per preset
ROUNDS = 5  # through the coverage table, at most, when there are messages enough


def random_run(config: GcmConfig, seed: int, messages: int, coverage: Coverage) -> int:
    """Random traffic: at least so many messages, and until every cell of the core has one.

    Returns how many there were. A cell can lose its message to a zeroise behind it, so it takes a
    few rounds at times; a core that leaves a cell empty for longer is reported by the caller.
    """
    coverage.want(config)
    source, rules = RandomTraffic(config, seed), Rules(config)
    with GcmSim(config.rtl_params(), seed=seed % 2**31, asserts=True) as sim:
        batch, missed = 0, set(source.cells)
        while len(source.aimed) < messages or (missed and source.rounds < ROUNDS):
            first = len(source.aimed)
            preset = PRESETS[batch % len(PRESETS)]
            events = source.batch(BATCH)
            where = f"{config.name}, seed {seed}, batch {batch} ({preset})"
            try:
                result = run_checked(sim, rules, events, Traffic.preset(preset, seed + batch))
            except CheckFailed as error:
                raise CheckFailed(f"{where}: {error}") from None
            found = [
                (cell, answer.cause)
                for cell, answer in zip(source.aimed[first:], result.messages, strict=True)
                if cell is not None
            ]
            for cell, cause in found:
                if cause not in (cell.cause, Cause.ZEROISED):
                    raise CheckFailed(f"{where}: {cell} ended with {cause.name}")
            hit = [replace(cell, cause=cause) for cell, cause in found]
            coverage.add(config, hit)
            missed.difference_update(hit)
            batch += 1
    return len(source.aimed)


def lint_core(config: CoreConfig) -> list[lint.LintFinding]:
    """Lint and elaboration by every tool, with the parameters of the core."""
    params = tuple(sorted(config.rtl_params().items()))
    point = lint.Point(config.top, tuple(config.files()), params)
    found = [*lint.lint_verilator(point), *lint.lint_slang(point), *lint.lint_yosys(point)]
    found += lint.lint_verible(point.files)
    return [f for f in lint.waive(found) if f.message != "unused waiver"]


def add_arguments(parser: ArgumentParser) -> None:
    """Arguments of the command besides those of every command."""
    parser.add_argument("--seed", type=seed_number, default=1, help="replays a run")
    parser.add_argument("--messages", type=int, default=2000, help="per variant, at least")


def _verify_aes(args: Namespace, config: AesConfig) -> int:
    """Lint, and random traffic in every rhythm, so many events in each."""
    progress(f"verify: linting {config.name} with its parameters")
    faults, events = [str(finding) for finding in lint_core(config)], 0
    progress(f"verify: {config.name}, seed {args.seed}")
    try:
        events = aes_random.random_run(config, args.seed, args.messages)
    except CheckFailed as error:
        faults.append(str(error))
    verdict = f"{len(faults)} faults" if faults else "ok"
    lines = [f"{events} keys and blocks as the model says", *faults]
    lines.append(f"{config.name}, seed {args.seed}: {verdict}")
    report = {"core": config.name, "seed": args.seed, "passed": not faults}
    emit(args, {**report, "events": events, "faults": faults}, "\n".join(lines))
    return 1 if faults else 0


def run(args: Namespace) -> int:
    """The command; 1 when anything is wrong or a cell of the coverage table is empty."""
    if args.messages < 1:
        raise UsageError(f"--messages {args.messages}: must be 1 or more")
    core = core_of(args)
    if isinstance(core, AesConfig):
        return _verify_aes(args, core)
    config = gcm_core_of(args)
    progress(f"verify: linting {config.name} with its parameters")
    findings = lint_core(config)
    coverage, counts, faults = Coverage(), {}, [str(finding) for finding in findings]
    for variant in variants(config):
        progress(f"verify: {variant.name}, seed {args.seed}")
        try:
            counts[variant.name] = random_run(variant, args.seed, args.messages, coverage)
        except CheckFailed as error:
            faults.append(str(error))
    faults += [f"no message: release {name}, {cell}" for name, cell in coverage.missing()]
    lines = [*(f"{name}: {n} messages as the model says" for name, n in counts.items()), ""]
    lines += [coverage.table(), "", *faults]
    verdict = f"{len(faults)} faults" if faults else "ok"
    lines.append(f"{config.name}, seed {args.seed}: {verdict}")
    report = {
        "core": config.name,
        "seed": args.seed,
        "passed": not faults,
        "messages": counts,
        "faults": faults,
        "coverage": coverage.rows(),
    }
    emit(args, report, "\n".join(lines))
    return 1 if faults else 0

# SPDX-License-Identifier: Apache-2.0
"""GCM cores beside their model under random traffic.

`verify` simulates the core itself, then two variants with limits so small that they are reached:
one that releases text at once and one that stores it until its tag has been checked. The expected
answers are those of `rules`.
"""

from dataclasses import replace

from sealwright.base.console import progress
from sealwright.base.errors import CheckFailed
from sealwright.families.family import Verification
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.coverage import Coverage, variants
from sealwright.families.message.random_traffic import RandomTraffic
from sealwright.families.message.rules import Rules, run_checked
from sealwright.families.message.sim import Cause, MessageSim
from sealwright.tools.traffic import PRESETS, Traffic

BATCH = 120  # messages per preset
ROUNDS = 5  # through the coverage table, at most, when there are messages enough


def random_run(config: MessageConfig, seed: int, messages: int, coverage: Coverage) -> int:
    """Random traffic: at least that many messages, and until every cell of the core has one.

    Returns how many there were. A cell can lose its message to a zeroise after it, so a few rounds
    may be needed; the caller reports a core that leaves a cell empty for longer.
    """
    coverage.want(config)
    source, rules = RandomTraffic(config, seed), Rules(config)
    with MessageSim(config.rtl_params(), seed=seed % 2**31) as sim:
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


def verify(config: MessageConfig, seed: int, messages: int) -> Verification:
    """All variants; a cell of the coverage table without a message is a fault."""
    coverage, counts, faults = Coverage(), {}, []
    for variant in variants(config):
        progress(f"verify: {variant.name}, seed {seed}")
        try:
            counts[variant.name] = random_run(variant, seed, messages, coverage)
        except CheckFailed as error:
            faults.append(str(error))
    faults += [f"no message: release {name}, {cell}" for name, cell in coverage.missing()]
    lines = [*(f"{name}: {n} messages agree with the model" for name, n in counts.items()), ""]
    lines += [coverage.table(), ""]
    return Verification(faults, lines, {"messages": counts, "coverage": coverage.rows()})

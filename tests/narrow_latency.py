# SPDX-License-Identifier: Apache-2.0
"""Latencies of message cores whose blocks take several cycles, against their formulas."""

from sealwright.families.message.bench import Bench, Workload
from sealwright.families.message.narrow import GcmNarrowConfig


def bounded(config: GcmNarrowConfig, op: str) -> None:
    """A block waits for its turn, `fold` - 1 cycles at most.

    And the verdict as long again behind partial blocks, which have fewer beats.
    """
    formula = config.latency(opening=op == "open")
    bench = Bench(config, Workload(op=op))
    found: dict[str, list[int]] = {}
    for size in range(6 * config.fold):
        for stage, cycles in bench.latency().items():
            found.setdefault(stage, []).append(cycles)
        bench.play([bench.message(0, 7 * size % 90)])
    for cycles in found.values():
        assert max(cycles) - min(cycles) < config.fold
    partial = Bench(config, Workload(op=op, aad=33))
    for size in range(6 * config.fold):
        stamps = partial.play([partial.message(0, 17)])[0].stamps
        out = stamps.first_out if config.release == "store" else stamps.last_out
        found["verdict"].append(out - stamps.last_in)
        partial.play([partial.message(0, 7 * size % 90)])
    for stage, cycles in found.items():
        assert formula[stage] - config.fold - 2 <= max(cycles) <= formula[stage]

# SPDX-License-Identifier: Apache-2.0
"""Cycles of messages whose IV of 12 bytes comes as data."""

from dataclasses import replace

from sealwright.families.message.bench import Bench


def spacing(bench: Bench, size: int) -> set[float]:
    """Cycles of each of a hundred messages of that size, at the input and at the output."""
    sent = [replace(bench.message(i, size), iv_in_data=True) for i in range(120)]
    results = bench.play(sent)
    first, last = results[19].stamps, results[119].stamps
    return {(last.last_in - first.last_in) / 100, (last.last_out - first.last_out) / 100}

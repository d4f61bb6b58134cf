# SPDX-License-Identifier: Apache-2.0
"""Traffic of seal_hash_lanes with its own multipliers, those of the lanes and that of the keys."""

from typing import Any

import cocotb
from test_hash_lanes import AHEAD, LANES, bench_of


@cocotb.test(timeout_time=400, timeout_unit="us")
async def any_messages_and_keys(dut: Any) -> None:
    bench = await bench_of(dut)
    loads, done = bench.loads, bench.results
    for rate in (1.0, 0.4):
        for _ in range(40):
            length = bench.rng.choice((1, 2, LANES, AHEAD, AHEAD + 1, bench.rng.randint(1, 100)))
            bench.add(bench.slot(), length)
        while bench.queue:
            if bench.load is None and bench.rng.random() < 0.05:
                bench.load = (bench.slot(), bench.rng.randbytes(16))
            await bench.cycle(bench.count(rate))
        await bench.drain()
    assert bench.results - done == 80
    assert bench.loads > loads

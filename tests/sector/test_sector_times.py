# SPDX-License-Identifier: Apache-2.0
"""How long a sweep takes, and what a partial block costs, in sector engines."""

from dataclasses import replace

import pytest

from sealwright.families.sector.bench import Bench, Workload, expected
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.sim import Barrier, KeyLoad, SectorSim, WaitReady, Zeroise
from sectors import key_of

Core = tuple[SectorSim, SectorConfig]
SWEEP = 512 + 64  # cycles, of engines with buffers of up to 512 blocks


@pytest.mark.parametrize("pulse", [1, 40])
def test_a_sweep_takes_its_cycles(sim: Core, pulse: int) -> None:
    """From the end of the pulse on: the answer to a key that came meanwhile says when it is over.

    The key is for units of one byte, so that it is refused and nothing is derived from it.
    """
    simulation, config = sim
    key, hash_key = key_of(config)
    load = KeyLoad(0, key, 48, hash_key)
    wrong = replace(load, unit=1)
    events = [load, WaitReady(0), Barrier(), Zeroise(cycles=1, pulse=pulse), wrong, Barrier()]
    answer = simulation.run(events).keys[1]
    assert SWEEP + pulse < answer.answered - answer.offered < SWEEP + pulse + 10


def cycles_of(config: SectorConfig, size: int) -> tuple[float, int]:
    """Measured and expected, back to back."""
    bench = Bench(config, Workload("encrypt", units=60))
    bench.load(size)
    return bench.row(size).cycles, expected(config, size)


@pytest.mark.parametrize("sim", ["xts"], indirect=True)
@pytest.mark.parametrize("size", [17, 31, 33, 41])
def test_a_partial_block_costs_xts_one_block(sim: Core, size: int) -> None:
    cycles, calls = cycles_of(sim[1], size)
    assert cycles == calls == -(-size // 16) + 1


@pytest.mark.parametrize("sim", ["heh"], indirect=True)
@pytest.mark.parametrize("size", [481, 496, 497, 511])
def test_a_partial_block_costs_heh_one_block(sim: Core, size: int) -> None:
    """In units long enough for the phases of others to fill the pipe."""
    cycles, calls = cycles_of(sim[1], size)
    assert calls == -(-size // 16) + 2
    assert abs(cycles - calls) < 0.1

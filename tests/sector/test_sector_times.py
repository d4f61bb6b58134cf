# SPDX-License-Identifier: Apache-2.0
"""How long keys, sweeps and single units take in sector engines, and what a partial block costs.

Formulas of the cores are held against simulation."""

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


@pytest.mark.parametrize("sim", ["xts"], indirect=True)
@pytest.mark.parametrize("size", [17, 31, 33, 41])
def test_a_partial_block_costs_xts_one_block(sim: Core, size: int) -> None:
    _, config = sim
    bench = Bench(config, Workload("encrypt", units=60))
    bench.load(size)
    assert bench.row(size).cycles == expected(config, size) == -(-size // 16) + 1


def of_units(config: SectorConfig, size: int) -> SectorConfig:
    """The core with formulas for units of this length."""
    return config.with_knobs(unit_limit=size, buffer_blocks=1024)


def test_a_key_takes_its_formulas(sim: Core) -> None:
    """In an idle core: exactly, unless calls wait for a turn of a folded pipe, or TET's inverse
    for the last of a few ones; the two halves of CHCTR2 take one cycle less."""
    simulation, config = sim
    for bits in config.key_sizes:
        for size in (16, config.unit_limit):
            wanted = of_units(config, size).under(bits)
            key = bytes(range(config.scheme.key_length(bits)))
            hash_key = bytes(range(16)) if config.scheme.has_hash_key else b""
            for slot in range(min(config.slots, 3)):
                load = KeyLoad(slot, key, size, hash_key)
                (found,) = simulation.run([load, WaitReady(slot), Barrier()]).keys
                spare = config.scheme.derivation.calls * (config.cycles - 1)
                spare += 4 if config.scheme.derivation.inverse and size < 64 else 0
                spare += config.mode == "chctr2"
                cycles = found.ready - found.accepted
                assert wanted["key_load"] - spare <= cycles <= wanted["key_load"]
                assert found.accepted - found.offered == wanted["key_hold"]


def test_a_sweep_ends_within_its_formula(sim: Core) -> None:
    """By the answer to a key that came during the pulse."""
    simulation, config = sim
    key, hash_key = key_of(config)
    load = replace(KeyLoad(0, key, 48, hash_key), unit=1)
    answer = simulation.run([Barrier(), Zeroise(cycles=1, pulse=9), load, Barrier()]).keys[0]
    bound = config.under(config.key_sizes[0])["zeroise"]
    assert bound - 10 < answer.answered - answer.offered - 9 <= bound

# SPDX-License-Identifier: Apache-2.0
"""How long keys, sweeps and single units take in sector engines, and what a partial block costs.

Formulas of the cores are held against simulation."""

from dataclasses import replace

import pytest

from rows import nightly
from sealwright.families.sector.bench import Bench, Workload, expected
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.sim import Barrier, KeyLoad, SectorSim, WaitReady, Zeroise
from sealwright.families.sector.times import TIMES
from sectors import BUILT, key_of, small

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
                spare = TIMES[config.mode].calls * (config.cycles - 1)
                spare += 4 if TIMES[config.mode].inverse and size < 64 else 0
                spare += config.mode == "chctr2"
                cycles = found.ready - found.accepted
                assert wanted["key_load"] - spare <= cycles <= wanted["key_load"]
                held = found.accepted - found.offered
                spare = spare if config.mode == "chctr2" else 0  # it loads the first half meanwhile
                assert wanted["key_hold"] - spare <= held <= wanted["key_hold"]


def test_a_sweep_ends_within_its_formula(sim: Core) -> None:
    """By the answer to a key that came during the pulse."""
    simulation, config = sim
    key, hash_key = key_of(config)
    load = replace(KeyLoad(0, key, 48, hash_key), unit=1)
    answer = simulation.run([Barrier(), Zeroise(cycles=1, pulse=9), load, Barrier()]).keys[0]
    bound = config.under(config.key_sizes[0])["zeroise"]
    assert bound - 10 < answer.answered - answer.offered - 9 <= bound


def test_a_unit_by_itself_takes_its_formulas(sim: Core) -> None:
    """At most, and from 16 blocks on exactly, if the pipe is not folded; decryption of TET is
    faster."""
    _, config = sim
    bench = Bench(config, Workload("mixed" if len(config.operations()) > 1 else "encrypt", seed=1))
    sizes = {16, 48, 512, min(config.unit_limit, 2064 - 16 * config.scheme.whole)}
    for size in sorted(sizes | ({17, 33, 500} if not config.scheme.whole else set())):
        bench.load(size)
        wanted = of_units(config, size).under(config.key_sizes[0])
        for found in bench.alone(size):
            exact = size in (512, 2048) and config.cycles == 1
            exact = exact and not (config.mode == "tet" and found.op == "decrypt")
            for name, cycles in (("first_beat", found.first_block), ("last_beat", found.cycles)):
                assert cycles == wanted[name] if exact else cycles <= wanted[name], (
                    size,
                    name,
                    cycles,
                )


@pytest.mark.parametrize("sim", ["hctr2-twkd"], indirect=True)
@pytest.mark.parametrize("bits", [128, 256])
def test_units_with_keys_of_their_own(sim: Core, bits: int) -> None:
    """The key schedule is the pace of short units; a few of the first may come a cycle sooner."""
    bench = Bench(sim[1], Workload("encrypt", units=120))
    bench.config = sim[1].with_knobs(key_sizes=(bits,))
    bench.load(512)
    wanted = sim[1].under(bits)["own_key"]
    assert wanted - 0.05 < bench.row(512).cycles <= wanted


OTHERS = ({"round_stages": 2, "mult_stages": 3, "cycles": 1}, {"cycles": 4, "mult_stages": 2})


@pytest.mark.parametrize("knobs", OTHERS, ids=("stages", "folded"))
@pytest.mark.parametrize("mode", ["xts", *nightly([mode for mode in BUILT if mode != "xts"])])
def test_formulas_of_other_options(mode: str, knobs: dict[str, int]) -> None:
    """Rounds of two stages, and rounds that a call passes four times."""
    config = small(mode, **knobs)
    with SectorSim(config) as simulation:
        test_a_key_takes_its_formulas((simulation, config))
        test_a_unit_by_itself_takes_its_formulas((simulation, config))

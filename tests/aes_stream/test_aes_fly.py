# SPDX-License-Identifier: Apache-2.0
"""Keys on the fly: the cycles that a change of key costs."""

from itertools import product

import pytest

from sealwright.cores.cipher import ROUNDS
from sealwright.cores.engine import KeyCause
from sealwright.families import load_core
from sealwright.families.aes.bench import DISTANCES, Bench, Change, ipi_share, sigma
from sealwright.families.aes.sim import Block, Key


# Cycles of a change when the round keys of the old key are complete, and at worst: the thesis
# (Patel 2008, section 4.2.2) has 4 and 1, and in its Table 4.3 4-14 and 1-14.
@pytest.mark.parametrize(
    ("core", "least", "worst"),
    [("aes-fly-4", 4, 14), ("aes-fly-1", 1, 14), ("aes-fly", 0, 14), ("aes-unrolled", 0, 0)],
)
def test_key_change(core: str, least: int, worst: int) -> None:
    """All pairs of key sizes at all distances agree with the formula and the thesis."""
    config = load_core(core, {"sbox": "table"})
    bench = Bench(config, seed=1)
    seen = set()
    for old, new in product(config.key_sizes, repeat=2):
        cycles = {n: bench.change(old, new, n) for n in DISTANCES}
        assert cycles == {n: config.key_change_cycles(old, n) for n in DISTANCES}
        seen |= set(cycles.values())
    bench.sim.close()
    assert (min(seen), max(seen)) == (least, worst)


@pytest.mark.parametrize("core", ["aes-fly-4", "aes-fly-1", "aes-fly", "aes-unrolled"])
def test_keys_without_a_block(core: str) -> None:
    """Each waits for the round keys of the one before; unrolled, each takes its cycle."""
    config = load_core(core, {"sbox": "table"})
    bench = Bench(config, seed=1)
    for bits, unused in product(config.key_sizes, range(1, 5)):
        each = 1 if core == "aes-unrolled" else ROUNDS[bits] + 1
        events = [bench.key(bits), *bench._blocks(40), *[bench.key(bits) for _ in range(unused)]]
        found = bench.play([*events, bench.key(bits), *bench._blocks(1)]).blocks
        cycles = found[40].first_in - found[39].first_in - 1
        assert cycles == config.key_change_cycles(bits, 40) + unused * each
    bench.sim.close()


@pytest.mark.parametrize("core", ["aes-fly-4", "aes-fly-1", "aes-fly"])
def test_a_refused_key_does_not_wait_for_the_schedule(core: str) -> None:
    """It would hold up the blocks that run ahead of the new round keys."""
    sim = Bench(load_core(core, {"sbox": "table"}), seed=1).sim
    old, new, refused = (bytes([n]) * 32 for n in range(3))
    blocks = [Block(bytes(16))] * 20
    events = [Key(old), *blocks, Key(new), Key(refused, slot=1), *blocks]
    found = sim.run(events)
    sim.close()
    assert [key.cause for key in found.keys] == [
        KeyCause.LOADED,
        KeyCause.LOADED,
        KeyCause.BAD_SLOT,
    ]
    taken, answered = found.keys[1].accepted, found.keys[2].answered
    assert answered - taken <= 4, "the schedule of 256 bits takes 15 cycles"
    gap = load_core(core).key_change_cycles(256, 20)
    first, last = found.blocks[20].first_in, found.blocks[19].first_in
    assert first - last <= 1 + gap + 4


def test_equation_4_1() -> None:
    """By hand: 1500 bytes are 93.75 blocks; four cycles more leave 95.9 % of the throughput."""
    assert sigma(1500, 4) == pytest.approx(0.95908, abs=1e-5)
    assert sigma(44, 14) == pytest.approx(2.75 / 16.75)
    change = Change(128, 128, dict.fromkeys(DISTANCES, 4))
    assert ipi_share([change]) == pytest.approx(
        0.6 * 93.75 / 97.75 + 0.2 * 36 / 40 + 0.15 * 34.5 / 38.5 + 0.05 * 2.75 / 6.75
    )

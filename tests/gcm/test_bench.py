# SPDX-License-Identifier: Apache-2.0
"""The speed of the design, in cycles: n + a + 1 per message, in any mixture.

With parts that simulate fast and take the same cycles.
"""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from corners import CORNERS, FAST
from iv_as_data import spacing
from rows import nightly
from sealwright import cli
from sealwright.families import load_core
from sealwright.families.message import ivs
from sealwright.families.message.bench import (
    SIZES,
    Bench,
    Workload,
    default_sizes,
    ipi_average,
)
from sealwright.families.message.config import GcmConfig

WORKLOADS = {
    "sealing": Workload(messages=150),
    "opening": Workload(messages=150, op="open"),
    "aad": Workload(messages=150, aad=20),
    "random slots": Workload(messages=150, slots="random"),
    "mixed": Workload(messages=150, op="mixed", aad=13, slots="random", keys="mixed"),
}


CORES: dict[str, tuple[str, dict[str, Any]]] = {
    "gcm-default": ("gcm-default", FAST),
    "gcm-store": ("gcm-store", FAST),
    "memory": ("gcm-default", CORNERS["memory"]),  # store-and-release
    **{name: (name, {"sbox": "bram"}) for name in ("gcm-16", "gcm-32", "gcm-64")},
}


@pytest.fixture(
    scope="module",
    params=["gcm-default", "memory", "gcm-32", *nightly(["gcm-store", "gcm-16", "gcm-64"])],
)
def core(request: pytest.FixtureRequest) -> GcmConfig:
    name, knobs = CORES[request.param]
    config = load_core(name, knobs)
    assert isinstance(config, GcmConfig)
    return config


def test_default_sizes_are_those_that_the_core_takes() -> None:
    """With AAD of 20 bytes in two blocks, and a tag."""
    through, store = (load_core(name) for name in ("gcm-default", "gcm-store"))
    assert isinstance(through, GcmConfig) and isinstance(store, GcmConfig)
    assert default_sizes(through, 20) == list(SIZES)
    assert default_sizes(store, 20) == [size for size in SIZES if size < 8192]
    small = replace(store, store_beats=4)  # 16 + 20 + 16 bytes are four beats
    assert default_sizes(small, 20) == [0, 1, 16]


@pytest.mark.parametrize("name", WORKLOADS)
def test_no_dead_cycle_at_any_size(core: GcmConfig, name: str) -> None:
    """At the input and at the output; an empty message may take two cycles."""
    work = replace(WORKLOADS[name], messages=60)
    bench = Bench(core, work)
    sizes = [
        size for size in SIZES if core.cost(size, work.aad) < (core.store_beats or 1 << 20) // 2
    ]
    for size in sizes:
        row = bench.row(size)
        assert row.cycles <= core.cost(size, work.aad), row


@pytest.mark.parametrize("name", WORKLOADS)
def test_a_random_mix_costs_the_sum(core: GcmConfig, name: str) -> None:
    work = WORKLOADS[name]
    mix = Bench(core, work).mix([size for size in SIZES if 0 < size <= 1500])
    block = core.cost(32, 0) - core.cost(16, 0)
    # The span between two last beats leaves out what follows the first and precedes the last.
    assert abs(mix.cycles_in - mix.expected) <= block
    # An opened packet has one beat less than its message has tokens. Held back until the verdict,
    # its last beat may leave one or two cycles earlier in its turn than that of another size; the
    # turns themselves follow each other without a gap.
    shift = 2 * block if core.release == "store" and work.op != "seal" else 0
    assert abs(mix.cycles_out - mix.expected) <= shift


def test_a_source_that_never_waits_is_read_evenly(core: GcmConfig) -> None:
    """Not in bursts, although the input buffer is full."""
    bench = Bench(core, Workload())
    ends = [
        result.stamps.last_in for result in bench.play([bench.message(i, 64) for i in range(90)])
    ]
    assert {after - before for before, after in pairwise(ends[40:])} == {core.cost(64, 0)}


@pytest.mark.parametrize("size", [1, 16, 48, 80])
def test_an_iv_of_12_bytes_as_data_costs_its_beat_and_no_token(core: GcmConfig, size: int) -> None:
    """It comes in while END needs no beat."""
    assert spacing(Bench(core, Workload(aad=20)), size) == {core.cost(size, 20)}


def test_a_key_load_costs_one_aes_slot_and_the_powers(core: GcmConfig) -> None:
    load = Bench(core, Workload()).load()
    assert load is not None
    assert load.lost == load.lost_expected
    assert load.ready <= load.ready_bound


@pytest.mark.parametrize(
    "corner", ["gcm-default", "memory", *nightly(name for name in CORNERS if name != "memory")]
)
@pytest.mark.parametrize("op", ["seal", "open"])
def test_latencies_are_those_of_the_formula(corner: str, op: str) -> None:
    """Of the first beat where there is one before the verdict, and of the verdict."""
    config = load_core("gcm-default", CORNERS.get(corner, FAST))
    assert isinstance(config, GcmConfig)
    formula = config.latency(opening=op == "open")
    names = {"verdict"} if config.release == "store" else {"first_beat", "verdict"}
    assert Bench(config, Workload(op=op)).latency() == {name: formula[name] for name in names}


def test_ipi_average_of_the_paper() -> None:
    """Yang 2005's Table 2 gives 90.0 for C(s) = ceil(s / 16) + 11 ... 12 cycles."""
    average = ipi_average({size: -(-size // 16) + 11 for size in (44, 552, 576, 1500)})
    assert average is not None
    assert 88 < average < 94
    assert ipi_average({64: 5.0}) is None


def test_ivs_of_other_lengths_take_their_blocks_of_the_hash() -> None:
    """And the text waits for the result: as long behind each of them."""
    config = load_core("gcm-default", FAST)
    assert isinstance(config, GcmConfig)
    found = ivs.measure(config, (12, 8, 60), (64, 1500))["rows"]
    rows = {(row["iv"], row["size"]): row for row in found}
    assert [row["hashed"] for row in found] == [0, 0, 2, 2, 5, 5]
    plain = {size: rows[12, size] for size in (64, 1500)}
    assert [row["cycles"] for row in plain.values()] == [5, 95]
    waits = {row["cycles"] - plain[row["size"]]["cycles"] - row["hashed"] for row in found[2:]}
    assert len(waits) == 1
    for row in found[2:]:
        late = row["first_beat"] - plain[row["size"]]["first_beat"] - row["hashed"]
        assert 0 < late <= max(waits)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("gcm-sst", ["--ivs"], "--ivs: gcm-sst takes no IVs of 128 bytes"),
        ("gcm-default", ["--ivs", "--aad", "20"], "--aad: has no effect with --ivs"),
        ("gcm-default", ["--ivs", "--set", "message_limit=80"], "81 messages with one key"),
        ("gcm-default", ["--ivs", "--set", "text_limit=90"], "of 1500 bytes are too long"),
        ("gcm-yang-decrypt", ["--ivs"], "--ivs: gcm-yang-decrypt cannot seal"),
    ],
)
def test_ivs_stand_alone(
    name: str, options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", name, *options]) == 2
    assert words in capsys.readouterr().err

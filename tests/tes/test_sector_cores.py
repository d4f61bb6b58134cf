# SPDX-License-Identifier: Apache-2.0
"""Sector engines of every mode: known answers, random traffic, cycles.

By day one small core for each mode; by night the named cores with all that their knobs allow, and
corners of the knobs.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rows import nightly
from sealwright.base.errors import UsageError
from sealwright.families import cores_of
from sealwright.families.sector import check
from sealwright.families.sector.bench import Bench, Workload, default_work, expected
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.modes import MODES, SIZES
from sealwright.families.sector.sim import (
    Cause,
    KeyCause,
    KeyLoad,
    SectorSim,
    Units,
    WaitReady,
)
from sealwright.families.sector.verify import Coverage, random_run, variants
from sealwright.model.tes import SCHEMES
from sectors import core, small

CORES = cores_of("sector")
BUILT = tuple(dict.fromkeys(config.mode for config in CORES))  # modes that the RTL has
# Of an engine with small units: ends of the knobs that shape it
CORNERS: dict[str, dict[str, Any]] = {
    "least": {"units_in_flight": 1, "slots": 1, "id_width": 1, "mult_stages": 1},
    "most": {"units_in_flight": 16, "round_stages": 4, "mult_stages": 8, "slots": 4},
    "sequential": {"units_in_flight": 1, "cycles": 8, "key_sizes": (128,)},
    "two pipes": {"pipes": 2},
    "memory": {"sbox": "bram", "round_stages": 2},
    "folded": {"cycles": 2, "status": "unit"},
}


@pytest.fixture(scope="module", params=BUILT)
def sim(request: pytest.FixtureRequest) -> Iterator[tuple[SectorSim, SectorConfig]]:
    config = small(request.param)
    with SectorSim(config) as core_of_mode:
        yield core_of_mode, config


def test_known_answers(sim: tuple[SectorSim, SectorConfig]) -> None:
    """Those that fit such a core, in both directions."""
    simulation, config = sim
    fit = [
        vector
        for vector in check.own_vectors(config)
        if check.skip_reason(vector, config) is None and len(vector.pt) <= config.unit_limit
    ]
    outcome = check.check_vectors(simulation, config, fit)
    assert outcome.failures == [] and outcome.passed == len(fit) > 0


def test_random_traffic(sim: tuple[SectorSim, SectorConfig]) -> None:
    """Every cause, in every operation, by all kinds of traffic."""
    coverage = Coverage()
    random_run(sim[1], 1, 300, coverage)
    assert coverage.missing() == []
    assert {KeyCause.LOADED, KeyCause.BAD_UNIT} < set(coverage.keys)


def test_units_follow_each_other(sim: tuple[SectorSim, SectorConfig]) -> None:
    """A unit takes the cycles of its calls, at most two more: phases overlap."""
    bench = Bench(sim[1], Workload("encrypt", units=60))
    bench.load(512)
    own_key = 60 if sim[1].mode == "hctr2-twkd" else 0  # its key schedule for each tweak takes 54
    assert bench.row(512).cycles <= max(expected(sim[1], 512) + 2, own_key)
    (alone,) = bench.alone(512)
    assert alone.first_block < alone.cycles


def test_a_key_of_another_length_of_units(sim: tuple[SectorSim, SectorConfig]) -> None:
    """The length belongs to the key: the same slot takes units of another one after a load."""
    simulation, config = sim
    key = bytes(range(config.scheme.key_length(128)))
    hash_key = bytes(range(16)) if config.scheme.has_hash_key else b""
    scheme = SCHEMES[config.mode](key, hash_key or None)
    for size in (512, 16, 48):
        text = (bytes(size),)
        load = KeyLoad(0, key, size, hash_key)
        (result,) = simulation.run([load, WaitReady(0), Units(texts=text)]).commands
        assert result.cause is Cause.NONE
        assert result.text == scheme.encrypt(bytes(16), text[0])


# ---- by night -----------------------------------------------------------------------------------


@pytest.mark.parametrize("config", nightly(CORES), ids=lambda config: config.name)
def test_named_core(config: SectorConfig) -> None:
    """Known answers of every key size and length, and random traffic."""
    outcome = check.check_core(config, check.own_vectors(config))
    assert outcome.failures == [] and outcome.passed > 0
    assert set(outcome.skips) <= {
        f"{config.name} has no SM4",
        f"{config.name} refuses keys of two equal halves",
        *(f"{config.name} has no AES-{bits}" for bits in {*SIZES} - {*config.key_sizes}),
    }
    coverage = Coverage()
    for variant in variants(config):
        random_run(variant, 2, 2000, coverage)
    assert coverage.missing() == []


@pytest.mark.nightly
def test_cavp() -> None:
    """All of NIST's vectors for XTS in whole bytes, in both directions."""
    config = core("xts")
    vectors, left = check.vectors_for(config, [], all_of_cavp=True)
    outcome = check.check_core(config, vectors, 1, left)
    assert (outcome.passed, outcome.failed, outcome.skipped) == (2800, 0, left)


@pytest.mark.parametrize("mode", nightly(BUILT))
@pytest.mark.parametrize("corner", nightly(CORNERS))
def test_corners(mode: str, corner: str) -> None:
    knobs = {"unit_limit": 272, "buffer_blocks": 64, **CORNERS[corner]}
    knobs["key_sizes"] = tuple(
        set(knobs.get("key_sizes", (128, 192, 256))) & set(MODES[mode].sizes)
    )
    random_run(core(mode, **knobs), 5, 800, Coverage())


# ---- without a simulation -----------------------------------------------------------------------


def test_a_variant_takes_what_its_vectors_need() -> None:
    config = core("hctr")
    (vector, *_) = check.own_vectors(config)
    long = replace(vector, pt=bytes(5000), ct=bytes(5000), tweak=bytes(65))
    assert check.variant(config, [vector], "gcm") == config
    found = check.variant(config, [vector, long], "le")
    assert (found.unit_limit, found.tweak_limit, found.buffer_blocks) == (5000, 80, 512)
    assert found.bit_order == "le"


def test_vectors_that_cannot_be_run_have_a_reason() -> None:
    config = core("hctr", key_sizes=(128,))
    vector = replace(check.own_vectors(config)[-1], cipher="aes")
    reasons = {
        "has no sm4": replace(vector, cipher="sm4"),
        "has no hch": replace(vector, mode="hch"),
        "has no aes-256": replace(vector, key=bytes(32)),
    }
    for reason, changed in reasons.items():
        assert reason in (check.skip_reason(changed, config) or "").lower()
    equal = replace(vector, mode="xts", key=bytes(32))
    assert "two equal halves" in (check.skip_reason(equal, core("xts")) or "")


def test_files_and_cavp_are_checked() -> None:
    with pytest.raises(UsageError, match="no such file"):
        check.vectors_for(core("hctr"), ["nowhere.json"], all_of_cavp=False)
    with pytest.raises(UsageError, match="--cavp is for XTS"):
        check.vectors_for(core("hctr"), [], all_of_cavp=True)


def test_workloads_of_the_command_line() -> None:
    from sealwright.families.sector.bench import workload

    options = {"count": 1, "units": 200, "slots": "alternate", "keys": "same", "op": None}
    config = core("tet", direction="forward")
    sizes, work = workload(config, 3, {**options, "sizes": None})
    assert (sizes, work) == ([512, 4096], default_work(config, 3))
    for wrong, text in (
        ({"op": "mixed"}, "has only encrypt"),
        ({"sizes": "520"}, "whole blocks"),
        ({"sizes": "8192"}, "from 16 to 4096"),
        ({"units": 0}, "must be 1 or more"),
    ):
        with pytest.raises(UsageError, match=text):
            workload(config, 1, {**options, "sizes": None, **wrong})

# SPDX-License-Identifier: Apache-2.0
"""The cycle model of overlapping phases: what the sector engines are designed for."""

from dataclasses import replace

import pytest

from sealwright.base.errors import CheckFailed
from sealwright.model.sector.schedule import OLDEST_PHASE_FIRST, SCHEMES, Engine, sustained

FLAT = Engine(cipher_latency=12, hash_latency=4, buffer_in=2, buffer_out=2)
DEEP = Engine(cipher_latency=21, hash_latency=9, buffer_in=3, buffer_out=3)
# Cycles for 32 blocks that the engines are to reach, one pipe
AIMS = {
    "xts": 34,
    "hctr": 34,
    "hctr2": 34,
    "hchfp": 36,
    "hch": 37,
    "xcb": 36,
    "tet": 36,
    "heh": 36,
    "heh-fp": 35,
    "eme": 67,
    "eme2": 68,
}


@pytest.mark.parametrize("engine", [FLAT, DEEP], ids=["flat", "deep"])
@pytest.mark.parametrize("scheme", AIMS)
def test_phases_overlap(scheme: str, engine: Engine) -> None:
    """A unit costs about as many cycles as it has calls, or steps of a hash."""
    phases = SCHEMES[scheme](32, engine.mult_stages)
    least = max(phases.calls(), phases.hash_in, phases.hash_out)
    assert 0.99 * least <= sustained(scheme, 32, engine) <= AIMS[scheme]


@pytest.mark.parametrize("scheme", ["hctr2", "xts"])
def test_long_units_cost_their_calls(scheme: str) -> None:
    """At 4,096 bytes no more than two in a hundred above the number of calls."""
    calls = SCHEMES[scheme](256, FLAT.mult_stages).calls()
    assert sustained(scheme, 256, FLAT, units=20) <= 1.02 * calls


def test_chains_come_first() -> None:
    """A stream that goes before the chain of the next unit leaves the pipe empty afterwards."""
    late = replace(FLAT, priority=OLDEST_PHASE_FIRST)
    assert sustained("hchfp", 32, late) > 1.2 * sustained("hchfp", 32, FLAT)


def test_a_buffer_that_is_too_small_is_named() -> None:
    with pytest.raises(CheckFailed, match="a buffer is too small"):
        sustained("hctr", 32, replace(FLAT, buffer_out=0), units=4)

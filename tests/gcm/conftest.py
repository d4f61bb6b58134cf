# SPDX-License-Identifier: Apache-2.0
"""A GCM core for messages with faults."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from corners import FAST
from faulty import Bench
from quick_aes import ROUNDS, by_night, stubs
from rows import nightly
from sealwright.families import load_core
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.coverage import variants
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import MessageSim


@pytest.fixture(scope="module", autouse=True)
def quick_parts(request: pytest.FixtureRequest) -> Iterator[None]:
    """By day, cores with tables or memories as S-boxes have stubs of rounds."""
    with stubs(() if by_night(request) else ROUNDS, "table", "bram"):
        yield


# Cores by variant, of small limits (1) or with a small store (2)
BENCHES: Final[dict[str, tuple[str, dict[str, Any], int]]] = {
    "cut-through": ("gcm-default", FAST, 1),
    "store": ("gcm-default", FAST, 2),
    "32 bits": ("gcm-32", {"sbox": "bram"}, 1),
    "16 bits, store": ("gcm-16", {"sbox": "bram"}, 2),
    "64 bits": ("gcm-64", {"sbox": "bram"}, 1),
    "small": ("gcm-small", {"sbox": "table", "mult_digit": 16}, 1),
}
BY_NIGHT = {"16 bits, store", "64 bits", "small"}


@pytest.fixture(
    scope="module",
    params=[*(each for each in BENCHES if each not in BY_NIGHT), *nightly(sorted(BY_NIGHT))],
)
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A core whose limits are small, and the rules with the state of its slots."""
    name, knobs, variant = BENCHES[request.param]
    config = load_core(name, knobs)
    assert isinstance(config, MessageConfig)
    small = variants(config)[variant]
    with MessageSim(small) as sim:
        yield small, sim, Rules(small)

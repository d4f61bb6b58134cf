# SPDX-License-Identifier: Apache-2.0
"""A GCM core for messages with faults."""

from collections.abc import Iterator

import pytest

from corners import FAST
from faulty import Bench
from quick_aes import ROUNDS, by_night, stubs
from sealwright.families import load_core
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.coverage import variants
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import MessageSim


@pytest.fixture(scope="module", autouse=True)
def quick_parts(request: pytest.FixtureRequest) -> Iterator[None]:
    """By day, cores with tables or memories as S-boxes have stubs of rounds."""
    with stubs(() if by_night(request) else ROUNDS, "table", "bram"):
        yield


@pytest.fixture(scope="module", params=[1, 2], ids=["cut-through", "store"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A core whose limits are small, and the rules with the state of its slots."""
    config = load_core("gcm-default", FAST)
    assert isinstance(config, GcmConfig)
    small = variants(config)[request.param]
    with MessageSim(small) as sim:
        yield small, sim, Rules(small)

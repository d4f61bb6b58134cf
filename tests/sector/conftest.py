# SPDX-License-Identifier: Apache-2.0
"""A small core of every mode."""

from collections.abc import Iterator

import pytest

from quick_aes import ROUNDS, by_night, stubs
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.sim import SectorSim
from sectors import BUILT, small


@pytest.fixture(scope="module", autouse=True)
def quick_parts(request: pytest.FixtureRequest) -> Iterator[None]:
    """By day, cores with tables or memories as S-boxes have stubs of rounds."""
    with stubs(() if by_night(request) else ROUNDS, "table", "bram"):
        yield


@pytest.fixture(scope="module", params=BUILT)
def sim(request: pytest.FixtureRequest) -> Iterator[tuple[SectorSim, SectorConfig]]:
    config = small(request.param)
    with SectorSim(config) as core_of_mode:
        yield core_of_mode, config

# SPDX-License-Identifier: Apache-2.0
"""A small core of every mode."""

from collections.abc import Iterator

import pytest

from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.sim import SectorSim
from sectors import BUILT, small


@pytest.fixture(scope="module", params=BUILT)
def sim(request: pytest.FixtureRequest) -> Iterator[tuple[SectorSim, SectorConfig]]:
    config = small(request.param)
    with SectorSim(config) as core_of_mode:
        yield core_of_mode, config

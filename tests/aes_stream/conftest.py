# SPDX-License-Identifier: Apache-2.0
"""By day, simulations of cores with table S-boxes have stubs in their place."""

from collections.abc import Iterator

import pytest

from quick_aes import SBOXES, by_night, stubs


@pytest.fixture(scope="module", autouse=True)
def quick_parts(request: pytest.FixtureRequest) -> Iterator[None]:
    with stubs(() if by_night(request) else SBOXES, "table"):
        yield

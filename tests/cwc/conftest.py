# SPDX-License-Identifier: Apache-2.0
"""By day, cores with tables as S-boxes have stubs of rounds."""

from collections.abc import Iterator

import pytest

from quick_aes import ROUNDS, by_night, stubs


@pytest.fixture(scope="module", autouse=True)
def quick_parts(request: pytest.FixtureRequest) -> Iterator[None]:
    with stubs(() if by_night(request) else ROUNDS, "table"):
        yield

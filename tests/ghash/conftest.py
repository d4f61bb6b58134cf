# SPDX-License-Identifier: Apache-2.0
"""By day, GHASH cores have stubs of products, which build and simulate sooner.

They take the same cycles as those that they replace, which are proved equal in tests/gf. By night
all cores are as they are named.
"""

from collections.abc import Iterator

import pytest

from quick_aes import by_night
from quick_ghash import stubs


@pytest.fixture(scope="package", autouse=True)
def quick_parts(request: pytest.FixtureRequest) -> Iterator[None]:
    with stubs(by_night=by_night(request)):
        yield

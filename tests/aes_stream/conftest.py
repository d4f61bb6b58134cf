# SPDX-License-Identifier: Apache-2.0
"""By day, simulations of cores with table S-boxes have stubs in their place."""

import pytest

from quick_sboxes import quick
from sealwright.families.aes.config import AesConfig


@pytest.fixture(autouse=True)
def quick_sboxes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    real = AesConfig.files
    if request.node.get_closest_marker("nightly") is None:
        monkeypatch.setattr(
            AesConfig,
            "files",
            lambda core: quick(real(core)) if core.sbox == "table" else real(core),
        )

# SPDX-License-Identifier: Apache-2.0
"""Resets of the GCM cores, on their netlists: see tests/resets.py."""

from typing import Any, Final

import pytest

from resets import reset_goes_to_reset_pins_only
from sealwright.families import cores_of, load_core

# A core of each top: between them all that is reset
CORES: Final[dict[str, dict[str, Any]]] = {
    "gcm-default": {},
    "gcm-store": {},
    "gcm-small": {},
    "gcm-fresh-key": {},
    "gcm-patel-four-cycle": {},
    "gcm-sst": {},
    "gcm-xaes256": {},
    "gcm-lanes4": {"key_sizes": [128], "round_stages": 1, "mult_stages": 1},
}


def test_every_top_is_here() -> None:
    tops = {config.top for config in cores_of("message")}
    assert {load_core(name).top for name in CORES} == tops - {"seal_cwc"}


@pytest.mark.parametrize("name", CORES)
def test_reset_goes_to_reset_pins_only(name: str) -> None:
    reset_goes_to_reset_pins_only(load_core(name, CORES[name]))

# SPDX-License-Identifier: Apache-2.0
"""Illegal parameters of seal_gcm stop elaboration with a message that has the legal values."""

import re

import pytest

from elaboration import refusal
from sealwright.families import load_core

ILLEGAL = [
    ({"Slots": 0}, "Slots must be 1 to 16"),
    ({"Slots": 17}, "Slots must be 1 to 16"),
    ({"KeySizes": 0}, "KeySizes must be a mask of 1 to 7"),
    ({"KeySizes": 8}, "KeySizes must be a mask of 1 to 7"),
    ({"RoundStages": 6}, "RoundStages must be 1 to 5"),
    ({"MultStages": 9}, "MultStages must be 1 to 8"),
    ({"Store": 1, "StoreBeats": 1}, "StoreBeats must be 2 or more"),
    ({"AadLimitLog2": 62}, "AadLimitLog2 must be 5 to 61"),
    ({"IvLimit": 65537}, "IvLimit must be 1 to 65536 bytes"),
    ({"TextLimit": 0xFFFFFFFF}, "TextLimit must be 1 to"),
    ({"IdWidth": 17}, "IdWidth must be 1 to 16"),
    ({"MultTables": 1}, "MultTables is for MultKind 9 and 10"),
    *(({"MultKind": kind}, "MultKind must be 0 to 11 or 13 to 18") for kind in (12, 19)),
    *(({"MultKind": kind}, "the multiplier takes more cycles than a block") for kind in (15, 18)),
]


@pytest.mark.parametrize(("params", "message"), ILLEGAL)
def test_elaboration_stops(params: dict[str, int], message: str) -> None:
    config = load_core("gcm-default")
    found = refusal(config.top, config.files(), {**config.rtl_params(), **params})
    assert re.search(rf"seal_\w+: {re.escape(message)}", found)

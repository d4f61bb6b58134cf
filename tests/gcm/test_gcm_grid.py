# SPDX-License-Identifier: Apache-2.0
"""Every pair of values of the knobs of a GCM core: vectors of the standards and random traffic.

The values are those of the knobs, both ends of every range among them. By day some rows of cheap
parts, which have every number of every range; by night an array with every part.
"""

from typing import Any

import pytest

from knob_values import array, first_of, name_of, values_of
from message_rows import agrees
from rows import nightly
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.coverage import LIMITS, STORE_BEATS

VALUES = values_of(GcmConfig, **LIMITS, store_beats=STORE_BEATS)
VALUES["store_beats"].remove(1 << 20)  # a sweep of a million cycles
VALUES["message_limit"].remove(0)  # which seals no vector: test_gcm_random.py
CHEAP = {"sbox": ["table"], "multiplier": ["partial-product"]}
# The most slots with a limit of messages that is reached, and others
BY_DAY = first_of(
    array(GcmConfig, VALUES | CHEAP), 4, slots=16, message_limit=LIMITS["message_limit"]
)


def test_rows_by_day_have_every_number() -> None:
    values = VALUES | CHEAP
    for knob in ("slots", "round_stages", "mult_stages", "store_beats", "id_width", *LIMITS):
        assert {row[knob] for row in BY_DAY} == {*values[knob]}


@pytest.mark.parametrize("row", [*BY_DAY, *nightly(array(GcmConfig, VALUES))], ids=name_of)
def test_core(row: dict[str, Any]) -> None:
    agrees(GcmConfig.from_knobs(name_of(row), "", row))

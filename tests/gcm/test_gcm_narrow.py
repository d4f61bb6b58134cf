# SPDX-License-Identifier: Apache-2.0
"""GCM cores with streams of 2, 4 and 8 bytes: pairs of knobs, latencies, illegal parameters."""

import re
from typing import Any, Final

import pytest

from elaboration import refusal
from knob_values import array, first_of, name_of, values_of
from message_rows import agrees
from narrow_latency import bounded
from rows import nightly
from sealwright.base.errors import UsageError
from sealwright.cores.multiplier import KINDS
from sealwright.families import load_core
from sealwright.families.message.coverage import LIMITS, STORE_BEATS
from sealwright.families.message.narrow import SERIAL, GcmNarrowConfig
from sealwright.families.message.sim import Barrier, KeyLoad, Message, MessageSim, WaitReady

VALUES = values_of(GcmNarrowConfig, **LIMITS, store_beats=STORE_BEATS, mult_digit=43)
VALUES["store_beats"].remove(1 << 20)  # a sweep of a million cycles
VALUES["mult_digit"] += [16, 32, 64]  # the least of each width
VALUES["message_limit"].remove(0)  # which seals no vector
VALUES["mult_halt"].sort()  # a legal row is looked for from the first values on
# Rows by day; gcm-32, which other tests of the day run, has the digit-serial multiplier.
DAY: Final[dict[str, dict[str, Any]]] = {
    "partial-product": {"width": 16, "slots": 1, "release": "store", "iv_lengths": "12"},
    "digit-serial-dual": {"width": 64, "release": "store", "round_stages": 5},
}
# Elaborating its multiplier takes longer than the traffic.
NIGHT: Final = {"hybrid": {"width": 16, "release": "cut-through", "key_busy": "refuse"}}


def by_day(multiplier: str, knobs: dict[str, Any]) -> dict[str, Any]:
    """With limits that are reached, and otherwise any values."""
    own = {
        "multiplier": multiplier,
        "mult_digit": knobs["width"] if "digit" in KINDS[multiplier].knobs else 0,
        "sbox": "table",
        **LIMITS,
        **knobs,
    }
    values = VALUES | {name: [value] for name, value in own.items()}
    (row,) = first_of(array(GcmNarrowConfig, values), 1)
    return row


BY_DAY = [by_day(*each) for each in DAY.items()]
BY_NIGHT = [by_day(*each) for each in NIGHT.items()]


def test_each_serial_multiplier_has_a_row() -> None:
    assert set(SERIAL) <= {*DAY, *NIGHT, "digit-serial"}
    assert load_core("gcm-32").knobs()["multiplier"] == "digit-serial"


@pytest.mark.parametrize(
    "row", [*BY_DAY, *nightly([*BY_NIGHT, *array(GcmNarrowConfig, VALUES)])], ids=name_of
)
def test_core(row: dict[str, Any]) -> None:
    agrees(GcmNarrowConfig.from_knobs(name_of(row), "", row))


PIPED: Final = {"multiplier": "partial-product", "mult_digit": 0, "mult_stages": 3}
STORE: Final = {"release": "store", "store_beats": 16}
LATENCIES: Final[list[tuple[str, dict[str, Any]]]] = [
    ("gcm-32", {}),
    *nightly([("gcm-32", PIPED | STORE), ("gcm-64", {"round_stages": 1}), ("gcm-64", PIPED)]),
    *nightly([("gcm-16", {}), ("gcm-16", PIPED), ("gcm-16", STORE)]),
]


@pytest.mark.parametrize(("name", "knobs"), LATENCIES)
@pytest.mark.parametrize("op", ["seal", "open"])
def test_latencies_are_bounded_by_the_formulas(name: str, knobs: dict[str, Any], op: str) -> None:
    config = load_core(name, {"sbox": "bram", **knobs})
    assert isinstance(config, GcmNarrowConfig)
    bounded(config, op)


@pytest.mark.parametrize(("name", "knobs"), LATENCIES)
def test_key_loads_are_bounded_by_the_formula(name: str, knobs: dict[str, Any]) -> None:
    config = load_core(name, {"sbox": "bram", **knobs})
    assert isinstance(config, GcmNarrowConfig)
    with MessageSim(config) as sim:
        for size in (16, 24, 32):
            took = set()
            for text in range(6 * config.fold):
                (key,) = sim.run([KeyLoad(1, bytes(size), 4), WaitReady(1)]).keys
                took.add(key.ready - key.accepted)
                sim.run([Message(slot=1, text=bytes(7 * text % 90)), Barrier()])
            bound = config.load_cycles(8 * size)
            assert bound - 2 * config.fold <= max(took) <= bound


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"BeatBytes": 1}, "BeatBytes must be 2, 4, 8 or 16"),
        ({"BeatBytes": 32}, "BeatBytes must be 2, 4, 8 or 16"),
        ({"MultDigit": 31}, "the multiplier takes more cycles than a block"),
        ({"MultDigit": 0}, "MultDigit must be 1 to 128"),
        ({"BeatBytes": 16}, "the multiplier takes more cycles than a block"),
    ],
)
def test_elaboration_stops(params: dict[str, int], message: str) -> None:
    config = load_core("gcm-32")
    found = refusal(config.top, config.files(), {**config.rtl_params(), **params})
    assert re.search(rf"seal_\w+: {re.escape(message)}", found)


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"width": 128}, "width"),
        ({"mult_digit": 0}, "mult_digit"),
        ({"mult_stages": 2}, "must be 1 for digit-serial"),
        ({"mult_digit": 31}, "its product takes 5 cycles, a block 4"),
        ({"multiplier": "hybrid", "mult_digit": 0}, "its product takes 8 cycles, a block 4"),
        ({"multiplier": "karatsuba", "mult_halt": 8}, "set mult_digit=0: karatsuba has no digits"),
    ],
)
def test_wrong_knobs(knobs: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_core("gcm-32", knobs)

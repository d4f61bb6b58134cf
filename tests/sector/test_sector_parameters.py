# SPDX-License-Identifier: Apache-2.0
"""Illegal parameters of sector engines stop elaboration; the message has the legal values."""

import pytest

from elaboration import refusal
from sealwright.families import load_core
from sealwright.synth import lint, lint_tools

UNIT, ORDER = "MaxUnit must be 16 to 8176 bytes, for EME to 2048", "Order must be 1 for XTS, EME"
BUFFER, TWEAK = "Buffer must be a power of two, at least", "MaxTweak must be 16 to 240; 16 for"
LIMIT = "KeyLimitLog2 must be 0 or, for XTS, 9 to 44"
ILLEGAL = [
    ("xts", {"Order": 0}, f"seal_sector: {ORDER}"),
    ("hctr2", {"Order": 2}, f"seal_sector: {ORDER}"),
    ("eme", {"MaxUnit": 2064}, f"seal_sector: {UNIT}"),
    ("xcb", {"KeySizes": 7}, "seal_sector: KeySizes must be 1 for XCB"),
    ("chctr2", {"Slots": 8}, "seal_sector_cascade: Slots must be 1 to 7"),
    ("hctr2", {"Mode": 13}, "seal_sector: Mode must be 0 to 12"),
    ("hctr2", {"MaxUnit": 15}, f"seal_sector: {UNIT}"),
    ("hctr2", {"MaxUnit": 8177, "Buffer": 1024}, f"seal_sector: {UNIT}"),
    ("hctr2", {"Buffer": 128}, f"seal_sector: {BUFFER}"),
    ("hctr2", {"Buffer": 2048}, f"seal_sector: {BUFFER}"),
    ("hctr2", {"MaxTweak": 15}, f"seal_sector: {TWEAK}"),
    ("hctr2", {"MaxTweak": 241}, f"seal_sector: {TWEAK}"),
    ("hch", {"MaxTweak": 32}, f"seal_sector: {TWEAK}"),
    ("hctr2-twkd", {"Window": 32}, "seal_sector: Window must be 1 to 16"),
    ("hctr2", {"Window": 33}, "seal_sector_window: Window must be 1 to 32"),
    ("hctr2", {"OpenEqual": 1}, "seal_sector: OpenEqual must be 0 but for XTS"),
    ("hctr2", {"KeyLimitLog2": 44}, f"seal_sector: {LIMIT}"),
    ("xts", {"KeyLimitLog2": 8}, f"seal_sector: {LIMIT}"),
    ("xts", {"KeyLimitLog2": 45}, f"seal_sector: {LIMIT}"),
    ("hctr2", {"Dir": 1}, "seal_sector: Dir must be 0 or 2"),
    ("xcb", {"Dir": 0}, "seal_sector: Dir must be 0 or 2, and 2 for XCB"),
    *((mode, {"Order": 0}, f"seal_sector: {ORDER}") for mode in ("eme", "eme2", "heh")),
    *((mode, {"Order": 2}, f"seal_sector: {ORDER}") for mode in ("xts", "hctr2-twkd", "heh-fp")),
    ("xts", {"Slots": 9}, "seal_sector_cipher: Slots times the keys of a slot"),
    ("heh", {"Slots": 9}, "seal_sector_cipher: Slots times the keys of a slot"),
    ("eme", {"Pipes": 3}, "seal_sector_cipher: Pipes must be 1 or 2"),
    (
        "hctr2-twkd",
        {"Slots": 15, "Window": 1},
        "seal_sector_unit_key: Slots and the units in flight",
    ),
    ("hctr2-twkd", {"KeySizes": 7}, "seal_sector_unit_key: KeySizes must be without AES-192"),
]


@pytest.mark.parametrize(("mode", "params", "message"), ILLEGAL)
def test_elaboration_stops(mode: str, params: dict[str, int], message: str) -> None:
    config = load_core(f"sector-{mode}")
    fast = {"Sbox": 0, "MultKind": 2, "MultHalt": 1}
    params = {**config.rtl_params(), **fast, **params}
    assert message in refusal(config.top, config.files(), params)


def test_one_slot_and_one_unit_in_flight_elaborate() -> None:
    """No address has a width of zero."""
    config = load_core("sector-hctr2", {"slots": 1, "units_in_flight": 1})
    params = tuple(sorted(config.rtl_params().items()))
    point = lint_tools.Point(config.top, tuple(config.files()), params, boxed=True)
    assert lint.waive(lint_tools.lint_verilator(point), partly=True) == []

# SPDX-License-Identifier: Apache-2.0
"""The readers of vectors of enciphering schemes: what they accept, and how they refuse the rest."""

import json
from pathlib import Path
from typing import Any

import pytest

from sealwright.base.errors import UsageError
from sealwright.model.field import Order
from sealwright.model.sector.vectors import failures, read_json, read_rsp
from sealwright.model.vectors import Direction

pytestmark = pytest.mark.quick

TEXT = "00" * 16
GOOD = {"name": "one", "key": TEXT, "tweak": TEXT, "pt": TEXT, "ct": TEXT}
RSP = """# comment
[{group}]

COUNT = 1
DataUnitLen = {bits}
Key = {key}
{tweak}
PT = {text}
CT = {text}
"""


def write(folder: Path, changes: dict[str, Any], **top: Any) -> Path:
    """GOOD with other fields; None takes a field out."""
    vector = {name: v for name, v in {**GOOD, **changes}.items() if v is not None}
    path = folder / "vectors.json"
    path.write_text(json.dumps({"mode": "eme", "vectors": [vector], **top}))
    return path


def test_json(tmp_path: Path) -> None:
    path = write(tmp_path, {"dir": "decrypt", "iterations": 3, "cipher": "SM4"}, gf_order="be")
    (vector,) = read_json(path)
    assert (vector.mode, vector.order, vector.cipher) == ("eme", Order.BE, "sm4")
    assert (vector.direction, vector.iterations, vector.hash_key) == (Direction.OPEN, 3, None)
    assert failures(vector) == [Direction.OPEN]
    (old,) = read_json(write(tmp_path, {}, mode="xcb-v1"))
    assert (old.mode, failures(old)) == ("xcb", [Direction.SEAL, Direction.OPEN])


@pytest.mark.parametrize(
    ("changes", "top", "message"),
    [
        ({}, {"mode": "cbc"}, "field mode: 'cbc', expected one of xts, hctr2"),
        ({}, {"gf_order": "polyval"}, "field gf_order: 'polyval', expected one of gcm, le, be"),
        ({}, {"mode": "hctr2", "gf_order": "le"}, "'le', expected one of polyval"),
        ({}, {"mode": "hctr"}, "one: field hash_key: missing"),
        ({"hash_key": "00"}, {"mode": "hctr"}, "hctr: hash key of 1 bytes: it has 16"),
        ({"tweak": None}, {}, "field tweak: missing"),
        ({"ct": "00" * 17}, {}, "texts of 16 and 17 bytes"),
        ({"key": "00"}, {}, "AES key has 16, 24 or 32 bytes, not 1"),
        ({"cipher": "des"}, {}, "field cipher: 'des', expected aes or sm4"),
        ({"iterations": 0}, {}, "field iterations: 0, a number from 1"),
        ({"iterations": True}, {}, "field iterations: True, a number from 1"),
        ({"iterations": 10_001}, {}, "field iterations: 10001, a number from 1 to 10,000"),
        ({"dir": "seal"}, {}, "field dir: 'seal', expected encrypt, decrypt, both"),
        ({"dir": ["encrypt"]}, {}, "field dir:"),
        ({}, {"vectors": []}, "field vectors: missing or not a list"),
    ],
)
def test_json_is_refused(
    tmp_path: Path, changes: dict[str, Any], top: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        read_json(write(tmp_path, changes, **top))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({}, None),
        ({"pt": "00" * 17, "ct": "00" * 17}, "eme: 17 bytes: whole blocks of 16 only"),
        ({"pt": "", "ct": ""}, "eme: 0 bytes: at least 16"),
        ({"tweak": "00"}, "eme: tweak of 1 bytes: it has 16"),
    ],
)
def test_lengths_that_a_scheme_does_not_have(
    tmp_path: Path, changes: dict[str, Any], message: str | None
) -> None:
    """They may be right elsewhere, and so are read."""
    (vector,) = read_json(write(tmp_path, changes))
    assert vector.misfit() == message


def rsp(folder: Path, **fields: str) -> Path:
    tweak = f"i = {TEXT}"
    values = {"group": "ENCRYPT", "bits": "128", "key": TEXT * 2, "tweak": tweak, "text": TEXT}
    path = folder / "XTSGenAES128.rsp"
    path.write_text(RSP.format(**{**values, **fields}))
    return path


def test_rsp(tmp_path: Path) -> None:
    (vector,), left = read_rsp(rsp(tmp_path, tweak="DataUnitSeqNumber = 258"))
    assert (vector.tweak, left) == (b"\x02\x01" + bytes(14), 0)
    assert vector.direction is Direction.SEAL


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"group": "SEAL"}, r"neither \[ENCRYPT\] nor \[DECRYPT\]"),
        ({"bits": "many"}, "field DataUnitLen: a number of bits"),
        ({"bits": "1" * 5000}, "field DataUnitLen: a number of bits"),
        ({"bits": "130"}, "holds no vectors"),
        ({"tweak": "DataUnitSeqNumber = -1"}, "field DataUnitSeqNumber: '-1', a number"),
        ({"tweak": f"DataUnitSeqNumber = {1 << 128}"}, "a number expected"),
        ({"tweak": f"DataUnitSeqNumber = {'1' * 5000}"}, "a number expected"),
        ({"tweak": "j = 0"}, "field i: a string of hexadecimal digits expected"),
        ({"key": TEXT}, "xts: key of 16 bytes: it has 32, 48, 64"),
    ],
)
def test_rsp_is_refused(tmp_path: Path, fields: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_rsp(rsp(tmp_path, **fields))

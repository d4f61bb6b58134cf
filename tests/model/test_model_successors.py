# SPDX-License-Identifier: Apache-2.0
"""Models of XAES-256-GCM, GCM-SST and CWC against published vectors."""

import hashlib
import random
from typing import Any, Final

import pytest

from rows import nightly
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.base.files import repo_root
from sealwright.model.aes import counter_mode
from sealwright.model.cwc import CWC
from sealwright.model.gcm_sst import GCM_SST, TAGS, full_tag, most, polyval
from sealwright.model.message import Mode
from sealwright.model.vectors import MessageVector, read_vectors
from sealwright.model.xaes import XAES, derived

MODES: Final[dict[str, Mode]] = {"xaes_256_gcm": XAES, "gcm_sst": GCM_SST, "cwc": CWC}
VECTORS: Final = [
    (mode, vector)
    for name, mode in MODES.items()
    for vector in read_vectors(repo_root() / "tests" / "data" / f"{name}.json")
]


def label(each: object) -> str:
    return each.name if isinstance(each, Mode | MessageVector) else str(each)


@pytest.mark.parametrize(("mode", "v"), VECTORS, ids=label)
def test_vector(mode: Mode, v: MessageVector) -> None:
    """Both directions; a message with any one bit of its tag, AAD or text changed is refused."""
    assert v.pt is not None
    assert mode.seal(v.key, v.iv, v.aad, v.pt, len(v.tag)) == (v.ct, v.tag)
    assert mode.open(v.key, v.iv, v.aad, v.ct, v.tag) == v.pt
    rng = random.Random(v.name)
    for part in ("iv", "aad", "ct", "tag"):
        data = getattr(v, part)
        if data:
            bit = rng.randrange(8 * len(data))
            wrong = bytes(b ^ (bit // 8 == i) << bit % 8 for i, b in enumerate(data))
            given: dict[str, Any] = {
                "iv": v.iv,
                "aad": v.aad,
                "ct": v.ct,
                "tag": v.tag,
                part: wrong,
            }
            with pytest.raises(CheckFailed):
                mode.open(v.key, given["iv"], given["aad"], given["ct"], given["tag"])


def test_derived_key_of_xaes() -> None:
    """C2SP XAES-256-GCM, Test vectors: Kx, for a subkey without and with its carry."""
    nonce = b"ABCDEFGHIJKLMNOPQRSTUVWX"
    expected = "c8612c9ed53fe43e8e005b828a1631a0bbcb6ab2f46514ec4f439fcfd0fa969b"
    assert derived(b"\x01" * 32, nonce).hex() == expected


@pytest.mark.parametrize(
    ("steps", "digest"),
    [*nightly([(10_000, "e6b9edf2df6cec60c8cbd864e2211b597fb69a529160cd040d56c0c210081939")])],
)
def test_accumulated_xaes(steps: int, digest: str) -> None:
    """C2SP XAES-256-GCM, Accumulated randomized tests."""
    source = hashlib.shake_128(b"").digest(600 * steps)
    at, sealed = 0, hashlib.shake_128()

    def take(count: int) -> bytes:
        nonlocal at
        at += count
        return source[at - count : at]

    for _ in range(steps):
        key, nonce = take(32), take(24)
        text = take(take(1)[0])
        aad = take(take(1)[0])
        sealed.update(b"".join(XAES.seal(key, nonce, aad, text)))
    assert sealed.digest(32).hex() == digest


def test_polyval() -> None:
    """RFC 8452, appendix A."""
    h = bytes.fromhex("25629347589242761d31f826ba4b757b")
    data = "4f4f95668c83dfb6401762bb2d01a262d1a24ddd2721d006bbe45f20d3c9f362"
    assert polyval(h, bytes.fromhex(data)).hex() == "f7a3b47b846119fae5b7866cf5e5b77e"


def test_tags_of_sst_are_beginnings_of_the_whole_one() -> None:
    """Draft 19, Case #1a: its tag of 12 bytes, and the 16 of which they are the first."""
    v = next(v for mode, v in VECTORS if mode is GCM_SST and v.name == "Case #1a")
    whole = full_tag(counter_mode(v.key, v.iv + bytes(4), bytes(48)), b"", b"")
    assert whole.hex() == "9b1d49ea42b00aecb0bceb8dd0efc2b9"
    assert all(GCM_SST.seal(v.key, v.iv, b"", b"", n)[1] == whole[:n] for n in TAGS)


def test_limits_of_sst() -> None:
    """Draft 19, table of instances: 2^36 - 48 bytes with tags of 48 bits, 2^32, 2^16."""
    assert [most(n) for n in (6, 12, 14)] == [2**36 - 48, 2**32, 2**16]
    GCM_SST.seal(bytes(16), bytes(12), b"", bytes(1 << 16), 14)
    with pytest.raises(UsageError, match="at most 65536"):
        GCM_SST.seal(bytes(16), bytes(12), b"", bytes((1 << 16) + 1), 14)
    assert len(full_tag(bytes(48), b"", b"")) == 16


@pytest.mark.parametrize(
    ("mode", "key", "iv", "tag", "message"),
    [
        (XAES, 16, 24, 16, "key of XAES-256-GCM has 32 bytes, not 16"),
        (XAES, 32, 12, 16, "nonce of XAES-256-GCM has 24 bytes, not 12"),
        (XAES, 32, 24, 12, "tag of XAES-256-GCM has 16 bytes, not 12"),
        (GCM_SST, 24, 12, 16, "key of GCM-SST has 16 or 32 bytes, not 24"),
        (GCM_SST, 16, 13, 16, "nonce of GCM-SST has 12 bytes, not 13"),
        (GCM_SST, 16, 12, 5, "tag of GCM-SST has 4, 6, 8, 12, 14 bytes"),
        (CWC, 16, 12, 16, "nonce of CWC has 11 bytes, not 12"),
        (CWC, 16, 11, 12, "tag of CWC has 16 bytes, not 12"),
    ],
)
def test_wrong_lengths(mode: Mode, key: int, iv: int, tag: int, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        mode.seal(bytes(key), bytes(iv), b"", b"text", tag)

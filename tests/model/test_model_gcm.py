# SPDX-License-Identifier: Apache-2.0
"""The GCM models against all published vectors, against each other, and against tampering."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from sealwright.base.errors import CheckFailed, SealwrightError, UsageError
from sealwright.model import gcm
from sealwright.model.aes import counter_mode, encrypt_blocks, inc32
from sealwright.model.ghash import ghash_fast
from sealwright.model.vectors import MessageVector, cavp, read_json, wycheproof

pytestmark = pytest.mark.quick

DATA = Path(__file__).parents[1] / "data"
PUBLISHED = {"gcm_spec.json": 18, "ipsec_esp.json": 14, "macsec.json": 16}


class Seal(Protocol):
    def __call__(
        self, key: bytes, iv: bytes, aad: bytes, pt: bytes, tag_size: int
    ) -> tuple[bytes, bytes]: ...


class Open(Protocol):
    def __call__(self, key: bytes, iv: bytes, aad: bytes, ct: bytes, tag: bytes) -> bytes: ...


MODELS = [
    pytest.param(gcm.seal, gcm.open_sealed, id="plain"),
    pytest.param(gcm.fast_seal, gcm.fast_open, id="fast"),
]


def failure(vector: MessageVector, seal: Seal, open_: Open) -> str | None:
    """What is wrong about a model's answers to a vector, both directions."""
    v = vector
    try:
        opened = open_(v.key, v.iv, v.aad, v.ct, v.tag)
    except SealwrightError as error:
        return f"{v.name}: {error}" if v.valid else None
    if not v.valid:
        return f"{v.name}: opened, though it is forged"
    if opened != v.pt:
        return f"{v.name}: opened to another text"
    if seal(v.key, v.iv, v.aad, opened, len(v.tag)) != (v.ct, v.tag):
        return f"{v.name}: sealed to another text or tag"
    return None


def failures(vectors: list[MessageVector], seal: Seal, open_: Open) -> list[str]:
    return [text for v in vectors if (text := failure(v, seal, open_)) is not None]


@pytest.fixture(scope="module")
def all_cavp() -> list[MessageVector]:
    return cavp()


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize(("seal", "open_"), MODELS)
def test_published_vectors(name: str, seal: Seal, open_: Open) -> None:
    vectors = read_json(DATA / name)
    assert len(vectors) == PUBLISHED[name]
    assert failures(vectors, seal, open_) == []


@pytest.mark.parametrize(("seal", "open_"), MODELS)
def test_wycheproof(seal: Seal, open_: Open) -> None:
    vectors = wycheproof()
    assert (len(vectors), sum(v.valid for v in vectors)) == (316, 229)
    assert failures(vectors, seal, open_) == []


def test_cavp_fast(all_cavp: list[MessageVector]) -> None:
    assert (len(all_cavp), sum(v.valid for v in all_cavp)) == (47250, 35342)
    assert failures(all_cavp, gcm.fast_seal, gcm.fast_open) == []


def test_cavp_plain(all_cavp: list[MessageVector]) -> None:
    sample = all_cavp[::7]  # at least two of the 15 vectors of every group of lengths
    shapes = {(len(v.key), len(v.iv), len(v.ct), len(v.aad), len(v.tag)) for v in sample}
    assert len(shapes) == 3 * 3 * 5 * 5 * 7
    assert failures(sample, gcm.seal, gcm.open_sealed) == []


def messages(seed: int, count: int) -> Iterator[tuple[bytes, bytes, bytes, bytes, int]]:
    """Random key, IV, AAD, text, tag length; short lengths and block edges come often."""
    rng = random.Random(seed)
    lengths = [0, 1, 15, 16, 17, 31, 32, 33, 100, 260]
    for _ in range(count):
        yield (
            rng.randbytes(rng.choice((16, 24, 32))),
            rng.randbytes(rng.choice((1, 7, 8, 11, 12, 13, 15, 16, 17, 32, 127, 128, 129, 257))),
            rng.randbytes(rng.choice(lengths)),
            rng.randbytes(rng.choice(lengths)),
            rng.choice(gcm.TAG_SIZES),
        )


def test_fast_is_plain() -> None:
    for key, iv, aad, text, tag_size in messages(5, 400):
        ct, tag = sealed = gcm.seal(key, iv, aad, text, tag_size)
        assert gcm.fast_seal(key, iv, aad, text, tag_size) == sealed
        assert gcm.open_sealed(key, iv, aad, ct, tag) == text
        assert gcm.fast_open(key, iv, aad, ct, tag) == text


def test_long_message() -> None:
    key, iv, aad, text, _ = next(messages(6, 1))
    sealed = gcm.fast_seal(key, bytes(12), aad, text * 300)
    assert sealed == gcm.seal(key, bytes(12), aad, text * 300, hash_with=ghash_fast)
    assert gcm.fast_seal(key, iv[:5], aad, text * 300) == gcm.seal(key, iv[:5], aad, text * 300)


def test_short_tags_are_beginnings() -> None:
    for key, iv, aad, text, _ in messages(7, 20):
        ct, tag = gcm.seal(key, iv, aad, text)
        for size in gcm.TAG_SIZES:
            assert gcm.seal(key, iv, aad, text, size) == (ct, tag[:size])


def test_gmac_is_gcm_without_text() -> None:
    auth_only = [v for v in read_json(DATA / "macsec.json") if not v.ct]
    assert len(auth_only) == 8
    for v in auth_only:
        assert gcm.gmac(v.key, v.iv, v.aad) == v.tag
        assert gcm.gmac(v.key, v.iv, v.aad, 12) == v.tag[:12]


@pytest.mark.parametrize(("seal", "open_"), MODELS)
@pytest.mark.parametrize(("iv_size", "tag_size"), [(12, 16), (12, 4), (3, 8), (16, 13)])
def test_every_bit_counts(seal: Seal, open_: Open, iv_size: int, tag_size: int) -> None:
    rng = random.Random(8)
    key, iv, aad, text = (rng.randbytes(n) for n in (16, iv_size, 5, 18))
    ct, tag = seal(key, iv, aad, text, tag_size)
    parts = {"key": key, "iv": iv, "aad": aad, "ct": ct, "tag": tag}
    for name, part in parts.items():
        for bit in range(8 * len(part)):
            flipped = bytearray(part)
            flipped[bit // 8] ^= 1 << bit % 8
            with pytest.raises(CheckFailed):
                open_(**{**parts, name: bytes(flipped)})
    with pytest.raises(CheckFailed):  # a byte moved from AAD to text
        open_(key, iv, aad[:-1], aad[-1:] + ct, tag)


def test_counter_only_starts_where_gcm_does() -> None:
    for key, iv, aad, text, _ in messages(9, 60):
        if len(iv) != 16:
            assert gcm.counter_only(key, iv, text) == gcm.seal(key, iv, aad, text)[0]
        assert gcm.counter_only(key, iv, gcm.counter_only(key, iv, text)) == text


def test_counter_only_takes_16_bytes_as_first_block() -> None:
    # SP 800-38A, F.5.1, first block
    key = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
    first = bytes(range(0xF0, 0x100))
    text = bytes.fromhex("6bc1bee22e409f96e93d7e117393172a")
    assert gcm.counter_only(key, first, text).hex() == "874d6191b620e3261bef6864990db6ce"
    wrap = b"\xff" * 16
    stream = encrypt_blocks(key, wrap + b"\xff" * 12 + bytes(4))
    assert gcm.counter_only(key, wrap, bytes(32)) == stream


def test_pre_counter() -> None:
    key = bytes(16)
    assert gcm.pre_counter(key, bytes(range(12))) == bytes(range(12)) + b"\0\0\0\1"
    # GCM specification, test case 5: Y_0 of an IV of 8 bytes
    v = read_json(DATA / "gcm_spec.json")[4]
    j0 = gcm.pre_counter(v.key, v.iv)
    assert j0.hex() == "c43a83c4c4badec4354ca984db252f7d"
    assert counter_mode(v.key, inc32(j0), v.pt or b"") == v.ct


@pytest.mark.parametrize(
    ("lengths", "what"),
    [
        ((0, 0, 0, 16), "IV is empty"),
        ((gcm.MAX_IV + 1, 0, 0, 16), "IV of"),
        ((12, gcm.MAX_AAD + 1, 0, 16), "AAD of"),
        ((12, 0, gcm.MAX_TEXT + 1, 16), "text of"),
        *(((12, 0, 0, tag), "a tag has") for tag in (0, 1, 3, 5, 7, 9, 11, 17)),
    ],
)
def test_limits(lengths: tuple[int, int, int, int], what: str) -> None:
    with pytest.raises(UsageError, match=what):
        gcm.check_lengths(*lengths)


def test_lengths_at_the_limits_pass() -> None:
    assert gcm.MAX_TEXT == 16 * (2**32 - 2)
    for tag in gcm.TAG_SIZES:
        gcm.check_lengths(gcm.MAX_IV, gcm.MAX_AAD, gcm.MAX_TEXT, tag)


@pytest.mark.parametrize(("seal", "open_"), MODELS)
@pytest.mark.parametrize(("key", "iv", "tag"), [(15, 12, 16), (16, 0, 16), (16, 12, 5), (16, 3, 2)])
def test_misuse(seal: Seal, open_: Open, key: int, iv: int, tag: int) -> None:
    with pytest.raises(UsageError):
        seal(bytes(key), bytes(iv), b"", b"", tag)
    with pytest.raises(UsageError):
        open_(bytes(key), bytes(iv), b"", b"", bytes(tag))

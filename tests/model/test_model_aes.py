# SPDX-License-Identifier: Apache-2.0
"""Block cipher and counter mode against FIPS 197 and SP 800-38A; the 32-bit wrap of GCM."""

import pytest

from sealwright.base.errors import UsageError
from sealwright.model import aes

pytestmark = pytest.mark.quick

PLAIN = bytes.fromhex(
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
)

FIPS_197 = {  # Appendices C.1 to C.3: key 00 01 02 ..., plaintext 00 11 22 ...
    16: "69c4e0d86a7b0430d8cdb78070b4c55a",
    24: "dda97ca4864cdfe06eaf70a0ec0d7191",
    32: "8ea2b7ca516745bfeafc49904b496089",
}

SP_800_38A = [  # F.5.1, F.5.3 and F.5.5: key and ciphertext
    (
        "2b7e151628aed2a6abf7158809cf4f3c",
        "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
        "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee",
    ),
    (
        "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
        "1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e94"
        "1e36b26bd1ebc670d1bd1d665620abf74f78a7f6d29809585a97daec58c6b050",
    ),
    (
        "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
        "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
        "2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6",
    ),
]


@pytest.mark.parametrize("size", aes.KEY_SIZES)
def test_block_cipher(size: int) -> None:
    plain = bytes.fromhex("00112233445566778899aabbccddeeff")
    sealed = bytes.fromhex(FIPS_197[size])
    assert aes.encrypt_blocks(bytes(range(size)), plain) == sealed
    assert aes.encrypt_blocks(bytes(range(size)), plain * 3) == sealed * 3


@pytest.mark.parametrize(("key", "sealed"), SP_800_38A, ids=["F.5.1", "F.5.3", "F.5.5"])
def test_counter_mode(key: str, sealed: str) -> None:
    first = bytes(range(0xF0, 0x100))
    expected = bytes.fromhex(sealed)
    for size in range(len(PLAIN) + 1):
        assert aes.counter_mode(bytes.fromhex(key), first, PLAIN[:size]) == expected[:size]
    assert aes.counter_mode(bytes.fromhex(key), first, expected) == PLAIN


def test_counter_wraps_at_32_bits() -> None:
    key, head = bytes(range(16)), b"\xff" * 12
    assert aes.inc32(head + b"\xff\xff\xff\xff") == head + bytes(4)
    assert aes.inc32(head + b"\0\0\0\xff") == head + b"\0\0\1\0"
    blocks = b"".join(
        head + count for count in (b"\xff\xff\xff\xfe", b"\xff\xff\xff\xff", bytes(4), b"\0\0\0\1")
    )
    assert aes.counter_mode(key, blocks[:16], bytes(64)) == aes.encrypt_blocks(key, blocks)


@pytest.mark.parametrize("size", [0, 15, 17, 33])
def test_other_key_sizes_are_refused(size: int) -> None:
    with pytest.raises(UsageError, match=f"not {size}"):
        aes.encrypt_blocks(bytes(size), bytes(16))


def test_partial_blocks_are_refused() -> None:
    with pytest.raises(UsageError, match="whole blocks"):
        aes.encrypt_blocks(bytes(16), bytes(15))
    with pytest.raises(UsageError, match="counter block"):
        aes.counter_mode(bytes(16), bytes(12), b"")

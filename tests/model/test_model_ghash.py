# SPDX-License-Identifier: Apache-2.0
"""GHASH against published intermediate values and against plain polynomial arithmetic."""

import random

import pytest

from sealwright.base.errors import UsageError
from sealwright.model.ghash import ghash, ghash_fast, multiply, nibble_tables, times_x

pytestmark = pytest.mark.quick

ONE = 1 << 127
POLY = (1 << 128) | 0x87  # x^128 + x^7 + x^2 + x + 1 as an ordinary polynomial

PUBLISHED = [
    pytest.param(  # GCM specification, test case 2
        "66e94bd4ef8a2c3b884cfa59ca342b2e",
        "0388dace60b6a392f328c2b971b2fe7800000000000000000000000000000080",
        "f38cbb1ad69223dcc3457ae5b6b0f885",
        id="gcm-spec-2",
    ),
    pytest.param(  # the same, X_1
        "66e94bd4ef8a2c3b884cfa59ca342b2e",
        "0388dace60b6a392f328c2b971b2fe78",
        "5e2ec746917062882c85b0685353deb7",
        id="gcm-spec-2-x1",
    ),
    pytest.param(  # bn-randall-test-vectors-0511-v1 (IEEE 802.1AE), section 2.1.1
        "73a23d80121de2d5a850253fcf43120e",
        "d609b1f056637a0d46df998d88e5222ab2c2846512153524c0895e8108000f10"
        "1112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f30"
        "313233340001000000000000000000000000000000000230" + "0000000000000000",
        "1bda7db505d8a165264986a703a6920d",
        id="macsec-2.1.1",
    ),
]


def polynomial_product(a: int, b: int) -> int:
    """Schoolbook product modulo POLY; bit i is the coefficient of x^i."""
    product = 0
    for i in range(128):
        if b >> i & 1:
            product ^= a << i
    for i in range(254, 127, -1):
        if product >> i & 1:
            product ^= POLY << (i - 128)
    return product


def reflect(value: int) -> int:
    return int(f"{value:0128b}"[::-1], 2)


@pytest.mark.parametrize(("h", "data", "expected"), PUBLISHED)
def test_published_values(h: str, data: str, expected: str) -> None:
    for function in (ghash, ghash_fast):
        assert function(bytes.fromhex(h), bytes.fromhex(data)).hex() == expected


def test_multiply_is_the_reflected_polynomial_product() -> None:
    rng = random.Random(1)
    edges = [0, 1, ONE, ONE >> 1, (1 << 128) - 1]
    pairs = [(a, b) for a in edges for b in edges]
    pairs += [(rng.getrandbits(128), rng.getrandbits(128)) for _ in range(300)]
    for a, b in pairs:
        assert multiply(a, b) == reflect(polynomial_product(reflect(a), reflect(b)))


def test_field_laws() -> None:
    rng = random.Random(2)
    for _ in range(50):
        a, b, c = (rng.getrandbits(128) for _ in range(3))
        assert multiply(a, ONE) == a
        assert multiply(a, ONE >> 1) == times_x(a)
        assert multiply(a, b) == multiply(b, a)
        assert multiply(a, b ^ c) == multiply(a, b) ^ multiply(a, c)
        assert multiply(a, multiply(b, c)) == multiply(multiply(a, b), c)


def test_tables_hold_the_multiples_of_h() -> None:
    h = random.Random(3).getrandbits(128)
    for place, table in enumerate(nibble_tables(h)):
        assert list(table) == [multiply(h, digit << 4 * place) for digit in range(16)]


def test_tables_agree_with_the_standard() -> None:
    rng = random.Random(4)
    for blocks in range(20):
        h, data = rng.randbytes(16), rng.randbytes(16 * blocks)
        assert ghash_fast(h, data) == ghash(h, data)
    assert ghash(h, b"") == ghash_fast(h, b"") == bytes(16)


def test_partial_blocks_are_refused() -> None:
    for function in (ghash, ghash_fast):
        with pytest.raises(UsageError, match="whole blocks"):
            function(bytes(16), bytes(17))

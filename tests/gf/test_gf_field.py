# SPDX-License-Identifier: Apache-2.0
"""The field model against published values and the laws of a field."""

import random

import pytest

from sealwright.base.errors import UsageError
from sealwright.cores.multiplier import Multiplier
from sealwright.model.field import (
    GCM_FIELD,
    Field,
    Order,
    block_to_poly,
    is_irreducible,
    poly_multiply,
    poly_to_block,
)

IRREDUCIBLE = [
    0b111,
    0b1011,
    0x11B,
    0x11D,
    0x1002B,
    1 << 127 | 3,
    GCM_FIELD.poly,
    1 << 233 | 1 << 74 | 1,
]
REDUCIBLE = [0b101, 0b1111, 0x101, 0x1FE, 1 << 128 | 1, 1 << 128 | 0x85, 1 << 128 | 0x86]


@pytest.mark.parametrize("poly", IRREDUCIBLE)
def test_irreducible(poly: int) -> None:
    assert is_irreducible(poly)


@pytest.mark.parametrize("poly", REDUCIBLE)
def test_reducible(poly: int) -> None:
    assert not is_irreducible(poly)


def test_irreducible_of_degree_8_are_30() -> None:
    """(2^8 - 2^4) / 8 by the formula of Gauss."""
    assert sum(is_irreducible(poly) for poly in range(256, 512)) == 30


def test_product_of_fips_197() -> None:
    """FIPS 197, section 4.2: {57} times {83} is {c1}."""
    assert Field(0x11B).multiply(0x57, 0x83) == 0xC1


def test_product_of_gcm_test_case_2() -> None:
    """The GCM specification, appendix B, test case 2: X1 = C H."""
    h, c, x1 = (
        block_to_poly(bytes.fromhex(text), Order.GCM)
        for text in (
            "66e94bd4ef8a2c3b884cfa59ca342b2e",
            "0388dace60b6a392f328c2b971b2fe78",
            "5e2ec746917062882c85b0685353deb7",
        )
    )
    assert GCM_FIELD.multiply(c, h) == x1


def test_constant_of_fixed_key_is_h() -> None:
    """Its default: H of GCM for AES-128 and the key of zeros, as in test case 1."""
    h = block_to_poly(bytes.fromhex("66e94bd4ef8a2c3b884cfa59ca342b2e"), Order.GCM)
    assert Multiplier("fixed-key").rtl_params()["Key"] == h


def test_tweak_of_xts() -> None:
    """IEEE 1619: doubling a little-endian block feeds back 0x87."""
    block = bytes(15) + b"\x80"
    doubled = GCM_FIELD.multiply(block_to_poly(block, Order.LE), 0b10)
    assert poly_to_block(doubled, Order.LE) == b"\x87" + bytes(15)


@pytest.mark.parametrize("order", Order)
def test_orders_are_inverted(order: Order) -> None:
    block = random.Random(order).randbytes(16)
    assert poly_to_block(block_to_poly(block, order), order) == block


def test_ends_of_the_orders() -> None:
    assert block_to_poly(b"\x80" + bytes(15), Order.GCM) == 1
    assert block_to_poly(b"\x01" + bytes(15), Order.LE) == 1
    assert block_to_poly(bytes(15) + b"\x01", Order.BE) == 1


@pytest.mark.parametrize("poly", IRREDUCIBLE)
def test_laws(poly: int) -> None:
    field = Field(poly)
    rng = random.Random(poly)
    for _ in range(20):
        a, b, c = (rng.randrange(1, 1 << field.width) for _ in range(3))
        assert field.multiply(a, b) == field.multiply(b, a)
        assert field.multiply(a, b ^ c) == field.multiply(a, b) ^ field.multiply(a, c)
        assert field.multiply(a, field.power(a, (1 << field.width) - 2)) == 1


def test_rows_reduce() -> None:
    field = Field(0x1002B)
    rng = random.Random(1)
    for _ in range(50):
        a, b = rng.randrange(1 << 16), rng.randrange(1 << 16)
        product = poly_multiply(a, b)
        bits = [(row & product).bit_count() & 1 for row in field.reduction_rows]
        assert sum(bit << k for k, bit in enumerate(bits)) == field.multiply(a, b)


def test_weight_of_the_gcm_reduction() -> None:
    """Counted by Hamming weight: one XOR less per row than ones in it, 527 in all."""
    assert sum(row.bit_count() - 1 for row in GCM_FIELD.reduction_rows) == 527


@pytest.mark.parametrize("poly", [0, 1, 0b10, 0b11, 0b110])
def test_no_field(poly: int) -> None:
    with pytest.raises(UsageError, match="field polynomial"):
        Field(poly)

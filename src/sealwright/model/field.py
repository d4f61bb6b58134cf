# SPDX-License-Identifier: Apache-2.0
"""Arithmetic in GF(2^m) in plain Python: the specification of every multiplier.

A polynomial over GF(2) is an `int`; bit i is the coefficient of x^i. A field polynomial includes
x^m. Nothing here is meant to be fast, or shares code with the RTL.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from sealwright.base.errors import UsageError


class Order(IntEnum):
    """How the 16-byte blocks of a mode are read as polynomials (seal_gf_pkg::order_e)."""

    GCM = 0  # first bit of the string (most significant of byte 0) is x^0: SP 800-38D
    LE = 1  # bit 0 of byte 0 is x^0: IEEE 1619
    BE = 2  # last bit of the string (bit 0 of byte 15) is x^0


def block_to_poly(block: bytes, order: Order) -> int:
    """The polynomial of a string of bytes."""
    if order is Order.LE:
        return int.from_bytes(block, "little")
    value = int.from_bytes(block, "big")
    if order is Order.BE:
        return value
    return int(f"{value:0{8 * len(block)}b}"[::-1], 2)


def poly_to_block(poly: int, order: Order, length: int = 16) -> bytes:
    """The inverse of `block_to_poly` for a string of `length` bytes."""
    if order is Order.LE:
        return poly.to_bytes(length, "little")
    if order is Order.GCM:
        poly = int(f"{poly:0{8 * length}b}"[::-1], 2)
    return poly.to_bytes(length, "big")


def poly_multiply(a: int, b: int) -> int:
    """Product of two polynomials, unreduced."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        b >>= 1
    return product


def poly_modulo(a: int, modulus: int) -> int:
    """Remainder of a polynomial division."""
    width = modulus.bit_length()
    while a.bit_length() >= width:
        a ^= modulus << (a.bit_length() - width)
    return a


def poly_gcd(a: int, b: int) -> int:
    """Greatest common divisor of two polynomials."""
    while b:
        a, b = b, poly_modulo(a, b)
    return a


def is_irreducible(poly: int) -> bool:
    """Rabin's test: x^(2^m) = x, and x^(2^(m/q)) - x has no factor in common for primes q of m."""
    degree = poly.bit_length() - 1
    if degree < 1:
        return False
    primes = [q for q in range(2, degree + 1) if degree % q == 0 and _is_prime(q)]
    power = poly_modulo(0b10, poly)
    x = power
    for i in range(1, degree + 1):
        power = poly_modulo(poly_multiply(power, power), poly)
        if any(i * q == degree for q in primes) and poly_gcd(poly, power ^ x) != 1:
            return False
    return power == x


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


@dataclass(frozen=True)
class Field:
    """GF(2)[x] modulo `poly` (a field if `poly` is irreducible; the arithmetic needs it not)."""

    poly: int

    def __post_init__(self) -> None:
        if self.poly < 0b101 or not self.poly & 1:
            raise UsageError(
                f"field polynomial {self.poly:#x}: must have degree 2 or more and the term 1"
            )

    @property
    def width(self) -> int:
        return self.poly.bit_length() - 1

    def multiply(self, a: int, b: int) -> int:
        return poly_modulo(poly_multiply(a, b), self.poly)

    def power(self, a: int, exponent: int) -> int:
        result = 1
        for bit in f"{exponent:b}":
            result = self.multiply(result, result)
            if bit == "1":
                result = self.multiply(result, a)
        return result

    @cached_property
    def reduction_rows(self) -> tuple[int, ...]:
        """Row k has bit j, j < 2m - 1, set where x^j mod poly has the term x^k.

        So the coefficient k of a product is the sum of all a[i] b[j] with bit i + j of row k set.
        """
        rows = [0] * self.width
        for j in range(2 * self.width - 1):
            power = poly_modulo(1 << j, self.poly)
            for k in range(self.width):
                rows[k] |= (power >> k & 1) << j
        return tuple(rows)


GCM_FIELD = Field(1 << 128 | 0x87)

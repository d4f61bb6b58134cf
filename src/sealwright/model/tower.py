# SPDX-License-Identifier: Apache-2.0
"""GF(2^128) as GF((2^16)^8): the two polynomials, and the maps between both ways to write it.

GF(2^16) = GF(2)[y]/R(y), and the tower is GF(2^16)[z]/Q(z). An element of the tower is an `int`,
word i (bits 16 i and up) being the coefficient of z^i. In the field GF(2)[x]/P there are roots g of
R and d of Q, so a tower element with bits u_ij stands for the sum of u_ij g^j d^i; and in the tower
there is a root of P, for which x stands. Which roots are taken does not matter, as long as both
maps agree: they are found here, and the circuit is proved with them.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sealwright.base.errors import UsageError
from sealwright.model.field import (
    GCM_FIELD,
    Field,
    is_irreducible,
    poly_modulo,
    poly_multiply,
)

WORD = 16
Poly = list[int]  # over a field, lowest coefficient first, no zeros on top


@dataclass(frozen=True)
class Tower:
    """A field of degree 128 with R and Q; `q` are the coefficients of Q below the highest."""

    field: Field
    r: int
    q: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.r.bit_length() != WORD + 1 or not is_irreducible(self.r):
            raise UsageError(f"R = {self.r:#x}: must be irreducible of degree {WORD}")
        if self.field.width != WORD * len(self.q):
            raise UsageError(f"a tower of {WORD} x {len(self.q)} bits has another width")

    @property
    def words(self) -> int:
        return len(self.q)

    def word_multiply(self, a: int, b: int) -> int:
        """Product in GF(2^16)."""
        return poly_modulo(poly_multiply(a, b), self.r)

    def split(self, value: int) -> list[int]:
        """The words of a tower element."""
        return [value >> WORD * i & (1 << WORD) - 1 for i in range(self.words)]

    def multiply(self, a: int, b: int) -> int:
        """Product in the tower, as the circuit makes it: highest word of a first."""
        w = [0] * self.words
        factors = self.split(b)
        for u in reversed(self.split(a)):
            top = w[-1]
            w = [
                (w[i - 1] if i else 0)
                ^ self.word_multiply(self.q[i], top)
                ^ self.word_multiply(u, factors[i])
                for i in range(self.words)
            ]
        return sum(word << WORD * i for i, word in enumerate(w))

    @cached_property
    def roots(self) -> tuple[int, int]:
        """g and d, in the field."""
        r_poly = [self.r >> i & 1 for i in range(WORD + 1)]
        g = _root(self.field, r_poly)
        powers = [self.field.power(g, j) for j in range(WORD)]
        embedded = [self._embed(c, powers) for c in self.q]
        return g, _root(self.field, [*embedded, 1])

    @staticmethod
    def _embed(word: int, powers: Sequence[int]) -> int:
        total = 0
        for j, power in enumerate(powers):
            total ^= power if word >> j & 1 else 0
        return total

    @cached_property
    def columns(self) -> list[int]:
        """Images in the field of the tower's bits 0, 1, ...: g^j d^i."""
        g, d = self.roots
        words = [self.field.power(g, j) for j in range(WORD)]
        return [
            self.field.multiply(power, word)
            for power in (self.field.power(d, i) for i in range(self.words))
            for word in words
        ]

    @cached_property
    def x(self) -> int:
        """The tower element for which x stands, a root of P."""
        return _solve(self.columns, 0b10)

    def to_tower(self, value: int) -> int:
        """From polynomial in x."""
        return _solve(self.columns, value)

    def to_field(self, value: int) -> int:
        """To polynomial in x."""
        total = 0
        for i, column in enumerate(self.columns):
            total ^= column if value >> i & 1 else 0
        return total


def _solve(columns: Sequence[int], wanted: int) -> int:
    """The combination of columns that gives a value (elimination over GF(2))."""
    basis: dict[int, tuple[int, int]] = {}
    for i, column in enumerate(columns):
        value, mark = column, 1 << i
        while value:
            top = value.bit_length() - 1
            if top not in basis:
                basis[top] = (value, mark)
                break
            value, mark = value ^ basis[top][0], mark ^ basis[top][1]
    found = 0
    while wanted:
        value, mark = basis[wanted.bit_length() - 1]
        wanted, found = wanted ^ value, found ^ mark
    return found


# ---- polynomials over a field -------------------------------------------------------------------


def _trim(f: Poly) -> Poly:
    while f and not f[-1]:
        f.pop()
    return f


def _modulo(field: Field, f: Poly, m: Poly) -> Poly:
    """Remainder; m has leading coefficient 1."""
    f = _trim(list(f))
    while len(f) >= len(m):
        top, shift = f[-1], len(f) - len(m)
        for i, c in enumerate(m):
            f[shift + i] ^= field.multiply(top, c)
        _trim(f)
    return f


def _monic(field: Field, f: Poly) -> Poly:
    inverse = field.power(f[-1], (1 << field.width) - 2)
    return [field.multiply(c, inverse) for c in f]


def _gcd(field: Field, f: Poly, g: Poly) -> Poly:
    while g:
        f, g = g, _modulo(field, f, _monic(field, g))
    return _monic(field, f)


def _square(field: Field, f: Poly, m: Poly) -> Poly:
    spread = [0] * (2 * len(f))
    for i, c in enumerate(f):
        spread[2 * i] = field.multiply(c, c)
    return _modulo(field, spread, m)


def _root(field: Field, f: Poly) -> int:
    """A root of a polynomial that splits in the field (Berlekamp's trace algorithm)."""
    rng = random.Random(1)  # so that the same root is found each time
    f = _monic(field, f)
    while len(f) > 2:
        power: Poly = [0, rng.getrandbits(field.width)]
        trace = [0] * len(f)
        for _ in range(field.width):
            trace = [a ^ (power[i] if i < len(power) else 0) for i, a in enumerate(trace)]
            power = _square(field, power, f)
        part = _gcd(field, f, _trim(trace)) if any(trace) else f
        if 1 < len(part) < len(f):
            f = part
    return f[0]


# The first R is that of the paper (its Q is not given); the second is the sparsest there is. Both Q
# are the first that were found with one coefficient other than 0 and 1, a power of y: with fewer
# terms none is irreducible.
TOWERS = (
    Tower(GCM_FIELD, 0x1BBB1, (0x80, 1, 0, 1, 0, 0, 0, 0)),
    Tower(GCM_FIELD, 0x1002B, (2, 0, 0, 0, 0, 1, 0, 1)),
)

# SPDX-License-Identifier: Apache-2.0
"""HCTR2 (Crowley, Huckleberry, Biggers, ePrint 2021/1441) and its successors CHCTR2 and HCTR2-TwKD.

HCTR with POLYVAL (RFC 8452) as hash, its key h = E(0) and a mask L = E(1) from the one key, and an
injective encoding of tweaks and texts of any length. Numbers in blocks are little-endian.

CHCTR2 is HCTR2 twice, under K1 and then K2, with the same tweak; HCTR2-TwKD derives the key of
HCTR2 from the first block of the tweak (Chen, Hiraga, Mouha, Naito, Sasaki, Sugawara, ASIACRYPT
2025; encodings as in Denis' rust-hctr2, since the paper was not in reach).
"""

from sealwright.base.errors import UsageError
from sealwright.model.aes import BLOCK, check_key, xor
from sealwright.model.field import Order
from sealwright.model.sector.base import (
    ZERO,
    Cost,
    FastField,
    Gf128,
    Scheme,
    bits,
    halves,
    pad,
    stream,
)

POLYVAL = FastField(1 << 128 | 1 << 127 | 1 << 126 | 1 << 121 | 1)
_X_MINUS_128 = POLYVAL.power(POLYVAL.power(0b10, 128), 2**128 - 2)


def little(number: int) -> bytes:
    """A number as a block, little-endian."""
    return number.to_bytes(BLOCK, "little")


class Polyval(Gf128):
    """The field of POLYVAL, with dot(a, b) = a b x^-128 as product (RFC 8452, 3)."""

    def __init__(self, cost: Cost) -> None:
        super().__init__(Order.LE, cost, POLYVAL.poly)

    def multiply(self, a: bytes, b: bytes) -> bytes:
        self._cost.products += 1
        product = POLYVAL.multiply(self._poly(a), self._poly(b))
        return self._block(POLYVAL.multiply(product, _X_MINUS_128))


class Hctr2(Scheme):
    """HCTR2. Key: that of the block cipher."""

    name = "hctr2"
    order = Order.LE
    tweak_sizes = None

    def _take(self, key: bytes) -> None:
        if self.field.order is not self.order:
            raise UsageError(f"{self.name}: its bit order is that of POLYVAL")
        self.field = Polyval(self.cost)
        self._e = self.cipher(key)

    def _keys(self) -> tuple[bytes, bytes]:
        """The hash key h, and L."""
        return self._e.encrypt(ZERO), self._e.encrypt(little(1))

    def _hash(self, h: bytes, tweak: bytes, rest: bytes) -> bytes:
        """POLYVAL of the length of the tweak, the tweak, and the rest of the text.

        The lowest bit of the length says whether the text ends with a partial block; to that, a
        one is appended.
        """
        partial = len(rest) % BLOCK > 0
        length = little(2 * bits(tweak) + 2 + partial)
        return self.field.horner(h, length + pad(tweak) + rest + b"\1" * partial)

    def _counter(self, s: bytes, text: bytes) -> bytes:
        """XCTR: S + i."""
        return stream(self._e, text, lambda i: xor(s, little(i)))

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        h, mask = self._keys()
        first, rest = text[:BLOCK], text[BLOCK:]
        mm = xor(first, self._hash(h, tweak, rest))
        uu = self._e.encrypt(mm)
        rest = self._counter(xor(xor(mm, uu), mask), rest)
        return xor(uu, self._hash(h, tweak, rest)) + rest

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        h, mask = self._keys()
        first, rest = text[:BLOCK], text[BLOCK:]
        uu = xor(first, self._hash(h, tweak, rest))
        mm = self._e.decrypt(uu)
        rest = self._counter(xor(xor(mm, uu), mask), rest)
        return xor(mm, self._hash(h, tweak, rest)) + rest


class Chctr2(Scheme):
    """CHCTR2. Key: K1, then K2."""

    name = "chctr2"
    order = Order.LE
    tweak_sizes = None

    def _take(self, key: bytes) -> None:
        self._first, self._second = (
            Hctr2(part, cipher=self._make, cost=self.cost) for part in halves(self.name, key)
        )

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        return self._second.encrypt(tweak, self._first.encrypt(tweak, text))

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        return self._first.decrypt(tweak, self._second.decrypt(tweak, text))


class Hctr2TwKd(Scheme):
    """HCTR2-TwKD. Key: the master key, 16 or 32 bytes; tweak: T0, one block, then T*."""

    name = "hctr2-twkd"
    order = Order.LE
    tweak_sizes = None

    def _take(self, key: bytes) -> None:
        if len(key) not in (16, 32):
            raise UsageError(f"{self.name}: key of {len(key)} bytes: it has 16, 32")
        check_key(key)
        self._master, self._parts = self.cipher(key), len(key) // BLOCK

    def _derived(self, tweak: bytes) -> Hctr2:
        """HCTR2 under the key of T0: CENC, with a number in the top two bits of T0."""
        if len(tweak) < BLOCK or tweak[0] >> 6:
            raise UsageError(f"{self.name}: tweak: one block with its top two bits zero, then any")
        head = tweak[:BLOCK]
        b = [
            self._master.encrypt(bytes([head[0] | i << 6]) + head[1:])
            for i in range(self._parts + 1)
        ]
        key = b"".join(xor(b[0], other) for other in b[1:])
        return Hctr2(key, cipher=self._make, cost=self.cost)

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        return self._derived(tweak).encrypt(tweak[BLOCK:], text)

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        return self._derived(tweak).decrypt(tweak[BLOCK:], text)

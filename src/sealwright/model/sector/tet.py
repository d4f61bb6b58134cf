# SPDX-License-Identifier: Apache-2.0
"""TET: an invertible hash, ECB, the inverse of a hash; whole blocks.

Halevi; Mancillas-López 2010, III.E, Fig. 7.

With w = (tau^m .. tau) the hash adds w . x to every block of x, and its inverse adds w . y / sigma,
sigma = 1 + tau + ... + tau^m. Encryption applies the inverse twice, decryption the hash itself. A
tau whose sigma is zero for a length has no inverse there, and is refused. The figure's sum begins
with tau and misses the one; `<-` is meant in its line 5, and SC in line 11 of decryption. L is the
length in bits. The paper leaves the bit order open, that of GHASH is the default.
"""

from collections.abc import Callable

from sealwright.base.errors import UsageError
from sealwright.model.aes import xor
from sealwright.model.sector.base import (
    ZERO,
    Scheme,
    binary,
    bits,
    blocks_of,
    halves,
)


class Tet(Scheme):
    """TET (Mancillas-López 2010, Fig. 7). Keys: K1 of the tweak and K2 of the data; tau."""

    name = "tet"
    has_hash_key = True
    whole_blocks = True

    def _take(self, key: bytes) -> None:
        self._e1, self._e2 = (self.cipher(part) for part in halves(self.name, key))
        self._inverses: dict[int, bytes] = {}

    def sigma(self, count: int) -> bytes:
        """1 + tau + ... + tau^m for m blocks."""
        result = self.field.one()
        for _ in range(count):
            result = xor(self.field.multiply(result, self.hash_key), self.field.one())
        return result

    def _sigma_inverse(self, count: int) -> bytes:
        """Of the key and the length; kept, and not counted, as in the paper."""
        if count not in self._inverses:
            products = self.cost.products
            sigma = self.sigma(count)
            self.cost.products = products
            if sigma == ZERO:
                raise UsageError(f"tet: this hash key cannot serve texts of {count} blocks")
            self._inverses[count] = self.field.inverse(sigma)
        return self._inverses[count]

    def _beta(self, tweak: bytes, text: bytes) -> bytes:
        """Lines 2 to 4."""
        x = self._e1.encrypt(binary(bits(text)))
        return self._e1.encrypt(xor(tweak, self.field.times_x(x)))

    def _masked(
        self, blocks: list[bytes], beta: bytes, cipher: Callable[[bytes], bytes]
    ) -> list[bytes]:
        """Lines 12 to 14: block i is masked before and after the cipher with x^(i-1) beta."""
        done = []
        for block in blocks:
            done.append(xor(cipher(xor(block, beta)), beta))
            beta = self.field.times_x(beta)
        return done

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        beta, p = self._beta(tweak, text), blocks_of(text)
        inverse = self._sigma_inverse(len(p))
        sp = self.field.multiply(self.field.horner(self.hash_key, text), inverse)
        cc = self._masked([xor(block, sp) for block in p], beta, self._e2.encrypt)
        sc = self.field.multiply(self.field.horner(self.hash_key, b"".join(cc)), inverse)
        return b"".join(xor(block, sc) for block in cc)

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        beta, c = self._beta(tweak, text), blocks_of(text)
        self._sigma_inverse(len(c))  # refuses a tau for which encryption is undefined
        sc = self.field.horner(self.hash_key, text)
        pp = self._masked([xor(block, sc) for block in c], beta, self._e2.decrypt)
        sp = self.field.horner(self.hash_key, b"".join(pp))
        return b"".join(xor(block, sp) for block in pp)

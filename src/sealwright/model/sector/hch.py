# SPDX-License-Identifier: Apache-2.0
"""HCH and HCHfp: hash, counter mode, hash.

Chakraborty, Sarkar; Mancillas-López 2010, III.A, Figs. 2 and 3.

HCH has one key: the hash key R = E(T) comes from the tweak, and Q = E(R + l) from the length l in
bits. HCHfp, for texts of one fixed length, has a hash key of its own, alpha, and R in place of Q.
The hash adds its first block without a power of the key (Mancillas-López 2010, Eq. (1)), so that
the block can be taken out again. Texts of any length from one block; the paper leaves the bit order
open, that of GHASH is the default."""

from sealwright.model.aes import BLOCK, xor
from sealwright.model.sector.base import Scheme, binary, bits, stream


class Hch(Scheme):
    """HCH (Mancillas-López 2010, Fig. 2). Key: that of the block cipher."""

    name = "hch"

    def _take(self, key: bytes) -> None:
        self._e = self.cipher(key)

    def _keys(self, tweak: bytes, text: bytes) -> tuple[bytes, bytes]:
        """Line 1: the hash key, and what is added to the hash of the plaintext."""
        r = self._e.encrypt(tweak)
        return r, self._e.encrypt(xor(r, binary(bits(text))))

    def _hash(self, key: bytes, add: bytes, first: bytes, rest: bytes) -> bytes:
        """Eq. (1): Q + A_1 + HORN_R(A_2 .. A_m)."""
        return xor(xor(add, first), self.field.horner(key, rest))

    def _counter(self, s: bytes, text: bytes) -> bytes:
        """Eq. (2) with S_i = S + bin(i)."""
        return stream(self._e, text, lambda i: xor(s, binary(i)))

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        key, q = self._keys(tweak, text)
        first, rest = text[:BLOCK], text[BLOCK:]
        m1 = self._hash(key, q, first, rest)
        u1 = self._e.encrypt(m1)
        s = self._e.encrypt(xor(m1, u1))
        rest = self._counter(s, rest)
        return self._hash(key, self.field.times_x(q), u1, rest) + rest

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        key, q = self._keys(tweak, text)
        first, rest = text[:BLOCK], text[BLOCK:]
        u1 = self._hash(key, self.field.times_x(q), first, rest)
        m1 = self._e.decrypt(u1)
        s = self._e.encrypt(xor(m1, u1))
        rest = self._counter(s, rest)
        return self._hash(key, q, m1, rest) + rest


class HchFp(Hch):
    """HCHfp (Mancillas-López 2010, Fig. 3). Keys: that of the block cipher, and alpha."""

    name = "hchfp"
    has_hash_key = True

    def _keys(self, tweak: bytes, text: bytes) -> tuple[bytes, bytes]:
        """Line 1, in which R takes the place of Q."""
        return self.hash_key, self._e.encrypt(tweak)

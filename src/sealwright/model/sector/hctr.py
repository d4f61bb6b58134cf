# SPDX-License-Identifier: Apache-2.0
"""HCTR: hash, counter mode, hash.

Wang, Feng, Wu; Mancillas-López 2010, III.B, Fig. 4; GB/T 17964-2021.

The hash takes X = P_2 .. P_m || T, the tweak directly behind a partial block, zeros only at the
very end, and adds the length |X| in bits as a last block. Texts of any length from one block. The
tweak may have any length, but one key must be used with tweaks of one length: others can collide
(Crowley, Huckleberry, Biggers, "Length-preserving encryption with HCTR2", on HCTR). Bit order of
GHASH, as in the example of the standard.
"""

from sealwright.model.aes import BLOCK, xor
from sealwright.model.sector.base import Scheme, binary, bits, pad, stream


class Hctr(Scheme):
    """HCTR (Mancillas-López 2010, Fig. 4). Keys: K of the block cipher, and h of the hash."""

    name = "hctr"
    has_hash_key = True
    tweak_sizes = None

    def _take(self, key: bytes) -> None:
        self._e = self.cipher(key)

    def _hash(self, rest: bytes, tweak: bytes) -> bytes:
        """Eq. (3) of X = rest || tweak."""
        x = rest + tweak
        return self.field.horner(self.hash_key, pad(x) + binary(bits(x)))

    def _counter(self, s: bytes, text: bytes) -> bytes:
        """S_i = S + bin(i)."""
        return stream(self._e, text, lambda i: xor(s, binary(i)))

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        first, rest = text[:BLOCK], text[BLOCK:]
        mm = xor(first, self._hash(rest, tweak))
        cc = self._e.encrypt(mm)
        rest = self._counter(xor(mm, cc), rest)
        return xor(cc, self._hash(rest, tweak)) + rest

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        first, rest = text[:BLOCK], text[BLOCK:]
        cc = xor(first, self._hash(rest, tweak))
        mm = self._e.decrypt(cc)
        rest = self._counter(xor(mm, cc), rest)
        return xor(mm, self._hash(rest, tweak)) + rest

# SPDX-License-Identifier: Apache-2.0
"""XCB, twice: that of the paper (version 1) and XCB-AES of IEEE Std 1619.2-2010.

Hash, counter mode, hash, with keys that come from one. **For study only**: both are broken as
wide-block ciphers, two queries recover plaintext (ePrint 2024/1554).

The hash is GHASH: X, then T, each filled with zeros, then both lengths in 64 bits each. Counters
count in their last 32 bits, modulo 2^32. Texts of any length from one block.
"""

from sealwright.model.aes import BLOCK, check_key, inc32, xor
from sealwright.model.sector.base import ZERO, Counted, Scheme, binary, bits, pad, stream


def counter(cipher: Counted, first: bytes, text: bytes) -> bytes:
    """Counter mode whose first counter block is `first`."""
    return stream(cipher, text, lambda i: inc32(first, i - 1))


class Xcb(Scheme):
    """XCB (McGrew, Fluhrer, ePrint 2004/278; Mancillas-López 2010, Fig. 5).

    Key: that of the block cipher.

    Lines 1 to 5 of the figure lost the cipher: K_i = E(bin(i)). The derived keys have one block.
    """

    name = "xcb"

    def _take(self, key: bytes) -> None:
        self._e = self.cipher(key)

    def _keys(self) -> list[bytes]:
        """Lines 1 to 5: K_0 to K_4."""
        return [self._e.encrypt(binary(i)) for i in range(5)]

    def _hash(self, key: bytes, x: bytes, tweak: bytes) -> bytes:
        """Eq. (4)."""
        lengths = binary(bits(x), 8) + binary(bits(tweak), 8)
        return self.field.horner(key, pad(x) + pad(tweak) + lengths)

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        first, rest = text[:BLOCK], text[BLOCK:]
        k0, k1, k2, k3, k4 = self._keys()
        a = self.cipher(k0).encrypt(first)
        h1 = xor(a, self._hash(k1, rest, tweak))
        rest = counter(self.cipher(k2), h1, rest)
        h2 = xor(h1, self._hash(k3, rest, tweak))
        return self.cipher(k4).decrypt(h2) + rest

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        first, rest = text[:BLOCK], text[BLOCK:]
        k0, k1, k2, k3, k4 = self._keys()
        h2 = self.cipher(k4).encrypt(first)
        h1 = xor(h2, self._hash(k3, rest, tweak))
        rest = counter(self.cipher(k2), h1, rest)
        a = xor(h1, self._hash(k1, rest, tweak))
        return self.cipher(k0).decrypt(a) + rest


class XcbAes(Scheme):
    """XCB-AES (IEEE Std 1619.2-2010, clause 6). Key: that of AES; the tweak has any length.

    The block that is special is the last one, A; B is what comes before it.
    """

    name = "xcb-aes"
    tweak_sizes = None

    def _take(self, key: bytes) -> None:
        check_key(key)
        self._e, self._size = self.cipher(key), len(key)

    def _keys(self) -> tuple[bytes, Counted, Counted, Counted]:
        """The hash key H = E(0), and the ciphers under K_e, K_d and K_c."""
        h, *pieces = (self._e.encrypt(binary(i)) for i in range(7))
        wide = [pieces[i] + pieces[i + 1] for i in (0, 2, 4)]
        e, d, c = (self.cipher(key[: self._size]) for key in wide)
        return h, e, d, c

    def _ghash(self, key: bytes, a: bytes, c: bytes) -> bytes:
        """GHASH of SP 800-38D on what GCM would take as AAD and ciphertext."""
        lengths = binary(bits(a), 8) + binary(bits(c), 8)
        return self.field.horner(key, pad(a) + pad(c) + lengths)

    def _hash1(self, key: bytes, tweak: bytes, b: bytes) -> bytes:
        return self._ghash(key, ZERO + tweak, pad(b) + ZERO)

    def _hash2(self, key: bytes, tweak: bytes, e: bytes) -> bytes:
        lengths = binary(bits(tweak + ZERO), 8) + binary(bits(e), 8)
        return self._ghash(key, tweak + ZERO, pad(e) + lengths)

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        b, a = text[:-BLOCK], text[-BLOCK:]
        h, cipher_e, cipher_d, cipher_c = self._keys()
        d = xor(cipher_e.encrypt(a), self._hash1(h, tweak, b))
        e = counter(cipher_c, d, b)
        f = xor(d, self._hash2(h, tweak, e))
        return e + cipher_d.decrypt(f)

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        e, g = text[:-BLOCK], text[-BLOCK:]
        h, cipher_e, cipher_d, cipher_c = self._keys()
        d = xor(cipher_d.encrypt(g), self._hash2(h, tweak, e))
        b = counter(cipher_c, d, e)
        c = xor(d, self._hash1(h, tweak, b))
        return b + cipher_e.decrypt(c)

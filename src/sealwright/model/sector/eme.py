# SPDX-License-Identifier: Apache-2.0
"""EME: encrypt, mask, encrypt; 1 to 128 whole blocks.

Halevi, Rogaway; Mancillas-López 2010, III.D, Fig. 6.

Two layers of the block cipher with masks x^(i-1) L, L = x E(0), and between them a mixing layer
with one more call. No product in the field but those with x. In decryption E(0) still takes the
forward cipher, and line 17 of the figure takes the inverse. Bit order `le`, as all implementations
that interoperate have it.
"""

from collections.abc import Callable

from sealwright.model.aes import BLOCK, xor
from sealwright.model.field import Order
from sealwright.model.sector.base import ZERO, Scheme, blocks_of, total


class Eme(Scheme):
    """EME. Key: that of the block cipher."""

    name = "eme"
    order = Order.LE
    longest = 128 * BLOCK
    whole_blocks = True

    def _take(self, key: bytes) -> None:
        self._e = self.cipher(key)

    def _both(self, tweak: bytes, text: bytes, cipher: Callable[[bytes], bytes]) -> bytes:
        """The steps of encryption. Those of decryption are the same with the inverse cipher."""
        p = blocks_of(text)
        masks = self.field.multiples(self.field.times_x(self._e.encrypt(ZERO)), len(p))
        ppp = [cipher(xor(mask, block)) for mask, block in zip(masks, p, strict=True)]
        mp = xor(xor(ppp[0], total(ppp[1:])), tweak)
        mc = cipher(mp)
        between = self.field.multiples(xor(mp, mc), len(p))
        ccc = [xor(block, mask) for block, mask in zip(ppp[1:], between[1:], strict=True)]
        ccc.insert(0, xor(xor(mc, total(ccc)), tweak))
        return b"".join(xor(mask, cipher(b)) for mask, b in zip(masks, ccc, strict=True))

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        return self._both(tweak, text, self._e.encrypt)

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        return self._both(tweak, text, self._e.decrypt)

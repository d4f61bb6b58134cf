# SPDX-License-Identifier: Apache-2.0
"""XTS-AES (IEEE Std 1619-2025, clause 5; NIST SP 800-38E) with ciphertext stealing.

Clauses are numbered as in the edition of 2018; the text of 2025 was not at hand.

Block j of a data unit is masked before and after the cipher with x^j E_K2(tweak). A partial last
block takes the end of the ciphertext of the block before it. Data units of whole bytes from one
block. Bit order `le`: bit 0 of byte 0 is x^0.
"""

from collections.abc import Callable

from sealwright.model.aes import BLOCK, xor
from sealwright.model.field import Order
from sealwright.model.sector.base import Scheme, blocks_of, halves


def tweak_of(number: int) -> bytes:
    """The tweak of a data unit by its number: 16 bytes, little-endian (IEEE Std 1619-2025)."""
    return number.to_bytes(BLOCK, "little")


class Xts(Scheme):
    """XTS. Key: K1 of the data, then K2 of the tweak."""

    name = "xts"
    order = Order.LE

    def _take(self, key: bytes) -> None:
        self._data, self._tweak = (self.cipher(part) for part in halves(self.name, key))

    def _units(
        self, tweak: bytes, text: bytes, cipher: Callable[[bytes], bytes], *, swap: bool
    ) -> bytes:
        """Both directions. With a partial block, decryption swaps the last two masks."""
        blocks = blocks_of(text)
        masks = self.field.multiples(self._tweak.encrypt(tweak), len(blocks))
        tail = blocks.pop() if len(text) % BLOCK else b""
        if tail and swap:
            masks[-2], masks[-1] = masks[-1], masks[-2]
        done = [
            xor(mask, cipher(xor(mask, block))) for mask, block in zip(masks, blocks, strict=False)
        ]
        if tail:
            stolen = done.pop()
            last = tail + stolen[len(tail) :]
            done += [xor(masks[-1], cipher(xor(masks[-1], last))), stolen[: len(tail)]]
        return b"".join(done)

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        return self._units(tweak, text, self._data.encrypt, swap=False)

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        return self._units(tweak, text, self._data.decrypt, swap=True)

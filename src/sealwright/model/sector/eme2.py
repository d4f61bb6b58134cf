# SPDX-License-Identifier: Apache-2.0
"""EME2-AES (IEEE Std 1619.2-2010, clause 5; EME* of Halevi, ePrint 2004/125).

EME for texts of any length from one block, and associated data of any length in place of the
tweak. At blocks 129, 257, ... a call of the cipher makes a new mask; a partial last block is xored
with the output of a further call. Bit order `le`.
"""

from collections.abc import Callable

from sealwright.model.aes import BLOCK, check_key, xor
from sealwright.model.field import Order
from sealwright.model.sector.base import Scheme, blocks_of, total

RENEWED = 128  # blocks for which one mask serves


def pad_one(block: bytes) -> bytes:
    """A partial block, a one, zeros."""
    return (block + b"\x80").ljust(BLOCK, b"\0")


class Eme2(Scheme):
    """EME2. Key: K_AD of the associated data, K_ECB of the masks, K_AES, in this order."""

    name = "eme2"
    order = Order.LE
    tweak_sizes = None

    def _take(self, key: bytes) -> None:
        self._k_ad, self._k_ecb = key[:BLOCK], key[BLOCK : 2 * BLOCK]
        check_key(key[2 * BLOCK :])
        self._e = self.cipher(key[2 * BLOCK :])

    def _hash(self, data: bytes) -> bytes:
        """T*, of the associated data: always the forward cipher."""
        if not data:
            return self._e.encrypt(self._k_ad)
        key, parts = self._k_ad, []
        for block in blocks_of(data):
            key = self.field.times_x(key)
            if len(block) < BLOCK:
                key = self.field.times_x(key)
                block = pad_one(block)
            parts.append(xor(self._e.encrypt(xor(block, key)), key))
        return total(parts)

    def _mix(self, ppp: list[bytes], m1: bytes, cipher: Callable[[bytes], bytes]) -> list[bytes]:
        """CCC_2 .. of the whole blocks: each takes a multiple of a mask, or makes a new mask."""
        mask, ccc = m1, []
        for j, block in enumerate(ppp[1:], 1):
            if j % RENEWED:
                mask = self.field.times_x(mask)
                ccc.append(xor(block, mask))
            else:
                mp = xor(block, m1)
                mc = cipher(mp)
                mask = xor(mp, mc)
                ccc.append(xor(mc, m1))
        return ccc

    def _both(self, tweak: bytes, text: bytes, cipher: Callable[[bytes], bytes]) -> bytes:
        """The steps of encryption. Those of decryption are the same with the inverse cipher."""
        star = self._hash(tweak)
        p = blocks_of(text)
        tail = p.pop() if len(text) % BLOCK else b""
        masks = self.field.multiples(self._k_ecb, len(p))
        ppp = [cipher(xor(mask, block)) for mask, block in zip(masks, p, strict=True)]
        mp = total([*ppp, star, *([pad_one(tail)] if tail else [])])
        mm = cipher(mp)
        mc = cipher(mm) if tail else mm
        ccc = self._mix(ppp, xor(mp, mc), cipher)
        tail = xor(tail, mm[: len(tail)])
        first = total([mc, *ccc, star, *([pad_one(tail)] if tail else [])])
        done = [xor(mask, cipher(b)) for mask, b in zip(masks, [first, *ccc], strict=True)]
        return b"".join([*done, tail])

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        return self._both(tweak, text, self._e.encrypt)

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        return self._both(tweak, text, self._e.decrypt)

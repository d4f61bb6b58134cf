# SPDX-License-Identifier: Apache-2.0
"""AES-CWC (T. Kohno, J. Viega, D. Whiting, draft-irtf-cfrg-cwc, 2003), by its 18 vectors.

    counter block i = 80 || N || [i]_32;  text block j is added to the encryption of block j + 1
    h = E_K(C0 || 00 .. 00) without its highest bit, a number below 2^127
    y = (y + d) h  for each piece d of 12 bytes of pad(A) || pad(C), modulo 2^127 - 1
    y = y + (|A| 2^64 + |C|), in bytes;  tag = E_K(y) + E_K(block 0)

Numbers are big-endian; padding is with zeros to a multiple of 12 bytes. Nonces have 11 bytes, tags
16. What the vectors do not cover (shorter tags, empty texts, other nonces) is refused, or as here.
"""

import hmac
from typing import ClassVar

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.model.aes import BLOCK, counter_mode, encrypt_blocks, xor
from sealwright.model.message import Mode

NONCE, PIECE = 11, 12
PRIME = 2**127 - 1


def hash_key(key: bytes) -> int:
    """h."""
    return int.from_bytes(encrypt_blocks(key, b"\xc0" + bytes(15)), "big") & PRIME


def cwc_hash(h: int, aad: bytes, ct: bytes) -> int:
    """y, below 2^127 - 1."""
    y = 0
    for part in (aad, ct):
        for i in range(0, len(part), PIECE):
            piece = part[i : i + PIECE].ljust(PIECE, b"\0")
            y = (y + int.from_bytes(piece, "big")) * h % PRIME
    return (y + (len(aad) << 64 | len(ct))) % PRIME


class Cwc(Mode):
    """Sealing and opening."""

    name: ClassVar[str] = "cwc"
    tag_sizes: ClassVar[tuple[int, ...]] = (BLOCK,)
    iv_bytes: ClassVar[int] = NONCE

    def seal(
        self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag_size: int = BLOCK
    ) -> tuple[bytes, bytes]:
        if tag_size != BLOCK:
            raise UsageError(f"a tag of CWC has {BLOCK} bytes, not {tag_size}")
        sealed = self.crypt(key, iv, text)
        return sealed, self._tag(key, iv, aad, sealed)

    def open(self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag: bytes) -> bytes:
        if len(tag) != BLOCK or not hmac.compare_digest(self._tag(key, iv, aad, text), tag):
            raise CheckFailed("CWC: the tag is not that of the message")
        return self.crypt(key, iv, text)

    def crypt(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        return counter_mode(key, self._counter(iv, 1), text)

    def counter_only(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        return self.crypt(key, iv, text)

    def _tag(self, key: bytes, iv: bytes, aad: bytes, ct: bytes) -> bytes:
        y = cwc_hash(hash_key(key), aad, ct).to_bytes(BLOCK, "big")
        return xor(encrypt_blocks(key, y), encrypt_blocks(key, self._counter(iv, 0)))

    @staticmethod
    def _counter(iv: bytes, number: int) -> bytes:
        if len(iv) != NONCE:
            raise UsageError(f"a nonce of CWC has {NONCE} bytes, not {len(iv)}")
        return b"\x80" + iv + number.to_bytes(4, "big")


CWC = Cwc()

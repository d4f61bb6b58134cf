# SPDX-License-Identifier: Apache-2.0
"""AES-GCM-SST (draft-mattsson-cfrg-aes-gcm-sst-19): GCM with strong short tags.

The subkeys belong to the nonce, not to the key:

    Z_i = E_K(N || [i]_32),  H = Z_0,  H2 = Z_1,  M = Z_2,  text block j is added to Z_(j+3)
    X   = POLYVAL(H; pad(A) || pad(C))
    tag = first t bits of POLYVAL(H2; X + L) + M,  L = le64(bits of C) || le64(bits of A)

POLYVAL is that of RFC 8452. Nonces have 12 bytes; keys 16 or 32; tags 4, 6, 8, 12 or 14.
"""

import hmac
from typing import ClassVar

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.model.aes import BLOCK, counter_mode, xor
from sealwright.model.gcm import pad
from sealwright.model.ghash import ghash_fast, times_x
from sealwright.model.message import Mode

NONCE = 12
KEYS = (16, 32)
TAGS = (4, 6, 8, 12, 14)  # 6, 12 and 14 are those of the registered instances


def polyval(h: bytes, data: bytes) -> bytes:
    """By GHASH of reversed blocks, with x H as key (RFC 8452, appendix A)."""
    key = times_x(int.from_bytes(h[::-1], "big")).to_bytes(BLOCK, "big")
    blocks = (data[i : i + BLOCK][::-1] for i in range(0, len(data), BLOCK))
    return ghash_fast(key, b"".join(blocks))[::-1]


def most(tag_size: int) -> int:
    """Bytes of text, or of AAD, that a message may have (table of AEAD instances)."""
    return min(1 << 128 - 8 * tag_size, (1 << 36) - 48)


def full_tag(subkeys: bytes, aad: bytes, ct: bytes) -> bytes:
    """All 16 bytes; `subkeys` are H, H2 and M."""
    h, h2, mask = (subkeys[n * BLOCK : (n + 1) * BLOCK] for n in range(3))
    lengths = b"".join((8 * len(part)).to_bytes(8, "little") for part in (ct, aad))
    return xor(polyval(h2, xor(polyval(h, pad(aad) + pad(ct)), lengths)), mask)


class GcmSst(Mode):
    """Sealing and opening; there is no counter mode alone."""

    name: ClassVar[str] = "gcm-sst"
    tag_sizes: ClassVar[tuple[int, ...]] = TAGS
    iv_bytes: ClassVar[int] = NONCE
    counter: ClassVar[bool] = False

    def most(self, tag_size: int) -> int:
        return most(tag_size)

    def seal(
        self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag_size: int = max(TAGS)
    ) -> tuple[bytes, bytes]:
        subkeys, sealed = self._crypt(key, iv, aad, text, tag_size)
        return sealed, full_tag(subkeys, aad, sealed)[:tag_size]

    def open(self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag: bytes) -> bytes:
        subkeys, plain = self._crypt(key, iv, aad, text, len(tag))
        if not hmac.compare_digest(full_tag(subkeys, aad, text)[: len(tag)], tag):
            raise CheckFailed("GCM-SST: the tag is not that of the message")
        return plain

    def crypt(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        return self._crypt(key, iv, b"", text, min(TAGS))[1]

    def counter_only(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        return self.crypt(key, iv, text)

    @staticmethod
    def _crypt(
        key: bytes, iv: bytes, aad: bytes, text: bytes, tag_size: int
    ) -> tuple[bytes, bytes]:
        """The subkeys, and the text with the key stream added."""
        if len(key) not in KEYS:
            raise UsageError(f"a key of GCM-SST has 16 or 32 bytes, not {len(key)}")
        if len(iv) != NONCE:
            raise UsageError(f"a nonce of GCM-SST has {NONCE} bytes, not {len(iv)}")
        if tag_size not in TAGS:
            raise UsageError(f"a tag of GCM-SST has {', '.join(map(str, TAGS))} bytes")
        for what, size in (("text", len(text)), ("AAD", len(aad))):
            if size > most(tag_size):
                raise UsageError(
                    f"{what} of {size} bytes: with tags of {tag_size} bytes a message of GCM-SST "
                    f"takes at most {most(tag_size)}"
                )
        stream = counter_mode(key, iv + bytes(4), bytes(3 * BLOCK) + text)
        return stream[: 3 * BLOCK], stream[3 * BLOCK :]


GCM_SST = GcmSst()

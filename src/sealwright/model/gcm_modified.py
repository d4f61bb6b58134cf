# SPDX-License-Identifier: Apache-2.0
"""GCM with the length block behind the AAD: of no standard, and interoperable with nothing.

B. Yang, S. Mishra, R. Karri, A High Speed Architecture for Galois/Counter Mode of Operation, 2005,
section 6, equation (3):

    X_0 = 0,  X_i = (X_(i-1) + A_i) H               for i = 1 .. m
    X_(m+1) = (X_m + (len A || len C)) H
    X_i = (X_(i-1) + C_(i-m-1)) H                   for i = m + 2 .. m + n + 1

(The paper prints X_(m+1) and X_(i-2) on the right side of the last two: there are no others they
could be.) It is unsafe: messages of different lengths may have the same blocks, and so the same
tag (docs/reference/gcm.md). The lengths must be known before the text, and are sent before it. The
rest is that of SP 800-38D with an IV of 12 bytes.
"""

import hmac
from typing import ClassVar

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.model.aes import BLOCK, check_key, counter_mode, inc32
from sealwright.model.gcm import TAG_SIZES, bits, check_lengths, hash_key, pad, pre_counter
from sealwright.model.ghash import ghash_fast
from sealwright.model.message import Mode

IV = 12


def full_tag(key: bytes, iv: bytes, aad: bytes, ct: bytes) -> bytes:
    """All 16 bytes."""
    hashed = ghash_fast(hash_key(key), pad(aad) + bits(aad, ct) + pad(ct))
    return counter_mode(key, pre_counter(key, iv), hashed)


class GcmModified(Mode):
    """Sealing and opening."""

    name: ClassVar[str] = "gcm-modified"
    tag_sizes: ClassVar[tuple[int, ...]] = TAG_SIZES
    iv_bytes: ClassVar[int] = IV
    counter: ClassVar[bool] = False

    def seal(
        self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag_size: int = BLOCK
    ) -> tuple[bytes, bytes]:
        check_lengths(len(iv), len(aad), len(text), tag_size)
        sealed = self.crypt(key, iv, text)
        return sealed, full_tag(key, iv, aad, sealed)[:tag_size]

    def open(self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag: bytes) -> bytes:
        check_lengths(len(iv), len(aad), len(text), len(tag))
        if not hmac.compare_digest(full_tag(key, iv, aad, text)[: len(tag)], tag):
            raise CheckFailed("modified GCM: the tag is not that of the message")
        return self.crypt(key, iv, text)

    def crypt(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        check_key(key)
        if len(iv) != IV:
            raise UsageError(f"an IV of modified GCM has {IV} bytes, not {len(iv)}")
        return counter_mode(key, inc32(pre_counter(key, iv)), text)

    def counter_only(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        return self.crypt(key, iv, text)


GCM_MODIFIED = GcmModified()

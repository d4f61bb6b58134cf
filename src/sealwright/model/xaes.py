# SPDX-License-Identifier: Apache-2.0
"""XAES-256-GCM (C2SP, XAES-256-GCM 1.0.1): AES-256-GCM under a key derived for each message.

    L  = E_K(0)            K1 = x L                       (the first subkey of CMAC)
    M_i = 00 || i || 58 || 00 || N[0..11]                 i = 1, 2
    Kx = E_K(M_1 + K1) || E_K(M_2 + K1)

The message is sealed by GCM under Kx with the IV N[12..23]. Keys have 32 bytes, nonces 24, tags 16.
"""

from typing import ClassVar

from sealwright.base.errors import UsageError
from sealwright.model import gcm
from sealwright.model.aes import BLOCK, encrypt_blocks, xor
from sealwright.model.message import Mode

KEY, NONCE = 32, 24


def subkey(key: bytes) -> bytes:
    """K1, which depends on the key alone."""
    double = int.from_bytes(encrypt_blocks(key, bytes(BLOCK)), "big") << 1
    return (double ^ (double >> 128) * (1 << 128 | 0x87)).to_bytes(BLOCK, "big")


def derived(key: bytes, nonce: bytes) -> bytes:
    """Kx of a message."""
    if len(key) != KEY:
        raise UsageError(f"a key of XAES-256-GCM has {KEY} bytes, not {len(key)}")
    if len(nonce) != NONCE:
        raise UsageError(f"a nonce of XAES-256-GCM has {NONCE} bytes, not {len(nonce)}")
    k1 = subkey(key)
    blocks = (bytes([0, i, ord("X"), 0]) + nonce[:12] for i in (1, 2))
    return encrypt_blocks(key, b"".join(xor(block, k1) for block in blocks))


class Xaes256Gcm(Mode):
    """As `sealwright.model.gcm`, for whole tags only."""

    name: ClassVar[str] = "xaes-256-gcm"
    tag_sizes: ClassVar[tuple[int, ...]] = (BLOCK,)
    iv_bytes: ClassVar[int] = NONCE

    def seal(
        self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag_size: int = BLOCK
    ) -> tuple[bytes, bytes]:
        return gcm.fast_seal(derived(key, iv), iv[12:], aad, text, self._tag(tag_size))

    def open(self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag: bytes) -> bytes:
        self._tag(len(tag))
        return gcm.fast_open(derived(key, iv), iv[12:], aad, text, tag)

    def crypt(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        return gcm.counter_only(derived(key, iv), iv[12:], text)

    def counter_only(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        return self.crypt(key, iv, text)

    @staticmethod
    def _tag(size: int) -> int:
        if size != BLOCK:
            raise UsageError(f"a tag of XAES-256-GCM has {BLOCK} bytes, not {size}")
        return size


XAES = Xaes256Gcm()

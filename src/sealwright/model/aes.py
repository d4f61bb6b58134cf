# SPDX-License-Identifier: Apache-2.0
"""AES as a block cipher and in counter mode (FIPS 197; SP 800-38A, 6.5; SP 800-38D, 6.2 and 6.5).

The block cipher itself comes from `cryptography`: the models exist to check modes and hardware,
and must not share code with either. Byte 0 of a block is the leftmost byte of the standards.
"""

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from sealwright.base.errors import UsageError

BLOCK = 16
KEY_SIZES = (16, 24, 32)


def check_key(key: bytes) -> None:
    """Refuses keys that AES does not have."""
    if len(key) not in KEY_SIZES:
        raise UsageError(f"an AES key has 16, 24 or 32 bytes, not {len(key)}")


def encrypt_blocks(key: bytes, blocks: bytes) -> bytes:
    """Encrypts each 16-byte block of a string on its own (ECB)."""
    return _ecb(key, blocks).encryptor().update(blocks)


def decrypt_blocks(key: bytes, blocks: bytes) -> bytes:
    """Decrypts each 16-byte block of a string on its own (ECB)."""
    return _ecb(key, blocks).decryptor().update(blocks)


def _ecb(key: bytes, blocks: bytes) -> Cipher[modes.ECB]:
    check_key(key)
    if len(blocks) % BLOCK:
        raise UsageError(f"whole blocks of {BLOCK} bytes expected, not {len(blocks)} bytes")
    return Cipher(algorithms.AES(key), modes.ECB())


def inc32(block: bytes, step: int = 1) -> bytes:
    """inc_32 of SP 800-38D, 6.2: only the last 32 bits count, and they wrap."""
    count = (int.from_bytes(block[12:], "big") + step) % 2**32
    return block[:12] + count.to_bytes(4, "big")


def xor(left: bytes, right: bytes) -> bytes:
    """Bitwise sum of two strings of the same length."""
    size = len(left)
    return (int.from_bytes(left, "big") ^ int.from_bytes(right, "big")).to_bytes(size, "big")


def counter_mode(key: bytes, first: bytes, text: bytes) -> bytes:
    """GCTR of SP 800-38D, 6.5: `first` is the counter block of the first text block.

    The counter blocks are spelt out because OpenSSL's CTR mode carries over all 128 bits.
    """
    if len(first) != BLOCK:
        raise UsageError(f"a counter block has {BLOCK} bytes, not {len(first)}")
    head, start = first[:12], int.from_bytes(first[12:], "big")
    count = -(-len(text) // BLOCK)
    blocks = b"".join(head + ((start + i) % 2**32).to_bytes(4, "big") for i in range(count))
    return xor(text, encrypt_blocks(key, blocks)[: len(text)])

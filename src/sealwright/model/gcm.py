# SPDX-License-Identifier: Apache-2.0
"""AES-GCM, GMAC and the counter-only mode of the core (NIST SP 800-38D).

`seal`, `open_sealed`, `gmac` follow the standard step by step (Algorithms 4 and 5). `fast_seal` and
`fast_open` compute the same with OpenSSL through `cryptography` where that can do it (IVs of 8 to
128 bytes), else with the steps below and table-driven GHASH: they are for bulk tests.

Byte 0 of a string is its leftmost byte in the standard. Tags have 4, 8 or 12 to 16 bytes: the
leftmost ones of the full tag. Misuse raises UsageError; a wrong tag raises CheckFailed.
"""

import hmac
from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.model.aes import BLOCK, check_key, counter_mode, encrypt_blocks, inc32
from sealwright.model.ghash import ghash, ghash_fast
from sealwright.model.message import Mode

TAG_SIZES = (4, 8, 12, 13, 14, 15, 16)
MAX_TEXT = (2**39 - 256) // 8  # 2^32 - 2 blocks: J0 and the wrapped counter are taken
MAX_AAD = (2**64 - 1) // 8
MAX_IV = (2**64 - 1) // 8
OPENSSL_IV = range(8, 129)  # IV lengths that `cryptography` accepts

Hash = Callable[[bytes, bytes], bytes]


def check_lengths(iv: int, aad: int, text: int, tag: int = BLOCK) -> None:
    """The limits of SP 800-38D, 5.2.1.1 and 5.2.1.2, on lengths in bytes."""
    if iv == 0:
        raise UsageError("the IV is empty: GCM needs at least one bit")
    if tag not in TAG_SIZES:
        raise UsageError(f"a tag has 4, 8 or 12 to 16 bytes, not {tag}")
    limits = (("IV", iv, MAX_IV), ("AAD", aad, MAX_AAD), ("text", text, MAX_TEXT))
    for what, length, limit in limits:
        if length > limit:
            raise UsageError(f"{what} of {length} bytes: one GCM message takes at most {limit}")


def pad(data: bytes) -> bytes:
    """Zeros up to the next whole block."""
    return data + bytes(-len(data) % BLOCK)


def bits(*strings: bytes) -> bytes:
    """[len]_64 of each string: lengths in bits, big-endian."""
    return b"".join((8 * len(s)).to_bytes(8, "big") for s in strings)


def hash_key(key: bytes) -> bytes:
    """H, the encrypted zero block."""
    return encrypt_blocks(key, bytes(BLOCK))


def pre_counter(key: bytes, iv: bytes, hash_with: Hash = ghash) -> bytes:
    """J0 (Algorithm 4, step 2): the IV itself when it has 96 bits, else its hash."""
    check_lengths(len(iv), 0, 0)
    if len(iv) == 12:
        return iv + b"\0\0\0\1"
    return hash_with(hash_key(key), pad(iv) + bits(b"", iv))


def full_tag(key: bytes, j0: bytes, aad: bytes, ct: bytes, hash_with: Hash = ghash) -> bytes:
    """All 16 bytes of the tag (Algorithm 4, steps 5 and 6)."""
    return counter_mode(key, j0, hash_with(hash_key(key), pad(aad) + pad(ct) + bits(aad, ct)))


def seal(
    key: bytes, iv: bytes, aad: bytes, pt: bytes, tag_size: int = BLOCK, hash_with: Hash = ghash
) -> tuple[bytes, bytes]:
    """Authenticated encryption (Algorithm 4): ciphertext and tag."""
    check_key(key)
    check_lengths(len(iv), len(aad), len(pt), tag_size)
    j0 = pre_counter(key, iv, hash_with)
    ct = counter_mode(key, inc32(j0), pt)
    return ct, full_tag(key, j0, aad, ct, hash_with)[:tag_size]


def open_sealed(
    key: bytes, iv: bytes, aad: bytes, ct: bytes, tag: bytes, hash_with: Hash = ghash
) -> bytes:
    """Authenticated decryption (Algorithm 5): the plaintext, or CheckFailed and nothing."""
    check_key(key)
    check_lengths(len(iv), len(aad), len(ct), len(tag))
    j0 = pre_counter(key, iv, hash_with)
    if not hmac.compare_digest(full_tag(key, j0, aad, ct, hash_with)[: len(tag)], tag):
        raise CheckFailed("GCM: the tag is not that of the message")
    return counter_mode(key, inc32(j0), ct)


def gmac(key: bytes, iv: bytes, aad: bytes, tag_size: int = BLOCK) -> bytes:
    """GMAC: GCM of a message without text (SP 800-38D, 3)."""
    return seal(key, iv, aad, b"", tag_size)[1]


def counter_only(key: bytes, iv: bytes, text: bytes) -> bytes:
    """Encrypts or decrypts without AAD and tag, as the core's operation `counter-only` does.

    An IV of 16 bytes is itself the first counter block (SP 800-38A, 6.5); any other starts at
    inc32(J0), where GCM starts its text. Either way the counter wraps at 32 bits.
    """
    check_key(key)
    check_lengths(len(iv), 0, len(text))
    first = iv if len(iv) == BLOCK else inc32(pre_counter(key, iv, ghash_fast))
    return counter_mode(key, first, text)


@lru_cache(maxsize=64)
def _openssl(key: bytes) -> AESGCM:
    return AESGCM(key)


def fast_seal(
    key: bytes, iv: bytes, aad: bytes, pt: bytes, tag_size: int = BLOCK
) -> tuple[bytes, bytes]:
    """`seal`, thousands of messages per second."""
    if len(iv) not in OPENSSL_IV:
        return seal(key, iv, aad, pt, tag_size, ghash_fast)
    check_key(key)
    check_lengths(len(iv), len(aad), len(pt), tag_size)
    sealed = _openssl(key).encrypt(iv, pt, aad)
    return sealed[: len(pt)], sealed[len(pt) : len(pt) + tag_size]


def fast_open(key: bytes, iv: bytes, aad: bytes, ct: bytes, tag: bytes) -> bytes:
    """`open_sealed`, thousands of messages per second."""
    if len(iv) not in OPENSSL_IV:
        return open_sealed(key, iv, aad, ct, tag, ghash_fast)
    check_key(key)
    check_lengths(len(iv), len(aad), len(ct), len(tag))
    mode = modes.GCM(iv, tag, min_tag_length=min(TAG_SIZES))
    opener = Cipher(algorithms.AES(key), mode).decryptor()
    opener.authenticate_additional_data(aad)
    try:
        return opener.update(ct) + opener.finalize()
    except InvalidTag:
        raise CheckFailed("GCM: the tag is not that of the message") from None


class Gcm(Mode):
    """The functions above as the model of a mode."""

    name: ClassVar[str] = "gcm"
    tag_sizes: ClassVar[tuple[int, ...]] = TAG_SIZES
    iv_bytes: ClassVar[int] = 12

    def seal(
        self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag_size: int = BLOCK
    ) -> tuple[bytes, bytes]:
        return fast_seal(key, iv, aad, text, tag_size)

    def open(self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag: bytes) -> bytes:
        return fast_open(key, iv, aad, text, tag)

    def crypt(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        return counter_mode(key, inc32(pre_counter(key, iv, ghash_fast)), text)

    def counter_only(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        return counter_only(key, iv, text)


GCM = Gcm()

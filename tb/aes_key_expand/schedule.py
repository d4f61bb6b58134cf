# SPDX-License-Identifier: Apache-2.0
"""Key expansion in plain Python, word by word as FIPS 197, section 5.2, writes it.

Its S-box is the definition of section 5.1.1, so nothing is shared with the RTL; that the round keys
are right shows in the ciphertexts, which come from `cryptography`.
"""

from functools import cache


def _times(a: int, b: int) -> int:
    product = 0
    for i in range(7, -1, -1):
        product = product << 1 ^ (0x11B if product & 0x80 else 0) ^ (a if b >> i & 1 else 0)
    return product


@cache
def substitute(a: int) -> int:
    """One byte through SubBytes."""
    b = next((x for x in range(256) if _times(a, x) == 1), 0)
    turns = [(b << n | b >> (8 - n)) & 0xFF for n in range(5)]
    return turns[0] ^ turns[1] ^ turns[2] ^ turns[3] ^ turns[4] ^ 0x63


def round_keys(key: bytes) -> list[bytes]:
    """Round keys 0 to Nr, 16 bytes each."""
    nk = len(key) // 4
    words = [key[4 * i : 4 * i + 4] for i in range(nk)]
    rcon = 1
    for i in range(nk, 4 * (nk + 7)):
        word = words[-1]
        if i % nk == 0:
            word = bytes(substitute(b) for b in word[1:] + word[:1])
            word = bytes([word[0] ^ rcon]) + word[1:]
            rcon = _times(rcon, 2)
        elif nk == 8 and i % nk == 4:
            word = bytes(substitute(b) for b in word)
        words.append(bytes(x ^ y for x, y in zip(word, words[i - nk], strict=True)))
    return [b"".join(words[i : i + 4]) for i in range(0, len(words), 4)]

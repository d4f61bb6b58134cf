# SPDX-License-Identifier: Apache-2.0
"""GHASH (NIST SP 800-38D, 6.3 and 6.4), twice: as the standard writes it, and with tables.

Bit order: the leftmost bit of a block (0x80 of byte 0) is the coefficient of x^0. A block is held
here as the integer of its 16 bytes in big-endian order, so x^i is bit 127 - i, and multiplying by x
is a shift to the *right*. The field polynomial is x^128 + x^7 + x^2 + x + 1.
"""

from functools import lru_cache

from sealwright.base.errors import UsageError

BLOCK = 16
R = 0xE1 << 120  # x^128 = 1 + x + x^2 + x^7


def times_x(v: int) -> int:
    """V * x: a shift to the right, and R when x^127 falls off."""
    return (v >> 1) ^ (R if v & 1 else 0)


def multiply(x: int, y: int) -> int:
    """X * Y by Algorithm 1: Y, xY, x^2 Y ... are added where X has a one."""
    z, v = 0, y
    for i in range(128):
        if x >> (127 - i) & 1:
            z ^= v
        v = times_x(v)
    return z


def check_blocks(data: bytes) -> None:
    """GHASH is defined on whole blocks only; padding is the business of its callers."""
    if len(data) % BLOCK:
        raise UsageError(f"GHASH takes whole blocks of {BLOCK} bytes, not {len(data)} bytes")


def ghash(h: bytes, data: bytes) -> bytes:
    """GHASH_H(X) by Algorithm 2: Y_i = (Y_{i-1} + X_i) * H."""
    check_blocks(data)
    key, y = int.from_bytes(h, "big"), 0
    for i in range(0, len(data), BLOCK):
        y = multiply(y ^ int.from_bytes(data[i : i + BLOCK], "big"), key)
    return y.to_bytes(BLOCK, "big")


@lru_cache(maxsize=64)
def nibble_tables(h: int) -> tuple[tuple[int, ...], ...]:
    """Table n, entry d: H times the polynomial with digit d at hexadecimal place n of a block.

    Place 0 is the least significant, so that a product is the sum of 32 entries picked by the
    hexadecimal digits of the other factor.
    """
    powers = [h]  # h * x^i, the multiple of bit 127 - i
    for _ in range(127):
        powers.append(times_x(powers[-1]))
    tables = []
    for place in range(32):
        table = [0]
        for bit in range(4):  # each bit doubles the table
            multiple = powers[127 - 4 * place - bit]
            table += [multiple ^ entry for entry in table]
        tables.append(tuple(table))
    return tuple(tables)


def ghash_fast(h: bytes, data: bytes) -> bytes:
    """The same function by table lookup: about 20 times as fast on long strings."""
    check_blocks(data)
    tables, y = nibble_tables(int.from_bytes(h, "big")), 0
    for i in range(0, len(data), BLOCK):
        y ^= int.from_bytes(data[i : i + BLOCK], "big")
        z = 0
        for table in tables:
            z ^= table[y & 15]
            y >>= 4
        y = z
    return y.to_bytes(BLOCK, "big")

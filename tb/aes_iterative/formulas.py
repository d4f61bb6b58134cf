# SPDX-License-Identifier: Apache-2.0
"""Cycles of seal_aes_iterative, as the header of the module gives them."""

from sealwright.tools.sv_package import read_package

SUB_WORDS = (10, 8, 13)  # words of a key schedule that pass the S-boxes, by size code
BRAM = read_package("rtl/aes/seal_aes_pkg.sv").enums["sbox_e"].SboxBram


def rounds(size: int) -> int:
    return 10 + 2 * size


def beats(width: int) -> int:
    return 128 // width


def step(sbox: int) -> int:
    return 2 if sbox == BRAM else 1


def block(width: int, size: int, sbox: int) -> int:
    """From block to block, back to back."""
    return beats(width) * (1 + step(sbox) * rounds(size))


def first(width: int, size: int, sbox: int) -> int:
    """From the first beat of a block to the first beat of its result."""
    return beats(width) * (1 + step(sbox) * (rounds(size) - 1)) + step(sbox)


def key_beats(width: int, size: int) -> int:
    return -(-(128 + 64 * size) // width)


def key(width: int, size: int) -> int:
    """From the first beat of a key to its answer."""
    words = 4 * (rounds(size) + 1) + SUB_WORDS[size] + 8
    return key_beats(width, size) + max(1, 32 // width) * words


def sweep(width: int, slots: int) -> int:
    """From zeroise_i to the end of the sweep."""
    return 2 + 16 * slots * beats(width)

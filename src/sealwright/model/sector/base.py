# SPDX-License-Identifier: Apache-2.0
"""What the models of all tweakable enciphering schemes share: blocks, field, cipher, counts.

A scheme turns a text into one of the same length, under a key and a tweak. Byte 0 of a string is
its leftmost byte. The field is GF(2^128) modulo x^128 + x^7 + x^2 + x + 1 in all schemes; only the
order in which the bits of a block are read as coefficients differs (`Order`).

Models follow their paper or standard line by line, derivation of keys included, and count what
they do: `cost` has the calls of the block cipher and the products in the field so far. Products
with x are wires and an exclusive or; they are not counted, nor is an inversion.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from sealwright.base.errors import UsageError
from sealwright.model.aes import BLOCK, check_key, xor
from sealwright.model.field import (
    GCM_FIELD,
    Field,
    Order,
    block_to_poly,
    poly_modulo,
    poly_to_block,
)

ZERO = bytes(BLOCK)
_BITS, _DIGITS = b"\0\1" * 128, b"01" * 128  # for bytes.translate: the lowest bit of each byte


@dataclass
class Cost:
    """Operations of a scheme."""

    calls: int = 0  # of the block cipher, in either direction
    products: int = 0  # in GF(2^128)


class BlockCipher(Protocol):
    """A cipher of 16-byte blocks under one key."""

    def encrypt(self, block: bytes) -> bytes: ...

    def decrypt(self, block: bytes) -> bytes: ...


class Aes:
    """AES under one key (FIPS 197), of `cryptography`."""

    def __init__(self, key: bytes) -> None:
        check_key(key)
        cipher = Cipher(algorithms.AES(key), modes.ECB())
        self.encrypt: Callable[[bytes], bytes] = cipher.encryptor().update
        self.decrypt: Callable[[bytes], bytes] = cipher.decryptor().update


class Counted:
    """A block cipher whose calls are counted."""

    def __init__(self, cipher: BlockCipher, cost: Cost) -> None:
        self._cipher, self._cost = cipher, cost

    def encrypt(self, block: bytes) -> bytes:
        self._cost.calls += 1
        return self._cipher.encrypt(block)

    def decrypt(self, block: bytes) -> bytes:
        self._cost.calls += 1
        return self._cipher.decrypt(block)


def blocks_of(text: bytes) -> list[bytes]:
    """The blocks of a string; the last one may be shorter."""
    return [text[i : i + BLOCK] for i in range(0, len(text), BLOCK)]


def pad(text: bytes) -> bytes:
    """Zeros up to the next whole block."""
    return text + bytes(-len(text) % BLOCK)


def binary(number: int, size: int = BLOCK) -> bytes:
    """bin_n: a number as a big-endian string of `size` bytes."""
    return number.to_bytes(size, "big")


def bits(text: bytes) -> int:
    """The length of a string in bits."""
    return 8 * len(text)


def total(blocks: Sequence[bytes]) -> bytes:
    """The sum of blocks; zero for none."""
    result = ZERO
    for block in blocks:
        result = xor(result, block)
    return result


def stream(cipher: Counted, text: bytes, counter: Callable[[int], bytes]) -> bytes:
    """Counter mode: block i of the text, from 1, plus E(counter(i)); the last block is cut."""
    return b"".join(
        xor(block, cipher.encrypt(counter(i))[: len(block)])
        for i, block in enumerate(blocks_of(text), 1)
    )


def carryless(a: int, b: int) -> int:
    """Product of two polynomials of up to 255 terms, unreduced.

    It is one of integers that have a byte for each coefficient: a byte of the product counts the
    terms of its degree, and is odd where the coefficient is 1.
    """
    size = a.bit_length() + b.bit_length() + 1
    counts = _bytes_of_bits(a) * _bytes_of_bits(b)
    return int(counts.to_bytes(size, "big").translate(_DIGITS), 2)


def _bytes_of_bits(a: int) -> int:
    return int.from_bytes(f"{a:b}".encode().translate(_BITS), "big")


class FastField(Field):
    """The same arithmetic, in a third of the time: models of schemes do little else."""

    def multiply(self, a: int, b: int) -> int:
        return poly_modulo(carryless(a, b), self.poly)


class Gf128:
    """GF(2^128) on blocks that are read in one order."""

    def __init__(self, order: Order, cost: Cost, poly: int = GCM_FIELD.poly) -> None:
        self.order, self.field, self._cost = order, FastField(poly), cost

    def _poly(self, block: bytes) -> int:
        return block_to_poly(block, self.order)

    def _block(self, poly: int) -> bytes:
        return poly_to_block(poly, self.order)

    def multiply(self, a: bytes, b: bytes) -> bytes:
        self._cost.products += 1
        return self._block(self.field.multiply(self._poly(a), self._poly(b)))

    def times_x(self, a: bytes) -> bytes:
        return self._block(self.field.multiply(self._poly(a), 0b10))

    def multiples(self, first: bytes, count: int) -> list[bytes]:
        """first, x first, x^2 first, ...: `count` of them, at least one."""
        found = [first]
        while len(found) < count:
            found.append(self.times_x(found[-1]))
        return found

    def one(self) -> bytes:
        return self._block(1)

    def inverse(self, a: bytes) -> bytes:
        """1/a as a^(2^128 - 2); a is not zero."""
        return self._block(self.field.power(self._poly(a), 2**128 - 2))

    def horner(self, key: bytes, text: bytes) -> bytes:
        """HORN (Mancillas-López 2010, Fig. 8): X_1 h^m + X_2 h^(m-1) + ... + X_m h, of a string.

        The last block is filled with zeros.
        """
        y = ZERO
        for block in blocks_of(pad(text)):
            y = self.multiply(xor(y, block), key)
        return y


class Scheme(ABC):
    """A tweakable enciphering scheme under one key.

    `key` is the string that a user keeps, of the parts and lengths that the class names; schemes
    of some papers keep the key of their hash apart. `cipher` makes a block cipher of a key. A
    scheme within a scheme counts for that one (`cost`).
    """

    name: ClassVar[str]
    order: ClassVar[Order] = Order.GCM  # unless another one is asked for
    has_hash_key: ClassVar[bool] = False  # of one block
    shortest: ClassVar[int] = BLOCK  # text, in bytes
    longest: ClassVar[int | None] = None
    whole_blocks: ClassVar[bool] = False
    tweak_sizes: ClassVar[tuple[int, ...] | None] = (BLOCK,)  # in bytes; None: any

    def __init__(
        self,
        key: bytes,
        hash_key: bytes | None = None,
        *,
        order: Order | None = None,
        cipher: Callable[[bytes], BlockCipher] = Aes,
        cost: Cost | None = None,
    ) -> None:
        self.hash_key = hash_key or b""
        wanted = BLOCK if self.has_hash_key else 0
        if len(self.hash_key) != wanted:
            found = len(self.hash_key)
            raise UsageError(f"{self.name}: hash key of {found} bytes: it has {wanted}")
        self.cost = Cost() if cost is None else cost
        self.field = Gf128(self.order if order is None else order, self.cost)
        self._make = cipher
        self._take(key)

    @abstractmethod
    def _take(self, key: bytes) -> None:
        """Keeps the parts of a key."""

    def cipher(self, key: bytes) -> Counted:
        """The block cipher under a key."""
        return Counted(self._make(key), self.cost)

    def encrypt(self, tweak: bytes, text: bytes) -> bytes:
        """The ciphertext of a text."""
        self.check(tweak, text)
        return self._encrypt(tweak, text)

    def decrypt(self, tweak: bytes, text: bytes) -> bytes:
        """The plaintext of a ciphertext."""
        self.check(tweak, text)
        return self._decrypt(tweak, text)

    @abstractmethod
    def _encrypt(self, tweak: bytes, text: bytes) -> bytes: ...

    @abstractmethod
    def _decrypt(self, tweak: bytes, text: bytes) -> bytes: ...

    def check(self, tweak: bytes, text: bytes) -> None:
        """Refuses lengths for which the scheme is not defined."""
        if self.tweak_sizes is not None and len(tweak) not in self.tweak_sizes:
            sizes = ", ".join(map(str, self.tweak_sizes))
            raise UsageError(f"{self.name}: tweak of {len(tweak)} bytes: it has {sizes}")
        if len(text) < self.shortest:
            raise UsageError(f"{self.name}: {len(text)} bytes: at least {self.shortest}")
        if self.longest is not None and len(text) > self.longest:
            raise UsageError(f"{self.name}: {len(text)} bytes: at most {self.longest}")
        if self.whole_blocks and len(text) % BLOCK:
            raise UsageError(f"{self.name}: {len(text)} bytes: whole blocks of {BLOCK} only")


def halves(name: str, key: bytes) -> tuple[bytes, bytes]:
    """A key of two parts of the same length, each a key of AES."""
    size = len(key) // 2
    if len(key) not in (32, 48, 64):
        raise UsageError(f"{name}: key of {len(key)} bytes: it has 32, 48, 64")
    return key[:size], key[size:]

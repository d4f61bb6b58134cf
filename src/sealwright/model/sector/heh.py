# SPDX-License-Identifier: Apache-2.0
"""HEH: a hash that every block is added to, ECB, the inverse of a hash, in two wirings.

Mancillas-López 2010, VII, names HEH (Sarkar, ePrint 2007/317) as an improvement of TET and does
not define it. HEH here is draft-cope-heh-01 (A. Cope, 2016), as its author's code for Linux has
it, whose values are published; HEHfp has the same layers, for whole blocks, with keys of its own.

With m whole blocks P_0 .. P_(m-1) and a partial block P_m or none, tau the hash key, the hash is

    H(P) = tau^(m-1) P_0 + ... + tau P_(m-2) + P_(m-1)                  without a partial block
    H(P) = tau^m P_0 + ... + tau^2 P_(m-2) + tau P_m 0^* + P_(m-1)      with one

and the layer psi(beta) turns block k < m-1 into P_k + H + x^(k+1) beta, block m-1 into H + beta.
Encryption is psi(beta_1), the cipher on every whole block, the inverse of psi(beta_2), where
beta_2 = x beta_1. A partial block is added to E(I + O), I and O the blocks before and behind the
cipher at m-1, in decryption as well. Blocks are little-endian, as in XTS.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from sealwright.model.aes import BLOCK, check_key, xor
from sealwright.model.field import GCM_FIELD, Order, block_to_poly, poly_to_block
from sealwright.model.sector.base import Counted, Scheme, binary, blocks_of


class Layers(Scheme):
    """What both wirings have in common."""

    order: ClassVar[Order] = Order.LE

    def _key(self, tweak: bytes, text: bytes) -> tuple[bytes, bytes, Counted]:
        """tau and beta_1, and the cipher of the blocks."""
        raise NotImplementedError

    def _hash(self, tau: bytes, others: Sequence[bytes], part: bytes) -> bytes:
        """H without its constant term, the last whole block."""
        return self.field.horner(tau, b"".join(others) + part)

    def _masks(self, beta: bytes, count: int) -> list[bytes]:
        """x beta, x^2 beta, ..."""
        return self.field.multiples(self.field.times_x(beta), count)

    def _psi(self, tau: bytes, beta: bytes, blocks: Sequence[bytes], part: bytes) -> list[bytes]:
        """The hash layer."""
        *others, last = blocks
        total = xor(self._hash(tau, others, part), last)
        masks = self._masks(beta, len(blocks))
        masked = [xor(block, xor(total, mask)) for block, mask in zip(others, masks, strict=False)]
        return [*masked, xor(total, beta)]

    def _inverse(
        self, tau: bytes, beta: bytes, blocks: Sequence[bytes], part: bytes
    ) -> list[bytes]:
        """The inverse of the hash layer."""
        *others, last = blocks
        total = xor(last, beta)
        masks = self._masks(beta, len(blocks))
        bare = [xor(block, xor(total, mask)) for block, mask in zip(others, masks, strict=False)]
        return [*bare, xor(total, self._hash(tau, bare, part))]

    def _turn(
        self,
        tau: bytes,
        betas: tuple[bytes, bytes],
        text: bytes,
        cipher: tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]],
    ) -> bytes:
        """One direction: the layers with their betas; the cipher of it, and E."""
        whole = len(text) // BLOCK * BLOCK
        part = text[whole:]
        way, forward = cipher
        before = self._psi(tau, betas[0], blocks_of(text[:whole]), part)
        behind = [way(block) for block in before]
        if part:
            part = xor(part, forward(xor(before[-1], behind[-1]))[: len(part)])
        return b"".join(self._inverse(tau, betas[1], behind, part)) + part

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        tau, beta, e = self._key(tweak, text)
        return self._turn(tau, (beta, self.field.times_x(beta)), text, (e.encrypt, e.encrypt))

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        tau, beta, e = self._key(tweak, text)
        return self._turn(tau, (self.field.times_x(beta), beta), text, (e.decrypt, e.encrypt))


class Heh(Layers):
    """HEH of draft-cope-heh-01, for texts of any length from one block.

    Key: that of a CMAC (SP 800-38B), which makes tau, the key of the blocks, and beta_1 of the
    nonce and the lengths. All its inputs have whole blocks.
    """

    name = "heh"

    def _take(self, key: bytes) -> None:
        check_key(key)
        self._e, self._size = self.cipher(key), len(key)

    def _cmac(self, text: bytes) -> bytes:
        """CMAC of whole blocks; its subkey is doubled in the big-endian order."""
        zero = self._e.encrypt(bytes(BLOCK))
        double = GCM_FIELD.multiply(block_to_poly(zero, Order.BE), 0b10)
        *blocks, last = blocks_of(text)
        chain = bytes(BLOCK)
        for block in blocks:
            chain = self._e.encrypt(xor(chain, block))
        subkey = poly_to_block(double, Order.BE)
        return self._e.encrypt(xor(xor(chain, last), subkey))

    def _key(self, tweak: bytes, text: bytes) -> tuple[bytes, bytes, Counted]:
        """Sizes are little-endian: of the nonce, of associated data (none), of the text."""
        tau, *keys = (self._cmac(binary(i)) for i in (1, 2, 3))
        e = self.cipher(b"".join(keys)[: self._size])
        lengths = b"".join(size.to_bytes(4, "little") for size in (len(tweak), 0, len(text), 0))
        return tau, self._cmac(tweak + lengths), e


class HehFp(Layers):
    """HEHfp, for whole blocks: a block cipher's key, and tau; beta_1 = E(tweak).

    The wiring of beta is this project's: Sarkar's definition of HEHfp is not at hand.
    """

    name = "heh-fp"
    has_hash_key = True
    whole_blocks = True

    def _take(self, key: bytes) -> None:
        self._e = self.cipher(key)

    def _key(self, tweak: bytes, text: bytes) -> tuple[bytes, bytes, Counted]:
        return self.hash_key, self._e.encrypt(tweak), self._e

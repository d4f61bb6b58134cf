# SPDX-License-Identifier: Apache-2.0
"""HEH and HEHfp: published values within, another implementation, a second formulation."""

import json
import random

import pytest
from cryptography.hazmat.primitives.ciphers import algorithms
from cryptography.hazmat.primitives.cmac import CMAC

from sealwright.base.files import repo_root
from sealwright.model.aes import BLOCK, decrypt_blocks, encrypt_blocks, xor
from sealwright.model.field import GCM_FIELD, Order, block_to_poly, poly_to_block
from sealwright.model.sector import SCHEMES
from sealwright.model.sector.base import Counted, blocks_of
from sealwright.model.sector.heh import Heh, HehFp, Layers

pytestmark = pytest.mark.quick

LAYERS = repo_root() / "tests/data/heh_layers.json"


class OneKey(Layers):
    """The wiring of bcm-lib's HEH-fp: tau and both betas come from the tweak."""

    name = "one key"
    whole_blocks = True

    def _take(self, key: bytes) -> None:
        self._e = self.cipher(key)

    def _key(self, tweak: bytes, text: bytes) -> tuple[bytes, bytes, Counted]:
        tau = self._e.encrypt(tweak)
        return tau, self.field.times_x(tau), self._e

    def _encrypt(self, tweak: bytes, text: bytes) -> bytes:
        tau, beta, e = self._key(tweak, text)
        return self._turn(tau, (beta, beta), text, (e.encrypt, e.encrypt))

    def _decrypt(self, tweak: bytes, text: bytes) -> bytes:
        tau, beta, e = self._key(tweak, text)
        return self._turn(tau, (beta, beta), text, (e.decrypt, e.encrypt))


def test_layers_are_those_of_another_implementation() -> None:
    vectors = json.loads(LAYERS.read_text())["vectors"]
    assert len(vectors) == 9
    for vector in vectors:
        key, tweak, pt, ct = (bytes.fromhex(vector[n]) for n in ("key", "tweak", "pt", "ct"))
        assert OneKey(key).encrypt(tweak, pt) == ct, vector["name"]
        assert OneKey(key).decrypt(tweak, ct) == pt, vector["name"]


def value(block: bytes) -> int:
    return block_to_poly(block, Order.LE)


def block_of(poly: int) -> bytes:
    return poly_to_block(poly, Order.LE)


def x_to(n: int, block: bytes) -> bytes:
    """x^n times a block."""
    return block_of(GCM_FIELD.multiply(GCM_FIELD.power(2, n), value(block)))


def hash_by_powers(tau: bytes, whole: list[bytes], part: bytes) -> bytes:
    """The hash term by term, with the powers of tau; the last whole block has the power 0."""
    field, m = GCM_FIELD, len(whole)
    powers = [m - 1 - k + bool(part) for k in range(m - 1)] + [0]
    terms = list(zip(whole, powers, strict=True))
    if part:
        terms.append((part.ljust(BLOCK, b"\0"), 1))
    result = 0
    for block, power in terms:
        result ^= field.multiply(value(block), field.power(value(tau), power))
    return block_of(result)


def encrypted_again(tau: bytes, beta: bytes, key: bytes, text: bytes) -> bytes:
    """The mode by its equations: C is what the layer of beta_2 takes to the cipher's results."""
    m, part = len(text) // BLOCK, text[len(text) // BLOCK * BLOCK :]
    whole = blocks_of(text[: m * BLOCK])
    h = hash_by_powers(tau, whole, part)
    first = [xor(xor(whole[k], h), x_to(k + 1, beta)) for k in range(m - 1)]
    first.append(xor(h, beta))
    made = blocks_of(encrypt_blocks(key, b"".join(first)))
    if part:
        part = xor(part, encrypt_blocks(key, xor(first[-1], made[-1]))[: len(part)])
    common = xor(made[-1], x_to(1, beta))
    found = [xor(xor(made[k], common), x_to(k + 2, beta)) for k in range(m - 1)]
    rest = hash_by_powers(tau, [*found, bytes(BLOCK)], part)
    return b"".join([*found, xor(common, rest), part])


def cmac(key: bytes, text: bytes) -> bytes:
    """CMAC of `cryptography`."""
    made = CMAC(algorithms.AES(key))
    made.update(text)
    return made.finalize()


def test_heh_in_another_way() -> None:
    rng = random.Random("heh")
    for size in (16, 24, 32):
        for length in (16, 17, 31, 32, 33, 47, 48, 100, 511, 512):
            key, tweak, text = rng.randbytes(size), rng.randbytes(16), rng.randbytes(length)
            tau, *keys = (cmac(key, i.to_bytes(16, "big")) for i in (1, 2, 3))
            lengths = b"\x10" + bytes(7) + length.to_bytes(4, "little") + bytes(4)
            beta = cmac(key, tweak + lengths)
            wanted = encrypted_again(tau, beta, b"".join(keys)[:size], text)
            assert Heh(key).encrypt(tweak, text) == wanted, (size, length)


def test_heh_fp_in_another_way() -> None:
    rng = random.Random("heh-fp")
    for size in (16, 24, 32):
        for count in (1, 2, 3, 7, 32):
            key, tau, tweak = rng.randbytes(size), rng.randbytes(16), rng.randbytes(16)
            text = rng.randbytes(16 * count)
            wanted = encrypted_again(tau, encrypt_blocks(key, tweak), key, text)
            assert HehFp(key, tau).encrypt(tweak, text) == wanted, (size, count)


def test_values_within_a_published_vector() -> None:
    """Those of 32 bytes of the Linux self-test: keys, betas, H, the blocks around the cipher."""
    key, tweak = (
        bytes.fromhex(text)
        for text in ("a8da249b5efa13c2c194bf32ba38a377", "4d4761372b4786f0d647b5c2e8cf8527")
    )
    text = bytes.fromhex("b8ee29e4a5d1e755d0fde722637636e2f80cf8fe6576e7cac142f5ca5aa8ac2a")
    tau, beta, _ = Heh(key)._key(tweak, text)
    assert tau.hex() == "633c688c23571a4856c34badab56e302"
    assert beta.hex() == "8d660d59a999d576ad22befca87a9e14"
    before = Heh(key)._psi(tau, beta, blocks_of(text), b"")
    middle = ["0f244bb95703201a71218c30e6c59672", "206175b60978b9d456bba9177c3c02ad"]
    assert [block.hex() for block in before] == middle
    own = decrypt_blocks(bytes.fromhex("cd76f86a8f3aa8b5d8b19ccdf4594f24"), bytes(16))
    assert Heh(key)._key(tweak, text)[2].decrypt(bytes(16)) == own


@pytest.mark.parametrize("mode", ["heh", "heh-fp"])
def test_counts(mode: str) -> None:
    """A sector costs m + 2 calls, or m + 1; a partial block one more, and two products.

    The model derives the keys each time: three CMACs of two calls, and the subkey of the fourth.
    """
    for m in (2, 5, 32):
        for part in (0, 7) if mode == "heh" else (0,):
            tau = None if mode == "heh" else bytes(range(16))
            scheme = SCHEMES[mode](bytes(range(16)), tau)
            scheme.encrypt(bytes(16), bytes(16 * m + part))
            calls = m + 1 if mode == "heh-fp" else m + 2 + bool(part) + 7
            assert scheme.cost.calls == calls
            assert scheme.cost.products == 2 * (m - 1 + bool(part))

# SPDX-License-Identifier: Apache-2.0
"""Models of tweakable enciphering schemes: published vectors, second formulations, counts."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from sealwright.base.errors import UsageError
from sealwright.base.files import repo_root
from sealwright.model.aes import BLOCK, encrypt_blocks, xor
from sealwright.model.field import (
    GCM_FIELD,
    Order,
    block_to_poly,
    poly_multiply,
    poly_to_block,
)
from sealwright.model.ghash import ghash
from sealwright.model.sector import SCHEMES, Hch, HchFp, Scheme, Tet
from sealwright.model.sector.base import FastField, binary, bits, blocks_of, carryless, pad
from sealwright.model.sector.hctr2 import Polyval
from sealwright.model.sector.vectors import cavp, failures, read_json

pytestmark = pytest.mark.quick

DATA = repo_root() / "tests/data/sector"
KEY_BYTES = {"xts": 32, "tet": 32, "eme2": 48, "chctr2": 32}
TWEAK = bytes(range(16))


def make(mode: str) -> Scheme:
    """A scheme with random keys."""
    rng = random.Random(f"keys of {mode}")
    keys = {"key": rng.randbytes(KEY_BYTES.get(mode, 16))}
    if SCHEMES[mode].has_hash_key:
        keys["hash_key"] = rng.randbytes(BLOCK)
    return SCHEMES[mode](**keys)


@pytest.mark.parametrize("path", sorted(DATA.glob("*.json")), ids=lambda path: path.stem)
def test_known_answers(path: Path) -> None:
    vectors = read_json(path)
    assert [(v.name, failures(v)) for v in vectors if failures(v)] == []
    assert {v.mode for v in vectors} == {path.stem}


def test_every_scheme_with_an_oracle_has_known_answers() -> None:
    """HCHfp and TET have none: they are checked against a second formulation below."""
    assert {path.stem for path in DATA.glob("*.json")} == SCHEMES.keys() - {"hchfp", "tet"}


def test_cavp_of_xts() -> None:
    """All data units of whole bytes; the others are counted."""
    vectors, left_out = cavp()
    assert (len(vectors), left_out) == (2800, 1200)
    assert [v.name for v in vectors if failures(v)] == []


def lengths_of(scheme: Scheme) -> list[int]:
    found = [16, 32, 48, 512, *([] if scheme.whole_blocks else [17, 31, 33, 47, 100, 511])]
    return [*found, 2048, *([] if scheme.longest else [2064, 4096])]


@pytest.mark.parametrize("mode", SCHEMES)
def test_decryption_inverts(mode: str) -> None:
    scheme, rng = make(mode), random.Random(mode)
    for length in lengths_of(scheme):
        text = rng.randbytes(length)
        tweak = bytes([rng.randrange(64)]) + rng.randbytes(15)
        sealed = scheme.encrypt(tweak, text)
        assert scheme.decrypt(tweak, sealed) == text != sealed
        assert scheme.encrypt(xor(tweak, binary(1)), text) != sealed


@pytest.mark.parametrize("mode", [mode for mode in SCHEMES if mode != "xts"])
def test_every_byte_depends_on_every_bit(mode: str) -> None:
    """One changed bit anywhere changes every block, in both directions."""
    scheme, rng = make(mode), random.Random(mode)
    text = rng.randbytes(64)
    for way in (scheme.encrypt, scheme.decrypt):
        before = way(TWEAK, text)
        for place in (0, 200, 511):
            after = way(TWEAK, xor(text, (1 << 511 - place).to_bytes(64, "big")))
            changed = zip(blocks_of(before), blocks_of(after), strict=True)
            assert all(b != a for b, a in changed), (mode, place)


# ---- second formulations -------------------------------------------------------------------------


def hash_by_powers(key: bytes, add: bytes, blocks: list[bytes], order: Order) -> bytes:
    """Mancillas-López 2010, Eq. (1), term by term: Q + A_1 + A_2 R^(m-1) + ... + A_m R."""
    field, r = GCM_FIELD, block_to_poly(key, order)
    result = block_to_poly(add, order) ^ block_to_poly(blocks[0], order)
    for i, block in enumerate(blocks[1:], 2):
        power = field.power(r, len(blocks) - i + 1)
        result ^= field.multiply(block_to_poly(block, order), power)
    return poly_to_block(result, order)


def doubled(block: bytes, order: Order) -> bytes:
    """x times a block by shifts of its string (GHASH: right; otherwise left)."""
    if order is Order.GCM:
        value = int.from_bytes(block, "big")
        return ((value >> 1) ^ (0xE1 << 120 if value & 1 else 0)).to_bytes(16, "big")
    end = "little" if order is Order.LE else "big"
    value = int.from_bytes(block, end) << 1
    return ((value ^ (0x87 if value >> 128 else 0)) & (1 << 128) - 1).to_bytes(16, end)


def hch_again(key: bytes, alpha: bytes | None, tweak: bytes, text: bytes, order: Order) -> bytes:
    """HCH and (with alpha) HCHfp from Figs. 1 to 3, without a line of the models' code."""
    whole = blocks_of(pad(text))
    r = encrypt_blocks(key, tweak)
    hash_key, q = (alpha, r) if alpha else (r, encrypt_blocks(key, xor(r, binary(bits(text)))))
    m1 = hash_by_powers(hash_key, q, whole, order)
    u1 = encrypt_blocks(key, m1)
    s = int.from_bytes(encrypt_blocks(key, xor(m1, u1)), "big")
    stream = b"".join(binary(s ^ i) for i in range(1, len(whole)))
    rest = text[BLOCK:]
    rest = xor(rest, encrypt_blocks(key, stream)[: len(rest)])
    return hash_by_powers(hash_key, doubled(q, order), [u1, *blocks_of(pad(rest))], order) + rest


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("fixed", [False, True], ids=["hch", "hchfp"])
def test_hch_in_another_way(fixed: bool, order: Order) -> None:
    rng = random.Random(f"{fixed} {order}")
    for length in (16, 17, 31, 32, 33, 100, 512, *([5000] if order is Order.GCM else [])):
        key, alpha = rng.randbytes(rng.choice((16, 24, 32))), rng.randbytes(16)
        tweak, text = rng.randbytes(16), rng.randbytes(length)
        model = HchFp(key, alpha, order=order) if fixed else Hch(key, order=order)
        expected = hch_again(key, alpha if fixed else None, tweak, text, order)
        assert model.encrypt(tweak, text) == expected


def tet_again(k1: bytes, k2: bytes, tau: bytes, tweak: bytes, text: bytes, order: Order) -> bytes:
    """TET by linear algebra: the hash is the matrix I + 1 w^T, and is inverted by elimination."""
    field, m = GCM_FIELD, len(text) // BLOCK
    t = block_to_poly(tau, order)
    row = [field.power(t, m - j) for j in range(m)]  # w = (tau^m .. tau)
    matrix = [[row[j] ^ int(i == j) for j in range(m)] for i in range(m)]

    def inverse_hash(blocks: list[bytes]) -> list[bytes]:
        """The solution of matrix . x = blocks, by Gauss and Jordan."""
        rows = [[*line, block_to_poly(b, order)] for line, b in zip(matrix, blocks, strict=True)]
        for k in range(m):
            pivot = next(i for i in range(k, m) if rows[i][k])
            rows[k], rows[pivot] = rows[pivot], rows[k]
            scale = field.power(rows[k][k], 2**128 - 2)
            rows[k] = [field.multiply(scale, value) for value in rows[k]]
            for i in range(m):
                if i != k and (factor := rows[i][k]):
                    rows[i] = [
                        a ^ field.multiply(factor, b) for a, b in zip(rows[i], rows[k], strict=True)
                    ]
        return [poly_to_block(line[m], order) for line in rows]

    x = encrypt_blocks(k1, binary(bits(text)))
    beta = block_to_poly(encrypt_blocks(k1, xor(tweak, doubled(x, order))), order)
    masks = [poly_to_block(field.multiply(beta, field.power(2, i)), order) for i in range(m)]
    middle = [
        xor(block, mask) for block, mask in zip(inverse_hash(blocks_of(text)), masks, strict=True)
    ]
    done = blocks_of(encrypt_blocks(k2, b"".join(middle)))
    return b"".join(inverse_hash([xor(b, mask) for b, mask in zip(done, masks, strict=True)]))


@pytest.mark.parametrize("order", Order)
def test_tet_in_another_way(order: Order) -> None:
    rng = random.Random(f"tet {order}")
    for count in (1, 2, 3, 5):
        k1, k2, tau, tweak = (rng.randbytes(16) for _ in range(4))
        text = rng.randbytes(16 * count)
        expected = tet_again(k1, k2, tau, tweak, text, order)
        assert Tet(k1 + k2, tau, order=order).encrypt(tweak, text) == expected


def test_tet_hash_is_inverted_by_sigma() -> None:
    """sigma = 1 + tau + ... + tau^m: with it, and only with it, the hash undoes the inverse."""
    tet = Tet(bytes(32), bytes(range(16)))
    field, tau = tet.field, bytes(range(16))
    blocks = blocks_of(random.Random(5).randbytes(80))
    h = field.horner(tau, b"".join(blocks))
    hashed = [xor(block, h) for block in blocks]
    again = field.multiply(
        field.horner(tau, b"".join(hashed)), field.inverse(tet.sigma(len(blocks)))
    )
    assert [xor(block, again) for block in hashed] == blocks


def test_tet_refuses_a_tau_without_inverse() -> None:
    """tau = 1: sigma is 0 for an odd number of blocks, 1 for an even one."""
    tet = Tet(bytes(range(32)), binary(1 << 127))  # x^0 in the order of GHASH
    for count in (1, 3):
        for way in (tet.encrypt, tet.decrypt):
            with pytest.raises(UsageError, match=f"texts of {count} blocks"):
                way(TWEAK, bytes(16 * count))
    text = random.Random(6).randbytes(64)
    assert tet.decrypt(TWEAK, tet.encrypt(TWEAK, text)) == text


@pytest.mark.parametrize("bits", [0, 1, 2, 127, 128, 129, 255])
def test_products_are_those_of_the_field(bits: int) -> None:
    """Factors of ones alone add the most terms of a degree."""
    rng, ones = random.Random(bits), (1 << bits) - 1
    for a, b in ((ones, ones), (ones, 3), (rng.getrandbits(bits), rng.getrandbits(bits))):
        assert carryless(a, b) == carryless(b, a) == poly_multiply(a, b)
        assert FastField(GCM_FIELD.poly).multiply(a, b) == GCM_FIELD.multiply(a, b)


def test_polyval_is_ghash_reversed() -> None:
    """RFC 8452, appendix A: POLYVAL by GHASH with the bytes of each block in reverse."""
    scheme = make("hctr2")
    rng = random.Random(7)
    h, text = rng.randbytes(16), rng.randbytes(160)
    assert isinstance(scheme.field, Polyval)
    key = doubled(h[::-1], Order.GCM)
    reverse = b"".join(block[::-1] for block in blocks_of(text))
    assert scheme.field.horner(h, text) == ghash(key, reverse)[::-1]
    # RFC 8452, appendix A, the example of POLYVAL
    h = bytes.fromhex("25629347589242761d31f826ba4b757b")
    text = bytes.fromhex("4f4f95668c83dfb6401762bb2d01a262d1a24ddd2721d006bbe45f20d3c9f362")
    assert scheme.field.horner(h, text).hex() == "f7a3b47b846119fae5b7866cf5e5b77e"


# ---- operation counts (Mancillas-López 2010, Table I) --------------------------------------------

# Calls of the cipher and products for m blocks; in decryption TET has two products less.
TABLE_I: dict[str, tuple[Callable[[int], int], Callable[[int], int]]] = {
    "hch": (lambda m: m + 3, lambda m: 2 * (m - 1)),
    "hchfp": (lambda m: m + 2, lambda m: 2 * (m - 1)),
    "hctr": (lambda m: m, lambda m: 2 * (m + 1)),
    "xcb": (lambda m: m + 6, lambda m: 2 * (m + 1)),
    "eme": (lambda m: 2 * m + 2, lambda m: 0),
    "tet": (lambda m: m + 2, lambda m: 2 * m + 2),
}


@pytest.mark.parametrize("mode", TABLE_I)
def test_counts_are_those_of_the_paper(mode: str) -> None:
    calls, products = TABLE_I[mode]
    for m in (2, 5, 32):
        scheme = make(mode)
        scheme.encrypt(TWEAK, bytes(16 * m))
        assert (scheme.cost.calls, scheme.cost.products) == (calls(m), products(m))
        scheme.decrypt(TWEAK, bytes(16 * m))
        back = products(m) - (2 if mode == "tet" else 0)
        assert (scheme.cost.calls, scheme.cost.products) == (2 * calls(m), products(m) + back)


def test_counts_of_the_successors() -> None:
    """CHCTR2 is HCTR2 twice; a derived key costs two calls more for AES-128, three for AES-256."""
    base, twice = make("hctr2"), make("chctr2")
    for scheme in (base, twice):
        scheme.encrypt(TWEAK, bytes(512))
    assert (twice.cost.calls, twice.cost.products) == (2 * base.cost.calls, 2 * base.cost.products)
    for size, more in ((16, 2), (32, 3)):
        derived, plain = SCHEMES["hctr2-twkd"](bytes(size)), SCHEMES["hctr2"](bytes(size))
        derived.encrypt(TWEAK, bytes(64))
        plain.encrypt(b"", bytes(64))
        assert derived.cost.calls == plain.cost.calls + more


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", SCHEMES)
def test_lengths_are_refused(mode: str) -> None:
    scheme = make(mode)
    for way in (scheme.encrypt, scheme.decrypt):
        with pytest.raises(UsageError, match=f"{mode}: 15 bytes: at least 16"):
            way(TWEAK, bytes(15))
        if scheme.whole_blocks:
            with pytest.raises(UsageError, match="whole blocks"):
                way(TWEAK, bytes(33))
        if scheme.longest is not None:
            with pytest.raises(UsageError, match="2064 bytes: at most 2048"):
                way(TWEAK, bytes(2064))
        if scheme.tweak_sizes is not None:
            with pytest.raises(UsageError, match="tweak of 15 bytes"):
                way(TWEAK[1:], bytes(16))


@pytest.mark.parametrize(
    ("mode", "keys", "message"),
    [
        ("xts", {"key": bytes(16)}, "xts: key of 16 bytes: it has 32, 48, 64"),
        ("tet", {"key": bytes(33), "hash_key": bytes(16)}, "tet: key of 33 bytes"),
        ("hctr", {"key": bytes(16), "hash_key": bytes(15)}, "hctr: hash key of 15 bytes"),
        ("hctr2", {"key": bytes(17)}, "AES key has 16, 24 or 32 bytes, not 17"),
        ("xcb-aes", {"key": bytes(17)}, "AES key has 16, 24 or 32 bytes, not 17"),
        ("eme2", {"key": bytes(40)}, "AES key has 16, 24 or 32 bytes, not 8"),
        ("hctr2-twkd", {"key": bytes(24)}, "hctr2-twkd: key of 24 bytes: it has 16, 32"),
    ],
)
def test_keys_are_refused(mode: str, keys: dict[str, bytes], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        SCHEMES[mode](**keys)


@pytest.mark.parametrize("tweak", [bytes(15), b"\x40" + bytes(15), b"\x80" + bytes(31)])
def test_tweaks_of_twkd_are_refused(tweak: bytes) -> None:
    with pytest.raises(UsageError, match="top two bits"):
        make("hctr2-twkd").encrypt(tweak, bytes(16))

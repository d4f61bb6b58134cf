# SPDX-License-Identifier: Apache-2.0
"""The sealed container: round trips, every kind of damage, and the documented format."""

import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sealwright.base.errors import CheckFailed, SealwrightError, UsageError
from sealwright.families.message import container
from sealwright.families.message.container import ChunkJob, FileKeys, Header

ROOT = Path(__file__).parents[2]
READER = ROOT / "scripts" / "open_container.py"
DOCS = ROOT / "docs/use/container.md"
CHUNK = 8
KEY = bytes(range(16))
AAD = b"what it is"
SIZES = (0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5)
PRELUDE = 48 + 32  # header and key check


def seal(
    plain: bytes, key: bytes = KEY, aad: bytes = AAD, chunk: int = CHUNK, salt: bytes = bytes(32)
) -> bytes:
    header = Header(len(key), chunk, salt)
    keys = container.derive(header, key, aad)
    writer = io.BytesIO()
    sealer = container.software_sealer(keys)
    container.seal_stream(io.BytesIO(plain), writer, header, keys, sealer)
    return writer.getvalue()


def open_into(writer: io.BytesIO, sealed: bytes, key: bytes = KEY, aad: bytes = AAD) -> None:
    reader = io.BytesIO(sealed)
    header = Header.read(reader)
    keys = container.derive(header, key, aad)
    container.open_stream(reader, writer, header, keys, container.software_opener(keys))


def open_(sealed: bytes, key: bytes = KEY, aad: bytes = AAD) -> bytes:
    writer = io.BytesIO()
    open_into(writer, sealed, key, aad)
    return writer.getvalue()


def pieces(sealed: bytes) -> list[bytes]:
    """Header with key check, then the chunks."""
    step = CHUNK + 16
    chunks = [sealed[i : i + step] for i in range(PRELUDE, len(sealed), step)]
    return [sealed[:PRELUDE], *chunks]


def text(size: int, seed: int = 1) -> bytes:
    return random.Random(seed).randbytes(size)


# --- The format -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def example() -> dict[str, str]:
    block = re.search(r"```json\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert block is not None
    parsed: dict[str, str] = json.loads(block.group(1))
    return parsed


def test_documented_example(example: dict[str, str]) -> None:
    key, aad, salt, plain = (bytes.fromhex(example[n]) for n in ("key", "aad", "salt", "plain"))
    header = Header(len(key), int(example["chunk_size"]), salt)
    keys = container.derive(header, key, aad)
    assert keys.key.hex() == example["file_key"]
    assert keys.iv_prefix.hex() == example["iv_prefix"]
    assert header.pack().hex() == example["sealed"][0]
    assert keys.check.hex() == example["sealed"][1]
    sealed = seal(plain, key, aad, header.chunk_size, salt)
    assert sealed.hex() == "".join(example["sealed"])
    assert open_(sealed, key, aad) == plain


def run_reader(
    folder: Path, sealed: bytes, key: bytes = KEY, aad: bytes = AAD
) -> tuple[int, bytes]:
    others = {path.name for path in folder.iterdir()}
    (folder / "in").write_bytes(sealed)
    (folder / "aad").write_bytes(aad)
    command = [sys.executable, str(READER), key.hex(), "in", "out", "--aad", "aad"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert bool(done.stderr) == bool(done.returncode)
    assert b"Traceback" not in done.stderr
    out = folder / "out"
    assert {path.name for path in folder.iterdir()} <= {"in", "aad", "out", *others}
    assert out.exists() == (done.returncode == 0)
    return done.returncode, out.read_bytes() if out.exists() else b""


@pytest.mark.parametrize("size", SIZES)
def test_standalone_reader(tmp_path: Path, size: int) -> None:
    key = bytes(range((16, 24, 32)[size % 3]))
    assert run_reader(tmp_path, seal(text(size), key), key) == (0, text(size))


def test_standalone_reader_opens_the_example(tmp_path: Path, example: dict[str, str]) -> None:
    sealed = bytes.fromhex("".join(example["sealed"]))
    key, aad = bytes.fromhex(example["key"]), bytes.fromhex(example["aad"])
    assert run_reader(tmp_path, sealed, key, aad) == (0, bytes.fromhex(example["plain"]))


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda s: s[:-1], 1),
        (lambda s: s[: PRELUDE + CHUNK + 16], 1),
        (lambda s: s[:PRELUDE], 1),
        (lambda s: s[: PRELUDE - 1], 1),
        (lambda s: s[:20], 1),
        (lambda s: s[:5], 1),
        (lambda s: s[:-1] + bytes([s[-1] ^ 1]), 1),
        (lambda s: s[:50] + bytes([s[50] ^ 1]) + s[51:], 1),
        (lambda s: s + bytes(1), 1),
        (lambda s: s + bytes(16), 1),
        (lambda s: b"x" + s, 2),
        (lambda s: s[:9] + b"\2" + s[10:], 2),
        (lambda s: s[:11] + b"\x20" + s[12:], 2),
        (lambda s: s[:12] + bytes(4) + s[16:], 2),
        (lambda s: s[:12] + b"\xff" * 4 + s[16:], 2),
    ],
)
def test_standalone_reader_refuses(
    tmp_path: Path, damage: Callable[[bytes], bytes], code: int
) -> None:
    sealed = damage(seal(text(2 * CHUNK)))
    assert run_reader(tmp_path, sealed)[0] == code
    with pytest.raises(SealwrightError) as caught:
        open_(sealed)
    assert caught.value.exit_code == code


def test_standalone_reader_touches_its_output_only(tmp_path: Path) -> None:
    """Not what is called almost like it; a link stays, and what it points to is replaced."""
    (tmp_path / "out.part").write_bytes(b"mine")
    (tmp_path / "far").write_bytes(b"old")
    (tmp_path / "out").symlink_to("far")
    assert run_reader(tmp_path, seal(text(CHUNK)))[0] == 0
    assert (tmp_path / "out").is_symlink()
    assert (tmp_path / "far").read_bytes() == text(CHUNK)
    assert (tmp_path / "out.part").read_bytes() == b"mine"


@pytest.mark.parametrize("out", ["", ".", "/", "/dev/null", "/dev/null/x", "no/out", "x" * 300])
def test_standalone_reader_of_bad_names(tmp_path: Path, out: str) -> None:
    (tmp_path / "in").write_bytes(seal(text(1)))
    command = [sys.executable, str(READER), KEY.hex(), "in", out]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("open_container.py: ") and done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_chunk_iv() -> None:
    assert container.chunk_iv(b"\xaa" * 7, 0x01020304, False) == b"\xaa" * 7 + b"\1\2\3\4\0"
    assert container.chunk_iv(bytes(7), 2**32 - 1, True) == bytes(7) + b"\xff" * 4 + b"\1"
    with pytest.raises(UsageError, match="larger chunk size"):
        container.chunk_iv(bytes(7), 2**32, True)


# --- Round trips ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key_size", [16, 24, 32])
def test_round_trip(size: int, key_size: int) -> None:
    key, plain = bytes(range(key_size)), text(size)
    sealed = seal(plain, key)
    assert len(sealed) == PRELUDE + size + 16 * max(1, -(-size // CHUNK))
    assert open_(sealed, key) == plain


def test_many_batches() -> None:
    plain = text(3 * container.BATCH_CHUNKS * CHUNK + 1)
    assert open_(seal(plain)) == plain
    large = text(3 * container.BATCH_BYTES)
    assert open_(seal(large, chunk=2**20)) == large


def test_fresh_salt() -> None:
    assert Header.new(16).salt != Header.new(16).salt
    assert Header.new(32).chunk_size == container.DEFAULT_CHUNK


def test_every_input_changes_the_keys() -> None:
    header = Header(16, CHUNK, bytes(32))
    variants = [
        container.derive(header, KEY, AAD),
        container.derive(header, KEY, b""),
        container.derive(header, bytes(16), AAD),
        container.derive(Header(16, CHUNK + 1, bytes(32)), KEY, AAD),
        container.derive(Header(16, CHUNK, b"\1" + bytes(31)), KEY, AAD),
    ]
    for field in ("key", "iv_prefix", "check"):
        assert len({getattr(keys, field) for keys in variants}) == len(variants)
    assert KEY.hex() not in repr(variants[0])


class Trickle:
    """A stream whose reads come back short, as those of pipes do."""

    def __init__(self, data: bytes) -> None:
        self.stream = io.BytesIO(data)
        self.rng = random.Random(2)

    def read(self, size: int, /) -> bytes:
        return self.stream.read(min(size, self.rng.randint(1, 5)))


def test_short_reads() -> None:
    plain = text(3 * CHUNK + 5)
    header = Header(16, CHUNK, bytes(32))
    keys = container.derive(header, KEY, AAD)
    sealed, opened = io.BytesIO(), io.BytesIO()
    sealer, opener = container.software_sealer(keys), container.software_opener(keys)
    container.seal_stream(Trickle(plain), sealed, header, keys, sealer)
    assert sealed.getvalue() == seal(plain)
    reader = Trickle(sealed.getvalue())
    assert Header.read(reader) == header
    container.open_stream(reader, opened, header, keys, opener)
    assert opened.getvalue() == plain


def test_chunks_are_taken_lazily() -> None:
    reader = io.BytesIO(text(1000))
    keys = FileKeys(KEY, bytes(7), bytes(32))
    jobs = container.plain_chunks(reader, Header(16, CHUNK, bytes(32)), keys)
    for index in range(5):
        assert next(jobs) == ChunkJob(
            index, False, bytes(10) + bytes([index, 0]), text(1000)[index * CHUNK :][:CHUNK]
        )
        assert reader.tell() == (index + 2) * CHUNK  # the chunk itself and one of look-ahead


def test_batches_are_bounded() -> None:
    def jobs(sizes: list[int]) -> list[ChunkJob]:
        return [ChunkJob(i, i + 1 == len(sizes), b"", bytes(n)) for i, n in enumerate(sizes)]

    def cut(sizes: list[int]) -> list[int]:
        return [len(batch) for batch in container.batches(iter(jobs(sizes)))]

    full = container.BATCH_CHUNKS
    assert cut([1] * (2 * full)) == [full, full]
    assert cut([1] * (2 * full + 1)) == [full, full, 1]
    assert cut([container.BATCH_BYTES // 2] * 5) == [2, 2, 1]
    assert cut([0]) == [1]


# --- Damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 5, 2 * CHUNK, 2 * CHUNK + 3])
def test_every_bit_flip(size: int) -> None:
    sealed = seal(text(size))
    for bit in range(8 * len(sealed)):
        flipped = bytearray(sealed)
        flipped[bit // 8] ^= 1 << bit % 8
        expected = CheckFailed if bit // 8 >= 16 else (UsageError, CheckFailed)
        with pytest.raises(expected):
            open_(bytes(flipped))


@pytest.mark.parametrize("size", [0, 5, CHUNK, 3 * CHUNK, 3 * CHUNK + 5])
def test_truncation_everywhere(size: int) -> None:
    sealed = seal(text(size))
    for length in range(len(sealed)):
        with pytest.raises(CheckFailed):
            open_(sealed[:length])


@pytest.mark.parametrize("size", [0, 5, CHUNK, 3 * CHUNK + 5])
def test_extension(size: int) -> None:
    sealed = seal(text(size))
    tails = [bytes(n) for n in range(1, 2 * (CHUNK + 16) + 1)]
    for tail in [*tails, pieces(sealed)[-1], pieces(sealed)[1], sealed]:
        with pytest.raises(CheckFailed):
            open_(sealed + tail)


def test_reordering_duplication_omission() -> None:
    sealed = seal(text(4 * CHUNK))
    head, *chunks = pieces(sealed)
    assert head + b"".join(chunks) == sealed
    count = len(chunks)
    orders = [[*range(i), *range(i + 1, count)] for i in range(count)]  # one left out
    orders += [[*range(i + 1), *range(i, count)] for i in range(count)]  # one twice
    for i in range(count):
        for j in range(i):
            order = list(range(count))
            order[i], order[j] = j, i
            orders.append(order)
    for order in orders:
        with pytest.raises(CheckFailed):
            open_(head + b"".join(chunks[i] for i in order))


def test_splicing() -> None:
    """Chunks at the same place of a container of the same key and text, but another salt."""
    ours = pieces(seal(text(3 * CHUNK)))
    other = pieces(seal(text(3 * CHUNK), salt=b"\1" + bytes(31)))
    for place in range(len(ours)):
        with pytest.raises(CheckFailed):
            open_(b"".join([*ours[:place], other[place], *ours[place + 1 :]]))


def test_empty_tail_chunk_is_refused() -> None:
    """Even one sealed with the right key: a text has exactly one container per salt."""
    header = Header(16, CHUNK, bytes(32))
    keys = container.derive(header, KEY, AAD)
    jobs = [
        ChunkJob(index, last, container.chunk_iv(keys.iv_prefix, index, last), data)
        for index, last, data in ((0, False, text(CHUNK)), (1, True, b""))
    ]
    sealed = header.pack() + keys.check + b"".join(container.software_sealer(keys)(jobs))
    with pytest.raises(CheckFailed, match="chunk 1"):
        open_(sealed)


@pytest.mark.parametrize("aad", [b"", AAD + b"\0", AAD[:-1]])
def test_wrong_aad(aad: bytes) -> None:
    with pytest.raises(CheckFailed, match="wrong key, wrong AAD"):
        open_(seal(text(20)), aad=aad)


def test_wrong_key() -> None:
    with pytest.raises(CheckFailed, match="wrong key, wrong AAD"):
        open_(seal(text(20)), bytes(16))
    with pytest.raises(UsageError, match="key of 32 bytes: this container takes 16"):
        open_(seal(text(20)), bytes(32))


def test_nothing_unverified_is_written() -> None:
    """Damage in chunk i: at most the chunks before it come out, and those are right."""
    plain = text(600 * CHUNK)
    sealed = seal(plain)
    for index in (0, 1, 255, 256, 257, 599):
        damaged = bytearray(sealed)
        damaged[PRELUDE + index * (CHUNK + 16)] ^= 1
        writer = io.BytesIO()
        with pytest.raises(CheckFailed, match=f"chunk {index} "):
            open_into(writer, bytes(damaged))
        assert writer.getvalue() == plain[: index * CHUNK]


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"plain text, no container", "not a sealed container"),
        (b"SEALWRGU", "not a sealed container"),
        (b"SEALWRGT\0\2" + bytes(38), "version 2"),
        (b"SEALWRGT\0\1\0\x11\0\0\0\x08" + bytes(32), "key size 17"),
        (b"SEALWRGT\0\1\0\x10\0\0\0\0" + bytes(32), "chunk size 0"),
        (b"SEALWRGT\0\1\0\x10\1\0\0\1" + bytes(32), "chunk size 16777217"),
    ],
)
def test_bad_header(data: bytes, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        Header.parse(data)


def test_header_round_trip_and_limits() -> None:
    header = Header(32, 2**24, bytes(range(32)))
    assert len(header.pack()) == 48
    assert Header.parse(header.pack()) == header
    with pytest.raises(UsageError, match="salt"):
        Header(16, 1, bytes(31))

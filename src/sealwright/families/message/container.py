# SPDX-License-Identifier: Apache-2.0
"""The sealed container: a file as a run of GCM messages (format: docs/use/container.md).

This file has the format only, and no GCM: sealing and opening take a callable that
works on batches of chunks, be it a simulated core or `software_sealer` and `software_opener` below.
The construction is STREAM (Hoang, Reyhanitabar, Rogaway, Vizar: Online Authenticated-Encryption and
its Nonce-Reuse Misuse-Resistance, CRYPTO 2015), keyed by HKDF-SHA256 (RFC 5869). Integers are
big-endian.
"""

import hmac
import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sealwright.base.errors import BadInput, CheckFailed, Damaged, UsageError
from sealwright.model import aes, gcm

MAGIC = b"SEALWRGT"
VERSION = 1
SALT = 32
LAYOUT = struct.Struct(f">{len(MAGIC)}sHHI{SALT}s")  # magic, version, key size, chunk size, salt
CHECK = 32
TAG = 16
PREFIX = 7
MAX_CHUNK = 2**24
DEFAULT_CHUNK = 2**16
MAX_CHUNKS = 2**32
BATCH_CHUNKS = 256
BATCH_BYTES = 2**22


class Reader(Protocol):
    """Anything with the `read` of a binary stream; short reads are allowed."""

    def read(self, size: int, /) -> bytes: ...


class Writer(Protocol):
    """Anything with the `write` of a buffered binary stream."""

    def write(self, data: bytes, /) -> object: ...


@dataclass(frozen=True, slots=True)
class Header:
    """The first 48 bytes of a container."""

    key_size: int
    chunk_size: int
    salt: bytes

    def __post_init__(self) -> None:
        if self.key_size not in aes.KEY_SIZES:
            raise BadInput(f"container: key size {self.key_size}: 16, 24 or 32 bytes expected")
        if not 1 <= self.chunk_size <= MAX_CHUNK:
            raise BadInput(f"container: chunk size {self.chunk_size}: 1 to {MAX_CHUNK} expected")
        if len(self.salt) != SALT:
            raise UsageError(f"container: salt of {len(self.salt)} bytes: {SALT} expected")

    @classmethod
    def new(cls, key_size: int, chunk_size: int = DEFAULT_CHUNK) -> "Header":
        """A header for one new container: the salt is fresh."""
        return cls(key_size, chunk_size, os.urandom(SALT))

    def pack(self) -> bytes:
        """The header as it stands in the file."""
        return LAYOUT.pack(MAGIC, VERSION, self.key_size, self.chunk_size, self.salt)

    @classmethod
    def parse(cls, data: bytes) -> "Header":
        """BadInput for what is no container of this version; Damaged for a cut one."""
        if data[: len(MAGIC)] != MAGIC[: len(data)]:
            raise BadInput("not a sealed container: it does not start with the magic word")
        if len(data) < LAYOUT.size:
            raise Damaged(f"container truncated: header of {len(data)} bytes")
        _, version, key_size, chunk_size, salt = LAYOUT.unpack(data[: LAYOUT.size])
        if version != VERSION:
            raise BadInput(f"container of version {version}: only version {VERSION} is known")
        return cls(key_size, chunk_size, salt)

    @classmethod
    def read(cls, reader: Reader) -> "Header":
        """Takes the header off a stream."""
        return cls.parse(_read(reader, LAYOUT.size))


@dataclass(frozen=True, slots=True)
class FileKeys:
    """What HKDF makes of user key, header and AAD."""

    key: bytes
    iv_prefix: bytes
    check: bytes  # stands after the header: key, AAD and header belong together

    def __repr__(self) -> str:
        return "FileKeys(...)"  # keys stay out of logs and tracebacks


def derive(header: Header, user_key: bytes, user_aad: bytes = b"") -> FileKeys:
    """The keys of one container."""
    if len(user_key) != header.key_size:
        raise UsageError(f"key of {len(user_key)} bytes: this container takes {header.key_size}")
    info = header.pack() + sha256(user_aad).digest()
    size = header.key_size + PREFIX + CHECK
    okm = HKDF(algorithm=SHA256(), length=size, salt=header.salt, info=info).derive(user_key)
    end = header.key_size + PREFIX
    return FileKeys(okm[: header.key_size], okm[header.key_size : end], okm[end:])


def chunk_iv(prefix: bytes, index: int, last: bool) -> bytes:
    """The 96-bit IV of a chunk: different for any two chunks of a container."""
    if index >= MAX_CHUNKS:
        raise UsageError(f"more than {MAX_CHUNKS} chunks: take a larger chunk size")
    return prefix + index.to_bytes(4, "big") + bytes([last])


@dataclass(frozen=True, slots=True)
class ChunkJob:
    """One chunk for GCM without AAD: plaintext to seal, or ciphertext and tag to open."""

    index: int
    last: bool
    iv: bytes
    data: bytes


Sealer = Callable[[list[ChunkJob]], list[bytes]]  # ciphertext and tag of each chunk
Opener = Callable[[list[ChunkJob]], list[bytes | None]]  # plaintext, or None: refused


def _read(reader: Reader, size: int) -> bytes:
    """Up to `size` bytes; fewer only at the end of the stream."""
    data = bytearray()
    while len(data) < size:
        more = reader.read(size - len(data))
        if not more:
            break
        data += more
    return bytes(data)


def _jobs(reader: Reader, prefix: bytes, size: int) -> Iterator[ChunkJob]:
    """Cuts a stream into pieces; one piece of look-ahead shows which is the last."""
    index, piece = 0, _read(reader, size)
    while True:
        # a short piece is the end of the stream: a terminal is not read again
        following = _read(reader, size) if len(piece) == size else b""
        last = not following
        yield ChunkJob(index, last, chunk_iv(prefix, index, last), piece)
        if last:
            return
        index, piece = index + 1, following


def plain_chunks(reader: Reader, header: Header, keys: FileKeys) -> Iterator[ChunkJob]:
    """The chunks of a plain stream, in order; an empty stream is one empty last chunk."""
    return _jobs(reader, keys.iv_prefix, header.chunk_size)


def sealed_chunks(reader: Reader, header: Header, keys: FileKeys) -> Iterator[ChunkJob]:
    """The chunks of a container, in order, after its header; their tags are unchecked."""
    check = _read(reader, CHECK)
    if len(check) < CHECK:
        raise Damaged("container truncated: it ends within its key check")
    if not hmac.compare_digest(check, keys.check):
        raise Damaged("container: wrong key, wrong AAD, or a damaged header")
    for job in _jobs(reader, keys.iv_prefix, header.chunk_size + TAG):
        if len(job.data) < TAG or (len(job.data) == TAG and job.index > 0):
            raise Damaged(f"container truncated: it ends within chunk {job.index}")
        yield job


def batches(jobs: Iterator[ChunkJob]) -> Iterator[list[ChunkJob]]:
    """Groups chunks up to a number and a size, so that a header cannot ask for all memory."""
    batch: list[ChunkJob] = []
    held = 0
    for job in jobs:
        batch.append(job)
        held += len(job.data)
        if len(batch) == BATCH_CHUNKS or held >= BATCH_BYTES or job.last:
            yield batch
            batch, held = [], 0


def seal_stream(
    reader: Reader, writer: Writer, header: Header, keys: FileKeys, sealer: Sealer
) -> None:
    """Writes a whole container."""
    writer.write(header.pack() + keys.check)
    for batch in batches(plain_chunks(reader, header, keys)):
        for sealed in sealer(batch):
            writer.write(sealed)


def open_stream(
    reader: Reader, writer: Writer, header: Header, keys: FileKeys, opener: Opener
) -> None:
    """Opens what follows the header (`Header.read`); writes only chunks whose tags are right.

    The chunks written before Damaged are an authentic beginning of the file, but not all of it.
    """
    for batch in batches(sealed_chunks(reader, header, keys)):
        for job, plain in zip(batch, opener(batch), strict=True):
            if plain is None:
                raise Damaged(f"container: chunk {job.index} is not what was sealed there")
            writer.write(plain)


def software_sealer(keys: FileKeys) -> Sealer:
    """A sealer without hardware."""

    def seal(batch: list[ChunkJob]) -> list[bytes]:
        return [b"".join(gcm.fast_seal(keys.key, job.iv, b"", job.data)) for job in batch]

    return seal


def software_opener(keys: FileKeys) -> Opener:
    """An opener without hardware."""

    def open_one(job: ChunkJob) -> bytes | None:
        try:
            return gcm.fast_open(keys.key, job.iv, b"", job.data[:-TAG], job.data[-TAG:])
        except CheckFailed:
            return None

    return lambda batch: [open_one(job) for job in batch]

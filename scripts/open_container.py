#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens a sealed container with nothing but `cryptography`: docs/use/container.md as a program.

usage: open_container.py KEYHEX IN OUT [--aad FILE]
Exit code: 0 opened; 1 damaged, truncated, wrong key or wrong AAD; 2 bad use or no container.
"""

import argparse
import hashlib
import tempfile
from pathlib import Path
from typing import BinaryIO, NoReturn

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

parser = argparse.ArgumentParser(description="opens a sealed container without Sealwright")
parser.add_argument("key", type=bytes.fromhex, help="the user's key in hexadecimal")
parser.add_argument("sealed", type=Path)
parser.add_argument("plain", type=Path)
parser.add_argument("--aad", type=Path, help="file with the AAD given when sealing")


def bad(message: str) -> NoReturn:
    parser.exit(2, f"{parser.prog}: {message}\n")


def unseal(sealed: BinaryIO, plain: BinaryIO, user_key: bytes, aad: bytes) -> None:
    header = sealed.read(48)
    key_size, chunk_size = (int.from_bytes(header[a:b], "big") for a, b in ((10, 12), (12, 16)))
    if header[:10] != b"SEALWRGT\0\1"[: len(header)]:
        bad("not a sealed container of version 1")
    if len(header) < 48:
        raise InvalidTag
    if key_size not in (16, 24, 32) or not 1 <= chunk_size <= 2**24:
        bad("bad header: key size or chunk size out of range")
    if len(user_key) != key_size:
        bad(f"this container takes a key of {key_size} bytes")
    info = header + hashlib.sha256(aad).digest()
    hkdf = HKDF(algorithm=SHA256(), length=key_size + 39, salt=header[16:48], info=info)
    keys = hkdf.derive(user_key)
    key, prefix, check = keys[:key_size], keys[key_size : key_size + 7], keys[key_size + 7 :]
    if sealed.read(32) != check:
        raise InvalidTag
    index, chunk = 0, sealed.read(chunk_size + 16)
    while index == 0 or len(chunk) > 16:  # only chunk 0 may be empty
        following = sealed.read(chunk_size + 16)
        iv = prefix + index.to_bytes(4, "big") + bytes([not following])
        plain.write(AESGCM(key).decrypt(iv, chunk, None))
        index, chunk = index + 1, following
    if chunk:
        raise InvalidTag


args = parser.parse_args()
try:
    aad = args.aad.read_bytes() if args.aad else b""
    target = args.plain.resolve()  # a link stays, what it points to is replaced
    if target.exists() and not target.is_file():
        bad(f"{args.plain}: not a regular file")
    with tempfile.TemporaryDirectory(prefix=".open-", dir=target.parent) as folder:
        part = Path(folder) / "plain"
        with args.sealed.open("rb") as sealed, part.open("wb") as plain:
            unseal(sealed, plain, args.key, aad)
        part.replace(target)  # the name appears when all of it is verified
except InvalidTag:
    parser.exit(1, "refused: damaged or truncated container, wrong key or wrong AAD\n")
except OSError as error:
    bad(str(error))

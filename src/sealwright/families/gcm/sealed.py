# SPDX-License-Identifier: Apache-2.0
"""Common to `seal` and `open`: keys, IV and AAD from the command line, progress, the summary."""

import argparse
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any

from sealwright.base.console import progress
from sealwright.base.errors import UsageError
from sealwright.base.streams import STANDARD, read_file
from sealwright.families.gcm.config import GcmConfig
from sealwright.families.gcm.sealing import CoreGcm, max_text
from sealwright.model.aes import KEY_SIZES
from sealwright.model.gcm import OPENSSL_IV

_PROGRESS_SECONDS = 2.0
_PIECE = 2**20
_AAD_BYTES = 2**28
_KEY_FILE_BYTES = 4096  # 64 digits and white space fit many times


@dataclass(frozen=True)
class Job:
    """The secrets and companions of one file."""

    key: bytes
    aad: bytes
    iv: bytes | None

    def __repr__(self) -> str:
        return "Job(...)"  # keys stay out of logs and tracebacks

    def iv_fields(self) -> dict[str, Any]:
        """The IV of a message: 12 bytes in the command, other lengths as data."""
        return {"iv": self.iv, "iv_in_data": len(self.iv or b"") != 12}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of both commands."""
    parser.add_argument("input", metavar="IN", help="a file, or - for standard input")
    parser.add_argument("output", metavar="OUT", help="a file, or - for standard output")
    keys = parser.add_mutually_exclusive_group(required=True)
    keys.add_argument(
        "--key",
        metavar="HEX",
        help="the key; other users of this machine can see a command line: prefer --key-file",
    )
    keys.add_argument(
        "--key-file",
        metavar="FILE",
        help="file with the key in hexadecimal, for example from `openssl rand -hex 32`",
    )
    parser.add_argument("--aad", metavar="FILE", help="data bound to the file without being in it")
    parser.add_argument(
        "--raw",
        action="store_true",
        help="one bare GCM message, ciphertext then 16-byte tag, instead of a container; "
        "it is held in memory as a whole",
    )
    parser.add_argument(
        "--iv",
        metavar="HEX",
        help="the IV of a bare message, usually 12 bytes; never use one twice with a key",
    )


def job_of(args: argparse.Namespace) -> Job:
    """The arguments with every length checked."""
    if args.raw and args.iv is None:
        raise UsageError("--raw needs --iv")
    if args.iv is not None and not args.raw:
        raise UsageError("--iv: a container makes its own IVs; --iv goes with --raw")
    if args.key is None:
        key = parse_hex(read_text(args.key_file), f"key file {args.key_file}")
    else:
        key = parse_hex(args.key, "--key")
    if len(key) not in KEY_SIZES:
        raise UsageError(f"key of {len(key)} bytes: 16, 24 or 32 expected")
    iv = None if args.iv is None else parse_hex(args.iv, "--iv")
    if iv is not None and len(iv) not in OPENSSL_IV:
        first, last = OPENSSL_IV[0], OPENSSL_IV[-1]
        raise UsageError(f"IV of {len(iv)} bytes: 12 expected ({first} to {last} are possible)")
    aad = b""
    if args.aad is not None:
        aad = read_file(args.aad, _AAD_BYTES, "AAD is held in memory, and may be no longer")
    return Job(key, aad, iv)


def read_text(name: str) -> str:
    """The text of a key file; bytes that are not text become invalid hexadecimal digits."""
    return read_file(name, _KEY_FILE_BYTES, "not a key file").decode("ascii", "replace")


def parse_hex(text: str, what: str) -> bytes:
    """Bytes of hexadecimal digits; white space between them is ignored, the text never shown."""
    digits = "".join(text.split())
    if not re.fullmatch(r"[0-9A-Fa-f]*", digits):
        raise UsageError(f"{what}: not hexadecimal")
    if len(digits) % 2:
        raise UsageError(f"{what}: odd number of hexadecimal digits ({len(digits)})")
    return bytes.fromhex(digits)


def read_message(reader: IO[bytes], config: GcmConfig, job: Job, extra: int = 0) -> bytes:
    """The whole of a bare message, if the core can take it; `extra` bytes are no text."""
    limit = max_text(config)
    if config.release == "store":  # the buffer holds AAD and text
        limit -= 16 * -(-len(job.aad) // 16)
    if len(job.aad) >= 1 << config.aad_limit_log2:
        raise UsageError(f"AAD of {len(job.aad)} bytes: too much for {config.name}")
    if len(job.iv or b"") > config.iv_limit:
        raise UsageError(f"IV of {len(job.iv or b'')} bytes: {config.name} takes {config.iv_limit}")
    data = bytearray()
    while piece := reader.read(_PIECE):
        data += piece
        if len(data) > limit + extra:
            most = max(limit, 0)
            raise UsageError(f"message too long: {config.name} takes {most} bytes of text")
    return bytes(data)


def meter(verb: str) -> Callable[[int], None]:
    """Reports progress on standard error, but only of work that takes long."""
    start = last = time.monotonic()

    def report(done: int) -> None:
        nonlocal start, last
        now = time.monotonic()
        if done == 0:  # the simulation has been built
            start = last = now
        elif now - last >= _PROGRESS_SECONDS:
            progress(f"{verb} {done:,} bytes, {done / (now - start) / 1000:,.0f} kB/s")
            last = now

    return report


def summary(args: argparse.Namespace, core: CoreGcm, verb: str) -> tuple[dict[str, Any], str]:
    """What happened, for `emit`."""
    rate = 8 * core.bytes / core.cycles if core.cycles else 0.0
    result = {
        "core": core.config.name,
        "output": args.output,
        "bytes": core.bytes,
        "messages": core.messages,
        "cycles": core.cycles,
        "bits_per_cycle": round(rate, 2),
    }
    text = (
        f"{verb} {core.bytes:,} bytes in {core.messages:,} messages: "
        f"{core.cycles:,} cycles of {core.config.name}, {rate:.1f} bits per cycle"
    )
    return result, text


def report_file(args: argparse.Namespace) -> IO[str]:
    """The stream for the summary, never that of the data."""
    return sys.stderr if args.output == STANDARD else sys.stdout

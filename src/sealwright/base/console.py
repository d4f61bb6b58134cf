# SPDX-License-Identifier: Apache-2.0
"""Input and output of commands: results as text or JSON, progress, numbers, keys."""

import argparse
import json
import re
import sys
import time
from collections.abc import Callable
from typing import IO

from sealwright.base.errors import UsageError
from sealwright.base.streams import naming

_METER_SECONDS = 2.0


def add_json(parser: argparse.ArgumentParser) -> None:
    """The switch that every command has."""
    parser.add_argument("--json", action="store_true", help="prints JSON instead of text")


def seed_number(text: str) -> int:
    """A seed on the command line, 0 to 2^31 - 1: which every tool accepts."""
    digits = text.lstrip("0")
    if not re.fullmatch("[0-9]+", text) or len(digits) > 10 or int(digits or 0) >= 1 << 31:
        raise argparse.ArgumentTypeError(f"{text}: a seed is a whole number from 0 to 2147483647")
    return int(text)


def parse_hex(text: str, what: str) -> bytes:
    """Bytes of hexadecimal digits; white space between them is ignored, the text never shown."""
    digits = "".join(text.split())
    if not re.fullmatch(r"[0-9A-Fa-f]*", digits):
        raise UsageError(f"{what}: not hexadecimal")
    if len(digits) % 2:
        raise UsageError(f"{what}: odd number of hexadecimal digits ({len(digits)})")
    return bytes.fromhex(digits)


def plain(text: str) -> str:
    """The text with escapes in place of control characters, which a file or a name may bring."""
    return "".join(c if c.isprintable() or c in "\n\t" else ascii(c)[1:-1] for c in text)


def counted(number: int, noun: str) -> str:
    """A number of things, such as 1 message and 2,000 messages."""
    return f"{number:,} {noun if number == 1 else f'{noun}s'}"


def emit(args: argparse.Namespace, obj: object, text: str, file: IO[str] | None = None) -> None:
    """Prints the result: `obj` as JSON with --json, otherwise the text."""
    with naming("standard error" if file is sys.stderr else "standard output"):
        print(json.dumps(obj, indent=2) if args.json else plain(text), file=file or sys.stdout)


def progress(text: str) -> None:
    """One line about long work, on standard error."""
    print(plain(text), file=sys.stderr, flush=True)


def meter(verb: str) -> Callable[[int], None]:
    """Reports progress on standard error, but only of work that takes long.

    It is called with 0 when the work starts, then with the bytes done so far.
    """
    start = last = time.monotonic()

    def report(done: int) -> None:
        nonlocal start, last
        now = time.monotonic()
        if done == 0:  # the simulation has been built
            start = last = now
        elif now - last >= _METER_SECONDS:
            progress(f"{verb} {done:,} bytes, {done / (now - start) / 1000:,.0f} kB/s")
            last = now

    return report

# SPDX-License-Identifier: Apache-2.0
"""Input and output of commands: results as text or JSON, progress, numbers."""

import argparse
import json
import sys
from typing import IO


def add_json(parser: argparse.ArgumentParser) -> None:
    """The switch that every command has."""
    parser.add_argument("--json", action="store_true", help="prints JSON instead of text")


def seed_number(text: str) -> int:
    """A seed on the command line, 0 to 2^31 - 1: which every tool accepts."""
    if not text.isdecimal() or int(text[:11]) >= 1 << 31:
        raise argparse.ArgumentTypeError(f"{text}: a seed is a whole number from 0 to 2147483647")
    return int(text)


def emit(args: argparse.Namespace, obj: object, text: str, file: IO[str] | None = None) -> None:
    """Prints the result: `obj` as JSON with --json, otherwise the text."""
    print(json.dumps(obj, indent=2) if args.json else text, file=file or sys.stdout)


def progress(text: str) -> None:
    """One line about long work, on standard error."""
    print(text, file=sys.stderr, flush=True)

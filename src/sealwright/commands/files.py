# SPDX-License-Identifier: Apache-2.0
"""Common to `seal` and `open`: files and key from the command line, and the summary."""

import argparse
import os
import stat
import sys
from itertools import combinations
from pathlib import Path

from sealwright.base.console import emit, parse_hex
from sealwright.base.errors import BadInput, Damaged, UsageError
from sealwright.base.streams import (
    STANDARD,
    input_stream,
    is_standard_output,
    output_stream,
    permissions,
    read_file,
)
from sealwright.families import family_of
from sealwright.families.arguments import add_options, core_of, options_of

_KEY_FILE_BYTES = 4096  # the digits of any key and white space fit many times


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The arguments of one of the commands."""
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
    add_options(parser, command)


def run(args: argparse.Namespace, command: str) -> int:
    """Passes the file through the core."""
    config = core_of(args)
    family = family_of(config)
    way = {"seal": family.seal, "open": family.open}[command]
    options = options_of(args, command, config)
    _refuse_two_uses(args)
    key = _key_of(args)
    aside = is_standard_output(args.output)  # the summary never goes where the data go
    with input_stream(args.input) as reader:
        # whoever may not read the container may not read its text
        limits = {"most": permissions(reader)} if command == "open" else {}
        with output_stream(args.output, **limits) as writer:
            try:
                report = way(config, key, reader, writer, options)
            except (BadInput, Damaged) as error:
                name = "standard input" if args.input == STANDARD else args.input
                raise type(error)(f"{name}: {error}") from None
    result = {"core": config.name, "output": args.output, **report.data}
    emit(args, result, report.text, sys.stderr if aside else sys.stdout)
    return 0


def _refuse_two_uses(args: argparse.Namespace) -> None:
    """A pipe can be read once only; and OUT would take the place of a key or of AAD."""
    names = {"IN": args.input, "--key-file": args.key_file, "--aad": getattr(args, "aad", None)}
    opened = {option: found for option, name in names.items() if name and (found := _stat(name, 0))}
    for (one, first), (other, second) in combinations(opened.items(), 2):
        once = stat.S_ISFIFO(first.st_mode) or stat.S_ISSOCK(first.st_mode)
        if once and os.path.samestat(first, second):
            raise UsageError(f"{one} and {other} are one stream: give a file for one of them")
    written = _stat(args.output, 1)
    for option in ("--key-file", "--aad"):
        found = opened.get(option)
        if found and written and os.path.samestat(found, written) and stat.S_ISREG(found.st_mode):
            raise UsageError(f"{option} {names[option]} is OUT, too: give another file for OUT")


def _stat(name: str, standard: int) -> os.stat_result | None:
    """Of a file, or of the standard stream of this number for `-`; None if there is none."""
    try:
        return os.fstat(standard) if name == STANDARD else Path(name).stat()
    except OSError:
        return None


def _key_of(args: argparse.Namespace) -> bytes:
    """Bytes that are not text become invalid hexadecimal digits."""
    if args.key is not None:
        return parse_hex(args.key, "--key")
    data = read_file(args.key_file, _KEY_FILE_BYTES, "not a key file")
    if not data.strip():
        raise UsageError(f"key file {args.key_file}: no key in it")
    return parse_hex(data.decode("ascii", "replace"), f"key file {args.key_file}")

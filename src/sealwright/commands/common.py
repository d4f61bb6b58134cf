# SPDX-License-Identifier: Apache-2.0
"""What every command shares: the core with its overrides, output as text or JSON, progress.

A command is a module with `add_arguments(parser)` and `run(args) -> int`. The command line itself
adds `--json` to each of them, and `core` and `--set KNOB=VALUE` to those that work on a core.
"""

import argparse
import json
import re
import sys
import tomllib
from typing import IO, Any

from sealwright.base.errors import UsageError
from sealwright.cores.config import CoreConfig, load_core
from sealwright.families.gcm.config import GcmConfig


def add_core(parser: argparse.ArgumentParser) -> None:
    """The positional core name and its overrides."""
    parser.add_argument("core", metavar="CORE", help="a core that `cores` lists, or a .toml file")
    add_set(parser)


def add_set(parser: argparse.ArgumentParser) -> None:
    """The overrides alone."""
    parser.add_argument(
        "--set",
        metavar="KNOB=VALUE",
        action="append",
        default=[],
        help="replaces one knob of the core, for example sbox=table or key_sizes=128,256",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """The switch that every command has."""
    parser.add_argument("--json", action="store_true", help="prints JSON instead of text")


def seed_number(text: str) -> int:
    """A seed on the command line: what every tool takes for one."""
    if not text.isdecimal() or int(text[:11]) >= 1 << 31:
        raise argparse.ArgumentTypeError(f"{text}: a seed is a whole number from 0 to 2147483647")
    return int(text)


def parse_set(items: list[str]) -> dict[str, Any]:
    """Overrides as knobs: whole numbers, lists of them (with or without brackets), or words."""
    knobs: dict[str, Any] = {}
    for item in items:
        knob, equals, text = item.partition("=")
        if not equals or not knob.strip():
            raise UsageError(f"--set {item}: KNOB=VALUE expected, for example sbox=table")
        knobs[knob.strip()] = _value(text.strip())
    return knobs


def _value(text: str) -> Any:
    listed = f"[{text}]" if re.fullmatch(r"\d+(\s*,\s*\d+)+", text) else text
    try:
        value = tomllib.loads(f"value = {listed}")["value"]
    except (ValueError, RecursionError):  # no TOML, a number of 5,000 digits, brackets without end
        return text
    whole = isinstance(value, int) or (
        isinstance(value, list) and all(isinstance(item, int) for item in value)
    )
    return value if whole or isinstance(value, str) else text


def core_of(args: argparse.Namespace) -> CoreConfig:
    """The core that the arguments name, with its overrides."""
    try:
        return load_core(args.core, parse_set(args.set))
    except (ValueError, RecursionError) as error:  # what TOML's reader says of absurd files
        raise UsageError(f"{args.core}: not a core file: {error}") from None


def gcm_core_of(args: argparse.Namespace) -> GcmConfig:
    """The same for commands that only make sense for AES-GCM."""
    config = core_of(args)
    if not isinstance(config, GcmConfig):
        raise UsageError(f"{config.name} is a core of kind {config.kind!r}: gcm expected")
    return config


def emit(args: argparse.Namespace, obj: object, text: str, file: IO[str] | None = None) -> None:
    """Prints the result: `obj` as JSON with --json, otherwise the text."""
    print(json.dumps(obj, indent=2) if args.json else text, file=file or sys.stdout)


def progress(text: str) -> None:
    """One line about long work, on standard error."""
    print(text, file=sys.stderr, flush=True)

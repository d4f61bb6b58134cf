# SPDX-License-Identifier: Apache-2.0
"""Common to commands on cores: the core with its overrides, and the options of its family."""

import argparse
import re
import tomllib
from typing import Any, TypeVar

from sealwright.base.errors import UsageError
from sealwright.cores.config import CoreConfig
from sealwright.families import families, family_of, load_core
from sealwright.families.family import Option

C = TypeVar("C", bound=CoreConfig)


def add_core(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """The positional core name and its overrides."""
    words, count = "a core that `cores` lists, or a .toml file", "?" if optional else None
    parser.add_argument("core", metavar="CORE", nargs=count, help=words)
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


def parse_set(items: list[str]) -> dict[str, Any]:
    """Overrides as knobs: whole numbers, lists of them (with or without brackets), or words."""
    knobs: dict[str, Any] = {}
    for item in items:
        knob, equals, text = item.partition("=")
        if not equals or not knob.strip():
            raise UsageError(f"--set {item}: KNOB=VALUE expected, for example sbox=table")
        if knob.strip() in knobs:
            raise UsageError(f"--set {item}: {knob.strip()} is set before; once is enough")
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
    return core_named(args.core, parse_set(args.set))


def core_named(name: str, knobs: dict[str, Any]) -> CoreConfig:
    """The same by its name."""
    try:
        return load_core(name, knobs)
    except (ValueError, RecursionError) as error:  # errors of TOML's reader for absurd files
        raise UsageError(f"{name}: not a core file: {error}") from None


def core_of_kind(args: argparse.Namespace, wanted: type[C]) -> C:
    """The same for a command that only one kind of core has."""
    config = core_of(args)
    if not isinstance(config, wanted):
        raise UsageError(f"{config.name} is a core of kind {config.kind!r}: {wanted.kind} expected")
    return config


# ---- amounts ------------------------------------------------------------------------------------

MOST = 100_000  # messages or data units of `bench`: all of them are held in memory,
MOST_BYTES = 2**27  # and their data some ten times


def check_amount(option: str, count: int, size: int) -> None:
    """UsageError for more messages or units of a size than `bench` has memory for."""
    if not 1 <= count <= MOST:
        raise UsageError(f"{option} {count}: must be 1 to {MOST}")
    if count * size > MOST_BYTES:
        raise UsageError(f"{option} {count} of {size} bytes: more than {MOST_BYTES} bytes in all")


# ---- options that families add to a command -----------------------------------------------------


def add_options(parser: argparse.ArgumentParser, command: str) -> None:
    """The options that any family adds to a command, grouped by their families.

    They have no defaults yet: `options_of` adds those of the core's family.
    """
    owners: dict[str, list[tuple[str, Option]]] = {}
    for family in families().values():
        for option in family.options.get(command, ()):
            owners.setdefault(option.flag, []).append((family.title, option))
    groups: dict[str, argparse._ArgumentGroup] = {}
    for flag, found in owners.items():
        title = " and ".join(name for name, _ in found)
        if title not in groups:
            groups[title] = parser.add_argument_group(f"cores of {title}")
        texts = list(dict.fromkeys(option.help for _, option in found))
        choices = tuple(dict.fromkeys(c for _, option in found for c in option.choices or ()))
        found[0][1].add_to(groups[title], flag, "; ".join(texts), choices or None)


def options_of(args: argparse.Namespace, command: str, core: CoreConfig) -> dict[str, Any]:
    """The options of the core's family with its defaults; those of other families are refused."""
    own = family_of(core)
    mine = {option.name: option for option in own.options.get(command, ())}
    found = {name: option.default for name, option in mine.items()}
    for family in families().values():
        for option in family.options.get(command, ()):
            given = getattr(args, option.name)
            if given is None:
                continue
            if option.name not in found:
                raise UsageError(
                    f"{core.name}: {option.flag} is for cores of {family.title}, "
                    f"this is a core of {own.title}"
                )
            choices = mine[option.name].choices
            if choices and given not in choices:
                raise UsageError(
                    f"{core.name}: {option.flag} {given}: must be one of {', '.join(choices)}"
                )
            found[option.name] = given
    return found

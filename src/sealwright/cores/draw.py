# SPDX-License-Identifier: Apache-2.0
"""Values of knobs, from what the knobs say, and configurations drawn at random from them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import chain, combinations
from random import Random

from sealwright.base.errors import UsageError
from sealwright.cores.cipher import KEY_BITS, KEY_LIST
from sealwright.cores.config import CoreConfig, Setting

TRIES = 150  # at numbers that go with the words that were drawn; and at words


def values_of(kind: type[CoreConfig], **inside: int) -> dict[str, list[Setting]]:
    """The values of each knob.

    Of a range both ends and one value inside, which may be chosen; of names and lists of numbers
    every one, and every choice of key sizes.
    """
    types = {each.name: each.type for each in fields(kind)}
    found: dict[str, list[Setting]] = {}
    for name, about in kind.knobs_about().items():
        values = about.values
        if isinstance(values, Mapping):
            found[name] = list(values)
        elif values == KEY_LIST:
            sizes = chain.from_iterable(combinations(KEY_BITS, n + 1) for n in range(len(KEY_BITS)))
            found[name] = list(sizes)
        elif types[name] is str:
            found[name] = list(re.findall("`(.+?)`", str(values)))
        else:
            numbers, ends = _numbers(values)
            if ends is not None:
                low, high = ends
                numbers.insert(1, inside.get(name, low + (high - low) // 3))
            found[name] = list(dict.fromkeys(numbers))
    return found


def _numbers(values: object) -> tuple[list[Setting], tuple[int, int] | None]:
    """Those named in a range, or in words (`2 to 2^20`, `1, 2, 4`); and the ends of the range."""
    if isinstance(values, tuple):
        return list(values), values
    words = str(values)
    powers = re.findall(r"(\d+)(?:\^(\d+))?", words)
    numbers = [int(base) ** int(exponent or 1) for base, exponent in powers]
    return list(numbers), (numbers[0], numbers[1]) if " to " in words else None


def draw(
    kinds: Sequence[type[CoreConfig]], rng: Random, most: Mapping[str, int]
) -> tuple[type[CoreConfig], dict[str, Setting]]:
    """A kind, and knobs of a legal configuration of it: ends of ranges, and values between them.

    `most` limits what takes long to simulate. UsageError: no legal one was found.
    """
    kind = rng.choice(kinds)
    values = values_of(kind)
    ranges = {name: ends for name in values if (ends := _ends(kind, name))}
    for _ in range(TRIES):
        knobs = {name: rng.choice(values[name]) for name in values}
        for _ in range(TRIES):
            for name, ends in ranges.items():
                knobs[name] = _number(ends, values[name], rng, most.get(name))
            if _is_legal(kind, knobs):
                return kind, knobs
    raise UsageError(f"no configuration of kind {kind.kind!r} was found")


def _is_legal(kind: type[CoreConfig], knobs: Mapping[str, Setting]) -> bool:
    try:
        kind.from_knobs("drawn", "", knobs)
    except UsageError:
        return False
    return True


def _ends(kind: type[CoreConfig], name: str) -> tuple[int, int] | None:
    """Of the range of a knob; none for words, and for numbers that are listed."""
    about = kind.knobs_about()[name].values
    return None if isinstance(about, Mapping) or about == KEY_LIST else _numbers(about)[1]


def _number(
    ends: tuple[int, int], values: Sequence[Setting], rng: Random, most: int | None
) -> Setting:
    """One of the values, or any other between the ends: small ones are as likely as large ones."""
    if rng.random() < 0.5:
        value = rng.choice(values)
    else:
        low, high = ends
        bits = rng.randint(1, (high - low + 1).bit_length())
        value = min(high, low - 1 + rng.randrange(1, 2**bits))
    return value if most is None or not isinstance(value, int) else min(value, most)

# SPDX-License-Identifier: Apache-2.0
"""Strings as beats."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from sealwright.tools.packet.events import BLOCK, Beat

BeatT = TypeVar("BeatT", bound=Beat)


def cut(kind: type[BeatT], data: bytes, section: int, size: int = BLOCK) -> list[BeatT]:
    """The beats of a string, of `size` bytes; none for an empty one."""
    number = kind.sections(section)
    return [kind(data[i : i + size], number) for i in range(0, len(data), size)]


def ended(beats: Sequence[BeatT], abort: bool = False) -> tuple[BeatT, ...]:
    """Beats of which exactly the last one is marked as such."""
    body = (replace(beat, last=False, abort=False) for beat in beats[:-1])
    return (*body, replace(beats[-1], last=True, abort=abort))

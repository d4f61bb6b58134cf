# SPDX-License-Identifier: Apache-2.0
"""Strings as beats."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from sealwright.tools.packet.events import Beat
from sealwright.tools.packet.stream import ONE_LANE, Stream

BeatT = TypeVar("BeatT", bound=Beat)


def cut(kind: type[BeatT], data: bytes, section: int, stream: Stream = ONE_LANE) -> list[BeatT]:
    """The segments of a string; none for an empty one."""
    number, size = kind.sections(section), stream.lane_bytes
    return [kind(data[i : i + size], number) for i in range(0, len(data), size)]


def ended(beats: Sequence[BeatT], abort: bool = False) -> tuple[BeatT, ...]:
    """Beats of which exactly the last one is marked as such."""
    body = (replace(beat, last=False, abort=False) for beat in beats[:-1])
    return (*body, replace(beats[-1], last=True, abort=abort))

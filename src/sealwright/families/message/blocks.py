# SPDX-License-Identifier: Apache-2.0
"""Blocks of 16 bytes, in which the rules of a message are written, and the beats of a stream.

A stream has 2, 4, 8 or 16 bytes per beat. Beats of one section make a block, which ends when it is
full, with a beat that is partial or the last of the message, and before a beat of another section
or a null beat that is not the last. With 16 bytes per beat, every beat is a block.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sealwright.families.message.config import BLOCK
from sealwright.families.message.sim import Beat


def blocks_of(beats: Iterable[Beat], beat_bytes: int) -> Sequence[Beat]:
    """The blocks of a message's input; whatever is wrong with its beats is wrong with them."""
    if beat_bytes == BLOCK:
        return [_filled(beat) for beat in beats]
    blocks: list[Beat] = []
    filled = BLOCK  # bytes of the last block that are filled; all of them once it has ended
    for beat in beats:
        partial = beat.kept() != (1 << beat_bytes) - 1
        inner_null = beat.kept() == 0 and not beat.last
        if filled < BLOCK and blocks[-1].section == beat.section and not inner_null:
            begun = blocks.pop()
        else:
            begun, filled = replace(beat, data=b"", keep=0), 0
        data = beat.data.ljust(beat_bytes, b"\0")[:beat_bytes]
        keep = begun.kept() | beat.kept() << filled
        blocks.append(replace(beat, data=begun.data + data, keep=keep))
        filled = BLOCK if partial or beat.last else filled + beat_bytes
    return [_filled(block) for block in blocks]


def _filled(block: Beat) -> Beat:
    """With all of its bytes; tkeep tells those that count."""
    if len(block.data) == BLOCK:
        return block
    return replace(block, data=block.data.ljust(BLOCK, b"\0"), keep=block.kept())


def beats_from(blocks: Iterable[Beat], beat_bytes: int) -> Sequence[Beat]:
    """The beats of an output packet, of which all bytes follow each other."""
    if beat_bytes == BLOCK:
        return list(blocks)
    beats = []
    for block in blocks:
        size = block.kept().bit_count()
        for at in range(0, max(size, 1), beat_bytes):
            ends = at + beat_bytes >= size
            beats.append(
                replace(
                    block,
                    data=block.data[at : at + beat_bytes],
                    keep=block.kept() >> at & ((1 << beat_bytes) - 1),
                    last=block.last and ends,
                    abort=block.abort and ends,
                )
            )
    return beats

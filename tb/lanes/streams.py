# SPDX-License-Identifier: Apache-2.0
"""Messages and frames as beats of several lanes, plain AXI4-Stream and segmented MACs, and back.

What a beat may be is written here from docs/architecture.md and from the documents of the MACs, and
is checked while beats are read.
"""

import os
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

LANES = int(os.environ.get("LANES", "4"))
AAD_BYTES = int(os.environ.get("LANES_AAD", "20"))
TAG_BYTES = int(os.environ.get("LANES_TAG", "16"))
FULL = 0xFFFF
AAD, TEXT, TAG = 1, 2, 3
LONGEST = 9216  # bytes of a frame

Beat = dict[str, int]


class Segment(NamedTuple):
    """Of a lane: 0 to 16 bytes of a section."""

    data: bytes
    last: bool
    abort: bool
    section: int


@dataclass(frozen=True)
class Message:
    """Sections in order, none of them empty; a null segment may end them."""

    sections: tuple[tuple[int, bytes], ...]
    abort: bool = False
    null_end: bool = field(default=False, compare=False)

    def joined(self) -> bytes:
        return b"".join(data for _, data in self.sections)


class Frame(NamedTuple):
    """Of a MAC; `bad`: the segment with err, or -1; `opens`: what is to be done with it."""

    data: bytes
    opens: bool = False
    bad: int = -1


def blocks(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def joined(fields: Iterable[int], width: int) -> int:
    """The fields of all lanes as one number, lane 0 in the low bits."""
    return sum(value << lane * width for lane, value in enumerate(fields))


def lane(value: int, width: int, index: int) -> int:
    return value >> index * width & (1 << width) - 1


def number(data: bytes) -> int:
    return int.from_bytes(data, "little")


# ---- messages -----------------------------------------------------------------------------------


def segments(message: Message, size: int = 16) -> list[Segment]:
    """Of a message, in lanes of 16 bytes, or in beats of a plain stream."""
    cut = [
        Segment(data, last=False, abort=False, section=section)
        for section, whole in message.sections
        for data in blocks(whole, size)
    ]
    if message.null_end or not cut:
        cut.append(Segment(b"", last=False, abort=False, section=TEXT))
    cut[-1] = cut[-1]._replace(last=True, abort=message.abort)
    return cut


def gather(stream: Iterable[Segment], size: int = 16) -> list[Message]:
    """The messages of a stream, whose segments must be full but at the end of a section."""
    found: list[Message] = []
    sections: list[tuple[int, bytes]] = []
    partial = False
    for segment in stream:
        assert segment.data or segment.last, "a null segment that is not the last"
        assert len(segment.data) <= size
        if segment.data and sections and sections[-1][0] == segment.section:
            assert not partial, "a segment behind a partial one"
            sections[-1] = (segment.section, sections[-1][1] + segment.data)
        elif segment.data:
            assert not sections or sections[-1][0] < segment.section, "sections out of order"
            sections.append((segment.section, segment.data))
        assert segment.last or not segment.abort, "abort before the end"
        partial = len(segment.data) < size
        if segment.last:
            found.append(Message(tuple(sections), segment.abort))
            sections, partial = [], False
    assert not sections, "a message without an end"
    return found


def lane_beats(
    rng: random.Random, messages: Sequence[Message], style: str, lanes: int = LANES
) -> Iterator[Beat]:
    """Messages in lanes: `packed` without an empty lane, `aligned` each from lane 0 on, `gaps`
    with empty lanes between messages and at the ends of beats."""
    row: list[Segment | None] = []
    rows = [row]

    def put(segment: Segment | None) -> None:
        if len(rows[-1]) == lanes:
            rows.append([])
        rows[-1].append(segment)

    for message in messages:
        if style == "aligned" and rows[-1]:
            rows.append([])
        while style == "gaps" and rng.random() < 0.3:
            put(None)
        for segment in segments(message):
            if style == "gaps" and rows[-1] and rng.random() < 0.1:
                rows.append([])
            put(segment)
    for found in rows:
        if any(found):
            yield shown([*found, *[None] * (lanes - len(found))])


def shown(row: Sequence[Segment | None]) -> Beat:
    """The ports of a beat; data beyond tkeep are ones, if there are any in the lane."""
    cut = [segment or Segment(b"", last=False, abort=False, section=0) for segment in row]
    return {
        "data": joined((number(segment.data) for segment in cut), 128),
        "keep": joined(((1 << len(segment.data)) - 1 for segment in cut), 16),
        "last": joined((segment.last for segment in cut), 1),
        "user": joined((segment.abort << 2 | segment.section for segment in cut), 3),
    }


def read_lanes(beat: Beat) -> list[Segment | None]:
    """The lanes of an output: each contiguous, zero outside of its bytes."""
    row: list[Segment | None] = []
    for index in range(LANES):
        data, keep = lane(beat["data"], 128, index), lane(beat["keep"], 16, index)
        last, user = lane(beat["last"], 1, index), lane(beat["user"], 3, index)
        size = keep.bit_length()
        assert keep == (1 << size) - 1, f"tkeep {keep:04x}"
        assert data >> 8 * size == 0, "bytes outside of tkeep"
        if not size and not last:
            assert not user, "tuser of an empty lane"
            row.append(None)
        else:
            cut = data.to_bytes(16, "little")[:size]
            row.append(Segment(cut, bool(last), bool(user >> 2), user & 3))
    assert any(row), "a beat without a segment"
    return row


def read_closed(beats: Iterable[Beat]) -> Iterator[Segment]:
    """The segments of beats whose empty lanes are at the end."""
    for beat in beats:
        row = read_lanes(beat)
        count = sum(segment is not None for segment in row)
        assert all(row[:count]), "an empty lane between two segments"
        yield from (segment for segment in row if segment)


# ---- plain AXI4-Stream --------------------------------------------------------------------------


def plain_beats(messages: Iterable[Message]) -> Iterator[Beat]:
    for cut in chain.from_iterable(segments(message, 16 * LANES) for message in messages):
        yield {
            "data": number(cut.data),
            "keep": (1 << len(cut.data)) - 1,
            "last": int(cut.last),
            "user": cut.abort << 2 | cut.section,
        }


def read_plain(beats: Iterable[Beat]) -> list[Message]:
    def stream() -> Iterator[Segment]:
        for beat in beats:
            size = beat["keep"].bit_length()
            assert beat["keep"] == (1 << size) - 1 and beat["data"] >> 8 * size == 0
            data = beat["data"].to_bytes(16 * LANES, "little")[:size]
            user = beat["user"]
            yield Segment(data, bool(beat["last"]), bool(user >> 2), user & 3)

    return gather(stream(), 16 * LANES)


# ---- MACs ---------------------------------------------------------------------------------------


def mac_beats(rng: random.Random, frames: Sequence[Frame], style: str) -> Iterator[Beat]:
    """Frames in segments: `packed`, `aligned` from segment 0 on, `gaps` with idle segments between
    frames, as the channelised receive bus of PG369 has them."""
    rows: list[list[Beat]] = [[]]
    idle = {"data": (1 << 128) - 1, "ena": 0, "sop": 1, "eop": 1, "err": 1, "mty": 15, "open": 1}

    def put(segment: Beat) -> None:
        if len(rows[-1]) == LANES:
            rows.append([])
        rows[-1].append(segment)

    for frame in frames:
        while rows[-1] and style == "aligned" and len(rows[-1]) < LANES:
            put(idle)
        while style == "gaps" and rng.random() < 0.4:
            put(idle)
        cut = blocks(frame.data, 16)
        for i, data in enumerate(cut):
            end = i == len(cut) - 1
            spare = rng.randbytes(16 - len(data))
            put(
                {
                    "data": number(data + spare),
                    "ena": 1,
                    "sop": int(i == 0),
                    "eop": int(end),
                    "err": int(i == frame.bad),
                    "mty": len(spare) if end else rng.randrange(16),
                    "open": int(frame.opens) if i == 0 else rng.randrange(2),
                }
            )
    widths = {"data": 128, "mty": 4}
    for row in rows:
        full = row + [idle] * (LANES - len(row))
        yield {name: joined((s[name] for s in full), widths.get(name, 1)) for name in idle}


def read_mac(beats: Iterable[Beat]) -> list[Frame]:
    """The frames on a transmit bus, by the rules of PG369: no idle segment but behind an eop."""
    found: list[Frame] = []
    data: bytes | None = None
    for beat in beats:
        ena = beat["ena"]
        assert ena and ena & ena + 1 == 0, "idle segments before active ones"
        for index in range(LANES):
            sop, eop, err = (lane(beat[name], 1, index) for name in ("sop", "eop", "err"))
            mty, word = lane(beat["mty"], 4, index), lane(beat["data"], 128, index)
            if not ena >> index & 1:
                assert not (sop or eop or err or mty or word), "an idle segment is not zero"
                assert data is None, "an idle segment in a frame"
                continue
            assert bool(sop) == (data is None), "sop"
            assert eop or not (err or mty), "err or mty before the end"
            assert word >> 8 * (16 - mty) == 0, "bytes beyond the end"
            data = (data or b"") + word.to_bytes(16, "little")[: 16 - mty]
            if eop:
                found.append(Frame(data, bad=0 if err else -1))
                data = None
    assert data is None, "a frame without an end"
    return found


def message_of(frame: Frame) -> Message:
    """The message that a frame becomes."""
    tag = TAG_BYTES if frame.opens else 0
    size = len(frame.data)
    ends = max(AAD_BYTES, size - tag)
    parts = [(AAD, frame.data[:AAD_BYTES])]
    short = size < AAD_BYTES + tag
    if not short:
        parts += [(TEXT, frame.data[AAD_BYTES:ends]), (TAG, frame.data[ends:])]
    sections = tuple((section, data) for section, data in parts if data)
    return Message(sections, short or frame.bad >= 0)


def frame_of(message: Message) -> Frame:
    """The frame that a message becomes."""
    data = message.joined()
    return Frame(data or b"\0", bad=0 if message.abort or not data else -1)


def begins(beats: Iterable[Beat]) -> list[int]:
    """Of each beat: how many messages have begun when it has been taken."""
    begun, inside, found = 0, False, []
    for beat in beats:
        mac = "ena" in beat
        for lane in range(beat.get("keep", beat.get("ena", 0)).bit_length() + 16):
            there = beat["ena"] >> lane & 1 if mac else beat["keep"] >> 16 * lane & 0xFFFF
            last = (beat["eop"] if mac else beat["last"]) >> lane & 1
            if there or (last and not mac):
                begun += not inside
                inside = not last
        found.append(begun)
    return found


def ends(beats: Iterable[Beat]) -> int:
    """Messages that have ended in them."""
    return sum((b["eop"] & b["ena"] if "eop" in b else b["last"]).bit_count() for b in beats)


# ---- traffic ------------------------------------------------------------------------------------

STYLES = ("packed", "aligned", "gaps")


def sizes(rng: random.Random, count: int, long_ones: int) -> list[int]:
    """Lengths of sections: mostly some segments, around multiples of a beat, a few long ones."""
    small = [rng.choice((rng.randrange(1, 70), rng.randrange(1, 400))) for _ in range(count)]
    edges = [16 * LANES * rng.randrange(1, 5) + rng.randrange(-17, 18) for _ in range(count)]
    long = [rng.randrange(1000, LONGEST + 1) for _ in range(long_ones - 1)]
    mixed = [rng.choice(pair) for pair in zip(small, edges, strict=True)]
    mixed += [*long, LONGEST] if long_ones else []
    rng.shuffle(mixed)
    return [max(size, 1) for size in mixed]


def messages(rng: random.Random, count: int, long_ones: int = 2) -> list[Message]:
    """Of any sections that a core may send, with aborts and null ends."""
    made = []
    for size in sizes(rng, count, long_ones):
        aad = rng.randbytes(rng.choice((0, 0, rng.randrange(1, 80), 16 * rng.randrange(5))))
        text = rng.randbytes(rng.choice((size, size, 0)))
        tag = rng.randbytes(rng.choice((0, 16, 16, rng.randrange(4, 17))))
        parts = ((AAD, aad), (TEXT, text), (TAG, tag))
        sections = tuple((section, data) for section, data in parts if data)
        abort = rng.random() < 0.25
        null_end = (abort and rng.random() < 0.8) or rng.random() < 0.1
        if null_end:
            sections = tuple(part for part in sections if part[0] != TAG)
        made.append(Message(sections, abort, null_end))
    return made

# SPDX-License-Identifier: Apache-2.0
"""Bench of the adapters between lanes and segmented MACs: frames to messages, messages to frames,
and both one after the other around a small model of a core."""

import hashlib
import random
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import cocotb
from adapters import RATES, Bench
from cocotb.triggers import FallingEdge
from streams import (
    AAD,
    AAD_BYTES,
    LANES,
    LONGEST,
    STYLES,
    TAG,
    TAG_BYTES,
    TEXT,
    Beat,
    Frame,
    Message,
    blocks,
    frame_of,
    gather,
    lane_beats,
    mac_beats,
    message_of,
    messages,
    read_closed,
    read_mac,
    segments,
    sizes,
)

QUIET = 40  # cycles that a run waits for more


def frames(rng: random.Random, count: int, long_ones: int = 2) -> list[Frame]:
    """Of any length, some bad, with err on any segment."""
    made = []
    for size in sizes(rng, count, long_ones):
        data = rng.randbytes(size)
        bad = rng.randrange(len(blocks(data, 16))) if rng.random() < 0.2 else -1
        made.append(Frame(data, rng.random() < 0.5, bad))
    return made


def read_messages(beats: Iterable[Beat]) -> list[Message]:
    return gather(read_closed(beats))


# ---- from a MAC ---------------------------------------------------------------------------------


@cocotb.test()
async def frames_become_messages(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for style in STYLES:
        for rates in RATES:
            played = frames(bench.rng, 30, 1)
            beats = await bench.run("c", mac_beats(bench.rng, played, style), rates)
            assert read_messages(beats) == [message_of(frame) for frame in played]


@cocotb.test()
async def every_short_length_in_both_directions(dut: Any) -> None:
    """Frames that are too short among others, so that each comes behind and before others."""
    bench = Bench(dut, 1)
    await bench.start()
    lengths = range(1, AAD_BYTES + TAG_BYTES + 70)
    for style in STYLES:
        played = [Frame(bench.rng.randbytes(n), opens) for n in lengths for opens in (False, True)]
        bench.rng.shuffle(played)
        beats = await bench.run("c", mac_beats(bench.rng, played, style), (1.0, 1.0))
        assert read_messages(beats) == [message_of(frame) for frame in played]


@cocotb.test()
async def segments_before_the_first_start_are_dropped(dut: Any) -> None:
    """As when the receiver leaves its reset in the middle of a frame."""
    bench = Bench(dut, 2)
    await bench.start()
    size = 16 * (3 * LANES + 1) + 5
    for skipped in (1, 2, 3):
        dut.rst_ni.value = 0
        await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        played = [Frame(bench.rng.randbytes(size)), *frames(bench.rng, 4, 0)]
        beats = list(mac_beats(bench.rng, played, "packed"))[skipped:]
        found = read_messages(await bench.run("c", beats, (1.0, 1.0)))
        assert found == [message_of(frame) for frame in played[1:]]


@cocotb.test()
async def a_frame_without_an_end_spoils_the_next_one_only(dut: Any) -> None:
    """Both are one message that ends with abort, whatever their lengths and directions are."""
    bench = Bench(dut, 8)
    await bench.start()
    lengths = (1, 16, 17, 16 * LANES, AAD_BYTES + 16, AAD_BYTES + TAG_BYTES, AAD_BYTES + 100)
    for size, behind in product(lengths, repeat=2):
        pair = [
            Frame(bench.rng.randbytes(each), bench.rng.random() < 0.5, bad)
            for each, bad in ((size, bench.rng.choice((-1, 0))), (behind, -1))
        ]
        played = [*pair, *frames(bench.rng, 12, 0)]
        beats = list(mac_beats(bench.rng, played, "aligned"))
        end = next(i for i, beat in enumerate(beats) if beat["eop"] & beat["ena"])
        beats[end]["eop"] &= ~beats[end]["ena"]
        out = list(read_closed(await bench.run("c", beats, (1.0, 1.0))))
        ends = [i for i, segment in enumerate(out) if segment.last]
        assert len(ends) == len(played) - 1
        assert out[ends[0]].abort
        assert gather(out[ends[0] + 1 :]) == [message_of(frame) for frame in played[2:]]


def segment_counts(played: Sequence[Frame]) -> tuple[int, int]:
    """Segments of frames, and of their messages, by the formulas in the header."""

    def up(size: int) -> int:
        return -(-size // 16)

    into = out = 0
    for frame in played:
        size, tag = len(frame.data), TAG_BYTES if frame.opens else 0
        into += up(size)
        out += max(up(AAD_BYTES) + up(size - AAD_BYTES - tag) + frame.opens, 1)
    return into, out


@cocotb.test()
async def all_lanes_are_full(dut: Any) -> None:
    """A segment in every lane and cycle, whatever the lengths; what a short frame costs."""
    bench = Bench(dut, 3)
    await bench.start()
    for size in (LONGEST, 1500, 200, AAD_BYTES + TAG_BYTES + 7):
        for opens in (False, True):
            count = max(8, 30_000 // (size * LANES))
            played = [Frame(bench.rng.randbytes(size), opens) for _ in range(count)]
            before = bench.now
            beats = await bench.run("c", mac_beats(bench.rng, played, "packed"), (1.0, 1.0))
            took = bench.now - before - QUIET
            assert read_messages(beats) == [message_of(frame) for frame in played]
            into, out = segment_counts(played)
            assert out == sum(len(segments(message_of(frame))) for frame in played)
            assert out <= into + 2 * count
            assert took <= -(-max(into, out) // LANES) + 5, f"{count} frames of {size} bytes"


# ---- to a MAC -----------------------------------------------------------------------------------


@cocotb.test()
async def messages_become_frames(dut: Any) -> None:
    bench = Bench(dut, 4)
    await bench.start()
    for style in STYLES:
        for rates in RATES:
            played = messages(bench.rng, 30, 1)
            beats = await bench.run("d", lane_beats(bench.rng, played, style), rates)
            assert read_mac(beats) == [frame_of(message) for message in played]


@cocotb.test()
async def sections_join_at_every_byte(dut: Any) -> None:
    """AAD, text and tag of all lengths from 0 to 17, in the same 16 bytes and across them."""
    bench = Bench(dut, 5)
    await bench.start()
    played = []
    for aad in range(18):
        for text in range(18):
            tag = bench.rng.choice((0, 1, 4, 15, 16))
            parts = ((AAD, aad), (TEXT, text), (TAG, tag))
            made = tuple((section, bench.rng.randbytes(size)) for section, size in parts if size)
            played.append(Message(made, null_end=not tag and bench.rng.random() < 0.5))
    bench.rng.shuffle(played)
    for style in ("packed", "gaps"):
        beats = await bench.run("d", lane_beats(bench.rng, played, style), (1.0, 1.0))
        assert read_mac(beats) == [frame_of(message) for message in played]


@cocotb.test()
async def frames_leave_as_fast_as_messages_come(dut: Any) -> None:
    bench = Bench(dut, 6)
    await bench.start()
    for size in (LONGEST, 1500, 200, 20):
        count = max(8, 30_000 // (size * LANES))
        played = [message_of(Frame(bench.rng.randbytes(AAD_BYTES + size))) for _ in range(count)]
        before = bench.now
        beats = await bench.run("d", lane_beats(bench.rng, played, "packed"), (1.0, 1.0))
        took = bench.now - before - QUIET
        assert read_mac(beats) == [frame_of(message) for message in played]
        into = sum(len(segments(message)) for message in played)
        assert took <= -(-into // LANES) + 8, f"{count} messages of {size} bytes"


# ---- both, around a core ------------------------------------------------------------------------


def stream_of(aad: bytes, size: int) -> bytes:
    """A key stream of the model: not secure, and different for each header."""
    words = (hashlib.sha256(aad + i.to_bytes(4, "big")).digest() for i in range(size // 32 + 1))
    return b"".join(words)[:size]


def sealed(message: Message) -> Message:
    parts = dict(message.sections)
    aad, text = parts.get(AAD, b""), parts.get(TEXT, b"")
    cipher = bytes(a ^ b for a, b in zip(text, stream_of(aad, len(text)), strict=True))
    tag = hashlib.sha256(len(aad).to_bytes(2, "big") + aad + cipher).digest()[:TAG_BYTES]
    made = ((AAD, aad), (TEXT, cipher), (TAG, tag))
    return Message(tuple(part for part in made if part[1]), message.abort)


def opened(message: Message) -> Message:
    parts = dict(message.sections)
    aad, cipher = parts.get(AAD, b""), parts.get(TEXT, b"")
    again = dict(sealed(Message(((AAD, aad), (TEXT, b"")))).sections)
    text = bytes(a ^ b for a, b in zip(cipher, stream_of(aad, len(cipher)), strict=True))
    again = dict(sealed(Message(((AAD, aad), (TEXT, text)))).sections)
    made = tuple(part for part in ((AAD, aad), (TEXT, text)) if part[1])
    wrong = message.abort or again[TAG] != parts.get(TAG)
    return Message(made, wrong, null_end=wrong)


@cocotb.test()
async def a_frame_that_is_sealed_and_opened_is_the_same(dut: Any) -> None:
    bench = Bench(dut, 7)
    await bench.start()
    for style in STYLES:
        plain = [Frame(bench.rng.randbytes(AAD_BYTES + n)) for n in sizes(bench.rng, 30, 1)]
        seen = read_messages(await bench.run("c", mac_beats(bench.rng, plain, style), (0.8, 0.8)))
        beats = lane_beats(bench.rng, [sealed(message) for message in seen], style)
        secret = read_mac(await bench.run("d", beats, (1.0, 0.7)))
        assert [len(f.data) for f in secret] == [len(f.data) + TAG_BYTES for f in plain]

        back = [frame._replace(opens=True) for frame in secret]
        for i in range(0, len(back), 5):  # a changed bit
            at = bench.rng.randrange(len(back[i].data))
            changed = bytearray(back[i].data)
            changed[at] ^= 1 << bench.rng.randrange(8)
            back[i] = back[i]._replace(data=bytes(changed))
        seen = read_messages(await bench.run("c", mac_beats(bench.rng, back, style), (1.0, 1.0)))
        beats = lane_beats(bench.rng, [opened(message) for message in seen], style)
        found = read_mac(await bench.run("d", beats, (1.0, 1.0)))
        for i, (frame, first) in enumerate(zip(found, plain, strict=True)):
            if i % 5 == 0:
                assert frame.bad == 0
            else:
                assert frame == first._replace(opens=False)

# SPDX-License-Identifier: Apache-2.0
"""Bench of the adapters between lanes and plain AXI4-Stream of the same width."""

from typing import Any

import cocotb
from adapters import RATES, Bench
from streams import (
    FULL,
    LANES,
    LONGEST,
    STYLES,
    TEXT,
    Message,
    gather,
    lane_beats,
    messages,
    plain_beats,
    read_lanes,
    read_plain,
)


@cocotb.test()
async def a_plain_stream_becomes_lanes(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    wanted = messages(bench.rng, 100)
    beats = await bench.run("a", plain_beats(wanted), (1.0, 0.7))
    assert len(beats) == len(list(plain_beats(wanted))), "a beat for each beat"
    rows = [read_lanes(beat) for beat in beats]
    for row in rows:
        count = sum(segment is not None for segment in row)
        assert all(row[:count]) and len({s.section for s in row if s}) == 1
    assert gather(segment for row in rows for segment in row if segment) == wanted


@cocotb.test()
async def no_byte_of_a_faulty_beat_is_left_out(dut: Any) -> None:
    """With holes in tkeep, and null beats in the middle, a lane has a hole, too, by which the core
    refuses the message."""
    bench = Bench(dut, 1)
    await bench.start()
    full = (1 << 16 * LANES) - 1
    holes = [1 << bit for bit in range(1, 16 * LANES)]
    holes += [full ^ 1 << bit for bit in range(16 * LANES - 1)]
    holes += [full ^ FULL << 16 * lane for lane in range(LANES - 1)]
    holes += [full << 16 & full, 0]
    faulty = [(keep, last) for keep in holes for last in (0, 1) if keep or not last]
    beats = [{"data": 0, "keep": keep, "last": last, "user": TEXT} for keep, last in faulty]
    found = await bench.run("a", beats, (1.0, 1.0))
    for beat, (keep, last) in zip(found, faulty, strict=True):
        cut = [beat["keep"] >> 16 * lane & FULL for lane in range(LANES)]
        ragged = any(k & k + 1 for k in cut)
        partial = [lane for lane, k in enumerate(cut) if k and k != FULL]
        inside = any(any(cut[lane + 1 :]) for lane in partial)
        assert ragged or inside, f"{keep:x}"
        assert beat["last"].bit_count() == last


@cocotb.test()
async def lanes_become_a_plain_stream(dut: Any) -> None:
    bench = Bench(dut, 2)
    await bench.start()
    for style in STYLES:
        for rates in RATES:
            wanted = messages(bench.rng, 30, 1)
            beats = await bench.run("b", lane_beats(bench.rng, wanted, style), rates)
            assert read_plain(beats) == wanted


@cocotb.test()
async def a_beat_leaves_in_every_cycle(dut: Any) -> None:
    bench = Bench(dut, 3)
    await bench.start()
    for wanted in (
        [Message(((TEXT, bench.rng.randbytes(LONGEST)),)) for _ in range(4)],
        messages(bench.rng, 100),
    ):
        before = bench.now
        beats = await bench.run("b", lane_beats(bench.rng, wanted, "packed"), (1.0, 1.0))
        most = len(list(plain_beats(wanted)))
        assert read_plain(beats) == wanted
        assert len(beats) <= most
        assert bench.now - before <= most + 40 + 6, "cycles beside those that the run waits"


@cocotb.test()
async def a_finished_message_does_not_wait(dut: Any) -> None:
    bench = Bench(dut, 4)
    await bench.start()
    for size in (1, 15, 16, 17, 32, 16 * LANES - 1, 16 * LANES):
        wanted = [Message(((TEXT, bytes(range(1, size + 1))),))]
        assert (
            read_plain(await bench.run("b", lane_beats(bench.rng, wanted, "packed"), (1, 1)))
            == wanted
        )

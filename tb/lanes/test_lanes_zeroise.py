# SPDX-License-Identifier: Apache-2.0
"""Bench of a reset, and of a zeroise, in the adapters of lanes. A zeroise clears all data at once,
keeps the framing, and ends each message of which a part was there with abort, and no other one."""

from typing import Any

import cocotb
from adapters import Bench
from streams import (
    LANES,
    STYLES,
    Beat,
    Frame,
    begins,
    ends,
    frame_of,
    gather,
    lane_beats,
    mac_beats,
    message_of,
    messages,
    read_closed,
    read_mac,
    read_plain,
    sizes,
)

COUNT = 50 + 25 * LANES  # messages of a run
DATA = {
    "b": ("u_to_axis.u_queue.data_q", "u_to_axis.data_q"),
    "c": ("u_from_mac.u_queue.data_q", "u_from_mac.window_q"),
    "d": (
        *("u_to_mac.u_join.masked_q", "u_to_mac.u_join.turned_q", "u_to_mac.u_join.carry_q"),
        *("u_to_mac.u_queue.data_q", "u_to_mac.data_q"),
    ),
}


def signal(dut: Any, path: str) -> Any:
    for name in path.split("."):
        dut = getattr(dut, name)
    return dut


async def play(
    bench: Bench, key: str, beats: list[Beat], every: float
) -> tuple[list[Beat], set[int]]:
    """Plays beats, with a zeroise in a cycle by the chance `every`; the messages it has cut."""
    source, sink = bench.source[key], bench.sink[key]
    begun = [0, *begins(beats)]
    source.beats.extend(beats)
    source.taken, sink.beats = 0, []
    cut: set[int] = set()
    quiet = cleared = 0
    latest = bench.now + 40 * len(beats) + 4000
    while source.beats or quiet < 40:
        if bench.rng.random() < 0.05:
            source.rate, sink.rate = bench.rng.choice(((1.0, 1.0), (1.0, 0.3), (0.4, 1.0)))
        left = ends(sink.beats)
        zeroise = bench.rng.random() < every
        count = len(sink.beats)
        await bench.cycle(key, zeroise=zeroise)
        quiet = quiet + 1 if len(sink.beats) == count else 0
        assert bench.now < latest, "it does not end"
        if zeroise:
            cut |= set(range(left, begun[source.taken]))
            for path in DATA[key]:
                assert int(signal(bench.dut, path).value) == 0, path
            cleared += 1
    assert cleared > 10
    return sink.beats, cut


def compare(found: list[Any], wanted: list[Any], cut: set[int]) -> None:
    assert len(found) == len(wanted)
    assert len(cut) > 15
    for i, (one, right) in enumerate(zip(found, wanted, strict=True)):
        if i in cut:
            assert one.bad >= 0 if isinstance(one, Frame) else one.abort, f"message {i} was cut"
        else:
            assert one == right, f"message {i}"


@cocotb.test()
async def a_reset_in_the_middle(dut: Any) -> None:
    """Nothing of what came before is left, wherever it was."""
    bench = Bench(dut, 23)
    await bench.start()
    for _ in range(15):
        wanted = messages(bench.rng, 20, 0)
        beats = list(lane_beats(bench.rng, wanted, bench.rng.choice(STYLES)))
        played = [
            Frame(bench.rng.randbytes(size), bench.rng.random() < 0.5)
            for size in sizes(bench.rng, 20, 0)
        ]
        frames = list(mac_beats(bench.rng, played, bench.rng.choice(STYLES)))
        sent = {"b": beats, "c": frames, "d": beats}
        for key, source in bench.source.items():
            source.beats.extend(sent.get(key, []))
            source.rate, bench.sink[key].rate = 1.0, 0.3  # so that the queues are not empty
        for _ in range(bench.rng.randint(5, 30)):
            await bench.cycle("bcd")
        await bench.reset()
        assert read_plain(await bench.run("b", beats, (1.0, 1.0))) == wanted
        out = gather(read_closed(await bench.run("c", frames, (1.0, 1.0))))
        assert out == [message_of(frame) for frame in played]
        out = read_mac(await bench.run("d", beats, (1.0, 1.0)))
        assert out == [frame_of(message) for message in wanted]


@cocotb.test()
async def to_a_plain_stream(dut: Any) -> None:
    bench = Bench(dut, 20)
    await bench.start()
    for style in STYLES:
        wanted = messages(bench.rng, COUNT, 0)
        beats = list(lane_beats(bench.rng, wanted, style))
        out, cut = await play(bench, "b", beats, 0.06)
        compare(read_plain(out), wanted, cut)


@cocotb.test()
async def from_a_mac(dut: Any) -> None:
    bench = Bench(dut, 21)
    await bench.start()
    for style in STYLES:
        played = [
            Frame(bench.rng.randbytes(size), bench.rng.random() < 0.5)
            for size in sizes(bench.rng, COUNT, 0)
        ]
        beats = list(mac_beats(bench.rng, played, style))
        out, cut = await play(bench, "c", beats, 0.06)
        compare(gather(read_closed(out)), [message_of(frame) for frame in played], cut)


@cocotb.test()
async def to_a_mac(dut: Any) -> None:
    bench = Bench(dut, 22)
    await bench.start()
    for style in STYLES:
        played = messages(bench.rng, COUNT, 0)
        beats = list(lane_beats(bench.rng, played, style))
        out, cut = await play(bench, "d", beats, 0.06)
        compare(read_mac(out), [frame_of(message) for message in played], cut)

# SPDX-License-Identifier: Apache-2.0
"""The packet harness on streams of every geometry, on a register slice that may break the rules."""

import re
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace

import pytest

from loops import Beat, KeyLoad, LoopMessageSim, LoopSim, Message, Section, random_messages
from message_rows import assert_no_empty_lane
from sealwright.base.errors import UsageError
from sealwright.families.message import sim as message
from sealwright.families.packet.beats import cut, ended
from sealwright.tools.packet.events import FILLER, Barrier, Beats, WaitReady, Zeroise
from sealwright.tools.packet.stream import Stream
from sealwright.tools.traffic import PRESETS, Order, Traffic

NARROW = [Stream(size) for size in (2, 4, 8, 16)]
WIDE = [Stream(32, 2), Stream(128, 8)]


@pytest.fixture(scope="module", params=[*NARROW, *WIDE], ids=lambda s: f"{s.beat_bytes}x{s.lanes}")
def built(request: pytest.FixtureRequest) -> Iterator[LoopSim]:
    with LoopSim(request.param) as sim:
        yield sim


@pytest.fixture
def slice_(built: LoopSim) -> LoopSim:
    built.reset()
    return built


@pytest.mark.parametrize("preset", PRESETS)
def test_messages_pass(slice_: LoopSim, preset: str) -> None:
    """Of any length, one behind the other or with gaps, in whatever lanes they begin."""
    sent = list(random_messages(1, slice_.stream, 120))
    for seed in (1, 2):
        results = slice_.run(sent, Traffic.preset(preset, seed)).messages
        assert [result.strings for result in results] == [message.strings for message in sent]
    begins = {result.lanes[0] for result in results}
    assert begins == set(range(slice_.stream.lanes))


def test_a_beat_has_as_many_segments_as_lanes(slice_: LoopSim) -> None:
    """When nothing waits, messages are packed, and a register slice costs one cycle."""
    size, lanes = slice_.stream.lane_bytes, slice_.stream.lanes
    sent = [Message(strings=(bytes(range(size)) * 7, b"")) for _ in range(40)]
    slice_.run(sent, Traffic(order=Order.DATA_LAGS))  # with its wait for each command
    results = slice_.run([*sent, Barrier(), *sent]).messages
    cycles = [cycle for result in results[-40:] for cycle in result.cycles_in]
    assert cycles[-1] - cycles[0] <= 7 * 40 // lanes + 40  # a message has one command, in a cycle
    for result in results:
        assert {out - i for i, out in zip(result.cycles_in, result.cycles_out, strict=True)} == {1}
    if lanes == 1:
        assert cycles == list(range(cycles[0], cycles[0] + 7 * 40))


def test_aligned_messages_begin_on_lane_0(slice_: LoopSim) -> None:
    sent = list(random_messages(2, slice_.stream, 60))
    results = slice_.run(sent, Traffic(seed=3, aligned=True, lane_idle=90)).messages
    assert [result.strings for result in results] == [message.strings for message in sent]
    assert {result.lanes[0] for result in results} == {0}


@pytest.mark.parametrize("preset", PRESETS)
def test_messages_begin_on_the_lanes_of_their_commands(slice_: LoopSim, preset: str) -> None:
    """Others on any lane; the lanes at the input are those at the output of a register slice."""
    lanes = slice_.stream.lanes
    count = 12 * lanes
    wanted = [n % (lanes + 1) if n % (lanes + 1) < lanes else None for n in range(count)]
    sent = [
        replace(message, lane=lane)
        for lane, message in zip(wanted, random_messages(4, slice_.stream, count), strict=False)
    ]
    results = slice_.run(sent, Traffic.preset(preset, 5)).messages
    for lane, result in zip(wanted, results, strict=True):
        assert result.lanes_in[0] == lane or lane is None
        assert result.lanes_in == result.lanes
    assert slice_.run([replace(sent[0], lane=lanes - 1)], Traffic(aligned=True)).messages


def test_a_lane_that_a_stream_has_not(slice_: LoopSim) -> None:
    with pytest.raises(UsageError, match=f"lane must be 0 to {slice_.stream.lanes - 1}"):
        slice_.run([Message(strings=(b"s",), lane=slice_.stream.lanes)])


def test_each_message_waits_for_its_command(slice_: LoopSim) -> None:
    """Where data lag, those of a message do not come earlier in a beat with others."""
    sent = [Message(strings=(b"s",))] * 40
    lags = slice_.run(sent, Traffic(order=Order.DATA_LAGS, gap=30)).messages
    assert {result.cycles_in[0] - result.accepted for result in lags} == {31}


def test_a_barrier_separates(slice_: LoopSim) -> None:
    short = Message(strings=(b"s",))
    first, *later = slice_.run([short, Barrier(), short, short]).messages
    assert first.cycles_out[-1] < min(result.cycles_in[0] for result in later)


def test_lanes_stay_empty_before_messages(slice_: LoopSim) -> None:
    """Lanes of a beat that are in use: only with idle lanes is there one behind an empty one."""
    sent = [Message(strings=(b"s",))] * 99
    for idle, gaps in ((0, False), (128, slice_.stream.lanes > 1)):
        beats: dict[int, list[int]] = {}
        for result in slice_.run(sent, Traffic(lane_idle=idle)).messages:
            beats.setdefault(result.cycles_out[0], []).append(result.lanes[0])
        assert any(lanes != list(range(len(lanes))) for lanes in beats.values()) == gaps


def test_cycles_in_which_the_output_is_held(slice_: LoopSim) -> None:
    """All cycles between the first and the last beat of a stream that never pauses, but its own."""
    sent = Message(strings=(bytes(200 * slice_.stream.beat_bytes),))
    full = slice_.run([sent])
    assert list(full.held) == []
    stalled = slice_.run([sent], Traffic(seed=3, axis_stall=128))
    went = set(stalled.messages[0].cycles_out)
    between = set(range(min(went), max(went)))
    assert set(stalled.held) & between == between - went
    assert len(stalled.held) > 100


FAULTS = [
    (1, r"m_axis( lane \d)?: valid fell while stalled"),
    (2, r"m_axis{last}: payload changed while stalled"),
    (5, r"m_axis{first}: tkeep [0-9a-f]{{4}} not contiguous"),
    (6, r"m_axis( lane \d)?: byte \d+ outside tkeep [0-9a-f]{{4}} is not zero"),
    (7, "m_axis: valid while zeroise_i is high"),
]
FAULTS_OF_LANES = [
    (3, r"m_axis lane \d: an empty lane inside a packet"),
    (4, r"m_axis lane \d: an empty lane is not zero"),
    (8, "m_axis: a beat without a segment"),
    (10, r"m_axis lane \d: a segment without a command"),
]


def numbers(faults: list[tuple[int, str]]) -> list[str]:
    return [f"fault {number}" for number, _ in faults]


def expect(sim: LoopSim, fault: int, text: str) -> None:
    """The first report of a run with this fault."""
    lanes, size = sim.stream.lanes, sim.stream.beat_bytes
    first, last = (f" lane {n}" if lanes > 1 else "" for n in (0, lanes - 1))
    events = [KeyLoad(0, bytes([fault])), WaitReady(0), Message(strings=(b"t" * 40 * size,))]
    events += [Message(strings=(b"s",))] * 3 * lanes + [Zeroise(cycles=1)] * (fault == 7)
    streams = {3: {}, 4: {"lane_idle": 90}, 8: {}, 10: {"cmd_idle": 230}}
    traffic = Traffic(seed=5, **streams.get(fault, {"axis_stall": 140}))
    found = sim.run(events, traffic, strict=False).violations
    assert re.match(rf"cycle \d+: {text.format(first=first, last=last)}", found[0])


@pytest.mark.parametrize(("fault", "text"), FAULTS, ids=numbers(FAULTS))
def test_faults_are_seen(slice_: LoopSim, fault: int, text: str) -> None:
    expect(slice_, fault, text)


@pytest.mark.parametrize("stream", WIDE, ids=str)
@pytest.mark.parametrize(("fault", "text"), FAULTS_OF_LANES, ids=numbers(FAULTS_OF_LANES))
def test_faults_of_lanes_are_seen(stream: Stream, fault: int, text: str) -> None:
    with LoopSim(stream) as sim:
        expect(sim, fault, text)


@pytest.mark.parametrize("stream", WIDE, ids=str)
def test_exchanged_lanes_are_seen(stream: Stream) -> None:
    """No rule of the stream is broken, but messages are other ones."""
    size = stream.beat_bytes
    sent = Message(strings=(bytes(range(size)) * 2,))
    with LoopSim(stream) as sim:
        assert sim.run([sent]).messages[0].strings[0] == sent.strings[0]
        swapped = sim.run([KeyLoad(0, b"\x09"), WaitReady(0), sent], strict=False)
    assert swapped.violations or swapped.messages[0].strings[0] != sent.strings[0]


@pytest.fixture(scope="module", params=[Stream(4), Stream(32, 2)], ids=["4x1", "32x2"])
def messages(request: pytest.FixtureRequest) -> Iterator[LoopMessageSim]:
    with LoopMessageSim(request.param) as sim:
        yield sim


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (((1, 7), (2, 40), (3, 16)), None),
        (((1, 7), (2, 40), (3, 13)), "m_axis: tag of 13 bytes instead of 16"),
        (((2, 33), (3, 20)), "m_axis: tag of 20 bytes instead of 16"),
        (((1, 7), (2, 40)), "m_axis: tag section misplaced"),
        (((3, 16), (2, 4), (3, 16)), "m_axis: section 2 after 3"),
        (((1, 3), (1, 5), (3, 16)), "m_axis: partial beat inside section 1"),
        (((0, 12), (3, 16)), "m_axis: section 0 after 0"),
    ],
)
def test_rules_of_a_sealed_packet(
    messages: LoopMessageSim, parts: tuple[tuple[int, int], ...], text: str | None
) -> None:
    """In segments of any size: sections in order, the tag last and of its length."""
    messages.reset()
    kind = message.Beat
    beats = [beat for n, size in parts for beat in cut(kind, b"x" * size, n, messages.stream)]
    sent = message.RawMessage(op=message.Op.SEAL, beats=ended(beats))
    found = messages.run([sent], strict=False)
    if text is None:
        assert found.violations == ()
        assert [len(found.messages[0].aad), len(found.messages[0].tag)] == [7, 16]
    else:
        assert re.match(rf"cycle \d+: {text}", found.violations[0])


def test_null_segments(messages: LoopMessageSim) -> None:
    """One inside a message is a fault of the message, or on several lanes an empty one."""
    messages.reset()
    tag = cut(message.Beat, b"T" * 16, message.Section.TAG, messages.stream)
    beats = ended([message.Beat(b"", message.Section.AAD), *tag])
    sent = message.RawMessage(op=message.Op.SEAL, beats=beats)
    if messages.stream.lanes == 1:
        (first, *_) = messages.run([sent], strict=False).violations
        assert re.match(r"cycle \d+: m_axis: null beat inside a packet", first)
    else:
        with pytest.raises(UsageError, match="would be an empty lane"):
            messages.run([sent])


def test_an_empty_lane_at_the_end_of_a_beat(messages: LoopMessageSim) -> None:
    """The harness lets it pass, and a slice gives it back: what tests of whole cores see it by."""
    messages.reset()
    sent = [message.Message(op=message.Op.COUNTER, text=bytes(800))] * 4
    for idle in (0, 90):
        found = messages.run(sent, Traffic(lane_idle=idle)).messages
        broken = idle > 0 and messages.stream.lanes > 1
        with pytest.raises(AssertionError, match="behind") if broken else nullcontext():
            for each in found:
                assert_no_empty_lane(each.packet)


def test_packing() -> None:
    beats = Beats(Stream(4))
    beats.add_string(b"abcdef", Section.TWO)
    beats.add(Beat(b"xyz", Section.THREE, last=True))
    assert beats.data == b"abcd" + b"ef" + 2 * FILLER + b"xyz" + FILLER
    found = Beat.unpack(bytes(beats.data), beats.words, beats.stream)
    assert [(beat.kept(), beat.section, beat.last) for beat in found] == [
        (0b1111, Section.TWO, False),
        (0b0011, Section.TWO, False),
        (0b0111, Section.THREE, True),
    ]
    with pytest.raises(UsageError, match="at most 4 bytes, not 5"):
        beats.add(Beat(b"12345", Section.ZERO))


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((16, 0), "1 to 8 lanes, not 0"),
        ((144, 9), "1 to 8 lanes, not 9"),
        ((32, 1), "1 to 16 bytes: 32 bytes in 1 lanes"),
        ((20, 3), "1 to 16 bytes: 20 bytes in 3 lanes"),
        ((16, 1, 9), "1 to 8 bits in a lane, not 9"),
    ],
)
def test_impossible_geometries(arguments: tuple[int, ...], text: str) -> None:
    with pytest.raises(UsageError, match=text):
        Stream(*arguments)

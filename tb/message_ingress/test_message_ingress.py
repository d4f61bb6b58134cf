# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_message_ingress: faults of a beat, masked bytes, addresses, the next beat."""

import random
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from sealwright.tools.sv_package import read_package

PACKAGE = read_package("rtl/message/seal_message_pkg.sv")
CAUSE, BEAT = PACKAGE.enums["message_cause_e"], PACKAGE.structs["block_t"]
NONE, ORDER, KEEP, PARTIAL, ABORTED, ZEROISED = (
    CAUSE[f"Cause{name}"] for name in ("None", "Order", "Keep", "Partial", "Aborted", "Zeroised")
)
ADDRESSES = 1 << PACKAGE.constants["BlockAddrW"]
LATENCY = 4  # cycles from a transfer to the beat in view


@dataclass(frozen=True)
class Beat:
    data: int
    keep: int
    section: int
    abort: bool
    last: bool

    @property
    def whole_run(self) -> bool:
        return self.keep & (self.keep + 1) == 0

    @property
    def partial(self) -> bool:
        """Of a run of ones; otherwise the message is refused anyway."""
        return not self.keep >> 15

    @property
    def masked(self) -> int:
        return sum(self.data & 0xFF << 8 * i for i in range(16) if self.keep >> i & 1)


def bad(beat: Beat, before: Beat) -> int:
    """The header's rules. `before` is the beat in front, of this message or of another."""
    if beat.abort and beat.last:
        return ABORTED
    if not beat.whole_run:
        return KEEP
    if beat.keep == 0 and not beat.last:
        return PARTIAL
    if not before.last and before.partial and before.section == beat.section:
        return PARTIAL
    return ORDER if not before.last and beat.section < before.section else NONE


def draw(rng: random.Random, before: Beat) -> Beat:
    """Mostly well-formed beats, so that faults come up one by one."""
    low = 0 if before.last else before.section
    if not before.last and before.partial:
        low += 1
    section = rng.choice((min(low, 3), min(low, 3), rng.randint(min(low, 3), 3), rng.randrange(4)))
    short = (1 << rng.randrange(17)) - 1
    hole = short & ~(1 << rng.randrange(16)) | rng.randrange(2) << 15
    keep = rng.choice((0xFFFF, 0xFFFF, 0xFFFF, short, hole, rng.getrandbits(16)))
    return Beat(rng.getrandbits(128), keep, section, rng.random() < 0.2, rng.random() < 0.2)


def full(rng: random.Random, section: int = 2, last: bool = False) -> Beat:
    return Beat(rng.getrandbits(128), 0xFFFF, section, False, last)


@dataclass
class Buffer:
    """What the buffer holds: word_o at word_addr_o in each cycle."""

    words: dict[int, int] = field(default_factory=dict)

    def sample(self, dut: Any) -> None:
        self.words[int(dut.word_addr_o.value)] = int(dut.word_o.value)


async def start(dut: Any) -> random.Random:
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for name in ("rst_ni", "sweep_i", "clear_i", "take_i", "s_axis_tvalid", "begun_i"):
        getattr(dut, name).value = 0
    dut.oldest_addr_i.value = 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await Timer(1, "ns")
    assert not int(dut.s_axis_tready.value)
    await FallingEdge(dut.clk_i)
    return random.Random(cocotb.RANDOM_SEED)


def offer(dut: Any, beat: Beat) -> None:
    dut.s_axis_tdata.value, dut.s_axis_tkeep.value = beat.data, beat.keep
    dut.s_axis_tlast.value = int(beat.last)
    dut.s_axis_tuser.value = int(beat.abort) << 2 | beat.section


def view(dut: Any) -> dict[str, int]:
    return BEAT.unpack(int(dut.block_o.value))


def check(dut: Any, beat: Beat, before: Beat, number: int, buffer: Buffer) -> int:
    """Compares the beat in view; returns its fault."""
    fault = bad(beat, before)
    seen = view(dut)
    if not beat.whole_run:  # what it is refused for is all that counts
        seen |= {"empty": beat.keep == 0, "bytes": beat.keep.bit_count()}
    iv, length = before.last and beat.section == 0, beat.keep.bit_count()
    if not beat.whole_run:
        seen |= dict.fromkeys(("counter", "short_iv"), 0)
        length = 1
    assert seen == {
        "first": before.last,
        "last": beat.last,
        "body": not beat.last and beat.section in (1, 2),
        "counter": iv and not beat.last and length == 16,
        "short_iv": iv and length == 12,
        "no_iv": before.last and (beat.section != 0 or beat.keep == 0),
        "section": beat.section,
        "empty": beat.keep == 0,
        "bytes": beat.keep.bit_count(),
        "wrong": fault != NONE,
        "bad": fault,
    }, (beat, before)
    assert int(dut.block_addr_o.value) == number % ADDRESSES
    assert buffer.words[number % ADDRESSES] == beat.masked
    return fault


@cocotb.test(timeout_time=100, timeout_unit="us")
async def beats_and_faults(dut: Any) -> None:
    """Beats of which some are needed long after they have been taken from view."""
    rng = await start(dut)
    before = drawn = Beat(0, 0xFFFF, 0, False, True)
    inside: deque[Beat] = deque()
    faults: Counter[int] = Counter()
    buffer, waiting = Buffer(), None
    words: dict[int, int] = {}  # of the beats that are still needed, by number
    arrived = taken = oldest = fullest = 0
    for cycle in range(4000):
        want_in, want_out, want_free = ((1, 1, 1), (0.6, 0.9, 0.9), (0.9, 0.4, 1), (1, 1, 0.2))[
            cycle // 500 % 4
        ]
        if waiting is None and rng.random() < want_in:
            waiting = drawn = draw(rng, drawn)
            offer(dut, waiting)
        dut.s_axis_tvalid.value = int(waiting is not None)
        take = int(dut.valid_o.value) and rng.random() < want_out
        dut.take_i.value = int(take)
        if int(dut.next_valid_o.value) and int(dut.valid_o.value):
            assert int(dut.next_section_o.value) == inside[1].section
        if take:
            beat = inside.popleft()
            faults[check(dut, beat, before, taken, buffer)] += 1
            before, taken = beat, taken + 1
        while oldest < taken and rng.random() < want_free:
            assert buffer.words[oldest % ADDRESSES] == words.pop(oldest), "overwritten"
            oldest += 1
        dut.oldest_addr_i.value = oldest % ADDRESSES
        await Timer(1, "ns")
        if waiting is not None and int(dut.s_axis_tready.value):
            inside.append(waiting)
            words[arrived] = waiting.masked
            arrived, waiting = arrived + 1, None
        fullest = max(fullest, arrived - oldest)
        await FallingEdge(dut.clk_i)
        buffer.sample(dut)
    assert all(faults[fault] > 50 for fault in (NONE, ORDER, KEEP, PARTIAL, ABORTED)), faults
    assert fullest == ADDRESSES - 1, "one address stays free, and no more"


@cocotb.test(timeout_time=100, timeout_unit="us")
async def one_beat_per_cycle(dut: Any) -> None:
    """Although what is needed is known some cycles late, as it is in the core."""
    rng = await start(dut)
    dut.s_axis_tvalid.value = dut.take_i.value = 1
    views, oldest = 0, deque([0] * 6)
    for _ in range(60):
        offer(dut, full(rng))
        dut.oldest_addr_i.value = oldest.popleft()
        await Timer(1, "ns")
        assert int(dut.s_axis_tready.value) == 1
        dut.take_i.value = dut.valid_o.value
        views += int(dut.valid_o.value)
        oldest.append(views % ADDRESSES)
        await FallingEdge(dut.clk_i)
    assert views == 60 - LATENCY


@cocotb.test(timeout_time=100, timeout_unit="us")
async def only_what_was_transferred_leaves_the_input_register(dut: Any) -> None:
    rng = await start(dut)
    for _ in range(50):
        beat = Beat(rng.getrandbits(128), rng.getrandbits(16), 2, False, False)
        offer(dut, beat)
        valid = rng.random() < 0.5
        dut.s_axis_tvalid.value = int(valid)
        await Timer(1, "ns")
        taken = valid and int(dut.s_axis_tready.value)
        await FallingEdge(dut.clk_i)
        assert int(dut.word_o.value) == (beat.masked if taken else 0)


async def until_in_view(dut: Any) -> None:
    await Timer(1, "ns")
    while not int(dut.valid_o.value):
        await FallingEdge(dut.clk_i)
        await Timer(1, "ns")


async def take(dut: Any) -> dict[str, int]:
    """The beat that comes next, which is taken."""
    await until_in_view(dut)
    seen = view(dut)
    dut.take_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.take_i.value = 0
    return seen


async def transfer(dut: Any, beats: list[Beat]) -> None:
    for beat in beats:
        offer(dut, beat)
        dut.s_axis_tvalid.value = 1
        await Timer(1, "ns")
        assert int(dut.s_axis_tready.value)
        await FallingEdge(dut.clk_i)
    dut.s_axis_tvalid.value = 0


async def zeroise(dut: Any, cycles: int = 4) -> None:
    dut.sweep_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.clear_i.value = 1
    for cycle in range(cycles):
        assert not int(dut.valid_o.value) and not int(dut.s_axis_tready.value)
        dut.sweep_i.value = int(cycle < cycles - 1)
        await FallingEdge(dut.clk_i)
        assert int(dut.word_o.value) == 0
    dut.clear_i.value = 0


@cocotb.test(timeout_time=200, timeout_unit="us")
async def sweep_keeps_the_framing_and_refuses_the_beats(dut: Any) -> None:
    """Once or twice; exactly those beats are bad, however many there are."""
    rng = await start(dut)
    for count in range(13):
        for times in (1, 2):
            early = [full(rng, 2, last=number == 2) for number in range(count)]
            await transfer(dut, early)
            for _ in range(times):
                await zeroise(dut)
            late = [full(rng, 2, last=number == 2) for number in range(4)]
            first = not early or early[-1].last
            for beat in early:
                seen = await take(dut)
                assert (seen["bad"], seen["last"]) == (ZEROISED, beat.last)
            assert int(dut.empty_o.value) == 1
            dut.oldest_addr_i.value = dut.block_addr_o.value
            await FallingEdge(dut.clk_i)
            await transfer(dut, late)
            for number, beat in enumerate(late):
                seen = await take(dut)
                assert (seen["bad"], seen["last"]) == (NONE, beat.last)
                assert seen["first"] == (first if number == 0 else late[number - 1].last)
            await transfer(dut, [full(rng, 3, last=True)])
            await take(dut)
            dut.oldest_addr_i.value = dut.block_addr_o.value
            await FallingEdge(dut.clk_i)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_block_that_had_begun_before_is_bad_too(dut: Any) -> None:
    """Whether others wait here or not; exactly that one, and not if it had not begun at the end."""
    rng = await start(dut)
    for count in range(3):
        for begun in (0, 1):
            await transfer(dut, [full(rng) for _ in range(count)])
            dut.begun_i.value = begun
            await zeroise(dut)
            dut.begun_i.value = 0
            await transfer(dut, [full(rng) for _ in range(3)])
            wanted = [ZEROISED] * (count + begun) + [NONE] * (3 - begun)
            assert [(await take(dut))["bad"] for _ in range(count + 3)] == wanted
            dut.oldest_addr_i.value = dut.block_addr_o.value
            await FallingEdge(dut.clk_i)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def beats_behind_the_cleared_ones_are_good(dut: Any) -> None:
    """They come while cleared ones still wait."""
    rng = await start(dut)
    await transfer(dut, [full(rng) for _ in range(5)])
    await zeroise(dut)
    await transfer(dut, [full(rng) for _ in range(5)])
    assert [(await take(dut))["bad"] for _ in range(10)] == [ZEROISED] * 5 + [NONE] * 5


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_beat_in_the_first_register_is_not_overlooked(dut: Any) -> None:
    """sweep_i comes right after a beat: empty_o must not rise for a cycle."""
    rng = await start(dut)
    offer(dut, full(rng, 2, last=True))
    dut.s_axis_tvalid.value = 1
    await FallingEdge(dut.clk_i)
    dut.s_axis_tvalid.value = 0
    dut.sweep_i.value = 1
    for cycle in range(6):
        dut.clear_i.value = int(0 < cycle < 4)
        dut.sweep_i.value = int(cycle < 4)
        await Timer(1, "ns")
        assert int(dut.empty_o.value) == 0
        await FallingEdge(dut.clk_i)
    assert (await take(dut))["bad"] == ZEROISED
    assert int(dut.empty_o.value) == 1

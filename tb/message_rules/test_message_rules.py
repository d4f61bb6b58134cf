# SPDX-License-Identifier: Apache-2.0
"""Bench of the rules of a message, from a stream of beats to token requests.

A beat has RULES_BEAT_BYTES bytes, or RULES_LANES blocks side by side, with empty lanes at times.

What is expected follows from sealwright.families.message.rules, which is written from the pages.
Messages of every kind and with every fault come with gaps, beside commands that are early or late;
requests are taken with gaps too, and now and then a zeroise comes in between. RULES_STORE says
whether the store-and-release buffer is a limit.
"""

import os
import random
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer
from traffic import LANES, Source
from wanted import BEAT_BYTES, CONFIG, KIND, PACKAGE, SIZES, STORE, Wanted, read, refused

from sealwright.families.message.blocks import beats_from, blocks_of
from sealwright.families.message.rules import Rules, Slot
from sealwright.families.message.sim import Beat, Cause, Op, RawMessage, Section

MESSAGES = int(os.environ.get("RULES_MESSAGES", "1000"))
COMMANDS = 1 if LANES < 4 else 2  # in a cycle, as in seal_message_rules_bench
ENDS = 1 if LANES < 2 else COMMANDS + 1
REQUEST = PACKAGE.structs["request_t"]
NUMBERS = 1 << PACKAGE.constants["StartAddrW"] + (LANES - 1).bit_length()
ADDRESS_BITS = PACKAGE.structs["request_t"].fields["start_addr"][1]
UNUSED = (1 << 8 * BEAT_BYTES) - 1  # data of an empty lane, which have no meaning
MIN_TAGS = (4, 13)  # of slots 0 and 1; slot 2 never has a key
SWEEP = 20  # cycles of a zeroise
RELOAD = 120  # messages between loads of the keys
OFTEN = int(os.environ.get("RULES_OFTEN", "1"))  # how much more often a zeroise comes
RATES = ((1, 1, 1), (0.3, 0.8, 0.8), (0.02, 1, 1), (1, 0.3, 1), (1, 1, 0.2), (0.05, 0.9, 0.1))


def in_lanes(message: RawMessage) -> RawMessage:
    """With several lanes there are no null blocks but a last one: they are empty lanes."""
    if LANES == 1:
        return message
    return replace(message, beats=tuple(b for b in message.beats if b.last or b.kept()))


def joined(fields: Iterable[int], width: int) -> int:
    """The fields of all lanes as one number, lane 0 in the low bits."""
    return sum(field << lane * width for lane, field in enumerate(fields))


# ---- the bench ----------------------------------------------------------------------------------


class Bench:
    """Drives the front, and compares each message with what is expected of it."""

    def __init__(self, dut: Any, rng: random.Random, messages: Sequence[RawMessage]) -> None:
        self.dut, self.rng, self.messages = dut, rng, messages
        self.rules = Rules(CONFIG)
        self.beats = deque((m, b) for m, msg in enumerate(messages) for b in msg.beats)
        self.accepted = self.started = self.begun = 0  # commands taken in, messages, first beats
        self.wanted: list[Wanted] = []  # of each accepted command
        self.found: list[list[dict[str, int]]] = [[] for _ in messages]
        self.direct: list[list[tuple[bool, int]]] = [[] for _ in messages]
        self.ended: set[int] = set()
        self.cut: set[int] = set()  # ended by a zeroise
        self.lost = 0  # messages in front of this one have lost blocks, if they had not started
        self.verdicts: deque[int] = deque()  # cycles in which they are due
        self.gives: deque[int] = deque()
        self.offered = {"cmd": 0, "axis": 0}  # commands; beats
        self.lanes: list[Beat | None] = []  # of the beat that is offered
        self.gaps = (0, 0, 0, 0.3, 0.8)  # rates of empty lanes
        self.empty = 0  # beats without a block that follow
        self.wide = Counter[str]()  # what happened in several lanes of one cycle
        self.now = 0

    async def set_keys(self) -> None:
        for slot, min_tag in enumerate(MIN_TAGS):
            self.dut.key_set_i.value, self.dut.key_slot_i.value = 1, slot
            self.dut.key_min_tag_i.value, self.dut.key_size_i.value = min_tag, SIZES[slot]
            self.rules.slots[slot] = Slot(bytes(16), min_tag)
            await self.cycle((0, 0, 0))
        self.dut.key_set_i.value = 0

    def offer_command(self, rate: float) -> None:
        """Others may join one that waits, behind it."""
        dut = self.dut
        most = min(COMMANDS, len(self.messages) - self.accepted)
        while self.offered["cmd"] < most and self.rng.random() < rate:
            self.offered["cmd"] += 1
        new = self.messages[self.accepted : self.accepted + self.offered["cmd"]]
        dut.s_cmd_op.value = joined((message.op for message in new), 2)
        dut.s_cmd_slot.value = joined((message.slot for message in new), 4)
        dut.s_cmd_iv_in_data.value = joined((message.iv_in_data for message in new), 1)
        dut.s_cmd_tag_len.value = joined((message.tag_len for message in new), 5)
        dut.s_cmd_valid.value = (1 << len(new)) - 1

    def offer_beat(self, rate: float) -> None:
        dut = self.dut
        if not self.offered["axis"] and self.beats and self.rng.random() < rate:
            self.lanes = self.fill_lanes()
            dut.s_axis_tdata.value = joined(
                (int.from_bytes(beat.data, "little") if beat else UNUSED for beat in self.lanes),
                8 * BEAT_BYTES,
            )
            kept = (beat.kept() if beat else 0 for beat in self.lanes)
            dut.s_axis_tkeep.value = joined(kept, BEAT_BYTES)
            dut.s_axis_tlast.value = joined((bool(b and b.last) for b in self.lanes), 1)
            user = (beat.abort << 2 | beat.section if beat else 5 for beat in self.lanes)
            dut.s_axis_tuser.value = joined(user, 3)
            self.offered["axis"] = 1
        dut.s_axis_tvalid.value = self.offered["axis"]

    def fill_lanes(self) -> list[Beat | None]:
        """The next blocks; None is an empty lane."""
        if LANES == 1:
            return [self.beats[0][1]]
        if self.empty == 0 and len(self.gaps) > 1 and self.rng.random() < 0.005:
            self.empty = 40
        if self.empty:
            self.empty -= 1
            return [None] * LANES
        gap = self.rng.choice(self.gaps)
        lanes: list[Beat | None] = []
        waiting = iter(self.beats)
        for _ in range(LANES):
            following = None if self.rng.random() < gap else next(waiting, None)
            lanes.append(following and following[1])
        return lanes

    async def cycle(self, rates: tuple[float, float, float]) -> None:
        dut, now = self.dut, self.now
        self.offer_command(rates[0])
        self.offer_beat(rates[1])
        ready = self.rng.random() < rates[2]
        dut.ready_i.value = int(ready)
        for due, port in ((self.verdicts, dut.verdict_i), (self.gives, dut.msg_give_i)):
            count = sum(cycle <= now for cycle in islice(due, ENDS))
            port.value = (1 << count) - 1
            for _ in range(count):
                due.popleft()
        await Timer(1, "ns")
        if self.begun > self.started:
            assert int(dut.busy_o.value), f"blocks of message {self.begun - 1} are here"
        begins = int(dut.command_o.value).bit_count()
        self.started += begins
        self.wide["begins"] += begins > 1
        if direct := int(dut.direct_o.value):
            self.take_ivs(direct)
        if ready and int(dut.valid_o.value):
            self.take_requests()
        if self.offered["cmd"] and int(dut.s_cmd_ready.value):
            self.accept()
        if self.offered["axis"] and int(dut.s_axis_tready.value):
            for beat in self.lanes:
                if beat:
                    self.begun = self.beats.popleft()[0] + 1
            self.offered["axis"] = 0
        await FallingEdge(dut.clk_i)
        self.now += 1

    def accept(self) -> None:
        for _ in range(self.offered["cmd"]):
            message = self.messages[self.accepted]
            cause = self.rules.command(message)
            if cause is Cause.NONE and self.accepted < self.lost:
                cause = Cause.ZEROISED
            self.wanted.append(refused(message, cause) if cause else read(message))
            self.accepted += 1
        self.offered["cmd"] = 0

    def number(self, address: int) -> int:
        """The latest message that has this address."""
        return self.started - 1 - (self.started - address) % NUMBERS

    def take_ivs(self, direct: int) -> None:
        messages, counters = int(self.dut.message_o.value), int(self.dut.counter_o.value)
        words = int(self.dut.iv_word_o.value)
        self.wide["ivs"] += direct.bit_count() > 1
        for lane in (lane for lane in range(LANES) if direct >> lane & 1):
            number = self.number(messages >> lane * ADDRESS_BITS & (1 << ADDRESS_BITS) - 1)
            word = words >> 128 * lane & (1 << 128) - 1
            self.direct[number].append((bool(counters >> lane & 1), word))

    def take_requests(self) -> None:
        valid, requests = int(self.dut.valid_o.value), int(self.dut.request_o.value)
        words = int(self.dut.word_o.value)
        assert valid & valid + 1 == 0, "requests with a gap"
        ends = 0
        for lane in range(valid.bit_length()):
            request = REQUEST.unpack(requests >> lane * REQUEST.width & (1 << REQUEST.width) - 1)
            request["word"] = words >> 128 * lane & (1 << 128) - 1
            ends += self.take_request(request)
        self.wide["full"] += valid == (1 << LANES) - 1
        self.wide["ends"] += ends > 1

    def take_request(self, request: dict[str, int]) -> bool:
        """Whether it ends its message."""
        number = self.number(request["start_addr"])
        assert number not in self.cut, f"message {number} was cut off"
        self.found[number].append(request)
        if request["kind"] != KIND.ReqEnd:
            return False
        self.ended.add(number)
        self.verdicts.append(max(self.now + 3, self.verdicts[-1] if self.verdicts else 0))
        self.gives.append(self.verdicts[-1] + 2)
        self.compare(number, ended=True)
        return True

    def compare(self, number: int, ended: bool) -> None:
        """All requests of a message that has ended, or those before it was cut off."""
        wanted, found = self.wanted[number], self.found[number]
        requests = wanted.requests if ended else wanted.requests[: len(found)]
        seen = [
            {name: request[name] for name in right}
            for request, right in zip(found, requests, strict=True)
        ]
        assert seen == requests, f"message {number}: {wanted.message}"
        if ended:
            assert self.direct[number] == wanted.direct, f"message {number}: {wanted.message}"

    async def zeroise(self) -> None:
        dut = self.dut
        dut.sweep_i.value = 1
        await self.cycle((0, 1, 0))
        self.verdicts.clear()
        for _ in range(SWEEP):
            # A command that is offered still waits, and is offered again afterwards.
            self.offered["cmd"] = 0
            await self.cycle((0, 1, 0))
            assert not int(dut.s_axis_tready.value)
        for number in range(self.started):
            if number not in self.ended and number not in self.cut:
                self.cut.add(number)
                self.compare(number, ended=False)
                self.gives.append(self.now)
        for number in range(self.started, self.accepted):
            self.wanted[number] = refused(self.messages[number], Cause.ZEROISED)
        self.lost = self.begun
        if BEAT_BYTES < 16:
            data = int(dut.g_narrow.u_pack.data_q.value)
            assert data == 0, "a block that has begun keeps its bytes"
        dut.sweep_i.value = 0
        await self.cycle((0, 0, 0))
        await self.cycle((0, 0, 0))
        await self.set_keys()


async def start(dut: Any) -> random.Random:
    for name in ("rst_ni", "sweep_i", "s_cmd_valid", "s_cmd_iv", "s_axis_tvalid", "ready_i"):
        getattr(dut, name).value = 0
    for name in ("key_set_i", "msg_give_i", "verdict_i", "loop_valid_i", "loop_ready_i"):
        getattr(dut, name).value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    return random.Random(cocotb.RANDOM_SEED)


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def requests_are_those_of_the_rules(dut: Any) -> None:
    rng = await start(dut)
    source = Source(rng, BEAT_BYTES)
    bench = Bench(dut, rng, [in_lanes(source.message()) for _ in range(MESSAGES)])
    await bench.set_keys()
    idle = rate = 0
    reload = RELOAD if LANES > 1 else MESSAGES
    while bench.beats or len(bench.ended | bench.cut) < MESSAGES:
        if bench.now % 300 == 0:
            rate = rng.randrange(len(RATES))
        before = len(bench.beats)
        await bench.cycle(RATES[rate])
        if (
            rng.random() < OFTEN * BEAT_BYTES * LANES / 11200
        ):  # about every 700 blocks, or more often
            await bench.zeroise()
        # New keys, which have sealed nothing yet.
        if bench.accepted >= reload and not bench.offered["cmd"]:
            for _ in range(3):
                await bench.cycle((0, 1, 1))
            await bench.set_keys()
            reload += RELOAD
        idle = 0 if len(bench.beats) < before else idle + 1
        assert idle < 3000, f"stuck behind message {bench.started}"
    for _ in range(12):
        await bench.cycle((0, 0, 1))
    assert not bench.beats and not int(dut.busy_o.value)
    for slot in range(3):
        dut.key_slot_i.value = slot
        await bench.cycle((0, 0, 0))
        assert not int(dut.used_o.value), f"slot {slot} is used by no message"
    seen = Counter(Cause(found[-1]["cause"]) for found in bench.found if found)
    causes = set(Cause) - {Cause.TAG_MISMATCH} - (set() if STORE else {Cause.STORE})
    if OFTEN > 1:  # most messages end by it
        causes &= {Cause.NONE, Cause.ZEROISED, *seen}
    assert set(seen) == causes, f"{causes - set(seen)} {seen}"
    kinds = Counter(request["kind"] for found in bench.found for request in found)
    assert set(kinds) == set(KIND) and bench.cut, kinds
    assert LANES == 1 or (bench.wide["full"] and bench.wide["ends"]), bench.wide
    assert COMMANDS == 1 or bench.wide["begins"], bench.wide


@cocotb.test(timeout_time=20, timeout_unit="ms", skip=LANES != 4)
async def messages_begin_and_end_in_one_cycle(dut: Any) -> None:
    """Two messages of two blocks each in a beat, whose commands wait: an IV in each cycle.

    Every other beat is there before its commands. The buffer of first counter blocks takes one IV
    of the data in a cycle.
    """
    rng = await start(dut)
    blocks = (Beat(bytes(12), Section.IV), Beat(bytes(5), Section.TEXT, last=True))
    message = RawMessage(op=Op.SEAL, slot=0, iv_in_data=True, tag_len=16, beats=blocks)
    bench = Bench(dut, rng, [message] * 40)
    bench.gaps = (0,)
    while len(bench.ended) < len(bench.messages):
        await bench.set_keys()
        for part in ("commands", "beat", "beat", "commands"):
            wanted = bench.accepted + 2 * (part == "commands")
            await bench.cycle((0, int(part == "beat"), 1))
            for _ in range(12):
                await bench.cycle((int(bench.accepted < wanted), 0, 1))
    assert bench.wide["ivs"] == 0 and bench.wide["begins"], bench.wide


@cocotb.test(timeout_time=1, timeout_unit="ms", skip=LANES == 1)
async def empty_messages_fill_the_queues(dut: Any) -> None:
    """While no request is taken, half of the addresses: the issue stage holds the others."""
    rng = await start(dut)
    empty = (Beat(b"", Section.TEXT, last=True),)
    message = RawMessage(op=Op.SEAL, slot=0, iv_in_data=False, tag_len=16, beats=empty)
    bench = Bench(dut, rng, [message] * (6 * NUMBERS))
    bench.gaps = (0,)
    await bench.set_keys()
    most = 0
    while len(bench.ended) < len(bench.messages):
        for _ in range(150):
            await bench.cycle((1, 1, 0))
        most = max(most, bench.started - len(bench.ended))
        for _ in range(20):
            await bench.cycle((1, 1, 1))
    assert 2 * LANES <= most <= NUMBERS // 2


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def packing_and_unpacking_gives_the_same_bytes(dut: Any) -> None:
    """Packets as a core sends them, and with a null last beat; gaps on both sides, and none."""
    rng = await start(dut)
    source, sent, got = Source(rng, BEAT_BYTES), [], []
    for _ in range(150):
        beats = source.right(rng.randrange(3), rng.random() < 0.5, rng.choice((4, 12, 16)))
        if rng.random() < 0.2:
            source.null_at_the_end(beats, 0)
        last = Beat(beats[-1].data, beats[-1].section, True, rng.random() < 0.2)
        sent += [source.filled(beat) for beat in [*beats[:-1], last]]
    wanted = beats_from(blocks_of(sent, BEAT_BYTES), BEAT_BYTES) if BEAT_BYTES < 16 else sent
    waiting, todo, cycles = False, deque(sent), 0
    while todo or len(got) < len(wanted):
        gaps = (1, 1) if cycles < 400 else (0.8, 0.6)
        if not waiting and todo and rng.random() < gaps[0]:
            dut.loop_data_i.value = int.from_bytes(todo[0].data, "little")
            dut.loop_keep_i.value, dut.loop_last_i.value = todo[0].kept(), int(todo[0].last)
            dut.loop_user_i.value = todo[0].abort << 2 | todo[0].section
            waiting = True
        dut.loop_valid_i.value = int(waiting)
        dut.loop_ready_i.value = int(rng.random() < gaps[1])
        await Timer(1, "ns")
        if int(dut.loop_valid_o.value) and int(dut.loop_ready_i.value):
            got.append(
                Beat(
                    int(dut.loop_data_o.value).to_bytes(BEAT_BYTES, "little"),
                    Section(int(dut.loop_user_o.value) & 3),
                    bool(int(dut.loop_last_o.value)),
                    bool(int(dut.loop_user_o.value) >> 2),
                    int(dut.loop_keep_o.value),
                )
            )
        if waiting and int(dut.loop_ready_o.value):
            todo.popleft()
            waiting = False
        await FallingEdge(dut.clk_i)
        cycles += 1
        assert cycles < 20 * len(sent)
    assert [masked(beat) for beat in got] == [masked(beat) for beat in wanted]


def masked(beat: Beat) -> tuple[int, int, int, bool, bool]:
    data = int.from_bytes(beat.data, "little")
    bytes_ = sum(data & 0xFF << 8 * i for i in range(BEAT_BYTES) if beat.kept() >> i & 1)
    return bytes_, beat.kept(), beat.section, beat.last, beat.abort

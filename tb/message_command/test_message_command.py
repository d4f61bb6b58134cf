# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_message_command and a slot table: cause, rate, limits, what a load holds back.

Three slots. Commands are drawn so that each cause comes up often, alone and together with others
that it hides; slots are loaded and dropped beside them. COMMAND_REFUSE in the environment says what
a load does to commands of its slot, COMMAND_LIMIT how many messages a key may seal: where they are
many, a key has most of them behind it (`old`).
"""

import os
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from sealwright.tools.sv_package import read_package

PACKAGE = read_package("rtl/message/seal_message_pkg.sv")
SEAL, OPEN, COUNTER, NO_OP = PACKAGE.enums["message_op_e"]
NONE, NO_SLOT, MESSAGE_LIMIT, TAG_LENGTH, ZEROISED, BAD_OP = (
    PACKAGE.enums["message_cause_e"][f"Cause{name}"]
    for name in ("None", "Slot", "MessageLimit", "TagLength", "Zeroised", "Op")
)
REFUSE = os.environ["COMMAND_REFUSE"] == "1"
SLOTS, LIMIT = 3, int(os.environ["COMMAND_LIMIT"])


@dataclass
class Slot:
    size: int
    min_tag: int
    used: int = 0


@dataclass(frozen=True)
class Command:
    op: int
    slot: int
    tag_len: int
    iv: int
    ident: int
    held: bool


@dataclass
class Bench:
    dut: Any
    rng: random.Random
    slots: dict[int, Slot] = field(default_factory=dict)
    hold: int | None = None
    inside: list[tuple[Command, int]] = field(default_factory=list)
    flight: list[tuple[Command, int]] = field(default_factory=list)  # without a verdict
    seen: Counter[int] = field(default_factory=Counter)
    given: int = 0
    taken: int = 0  # commands that were taken in the cycle before
    # those that had their verdict, in the last cycle but one and in the last one
    ended: list[list[tuple[Command, int]]] = field(default_factory=lambda: [[], []])

    async def start(self) -> None:
        dut = self.dut
        cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
        for port in (dut.rst_ni, dut.sweep_i, dut.s_cmd_valid, dut.hold_i, dut.hold_slot_i):
            port.value = 0
        for port in (dut.drop_i, dut.set_i, dut.set_size_i, dut.set_min_tag_i, dut.take_i):
            port.value = 0
        dut.verdict_i.value = 0
        await FallingEdge(dut.clk_i)
        await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1

    def draw(self) -> Command:
        rng = self.rng
        tag = rng.choice((4, 8, 12, 13, 14, 15, 16, 16, 16, rng.randrange(32)))
        slot = rng.choice((0, 0, 1, 1, 2, 2, rng.randrange(16)))
        op = rng.choice((SEAL, SEAL, OPEN, OPEN, COUNTER, COUNTER, NO_OP))
        self.given += 1
        return Command(op, slot, tag, rng.getrandbits(96), self.given, slot == self.hold)

    def cause(self, command: Command) -> int:
        """The rules of the header, in their order; counts what is not refused."""
        if command.op == NO_OP:
            return BAD_OP
        slot = self.slots.get(command.slot)
        if slot is None or (REFUSE and command.held):
            return NO_SLOT
        if command.op != OPEN and slot.used == LIMIT:
            return MESSAGE_LIMIT
        legal = command.tag_len in (4, 8, *range(12, 17)) and command.tag_len >= slot.min_tag
        if command.op != COUNTER and not legal:
            return TAG_LENGTH
        slot.used += command.op != OPEN
        return NONE

    def check(self, zeroised: bool = False) -> None:
        """The command at the output is the oldest one, with its fields and its cause."""
        dut, (command, cause) = self.dut, self.inside.pop(0)
        cause = ZEROISED if zeroised else cause
        self.flight.append((command, cause))
        self.seen[cause] += 1
        assert (int(dut.id_o.value), int(dut.cause_o.value)) == (command.ident, cause), command
        fields = (int(dut.op_o.value), int(dut.slot_o.value), int(dut.tag_len_o.value))
        assert fields == (command.op, command.slot, command.tag_len)
        assert int(dut.iv_o.value) == command.iv
        if cause == NONE:
            assert int(dut.size_o.value) == self.slots[command.slot].size

    def used(self) -> bool:
        """Whether a message uses the slot that is being loaded: accepted, and not refused here."""
        messages = (*self.inside, *self.flight, *self.ended[0], *self.ended[1])
        return any(cause == NONE and c.slot == self.hold for c, cause in messages)

    async def cycle(self, want_valid: float, want_take: float, want_verdict: float = 0.5) -> None:
        """One cycle of traffic; an offer that is not accepted is withdrawn."""
        dut, command = self.dut, self.draw()
        dut.s_cmd_valid.value = int(self.rng.random() < want_valid)
        dut.s_cmd_op.value, dut.s_cmd_slot.value = command.op, command.slot
        dut.s_cmd_iv.value, dut.s_cmd_iv_in_data.value = command.iv, command.ident & 1
        dut.s_cmd_tag_len.value, dut.s_cmd_id.value = command.tag_len, command.ident
        take = int(dut.valid_o.value) and self.rng.random() < want_take
        dut.take_i.value = int(take)
        old = len(self.flight) > self.taken  # two cycles after take_i, at the earliest
        verdict = old and self.rng.random() < want_verdict
        self.taken = int(take)
        dut.verdict_i.value = int(verdict)
        if take:
            self.check()
        self.ended = [self.ended[1], [self.flight.pop(0)] if verdict else []]
        await Timer(1, "ns")
        ready = bool(int(dut.s_cmd_ready.value))
        assert not (ready and command.held) or REFUSE, "a held slot's command came in"
        if ready and int(dut.s_cmd_valid.value):
            self.inside.append((command, self.cause(command)))
        await FallingEdge(dut.clk_i)
        dut.s_cmd_valid.value = dut.take_i.value = dut.verdict_i.value = 0

    async def load(self, slot: int, size: int, min_tag: int) -> None:
        """A key load as the key load unit does it, with traffic beside it until nothing uses it."""
        dut = self.dut
        dut.hold_slot_i.value, dut.hold_i.value, self.hold = slot, 1, slot
        await self.cycle(0.7, 0.7)  # what was accepted last shows a cycle late
        while int(dut.used_o.value):
            assert self.used()
            await self.cycle(0.7, 0.7)
        assert not self.used()
        dut.drop_i.value = 1
        await self.cycle(0, 0, 0)
        dut.drop_i.value = 0
        self.slots.pop(slot, None)
        for _ in range(self.rng.randrange(8)):
            await self.cycle(0.7, 0.7)
        dut.set_i.value, dut.set_size_i.value, dut.set_min_tag_i.value = 1, size, min_tag
        await self.cycle(0, 0, 0)
        dut.set_i.value = dut.hold_i.value = 0
        self.hold = None
        self.slots[slot] = Slot(size, min_tag)
        assert int(dut.slot_ready_o.value) == sum(1 << i for i in self.slots)

    async def old(self, slot: int) -> None:
        """Lets a key seal one message, and then be as if it had sealed all but four."""
        while not self.slots[slot].used:
            await self.cycle(1, 1)
        while self.inside:
            await self.cycle(0, 1)
        self.slots[slot].used = LIMIT - 4
        self.dut.u_command.sealed[slot].value = LIMIT - 4


@cocotb.test(timeout_time=400, timeout_unit="us")
async def causes(dut: Any) -> None:
    bench = Bench(dut, random.Random(cocotb.RANDOM_SEED))
    await bench.start()
    for turn in range(60):
        slot = bench.rng.randrange(SLOTS)
        await bench.load(slot, turn % 3, bench.rng.choice((0, 4, 8, 12, 13, 16)))
        if LIMIT > 5:
            await bench.old(slot)
        for _ in range(25):
            await bench.cycle(0.9, 0.8)
    wanted = (NONE, NO_SLOT, MESSAGE_LIMIT, TAG_LENGTH, BAD_OP)
    assert all(bench.seen[cause] > 30 for cause in wanted), bench.seen


@cocotb.test(timeout_time=200, timeout_unit="us")
async def a_command_every_other_cycle(dut: Any) -> None:
    bench = Bench(dut, random.Random(cocotb.RANDOM_SEED))
    await bench.start()
    for slot in range(SLOTS):
        await bench.load(slot, 0, 4)
    while bench.inside:
        await bench.cycle(0, 1)
    done = sum(bench.seen.values())
    for _ in range(42):
        await bench.cycle(1, 1)
    assert sum(bench.seen.values()) - done == 20  # two cycles of latency, then every other


@cocotb.test(timeout_time=200, timeout_unit="us")
async def a_slot_is_used_until_the_verdict(dut: Any) -> None:
    """From its check to two cycles after its verdict, wherever it waits; refused ones use none."""
    bench = Bench(dut, random.Random(cocotb.RANDOM_SEED))
    await bench.start()

    async def look() -> None:
        for slot in range(16):
            bench.hold = dut.hold_slot_i.value = slot
            await Timer(1, "ps")
            assert bool(dut.used_o.value) == bench.used(), f"slot {slot}"
        bench.hold = None

    for turn in range(60):
        for slot in range(SLOTS):
            await bench.load(slot, 0, 12)
        for _ in range(turn % 12):
            await bench.cycle(1, 0.5, 0)
        for want_take in (0.0, 0.5, 1.0):
            await bench.cycle(0, want_take, 0)
            await bench.cycle(0, want_take, 0)
            await look()
        while bench.inside or bench.flight:
            await bench.cycle(0, 1, 0.3)
            await bench.cycle(0, 1, 0)
            await look()


@cocotb.test(timeout_time=200, timeout_unit="us")
async def zeroise_ends_what_is_inside(dut: Any) -> None:
    bench = Bench(dut, random.Random(cocotb.RANDOM_SEED))
    await bench.start()
    for depth in (1, 2):
        await bench.load(0, 1, 4)
        for _ in range(depth):
            await bench.cycle(1, 0)
        while len(bench.inside) < depth:
            await bench.cycle(1, 0)
        dut.sweep_i.value = 1
        for _ in range(3):
            await Timer(1, "ns")
            assert not int(dut.valid_o.value) and not int(dut.s_cmd_ready.value)
            await FallingEdge(dut.clk_i)
        assert int(dut.slot_ready_o.value) == 0
        dut.sweep_i.value = 0
        bench.slots.clear()
        bench.flight.clear()
        while bench.inside:
            await Timer(1, "ns")
            dut.take_i.value = dut.valid_o.value
            if int(dut.valid_o.value):
                bench.check(zeroised=True)
            await FallingEdge(dut.clk_i)
        dut.take_i.value = 0
        await FallingEdge(dut.clk_i)
        assert int(dut.empty_o.value) == 1

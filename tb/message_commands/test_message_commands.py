# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_message_commands and a slot table: causes, rate, limits, loads, zeroise.

Three slots. Commands are drawn so that each cause comes up often, alone and together with others
that it hides, and most are of a slot that another one in the same cycle has; slots are loaded and
dropped beside them. The environment has the parameters: COMMANDS and ENDS per cycle, REFUSE, what
a load does to commands of its slot, and LIMIT, how many messages a key may seal: where they are
many, a key has most of them behind it (`old`).
"""

import os
import random
from collections import Counter, deque
from dataclasses import dataclass, field, replace
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
COMMANDS, ENDS = int(os.environ["COMMANDS"]), int(os.environ["ENDS"])
REFUSE, LIMIT = os.environ["REFUSE"] == "1", int(os.environ["LIMIT"])
SLOTS, MESSAGES, STAGES = 3, 32, 3
FIELDS = {"op": 2, "slot": 4, "iv": 96, "iv_in_data": 1, "tag_len": 5, "id": 16}


@dataclass
class Slot:
    size: int
    min_tag: int
    used: int = 0


@dataclass(frozen=True)
class Command:
    """By its ports, and the answer that the rules of the header give."""

    op: int
    slot: int
    iv: int
    iv_in_data: int
    tag_len: int
    id: int
    held: bool
    cause: int = NONE
    size: int = 0


def ones(count: int) -> int:
    return (1 << count) - 1


@dataclass
class Bench:
    dut: Any
    rng: random.Random
    slots: dict[int, Slot] = field(default_factory=dict)
    hold: int | None = None
    only: dict[str, int] = field(default_factory=dict)  # fields of all commands
    inside: deque[Command] = field(default_factory=deque)
    flight: deque[Command] = field(default_factory=deque)  # without a verdict
    seen: Counter[int] = field(default_factory=Counter)
    reached: int = 0  # cycles in which one command was a key's last, and another too many
    given: int = 0
    taken: int = 0  # commands that were taken in the cycle before
    # commands of the last cycles, which are in check, the latest ones last
    latest: deque[list[Command]] = field(default_factory=lambda: deque(maxlen=STAGES))
    # those that had their verdict, in the last cycle but one and in the last one
    ended: list[list[Command]] = field(default_factory=lambda: [[], []])

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

    def draw(self, favourite: int) -> Command:
        rng = self.rng
        tag = rng.choice((4, 8, 12, 13, 14, 15, 16, 16, 16, rng.randrange(32)))
        slot = rng.choice((favourite, favourite, 0, 1, 2, rng.randrange(16)))
        op = rng.choice((SEAL, SEAL, OPEN, OPEN, COUNTER, COUNTER, NO_OP))
        self.given = (self.given + 1) & 0xFFFF
        iv, in_data = rng.getrandbits(96), rng.getrandbits(1)
        command = Command(op, slot, iv, in_data, tag, self.given, held=False)
        command = replace(command, **self.only)  # type: ignore[arg-type]
        return replace(command, held=command.slot == self.hold)

    def cause(self, command: Command) -> int:
        """The rules, in their order; counts what is not refused."""
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

    def accept(self, commands: list[Command]) -> None:
        """They came in together."""
        before = len(self.inside)
        for command in commands:
            size = self.slots[command.slot].size if command.slot in self.slots else 0
            self.inside.append(replace(command, cause=self.cause(command), size=size))
        self.latest.append(commands)
        causes: dict[int, set[int]] = {}
        for command in list(self.inside)[before:]:
            if command.op in (SEAL, COUNTER):
                causes.setdefault(command.slot, set()).add(command.cause)
        self.reached += any({NONE, MESSAGE_LIMIT} <= found for found in causes.values())

    def offered(self) -> int:
        """How many commands are at the output: the oldest ones, with their fields and causes."""
        dut, valid = self.dut, int(self.dut.valid_o.value)
        assert valid & (valid + 1) == 0, f"valid {valid:b}"
        for n in range(valid.bit_count()):
            command = self.inside[n]
            for name, width in FIELDS.items():
                value = int(getattr(dut, f"{name}_o").value) >> width * n & ones(width)
                assert value == getattr(command, name), (n, name, command)
            assert int(dut.cause_o.value) >> 4 * n & 15 == command.cause, (n, command)
            if command.cause == NONE:
                assert int(dut.size_o.value) >> 2 * n & 3 == command.size
        return valid.bit_count()

    def used(self) -> bool:
        """Whether a message uses the slot that is being loaded: accepted, and not refused here."""
        messages = (*self.inside, *self.flight, *self.ended[0], *self.ended[1])
        return any(c.cause == NONE and c.slot == self.hold for c in messages)

    def check_used(self) -> None:
        """Never low too early; high a little longer for what is in check, and was not held."""
        shown = bool(int(self.dut.used_o.value))
        may = any(c.slot == self.hold and not c.held for some in self.latest for c in some)
        assert shown or not self.used()
        assert not shown or self.used() or may

    def some(self, most: int, probability: float) -> int:
        return sum(self.rng.random() < probability for _ in range(most))

    async def cycle(self, want_valid: float, want_take: float, want_verdict: float = 0.6) -> None:
        """One cycle of traffic; an offer that is not accepted is withdrawn."""
        dut, favourite = self.dut, self.rng.randrange(SLOTS)
        drawn = [self.draw(favourite) for _ in range(COMMANDS)]
        offers = self.some(COMMANDS, want_valid)
        dut.s_cmd_valid.value = ones(offers)
        for name, width in FIELDS.items():
            joined = sum(getattr(c, name) << width * n for n, c in enumerate(drawn))
            getattr(dut, f"s_cmd_{name}").value = joined
        take = self.some(min(self.offered(), MESSAGES - len(self.flight)), want_take)
        dut.take_i.value = ones(take)
        old = len(self.flight) - self.taken  # two cycles after take_i, at the earliest
        verdicts = self.some(min(old, ENDS), want_verdict)
        self.taken = take
        dut.verdict_i.value = ones(verdicts)
        for _ in range(take):
            self.flight.append(self.inside.popleft())
            self.seen[self.flight[-1].cause] += 1
        self.ended = [self.ended[1], [self.flight.popleft() for _ in range(verdicts)]]
        await Timer(1, "ns")
        ready, held = bool(int(dut.s_cmd_ready.value)), any(c.held for c in drawn[:offers])
        if held and not REFUSE:
            assert not ready, "a held slot's command came in"
        elif len(self.inside) < 4 * COMMANDS:
            assert ready
        self.accept(drawn[:offers] if ready else [])
        await FallingEdge(dut.clk_i)
        dut.s_cmd_valid.value = dut.take_i.value = dut.verdict_i.value = 0
        assert int(dut.empty_o.value) <= (not self.inside)
        if self.hold is not None:
            self.check_used()

    async def load(self, slot: int, size: int, min_tag: int) -> None:
        """A key load as the key load unit does it, with traffic beside it until nothing uses it."""
        dut = self.dut
        dut.hold_slot_i.value, dut.hold_i.value, self.hold = slot, 1, slot
        await self.cycle(0.7, 0.7)  # what was accepted last shows a cycle late
        while int(dut.used_o.value):
            await self.cycle(0.7, 0.7)
        assert not self.used()
        dut.drop_i.value = 1
        await self.cycle(0.7, 0.7)
        dut.drop_i.value = 0
        self.slots.pop(slot, None)
        for _ in range(self.rng.randrange(8)):
            await self.cycle(0.7, 0.7)
        dut.set_i.value, dut.set_size_i.value, dut.set_min_tag_i.value = 1, size, min_tag
        await self.cycle(0.7, 0.7)
        dut.set_i.value = dut.hold_i.value = 0
        self.hold = None
        self.slots[slot] = Slot(size, min_tag)
        assert int(dut.slot_ready_o.value) == sum(1 << i for i in self.slots)

    async def drain(self) -> None:
        while self.inside or self.flight or any(self.ended):
            await self.cycle(0, 1, 1)

    async def old(self, slot: int) -> None:
        """Lets a key seal one message, and then be as if it had sealed all but four."""
        while not self.slots[slot].used:
            await self.cycle(1, 1)
        await self.drain()
        self.slots[slot].used = LIMIT - 4
        self.dut.u_commands.u_causes.u_limit.g_slot[slot].g_built.left_q.value = 4
        await self.cycle(0, 0)

    async def sweep(self, cycles: int) -> None:
        """A zeroise: what is inside gets its cause, and verdicts that were due do not come."""
        dut = self.dut
        dut.sweep_i.value = 1
        dut.s_cmd_valid.value = ones(COMMANDS)
        for _ in range(cycles):
            await Timer(1, "ns")
            assert not int(dut.valid_o.value) and not int(dut.s_cmd_ready.value)
            await FallingEdge(dut.clk_i)
        assert int(dut.slot_ready_o.value) == 0
        dut.sweep_i.value = dut.s_cmd_valid.value = 0
        self.slots.clear()
        self.flight.clear()
        self.taken, self.ended = 0, [[], []]
        self.latest.clear()
        self.inside = deque(replace(command, cause=ZEROISED) for command in self.inside)


async def started(dut: Any) -> Bench:
    bench = Bench(dut, random.Random(cocotb.RANDOM_SEED))
    await bench.start()
    return bench


@cocotb.test(timeout_time=800, timeout_unit="us")
async def causes(dut: Any) -> None:
    bench = await started(dut)
    for turn in range(90):
        slot = bench.rng.randrange(SLOTS)
        await bench.load(slot, turn % 3, bench.rng.choice((0, 4, 8, 12, 13, 16)))
        if LIMIT > 99:
            await bench.old(slot)
        for _ in range(25):
            await bench.cycle(*bench.rng.choice(((1, 1, 1), (0.9, 0.8), (0.5, 1), (1, 0.4))))
    wanted = (NONE, NO_SLOT, MESSAGE_LIMIT, TAG_LENGTH, BAD_OP)
    assert all(bench.seen[cause] > 30 for cause in wanted), bench.seen
    if COMMANDS > 1 and LIMIT:
        assert bench.reached > 3


@cocotb.test(timeout_time=200, timeout_unit="us")
async def all_commands_in_every_cycle(dut: Any) -> None:
    """Of any slots and at once, after a latency of six cycles; also after it was stalled."""
    bench = await started(dut)
    for slot in range(SLOTS):
        await bench.load(slot, 0, 4)
    for stalled in (0, 40):
        await bench.drain()
        for _ in range(stalled):
            await bench.cycle(1, 0)
        latency, before = 0, sum(bench.seen.values())
        while sum(bench.seen.values()) == before:
            await bench.cycle(1, 1, 1)
            latency += 1
        assert latency == (1 if stalled else 7)
        for n in range(1, 60):
            await bench.cycle(1, 1, 1)
            if ENDS >= COMMANDS:
                assert sum(bench.seen.values()) - before == COMMANDS * (n + 1)


@cocotb.test(timeout_time=400, timeout_unit="us")
async def a_slot_is_used_until_the_verdict(dut: Any) -> None:
    """From its check to two cycles after its verdict, wherever it waits; refused ones use none."""
    bench = await started(dut)

    async def look() -> None:
        for slot in range(16):
            bench.hold = dut.hold_slot_i.value = slot
            await Timer(1, "ps")
            bench.check_used()
        bench.hold = None

    for turn in range(40):
        for slot in range(SLOTS):
            await bench.load(slot, 0, 12)
        for _ in range(turn % 12):
            await bench.cycle(1, 0.5, 0)
            await look()
        for want_take in (0.0, 0.5, 1.0):
            await bench.cycle(0, want_take, 0)
            await bench.cycle(0, want_take, 0)
            await look()
        while bench.inside or bench.flight:
            await bench.cycle(0, 1, 0.3)
            await look()
        for _ in range(3):
            await bench.cycle(0, 0, 0)
            await look()
        assert int(dut.empty_o.value)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def one_slot_has_all_uses(dut: Any) -> None:
    """Of all messages that can be here, and without a verdict; then of none."""
    bench = await started(dut)
    await bench.load(1, 2, 4)
    bench.only = {"op": OPEN, "slot": 1, "tag_len": 16}
    for _ in range(60):
        await bench.cycle(1, 1, 0)
    assert len(bench.flight) == MESSAGES and len(bench.inside) > 10 * COMMANDS
    await bench.drain()
    await bench.load(1, 1, 4)
    for _ in range(30):
        await bench.cycle(1, 1, 1)


@cocotb.test(timeout_time=400, timeout_unit="us")
async def zeroise_ends_what_is_inside(dut: Any) -> None:
    """Also while what an earlier one ended is still there; later commands find no key."""
    bench = await started(dut)
    for turn in range(60):
        if turn % 3 == 0:
            await bench.load(turn % SLOTS, 1, 4)
            await bench.load((turn + 1) % SLOTS, 1, 4)
        for _ in range(bench.rng.randrange(20)):
            await bench.cycle(0.9, bench.rng.choice((0.1, 0.6, 1)))
        await bench.sweep(bench.rng.choice((1, 2, 9)))
        for _ in range(bench.rng.randrange(9)):
            await bench.cycle(0.9, 0.4)
    assert bench.seen[ZEROISED] > 100
    await bench.drain()
    for _ in range(2):
        await bench.cycle(0, 0)
    assert int(dut.empty_o.value)

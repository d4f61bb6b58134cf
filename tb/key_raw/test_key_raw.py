# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_key_raw: three slots of keys of 128 and 256 bits, under random work.

Work of a slot is accepted where hold_o allows it, reads its key some cycles later and ends its use
in the cycle after. Every key that work reads must be the one that its slot had when it was
accepted.
"""

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from sealwright.tools.sv_package import read_package

LOADED, BAD_SIZE, BAD_SLOT, ZEROISED = (
    read_package("rtl/engine/seal_engine_pkg.sv").enums["key_cause_e"][f"Key{name}"]
    for name in ("Loaded", "BadSize", "BadSlot", "Zeroised")
)
SLOTS, SIZES, INFO, USES = 3, (0, 2), 5, 4
IDLE = ("gate_i", "sweep_i", "table_clear_i", "s_key_valid", "begin_i", "end_i", "sweep_slot_i")
Key = tuple[int, int, bytes, int]  # slot, size, key, info


@dataclass
class Bench:
    """One cycle at a time; `work` has the slot, key and remaining cycles of each use."""

    dut: Any
    slots: dict[int, Key] = field(default_factory=dict)
    work: deque[list[Any]] = field(default_factory=deque)
    new: tuple[int, int] | None = None  # accepted in the cycle before
    begun: tuple[int, int] | None = None  # in the one before that: counts in this one
    reading: int | None = None
    answers: deque[tuple[int, int]] = field(default_factory=deque)
    offer: Key | None = None
    offered: int = 0  # cycles
    read: int = 0

    async def start(self) -> None:
        for name in (*IDLE, "slot_i", "read_slot_i", "begin_slot_i", "end_slot_i"):
            getattr(self.dut, name).value = 0
        self.drop()
        self.dut.m_key_ready.value = 1
        self.dut.rst_ni.value = 0
        Clock(self.dut.clk_i, 10, "ns").start()
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    def put(self, key: Key) -> None:
        dut = self.dut
        self.offer, self.offered = key, 0
        dut.s_key_slot.value, dut.s_key_size.value, dut.s_key_info.value = key[0], key[1], key[3]
        dut.s_key_data.value = int.from_bytes(key[2], "little")
        dut.word_i.value = key[3] << 2 | key[1]
        dut.s_key_valid.value = 1

    def drop(self) -> None:
        """What stands at the other ports then means nothing."""
        self.put((random.randrange(16), random.randrange(4), random.randbytes(32), 0))
        self.offer, self.dut.s_key_valid.value = None, 0

    def uses(self, slot: int) -> int:
        return sum(each[0] == slot for each in self.work)

    def cause(self, key: Key) -> int:
        return (
            LOADED
            if key[0] < SLOTS and key[1] in SIZES
            else (BAD_SLOT if key[0] >= SLOTS else BAD_SIZE)
        )

    async def cycle(self, slot: int | None = None) -> bool:
        """Wants work of `slot` accepted; true if a key is taken."""
        dut = self.dut
        ends = next((w for w in self.work if w[2] < 0), None)
        dut.end_i.value = int(ends is not None)
        if ends:
            dut.end_slot_i.value = ends[0]
        dut.begin_i.value = int(self.begun is not None)
        if self.begun:
            dut.begin_slot_i.value = self.begun[0]
        reads = next((w for w in self.work if w[2] == 0), None)
        dut.read_slot_i.value = reads[0] if reads else random.randrange(SLOTS)
        dut.slot_i.value = random.randrange(16) if slot is None else slot
        await Timer(1, "ns")
        load = int(dut.load_slot_o.value)
        late = self.begun is not None and self.begun[0] == load
        dut.used_i.value = int(bool(int(dut.used_o.value)) or late)
        await Timer(1, "ns")
        if self.reading is not None:
            assert int(dut.key_o.value) == self.reading, "another key"
            self.read += 1
        taken = bool(int(dut.s_key_valid.value) and int(dut.s_key_ready.value))
        held = bool(int(dut.hold_o.value)) and load == slot
        assert not self.offer or (int(dut.hold_o.value) and load == self.offer[0])
        self.look_up(int(dut.slot_i.value))
        self.answer()
        self.reading = reads[1] if reads else None
        if ends:
            self.work.remove(ends)
        for each in self.work:
            each[2] -= 1
        if self.begun:
            self.work.append([*self.begun, random.randrange(1, 9)])
        self.begun, self.new = self.new, None
        if slot is not None and slot in self.slots and not held and self.uses(slot) < USES - 2:
            _, size, key, _ = self.slots[slot]
            self.new = (slot, size << 256 | int.from_bytes(key, "little"))
        if taken:
            self.take()
        await FallingEdge(dut.clk_i)
        self.offered += 1
        if taken:
            self.drop()
        return taken

    def look_up(self, slot: int) -> None:
        dut = self.dut
        known = self.slots.get(slot)
        assert bool(int(dut.ready_o.value)) == (known is not None)
        if known:
            assert int(dut.word_o.value) == known[3] << 2 | known[1]
        ready = int(dut.slot_ready_o.value)
        for each in range(SLOTS):
            falls = self.offer is not None and self.cause(self.offer) == LOADED
            falls = falls and self.offered >= 2 and self.offer[0] == each
            assert (ready >> each & 1) <= (each in self.slots)
            assert falls or (ready >> each & 1) == (each in self.slots)

    def answer(self) -> None:
        dut = self.dut
        if not int(dut.m_key_valid.value):
            return
        slot, cause = self.answers[0]
        assert cause != LOADED or int(dut.slot_ready_o.value) >> slot & 1
        assert (int(dut.m_key_slot.value), int(dut.m_key_cause.value)) == self.answers[0]
        if int(dut.m_key_ready.value):
            self.answers.popleft()

    def take(self) -> None:
        key = self.offer
        assert key is not None and not self.answers
        self.answers.append((key[0], self.cause(key)))
        if self.cause(key) == LOADED:
            waiting = {each[0] for each in (self.new, self.begun) if each}
            assert not self.uses(key[0]) and key[0] not in waiting, "the old key is still used"
            assert not int(self.dut.slot_ready_o.value) >> key[0] & 1, "it must fall"
            self.slots[key[0]] = key


def random_key() -> Key:
    slot = random.choice((0, 1, 2, 2, 3, 15))
    size = random.choice((0, 2, 2, 1, 3))
    return slot, size, random.randbytes(32), random.randrange(32)


@cocotb.test
async def random_work(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for rest in (0.0, 0.6):
        for _ in range(1500):
            if bench.offer is None and random.random() >= rest:
                bench.put(random_key())
            dut.m_key_ready.value = int(random.random() >= rest)
            await bench.cycle(random.randrange(SLOTS) if random.random() >= rest else None)
    assert bench.read > 200


@cocotb.test
async def three_cycles_for_a_key(dut: Any) -> None:
    """One after the other, and a slot is ready in the cycle after."""
    bench = Bench(dut)
    await bench.start()
    for number in range(30):
        bench.put((number % SLOTS, 2, random.randbytes(32), number % 32))
        assert [await bench.cycle() for _ in range(3)] == [False, False, True]
    await bench.cycle()


@cocotb.test
async def withdrawn_offers(dut: Any) -> None:
    """They leave the slot and its key as they were."""
    bench = Bench(dut)
    await bench.start()
    bench.put((1, 0, random.randbytes(32), 3))
    for _ in range(3):
        await bench.cycle()
    for cycles in (1, 2):
        bench.put((1, 2, random.randbytes(32), 4))
        for _ in range(cycles):
            assert not await bench.cycle()
        bench.drop()
        assert not await bench.cycle(1)
        bench.put((0, 2, random.randbytes(32), 4))
        assert [await bench.cycle(1) for _ in range(3)] == [False, False, True]
        for _ in range(20):
            assert not await bench.cycle(1)
    assert bench.read > 4


@cocotb.test
async def zeroise(dut: Any) -> None:
    """At each moment of a load: gated at once, then all words are zero, and the cause says so."""
    bench = Bench(dut)
    await bench.start()
    for moment in range(6):
        dut.m_key_ready.value = int(moment != 4)
        bench.put((moment % SLOTS, 2, b"\xff" * 32, 9))
        for _ in range(moment):
            await bench.cycle()
        dut.gate_i.value = 1
        dut.m_key_ready.value = 1
        if bench.answers:
            bench.answers[0] = (bench.answers[0][0], ZEROISED)
        assert not await bench.cycle()
        dut.gate_i.value, dut.sweep_i.value, dut.table_clear_i.value = 0, 1, 1
        await Timer(1, "ns")
        assert not int(dut.m_key_valid.value) and not int(dut.s_key_ready.value)
        await FallingEdge(dut.clk_i)
        bench.slots.clear()
        bench.drop()
        for address in range(16):
            dut.sweep_slot_i.value = address
            assert not await bench.cycle()
        dut.sweep_i.value = dut.table_clear_i.value = 0
        await bench.cycle()
        for slot in range(SLOTS):
            assert int(dut.keys[slot].value) == 0
        for _ in range(3):
            await bench.cycle()
        assert not bench.answers and not int(dut.key_q.value)

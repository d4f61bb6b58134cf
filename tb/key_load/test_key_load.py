# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_key_load: when work is held, every answer exactly once, withdrawn offers.

Three slots, AES-128 and AES-256. The bench keeps the slots' uses and derives in as many cycles as
it likes; a monitor checks that each accepted key is answered once, in order and stable.
"""

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from sealwright.cores.cipher import ROUNDS
from sealwright.cores.engine import EXPAND, KEY_HOLD, SBOX_STEPS, KeyCause
from sealwright.cores.formulas import evaluate
from sealwright.tools.sv_package import read_package

LOADED, BAD_SIZE, BAD_SLOT, ZEROISED = (
    read_package("rtl/engine/seal_engine_pkg.sv").enums["key_cause_e"][f"Key{name}"]
    for name in ("Loaded", "BadSize", "BadSlot", "Zeroised")
)
AES_128, AES_192, AES_256 = read_package("rtl/aes/seal_aes_pkg.sv").enums["size_e"]
SLOTS, SIZES, INFO = 3, (AES_128, AES_256), 5
OFFER = evaluate([KEY_HOLD], {})["key_hold"]
IDLE = (
    "gate_i",
    "sweep_i",
    "s_key_valid",
    "m_key_ready",
    "used_i",
    "derive_done_i",
    "sweep_we_i",
    "refuse_i",
    "derive_cause_i",
    "again_i",
    "again_key_i",
)


def expand_cycles(size: int) -> int:
    bits = 128 + 64 * size
    names = {"nr": ROUNDS[bits], "sbox_steps": SBOX_STEPS[bits], "key_stages": 0}
    return evaluate([EXPAND], names)["expand"]


@dataclass
class Bench:
    """One cycle at a time: inputs are driven, outputs checked, the edge passed."""

    dut: Any
    rng: random.Random
    answers: list[tuple[int, int]] = field(default_factory=list)
    accepted: deque[int] = field(default_factory=deque)  # slots of keys without an answer
    written: list[tuple[int, ...]] = field(default_factory=list)  # slot, size, round, key
    ready: dict[int, tuple[int, int]] = field(default_factory=dict)  # slot: size, info
    stalled: tuple[int, int] | None = None
    answering: bool = False
    set_before: bool = False  # the slot became ready in the cycle before
    now: int = 0

    async def start(self) -> None:
        dut = self.dut
        for name in (*IDLE, "s_key_slot", "s_key_size", "s_key_data", "s_key_info"):
            getattr(dut, name).value = 0
        dut.sweep_slot_i.value, dut.sweep_pass_i.value = 0, 0
        dut.rst_ni.value = 0
        cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
        await FallingEdge(dut.clk_i)
        await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        dut.m_key_ready.value = 1

    def watch(self) -> bool:
        """Checks the signals that the next edge samples; true if a key is taken."""
        dut = self.dut
        cut = int(dut.gate_i.value) or int(dut.sweep_i.value)
        valid, slot = int(dut.m_key_valid.value), int(dut.slot_o.value)
        answer = (int(dut.m_key_slot.value), int(dut.m_key_cause.value))
        assert not (cut and (valid or int(dut.s_key_ready.value))), "not gated"
        if self.stalled and not cut:
            assert valid and answer == self.stalled, "an answer changed while it was stalled"
        self.stalled = answer if valid and not int(dut.m_key_ready.value) else None
        if cut:
            self.stalled = None
        if valid and not self.answering and answer[1] == LOADED:
            assert self.set_before, "the slot is not ready with the answer"
        self.answering = (valid or (self.answering and cut)) and not int(dut.m_key_ready.value)
        self.set_before = bool(int(dut.set_o.value))
        if valid and int(dut.m_key_ready.value):
            assert self.accepted, "an answer to no key"
            assert self.accepted.popleft() == answer[0]
            self.answers.append(answer)
        if int(dut.key_we_o.value):
            ports = (dut.key_slot_o, dut.key_size_o, dut.key_round_o, dut.key_o)
            self.written.append(tuple(int(port.value) for port in ports))
        if int(dut.drop_o.value):
            assert not int(dut.used_i.value), "the old key is lost although it is used"
            self.ready.pop(slot, None)
        if int(dut.set_o.value):
            self.ready[slot] = (int(dut.size_o.value), int(dut.info_o.value))
        if int(dut.derive_o.value):
            # Although the port of keys may have anything: the end of an expansion leaves nothing.
            assert not int(dut.u_expand.window_q.value), "the window is not clear"
        taken = bool(int(dut.s_key_valid.value) and int(dut.s_key_ready.value))
        if taken:
            assert len(self.accepted) == 0, "a key is taken before the last one was answered"
            self.accepted.append(int(dut.s_key_slot.value))
        return taken

    async def cycle(self) -> bool:
        await Timer(1, "ns")
        taken = self.watch()
        await FallingEdge(self.dut.clk_i)
        self.now += 1
        if taken:
            self.offer_nothing()
        return taken

    def offer_nothing(self) -> None:
        """What stands at the other ports of the stream then means nothing."""
        rng = self.rng
        self.offer(rng.randrange(16), rng.randrange(4), rng.randbytes(32), rng.randrange(1 << INFO))
        self.dut.s_key_valid.value = 0

    def offer(self, slot: int, size: int, key: bytes, info: int = 0) -> None:
        dut = self.dut
        dut.s_key_slot.value, dut.s_key_size.value, dut.s_key_info.value = slot, size, info
        dut.s_key_data.value = int.from_bytes(key, "little")
        dut.s_key_valid.value = 1

    async def until_taken(self, limit: int = 50) -> int:
        """Cycles from now to the one in which the offered key is taken."""
        for cycles in range(limit):
            if await self.cycle():
                return cycles
        raise AssertionError("the key is not taken")

    async def until_answered(self, limit: int = 500) -> int:
        done = len(self.answers)
        for cycles in range(limit):
            if len(self.answers) > done:
                return cycles
            await self.cycle()
        raise AssertionError("the key is not answered")

    def check_schedule(self, slot: int, size: int, key: bytes) -> None:
        """Round keys 0 to Nr; what they are is the subject of another bench."""
        rounds = range(10 + 2 * size + 1)
        assert [row[:3] for row in self.written] == [(slot, size, r) for r in rounds]
        assert self.written[0][3] == int.from_bytes(key[:16], "little")
        self.written.clear()


async def bench_of(dut: Any) -> Bench:
    bench = Bench(dut, random.Random(cocotb.RANDOM_SEED))
    await bench.start()
    return bench


@cocotb.test(timeout_time=200, timeout_unit="us")
async def loads_in_the_time_of_the_formula(dut: Any) -> None:
    bench = await bench_of(dut)
    for turn in range(12):
        slot, size, derive = turn % SLOTS, SIZES[turn % 2], 1 + turn
        key, info = bench.rng.randbytes(16 + 8 * size), bench.rng.randrange(1 << INFO)
        bench.offer(slot, size, key, info)
        assert await bench.until_taken() == OFFER
        assert slot not in bench.ready and int(dut.busy_o.value) and int(dut.hold_o.value)
        for cycle in range(1, expand_cycles(size) + derive + 2):
            started = cycle > expand_cycles(size)
            assert bool(dut.derive_o.value) == (started and cycle <= expand_cycles(size) + derive)
            dut.derive_done_i.value = int(cycle == expand_cycles(size) + derive)
            assert int(dut.hold_o.value)
            assert not bench.answers[turn:]
            await bench.cycle()
        dut.derive_done_i.value = 0
        assert bench.ready[slot] == (size, info)
        assert not int(dut.hold_o.value)
        await bench.cycle()
        assert bench.answers[turn] == (slot, LOADED)
        assert not int(dut.busy_o.value)
        bench.check_schedule(slot, size, key)


@cocotb.test(timeout_time=400, timeout_unit="us")
async def waits_for_the_last_use(dut: Any) -> None:
    """Whenever used_i falls; until then the slot keeps its key, and new work is held."""
    bench = await bench_of(dut)
    dut.derive_done_i.value = 1
    for used in range(1, 20):
        bench.offer(1, 0, bytes(16))
        dut.used_i.value = int(used > 2)
        for cycle in range(used):
            assert not await bench.cycle(), "a key is taken while its slot is used"
            assert int(dut.hold_o.value) and int(dut.slot_o.value) == 1
            dut.used_i.value = int(cycle >= 1)  # what was accepted last shows late
        dut.used_i.value = 0
        await bench.until_taken()
        await bench.until_answered()


@cocotb.test(timeout_time=200, timeout_unit="us")
async def refused_keys_change_nothing(dut: Any) -> None:
    bench = await bench_of(dut)
    dut.used_i.value = 1  # they do not wait either
    for slot in range(16):
        for size in range(4):
            if slot < SLOTS and size in SIZES:
                continue
            bench.offer(slot, size, bench.rng.randbytes(32))
            while not await bench.cycle():
                assert not int(dut.hold_o.value)
            assert not int(dut.hold_o.value)
            await bench.until_answered()
            cause = BAD_SLOT if slot >= SLOTS else BAD_SIZE
            assert bench.answers[-1] == (slot, cause)
            await bench.cycle()
    assert not bench.written
    assert not bench.ready


@cocotb.test(timeout_time=200, timeout_unit="us")
async def causes_of_the_engine(dut: Any) -> None:
    """A key that the engine refuses changes nothing; one it cannot use leaves the slot empty."""
    bench = await bench_of(dut)
    dut.derive_done_i.value = 1
    for cause in (KeyCause.BAD_UNIT, KeyCause.EQUAL):
        dut.refuse_i.value = cause
        bench.offer(1, SIZES[0], bench.rng.randbytes(16))
        await bench.until_taken()
        dut.refuse_i.value = 0  # it counts when the key is offered
        await bench.until_answered()
        assert bench.answers[-1] == (1, cause)
        assert not bench.written and not bench.ready
    for cause in (LOADED, KeyCause.UNUSABLE):
        dut.derive_cause_i.value = cause
        bench.offer(1, SIZES[0], bench.rng.randbytes(16))
        await bench.until_taken()
        await bench.until_answered()
        assert bench.answers[-1] == (1, cause)
        assert (1 in bench.ready) == (cause == LOADED)


@cocotb.test(timeout_time=200, timeout_unit="us")
async def further_keys_are_expanded(dut: Any) -> None:
    """The engine may have other keys expanded, one after the other, before the slot is ready."""
    bench = await bench_of(dut)
    for size in SIZES:
        keys = [bench.rng.randbytes(16 + 8 * size) for _ in range(3)]
        bench.offer(2, size, keys[0])
        await bench.until_taken()
        for turn, key in enumerate(keys):
            while not int(dut.derive_o.value):
                await bench.cycle()
            bench.check_schedule(2, size, key)
            assert 2 not in bench.ready and not int(dut.m_key_valid.value)
            bench.written.clear()
            if turn < 2:
                dut.again_i.value = 1
                await bench.cycle()
                dut.again_i.value = 0
                dut.again_key_i.value = int.from_bytes(keys[turn + 1], "little")
        dut.derive_done_i.value = 1
        await bench.until_answered()
        dut.derive_done_i.value = 0
        assert bench.answers[-1] == (2, LOADED) and 2 in bench.ready


@cocotb.test(timeout_time=400, timeout_unit="us")
async def answers_wait_to_be_taken(dut: Any) -> None:
    """The next key waits for the answer to the one before; nothing is lost or doubled."""
    bench = await bench_of(dut)
    dut.derive_done_i.value = 1
    wanted = []
    for turn in range(40):
        slot, size = bench.rng.randrange(5), bench.rng.choice((*SIZES, AES_192))
        dut.m_key_ready.value = 0
        bench.offer(slot, size, bytes(32))
        await bench.until_taken()
        cause = BAD_SLOT if slot >= SLOTS else LOADED if size in SIZES else BAD_SIZE
        wanted.append((slot, cause))
        while not int(dut.m_key_valid.value):
            await bench.cycle()
        bench.offer(0, 0, bytes(32))
        for _ in range(turn % 9):
            assert not await bench.cycle()
        dut.s_key_valid.value = 0
        dut.m_key_ready.value = 1
        await bench.cycle()
        assert bench.answers == wanted
        await bench.cycle()
        assert not int(dut.busy_o.value)


@cocotb.test(timeout_time=400, timeout_unit="us")
async def offers_that_are_withdrawn(dut: Any) -> None:
    """Against the rules of the stream: the slot keeps its key, and the next load works."""
    bench = await bench_of(dut)
    dut.derive_done_i.value = 1
    for slot, legal in ((1, True), (9, False)):
        for used in (0, 1):
            untaken = 8 if used and legal else 4 if legal else 2  # it may be taken in this cycle
            for cycles in range(1, untaken):
                dut.used_i.value, dut.m_key_ready.value = used, 0
                bench.offer(slot, 0, bytes(range(16)))
                for _ in range(cycles):
                    await bench.cycle()
                dut.s_key_valid.value = 0
                for _ in range(3):
                    await bench.cycle()
                    assert not int(dut.drop_o.value)
                assert not int(dut.busy_o.value) and not bench.accepted
        dut.used_i.value, dut.m_key_ready.value = 0, 1
        bench.offer(slot, 0, bytes(16))
        await bench.until_taken()
        await bench.until_answered()
        assert bench.answers[-1] == (slot, LOADED if legal else BAD_SLOT)
        await bench.cycle()


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def zeroise_at_any_moment(dut: Any) -> None:
    """Each key that was taken is answered, once; what is held of it is gone; the next one loads."""
    bench = await bench_of(dut)
    for size in SIZES:
        for moment in range(expand_cycles(size) + 12):
            done, key = len(bench.answers), bench.rng.randbytes(16 + 8 * size)
            bench.written.clear()
            stall = moment % 3 == 0
            dut.derive_done_i.value, dut.m_key_ready.value = 1, int(not stall)
            bench.offer(2, size, key)
            for _ in range(moment):
                await bench.cycle()
            dut.gate_i.value = 1
            await bench.cycle()
            dut.sweep_i.value = 1
            for _ in range(4):
                await bench.cycle()
                assert not int(dut.drop_o.value) and not int(dut.set_o.value)
            assert not int(dut.u_expand.window_q.value) and not int(dut.key_o.value)
            assert not int(dut.derive_o.value)
            waited = bool(bench.accepted)
            dut.s_key_valid.value = 0
            dut.gate_i.value = dut.sweep_i.value = 0
            dut.m_key_ready.value = 1
            for _ in range(6):
                await bench.cycle()
            answered = moment > OFFER + expand_cycles(size) + 3 and not stall
            assert waited == (moment > OFFER and not answered)
            assert bench.answers[done:] == (
                [] if moment <= OFFER else [(2, LOADED if answered else ZEROISED)]
            )
            assert not int(dut.busy_o.value)
            bench.written.clear()
    bench.offer(0, 0, bytes(16))
    await bench.until_taken()
    await bench.until_answered()
    bench.check_schedule(0, 0, bytes(16))


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_refusal_outlives_a_zeroise(dut: Any) -> None:
    """It says why the key was refused: there is nothing that zeroising could have taken from it."""
    bench = await bench_of(dut)
    dut.m_key_ready.value = 0
    bench.offer(0, AES_192, bytes(32))
    await bench.until_taken()
    dut.gate_i.value = dut.sweep_i.value = 1
    for _ in range(3):
        await bench.cycle()
    dut.gate_i.value = dut.sweep_i.value = 0
    dut.m_key_ready.value = 1
    await bench.until_answered()
    assert bench.answers == [(0, BAD_SIZE)]


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_sweep_reaches_the_memories(dut: Any) -> None:
    bench = await bench_of(dut)
    for word in range(128):
        we, slot, turn = bench.rng.randrange(2), word % 16, word // 16
        dut.sweep_we_i.value, dut.sweep_slot_i.value, dut.sweep_pass_i.value = we, slot, turn
        await FallingEdge(dut.clk_i)
        assert int(dut.clear_we_o.value) == we
        assert int(dut.clear_pass_o.value) == turn
        if we:
            assert int(dut.key_slot_o.value) == slot

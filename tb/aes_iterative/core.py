# SPDX-License-Identifier: Apache-2.0
"""Driver and scoreboard of seal_aes_iterative: one cycle per step, with all checks.

Inputs change and outputs are read at falling edges; no output depends on an input of the same
cycle but on zeroise_i, so a transfer is known as soon as the inputs are driven. A block is expected
under the key that had been taken completely when its first beat was.
"""

import random
from collections import deque
from dataclasses import dataclass
from typing import Any

import cocotb
import formulas
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from sealwright.model.aes import decrypt_blocks, encrypt_blocks
from sealwright.tools.sv_package import read_package

ENCRYPT, DECRYPT, BOTH = read_package("rtl/aes/seal_aes_pkg.sv").enums["dir_e"]
BLOCKS = read_package("rtl/aes_stream/seal_aes_cause_pkg.sv").enums["block_cause_e"]
RESULT, NO_KEY, NO_DIRECTION, BAD_BLOCK = BLOCKS
KEYS = read_package("rtl/engine/seal_engine_pkg.sv").enums["key_cause_e"]
LOADED, NO_SIZE, NO_SLOT, BAD_KEY, ZEROISED = list(KEYS)[:5]  # the others are not of AES

Beat = tuple[int, ...]


@dataclass
class Stream:
    """One input stream: what waits, and what was taken of the present packet."""

    name: str
    fields: tuple[str, ...]  # the last one marks the last beat
    waiting: deque[Beat]
    taken: list[Beat]
    begun: int = 0  # cycle of the first beat's transfer
    silent: bool = False  # what is left of a packet that a zeroise cut
    valid: bool = False


class Core:
    """Drives one cycle at a time."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.width = int(dut.Width.value)
        self.slots = int(dut.Slots.value)
        self.sizes = [s for s in range(3) if int(dut.KeySizes.value) >> s & 1]
        self.directions = {ENCRYPT: (0,), DECRYPT: (1,), BOTH: (0, 1)}[int(dut.Dir.value)]
        self.sbox = int(dut.Sbox.value)
        self.beats = formulas.beats(self.width)
        self.block_in = Stream("s_axis_t", ("data", "user", "last"), deque(), [])
        self.key_in = Stream("s_key_", ("data", "slot", "size", "last"), deque(), [])
        self.idle = self.pause = 0.0  # chances of a gap at an input, of a stall at m_axis
        self.answers_pause = 0.0
        self.now = 0
        self.keys: dict[int, bytes] = {}
        self.key_of_block: bytes | None = None
        self.due: deque[Beat] = deque()
        self.answers: deque[tuple[int, set[int]]] = deque()  # slot, causes that are right
        self.held: dict[str, Beat | None] = {"m_axis_t": None, "m_key_": None}
        self.starts: list[int] = []  # first beats of blocks
        self.order: list[str] = []  # what was begun
        self.key_cycles: list[int] = []
        self.done = 0

    # ---- what is sent ----------------------------------------------------------------------------

    def _pieces(self, text: bytes) -> list[int]:
        count = self.width // 8
        text += random.randbytes(-len(text) % count)
        return [int.from_bytes(text[i : i + count], "little") for i in range(0, len(text), count)]

    def send_block(self, slot: int, inverse: int, text: bytes, extra: int = 0) -> None:
        """A block; `extra` beats more or less."""
        pieces = self._pieces(text)
        pieces = pieces[:extra] if extra < 0 else pieces + pieces[:1] * extra
        user = inverse << 4 | slot
        self.block_in.waiting += [(p, user, 0) for p in pieces[:-1]] + [(pieces[-1], user, 1)]

    def send_key(self, slot: int, key: bytes, size: int | None = None, extra: int = 0) -> None:
        """A key; its size code and number of beats may be wrong."""
        pieces = self._pieces(key)
        pieces = pieces[:extra] if extra < 0 else pieces + pieces[:1] * extra
        code = len(key) // 8 - 2 if size is None else size
        rows = [(p, slot, code, 0) for p in pieces]
        self.key_in.waiting += [*rows[:-1], (*rows[-1][:3], 1)]

    def random_key(self) -> bytes:
        return random.randbytes(16 + 8 * random.choice(self.sizes))

    def random_block(self, slots: list[int] | None = None) -> None:
        slot = random.choice(slots or list(range(self.slots)))
        self.send_block(slot, random.choice(self.directions), random.randbytes(16))

    # ---- what is expected ------------------------------------------------------------------------

    def _block_taken(self, beats: list[Beat]) -> None:
        user = beats[0][1]
        inverse = user >> 4
        cause = RESULT
        if len(beats) != self.beats:
            cause = BAD_BLOCK
        elif inverse not in self.directions:
            cause = NO_DIRECTION
        elif self.key_of_block is None:
            cause = NO_KEY
        result = bytes(16)
        if cause == RESULT:
            assert self.key_of_block is not None
            text = b"".join(b[0].to_bytes(self.width // 8, "little") for b in beats)
            run = decrypt_blocks if inverse else encrypt_blocks
            result = run(self.key_of_block, text)
        user |= cause << 5
        pieces = self._pieces(result)
        self.due += [(p, user, int(i == self.beats - 1)) for i, p in enumerate(pieces)]

    def _key_taken(self, beats: list[Beat]) -> None:
        _, slot, size, _ = beats[0]
        cause = LOADED
        if slot >= self.slots:
            cause = NO_SLOT
        elif size not in self.sizes:
            cause = NO_SIZE
        elif len(beats) != formulas.key_beats(self.width, size):
            cause = BAD_KEY
        if cause == LOADED:
            key = b"".join(b[0].to_bytes(self.width // 8, "little") for b in beats)
            self.keys[slot] = key[: 16 + 8 * size]
        self.answers.append((slot, {cause}))

    # ---- one cycle -------------------------------------------------------------------------------

    def _drive(self, stream: Stream) -> None:
        """Offers a beat, and records the transfer that follows."""
        ready = int(getattr(self.dut, f"{stream.name}ready").value)
        if not stream.valid:
            stream.valid = bool(stream.waiting) and random.random() >= self.idle
        getattr(self.dut, f"{stream.name}valid").value = int(stream.valid)
        for n, field in enumerate(stream.fields):
            port = getattr(self.dut, stream.name + field)
            port.value = stream.waiting[0][n] if stream.valid else random.getrandbits(len(port))
        if not (stream.valid and ready):
            return
        beat = stream.waiting.popleft()
        stream.valid = False
        if not stream.taken and not stream.silent:
            stream.begun = self.now
            self.order.append(stream.name)
            if stream is self.block_in:
                self.starts.append(self.now)
                self.key_of_block = self.keys.get(beat[1] & 15)
        stream.taken.append(beat)
        if beat[-1]:
            if not stream.silent:
                taken = self._block_taken if stream is self.block_in else self._key_taken
                taken(stream.taken)
            elif stream is self.key_in:
                self.answers.append((beat[1], {ZEROISED}))
            stream.taken, stream.silent = [], False

    def _collect(self, name: str, fields: tuple[str, ...]) -> bool:
        """Reads an output, checks that it waits as it should; true when it is taken."""
        ready = random.random() >= (self.answers_pause if name == "m_key_" else self.pause)
        getattr(self.dut, f"{name}ready").value = int(ready)
        if not int(getattr(self.dut, f"{name}valid").value):
            assert self.held[name] is None, f"{name}valid fell before ready"
            if name == "m_axis_t":
                assert not any(int(getattr(self.dut, name + field).value) for field in fields)
            return False
        beat = tuple(int(getattr(self.dut, name + field).value) for field in fields)
        assert self.held[name] in (None, beat), f"{name} changed while it waited"
        if self.held[name] is None and name == "m_key_":
            self.key_cycles.append(self.now - self.key_in.begun)
        self.held[name] = None if ready else beat
        if ready:
            due = self.answers if name == "m_key_" else self.due
            assert due, f"{name}: nothing expected, got {beat}"
            expected = due.popleft()
            if name == "m_key_":
                assert beat[0] == expected[0] and beat[1] in expected[1], (beat, expected)
            else:
                assert beat == expected, f"{name}: {[*map(hex, beat)]}, not {[*map(hex, expected)]}"
        return ready

    async def step(self) -> None:
        """Drives this cycle, goes on to the next."""
        self._drive(self.block_in)
        self._drive(self.key_in)
        if self._collect("m_axis_t", ("data", "user", "last")):
            self.done += 1
        self._collect("m_key_", ("slot", "cause"))
        await FallingEdge(self.dut.clk_i)
        self.now += 1

    def quiet(self) -> bool:
        inputs = (self.block_in, self.key_in)
        return not (self.due or self.answers or any(s.waiting or s.taken for s in inputs))

    async def drain(self) -> None:
        """Until all that was sent has been answered; then the core is at rest."""
        last, done = self.now, self.done
        while not self.quiet():
            await self.step()
            if self.done != done or self.answers:
                last, done = self.now, self.done
            assert self.now - last < 40_000, "nothing moves"
        await self.step()
        assert not int(self.dut.busy_o.value)
        self.check_slots()

    def check_slots(self) -> None:
        assert int(self.dut.slot_ready_o.value) == sum(1 << slot for slot in self.keys)

    # ---- zeroise and reset -----------------------------------------------------------------------

    def _forget(self) -> None:
        self.keys.clear()
        self.due.clear()
        self.held = dict.fromkeys(self.held)

    async def zeroise(self, cycles: int = 1) -> int:
        """Raises zeroise_i for some cycles; returns those until the core is done."""
        self.dut.zeroise_i.value = 1
        self._forget()
        # A key that was refused may already have its own answer.
        for _, causes in self.answers:
            causes.discard(LOADED)
            causes.add(ZEROISED)
        for stream in (self.block_in, self.key_in):
            stream.silent |= bool(stream.taken)
        await Timer(1, "ns")
        for n in range(cycles):
            self._check_gated()
            await FallingEdge(self.dut.clk_i)
            self.now += 1
            if n == cycles - 1:
                self.dut.zeroise_i.value = 0
                await Timer(1, "ns")
        begun = self.now - cycles
        await self._sweep(formulas.sweep(self.width, self.slots) - cycles)
        return self.now - begun

    def _check_gated(self) -> None:
        gated = ("m_axis_tvalid", "m_key_valid", "slot_ready_o", "s_axis_tready", "s_key_ready")
        assert not any(int(getattr(self.dut, port).value) for port in gated)

    async def _sweep(self, cycles: int) -> None:
        for _ in range(cycles):
            self._check_gated()
            assert int(self.dut.busy_o.value)
            await FallingEdge(self.dut.clk_i)
            self.now += 1

    async def reset(self) -> None:
        """Any time, with the sweep behind it; the sources begin anew as well."""
        self.dut.zeroise_i.value = 0
        self._forget()
        self.answers.clear()
        for stream in (self.block_in, self.key_in):
            stream.waiting.clear()
            stream.taken, stream.valid, stream.silent = [], False, False
            getattr(self.dut, f"{stream.name}valid").value = 0
        self.dut.rst_ni.value = 0
        for _ in range(3):
            await FallingEdge(self.dut.clk_i)
            self.now += 1
            self._check_gated()
        self.dut.rst_ni.value = 1
        await self._sweep(formulas.sweep(self.width, self.slots))


async def begin(dut: Any) -> Core:
    """A core out of reset."""
    core = Core(dut)
    cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
    await core.reset()
    return core

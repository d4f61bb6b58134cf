# SPDX-License-Identifier: Apache-2.0
"""Bench of examples/lanes: frames of a MAC through a GCM core of several blocks per cycle, against
AES-GCM of the Python package cryptography."""

import random
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

import cocotb
from adapters import Sink, Source
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from streams import AAD_BYTES, LANES, STYLES, Frame, mac_beats, number, read_mac, sizes

COMMANDS = 2 if LANES > 2 else 1
FIELDS = ("data", "ena", "sop", "eop", "err", "mty")
KEYS = (bytes(range(16)), bytes(range(100, 132)))


class Sent(NamedTuple):
    """A frame, its command, and the frame that it becomes; None if it is refused."""

    frame: Frame
    slot: int
    iv: bytes
    becomes: bytes | None


def sent(rng: random.Random, size: int) -> Sent:
    """A frame of `size` bytes of text; of those to be opened, some have been changed."""
    slot, iv, opens = rng.randrange(2), rng.randbytes(12), rng.random() < 0.5
    aad, text = rng.randbytes(AAD_BYTES), rng.randbytes(size)
    sealed = AESGCM(KEYS[slot]).encrypt(iv, text, aad)
    if not opens:
        bad = rng.choice((-1, -1, -1, 0))
        return Sent(Frame(aad + text, False, bad), slot, iv, None if bad == 0 else aad + sealed)
    whole = bytearray(aad + sealed)
    if rng.random() < 0.25:
        whole[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        return Sent(Frame(bytes(whole), True), slot, iv, None)
    return Sent(Frame(bytes(whole), True), slot, iv, aad + text)


class Bench:
    """The example, and what is in flight."""

    def __init__(self, dut: Any) -> None:
        self.dut, self.rng = dut, random.Random(cocotb.RANDOM_SEED)
        self.source = Source(dut, "rx", self.rng)
        self.sink = Sink(dut, "tx", FIELDS, self.rng)
        self.commands: deque[tuple[int, Sent]] = deque()
        self.statuses: list[tuple[int, bool]] = []

    async def start(self) -> None:
        for name in ("zeroise", "key_valid", "cmd_valid", "status_ready", "tx_ready", "rst_ni"):
            getattr(self.dut, name).value = 0
        self.dut.loaded_ready.value = 1
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        for slot, key in enumerate(KEYS):
            self.dut.key_slot.value, self.dut.key_size.value = slot, len(key) // 8 - 2
            self.dut.key_data.value, self.dut.key_valid.value = number(key), 1
            while True:
                await Timer(1, "ns")
                taken = int(self.dut.key_ready.value)
                await FallingEdge(self.dut.clk_i)
                if taken:
                    break
            self.dut.key_valid.value = 0
        while int(self.dut.slots_ready.value) != 3:
            await FallingEdge(self.dut.clk_i)

    def offer(self) -> int:
        """Commands of this cycle: as many as there are, at most COMMANDS."""
        shown = list(self.commands)[:COMMANDS]
        count = len(shown) if self.rng.random() < 0.8 else 0
        dut = self.dut
        dut.cmd_valid.value = (1 << count) - 1
        dut.cmd_open.value = sum(int(s.frame.opens) << n for n, (_, s) in enumerate(shown))
        dut.cmd_slot.value = sum(s.slot << 4 * n for n, (_, s) in enumerate(shown))
        dut.cmd_iv.value = sum(number(s.iv) << 96 * n for n, (_, s) in enumerate(shown))
        dut.cmd_id.value = sum(ident << 16 * n for n, (ident, _) in enumerate(shown))
        return count

    async def run(self, played: Sequence[Sent], style: str, rates: tuple[float, float]) -> None:
        self.commands.extend(enumerate(played))
        self.source.beats.extend(mac_beats(self.rng, [one.frame for one in played], style))
        self.source.rate, self.sink.rate = rates
        self.sink.beats, self.statuses = [], []
        dut, held, cycles = self.dut, 0, 0
        while len(self.statuses) < len(played):
            self.source.drive(gated=False)
            self.sink.drive()
            held = held or self.offer()
            dut.status_ready.value = int(self.rng.random() < 0.7)
            await Timer(1, "ns")
            if held and int(dut.cmd_ready.value):
                for _ in range(held):
                    self.commands.popleft()
                held = 0
                taken = True
            else:
                taken = False
            if int(dut.status_ready.value):
                valid = int(dut.status_valid.value)
                ids, passes = int(dut.status_id.value), int(dut.status_pass.value)
                for n in range(valid.bit_count()):
                    self.statuses.append((ids >> 16 * n & 0xFFFF, bool(passes >> n & 1)))
            self.sink.sample(gated=False)
            self.source.sample()
            await FallingEdge(dut.clk_i)
            if taken:
                dut.cmd_valid.value = 0
            cycles += 1
            assert cycles < 20_000, "it does not end"
        for _ in range(100):  # what is still on its way to the MAC
            self.sink.drive()
            await Timer(1, "ns")
            self.sink.sample(gated=False)
            await FallingEdge(dut.clk_i)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def frames(dut: Any) -> None:
    """Sealed, opened, with err, and with a wrong bit; each has its status."""
    bench = Bench(dut)
    await bench.start()
    for style, rates in zip(STYLES, ((1.0, 1.0), (1.0, 0.6), (0.5, 1.0)), strict=True):
        played = [sent(bench.rng, size) for size in sizes(bench.rng, 40, 1)]
        await bench.run(played, style, rates)
        passed = [one.becomes is not None for one in played]
        assert bench.statuses == list(enumerate(passed))
        assert 4 < sum(passed) < len(passed) - 4
        for one, frame in zip(played, read_mac(bench.sink.beats), strict=True):
            if one.becomes is None:
                assert frame.bad == 0, "a refused frame without err"
            else:
                assert frame == Frame(one.becomes), "a frame came out wrong"

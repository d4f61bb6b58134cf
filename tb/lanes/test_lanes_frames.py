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
from streams import (
    AAD_BYTES,
    LANES,
    STYLES,
    Frame,
    begins,
    ends,
    mac_beats,
    number,
    read_mac,
    sizes,
)

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
    """A frame of `size` bytes of text; of those to be opened, some have been changed.

    A MAC has no frame without a byte: one is opened that is but a tag, and becomes a null frame.
    """
    slot, iv = rng.randrange(2), rng.randbytes(12)
    opens = rng.random() < 0.5 or size + AAD_BYTES == 0
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
        self.keys: deque[tuple[int, bytes]] = deque(enumerate(KEYS))  # to be loaded
        self.commands: deque[tuple[int, Sent]] = deque()
        self.held = 0  # commands that are on offer
        self.statuses: list[tuple[int, bool]] = []

    async def start(self) -> None:
        for name in ("zeroise", "key_valid", "cmd_valid", "status_ready", "tx_ready", "rst_ni"):
            getattr(self.dut, name).value = 0
        self.dut.loaded_ready.value = 1
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    def loaded(self) -> bool:
        return not self.keys and int(self.dut.slots_ready.value) == 3

    def offer_key(self) -> None:
        self.dut.key_valid.value = int(bool(self.keys))
        if self.keys:
            slot, key = self.keys[0]
            self.dut.key_slot.value, self.dut.key_size.value = slot, len(key) // 8 - 2
            self.dut.key_data.value = number(key)

    def offer_commands(self) -> None:
        """As many as there are, at most COMMANDS; those that wait for their keys come later."""
        dut = self.dut
        if not self.held and self.loaded() and self.rng.random() < 0.8:
            shown = list(self.commands)[:COMMANDS]
            self.held = len(shown)
            dut.cmd_open.value = sum(int(s.frame.opens) << n for n, (_, s) in enumerate(shown))
            dut.cmd_slot.value = sum(s.slot << 4 * n for n, (_, s) in enumerate(shown))
            dut.cmd_iv.value = sum(number(s.iv) << 96 * n for n, (_, s) in enumerate(shown))
            dut.cmd_id.value = sum(ident << 16 * n for n, (ident, _) in enumerate(shown))
        dut.cmd_valid.value = (1 << self.held) - 1

    async def cycle(self, *, zeroise: bool = False) -> None:
        dut = self.dut
        dut.zeroise.value = int(zeroise)
        if zeroise:  # keys are gone, and what is on offer to the core is offered again
            self.keys, self.held = deque(enumerate(KEYS)), 0
            dut.key_valid.value = dut.cmd_valid.value = 0
        else:
            self.offer_key()
            self.offer_commands()
        self.source.drive(gated=False)
        self.sink.drive()
        dut.status_ready.value = int(self.rng.random() < 0.7)
        await Timer(1, "ns")
        if int(dut.key_valid.value) and int(dut.key_ready.value):
            self.keys.popleft()
        if self.held and int(dut.cmd_ready.value):
            for _ in range(self.held):
                self.commands.popleft()
            self.held = 0
        if int(dut.status_ready.value):
            valid = int(dut.status_valid.value)
            ids, passes = int(dut.status_id.value), int(dut.status_pass.value)
            for n in range(valid.bit_count()):
                self.statuses.append((ids >> 16 * n & 0xFFFF, bool(passes >> n & 1)))
        self.sink.sample(gated=zeroise)
        self.source.sample()
        await FallingEdge(dut.clk_i)

    async def run(
        self, played: Sequence[Sent], style: str, rates: tuple[float, float], every: float = 0
    ) -> set[int]:
        """Plays frames; the frames that were cut by a zeroise.

        It comes by the chance `every` in a cycle with all keys, and seldom in another one.
        """
        beats = list(mac_beats(self.rng, [one.frame for one in played], style))
        begun = [0, *begins(beats)]
        self.commands.extend(enumerate(played))
        self.source.beats.extend(beats)
        self.source.rate, self.sink.rate = rates
        self.sink.beats, self.statuses, self.source.taken = [], [], 0
        cut: set[int] = set()
        quiet = cycles = 0
        while quiet < 100:  # since the last status and the last beat to the MAC
            zeroise = self.rng.random() < (every if self.loaded() else every / 16)
            left, count = ends(self.sink.beats), len(self.sink.beats)
            await self.cycle(zeroise=zeroise)
            moved = len(self.sink.beats) > count or len(self.statuses) < len(played)
            quiet = 0 if moved else quiet + 1
            if zeroise:
                accepted = len(played) - len(self.commands)
                cut |= set(range(left, max(begun[self.source.taken], accepted)))
            cycles += 1
            assert cycles < 20_000, "it does not end"
        return cut


def compare(bench: Bench, played: Sequence[Sent], cut: set[int]) -> None:
    """Statuses and frames; of what a zeroise has cut, a part may have had its status before."""
    assert [ident for ident, _ in bench.statuses] == list(range(len(played)))
    found = read_mac(bench.sink.beats)
    for i, (one, frame, status) in enumerate(zip(played, found, bench.statuses, strict=True)):
        passes = one.becomes is not None
        assert status[1] == passes or (i in cut and not status[1]), f"status of frame {i}"
        if not passes or i in cut:
            assert frame.bad == 0, f"frame {i}, which is refused, has no err"
        else:
            whole = Frame(one.becomes) if one.becomes else Frame(b"\0", bad=0)
            assert frame == whole, f"frame {i} came out wrong"


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def frames(dut: Any) -> None:
    """Sealed, opened, with err, and with a wrong bit; some without text. Each has its status."""
    bench = Bench(dut)
    await bench.start()
    for style, rates in zip(STYLES, ((1.0, 1.0), (1.0, 0.6), (0.5, 1.0)), strict=True):
        drawn = [*sizes(bench.rng, 36, 1), 0, 0, 0, 0]
        bench.rng.shuffle(drawn)
        played = [sent(bench.rng, size) for size in drawn]
        await bench.run(played, style, rates)
        compare(bench, played, set())
        assert 4 < sum(one.becomes is not None for one in played) < len(played) - 4


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_zeroise_between_two_macs(dut: Any) -> None:
    """Each frame of which a part was in the adapters or in the core ends with err, none is lost,
    and those behind it, for which there are keys again, are right."""
    bench = Bench(dut)
    await bench.start()
    lost = sent_in_all = 0
    for style, rates in zip(STYLES, ((1.0, 1.0), (1.0, 0.4), (0.4, 1.0)), strict=True):
        played = [sent(bench.rng, size) for size in sizes(bench.rng, 25 * LANES, 1)]
        cut = await bench.run(played, style, rates, every=0.03 / LANES)
        compare(bench, played, cut)
        lost, sent_in_all = lost + len(cut), sent_in_all + len(played)
    assert 15 < lost < sent_in_all - 15, f"{lost} of {sent_in_all}"

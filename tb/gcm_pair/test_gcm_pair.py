# SPDX-License-Identifier: Apache-2.0
"""A GCM core under two sets of secrets, all else equal: nothing differs after a zeroise or reset.

That is so when the sweep of a zeroise ends, and when the core has come to rest. The same traffic
goes through the core several times, with other keys, AAD, texts and tags. IVs are the same: they
are no secrets, and those of commands remain. PAIR_IVS in the environment has the bytes
of IVs in the data, one to seal or open with and one that is a counter block, where the core is not
one of GCM, PAIR_TAG the bytes of its tags, and PAIR_SIZE the code of a key size that it has.
"""

import os
import sys
from pathlib import Path
from typing import Any, ClassVar

import cocotb
from cocotb.triggers import FallingEdge, RisingEdge, Timer

sys.path.append(str(Path(__file__).resolve().parents[1]))
import pair
from pair import PERIOD

SEAL, OPEN, COUNTER = range(3)
IV, AAD, TEXT, TAG = range(4)
NONE, TAG_MISMATCH, NO_SUCH_OP = 0, 1, 13  # of message_cause_e
# What the core takes: bytes of a tag; of an IV in the data, and of one that counts
TAG_LEN = int(os.environ.get("PAIR_TAG", "16"))
LONG, COUNTED = map(int, os.environ.get("PAIR_IVS", "20,16").split(","))
# Operation, bytes of an IV in the data, of AAD, of text. The hash of an empty message may be zero,
# as if it had been cleared, so others follow it.
MESSAGES = ((SEAL, 0, 20, 70), (OPEN, 0, 0, 0), (OPEN, LONG, 33, 50), (COUNTER, COUNTED, 0, 40))


class Run(pair.Run):
    """Messages of all operations under all slots."""

    fixed: ClassVar[dict[str, int]] = {
        "s_key_size": int(os.environ.get("PAIR_SIZE", "0")),
        "s_key_min_tag": TAG_LEN,
        "s_key_short_tags": 0,
        "s_cmd_tag_len": TAG_LEN,
    }
    clear: ClassVar[int] = 300

    def quiet(self) -> None:
        super().quiet()
        self.dut.s_cmd_iv.value = 0
        if hasattr(self.dut, "s_cmd_iv_in_data"):
            self.dut.s_cmd_iv_in_data.value = 0

    async def message(
        self, op: int, iv: int, aad: int, text: int, slot: int, missing: int = 0
    ) -> None:
        """A message without its last beats. Those to be opened have tags that are wrong."""
        in_data = {}
        if not hasattr(self.dut, "s_cmd_iv_in_data"):
            iv = 0
        else:
            if not hasattr(self.dut, "AnyIv"):
                iv = min(iv, 12)
            in_data = {"iv_in_data": int(iv > 0)}
        nonce = self.choice.getrandbits(len(self.dut.s_cmd_iv))
        await self.command(op=op, slot=slot, iv=nonce, **in_data)
        lengths = {IV: iv, AAD: aad, TEXT: text, TAG: TAG_LEN if op == OPEN else 0}
        announces = hasattr(self.dut, "LengthFirst") and bool(self.dut.LengthFirst.value)
        if announces:  # the length block, which is no secret, in front of the text
            lengths[TEXT] += 16
        block = b"".join((8 * n).to_bytes(8, "big") for n in (aad, text)) if announces else b""
        lanes = len(self.dut.s_axis_tlast)
        most = len(self.dut.s_axis_tkeep) // lanes
        parts = [(s, min(most, n - i)) for s, n in lengths.items() for i in range(0, n, most)]
        for first in range(0, len(parts) - missing, lanes):
            which = range(first, min(first + lanes, len(parts) - missing))
            if any(parts[n][0] == TEXT for n in which):
                await self.segments(parts, which, most, block)
                block = b""
            else:
                await self.segments(parts, which, most)

    @staticmethod
    def not_refused(causes: list[int]) -> None:
        """A message that is refused leaves nothing inside, so it would show nothing."""
        ends = {SEAL: {NONE}, OPEN: {TAG_MISMATCH}, COUNTER: {NONE, NO_SUCH_OP}}
        assert len(causes) == 4 * len(MESSAGES)
        for (op, *_), cause in zip(MESSAGES * 4, causes, strict=True):
            assert cause in ends[op], f"operation {op} ended with cause {cause}"

    async def segments(
        self, parts: list[tuple[int, int]], which: range, most: int, block: bytes = b""
    ) -> None:
        """Those of a beat, of so many bytes at most: one, or several side by side.

        `block` takes the place of the text of one that is alone.
        """
        data = keep = user = last = 0
        for lane, n in enumerate(which):
            section, size = parts[n]
            source = self.choice if section == IV else self.secret
            word = source.getrandbits(8 * most)
            data |= (int.from_bytes(block, "little") if block else word) << 8 * most * lane
            keep |= (1 << size) - 1 << most * lane
            user |= section << 3 * lane
            last |= (n + 1 == len(parts)) << lane
        await self.offer(data, keep, user, last)

    async def statuses(self, causes: list[int]) -> None:
        """Why messages ended, in their order, of one or several in each cycle."""
        dut = self.dut
        while True:
            await RisingEdge(dut.clk_i)
            for n, valid in enumerate(reversed(str(dut.m_status_valid.value))):
                if valid == "1":
                    causes.append(int(dut.m_status_cause.value) >> 4 * n & 15)

    async def turn(self, pause: int, pulse: int) -> None:
        """Traffic; then a message that has begun, outputs that wait, a zeroise or a reset."""
        dut = self.dut
        causes: list[int] = []
        watch = cocotb.start_soon(self.statuses(causes))
        for slot in range(len(dut.slot_ready_o)):
            await self.load(slot)
        assert int(dut.slot_ready_o.value) == 2 ** len(dut.slot_ready_o) - 1
        for slot, message in enumerate(MESSAGES * 4):
            await self.message(*message, slot=slot % len(dut.slot_ready_o))
        if int(dut.busy_o.value):
            await FallingEdge(dut.busy_o)
            await FallingEdge(dut.clk_i)
        watch.cancel()
        self.not_refused(causes)
        dut.m_axis_tready.value = 0
        for op in (SEAL, OPEN):
            await self.message(op, LONG, 20, 40, slot=0)
        await self.message(SEAL, 0, 20, 100, slot=1, missing=4)
        await Timer(PERIOD * pause + 1, "ns")
        await FallingEdge(dut.clk_i)
        self.before.append(self.look())
        dut.zeroise_i.value, dut.rst_ni.value = int(pulse > 0), int(pulse > 0)
        for _ in range(pulse):
            await FallingEdge(dut.clk_i)
        await Timer(1, "ns")  # a reset needs no edge of the clock
        dut.zeroise_i.value, dut.rst_ni.value = 0, 1
        self.quiet()
        # The rest of the message is offered, and waits.
        rest = cocotb.start_soon(self.beat(0, 0, TEXT, last=True)) if pulse else None
        (sweep,) = (s for name, s in self.state.items() if name.endswith("u_zeroise.sweep_q"))
        await FallingEdge(dut.clk_i)
        while int(sweep.value):
            await FallingEdge(dut.clk_i)
        await Timer(1, "ns")
        self.after.append(self.look())
        if rest:
            await rest
        await self.look_when_clear()


@cocotb.test(timeout_time=8, timeout_unit="ms")
async def nothing_is_left(dut: Any) -> None:
    await pair.nothing_is_left(dut, Run)

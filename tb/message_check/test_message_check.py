# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_message_check: beats become requests; discarded beats become nothing at all.

Which beat is refused for what is tested on whole cores (tests/gcm/test_gcm_errors.py).
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from sealwright.tools.sv_package import read_package

PACKAGE = read_package("rtl/message/seal_message_pkg.sv")
BEAT, REQUEST = PACKAGE.structs["block_t"], PACKAGE.structs["request_t"]
ADDRESSES, MESSAGES = 1 << PACKAGE.constants["BlockAddrW"], 1 << PACKAGE.constants["StartAddrW"]
IV, AAD, TEXT, TAG = PACKAGE.enums["message_section_e"]
SEAL, OPEN, COUNTER, _ = PACKAGE.enums["message_op_e"]
KIND, CAUSE = PACKAGE.enums["request_e"], PACKAGE.enums["message_cause_e"]


@dataclass(frozen=True)
class Taken:
    """The result of a beat: the request one cycle later, and whether it is the IV."""

    request: dict[str, int] | None
    last: bool
    direct: bool
    counter: bool


def in_beat(**fields: int) -> int:
    """A beat as the ingress gives it; fields that are not named are zero."""
    inner, first, iv = not fields.get("last"), bool(fields.get("first")), fields["section"] == IV
    fields["body"] = int(inner and fields["section"] in (AAD, TEXT))
    fields["counter"] = int(inner and iv and first and fields["bytes"] == 16)
    fields["short_iv"] = int(iv and first and fields["bytes"] == 12)
    fields["no_iv"] = int(first and (not iv or fields["bytes"] == 0))
    fields["wrong"] = int(bool(fields.get("bad")))
    return BEAT.pack(**fields)


class Bench:
    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.number = self.messages = 0  # of beats and messages so far

    async def start(self) -> random.Random:
        dut = self.dut
        for name in ("sweep_i", "cmd_valid_i", "block_valid_i", "take_i", "next_valid_i"):
            getattr(dut, name).value = 0
        for name in ("op", "slot", "size", "iv_in_data", "tag_len", "cause"):
            getattr(dut, f"cmd_{name}_i").value = 0
        for name in ("block_i", "block_addr_i", "next_section_i"):
            getattr(dut, name).value = 0
        dut.msg_free_i.value = 1
        dut.rst_ni.value = 0
        cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
        await FallingEdge(dut.clk_i)
        await FallingEdge(dut.clk_i)
        dut.rst_ni.value = dut.take_i.value = 1
        return random.Random(cocotb.RANDOM_SEED)

    async def command(self, op: int = SEAL, iv_in_data: bool = False, cause: int = 0) -> None:
        dut = self.dut
        dut.cmd_op_i.value, dut.cmd_tag_len_i.value, dut.cmd_cause_i.value = op, 16, cause
        dut.cmd_iv_in_data_i.value, dut.cmd_valid_i.value = int(iv_in_data), 1
        await Timer(1, "ns")
        assert int(dut.cmd_take_o.value)
        await FallingEdge(dut.clk_i)
        dut.cmd_valid_i.value = 0
        self.messages += 1
        assert int(dut.message_o.value) == self.messages % MESSAGES

    async def beat(
        self, section: int, bytes_: int = 16, next_section: int | None = None, **fields: int
    ) -> Taken:
        """Offers a beat that is taken at once; with the section of the one behind it, if any."""
        dut = self.dut
        values = {"section": section, "bytes": bytes_, "empty": int(bytes_ == 0), **fields}
        dut.block_i.value, dut.block_addr_i.value = in_beat(**values), self.number % ADDRESSES
        dut.next_valid_i.value = int(next_section is not None)
        dut.next_section_i.value = next_section or 0
        dut.block_valid_i.value = 1
        await Timer(1, "ns")
        assert int(dut.block_take_o.value)
        direct, counter = bool(int(dut.direct_o.value)), bool(int(dut.counter_o.value))
        await FallingEdge(dut.clk_i)
        dut.block_valid_i.value = 0
        shows = int(dut.valid_o.value) and int(dut.take_i.value)
        request = REQUEST.unpack(int(dut.request_o.value)) if shows else None
        if request is not None:
            assert request["block_addr"] == self.number % ADDRESSES
            assert request["start_addr"] == self.messages % MESSAGES
        self.number += 1
        return Taken(request, bool(int(dut.last_o.value)), direct, counter)

    async def message(self, beats: Sequence[tuple[int, int]]) -> list[Taken]:
        """Sections and bytes of all beats; those of an IV are compared with the next one."""
        found = []
        for number, (section, bytes_) in enumerate(beats):
            last = number == len(beats) - 1
            next_section = None if last else beats[number + 1][0]
            found.append(
                await self.beat(section, bytes_, next_section, first=number == 0, last=last)
            )
        return found


@cocotb.test(timeout_time=100, timeout_unit="us")
async def every_beat_is_a_step_one_cycle_later(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for blocks in (1, 2, 7, 20):
        await bench.command()
        beats = [(AAD, 16)] * blocks + [(TEXT, 16)] * blocks
        for number, taken in enumerate(await bench.message(beats)):
            assert taken.request is not None
            kind = KIND.ReqAad if number < blocks else KIND.ReqText
            assert (taken.request["kind"], taken.request["bytes"]) == (kind, 16)
            assert taken.last == (number == 2 * blocks - 1)
            assert taken.request["first"] == (number == 0)
        await FallingEdge(dut.clk_i)
        assert not int(dut.valid_o.value)
        assert not int(dut.busy_o.value)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def an_iv_that_is_taken_as_it_is_makes_no_step(dut: Any) -> None:
    """Nor does it count as the message's first request; but the last beat makes one."""
    bench = Bench(dut)
    await bench.start()
    cases = [
        (SEAL, [(IV, 12), (AAD, 16), (TEXT, 5)], (True, False)),
        (SEAL, [(IV, 12)], (True, False)),
        (SEAL, [(IV, 16), (TEXT, 5)], (False, False)),
        (SEAL, [(IV, 11), (TEXT, 5)], (False, False)),
        (SEAL, [(IV, 16), (IV, 12), (TEXT, 5)], (False, False)),
        (OPEN, [(IV, 12), (TEXT, 5), (TAG, 16)], (True, False)),
        (COUNTER, [(IV, 12), (TEXT, 5)], (True, False)),
        (COUNTER, [(IV, 16), (TEXT, 5)], (True, True)),
        (COUNTER, [(IV, 16)], (True, True)),
        (COUNTER, [(IV, 16), (IV, 16), (TEXT, 5)], (False, False)),
    ]
    for op, beats, (direct, counter) in cases * 2:
        await bench.command(op, iv_in_data=True)
        iv, *rest = await bench.message(beats)
        assert iv.direct == direct, beats
        assert not direct or iv.counter == counter
        assert not any(taken.direct for taken in rest)
        if direct and rest:
            assert iv.request is None
        else:
            assert iv.request is not None
            assert iv.request["kind"] == (KIND.ReqEnd if direct else KIND.ReqIv)
        requests = [taken.request for taken in (iv, *rest) if taken.request]
        assert [request["first"] for request in requests] == [1] + [0] * (len(requests) - 1)
        assert not any(request["cause"] for request in requests)
        await FallingEdge(dut.clk_i)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_refused_message_has_one_step_and_leaves_no_trace(dut: Any) -> None:
    """Whether it had requests before or not, the next one starts afresh."""
    bench = Bench(dut)
    await bench.start()
    for before in range(3):
        await bench.command()
        for number in range(before):
            taken = await bench.beat(TEXT, first=number == 0)
            assert taken.request is not None
            assert taken.request["cause"] == 0
        for number in range(3):
            bad = CAUSE.CauseKeep if number == 0 else CAUSE.CauseNone
            first = before + number == 0
            taken = await bench.beat(TEXT, first=first, bad=bad, last=number == 2)
            assert (taken.request is not None) == (number == 2)
        assert taken.request is not None
        assert (taken.request["kind"], taken.request["cause"]) == (KIND.ReqEnd, CAUSE.CauseKeep)
        assert taken.request["first"] == (before == 0)
        await bench.command()
        (taken,) = await bench.message([(TEXT, 16)])
        assert taken.request is not None
        assert (taken.request["kind"], taken.request["cause"]) == (KIND.ReqText, CAUSE.CauseNone)
        assert taken.request["first"] == 1


@cocotb.test(timeout_time=100, timeout_unit="us")
async def limits_count_with_all_bits(dut: Any) -> None:
    """The counters set to two before their limits, which would take years to reach otherwise."""
    bench = Bench(dut)
    await bench.start()
    text_limit, aad_limit = int(dut.TextLimit.value), 1 << (int(dut.AadLimitLog2.value) - 4)
    # the last full beat of AAD would make 2^61 bytes, one too many
    for section, counter, limit in (
        (TEXT, dut.u_lengths.text_q, text_limit),
        (AAD, dut.u_lengths.aad_q, aad_limit - 1),
    ):
        for more, cause in ((2, CAUSE.CauseNone), (3, CAUSE.CauseLength)):
            await bench.command()
            await bench.beat(section, first=True)
            counter.value = limit - 2
            for number in range(more):
                taken = await bench.beat(section, last=number == more - 1)
            assert taken.request is not None
            assert taken.request["cause"] == cause, f"{counter._name}, {more} beats"


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_command_follows_the_last_beat_at_once(dut: Any) -> None:
    """Except one of an IV, whose first counter block is on its way into the buffer."""
    bench = Bench(dut)
    await bench.start()
    for section, at_once in ((TEXT, 1), (IV, 0)):
        await bench.command(iv_in_data=section == IV)
        dut.cmd_valid_i.value = 1
        for number in range(3):
            last = number == 2
            dut.block_i.value = in_beat(section=section, bytes=16, first=number == 0, last=last)
            dut.block_valid_i.value = 1
            await Timer(1, "ns")
            assert int(dut.cmd_take_o.value) == (at_once if last else 0)
            if last and at_once:
                dut.cmd_valid_i.value = 0
                break
            await FallingEdge(dut.clk_i)
        if at_once:  # the same without the command, so that the message ends
            await FallingEdge(dut.clk_i)
        else:
            dut.block_valid_i.value = 0
            await Timer(1, "ns")
            assert int(dut.cmd_take_o.value) == 1
            dut.cmd_valid_i.value = 0
            await FallingEdge(dut.clk_i)
        dut.block_valid_i.value = 0
        bench.messages = int(dut.message_o.value)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def what_is_discarded_goes_no_further(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    dut.take_i.value = 0
    await bench.command()
    for number in range(2):
        await bench.beat(TEXT, first=number == 0)
    dut.sweep_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.sweep_i.value, dut.take_i.value = 0, 1
    for number in range(6):
        await Timer(1, "ns")
        assert not int(dut.valid_o.value)
        assert (await bench.beat(TEXT, last=number == 5)).request is None
    for _ in range(3):
        assert not int(dut.valid_o.value)
        await FallingEdge(dut.clk_i)
    assert not int(dut.busy_o.value)
    # the next message is checked as ever
    await bench.command()
    (taken,) = await bench.message([(TEXT, 16)])
    assert taken.request is not None
    assert taken.request["first"] == 1

# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gcm_issue: the counter and its carry, words, and clear_i.

J0 of a hashed IV depends on the hash key, so a core that kept it would keep something of the key.
The buffer is played by two tables, read at the addresses that the stage names.
"""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from sealwright.tools.sv_package import read_package

PACKAGE = read_package("rtl/message/seal_message_pkg.sv")
GCM = read_package("rtl/gcm/seal_gcm_pkg.sv")
REQUEST, TOKEN_WORD = PACKAGE.structs["request_t"], GCM.structs["token_t"]
TOKEN, CAUSE, OP = (
    GCM.enums["token_e"],
    PACKAGE.enums["message_cause_e"],
    PACKAGE.enums["message_op_e"],
)
AAD, TEXT, END, IV, IV_LEN, KEY_H, *_ = TOKEN
INPUTS = ("request_valid_i", "request_i", "sweep_i", "clear_i", "j0_valid_i", "j0_i")
KEY_INPUTS = ("key_req_i", "key_kind_i", "key_slot_i", "key_size_i")


def block(prefix: int, low: int) -> int:
    """Bytes 0 to 11, then the counter as four big-endian bytes; byte 0 in the low bits."""
    return prefix | int.from_bytes((low & 0xFFFF_FFFF).to_bytes(4, "big"), "little") << 96


class Bench:
    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.words = [0] * (1 << PACKAGE.constants["BlockAddrW"])
        self.starts = [0] * (1 << PACKAGE.constants["StartAddrW"])
        self.start_addr = 0
        self.tokens: list[tuple[dict[str, int], int]] = []  # with their blocks

    async def start(self) -> None:
        dut = self.dut
        for name in (*INPUTS, *KEY_INPUTS, "word_i", "start_i"):
            getattr(dut, name).value = 0
        dut.entry_free_i.value = 1
        dut.go_i.value = 1
        dut.rst_ni.value = 0
        cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
        for _ in range(3):
            await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        await self.cycle()

    async def cycle(self) -> None:
        """One cycle, at the end of which the buffer answers."""
        dut = self.dut
        await FallingEdge(dut.clk_i)
        dut.word_i.value = self.words[int(dut.word_addr_o.value)]
        dut.start_i.value = self.starts[self.start_addr]  # a register
        self.start_addr = int(dut.start_addr_o.value)
        if int(dut.token_valid_o.value):
            token = TOKEN_WORD.unpack(int(dut.token_o.value)) | {"data": int(dut.data_o.value)}
            self.tokens.append((token, int(dut.block_o.value)))
        else:
            assert int(dut.data_o.value) == 0, "a word of no token"

    async def offer(self, **fields: int) -> None:
        """Hands one request over; returns just before the cycle in which it waits."""
        dut = self.dut
        kind = fields["kind"]
        needs = {
            "entry": int(kind in (AAD, TEXT) or fields.get("fin", 0)),
            "j0": kind in (TEXT, END),
        }
        dut.request_i.value, dut.request_valid_i.value = REQUEST.pack(**fields, **needs), 1
        while not int(dut.ready_o.value):
            await self.cycle()
        await self.cycle()
        dut.request_valid_i.value = 0

    async def settle(self, cycles: int = 4) -> list[tuple[dict[str, int], int]]:
        """Lets the requests out; the tokens since the last time."""
        for _ in range(cycles):
            await self.cycle()
        found, self.tokens = self.tokens, []
        return found

    async def hash_of_iv(self, value: int) -> None:
        self.dut.j0_i.value, self.dut.j0_valid_i.value = value, 1
        await self.cycle()
        self.dut.j0_i.value, self.dut.j0_valid_i.value = random.getrandbits(128), 0


@cocotb.test()
async def counters_follow_the_first_counter_block(dut: Any) -> None:
    """From 2 on, or from anywhere in a counter block given as such, carry and wrap included."""
    bench = Bench(dut)
    await bench.start()
    rng = random.Random(1)
    firsts = [2, 0xFFFE, 0xFFFF, 0x1FFFE, 0xFFFF_FFFD, 0xFFFF_FFFF, 0x7FFF_FFFF]
    for number, first in enumerate(firsts * 3):
        message, prefix = number % 8, rng.getrandbits(96)
        bench.starts[message] = block(prefix, first)
        count = rng.randrange(1, 6)
        gaps = number >= len(firsts)
        for text in range(count):
            await bench.offer(kind=TEXT, first=text == 0, start_addr=message)
            if gaps and rng.random() < 0.5:
                dut.key_req_i.value = 1
                dut.key_kind_i.value = KEY_H
                await bench.cycle()
                dut.key_req_i.value = 0
                for _ in range(rng.randrange(3)):  # what stands on request_i is no request
                    await bench.cycle()
        await bench.offer(kind=END, fin=1, start_addr=message)
        tokens = await bench.settle()
        blocks = [made for token, made in tokens if token["kind"] in (TEXT, END)]
        assert blocks[:-1] == [block(prefix, first + text) for text in range(count)]
        assert blocks[-1] == block(prefix, 1)
        assert all(made == 0 for token, made in tokens if token["kind"] == KEY_H)


@cocotb.test()
async def messages_do_not_mix(dut: Any) -> None:
    """Short ones of all kinds back to back: one request per cycle, one token per cycle."""
    bench = Bench(dut)
    await bench.start()
    rng = random.Random(4)
    expected: list[int] = []
    for number in range(60):
        message, prefix = number % 8, rng.getrandbits(96)
        bench.starts[message] = block(prefix, 2)
        kinds = [AAD] * rng.randrange(2) + [TEXT] * rng.randrange(3) + [END]
        texts = 0
        for index, kind in enumerate(kinds):
            assert int(dut.ready_o.value)
            await bench.offer(kind=kind, first=index == 0, fin=kind == END, start_addr=message)
            if kind != AAD:
                expected.append(block(prefix, 1 if kind == END else 2 + texts))
            texts += kind == TEXT
    tokens = await bench.settle()
    assert [made for token, made in tokens if token["kind"] != AAD] == expected


@cocotb.test()
async def a_message_after_a_hashed_iv_has_its_own_j0(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    rng = random.Random(5)
    for number in range(12):
        low = rng.choice((1, 0xFFFF, 0xFFFE, 0xFFFF_FFFF, 0xFFFF_FFFE))
        hashed, known = rng.getrandbits(96), rng.getrandbits(96)
        bench.starts[1], bench.starts[2] = rng.getrandbits(128), block(known, 2)
        await bench.offer(kind=IV, first=1, start_addr=1)
        await bench.offer(kind=IV_LEN, start_addr=1)
        await bench.offer(kind=TEXT, start_addr=1)
        assert [token["kind"] for token, _ in await bench.settle(8)] == [IV, IV_LEN]
        await bench.hash_of_iv(block(hashed, low))
        for _ in range(number % 3):
            await bench.cycle()
        await bench.offer(kind=TEXT, start_addr=1)
        await bench.offer(kind=END, fin=1, start_addr=1)
        await bench.offer(kind=TEXT, first=1, start_addr=2)
        await bench.offer(kind=END, fin=1, start_addr=2)
        assert [made for _, made in await bench.settle()] == [
            block(hashed, low + 1),
            block(hashed, low + 2),
            block(hashed, low),
            block(known, 2),
            block(known, 1),
        ]


@cocotb.test()
async def a_token_takes_its_own_word_or_none(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    rng = random.Random(6)
    bench.words = [rng.getrandbits(128) | 1 for _ in bench.words]
    cases: list[tuple[dict[str, int], bool]] = [
        ({"kind": AAD}, True),
        ({"kind": IV}, True),
        ({"kind": IV_LEN}, False),
        ({"kind": TEXT}, True),
        ({"kind": END, "op": OP.OpOpen}, True),
        ({"kind": END, "op": OP.OpOpen, "cause": CAUSE.CauseOrder, "refused": 1}, False),
        ({"kind": END, "op": OP.OpSeal}, False),
        ({"kind": END, "op": OP.OpCounter}, False),
    ]
    for _ in range(60):
        fields, has_word = rng.choice(cases)
        addr, slot = rng.randrange(len(bench.words)), rng.randrange(16)
        await bench.offer(**fields, block_addr=addr, slot=slot, bytes=7, tag_len=9)
        assert int(dut.oldest_addr_o.value) == addr
        if fields["kind"] == IV_LEN:
            await bench.settle()
            await bench.hash_of_iv(0)
            continue
        ((token, _),) = await bench.settle()
        assert token["data"] == (bench.words[addr] if has_word else 0)
        count = 0 if fields["kind"] == END else 7
        assert (token["slot"], token["bytes"], token["tag_len"]) == (slot, count, 9)
        assert token["keep"] == (1 << count) - 1
        assert token["text"] == (fields["kind"] == TEXT) and token["mask"] == (not count)
        assert token["cause"] == fields.get("cause", 0)


@cocotb.test()
async def zeroise_leaves_nothing_of_a_hashed_iv(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    rng = random.Random(2)
    await bench.offer(kind=IV, first=1, bytes=16)
    await bench.offer(kind=IV_LEN)
    await bench.offer(kind=TEXT)
    prefix = rng.getrandbits(96) | 1
    await bench.settle()
    await bench.hash_of_iv(block(prefix, 0xFFFF_FFFF))
    ((_, made),) = await bench.settle()
    assert made == block(prefix, 0), "inc32 wraps at 32 bits"
    await bench.offer(kind=TEXT)
    dut.sweep_i.value = 1
    await bench.cycle()
    dut.clear_i.value = 1
    for _ in range(3):
        await bench.cycle()
    registers = (dut.j0_q, dut.j0_in_q, dut.low_q, dut.high_q, dut.carry_q)
    assert [int(register.value) for register in registers] == [0] * 5
    assert int(dut.block_o.value) & ((1 << 96) - 1) == 0
    dut.sweep_i.value = dut.clear_i.value = 0
    bench.tokens = []
    assert await bench.settle() == []
    assert not int(dut.busy_o.value)

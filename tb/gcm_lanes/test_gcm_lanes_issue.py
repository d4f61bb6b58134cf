# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gcm_lanes_issue and seal_gcm_lanes_buffer: tokens of several blocks per cycle.

Messages of AAD and text, sealed, opened and in counter mode, come in beats with empty lanes, their
IVs with the command, as data, or hashed; or the counter block comes itself. Requests come as the
sequencer makes them, with gaps; credits are short at times, and key loads come between. Every token
is compared with what SP 800-38D asks for, in order.
"""

import os
import random
from collections import deque
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from sealwright.tools.sv_package import read_package

LANES, COMMANDS, ENDS = (int(os.environ[f"LANES_{n}"]) for n in ("LANES", "COMMANDS", "ENDS"))
PACKAGE = read_package("rtl/message/seal_message_pkg.sv")
GCM = read_package("rtl/gcm/seal_gcm_pkg.sv")
REQUEST, BEGIN, TOKEN_WORD = (
    PACKAGE.structs["request_t"],
    PACKAGE.structs["begin_t"],
    GCM.structs["token_t"],
)
KIND, OP, TOKEN = PACKAGE.enums["request_e"], PACKAGE.enums["message_op_e"], GCM.enums["token_e"]
ADDRESSES = 1 << PACKAGE.constants["BlockAddrW"]
NUMBERS = LANES << PACKAGE.constants["StartAddrW"]
MESSAGES, SHORT = 600, 250  # of all kinds; mostly empty ones
READABLE = 2  # cycles from a word at the buffer to the check of its block


def joined(words: list[int], width: int) -> int:
    return sum(word << width * n for n, word in enumerate(words))


def counter_block(iv: int, counter: int) -> int:
    """Byte 0 in the low bits; the counter is big-endian."""
    return iv | int.from_bytes((counter & 0xFFFF_FFFF).to_bytes(4, "big"), "little") << 96


class Source:
    """Blocks with what is to come of them."""

    def __init__(self, rng: random.Random, empty: float) -> None:
        self.rng, self.empty = rng, empty
        self.blocks: deque[dict[str, Any]] = deque()  # in order; lanes and addresses come later
        self.tokens: list[dict[str, int]] = []  # expected
        self.j0: list[int | None] = []  # of messages whose IV is hashed
        for number in range(SHORT if empty else MESSAGES):
            self._message(number)

    def _message(self, number: int) -> None:
        rng = self.rng
        op = rng.choice((OP.OpSeal, OP.OpSeal, OP.OpOpen, OP.OpCounter))
        slot, size, iv = rng.randrange(16), rng.randrange(3), rng.getrandbits(96)
        source = rng.choice(("command", "command", "direct", "hashed", "counter"))
        if source == "counter" and op != OP.OpCounter:
            source = "command"
        direct = source in ("direct", "counter")
        first = rng.getrandbits(32) if source in ("hashed", "counter") else 1
        first = rng.choice((first, 0xFFFF_FFFE)) if first != 1 else 1  # the counter wraps
        aad, text = rng.choice((0, 0, 1, 3)), rng.choice((0, 1, 2, 4, 4, 9))
        aad = 0 if op == OP.OpCounter else aad
        if self.empty and rng.random() < self.empty:
            aad = text = 0
        same = {"op": op, "slot": slot, "size": size, "number": number, "iv": iv}
        blocks: list[dict[str, Any]] = []
        if direct:
            word = (
                counter_block(iv, first) if source == "counter" else iv | rng.getrandbits(32) << 96
            )
            blocks.append({"kind": None, "word": word})
        hashed = rng.choice((1, 2, 5)) if source == "hashed" else 0
        for _ in range(hashed):
            blocks.append({"kind": KIND.ReqIv, "word": rng.getrandbits(128), "bytes": 16})
        if hashed:
            blocks.append({"kind": KIND.ReqIvLen, "word": 0, "bytes": 0})
        for i in range(aad + text):
            kind = KIND.ReqAad if i < aad else KIND.ReqText
            partial = i in (aad - 1, aad + text - 1)
            size_of = rng.randrange(1, 17) if partial else 16
            word = rng.getrandbits(8 * size_of)
            blocks.append({"kind": kind, "word": word, "bytes": size_of})
        if op == OP.OpOpen or not (aad or text):
            blocks.append({"kind": KIND.ReqEnd, "word": rng.getrandbits(128), "bytes": 16})
        for block in blocks:
            block.update(same, first=False, last=False, direct=block["kind"] is None)
        blocks[0]["begins"], blocks[0]["announced"] = True, direct or hashed > 0
        blocks[0]["counter"] = source == "counter"
        self.j0.append(counter_block(iv, first) if hashed else None)
        blocks[-1]["last"] = True
        next(b for b in blocks if b["kind"] is not None)["first"] = True
        self.blocks.extend(blocks)
        counter = first if source == "counter" else first + 1
        for block in blocks:
            if block["kind"] is None:
                continue
            end = block["kind"] == KIND.ReqEnd
            wanted = block["word"] if not end or op == OP.OpOpen else 0
            self._expect(block, block["kind"], wanted, first if end else counter)
            counter += block["kind"] == KIND.ReqText
        if blocks[-1]["kind"] != KIND.ReqEnd:
            self._expect(blocks[-1], KIND.ReqEnd, 0, first)

    def _expect(self, block: dict[str, Any], kind: int, word: int, counter: int) -> None:
        token = {"kind": kind, "op": block["op"], "slot": block["slot"], "size": block["size"]}
        token["data"] = word
        unused = kind == KIND.ReqEnd and block["op"] == OP.OpCounter
        if kind in (KIND.ReqText, KIND.ReqEnd) and not unused:
            token["block"] = counter_block(block["iv"], counter)
        self.tokens.append(token)


class Bench:
    def __init__(self, dut: Any, rng: random.Random, empty: float = 0) -> None:
        self.dut, self.rng, self.source = dut, rng, Source(rng, empty)
        self.now = self.address = 0
        self.direct: dict[str, Any] | None = None  # the IV among the blocks of the cycle before
        self.checked: deque[tuple[int, dict[str, Any]]] = deque()  # blocks, and when to check them
        self.ready: deque[dict[str, int]] = deque()  # requests
        self.started = self.ended = 0  # messages with a block on its way; with all their tokens
        self.tokens: list[dict[str, int]] = []
        self.keys: list[tuple[int, int]] = []  # granted: slot and size
        self.bundles: list[int] = []  # tokens in each cycle that has some
        self.begins: set[int] = set()  # numbers of messages that have begun in a cycle
        self.ends: set[int] = set()  # and of those that have ended in one
        self.closed = 0  # cycles that stop behind their last end, before the last lane
        self.hashes: deque[tuple[int, int]] = deque()  # J0, and when it comes

    async def start(self) -> None:
        dut = self.dut
        names = ("word_i", "next_addr_i", "begin_i", "direct_i", "direct_lane_i", "direct_addr_i")
        names += (
            "direct_message_i",
            "direct_counter_i",
            "j0_valid_i",
            "j0_i",
            "request_valid_i",
            "request_i",
            "key_req_i",
            "key_slot_i",
        )
        for name in (*names, "key_size_i", "entry_free_i", "sweep_i", "clear_i", "rst_ni"):
            getattr(dut, name).value = 0
        cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
        for _ in range(3):
            await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        await FallingEdge(dut.clk_i)

    def beat(self, rate: float, gaps: float) -> None:
        """Writes the next beat, if there is an address for it."""
        oldest = int(self.dut.oldest_addr_o.value) if int(self.dut.busy_o.value) else None
        if oldest is None:
            waiting = self.ready[0] if self.ready else self.checked[0][1] if self.checked else None
            oldest = waiting["block_addr"] if waiting else self.address
        room = (self.address - oldest) % ADDRESSES < ADDRESSES - 6
        lanes = [0] * LANES
        if room and self.source.blocks and self.rng.random() < rate:
            for lane in range(LANES):
                if not self.source.blocks or self.rng.random() < gaps:
                    continue
                if self.source.blocks[0]["number"] - self.ended >= NUMBERS - 2:
                    break
                block = self.source.blocks.popleft()
                block.update(lane=lane, block_addr=self.address % ADDRESSES)
                lanes[lane] = block["word"]
                self.checked.append((self.now + READABLE, block))
            self.address += 1
        # The word comes a cycle before its beat is written, at the address of that cycle.
        self.dut.word_i.value = joined(lanes, 128)

    def check(self) -> None:
        """Blocks whose turn it is: begins, IVs, requests."""
        dut, begins, direct = self.dut, [], None
        for _ in range(LANES):
            if not self.checked or self.checked[0][0] > self.now:
                break
            block = self.checked[0][1]
            if block.get("begins") and len(begins) == COMMANDS:
                break
            if block["direct"] and direct:
                break
            self.checked.popleft()
            if block["kind"] == KIND.ReqIvLen:  # comes of no block
                self.requests(block)
                continue
            if block.get("begins"):
                iv = self.rng.getrandbits(96) if block["announced"] else block["iv"]
                number = block["number"] % NUMBERS
                begins.append(BEGIN.pack(valid=1, iv=iv, message=number))
            if block["direct"]:
                direct = block
            else:
                self.requests(block)
        self.begins.add(len(begins))
        dut.begin_i.value = joined(begins, BEGIN.width)
        direct, self.direct = self.direct, direct  # a cycle later
        dut.direct_i.value = int(direct is not None)
        if direct:
            dut.direct_lane_i.value, dut.direct_addr_i.value = direct["lane"], direct["block_addr"]
            dut.direct_message_i.value = direct["number"] % NUMBERS
            dut.direct_counter_i.value = int(direct["counter"])

    def requests(self, block: dict[str, Any]) -> None:
        end = block["kind"] == KIND.ReqEnd
        fields = dict.fromkeys(REQUEST.fields, 0)
        for name in ("kind", "first", "op", "slot", "size", "bytes", "block_addr", "lane"):
            fields[name] = int(block[name])
        waits = block["kind"] in (KIND.ReqText, KIND.ReqEnd)
        fields |= {"start_addr": block["number"] % NUMBERS, "entry": not end, "j0": waits}
        fields["tag_len"], fields["fin"] = 16, 0
        self.ready.append(fields | {"due": self.now + 1})
        if block["last"] and not end:
            more = {"kind": int(KIND.ReqEnd), "first": 0, "entry": 1, "fin": 1, "j0": 1}
            self.ready.append(fields | more | {"due": self.now + 1})

    async def cycle(self, rates: tuple[float, float, float, float]) -> None:
        dut, rng = self.dut, self.rng
        dut.next_addr_i.value = self.address % ADDRESSES  # of the word of this cycle
        self.beat(rates[0], rates[1])
        self.check()
        offered = []
        if rng.random() < rates[2]:
            while len(offered) < min(len(self.ready), LANES) and rng.random() < 0.95:
                if self.ready[len(offered)]["due"] > self.now:
                    break
                offered.append(self.ready[len(offered)])
        words = [REQUEST.pack(**{k: v for k, v in r.items() if k != "due"}) for r in offered]
        dut.request_valid_i.value = (1 << len(offered)) - 1
        dut.request_i.value = joined(words, REQUEST.width)
        dut.entry_free_i.value = int(rng.random() < rates[3])
        key = rng.random() < 0.02
        dut.key_req_i.value = int(key)
        dut.key_slot_i.value, dut.key_size_i.value = slot, size = (
            rng.randrange(16),
            rng.randrange(3),
        )
        due = bool(self.hashes) and self.hashes[0][1] <= self.now
        dut.j0_valid_i.value = int(due)
        dut.j0_i.value = self.hashes.popleft()[0] if due else rng.getrandbits(128)
        await Timer(1, "ns")
        if int(dut.ready_o.value):
            for _ in offered:
                self.ready.popleft()
        if key:
            assert int(dut.key_gnt_o.value) and not int(dut.entry_take_o.value)
            self.keys.append((slot, size))
        self.take()
        await FallingEdge(dut.clk_i)
        self.now += 1

    def take(self) -> None:
        dut = self.dut
        valid = int(dut.token_valid_o.value)
        assert valid & (valid + 1) == 0, "tokens with a gap"
        ends, tokens = 0, int(dut.token_o.value)
        for n in range(valid.bit_length()):
            token = TOKEN_WORD.unpack(tokens >> n * TOKEN_WORD.width & (1 << TOKEN_WORD.width) - 1)
            data = int(dut.data_o.value) >> 128 * n & (1 << 128) - 1
            block = int(dut.block_o.value) >> 128 * n & (1 << 128) - 1
            size = int(dut.size_o.value) >> 2 * n & 3
            if token["kind"] == TOKEN.TokenKeyH:
                assert valid == 1 and block == 0 and data == 0
                assert (token["slot"], size) == self.keys.pop(0)
                continue
            found = {k: token[k] for k in ("kind", "op", "slot")} | {"size": size, "data": data}
            wanted = self.source.tokens[len(self.tokens)]
            if "block" in wanted:
                found["block"] = block
            assert found == wanted, f"token {len(self.tokens)}: {found} {wanted}"
            assert token["text"] == (token["kind"] == TOKEN.TokenText)
            self.tokens.append(found)
            assert ends < ENDS, "a token behind the last end of a cycle"
            ends += token["kind"] in (TOKEN.TokenEnd, TOKEN.TokenIvLen)
            self.ended += token["kind"] == TOKEN.TokenEnd
            if token["kind"] == TOKEN.TokenIvLen:
                j0 = self.source.j0[self.ended]
                assert j0 is not None
                self.hashes.append((j0, self.now + self.rng.choice((8, 20, 40))))
        if valid:
            self.bundles.append(valid.bit_length())
            self.ends.add(ends)
            self.closed += ends == ENDS and valid.bit_length() < LANES


async def played(dut: Any, rates: tuple[float, float, float, float], empty: float = 0) -> Bench:
    bench = Bench(dut, random.Random(cocotb.RANDOM_SEED), empty)
    await bench.start()
    while len(bench.tokens) < len(bench.source.tokens):
        await bench.cycle(rates)
        assert bench.now < 60 * len(bench.source.tokens), "stuck"
    return bench


@cocotb.test()
async def tokens_at_full_rate(dut: Any) -> None:
    bench = await played(dut, (1, 0, 1, 1))
    full = sum(count == LANES for count in bench.bundles)
    assert full > 0.3 * len(bench.bundles), "seldom a full cycle"
    assert bench.begins == set(range(COMMANDS + 1)) and bench.ends == set(range(ENDS + 1))


@cocotb.test()
async def tokens_with_gaps_everywhere(dut: Any) -> None:
    await played(dut, (0.7, 0.3, 0.7, 0.6))


@cocotb.test()
async def tokens_of_an_idle_stage(dut: Any) -> None:
    """Nothing waits: a request leaves as soon as it can, the IV of its cycle just written."""
    await played(dut, (0.15, 0.2, 1, 1))


@cocotb.test()
async def tokens_of_empty_messages(dut: Any) -> None:
    """Ends that wait for credits, more of them than may leave in a cycle."""
    bench = await played(dut, (1, 0, 1, 0.5), empty=0.9)
    assert bench.closed > 10 or ENDS == LANES


@cocotb.test()
async def a_zeroise_leaves_nothing(dut: Any) -> None:
    """In the middle of the traffic; afterwards no word, IV or counter is left."""
    bench = Bench(dut, random.Random(cocotb.RANDOM_SEED))
    await bench.start()
    for _ in range(60):
        await bench.cycle((1, 0.1, 1, 1))
    for name in ("word_i", "begin_i", "direct_i", "request_valid_i", "request_i", "key_req_i"):
        getattr(dut, name).value = 0
    dut.sweep_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.clear_i.value = 1
    for _ in range(max(ADDRESSES, NUMBERS) + 4):
        await FallingEdge(dut.clk_i)
        assert not int(dut.token_valid_o.value) or bench.now < 3
    assert not int(dut.busy_o.value)
    for lane in range(LANES):
        memory = dut.u_buffer.g_bank[lane].blocks
        assert not any(int(memory[n].value) for n in range(ADDRESSES))
    assert not any(int(dut.u_buffer.directs[n].value) for n in range(NUMBERS))
    for bank in range(COMMANDS):
        memory = dut.u_buffer.g_given[bank].givens
        assert not any(int(memory[n].value) for n in range(NUMBERS // COMMANDS))
    starts = int(dut.u_buffer.start_o.value)
    assert not any(starts >> 128 * n & (1 << 96) - 1 for n in range(LANES))
    assert not int(dut.u_issue.counter_q.value) and not int(dut.u_issue.j0_q.value)

# SPDX-License-Identifier: Apache-2.0
"""A driver of seal_gcm for cocotb 2: keys and messages as bytes.

    gcm = Gcm(dut)
    await gcm.start()
    await gcm.load_key(0, key)
    sealed = await gcm.message(SEAL, 0, iv, aad, text)
    opened = await gcm.message(OPEN, 0, iv, aad, sealed.text, sealed.tag)

Messages that are started together (cocotb.start_soon) follow each other without a gap. Sinks are
always ready. Inputs change at the falling edge; everything is sampled after it, when it is stable.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.queue import Queue
from cocotb.triggers import FallingEdge, ReadOnly

SEAL, OPEN, COUNTER = range(3)
IV, AAD, TEXT, TAG = range(4)
SIZES = {16: 0, 24: 1, 32: 2}  # bytes of a key: s_key_size

# The fields of each stream, beside valid and ready.
INPUTS = {
    "s_key_": ("slot", "size", "data", "min_tag"),
    "s_cmd_": ("op", "slot", "iv", "iv_in_data", "tag_len", "id"),
    "s_axis_t": ("data", "keep", "last", "user"),
}
OUTPUTS = {
    "m_key_": ("slot", "cause"),
    "m_axis_t": ("data", "keep", "last", "user"),
    "m_status_": ("id", "pass", "cause"),
}

Fields = dict[str, int]


@dataclass
class Answer:
    """The packet of a message and its status; of a refused one, nothing may be used."""

    passed: bool
    cause: int
    aad: bytes = b""
    text: bytes = b""
    tag: bytes = b""


def number(data: bytes) -> int:
    """Byte 0 is in bits [7:0]."""
    return int.from_bytes(data, "little")


def beats(sections: list[tuple[int, bytes]]) -> Iterator[Fields]:
    """Each section begins a beat; a message without any is one null beat of text."""
    pieces = [(s, data[i : i + 16]) for s, data in sections for i in range(0, len(data), 16)]
    pieces = pieces or [(TEXT, b"")]
    for i, (section, piece) in enumerate(pieces):
        keep, last = (1 << len(piece)) - 1, i == len(pieces) - 1
        yield {"data": number(piece), "keep": keep, "last": last, "user": section}


class Gcm:
    """One core: queues of what it is sent, and of who waits for the answers."""

    def __init__(self, dut: Any, period_ns: int = 10) -> None:
        self.dut, self.period_ns = dut, period_ns
        self.inputs: dict[str, Queue[Fields]] = {stream: Queue() for stream in INPUTS}
        self.keys: deque[Queue[int]] = deque()  # those who wait
        self.messages: deque[Queue[Answer]] = deque()
        self.packets: deque[list[Fields]] = deque()  # complete, without a status

    async def start(self) -> None:
        """Clock, reset, and the sweep of the memories after it."""
        Clock(self.dut.clk_i, self.period_ns, "ns").start()
        for stream in self.inputs:
            self._set(stream, valid=0)
        for stream in OUTPUTS:
            self._set(stream, ready=1)
        self.dut.zeroise_i.value = 0
        self.dut.rst_ni.value = 0
        for _ in range(2):
            await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        for stream, queue in self.inputs.items():
            cocotb.start_soon(self._drive(stream, queue))
        cocotb.start_soon(self._watch())
        while self.dut.busy_o.value:
            await FallingEdge(self.dut.clk_i)

    async def load_key(self, slot: int, key: bytes, min_tag: int = 16) -> int:
        """Waits until the slot has the key; the cause is 0 unless it was refused."""
        self.keys.append(answer := Queue[int]())
        size = SIZES[len(key)]
        fields = {"slot": slot, "size": size, "data": number(key), "min_tag": min_tag}
        self.inputs["s_key_"].put_nowait(fields)
        return await answer.get()

    async def message(
        self,
        op: int,
        slot: int,
        iv: bytes,
        aad: bytes = b"",
        text: bytes = b"",
        tag: bytes = b"",
        tag_len: int = 16,
        ident: int = 0,
    ) -> Answer:
        """One message; an IV of other than 12 bytes goes with the data."""
        in_data = len(iv) != 12
        self.messages.append(answer := Queue[Answer]())
        command = {"op": op, "slot": slot, "tag_len": tag_len, "id": ident}
        command |= {"iv": 0 if in_data else number(iv), "iv_in_data": in_data}
        self.inputs["s_cmd_"].put_nowait(command)
        sections = [(IV, iv if in_data else b""), (AAD, aad), (TEXT, text), (TAG, tag)]
        for beat in beats(sections):
            self.inputs["s_axis_t"].put_nowait(beat)
        return await answer.get()

    # ---- signals --------------------------------------------------------------------------------

    def _set(self, stream: str, **fields: int) -> None:
        for name, value in fields.items():
            getattr(self.dut, stream + name).value = value

    def _get(self, stream: str) -> Fields | None:
        """What is transferred in this cycle (every sink is ready)."""
        if not getattr(self.dut, f"{stream}valid").value:
            return None
        return {name: int(getattr(self.dut, stream + name).value) for name in OUTPUTS[stream]}

    async def _drive(self, stream: str, queue: Queue[Fields]) -> None:
        ready = getattr(self.dut, f"{stream}ready")
        while True:
            if queue.empty():
                self._set(stream, valid=0)
                fields = await queue.get()
                await FallingEdge(self.dut.clk_i)
            else:
                fields = queue.get_nowait()
            self._set(stream, valid=1, **fields)
            taken = False
            while not taken:
                await ReadOnly()
                taken = bool(ready.value)
                await FallingEdge(self.dut.clk_i)

    async def _watch(self) -> None:
        packet: list[Fields] = []
        while True:
            await ReadOnly()
            if beat := self._get("m_axis_t"):
                packet.append(beat)
                if beat["last"]:
                    self.packets.append(packet)
                    packet = []
            if status := self._get("m_status_"):
                answer = _answer(status, self.packets.popleft())
                self.messages.popleft().put_nowait(answer)
            if loaded := self._get("m_key_"):
                self.keys.popleft().put_nowait(loaded["cause"])
            await FallingEdge(self.dut.clk_i)


def _answer(status: Fields, packet: list[Fields]) -> Answer:
    found = {AAD: b"", TEXT: b"", TAG: b""}
    for beat in packet:
        size = beat["keep"].bit_count()
        found[beat["user"] & 3] += beat["data"].to_bytes(16, "little")[:size]
    passed = bool(status["pass"])
    assert passed == (not packet[-1]["user"] & 4), "abort and status disagree"
    return Answer(passed, status["cause"], found[AAD], found[TEXT], found[TAG])

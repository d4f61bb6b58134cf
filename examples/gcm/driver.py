# SPDX-License-Identifier: Apache-2.0
"""A driver of seal_gcm and seal_gcm_lanes for cocotb 2: keys and messages as bytes.

    gcm = Gcm(dut)
    await gcm.start()
    await gcm.load_key(0, key)
    sealed = await gcm.message(SEAL, 0, iv, aad, text)
    opened = await gcm.message(OPEN, 0, iv, aad, sealed.text, sealed.tag)

Messages that are started together (cocotb.start_soon) follow each other without a gap.
"""

from collections import deque
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from cocotb.queue import Queue
from streams import Core, Fields, beats, number

SEAL, OPEN, COUNTER = range(3)
IV, AAD, TEXT, TAG = range(4)
SIZES = {16: 0, 24: 1, 32: 2}  # bytes of a key: s_key_size
ABORT = 4  # in tuser


@dataclass
class Answer:
    """The packet of a message and its status; of a refused one, nothing may be used."""

    passed: bool
    cause: int
    aad: bytes = b""
    text: bytes = b""
    tag: bytes = b""


class Gcm(Core):
    """One core, and who waits for its answers."""

    INPUTS: ClassVar = {
        "s_key_": ("slot", "size", "data", "min_tag", "short_tags"),
        "s_cmd_": ("op", "slot", "iv", "iv_in_data", "tag_len", "id"),
        "s_axis_t": ("data", "keep", "last", "user"),
    }
    OUTPUTS: ClassVar = {
        "m_key_": ("slot", "cause"),
        "m_axis_t": ("data", "keep", "last", "user"),
        "m_status_": ("id", "pass", "cause"),
    }

    def __init__(self, dut: Any, period_ns: int = 10, pauses: Random | None = None) -> None:
        super().__init__(dut, period_ns, pauses)
        self.keys: deque[Queue[int]] = deque()  # those who wait
        self.messages: deque[Queue[Answer]] = deque()
        self.statuses: deque[Fields] = deque()
        self.packets: deque[list[Fields]] = deque([[]])  # the last one is not complete

    async def load_key(self, slot: int, key: bytes, min_tag: int = 16) -> int:
        """Waits until the slot has the key; the cause is 0 unless it was refused."""
        if len(key) not in SIZES:
            raise ValueError(f"a key has 16, 24 or 32 bytes, not {len(key)}")
        self.keys.append(answer := Queue[int]())
        fields = {"slot": slot, "size": SIZES[len(key)], "data": number(key)}
        self.send("s_key_", fields | {"min_tag": min_tag, "short_tags": min_tag < 12})
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
        self.send("s_cmd_", command)
        strings = [(IV, iv if in_data else b""), (AAD, aad), (TEXT, text), (TAG, tag)]
        for beat in beats(strings):
            self.send("s_axis_t", beat)
        return await answer.get()

    def received(self, stream: str, fields: Fields) -> None:
        if stream == "m_key_":
            self.keys.popleft().put_nowait(fields["cause"])
        elif stream == "m_axis_t":
            self.packets[-1].append(fields)
            if fields["last"]:
                self.packets.append([])
        else:
            self.statuses.append(fields)
        while self.statuses and len(self.packets) > 1:  # either may come first
            answer = _answer(self.statuses.popleft(), self.packets.popleft())
            self.messages.popleft().put_nowait(answer)


def _answer(status: Fields, packet: list[Fields]) -> Answer:
    found = {AAD: b"", TEXT: b"", TAG: b""}
    for beat in packet:
        size = beat["keep"].bit_count()
        found[beat["user"] & 3] += beat["data"].to_bytes(16, "little")[:size]
    passed = bool(status["pass"])
    assert passed == (not packet[-1]["user"] & ABORT), "abort and status disagree"
    return Answer(passed, status["cause"], found[AAD], found[TEXT], found[TAG])

# SPDX-License-Identifier: Apache-2.0
"""A driver of seal_sector for cocotb 2: keys and data units as bytes.

    disk = Sector(dut)
    await disk.start()
    await disk.load_key(0, [k1, k2], 512)
    sealed = await disk.units(ENCRYPT, 0, 1000, text, 512)

Commands that are started together (cocotb.start_soon) follow each other without a gap.
"""

from collections import deque
from dataclasses import dataclass
from typing import Any, ClassVar

from cocotb.queue import Queue
from streams import Core, Fields, beats, number

ENCRYPT, DECRYPT = range(2)
TEXT = 2  # section
ABORT = 4  # in tuser


@dataclass
class Answer:
    """The packet of a command and its status; after a fault the units before it are right."""

    passed: bool
    cause: int
    text: bytes


class Sector(Core):
    """One engine (UnitStatus = 0), and who waits for its answers."""

    INPUTS: ClassVar = {
        "s_key_": ("slot", "size", "unit", "data"),
        "s_cmd_": ("op", "slot", "unit", "count", "tweak_in_data", "id"),
        "s_axis_t": ("data", "keep", "last", "user"),
    }
    OUTPUTS: ClassVar = {
        "m_key_": ("slot", "cause"),
        "m_axis_t": ("data", "keep", "last", "user"),
        "m_status_": ("id", "pass", "last", "cause"),
    }

    def __init__(self, dut: Any, period_ns: int = 10) -> None:
        super().__init__(dut, period_ns)
        self.keys: deque[Queue[int]] = deque()  # those who wait
        self.commands: deque[Queue[Answer]] = deque()
        self.packets: deque[list[Fields]] = deque([[]])  # the last one is not complete

    async def load_key(
        self, slot: int, aes_keys: list[bytes], unit: int, hash_key: bytes = b""
    ) -> int:
        """For units of so many bytes; the cause is 0 unless the key was refused.

        In s_key_data each AES key has 32 bytes, a short one the first of them; then comes the key
        of the hash, for schemes that have one.
        """
        size = {len(key) for key in aes_keys}
        if len(size) != 1 or not size <= {16, 24, 32}:
            raise ValueError("AES keys have 16, 24 or 32 bytes, all the same")
        data = b"".join(key.ljust(32, b"\0") for key in aes_keys) + hash_key
        if 8 * len(data) != len(self.dut.s_key_data):
            raise ValueError(
                f"{len(aes_keys)} AES keys and {len(hash_key)} bytes: not as s_key_data"
            )
        self.keys.append(answer := Queue[int]())
        code = (size.pop() - 16) // 8
        self.send("s_key_", {"slot": slot, "size": code, "unit": unit, "data": number(data)})
        return await answer.get()

    async def units(self, op: int, slot: int, first: int, text: bytes, unit: int) -> Answer:
        """A row of units, whose tweaks are their numbers from `first` on."""
        if not unit or len(text) % unit:
            raise ValueError(f"{len(text)} bytes are not whole units of {unit}")
        self.commands.append(answer := Queue[Answer]())
        command = {"op": op, "slot": slot, "unit": first, "count": len(text) // unit}
        self.send("s_cmd_", {**command, "tweak_in_data": 0, "id": 0})
        for beat in beats([(TEXT, text[i : i + unit]) for i in range(0, len(text), unit)]):
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
            packet, passed = self.packets.popleft(), bool(fields["pass"])
            assert passed == (not packet[-1]["user"] & ABORT), "abort and status disagree"
            pieces = [b["data"].to_bytes(16, "little")[: b["keep"].bit_count()] for b in packet]
            answer = Answer(passed, fields["cause"], b"".join(pieces))
            self.commands.popleft().put_nowait(answer)

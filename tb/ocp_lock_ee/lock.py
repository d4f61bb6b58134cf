# SPDX-License-Identifier: Apache-2.0
"""The bench of seal_ocp_lock_ee: a key management block, a host, and a model of the engine."""

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import cocotb
from axil import OKAY, Axil
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer
from keyed_engine import Engine, Key

from sealwright.tools.sv_package import read_package

PACKAGE = read_package("rtl/ocp_lock/seal_ocp_lock_pkg.sv")
CMD, ERR = PACKAGE.enums["command_e"], PACKAGE.enums["error_e"]
CTRL, AUX = PACKAGE.structs["ctrl_t"], PACKAGE.structs["aux_t"]
AT = PACKAGE.constants
SLOTS, KEYS, FIELDS, SIZES, INFO_W = (
    int(os.environ.get(f"LOCK_{name}", default))
    for name, default in (("SLOTS", 4), ("KEYS", 2), ("FIELDS", 0), ("SIZES", 7), ("INFOW", 16))
)
NO_SLOT = 15
LONGEST = SIZES.bit_length() - 1
KEY_BYTES = 32 * KEYS + 16 * FIELDS
KAT = b"".join(bytes([n]) * 16 for n in (0x00, 0x11, 0x22, 0x33))
BLANK = b"".join(bytes([0xF0 + n]) * 16 for n in range(KEY_BYTES // 16))


def fits(size: int) -> bool:
    return KEYS * (16 + 8 * size) + 16 * FIELDS <= 64


BUILT = [size for size in range(3) if SIZES >> size & 1 and fits(size)]
SIZE = BUILT[-1]  # the longest that can be loaded


def engine_key(mek: bytes, size: int) -> int:
    """s_key_data of a key of this size."""
    length = 16 + 8 * size
    parts = [mek[length * k : length * (k + 1)] + bytes(32 - length) for k in range(KEYS)]
    fields = mek[KEYS * length :][: 16 * FIELDS]
    return int.from_bytes(b"".join(parts) + fields, "little")


def aux_of(size: int = LONGEST, unit: int = 512, other: int = 0) -> bytes:
    return AUX.pack(size=size, unit=unit, other=other).to_bytes(AT["AuxBytes"], "little")


def known_words() -> list[int]:
    blocks = ("Mek", "Metd", "Aux", "Ctrl", "Count")
    return [
        address
        for name in blocks
        for address in range(AT[f"{name}Addr"], AT[f"{name}Addr"] + AT[f"{name}Bytes"], 4)
    ]


def blank(slot: int) -> Key:
    return Key(slot, LONGEST, 16, int.from_bytes(BLANK, "little"))


@dataclass
class Lock:
    dut: Any
    rng: random.Random
    axil: Axil = field(init=False)
    engine: Engine = field(init=False)
    now: int = 0

    def __post_init__(self) -> None:
        self.axil = Axil(self.dut, self.rng)
        self.engine = Engine(self.dut, self.rng, SLOTS, SIZES)

    async def start(self, *, ready: bool = True) -> None:
        dut = self.dut
        self.axil.idle()
        dut.zeroise_i.value = dut.s_cmd_valid.value = dut.rst_ni.value = 0
        dut.k_key_ready.value = dut.k_answer_valid.value = dut.m_cmd_ready.value = 0
        dut.blocks_i.value = 0
        dut.slot_ready_i.value = dut.s_cmd_name.value = dut.s_cmd_info.value = 0
        Clock(dut.clk_i, 10, unit="ns").start()
        await FallingEdge(dut.clk_i)
        await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        cocotb.start_soon(self.engine.run())
        cocotb.start_soon(self._count())
        if ready:
            await self.until(lambda c: c["rdy"] == 1)

    async def _count(self) -> None:
        while True:
            await FallingEdge(self.dut.clk_i)
            self.now += 1

    async def cycles(self, count: int) -> None:
        for _ in range(count):
            await FallingEdge(self.dut.clk_i)

    # ---- registers ------------------------------------------------------------------------------
    async def put(
        self, address: int, data: bytes, answer: int = OKAY, *, shuffle: bool = False
    ) -> None:
        """Word by word; every write must be answered so."""
        offsets = list(range(0, len(data), 4))
        if shuffle:
            self.rng.shuffle(offsets)
        for offset in offsets:
            word = int.from_bytes(data[offset : offset + 4], "little")
            assert await self.axil.write(address + offset, word) == answer, hex(address + offset)

    async def get(self, address: int, length: int) -> bytes:
        words = [await self.axil.read(address + offset) for offset in range(0, length, 4)]
        assert all(answer == OKAY for _, answer in words)
        return b"".join(word.to_bytes(4, "little") for word, _ in words)

    async def ctrl(self) -> dict[str, int]:
        word, answer = await self.axil.read(AT["CtrlAddr"])
        assert answer == OKAY
        return CTRL.unpack(word)

    async def set_ctrl(self, **values: int) -> int:
        return await self.axil.write(AT["CtrlAddr"], CTRL.pack(**values))

    async def until(
        self, there: Callable[[dict[str, int]], bool], limit: int = 400
    ) -> dict[str, int]:
        for _ in range(limit):
            found = await self.ctrl()
            if there(found):
                return found
        raise AssertionError(f"CTRL remains {found}")

    async def finish(self, command: int) -> int:
        """Waits for DONE, acknowledges, and gives ERR; all as in section 4.7.1.3."""
        found = await self.until(lambda c: c["done"] == 1 and c["rdy"] == 1)
        want = {"rdy": 1, "err": found["err"], "cmd": command, "done": 1, "exe": 0}
        assert found == {**want, "reserved_h": 0, "reserved_l": 0}
        assert await self.set_ctrl(done=1) == OKAY
        assert await self.axil.read(AT["CtrlAddr"]) == (CTRL.pack(rdy=1), OKAY)
        assert int(self.dut.u_regs.mek_q.value) == 0, "MEK remains after a command"
        assert int(self.dut.u_regs.written_q.value) == 0
        return found["err"]

    async def run(self, command: int) -> int:
        assert await self.set_ctrl(cmd=command, exe=1) == OKAY
        return await self.finish(command)

    async def load(self, name: bytes, mek: bytes, aux: bytes = aux_of()) -> int:
        await self.put(AT["MetdAddr"], name)
        await self.put(AT["AuxAddr"], aux)
        await self.put(AT["MekAddr"], mek, shuffle=True)
        return await self.run(CMD.CmdLoad)

    async def unload(self, name: bytes) -> int:
        await self.put(AT["MetdAddr"], name)
        return await self.run(CMD.CmdUnload)

    async def zeroise(self) -> int:
        return await self.run(CMD.CmdZeroise)

    # ---- host -----------------------------------------------------------------------------------
    async def command(self, name: bytes, info: int) -> None:
        """Until it is taken."""
        dut = self.dut
        dut.s_cmd_valid.value = 1
        dut.s_cmd_name.value = int.from_bytes(name, "little")
        dut.s_cmd_info.value = info
        await Timer(3, "ns")
        while not int(dut.s_cmd_ready.value):
            await FallingEdge(dut.clk_i)
            await Timer(3, "ns")
        await FallingEdge(dut.clk_i)
        dut.s_cmd_valid.value = 0
        dut.s_cmd_name.value = self.rng.getrandbits(160)
        dut.s_cmd_info.value = self.rng.getrandbits(INFO_W)

    async def look(self, name: bytes) -> tuple[int, int, bytes]:
        """Slot, hit, and the auxiliary data of a name, as a command meets them."""
        info, before = self.rng.getrandbits(INFO_W), len(self.engine.commands)
        await self.command(name, info)
        for _ in range(400):
            if len(self.engine.commands) > before:
                break
            await FallingEdge(self.dut.clk_i)
        (found,) = self.engine.commands[before:]
        assert found.info == info
        return found.slot, found.hit, found.aux.to_bytes(AT["AuxBytes"], "little")

    async def misses(self, name: bytes) -> None:
        assert await self.look(name) == (NO_SLOT, 0, bytes(32))

    def name(self) -> bytes:
        return self.rng.randbytes(AT["MetdBytes"])

    def mek(self) -> bytes:
        return self.rng.randbytes(AT["MekBytes"])


async def bench_of(dut: Any, *, ready: bool = True) -> Lock:
    lock = Lock(dut, random.Random(cocotb.RANDOM_SEED))
    await lock.start(ready=ready)
    return lock


async def fill(lock: Lock) -> list[bytes]:
    """Every slot gets a key; they are given out in the order of their numbers."""
    names = [lock.name() for _ in range(SLOTS)]
    for slot, name in enumerate(names):
        assert await lock.load(name, lock.mek(), aux_of(SIZE, other=slot)) == ERR.ErrNone
        assert await lock.look(name) == (slot, 1, aux_of(SIZE, other=slot))
    return names

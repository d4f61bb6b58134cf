# SPDX-License-Identifier: Apache-2.0
"""seal_ocp_lock_ee with seal_sector: keys by registers, commands by name, results of the model."""

import random
from collections.abc import Iterator
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.handle import HierarchyArrayObject, HierarchyObject
from cocotb.triggers import FallingEdge, Timer

from sealwright.model.sector.xts import Xts, tweak_of
from sealwright.tools.sv_package import read_package

LOCK = read_package("rtl/ocp_lock/seal_ocp_lock_pkg.sv")
TES = read_package("rtl/sector/seal_sector_pkg.sv")
CMD, ERR, CAUSE = LOCK.enums["command_e"], LOCK.enums["error_e"], TES.enums["sector_cause_e"]
CTRL, AUX, AT = LOCK.structs["ctrl_t"], LOCK.structs["aux_t"], LOCK.constants
ENCRYPT, DECRYPT = 0, 1
KAT = b"".join(bytes([n]) * 16 for n in (0x00, 0x11, 0x22, 0x33))
SLOTS = 4


class Drive:
    """A drive: its key management block, and a host that reads and writes sectors."""

    def __init__(self, dut: Any) -> None:
        self.dut, self.rng = dut, random.Random(cocotb.RANDOM_SEED)

    async def start(self) -> None:
        dut = self.dut
        for name in ("s_axil_awvalid", "s_axil_wvalid", "s_axil_bready", "s_axil_arvalid"):
            getattr(dut, name).value = 0
        for name in ("s_axil_rready", "s_cmd_valid", "s_axis_tvalid", "zeroise_i", "rst_ni"):
            getattr(dut, name).value = 0
        for name in ("s_axil_awaddr", "s_axil_wdata", "s_axil_araddr", "s_cmd_name", "s_cmd_op"):
            getattr(dut, name).value = 0
        for name in ("unit", "count", "tweak_in_data", "id"):
            getattr(dut, f"s_cmd_{name}").value = 0
        for name in ("data", "keep", "last", "user"):
            getattr(dut, f"s_axis_t{name}").value = 0
        dut.s_axil_wstrb.value = 15
        dut.m_axis_tready.value = dut.m_status_ready.value = 1
        Clock(dut.clk_i, 10, unit="ns").start()
        await self.cycles(3)
        dut.rst_ni.value = 1
        await self.until(rdy=1)

    async def cycles(self, count: int) -> None:
        for _ in range(count):
            await FallingEdge(self.dut.clk_i)

    async def handshake(self, valid: str, ready: str) -> None:
        getattr(self.dut, valid).value = 1
        for _ in range(3000):
            await Timer(3, "ns")
            taken = int(getattr(self.dut, ready).value)
            await FallingEdge(self.dut.clk_i)
            if taken:
                getattr(self.dut, valid).value = 0
                return
        raise AssertionError(f"{ready} remains low")

    # ---- key management block -------------------------------------------------------------------
    async def write(self, address: int, word: int) -> None:
        self.dut.s_axil_awaddr.value, self.dut.s_axil_wdata.value = address, word
        await self.handshake("s_axil_awvalid", "s_axil_awready")
        await self.handshake("s_axil_wvalid", "s_axil_wready")
        assert int(self.dut.s_axil_bresp.value) == 0
        await self.handshake("s_axil_bready", "s_axil_bvalid")
        self.dut.s_axil_wdata.value = 0

    async def read(self, address: int) -> int:
        self.dut.s_axil_araddr.value = address
        await self.handshake("s_axil_arvalid", "s_axil_arready")
        word = int(self.dut.s_axil_rdata.value)
        await self.handshake("s_axil_rready", "s_axil_rvalid")
        return word

    async def put(self, address: int, data: bytes) -> None:
        for at in range(0, len(data), 4):
            await self.write(address + at, int.from_bytes(data[at : at + 4], "little"))

    async def until(self, **fields: int) -> dict[str, int]:
        for _ in range(500):
            found = CTRL.unpack(await self.read(AT["CtrlAddr"]))
            if fields.items() <= found.items():
                return found
        raise AssertionError(f"CTRL remains {found}")

    async def begin(self, command: int, name: bytes = b"", mek: bytes = b"", **aux: int) -> None:
        await self.put(AT["MetdAddr"], name)
        await self.put(AT["MekAddr"], mek)
        if aux:
            await self.put(AT["AuxAddr"], AUX.pack(**aux).to_bytes(AT["AuxBytes"], "little"))
        await self.write(AT["CtrlAddr"], CTRL.pack(cmd=command, exe=1))

    async def finish(self) -> int:
        found = await self.until(done=1, rdy=1)
        await self.write(AT["CtrlAddr"], CTRL.pack(done=1))
        assert await self.read(AT["CtrlAddr"]) == CTRL.pack(rdy=1)
        return found["err"]

    async def run(self, command: int, name: bytes = b"", mek: bytes = b"", **aux: int) -> int:
        await self.begin(command, name, mek, **aux)
        return await self.finish()

    # ---- host -----------------------------------------------------------------------------------
    async def command(self, name: bytes, op: int, unit: int, count: int) -> int:
        """Its identifier, once it is taken."""
        dut, chosen = self.dut, self.rng.getrandbits(16)
        dut.s_cmd_name.value = int.from_bytes(name, "little")
        dut.s_cmd_op.value, dut.s_cmd_unit.value = op, unit
        dut.s_cmd_count.value, dut.s_cmd_id.value = count, chosen
        await self.handshake("s_cmd_valid", "s_cmd_ready")
        return chosen

    async def send(self, units: list[bytes]) -> None:
        for n, unit in enumerate(units):
            for at in range(0, len(unit), 16):
                beat = unit[at : at + 16]
                self.dut.s_axis_tdata.value = int.from_bytes(beat, "little")
                self.dut.s_axis_tkeep.value = (1 << len(beat)) - 1
                last = n == len(units) - 1 and at + 16 >= len(unit)
                self.dut.s_axis_tlast.value, self.dut.s_axis_tuser.value = int(last), 2
                await self.handshake("s_axis_tvalid", "s_axis_tready")

    async def receive(self) -> tuple[bytes, int, int]:
        """Text of a packet, identifier and cause of its status; nothing if it ends with abort."""
        dut, text, last, status = self.dut, b"", False, None
        for _ in range(3000):
            await Timer(3, "ns")
            if int(dut.m_axis_tvalid.value):
                keep, last = int(dut.m_axis_tkeep.value), bool(int(dut.m_axis_tlast.value))
                beat = int(dut.m_axis_tdata.value).to_bytes(16, "little")
                text += beat[: keep.bit_count()]
                assert not int(dut.m_axis_tuser.value) & 4 or (last and not keep)
            if int(dut.m_status_valid.value):
                status = int(dut.m_status_id.value), int(dut.m_status_cause.value)
            await FallingEdge(dut.clk_i)
            if last and status:
                return text, *status
        raise AssertionError("no answer to a command")

    async def cipher(
        self, name: bytes, op: int, unit: int, units: list[bytes]
    ) -> tuple[bytes, int]:
        """Text and cause."""
        answer = cocotb.start_soon(self.receive())
        command = cocotb.start_soon(self.command(name, op, unit, len(units)))
        await self.send(units)
        text, found, cause = await answer
        assert found == await command
        return text, cause

    async def refused(self, name: bytes) -> None:
        text, cause = await self.cipher(name, ENCRYPT, 5, [bytes(32)])
        assert (text, cause) == (b"", CAUSE.CauseSlot)

    def units(self, length: int, count: int) -> list[bytes]:
        return [self.rng.randbytes(length) for _ in range(count)]


def xts(mek: bytes, size: int, number: int, units: list[bytes]) -> bytes:
    scheme = Xts(mek[: 32 + 32 * (size // 2)] if size != 1 else mek[:48])
    return b"".join(scheme.encrypt(tweak_of(number + n), unit) for n, unit in enumerate(units))


async def drive_of(dut: Any) -> Drive:
    drive = Drive(dut)
    await drive.start()
    return drive


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def units_under_the_key_of_a_name(dut: Any) -> None:
    """Every key size, both directions, whole and partial blocks; then each key is removed."""
    drive = await drive_of(dut)
    keys = {drive.rng.randbytes(20): (drive.rng.randbytes(64), n % 3) for n in range(SLOTS)}
    for name, (mek, size) in keys.items():
        await drive.refused(name)
        length = 512 if size else 100
        assert await drive.run(CMD.CmdLoad, name, mek, size=size, unit=length) == ERR.ErrNone
    for name, (mek, size) in keys.items():
        units, number = drive.units(512 if size else 100, 3), drive.rng.getrandbits(127)
        sealed = xts(mek, size, number, units)
        assert await drive.cipher(name, ENCRYPT, number, units) == (sealed, 0)
        length = len(units[0])
        back = [sealed[length * n : length * (n + 1)] for n in range(3)]
        assert await drive.cipher(name, DECRYPT, number, back) == (b"".join(units), 0)
        assert await drive.read(AT["MekAddr"]) == 0
    for name in keys:
        assert await drive.run(CMD.CmdUnload, name) == ERR.ErrNone
        await drive.refused(name)
    await drive.refused(bytes(20))
    assert int(dut.slot_ready_o.value) == (1 << SLOTS) - 1  # constant keys without a name


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def zeroise_by_command_and_pin(dut: Any) -> None:
    drive = await drive_of(dut)
    for pin in (False, True):
        names = [drive.rng.randbytes(20) for _ in range(SLOTS)]
        for name in names:
            assert await drive.run(CMD.CmdLoad, name, drive.rng.randbytes(64), size=2, unit=64) == 0
        if pin:
            dut.zeroise_i.value = 1
            await drive.cycles(1)
            dut.zeroise_i.value = 0
            await drive.until(rdy=1)
        else:
            assert await drive.run(CMD.CmdZeroise) == ERR.ErrNone
        assert int(dut.slot_ready_o.value) == 0
        for name in names:
            await drive.refused(name)
            assert await drive.run(CMD.CmdUnload, name) == ERR.ErrUnknown


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def keys_that_are_refused(dut: Any) -> None:
    """By the engine itself; the name keeps the key that it had."""
    drive = await drive_of(dut)
    name, mek, units = drive.rng.randbytes(20), drive.rng.randbytes(64), drive.units(64, 1)
    assert await drive.run(CMD.CmdLoad, name, mek, size=2, unit=64) == ERR.ErrNone
    half = drive.rng.randbytes(32)
    assert await drive.run(CMD.CmdLoad, name, half + half, size=2, unit=64) == ERR.ErrEqual
    short = half[:16] * 2 + drive.rng.randbytes(32)
    assert await drive.run(CMD.CmdLoad, name, short, size=0, unit=64) == ERR.ErrEqual
    for unit in (15, 513):
        assert await drive.run(CMD.CmdLoad, name, half * 2, size=2, unit=unit) == ERR.ErrUnit
    assert await drive.run(CMD.CmdLoad, name, mek, size=3, unit=64) == ERR.ErrSize
    assert await drive.cipher(name, ENCRYPT, 9, units) == (xts(mek, 2, 9, units), 0)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def known_answer_key(dut: Any) -> None:
    drive = await drive_of(dut)
    name = drive.rng.randbytes(20)
    for size in range(3):
        units = drive.units(64, 2)
        assert await drive.run(CMD.CmdKat, name, size=size, unit=64) == ERR.ErrNone
        assert await drive.cipher(name, ENCRYPT, 0, units) == (xts(KAT, size, 0, units), 0)
    assert await drive.run(CMD.CmdUnload, name) == ERR.ErrNone
    await drive.refused(name)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def a_change_waits_for_units_in_flight(dut: Any) -> None:
    """They keep their key, whether it is replaced or removed; the next command has the new one."""
    drive = await drive_of(dut)
    name, old, new = drive.rng.randbytes(20), drive.rng.randbytes(64), drive.rng.randbytes(64)
    for command in (CMD.CmdLoad, CMD.CmdUnload):
        assert await drive.run(CMD.CmdLoad, name, old, size=2, unit=64) == ERR.ErrNone
        units = drive.units(64, 3)
        answer = cocotb.start_soon(drive.receive())
        await drive.command(name, ENCRYPT, 7, 3)
        await drive.send([*units[:1], b""])
        await drive.begin(command, name, new)
        await drive.cycles(200)
        assert CTRL.unpack(await drive.read(AT["CtrlAddr"]))["exe"]
        await drive.send(units[1:])
        assert (await answer)[0] == xts(old, 2, 7, units)
        assert await drive.finish() == ERR.ErrNone
        if command == CMD.CmdLoad:
            assert await drive.cipher(name, ENCRYPT, 7, units) == (xts(new, 2, 7, units), 0)
        else:
            await drive.refused(name)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def the_scope_of_a_key(dut: Any) -> None:
    """COUNT of a name goes up with its units; at 2^44 they are refused; a new key starts again."""
    drive = await drive_of(dut)
    name, mek, units = drive.rng.randbytes(20), drive.rng.randbytes(64), drive.units(40, 3)

    async def count() -> int:
        low, high = [await drive.read(AT["CountAddr"] + at) for at in (0, 4)]
        return high << 32 | low

    other = drive.rng.randbytes(20)
    assert await drive.run(CMD.CmdLoad, other, mek, size=2, unit=40) == ERR.ErrNone
    assert (await drive.cipher(other, ENCRYPT, 0, units))[1] == 0
    for turn in range(2):
        await drive.put(AT["MetdAddr"], other)
        assert await count() == 9
        assert await drive.run(CMD.CmdLoad, name, mek, size=2, unit=40) == ERR.ErrNone
        assert await count() == 0
        sealed = xts(mek, 2, turn, units)
        assert await drive.cipher(name, ENCRYPT, turn, units) == (sealed, 0)
        assert await count() == 9
        memory = dut.u_sector.u_input.g_limit.u_key_blocks.u_sums.mem
        memory[1].value = (1 << 44) - 10
        assert await drive.cipher(name, ENCRYPT, turn, units) == (sealed, 0)
        assert await count() == (1 << 44) - 1
        assert await drive.cipher(name, DECRYPT, turn, units) == (b"", CAUSE.CauseLimit)
        assert await count() == (1 << 44) - 1
    assert await drive.run(CMD.CmdUnload, name) == ERR.ErrNone
    assert await count() == 0


def state(handle: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every register, memory and output, by its path."""
    if isinstance(handle, HierarchyObject | HierarchyArrayObject):
        for child in handle:
            yield from state(child, f"{path}.{child._name.rsplit('.', 1)[-1]}")
    elif hasattr(handle, "value"):
        yield path, str(handle.value)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def nothing_is_left_of_a_removed_key(dut: Any) -> None:
    """After keys that differ were loaded and unloaded, every register and memory is the same.

    But for the pointers of delay lines, which turn with time. The folded pipe turns too: it is
    looked at when its first pass begins.
    """
    drive = await drive_of(dut)
    phase = dut.u_sector.u_phases.u_cipher.g_every.phase_q
    name = drive.rng.randbytes(20)
    for size in range(3):
        found, seen = [], []
        for _ in range(2):
            mek = drive.rng.randbytes(64)
            assert await drive.run(CMD.CmdLoad, name, mek, size=size, unit=64) == ERR.ErrNone
            await drive.cycles(300)
            seen.append(dict(state(dut)))
            assert await drive.run(CMD.CmdUnload, name) == ERR.ErrNone
            await drive.cycles(300)
            while int(phase.value):
                await drive.cycles(1)
            found.append(dict(state(dut)))
        assert len(found[0]) > 300 and seen[0] != seen[1]
        moving = (".g_ring.read_ptr_q", ".g_ring.write_ptr_q")  # in every cycle
        paths = [path for path in found[0] if not path.endswith(moving)]
        left = [path for path in paths if found[0][path] != found[1][path]]
        assert not left, f"{len(left)} signals hold a secret: {left[:9]}"

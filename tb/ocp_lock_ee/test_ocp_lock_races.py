# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_ocp_lock_ee: host commands against changes of keys, zeroise at every moment."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import cocotb
from axil import OKAY, SLVERR
from cocotb.triggers import FallingEdge
from keyed_engine import Command
from lock import (
    AT,
    BLANK,
    CMD,
    CTRL,
    ERR,
    INFO_W,
    LONGEST,
    NO_SLOT,
    SIZE,
    SLOTS,
    Lock,
    aux_of,
    bench_of,
    engine_key,
)

NAMES = 2 * SLOTS + 2


@dataclass
class History:
    """What each name's key was, and when it changed; a change that is under way has no end yet."""

    keys: dict[bytes, int] = field(default_factory=dict)
    allowed: dict[bytes, set[int | None]] = field(default_factory=dict)

    def settle(self, name: bytes, key: int | None) -> None:
        """Nothing is under way for the name, and its key is this, or none."""
        self.allowed[name] = {key}

    def begin(self, name: bytes, key: int | None) -> None:
        self.allowed.setdefault(name, {None}).add(key)


def check(found: Command, name: bytes, before: set[int | None], after: set[int | None]) -> None:
    """A command has the key of its name, at some moment between its offer and its acceptance."""
    allowed = before | after
    if found.hit:
        assert found.slot != NO_SLOT
        key = found.key.data if found.key else None  # a zeroise took it: the engine refuses
        assert key in allowed or (key is None and None in allowed), (name.hex(), found)
        assert key != int.from_bytes(BLANK, "little")
        assert key is None or found.aux >> 32 == key & ((1 << 64) - 1), "aux of another key"
    else:
        assert found.slot == NO_SLOT and found.aux == 0 and None in allowed, name.hex()


class Host:
    """Sends commands for random names and keeps what they may meet."""

    def __init__(self, lock: Lock, names: list[bytes], history: History) -> None:
        self.lock, self.names, self.history = lock, names, history
        self.going = True
        self.hits = self.all = 0

    async def run(self) -> None:
        rng, engine = self.lock.rng, self.lock.engine
        while self.going:
            name = rng.choice(self.names)
            before = set(self.history.allowed.get(name, {None}))
            done = len(engine.commands)
            await self.lock.command(name, rng.getrandbits(INFO_W))
            while len(engine.commands) == done:
                before |= self.history.allowed.get(name, {None})
                await FallingEdge(self.lock.dut.clk_i)
            (found,) = engine.commands[done:]
            check(found, name, before, self.history.allowed.get(name, {None}))
            self.hits += found.hit
            self.all += 1
            await self.lock.cycles(rng.choice((0, 0, 0, 1, 7)))


async def uses(lock: Lock) -> None:
    """Slots are in use at times, so that keys have to wait for them."""
    while True:
        slot = lock.rng.randrange(SLOTS)
        lock.engine.uses.add(slot)
        await lock.cycles(lock.rng.randrange(30))
        lock.engine.uses.discard(slot)
        await lock.cycles(lock.rng.randrange(60))


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def commands_meet_the_key_of_their_name(dut: Any) -> None:
    """Loads, unloads, zeroises and refusals at random, beside a stream of commands."""
    lock, history = await bench_of(dut), History()
    rng = lock.rng
    names = [bytes(20), *(lock.name() for _ in range(NAMES - 1))]
    loaded: dict[bytes, int] = {}
    host = Host(lock, names, history)
    task = cocotb.start_soon(host.run())
    cocotb.start_soon(uses(lock))
    lock.engine.load_cycles = (1, 40)
    for _ in range(250):
        name, what = rng.choice(names), rng.random()
        lock.engine.busy_chance = rng.choice((0.0, 0.3, 0.9))
        if what < 0.6:
            mek = lock.mek()
            key = engine_key(mek, SIZE)
            full = name not in loaded and len(loaded) == SLOTS
            if not full:
                history.begin(name, key)
                history.begin(name, None) if name not in loaded else None
            error = await lock.load(name, mek, aux_of(SIZE, 512, key & ((1 << 64) - 1)))
            assert error == (ERR.ErrFull if full else ERR.ErrNone)
            if not full:
                loaded[name] = key
        elif what < 0.95:
            history.begin(name, None)
            error = await lock.unload(name)
            assert error == (ERR.ErrNone if name in loaded else ERR.ErrUnknown)
            loaded.pop(name, None)
        else:
            for each in names:
                history.begin(each, None)
            assert await lock.zeroise() == ERR.ErrNone
            loaded.clear()
        for each in names:
            history.settle(each, loaded.get(each))
        await lock.cycles(rng.choice((0, 0, 5, 40)))
    host.going = False
    await task
    assert host.hits > 100 and host.all - host.hits > 100


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def a_change_waits_for_what_was_found(dut: Any) -> None:
    """A command that the engine does not take holds every change of its name back."""
    lock = await bench_of(dut)
    name, other = lock.name(), lock.name()
    assert await lock.load(name, lock.mek(), aux_of(SIZE)) == ERR.ErrNone
    for command in (CMD.CmdLoad, CMD.CmdUnload):
        lock.engine.busy_chance = 1.0
        key, taken = lock.engine.keys[0], len(lock.engine.offered)
        await lock.command(name, 1)
        await lock.cycles(5)
        await lock.put(AT["MekAddr"], lock.mek())
        assert await lock.set_ctrl(cmd=command, exe=1) == OKAY
        await lock.cycles(40)
        assert lock.engine.keys[0] == key and len(lock.engine.offered) == taken
        assert int(dut.m_cmd_valid.value) and (await lock.ctrl())["exe"]
        commands = len(lock.engine.commands)
        lock.engine.busy_chance = 0.0
        assert await lock.finish(command) == ERR.ErrNone
        assert lock.engine.commands[commands].key == key
    await lock.misses(other)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def only_the_name_that_changes_waits(dut: Any) -> None:
    lock = await bench_of(dut)
    if SLOTS == 1:
        return
    names = [lock.name(), lock.name()]
    for name in names:
        assert await lock.load(name, lock.mek(), aux_of(SIZE)) == ERR.ErrNone
    lock.engine.uses = {0}
    await lock.put(AT["MetdAddr"], names[0])
    await lock.put(AT["MekAddr"], lock.mek())
    assert await lock.set_ctrl(cmd=CMD.CmdLoad, exe=1) == OKAY
    await lock.cycles(20)
    for _ in range(3):
        assert (await lock.look(names[1]))[:2] == (1, 1)
        await lock.misses(bytes(20))
    commands = len(lock.engine.commands)
    await lock.command(names[0], 1)
    await lock.cycles(60)
    assert len(lock.engine.commands) == commands and (await lock.ctrl())["exe"]
    lock.engine.uses = set()
    assert await lock.finish(CMD.CmdLoad) == ERR.ErrNone
    await lock.cycles(10)
    (found,) = lock.engine.commands[commands:]
    assert found.key == lock.engine.offered[-1] and found.slot == 0


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def a_command_that_waited_meets_the_change(dut: Any) -> None:
    """Also in its last cycle: a name that is being loaded is found, one that is removed is not."""
    lock = await bench_of(dut)
    lock.engine.busy_chance = 0.0
    for turn in range(12):
        lock.engine.load_cycles = (8 + turn % 4, 8 + turn % 4)
        name = lock.name()
        for command in (CMD.CmdLoad, CMD.CmdUnload):
            await lock.put(AT["MetdAddr"], name)
            await lock.put(AT["MekAddr"], lock.mek())
            await lock.put(AT["AuxAddr"], aux_of(SIZE))
            task = cocotb.start_soon(lock.set_ctrl(cmd=command, exe=1))
            while not int(dut.u_control.hold_o.value):
                await FallingEdge(dut.clk_i)
            await lock.cycles(turn // 4)
            slot, hit, _ = await lock.look(name)
            assert (slot, hit) == ((0, 1) if command == CMD.CmdLoad else (NO_SLOT, 0)), turn
            await task
            assert await lock.finish(command) == ERR.ErrNone


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def a_command_at_every_moment_of_a_change(dut: Any) -> None:
    """An engine that takes it late meets the old key or none, or the new key, never another."""
    lock = await bench_of(dut)
    for moment in range(20):
        for command in (CMD.CmdLoad, CMD.CmdUnload):
            name, old, new = lock.name(), lock.mek(), lock.mek()
            assert await lock.load(name, old, aux_of(SIZE)) == ERR.ErrNone
            await lock.put(AT["MekAddr"], new)
            lock.engine.busy_chance, lock.engine.load_cycles = 1.0, (3, 3)
            commands = len(lock.engine.commands)
            task = cocotb.start_soon(lock.set_ctrl(cmd=command, exe=1))
            await lock.cycles(moment)
            sent = cocotb.start_soon(lock.command(name, 1))
            await lock.cycles(25)
            lock.engine.busy_chance = 0.0
            await task
            await sent
            assert await lock.finish(command) == ERR.ErrNone
            await lock.cycles(8)
            (found,) = lock.engine.commands[commands:]
            allowed = {engine_key(old, SIZE), engine_key(new, SIZE)}
            if command == CMD.CmdUnload:
                allowed = {engine_key(old, SIZE)} if found.hit else set()
            assert (found.key.data if found.key else None) in (allowed or {None}), moment
            if command == CMD.CmdLoad:
                assert await lock.unload(name) == ERR.ErrNone


async def prepare_load(lock: Lock, name: bytes) -> None:
    await lock.put(AT["MetdAddr"], name)
    await lock.put(AT["MekAddr"], lock.mek())


async def prepare_unload(lock: Lock, name: bytes) -> None:
    await lock.put(AT["MetdAddr"], name)


async def zeroised_after(
    lock: Lock, prepare: Callable[[Lock, bytes], Awaitable[None]], command: int, moment: int
) -> int:
    """The error of a command that a zeroise meets so many cycles after its start."""
    dut, names = lock.dut, [lock.name() for _ in range(min(SLOTS, 2))]
    for name in names:
        assert await lock.load(name, lock.mek(), aux_of(SIZE)) == ERR.ErrNone
    await prepare(lock, names[0])
    assert await lock.set_ctrl(cmd=command, exe=1) == OKAY
    await lock.cycles(moment)
    length = lock.rng.choice((1, 1, 4))
    dut.zeroise_i.value = 1
    await lock.cycles(1)
    assert int(dut.u_regs.mek_q.value) == 0 and int(dut.u_table.bound_q.value) == 0
    assert int(dut.u_table.names_q.value) == 0 and int(dut.u_regs.written_q.value) == 0
    await lock.cycles(length - 1)
    dut.zeroise_i.value = 0
    assert not (await lock.ctrl())["rdy"] or not lock.engine.sweep
    error = await lock.finish(command)
    assert not lock.engine.sweep and not lock.engine.keys
    for name in names:
        await lock.misses(name)
    return error


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def zeroise_at_every_moment(dut: Any) -> None:
    """Of a load, an unload and a zeroise: it ends, nothing is left, the next one works."""
    lock = await bench_of(dut)
    lock.engine.load_cycles = (6, 6)
    for command, prepare in (
        (CMD.CmdLoad, prepare_load),
        (CMD.CmdKat, prepare_unload),
        (CMD.CmdUnload, prepare_unload),
        (CMD.CmdZeroise, prepare_unload),
    ):
        errors = [await zeroised_after(lock, prepare, command, moment) for moment in range(36)]
        assert ERR.ErrZeroised in errors and ERR.ErrNone in errors
        assert set(errors) <= {ERR.ErrZeroised, ERR.ErrNone}
        assert errors[0] == ERR.ErrZeroised and errors[-1] == ERR.ErrNone


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def zeroise_between_commands(dut: Any) -> None:
    """MEK is gone, words written during the pulse are refused, RDY is 0 meanwhile."""
    lock = await bench_of(dut)
    for moment in range(8):
        name = lock.name()
        assert await lock.load(name, lock.mek(), aux_of(SIZE)) == ERR.ErrNone
        await lock.put(AT["MekAddr"], lock.mek())
        lock.engine.sweep = 0
        answers = cocotb.start_soon(lock.axil.write(AT["MekAddr"], 0x12345678))
        await lock.cycles(moment)
        dut.zeroise_i.value = 1
        await lock.cycles(1)
        dut.zeroise_i.value = 0
        assert int(dut.u_regs.mek_q.value) == 0
        await lock.cycles(1)
        assert int(dut.u_regs.mek_q.value) == 0 and not int(dut.u_control.rdy_q.value)
        assert await answers == (SLVERR if moment in (0, 1) else OKAY), moment
        await lock.until(lambda c: c["rdy"] == 1)
        await lock.misses(name)
        assert await lock.run(CMD.CmdLoad) == ERR.ErrIncomplete
    # With a status that has not been acknowledged: it stays, and can be acknowledged at any time
    assert await lock.set_ctrl(cmd=9, exe=1) == OKAY
    await lock.until(lambda c: c["done"] == 1)
    dut.zeroise_i.value = 1
    await lock.cycles(2)
    assert (await lock.ctrl()) == CTRL.unpack(CTRL.pack(cmd=9, err=ERR.ErrCommand, done=1))
    assert await lock.set_ctrl(done=1) == OKAY
    assert (await lock.ctrl()) == CTRL.unpack(0)
    dut.zeroise_i.value = 0
    await lock.until(lambda c: c["rdy"] == 1)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def the_engine_is_zeroised_by_others(dut: Any) -> None:
    """Names remain, without a key; a load or unload then still works."""
    lock = await bench_of(dut)
    name = lock.name()
    assert await lock.load(name, lock.mek(), aux_of(SIZE)) == ERR.ErrNone
    lock.engine.keys.clear()
    await lock.cycles(1)
    await lock.misses(name)
    assert await lock.load(name, lock.mek(), aux_of(SIZE)) == ERR.ErrNone
    assert (await lock.look(name))[:2] == (0, 1)
    assert await lock.unload(name) == ERR.ErrNone
    assert lock.engine.keys[0].size == LONGEST


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def reset_removes_all(dut: Any) -> None:
    lock = await bench_of(dut)
    name = lock.name()
    assert await lock.load(name, lock.mek(), aux_of(SIZE)) == ERR.ErrNone
    await lock.put(AT["MekAddr"], lock.mek())
    dut.rst_ni.value = 0
    await FallingEdge(dut.clk_i)
    for signal in ("mek_q", "metd_q", "aux_q", "written_q"):
        assert int(getattr(dut.u_regs, signal).value) == 0, signal
    assert int(dut.u_table.names_q.value) == 0 and not int(dut.u_control.rdy_q.value)
    dut.rst_ni.value = 1
    await lock.until(lambda c: c["rdy"] == 1)
    assert lock.engine.keys  # the model has no reset: the key is there, and its name is not
    await lock.misses(name)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def a_master_leaves_reset_earlier(dut: Any) -> None:
    """What is offered during a reset waits for its end, and is then taken once."""
    lock = await bench_of(dut)
    before = len(lock.engine.commands)
    dut.rst_ni.value = 0
    await FallingEdge(dut.clk_i)
    write = cocotb.start_soon(lock.axil.write(0xF0, 0))  # no register is there
    read = cocotb.start_soon(lock.axil.read(AT["MetdAddr"]))
    command = cocotb.start_soon(lock.command(lock.name(), 1))
    await lock.cycles(3)
    dut.rst_ni.value = 1
    assert (await write, await read) == (SLVERR, (0, OKAY))
    await command
    await lock.until(lambda c: c["rdy"] == 1)
    assert len(lock.engine.commands) == before + 1

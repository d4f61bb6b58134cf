# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_ocp_lock_ee: commands, errors, the look-up of names."""

from typing import Any

import cocotb
from axil import OKAY, SLVERR
from cocotb.triggers import FallingEdge
from keyed_engine import CAUSE, Key
from lock import (
    AT,
    BUILT,
    CMD,
    CTRL,
    ERR,
    KAT,
    SIZE,
    SLOTS,
    Lock,
    aux_of,
    bench_of,
    blank,
    engine_key,
    fill,
)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def loads_reach_the_engine(dut: Any) -> None:
    """Every size: the fields of the key, the unit; names get slots in order and keep them."""
    lock = await bench_of(dut)
    names = [lock.name() for _ in range(SLOTS)]
    for turn in range(3 * SLOTS):
        slot, size, mek = turn % SLOTS, BUILT[turn % len(BUILT)], lock.mek()
        unit, aux = 16 + turn * 40, aux_of(size, 16 + turn * 40, lock.rng.getrandbits(224))
        before = len(lock.engine.offered)
        assert await lock.load(names[slot], mek, aux) == ERR.ErrNone
        want = Key(slot, size, unit, engine_key(mek, size))
        assert lock.engine.offered[before:] == [want]
        assert lock.engine.keys[slot] == want
        assert await lock.look(names[slot]) == (slot, 1, aux)
        assert await lock.get(AT["MekAddr"], 64) == bytes(64)
        assert await lock.get(AT["MetdAddr"], 20) == names[slot]
        assert await lock.get(AT["AuxAddr"], 32) == aux
    secret = set(lock.axil.seen) - {0}
    assert not any(int.from_bytes(mek[i : i + 4], "little") in secret for i in range(0, 64, 4))


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_key_is_written_whole(dut: Any) -> None:
    """Nothing is loaded unless all words of MEK were written since the last command."""
    lock = await bench_of(dut)
    name, mek = lock.name(), lock.mek()
    assert await lock.load(name, mek, aux_of(SIZE)) == ERR.ErrNone
    kept, before = dict(lock.engine.keys), len(lock.engine.offered)
    assert await lock.run(CMD.CmdLoad) == ERR.ErrIncomplete
    for missing in range(16):
        for word in range(16):
            if word != missing:
                await lock.put(AT["MekAddr"] + 4 * word, lock.rng.randbytes(4))
        assert await lock.run(CMD.CmdLoad) == ERR.ErrIncomplete, missing
    for command in (CMD.CmdNone, CMD.CmdUnload):  # these clear it too
        await lock.put(AT["MekAddr"], mek)
        await lock.put(AT["MetdAddr"], lock.name())
        await lock.run(command)
        await lock.put(AT["MetdAddr"], name)
        assert await lock.run(CMD.CmdLoad) == ERR.ErrIncomplete
    assert lock.engine.keys == kept and len(lock.engine.offered) == before
    assert (await lock.look(name))[1] == 1


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def names_differ_in_any_bit(dut: Any) -> None:
    lock = await bench_of(dut)
    name = lock.name()
    assert await lock.load(name, lock.mek(), aux_of(SIZE)) == ERR.ErrNone
    await lock.misses(bytes(20))
    for bit in range(160):
        other = bytearray(name)
        other[bit // 8] ^= 1 << bit % 8
        await lock.misses(bytes(other))
        if bit % 8 == 7:
            assert await lock.unload(bytes(other)) == ERR.ErrUnknown
    assert (await lock.look(name))[:2] == (0, 1)
    if SLOTS > 1:
        assert await lock.load(bytes(other), lock.mek(), aux_of(SIZE)) == ERR.ErrNone
        assert (await lock.look(bytes(other)))[:2] == (1, 1)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_full_table(dut: Any) -> None:
    """A new name is refused, a known one gets its new key, a removed one makes room."""
    lock = await bench_of(dut)
    names = await fill(lock)
    before = len(lock.engine.offered)
    extra = lock.name()
    assert await lock.load(extra, lock.mek(), aux_of(SIZE)) == ERR.ErrFull
    await lock.put(AT["MetdAddr"], extra)
    assert await lock.run(CMD.CmdKat) == ERR.ErrFull
    assert len(lock.engine.offered) == before
    await lock.misses(extra)
    for slot in lock.rng.sample(range(SLOTS), SLOTS):
        assert await lock.load(names[slot], lock.mek(), aux_of(SIZE, 528, 99)) == ERR.ErrNone
        assert await lock.look(names[slot]) == (slot, 1, aux_of(SIZE, 528, 99))
    for slot in lock.rng.sample(range(SLOTS), SLOTS):
        assert await lock.unload(names[slot]) == ERR.ErrNone
        assert lock.engine.offered[-1] == lock.engine.keys[slot] == blank(slot)
        await lock.misses(names[slot])
        await lock.misses(bytes(20))
        assert await lock.unload(names[slot]) == ERR.ErrUnknown
        assert await lock.load(extra, lock.mek(), aux_of(SIZE)) == ERR.ErrNone
        assert (await lock.look(extra))[:2] == (slot, 1)
        names[slot], extra = extra, lock.name()
        for other, name in enumerate(names):
            assert (await lock.look(name))[:2] == (other, 1)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def zeroise_command(dut: Any) -> None:
    """All names are gone, and DONE comes after the sweep."""
    lock = await bench_of(dut)
    for _ in range(3):
        names = await fill(lock)
        sweeps = lock.engine.sweeps
        assert await lock.set_ctrl(cmd=CMD.CmdZeroise, exe=1) == OKAY
        while not (await lock.ctrl())["done"]:
            assert (await lock.ctrl())["rdy"]
        assert not lock.engine.sweep and lock.engine.sweeps == sweeps + 1
        assert await lock.finish(CMD.CmdZeroise) == ERR.ErrNone
        assert not lock.engine.keys and int(dut.u_table.names_q.value) == 0
        for name in names:
            await lock.misses(name)
            assert await lock.unload(name) == ERR.ErrUnknown


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def known_answer_key(dut: Any) -> None:
    """Needs no MEK, and clears one that was written."""
    lock = await bench_of(dut)
    for size in BUILT:
        name = lock.name()
        await lock.put(AT["MetdAddr"], name)
        await lock.put(AT["AuxAddr"], aux_of(size, 512, 7))
        await lock.put(AT["MekAddr"], lock.mek()[: lock.rng.choice((0, 4, 64))])
        assert await lock.run(CMD.CmdKat) == ERR.ErrNone
        assert lock.engine.offered[-1] == Key(0, size, 512, engine_key(KAT, size))
        assert await lock.look(name) == (0, 1, aux_of(size, 512, 7))
        assert await lock.unload(name) == ERR.ErrNone


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def other_commands(dut: Any) -> None:
    lock = await bench_of(dut)
    (name, *_) = await fill(lock)
    await lock.put(AT["MetdAddr"], name)
    kept = dict(lock.engine.keys)
    for command in range(16):
        if command not in [CMD.CmdLoad, CMD.CmdUnload, CMD.CmdZeroise, CMD.CmdKat]:
            await lock.put(AT["MekAddr"], lock.mek())
            assert await lock.run(command) == ERR.ErrCommand
    assert lock.engine.keys == kept and (await lock.look(name))[:2] == (0, 1)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def wrong_sizes(dut: Any) -> None:
    """What the engine does not have, and what does not fit into its fields, is refused."""
    lock = await bench_of(dut)
    name, mek = lock.name(), lock.mek()
    assert await lock.load(name, mek, aux_of(SIZE)) == ERR.ErrNone
    kept = dict(lock.engine.keys)
    sizes = [size for size in range(4) if size not in BUILT] + [1 << n for n in range(2, 16)]
    for size in sizes:
        assert await lock.load(name, lock.mek(), aux_of(size)) == ERR.ErrSize, size
        if SLOTS > 1:
            assert await lock.load(lock.name(), lock.mek(), aux_of(size)) == ERR.ErrSize, size
    for unit in (0, 15, 4097, 8191, 8192 + 512, 16384 + 512, 32768 + 512):
        assert await lock.load(name, lock.mek(), aux_of(SIZE, unit)) == ERR.ErrUnit, unit
    assert lock.engine.keys == kept
    assert await lock.look(name) == (0, 1, aux_of(SIZE))
    for unit in (16, 17, 4096):
        assert await lock.load(name, lock.mek(), aux_of(SIZE, unit)) == ERR.ErrNone


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def keys_that_the_engine_refuses(dut: Any) -> None:
    """Change nothing; an unusable one is overwritten; a strange answer ends in a zeroise."""
    lock = await bench_of(dut)
    names, table = await fill(lock), {"KeyBadSize": "ErrSize", "KeyBadUnit": "ErrUnit"}
    table |= {"KeyEqual": "ErrEqual", "KeyUnusable": "ErrUnusable", "KeyZeroised": "ErrZeroised"}
    table |= {"KeyBadSlot": "ErrEngine", "KeyBadBeats": "ErrEngine"}
    for cause in CAUSE:
        if cause == CAUSE.KeyLoaded:
            continue
        kept, sweeps = dict(lock.engine.keys), lock.engine.sweeps
        lock.engine.causes = [int(cause)]
        slot = lock.rng.randrange(SLOTS)
        error = await lock.load(names[slot], lock.mek(), aux_of(SIZE, 16, 1))
        assert error == ERR[table[cause.name]], cause
        if cause in (CAUSE.KeyBadSize, CAUSE.KeyBadUnit, CAUSE.KeyEqual):
            assert lock.engine.keys == kept and lock.engine.sweeps == sweeps
            assert await lock.look(names[slot]) == (slot, 1, aux_of(SIZE, other=slot))
        elif cause == CAUSE.KeyUnusable:
            assert lock.engine.keys[slot] == blank(slot) and lock.engine.sweeps == sweeps
            await lock.misses(names[slot])
            assert await lock.load(names[slot], lock.mek(), aux_of(SIZE, other=slot)) == 0
        else:
            assert lock.engine.sweeps == sweeps + 1 and not lock.engine.keys
            for name in names:
                await lock.misses(name)
            names = await fill(lock)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def answers_of_another_slot(dut: Any) -> None:
    """To a load and to the constant key of an unload; or the constant key is refused."""
    lock = await bench_of(dut)
    for case in range(4):
        names = await fill(lock)
        sweeps, name = lock.engine.sweeps, names[-1]
        wrong = lock.rng.choice([n for n in range(16) if n != SLOTS - 1])
        if case in (0, 1):
            lock.engine.answer_slots = [wrong]
        else:
            lock.engine.causes = [int(CAUSE.KeyUnusable if case == 2 else CAUSE.KeyEqual)]
        if case == 0:
            assert await lock.load(name, lock.mek(), aux_of(SIZE)) == ERR.ErrEngine
        else:
            assert await lock.unload(name) == ERR.ErrEngine
        assert lock.engine.sweeps == sweeps + 1 and not lock.engine.keys
        for name in names:
            await lock.misses(name)


async def never_ready(lock: Lock) -> None:
    """Until a zeroise, after which the engine is right."""
    await lock.cycles(60)
    assert await lock.ctrl() == CTRL.unpack(0) and int(lock.dut.busy_o.value)
    assert await lock.set_ctrl(cmd=CMD.CmdKat, exe=1) == SLVERR
    lock.engine.slots = SLOTS
    lock.dut.zeroise_i.value = 1
    await lock.cycles(1)
    lock.dut.zeroise_i.value = 0
    await lock.until(lambda c: c["rdy"] == 1)
    await fill(lock)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def an_engine_with_too_many_slots(dut: Any) -> None:
    """The slot that stands for no key exists there."""
    lock = await bench_of(dut, ready=False)
    lock.engine.slots = 16
    await never_ready(lock)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def an_engine_that_answers_something_else(dut: Any) -> None:
    lock = await bench_of(dut, ready=False)
    lock.engine.answer_slots = [3]
    await never_ready(lock)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def count_is_that_of_the_key_in_metd(dut: Any) -> None:
    """As the engine gives it, whatever the other slots have; zero for a name without a key."""
    lock = await bench_of(dut)
    names, rng = await fill(lock), lock.rng
    counts = [1 << 44, *(rng.getrandbits(rng.choice((32, 44))) for _ in range(15))]

    async def engine() -> None:
        while True:
            await FallingEdge(dut.clk_i)
            dut.blocks_i.value = counts[int(dut.blocks_slot_o.value)]

    cocotb.start_soon(engine())

    async def count(name: bytes) -> int:
        await lock.put(AT["MetdAddr"], name)
        return int.from_bytes(await lock.get(AT["CountAddr"], AT["CountBytes"]), "little")

    for slot in rng.sample(range(SLOTS), SLOTS):
        assert await count(names[slot]) == counts[slot]
        counts[slot] += 1 if counts[slot] < 1 << 44 else -1
        assert await count(names[slot]) == counts[slot]
    assert await count(lock.name()) == 0
    for word in range(0, AT["CountBytes"], 4):
        assert await lock.axil.write(AT["CountAddr"] + word, 0) == SLVERR
    slot = rng.randrange(SLOTS)
    assert await lock.unload(names[slot]) == ERR.ErrNone
    assert await count(names[slot]) == 0
    assert await lock.zeroise() == ERR.ErrNone
    assert [await count(name) for name in names] == [0] * SLOTS

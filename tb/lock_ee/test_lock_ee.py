# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_lock_ee: registers, handshake, commands, errors, the look-up of names."""

from typing import Any

import cocotb
from axil import OKAY, SLVERR, Delays
from cocotb.triggers import FallingEdge, Timer
from keyed_engine import CAUSE, Key
from lock import (
    AT,
    BLANK,
    CMD,
    CTRL,
    ERR,
    KAT,
    LONGEST,
    NO_SLOT,
    SIZES,
    SLOTS,
    Lock,
    aux_of,
    bench_of,
    engine_key,
    fits,
)

BUILT = [size for size in range(3) if SIZES >> size & 1 and fits(size)]
SIZE = BUILT[-1]  # the longest that can be loaded


def known_words() -> list[int]:
    blocks = ("Mek", "Metd", "Aux", "Ctrl")
    return [
        address
        for name in blocks
        for address in range(AT[f"{name}Addr"], AT[f"{name}Addr"] + AT[f"{name}Bytes"], 4)
    ]


def blank(slot: int) -> Key:
    return Key(slot, LONGEST, 16, int.from_bytes(BLANK, "little"))


async def fill(lock: Lock) -> list[bytes]:
    """Every slot gets a key; they are given out in the order of their numbers."""
    names = [lock.name() for _ in range(SLOTS)]
    for slot, name in enumerate(names):
        assert await lock.load(name, lock.mek(), aux_of(SIZE, other=slot)) == ERR.ErrNone
        assert await lock.look(name) == (slot, 1, aux_of(SIZE, other=slot))
    return names


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def after_reset_all_is_zero(dut: Any) -> None:
    """RDY rises when the engine has answered; nothing is accepted before."""
    lock = await bench_of(dut, ready=False)
    lock.engine.sweep = 60  # the engine is not there yet
    assert await lock.ctrl() == CTRL.unpack(0)
    assert int(dut.busy_o.value)
    for address in (AT["MekAddr"], AT["MetdAddr"], AT["AuxAddr"], AT["CtrlAddr"]):
        assert await lock.axil.write(address, 0x15) == SLVERR
    assert await lock.ctrl() == CTRL.unpack(0)
    assert not lock.engine.offered
    found = await lock.until(lambda c: c["rdy"] == 1)
    assert found == CTRL.unpack(CTRL.pack(rdy=1))
    assert [key.slot for key in lock.engine.offered] == [NO_SLOT] and not lock.engine.keys
    for address in known_words()[:-1]:
        assert await lock.axil.read(address) == (0, OKAY)
    assert not int(dut.busy_o.value)
    await lock.misses(bytes(20))


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def words_of_the_map(dut: Any) -> None:
    """METD and AUX read back, each word by itself; MEK reads as zero; all else is refused."""
    lock = await bench_of(dut)
    metd, aux, mek = lock.name(), lock.rng.randbytes(32), lock.mek()
    for turn in range(2):
        await lock.put(AT["MetdAddr"], metd, shuffle=True)
        await lock.put(AT["AuxAddr"], aux, shuffle=True)
        await lock.put(AT["MekAddr"], mek, shuffle=True)
        assert await lock.get(AT["MetdAddr"], 20) == metd
        assert await lock.get(AT["AuxAddr"], 32) == aux
        assert await lock.get(AT["MekAddr"], 64) == bytes(64)
        assert int(dut.u_regs.mek_q.value) == int.from_bytes(mek, "little")
        metd, aux, mek = (bytes(b ^ 0xFF for b in part) for part in (metd, aux, mek))
        if turn == 0:
            unknown = [a for a in range(0, 256, 4) if a not in known_words()]
            for address in unknown:
                assert await lock.axil.write(address, 0xFFFF_FFFF) == SLVERR, hex(address)
                assert await lock.axil.read(address) == (0, SLVERR), hex(address)
    assert (await lock.ctrl()) == CTRL.unpack(CTRL.pack(rdy=1))


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def parts_of_a_word(dut: Any) -> None:
    """Are refused, and a write of no byte does nothing; low address bits do not count."""
    lock = await bench_of(dut)
    assert await lock.axil.write(AT["MetdAddr"] + 3, 0x01234567) == OKAY
    for strobe in range(15):
        answer = OKAY if strobe == 0 else SLVERR
        assert await lock.axil.write(AT["MetdAddr"], 0x89ABCDEF, strobe) == answer
        assert await lock.axil.write(AT["MekAddr"], 0x89ABCDEF, strobe) == answer
        start = CTRL.pack(cmd=CMD.CmdKat, exe=1)
        assert await lock.axil.write(AT["CtrlAddr"], start, strobe) == answer
    for low in range(4):
        assert await lock.axil.read(AT["MetdAddr"] + low) == (0x01234567, OKAY)
    assert int(dut.u_regs.mek_q.value) == int(dut.u_regs.written_q.value) == 0
    assert await lock.ctrl() == CTRL.unpack(CTRL.pack(rdy=1))


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def channels_in_any_order(dut: Any) -> None:
    """Address before data and data before address, answers that wait, reads beside writes."""
    lock = await bench_of(dut)
    rng, writing = lock.rng, [True]
    places = [AT["MetdAddr"] + 4 * i for i in range(5)] + [AT["AuxAddr"] + 4 * i for i in range(8)]
    words: list[list[int]] = [[0, 0] for _ in places]  # the last one may be on its way

    async def reads() -> None:
        while writing:
            delays = Delays(rng.choice((0, 0, 3)), 0, rng.choice((0, 0, 1, 4)))
            place = rng.randrange(len(places))
            before = len(words[place]) - 2
            word, answer = await lock.axil.read(places[place], delays)
            assert answer == OKAY and word in words[place][before:]

    reader = cocotb.start_soon(reads())
    for _ in range(400):
        place, word = rng.randrange(len(places)), rng.getrandbits(32)
        words[place].append(word)
        delays = Delays(*(rng.choice((0, 0, 0, 1, 2, 5)) for _ in range(3)))
        assert await lock.axil.write(places[place], word, delays=delays) == OKAY
    writing.clear()
    await reader
    for at, written in zip(places, words, strict=True):
        assert await lock.axil.read(at) == (written[-1], OKAY)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def two_cycles_for_a_write(dut: Any) -> None:
    await bench_of(dut)
    dut.s_axil_bready.value = 1
    dut.s_axil_awvalid.value = dut.s_axil_wvalid.value = 1
    dut.s_axil_wstrb.value = 15
    answers = 0
    for n in range(20):
        dut.s_axil_awaddr.value = AT["MetdAddr"]
        dut.s_axil_wdata.value = n
        await FallingEdge(dut.clk_i)
        answers += int(dut.s_axil_bvalid.value)
    assert answers == 10


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def channels_run_ahead(dut: Any) -> None:
    """Addresses, data and answers, each as fast as its own side likes: every write is answered."""
    lock = await bench_of(dut)
    rng, count = lock.rng, 200
    places = [AT["MetdAddr"] + 4 * i for i in range(5)] + [AT["AuxAddr"] + 4 * i for i in range(8)]
    writes = [(rng.choice([*places, 0xF0]), rng.getrandbits(32)) for _ in range(count)]
    at, slow = [0, 0, 0], [0.5, 0.5, 0.5]  # of the address, data and answer channels
    names = (("awvalid", "awready"), ("wvalid", "wready"), ("bready", "bvalid"))
    dut.s_axil_wstrb.value = 15
    shown = [False, False, False]
    for cycle in range(20 * count):
        if cycle % 40 == 0:
            slow = [rng.choice((0.0, 0.4, 0.9)) for _ in names]
        dut.s_axil_awaddr.value = writes[min(at[0], count - 1)][0]
        dut.s_axil_wdata.value = writes[min(at[1], count - 1)][1]
        for n, (mine, _) in enumerate(names):
            offer = at[n] < count and (shown[n] or rng.random() >= slow[n])
            shown[n] = offer
            getattr(dut, f"s_axil_{mine}").value = int(offer)
        await Timer(3, "ns")
        for n, (_, other) in enumerate(names):
            if shown[n] and int(getattr(dut, f"s_axil_{other}").value):
                if n == 2:
                    known = writes[at[2]][0] in places
                    assert int(dut.s_axil_bresp.value) == (OKAY if known else SLVERR)
                at[n], shown[n] = at[n] + 1, False
        assert at[2] <= min(at[:2])
        await FallingEdge(dut.clk_i)
        if at[2] == count:
            break
    assert at == [count] * 3
    lock.axil.idle()
    for place in places:
        (*_, last) = [0, *(word for to, word in writes if to == place)]
        assert await lock.axil.read(place) == (last, OKAY)


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


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def order_of_the_handshake(dut: Any) -> None:
    """What comes out of order is refused and changes nothing; the order itself still works."""
    lock = await bench_of(dut)
    name, mek = lock.name(), lock.mek()
    for address, part in (("MetdAddr", name), ("AuxAddr", aux_of(SIZE)), ("MekAddr", mek)):
        await lock.put(AT[address], part)
    # CMD alone starts nothing; an acknowledgement of nothing clears CMD and starts nothing
    assert await lock.set_ctrl(cmd=CMD.CmdUnload) == OKAY
    assert (await lock.ctrl()) == CTRL.unpack(CTRL.pack(rdy=1, cmd=CMD.CmdUnload))
    assert await lock.set_ctrl(cmd=CMD.CmdLoad, done=1, exe=1) == OKAY
    assert (await lock.ctrl()) == CTRL.unpack(CTRL.pack(rdy=1))
    lock.engine.uses = set(range(SLOTS))  # the load waits
    every = (1 << 32) - 1 & ~CTRL.pack(cmd=15, done=1) | CTRL.pack(cmd=CMD.CmdLoad)
    assert await lock.axil.write(AT["CtrlAddr"], every) == OKAY
    busy = CTRL.unpack(CTRL.pack(rdy=1, cmd=CMD.CmdLoad, exe=1))
    assert await lock.ctrl() == busy and int(dut.busy_o.value)
    for address in known_words():
        for word in (0, 0xFFFF_FFFF, CTRL.pack(done=1), CTRL.pack(cmd=CMD.CmdZeroise, exe=1)):
            assert await lock.axil.write(address, word) == SLVERR
    assert await lock.ctrl() == busy
    assert await lock.get(AT["MetdAddr"], 20) == name
    assert await lock.get(AT["AuxAddr"], 32) == aux_of(SIZE)
    lock.engine.uses = set()
    done = await lock.until(lambda c: c["done"] == 1)
    assert done == CTRL.unpack(CTRL.pack(rdy=1, cmd=CMD.CmdLoad, done=1))
    # Until it is acknowledged, nothing is started
    for word in (0, CTRL.pack(cmd=CMD.CmdZeroise, exe=1), CTRL.pack(cmd=CMD.CmdKat)):
        assert await lock.axil.write(AT["CtrlAddr"], word) == SLVERR
    assert await lock.ctrl() == done
    assert await lock.set_ctrl(cmd=CMD.CmdZeroise, done=1, exe=1) == OKAY
    assert (await lock.ctrl()) == CTRL.unpack(CTRL.pack(rdy=1))
    assert lock.engine.keys[0].data == engine_key(mek, SIZE)
    assert (await lock.look(name))[:2] == (0, 1)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def cycles_of_the_header(dut: Any) -> None:
    """Of EXE, and of the look-up: three, and one command every four."""
    lock = await bench_of(dut)
    lock.engine.busy_chance = 0.0
    (name, *_) = await fill(lock)
    for command, known, error in (
        (CMD.CmdUnload, False, ERR.ErrUnknown),
        (9, False, ERR.ErrCommand),
        (CMD.CmdUnload, True, ERR.ErrNone),
        (CMD.CmdKat, True, ERR.ErrNone),
        (CMD.CmdZeroise, False, ERR.ErrNone),
        (CMD.CmdKat, True, ERR.ErrNone),
    ):
        await lock.put(AT["MetdAddr"], name if known else lock.name())
        task = cocotb.start_soon(lock.set_ctrl(cmd=command, exe=1))
        while not int(dut.u_regs.exe_q.value):
            await FallingEdge(dut.clk_i)
        cycles, engine, waits = 0, 0, False
        while int(dut.u_regs.exe_q.value):
            await Timer(4, "ns")
            waits |= bool(int(dut.k_key_valid.value))
            engine += waits
            waits &= not int(dut.k_answer_valid.value)
            await FallingEdge(dut.clk_i)
            cycles += 1
        assert int(dut.u_regs.done_q.value)
        refused = error != ERR.ErrNone
        assert cycles == (3 if refused else 4 + engine) and bool(engine) == (not refused)
        await task
        assert await lock.finish(command) == error
    dut.s_cmd_valid.value = 1
    dut.s_cmd_name.value = int.from_bytes(name, "little")
    before = len(lock.engine.commands)
    for _ in range(40):
        await FallingEdge(dut.clk_i)
    assert len(lock.engine.commands) - before == 10
    dut.s_cmd_valid.value = 0
    await lock.cycles(6)
    task = cocotb.start_soon(lock.command(name, 1))
    for cycle in range(4):
        assert bool(int(dut.m_cmd_valid.value)) == (cycle == 3), cycle
        await FallingEdge(dut.clk_i)
    await task

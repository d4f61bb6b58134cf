# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_ocp_lock_ee: the map, AXI4-Lite, the order of a command, cycles."""

from typing import Any

import cocotb
from axil import OKAY, SLVERR, Delays
from cocotb.triggers import FallingEdge, Timer
from lock import (
    AT,
    CMD,
    CTRL,
    ERR,
    NO_SLOT,
    SIZE,
    SLOTS,
    aux_of,
    bench_of,
    engine_key,
    fill,
    known_words,
)


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
    for address in known_words():
        if address == AT["CtrlAddr"]:
            continue
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
        dut.s_axil_wdata.value = n // 2
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
    while not int(dut.s_cmd_ready.value):  # an offer stays until it is taken
        await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.s_cmd_valid.value = 0
    await lock.cycles(6)
    task = cocotb.start_soon(lock.command(name, 1))
    for cycle in range(4):
        assert bool(int(dut.m_cmd_valid.value)) == (cycle == 3), cycle
        await FallingEdge(dut.clk_i)
    await task

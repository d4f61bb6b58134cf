# SPDX-License-Identifier: Apache-2.0
"""seal_aes_iterative against `cryptography`: results, cycles, every cause, zeroise, reset."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

import cocotb
import formulas
from cocotb.triggers import FallingEdge
from core import Core, begin

# FIPS 197, appendix C: key 00 01 02 ..., one ciphertext per size
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
APPENDIX_C = (
    bytes.fromhex("69c4e0d86a7b0430d8cdb78070b4c55a"),
    bytes.fromhex("dda97ca4864cdfe06eaf70a0ec0d7191"),
    bytes.fromhex("8ea2b7ca516745bfeafc49904b496089"),
)
PACES = ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.3, 0.3), (0.9, 0.1), (0.1, 0.9))


def scale(core: Core) -> int:
    """The amount of traffic for a datapath: narrow ones take long."""
    return max(1, core.width // 16)


async def load_all(core: Core) -> None:
    for slot in range(core.slots):
        core.send_key(slot, core.random_key())
    await core.drain()


@cocotb.test
async def appendix_c(dut: Any) -> None:
    core = await begin(dut)
    for size in core.sizes:
        slot = random.randrange(core.slots)
        core.send_key(slot, bytes(range(16 + 8 * size)))
        await core.drain()
        for inverse in core.directions:
            text, result = (APPENDIX_C[size], PLAIN) if inverse else (PLAIN, APPENDIX_C[size])
            core.send_block(slot, inverse, text)
            while not core.due:
                await core.step()
            got = b"".join(d[0].to_bytes(core.width // 8, "little") for d in core.due)
            assert got == result  # of the model; the core's is compared with it
            await core.drain()


@cocotb.test
async def exact_cycles(dut: Any) -> None:
    """Blocks back to back, one block from rest, and keys take what the formulas say."""
    core = await begin(dut)
    for size in core.sizes:
        core.key_cycles.clear()
        slot = random.randrange(core.slots)
        core.send_key(slot, random.randbytes(16 + 8 * size))
        await core.drain()
        assert core.key_cycles == [formulas.key(core.width, size)]
        core.starts.clear()
        for _ in range(4):
            core.random_block([slot])
        while not core.done:
            await core.step()
        core.done = 0
        assert core.now - 1 - core.starts[0] == formulas.first(core.width, size, core.sbox)
        await core.drain()
        core.done = 0
        gaps = {b - a for a, b in zip(core.starts, core.starts[1:], strict=False)}
        assert gaps == {formulas.block(core.width, size, core.sbox)}


@cocotb.test
async def random_traffic(dut: Any) -> None:
    """Blocks and keys in any order at any pace, some of them wrong."""
    core = await begin(dut)
    await load_all(core)
    for idle, pause in PACES:
        core.idle, core.pause = idle, pause
        core.answers_pause = pause
        for _ in range(6 + 2 * scale(core)):
            dice = random.random()
            if dice < 0.15:
                core.send_key(random.randrange(core.slots), core.random_key())
            elif dice < 0.2:
                wrong_key(core)
            elif dice < 0.3:
                wrong_block(core)
            else:
                core.random_block()
            for _ in range(random.choice((0, 0, 0, formulas.block(core.width, 0, core.sbox)))):
                await core.step()
        await core.drain()


def wrong_key(core: Core) -> None:
    """A key with one or more faults; beats missing or too many, size or slot that are not there."""
    key = core.random_key()
    count = formulas.key_beats(core.width, len(key) // 8 - 2)
    extra = random.choice([n for n in (-count + 1, -1, 0, 1, 2, 40) if n > -count])
    size = random.choice([s for s in range(4) if s not in core.sizes])
    slot = random.choice([*range(core.slots), *range(core.slots, 16)])
    core.send_key(slot, key, size if extra == 0 or random.random() < 0.3 else None, extra)


def wrong_block(core: Core) -> None:
    extra = random.choice([n for n in (1 - core.beats, -1, 0, 1, 20) if n > -core.beats])
    core.send_block(random.randrange(16), random.getrandbits(1), random.randbytes(16), extra)


def faults(core: Core) -> list[Callable[[], None]]:
    """Functions that send one fault each: all causes, alone and together, any number of beats."""
    ready = next(iter(core.keys))
    absent = next(slot for slot in range(16) if slot not in core.keys)
    found: list[Callable[[], None]] = []
    for slot, inverse, extra in product(
        (ready, absent, 15), (0, 1), {1 - core.beats, -1, 0, 1, 2 * core.beats}
    ):
        good = slot == ready and inverse in core.directions and not extra
        if extra > -core.beats and not good:
            found.append(partial(core.send_block, slot, inverse, random.randbytes(16), extra))
    for slot, size in product((ready, core.slots % 16, 15), range(4)):
        key = random.randbytes(16 + 8 * (size % 3))
        count = formulas.key_beats(core.width, size % 3)
        for extra in {1 - count, -1, 0, 1, 40}:
            good = slot < core.slots and size in core.sizes and not extra
            if extra > -count and not good:
                found.append(partial(core.send_key, slot, key, size, extra))
    return found


@cocotb.test
async def every_fault(dut: Any) -> None:
    """After each faulty block and key: a good block under the old key, and its result."""
    core = await begin(dut)
    core.send_key(0, core.random_key())
    await core.drain()
    kinds = faults(core)
    assert len(kinds) > 20
    for send in random.sample(kinds, min(len(kinds), 2 * core.width)):
        send()
        core.random_block([0])
        await core.drain()
    assert list(core.keys) == [0]


@cocotb.test
async def withdrawn(dut: Any) -> None:
    """A block or key that is withdrawn before its first beat is taken has no effect."""
    core = await begin(dut)
    core.send_key(0, core.random_key())
    await core.drain()
    for offers in ((1, 0), (0, 1), (1, 1)):
        dut.s_key_valid.value, dut.s_axis_tvalid.value = offers
        assert not int(dut.s_key_ready.value) and not int(dut.s_axis_tready.value)
        await FallingEdge(dut.clk_i)
        dut.s_key_valid.value = dut.s_axis_tvalid.value = 0
        for _ in range(4):
            await FallingEdge(dut.clk_i)
        assert not int(dut.busy_o.value)
        core.random_block([0])
        core.send_key(0, core.random_key())
        core.random_block([0])
        await core.drain()


@cocotb.test
async def turns(dut: Any) -> None:
    """With blocks and keys always waiting, they are taken in turns."""
    core = await begin(dut)
    await load_all(core)
    core.order.clear()
    for _ in range(6):
        core.random_block()
        core.send_key(random.randrange(core.slots), core.random_key())
    await core.drain()
    changes = sum(a != b for a, b in zip(core.order, core.order[1:], strict=False))
    assert len(core.order) == 12 and changes == 11, core.order


@cocotb.test
async def answers_wait(dut: Any) -> None:
    """No key is begun while the answer to the one before waits; blocks continue."""
    core = await begin(dut)
    core.pause = 0.0
    for n in range(3):
        core.send_key(0, core.random_key())
        core.send_key(core.slots - 1, core.random_key())
        core.random_block([0])
        core.answers_pause = 1.0
        for _ in range(
            3 * formulas.key(core.width, 2) + 3 * formulas.block(core.width, 2, core.sbox)
        ):
            await core.step()
        assert core.order.count("s_key_") == 2 * n + 1 and core.order.count("s_axis_t") == n + 1
        core.answers_pause = 0.0
        await core.drain()


def memories(dut: Any) -> Iterator[tuple[str, int]]:
    """Everything that ever holds a key, a state or text."""
    width = int(dut.Width.value)
    columns = max(1, width // 32)
    for n in range(columns):
        for name, unit in (("keys", dut.u_keys), ("window", dut.u_schedule.u_window)):
            for i, word in enumerate(unit.g_lane[n].mem.value):
                yield f"{name} {n} {i}", int(word)
    if width == 128:
        yield "state", int(dut.u_state.g_register.state_q.value)
    else:
        for r in range(4):
            for q in range(columns):
                rows = dut.u_state.g_rows.g_row[r].g_column[q].mem
                for i, word in enumerate(rows.value):
                    yield f"state row {r} {q} {i}", int(word)
    if width < 32:
        yield "sums", int(dut.u_round.u_mix.g_serial.sum_q.value)
    yield "output", int(dut.data_q.value)


@cocotb.test
async def zeroise(dut: Any) -> None:
    """At any moment: gated at once, all zero after the stated cycles, then as after reset."""
    core = await begin(dut)
    for n in range(8 + scale(core)):
        core.idle, core.pause = random.choice(PACES)
        await load_all(core)
        used = [name for name, word in memories(dut) if word]
        assert len(used) > len(core.sizes)
        if n % 2:
            core.send_key(random.randrange(core.slots), core.random_key())
        for _ in range(2):
            core.random_block()
        spread = (
            formulas.key(core.width, 2) if n % 2 else 2 * formulas.block(core.width, 0, core.sbox)
        )
        for _ in range(random.randrange(spread)):
            await core.step()
        whole = formulas.sweep(core.width, core.slots)
        took = await core.zeroise(random.choice((1, 2, random.randrange(1, 2 * whole))))
        left = [name for name, word in memories(dut) if word]
        assert not left, f"{left} after {took} cycles"
        core.check_slots()
        await core.drain()


@cocotb.test
async def reset_any_time(dut: Any) -> None:
    """Between blocks, within them and within a sweep: nothing is left."""
    core = await begin(dut)
    for n in range(6):
        core.idle, core.pause = random.choice(PACES)
        await load_all(core)
        core.send_key(0, core.random_key())
        core.random_block()
        for _ in range(random.randrange(formulas.block(core.width, 0, core.sbox) * (1 + n % 3))):
            await core.step()
        if n % 2:
            dut.zeroise_i.value = 1
            for _ in range(random.randrange(1, formulas.sweep(core.width, core.slots))):
                await core.step()
        await core.reset()
        left = [name for name, word in memories(dut) if word]
        assert not left, f"{left} after a reset"
        core.check_slots()
        core.random_block()  # without a key now
        await core.drain()

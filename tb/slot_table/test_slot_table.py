# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_slot_table against a model: random uses, loads and look-ups of all sixteen numbers.

TABLE_SLOTS, TABLE_USES and TABLE_EVENTS in the environment say which table it is; its word has
five bits.
"""

import os
import random
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

SLOTS = int(os.environ["TABLE_SLOTS"])
USES = int(os.environ["TABLE_USES"])
EVENTS = int(os.environ["TABLE_EVENTS"])
CONTROLS = ("sweep_i", "drop_i", "set_i", "begin_i", "end_i")


@dataclass
class Model:
    ready: set[int | None] = field(default_factory=set)
    dropped: int | None = None  # in the cycle before
    info: dict[int, int] = field(default_factory=dict)
    uses: dict[int, int] = field(default_factory=lambda: dict.fromkeys(range(16), 0))


async def start(dut: Any) -> None:
    for name in (*CONTROLS, "load_slot_i", "info_i", "slot_i", "begin_slot_i", "end_slot_i"):
        getattr(dut, name).value = 0
    dut.rst_ni.value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1


async def look(dut: Any, model: Model, load_slot: int) -> None:
    """Every slot is read, and the uses of the slot being loaded."""
    for first in range(16):
        slots = [(first + 5 * event) % 16 for event in range(EVENTS)]
        dut.slot_i.value = sum(slot << 4 * event for event, slot in enumerate(slots))
        await Timer(1, "ps")
        for event, slot in enumerate(slots):
            ready, info = int(dut.ready_o.value) >> event & 1, int(dut.info_o.value) >> 5 * event
            assert bool(ready) == (slot in model.ready), f"slot {slot}"
            if slot in model.ready or slot >= SLOTS:
                assert info & 31 == model.info.get(slot, 0), f"slot {slot}"
    assert int(dut.slot_ready_o.value) == sum(1 << slot for slot in model.ready)
    assert bool(dut.used_o.value) == (model.uses[load_slot] > 0), f"uses of slot {load_slot}"


def step(dut: Any, model: Model, rng: random.Random, load_slot: int) -> None:
    """Draws the next cycle's inputs by the rules of the header, and moves the model on."""
    ends = [rng.randrange(16) for _ in range(EVENTS)]
    begins = [rng.choice((*ends, rng.randrange(16))) for _ in range(EVENTS)]
    ending, beginning, before = set(), set(), dict(model.uses)
    for event, slot in enumerate(ends):
        may = slot >= SLOTS or before[slot] > 0  # a number without a slot changes nothing
        if may and rng.random() < 0.5:
            ending.add(event)
            before[slot] -= slot < SLOTS
            model.uses[slot] -= slot < SLOTS
    for event, slot in enumerate(begins):
        if (slot >= SLOTS or model.uses[slot] < USES) and rng.random() < 0.6:
            beginning.add(event)
            model.uses[slot] += slot < SLOTS
    for name, slots, happens in (("begin", begins, beginning), ("end", ends, ending)):
        getattr(dut, f"{name}_i").value = sum(1 << event for event in happens)
        word = sum(slot << 4 * event for event, slot in enumerate(slots))
        getattr(dut, f"{name}_slot_i").value = word
    begun = {begins[event] for event in beginning}
    unused = model.uses[load_slot] == 0 and load_slot not in begun
    sets, info = rng.random() < 0.2, rng.randrange(32)
    drops = not sets and rng.random() < 0.1 and unused and load_slot not in ends
    dut.drop_i.value, dut.set_i.value, dut.info_i.value = int(drops), int(sets), info
    model.ready.discard(model.dropped)
    model.dropped = load_slot if drops else None
    if sets and load_slot < SLOTS:
        model.ready.add(load_slot)
        model.info[load_slot] = info


@cocotb.test(timeout_time=400, timeout_unit="us")
async def random_life(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    await start(dut)
    model, most = Model(), 0
    for cycle in range(4000):
        load_slot = rng.randrange(16)
        dut.load_slot_i.value = load_slot
        await look(dut, model, load_slot)
        step(dut, model, rng, load_slot)
        most = max(most, *model.uses.values())
        zero = cycle % 500 > 490
        dut.sweep_i.value = int(zero)
        await FallingEdge(dut.clk_i)
        if zero:
            model = Model(info=model.info)
            for name in CONTROLS:
                getattr(dut, name).value = 0
    assert most == USES, "no slot was used as often as it may be"


@cocotb.test(timeout_time=10, timeout_unit="us")
async def counts_to_the_last_use(dut: Any) -> None:
    """A slot is used until the last of all its uses has ended, however many there were."""
    await start(dut)
    slot = SLOTS - 1
    dut.load_slot_i.value = slot
    dut.begin_slot_i.value = dut.end_slot_i.value = sum(slot << 4 * n for n in range(EVENTS))
    left = 0
    while left < USES:
        some = min(EVENTS, USES - left)
        dut.begin_i.value, left = (1 << some) - 1, left + some
        await FallingEdge(dut.clk_i)
        assert int(dut.used_o.value)
    dut.begin_i.value, dut.end_i.value = 1 << EVENTS - 1, 1  # one goes, one comes
    await FallingEdge(dut.clk_i)
    assert int(dut.used_o.value)
    dut.begin_i.value = 0
    while left:
        some = min(EVENTS, left)
        dut.end_i.value, left = (1 << some) - 1 << EVENTS - some, left - some
        await FallingEdge(dut.clk_i)
        assert bool(dut.used_o.value) == (left > 0)

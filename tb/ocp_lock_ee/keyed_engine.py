# SPDX-License-Identifier: Apache-2.0
"""A model of an engine with key slots, as far as the registers see it: keys, commands, zeroise.

Its times are those that seal_key_load allows, chosen at random: work for the slot that is being
loaded waits, a key is taken when nothing uses its slot, every key is answered once, and a zeroise
gates at once.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from cocotb.triggers import FallingEdge, Timer

from sealwright.tools.sv_package import read_package

CAUSE = read_package("rtl/engine/seal_engine_pkg.sv").enums["key_cause_e"]


@dataclass(frozen=True)
class Key:
    slot: int
    size: int
    unit: int
    data: int


@dataclass(frozen=True)
class Command:
    """A command that the engine took, with the key that its slot then has."""

    slot: int
    hit: int
    aux: int
    info: int
    key: Key | None


@dataclass
class Engine:
    dut: Any
    rng: random.Random
    slots: int
    sizes: int = 7
    keys: dict[int, Key] = field(default_factory=dict)
    offered: list[Key] = field(default_factory=list)  # that were taken
    commands: list[Command] = field(default_factory=list)
    causes: list[int] = field(default_factory=list)  # of the next keys, in place of the right ones
    answer_slots: list[int] = field(default_factory=list)  # in place of the right ones
    sweeps: int = 0  # that have begun
    sweep: int = 0  # cycles left
    uses: set[int] = field(default_factory=set)  # slots whose keys cannot be replaced yet
    busy_chance: float = 0.3  # of the command stream, in a cycle
    load_cycles: tuple[int, int] = (1, 12)
    state: str = "idle"
    wait: int = 0
    key: Key | None = None
    cause: int = 0
    taken: bool = False

    def _get(self, name: str) -> int:
        return int(getattr(self.dut, name).value)

    def show(self, gate: bool) -> None:
        answer = self.state == "answer" and not gate
        self.dut.k_key_ready.value = int(self.state == "accept" and not gate)
        self.dut.k_answer_valid.value = int(answer)
        slot = self.key.slot if self.key else 0
        if answer and self.answer_slots:
            slot = self.answer_slots[0]
        self.dut.k_answer_slot.value = slot if answer else self.rng.getrandbits(4)
        self.dut.k_answer_cause.value = self.cause if answer else self.rng.getrandbits(3)
        ports = len(self.dut.slot_ready_i)
        ready = sum(1 << slot for slot in self.keys if slot < ports)
        self.dut.slot_ready_i.value = 0 if gate else ready

    async def run(self) -> None:
        """One turn per cycle, from its falling edge on."""
        while True:
            ready = self.rng.random() >= self.busy_chance and not self.sweep
            self.show(bool(self.sweep))
            self.dut.m_cmd_ready.value = 0
            await Timer(1, "ns")
            gate = bool(self._get("zeroise_o")) or self.sweep > 0
            self.show(gate)
            loading = self.state in ("hold", "accept", "expand")
            held = loading and self.key is not None and self.key.slot == self._get("m_cmd_slot")
            self.dut.m_cmd_ready.value = int(ready and not gate and not held)
            await Timer(2, "ns")
            self.monitor()
            self.commanded()
            self.step(gate)
            await FallingEdge(self.dut.clk_i)

    def monitor(self) -> None:
        if not self._get("k_key_valid"):
            assert self._get("k_key_data") == 0, "a key is visible while none is offered"
        if self._get("k_answer_valid"):
            assert self._get("k_answer_ready"), "an answer waits"

    def commanded(self) -> None:
        if self._get("m_cmd_valid") and self._get("m_cmd_ready"):
            names = ("slot", "hit", "aux", "info")
            slot, *rest = (self._get(f"m_cmd_{name}") for name in names)
            self.commands.append(Command(slot, *rest, self.keys.get(slot)))

    def refusal(self, key: Key) -> int:
        """The cause, or 0; the causes that a test asks for are those of other reasons."""
        if key.slot >= self.slots:
            return int(CAUSE.KeyBadSlot)
        if key.size == 3 or not self.sizes >> key.size & 1:
            return int(CAUSE.KeyBadSize)
        return int(CAUSE.KeyBadUnit) if not 16 <= key.unit <= 4096 else 0

    def step(self, gate: bool) -> None:
        if self._get("zeroise_o"):
            self.sweeps += not self.sweep
            self.sweep = self.rng.randint(3, 12)
        if gate:
            self.keys.clear()
            self.uses.clear()
            self.sweep -= self.sweep > 0 and not self._get("zeroise_o")
            if self.taken and self.state in ("expand", "answer"):
                self.state, self.cause = "answer", int(CAUSE.KeyZeroised)
            elif self.state != "answer":
                self.state = "idle"
            return
        offered = bool(self._get("k_key_valid"))
        names = ("slot", "size", "unit", "data")
        now = Key(*(self._get(f"k_key_{name}") for name in names)) if offered else None
        if self.state == "idle" and now:
            self.key, self.cause, self.taken = now, self.refusal(now), False
            self.state, self.wait = ("hold", 2) if not self.cause else ("accept", 0)
        elif self.state == "hold":
            assert now == self.key, "an offer changes"
            self.wait -= self.wait > 0
            if not self.wait and now and now.slot not in self.uses:
                self.state = "accept"
        elif self.state == "accept":
            assert now is not None and now == self.key, "an offer changes"
            self.accept(now)
        elif self.state == "expand":
            self.wait -= 1
            if self.wait <= 0:
                self.finish()
        elif self.state == "answer":
            if self.answer_slots:
                self.answer_slots.pop(0)
            self.state = "idle"

    def accept(self, key: Key) -> None:
        self.offered.append(key)
        if self.cause:
            self.state = "answer"
        elif self.causes and self.causes[0] not in (0, CAUSE.KeyUnusable):
            self.cause, self.state = self.causes.pop(0), "answer"  # refused: nothing changes
        else:
            self.keys.pop(key.slot, None)
            self.taken, self.state, self.wait = True, "expand", self.rng.randint(*self.load_cycles)

    def finish(self) -> None:
        assert self.key is not None
        self.state = "answer"
        self.cause = self.causes.pop(0) if self.causes else 0
        if not self.cause:
            self.keys[self.key.slot] = self.key

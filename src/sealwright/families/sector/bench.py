# SPDX-License-Identifier: Apache-2.0
"""Cycles per data unit of sector engines, measured in simulation.

Back to back: units follow each other, each with another tweak, and unless told otherwise another
operation and key than the one before; source and sink never wait. The spacing of a stream is
measured at the last input beats and at the last output beats of the units.
Expected is the number of calls of AES. One at a time: a command is offered only when the status of
the one before has come, as in Mancillas-López 2010; counted is from the first beat in to the last
beat out, and to the first beat out. Every unit is checked against the model."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.families.arguments import check_amount
from sealwright.families.packet.bench import numbers, slot_of, slots_for, spacing
from sealwright.families.sector import paper
from sealwright.families.sector.config import OPERATIONS, SectorConfig
from sealwright.families.sector.modes import BLOCK
from sealwright.families.sector.rules import scheme_of
from sealwright.families.sector.sim import (
    Cause,
    CommandResult,
    Event,
    KeyCause,
    KeyLoad,
    KeyResult,
    SectorSim,
    Units,
    UnitStamps,
    WaitReady,
)
from sealwright.model.sector.xts import tweak_of
from sealwright.report.tables import table

SIZES = (512, 4096)
STOLEN = (17, 33, 520)  # of schemes that steal ciphertext: sizes at which that weighs most
WARM_UP = 120
ALONE = 4  # units one at a time


@dataclass(frozen=True)
class Row:
    """Spacing of data units of one size; `cycles` is the larger of input and output."""

    op: str
    size: int
    cycles: float
    bits_per_cycle: float
    cycles_in: float
    cycles_out: float
    expected: int


@dataclass(frozen=True)
class Alone:
    """One unit of a size at a time: cycles from its first beat in."""

    op: str
    size: int
    first_block: int
    cycles: int


@dataclass(frozen=True)
class Workload:
    """What `bench` plays: see the command's options."""

    op: str
    slots: str = "alternate"
    keys: str = "same"
    count: int = 1
    units: int = 200
    seed: int = 1


def calls(config: SectorConfig, size: int) -> int:
    """Calls of AES for a unit of that many bytes under a key of the core's first size."""
    fitted = config.with_knobs(unit_limit=size, buffer_blocks=1024)
    return fitted.under(config.key_sizes[0])["calls"]


def expected(config: SectorConfig, size: int) -> int:
    """Cycles that the calls of a unit take, and at least one for each block."""
    return max(-(-calls(config, size) // config.pipes) * config.cycles, -(-size // BLOCK))


def published(config: SectorConfig, size: int) -> int | None:
    """The cycles of Mancillas-López 2010 for such a unit."""
    row = paper.row_of(config) if size == paper.SIZE else None
    return row.cycles if row else None


class Bench:
    """One simulated core with keys in all of its slots, for data units of one size at a time."""

    def __init__(self, config: SectorConfig, work: Workload) -> None:
        self.config, self.work = config, work
        self.random = random.Random(work.seed)
        self.sim = SectorSim(config, seed=work.seed)

    def load(self, size: int) -> dict[int, KeyResult[KeyCause]]:
        """New keys in all slots; the loads of each key size, the core idle."""
        config, mode = self.config, self.config.scheme
        sizes = config.key_sizes if self.work.keys == "mixed" else config.key_sizes[:1]
        loads: list[KeyLoad] = []
        for slot in range(config.slots):
            key = self.random.randbytes(mode.key_length(sizes[slot % len(sizes)]))
            hash_key = self.random.randbytes(BLOCK) if mode.has_hash_key else b""
            loads.append(KeyLoad(slot, key, size, hash_key))
        self.schemes = [scheme_of(config, load.key, load.hash_key) for load in loads]
        found = {}
        for load in loads:
            (key_result,) = self.sim.run([load, WaitReady(load.slot)]).keys
            found[mode.aes_bits(load.key)] = key_result
        return found

    def _slot(self, index: int) -> int:
        return slot_of(self.work.slots, index, self.config.slots, self.random)

    def _op(self, index: int) -> str:
        mixed = tuple(OPERATIONS)[index % 2]
        return mixed if self.work.op == "mixed" else self.work.op

    def command(self, index: int, size: int, count: int) -> Units:
        """A command for `count` units."""
        return Units(
            op=OPERATIONS[self._op(index)],
            slot=self._slot(index),
            number=self._first(index, count),
            texts=tuple(self.random.randbytes(size) for _ in range(count)),
        )

    def _first(self, index: int, count: int) -> int:
        """Numbers go on from command to command; HCTR2-TwKD wants byte 0 below 64."""
        number = 1000 + index * count
        return number if self.config.mode != "hctr2-twkd" else (number // 64) << 8 | number % 64

    def play(self, commands: Sequence[Units]) -> tuple[CommandResult, ...]:
        """Runs the commands and checks each unit."""
        events: Sequence[Event] = commands
        results = self.sim.run(events).commands
        for sent, got in zip(commands, results, strict=True):
            scheme = self.schemes[sent.slot]
            encrypts = self.config.encrypts(list(OPERATIONS)[sent.op])
            way = scheme.encrypt if encrypts else scheme.decrypt
            wanted = (way(tweak_of(sent.number + i), text) for i, text in enumerate(sent.texts))
            if got.cause is not Cause.NONE or got.text != b"".join(wanted):
                raise CheckFailed(f"bench: command {got.ident} came out wrong ({got.cause.name})")
        return results

    def row(self, size: int) -> Row:
        """Units of one size, back to back."""
        work = self.work
        commands = -(-(WARM_UP + work.units) // work.count)
        results = self.play([self.command(i, size, work.count) for i in range(commands)])
        stamps: list[UnitStamps] = [unit for result in results for unit in result.units]
        return Row(
            op=work.op,
            **spacing(stamps, WARM_UP, size),
            expected=expected(self.config, size),
        )

    def alone(self, size: int) -> list[Alone]:
        """The slowest of a few units of each operation, one at a time."""
        ops = tuple(OPERATIONS) if self.work.op == "mixed" else (self.work.op,)
        found = []
        for op in ops:
            stamps: list[UnitStamps] = []
            for i in range(ALONE):
                command = replace(self.command(i, size, 1), op=OPERATIONS[op])
                stamps += self.play([command])[0].units
            first = max(unit.first_out - unit.first_in for unit in stamps)
            found.append(Alone(op, size, first, max(u.last_out - u.first_in for u in stamps)))
        return found


def measure(config: SectorConfig, sizes: Sequence[int], work: Workload) -> dict[str, Any]:
    """Everything that `bench` reports, as it is written with --json."""
    bench = Bench(config, work)
    rows: list[Row] = []
    alone: list[Alone] = []
    ready: dict[str, dict[str, int]] = {}
    for size in sizes:
        loads = bench.load(size)
        ready[str(size)] = {str(bits): key.ready - key.accepted for bits, key in loads.items()}
        rows.append(bench.row(size))
        alone += bench.alone(size)
    bench.sim.close()
    return {
        "core": config.name,
        "mode": config.mode,
        "workload": asdict(work),
        "results": [asdict(row) for row in rows],
        "alone": [asdict(each) for each in alone],
        "key_ready_cycles": ready,
    }


def missed(config: SectorConfig, found: dict[str, Any]) -> list[str]:
    """Sizes at which units take more than two cycles beside their calls of AES.

    This is promised where phases overlap: from 512 bytes on, with eight units in flight or more,
    and buffers for two. HCTR2-TwKD needs `own_key` cycles for the key of a unit.
    """
    if config.units_in_flight < 8:
        return []
    least = config.under(config.key_sizes[0]).get("own_key", 0)
    return [
        f"{row['size']} bytes: {row['cycles']:.3f} cycles per unit, {row['expected']} calls"
        for row in found["results"]
        if SIZES[0] <= row["size"] <= BLOCK * config.buffer_blocks // 2
        and row["cycles"] > max(row["expected"] + 2, least)
    ]


def rate(config: SectorConfig) -> float:
    """Bits per cycle of the longest units of the default sizes."""
    size = default_sizes(config)[-1]
    found = measure(config, [size], default_work(config, 1))
    return float(found["results"][0]["bits_per_cycle"])


# ---- printing ------------------------------------------------------------------------------


def text_of(config: SectorConfig, found: dict[str, Any]) -> str:
    """The report as text, cycles of the paper beside it."""
    heads = ("operation", "bytes", "cycles per unit", "in", "out", "calls", "bits per cycle")
    rows = [
        (
            *(row["op"], row["size"], f"{row['cycles']:.3f}"),
            *(f"{row['cycles_in']:.3f}", f"{row['cycles_out']:.3f}"),
            *(row["expected"], f"{row['bits_per_cycle']:.2f}"),
        )
        for row in found["results"]
    ]
    single = [
        (
            *(each["op"], each["size"], each["first_block"], each["cycles"]),
            published(config, each["size"]) or "",
        )
        for each in found["alone"]
    ]
    ready = (
        f"{bits} bit {cycles}" + f" ({size} bytes)"
        for size, loads in found["key_ready_cycles"].items()
        for bits, cycles in loads.items()
    )
    lines = [found["core"], "", table(heads, rows), "", "One unit at a time:", ""]
    lines.append(
        table(
            ("operation", "bytes", "to the first block", "to the last", "Mancillas-López 2010"),
            single,
        )
    )
    return "\n".join([*lines, "", f"Key accepted to slot ready: {', '.join(ready)}"])


# ---- options ---------------------------------------------------------------------------------


def default_work(config: SectorConfig, seed: int) -> Workload:
    """The command without options: what a core can do changes with every unit."""
    ops = config.operations()
    return Workload("mixed" if len(ops) > 1 else ops[0], seed=seed)


def default_sizes(config: SectorConfig) -> list[int]:
    """Those of disks, as far as the core takes them, and some with ciphertext stealing."""
    sizes = SIZES + (STOLEN if config.mode == "xts" else ())
    return sorted({min(size, config.unit_limit) for size in sizes})


def workload(
    config: SectorConfig, seed: int, options: Mapping[str, Any]
) -> tuple[list[int], Workload]:
    """Sizes and workload of the command's options."""
    count, units, slots, keys = (options[name] for name in ("count", "units", "slots", "keys"))
    op = options["op"] or default_work(config, seed).op
    wanted = tuple(OPERATIONS) if op == "mixed" else (op,)
    if not set(wanted) <= set(config.operations()):
        has = ", ".join(config.operations())
        raise UsageError(f"--op {op}: {config.name} has only {has}")
    if not 1 <= count <= 4096:
        raise UsageError(f"--count {count}: must be 1 to 4096")
    sizes = _sizes(config, options["sizes"])
    check_amount("--units", units, max(sizes))
    return sizes, Workload(op, slots_for(slots, keys), keys, count, units, seed)


def _sizes(config: SectorConfig, text: str | None) -> list[int]:
    if text is None:
        return default_sizes(config)
    sizes = numbers(text)
    whole = all(size % BLOCK == 0 for size in sizes) or not config.scheme.whole
    if not sizes or not whole or not all(BLOCK <= size <= config.unit_limit for size in sizes):
        blocks = ", whole blocks" if config.scheme.whole else ""
        limits = f"from 16 to {config.unit_limit}{blocks}"
        raise UsageError(f"--sizes {text}: byte counts {limits}, separated by commas")
    return sizes

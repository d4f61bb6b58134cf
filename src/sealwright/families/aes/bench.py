# SPDX-License-Identifier: Apache-2.0
"""Cycles per block and per change of key of AES cores, measured in simulation.

Blocks follow each other back to back; source and sink never wait. The spacing is that of 1,000
blocks after warm-up, at the input and at the output. Every block is checked against the model.

For keys on the fly: the cycles without a block between the last block of one key and the first of
the next, for every pair of key sizes and every distance between two changes, beside what the thesis
states (Patel 2008: P. Patel, University of Waterloo 2008, sections 4.2.2 and 4.4, Eq. 4.1, Table
4.3)."""

import random
from dataclasses import asdict, dataclass
from typing import Any

from sealwright.base.errors import CheckFailed
from sealwright.families.aes.config import AesConfig
from sealwright.families.aes.sim import AesSim, Block, Cause, Event, Key, RunResult, told
from sealwright.model.aes import decrypt_blocks, encrypt_blocks
from sealwright.report.tables import table

BLOCKS, WARM_UP = 1000, 100
DISTANCES = range(1, 21)  # blocks between two changes of key
# Internet Performance Index, as the thesis takes it: share of the packets of that size in bytes
IPI = {1500: 0.60, 576: 0.20, 552: 0.15, 44: 0.05}
# Table 4.3 of the thesis, this work: latency in cycles, average of at most 36 Gb/s
PATEL_CHANGES = {"four-cycle": ((4, 14), 32.35), "one-cycle": ((1, 14), 33.99)}
PATEL_MAX = 36.0


@dataclass(frozen=True)
class Row:
    """Sustained spacing of blocks; `cycles` is the larger of input and output."""

    op: str
    key_bits: int
    cycles: float
    bits_per_cycle: float
    latency: int


@dataclass(frozen=True)
class Change:
    """Changes from keys of one size to keys of another: cycles, by the blocks that each key has."""

    old_bits: int
    new_bits: int
    cycles: dict[int, int]


class Bench:
    """One simulated core and the random numbers of a run."""

    def __init__(self, config: AesConfig, seed: int) -> None:
        self.config = config
        self.random = random.Random(seed)
        self.sim = AesSim(config, seed=seed)

    def play(self, events: list[Event]) -> RunResult:
        """Runs events and checks every block."""
        found = self.sim.run(events)
        keys: dict[int, bytes] = {}
        results = iter(found.blocks)
        for event in events:
            if isinstance(event, Key):
                keys[event.slot] = event.data
                continue
            model = decrypt_blocks if event.inverse else encrypt_blocks
            shown, block = next(results).shown, model(keys[event.slot], event.data)
            wanted = Cause.NONE, block, event.inverse, event.slot
            if shown != wanted:
                raise CheckFailed(f"{self.config.name}: {told(shown)}, not {told(wanted)}")
        return found

    def key(self, bits: int, slot: int = 0) -> Key:
        return Key(self.random.randbytes(bits // 8), slot)

    def block(self, slot: int = 0, *, inverse: bool) -> Block:
        return Block(self.random.randbytes(16), slot, inverse)

    def spacing(self, bits: int, *, inverse: bool) -> Row:
        """Blocks of one key, back to back."""
        count = WARM_UP + BLOCKS
        events: list[Event] = [self.key(bits)]
        events += [self.block(inverse=inverse) for _ in range(count)]
        blocks = self.play(events).blocks
        late = blocks[WARM_UP - 1 :]
        cycles = max(late[-1].last_in - late[0].last_in, late[-1].last_out - late[0].last_out)
        alone = self.play([self.key(bits), self.block(inverse=inverse)]).blocks[0]
        return Row(
            "decrypt" if inverse else "encrypt",
            bits,
            cycles / BLOCKS,
            128 * BLOCKS / cycles,
            alone.last_out - alone.first_in,
        )

    def key_ready(self, bits: int) -> int:
        """From the offer of a key to its answer, the core idle."""
        key = self.play([self.key(bits)]).keys[0]
        return key.answered - key.offered

    def change(self, old: int, new: int, blocks: int) -> int:
        """Cycles between the last of `blocks` blocks of an old key and the first of the new.

        The key before the old one was in use for long enough that it causes no delay.
        """
        events: list[Event] = [self.key(new), *self._blocks(40)]
        events += [self.key(old), *self._blocks(blocks), self.key(new), *self._blocks(40)]
        found = self.play(events).blocks
        last = found[40 + blocks - 1].first_in
        return found[40 + blocks].first_in - last - 1

    def _blocks(self, count: int) -> list[Block]:
        return [self.block(inverse=False) for _ in range(count)]


def spacing(config: AesConfig, seed: int = 1) -> Row:
    """Blocks under the core's shortest key in its first direction, back to back."""
    bench = Bench(config, seed)
    try:
        return bench.spacing(min(config.key_sizes), inverse=config.directions()[0])
    finally:
        bench.sim.close()


def sigma(size: int, cycles: int) -> float:
    """Eq. (4.1): what is left of the throughput when every packet has a key of its own."""
    blocks = size * 8 / 128
    return blocks / (blocks + cycles)


def _packet_change(change: Change, size: int) -> int:
    """Cycles of a change after a packet of that many bytes."""
    return change.cycles[min(-(-size // 16), max(change.cycles))]


def ipi_share(changes: list[Change]) -> float:
    """The mean of Eq. (4.1) over the packets of the IPI and all pairs of key sizes."""
    total = sum(
        share * sigma(size, _packet_change(change, size))
        for change in changes
        for size, share in IPI.items()
    )
    return total / len(changes)


def measure(config: AesConfig, seed: int = 1) -> dict[str, Any]:
    """Everything that `bench` reports of an AES core."""
    bench = Bench(config, seed)
    rows = [
        bench.spacing(bits, inverse=inverse)
        for bits in config.key_sizes
        for inverse in config.directions()
    ]
    found: dict[str, Any] = {
        "core": config.name,
        "results": [asdict(row) for row in rows],
        "key_ready_cycles": {str(bits): bench.key_ready(bits) for bits in config.key_sizes},
    }
    if config.key_first:
        changes = [
            Change(old, new, {n: bench.change(old, new, n) for n in DISTANCES})
            for old in config.key_sizes
            for new in config.key_sizes
        ]
        found["key_change"] = [
            {
                "old_bits": change.old_bits,
                "new_bits": change.new_bits,
                "cycles": {str(n): cycles for n, cycles in change.cycles.items()},
            }
            for change in changes
        ]
        found["ipi_share"] = ipi_share(changes)
    bench.sim.close()
    return found


def missed(config: AesConfig, found: dict[str, Any]) -> list[str]:
    """Blocks and changes of key that take more cycles than the formulas of the core have."""
    lines = [
        f"{row['op']}, {row['key_bits']} bit: {row['cycles']:.3f} cycles per block, "
        f"not {config.block_cycles(row['key_bits'])}"
        for row in found["results"]
        if row["cycles"] > config.block_cycles(row["key_bits"])
    ]
    for change in found.get("key_change", ()):
        old, new = change["old_bits"], change["new_bits"]
        lines += [
            f"{old} to {new} bit after {n} blocks: {cycles} cycles, not {promised}"
            for n, cycles in change["cycles"].items()
            if cycles > (promised := config.key_change_cycles(old, int(n)))
        ]
    return lines


def _changes_text(config: AesConfig, found: dict[str, Any]) -> list[str]:
    """The key changes as a table, and the thesis beside them."""
    rows = []
    for change in found["key_change"]:
        cycles = {int(n): value for n, value in change["cycles"].items()}
        least = min(cycles.values())
        full = min(n for n, value in cycles.items() if value == least)
        pair = f"{change['old_bits']} to {change['new_bits']}"
        rows.append((pair, least, full, max(cycles.values())))
    heads = ("key change", "cycles", "from this many blocks per key on", "cycles at worst")
    share = found["ipi_share"]
    low, high = min(row[1] for row in rows), max(row[3] for row in rows)
    lines = [
        table(heads, rows),
        "",
        f"A key for every packet, IPI: {100 * share:.1f} % of the throughput (Eq. 4.1), "
        f"{PATEL_MAX * share:.2f} of {PATEL_MAX:.0f} Gb/s.",
    ]
    if config.key_change in PATEL_CHANGES:
        (least, worst), average = PATEL_CHANGES[config.key_change]
        lines.append(
            f"Latency {low} to {high} cycles; Patel 2008, Table 4.3: {least} to {worst}, "
            f"{average} Gb/s."
        )
    return lines


def text_of(config: AesConfig, found: dict[str, Any]) -> str:
    """The measurement as plain text."""
    rows = [
        (r["op"], r["key_bits"], f"{r['cycles']:.3f}", f"{r['bits_per_cycle']:.2f}", r["latency"])
        for r in found["results"]
    ]
    heads = ("operation", "key", "cycles per block", "bits per cycle", "latency")
    ready = ", ".join(f"{bits} bit {n}" for bits, n in found["key_ready_cycles"].items())
    lines = [f"{config.name}", "", table(heads, rows), "", f"Key offered to answered: {ready}"]
    if config.key_in_beats:
        lines.append("(`key_load` of `sealwright info` counts from the first beat, a cycle later)")
    if "key_change" in found:
        lines += ["", *_changes_text(config, found)]
    return "\n".join(lines)

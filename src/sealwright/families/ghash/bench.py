# SPDX-License-Identifier: Apache-2.0
"""Cycles of GHASH cores, measured in simulation: by message, back to back, and of a key load.

Messages of one size follow each other, of any slots; source and sink never wait. The spacing is
that of 400 messages after warm-up, at the input and at the output. Every hash is checked.
"""

import random
from dataclasses import asdict, dataclass
from typing import Any

from sealwright.base.errors import CheckFailed
from sealwright.families.ghash.config import GhashConfig
from sealwright.families.ghash.random_messages import padded
from sealwright.families.ghash.sim import BLOCK, Event, GhashSim, HashResult, Key, Message
from sealwright.model.ghash import ghash_fast
from sealwright.report.tables import table

MESSAGES, WARM_UP = 400, 40
SIZES = (0, 16, 44, 64, 576, 1500, 4096)  # bytes
DIFFERENT = 8  # messages of a size, which are repeated


@dataclass(frozen=True)
class Row:
    """Messages of a size: cycles from one to the next, the larger of input and output."""

    size: int
    cycles: float
    expected: int
    bits_per_cycle: float
    latency: int  # alone, from the last beat to the hash


class Bench:
    """One simulated core and the random numbers of a run."""

    def __init__(self, config: GhashConfig, seed: int) -> None:
        self.config = config
        self.random = random.Random(seed)
        self.sim = GhashSim(config, seed=seed)
        self.keys: dict[int, bytes] = {}

    def load(self) -> int | None:
        """Fills all slots; cycles from the offer of a key to its answer."""
        if self.config.fixed:
            self.keys = {0: bytes.fromhex(self.config.h)}
            return None
        cycles = 0
        for slot in range(self.config.slots):
            self.keys[slot] = self.random.randbytes(BLOCK)
            key = self.sim.run([Key(self.keys[slot], slot)]).keys[0]
            cycles = max(cycles, key.answered - key.offered)
        return cycles

    def play(self, size: int, count: int) -> tuple[HashResult, ...]:
        """So many messages of a size, checked."""
        texts = [self.random.randbytes(size) for _ in range(DIFFERENT)]
        slots = [self.random.choice(list(self.keys)) for _ in range(count)]
        wanted = {
            (slot, text): ghash_fast(self.keys[slot], padded(text))
            for slot in set(slots)
            for text in texts
        }
        chosen = [(slot, texts[n % DIFFERENT]) for n, slot in enumerate(slots)]
        events: list[Event] = [Message(text, slot) for slot, text in chosen]
        found = self.sim.run(events).hashes
        for pair, result in zip(chosen, found, strict=True):
            if result.cause or result.data != wanted[pair]:
                raise CheckFailed(f"{self.config.name}: the hash of {size} bytes is wrong")
        return found

    def spacing(self, size: int) -> Row:
        """Messages of a size, back to back, and one alone."""
        late = self.play(size, WARM_UP + MESSAGES)[WARM_UP - 1 :]
        into = late[-1].cycles_in[-1] - late[0].cycles_in[-1]
        out = late[-1].cycle_out - late[0].cycle_out
        cycles = max(into, out) / MESSAGES
        alone = self.play(size, 1)[0]
        latency = alone.cycle_out - alone.cycles_in[-1]
        return Row(size, cycles, beats(self.config, size), 8 * size / cycles, latency)


def beats(config: GhashConfig, size: int) -> int:
    """Of a message of that many bytes: its cycles."""
    return max(-(-size // config.beat_bytes), 1)


def measure(config: GhashConfig, seed: int = 1) -> dict[str, Any]:
    """Everything that `bench` reports of a GHASH core."""
    bench = Bench(config, seed)
    load = bench.load()
    rows = [bench.spacing(size) for size in SIZES]
    bench.sim.close()
    return {
        "core": config.name,
        "results": [asdict(row) for row in rows],
        "key_load_cycles": load,
    }


def rate(config: GhashConfig, seed: int = 1) -> float:
    """Bits per cycle in messages of whole beats."""
    bench = Bench(config, seed)
    bench.load()
    found = bench.spacing(max(SIZES)).bits_per_cycle
    bench.sim.close()
    return found


def missed(config: GhashConfig, found: dict[str, Any]) -> list[str]:
    """Messages and keys that take more cycles than the formulas of the core have."""
    lines = [
        f"{row['size']} bytes: {row['cycles']:.3f} cycles per message, not {row['expected']}"
        for row in found["results"]
        if row["cycles"] > row["expected"]
    ]
    lines += [
        f"{row['size']} bytes: {row['latency']} cycles to the hash, not {promised}"
        for row in found["results"]
        if row["latency"] > (promised := config.latency(row["expected"]))
    ]
    load = found["key_load_cycles"]
    if load is not None and load > config.figures()["key_load"]:
        lines.append(f"a key takes {load} cycles, not {config.figures()['key_load']}")
    return lines


def text_of(config: GhashConfig, found: dict[str, Any]) -> str:
    """The measurement as plain text."""
    rows = [
        (r["size"], f"{r['cycles']:.3f}", r["expected"], f"{r['bits_per_cycle']:.1f}", r["latency"])
        for r in found["results"]
    ]
    heads = ("bytes", "cycles per message", "beats", "bits per cycle", "latency")
    lines = [config.name, "", table(heads, rows)]
    if found["key_load_cycles"] is not None:
        lines += ["", f"Key offered to answered: {found['key_load_cycles']} cycles"]
    return "\n".join(lines)

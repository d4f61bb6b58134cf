# SPDX-License-Identifier: Apache-2.0
"""Known-answer vectors through simulated sector engines.

All vectors run back to back, in shuffled order over all slots, with key loads, key sizes and
lengths of data units interleaved and without a reset between them. A vector is encrypted and
decrypted, as far as the core has both, whatever the direction of its file; it counts once, as
passed if all its runs gave the right result. A tweak of 16 bytes is in the command or, in a part of
the runs, in the data, as tweaks of every other length are.

A file whose units or tweaks exceed the limits of the core, or that names another bit order, is run
through a variant of the core that has them. A vector of many encryptions is as many data units,
whose texts are those of the model.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from sealwright.base.console import counted, progress
from sealwright.base.errors import UsageError
from sealwright.base.files import resolve
from sealwright.families.packet.check import deal, in_lanes
from sealwright.families.sector.config import (
    KNOWN_ANSWERS,
    LONGEST_TWEAK,
    OPERATIONS,
    SectorConfig,
    least_buffer,
)
from sealwright.families.sector.modes import BLOCK
from sealwright.families.sector.rules import ORDERS, equal_halves, scheme_of
from sealwright.families.sector.sim import Cause, Event, KeyLoad, SectorSim, Units
from sealwright.families.tally import Tally
from sealwright.model.field import Order
from sealwright.model.sector.vectors import TesVector, cavp, read_json, read_vectors
from sealwright.tools.traffic import Traffic

BATCH = 512  # vectors per run of a simulation
LANE = 1024  # vectors for which a second simulation is worth its start
TWEAK_AS_DATA = 0.25  # share of those of 16 bytes
MADE_SIZES = (16, 17, 31, 32, 48, 64, 512, 528)
PARTIAL_BYTES = "no whole number of bytes"


@dataclass(frozen=True, slots=True)
class Run:
    """One data unit of a vector, and its expected text."""

    vector: int
    command: Units
    wanted: bytes


@dataclass
class Outcome(Tally):
    """Counts of vectors, and of the data units made of them."""

    units: int = 0
    keys: int = 0

    def work(self) -> str:
        return f"{counted(self.units, 'data unit')} under {counted(self.keys, 'key')}"


def vectors_for(
    config: SectorConfig, files: Sequence[str], *, all_of_cavp: bool
) -> tuple[list[TesVector], int]:
    """The vectors of the files and of CAVP, without either the project's own for this mode.

    And the number of those of CAVP that are for units of partial bytes.
    """
    missing = [path for path in files if not Path(path).is_file()]
    if missing:
        raise UsageError(f"{missing[0]}: no such file of vectors")
    vectors: list[TesVector] = []
    left = 0
    for path in files:
        more, others = read_vectors(Path(path))
        vectors, left = vectors + more, left + others
    if all_of_cavp:
        if config.mode != "xts":
            raise UsageError(f"{config.name}: --cavp is for XTS, this core is for {config.mode}")
        more, others = cavp()
        vectors, left = vectors + more, left + others
    if not (files or all_of_cavp):
        vectors = own_vectors(config)
    return vectors, left


def own_vectors(config: SectorConfig) -> list[TesVector]:
    """The project's own vectors for a core; for HCHfp and TET those of their models."""
    names = [name for name in KNOWN_ANSWERS if Path(name).stem == config.mode]
    return read_json(resolve(names[0])) if names else made_vectors(config)


def made_vectors(config: SectorConfig) -> list[TesVector]:
    """Answers of the model, for a scheme of which none are published."""
    rng, mode = random.Random(config.mode), config.scheme
    found = []
    for bits in config.key_sizes:
        for size in MADE_SIZES:
            if (size % BLOCK and mode.whole) or size > config.unit_limit:
                continue
            key, hash_key = rng.randbytes(mode.key_length(bits)), rng.randbytes(BLOCK)
            tweak, text = rng.randbytes(BLOCK), rng.randbytes(size)
            secret = scheme_of(config, key, hash_key).encrypt(tweak, text)
            order = ORDERS[config.bit_order]
            name = f"model of {config.mode}, AES-{bits}, {size} bytes"
            found.append(TesVector(name, config.mode, key, tweak, text, secret, hash_key, order))
    return found


def skip_reason(vector: TesVector, config: SectorConfig) -> str | None:
    """Why this core cannot run this vector; None when it can."""
    if vector.mode != config.mode:
        return f"{config.name} has no {vector.mode}"
    if vector.cipher != "aes":
        return f"{config.name} has no {vector.cipher.upper()}"
    bits = config.scheme.aes_bits(vector.key)
    if bits not in config.key_sizes:
        return f"{config.name} has no AES-{bits}"
    if config.equal_halves == "refuse" and equal_halves(config, vector.key):
        return f"{config.name} refuses keys of two equal halves"
    if len(vector.pt) > config.scheme.longest:
        return f"{config.mode} has data units of {config.scheme.longest} bytes at most"
    if len(vector.tweak) > LONGEST_TWEAK:
        return f"{config.name} takes tweaks of {LONGEST_TWEAK} bytes at most"
    return vector.misfit()


def variant(config: SectorConfig, vectors: Sequence[TesVector], order: str) -> SectorConfig:
    """The core, or the nearest one that can take these vectors."""
    unit = max(config.unit_limit, *(len(vector.pt) for vector in vectors))
    tweak = max(config.tweak_limit, *(-(-len(v.tweak) // BLOCK) * BLOCK for v in vectors))
    buffer = config.buffer_blocks
    while buffer < least_buffer(unit):
        buffer *= 2
    changes: dict[str, int | str] = {
        "unit_limit": unit,
        "tweak_limit": tweak,
        "buffer_blocks": buffer,
    }
    if order != config.bit_order:
        changes["bit_order"] = order
    if all(getattr(config, knob) == value for knob, value in changes.items()):
        return config
    return config.with_knobs(f"{config.name}, {order}, {unit} and {tweak} bytes", **changes)


def order_of(vector: TesVector, config: SectorConfig) -> str:
    """The bit order that a vector is made for, by its name as a knob."""
    if config.scheme.order:
        return config.scheme.order
    wanted = Order.GCM if vector.order is None else vector.order
    return next(name for name, order in ORDERS.items() if order is wanted)


def runs_of(
    number: int, vector: TesVector, slot: int, config: SectorConfig, rng: random.Random
) -> Iterator[Run]:
    """The data units that a vector stands for."""
    texts = [vector.pt]
    if vector.iterations > 1:
        scheme = vector.scheme()
        for _ in range(vector.iterations - 1):
            texts.append(scheme.encrypt(vector.tweak, texts[-1]))
    texts.append(vector.ct)
    for operation in config.operations():
        pairs = list(pairwise(texts))
        for plain, secret in pairs:
            sent, wanted = (plain, secret) if config.encrypts(operation) else (secret, plain)
            in_data = len(vector.tweak) != BLOCK or rng.random() < TWEAK_AS_DATA
            command = Units(
                op=OPERATIONS[operation],
                slot=slot,
                number=0 if in_data else int.from_bytes(vector.tweak, "little"),
                texts=(sent,),
                tweaks=(vector.tweak,) if in_data else None,
            )
            yield Run(number, command, wanted)


def schedule(
    vectors: Sequence[TesVector],
    order: Sequence[int],
    config: SectorConfig,
    rng: random.Random,
) -> Iterator[KeyLoad | Run]:
    """Deals keys to slots as they become free; the runs of all slots are mixed.

    Vectors of the same key and length share a load.
    """
    groups: dict[tuple[bytes, bytes, int], list[int]] = {}
    for number in order:
        v = vectors[number]
        groups.setdefault((v.key, v.hash_key or b"", len(v.pt)), []).append(number)

    def start(
        slot: int, group: tuple[tuple[bytes, bytes, int], list[int]]
    ) -> tuple[list[KeyLoad], list[Run]]:
        (key, hash_key, unit), numbers = group
        runs = [run for n in numbers for run in runs_of(n, vectors[n], slot, config, rng)]
        rng.shuffle(runs)
        return [KeyLoad(slot, key, unit, hash_key)], runs

    return deal(config.slots, list(groups.items()), rng, start)


def check_vectors(
    sim: SectorSim, config: SectorConfig, vectors: Sequence[TesVector], seed: int = 1
) -> Outcome:
    """Runs every vector; nothing is reset before, between or after."""
    outcome, rng = Outcome(), random.Random(seed)
    numbers = rng.sample(range(len(vectors)), len(vectors))
    bad: set[int] = set()
    for first in range(0, len(numbers), BATCH):
        plan = list(schedule(vectors, numbers[first : first + BATCH], config, rng))
        events: list[Event] = [item.command if isinstance(item, Run) else item for item in plan]
        runs = [item for item in plan if isinstance(item, Run)]
        result = sim.run(events, Traffic(seed=seed))
        outcome.units += len(runs)
        outcome.keys += len(result.keys)
        outcome.failures += [f"a key: {key.cause.name}" for key in result.keys if key.cause]
        for run, got in zip(runs, result.commands, strict=True):
            if got.cause is Cause.NONE and got.text == run.wanted:
                continue
            bad.add(run.vector)
            name, way = vectors[run.vector].name, list(OPERATIONS)[run.command.op]
            found = f"{got.text.hex() or 'nothing'} ({got.cause.name})"
            outcome.failures.append(f"{name}, {way}: {found}, expected {run.wanted.hex()}")
        if len(numbers) > BATCH:
            progress(f"check: {len(plan)} more keys and units, {len(bad)} vectors failed so far")
    outcome.failed = len(bad)
    outcome.passed = len(numbers) - len(bad)
    return outcome


def check_core(
    config: SectorConfig, vectors: Sequence[TesVector], seed: int = 1, left: int = 0
) -> Outcome:
    """The same on simulations of its own, one for each bit order; `left`: not even read."""
    total = Outcome()
    by_order: dict[str, list[TesVector]] = {}
    for vector in vectors:
        if reason := skip_reason(vector, config):
            total.skips[reason] += 1
        else:
            by_order.setdefault(order_of(vector, config), []).append(vector)
    if left:
        total.skips[PARTIAL_BYTES] += left
    for order, own in by_order.items():
        fitted = variant(config, own, order)

        def lane(part: Sequence[TesVector], own_seed: int, core: SectorConfig = fitted) -> Outcome:
            with SectorSim(core, seed=seed % 2**31) as sim:
                return check_vectors(sim, core, part, own_seed)

        in_lanes(own, LANE, seed, total, lane)
    total.skipped = total.skips.total()
    return total

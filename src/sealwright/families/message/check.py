# SPDX-License-Identifier: Apache-2.0
"""Known-answer vectors through simulated GCM cores (NIST SP 800-38D).

All vectors run back to back, in shuffled order over all slots, with key loads and key sizes
interleaved and without a reset between them. A vector that must pass is sealed and opened, whatever
the direction of its file; one that must fail is opened. It counts once, as passed if all its runs
gave the right result. An IV of 12 bytes is in the command or, in a part of the runs, in the data,
as IVs of every other length are.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sealwright.base.console import counted, progress
from sealwright.base.files import resolve
from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.sim import (
    Cause,
    Event,
    KeyLoad,
    Message,
    MessageResult,
    MessageSim,
    Op,
    WaitReady,
)
from sealwright.families.packet.check import deal, in_lanes
from sealwright.families.tally import Tally
from sealwright.model import vectors as sets
from sealwright.model.message import Mode
from sealwright.model.vectors import MessageVector, read_vectors
from sealwright.tools.traffic import Traffic

BATCH = 2048  # vectors per run of a simulation
IV_AS_DATA = 0.25  # share of the 12-byte IVs


@dataclass(frozen=True, slots=True)
class Run:
    """One message made from a vector, and its expected cause."""

    vector: int
    message: Message
    cause: Cause


@dataclass
class Outcome(Tally):
    """Counts of vectors, and of the runs made of them."""

    sealed: int = 0
    opened: int = 0

    def work(self) -> str:
        return f"{counted(self.sealed, 'message')} sealed, {self.opened:,} opened"


def own_vectors(config: MessageConfig) -> list[MessageVector]:
    """The project's own vectors for the mode of a core."""
    return [vector for name in config.known_answers for vector in read_vectors(resolve(name))]


def vectors_for(
    config: MessageConfig, files: Sequence[str], *, cavp: bool, wycheproof: bool
) -> list[MessageVector]:
    """The vectors of the files and of the chosen sets; without any, the project's own."""
    if not (files or cavp or wycheproof):
        return own_vectors(config)
    found = [vector for path in files for vector in read_vectors(Path(path))]
    found += sets.cavp() if cavp else []
    return found + (sets.wycheproof() if wycheproof else [])


def skip_reason(vector: MessageVector, config: MessageConfig) -> str | None:
    """Why this core cannot run this vector; None when it can."""
    bits = 8 * len(vector.key)
    if vector.mode != config.mode.name:
        return f"{config.name} has no {vector.mode}"
    if bits not in config.key_sizes:
        return f"{config.name} has no AES-{bits}"
    if Op.OPEN not in config.ops and not vector.valid:
        return f"{config.name} opens nothing"
    if config.ops == (Op.COUNTER,) and len(vector.iv) == BLOCK:
        return f"{config.name} takes an IV of 16 bytes as a counter block"
    if len(vector.iv) not in (0, config.mode.iv_bytes) and not config.takes_iv(len(vector.iv)):
        alone = f"{config.mode.iv_bytes} bytes alone"
        most = f"{config.iv_limit} bytes at most" if config.any_iv else alone
        return f"{config.name} takes IVs of {most}"
    if len(vector.ct) > BLOCK * config.text_limit or len(vector.aad) >= 1 << config.aad_limit_log2:
        return f"{config.name} is limited to shorter messages"
    blocks = config.blocks(len(vector.aad)) + config.blocks(len(vector.ct))
    if config.room is not None and blocks > config.room:
        return f"the store-and-release buffer of {config.name} is too small"
    return None


def expected_cause(vector: MessageVector, mode: Mode) -> Cause:
    """The expected cause of opening."""
    if vector.valid:
        return Cause.NONE
    if not vector.iv:
        return Cause.EMPTY_IV
    return Cause.TAG_MISMATCH if len(vector.tag) in mode.tag_sizes else Cause.TAG_LENGTH


def runs_of(
    number: int, vector: MessageVector, slot: int, config: MessageConfig, rng: random.Random
) -> list[Run]:
    """The messages that a vector stands for, in random order."""

    def in_data() -> bool:
        may = config.takes_iv(len(vector.iv))
        return len(vector.iv) != config.mode.iv_bytes or (may and rng.random() < IV_AS_DATA)

    def message(op: Op, text: bytes, tag: bytes) -> Message:
        return Message(
            op=op,
            slot=slot,
            iv=vector.iv,
            iv_in_data=in_data(),
            tag_len=len(vector.tag),
            aad=vector.aad,
            text=text,
            tag=tag,
        )

    runs = []
    if Op.OPEN in config.ops:
        cause = expected_cause(vector, config.mode)
        runs.append(Run(number, message(Op.OPEN, vector.ct, vector.tag), cause))
    if Op.SEAL in config.ops and vector.valid and vector.pt is not None:
        runs.append(Run(number, message(Op.SEAL, vector.pt, b""), Cause.NONE))
    if config.ops == (Op.COUNTER,) and vector.pt is not None:
        text = Message(op=Op.COUNTER, slot=slot, iv=vector.iv, iv_in_data=in_data(), text=vector.pt)
        runs.append(Run(number, text, Cause.NONE))
    rng.shuffle(runs)
    return runs


def schedule(
    vectors: Sequence[MessageVector],
    order: Sequence[int],
    config: MessageConfig,
    rng: random.Random,
) -> Iterator[KeyLoad | WaitReady | Run]:
    """Deals vectors to slots as they become free; the runs of all slots are mixed."""

    def start(slot: int, number: int) -> tuple[list[KeyLoad | WaitReady], list[Run]]:
        loads: list[KeyLoad | WaitReady] = [
            KeyLoad(slot, vectors[number].key, min_tag=min(config.mode.tag_sizes))
        ]
        if config.key_busy == "refuse":
            loads.append(WaitReady(slot))
        return loads, runs_of(number, vectors[number], slot, config, rng)

    return deal(config.slots, order[::-1], rng, start)


def fault(run: Run, vector: MessageVector, result: MessageResult, *, store: bool) -> str | None:
    """What is wrong with a result; None if it is right."""
    if (result.cause, result.passed) != (run.cause, run.cause is Cause.NONE):
        return f"ended with {result.cause.name}, expected {run.cause.name}"
    if run.cause is not Cause.NONE:
        return "text of a refused message was released" if store and result.text else None
    op = run.message.op
    wanted = {
        "aad": b"" if op == Op.COUNTER else vector.aad,
        "text": vector.pt if op == Op.OPEN else vector.ct,
        "tag": vector.tag if op == Op.SEAL else b"",
    }
    for name, value in wanted.items():
        got = getattr(result, name)
        if value is not None and got != value:
            return f"{name} is {got.hex() or 'empty'}, expected {value.hex() or 'empty'}"
    return None


def check_vectors(
    sim: MessageSim, config: MessageConfig, vectors: Sequence[MessageVector], seed: int = 1
) -> Outcome:
    """Runs every vector that fits the core; nothing is reset before, between or after."""
    outcome, rng = Outcome(), random.Random(seed)
    numbers = []
    for number, vector in enumerate(vectors):
        if reason := skip_reason(vector, config):
            outcome.skips[reason] += 1
        else:
            numbers.append(number)
    outcome.skipped = outcome.skips.total()
    rng.shuffle(numbers)
    bad: set[int] = set()
    for first in range(0, len(numbers), BATCH):
        batch = numbers[first : first + BATCH]
        plan = list(schedule(vectors, batch, config, rng))
        events: list[Event] = [item.message if isinstance(item, Run) else item for item in plan]
        runs = [item for item in plan if isinstance(item, Run)]
        results = sim.run(events, Traffic(seed=seed)).messages
        for run, result in zip(runs, results, strict=True):
            vector = vectors[run.vector]
            opening = run.message.op == Op.OPEN
            outcome.sealed += not opening
            outcome.opened += opening
            if flaw := fault(run, vector, result, store=config.release == "store"):
                bad.add(run.vector)
                outcome.failures.append(f"{vector.name}, {Op(run.message.op).name}: {flaw}")
        if len(numbers) > BATCH:
            progress(f"check: {len(batch)} more vectors, {len(bad)} failed so far")
    outcome.failed = len(bad)
    outcome.passed = len(numbers) - len(bad)
    return outcome


def check_core(config: MessageConfig, vectors: Sequence[MessageVector], seed: int = 1) -> Outcome:
    """The same on simulations of its own: several when there are many vectors.

    Nothing is built for vectors of which the core can take none.
    """
    reasons = Counter(skip_reason(vector, config) for vector in vectors)
    if None not in reasons:
        skips = {reason: count for reason, count in reasons.items() if reason is not None}
        return Outcome(skipped=len(vectors), skips=Counter(skips))

    def lane(part: Sequence[MessageVector], own_seed: int) -> Outcome:
        with MessageSim(config, seed=seed % 2**31) as sim:
            return check_vectors(sim, config, part, own_seed)

    return in_lanes(vectors, BATCH, seed, Outcome(), lane)

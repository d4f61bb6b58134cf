# SPDX-License-Identifier: Apache-2.0
"""Known answers and Monte Carlo tests through simulated AES cores.

Known answers run back to back, in shuffled order over all slots, with key loads and directions
interleaved and without a reset between them: each vector is encrypted and decrypted, if the core
has both directions. Counter mode is the cipher on counter blocks. Each slot runs one Monte Carlo
test at a time. Without a file, all vectors for the core's directions and key sizes are run.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sealwright.base.console import counted, progress
from sealwright.base.errors import UsageError
from sealwright.base.files import resolve
from sealwright.families.aes.config import KNOWN_ANSWERS, AesConfig
from sealwright.families.aes.sim import AesSim, Block, Cause, Chain, Event, Key, Shown, told
from sealwright.families.packet.check import PARTS, workers
from sealwright.families.tally import Tally
from sealwright.model.aes import BLOCK, xor
from sealwright.model.aes_vectors import (
    MONTE_CARLO_STEPS,
    AesVector,
    MonteCarlo,
    Vector,
    cavp,
    read_vectors,
)
from sealwright.tools.traffic import Traffic


@dataclass
class Outcome(Tally):
    """Counts of vectors and of blocks."""

    blocks: int = 0

    def work(self) -> str:
        return counted(self.blocks, "block")


def own_vectors() -> list[Vector]:
    """The project's own vectors: FIPS 197 and SP 800-38A."""
    return [vector for name in KNOWN_ANSWERS for vector in read_vectors(resolve(name))]


def skip_reason(vector: Vector, config: AesConfig) -> str | None:
    """Why this core cannot run this vector; None when it can."""
    if 8 * len(vector.key) not in config.key_sizes:
        return f"{config.name} has no AES-{8 * len(vector.key)}"
    if isinstance(vector, MonteCarlo) and vector.inverse not in config.directions():
        return f"{config.name} does not {'decrypt' if vector.inverse else 'encrypt'}"
    if isinstance(vector, AesVector) and vector.iv and False not in config.directions():
        return f"{config.name} does not encrypt, which counter mode needs"
    return None


@dataclass(frozen=True)
class _Run:
    """One direction of a vector: blocks to send, blocks to get."""

    vector: AesVector
    inverse: bool
    sent: tuple[bytes, ...]
    wanted: tuple[bytes, ...]


def _blocks(text: bytes) -> tuple[bytes, ...]:
    return tuple(text[i : i + BLOCK] for i in range(0, len(text), BLOCK))


def _runs(vector: AesVector, config: AesConfig) -> list[_Run]:
    """The runs that make up a vector."""
    if vector.iv is not None:
        start = int.from_bytes(vector.iv, "big")
        count = -(-len(vector.pt) // BLOCK)
        counters = [((start + i) % (1 << 128)).to_bytes(BLOCK, "big") for i in range(count)]
        stream = _blocks(xor(vector.pt, vector.ct))
        return [_Run(vector, False, tuple(counters), stream)]
    pt, ct = _blocks(vector.pt), _blocks(vector.ct)
    pairs = {False: (pt, ct), True: (ct, pt)}
    return [_Run(vector, inverse, *pairs[inverse]) for inverse in config.directions()]


def known_answers(
    sim: AesSim, config: AesConfig, vectors: Sequence[AesVector], seed: int
) -> tuple[list[AesVector], list[str], int]:
    """The vectors that failed, what was wrong, and how many blocks were run."""
    rng = random.Random(seed)
    events: list[Event] = []
    keyed: list[AesVector] = []  # whose keys are loaded, in order
    wanted: list[tuple[AesVector, Shown]] = []
    waiting = [(vector, _runs(vector, config)) for vector in rng.sample(vectors, len(vectors))]
    live: dict[int, list[_Run]] = {slot: [] for slot in range(config.slots)}
    while live:
        slot = rng.choice(list(live))
        if live[slot]:
            run = live[slot].pop(rng.randrange(len(live[slot])))
            for block, answer in zip(run.sent, run.wanted, strict=True):
                events.append(Block(block, slot, run.inverse))
                wanted.append((run.vector, (Cause.NONE, answer, run.inverse, slot)))
        elif waiting:
            vector, live[slot] = waiting.pop()
            events.append(Key(vector.key, slot))
            keyed.append(vector)
        else:
            del live[slot]
    result = sim.run(events, Traffic(seed=seed))
    failures: list[str] = []
    bad: dict[int, AesVector] = {}  # two of two files may have one name
    for vector, key in zip(keyed, result.keys, strict=True):
        if key.cause:
            bad[id(vector)] = vector
            failures.append(f"{vector.name}: its key, for slot {key.slot}: {key.cause.name}")
    for (vector, right), got in zip(wanted, result.blocks, strict=True):
        size = len(right[1])  # a last block in counter mode has fewer bytes
        if replace(got, data=got.data[:size]).shown != right:
            bad[id(vector)] = vector
            failures.append(f"{vector.name}: {told(got.shown)}, not {told(right)}")
    return list(bad.values()), failures, len(wanted)


def _monte_carlo(sim: AesSim, config: AesConfig, vectors: Sequence[MonteCarlo]) -> list[str]:
    """What was wrong with which vector; as many run at a time as there are slots."""
    failures = []
    for first in range(0, len(vectors), config.slots):
        batch = vectors[first : first + config.slots]
        keys = sim.run([Key(vector.key, slot) for slot, vector in enumerate(batch)]).keys
        loaded = []
        for vector, key in zip(batch, keys, strict=True):
            if key.cause:
                failures.append(f"{vector.name}: its key, for slot {key.slot}: {key.cause.name}")
            else:
                loaded.append((vector, key.slot))
        chains = [Chain(v.text, v.iv, slot, v.inverse, MONTE_CARLO_STEPS) for v, slot in loaded]
        texts = sim.monte_carlo(chains) if chains else []
        for (vector, _), found in zip(loaded, texts, strict=True):
            if found != vector.result:
                failures.append(f"{vector.name}: {found.hex()}, not {vector.result.hex()}")
        done = first + len(batch)
        if done // 100 != first // 100:
            progress(f"check: {done} of {len(vectors)} Monte Carlo tests in this lane")
    return failures


def check_core(config: AesConfig, vectors: Sequence[Vector], seed: int = 1) -> Outcome:
    """Runs every vector that fits the core; nothing is reset before, between or after."""
    outcome = Outcome()
    usable: list[Vector] = []
    for vector in vectors:
        if reason := skip_reason(vector, config):
            outcome.skips[reason] += 1
        else:
            usable.append(vector)
    known = [vector for vector in usable if isinstance(vector, AesVector)]
    chains = [vector for vector in usable if isinstance(vector, MonteCarlo)]
    lanes = min(PARTS, 1 + len(chains) // 100)

    def lane(number: int) -> list[str]:
        # The time goes into the simulation, which runs without Python's lock.
        with AesSim(config, seed=seed % 2**31) as sim:
            return _monte_carlo(sim, config, chains[number::lanes])

    with AesSim(config, seed=seed % 2**31) as sim:
        bad, outcome.failures, outcome.blocks = known_answers(sim, config, known, seed)
    with workers(lanes) as pool:
        lost = [failure for found in pool.map(lane, range(lanes)) for failure in found]
    outcome.failures += lost
    outcome.blocks += MONTE_CARLO_STEPS * len(chains)
    outcome.skipped = outcome.skips.total()
    outcome.failed = len(bad) + len(lost)
    outcome.passed = len(usable) - outcome.failed
    return outcome


def vectors_for(
    config: AesConfig, files: Sequence[str], *, all_of_cavp: bool, monte_carlo: bool = True
) -> list[Vector]:
    """The vectors of the files; without files, all vectors for such a core."""
    missing = [path for path in files if not Path(path).is_file()]
    if missing:
        raise UsageError(f"{missing[0]}: no such file of vectors")
    vectors = [vector for path in files for vector in read_vectors(Path(path))]
    if all_of_cavp or not files:
        vectors += cavp()
    if not (files or all_of_cavp):
        vectors = [*own_vectors(), *vectors]
        vectors = [vector for vector in vectors if skip_reason(vector, config) is None]
    return [v for v in vectors if monte_carlo or not isinstance(v, MonteCarlo)]

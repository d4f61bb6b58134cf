# SPDX-License-Identifier: Apache-2.0
"""Known answers through simulated GHASH cores, made of published vectors of AES-GCM.

A vector of GCM with an IV of 96 bits and a tag of 16 bytes has the hash in its tag: it is the sum
of the tag and E(K, IV || 1), and H is E(K, 0) (NIST SP 800-38D, 6.4 and 7.1). AES is OpenSSL's, so
no code of this project makes a hash. The message is the AAD and the ciphertext, each filled up with
zeros, and the block of their lengths.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sealwright.base.console import counted
from sealwright.base.errors import UsageError
from sealwright.base.files import resolve
from sealwright.families.ghash.config import Cause, GhashConfig
from sealwright.families.ghash.random_messages import padded
from sealwright.families.ghash.sim import BLOCK, Event, GhashSim, Key, Message
from sealwright.families.tally import Tally
from sealwright.model.aes import encrypt_blocks, xor
from sealwright.model.vectors import MessageVector, cavp, read_vectors
from sealwright.tools.traffic import Traffic

KNOWN_ANSWERS = ("tests/data/gcm_spec.json",)


@dataclass
class Outcome(Tally):
    """Counts of vectors and of blocks."""

    blocks: int = 0

    def work(self) -> str:
        return counted(self.blocks, "block")


@dataclass(frozen=True)
class GhashVector:
    """One known answer."""

    name: str
    h: bytes
    data: bytes
    hash: bytes


def ghash_vectors(vectors: Iterable[MessageVector]) -> Iterator[GhashVector]:
    """Of the vectors of GCM that show a whole hash."""
    for v in vectors:
        if v.mode != "gcm" or not v.valid or len(v.iv) != 12 or len(v.tag) != BLOCK:
            continue
        lengths = (8 * len(v.aad)).to_bytes(8, "big") + (8 * len(v.ct)).to_bytes(8, "big")
        mask = encrypt_blocks(v.key, v.iv + (1).to_bytes(4, "big"))
        yield GhashVector(
            v.name,
            encrypt_blocks(v.key, bytes(BLOCK)),
            padded(v.aad) + padded(v.ct) + lengths,
            xor(v.tag, mask),
        )


def known_answers(
    sim: GhashSim, config: GhashConfig, vectors: Sequence[GhashVector], seed: int
) -> tuple[int, list[str]]:
    """How many vectors failed, and what was wrong.

    The vectors are shuffled over all slots, and nothing is reset between them.
    """
    rng = random.Random(seed)
    shuffled = rng.sample(vectors, len(vectors))
    slots = [rng.randrange(config.slots) for _ in shuffled]
    events: list[Event] = []
    for number, (vector, slot) in enumerate(zip(shuffled, slots, strict=True)):
        if not config.fixed:
            events.append(Key(vector.h, slot))
        events.append(Message(vector.data, slot, number % 16))
    result = sim.run(events, Traffic(seed=seed))
    wrong: dict[int, list[str]] = {number: [] for number in range(len(shuffled))}
    for number, key in enumerate(result.keys):  # one for each vector, or none
        if key.cause:
            wrong[number].append(f"its key, for slot {key.slot}: {key.cause.name}")
    for number, (vector, got) in enumerate(zip(shuffled, result.hashes, strict=True)):
        if got.cause != Cause.NONE or got.data != vector.hash:
            found = f"{got.data.hex()} ({got.cause.name}), not {vector.hash.hex()}"
            wrong[number].append(found)
    failures = [f"{shuffled[n].name}: {text}" for n, texts in wrong.items() for text in texts]
    return sum(1 for texts in wrong.values() if texts), failures


def check_core(config: GhashConfig, given: Sequence[MessageVector], seed: int = 1) -> Outcome:
    """Runs the hash of every vector that fits the core."""
    outcome = Outcome()
    vectors = list(ghash_vectors(given))
    hidden = "a hash shows with an IV of 12 bytes and a right tag of 16 alone"
    outcome.skips[hidden] += len(given) - len(vectors)
    usable = [v for v in vectors if not config.fixed or v.h.hex() == config.h]
    outcome.skips[f"{config.name} has another key"] += len(vectors) - len(usable)
    outcome.skips += type(outcome.skips)()  # without those that are zero
    with GhashSim(config, seed=seed % 2**31) as sim:
        outcome.failed, outcome.failures = known_answers(sim, config, usable, seed)
    outcome.blocks = sum(len(vector.data) // BLOCK for vector in usable)
    outcome.skipped = outcome.skips.total()
    outcome.passed = len(usable) - outcome.failed
    return outcome


def vectors_for(files: Sequence[str], *, all_of_cavp: bool) -> list[MessageVector]:
    """The vectors of the files; without files, the project's own and CAVP's."""
    missing = [path for path in files if not Path(path).is_file()]
    if missing:
        raise UsageError(f"{missing[0]}: no such file of vectors")
    paths = [Path(path) for path in files] or [resolve(name) for name in KNOWN_ANSWERS]
    vectors = [vector for path in paths for vector in read_vectors(path)]
    if all_of_cavp or not files:
        vectors += cavp()
    return vectors

# SPDX-License-Identifier: Apache-2.0
"""Random traffic for GHASH cores: keys, messages, refusals and zeroises against the model.

Lengths lie around whole blocks, whole beats, and the look-ahead. A few of a hundred keys and
messages are faulty, one fault each: a slot that does not exist or has no key, a byte that is
missing in a beat, a beat that is not full, a null beat in a longer message. All others must agree
with the model, however the streams stall.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from sealwright.base.console import progress
from sealwright.base.errors import CheckFailed
from sealwright.cores.engine import KeyCause
from sealwright.families.family import Verification
from sealwright.families.ghash.config import Cause, GhashConfig
from sealwright.families.ghash.sim import (
    BLOCK,
    Event,
    GhashSim,
    HashResult,
    Key,
    Message,
    RunResult,
)
from sealwright.model.ghash import ghash_fast
from sealwright.tools.packet.sim import KeyResult
from sealwright.tools.traffic import PRESETS, Traffic

KEY_SHARE, FAULT_SHARE = 0.05, 0.08
FULL = (1 << BLOCK) - 1  # tkeep of a segment
FAULTS = ("slot", "gap", "short", "null")
Wanted = tuple[Cause, bytes, int]


def padded(data: bytes) -> bytes:
    """With zeros behind it, whole blocks."""
    return data + bytes(-len(data) % BLOCK)


@dataclass
class RandomTraffic:
    """Draws events, with the answers that they must get."""

    config: GhashConfig
    random: random.Random
    keys: dict[int, bytes] = field(default_factory=dict)
    hashes: list[Wanted] = field(default_factory=list)  # as they have to end
    answers: list[KeyCause] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.forget_keys()

    def batch(self, count: int) -> list[Event]:
        """That many events; `hashes` and `answers` are theirs."""
        self.hashes, self.answers = [], []
        return [self._event() for _ in range(count)]

    def forget_keys(self) -> None:
        """After a zeroise or a reset."""
        self.keys = {0: bytes.fromhex(self.config.h)} if self.config.fixed else {}

    def data(self) -> bytes:
        """A message: none to more beats than the look-ahead has, the last one of any length."""
        full = self.random.choice((0, 0, 1, self.random.randrange(2 * self.config.mult_stages + 4)))
        size = self.config.beat_bytes
        rest = self.random.choice((0, 1, BLOCK, size - 1, size, self.random.randrange(size)))
        return self.random.randbytes(full * size + rest)

    def _event(self) -> Event:
        faulty = self.random.random() < FAULT_SHARE
        if self.random.random() < (KEY_SHARE if self.keys else 0.5):
            return self._bad_key() if faulty or self.config.fixed else self._key()
        return self._bad_message() if faulty or not self.keys else self._message()

    def _key(self) -> Key:
        slot = self.random.randrange(self.config.slots)
        data = self.random.randbytes(BLOCK)
        self.keys[slot] = data
        self.answers.append(KeyCause.LOADED)
        return Key(data, slot, wait=self.random.random() < 0.5)

    def _bad_key(self) -> Event:
        if self.config.slots == 16:
            return self._key()
        self.answers.append(KeyCause.BAD_SLOT)
        first = 0 if self.config.fixed else self.config.slots
        return Key(self.random.randbytes(BLOCK), self.random.randrange(first, 16))

    def _message(self) -> Message:
        slot, ident = self.random.choice(list(self.keys)), self.random.randrange(16)
        data = self.data()
        self.hashes.append((Cause.NONE, ghash_fast(self.keys[slot], padded(data)), ident))
        return Message(data, slot, ident)

    def _bad_message(self) -> Message:
        ident, data = self.random.randrange(16), self.data()
        empty = [slot for slot in range(16) if slot not in self.keys]
        kind = self.random.choice(FAULTS) if self.keys else "slot"
        if kind == "slot" and empty:
            self.hashes.append((Cause.NO_KEY, bytes(BLOCK), ident))
            return Message(data, self.random.choice(empty), ident)
        self.hashes.append((Cause.BEATS, bytes(BLOCK), ident))
        slot = self.random.choice(list(self.keys))
        return Message(data, slot, ident, self._bad_keeps(kind, data))

    def _bad_keeps(self, kind: str, data: bytes) -> tuple[int, ...]:
        """tkeep of the segments of a message of about this length, with a fault."""
        lanes = self.config.lanes
        beats = max(-(-len(data) // self.config.beat_bytes), 2)
        if kind == "null":  # a last beat without bytes
            return (*[FULL] * lanes * (beats - 1), 0)
        segment = self.random.randrange(lanes * (beats - 1))
        keeps = [FULL] * lanes * beats
        if kind == "short":  # in a beat that is not the last one
            end = lanes - segment % lanes
            keeps[segment : segment + end] = [
                FULL >> self.random.randrange(1, 17),
                *[0] * (end - 1),
            ]
        else:
            segment = self.random.randrange(len(keeps) - 1)
            hole = self.random.randrange(BLOCK)
            keeps[segment] ^= 1 << hole
        return tuple(keeps)


def compare(
    traffic: RandomTraffic, hashes: tuple[HashResult, ...], keys: tuple[KeyResult[KeyCause], ...]
) -> None:
    """CheckFailed unless the batch has its answers."""
    for number, (wanted, got) in enumerate(zip(traffic.hashes, hashes, strict=True)):
        if (got.cause, got.data, got.ident) != wanted:
            cause, data, ident = wanted
            raise CheckFailed(
                f"message {number}: {got.cause.name} {got.data.hex()} id {got.ident}, "
                f"not {cause.name} {data.hex()} id {ident}"
            )
    for number, (answer, key) in enumerate(zip(traffic.answers, keys, strict=True)):
        if key.cause != answer:
            raise CheckFailed(f"key {number}: {key.cause.name}, not {answer.name}")


def check_hashes(traffic: RandomTraffic, result: RunResult) -> None:
    """Those that came out before a zeroise are right; behind it, no slot has a key."""
    for number, (wanted, got) in enumerate(zip(traffic.hashes, result.hashes, strict=True)):
        behind = got.first_in >= result.start
        if behind and not traffic.config.fixed:
            wanted = Cause.NO_KEY, bytes(BLOCK), wanted[2]
        if got.ended and (got.cause, got.data, got.ident) != wanted:
            where = "behind" if behind else "in front of"
            raise CheckFailed(f"hash {number}, {where} a zeroise, is wrong")
        if behind and not got.ended:
            raise CheckFailed(f"message {number}, behind a zeroise, has no hash")


def check_answers(wanted: Sequence[KeyCause], result: RunResult) -> None:
    """Keys that a zeroise cut short are answered with ZEROISED, or with their refusal."""
    for number, (cause, key) in enumerate(zip(wanted, result.keys, strict=True)):
        cut = key.answered >= result.start
        right = {KeyCause.ZEROISED if cut and cause is KeyCause.LOADED else cause}
        if key.answered >= 0 and key.cause not in right:
            raise CheckFailed(f"key {number} before a zeroise: {key.cause.name}")


def random_run(sim: GhashSim, config: GhashConfig, seed: int, events: int) -> int:
    """All presets, that many events each, then a zeroise or a reset; returns their number."""
    sim.reset()  # no slot has a key
    traffic = RandomTraffic(config, random.Random(seed))
    for number, preset in enumerate(PRESETS):
        timing = Traffic.preset(preset, seed + number)
        try:
            result = sim.run(traffic.batch(events), timing)
            compare(traffic, result.hashes, result.keys)
            interrupt(sim, traffic, timing, number)
        except CheckFailed as error:
            raise CheckFailed(f"{config.name}, seed {seed}, {preset}: {error}") from None
    return events * len(PRESETS)


def interrupt(sim: GhashSim, traffic: RandomTraffic, timing: Traffic, number: int) -> None:
    """A zeroise or a reset under traffic: the output before was right, and no key is left."""
    if number % 2:
        sim.run(traffic.batch(60), timing, cut=traffic.random.randrange(1, 100))
        sim.reset()
    else:
        zeroise(sim, traffic, timing)
    traffic.forget_keys()
    probes = sim.run([Message(bytes(BLOCK), slot) for slot in range(traffic.config.slots)])
    cause = Cause.NONE if traffic.config.fixed else Cause.NO_KEY
    if any(result.cause is not cause or any(result.data) for result in probes.hashes):
        raise CheckFailed("a slot has a key after a zeroise or a reset")


def zeroise(sim: GhashSim, traffic: RandomTraffic, timing: Traffic) -> RunResult:
    """Traffic that a zeroise ends; what came before it was right."""
    events = traffic.batch(60)
    count = sum(isinstance(event, Message) for event in events)
    after = traffic.random.randrange(1, max(count // 2, 2))
    length, late = traffic.random.randrange(1, 4), traffic.random.randrange(60)
    keeps = traffic.random.random() < 0.5
    result = sim.run_into_zeroise(events, timing, after, length, late, keeps=keeps)
    check_hashes(traffic, result)
    check_answers(traffic.answers, result)
    return result


def verify(config: GhashConfig, seed: int, events: int) -> Verification:
    """Random traffic in every preset, that many events in each."""
    progress(f"verify: {config.name}, seed {seed}")
    found = Verification(data={"events": 0})
    try:
        with GhashSim(config, seed=seed % 2**31) as sim:
            found.data["events"] = random_run(sim, config, seed, events)
    except CheckFailed as error:
        found.faults.append(str(error))
    found.lines.append(f"{found.data['events']} keys and messages agree with the model")
    return found

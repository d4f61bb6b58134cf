# SPDX-License-Identifier: Apache-2.0
"""Random traffic for AES cores: keys, blocks, refusals and zeroises against the model.

A few of a hundred keys and blocks are faulty, one fault each: a size, slot or direction that the
core lacks, a slot without a key, a wrong number of beats. All others must agree with the model,
however the streams stall.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from sealwright.base.console import progress
from sealwright.base.errors import CheckFailed
from sealwright.cores.engine import KeyCause
from sealwright.families.aes.config import AesConfig
from sealwright.families.aes.sim import (
    AesSim,
    Block,
    BlockResult,
    Cause,
    Event,
    Key,
    RunResult,
    Shown,
    told,
)
from sealwright.families.family import Verification
from sealwright.model.aes import BLOCK, decrypt_blocks, encrypt_blocks
from sealwright.tools.packet.sim import KeyResult
from sealwright.tools.traffic import PRESETS, Traffic

KEY_SHARE, FAULT_SHARE = 0.05, 0.06
SIZES = {0: 128, 1: 192, 2: 256}


@dataclass
class RandomTraffic:
    """Draws events, with the answers that they must get."""

    config: AesConfig
    random: random.Random
    keys: dict[int, bytes] = field(default_factory=dict)
    blocks: list[Shown] = field(default_factory=list)  # as they have to end
    answers: list[KeyCause] = field(default_factory=list)

    def batch(self, count: int) -> list[Event]:
        """That many events; the expected answers of the batch before are dropped."""
        self.blocks, self.answers = [], []
        return [self._event() for _ in range(count)]

    def forget_keys(self) -> None:
        """After a zeroise or a reset."""
        self.keys.clear()

    def _event(self) -> Event:
        faulty = self.random.random() < FAULT_SHARE
        share = KEY_SHARE if self.keys else 0.5
        if self.random.random() < share:
            return self._bad_key() if faulty else self._key()
        return self._bad_block() if faulty or not self.keys else self._block()

    def _key(self) -> Key:
        slot = self.random.randrange(self.config.slots)
        data = self.random.randbytes(self.random.choice(self.config.key_sizes) // 8)
        self.keys[slot] = data
        self.answers.append(KeyCause.LOADED)
        return Key(data, slot)

    def _bad_key(self) -> Event:
        slot = self.random.randrange(self.config.slots)
        bits = self.random.choice(self.config.key_sizes)
        missing = [code for code in range(4) if SIZES.get(code) not in self.config.key_sizes]
        kind = self.random.choice(
            ("size", "slot", *(["beats"] if self.config.key_in_beats else []))
        )
        data = self.random.randbytes(bits // 8)
        if kind == "size":
            self.answers.append(KeyCause.BAD_SIZE)
            return Key(data, slot, size=self.random.choice(missing))
        if kind == "slot" and self.config.slots < 16:
            self.answers.append(KeyCause.BAD_SLOT)
            return Key(data, self.random.randrange(self.config.slots, 16))
        if kind == "beats":
            right = -(-bits // self.config.width)
            wrong = self.random.choice([n for n in range(1, right + 4) if n != right])
            self.answers.append(KeyCause.BAD_BEATS)
            return Key(data, slot, beats=wrong)
        return self._key()

    def _block(self) -> Block:
        slot = self.random.choice(list(self.keys))
        inverse = self.random.choice(self.config.directions())
        data = self.random.randbytes(BLOCK)
        model = decrypt_blocks if inverse else encrypt_blocks
        self.blocks.append((Cause.NONE, model(self.keys[slot], data), inverse, slot))
        return Block(data, slot, inverse)

    def _bad_block(self) -> Block:
        data, zeros = self.random.randbytes(BLOCK), bytes(BLOCK)
        inverse = self.random.choice(self.config.directions())
        ready = list(self.keys)
        empty = [slot for slot in range(16) if slot not in self.keys]
        kinds = ["slot"] if empty else []
        if ready:
            kinds.append("beats")
            if len(self.config.directions()) == 1:
                kinds.append("direction")
        kind = self.random.choice(kinds)
        if kind == "slot":
            slot = self.random.choice(empty)
            self.blocks.append((Cause.NO_KEY, zeros, inverse, slot))
            return Block(data, slot, inverse)
        slot = self.random.choice(ready)
        if kind == "direction":
            self.blocks.append((Cause.NO_DIRECTION, zeros, not inverse, slot))
            return Block(data, slot, not inverse)
        self.blocks.append((Cause.BEATS, zeros, inverse, slot))
        return Block(data, slot, inverse, beats=self._wrong_beats())

    def _wrong_beats(self) -> int:
        right = 128 // self.config.width
        if not self.config.key_in_beats:
            return 1
        return self.random.choice([n for n in range(1, right + 4) if n != right and n * right > 1])


def compare(
    traffic: RandomTraffic, blocks: tuple[BlockResult, ...], keys: tuple[KeyResult[KeyCause], ...]
) -> None:
    """CheckFailed unless the batch has its answers."""
    for number, (wanted, got) in enumerate(zip(traffic.blocks, blocks, strict=True)):
        if got.shown != wanted:
            raise CheckFailed(f"block {number}: {told(got.shown)}, not {told(wanted)}")
    for number, (cause, key) in enumerate(zip(traffic.answers, keys, strict=True)):
        if key.cause != cause:
            raise CheckFailed(f"key {number}: {key.cause.name}, not {cause.name}")


def check_answers(wanted: Sequence[KeyCause], result: RunResult) -> None:
    """Keys that a zeroise cut short are answered with ZEROISED, or with their refusal."""
    for number, (cause, key) in enumerate(zip(wanted, result.keys, strict=True)):
        cut = key.answered >= result.start
        right = {KeyCause.ZEROISED} if cut else {cause}
        if cut and cause is not KeyCause.LOADED:
            right.add(cause)
        if key.answered >= 0 and key.cause not in right:
            raise CheckFailed(f"key {number} before a zeroise: {key.cause.name}")


def random_run(config: AesConfig, seed: int, events: int) -> int:
    """All presets, that many events each, then a zeroise or a reset; returns their number."""
    traffic = RandomTraffic(config, random.Random(seed))
    with AesSim(config, seed=seed % 2**31) as sim:
        for number, preset in enumerate(PRESETS):
            timing = Traffic.preset(preset, seed + number)
            where = f"{config.name}, seed {seed}, {preset}"
            try:
                result = sim.run(traffic.batch(events), timing)
                compare(traffic, result.blocks, result.keys)
                _interrupt(sim, traffic, timing, number)
            except CheckFailed as error:
                raise CheckFailed(f"{where}: {error}") from None
    return events * len(PRESETS)


def check_blocks(wanted: Sequence[Shown], result: RunResult) -> None:
    """Those that came out before a zeroise are right; behind it, no slot has a key."""
    for number, (shown, got) in enumerate(zip(wanted, result.blocks, strict=True)):
        behind = got.first_in >= result.start
        if behind and shown[0] in (Cause.NONE, Cause.NO_KEY):
            shown = Cause.NO_KEY, bytes(BLOCK), *shown[2:]
        if (got.ended and got.shown != shown) or (behind and not got.ended):
            where = "behind" if behind else "in front of"
            raise CheckFailed(f"block {number}, {where} a zeroise: {told(got.shown)}")


def _interrupt(sim: AesSim, traffic: RandomTraffic, timing: Traffic, number: int) -> None:
    """A zeroise or a reset under traffic: the output before was right, and no key is left."""
    events = traffic.batch(60)
    if number % 2:
        sim.run(events, timing, cut=traffic.random.randrange(1, 200))
        sim.reset()
    else:
        blocks = sum(isinstance(event, Block) for event in events)
        cut = traffic.random.randrange(1, max(blocks // 2, 2))
        length, keeps = traffic.random.randrange(1, 4), traffic.random.random() < 0.5
        result = sim.run_into_zeroise(events, timing, cut, length, keeps=keeps)
        check_blocks(traffic.blocks, result)
        check_answers(traffic.answers, result)
    traffic.forget_keys()
    slots = range(traffic.config.slots)
    probes = sim.run([Block(bytes(BLOCK), slot, traffic.config.directions()[0]) for slot in slots])
    if any(result.cause is not Cause.NO_KEY or any(result.data) for result in probes.blocks):
        raise CheckFailed("a slot has a key after a zeroise or a reset")


def verify(config: AesConfig, seed: int, events: int) -> Verification:
    """Random traffic in every preset, that many events in each."""
    progress(f"verify: {config.name}, seed {seed}")
    found = Verification(data={"events": 0})
    try:
        found.data["events"] = random_run(config, seed, events)
    except CheckFailed as error:
        found.faults.append(str(error))
    found.lines.append(f"{found.data['events']} keys and blocks agree with the model")
    return found

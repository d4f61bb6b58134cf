# SPDX-License-Identifier: Apache-2.0
"""Key slots of the GCM core: changes between messages, loads under traffic, limits of a key."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

import pytest

from corners import CORNERS, FAST
from rows import nightly
from sealwright.families import load_core
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.coverage import variants
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import (
    Barrier,
    Cause,
    Event,
    KeyCause,
    KeyLoad,
    Message,
    MessageSim,
    Op,
    RunResult,
    WaitReady,
)
from sealwright.model.gcm import TAG_SIZES, fast_seal
from sealwright.tools.traffic import PRESETS, Traffic

SIZES = (16, 24, 32)


def small_core(**knobs: object) -> GcmConfig:
    config = load_core("gcm-default", {**FAST, "round_stages": 1, **knobs})
    assert isinstance(config, GcmConfig)
    return variants(config)[1]


class Bench:
    """A simulation whose every answer is compared with the rules."""

    def __init__(self, config: GcmConfig, sim: MessageSim) -> None:
        self.config, self.sim, self.rules = config, sim, Rules(config)

    def play(self, events: list[Event], traffic: Traffic | None = None) -> RunResult:
        return self.rules.run_checked(self.sim, events, traffic)

    def causes(self, events: list[Event], traffic: Traffic | None = None) -> list[Cause]:
        return [answer.cause for answer in self.play(events, traffic).messages]


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    config = small_core()
    with MessageSim(config) as sim:
        yield Bench(config, sim)


@pytest.fixture(scope="module", params=["small", *nightly(["uneven"])])
def refusing(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A core that refuses, instead of holding, commands of a slot that is being loaded."""
    config = load_core("gcm-default", CORNERS["uneven"])
    if request.param == "small":
        config = small_core(key_busy="refuse", slots=2)
    assert isinstance(config, GcmConfig)
    with MessageSim(config) as sim:
        yield Bench(config, sim)


@pytest.fixture(scope="module")
def refusing_store() -> Iterator[Bench]:
    """One in which messages wait for an entry of the output FIFO, not for a message credit."""
    store = {"release": "store", "store_beats": 2, "key_busy": "refuse"}
    config = load_core("gcm-default", {**FAST, **store, "slots": 1, "mult_stages": 1})
    assert isinstance(config, GcmConfig)
    with MessageSim(config) as sim:
        yield Bench(config, sim)


def sealing(slot: int, length: int = 40, **fields: object) -> Message:
    text = random.Random(length).randbytes(length)
    return Message(**{"slot": slot, "aad": b"header", "text": text, **fields})  # type: ignore[arg-type]


def opening(key: bytes, slot: int, length: int = 40) -> Message:
    ct, tag = fast_seal(key, bytes(12), b"header", random.Random(length).randbytes(length))
    return Message(op=Op.OPEN, slot=slot, aad=b"header", text=ct, tag=tag)


@pytest.mark.parametrize("preset", PRESETS)
def test_another_key_for_every_message(bench: Bench, preset: str) -> None:
    """Slots and key sizes change from each message to the next one; every pair occurs."""
    rng = random.Random(preset)
    keys = [rng.randbytes(size) for size in (*SIZES, 16)]
    load: list[Event] = [KeyLoad(slot, key, 4) for slot, key in enumerate(keys)]
    for length in (0, 1, 16, 33):
        pairs = [slot for pair in product(range(4), repeat=2) for slot in pair]
        opened: list[Event] = [opening(keys[slot], slot, length) for slot in pairs]
        assert set(bench.causes(load + opened, Traffic.preset(preset, length))) == {Cause.NONE}
        sealed: list[Event] = [sealing(slot, length) for slot in rng.sample(range(4), 4)]
        assert set(bench.causes(load + sealed, Traffic.preset(preset, length))) == {Cause.NONE}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("length", [0, 16, 500, 1024])
def test_reload_while_messages_are_in_flight(bench: Bench, preset: str, length: int) -> None:
    """Messages accepted before the load use the old key, those after it the new one."""
    rng = random.Random(length)
    events: list[Event] = []
    for size in (*SIZES, *SIZES):
        events.append(KeyLoad(1, rng.randbytes(size), 4))
        events += [sealing(1, length + i) for i in range(3) if length + i <= 1024]
        events.append(sealing(1, 7))
    assert set(bench.causes(events, Traffic.preset(preset, length))) == {Cause.NONE}


def test_reload_behind_a_message_that_cannot_leave(bench: Bench) -> None:
    """A message of one token waits anywhere between input and pipe; its key is offered.

    The sink stalls for long, so the messages before it fill the output, and all after it wait.
    """
    rng = random.Random(5)
    keys = {slot: rng.randbytes(16) for slot in (1, 2, 3)}
    for blocks in range(bench.config.out_depth - 6, bench.config.out_depth + 10):
        load: list[Event] = [KeyLoad(slot, key, 4) for slot, key in keys.items()]
        front: list[Event] = [
            opening(keys[2], 2, 16 * (blocks // 2)),
            opening(keys[3], 3, 8 * blocks),
        ]
        behind: list[Event] = [Message(slot=1), opening(keys[2], 2), KeyLoad(1, bytes(32), 4)]
        for seed in (0, 1):
            bench.play([*load, *map(WaitReady, keys)])
            traffic = Traffic(seed=seed, axis_stall=150, burst=1500)
            assert set(bench.causes([*front, *behind], traffic)) == {Cause.NONE}


def test_other_slots_go_on_during_a_load(bench: Bench) -> None:
    """While one slot is loaded, later commands of other slots pass."""
    events: list[Event] = [KeyLoad(0, bytes(16), 4), KeyLoad(1, bytes(32), 4), WaitReady(1)]
    bench.play([*events, Barrier()])
    result = bench.play([KeyLoad(1, bytes(24), 4), *(sealing(0, 64) for _ in range(5)), sealing(1)])
    (key,) = result.keys
    assert key.ready > key.accepted
    *others, own = result.messages
    assert all(message.stamps.status < key.ready for message in others)
    assert own.stamps.command >= key.ready


def test_an_idle_core_takes_a_key_when_the_formula_says(bench: Bench) -> None:
    for size in SIZES:
        result = bench.play([KeyLoad(1, bytes(size), 4), WaitReady(1)])
        (key,) = result.keys
        assert key.accepted - result.start == bench.config.latency()["key_hold"]
        assert key.ready - key.accepted == bench.config.load_cycles(8 * size)
        assert key.answered == key.ready


@pytest.mark.parametrize("op", Op)
@pytest.mark.parametrize("length", [0, 1, 16, 40, 400])
def test_a_key_is_taken_a_cycle_before_the_last_message_ends(
    bench: Bench, op: Op, length: int
) -> None:
    """The wait for a slot in use is bounded by that of its last message for tag or verdict."""
    key = bytes(16)
    bench.play([KeyLoad(1, key, 4), WaitReady(1), Barrier()])
    message = opening(key, 1, length) if op is Op.OPEN else sealing(1, length, op=op)
    for last in (message, replace(message, tag=bytes(16))) if op is Op.OPEN else (message,):
        result = bench.play([last, KeyLoad(1, key, 4), WaitReady(1), Barrier()])
        (load,), (answer,) = result.keys, result.messages
        assert load.accepted == answer.stamps.last_out - 1
        assert load.accepted - answer.stamps.last_in < bench.config.latency()["verdict"]


@pytest.mark.parametrize("ahead", [0, 1, 4])
@pytest.mark.parametrize("iv_len", [12, 20])
def test_a_key_waits_a_bounded_time_for_hashed_ivs(bench: Bench, iv_len: int, ahead: int) -> None:
    """L + 2 s + 10 for each at most: that of the last message, and those ahead of it."""
    key = bytes(16)
    verdict = bench.config.latency()["verdict"]  # L + 2 s + 25
    hashed = ahead + int(iv_len != 12)
    others = [sealing(2, 16, iv=bytes(20), iv_in_data=True)] * ahead
    for length in (0, 1, 16, 40):
        last = sealing(1, length, iv=bytes(iv_len), iv_in_data=iv_len != 12)
        bench.play([KeyLoad(1, key, 4), KeyLoad(2, key, 4), WaitReady(1), WaitReady(2), Barrier()])
        result = bench.play([*others, last, KeyLoad(1, key, 4), WaitReady(1), Barrier()])
        (load,), stamps = result.keys, result.messages[-1].stamps
        assert load.accepted == stamps.last_out - 1
        assert load.accepted - stamps.last_in < verdict + hashed * (verdict - 15)


def test_with_a_store_a_key_is_taken_a_cycle_before_the_last_message_begins(
    refusing_store: Bench,
) -> None:
    key = bytes(16)
    verdict = refusing_store.config.latency()["verdict"]
    for length in (0, 1, 16):
        refusing_store.play([KeyLoad(0, key, 4), WaitReady(0), Barrier()])
        last = sealing(0, length, aad=b"")  # its store holds two beats
        result = refusing_store.play([last, KeyLoad(0, key, 4), WaitReady(0), Barrier()])
        (load,), (answer,) = result.keys, result.messages
        assert answer.cause is Cause.NONE
        assert load.accepted == answer.stamps.first_out - 1
        assert load.accepted - answer.stamps.last_in < verdict


def test_load_time_is_bounded_under_traffic(bench: Bench) -> None:
    """Traffic of other slots at full rate cannot prevent a load from ending."""
    key = bytes(16)
    bench.play([KeyLoad(0, key, 4), WaitReady(0)])
    (idle,) = bench.play([KeyLoad(1, bytes(32), 4), WaitReady(1)]).keys
    traffic: list[Event] = [opening(key, 0, 1024) for _ in range(12)]
    (busy,) = bench.play([KeyLoad(1, bytes(32), 4), *traffic, WaitReady(1)]).keys
    assert busy.ready - busy.accepted == idle.ready - idle.accepted


def answers(result: RunResult) -> list[tuple[int, KeyCause]]:
    return [(key.slot, key.cause) for key in result.keys]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_refused_key_changes_nothing(bench: Bench, preset: str) -> None:
    """Of a size that no key has, or for a slot that does not exist: the old keys stay in use."""
    keys: list[Event] = [KeyLoad(slot, bytes([slot]) * 16, 4) for slot in range(4)]
    used = [sealing(slot) for slot in range(4)]
    wrong = [KeyLoad(slot, bytes(32), 4, size=3) for slot in range(16)]
    wrong += [KeyLoad(slot, bytes(16), 4) for slot in range(4, 16)]
    for load in wrong:
        bench.play([*keys, *map(WaitReady, range(4))])
        result = bench.play([*used, load, *used, sealing(9)], Traffic.preset(preset, load.slot))
        assert [m.cause for m in result.messages] == [*[Cause.NONE] * 8, Cause.SLOT]
        bad = KeyCause.BAD_SIZE if load.slot < 4 else KeyCause.BAD_SLOT
        assert answers(result) == [(load.slot, bad)]


def test_a_refused_key_does_not_wait(bench: Bench) -> None:
    """Neither for messages of its slot nor for anything else."""
    bench.play([KeyLoad(1, bytes(16), 4), WaitReady(1)])
    refused = KeyLoad(1, bytes(32), 4, wait=False, size=3)
    (key,) = bench.play([sealing(1, 1024), refused, sealing(1)]).keys
    assert key.answered == key.accepted + 1


@pytest.mark.parametrize("preset", PRESETS)
def test_every_key_is_answered(bench: Bench, preset: str) -> None:
    """Once, in order, when its slot is ready; the next key waits until the answer is taken."""
    rng = random.Random(preset)
    loads = [
        KeyLoad(rng.randrange(6), rng.randbytes(rng.choice(SIZES)), 4, wait=rng.random() < 0.5)
        for _ in range(30)
    ]
    events: list[Event] = []
    for load in loads:
        events += [load, *(sealing(rng.randrange(4), 100) for _ in range(rng.randrange(3)))]
    slow = Traffic(seed=len(preset), key_stall=230, burst=40, axis_stall=100)
    for traffic in (Traffic.preset(preset), slow):
        result = bench.sim.run(events, traffic)
        found = [
            (load.slot, KeyCause.LOADED if load.slot < 4 else KeyCause.BAD_SLOT) for load in loads
        ]
        assert answers(result) == found
        for before, after in pairwise(result.keys):
            assert before.accepted < before.answered < after.accepted
        for key in result.keys:
            assert key.cause is not KeyCause.LOADED or key.ready <= key.answered
    bench.sim.reset()
    bench.rules.slots.clear()


def test_an_answer_that_is_not_taken_holds_up_no_traffic(bench: Bench) -> None:
    """The slot is ready, and its messages pass, while m_key waits."""
    load = KeyLoad(1, bytes(16), 4)
    slow = Traffic(key_stall=240, burst=200)
    while True:
        result = bench.play([load, WaitReady(1), *[sealing(1)] * 6], slow)
        (key,) = result.keys
        if key.answered > result.messages[-1].stamps.status:
            break
        slow = replace(slow, seed=slow.seed + 1)
    assert key.ready < result.messages[0].stamps.command


def test_a_load_waits_for_the_messages_of_its_slot_only(bench: Bench) -> None:
    """It is accepted after the verdict on the last of them, however many others are in the core."""
    for other in (False, True):
        bench.play([KeyLoad(0, bytes(16), 4), KeyLoad(1, bytes(16), 4), *map(WaitReady, (0, 1))])
        traffic = [sealing(0 if other else 1, 900) for _ in range(4)]
        load = KeyLoad(1, bytes(16), 4, wait=False)
        result = bench.play([*traffic, load, Barrier()])
        (key,) = result.keys
        *_, last = result.messages
        if other:
            assert key.answered < last.stamps.status
        else:
            assert last.stamps.last_in < key.accepted < last.stamps.status + 8


@pytest.mark.parametrize("min_tag", [*range(18), 31])
@pytest.mark.parametrize("short_tags", [False, True])
def test_min_tag(bench: Bench, min_tag: int, short_tags: bool) -> None:
    """A slot takes tags of its minimum and longer, of less than 12 bytes only if its load asks for
    them; counter-only messages have none."""
    load = KeyLoad(0, bytes(16), min_tag, short_tags=short_tags)
    least = min_tag if short_tags else max(min_tag, 12)
    for op in (Op.SEAL, Op.OPEN):
        for length in TAG_SIZES:
            ct, tag = fast_seal(bytes(16), bytes(12), b"", b"text", length)
            text, received = (b"text", b"") if op is Op.SEAL else (ct, tag)
            message = Message(op=op, text=text, tag=received, tag_len=length)
            (cause,) = bench.causes([load, message])
            assert cause is (Cause.NONE if length >= least else Cause.TAG_LENGTH)
    counter = Message(op=Op.COUNTER, text=b"text", tag_len=0)
    assert bench.causes([load, counter]) == [Cause.NONE]


@pytest.mark.parametrize("preset", ["full", "both"])
@pytest.mark.parametrize("op", [Op.SEAL, Op.COUNTER])
def test_message_limit(bench: Bench, op: Op, preset: str) -> None:
    """Exactly that many messages are sealed with a key; a new key restarts its slot's count."""
    limit = bench.config.message_limit
    message, other = Message(op=op, slot=1, text=b"once"), Message(op=op, slot=2, text=b"again")
    key, traffic = bytes(range(24)), Traffic.preset(preset)
    load: list[Event] = [KeyLoad(1, key, 4), KeyLoad(2, key, 4)]
    events: list[Event] = [*load, *[message] * (limit + 2), opening(key, 1), other, *load, message]
    causes = bench.causes(events, traffic)
    used_up = [Cause.MESSAGE_LIMIT] * 2
    assert causes == [*[Cause.NONE] * limit, *used_up, Cause.NONE, Cause.NONE, Cause.NONE]


def test_refused_commands_do_not_use_a_key_up(bench: Bench) -> None:
    """But messages whose beats are refused do: their keystream may have been used."""
    limit = bench.config.message_limit
    right, wrong = Message(slot=3, text=b"x"), Message(slot=3, text=b"x", tag_len=5)
    aborted = Message(slot=3, text=b"x", abort=True)
    load = KeyLoad(3, bytes(16), 4)
    causes = bench.causes([load, *[wrong] * 10, *[right] * limit, right])
    assert causes == [*[Cause.TAG_LENGTH] * 10, *[Cause.NONE] * limit, Cause.MESSAGE_LIMIT]
    causes = bench.causes([load, *[aborted] * limit, right])
    assert causes == [*[Cause.ABORTED] * limit, Cause.MESSAGE_LIMIT]


# ---- refusing instead of holding ----------------------------------------------------------------


def test_refusing_core_refuses_during_a_load(refusing: Bench) -> None:
    """Commands of the slot get cause SLOT until it is ready; the other slot is not affected."""
    sim, key = refusing.sim, bytes(16)
    refusing.play([KeyLoad(0, key, 4), WaitReady(0), KeyLoad(1, key, 4), WaitReady(1), sealing(0)])
    events: list[Event] = [KeyLoad(0, key, 4), sealing(0), sealing(1), sealing(0)]
    result = sim.run([*events, WaitReady(0), sealing(0)])
    assert [answer.cause for answer in result.messages] == [
        *(Cause.SLOT, Cause.NONE, Cause.SLOT),
        Cause.NONE,
    ]
    assert result.messages[2].stamps.command < result.keys[0].ready


def test_refusing_core_waits_for_messages_in_flight(refusing: Bench) -> None:
    """A message accepted before the load still gets its old key."""
    rng = random.Random(4)
    for length in (0, 16, 300, 1024):
        events: list[Event] = []
        for bits in refusing.config.key_sizes:
            load = KeyLoad(1, rng.randbytes(bits // 8), 4)
            events += [load, WaitReady(1), sealing(1, length)]
        for preset in PRESETS:
            causes = refusing.causes(events, Traffic.preset(preset, length))
            assert set(causes) == {Cause.NONE}


@pytest.mark.parametrize("count", [100, 1000])
def test_refused_commands_do_not_hold_a_load_up(refusing_store: Bench, count: int) -> None:
    """However many of them follow it."""
    sim, load = refusing_store.sim, KeyLoad(0, bytes(16), wait=False)
    sim.run([load, WaitReady(0), Barrier()])
    result = sim.run([*[Message(slot=0, text=b"x")] * 4, load, *[Message(slot=0)] * count])
    assert Cause.SLOT in {answer.cause for answer in result.messages}
    offered = result.messages[3].stamps.command
    bound = 8 * refusing_store.config.loop_latency  # of the messages in front, and of the load
    assert 0 < result.keys[0].accepted - offered < bound

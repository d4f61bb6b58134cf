# SPDX-License-Identifier: Apache-2.0
"""Zeroising the GCM core at any moment.

Whatever it interrupts: each command gets exactly one end of packet and one status (the simulation
checks that), nothing but the null ends of packets leaves while it lasts, no slot is ready
afterwards, and the core works again as soon as it has keys.
"""

import re
from dataclasses import replace

import pytest

from sealwright.families import load_core
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.rules import Rules, beats_of
from sealwright.families.message.sim import (
    Barrier,
    Cause,
    Event,
    KeyCause,
    KeyLoad,
    Message,
    MessageSim,
    Op,
    RawMessage,
    RunResult,
    WaitReady,
    Zeroise,
)
from sealwright.model.gcm import fast_seal
from sealwright.synth import lint_tools
from sealwright.tools import yosys
from sealwright.tools.traffic import Order, Traffic

KEY = bytes(range(32))
Bench = tuple[GcmConfig, MessageSim, Rules]


def test_the_sweep_is_as_long_as_every_memory() -> None:
    """Here the queues of pending tags and verdicts are the deepest memories."""
    knobs = {"key_sizes": [128], "round_stages": 2, "mult_stages": 7, "slots": 1, "sbox": "table"}
    store = {"release": "store", "store_beats": 16}
    config = load_core("gcm-default", {**knobs, **store})
    assert isinstance(config, GcmConfig)
    read = lint_tools.read_boxed(config.top, config.files(), config.rtl_params())
    design = yosys.netlist([read, "proc", "flatten", "memory_collect"], "memories")
    cells = yosys.top_module(design)["cells"]
    sizes = {
        name: int(cell["parameters"]["SIZE"], 2)
        for name, cell in cells.items()
        if cell["type"].startswith("$mem")
    }
    assert sum(re.search(r"u_(pending|verdicts)\.mem", name) is not None for name in sizes) == 2
    assert max(sizes.values()) == config.messages > config.loop_latency
    assert config.sweep_cycles > max(sizes.values())


def message(op: int, slot: int = 1, iv_len: int = 40, aad: int = 70, text: int = 200) -> Message:
    """By default, sections of several beats each."""
    iv, head, body, tag = bytes(range(iv_len)), bytes(aad), bytes(text), b""
    if op == Op.COUNTER:
        head = b""
    if op == Op.OPEN:
        body, tag = fast_seal(KEY, iv, head, body)
    return Message(op=op, slot=slot, iv=iv, iv_in_data=iv_len != 12, aad=head, text=body, tag=tag)


def load(slot: int = 1) -> list[Event]:
    return [KeyLoad(slot, KEY, 4), WaitReady(slot)]


def zeroised(bench: Bench, events: list[Event], at: Zeroise, traffic: Traffic) -> RunResult:
    """Plays events with a zeroise, then checks that the core is empty and usable."""
    config, sim, rules = bench
    played: list[Event] = [*events, at, Barrier()]
    result = sim.run(played, traffic)
    assert rules.compare(rules.expect(played), result) == []
    assert rules.compare_keys(played, result) == []
    slots = range(config.slots)
    empty: list[Event] = [message(Op.SEAL, slot) for slot in slots]
    again: list[Event] = [*(e for slot in slots for e in load(slot)), *empty, message(Op.OPEN)]
    for after, cause in ((empty, Cause.SLOT), (again, Cause.NONE)):
        later = sim.run(after, Traffic.preset("full"))
        assert rules.compare(rules.expect(after), later) == []
        assert {answer.cause for answer in later.messages} == {cause}
    return result


MOMENTS = (*range(60), *range(60, 130, 7), 200, 400)


@pytest.mark.parametrize("op", Op)
@pytest.mark.parametrize("iv_len", [12, 40])
def test_each_moment_of_a_message(bench: Bench, op: int, iv_len: int) -> None:
    """From its command on through IV, AAD, text and tag to its end, and beyond."""
    events = [*load(), message(op, iv_len=iv_len)]
    causes = {
        zeroised(bench, events, Zeroise(cycles=cycles), Traffic()).messages[0].cause
        for cycles in MOMENTS
    }
    assert causes == {Cause.ZEROISED, Cause.NONE}


@pytest.mark.parametrize("op", Op)
@pytest.mark.parametrize("preset", ["idle", "stall", "both", "bursty"])
def test_each_beat_of_a_message(bench: Bench, op: int, preset: str) -> None:
    """Counted in input beats, with sources and sinks that pause."""
    sent = message(op)
    events = [*load(), *[message(op, iv_len=12, text=16)] * 2, sent]
    for beats in range(3 + 5 + 13 + 2):
        result = zeroised(bench, events, Zeroise(beats=beats), Traffic.preset(preset, beats))
        assert result.messages[-1].cause is Cause.ZEROISED


@pytest.mark.parametrize("pulse", [1, 2, 3, 50, 400])
def test_length_of_the_pulse(bench: Bench, pulse: int) -> None:
    """Long or short, while long texts are on their way; and pulses on top of a sweep."""
    events = [*load(), *[message(Op.SEAL, text=300)] * 3]
    for cycles in range(0, 90, 3):
        zeroised(bench, events, Zeroise(cycles=cycles, pulse=pulse), Traffic())
    for gap in (1, 2, 10, 60):
        twice = [*events, Zeroise(cycles=20)]
        zeroised(bench, twice, Zeroise(cycles=20 + gap, pulse=pulse), Traffic.preset("stall", gap))


def test_idle(bench: Bench) -> None:
    """Nothing at all, only keys, or keys and messages that have ended."""
    for pulse in (1, 7):
        zeroised(bench, [], Zeroise(pulse=pulse), Traffic())
        zeroised(bench, load(), Zeroise(pulse=pulse), Traffic())
        done = [*load(), message(Op.SEAL), Barrier()]
        result = zeroised(bench, done, Zeroise(cycles=0, pulse=pulse), Traffic())
        assert result.messages[0].passed


def test_key_load(bench: Bench) -> None:
    """At each stage of a load: schedule, hash key, powers, just before and after the end."""
    _, sim, _ = bench
    (key,) = sim.run([KeyLoad(3, KEY, 4), WaitReady(3)]).keys
    took = key.ready - key.accepted
    answers = []
    for cycles in (*range(0, took + 3, 5), *range(took - 6, took + 3)):
        result = zeroised(bench, [KeyLoad(3, KEY, 4)], Zeroise(cycles=cycles), Traffic())
        answers += [key.cause for key in result.keys]
    assert set(answers) == {KeyCause.LOADED, KeyCause.ZEROISED}


@pytest.mark.parametrize("size", [None, 3])
def test_answer_that_waits(bench: Bench, size: int | None) -> None:
    """The answer to a key that is gone is ZEROISED, however late it is taken. A refusal stays."""
    slow = Traffic(seed=2, key_stall=240, burst=100)
    found = set()
    for cycles in range(0, 400, 29):
        for pulse in (1, 5):
            load = KeyLoad(3, KEY, 4, size=size)
            result = zeroised(bench, [load], Zeroise(cycles=cycles, pulse=pulse), slow)
            found |= {key.cause for key in result.keys}
    cut = {KeyCause.ZEROISED}
    assert found == {KeyCause.BAD_SIZE} if size else cut <= found <= cut | {KeyCause.LOADED}


def test_key_load_that_is_not_accepted_yet(bench: Bench) -> None:
    """A load that waits for its slot's messages goes on after the sweep, with its own key."""
    _, sim, _ = bench
    for cycles in range(0, 60, 4):
        other = KeyLoad(1, KEY[:16], 4, wait=False)
        events: list[Event] = [*load(), message(Op.SEAL), Zeroise(cycles=cycles), other]
        cut = sim.run([*events, Barrier()]).messages[0]
        assert cut.cause in (Cause.ZEROISED, Cause.NONE)
        (after,) = sim.run([*load(), message(Op.OPEN)]).messages
        assert after.passed


@pytest.mark.parametrize("op", Op)
def test_stalled_output(bench: Bench, op: int) -> None:
    """The sink takes few beats: outputs are gated while one waits (stable or not)."""
    slow = Traffic(seed=3, axis_stall=240, status_stall=200, burst=30)
    events = [*load(), *[message(op, text=100)] * 4]
    found = set()
    for cycles in range(0, 500, 23):
        result = zeroised(bench, events, Zeroise(cycles=cycles), slow)
        found |= {answer.cause for answer in result.messages}
    assert Cause.ZEROISED in found


@pytest.mark.parametrize("op", Op)
def test_the_rest_of_a_refused_message_is_drained(bench: Bench, op: int) -> None:
    """A first beat of text with a hole, and a long rest; behind it refused commands, a right one.

    The cause comes with the end of the packet, when the last beat is there: until then it is that
    of the zeroise.
    """
    config, sim, _ = bench
    beats = list(beats_of(message(op, iv_len=12, aad=0), config.stream))
    beats[0] = replace(beats[0], keep=config.stream.full - 2)
    refused = RawMessage(op=op, slot=1, beats=tuple(beats))
    wrong = [Message(slot=9, text=bytes(100)), Message(slot=1, tag_len=7, text=bytes(100))]
    later = Traffic(order=Order.DATA_LAGS, gap=40)
    for count in range(1, len(beats), 3):
        events = [*load(), refused, *wrong, message(Op.OPEN)]
        result = zeroised(bench, events, Zeroise(beats=count), later)
        first, *_, last = result.messages
        assert (first.cause, last.cause) == (Cause.ZEROISED, Cause.ZEROISED)
    behind = sim.run([*load(), refused, Zeroise(cycles=400), Barrier()], later)
    assert [answer.cause for answer in behind.messages] == [Cause.KEEP]


def test_many_short_messages(bench: Bench) -> None:
    """Dozens of messages in flight: each one ends, the later ones with cause ZEROISED."""
    one = Message(op=Op.OPEN, slot=1, tag=fast_seal(KEY, bytes(12), b"", b"")[1])
    for count in (1, 5, 40, 100):
        result = zeroised(bench, [*load(), *[one] * count], Zeroise(cycles=2), Traffic())
        causes = [answer.cause for answer in result.messages]
        first = causes.index(Cause.ZEROISED)
        assert set(causes[first:]) == {Cause.ZEROISED}


@pytest.mark.parametrize("iv_len", [12, 16])
@pytest.mark.parametrize("op", [Op.SEAL, Op.OPEN, Op.COUNTER])
def test_data_that_waited_for_their_command(bench: Bench, op: int, iv_len: int) -> None:
    """Beats taken before the zeroise are cleared: their message must not continue with zeros."""
    _, sim, _ = bench
    sim.run(load())
    sent = message(op, iv_len=iv_len)
    # the zeroise takes the first key, whose load is under way, and the waiting beats
    cut = KeyLoad(1, KEY, 4)
    result = sim.run([Zeroise(cycles=10), cut, *load(), sent, sent])
    assert [key.cause for key in result.keys] == [KeyCause.ZEROISED, KeyCause.LOADED]
    lost, right = result.messages
    assert (lost.passed, lost.cause) == (False, Cause.ZEROISED)
    assert (lost.aad, lost.text, lost.tag) == (b"", b"", b"")
    assert (right.passed, right.aad) == (True, sent.aad)
    if op == Op.SEAL:
        assert (right.text, right.tag) == fast_seal(KEY, sent.iv, sent.aad, sent.text)


def test_data_that_waited_for_a_command_without_a_key(bench: Bench) -> None:
    """The fault of the command comes first."""
    _, sim, _ = bench
    sim.run(load())
    result = sim.run([Zeroise(cycles=10), KeyLoad(1, KEY, 4), message(Op.SEAL), *load()])
    assert [answer.cause for answer in result.messages] == [Cause.SLOT]
    (right,) = sim.run([message(Op.SEAL)]).messages
    assert right.passed

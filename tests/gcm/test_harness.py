# SPDX-License-Identifier: Apache-2.0
"""The part of the packet harness for GCM, on a stub (the rest: tests/toolkit)."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from sealwright.base.errors import UsageError
from sealwright.families.message.events import add_message
from sealwright.families.message.sim import (
    Barrier,
    Beat,
    Cause,
    Event,
    KeyLoad,
    Message,
    MessageSim,
    Op,
    RawMessage,
    Section,
    WaitReady,
)
from sealwright.tools.packet.events import ABORT, FILLER, LAST, Beats
from sealwright.tools.traffic import PRESETS, Traffic
from stubs import PAD, GcmStub

STUB = GcmStub()


@pytest.fixture(scope="module")
def built() -> Iterator[MessageSim]:
    with STUB.open(watchdog=400) as sim:
        yield sim


@pytest.fixture
def sim(built: MessageSim) -> MessageSim:
    built.reset()
    return built


def load(slot: int, fault: int = 0) -> list[Event]:
    return [STUB.key(slot, fault), WaitReady(slot)]


def beats_of(message: Message) -> list[tuple[bytes, int, Section, bool, bool]]:
    beats = Beats()
    add_message(beats, message)
    return [
        (
            bytes(beats.data[16 * i : 16 * i + 16]),
            word & 0xFFFF,
            Section(word >> 16 & 3),
            bool(word & LAST),
            bool(word & ABORT),
        )
        for i, word in enumerate(beats.words)
    ]


FULL = 0xFFFF


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (Message(), [(16 * FILLER, 0, Section.TEXT, True, False)]),
        (Message(op=Op.COUNTER), [(16 * FILLER, 0, Section.TEXT, True, False)]),
        (
            Message(op=Op.OPEN, tag=b"T" * 12),
            [(b"T" * 12 + 4 * FILLER, 0xFFF, Section.TAG, True, False)],
        ),
        (Message(op=Op.OPEN), [(16 * FILLER, 0, Section.TAG, True, False)]),
        (Message(aad=b"a"), [(b"a" + 15 * FILLER, 1, Section.AAD, True, False)]),
        (
            Message(iv=b"i" * 16, iv_in_data=True, aad=b"a" * 17, text=b"t" * 15),
            [
                (b"i" * 16, FULL, Section.IV, False, False),
                (b"a" * 16, FULL, Section.AAD, False, False),
                (b"a" + 15 * FILLER, 1, Section.AAD, False, False),
                (b"t" * 15 + 1 * FILLER, 0x7FFF, Section.TEXT, True, False),
            ],
        ),
        (
            Message(iv=b"i", iv_in_data=True),
            [
                (b"i" + 15 * FILLER, 1, Section.IV, False, False),
                (16 * FILLER, 0, Section.TEXT, True, False),
            ],
        ),
        (
            Message(op=Op.OPEN, text=b"t" * 16, tag=b"T" * 16, abort=True),
            [
                (b"t" * 16, FULL, Section.TEXT, False, False),
                (b"T" * 16, FULL, Section.TAG, True, True),
            ],
        ),
    ],
)
def test_packing(message: Message, expected: list[object]) -> None:
    assert beats_of(message) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_round_trip(sim: MessageSim, preset: str) -> None:
    sealing = STUB.commands()
    sealed = sim.run([*load(1), *sealing], Traffic.preset(preset, 3)).messages
    opening: list[Event] = []
    for message, result in zip(sealing, sealed, strict=True):
        assert result.passed and result.cause is Cause.NONE and not result.aborted
        assert result.aad == message.aad
        assert result.text == bytes(byte ^ PAD for byte in message.text)
        assert len(result.tag) == (0 if message.op == Op.COUNTER else message.tag_len)
        if message.op == Op.SEAL:
            opening.append(
                replace(message, op=Op.OPEN, aad=result.aad, text=result.text, tag=result.tag)
            )
    opened = sim.run(opening, Traffic.preset(preset, 4)).messages
    plain = [m for m in sealing if m.op == Op.SEAL]
    assert [(r.passed, r.aad, r.text) for r in opened] == [(True, m.aad, m.text) for m in plain]


def test_stamps_and_keys(sim: MessageSim) -> None:
    run = sim.run([*load(2), Message(slot=2, text=b"t" * 64), Message(slot=2, text=b"t")])
    first, second = (result.stamps for result in run.messages)
    assert run.keys[0].accepted < run.keys[0].ready <= first.command
    assert first.last_in - first.first_in == 3 and first.last_out > first.first_out
    assert first.status < second.status < run.end
    assert second.first_in == second.last_in and run.start <= run.keys[0].accepted


def test_refused_messages(sim: MessageSim) -> None:
    run = sim.run(
        [
            *load(1),
            Message(slot=3, text=b"no key"),
            Message(slot=1, op=Op.OPEN, text=b"text", tag=b"wrong".ljust(16)),
            Message(slot=1, text=b"dropped", abort=True),
            Message(slot=1, text=b"good"),
        ]
    )
    causes = [result.cause for result in run.messages]
    assert causes == [Cause.SLOT, Cause.TAG_MISMATCH, Cause.ABORTED, Cause.NONE]
    assert [result.aborted for result in run.messages] == [True, True, True, False]
    refused = run.messages[1].packet.beats()[-1]
    assert refused.abort and refused.last and refused.keep == 0


def test_raw_messages_and_packets(sim: MessageSim) -> None:
    beats = (Beat(b"a" * 16, Section.AAD), Beat(b"xyz", Section.TEXT, last=True))
    run = sim.run([*load(1), RawMessage(slot=1, beats=beats)])
    packet = run.messages[0].packet.beats()
    assert [beat.section for beat in packet] == [Section.AAD, Section.TEXT, Section.TAG]
    assert [beat.keep for beat in packet] == [FULL, 0b111, FULL]
    assert [beat.last for beat in packet] == [False, False, True]
    assert packet[0].data == b"a" * 16


def test_an_unknown_answer_is_seen(sim: MessageSim) -> None:
    result = sim.run([*load(1, 19)[:1], Barrier()], Traffic(key_stall=240), strict=False)
    assert re.match(r"cycle \d+: m_key: cause 5 is unknown", result.violations[0])


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Message(iv=b"short"), "12 bytes"),
        (Message(tag=b"T"), "brings a tag"),
        (Message(tag_len=32), "tag_len must be 0 to 31"),
        (KeyLoad(0, b"key"), "16, 24 or 32 bytes"),
    ],
)
def test_bad_events(sim: MessageSim, event: Event, text: str) -> None:
    with pytest.raises(UsageError, match=text):
        sim.run([event])

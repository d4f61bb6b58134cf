# SPDX-License-Identifier: Apache-2.0
"""The bulk harness itself, on a stand-in for the core that breaks the protocol on request."""

import re
from collections.abc import Iterator
from dataclasses import astuple, replace
from itertools import pairwise
from pathlib import Path

import pytest

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.families.gcm.events import add_message
from sealwright.families.gcm.sim import (
    Barrier,
    Beat,
    Cause,
    Event,
    GcmSim,
    KeyCause,
    KeyLoad,
    Message,
    Op,
    RawMessage,
    Section,
    WaitReady,
    Zeroise,
)
from sealwright.tools.packet.events import Beats
from sealwright.tools.traffic import PRESETS, Order, Traffic

STAND_IN = "tests/data/sv/seal_gcm.sv"
PARAMS = {"Slots": 4, "IdWidth": 16}
PAD = 0x5A  # with which the stand-in "encrypts"


def load(slot: int, fault: int = 0) -> list[Event]:
    """A key; its byte 0 selects the stand-in's fault."""
    return [KeyLoad(slot, bytes([fault]).ljust(16, b"k")), WaitReady(slot)]


def messages(slot: int = 1) -> list[Event]:
    """All kinds of well-formed messages."""
    return [
        Message(slot=slot, aad=b"a" * 16, text=b"hello world, this is text"),
        Message(slot=slot, aad=b"only aad, of more than one beat"),
        Message(slot=slot, aad=b"a" * 20, text=b"t" * 40, tag_len=12),
        Message(slot=slot),
        Message(slot=slot, op=Op.COUNTER, text=b"c" * 33),
        Message(slot=slot, op=Op.COUNTER),
        Message(slot=slot, iv=b"long IV in two beats", iv_in_data=True, text=b"t" * 16),
    ]


@pytest.fixture(scope="module")
def built() -> Iterator[GcmSim]:
    with GcmSim(PARAMS, [STAND_IN], watchdog=400) as sim:
        yield sim


@pytest.fixture
def sim(built: GcmSim) -> GcmSim:
    built.reset()
    return built


def beats_of(message: Message) -> list[tuple[bytes, int, Section, bool, bool]]:
    beats = Beats()
    add_message(beats, message)
    return [
        (
            bytes(beats.data[16 * i : 16 * i + 16]),
            word & 0xFFFF,
            Section(word >> 16 & 3),
            bool(word & 1 << 19),
            bool(word & 1 << 18),
        )
        for i, word in enumerate(beats.words)
    ]


NULL = bytes(16)
FULL = 0xFFFF


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (Message(), [(NULL, 0, Section.TEXT, True, False)]),
        (Message(op=Op.COUNTER), [(NULL, 0, Section.TEXT, True, False)]),
        (
            Message(op=Op.OPEN, tag=b"T" * 12),
            [(b"T" * 12 + bytes(4), 0xFFF, Section.TAG, True, False)],
        ),
        (Message(op=Op.OPEN), [(NULL, 0, Section.TAG, True, False)]),
        (Message(aad=b"a"), [(b"a" + bytes(15), 1, Section.AAD, True, False)]),
        (
            Message(iv=b"i" * 16, iv_in_data=True, aad=b"a" * 17, text=b"t" * 15),
            [
                (b"i" * 16, FULL, Section.IV, False, False),
                (b"a" * 16, FULL, Section.AAD, False, False),
                (b"a" + bytes(15), 1, Section.AAD, False, False),
                (b"t" * 15 + bytes(1), 0x7FFF, Section.TEXT, True, False),
            ],
        ),
        (
            Message(iv=b"i", iv_in_data=True),
            [
                (b"i" + bytes(15), 1, Section.IV, False, False),
                (NULL, 0, Section.TEXT, True, False),
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
def test_round_trip(sim: GcmSim, preset: str) -> None:
    sealing = messages()
    sealed = sim.run([*load(1), *sealing], Traffic.preset(preset, 3)).messages
    opening: list[Event] = []
    for message, result in zip(sealing, sealed, strict=True):
        assert isinstance(message, Message)
        assert result.passed and result.cause is Cause.NONE and not result.aborted
        assert result.aad == message.aad
        assert result.text == bytes(byte ^ PAD for byte in message.text)
        assert len(result.tag) == (0 if message.op == Op.COUNTER else message.tag_len)
        if message.op == Op.SEAL:
            opening.append(
                replace(message, op=Op.OPEN, aad=result.aad, text=result.text, tag=result.tag)
            )
    opened = sim.run(opening, Traffic.preset(preset, 4)).messages
    plain = [m for m in sealing if isinstance(m, Message) and m.op == Op.SEAL]
    assert [(r.passed, r.aad, r.text) for r in opened] == [(True, m.aad, m.text) for m in plain]


def test_a_run_can_be_replayed(sim: GcmSim) -> None:
    traffic = Traffic.preset("bursty", 11)
    runs, starts = [], []
    for _ in range(2):
        sim.reset()
        run = sim.run([*load(1), *messages()], traffic)
        runs.append([astuple(result.stamps) for result in run.messages])
        starts.append(run.start)
    shifted = [tuple(s - starts[1] + starts[0] for s in stamps) for stamps in runs[1]]
    assert runs[0] == shifted
    sim.reset()
    other = sim.run([*load(1), *messages()], Traffic.preset("bursty", 12))
    others = [astuple(result.stamps) for result in other.messages]
    spans = [[s[-1] - s[0] for s in run] for run in (runs[0], others)]
    assert spans[0] != spans[1]


def test_stamps_and_keys(sim: GcmSim) -> None:
    run = sim.run([*load(2), Message(slot=2, text=b"t" * 64), Message(slot=2, text=b"t")])
    first, second = (result.stamps for result in run.messages)
    assert run.keys[0].accepted < run.keys[0].ready <= first.command
    assert first.last_in - first.first_in == 3 and first.last_out > first.first_out
    assert first.status < second.status < run.end
    assert second.first_in == second.last_in and run.start <= run.keys[0].accepted


@pytest.mark.parametrize(
    ("order", "gap", "lead"), [(Order.DATA_LEADS, 30, None), (Order.DATA_LAGS, 30, 31)]
)
def test_order_of_data_and_command(sim: GcmSim, order: Order, gap: int, lead: int | None) -> None:
    run = sim.run([*load(1), *messages()], Traffic(order=order, gap=gap))
    gaps = [r.stamps.first_in - r.stamps.command for r in run.messages]
    # The stand-in takes data right after the command, so leading data shows as no extra wait.
    assert set(gaps) == {1 if lead is None else lead}
    starts = [r.stamps.command for r in run.messages]
    assert all(later - earlier >= gap for earlier, later in pairwise(starts))


def test_idents_are_given_or_counted(sim: GcmSim) -> None:
    run = sim.run([*load(1), Message(slot=1, ident=0xBEEF), Message(slot=1), Message(slot=1)])
    given, second, third = (result.ident for result in run.messages)
    assert given == 0xBEEF and third == (second + 1) & 0xFFFF


def test_refused_messages(sim: GcmSim) -> None:
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


def test_raw_messages_and_packets(sim: GcmSim) -> None:
    beats = (Beat(b"a" * 16, Section.AAD), Beat(b"xyz", Section.TEXT, last=True))
    run = sim.run([*load(1), RawMessage(slot=1, beats=beats)])
    packet = run.messages[0].packet.beats()
    assert [beat.section for beat in packet] == [Section.AAD, Section.TEXT, Section.TAG]
    assert [beat.keep for beat in packet] == [FULL, 0b111, FULL]
    assert [beat.last for beat in packet] == [False, False, True]
    assert packet[0].data == b"a" * 16


def test_barrier_separates(sim: GcmSim) -> None:
    run = sim.run([*load(1), Message(slot=1, text=b"t" * 99), Barrier(), Message(slot=1)])
    first, second = (result.stamps for result in run.messages)
    assert first.status < min(second.first_in, second.command)


@pytest.mark.parametrize(
    ("pulse", "causes"),
    [
        (Zeroise(beats=3), [Cause.ZEROISED, Cause.SLOT]),
        (Zeroise(cycles=4, pulse=3), [Cause.ZEROISED, Cause.SLOT]),
        (Zeroise(beats=1000), [Cause.NONE, Cause.NONE]),
    ],
)
def test_zeroise(sim: GcmSim, pulse: Zeroise, causes: list[Cause]) -> None:
    text = b"t" * 160
    events: list[Event] = [Message(slot=1, text=text), pulse, Message(slot=1, text=text), Barrier()]
    run = sim.run([*load(1), *events, Message(slot=1)])
    assert [result.cause for result in run.messages] == [*causes, Cause.SLOT]


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (1, "m_axis: valid fell while stalled"),
        (2, "m_axis: tkeep fffd not contiguous"),
        (3, "m_axis: section 0 after 0"),
        (4, r"m_status: id \d+ instead of \d+"),
        (5, r"stuck: .*message 0 \(id \d+\) has no status; busy"),
        (6, r"assertion failed: seal_gcm\.sv:\d+"),
        (7, "m_status: a status without a command"),
        (8, "busy_o low with a message in flight"),
        (9, r"id \d+: the status passes, but the packet is aborted"),
        (10, "m_axis: payload changed while stalled"),
        (11, r"m_axis: byte \d+ outside tkeep [0-9a-f]{4} is not zero"),
        (12, "m_status: cause 15 is unknown"),
        (13, r"stuck: .*has no end of packet and no status; busy"),
        (14, "m_axis: tag of 15 bytes instead of 16"),
    ],
)
def test_faults_are_seen(sim: GcmSim, fault: int, text: str) -> None:
    events = [*load(1, fault), *messages(), Message(slot=3, text=b"no key")]
    result = sim.run(events, Traffic.preset("stall", 5), strict=False)
    assert re.match(rf"cycle \d+: {text}", result.violations[0])


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (15, "m_key: an answer to no key"),
        (16, "m_key: slot 0 instead of 1"),
        (17, "stuck: .*1 of 1 keys accepted, 0 of 1 answered; busy"),
        (18, "m_key: valid fell while stalled"),
        (19, "m_key: cause 5 is unknown"),
        (20, "busy_o low with a key that has no answer"),
        (21, "m_key: payload changed while stalled"),
        (22, "m_key: slot 1 has its key but is not ready"),
    ],
)
def test_faults_of_answers_are_seen(sim: GcmSim, fault: int, text: str) -> None:
    result = sim.run([*load(1, fault)[:1], Barrier()], Traffic(key_stall=240), strict=False)
    assert re.match(rf"cycle \d+: {text}", result.violations[0])


def test_answers_to_keys(sim: GcmSim) -> None:
    """Each accepted key has one, after its acceptance, however long it waits to be taken."""
    keys: list[Event] = [KeyLoad(slot, bytes(16)) for slot in (1, 3, 2)]
    for traffic in (Traffic(), Traffic(key_stall=240, burst=9)):
        run = sim.run([*keys, Barrier()], traffic)
        assert [(key.slot, key.cause) for key in run.keys] == [
            (slot, KeyCause.LOADED) for slot in (1, 3, 2)
        ]
        assert all(key.accepted < key.ready <= key.answered for key in run.keys)


def test_a_broken_run_raises_and_wants_a_reset(sim: GcmSim) -> None:
    with pytest.raises(CheckFailed, match=r"seed 1, Traffic.*\n.*stuck: nothing moved for 400"):
        sim.run([*load(1, 5), Message(slot=1)])
    with pytest.raises(UsageError, match="reset"):
        sim.run([])
    sim.reset()
    assert sim.run([*load(1), Message(slot=1)]).messages[0].passed


def test_watchdog_names_the_slot(sim: GcmSim) -> None:
    with pytest.raises(CheckFailed, match=r"0 of 2 events passed \(slot not ready\)"):
        sim.run([WaitReady(2), Message(slot=2)])


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Message(iv=b"short"), "12 bytes"),
        (Message(tag=b"T"), "brings a tag"),
        (Message(slot=16), "slot must be 0 to 15"),
        (Message(tag_len=32), "tag_len must be 0 to 31"),
        (KeyLoad(0, b"key"), "16, 24 or 32 bytes"),
        (RawMessage(beats=()), "must end with a last beat"),
        (RawMessage(beats=(Beat(bytes(17), Section.TEXT, last=True),)), "at most 16 bytes"),
        (Zeroise(beats=1, cycles=1), "not both"),
    ],
)
def test_bad_events(sim: GcmSim, event: Event, text: str) -> None:
    with pytest.raises(UsageError, match=text):
        sim.run([event])


def test_bad_traffic() -> None:
    with pytest.raises(UsageError, match="there are full, idle, stall, both, bursty"):
        Traffic.preset("storm")
    with pytest.raises(UsageError, match="axis_stall is a probability"):
        Traffic(axis_stall=256)
    with pytest.raises(UsageError, match="burst"):
        Traffic(burst=0)


def test_waveform(tmp_path: Path, sim: GcmSim) -> None:
    with pytest.raises(UsageError, match="trace=True"):
        sim.trace(tmp_path / "none.vcd")
    path = tmp_path / "wave.vcd"
    with GcmSim(PARAMS, [STAND_IN], trace=True) as traced:
        traced.trace(path, delay=2, cycles=20)
        traced.run([*load(1), *messages()])
    text = path.read_text()
    times = [int(time) for time in re.findall(r"^#(\d+)$", text, re.MULTILINE)]
    assert "m_axis_tdata" in text and 190 <= times[-1] - times[0] <= 200


def test_two_simulations_side_by_side(sim: GcmSim) -> None:
    with GcmSim({**PARAMS, "Slots": 16}, [STAND_IN], seed=9) as other:
        for run in range(2):
            for each, slot in ((sim, 3), (other, 15)):
                events = load(slot) if run == 0 else []
                assert each.run([*events, Message(slot=slot, text=b"t")]).messages[0].passed

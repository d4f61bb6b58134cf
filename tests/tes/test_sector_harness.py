# SPDX-License-Identifier: Apache-2.0
"""The harness of the sector engines, on a stand-in that breaks the protocol on request."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.families.sector.events import beats_of
from sealwright.families.sector.sim import (
    Barrier,
    Beat,
    Cause,
    Event,
    KeyCause,
    KeyLoad,
    RawCommand,
    Section,
    SectorSim,
    Units,
    WaitReady,
    Zeroise,
)
from sealwright.tools.traffic import PRESETS, Order, Traffic
from sectors import core

STAND_IN = "tests/data/sv/seal_sector.sv"
CORE = core("hctr2", status="unit")
PAD = 0x5A  # with which the stand-in "encrypts"


def load(slot: int, fault: int = 0) -> list[Event]:
    """A key; its byte 0 selects the stand-in's fault."""
    return [KeyLoad(slot, bytes([fault]).ljust(16, b"k"), 20), WaitReady(slot)]


def commands(slot: int = 1) -> list[Event]:
    """All kinds of well-formed commands."""
    texts = (b"hello world, this is", b"text of 20 bytes, ok")
    return [
        Units(slot=slot, texts=texts, number=7),
        Units(slot=slot, texts=texts[:1], tweaks=(b"a tweak of more than a beat",)),
        Units(slot=slot, texts=texts * 2, tweaks=(b"", b"t" * 16, b"u" * 17, b"v")),
        RawCommand(slot=slot, count=2, beats=tuple(beats_of(Units(texts=texts)))),
    ]


@pytest.fixture(scope="module")
def built() -> Iterator[SectorSim]:
    with SectorSim(CORE, [STAND_IN], watchdog=400) as sim:
        yield sim


@pytest.fixture
def sim(built: SectorSim) -> SectorSim:
    built.reset()
    return built


def test_beats_of_a_command() -> None:
    """Each unit and each tweak starts on a beat; tlast at the end of the last unit only."""
    found = beats_of(Units(texts=(b"t" * 20, b"u" * 16), tweaks=(b"w" * 17, b"")))
    assert [(beat.data, beat.section, beat.last) for beat in found] == [
        (b"w" * 16, Section.TWEAK, False),
        (b"w", Section.TWEAK, False),
        (b"t" * 16, Section.TEXT, False),
        (b"t" * 4, Section.TEXT, False),
        (b"u" * 16, Section.TEXT, True),
    ]
    assert beats_of(Units(texts=())) == (Beat(b"", last=True),)


@pytest.mark.parametrize("preset", PRESETS)
def test_round_trip(sim: SectorSim, preset: str) -> None:
    sent = commands()
    results = sim.run([*load(1), *sent], Traffic.preset(preset, 3)).commands
    for command, result in zip(sent, results, strict=True):
        assert isinstance(command, Units | RawCommand)
        texts = [beat.data for beat in beats_of(command) if beat.section is Section.TEXT]
        assert result.text == bytes(byte ^ PAD for byte in b"".join(texts))
        count = command.count if isinstance(command, RawCommand) else len(command.texts)
        assert [status.last for status in result.statuses] == [False] * (count - 1) + [True]
        assert result.cause is Cause.NONE and not result.aborted


def test_stamps_of_units_and_keys(sim: SectorSim) -> None:
    run = sim.run([*load(2), Units(slot=2, texts=(b"t" * 20,) * 3, tweaks=(b"a", b"b", b"c"))])
    key, (result,) = run.keys[0], run.commands
    assert key.offered <= key.accepted < key.ready <= key.answered <= result.accepted
    assert len(result.units) == 3
    for unit in result.units:
        assert unit.last_in - unit.first_in == 2 and unit.last_out - unit.first_out == 1
    for unit, later in pairwise(result.units):
        assert later.first_in == unit.last_in + 1 and later.first_out > unit.last_out
    assert result.statuses[-1].cycle < run.end


@pytest.mark.parametrize(("order", "gap"), [(Order.DATA_LEADS, 30), (Order.DATA_LAGS, 30)])
def test_order_of_data_and_command(sim: SectorSim, order: Order, gap: int) -> None:
    run = sim.run([*load(1), *commands()], Traffic(order=order, gap=gap))
    lag = 1 if order is Order.DATA_LEADS else gap + 1
    assert {result.cycles_in[0] - result.accepted for result in run.commands} == {lag}
    accepted = [result.accepted for result in run.commands]
    assert all(later - earlier >= gap for earlier, later in pairwise(accepted))


def test_refused_commands(sim: SectorSim) -> None:
    aborted = (Beat(b"t" * 16), Beat(b"t" * 4, last=True, abort=True))
    run = sim.run(
        [
            *load(1),
            Units(slot=3, texts=(b"no key",)),
            RawCommand(slot=1, count=1, beats=aborted),
            Units(slot=1, texts=(b"good",)),
        ]
    )
    assert [result.cause for result in run.commands] == [Cause.SLOT, Cause.ABORTED, Cause.NONE]
    assert [result.aborted for result in run.commands] == [True, True, False]
    refused = run.commands[1].packet.beats()[-1]
    assert refused.abort and refused.last and refused.keep == 0
    assert run.commands[1].units == ()


def test_a_barrier_separates(sim: SectorSim) -> None:
    first, second = sim.run([*load(1), commands()[0], Barrier(), commands()[0]]).commands
    assert first.statuses[-1].cycle < min(second.cycles_in[0], second.accepted)


@pytest.mark.parametrize(
    ("pulse", "causes"),
    [
        (Zeroise(beats=3), [Cause.ZEROISED, Cause.SLOT]),
        (Zeroise(cycles=4, pulse=3), [Cause.ZEROISED, Cause.SLOT]),
        (Zeroise(beats=1000), [Cause.NONE, Cause.NONE]),
    ],
)
def test_zeroise(sim: SectorSim, pulse: Zeroise, causes: list[Cause]) -> None:
    command = Units(slot=1, texts=(b"t" * 160,))
    run = sim.run([*load(1), command, pulse, command, Barrier(), command])
    assert [result.cause for result in run.commands] == [*causes, Cause.SLOT]


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (1, "m_axis: valid fell while stalled"),
        (2, "m_axis: tkeep fffd not contiguous"),
        (3, "m_axis: section 0"),
        (4, r"m_status: id \d+ instead of \d+"),
        (5, r"stuck: .*command 0 \(id \d+\) has no status; busy"),
        (6, r"assertion failed: seal_sector\.sv:\d+"),
        (7, "m_status: a status without a command"),
        (8, "busy_o low with a command in flight"),
        (9, r"id \d+: the status passes, but the packet is aborted"),
        (10, "m_axis: payload changed while stalled"),
        (11, r"m_axis: byte \d+ outside tkeep [0-9a-f]{4} is not zero"),
        (12, "m_status: cause 15 is unknown"),
        (13, r"stuck: .*has no end of packet and no status; busy"),
        (14, r"m_status: last 0 on status 2 of 2, cause 0"),
    ],
)
def test_faults_are_seen(sim: SectorSim, fault: int, text: str) -> None:
    events = [*load(1, fault), *commands(), Units(slot=3, texts=(b"no key",))]
    result = sim.run(events, Traffic.preset("stall", 5), strict=False)
    assert re.match(rf"cycle \d+: {text}", result.violations[0])


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (15, "m_key: an answer to no key"),
        (16, "m_key: slot 0 instead of 1"),
        (17, "stuck: .*1 of 1 keys accepted, 0 of 1 answered; busy"),
        (18, "m_key: valid fell while stalled"),
        (20, "busy_o low with a key that has no answer"),
        (21, "m_key: payload changed while stalled"),
        (22, "m_key: slot 1 has its key but is not ready"),
    ],
)
def test_faults_of_answers_are_seen(sim: SectorSim, fault: int, text: str) -> None:
    result = sim.run([*load(1, fault)[:1], Barrier()], Traffic(key_stall=240), strict=False)
    assert re.match(rf"cycle \d+: {text}", result.violations[0])


def test_answers_to_keys(sim: SectorSim) -> None:
    """Each accepted key has one, after its acceptance, however long it waits to be taken."""
    keys: list[Event] = [KeyLoad(slot, bytes(16), 16) for slot in (1, 3, 2)]
    for traffic in (Traffic(), Traffic(key_stall=240, burst=9)):
        run = sim.run([*keys, Barrier()], traffic)
        assert [(key.slot, key.cause) for key in run.keys] == [
            (slot, KeyCause.LOADED) for slot in (1, 3, 2)
        ]


def test_a_broken_run_raises_and_wants_a_reset(sim: SectorSim) -> None:
    with pytest.raises(CheckFailed, match=r"seed 1, Traffic.*\n.*stuck: nothing moved for 400"):
        sim.run([*load(1, 5), commands()[0]])
    with pytest.raises(UsageError, match="reset"):
        sim.run([])
    sim.reset()
    assert sim.run([*load(1), commands()[0]]).commands[0].cause is Cause.NONE


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Units(slot=16, texts=(b"t",)), "slot must be 0 to 15"),
        (Units(number=1 << 128, texts=(b"t",)), "number must be 0 to"),
        (Units(texts=(b"t",), tweaks=()), "a tweak for each text"),
        (KeyLoad(0, b"key", 16), "an AES key of 24 bits"),
        (KeyLoad(0, bytes(16), 16, bytes(16)), "no key of this mode"),
        (KeyLoad(0, bytes(16), 8192), "unit must be 0 to 8191"),
        (RawCommand(count=1, beats=()), "must end with a last beat"),
        (RawCommand(count=1, beats=(Beat(bytes(17), last=True),)), "at most 16 bytes"),
        (RawCommand(count=1 << 32, beats=(Beat(b"", last=True),)), "out of range"),
        (Zeroise(beats=1, cycles=1), "not both"),
    ],
)
def test_bad_events(sim: SectorSim, event: Event, text: str) -> None:
    with pytest.raises(UsageError, match=text):
        sim.run([event])


def test_waveform(tmp_path: Path, sim: SectorSim) -> None:
    with pytest.raises(UsageError, match="trace=True"):
        sim.trace(tmp_path / "none.vcd")

# SPDX-License-Identifier: Apache-2.0
"""The part of the packet harness for sector engines, on a stub (the rest: tests/toolkit)."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from sealwright.base.errors import UsageError
from sealwright.families.sector.events import beats_of
from sealwright.families.sector.sim import (
    Beat,
    Cause,
    Event,
    KeyLoad,
    RawCommand,
    Section,
    SectorSim,
    Units,
    WaitReady,
)
from sealwright.tools.traffic import PRESETS, Traffic
from stubs import PAD, SectorStub

STUB = SectorStub()


def load(slot: int) -> list[Event]:
    return [STUB.key(slot), WaitReady(slot)]


@pytest.fixture(scope="module")
def built() -> Iterator[SectorSim]:
    with STUB.open(watchdog=400) as sim:
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
    sent = STUB.commands()
    results = sim.run([*load(1), *sent], Traffic.preset(preset, 3)).commands
    for command, result in zip(sent, results, strict=True):
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


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Units(number=1 << 128, texts=(b"t",)), "number must be 0 to"),
        (Units(texts=(b"t",), tweaks=()), "a tweak for each text"),
        (KeyLoad(0, b"key", 16), "an AES key of 24 bits"),
        (KeyLoad(0, bytes(16), 16, bytes(16)), "no key of this mode"),
        (KeyLoad(0, bytes(16), 8192), "unit must be 0 to 8191"),
        (RawCommand(count=1 << 32, beats=(Beat(b"", last=True),)), "out of range"),
    ],
)
def test_bad_events(sim: SectorSim, event: Event, text: str) -> None:
    with pytest.raises(UsageError, match=text):
        sim.run([event])

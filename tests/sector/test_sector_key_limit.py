# SPDX-License-Identifier: Apache-2.0
"""XTS with a limit of blocks under a key that traffic reaches: 2^9, counted unit by unit."""

from collections.abc import Iterator

import pytest

from sealwright.base.errors import UsageError
from sealwright.families import cores_of
from sealwright.families.sector.config import KEY_LIMITS, SectorConfig
from sealwright.families.sector.events import beats_of
from sealwright.families.sector.random_traffic import Cell
from sealwright.families.sector.rules import scheme_of
from sealwright.families.sector.sim import (
    Barrier,
    Cause,
    Event,
    KeyLoad,
    Op,
    RawCommand,
    SectorSim,
    Units,
    WaitReady,
)
from sealwright.families.sector.verify import VERIFIER, Coverage
from sealwright.model.sector.xts import tweak_of
from sectors import core, small

LOG2 = min(KEY_LIMITS)
LIMIT = 1 << LOG2
STANDARD = 44  # IEEE Std 1619-2025


@pytest.fixture(scope="module")
def engine() -> Iterator[tuple[SectorSim, SectorConfig]]:
    config = small("xts", key_limit_log2=LOG2)
    with SectorSim(config) as simulation:
        yield simulation, config


def key(slot: int, unit: int) -> KeyLoad:
    return KeyLoad(slot, bytes(range(32)), unit)


@pytest.mark.parametrize(("unit", "count"), [(16, 512), (33, 170), (512, 16), (500, 16), (241, 32)])
def test_the_unit_that_does_not_fit(
    engine: tuple[SectorSim, SectorConfig], unit: int, count: int
) -> None:
    """In the middle of a command, in both directions; another slot and a new key go on."""
    simulation, config = engine
    texts = tuple(bytes([n & 255]) * unit for n in range(count + 1))
    assert count == LIMIT // -(-unit // 16)
    events: list[Event] = [key(0, unit), key(1, unit), WaitReady(0), WaitReady(1)]
    half = count // 2
    events += [
        Units(op=Op.ENCRYPT, slot=0, number=0, texts=texts[:half]),
        Units(op=Op.DECRYPT, slot=0, number=half, texts=texts[half:]),
        Units(op=Op.ENCRYPT, slot=0, number=0, texts=texts[:1]),
        Units(op=Op.ENCRYPT, slot=1, number=0, texts=texts[:1]),
        Barrier(),
        key(0, unit),
        WaitReady(0),
        Units(op=Op.ENCRYPT, slot=0, number=0, texts=texts),
        Barrier(),
    ]
    commands = simulation.run(events).commands
    causes = [command.cause for command in commands]
    assert causes == [Cause.NONE, Cause.LIMIT, Cause.LIMIT, Cause.NONE, Cause.LIMIT]
    scheme = scheme_of(config, bytes(range(32)), b"")
    sealed = [scheme.encrypt(tweak_of(n), text) for n, text in enumerate(texts[:count])]
    opened = [scheme.decrypt(tweak_of(n), texts[n]) for n in range(half, count)]
    assert [command.text for command in commands] == [
        b"".join(sealed[:half]),
        b"".join(opened),
        b"",
        sealed[0],
        b"".join(sealed),
    ]


def test_a_packet_that_has_ended_goes_before_the_limit(
    engine: tuple[SectorSim, SectorConfig],
) -> None:
    """The unit that does not come would not fit, either."""
    texts = (bytes(512),) * 15
    last = beats_of(Units(texts=texts[:1]))
    events = [key(0, 512), WaitReady(0), Units(texts=texts), RawCommand(count=2, beats=last)]
    commands = engine[0].run(events).commands
    assert [command.cause for command in commands] == [Cause.NONE, Cause.SHORT]
    assert len(commands[1].text) == 512


def test_random_traffic_reaches_the_limit(engine: tuple[SectorSim, SectorConfig]) -> None:
    coverage = Coverage()
    VERIFIER.random_run(engine[1], 5, 400, coverage)
    assert coverage.missing() == []
    for op in (Op.ENCRYPT, Op.DECRYPT):
        assert all(coverage.commands[Cell(op, data, Cause.LIMIT)] > 0 for data in (False, True))


def test_named_cores_of_xts_have_the_limit_of_the_standard() -> None:
    limits = {config.name: config.key_limit_log2 for config in cores_of("sector")}
    named = {f"sector-xts{kind}" for kind in ("", "-bram", "-encrypt")}
    assert {name: log2 for name, log2 in limits.items() if log2} == dict.fromkeys(named, STANDARD)


@pytest.mark.parametrize(("mode", "log2"), [("xts", 8), ("xts", 45), ("hctr2", 44), ("eme", 9)])
def test_other_limits_are_refused(mode: str, log2: int) -> None:
    with pytest.raises(UsageError, match="key_limit_log2"):
        core(mode, key_limit_log2=log2)

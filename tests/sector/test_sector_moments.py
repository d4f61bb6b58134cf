# SPDX-License-Identifier: Apache-2.0
"""XTS at moments that random traffic hardly meets: full rings, and events next to each other."""

import random
from collections.abc import Sequence

import pytest

from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.events import beats_of
from sealwright.families.sector.rules import NUMBERS, scheme_of
from sealwright.families.sector.sim import (
    Barrier,
    Cause,
    Event,
    KeyLoad,
    RawCommand,
    SectorSim,
    Units,
    WaitReady,
    Zeroise,
)
from sealwright.model.sector.xts import tweak_of
from sealwright.tools.traffic import Traffic
from sectors import key_of

Core = tuple[SectorSim, SectorConfig]
pytestmark = pytest.mark.parametrize("sim", ["xts"], indirect=True)


def loaded(config: SectorConfig, length: int) -> list[Event]:
    """A key for units of a length, ready."""
    key, hash_key = key_of(config)
    return [KeyLoad(0, key, length, hash_key), WaitReady(0)]


def sealed(config: SectorConfig, texts: Sequence[bytes], first: int = 0) -> list[bytes]:
    """Units with the next numbers, by the model."""
    scheme = scheme_of(config, *key_of(config))
    return [scheme.encrypt(tweak_of(n), text) for n, text in enumerate(texts, first)]


def units(texts: Sequence[bytes]) -> list[Units]:
    """A command for each."""
    return [Units(number=n, texts=(text,)) for n, text in enumerate(texts)]


def test_the_ring_of_the_input_is_full(sim: Core) -> None:
    """The sink takes little, the source all that it may send."""
    simulation, config = sim
    texts = [random.Random(1).randbytes(512) for _ in range(24)]
    traffic = Traffic(axis_stall=253, burst=64, seed=2)
    found = simulation.run([*loaded(config, 512), *units(texts)], traffic).commands
    assert [command.text for command in found] == sealed(config, texts)


def test_a_number_that_does_not_count(sim: Core) -> None:
    """With tweaks in the data, the number of a command is ignored, even if it would wrap."""
    simulation, config = sim
    texts = [bytes(48), bytes(47) + b"\1"]
    beats = beats_of(Units(texts=tuple(texts), tweaks=(tweak_of(5), tweak_of(6))))
    last = RawCommand(number=NUMBERS - 1, count=2, tweak_in_data=True, beats=beats)
    (found,) = simulation.run([*loaded(config, 48), last]).commands
    assert (found.cause, found.text) == (Cause.NONE, b"".join(sealed(config, texts, 5)))


@pytest.mark.parametrize("before", [1, 3, 9])
def test_commands_right_behind_a_zeroise(sim: Core, before: int) -> None:
    """Each has one answer: those of before, and those that come while the memories are swept."""
    simulation, config = sim
    unit = Units(texts=(bytes(48),))
    zeroise = Zeroise(cycles=1, pulse=1)
    again = [Barrier(), *loaded(config, 48), unit]
    sent = [*loaded(config, 48), *[unit] * before, zeroise, *[unit] * 3, *again]
    found = simulation.run(sent).commands
    assert len(found) == before + 4
    assert {command.cause for command in found[before:-1]} <= {Cause.ZEROISED, Cause.SLOT}
    assert (found[-1].cause, found[-1].text) == (Cause.NONE, *sealed(config, unit.texts))


@pytest.mark.parametrize("seed", [0, 7, 8, 9])
def test_data_ahead_of_commands_and_a_zeroise(sim: Core, seed: int) -> None:
    """No beat passes its command, so a zeroise drops none of a packet that is to come."""
    simulation, config = sim
    unit = Units(texts=(bytes(16),))
    ready = loaded(config, 16)
    for cycles in (1, 20, 60, 100, 140, 180, 220):
        zeroise = Zeroise(cycles=cycles, pulse=1)
        sent = [*ready, *[unit] * 6, zeroise, *[unit] * 4, Barrier(), *ready, *[unit] * 3]
        found = simulation.run(sent, Traffic(cmd_idle=200, seed=seed)).commands
        assert [command.text for command in found[-3:]] == sealed(config, unit.texts) * 3


@pytest.mark.parametrize(("seed", "idle"), [(0, 240), (1, 250), (2, 200), (3, 252)])
def test_many_commands_behind_a_long_refused_one(sim: Core, seed: int, idle: int) -> None:
    """More than may be in flight, while its packet is read and dropped, slowly."""
    simulation, config = sim
    rng = random.Random(seed)
    texts = [rng.randbytes(40) for _ in range(2 * config.units_in_flight + 6)]
    refused = Units(slot=5, texts=(bytes(400),))
    sent = units(texts)
    for at in (config.units_in_flight + 6, 3):
        sent.insert(at, refused)
    traffic = Traffic(axis_idle=idle, seed=seed)
    found = simulation.run([*loaded(config, 40), *sent], traffic).commands
    assert [command.cause for command in found].count(Cause.SLOT) == 2
    texts_found = [command.text for command in found if command.cause is not Cause.SLOT]
    assert texts_found == sealed(config, texts)

# SPDX-License-Identifier: Apache-2.0
"""Beats that a sector engine must refuse: bytes with a hole, tweaks of a wrong length or value."""

from dataclasses import replace
from functools import reduce
from operator import or_

import pytest

from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.events import beats_of
from sealwright.families.sector.sim import (
    Cause,
    Event,
    KeyLoad,
    RawCommand,
    SectorSim,
    Units,
    WaitReady,
)
from sectors import key_of


@pytest.mark.parametrize("sim", ["xts", "hctr"], indirect=True)
def test_bytes_with_a_hole_are_refused(sim: tuple[SectorSim, SectorConfig]) -> None:
    """A zero of tkeep below a one, with as many ones as the tail has bytes or a sum like it."""
    simulation, config = sim
    key, hash_key = key_of(config)
    for tail in (1, 3, 7, 12):
        whole, last = beats_of(Units(texts=(bytes(16 + tail),)))
        keeps = {keep for keep in range(1, 512) if keep & (keep + 1)} | {0xA000, 0xFFFE, 0xBFFF}
        keeps = {keep for keep in keeps if tail in (keep.bit_count(), tops(keep))}
        right = (1 << tail) - 1
        events: list[Event] = [KeyLoad(0, key, 16 + tail, hash_key), WaitReady(0)]
        for keep in (right, *sorted(keeps), right):
            events.append(RawCommand(count=1, beats=(whole, replace(last, keep=keep))))
        found = [command.cause for command in simulation.run(events).commands]
        assert found == [Cause.NONE, *(Cause.KEEP for _ in keeps), Cause.NONE], tail


@pytest.mark.parametrize("tweak", [b"", bytes(15), bytes(17)])
@pytest.mark.parametrize("sim", ["xts", "hctr2-twkd"], indirect=True)
def test_tweaks_of_another_length_are_refused(
    sim: tuple[SectorSim, SectorConfig], tweak: bytes
) -> None:
    """None at all too, in the first unit of a command and in a later one."""
    simulation, config = sim
    key, _ = key_of(config)
    taken = len(tweak) > 16 and config.scheme.any_tweak
    events: list[Event] = [KeyLoad(0, key, 32), WaitReady(0)]
    for tweaks in ((tweak, bytes(16)), (bytes(16), tweak)):
        beats = beats_of(Units(texts=(bytes(32),) * 2, tweaks=tweaks))
        events.append(RawCommand(count=2, beats=beats, tweak_in_data=True))
    first, second = simulation.run(events).commands
    wanted = Cause.NONE if taken else Cause.TWEAK
    assert (first.cause, second.cause) == (wanted, wanted)
    assert len(first.text) == 64 * taken and len(second.text) == 32 + 32 * taken


@pytest.mark.parametrize("sim", ["hctr2-twkd"], indirect=True)
def test_the_first_byte_of_every_tweak_is_looked_at(sim: tuple[SectorSim, SectorConfig]) -> None:
    """HCTR2-TwKD: below 64, also in a unit that is not the first of its command; a later block of
    a tweak may begin with any byte."""
    simulation, config = sim
    key, _ = key_of(config)
    good, bad, later = bytes([63]) + bytes(15), bytes([64]) + bytes(15), bytes(16) + bytes([64])
    events: list[Event] = [KeyLoad(0, key, 32), WaitReady(0)]
    for tweaks in ((good, later), (good, bad), (bad, good)):
        events.append(Units(texts=(bytes(32),) * 2, tweaks=tweaks))
    found = simulation.run(events).commands
    assert [command.cause for command in found] == [Cause.NONE, Cause.TWEAK, Cause.TWEAK]
    assert [len(command.text) for command in found] == [64, 32, 0]


def tops(keep: int) -> int:
    """The places of all ones below a zero, from 1 on, in one number: if dense, the last of all."""
    return reduce(or_, (n + 1 for n in range(16) if keep >> n & 3 == 1), 0)

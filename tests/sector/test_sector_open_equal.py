# SPDX-License-Identifier: Apache-2.0
"""XTS with `equal_halves = "decrypt"`: such a key, as on some old disks, encrypts nothing."""

from collections.abc import Iterator

import pytest

from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.random_traffic import Cell
from sealwright.families.sector.rules import scheme_of
from sealwright.families.sector.sim import (
    Barrier,
    Cause,
    Event,
    KeyCause,
    KeyLoad,
    Op,
    SectorSim,
    Units,
    WaitReady,
    Zeroise,
)
from sealwright.families.sector.verify import VERIFIER, Coverage
from sealwright.model.sector.xts import tweak_of
from sectors import small

UNIT = 48
TEXT = bytes(range(UNIT))


@pytest.fixture(scope="module")
def core() -> Iterator[tuple[SectorSim, SectorConfig]]:
    config = small("xts", equal_halves="decrypt")
    with SectorSim(config) as simulation:
        yield simulation, config


def unit(op: Op, slot: int, number: int = 7) -> Units:
    return Units(op=op, slot=slot, number=number, texts=(TEXT,))


def keys(bits: int) -> tuple[bytes, bytes]:
    """One of equal halves, one whose halves differ in the last bit alone."""
    half = bytes(n ^ bits & 0xFF for n in range(bits // 8))
    return half + half, half + half[:-1] + bytes([half[-1] ^ 0x80])


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_equal_halves_open_and_do_not_seal(core: tuple[SectorSim, SectorConfig], bits: int) -> None:
    """The mark belongs to the key: another slot, and another key of the slot, seal."""
    simulation, config = core
    equal, other = keys(bits)
    both = [(op, slot) for slot in (0, 1) for op in (Op.DECRYPT, Op.ENCRYPT)]
    events: list[Event] = []
    for first, second in ((equal, other), (other, equal)):
        loads = [KeyLoad(0, first, UNIT), KeyLoad(1, second, UNIT)]
        events += [*loads, WaitReady(0), WaitReady(1), *(unit(*one) for one in both), Barrier()]
    result = simulation.run(events)
    assert [answer.cause for answer in result.keys] == [KeyCause.LOADED] * 4
    used = [key for pair in ((equal, other), (other, equal)) for key in pair for _ in range(2)]
    for key, (op, _), command in zip(used, both * 2, result.commands, strict=True):
        scheme = scheme_of(config, key, b"")
        if op is Op.ENCRYPT and key == equal:
            assert command.cause is Cause.OP and command.text == b""
        else:
            way = scheme.encrypt if op is Op.ENCRYPT else scheme.decrypt
            assert command.cause is Cause.NONE and command.text == way(tweak_of(7), TEXT)


def test_random_traffic_has_such_keys(core: tuple[SectorSim, SectorConfig]) -> None:
    _, config = core
    coverage = Coverage()
    VERIFIER.random_run(config, 3, 400, coverage)
    assert coverage.missing() == []
    assert coverage.commands[Cell(Op.ENCRYPT, False, Cause.OP)] > 0
    assert KeyCause.EQUAL not in coverage.keys


def test_a_slot_without_a_key_has_no_mark(core: tuple[SectorSim, SectorConfig]) -> None:
    """The word of the table that a zeroise leaves does not count."""
    simulation, _ = core
    equal, _ = keys(256)
    load: list[Event] = [KeyLoad(0, equal, UNIT), WaitReady(0), unit(Op.ENCRYPT, 0), Barrier()]
    result = simulation.run([*load, Zeroise(), Barrier(), unit(Op.ENCRYPT, 0), Barrier()])
    assert [command.cause for command in result.commands] == [Cause.OP, Cause.SLOT]

# SPDX-License-Identifier: Apache-2.0
"""What happens around keys and data that come at awkward times, in sector engines of every mode."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from key_changes import assert_changes_once
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.events import beats_of
from sealwright.families.sector.rules import key_cause, scheme_of
from sealwright.families.sector.sim import (
    Barrier,
    Cause,
    Event,
    KeyCause,
    KeyLoad,
    RawCommand,
    SectorSim,
    Units,
    WaitReady,
    Zeroise,
)
from sealwright.model.sector.xts import tweak_of
from sealwright.tools.traffic import PRESETS, Traffic
from sectors import key_of

Core = tuple[SectorSim, SectorConfig]
UNIT = 48
SWEEP = 512 + 64  # cycles, of engines with buffers of up to 512 blocks


def loads(config: SectorConfig) -> tuple[KeyLoad, KeyLoad]:
    """Two keys for slot 0."""
    key, hash_key = key_of(config)
    return KeyLoad(0, key, UNIT, hash_key), KeyLoad(0, key[::-1], UNIT, hash_key[::-1], wait=False)


def under(config: SectorConfig, load: KeyLoad, command: Units) -> bytes:
    """What the units of a command become under a key."""
    scheme = scheme_of(config, load.key, load.hash_key)
    way = scheme.encrypt if command.op == int(config.forward == "decrypt") else scheme.decrypt
    tweaks = (tweak_of(command.number + unit) for unit in range(len(command.texts)))
    return b"".join(map(way, tweaks, command.texts))


@pytest.mark.parametrize("preset", PRESETS)
def test_commands_compete_with_a_key(sim: Core, preset: str) -> None:
    """Each runs under the old key or the new one, and none under the old one once one was new."""
    simulation, config = sim
    old, new = loads(config)
    ops = [int(name == "decrypt") for name in config.operations()]
    texts = [bytes([number]) * UNIT for number in range(60)]
    sent = [Units(op=ops[n % len(ops)], texts=(text,)) for n, text in enumerate(texts)]
    wanted = [[under(config, load, unit) for load in (old, new)] for unit in sent]
    for seed in range(6):
        events: list[Event] = [old, WaitReady(0), *sent[:10], new, *sent[10:50], Barrier()]
        result = simulation.run([*events, *sent[50:]], Traffic.preset(preset, seed))
        assert [key.cause for key in result.keys] == [KeyCause.LOADED] * 2
        answers = [
            [command.text == text for text in both]
            for command, both in zip(result.commands, wanted, strict=True)
        ]
        assert_changes_once(answers, 10, 50)


def test_a_key_waits_for_all_units_of_a_command(sim: Core) -> None:
    """For those that have not begun, too, as when their tweaks are late."""
    simulation, config = sim
    keys = loads(config)
    op = int("encrypt" not in config.operations())
    numbers = range(3 * config.units_in_flight)
    numbered = Units(op=op, texts=tuple(bytes([n]) * UNIT for n in numbers))
    wanted = [under(config, load, numbered) for load in keys]
    for unit in (numbered, replace(numbered, tweaks=tuple(map(tweak_of, numbers)))):
        found = set()
        for idle in (0, 200, 254):
            events = [keys[0], WaitReady(0), unit, keys[1]]
            result = simulation.run(events, Traffic(axis_idle=idle))
            assert [key.cause for key in result.keys] == [KeyCause.LOADED] * 2
            found.add(wanted.index(result.commands[0].text))
        assert 0 in found


def test_a_key_and_a_command_at_once(sim: Core) -> None:
    """In an idle engine, some cycles apart: the command counts from its acceptance on."""
    simulation, config = sim
    old, new = loads(config)
    unit = Units(op=int("encrypt" not in config.operations()), texts=(bytes(UNIT),))
    wanted = [under(config, load, unit) for load in (old, new)]
    rounds = 60
    events = [old, WaitReady(0), new, unit, Barrier()] * rounds
    result = simulation.run(events, Traffic(cmd_idle=100, key_idle=128))
    assert [key.cause for key in result.keys] == [KeyCause.LOADED] * 2 * rounds
    assert {wanted.index(command.text) for command in result.commands} == {0, 1}


def test_a_zeroise_during_a_load(sim: Core) -> None:
    """A key that is answered as cleared is not there, and one that was taken later is.

    The answer comes when the sweep is over, even if it waited to be taken before.
    """
    simulation, config = sim
    old, new = loads(config)
    unit, right = Units(op=0, texts=(bytes(UNIT),)), set()
    if "encrypt" not in config.operations():
        unit = Units(op=1, texts=(bytes(UNIT),))
    alone = simulation.run([new, Barrier()]).keys[0]
    span = alone.answered - alone.offered
    step = 1 if config.mode == "chctr2" else max(1, span // 40)
    for at in range(0, span + 8, step):
        events = [
            old,
            Barrier(),
            new,
            Zeroise(cycles=at, pulse=(1, 2, 90)[at % 3]),
            Barrier(),
            unit,
        ]
        result = simulation.run(events, Traffic(key_stall=at % 4 * 60, seed=at))
        key, (command,) = result.keys[1], result.commands
        right.add((key.cause, command.cause))
        assert (key.cause, command.cause) in {
            (KeyCause.ZEROISED, Cause.SLOT),
            (KeyCause.LOADED, Cause.SLOT),  # and answered before it was cleared
            (KeyCause.LOADED, Cause.NONE),
        }, f"zeroise at {at}"
        if key.cause is KeyCause.ZEROISED:  # it was taken before
            assert key.accepted - key.offered <= at
            assert key.answered - key.offered > at + SWEEP
        if command.cause is Cause.NONE:
            assert command.text == under(config, new, unit)
        elif key.cause is KeyCause.LOADED:
            assert at >= span
    assert {(KeyCause.ZEROISED, Cause.SLOT), (KeyCause.LOADED, Cause.NONE)} <= right


def test_blocks_come_late(sim: Core) -> None:
    """After any block of a unit there may be a pause longer than all that it sets off."""
    simulation, config = sim
    key, hash_key = key_of(config)
    size = UNIT if config.scheme.whole else UNIT - 8
    load = KeyLoad(0, key, size, hash_key)
    sent = [
        Units(
            op=number % 2 if len(config.operations()) == 2 else 0, texts=(bytes([number]) * size,)
        )
        for number in range(20)
    ]
    result = simulation.run([load, WaitReady(0), *sent], Traffic(axis_idle=250))
    gaps = [b - a for command in result.commands for a, b in pairwise(command.cycles_in)]
    assert max(gaps) > 60
    for command, unit in zip(result.commands, sent, strict=True):
        assert command.text == under(config, load, unit)


def test_a_unit_does_not_wait_for_the_data_of_the_next(sim: Core) -> None:
    """It comes out while the next one, whose data come slowly, is still being received."""
    simulation, config = sim
    key, hash_key = key_of(config)
    size, op = min(512, config.unit_limit), int("encrypt" not in config.operations())
    events = [KeyLoad(0, key, size, hash_key), WaitReady(0)]
    units = [Units(op=op, texts=(bytes([number]) * size,)) for number in range(2)]
    first, second = simulation.run([*events, *units], Traffic(axis_idle=250)).commands
    assert first.units[0].last_out < second.units[0].last_in


def test_a_unit_does_not_wait_for_the_place_of_another(sim: Core) -> None:
    """Units as long as the engine takes, a block less, half of it and of one block, in any order:
    the buffers of some engines hold one of the longest and no more."""
    simulation, config = sim
    key, hash_key = key_of(config)
    longest = config.unit_limit // 16 * 16
    sizes = (longest, 16, longest - 16, longest // 32 * 16)[: config.slots]
    rng = random.Random(1)
    scheme, ways = scheme_of(config, key, hash_key), config.operations()
    texts = [rng.randbytes(size) for size in sizes]
    wanted = {
        (way, slot): (scheme.encrypt if config.encrypts(way) else scheme.decrypt)(bytes(16), text)
        for way in ways
        for slot, text in enumerate(texts)
    }
    keys = [KeyLoad(slot, key, size, hash_key) for slot, size in enumerate(sizes)]
    simulation.run([event for load in keys for event in (load, WaitReady(load.slot))])
    for length in range(3, 24):
        drawn = [(rng.choice(ways), rng.randrange(len(sizes))) for _ in range(length)]
        sent = [
            Units(op=int(way == "decrypt"), slot=slot, texts=(texts[slot],)) for way, slot in drawn
        ]
        found = simulation.run(sent).commands
        assert [command.text for command in found] == [wanted[each] for each in drawn]


def test_a_zeroise_before_the_data_of_many_commands(sim: Core) -> None:
    """As many as the engine takes: all their packets are dropped, and the next ones are right.

    Among these is one with too few data, whose units that are still to come are not waited for.
    """
    simulation, config = sim
    load, _ = loads(config)
    op = int("encrypt" not in config.operations())
    sent = [Units(op=op, texts=(bytes([number]) * UNIT,)) for number in range(50)]
    most = config.units_in_flight + 1  # and one that waits for its turn
    events: list[Event] = [load, WaitReady(0), *sent[:most], Zeroise(cycles=1), Barrier()]
    endless = RawCommand(op=op, count=2**32 - 1, beats=beats_of(sent[0]))
    behind = [load, WaitReady(0), *sent[:3], endless, sent[3]]
    result = simulation.run([*events, *behind], Traffic(axis_idle=254))
    assert {command.cause for command in result.commands[:most]} <= {Cause.ZEROISED, Cause.NONE}
    assert result.commands[most - 1].cause is Cause.ZEROISED
    *right, short, last = result.commands[most:]
    for command, unit in zip([*right, last], sent[:4], strict=True):
        assert command.text == under(config, load, unit)
    assert short.cause is Cause.SHORT


def test_no_beat_leaves_during_a_zeroise(sim: Core) -> None:
    """Not in its first cycle either, when one is due; later only the null end of the packet."""
    simulation, config = sim
    unit = Units(op=int("encrypt" not in config.operations()), texts=(bytes(UNIT),) * 2)
    start: list[Event] = [loads(config)[0], WaitReady(0), unit]
    alone = simulation.run(start).commands[0]
    came = set()
    for turn in range(-2, 6):  # from before the first beat on
        after = alone.packet.cycles[0] - alone.accepted + turn
        pulse = Zeroise(cycles=after - 1, pulse=1 + turn % 3)
        cut = simulation.run([*start, pulse, Barrier()]).commands[0]
        begins = cut.accepted + after
        *beats, end = cut.packet.cycles
        assert cut.cause is Cause.ZEROISED
        assert all(cycle < begins for cycle in beats) and end >= begins + pulse.pulse
        came.add(len(beats))
    assert 0 in came and len(came) > 2  # HCH may begin a cycle earlier or later


def test_a_zeroise_while_a_last_beat_waits(sim: Core) -> None:
    """It ends its packet all the same, and the status says why."""
    simulation, config = sim
    load = replace(loads(config)[0], unit=16)
    unit = Units(op=int("encrypt" not in config.operations()), texts=(bytes(16),))
    start: list[Event] = [load, WaitReady(0), unit]
    alone = simulation.run(start).commands[0]
    due = alone.packet.cycles[-1] - alone.accepted
    causes = []
    for turn in range(8):
        events = [*start, Zeroise(cycles=due + 2 * turn), Barrier(), *start]
        cut, right = simulation.run(events, Traffic(axis_stall=254, seed=turn + 1)).commands
        assert cut.aborted == (cut.cause is Cause.ZEROISED)
        assert right.text == under(config, load, unit)
        causes.append(cut.cause)
    assert causes.count(Cause.ZEROISED) > 4


def test_a_reset_in_the_middle(sim: Core) -> None:
    """Whatever goes on: afterwards the engine has no key, and works with a new one."""
    simulation, config = sim
    old, new = loads(config)
    ops = [int(name == "decrypt") for name in config.operations()]
    sent = [Units(op=ops[n % len(ops)], texts=(bytes([n]) * UNIT,) * 2) for n in range(12)]
    for turn, at in enumerate((1, 5, 40, *range(90, 900, 67))):
        traffic = Traffic.preset(PRESETS[turn % len(PRESETS)], turn)
        events: list[Event] = [old, WaitReady(0), *sent[:6], new, *sent[6:]]
        simulation.run(events, traffic, cut=at)
        simulation.reset()
        result = simulation.run([sent[0], Barrier(), new, WaitReady(0), *sent[:3]])
        assert result.commands[0].cause is Cause.SLOT
        for command, unit in zip(result.commands[1:], sent, strict=False):
            assert command.text == under(config, new, unit)


def test_no_key_is_answered_during_a_sweep(sim: Core) -> None:
    """Not even one for a slot that there is not: by its answer others know when the sweep is over
    (seal_ocp_lock_control). Nor does such a key change another slot. (With sixteen slots, one for
    units of no length.)"""
    simulation, config = sim
    load, _ = loads(config)
    unit = Units(op=int("encrypt" not in config.operations()), texts=(bytes(UNIT),))
    slots = [slot for slot in (config.slots, 8, 15) if config.slots <= slot < 16]
    for changes in [{"slot": slot} for slot in slots] or [{"unit": 0}]:
        wrong = replace(load, key=load.key[::-1], **changes)
        cause = key_cause(config, wrong)
        sweep: list[Event] = [Zeroise(cycles=1, pulse=3), wrong, Barrier()]
        result = simulation.run([*sweep, load, WaitReady(0), wrong, Barrier(), unit])
        causes = [key.cause for key in result.keys]
        assert causes == [cause, KeyCause.LOADED, cause]
        assert result.keys[0].answered - result.start > SWEEP
        assert result.keys[2].answered - result.keys[2].offered < 12
        assert result.commands[0].text == under(config, load, unit)

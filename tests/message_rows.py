# SPDX-License-Identifier: Apache-2.0
"""A core of the message family as a whole: vectors, and random traffic that leaves nothing out.

And what random traffic does not bring: messages that compete with a key of their slot, answers
that wait for long, also in a zeroise, resets in the middle, bits without a meaning.
"""

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import compress, pairwise, product
from typing import Any, Final

from key_changes import assert_changes_once
from sealwright.families.message.check import check_vectors, own_vectors, skip_reason
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.coverage import Coverage
from sealwright.families.message.events import Packer
from sealwright.families.message.random_traffic import RandomTraffic
from sealwright.families.message.rules import Rules
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
from sealwright.families.message.verify import VERIFIER
from sealwright.families.packet.rules import difference
from sealwright.tools.packet.sim import Packet
from sealwright.tools.traffic import PRESETS, Traffic

RESETS: Final = (1, 7, 40, 90, 170, 320, 500, 1100)  # cycles


class Filled(Packer):
    """Events whose bits without a meaning are drawn: an IV beside one in the data, and the bits
    beyond a short IV or key."""

    rng = random.Random(1)

    def _command(self, command: Message | RawMessage) -> tuple[bytes, int]:
        packed, count = super()._command(command)
        used = 0 if command.iv_in_data else len(command.iv)
        return packed[:used] + self.rng.randbytes(24 - used) + packed[24:], count

    def _key(self, load: KeyLoad) -> tuple[bytes, int]:
        packed, size = super()._key(load)
        used = min(max(len(load.key), 16 + 8 * size), 32)
        return packed[:used] + self.rng.randbytes(32 - used) + packed[32:], size


class FilledSim(MessageSim):
    """A simulation that gets such events; of several lanes no packet may have an empty one."""

    def run(
        self,
        events: Iterable[Event],
        traffic: Traffic | None = None,
        *,
        strict: bool = True,
        cut: int = 0,
    ) -> RunResult:
        result = super().run(events, traffic, strict=strict, cut=cut)
        if self.stream.lanes > 1:
            for message in result.messages:
                assert_no_empty_lane(message.packet)
        return result

    def _packer(self, first_ident: int, ident_mask: int) -> Packer:
        packer = Filled(first_ident, ident_mask, self.stream)
        packer.announced = self.config.announced
        return packer


def assert_no_empty_lane(packet: Packet[Any]) -> None:
    """Each segment is in the lane behind the one before it, and after the last lane in lane 0.

    The harness sees an empty lane in front of a segment of the same beat, but none at the end of a
    beat in the middle of a packet.
    """
    lanes = packet.stream.lanes
    places = list(zip(packet.cycles, packet.lanes(), strict=True))
    for (cycle, lane), (following, found) in pairwise(places):
        assert found == (lane + 1) % lanes, f"lane {found} behind lane {lane}"
        assert (following > cycle) == (found == 0), f"cycle {following} behind {cycle}"


def agrees(config: MessageConfig) -> None:
    """The project's vectors, then random traffic of each kind, every cell of the table included."""
    vectors = own_vectors(config)
    with FilledSim(config) as sim:
        outcome = check_vectors(sim, config, vectors)
        assert outcome.failures == []
        assert outcome.passed == sum(skip_reason(v, config) is None for v in vectors)
        messages_compete_with_a_key(config, sim)
        answers_may_wait(config, sim)
        a_refusal_outlives_a_zeroise(config, sim)
        a_reset_in_the_middle(config, sim)
    coverage = Coverage()
    replace(VERIFIER, sim=FilledSim).random_run(config, 1, 600, coverage)
    assert coverage.missing() == []


def _keys(config: MessageConfig) -> tuple[KeyLoad, KeyLoad]:
    """Two for the last slot, of the longest and the shortest size; the second comes at any time."""
    old, new = (
        KeyLoad(config.slots - 1, bytes(range(most(config.key_sizes) // 8)), 4)
        for most in (max, min)
    )
    return old, replace(new, key=new.key[::-1], wait=False)


def _message(
    config: MessageConfig, load: KeyLoad, number: int, text: int = 0, op: Op | None = None
) -> Message:
    """One that passes under a key, and differs from those of other numbers."""
    op, tag_len, tag = config.ops[0] if op is None else op, max(config.mode.tag_sizes), b""
    iv, body = number.to_bytes(config.mode.iv_bytes, "little"), bytes([number % 256]) * text
    if op is Op.OPEN:
        body, tag = config.mode.seal(load.key, iv, b"", body, tag_len)
    return Message(op=op, slot=load.slot, iv=iv, text=body, tag=tag, tag_len=tag_len)


def messages_compete_with_a_key(config: MessageConfig, sim: MessageSim) -> None:
    """Each runs under the old key or the new one, and none under the old one once one was new.

    Once the new key is offered, and the answer to the old one taken, none begins until the new one
    is taken: it would have to wait longer. While the slot is loaded, a core may refuse them.
    """
    if config.message_limit < 6:
        return
    old, new = _keys(config)
    sent = [_message(config, old, n, min(8 + 5 * n, config.most_text)) for n in range(8)]
    wanted = [[Rules(config).expect([load, m])[0] for load in (old, new)] for m in sent]
    first: list[Event] = [old, WaitReady(old.slot), *sent[:2]]
    events = [*first, new, *sent[2:6], Barrier(), *sent[6:]]
    for preset, seed in product(PRESETS, range(6)):
        result = sim.run(events, Traffic.preset(preset, seed))
        found, (before, load) = result.messages, result.keys
        held = max(load.offered, before.answered) + 1
        between = [got.cause is not Cause.SLOT for got in found[2:6]]
        assert all(between) or config.key_busy == "refuse"
        taken = [True, True, *between, True, True]
        for got in compress(found, taken):
            assert not held < got.stamps.command < load.accepted
        answers = [
            [not difference(got.cause, got.packet.beats(), e.cause, e.packet) for e in each]
            for got, each in compress(zip(found, wanted, strict=True), taken)
        ]
        assert_changes_once(answers, 2, len(answers) - 2)


def answers_may_wait(config: MessageConfig, sim: MessageSim) -> None:
    """Twice as many messages as a core takes, whose statuses or packets are hardly taken.

    They have no text, and are opened if possible, each third one with a wrong tag.
    """
    load, _ = _keys(config)
    op = Op.OPEN if Op.OPEN in config.ops else config.ops[0]
    count = 2 * config.figures().get("messages", 4)
    sent = [_message(config, load, n, op=op) for n in range(count)]
    if op is Op.OPEN:
        sent[::3] = [replace(each, tag=each.tag[::-1]) for each in sent[::3]]
    for status, axis in ((250, 0), (0, 250), (250, 250)):
        traffic = Traffic(status_stall=status, axis_stall=axis)
        Rules(config).run_checked(sim, [load, WaitReady(load.slot), *sent, Barrier()], traffic)


def a_refusal_outlives_a_zeroise(config: MessageConfig, sim: MessageSim) -> None:
    """The answer to a key that was refused keeps its cause, however late it is taken."""
    refused = replace(_keys(config)[1], size=3)
    for cycles in range(20):
        events: list[Event] = [refused, Zeroise(cycles=cycles), Barrier()]
        result = sim.run(events, Traffic(key_stall=250, seed=cycles))
        assert [key.cause for key in result.keys] == [KeyCause.BAD_SIZE]


def a_reset_in_the_middle(config: MessageConfig, sim: MessageSim) -> None:
    """Of any traffic: afterwards there is no key, and the same traffic has its answers."""
    events = RandomTraffic(config, 1).batch(24)
    empty = _message(config, _keys(config)[0], 0)
    for turn, cycles in enumerate(RESETS):
        traffic = Traffic.preset(PRESETS[turn % len(PRESETS)], turn)
        sim.run(events, traffic, cut=cycles)
        sim.reset()
        Rules(config).run_checked(sim, [empty, Barrier(), *events, Barrier()], traffic)
    sim.reset()

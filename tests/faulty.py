# SPDX-License-Identifier: Apache-2.0
"""Messages with faults, each played between right ones: for the tests of the GCM core's rules."""

import random
from dataclasses import replace

from sealwright.families.message.blocks import beats_from
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.rules import END, Rules, beats_of
from sealwright.families.message.sim import (
    Beat,
    Cause,
    Event,
    KeyLoad,
    Message,
    MessageSim,
    Op,
    RawMessage,
    Section,
)
from sealwright.families.packet.beats import cut, ended
from sealwright.model.gcm import fast_seal
from sealwright.tools.traffic import Traffic

KEY = bytes(range(16))  # AES-128 and slot 0, which every core has
SLOT = 0
TAG = bytes(range(16))
Bench = tuple[MessageConfig, MessageSim, Rules]
Parts = list[Beat]


def strings(seed: int, op: int, iv_len: int, aad: int = 39, text: int = 40) -> Message:
    """A right message; with an IV of other than 12 bytes, that comes as data."""
    rng = random.Random(seed)
    iv, aad_bytes = rng.randbytes(iv_len), rng.randbytes(0 if op == Op.COUNTER else aad)
    body, tag = rng.randbytes(text), b""
    if op == Op.OPEN:
        body, tag = fast_seal(KEY, iv, aad_bytes, body)
    return Message(
        op=op, slot=SLOT, iv=iv, iv_in_data=iv_len != 12, aad=aad_bytes, text=body, tag=tag
    )


def beats(bench: Bench, message: Message) -> Parts:
    """Of the core's stream."""
    return list(beats_of(message, bench[0].stream))


def full(bench: Bench, section: Section) -> Beat:
    """A beat of the core with all its bytes."""
    return Beat(TAG[: bench[0].stream.lane_bytes], section)


def holed(bench: Bench, section: Section, keep: int) -> Beat:
    """A beat of these bytes, its last one if the core's beats are too narrow for the hole."""
    most = bench[0].stream.full
    hole = keep & most
    return replace(full(bench, section), keep=hole if hole & (hole + 1) else most + 1 >> 1)


def parts(bench: Bench, data: bytes, section: Section) -> Parts:
    """A section, a null beat if it is empty."""
    return cut(Beat, data, section, bench[0].stream) or [Beat(b"", section)]


def raw(message: Message, beats: Parts, abort: bool = False, **changes: object) -> RawMessage:
    """The message with other beats, and perhaps other fields of its command."""
    iv = bytes(12) if message.iv_in_data else message.iv
    command = RawMessage(
        op=message.op,
        slot=message.slot,
        iv=iv,
        iv_in_data=message.iv_in_data,
        tag_len=message.tag_len,
        beats=ended(beats, abort),
    )
    return replace(command, **changes)  # type: ignore[arg-type]


def play(bench: Bench, faulty: list[RawMessage], causes: set[Cause]) -> None:
    """Each message between right ones, in traffic of three kinds; all must have these causes."""
    config, sim, rules = bench
    (end,) = beats_from([END], config.stream.lane_bytes)
    for number, preset in enumerate(("full", "both", "bursty")):
        events: list[Event] = [KeyLoad(SLOT, KEY, 4)]
        sealed = 0
        for i, message in enumerate(faulty):
            # Faults of beats are found after the message has been counted: a new key in time.
            if sealed + 3 > config.message_limit:
                events.append(KeyLoad(SLOT, KEY, 4))
                sealed = 0
            sealed += 2
            events += [strings(i, Op.SEAL, 12, 17, 33), message, strings(i, Op.OPEN, 20, 20, 5)]
        result = rules.run_checked(sim, events, Traffic.preset(preset, number))
        good, bad = result.messages[::3] + result.messages[2::3], result.messages[1::3]
        assert all(answer.passed for answer in good)
        assert (found := {answer.cause for answer in bad}) == causes, found
        for index in range(1, len(result.messages), 3):
            packet = result.messages[index].packet.beats()
            assert packet[-1] == end
            if config.release == "store":
                assert packet == [end], "nothing of a refused message may be released"

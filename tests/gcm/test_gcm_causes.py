# SPDX-License-Identifier: Apache-2.0
"""Which of several faults a refused message is answered with; and what is no fault."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from faulty import KEY, SLOT, Bench, beats, full, holed, parts, play, raw, strings
from sealwright.families.message.sim import Beat, Cause, Event, KeyLoad, Op, Section
from sealwright.families.packet.beats import ended

NULL = Beat(b"", Section.TEXT)


# ---- order of causes ----------------------------------------------------------------------------


def test_first_cause_stays(bench: Bench) -> None:
    """A fault of the command comes before those of beats, and the first faulty beat counts."""
    message = strings(1, Op.SEAL, 12)
    good = beats(bench, message)
    hole, late = holed(bench, Section.TEXT, 5), full(bench, Section.AAD)
    for faults, cause in (([hole, late], Cause.KEEP), ([*good, late, hole], Cause.ORDER)):
        play(bench, [raw(message, faults), raw(message, faults, abort=True)], {cause})
        play(bench, [raw(message, faults, tag_len=3)], {Cause.TAG_LENGTH})
        play(bench, [raw(message, faults, tag_len=3, slot=3)], {Cause.SLOT})
        play(bench, [raw(message, faults, tag_len=3, slot=3, op=3)], {Cause.OP})


def faulty_beats(whole: int) -> Iterator[tuple[Cause, int, int, list[tuple[Section, int]]]]:
    """Cause, op, bytes of the IV, beats by section and tkeep; the last one has two faults.

    `whole` is the tkeep of a full beat.
    """
    hole, short = (whole + 1 >> 1) | (whole > 3), whole >> (whole.bit_length() // 2)
    _, aad, text, tag = Section
    yield Cause.KEEP, Op.SEAL, 12, [(text, short), (text, hole)]  # not PARTIAL
    yield Cause.KEEP, Op.SEAL, 12, [(text, whole), (aad, hole)]  # not ORDER
    yield Cause.KEEP, Op.SEAL, 20, [(text, hole)]  # not EMPTY_IV
    yield Cause.KEEP, Op.COUNTER, 12, [(aad, hole)]  # not ORDER
    yield Cause.KEEP, Op.OPEN, 12, [(text, whole), (tag, hole)]  # not TAG_LENGTH
    yield Cause.PARTIAL, Op.OPEN, 12, [(text, short), (text, whole)]  # not ORDER: there is no tag
    yield Cause.EMPTY_IV, Op.COUNTER, 20, [(aad, whole)]  # not ORDER
    yield Cause.EMPTY_IV, Op.OPEN, 20, [(tag, short)]  # not TAG_LENGTH
    yield Cause.ORDER, Op.SEAL, 12, [(text, whole), (tag, short)]  # not TAG_LENGTH


def test_first_of_several_faults_of_a_beat(bench: Bench) -> None:
    """The order of docs/use/integration.md; and abort, on the same beat, comes before all."""
    for cause, op, iv_len, kept in faulty_beats(bench[0].stream.full):
        sent = [replace(full(bench, section), keep=keep) for section, keep in kept]
        message = strings(1, op, iv_len)
        play(bench, [raw(message, sent)], {cause})
        play(bench, [raw(message, sent, abort=True)], {Cause.ABORTED})
    null = Beat(b"", Section.AAD)  # in the middle: PARTIAL, not ORDER or EMPTY_IV
    text = full(bench, Section.TEXT)
    for op, iv_len, before in ((Op.SEAL, 12, [text]), (Op.COUNTER, 12, []), (Op.SEAL, 20, [])):
        play(bench, [raw(strings(1, op, iv_len), [*before, null, text])], {Cause.PARTIAL})


def test_limits_come_after_the_order_of_sections(bench: Bench) -> None:
    """An opened message whose last beat is one of text too many, and no tag."""
    config = bench[0]
    room = config.store_beats - 1 if config.release == "store" else config.text_limit
    sent = parts(bench, bytes(16 * (room + 1)), Section.TEXT)
    play(bench, [raw(strings(1, Op.OPEN, 12), sent)], {Cause.ORDER})


def test_iv_as_last_beat_is_an_empty_text(bench: Bench) -> None:
    """Sealing and counter-only messages may end with their IV; then they have no text."""
    _, sim, rules = bench
    events: list[Event] = [KeyLoad(SLOT, KEY, 4)]
    for op, length in product((Op.SEAL, Op.COUNTER), (12, 16, 20)):
        message = strings(length, op, length, 0, 0)
        iv = parts(bench, message.iv, Section.IV)
        command = replace(raw(message, iv), iv=bytes(12), iv_in_data=True)
        events += [KeyLoad(SLOT, KEY, 4), command, replace(command, beats=ended([*iv, NULL]))]
    result = rules.run_checked(sim, events)
    assert all(answer.passed for answer in result.messages)
    for alone, with_null in zip(result.messages[::2], result.messages[1::2], strict=True):
        assert (alone.text, alone.tag) == (with_null.text, with_null.tag)
        assert alone.text == b""


@pytest.mark.parametrize("op", Op)
@pytest.mark.parametrize("iv_len", [12, 20])
@pytest.mark.parametrize("tag_len", [4, 13, 16])
def test_bytes_outside_tkeep_are_ignored(bench: Bench, op: int, iv_len: int, tag_len: int) -> None:
    """They come out as zeros (packets are compared in all their bytes), a short tag's too."""
    _, sim, rules = bench
    message = strings(12, op, iv_len, 39, 41)
    sent = replace(message, tag=message.tag[:tag_len], tag_len=tag_len)
    right = beats(bench, sent)
    size = bench[0].stream.lane_bytes
    others = [
        replace(b, data=b.data[: b.kept().bit_count()].ljust(size, b"\0"), keep=b.kept())
        for b in right
    ]
    assert others != right
    events = [KeyLoad(SLOT, KEY, 4), raw(sent, right), raw(sent, others)]
    first, same = rules.run_checked(sim, events).messages
    assert first.passed
    assert first.packet.beats() == same.packet.beats()

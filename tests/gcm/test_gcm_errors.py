# SPDX-License-Identifier: Apache-2.0
"""Every fault of a message at every possible position, in both release policies.

The messages have an IV of two beats (where it comes as data), three beats of AAD, three of text,
and the tag when opened, so that there is a first, a middle and a last beat of each section. Each
faulty message stands between two right ones; the packet of each is compared beat by beat.
"""

from collections.abc import Callable
from itertools import product

import pytest

from faulty import KEY, SLOT, TAG, Bench, Parts, beats, full, holed, parts, play, raw, strings
from rows import nightly
from sealwright.families.message.sim import (
    Beat,
    Cause,
    KeyLoad,
    Message,
    Op,
    RawMessage,
    Section,
)
from sealwright.model.gcm import TAG_SIZES
from sealwright.tools.traffic import Traffic

NULL = Beat(b"", Section.TEXT)


OPS = [*product(Op, (12, 20))]
op_and_iv = pytest.mark.parametrize(("op", "iv_len"), OPS, ids=lambda v: getattr(v, "name", v))


def everywhere(
    bench: Bench, op: int, iv_len: int, change: Callable[[Parts, int], Parts]
) -> list[RawMessage]:
    """The message with one change at each of its beats in turn."""
    message = strings(99, op, iv_len)
    count = len(beats(bench, message))
    return [raw(message, change(beats(bench, message), i)) for i in range(count)]


def torn(bench: Bench, op: int) -> set[Cause]:
    """The cause of a tag of several beats that a null beat parts: a message has one tag."""
    return {Cause.ORDER} if op == Op.OPEN and bench[0].stream.lane_bytes < len(TAG) else set()


@op_and_iv
@pytest.mark.parametrize("hole", [0x0002, 0x8000, 0xFFFE, 0xFF7F, 0x00F5])
def test_keep_with_a_hole(bench: Bench, op: int, iv_len: int, hole: int) -> None:
    def change(sent: Parts, i: int) -> Parts:
        return [*sent[:i], holed(bench, sent[i].section, hole), *sent[i + 1 :]]

    play(bench, everywhere(bench, op, iv_len, change), {Cause.KEEP})


@op_and_iv
def test_null_beat_inside(bench: Bench, op: int, iv_len: int) -> None:
    """A null beat before each beat, of the same section."""

    def change(sent: Parts, i: int) -> Parts:
        return [*sent[:i], Beat(b"", sent[i].section), *sent[i:]]

    play(bench, everywhere(bench, op, iv_len, change), {Cause.PARTIAL} | torn(bench, op))


@op_and_iv
@pytest.mark.parametrize("length", [1, 8, 15])
def test_partial_beat_inside_a_section(bench: Bench, op: int, iv_len: int, length: int) -> None:
    """The fault shows at the beat after the partial one."""

    def change(sent: Parts, i: int) -> Parts:
        size = max(length * bench[0].stream.lane_bytes // 16, 1)
        short = Beat(TAG[:size], sent[i].section)
        return [*sent[:i], short, full(bench, sent[i].section), *sent[i + 1 :]]

    causes = {Cause.PARTIAL} | ({Cause.ORDER} if op == Op.OPEN else set())  # two beats of tag
    play(bench, everywhere(bench, op, iv_len, change), causes)


@op_and_iv
def test_abort(bench: Bench, op: int, iv_len: int) -> None:
    """Given up after any beat; and on beats that are null or faulty besides."""
    message = strings(7, op, iv_len)
    sent = beats(bench, message)
    cuts = [raw(message, sent[: i + 1], abort=True) for i in range(len(sent))]
    for i, number in product(range(len(sent)), Section):
        cuts.append(raw(message, [*sent[:i], Beat(b"", number)], abort=True))
        cuts.append(raw(message, [*sent[:i], holed(bench, number, 5)], abort=True))
    play(bench, cuts, {Cause.ABORTED} | torn(bench, op))


@op_and_iv
@pytest.mark.parametrize("again", [False, True], ids=["goes on", "ends there"])
def test_section_that_is_over(bench: Bench, op: int, iv_len: int, again: bool) -> None:
    """After each beat, one of each earlier section."""
    message = strings(3, op, iv_len)
    sent = beats(bench, message)
    faulty = [
        raw(message, [*sent[: i + 1], full(bench, Section(number)), *([] if again else sent[i:])])
        for i in range(len(sent))
        for number in range(sent[i].section)
    ]
    play(bench, faulty, {Cause.ORDER})


@pytest.mark.parametrize("op", [Op.SEAL, Op.COUNTER])
@pytest.mark.parametrize("iv_len", [12, 20])
def test_tag_where_none_belongs(bench: Bench, op: int, iv_len: int) -> None:
    message = strings(5, op, iv_len)
    sent = beats(bench, message)
    tag = parts(bench, TAG, Section.TAG)
    first = 1 if message.iv_in_data else 0
    faulty = [raw(message, sent[:i] + tag) for i in range(first, len(sent) + 1)]
    faulty += [raw(message, [*sent[:i], *tag, *tag]) for i in range(first, len(sent) + 1)]
    play(bench, faulty, {Cause.ORDER})


@pytest.mark.parametrize("iv_len", [12, 20])
def test_opening_without_a_tag_at_the_end(bench: Bench, iv_len: int) -> None:
    """The message ends with IV, AAD or text; or continues after the tag."""
    message = strings(6, Op.OPEN, iv_len)
    sent = beats(bench, message)
    tag = len(parts(bench, message.tag, Section.TAG))
    faulty = [raw(message, sent[:i]) for i in range(1, len(sent) - tag + 1)]
    faulty += [raw(message, [*sent, full(bench, Section.TAG)])]
    if iv_len == 12:
        faulty += [raw(message, [Beat(b"", number)]) for number in (Section.AAD, Section.TEXT)]
    play(bench, faulty, {Cause.ORDER})


@pytest.mark.parametrize("op", Op)
def test_iv_that_was_not_announced(bench: Bench, op: int) -> None:
    message = strings(8, op, 12)
    sent = beats(bench, message)
    faulty = [
        raw(message, [*parts(bench, TAG[:length], Section.IV), *sent]) for length in (1, 12, 16)
    ]
    play(bench, faulty, {Cause.ORDER})


def test_counter_only_takes_no_aad(bench: Bench) -> None:
    for iv_len in (12, 16, 20):
        message = strings(8, Op.COUNTER, iv_len)
        iv = parts(bench, message.iv, Section.IV) if message.iv_in_data else []
        text = parts(bench, message.text, Section.TEXT)
        faulty = [
            raw(message, [*iv, *parts(bench, TAG[:length], Section.AAD)]) for length in (0, 1, 16)
        ]
        faulty += [raw(message, [*iv, full(bench, Section.AAD), *text])]
        play(bench, faulty, {Cause.ORDER})


@pytest.mark.parametrize("op", Op)
def test_iv_that_does_not_come(bench: Bench, op: int) -> None:
    """Any other section first, or a null beat where the IV should be."""
    message = strings(4, op, 20)
    rest = [beat for beat in beats(bench, message) if beat.section != Section.IV]
    faulty = [raw(message, rest[i:]) for i in range(len(rest))]
    faulty.append(raw(message, [Beat(b"", Section.IV)]))
    play(bench, faulty, {Cause.EMPTY_IV})


@pytest.mark.parametrize("iv_len", [12, 20])
def test_wrong_tag_and_wrong_data(bench: Bench, iv_len: int) -> None:
    """One bit of each beat: only the tag can detect it."""

    def change(sent: Parts, i: int) -> Parts:
        wrong = bytes([sent[i].data[0] ^ 1]) + sent[i].data[1:]
        keep = sent[i].keep
        return [*sent[:i], Beat(wrong, sent[i].section, keep=keep), *sent[i + 1 :]]

    play(bench, everywhere(bench, Op.OPEN, iv_len, change), {Cause.TAG_MISMATCH})


def test_received_tag_of_another_length(bench: Bench) -> None:
    faulty = []
    for announced, length in product(TAG_SIZES, range(17)):
        if length != announced:
            message = strings(2, Op.OPEN, 12)
            sent = [beat for beat in beats(bench, message) if beat.section != Section.TAG]
            tag = parts(bench, message.tag[:length], Section.TAG)
            faulty.append(raw(message, [*sent, *tag], tag_len=announced))
            faulty.append(raw(message, tag, tag_len=announced))  # no AAD, no text
    play(bench, faulty, {Cause.TAG_LENGTH})


@pytest.mark.parametrize("op", [Op.SEAL, Op.OPEN])
def test_tag_length_that_there_is_not(bench: Bench, op: int) -> None:
    message = strings(1, op, 12)
    sent = beats(bench, message)
    faulty = [raw(message, sent, tag_len=n) for n in range(32) if n not in TAG_SIZES]
    play(bench, faulty, {Cause.TAG_LENGTH})


def test_no_such_operation_or_slot(bench: Bench) -> None:
    message = strings(1, Op.SEAL, 12)
    sent = beats(bench, message)
    play(bench, [raw(message, sent, op=3), raw(message, sent[:1], op=3)], {Cause.OP})
    empty = [raw(message, sent, slot=slot) for slot in range(16) if slot != SLOT]
    play(bench, empty, {Cause.SLOT})


# ---- limits -------------------------------------------------------------------------------------


def around(bench: Bench, right: list[Message], wrong: list[Message], cause: Cause) -> None:
    """Messages that just fit pass, those that are just too long do not."""
    _, sim, rules = bench
    key = KeyLoad(SLOT, KEY, 4)
    for wanted, messages in ((Cause.NONE, right), (cause, wrong)):
        events = [event for message in messages for event in (key, message)]
        result = rules.run_checked(sim, events, Traffic.preset("both", 1))
        assert {answer.cause for answer in result.messages} == {wanted}
    play(bench, [raw(m, beats(bench, m)) for m in wrong], {cause})


@pytest.mark.parametrize("op", Op)
def test_iv_limit(bench: Bench, op: int) -> None:
    limit = bench[0].iv_limit
    right = [strings(n, op, n) for n in (limit - 5, limit - 4, limit - 3, limit - 1, limit)]
    wrong = [strings(n, op, n) for n in (limit + 1, limit + 12, limit + 13, limit + 40)]
    around(bench, right, wrong, Cause.LENGTH)


@pytest.mark.parametrize("op", [Op.SEAL, Op.OPEN])
def test_aad_limit(bench: Bench, op: int) -> None:
    """Fewer than 2^n bytes, as in SP 800-38D for bits."""
    limit = 1 << bench[0].aad_limit_log2
    right = [strings(n, op, 12, n, 20) for n in (limit - 16, limit - 15, limit - 2, limit - 1)]
    wrong = [strings(n, op, 12, n, 20) for n in (limit, limit + 1, limit + 16)]
    around(bench, right, wrong, Cause.LENGTH)


@pytest.mark.parametrize("op", Op)
@pytest.mark.parametrize("iv_len", [12, 20])
def test_text_limit(bench: Bench, op: int, iv_len: int) -> None:
    """The block limit; in store-and-release a message reaches the limit of the buffer first."""
    config = bench[0]
    store = config.release == "store"
    blocks = config.store_beats - (op == Op.SEAL) if store else config.text_limit
    sizes = (16 * blocks - 17, 16 * blocks - 15, 16 * blocks - 1, 16 * blocks)
    right = [strings(n, op, iv_len, 0, n) for n in sizes]
    wrong = [strings(n, op, iv_len, 0, 16 * blocks + n) for n in (1, 16, 17, 200)]
    around(bench, right, wrong, Cause.STORE if store else Cause.LENGTH)


def test_a_message_that_fits_exactly_beside_one_that_does_not(bench: Bench) -> None:
    """The buffer is for AAD, text and the sealed message's tag together."""
    config = bench[0]
    if config.release != "store":
        big = [strings(n, Op.SEAL, 12, 200, 16 * 64) for n in range(4)]
        around(bench, big, [strings(1, Op.SEAL, 12, 200, 16 * 64 + 1)], Cause.LENGTH)
        return
    for op, room in ((Op.SEAL, config.store_beats - 1), (Op.OPEN, config.store_beats)):
        right = [strings(a, op, 12, a, 16 * (room - (a + 15) // 16)) for a in (1, 16, 17, 255)]
        wrong = [strings(a, op, 12, a, 16 * (room - (a + 15) // 16) + 1) for a in (1, 16, 17, 255)]
        around(bench, right, wrong, Cause.STORE)


@pytest.mark.parametrize("bench", ["store", *nightly(["16 bits, store"])], indirect=True)
def test_null_beat_of_a_counter_only_message_takes_a_place(bench: Bench) -> None:
    """It leaves as the last beat of the packet, so there is room for one beat of text less."""
    config, sim, rules = bench
    assert config.release == "store"
    message = strings(1, Op.COUNTER, 12)
    for blocks, end, cause in (
        (config.store_beats, [], Cause.NONE),
        (config.store_beats - 1, [NULL], Cause.NONE),
        (config.store_beats, [NULL], Cause.STORE),
    ):
        sent = raw(message, [*parts(bench, bytes(16 * blocks), Section.TEXT), *end])
        (answer,) = rules.run_checked(sim, [KeyLoad(SLOT, KEY, 4), sent]).messages
        assert answer.cause is cause


@pytest.mark.parametrize(
    ("op", "cause"), [(Op.SEAL, Cause.NONE), (Op.COUNTER, Cause.ORDER), (Op.OPEN, Cause.PARTIAL)]
)
def test_a_null_beat_of_aad_alone(bench: Bench, op: Op, cause: Cause) -> None:
    """Nothing, sealed, as a null beat of text is."""
    _, sim, rules = bench
    message = strings(1, op, 12, 0, 0)
    tag = parts(bench, message.tag, Section.TAG) if op == Op.OPEN else []
    pair = [raw(message, [Beat(b"", section), *tag]) for section in (Section.AAD, Section.TEXT)]
    first, second = rules.run_checked(sim, [KeyLoad(SLOT, KEY, 4), *pair]).messages
    assert first.cause is cause
    assert op != Op.SEAL or first.packet.beats() == second.packet.beats()

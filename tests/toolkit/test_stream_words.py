# SPDX-License-Identifier: Apache-2.0
"""The packet harness where several commands and statuses move in a cycle, on a register slice."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from loops import KeyLoad, LoopMessageSim, LoopSim, Message, random_messages
from sealwright.base.errors import UsageError
from sealwright.families.message import sim as message
from sealwright.families.packet.beats import cut, ended
from sealwright.tools.packet.events import Barrier, WaitReady
from sealwright.tools.packet.stream import Stream
from sealwright.tools.traffic import PRESETS, Order, Traffic

STREAMS = [
    Stream(128, 8, commands=2, statuses=3),
    Stream(64, 4, commands=3, statuses=1),
    Stream(32, 2, commands=1, statuses=2),
]
SHORT = Message(strings=(b"s",))


def name(stream: Stream) -> str:
    return f"{stream.lanes}-{stream.commands}-{stream.statuses}"


@pytest.fixture(scope="module", params=STREAMS, ids=name)
def built(request: pytest.FixtureRequest) -> Iterator[LoopSim]:
    with LoopSim(request.param) as sim:
        yield sim


@pytest.fixture
def slice_(built: LoopSim) -> LoopSim:
    built.reset()
    return built


@pytest.mark.parametrize("preset", PRESETS)
def test_messages_pass(slice_: LoopSim, preset: str) -> None:
    """Each has its own command and status, whatever comes beside it."""
    sent = [*random_messages(1, slice_.stream, 60), *[SHORT] * 60]
    results = slice_.run(sent, Traffic.preset(preset, 1)).messages
    assert [result.strings[: len(m.strings)] for m, result in zip(sent, results, strict=True)] == [
        m.strings for m in sent
    ]


def groups(cycles: Iterator[int]) -> set[int]:
    """How many there are in a cycle."""
    return set(Counter(cycles).values())


def test_a_cycle_has_as_many_commands_as_words(slice_: LoopSim) -> None:
    """All words at full speed; with pauses fewer, too."""
    most = slice_.stream.commands
    sent = [SHORT] * 60
    full = slice_.run(sent, Traffic(order=Order.DATA_LAGS)).messages
    assert groups(result.accepted for result in full) == {most}
    idle = slice_.run(sent, Traffic(seed=2, cmd_idle=128)).messages
    assert groups(result.accepted for result in idle) == set(range(1, most + 1))


def test_a_cycle_has_as_many_statuses_as_words(slice_: LoopSim) -> None:
    most = slice_.stream.statuses
    results = slice_.run([SHORT] * 90, Traffic(seed=4, status_stall=110, burst=3)).messages
    found = groups(result.answered for result in results)
    assert max(found) == most <= len(found) + 1
    assert [result.answered for result in results] == sorted(result.answered for result in results)


@pytest.mark.parametrize("gap", [0, 30])
def test_each_command_waits_for_its_data(slice_: LoopSim, gap: int) -> None:
    """Where data lead: that beside another command, too. A beat comes after the one before it."""
    sent = [Message(strings=(b"s" * length,)) for length in (1, 40, 300, 1, 1) * 8]
    leads = slice_.run(sent, Traffic(order=Order.DATA_LEADS, gap=gap)).messages
    for before, result in pairwise(leads):
        if result.cycles_in[0] > before.cycles_in[0]:
            assert result.accepted > before.cycles_in[0] + gap
    lags = slice_.run(sent, Traffic(order=Order.DATA_LAGS, gap=gap)).messages
    assert min(result.cycles_in[0] - result.accepted for result in lags) == gap + 1


def test_a_barrier_or_a_key_ends_the_words(slice_: LoopSim) -> None:
    """No command behind it is offered beside those before it."""
    events = [KeyLoad(1, b"\0"), WaitReady(1), SHORT, Barrier(), SHORT, KeyLoad(2, b"\0")]
    results = slice_.run([*events, SHORT, SHORT]).messages
    assert results[0].answered < results[1].accepted < results[2].accepted


FAULTS = [
    (11, "m_status: valid [26] has a gap"),
    (12, r"m_status: id \d+ instead of \d+"),
    (13, "m_status: payload changed while stalled"),
    (14, "m_status: valid fell while stalled"),
    (15, "m_status: cause 1 is unknown"),
    (16, "m_status: pass 0 with cause 0"),
]


@pytest.mark.parametrize(("fault", "text"), FAULTS, ids=[f"fault {n}" for n, _ in FAULTS])
@pytest.mark.parametrize("stream", [s for s in STREAMS if s.statuses > 1], ids=name)
def test_faults_of_statuses_are_seen(stream: Stream, fault: int, text: str) -> None:
    traffic = Traffic(seed=5, status_stall=200, burst=9)
    with LoopSim(stream) as sim:
        events = [KeyLoad(0, bytes([fault])), WaitReady(0), *[SHORT] * 40]
        found = sim.run(events, traffic, strict=False).violations
    assert re.search(rf"^cycle \d+: {text}", "\n".join(found), re.MULTILINE)


def command(stream: Stream, ident: int, **changes: object) -> message.RawMessage:
    """A message whose command follows from its identifier, as a fault of the stub wants it."""
    op, tag_len = ident & 3, ident & 31
    parts = cut(message.Beat, b"t" * 20, message.Section.TEXT, stream)
    if op == message.Op.SEAL:
        parts += cut(message.Beat, bytes(tag_len), message.Section.TAG, stream)
    fields = {
        "op": op,
        "slot": ident & 15,
        "iv": ident.to_bytes(2, "little") * 6,
        "iv_in_data": bool(ident & 16),
        "tag_len": tag_len,
        "ident": ident,
        "beats": ended(parts),
    }
    return message.RawMessage(**{**fields, **changes})  # type: ignore[arg-type]


@pytest.fixture(scope="module", params=STREAMS, ids=name)
def messages(request: pytest.FixtureRequest) -> Iterator[LoopMessageSim]:
    with LoopMessageSim(request.param) as sim:
        yield sim


IDENTS = [n for n in range(1, 4000, 37) if n & 3 != 3 and n & 31]


def test_fields_of_a_command_are_in_its_word(messages: LoopMessageSim) -> None:
    messages.reset()
    sent = [command(messages.stream, ident) for ident in IDENTS]
    messages.run([message.KeyLoad(0, b"\x11" * 16), WaitReady(0), *sent])
    assert len(sent) > 60


@pytest.mark.parametrize(
    "changes", [{"slot": 1}, {"iv": bytes(12)}, {"iv_in_data": True}, {"tag_len": 9}], ids=str
)
def test_another_field_would_be_seen(messages: LoopMessageSim, changes: dict[str, object]) -> None:
    """In whichever word the command is."""
    right, wrong = 0x222, 0x222 + 8
    messages.reset()
    for before in range(messages.stream.commands):
        sent = [command(messages.stream, right) for _ in range(before)]
        other = command(messages.stream, wrong, **changes)
        key = message.KeyLoad(0, b"\x11" * 16)
        found = messages.run([key, WaitReady(0), *sent, other], strict=False).violations
        assert re.match(r"cycle \d+: assertion failed: seal_loop\.sv", found[0])
        messages.reset()


@pytest.mark.parametrize("count", [0, 9])
def test_impossible_counts(count: int) -> None:
    with pytest.raises(UsageError, match=f"1 to 8 commands in a cycle, not {count}"):
        Stream(commands=count)
    with pytest.raises(UsageError, match=f"1 to 8 statuses in a cycle, not {count}"):
        Stream(statuses=count)

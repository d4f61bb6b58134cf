# SPDX-License-Identifier: Apache-2.0
"""Random traffic and rules of message cores of any width, without a simulation."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from types import SimpleNamespace
from typing import cast

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sealwright.base.errors import CheckFailed
from sealwright.cores.config import knob
from sealwright.families import load_core
from sealwright.families.message.cells import cells
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.coverage import Coverage, variants
from sealwright.families.message.events import Packer
from sealwright.families.message.family import FAMILY
from sealwright.families.message.places import Place, places
from sealwright.families.message.random_traffic import RandomTraffic
from sealwright.families.message.rules import END, Expected, Rules, joined
from sealwright.families.message.sim import (
    Barrier,
    Beat,
    Cause,
    Event,
    KeyLoad,
    Message,
    Op,
    RawMessage,
    RunResult,
    Section,
    Zeroise,
)
from sealwright.families.message.verify import VERIFIER
from sealwright.families.packet.verify import Verifier
from sealwright.model.aes import xor
from sealwright.model.gcm import Gcm
from sealwright.tools.packet.stream import Stream

Sealed = tuple[bytes, bytes]
WIDTHS = (2, 4, 8, 16)  # bytes of a lane


@dataclass(frozen=True, kw_only=True)
class Narrow(GcmConfig):
    """The default core, as a kind whose streams have lanes of a width that is a knob."""

    lane_bytes: int = knob("LaneBytes", (2, 16), "", "")
    lanes: int = knob("Lanes", (1, 8), "", "")

    @property
    def stream(self) -> Stream:
        return Stream(self.lane_bytes * self.lanes, self.lanes)


def core(width: int = 16, lanes: int = 1) -> Narrow:
    """One with lanes of so many bytes."""
    knobs = {**load_core("gcm-default").knobs(), "lane_bytes": width, "lanes": lanes}
    return Narrow.from_knobs("narrow", "for a test", knobs)


def test_replay() -> None:
    """The same seed gives the same events, another seed others."""
    first, second, other = (RandomTraffic(core(), seed).batch(200) for seed in (5, 5, 6))
    assert first == second != other


@pytest.mark.parametrize(
    ("width", "lanes", "variant"), [(16, 1, 0), *product(WIDTHS, [1], (1, 2)), (16, 4, 1)]
)
def test_traffic_hits_what_it_aims_at(width: int, lanes: int, variant: int) -> None:
    """By the rules alone, without a simulation: aims and answers are computed independently."""
    config = variants(core(width, lanes))[variant]
    source, rules, packer = RandomTraffic(config, 9), Rules(config), Packer(0, 1, config.stream)
    answers: list[Expected] = []
    while source.rounds < 2:  # through all cells
        events = source.batch(100)
        answers += rules.expect(events)
        for event in events:
            packer.add(event)  # the harness takes them
    for cell, answer in zip(source.aimed, answers, strict=True):
        if cell is not None:
            wanted = Cause.NONE if cell.cause is Cause.ZEROISED else cell.cause
            assert answer.cause is wanted, str(cell)
    assert {cell for cell in source.aimed if cell} == set(cells(config))


@pytest.mark.parametrize("width", WIDTHS)
def test_packets_are_what_openssl_makes(width: int) -> None:
    """Texts and tags in beats of any width: sealed by the rules, opened by OpenSSL."""
    rules, key, iv = Rules(core(width)), bytes(range(16)), bytes(range(12))
    lengths = [(aad, text) for aad in (0, 1, 16, 21) for text in (0, 1, 15, 16, 17, 40)]
    messages = [Message(iv=iv, aad=b"a" * aad, text=b"t" * text) for aad, text in lengths]
    for message, answer in zip(messages, rules.expect([KeyLoad(0, key), *messages]), strict=True):
        assert all(len(beat.data) == width for beat in answer.packet)
        assert [beat.last for beat in answer.packet].index(True) == len(answer.packet) - 1
        aad, text, tag = (joined(answer.packet, section) for section in list(Section)[1:])
        assert aad == message.aad
        assert AESGCM(key).decrypt(iv, text + tag, aad) == message.text


def test_a_kind_may_count_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the stream is slower than the core, its beats are what a message costs."""
    assert "n text blocks and a AAD blocks takes n + a + 1 cycles" in FAMILY.note(core(4))
    monkeypatch.setattr(GcmConfig, "cost_units", "beats")
    assert "n text beats and a AAD beats takes" in FAMILY.note(core(4))


class OtherMode(Gcm):
    """GCM with other tags and another key stream, in fewer sizes of tags."""

    tag_sizes = (10, 16)

    def seal(self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag_size: int = 16) -> Sealed:
        sealed, tag = super().seal(key, iv, aad, text)
        return xor(sealed, b"x" * len(text)), xor(tag, b"y" * 16)[:tag_size]

    def crypt(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        return xor(super().crypt(key, iv, text), b"x" * len(text))


def test_a_mode_is_its_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Traffic and rules of another mode need nothing else."""
    monkeypatch.setattr(GcmConfig, "mode", OtherMode())
    config = variants(core())[1]
    source, rules = RandomTraffic(config, 3), Rules(config)
    answers: list[Expected] = []
    while len(source.aimed) < 400:
        answers += rules.expect(source.batch(100))
    ends = Counter(
        (cell.op, answer.cause)
        for cell, answer in zip(source.aimed, answers, strict=True)
        if cell is not None and cell.cause is Cause.NONE
    )
    assert {(op, Cause.NONE) for op in Op} == set(ends), "opened messages are those it seals"
    sizes = {beat.kept().bit_count() for a in answers for beat in a.packet if beat.section == 3}
    assert sizes == {10, 16}


def test_a_message_that_misses_its_aim_is_noticed() -> None:
    """A zeroise may come in between; anything else is an error of core or rules."""
    source = RandomTraffic(core(), 1)
    cell = next(cell for cell in source.cells if cell.cause is Cause.KEEP)
    hit = source.hits([cell, None, cell], [Cause.KEEP, Cause.ABORTED, Cause.ZEROISED])
    assert list(hit) == [cell, replace(cell, cause=Cause.ZEROISED)]
    for cause in (Cause.NONE, Cause.PARTIAL):
        with pytest.raises(CheckFailed, match=f"KEEP ended with {cause.name}"):
            list(source.hits([cell], [cause]))


def test_a_hole_in_the_coverage_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """And so is a variant that fails, beside which the others still run."""

    def run(self: object, config: GcmConfig, seed: int, messages: int, coverage: Coverage) -> int:
        coverage.want(config)
        coverage.add(config, cells(config)[1:])
        if config.release == "store":
            raise CheckFailed("wrong answers")
        return messages

    monkeypatch.setattr(Verifier, "random_run", run)
    found = VERIFIER.verify(core(), 1, 20, Coverage())
    assert "wrong answers" in found.faults
    missing = [fault for fault in found.faults if fault.startswith("no message: release ")]
    assert len(missing) == 2, "one of each release policy"
    assert found.data["messages"] == {"narrow": 20, "narrow, small limits": 20}
    assert "narrow: 20 messages agree with the model" in found.lines


def test_coverage_finds_holes() -> None:
    coverage = Coverage()
    config = variants(core())[2]
    coverage.want(config)
    everything = cells(config)
    assert len(coverage.missing()) == len(everything) == len(coverage.rows())
    coverage.add(config, everything[1:] * 2)
    assert coverage.missing() == [("store", everything[0])]
    lines = coverage.table().splitlines()
    assert lines[0] == "release store: messages by cause"
    assert sum(line.split().count("2") for line in lines[3:]) == len(everything) - 1


def test_coverage_of_lanes_finds_holes() -> None:
    """A place that no message ended at, beside the cells."""
    coverage, config = Coverage(), load_core("gcm-lanes2")
    assert isinstance(config, GcmConfig)
    everything = places(config)
    coverage.want(config)
    coverage.add(config, [*cells(config), *everything[1:], *everything[1:]])
    assert coverage.missing() == [("cut-through", everything[0])]
    assert coverage.holes() == ["release cut-through, NONE, iv, lane 0"]
    assert len(coverage.rows()) == len(everything) + len(cells(config))
    table = coverage.table().split("\n\n")[-1].splitlines()
    assert table[0] == "release cut-through: messages by the segment at which they ended"
    assert table[1].split() == ["cause", "at", "lane", "0", "lane", "1"]
    assert [line.split()[-2:] for line in table[2:]] == [
        ["0", "2"],
        *[["2", "2"]] * (len(table) - 3),
    ]
    kept = {"release": "cut-through", "cause": "NONE", "at": "iv", "lane": 0, "messages": 0}
    assert kept in coverage.rows()


def test_a_place_is_that_of_the_first_fault() -> None:
    """Or of the last segment; of a command, or a zeroise, that of the first segment."""
    config = load_core("gcm-lanes4")
    assert isinstance(config, GcmConfig)
    text, hole = Beat(bytes(16), Section.TEXT), Beat(bytes(16), Section.TEXT, keep=5)
    sent = [
        RawMessage(beats=(text, hole, replace(hole, last=True))),
        RawMessage(beats=(text, text, replace(text, last=True))),
        RawMessage(slot=1, beats=(text, replace(text, last=True))),
        RawMessage(beats=(text, replace(text, last=True))),
    ]
    rules = Rules(config)
    expected = rules.expect([KeyLoad(0, bytes(16)), *sent])
    lanes = [(0, 1, 2), (3, 0, 1), (2, 3), (1, 2)]
    causes = [answer.cause for answer in expected[:3]] + [Cause.ZEROISED]
    results = [
        SimpleNamespace(cause=cause, lanes_in=came)
        for cause, came in zip(causes, lanes, strict=True)
    ]
    found = rules.places(expected, cast(RunResult, SimpleNamespace(messages=results)))
    assert list(found) == [
        Place(Cause.KEEP, Section.TEXT, 1),
        Place(Cause.NONE, Section.TEXT, 1),
        Place(Cause.SLOT, None, 2),
        Place(Cause.ZEROISED, None, 1),
    ]


def test_rules_of_zeroise() -> None:
    """A zeroise cannot affect messages after a barrier; those before it may end either way."""
    key = KeyLoad(0, bytes(16))
    events: list[Event] = [key, Message(), Zeroise(), Message()]
    first, second = Rules(core()).expect(events)
    assert (first.cause, first.zeroise) == (Cause.NONE, True)
    assert (second.cause, second.zeroise, second.packet) == (Cause.SLOT, False, (END,))


def test_rules_of_data_before_their_command() -> None:
    """Until a barrier, a zeroise may take them; a command that is refused says its own cause."""
    events: list[Event] = [Zeroise(), KeyLoad(0, bytes(16)), Message(), Message(slot=1)]
    rules = Rules(core())
    answers = rules.expect([*events, Barrier(), Message()])
    assert [answer.cause for answer in answers] == [Cause.NONE, Cause.SLOT, Cause.NONE]
    assert [answer.zeroise for answer in answers] == [True, False, False]
    rules.expect([Zeroise()])
    (later,) = rules.expect([KeyLoad(0, bytes(16)), Message()])
    assert not later.zeroise, "a run ends when all is quiet"


def test_a_message_may_come_after_the_zeroise_that_should_take_its_data() -> None:
    """Then it passes, and counts for no cell; it must not end otherwise."""
    source = RandomTraffic(core(), 1)
    early = [cell for cell in source.cells if cell.cause is Cause.ZEROISED and not cell.bits]
    assert {cell.op for cell in early} == set(Op)
    (passed,) = source.hits(early[:1], [Cause.NONE])
    assert passed not in source.cells
    with pytest.raises(CheckFailed, match="no key, IV command, ZEROISED ended with PARTIAL"):
        list(source.hits(early[:1], [Cause.PARTIAL]))

# SPDX-License-Identifier: Apache-2.0
"""Random traffic of message cores has each cause at each kind of beat, and on each lane.

By the rules alone, which read all short messages to find out what is possible.
"""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from sealwright.families import load_core
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.coverage import LIMITS, STORE_BEATS, variants
from sealwright.families.message.places import Place, places
from sealwright.families.message.random_traffic import RandomTraffic
from sealwright.families.message.rules import Reading, Rules
from sealwright.families.message.sim import Beat, Cause, Op, RawMessage, Section
from sealwright.families.packet.beats import ended

Kind = tuple[Cause, Section, str, bool]  # cause; section, fill, whether the last one
FILLS = {"whole": 0xFFFF, "partial": 0xFF, "null": 0, "hole": 0x21}
# Limits that three beats reach, as far from whole beats as those of the variants
SHORT: dict[str, dict[str, Any]] = {
    "cut-through": {"text_limit": 1, "aad_limit_log2": 5, "iv_limit": 20},
    "store": {"release": "store", "store_beats": 2, "aad_limit_log2": 12, "iv_limit": 15},
}

ROOM: dict[str, dict[str, Any]] = {"cut-through": {}, "store": {"store_beats": 4}}  # of two lanes


def kind_of(reading: Reading, cause: Cause) -> Kind:
    """That of the beat which decides: the first with a fault, or the last one."""
    beats = reading.blocks
    beat = beats[min(len(reading.taken), len(beats) - 1)]
    keep = beat.kept()
    found = next((name for name, value in FILLS.items() if keep == value), "partial")
    return cause, Section(beat.section), "hole" if keep & (keep + 1) else found, beat.last


def possible(config: GcmConfig, lanes: int = 1) -> set[Kind]:
    """All that messages of up to three beats end with; in lanes, those without bytes are last."""
    found = set()
    shapes = list(product(Section, FILLS.values()))
    for count in (1, 2, 3):
        for parts in product(shapes, repeat=count):
            if lanes > 1 and not all(keep for _, keep in parts[:-1]):
                continue
            beats = [Beat(bytes(16), section, keep=keep) for section, keep in parts]
            for op, in_data, abort in product(Op, (False, True), (False, True)):
                sent = tuple(ended(beats, abort))
                message = RawMessage(op=op, iv_in_data=in_data, tag_len=8, beats=sent)
                reading = Reading(config, message, bytes(16))
                found.add(kind_of(reading, reading.read()))
    return found


@pytest.mark.parametrize("release", SHORT)
def test_every_cause_at_every_kind_of_beat(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    named, short = load_core("gcm-default"), load_core("gcm-default", SHORT[release])
    assert isinstance(named, GcmConfig) and isinstance(short, GcmConfig)
    left = possible(short)
    assert {cause for cause, *_ in left} >= {Cause.NONE, Cause.ORDER, Cause.PARTIAL}
    config = next(c for c in variants(named)[1:] if c.release == release)
    if release == "store":  # so that AAD alone can fill it
        config = config.with_knobs(aad_limit_log2=12)
    read = Reading.read

    def noted(reading: Reading) -> Cause:
        cause = read(reading)
        left.discard(kind_of(reading, cause))
        return cause

    monkeypatch.setattr(Reading, "read", noted)
    source, rules = RandomTraffic(config, 1), Rules(config)
    while left and len(source.aimed) < 20_000:
        rules.expect(source.batch(100))
    assert left == set()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("lanes", "release"), [(2, "store"), (2, "cut-through"), (4, "cut-through")]
)
def test_every_kind_of_beat_on_every_lane(
    lanes: int, release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of messages that ask for a lane to begin on, and so as they are without gaps."""
    named, short = load_core(f"gcm-lanes{lanes}"), load_core("gcm-default", SHORT[release])
    assert isinstance(named, GcmConfig) and isinstance(short, GcmConfig)
    left = set(product(possible(short, lanes), range(lanes)))
    config = next(c for c in variants(named)[1:] if c.release == release)
    if release == "store":  # so that AAD alone can fill it
        config = config.with_knobs(aad_limit_log2=12)
    read = Reading.read

    def noted(reading: Reading) -> Cause:
        cause = read(reading)
        if reading.message.lane is not None:
            lane = (reading.message.lane + reading.at) % lanes
            left.discard((kind_of(reading, cause), lane))
        return cause

    monkeypatch.setattr(Reading, "read", noted)
    source, rules = RandomTraffic(config, 1), Rules(config)
    while left and len(source.aimed) < 200_000:
        rules.expect(source.batch(100))
    assert left == set()


LEAST: dict[str, dict[str, Any]] = {
    "least limits": {"text_limit": 1, "aad_limit_log2": 5, "iv_limit": 1, "message_limit": 0},
    "small limits": LIMITS,
    "small store": {**LIMITS, "release": "store", "store_beats": STORE_BEATS, "iv_lengths": "12"},
}


@pytest.mark.parametrize("limits", LEAST)
def test_every_place_is_aimed_at(limits: str) -> None:
    """Each cause at each section on each of eight lanes, in one round through the table."""
    config = load_core("gcm-lanes8", LEAST[limits])
    assert isinstance(config, GcmConfig)
    source, rules = RandomTraffic(config, 1), Rules(config)
    found: set[Place] = set()
    while not source.rounds:
        events = source.batch(60)
        sent = [event for event in events if isinstance(event, RawMessage)]
        for message, answer in zip(sent, rules.expect(events), strict=True):
            if message.lane is not None:
                lane = (message.lane + answer.at) % 8
                found.add(Place(answer.cause, answer.section, lane))
    cleared = {place for place in source.places if place.cause is Cause.ZEROISED}
    assert set(source.places) - cleared <= found
    assert len(cleared) == 8


@pytest.mark.parametrize("release", SHORT)
def test_places_are_what_short_messages_reach(release: str) -> None:
    """Those of the table: what the rules say of each message, and of no command."""
    short = load_core("gcm-default", SHORT[release])
    assert isinstance(short, GcmConfig)
    found = {(cause, section) for cause, section, *_ in possible(short, 2)}
    named = load_core("gcm-lanes2", {**SHORT[release], **ROOM[release]})
    assert isinstance(named, GcmConfig)
    listed = {place.row() for place in places(named) if place.section is not None}
    assert listed - {(Cause.TAG_MISMATCH, Section.TAG)} == found
    lanes = Counter(place.row() for place in places(named))
    assert set(lanes.values()) == {2}
    assert places(short) == []

# SPDX-License-Identifier: Apache-2.0
"""Random traffic of message cores has each cause at each kind of beat.

By the rules alone, which read all short messages to find out what is possible.
"""

from itertools import product
from typing import Any

import pytest

from sealwright.families import load_core
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.coverage import variants
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


def kind_of(reading: Reading, cause: Cause) -> Kind:
    """That of the beat which decides: the first with a fault, or the last one."""
    beats = reading.blocks
    beat = beats[min(len(reading.taken), len(beats) - 1)]
    keep = beat.kept()
    found = next((name for name, value in FILLS.items() if keep == value), "partial")
    return cause, Section(beat.section), "hole" if keep & (keep + 1) else found, beat.last


def possible(config: GcmConfig) -> set[Kind]:
    """All that messages of up to three beats end with."""
    found = set()
    shapes = list(product(Section, FILLS.values()))
    for count in (1, 2, 3):
        for parts in product(shapes, repeat=count):
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

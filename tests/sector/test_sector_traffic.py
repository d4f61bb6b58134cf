# SPDX-License-Identifier: Apache-2.0
"""What the random traffic of sector engines reaches, by the rules alone, without a simulation."""

from dataclasses import replace
from itertools import product
from typing import cast

import pytest

from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.random_traffic import RandomTraffic
from sealwright.families.sector.rules import Expected, Key, Reading, Rules
from sealwright.families.sector.sim import Cause, RawCommand, Section, Units
from sealwright.model.sector.base import Scheme
from sectors import BUILT, small

Kind = tuple[Cause, Section, Section, bool]  # what must come and what comes, and the last beat?
TWEAK, TEXT, NONE = Section.TWEAK, Section.TEXT, Section.ONE  # NONE: no section of a command


class Plain:
    """A scheme that leaves texts as they are."""

    def encrypt(self, tweak: bytes, text: bytes) -> bytes:
        return text

    decrypt = encrypt


class Noted(Rules):
    """Rules that note at which kinds of beats they found an error, and encrypt nothing."""

    def __init__(self, config: SectorConfig) -> None:
        super().__init__(config)
        self.found: set[Kind] = set()

    def _command(self, command: Units | RawCommand, key: Key | None, used: int = 0) -> Expected:
        cause = self._refusal(command, key)
        if cause or not key:
            return Expected((), cause)
        reading = Reading(self.config, command, replace(key, scheme=cast(Scheme, Plain())), used)
        answer = reading.answer()
        number = answer.cause is Cause.TWEAK and not reading.in_data
        if answer.cause and not number and reading.at < len(reading.beats):
            beat = reading.beats[reading.at]
            section = beat.section if beat.section in (TWEAK, TEXT) else NONE
            self.found.add((answer.cause, reading.due, section, beat.last))
        return answer


def kinds(config: SectorConfig) -> set[Kind]:
    """All there are in a core."""
    either, ends = (TWEAK, TEXT), (False, True)
    short = not config.scheme.any_tweak or config.scheme.unit_keys  # tweaks may be
    return {
        *product([Cause.ABORTED], either, [*either, NONE], [True]),
        *product([Cause.SECTION], either, [NONE], ends),
        *product([Cause.SECTION], [TEXT], [TWEAK], ends),
        *((Cause.KEEP, due, due, end) for due in either for end in ends),
        *product([Cause.TWEAK], [TWEAK], either if short else [TWEAK], ends),
        *((Cause.SHORT, due, due, True) for due in either),
        (Cause.LONG, TEXT, TEXT, False),
    }


@pytest.mark.parametrize("mode", BUILT)
def test_traffic_reaches_each_cause_at_each_kind_of_beat(mode: str) -> None:
    config = small(mode)
    source, rules = RandomTraffic(config, 1), Noted(config)
    while len(source.aimed) < 1500:
        rules.expect(source.batch(100))
    assert rules.found == kinds(config)

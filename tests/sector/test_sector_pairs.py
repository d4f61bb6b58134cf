# SPDX-License-Identifier: Apache-2.0
"""Every pair of values of two knobs, in engines of every mode, under random traffic.

By day an engine of each mode whose small core has the first of several bit orders, with another
one, and an engine without a multiplier; with the small cores they have both ends of every knob.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Any, Final

import pytest

from knob_values import Row, array
from rows import nightly
from sealwright.families.sector.config import CascadeConfig, EngineConfig, SectorConfig
from sealwright.families.sector.modes import MODES, ORDERS
from sealwright.families.sector.verify import VERIFIER, Coverage
from sectors import BUILT, INSIDE, KNOBS, small

FIRST: Final = next(iter(ORDERS))
ORDERED: Final = [m for m in BUILT if not MODES[m].order and small(m).bit_order == FIRST]
WITHOUT: Final = "eme2"  # a multiplier
SWAPPED: Final = {"direction": ["forward"], "forward": ["decrypt"]}  # an encryption alone, as op 1
HASHED: Final = {
    "bit_order": [order for order in ORDERS if order != FIRST],
    "unit_limit": [80],
    "direction": ["both"],
}
# Their values are proved equal elsewhere: by day there are those that are built soonest.
SAME: Final = ("sbox", "multiplier", "mult_halt")


def values(kind: type[SectorConfig]) -> dict[str, list[Any]]:
    """All names of each knob, or the ends of its range and some inside, the first and last ones."""
    found = {}
    for name, about in kind.knobs_about().items():
        inside = list(INSIDE[name] if isinstance(about.values, str) else INSIDE.get(name, ()))
        own = [] if isinstance(about.values, str) else list(about.values)
        found[name] = [*own[:1], *inside, *own[1:]]
    return found


@cache
def ends() -> dict[str, list[Any]]:
    """Of these all names, or the first and the last; of what is the same that of the day."""
    about, found = EngineConfig.knobs_about(), values(EngineConfig)
    for name in found:
        if not isinstance(about[name].values, Mapping):
            found[name] = [found[name][0], found[name][-1]]
    return {**found, **{name: [KNOBS[name]] for name in SAME}}


def settings(knobs: Mapping[str, Any]) -> set[Any]:
    """Those that are ends."""
    return {(name, value) for name, value in knobs.items() if value in ends()[name]}


def pairs(knobs: Mapping[str, Any]) -> set[Any]:
    """Those of its settings that are ends; one that is new brings many that are."""
    return set(combinations(sorted(settings(knobs), key=str), 2))


def small_ones() -> list[Mapping[str, Any]]:
    """The small cores, and that of test_sector_open_equal."""
    return [core.knobs() for core in (*map(small, BUILT), small("xts", equal_halves="decrypt"))]


@cache
def of_the_day() -> dict[str, Row]:
    """For each mode of the day, of rows with all pairs of ends, that with the most new ones."""
    done, found = set().union(*map(pairs, small_ones())), {}
    for mode in (WITHOUT, *ORDERED):
        ours = {**ends(), "mode": [mode], **(SWAPPED if mode == WITHOUT else HASHED)}
        found[mode] = max(array(EngineConfig, ours), key=lambda row: len(pairs(row) - done))
        done |= pairs(found[mode])
    return found


def run(mode: str, knobs: Row) -> None:
    """Every cause in every operation."""
    kind = CascadeConfig if mode == "chctr2" else EngineConfig
    config = kind.from_knobs(f"{mode} of {knobs}", "", knobs)
    coverage = Coverage()
    VERIFIER.random_run(config, 1, 300, coverage)
    assert coverage.missing() == []


def test_both_ends_of_every_knob_are_there_by_day() -> None:
    cores = [*small_ones(), *of_the_day().values()]
    wanted = {(name, value) for name in ends() if name not in SAME for value in ends()[name]}
    assert wanted <= set().union(*map(settings, cores))


@pytest.mark.parametrize("mode", [WITHOUT, *ORDERED])
def test_rows_of_the_day(mode: str) -> None:
    run(mode, of_the_day()[mode])


@cache
def all_pairs(kind: type[SectorConfig]) -> list[Row]:
    return array(kind, values(kind))


@pytest.mark.parametrize("mode", nightly(BUILT))
def test_all_pairs(mode: str) -> None:
    kind = CascadeConfig if mode == "chctr2" else EngineConfig
    for row in all_pairs(kind):
        if row.get("mode", mode) == mode:
            run(mode, row)

# SPDX-License-Identifier: Apache-2.0
"""Every pair of values of two knobs, in engines of every mode, under random traffic.

By day an engine of each mode whose small core has the first of several bit orders, with another
one, and an engine without a multiplier; with the small cores they have both ends of every knob.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import pytest

from covering import is_legal, pairs, values_of
from rows import nightly
from sealwright.families.sector.config import CascadeConfig, EngineConfig, SectorConfig
from sealwright.families.sector.modes import MODES, ORDERS
from sealwright.families.sector.verify import VERIFIER, Coverage
from sectors import BUILT, INSIDE, KNOBS, small

Knobs = dict[str, Any]
FIRST: Final = next(iter(ORDERS))
ORDERED: Final = [m for m in BUILT if not MODES[m].order and small(m).bit_order == FIRST]
WITHOUT: Final = "eme2"  # a multiplier
# Their values are proved equal elsewhere: by day there are those that are built soonest.
SAME: Final = ("sbox", "multiplier", "mult_halt")


@cache
def rows(kind: type[SectorConfig], *, by_day: bool = False) -> list[Knobs]:
    """Engines that have all pairs."""
    values = values_of(kind, INSIDE)
    if by_day:
        values.update({name: (KNOBS[name],) for name in SAME})
    return pairs(values, is_legal(kind))


def settings(knobs: Knobs) -> set[Any]:
    """Those that matter by day."""
    return {item for item in knobs.items() if item[0] not in SAME}


def ends() -> set[Any]:
    """Of each knob all names, or the first and the last value."""
    found: set[Any] = set()
    for name, about in EngineConfig.knobs_about().items():
        chosen = tuple(INSIDE[name] if isinstance(about.values, str) else about.values)
        chosen = chosen if isinstance(about.values, Mapping) else (chosen[0], chosen[-1])
        found.update((name, value) for value in chosen if name not in SAME)
    return found


def small_ones() -> set[Any]:
    """Settings of the small cores."""
    return set().union(*(settings(small(mode).knobs()) for mode in BUILT))


@cache
def of_the_day() -> dict[str, Knobs]:
    """One after the other the row with the most ends that no other engine has, then values."""
    done, found = small_ones(), {}
    fit = [row for row in rows(EngineConfig, by_day=True) if wanted(row)]
    while fit:
        new = [settings(row) - done for row in fit]
        best = max(range(len(fit)), key=lambda i: (len(new[i] & ends()), len(new[i])))
        row = fit[best]
        found[row["mode"]] = row
        done |= new[best]
        fit = [other for other in fit if other["mode"] != row["mode"]]
    return found


def wanted(row: Knobs) -> bool:
    """Whether the day may have it: with another bit order, and blocks enough for the hash."""
    other = row["bit_order"] != FIRST and row["unit_limit"] >= 80
    return row["mode"] == WITHOUT or (row["mode"] in ORDERED and other)


def run(mode: str, knobs: Knobs) -> None:
    """Every cause in every operation."""
    kind = CascadeConfig if mode == "chctr2" else EngineConfig
    config = kind.from_knobs(f"{mode} of {knobs}", "", knobs)
    coverage = Coverage()
    VERIFIER.random_run(config, 1, 300, coverage)
    assert coverage.missing() == []


def test_both_ends_of_every_knob_are_there_by_day() -> None:
    """And an engine that has nothing but an encryption, by the name of decryption."""
    assert ends() <= small_ones().union(*map(settings, of_the_day().values()))
    swapped = {("direction", "forward"), ("forward", "decrypt")}
    assert any(swapped <= settings(row) for row in of_the_day().values())


@pytest.mark.parametrize("mode", [*ORDERED, WITHOUT])
def test_rows_of_the_day(mode: str) -> None:
    run(mode, of_the_day()[mode])


@pytest.mark.parametrize("mode", nightly(BUILT))
def test_all_pairs(mode: str) -> None:
    kind = CascadeConfig if mode == "chctr2" else EngineConfig
    for row in rows(kind):
        if row.get("mode", mode) == mode:
            run(mode, row)

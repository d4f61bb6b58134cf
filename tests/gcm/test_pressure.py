# SPDX-License-Identifier: Apache-2.0
"""Cycles between key loads and with an output that waits: the sum of `bench --pressure`."""

import random
from dataclasses import replace
from typing import Any, Final

import pytest

from corners import FAST
from rows import nightly
from sealwright.base.errors import CheckFailed
from sealwright.families import load_core
from sealwright.families.message import pressure
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.family import FAMILY
from sealwright.families.message.pressure import MIX, SIZES, WARM_UP, WORKS, Row, Work
from sealwright.families.message.sim import MessageSim

LANES: Final[dict[str, Any]] = {**FAST, "round_stages": 1}
CORES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "gcm-lanes2": ("gcm-lanes2", LANES),
    "gcm-lanes4": ("gcm-lanes4", LANES),
    "gcm-lanes8": ("gcm-lanes8", LANES),
    "gcm-lanes4, store": ("gcm-lanes4", {**LANES, "release": "store", "store_beats": 256}),
    "gcm-default": ("gcm-default", FAST),
    "gcm-store": ("gcm-store", FAST),
}
BY_DAY: Final = ("gcm-lanes4", "gcm-default")
SHORT: Final = (64, MIX)


def core(name: str) -> MessageConfig:
    config = load_core(*CORES[name])
    assert isinstance(config, MessageConfig)
    return config


@pytest.mark.parametrize("name", [*BY_DAY, *nightly(set(CORES) - set(BY_DAY))])
def test_a_run_takes_the_sum(name: str) -> None:
    """No cycle is lost behind a key load, nor behind one in which the output was held."""
    config = core(name)
    works = [replace(work, messages=min(work.messages, 1000)) for work in WORKS]
    found = pressure.measure(config, works, SHORT)
    assert pressure.missed(found) == []
    assert {row["work"] for row in found["rows"]} == {work.name for work in WORKS}
    for row in found["rows"]:
        assert row["cycles"] > row["bound"] - 2 * pressure.ENDS - row["keys"]
        assert row["cycles"] >= row["cost"] + row["held"] - pressure.ENDS
        if row["work"].startswith("output"):
            assert row["held"] > row["cost"] / 4


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(CORES))
def test_long_runs_take_the_sum(name: str) -> None:
    """All runs with all sizes: with a key for each thousand messages, two cycles in 2,000."""
    config = core(name)
    found = pressure.measure(config, WORKS, (*SIZES, MIX))
    assert pressure.missed(found) == []
    rows = [row for row in found["rows"] if row["work"] == "1000 per key"]
    loads = 2 * sum(config.load_cost.values())
    assert len(rows) == len(SIZES) + 1
    assert all(row["cycles"] <= row["cost"] + loads + pressure.ENDS for row in rows)


def test_keys_that_follow_each_other_take_the_time_of_a_load() -> None:
    """Two messages take less: what is missing counts as that of the key, exactly."""
    config = core("gcm-lanes4")
    with MessageSim(config) as sim:
        found = pressure.row(config, sim, Work("pairs", 40, every=2), 64)
    period = config.load_cycles(256) + config.latency()["key_hold"] + 1
    assert found.cost + found.keys == 20 * period
    assert abs(found.cycles - 20 * period) <= 1


def test_a_core_with_one_slot_has_no_new_keys() -> None:
    config = load_core("gcm-lanes4", {**LANES, "slots": 1})
    assert isinstance(config, MessageConfig)
    assert pressure.possible(config, WORKS, (64,)) == [(work, 64) for work in WORKS[2:]]


def test_a_store_takes_what_fits() -> None:
    config = load_core("gcm-lanes4", {**LANES, "release": "store", "store_beats": 40})
    assert isinstance(config, MessageConfig)
    found = pressure.possible(config, WORKS[:1], (*SIZES, MIX))
    assert [size for _, size in found] == [64]


def test_a_run_that_takes_longer_is_missed() -> None:
    """And a message that is refused is an error."""
    right = Row("10 per key", 64, 10, 22, 12.5, 5, 3, 232.7)
    late = replace(right, cycles=23)
    rows = [vars(r) | {"bound": r.bound} for r in (right, late)]
    assert pressure.missed({"rows": rows}) == [
        "10 per key, 64 bytes: 23 cycles for 10 messages, expected 22"
    ]


def test_refused_messages_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pressure, "longest_tag", lambda config, size: 5)
    config = core("gcm-lanes4")
    with MessageSim(config) as sim, pytest.raises(CheckFailed, match="messages were refused"):
        pressure.row(config, sim, Work("few", 2), 64)


def test_the_mix_has_packets_by_their_share_of_the_data() -> None:
    sizes = pressure._sizes(MIX, 20_000, random.Random(1))
    shares = {size: sizes.count(size) * size / sum(sizes) for size in set(sizes)}
    assert shares == pytest.approx(pressure.IPI, abs=0.02)


def test_bench_reports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pressure, "WORKS", (replace(WORKS[2], messages=20),))
    monkeypatch.setattr(pressure, "SIZES", (64,))
    report = FAMILY.bench(core("gcm-lanes4"), 1, {"pressure": True})
    assert not report.missed
    lines = report.text.splitlines()
    assert [line.split()[0] for line in lines[3:]] == ["output", "output"]
    assert str(WARM_UP) not in lines[3]

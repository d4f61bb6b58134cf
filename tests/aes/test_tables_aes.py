# SPDX-License-Identifier: Apache-2.0
"""The tables of AES cores: the values in a row follow from the measurements.

Synthesis and simulation are replaced by round figures; with the real ones a table takes an hour.
"""

from typing import Any

import pytest

from sealwright.families.aes import bench as aes_bench
from sealwright.families.aes import tables as tables_aes
from sealwright.families.aes.config import AesConfig
from sealwright.study import tables

PLACED = {"lut": 1000, "bram": 2, "fmax_mhz": 100.0}


@pytest.fixture(name="asked")
def round_figures(monkeypatch: pytest.MonkeyPatch) -> list[tuple[dict[str, int], str]]:
    """Every synthesis that a table needs, in order."""
    asked: list[tuple[dict[str, int], str]] = []

    def synth(_top: str, _files: Any, params: dict[str, int], target: str) -> dict[str, Any]:
        asked.append((params, target))
        return PLACED

    def spacing(config: AesConfig) -> aes_bench.Row:
        cycles = float(config.block_cycles(min(config.key_sizes)))
        return aes_bench.Row("encrypt", 128, cycles, 128 / cycles, 20)

    monkeypatch.setattr(tables_aes, "synth", synth)
    monkeypatch.setattr(aes_bench, "spacing", spacing)
    return asked


def test_widths(asked: list[tuple[dict[str, int], str]]) -> None:
    found = tables.measure("lemsitzer-2")
    rows = {(row["bits"], row["S-box"]): row for row in found["rows"]}
    assert len(rows) == len(found["rows"]) == 12
    row = rows[32, "composite"]
    assert row["slices published"] == "7.3k" and row["Gb/s published"] == "3.5"
    assert (row["cycles per block"], row["ecp5 Gb/s"], row["kb/s per ecp5 lut4"]) == (
        "4",
        "3.20",
        3200,
    )
    assert rows[128, "RAM"]["lut6"] == "-" and rows[128, "LUT"]["lut6"] == 1000
    assert {params["Fold"] for params, _ in asked} == {1, 2, 4, 8}
    assert all(params["KeySizes"] == 7 and params["Slots"] == 1 for params, _ in asked)
    assert "16 bits 1.00, 1.00, 1.00" in found["note"]


def test_memories(asked: list[tuple[dict[str, int], str]]) -> None:
    rows = tables.measure("lemsitzer-3")["rows"]
    assert [row[""] for row in rows[:3]] == ["Lemsitzer 2007", "Hodjat [4]", "Standaert [20]"]
    assert [row["Gb/s"] for row in rows[3:]] == ["12.80", "12.80"]
    assert [params["Sbox"] for params, _ in asked] == [5, 5]


def test_building_blocks(asked: list[tuple[dict[str, int], str]]) -> None:
    found = tables.measure("mancillas-V")
    sequential, both, alone = found["rows"]
    assert (sequential["cycles"], both["cycles"], alone["cycles"]) == ("11", "1", "1")
    # 1 / (1256 tables and memories times 10 ns)
    assert both["TPA"] == f"{1 / (1256 * 10e-9):,.1f}"
    assert "1.00 times the LUT4" in found["note"] and "2.58 times the slices" in found["note"]
    assert [params["Dir"] for params, _ in asked] == [2, 2, 0]


def test_published_efficiency_is_that_of_the_formula() -> None:
    """Mancillas-López 2010's TPA is 1 / ((slices + 128 BRAM) time per block), as stated there."""
    for slices, brams, clock, cycles, _, tpa in tables_aes.MANCILLAS_CIPHERS.values():
        seconds = cycles / (float(clock) * 1e6)
        assert 1 / ((slices + 128 * brams) * seconds) == pytest.approx(float(tpa), rel=0.05)

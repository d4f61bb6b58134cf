# SPDX-License-Identifier: Apache-2.0
"""LUTs by module, the tables made of them, and the picture of throughput per area."""

from typing import Any

import pytest

from sealwright.base import results as files
from sealwright.base.files import library_files
from sealwright.base.results import Results
from sealwright.base.sources import used
from sealwright.families.message import areas, throughput
from sealwright.families.message import results as gcm_results
from sealwright.report.markdown import OLD
from sealwright.synth import parts, targets


def test_parts_of_a_module() -> None:
    """Each register is in one part, and the LUTs of all are about those of the whole."""
    top = "seal_message_beats"
    design = (top, used(library_files("common", "engine", "message"), [top]), {"BeatBytes": 4})
    found = parts.measure(*design)["parts"]
    whole = targets.synth(*design, "lut6")
    assert found.keys() == {"seal_message_beats", "seal_message_pack", "seal_message_unpack"}
    assert sum(part["ff"] for part in found.values()) == whole["ff"]
    assert whole["lut"] <= sum(part["lut"] for part in found.values()) <= 1.2 * whole["lut"]
    assert found["seal_message_pack"]["ff"] > 3 * 36, "three beats of a block and their keep"


@pytest.fixture(name="found")
def made_up(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Any]]:
    luts = {
        "seal_gcm_pipe": 100,
        "seal_gf_mult": 10,
        "seal_gf_mult_key": 20,
        "seal_gcm": 4,
        "seal_zeroise": 5,
    }
    measured = {"parts": {name: {"lut": n, "ff": 1} for name, n in luts.items()}}
    found: dict[str, dict[str, Any]] = {
        "gcm-bram-128.parts": measured,
        "gcm-bram-128.lut6": {"lut": 138},
        "gcm-bram-128.ecp5": {"fmax_mhz": 100.0},
        "gcm-bram-128.bench-seal": {"results": [{"size": 1500, "bits_per_cycle": 125.0}]},
    }
    monkeypatch.setattr(
        files, "load", lambda name: {"measured": found[name]} if name in found else None
    )
    return found


def test_areas(found: dict[str, dict[str, Any]]) -> None:
    table = areas.areas_table(Results(frozenset({"gcm-bram-128.lut6"})))
    assert "| `seal_gcm_pipe` | AES, and the tokens beside it | 100 |  |  |" in table
    assert "| `seal_gf_mult` | the multiplier of the hash | 30 |  |  |" in table
    assert "| the rest |  | 9 |  |  |" in table
    assert "| sum |  | 139 |  |  |" in table
    assert f"| as a whole |  | 138{OLD} |  |  |" in table
    aim = areas.aim_table(Results())
    assert "| `gcm-bram-128` | 138 | 12.5 | 90.58 | 2.5 | 5,000 |" in aim
    assert "Not measured yet: `gcm-default`." not in aim and "`gcm-default` |  |" in aim


def test_jobs_are_those_of_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    class Asked(Results):
        def of(self, name: str) -> Any:
            asked.add(name)
            return super().of(name)

    areas.areas_table(Asked())
    assert {name for name in asked if name.endswith(".parts")} == {j.name for j in areas.jobs()}


def test_bars_are_rows_of_tables(found: dict[str, dict[str, Any]]) -> None:
    found.clear()
    rows_of = {name: dict(throughput.bars(name)) for name in throughput.PANELS}
    assert all(measured is None for rows in rows_of.values() for _, measured in rows.values())
    assert "Mastrovito, RAM" not in rows_of["patel-4.2"], "neither published nor measured"
    assert rows_of["lemsitzer-7"]["hybrid, LUT"] == (212.0, None)
    name = "gcm-patel-karatsuba-bram"
    rows = [{"size": gcm_results.PACKET, "bits_per_cycle": 125.0}]
    found[f"{name}.bench-seal"] = {"results": rows}
    found[f"{name}.ecp5"] = {"lut": 10_000, "bram": 1, "fmax_mhz": 80.0}
    assert dict(throughput.bars("patel-4.2"))["Karatsuba, RAM"] == (1601.37, 1000.0)
    name = "gcm-lemsitzer-32-counter-table"
    found[f"{name}.bench-counter"] = {"results": rows}
    found[f"{name}.ecp5"] = {"lut": 20_000, "bram": 1, "fmax_mhz": 80.0}
    assert dict(throughput.bars("lemsitzer-2.counter"))["32 bits, LUT"] == (556.0, 500.0)
    drawn = throughput.throughput_svg()
    assert drawn.count("Karatsuba, RAM") == 1 and "1,601" in drawn and ">500<" in drawn

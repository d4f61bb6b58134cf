# SPDX-License-Identifier: Apache-2.0
"""Tables of papers that are made of results of cores whenever they are shown: yang-2 and -3,
abdellatif-1 and -2. Those of cores that only one table has are in tests/gcm/test_paper_cores.py."""

from typing import Any

import pytest

from sealwright.base import results as files
from sealwright.base.results import Results
from sealwright.families.message import tables_yang as yang
from sealwright.families.message.bench import PAPER_SIZES
from sealwright.report.markdown import OLD
from sealwright.study.tables import TABLES, measure

FLOW = "ghash-abdellatif-4.bench-flow"


@pytest.fixture(name="found")
def made_up(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Any]]:
    """Results of GCM alone: two cycles more than blocks, at 100 MHz; a flow of one beat."""
    blocks = {size: -(-size // 16) for size in PAPER_SIZES}
    rates = [
        {
            "size": size,
            "cycles": n + 2.0,
            "expected": n + 2,
            "bits_per_cycle": 8 * size / (n + 2),
        }
        for size, n in blocks.items()
    ]
    found: dict[str, dict[str, Any]] = {
        "gcm-default.bench-seal": {"results": rates, "ipi_average": 120.04},
        "gcm-default.ecp5": {"fmax_mhz": 100.0},
        FLOW: {
            "rows": [
                {"clk": 1, "lanes": [[1, 16], [2, 15], [3, 14], [4, 1]], "product": 7, "hash": 0}
            ]
        },
        "ghash-wang-4.lut6": {"lut": 40_000},
        "ghash-wang-4.ecp5": {"lut": 50_000, "fmax_mhz": 100.0},
        "ghash-wang-4.bench": {"results": [{"bits_per_cycle": 512.0}]},
    }
    monkeypatch.setattr(
        files, "load", lambda name: {"measured": found[name]} if name in found else None
    )
    return found


@pytest.mark.parametrize("mode", yang.CORES)
def test_published_rates_of_yang_follow_from_his_cycles(mode: str) -> None:
    """Table 2 is 8 s / C(s), and Table 3 that at one clock, each with three digits."""
    mhz = {"GCM": 278, "CWC": 78}[mode]  # the text has 271 for GCM
    for size in PAPER_SIZES:
        rate = 8 * size / yang.paper_cycles(mode, size)
        assert yang.RATES[mode][size] == float(f"{rate:.3g}")
        assert yang.GBPS[mode][size] == pytest.approx(rate * mhz / 1000, rel=5e-3)


def test_rates_of_yang(found: dict[str, dict[str, Any]]) -> None:
    rows = {row["bytes"]: row for row in measure("yang-2")["rows"]}
    assert list(rows) == [*PAPER_SIZES, yang.IPI]
    row = rows[1500]
    assert (row["GCM published"], row["CWC published"]) == ("113", "114")
    assert row["its cycles, s/16 + 12"] == 106
    assert (row["gcm-default: cycles"], row["gcm-default: by formula"]) == ("96.0", 96)
    assert row["gcm-default: bits/cycle"] == "125.0"
    assert row["cwc-default: bits/cycle"] == "-"
    assert rows[64]["GCM published"] == "32.0" and rows[16]["GCM published"] == "9.85"
    assert rows[yang.IPI]["gcm-default: bits/cycle"] == "120.0"
    assert measure("yang-2")["note"].endswith("-: not measured yet.")
    old = TABLES["yang-2"].rows(Results(frozenset({"gcm-default.bench-seal"})))
    assert old[0]["gcm-default: cycles"] == f"3.0{OLD}"


def test_throughputs_of_yang(found: dict[str, dict[str, Any]]) -> None:
    rows = {row["bytes"]: row for row in measure("yang-3")["rows"]}
    assert list(rows) == [*PAPER_SIZES, yang.IPI, "MHz"]
    row = rows[1500]
    assert (row["GCM published, 271 MHz"], row["gcm-default, ECP5"]) == ("31.5", "12.50")
    assert rows[16]["CWC published, 78 MHz"] == "0.832"
    assert rows[yang.IPI]["gcm-default, ECP5"] == "12.00"
    assert (rows["MHz"]["gcm-default, ECP5"], rows["MHz"]["cwc-default, ECP5"]) == ("100.0", "-")
    for name in ("gcm-default.bench-seal", "gcm-default.ecp5"):
        old = TABLES["yang-3"].rows(Results(frozenset({name})))
        assert old[0]["gcm-default, ECP5"].endswith(OLD)
    assert old[-1]["gcm-default, ECP5"] == f"100.0{OLD}"


def test_flow_of_abdellatif(found: dict[str, dict[str, Any]]) -> None:
    rows = measure("abdellatif-1")["rows"]
    assert [row["Q/Tag"] for row in rows] == ["-", "-", "-", "Q1", "Q2", "Q3", "Q4", "Tag"]
    assert (rows[3]["lane 4"], rows[0]["core, lane 4"]) == ("M16, H", "M4, H")
    assert (rows[0]["core, Q/Tag"], rows[1]["core, lane 1"]) == ("Q7", "-")
    old = TABLES["abdellatif-1"].rows(Results(frozenset({FLOW})))
    assert old[0]["core, lane 1"] == f"M1, H^16{OLD}" and old[0]["core, Q/Tag"] == f"Q7{OLD}"


def test_hardware_of_abdellatif(found: dict[str, dict[str, Any]]) -> None:
    table = measure("abdellatif-2")
    rows = {row["design"]: row for row in table["rows"]}
    row = rows["Wang 2010"]
    assert (row["MHz"], row["LUT6"], row["ECP5 LUT4"]) == ("240.3", 40_000, 50_000)
    assert (row["ECP5 Gb/s"], row["Mb/s per LUT6"]) == ("51.2", "1.28")
    assert rows["Crenne 2011"]["LUT6"] == "-" and table["note"].endswith("-: not measured yet.")
    for name, column in (("lut6", "LUT6"), ("ecp5", "ECP5 MHz"), ("bench", "ECP5 Gb/s")):
        old = TABLES["abdellatif-2"].rows(Results(frozenset({f"ghash-wang-4.{name}"})))
        marked = {row["design"]: row for row in old}["Wang 2010"]
        assert marked[column].endswith(OLD) and marked["Mb/s per LUT6"] == f"1.28{OLD}"

# SPDX-License-Identifier: Apache-2.0
"""Tables and generated blocks of pages, made from the files of results/ or from made-up results."""

import re
from pathlib import Path
from typing import Any

import pytest

from sealwright.base import results as files
from sealwright.base.results import Result, Results
from sealwright.families import cores_of, load_core
from sealwright.families.aes import results as aes_results
from sealwright.families.message import results as gcm_results
from sealwright.report.markdown import ALL_OLD_NOTE, OLD_NOTE
from sealwright.study import all_cores, device_tables, result_tables, results
from sealwright.synth.devices import ECP5

PAGES = result_tables.pages()
GCM = cores_of("message")
NOW = Results()  # of which nothing is old


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_tables_agree_with_the_files(page: Path, known: Results) -> None:
    """`python -m sealwright.study.results --tables` renews what differs from results/."""
    text = page.read_text()
    assert result_tables.renewed(text, known) == text


@pytest.fixture(scope="module")
def known() -> Results:
    return results.results()


def test_every_table_stands_somewhere_or_nowhere_by_its_name() -> None:
    """Generated blocks are closed, and all have known names."""
    for page in PAGES:
        text = page.read_text()
        opened = re.findall(r"<!-- generated: ([\w-]+) -->", text)
        assert len(opened) == text.count("<!-- generated:") == text.count("<!-- end -->")


@pytest.mark.parametrize("missing", ["table-lemsitzer-3", "table-lemsitzer-3.cycles", ""])
def test_a_table_of_two_results(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Area and cycles of the same circuits; without one of them there is no table."""
    found = {
        "table-lemsitzer-3": {"a": {"lut": 5, "bram": 7, "fmax_mhz": 100.0, "key_sizes": [128]}},
        "table-lemsitzer-3.cycles": {"a": {"cycles": 2.0, "latency": 3}},
    }
    monkeypatch.setattr(
        files,
        "load",
        lambda name: {"measured": found[name]} if name in found and name != missing else None,
    )
    text = result_tables.published_table("lemsitzer-3", Results())
    assert ("not measured yet" in text) == bool(missing)
    assert ("| 5 LUT4 | 7 | 6.40 |" in text) == (not missing)
    old = Results(frozenset({"table-lemsitzer-3.cycles"}))
    aged = result_tables.published_table("lemsitzer-3", old)
    assert (ALL_OLD_NOTE in aged) == (not missing)


# ---- tables of made-up results ------------------------------------------------------------------

ROWS = [{"size": 64, "cycles": 5.0, "bits_per_cycle": 102.4}]
ROWS += [{"size": 1500, "cycles": 95.0, "bits_per_cycle": 126.3}]
MEASURED: dict[str, Any] = {
    "gcm-default.bench-seal": {"results": ROWS, "ipi_average": 121.04},
    "gcm-default.lut4": {"lut": 30123, "ff": 9001},
    "gcm-default.lut6": {"lut": 12821, "ff": 9000},
    "gcm-default.ecp5": {
        "lut": 33000,
        "bram": 17,
        "fmax_mhz": 101.5,
        "fmax_of_seeds": {"1": 120.4, "2": 101.5, "3": 98.9},
    },
    "mutants": {
        "equivalent": 1,
        "survived": 0,
        "faults": [{"caught_by": "tests/a.py::t[1]"}, {"caught_by": "elaboration for x"}] * 2
        + [{"caught_by": "tests/a.py::t[2]"}, {"caught_by": None}],
    },
    "mutants-deliberate": {
        "faults": [{"name": "no | tag", "file": "rtl/a.sv", "caught_by": "tests/a.py::t[1]"}]
    },
}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> dict[str, Any] | None:
        return {"inputs": "old", "measured": MEASURED[name]} if name in MEASURED else None

    monkeypatch.setattr(files, "load", load)


def test_tables(measured: None) -> None:
    cores = gcm_results.cores_table(GCM, NOW).splitlines()
    row = "| `gcm-default` | 102.4 | 126.3 | 30,123 | 12,821 | 9,000 |  | 33,000 | 17 | 101.5"
    row += " | 99 to 120 | 12.8 | 1.00 |"
    assert cores[2:4] == [row, ""], "the others have nothing to show"
    said = " ".join(cores[4:])
    assert said.startswith("Empty: not measured yet. Not measured yet: `cwc-")
    assert all(f"`{core.name}`" in said for core in GCM if core.name != "gcm-default")
    cycles = gcm_results.cycles_table(load_core("gcm-default"), NOW).splitlines()
    assert "| 64 | 5 | 5.00 |  |  | 102.4 | 32.0 |" in cycles
    assert "| 1,500 | 95 | 95.00 |  |  | 126.3 | 113.0 |" in cycles
    assert "| Internet mix (IPI) |  |  |  |  | 121.0 | 90.0 |" in cycles
    bugs = result_tables.deliberate_table(NOW)
    assert "| no \\| tag | `a.sv` | `tests/a.py::t[1]` |" in bugs
    verdicts = result_tables.mutants_table(NOW).splitlines()
    assert verdicts[2:] == [
        "| caught by tests/a.py::t | 3 |",
        "| caught by elaboration | 2 |",
        "| equivalent | 1 |",
        "| survived | 0 |",
    ]


def test_old_figures_are_marked(measured: None) -> None:
    """Each cell that depends on an old result, and a table that is one result."""
    old = Results(frozenset({"gcm-default.ecp5", "mutants", "aes-fly.bench"}))
    cores = gcm_results.cores_table(GCM, old)
    assert "| 12,821 | 9,000 |  | 33,000† | 17† | 101.5† | 99 to 120† | 12.8† | 1.00† |" in cores
    assert OLD_NOTE in cores and OLD_NOTE not in gcm_results.cores_table(GCM, NOW)
    assert ALL_OLD_NOTE in result_tables.mutants_table(old)
    assert "†" not in aes_results.key_changes_table(cores_of("aes"), old), "there is no figure"
    for block in result_tables.page_blocks().values():
        assert "n/a" not in block(old)


@pytest.mark.parametrize("more", [0, 1])
def test_a_core_that_is_too_large_is_not_placed(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no speed to wait for, and its row says why."""
    core = next(core for core in GCM if not core.multiplies)
    lut4 = {"inputs": "old", "measured": {"lut": ECP5.luts + more, "ff": 1}}
    monkeypatch.setattr(files, "load", {f"{core.name}.lut4": lut4}.get)
    placed = f"{core.name}.ecp5" in {job.name for job in results.jobs()}
    shown = all_cores.row(core, None, Result({}, old=False), NOW)
    assert (placed, shown[5]) == ((True, "-"), (False, "too large"))[more]


ON_DEVICES = {
    "aes-bram.ecp5": {"lut": 4000, "dpr16x4": 100, "bram": 82, "fmax_mhz": 177.64},
    "aes-bram.lut4": {"lut": 6000},
    "aes-bram.gowin-gw2a": {
        "lut": 4000,
        "lut_ram": 400,
        "bram": 82,
        "not_placed": "does not fit (82 of 46 memories)",
    },
    "aes-bram.gowin-gw5ast": {"lut": 4000, "lut_ram": 400, "bram": 82, "fmax_mhz": 65.0},
    "aes-bram.nexus": {"lut": 4000, "lut_ram": 600, "bram": 0, "not_placed": "nextpnr: no"},
    "aes-bram.xilinx": {"lut": 3000, "lut_ram": 300, "bram": 82},
}


def test_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Size and clock, or why there is none; too large by LUT4 alone; a mark for what is old."""
    made = {name: {"measured": found} for name, found in ON_DEVICES.items()}
    monkeypatch.setattr(files, "load", made.get)
    old = Results(frozenset({"aes-bram.gowin-gw5ast"}))
    table = device_tables.devices_table(old).splitlines()
    assert table[0].startswith("| core | Lattice LFE5U-85F (6) | Gowin GW2A-18 (C8/I7) |")
    assert table[0].endswith("| Lattice iCE40 HX8K | AMD 7 series (not placed) |")
    (row,) = (line for line in table if line.startswith("| `aes-bram`"))
    assert row.split(" | ")[1:] == [
        "4,600 LUT, 82 RAM, 177.6 MHz",
        "does not fit (82 of 46 memories)",
        "4,400 LUT, 82 RAM, 65.0 MHz†",
        "4,600 LUT, not placed",
        "not measured",
        "does not fit (6,000 of 5,280 LUTs)",
        "not measured",
        "3,300 LUT, 82 RAM |",
    ]
    assert OLD_NOTE in table[-1]
    short = device_tables.short_devices_table(NOW).splitlines()
    (row,) = (line for line in short if line.startswith("| `aes-bram`"))
    assert row.split(" | ")[1:4] == ["177.6 MHz", "-", "65.0 MHz"]


def test_page_blocks(measured: None) -> None:
    """Known ones are filled, also twice in a page; others and the text around them stay."""
    page = "a\n<!-- generated: {} -->\nold\n<!-- end -->\nb\n"
    table = result_tables.deliberate_table(NOW)
    text = page.format("deliberate") + page.format("ports") + page.format("deliberate")
    made = result_tables.renewed(text, NOW)
    filled = page.format("deliberate").replace("old", table)
    assert made == filled + page.format("ports") + filled
    assert result_tables.renewed(made, NOW) == made

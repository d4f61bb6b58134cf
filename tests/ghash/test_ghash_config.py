# SPDX-License-Identifier: Apache-2.0
"""Configurations of GHASH cores: formulas, causes, refusals, tables beside the paper."""

from pathlib import Path
from typing import Any, Final

import pytest

from elaboration import refusal
from quick_ghash import CORES, FIXED, ghash_core
from sealwright.base.errors import UsageError
from sealwright.base.files import library_files
from sealwright.families import load_core
from sealwright.families.ghash import config as knobs
from sealwright.families.ghash import tables
from sealwright.families.ghash.config import Cause, GhashConfig
from sealwright.families.ghash.flow import flow
from sealwright.tools import yosys
from sealwright.tools.sv_package import read_package

PACKAGE: Final = "rtl/ghash/seal_ghash_pkg.sv"


def test_causes_are_those_of_the_package() -> None:
    found = read_package(PACKAGE).enums["ghash_cause_e"]
    assert [found.GhashNone, found.GhashNoKey, found.GhashBeats] == list(Cause)


def test_formulas_are_those_of_the_package(tmp_path: Path) -> None:
    calls: dict[str, int] = {}
    for lanes, stages, slots in ((1, 1, 1), (2, 3, 5), (4, 4, 16), (8, 8, 4), (8, 1, 2)):
        core = ghash_core(lanes=lanes, mult_stages=stages, slots=slots)
        figures = core.figures()
        bits = figures["words"].bit_length() - 1
        calls[f"seal_engine_pkg::power_addr_width({slots}, {lanes}, {stages})"] = bits
        calls[f"ghash_powers({lanes}, {stages})"] = figures["powers"]
        calls[f"ghash_load({lanes}, {stages})"] = figures["key_load"]
        calls[f"ghash_messages({stages})"] = figures["messages"]
        calls[f"ghash_clear({bits}, {stages})"] = figures["zeroise"]
        for beats in (1, stages, stages + 2):
            calls[f"ghash_latency({stages}, {beats})"] = core.latency(beats)
    fixed = CORES["fixed"].figures()
    calls["ghash_messages(1)"] = fixed["messages"]
    calls["ghash_clear(2, 1)"] = fixed["zeroise"]
    path = tmp_path / "calls.sv"
    words = ",\n    ".join(f"32'({call})" for call in reversed(calls))
    path.write_text(
        f"module calls import seal_ghash_pkg::*; (output logic [{32 * len(calls) - 1}:0] o);\n"
        f"  assign o = {{\n    {words}\n  }};\nendmodule\n"
    )
    files = [*library_files(*GhashConfig.libraries), str(path)]
    design = yosys.netlist([yosys.read_command("calls", files, {}), "proc", "opt"], "calls")
    value = int("".join(reversed(yosys.top_module(design)["ports"]["o"]["bits"])), 2)
    found = {call: value >> 32 * n & 0xFFFFFFFF for n, call in enumerate(calls)}
    assert found == calls


@pytest.mark.parametrize(
    ("changed", "parameters", "sentence"),
    [
        ({"lanes": 3}, {"Lanes": 3}, knobs.WIDTHS),
        ({"reductions": 2}, {"Reductions": 2}, knobs.REDUCTIONS),
        ({"mult": "mastrovito"}, {"MultKind": 1}, knobs.SEPARATE),
        ({**FIXED, "slots": 2}, {"FixedKey": 1, "MultStages": 1, "Slots": 2}, knobs.FIXED),
        ({**FIXED, "mult_stages": 2}, {"FixedKey": 1, "MultStages": 2, "Slots": 1}, knobs.FIXED),
        ({"lanes": 8, "slots": 16}, {"Lanes": 8, "Slots": 16}, knobs.WORDS),
    ],
)
def test_refused_in_the_same_words(
    changed: dict[str, Any], parameters: dict[str, int], sentence: str
) -> None:
    """By the configuration, and by the elaboration of the RTL."""
    with pytest.raises(UsageError, match=sentence.replace("(", r"\(")):
        ghash_core(**changed)
    assert sentence in refusal("seal_ghash", library_files(*GhashConfig.libraries), parameters)


@pytest.mark.parametrize("h", ["", "0" * 32, "6" * 31, "A" * 32])
def test_a_fixed_key_has_32_digits(h: str) -> None:
    with pytest.raises(UsageError, match="32 hexadecimal digits"):
        ghash_core(**{**FIXED, "h": h})


def test_the_flow_is_that_of_table_1() -> None:
    """The same blocks and powers in the same cycles; products and hash a cycle later."""
    core = ghash_core(slots=1)
    assert core.knobs() == load_core(tables.CORE).knobs()
    rows = {row["clk"]: row for row in flow(core, tables.FLOW_BLOCKS)["rows"]}
    for clk, powers in tables.FLOW.items():
        blocks = range(4 * clk - 3, 4 * clk + 1)
        assert rows[clk]["lanes"] == [list(pair) for pair in zip(blocks, powers, strict=True)]
    assert {clk: row["product"] for clk, row in rows.items() if row["product"]} == {
        clk + 1: product for clk, product in tables.FLOW_PRODUCTS.items()
    }
    assert [clk for clk, row in rows.items() if row["hash"]] == [tables.FLOW_TAG + 1]


def test_lanes_take_powers_of_any_message() -> None:
    """A message of 22 blocks: two in the last beat, and feedback over four beats."""
    rows = flow(ghash_core(slots=1), 22)["rows"]
    powers = [[power for _, power in row["lanes"]] for row in rows if row["lanes"]]
    assert powers[:2] == [[16, 15, 14, 13]] * 2, "four beats and more follow"
    assert powers[2:5] == [[14, 13, 12, 11], [10, 9, 8, 7], [6, 5, 4, 3]]
    assert powers[5][:2] == [2, 1]


def test_published_figures_agree_with_each_other() -> None:
    for name, _, lanes, _, _, slices, mhz, gbps, ratio, _ in tables.HARDWARE:
        assert gbps == pytest.approx(lanes * 0.128 * mhz, abs=0.1), name
        if name != "Abdellatif 2012" or slices == 7127:
            assert ratio == pytest.approx(1000 * gbps / slices, abs=0.15), name

# SPDX-License-Identifier: Apache-2.0
"""The commands `mult` and `tables`: what they print, write and refuse."""

import json
import re
import resource
from pathlib import Path
from typing import Any

import pytest

from rows import nightly
from sealwright import cli
from sealwright.cores.multiplier import KINDS, Multiplier
from sealwright.study import tables
from sealwright.synth.gates import elaborate_gates
from sealwright.synth.multiplier import measure
from sealwright.synth.proof import prove_netlist

FIELDS = {
    *("kind", "and", "xor", "key_only_xor", "depth_and", "depth_xor", "nand_equivalents"),
    *("lut4", "lut6", "stored_bits", "cycles", "latency", "depth", "depth_all"),
}


def run(argv: list[str], capsys: pytest.CaptureFixture[str]) -> Any:
    assert cli.main([*argv, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert [row["kind"] for row in run(["mult", "--list"], capsys)] == list(KINDS)


# One of each sort: parallel, with a precomputed key, with a constant, serial
DAILY = ("karatsuba", "tmvp-precomputed", "fixed-key", "digit-serial")
OTHERS = [kind for kind in KINDS if kind not in (*DAILY, "hybrid")]


@pytest.mark.parametrize("kind", [*DAILY, *nightly(OTHERS)])
def test_measures(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = run(["mult", kind, "--width", "8", "--poly", "4,3,1,0"], capsys)
    assert set(found) >= FIELDS
    assert found["kind"] == kind
    assert found["nand_equivalents"] == 4 * found["xor"] + 2 * found["and"]
    serial = KINDS[kind].serial
    assert found["latency"] == Multiplier(kind, 0x11B).latency
    assert found["cycles"] == (found["latency"] if serial else 1)
    assert found["depth_all"] >= found["depth"]
    fixed = kind == "fixed-key"
    assert (found["and"] == 0) == fixed and (found["stored_bits"] == 0) == fixed
    assert 0 < found["lut6"] <= found["lut4"]


def test_proof(capsys: pytest.CaptureFixture[str]) -> None:
    found = run(["mult", "tmvp-dual", "--width", "16", "--poly", "5,3,1,0", "--prove"], capsys)
    assert found == {"kind": "tmvp-dual", "width": 16, "proved": True}


def test_a_file_that_yosys_could_not_finish_is_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a full disk, here a limit for each file, Yosys says nothing."""
    monkeypatch.setenv("SEALWRIGHT_CACHE", str(tmp_path / "cache"))
    argv = ["mult", "lfsr", "--width", "3", "--poly", "1,0", "--export", str(tmp_path / "drop")]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, before[1]))
    try:
        assert cli.main(argv) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "Yosys could not write all of its file here" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["cache"]


@pytest.mark.parametrize("kind", ["karatsuba", "tmvp-1", "tmvp-dual", "mastrovito"])
def test_registers_do_not_change_what_depends_on_the_key(kind: str) -> None:
    """Except equal sums before and after a cut, which are made twice."""
    alone, *cut = (
        measure(Multiplier(kind, 1 << 16 | 0b101011, stages=stages), luts=False)["key_only_xor"]
        for stages in (1, 3, 8)
    )
    assert all(alone <= count <= 1.1 * alone for count in cut)


def test_exported_verilog_is_self_contained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Read back alone, and proved."""
    folder = tmp_path / "drop"
    knobs = ["--width", "17", "--poly", "3,0", "--halt", "3", "--stages", "2"]
    run(["mult", "tmvp-3", *knobs, "--export", str(folder)], capsys)
    (plain,) = folder.glob("tmvp-3-*.v")
    top, *_ = re.findall(r"^module (\w+)", plain.read_text(), re.M)
    netlist = elaborate_gates(top, [plain], {})
    prove_netlist(netlist, Multiplier("tmvp-3", 1 << 17 | 0b1001).field, 2)


BAD = {
    "no kind": (["mult"], "KIND is missing"),
    "unknown kind": (["mult", "school"], "unknown kind 'school'"),
    "no polynomial": (["mult", "lfsr", "--width", "64"], "--poly is missing"),
    "reducible": (["mult", "lfsr", "--width", "8", "--poly", "4,3,2,1,0"], "is reducible"),
    "the thesis's other one": (
        ["mult", "karatsuba", "--poly", "40,2,1,0"],
        "x^128 + x^40 + x^2 + x + 1 is reducible",
    ),
    "degree and width": (["mult", "lfsr", "--width", "8", "--poly", "9,4,0"], "has degree 9"),
    "degree and default": (["mult", "lfsr", "--poly", "163,7,6,3,0"], "but --width is 128"),
    "huge width": (["mult", "lfsr", "--width", "9" * 12, "--poly", "1,0"], "must be 2 to 512"),
    "negative width": (["mult", "lfsr", "--width", "-5", "--poly", "1,0"], "must be 2 to 512"),
    "key above the field": (
        ["mult", "fixed-key", "--width", "8", "--poly", "4,3,1,0", "--key", "100"],
        "key 0x100: must be 0x0 to 0xff",
    ),
    "no lattice": (
        ["mult", "tmvp-precomputed", "--width", "163", "--poly", "7,6,3,0", "--lattice", "1"],
        "163 bits cannot be halved evenly",
    ),
    "no name": (["mult", "lfsr", "--export", ""], "the name of the folder is empty"),
    "no exponents": (["mult", "lfsr", "--poly", "x^7"], "exponents expected"),
    "halt 0": (["mult", "karatsuba", "--halt", "0"], "halt 0: must be 1 to 128"),
    "halt above the width": (["mult", "karatsuba", "--halt", "129"], "must be 1 to 128"),
    "a list and a proof": (["mult", "--list", "--prove"], "leave out --prove"),
    "too few levels": (["mult", "tmvp-shallow", "--levels", "7"], "levels 7: must be 8 to 30"),
    "knob of another kind": (
        ["mult", "mastrovito", "--halt", "4"],
        "mastrovito has no knob 'halt'",
    ),
    "no tower": (["mult", "hybrid", "--width", "8", "--poly", "4,3,1,0"], "hybrid has no tower"),
    "key digits": (["mult", "fixed-key", "--key", "xy"], "hexadecimal digits expected"),
    "full folder": (["mult", "lfsr", "--export", "."], ".: exists; name a new or an empty folder"),
    "unknown table": (["tables", "patel-9.9"], "unknown table 'patel-9.9'"),
    "no library": (
        ["tables", "patel-3.3", "--liberty", "nowhere.lib"],
        "nowhere.lib: no such file",
    ),
    "no target": (["synth", "gcm-default", "--target", "lut5"], "unknown target 'lut5'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_use(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    argv, words = BAD[case]
    assert cli.main(argv) == 2
    out, err = capsys.readouterr()
    lines = [line for line in err.splitlines() if line.startswith("sealwright: ")]
    assert out == "" and len(lines) == 1 and words in lines[0]


def test_tables_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = run(["tables"], capsys)
    assert [row["table"] for row in listed] == list(tables.TABLES)


@pytest.mark.nightly  # test_gates_at_128_bits has the counts of two of the rows
def test_fan_hasan_is_not_above_what_is_published() -> None:
    for row in tables.measure("patel-3.2")["rows"]:
        assert row["and"] == row["and published"]
        assert row["xor"] <= row["xor published"]
        assert row["xor levels"] <= row["xor levels published"]


@pytest.mark.nightly
def test_karatsuba_is_what_is_published() -> None:
    found = tables.measure("patel-3.1")
    for row in found["rows"]:
        assert (row["and"], row["xor"]) == (row["and published"], row["xor published"])
        assert row["xor levels"] <= row["xor levels published"]
    assert "527 by the weight" in found["note"] and "its matrix gives 626" in found["note"]

# SPDX-License-Identifier: Apache-2.0
"""Synthesis targets on small designs whose cost is known by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from sealwright.base import store
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.base.files import rtl_files
from sealwright.cores.multiplier import KINDS
from sealwright.synth import ecp5, liberty, targets, timing
from sealwright.tools import yosys

# Width XOR functions of eight inputs each, registered; reset is asynchronous.
XOR8 = """\
module seal_xor8 #(
  parameter int unsigned Width = 4
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [8*Width-1:0] d_i,
  output logic [Width-1:0]   q_o
);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      q_o <= '0;
    end else begin
      for (int unsigned i = 0; i < Width; i++) q_o[i] <= ^d_i[8*i+:8];
    end
  end
endmodule
"""

# A written memory of 16 x 8 with a combinational read, and a table of constants.
MEMORY = """\
module seal_memory (
  input  logic       clk_i,
  input  logic       we_i,
  input  logic [3:0] addr_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);
  logic [7:0] memory [16];
  logic [3:0] table_value;
  always_ff @(posedge clk_i) if (we_i) memory[addr_i] <= d_i;
  always_comb begin
    unique case (addr_i)
      4'd0: table_value = 4'd7;
      4'd3: table_value = 4'd9;
      4'd5: table_value = 4'd3;
      4'd6: table_value = 4'd12;
      4'd11: table_value = 4'd5;
      4'd14: table_value = 4'd10;
      default: table_value = 4'd0;
    endcase
  end
  assign q_o = memory[addr_i] ^ {4'd0, table_value};
endmodule
"""


def rtl(folder: Path, text: str) -> list[Path]:
    path = folder / "design.sv"
    path.write_text(text)
    return [path]


def test_lut_counts(tmp_path: Path) -> None:
    files = rtl(tmp_path, XOR8)
    four = targets.synth("seal_xor8", files, {"Width": 4}, "lut4")
    assert (four["lut"], four["ff"], four["ram_bits"], four["depth"]) == (12, 4, 0, 2)
    six = targets.synth("seal_xor8", files, {"Width": 5}, "lut6")
    assert (six["lut"], six["ff"], six["depth"]) == (10, 5, 2)
    assert six["tools"] == {"yosys": yosys.yosys_version()}
    assert (six["target"], six["top"], six["params"]) == ("lut6", "seal_xor8", {"Width": 5})


def test_tables_of_both_sizes_start_from_the_same_gates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEALWRIGHT_CACHE", str(tmp_path / "cache"))
    files = rtl(tmp_path, XOR8)
    four = targets.synth("seal_xor8", files, {"Width": 4}, "lut4")
    wider = targets.synth("seal_xor8", files, {"Width": 5}, "lut4")
    assert (four["lut"], wider["lut"]) == (12, 15)  # other parameters: other gates
    kept = tmp_path / "cache" / "generic"
    assert len([entry for entry in kept.iterdir() if entry.is_dir()]) == 2
    monkeypatch.setattr(yosys, "read_command", None)  # elaborating again would call it
    assert targets.synth("seal_xor8", files, {"Width": 4}, "lut6")["lut"] == 8


def test_gates(tmp_path: Path) -> None:
    result = targets.synth("seal_xor8", rtl(tmp_path, XOR8), {"Width": 3}, "gates")
    assert (result["and"], result["xor"], result["ff"]) == (0, 21, 3)


def test_memory_is_not_logic_but_a_table_is(tmp_path: Path) -> None:
    result = targets.synth("seal_memory", rtl(tmp_path, MEMORY), {}, "lut4")
    assert (result["ram_bits"], result["ff"]) == (128, 0)
    # q_o[3:0] are functions of five inputs, the fifth of which has passed the memory.
    assert (result["lut"], result["depth"]) == (8, 2)


@pytest.mark.parametrize(("kind", "bits"), [(5, 2048), (0, 0)])
def test_a_table_that_asks_for_block_ram_is_memory(kind: int, bits: int) -> None:
    """Two S-boxes: a memory of 256 bytes with two ports, or two tables."""
    params = {"Bytes": 2, "Kind": kind, "Stages": 1}
    result = targets.synth("seal_aes_sub_bytes", rtl_files("aes"), params, "lut6")
    assert result["ram_bits"] == bits and bool(result["lut"]) == (not bits)


@pytest.mark.asic
def test_standard_cells(tmp_path: Path) -> None:
    """The XOR of two bits in Debian's library: its one cell for that."""
    source = tmp_path / "seal_xor2.sv"
    source.write_text(
        "module seal_xor2 (input logic a_i, input logic b_i, output logic q_o);\n"
        "  assign q_o = a_i ^ b_i;\nendmodule\n"
    )
    found = targets.synth("seal_xor2", [source], {}, f"liberty={liberty.DEBIAN}")
    assert found["target"] == "liberty=osu018_stdcells.lib"
    assert (found["area"], found["nand2"], found["ram_bits"]) == (56, 2, 0)
    assert 0 < found["delay_ns"] < 0.5


@pytest.mark.asic
def test_memories_are_not_standard_cells(tmp_path: Path) -> None:
    """A memory of 16 bytes, and the logic of a table of constants behind it."""
    found = targets.synth("seal_memory", rtl(tmp_path, MEMORY), {}, f"liberty={liberty.DEBIAN}")
    assert found["ram_bits"] == 128
    assert 8 < found["nand2"] < 100


def test_errors(tmp_path: Path) -> None:
    files = rtl(tmp_path, XOR8)
    with pytest.raises(UsageError, match="gates, lut4, lut6, ecp5, liberty=FILE"):
        targets.synth("seal_xor8", files, {}, "lut5")
    with pytest.raises(UsageError, match=r"nowhere\.lib: no such file"):
        targets.synth("seal_xor8", files, {}, "liberty=nowhere.lib")
    (tmp_path / "cells.lib").write_text("no cells")
    with pytest.raises(UsageError, match="not a liberty file"):
        targets.synth("seal_xor8", files, {}, f"liberty={tmp_path}/cells.lib")
    with pytest.raises(CheckFailed, match="seal_absent"):
        targets.synth("seal_absent", files, {}, "lut4")
    loop = "module seal_loop (input logic a_i, output logic q_o);\n"
    loop += "  logic q;\n  assign q = ~(q & a_i);\n  assign q_o = q;\nendmodule\n"
    with pytest.raises(CheckFailed, match="loop"):
        targets.synth("seal_loop", rtl(tmp_path, loop), {}, "lut4")


def test_latch_is_refused(tmp_path: Path) -> None:
    text = "module seal_latch (input logic e_i, input logic d_i, output logic q_o);\n"
    text += "  always_latch if (e_i) q_o = d_i;\nendmodule\n"
    with pytest.raises(CheckFailed, match="LATCH"):
        targets.synth("seal_latch", rtl(tmp_path, text), {}, "lut4")


def test_ecp5(tmp_path: Path) -> None:
    files = rtl(tmp_path, XOR8)
    result = targets.synth("seal_xor8", files, {"Width": 8}, "ecp5", seeds=(3, 4, 5))
    # Three tables per function, and one that inverts the reset.
    assert (result["lut"], result["ff"], result["bram"], result["dpr16x4"]) == (25, 8, 0, 0)
    assert result["device"] == ecp5.DEVICE
    assert (result["placer"], result["router"]) == ("heap", "router1")
    assert set(result["tools"]) == {"yosys", "nextpnr-ecp5"}
    path = result["critical_path"]
    assert [path[0]["kind"], path[-1]["kind"]] == ["clk-to-q", "setup"]
    period = sum(segment["ns"] for segment in path)
    assert 1000 / period == pytest.approx(result["fmax_mhz"], rel=0.01)
    assert [*result["fmax_of_seeds"]] == ["3", "4", "5"]
    assert sorted(result["fmax_of_seeds"].values())[1] == result["fmax_mhz"]
    # The same path, found in the delays of all.
    assert result["slowest"][0]["mhz"] == pytest.approx(result["fmax_mhz"], rel=0.01)
    assert result["slowest"][0]["routing_ns"] == pytest.approx(
        sum(segment["ns"] for segment in path if segment["kind"] == "routing"), abs=0.02
    )
    ends = {(found["first"], found["last"]) for found in result["slowest"]}
    wrapper = "wrapper.sv"
    assert ends == {(wrapper, "q_o"), ("q_o", wrapper), (wrapper, wrapper)}
    slower = [*result["slower_than_mhz"].values()]
    assert slower == sorted(slower) and slower[-1] <= result["end_points"]
    placed = targets.synth("seal_xor8", files, {"Width": 8}, "ecp5", estimate=True)
    assert placed["estimate"] and placed["fmax_mhz"] > 0 and "slowest" not in placed


def test_names_of_registers() -> None:
    """Their own; else the file that they are from; else none. Parts are modules."""
    source = "share/lattice/cells_map.v:63.1-63.2"
    about = [{"src": source, yosys.SIGNAL: "u_a.u_b.word_q"}, {"src": source}, {}]
    cells = {f"c{i}": {"type": "TRELLIS_FF", "attributes": each} for i, each in enumerate(about)}
    found = timing.registers({"cells": {**cells, "lut": {"type": "LUT4"}}})
    assert found == {"c0": "u_a.u_b.word_q", "c1": "cells_map.v"}
    names = ("u_a.u_b.word_q", "u_a.g_x[3].u_y.u_z.word_q", "u_x.q_q[2]", "q_o", "cells_map.v")
    assert [*map(timing.part, names)] == ["u_a.u_b", "u_a.g_x", "u_x", "top", "cells_map"]


def test_placements_are_kept_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ended before the third seed is not done again."""
    monkeypatch.setattr(store, "cache_dir", lambda: tmp_path / "cache")
    run, seeds = ecp5._run_nextpnr, []

    def killed(top: str, folder: Path, seed: int, *rest: str, estimate: bool) -> dict[str, Any]:
        seeds.append(seed)
        if len(seeds) == 3:
            raise CheckFailed("killed")
        return run(top, folder, seed, *rest, estimate=estimate)

    monkeypatch.setattr(ecp5, "_run_nextpnr", killed)
    about = ("seal_xor8", rtl(tmp_path, XOR8), {"Width": 8}, "ecp5")
    with pytest.raises(CheckFailed, match="killed"):
        targets.synth(*about, seeds=(1, 2, 3), estimate=True)
    found = targets.synth(*about, seeds=(1, 2, 3), estimate=True)
    assert [*found["fmax_of_seeds"]] == ["1", "2", "3"]
    assert seeds == [1, 2, 3, 3]


def test_a_core_that_is_too_large_is_not_placed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ecp5, "DEVICE_TABLES", 10)
    monkeypatch.setattr(store, "cache_dir", lambda: tmp_path / "cache")
    with pytest.raises(CheckFailed, match=r"seal_xor8 has 25 tables .* 10: it does not fit"):
        ecp5.place_and_route("seal_xor8", rtl(tmp_path, XOR8), {"Width": 8}, "key")


@pytest.mark.parametrize(
    ("placer", "top", "knobs"),
    [
        ("static", "seal_gf_mult", {"Width": 8, "Poly": 0x11B, "Kind": KINDS["mastrovito"].number}),
        ("heap", "seal_gf_mult", {"Width": 8, "Poly": 0x11B, "Kind": KINDS["karatsuba"].number}),
        ("heap", "seal_sector_units", {}),
    ],
)
def test_a_matrix_has_a_placer_of_its_own(placer: str, top: str, knobs: dict[str, int]) -> None:
    """Not by files: XTS needs the packages of rtl/gf, and has no multiplier."""
    read = yosys.read_command(top, rtl_files(), knobs)
    design = yosys.top_module(yosys.netlist([read], "ports"))
    assert ecp5.placer_for(design) == placer


@pytest.mark.parametrize(
    ("placer", "products", "sbox"),
    [("static", 2, "bram"), ("heap", 1, "bram"), ("heap", 2, "composite")],
)
def test_several_multipliers_beside_block_ram_have_it_too(
    placer: str, products: int, sbox: str
) -> None:
    sources = ["rtl/gf/seal_gf_karatsuba.sv:1.1-1.9", f"rtl/aes/seal_aes_sbox_{sbox}.sv:1.1-1.9"]
    names = [f"u_lane[{n}].u_mult.g_karatsuba.u_mult" for n in range(products)]
    core = {
        "cells": {source: {"attributes": {"src": source}} for source in sources},
        "netnames": {f"{name}.{port}": {} for name in names for port in ("a_i", "p_o")},
    }
    assert ecp5.placer_for(core) == placer


def test_wrapper_is_not_counted(tmp_path: Path) -> None:
    """Registers at the very edge would merge with the wrapper's, but for its clock enable."""
    text = "module seal_edge (input logic clk_i, input logic [7:0] d_i, output logic [7:0] q_o);\n"
    text += "  logic [7:0] d_q;\n  always_ff @(posedge clk_i) d_q <= d_i;\n"
    text += "  assign q_o = d_q;\nendmodule\n"
    cells, _ = ecp5._synthesise("seal_edge", rtl(tmp_path, text), {}, tmp_path)
    assert +cells == {"TRELLIS_FF": 8}


def test_critical_path_names() -> None:
    def place(name: str) -> dict[str, Any]:
        return {"cell": name, "loc": [0, 0], "port": "F"}

    segment = {"type": "routing", "delay": 1.23456, "from": place("u_core.u_a.x_q_TRELLIS_FF_Q_1")}
    segment |= {"to": place("u_core.y_LUT4_Z_2"), "net": "u_core.u_a.x_q[3]"}
    report: dict[str, Any] = {
        "critical_paths": [
            {"from": "<async>", "to": "posedge $glbnet$clk_i", "path": []},
            {"from": "posedge $glbnet$clk_i", "to": "posedge $glbnet$clk_i", "path": [segment]},
        ]
    }
    assert ecp5.critical_path(json.loads(json.dumps(report))) == [
        {"kind": "routing", "ns": 1.235, "from": "u_a.x_q", "to": "y", "net": "u_a.x_q[3]"}
    ]

# SPDX-License-Identifier: Apache-2.0
"""Gate netlists of small circuits whose gates can be counted by hand."""

from pathlib import Path

import pytest

from sealwright.base.errors import CheckFailed
from sealwright.synth.gates import (
    GateNetlist,
    count,
    depth,
    elaborate_gates,
    register_depth,
    stage_depths,
)


def gates_of(folder: Path, body: str, params: dict[str, int] | None = None) -> GateNetlist:
    source = folder / "dut.sv"
    source.write_text(f"""
      module dut #(parameter bit [63:0] Mask = '1) (
        input logic clk_i, input logic [3:0] a_i, output logic [1:0] y_o
      );
      logic [3:0] q;
      {body}
      endmodule
    """)
    return elaborate_gates("dut", [source], params or {})


def test_counts_and_shares(tmp_path: Path) -> None:
    """The AND of both outputs is one gate."""
    netlist = gates_of(
        tmp_path,
        """
        assign q = '0;
        assign y_o[0] = (a_i[0] & a_i[1]) ^ a_i[2];
        assign y_o[1] = ~((a_i[1] & a_i[0]) ^ a_i[3]);
        """,
    )
    found = count(netlist)
    assert (found.and2, found.xor2, found.flops) == (1, 2, 0)
    assert found.other == 1
    assert depth(netlist) == register_depth(netlist) == 3
    assert stage_depths(netlist) == (3,)


def test_pipeline_by_stage(tmp_path: Path) -> None:
    netlist = gates_of(
        tmp_path,
        """
        always_ff @(posedge clk_i) begin
          q <= {a_i[3], a_i[2], a_i[1] ^ a_i[0], a_i[0]};
          y_o <= {q[3], ((q[0] ^ q[1]) & q[2]) ^ q[3]};
        end
        """,
    )
    assert count(netlist).flops == 6
    assert depth(netlist) == 4
    assert stage_depths(netlist) == (1, 3)
    assert register_depth(netlist) == 3


def test_gates_behind_the_last_register(tmp_path: Path) -> None:
    netlist = gates_of(
        tmp_path,
        "always_ff @(posedge clk_i) q <= a_i; assign y_o = {1'b0, q[0] ^ q[1] ^ q[2] ^ q[3]};",
    )
    assert stage_depths(netlist) == (0, 3)


def test_unequal_paths_are_refused(tmp_path: Path) -> None:
    netlist = gates_of(
        tmp_path, "always_ff @(posedge clk_i) q <= a_i; assign y_o = q[1:0] ^ a_i[1:0];"
    )
    with pytest.raises(CheckFailed, match="0 and 1 registers"):
        stage_depths(netlist)


def test_feedback(tmp_path: Path) -> None:
    """A counter has a depth between registers, but no order of its gates."""
    netlist = gates_of(
        tmp_path,
        "always_ff @(posedge clk_i) q <= {q[2:0], q[3] ^ a_i[0]}; assign y_o = q[1:0];",
    )
    assert register_depth(netlist) == 1
    with pytest.raises(CheckFailed, match="feedback"):
        depth(netlist)


def test_wide_parameter(tmp_path: Path) -> None:
    netlist = gates_of(
        tmp_path,
        "assign q = '0; assign y_o = {a_i[0] & Mask[63], a_i[1] & Mask[62]};",
        {"Mask": 1 << 63},
    )
    assert netlist.outputs["y_o"] == (0, netlist.inputs["a_i"][0])
    assert depth(netlist) == 0


def test_undriven_net_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckFailed, match="no driver"):
        gates_of(tmp_path, "assign y_o = {q[0] & a_i[0], 1'bx};")


def test_unreadable_source(tmp_path: Path) -> None:
    with pytest.raises(CheckFailed):
        gates_of(tmp_path, "assign nothing = a_i;")


def test_memory_of_other_than_a_power_of_two_words(tmp_path: Path) -> None:
    """Reads beyond its end leave no net without a driver."""
    netlist = gates_of(
        tmp_path,
        """
        logic mem [3];
        always_ff @(posedge clk_i) if (a_i[2]) mem[a_i[1:0]] <= a_i[3];
        assign q = '0;
        assign y_o = {1'b0, mem[a_i[1:0]]};
        """,
    )
    assert count(netlist).flops == 3

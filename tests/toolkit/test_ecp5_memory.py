# SPDX-License-Identifier: Apache-2.0
"""Which registers behind a block RAM become its output register."""

import json
from pathlib import Path

import pytest

from sealwright.synth import ecp5

# A memory of 1,024 constants, a register after it, and the use of the two.
MEMORY = """\
module seal_memory (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       en_i,
  input  logic [9:0] addr_i,
  output logic [7:0] q_o
);
  (* rom_style = "block", ram_style = "block" *) logic [7:0] mem [1024];
  logic [7:0] word_q, late_q;
  initial for (int i = 0; i < 1024; i++) mem[i] = 8'((i * i) >> 3);
  always_ff @(posedge clk_i) word_q <= mem[addr_i];
  %s
endmodule
"""

PLAIN = "always_ff @(posedge clk_i) late_q <= word_q;"
HELD = "always_ff @(posedge clk_i) if (en_i) late_q <= word_q;"
CLEARED = """always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) late_q <= '0;
  else late_q <= word_q;
end"""
SET = PLAIN.replace("late_q <= word_q", "late_q <= en_i ? 8'hFF : word_q")
FALLING = PLAIN.replace("posedge", "negedge")
ONE_BIT_LESS = PLAIN.replace("late_q <= word_q", "late_q <= {word_q[7:1], word_q[0] ^ en_i}")
USED = "assign q_o = late_q ^ {late_q[0], late_q[7:1]};"


def moved(after: str, tmp_path: Path) -> tuple[int, str]:
    """Registers of the core, and the form of the memory's port that reads."""
    path = tmp_path / "memory.sv"
    path.write_text(MEMORY % after)
    cells, _ = ecp5._synthesise("seal_memory", [path], {}, tmp_path)
    netlist = json.loads((tmp_path / "ecp5.json").read_text())["modules"]["seal_pnr_wrapper"]
    (memory,) = (cell for cell in netlist["cells"].values() if cell["type"] == "DP16KD")
    ports = [port for port in "AB" if memory["parameters"][f"REGMODE_{port}"] == "OUTREG"]
    for port in ports:
        read = {bit for pin, bits in memory["connections"].items() if "DO" in pin for bit in bits}
        made = [cell for cell in netlist["cells"].values() if cell["type"] == "TRELLIS_FF"]
        assert not any(cell["connections"]["Q"][0] in read for cell in made), port
    return cells["TRELLIS_FF"], "".join(ports)


def test_a_register_moves(tmp_path: Path) -> None:
    registers, ports = moved(f"{PLAIN} {USED}", tmp_path)
    assert (registers, len(ports)) == (0, 1)


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(f"{HELD} {USED}", id="held"),
        pytest.param(f"{CLEARED} {USED}", id="cleared"),
        pytest.param(f"{SET} {USED}", id="set"),
        pytest.param(f"{FALLING} {USED}", id="falling edge"),
        pytest.param(f"{ONE_BIT_LESS} {USED}", id="one bit not registered"),
        pytest.param(f"{PLAIN} assign q_o = late_q ^ word_q;", id="read before it too"),
    ],
)
def test_a_register_stays(after: str, tmp_path: Path) -> None:
    assert moved(after, tmp_path) == (8, "")

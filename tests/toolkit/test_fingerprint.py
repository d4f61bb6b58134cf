# SPDX-License-Identifier: Apache-2.0
"""Fingerprints: names, places and order do not count, every bit of the hardware does."""

import json

import pytest

from sealwright.synth.bits import Bits
from sealwright.synth.fingerprint import ELABORATE, of_bits
from sealwright.tools import yosys

# A struct that passes through a register and a memory, a counter, a table, and two modules.
TEXT = """\
module leaf #(
  parameter int unsigned Width = 8
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic             choose_i,
  output logic [Width-1:0] y_o
);
  assign y_o = choose_i ? (a_i & b_i) : (a_i ^ b_i);
endmodule

module top (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [7:0] a_i,
  input  logic [7:0] b_i,
  input  logic       choose_i,
  input  logic       write_i,
  input  logic [3:0] address_i,
  output logic [7:0] y_o,
  output logic [2:0] count_o,
  output logic       equal_o
);
  typedef struct packed {
    logic       valid;
    logic [7:0] data;
    logic [2:0] tag;
  } item_t;
  item_t item_d, item_q, kept;
  logic [2:0] count_q;
  logic [1:0] word;
  (* ram_style = "distributed" *) item_t memory [16];

  leaf u_leaf (.a_i(a_i), .b_i(b_i), .choose_i(choose_i), .y_o(item_d.data));
  assign item_d.valid = |a_i;
  assign item_d.tag   = count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= 3'd5;
    else         count_q <= count_q + 3'd1;
  end
  always_ff @(posedge clk_i) begin
    item_q <= item_d;
    if (write_i) memory[address_i] <= item_q;
  end
  assign kept = memory[address_i];
  always_comb begin
    unique case (address_i[1:0])
      2'd0:    word = 2'd3;
      2'd1:    word = 2'd1;
      default: word = 2'd2;
    endcase
  end
  assign y_o     = kept.data ^ 8'(word);
  assign count_o = kept.tag;
  assign equal_o = kept.valid && (kept.tag == count_q) && (kept.tag < 3'd6);
endmodule
"""
Change = list[tuple[str, str]]
FIELDS = "    logic       valid;\n    logic [7:0] data;\n    logic [2:0] tag;\n"
SAME: dict[str, Change] = {
    "a comment": [("endmodule\n\n", "// the end\nendmodule\n")],
    "a module's name": [("leaf #", "twig #"), ("leaf u_leaf", "twig u_leaf")],
    "an instance's name": [("u_leaf", "u_other")],
    "a parameter's name": [("Width", "BitCount")],
    "a register's name": [("count_q", "tally_q")],
    "a memory's name": [("memory", "store")],
    "a field's name": [("valid", "is_there")],
    "the order of fields": [(FIELDS, "".join(reversed(FIELDS.splitlines(keepends=True))))],
    "a struct in two": [
        ("    logic [7:0] data;\n", ""),
        ("} item_t;\n", "} item_t;\n  logic [7:0] data_d, data_q;\n"),
        (".y_o(item_d.data)", ".y_o(data_d)"),
        ("item_q <= item_d;", "item_q <= item_d;\n    data_q <= data_d;"),
        ("item_t memory [16]", "logic [11:0] memory [16]"),
        ("<= item_q;", "<= {data_q, item_q};"),
        ("kept = memory", "{data, kept} = memory"),
        ("kept.data", "data"),
        ("data_d, data_q;", "data_d, data_q, data;"),
    ],
    "a module in two": [
        (
            "  assign y_o = choose_i ? (a_i & b_i) : (a_i ^ b_i);\nendmodule\n",
            "  logic [Width-1:0] both;\n  pair #(.W(Width)) u_pair (.a_i, .b_i, .both_o(both));\n"
            "  assign y_o = choose_i ? both : (a_i ^ b_i);\nendmodule\n"
            "module pair #(parameter int unsigned W = 1) (input logic [W-1:0] a_i, b_i,\n"
            "  output logic [W-1:0] both_o);\n  assign both_o = a_i & b_i;\nendmodule\n",
        )
    ],
    "a module less": [
        (
            "leaf u_leaf (.a_i(a_i), .b_i(b_i), .choose_i(choose_i), .y_o(item_d.data));",
            "assign item_d.data = choose_i ? a_i & b_i : a_i ^ b_i;",
        )
    ],
    "the order of statements": [
        ("  assign count_o = kept.tag;\n", ""),
        ("  assign kept =", "  assign count_o = kept.tag;\n  assign kept ="),
    ],
    "a sum of more bits": [("count_q + 3'd1", "3'(32'(count_q) + 32'd1)")],
    "a sum with zero": [("count_q + 3'd1", "count_q + 3'd1 + {2'd0, ^a_i & 1'b0}")],
    "a comparison of more bits": [("kept.tag < 3'd6", "32'(kept.tag) < 32'd6")],
    "a comparison from the other side": [("kept.tag < 3'd6", "3'd6 > kept.tag")],
    "the order of operands of a gate": [("(a_i & b_i)", "(b_i & a_i)")],
    "a register of which nothing depends": [
        (
            "  assign kept =",
            "  logic idle_q;\n  always_ff @(posedge clk_i) idle_q <= a_i[0];\n  assign kept =",
        )
    ],
}
OTHER: dict[str, Change] = {
    "a gate": [("(a_i ^ b_i)", "(a_i | b_i)")],
    "an inverted bit": [("(a_i ^ b_i)", "(a_i ^ b_i ^ Width'(4))")],
    "a multiplexer's legs": [("(a_i & b_i) : (a_i ^ b_i)", "(a_i ^ b_i) : (a_i & b_i)")],
    "a constant of a table": [("2'd1:    word = 2'd1", "2'd1:    word = 2'd0")],
    "a sum's constant": [("+ 3'd1", "+ 3'd3")],
    "a reset value": [("3'd5", "3'd4")],
    "a reset": [
        ("or negedge rst_ni) begin\n    if (!rst_ni) count_q <= 3'd5;\n    else     ", ") begin\n")
    ],
    "an edge": [("posedge clk_i) begin\n    item_q", "negedge clk_i) begin\n    item_q")],
    "a width": [("logic [2:0] count_q", "logic [1:0] count_q")],
    "words of a memory": [("memory [16]", "memory [8]")],
    "columns of a memory": [
        ("    logic [2:0] tag;\n", "    logic [2:0] tag;\n    logic       more;\n"),
        ("  assign count_o", "  assign item_d.more = a_i[0];\n  assign count_o"),
        ("&& (kept", "&& kept.more && (kept"),
    ],
    "a memory's style": [("distributed", "block")],
    "an address": [("kept = memory[address_i]", "kept = memory[{address_i[2:0], address_i[3]}]")],
    "an enable": [("if (write_i)", "if (!write_i)")],
    "a register less": [("<= item_q;", "<= item_d;")],
    "one bit of a register": [
        ("item_q <= item_d;", "item_q <= item_d;\n    item_q.data[7] <= a_i[7];")
    ],
    "two bits exchanged": [("kept.data ^", "{kept.data[7:2], kept.data[0], kept.data[1]} ^")],
    "a comparison": [("(kept.tag == count_q)", "(kept.tag >= count_q)")],
    "the operands of a comparison": [("kept.tag < 3'd6", "3'd6 < kept.tag")],
    "a bound": [("kept.tag < 3'd6", "kept.tag <= 3'd6")],
    "a comparison with signs": [("kept.tag < 3'd6", "$signed(kept.tag) < $signed(3'd6)")],
    "a difference": [("count_q + 3'd1", "count_q - 3'd1")],
    "a port's name": [("equal_o", "same_o")],
}


def changed(change: Change) -> str:
    text = TEXT
    for old, new in change:
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Fingerprints of all variants, elaborated by one process."""
    folder = tmp_path_factory.mktemp("designs")
    commands = []
    cases = {"before": [], **SAME, **OTHER}
    for number, change in enumerate(cases.values()):
        source = folder / f"{number}.sv"
        source.write_text(changed(change))
        read = yosys.read_command("top", [source], {})
        commands += ["design -reset", read, *ELABORATE, f"write_json {source}.json"]
    yosys.run_script(commands)
    designs = [json.loads((folder / f"{n}.sv.json").read_text()) for n in range(len(cases))]
    prints = [of_bits(Bits(yosys.top_module(design))) for design in designs]
    return dict(zip(cases, prints, strict=True))


@pytest.mark.parametrize("change", SAME)
def test_what_does_not_count(change: str, found: dict[str, str]) -> None:
    assert found[change] == found["before"]


@pytest.mark.parametrize("change", OTHER)
def test_what_counts(change: str, found: dict[str, str]) -> None:
    assert found[change] != found["before"]


def test_all_changes_differ(found: dict[str, str]) -> None:
    assert len({found[change] for change in OTHER}) == len(OTHER)

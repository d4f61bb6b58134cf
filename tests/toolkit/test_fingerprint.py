# SPDX-License-Identifier: Apache-2.0
"""Fingerprints: names, places and order do not count, every bit of the hardware does."""

import json
from itertools import product
from pathlib import Path

import pytest

from sealwright.synth.bits import Bits, settled
from sealwright.synth.fingerprint import ELABORATE, of_bits
from sealwright.synth.nodes import KIND, number
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
# Nodes one by one, each at an output of its own; a table in a memory, and one with two ports.
PARTS = """\
module top (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       set_i,
  input  logic       write_i,
  input  logic [2:0] a_i,
  input  logic [2:0] b_i,
  input  logic [1:0] choice_i,
  output logic [2:0] sum_o,
  output logic       less_o,
  output logic       not_less_o,
  output logic       differs_o,
  output logic       even_o,
  output logic       none_o,
  output logic       ready_o,
  output logic [2:0] chosen_o,
  output logic [2:0] first_o,
  output logic [2:0] second_o,
  output logic [2:0] table_o
);
  logic [2:0] memory [4];
  (* rom_style = "block" *) logic [2:0] constants [8];
  initial constants = '{3'd3, 3'd1, 3'd4, 3'd1, 3'd5, 3'd0, 3'd2, 3'd6};
  logic ready_q;
  always_ff @(posedge clk_i) if (write_i) memory[choice_i] <= a_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)    ready_q <= 1'b0;
    else if (set_i) ready_q <= 1'b1;
  end
  always_comb begin
    unique case (choice_i)
      2'd0:    chosen_o = a_i;
      2'd1:    chosen_o = b_i;
      2'd2:    chosen_o = ~a_i;
      default: chosen_o = a_i & b_i;
    endcase
  end
  assign sum_o      = a_i + b_i + 3'd1;
  assign less_o     = a_i < b_i;
  assign not_less_o = a_i >= 3'd2;
  assign differs_o  = a_i != b_i;
  assign even_o     = ~^a_i;
  assign none_o     = !b_i;
  assign ready_o    = ready_q;
  assign first_o    = memory[a_i[1:0]];
  assign second_o   = memory[b_i[1:0]];
  assign table_o    = constants[a_i];
endmodule
"""
Change = list[tuple[str, str]]


def loaded(register: str, process: str) -> Change:
    """A register that is loaded with a one, before an output."""
    lines = f"  logic {register};\n  {process}\n  assign equal_o = one_q &&"
    return [("  assign equal_o =", lines)]


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
    "a product with a power of two": [("count_q + 3'd1", "3'((6'(count_q) * 6'd4) >> 2) + 3'd1")],
    "registers that hold one value": loaded(
        "one_q, first_q",
        "always_ff @(posedge clk_i) {one_q, first_q} <= {first_q && (write_i || !write_i), 1'b1};",
    ),
    "a register that is reset to its value": loaded(
        "one_q",
        "always_ff @(posedge clk_i or negedge rst_ni)\n"
        "    if (!rst_ni) one_q <= 1'b1;\n    else one_q <= 1'b1;",
    ),
    "a register that begins with its value": loaded(
        "one_q = 1'b1", "always_ff @(posedge clk_i) one_q <= 1'b1;"
    ),
    "a sum with zero": [("count_q + 3'd1", "count_q + 3'd1 + {2'd0, ^a_i & 1'b0}")],
    "a comparison of more bits": [("kept.tag < 3'd6", "32'(kept.tag) < 32'd6")],
    "a comparison from the other side": [("kept.tag < 3'd6", "3'd6 > kept.tag")],
    "the order of operands of a gate": [("(a_i & b_i)", "(b_i & a_i)")],
    "the order of operands of another": [("kept.data ^ 8'(word)", "8'(word) ^ kept.data")],
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
    "a memory in two": [
        ("item_t memory [16];", "logic [3:0] low [16], high [16], rest [16];"),
        (
            "if (write_i) memory[address_i] <= item_q;",
            "if (write_i) low[address_i] <= item_q[11:8];\n"
            "if (write_i) high[address_i] <= item_q[7:4];\n"
            "if (write_i) rest[address_i] <= item_q[3:0];",
        ),
        ("= memory[address_i]", "= {low[address_i], high[address_i], rest[address_i]}"),
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
    "a product": [("count_q + 3'd1", "3'((6'(count_q) * 6'd6) >> 2) + 3'd1")],
    "a shorter product": [("count_q + 3'd1", "3'((6'(count_q) * 6'd2) >> 2) + 3'd1")],
    "a register that is reset to another value": loaded(
        "one_q",
        "always_ff @(posedge clk_i or negedge rst_ni)\n"
        "    if (!rst_ni) one_q <= 1'b0;\n    else one_q <= 1'b1;",
    ),
    "a register that begins with another value": loaded(
        "one_q = 1'b0", "always_ff @(posedge clk_i) one_q <= 1'b1;"
    ),
    "a register that is loaded once": loaded(
        "one_q", "always_ff @(posedge clk_i) if (write_i) one_q <= 1'b1;"
    ),
    "a register that is loaded with another value": loaded(
        "one_q", "always_ff @(posedge clk_i) one_q <= 1'b0;"
    ),
    "a port's name": [("equal_o", "same_o")],
}

PARTS_OTHER: dict[str, Change] = {
    "two outputs exchanged": [
        ("even_o     = ~^a_i", "even_o     = !b_i"),
        ("none_o     = !b_i", "none_o     = ~^a_i"),
    ],
    "the sum of one": [("a_i + b_i + 3'd1", "a_i + b_i")],
    "the carries of a sum": [("a_i + b_i + 3'd1", "(a_i ^ b_i) + 3'd1")],
    "less or equal": [("a_i < b_i", "a_i <= b_i")],
    "greater": [("a_i < b_i", "a_i > b_i")],
    "greater or equal": [("a_i < b_i", "a_i >= b_i")],
    "equal": [("a_i != b_i", "a_i == b_i")],
    "odd": [("~^a_i", "^a_i")],
    "any": [("!b_i", "|b_i")],
    "a choice": [
        ("2'd1:    chosen_o = b_i", "2'd1:    chosen_o = ~a_i"),
        ("2'd2:    chosen_o = ~a_i", "2'd2:    chosen_o = b_i"),
    ],
    "an asynchronous reset": [
        ("negedge rst_ni) begin\n    if (!rst_ni) ", "negedge set_i) begin\n    if (!set_i) ")
    ],
    "the level of a reset": [
        ("negedge rst_ni) begin\n    if (!rst_ni) ", "posedge rst_ni) begin\n    if (rst_ni) ")
    ],
    "a word of a table": [("3'd5, 3'd0", "3'd5, 3'd7")],
    "the order of a table": [("3'd3, 3'd1, 3'd4", "3'd1, 3'd3, 3'd4")],
    "words of a table": [
        ("constants [8]", "constants [16]"),
        ("3'd6}", "3'd6" + 8 * ", 3'd0" + "}"),
    ],
    "two ports exchanged": [
        ("first_o    = memory[a_i", "first_o    = memory[b_i"),
        ("second_o   = memory[b_i", "second_o   = memory[a_i"),
    ],
    "the address of one port": [("= memory[a_i[1:0]]", "= memory[a_i[2:1]]")],
    "the address of another port": [("= memory[b_i[1:0]]", "= memory[b_i[2:1]]")],
    "a register in use twice": [("sum_o      = a_i", "sum_o = {2'd0, ready_q} ^ a_i")],
    "a register and its copy": [
        ("sum_o      = a_i", "sum_o = {2'd0, copy_q} ^ a_i"),
        ("logic ready_q;", "logic ready_q, copy_q;"),
        ("ready_q <= 1'b0;", "{ready_q, copy_q} <= 2'd0;"),
        ("ready_q <= 1'b1;", "{ready_q, copy_q} <= 2'd3;"),
    ],
    "the address of a write": [("memory[choice_i] <=", "memory[{choice_i[0], choice_i[1]}] <=")],
    "the clock of a memory": [("@(posedge clk_i) if (write_i)", "@(negedge clk_i) if (write_i)")],
    "a memory that nothing writes": [("if (write_i) memory", "if (1'b0) memory")],
}


def changed(change: Change, text: str) -> str:
    for old, new in change:
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Fingerprints of all variants, elaborated by one process."""
    folder = tmp_path_factory.mktemp("designs")
    commands = []
    cases = {"before": changed([], TEXT), "parts": changed([], PARTS)}
    cases |= {name: changed(change, TEXT) for name, change in (SAME | OTHER).items()}
    cases |= {name: changed(change, PARTS) for name, change in PARTS_OTHER.items()}
    for place, text in enumerate(cases.values()):
        source = folder / f"{place}.sv"
        source.write_text(text)
        read = yosys.read_command("top", [source], {})
        commands += ["design -reset", read, *ELABORATE, f"write_json {source}.json"]
    yosys.run_script(commands)
    designs = [json.loads((folder / f"{n}.sv.json").read_text()) for n in range(len(cases))]
    prints = [of_bits(settled(yosys.top_module(design))) for design in designs]
    return dict(zip(cases, prints, strict=True))


@pytest.mark.parametrize("change", SAME)
def test_what_does_not_count(change: str, found: dict[str, str]) -> None:
    assert found[change] == found["before"]


@pytest.mark.parametrize("change", OTHER)
def test_what_counts(change: str, found: dict[str, str]) -> None:
    assert found[change] != found["before"]


def test_all_changes_differ(found: dict[str, str]) -> None:
    """Also from each other, and each part of a second design counts."""
    other = ["before", "parts", *OTHER, *PARTS_OTHER]
    assert len({found[change] for change in other}) == len(other)


def evaluated(bits: Bits, values: dict[str, int]) -> dict[str, int]:
    """The outputs of the logic; what comes from registers and memories is zero."""
    kinds = {code: kind for kind, code in KIND.items()}
    known = {
        number(f"port {name} {n}"): value >> n & 1
        for name, value in values.items()
        for n in range(3)
    }
    known[number("constant 1")] = 1
    result: list[int] = []
    for node, kind in enumerate(bits.kinds):
        inputs = [result[n] if n < node else 0 for n in bits.inputs[node]]
        found = {
            "and": all(inputs),
            "or": any(inputs),
            "xor": sum(inputs) % 2,
            "carry": sum(inputs) > 1,
            "not": inputs == [0],
            "mux": inputs[1 + inputs[0]] if len(inputs) == 3 else 0,
        }
        result.append(int(found.get(kinds.get(kind, ""), known.get(kind, 0))))
    words = bits.outputs.items()
    return {name: sum(result[n] << place for place, n in enumerate(word)) for name, word in words}


def test_logic_means_the_same_bit_by_bit(tmp_path: Path) -> None:
    """Sums, comparisons and reductions compute what they did as words."""
    (tmp_path / "parts.sv").write_text(PARTS)
    read = yosys.read_command("top", [tmp_path / "parts.sv"], {})
    bits = Bits(yosys.top_module(yosys.netlist([read, *ELABORATE])))
    for a, b in product(range(8), repeat=2):
        found = evaluated(bits, {"a_i": a, "b_i": b})
        assert found["sum_o"] == (a + b + 1) % 8
        assert found["less_o"] == (a < b) and found["not_less_o"] == (a >= 2)
        assert found["differs_o"] == (a != b) and found["none_o"] == (b == 0)
        assert found["even_o"] == (a.bit_count() % 2 == 0)

# SPDX-License-Identifier: Apache-2.0
"""Each lint tool reports a fault that it can find, and nothing for good RTL."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from sealwright.base.errors import UsageError
from sealwright.synth import lint, lint_tools

Tool = Callable[[lint_tools.Point], list[lint_tools.LintFinding]]

GOOD = """\
module seal_good #(
  parameter int unsigned Width = 4,
  parameter bit [Width:0] Poly = 'h13
) (
  input  logic             clk_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);
  always_ff @(posedge clk_i) q_o <= d_i ^ Poly[Width-1:0];
  logic unused_top;
  assign unused_top = Poly[Width];
endmodule
"""

FAULTS = {
    "unused": "  logic [3:0] spare;\n",
    "undeclared": "  logic a;\n  assign a = nowhere[0];\n",
    "truncation": "  logic unused_bit;\n  assign unused_bit = d_i;\n",
    "latch": "  logic unused_l;\n  always_latch if (d_i[0]) unused_l = d_i[1];\n",
    "delay": "  logic unused_d;\n  always @(posedge clk_i) #1 unused_d <= d_i[0];\n",
    "tab": "\tlogic unused_t;\n",
    "long": "  logic " + ", ".join(f"unused_{i}" for i in range(10)) + ";\n",
    "syntax": "  assign = ;\n",
}


def point(folder: Path, fault: str = "", **params: int) -> lint_tools.Point:
    path = folder / "seal_good.sv"
    path.write_text(GOOD.replace("endmodule", FAULTS.get(fault, "") + "endmodule"))
    return lint_tools.Point("seal_good", (str(path),), tuple(params.items()))


def verible(where: lint_tools.Point) -> list[lint_tools.LintFinding]:
    return lint_tools.lint_verible(where.files)


TOOLS: tuple[Tool, ...] = (
    lint_tools.lint_slang,
    lint_tools.lint_verilator,
    lint_tools.lint_yosys,
    verible,
)


@pytest.mark.parametrize("tool", TOOLS)
def test_good_rtl_is_clean(tmp_path: Path, tool: Tool) -> None:
    assert tool(point(tmp_path)) == []
    assert tool(point(tmp_path, Width=12, Poly=0x1053)) == []
    assert tool(point(tmp_path, Width=128, Poly=1 << 128 | 0x87)) == []


@pytest.mark.parametrize(
    ("tool", "fault", "rule"),
    [
        (lint_tools.lint_verilator, "unused", "UNUSEDSIGNAL"),
        (lint_tools.lint_verilator, "truncation", "WIDTHTRUNC"),
        (lint_tools.lint_verilator, "syntax", "error"),
        (lint_tools.lint_slang, "truncation", "width-trunc"),
        (lint_tools.lint_slang, "undeclared", "UndeclaredIdentifier"),
        (lint_tools.lint_yosys, "delay", "error"),
        (lint_tools.lint_yosys, "latch", "error"),
        (lint_tools.lint_yosys, "undeclared", "error"),
        (verible, "tab", "no-tabs"),
        (verible, "long", "line-length"),
        (verible, "syntax", "syntax"),
    ],
)
def test_each_tool_reports(tmp_path: Path, tool: Tool, fault: str, rule: str) -> None:
    found = tool(point(tmp_path, fault))
    assert rule in [f.rule for f in found], [str(f) for f in found]


def test_findings_name_file_and_line(tmp_path: Path) -> None:
    where = point(tmp_path, "truncation")
    line = GOOD.count("\n") + 1
    for tool in (lint_tools.lint_verilator, lint_tools.lint_slang):
        assert (where.files[0], line) in [(f.file, f.line) for f in tool(where)]


def test_every_library_has_tops_and_every_file_is_listed() -> None:
    tops = {p.top for p in lint.points()}
    assert {"seal_fifo", "seal_gf_mult", "seal_aes_sbox"} <= tops
    assert lint.unlisted() == []


@pytest.mark.parametrize("row", ["seal_fifo = [{}]", "seal_nothing = { Width = 8 }"])
def test_wrong_tables_of_points_are_named(monkeypatch: pytest.MonkeyPatch, row: str) -> None:
    table = tomllib.loads(f"[instead_of_defaults]\n{row}\n")
    monkeypatch.setattr(lint, "_table", lambda name: table)
    with pytest.raises(UsageError, match=r"points\.toml"):
        lint.points()


@pytest.mark.nightly
def test_what_takes_long() -> None:
    """Modules that are otherwise linted in a smaller field, and whole cores by Verilator."""
    tops = lint.points(night=True)
    assert {"seal_gf_mult", "seal_gf_mult_tmvp", "seal_sector"} <= {p.top for p in tops}
    assert not any(p.boxed for p in tops)
    assert lint.waive(lint.lint_all(tops)) == []


def test_boxes_hide_their_inside_only(tmp_path: Path) -> None:
    """By day: what is around a box is checked, and so is the box as a top."""
    box, top = tmp_path / "seal_aes_sbox.sv", tmp_path / "seal_good.sv"
    ports = "  input  logic [3:0] d_i,\n  output logic [3:0] q_o\n);\n"
    box.write_text(
        f"module seal_aes_sbox (\n{ports}  logic [2:0] x;\n  assign x = d_i;\nendmodule\n"
    )
    user = "  logic [3:0] unused_q;\n  seal_aes_sbox u_box (.d_i({d_i, d_i}), .q_o(unused_q));\n"
    top.write_text(GOOD.replace("endmodule", f"{user}endmodule"))
    rules = {
        lint_tools.lint_verilator: ("WIDTHTRUNC", "WIDTHTRUNC"),
        lint_tools.lint_slang: ("port-width-trunc", "width-trunc"),
    }
    for tool, (outside, inside) in rules.items():
        found = {}
        for boxed in (True, False):
            rows = tool(lint_tools.Point("seal_good", (str(box), str(top)), boxed=boxed))
            found[boxed] = {(f.file, f.rule) for f in rows}
        assert found[True] == {(str(top), outside)}
        assert (str(box), inside) in found[False] and found[True] < found[False]
        alone = tool(lint_tools.Point("seal_aes_sbox", (str(box),), boxed=True))
        assert inside in [f.rule for f in alone]


def test_a_point_is_looked_at_again_when_its_code_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whenever it had findings, which are reported with the present line numbers."""
    monkeypatch.setenv("SEALWRIGHT_CACHE", str(tmp_path / "cache"))
    calls: list[lint_tools.Point] = []

    def tool(where: lint_tools.Point) -> list[lint_tools.LintFinding]:
        calls.append(where)
        return lint_tools.lint_slang(where)

    assert lint._cached(tool, point(tmp_path)) == lint._cached(tool, point(tmp_path)) == []
    source = tmp_path / "seal_good.sv"
    source.write_text("// A comment\n" + source.read_text())
    assert lint._cached(tool, lint_tools.Point("seal_good", (str(source),))) == []
    assert len(calls) == 1
    dirty = point(tmp_path, "truncation")
    first = lint._cached(tool, dirty)
    source.write_text("// A comment\n" + source.read_text())
    assert [f.line for f in lint._cached(tool, dirty)] == [f.line + 1 for f in first] != []
    assert len(calls) == 3


def test_tops_have_the_files_that_they_use() -> None:
    (fifo,) = (p.files for p in lint.points() if p.top == "seal_fifo" and not p.params)
    assert "rtl/common/seal_fifo.sv" in fifo and not any("delay" in name for name in fifo)


def test_waivers(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = lint_tools.LintFinding("verilator", "rtl/common/a.sv", 3, "RULE", "text")
    row = {"tool": "verilator", "rule": "RULE", "file": "rtl/*", "reason": "because"}

    def use(*rows: dict[str, str]) -> None:
        monkeypatch.setattr(lint, "_table", lambda name: {"waiver": list(rows)})

    use(row)
    assert lint.waive([finding]) == []
    assert [f.message for f in lint.waive([])] == ["unused waiver"]
    assert lint.waive([], partly=True) == []
    use({**row, "rule": "OTHER"})
    assert len(lint.waive([finding])) == 2
    use({**row, "message": "te*"})
    assert lint.waive([finding]) == []
    use({**row, "message": "other*"})
    assert len(lint.waive([finding])) == 2
    use({**row, "reason": " "})
    with pytest.raises(UsageError, match="reason"):
        lint.waive([finding])

# SPDX-License-Identifier: Apache-2.0
"""Each way of writing that some tool refuses is found, and nothing beside it."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from pyslang import SourceManager
from pyslang.syntax import FunctionDeclarationSyntax

from sealwright.base.files import repo_root, rtl_files
from sealwright.synth import lint_portable
from sealwright.synth.lint_portable import MOST_STEPS, RULES


def function(body: str, head: str = "automatic int f(int n)") -> str:
    return f"function {head};\n    {body}\n  endfunction"


def loop(head: str) -> str:
    return f"always_comb {head} b = a;"


def branches(*limits: int) -> str:
    body = loop("for (int i = 0; i < N; i++)")
    return "\n  ".join(
        f"if (M == {n}) begin : g_x\n    localparam int N = {n};\n    {body}\n  end" for n in limits
    )


# For each rule: lines of a module that break it.
REFUSED: Final[Mapping[str, tuple[str, ...]]] = {
    "unpacked-parameter": (
        "localparam logic [7:0] Rows [2] = '{8'h1, 8'h2};",
        "localparam logic [$clog2(N)-1:0] Rows [4] = '{1, 2, 3, 4};",
        "localparam int Rows [2][2] = '{'{1, 2}, '{3, 4}};",
        "localparam int One = 1, Rows [2] = '{1, 2};",
        "localparam int Rows [0:1] = '{1, 2};",
        "parameter int Rows [2] = '{1, 2};",
    ),
    "string": (
        'localparam Name = "none";',
        'localparam int One = 1, Name = "none";',
        'parameter bit [31:0] Name = "none";',
        'localparam string Name = "none";',
        "string name;",
        'localparam Name = {"no", 1 ? "ne" : "t"};',
        'endmodule module seal_y #(int One = 1, Name = "none") ();',
        'specparam Name = "none";',
        'seal_y #(.Name({"no", "ne"})) u_y ();',
        'seal_y #("none") u_y ();',
        'defparam u_y.Name = "none";',
        "typedef string name_t;",
        function("string name; return 0;"),
    ),
    "type-parameter": (
        "parameter type word_t = logic;",
        "localparam type word_t = logic;",
        "endmodule module seal_y #(type T = logic) ();",
        "endmodule module seal_y #(parameter int W = 1, parameter type T = logic) ();",
    ),
    "interface": (
        "endmodule interface seal_y; modport user (input a); endinterface module seal_z;",
        "endmodule interface seal_y; endinterface module seal_z;",
        "endmodule module seal_y (axis_if.slave s);",
        "endmodule module seal_y (interface s);",
        "endmodule module seal_y (axis_if s);",
        "endmodule module seal_y (input a, axis_if s [2]);",
        "endmodule module seal_y (a, s); input a; axis_if s;",
        "endmodule module seal_y (s); axis_if.slave s;",
        "virtual axis_if v;",
        "virtual interface axis_if.slave v;",
    ),
    "silent-task": (
        "if (1) $fatal(1);",
        "if (1) $fatal;",
        "if (1) $error();",
        "if (1) $error;",
        'if (1) $error("");',
        'if (1) $fatal(1, "");',
        'if (1) $error(/* no text */ "");',
        "if (1) $warning;",
        "if (1) $info();",
    ),
    "fatal-number": (
        'if (1) $fatal("seal_x: not so");',
        'initial $fatal("seal_x: not so");',
        'if (1) $fatal(Level, "seal_x: not so");',
        '// why\n  initial $fatal("seal_x: not so");',
    ),
    "case-inside": (
        "always_comb case (a) inside\n    default: ;\n  endcase",
        "always_comb casez (a) inside\n    default: ;\n  endcase",
        "always_comb casex (f(a, (b))) inside\n    default: ;\n  endcase",
    ),
    "several-imports": (
        "endmodule module seal_y import a::*, b::*; ();",
        "endmodule module seal_y import a::*; import b::c; #() ();",
    ),
    "c-name": (
        "typedef struct packed {logic hold; logic set;} key_t;",
        "typedef union packed {logic [1:0] one, queue;} key_t;",
        "endmodule module seal_y (input logic map);",
        "endmodule module seal_y (input logic a, output logic [1:0] far);",
    ),
    "recursive-module": (
        "seal_x #(.W(1)) u_x (.a);",
        "if (1) begin : g_x seal_x u_x (); end",
        "// the left half\n  seal_x #(.W(1)) u_x (.a);",
    ),
    "recursive-function": (
        function("return n ? f(n - 1) : 0;"),
        function("return n ? f(n - 1) : 0;", "int f(int n)"),
        function("return n ? f(n - 1) : 0;", "automatic logic [$clog2(N)-1:0] f(int n)"),
        function("return n ? seal_x::f(n - 1) : 0;"),
        function("return n ? /* again */ f(n - 1) : 0;"),
        function("return g(n);") + " " + function("return f(n);", "automatic int g(int n)"),
        "task automatic f(int n);\n    f(n - 1);\n  endtask",
    ),
    "long-loop": (
        loop(f"for (int i = 0; i < {MOST_STEPS + 1}; i++)"),
        loop("for (int i = 0; i <= 2000; i++)"),
        loop("for (int i = 0; i < 2_001; i++)"),
        loop("for (int i = 0; i < 32'd4096; i++)"),
        loop("for (int unsigned i = 0; i < 64 * 64; i++)"),
        loop("for (int i = 4999; i >= 0; i--)"),
        loop("for (int i = 0; i != 4096; i += 2)"),
        loop("for (int i = 0, j = 1; i < 4096; i++, j++)"),
        loop("repeat (2001)"),
        "int i;\n  " + loop("for (i = 0; i < 4999; i++)"),
        "localparam int unsigned N = 4096, M = N / 2;\n  " + loop("for (int i = 0; i <= M; i++)"),
        "for (genvar i = 0; i < 4096; i++) begin : g_x\n  end",
        loop("for (int steps = 0; steps < 4096; steps++)"),
        loop("for (int n = 0; n < 4096; n++)"),
        # Branches in which one name has two values, in both orders.
        branches(2, 4096),
        branches(4096, 2),
        "endmodule module seal_y; localparam int N = 2; endmodule module seal_z;\n  "
        + "localparam int N = 4096;\n  "
        + loop("for (int i = 0; i < N; i++)"),
    ),
}
# What is like these, and allowed.
ALLOWED: Final = (
    "localparam logic [1:0][7:0] Rows = 16'h102;\n  logic [7:0] mem [2];",
    'initial $display("string");',
    "typedef logic word_t;",
    "logic interface_q;",
    'if (1) $fatal(1, "seal_x: not so");',
    'if (1) $fatal(/* level */ 1, "seal_x: not so");',
    'if (1) $error("seal_x: not so");',
    'always_comb if (a) $warning("seal_x: not so");',
    "always_comb case (a)\n    default: b = a inside {1};\n  endcase",
    "always_comb case (a)\n    b inside {1}: b = 1;\n    (a) inside {2}: b = 0;\n  endcase",
    "logic set, queue;\n  typedef enum logic {list, near} far_e;",
    "import a::*, b::*;",
    "endmodule module seal_y import a::x, a::y; ();",
    loop("for (;;)"),
    loop("for (; a < 5000; a++)"),
    "seal_x_pkg_t seal_x_q;",
    "endmodule module seal_y (input a, seal_pkg::word_t b, input word_t c, var word_t d);",
    "endmodule module seal_y (a, b); input a; output b; word_t b;",
    "localparam int N = 4096;\n  " + branches(2, 4),
    branches(2, 4) + "\n  localparam int L = 4096;",
    function("return seal_pkg::f(n);"),
    function("return $clog2(n);", "automatic int clog2(int n)"),
    function("return g(n);") + " " + function("return n;", "automatic int g(int n)"),
    loop(f"for (int i = 0; i < {MOST_STEPS}; i++)"),
    loop("for (int i = 0; i < 5000; i += 4)"),
    loop("for (int i = 0; i < Unknown; i++)"),
    loop("repeat (2000)"),
)


def refused(folder: Path, body: str, imports: str = "") -> list[tuple[str, int]]:
    """Rules and lines of what is found in a module with this body."""
    path = folder / "seal_x.sv"
    path.write_text(
        f"// import a::*, b::*;\nmodule seal_x {imports}#(\n) ();\n  {body}\nendmodule\n"
    )
    return [(found.rule, found.line) for found in lint_portable.lint_portable([str(path)])]


@pytest.mark.parametrize(
    ("rule", "bad"), [(rule, bad) for rule, several in REFUSED.items() for bad in several]
)
def test_what_other_tools_refuse_is_found(tmp_path: Path, rule: str, bad: str) -> None:
    """By this rule alone; and not in a comment."""
    assert {name for name, _ in refused(tmp_path, bad)} == {rule}
    assert refused(tmp_path, re.sub("^", "// ", bad, flags=re.MULTILINE)) == []


@pytest.mark.parametrize("good", ALLOWED)
def test_what_is_like_it_is_allowed(tmp_path: Path, good: str) -> None:
    assert refused(tmp_path, good) == []


def test_every_rule_has_a_test() -> None:
    assert REFUSED.keys() == RULES.keys()


def test_a_finding_names_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of what a macro says, by the line that uses it."""
    monkeypatch.setattr(lint_portable, "INCLUDE_DIRS", (str(tmp_path / "common"),))
    (tmp_path / "common").mkdir()
    (tmp_path / "common/y.svh").write_text("`define SEAL_Y string y;\n")
    macro = '`include "y.svh"\n  logic a;\n  `SEAL_Y'
    assert refused(tmp_path, macro) == [("string", 6)]
    assert refused(tmp_path, "logic a;\n\n  string y;") == [("string", 6)]


def test_a_finding_in_an_included_file_names_that_file(tmp_path: Path) -> None:
    """Once, however many include it."""
    (tmp_path / "seal_y.svh").write_text("\nstring y;\n")
    for name in ("one.sv", "two.sv"):
        (tmp_path / name).write_text('`include "seal_y.svh"\n')
    found = lint_portable.lint_portable([str(tmp_path / n) for n in ("one.sv", "two.sv")])
    assert [(f.file, f.line, f.rule) for f in found] == [
        (str(tmp_path / "seal_y.svh"), 2, "string")
    ]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("int a\n  int b\n  string c;", "4: portable parse: expected ';'"),
        ('`include "none.svh"\n  string c;', "4: portable parse: 'none.svh': No such file"),
        ("logic a;\n  `SEAL_NONE\n  string c;", "5: portable parse: unknown macro"),
    ],
)
def test_what_cannot_be_read_is_told_once(tmp_path: Path, body: str, said: str) -> None:
    """Its first error; a rule would find too little there, or too much."""
    path = tmp_path / "seal_x.sv"
    path.write_text(f"// a comment\n\nmodule seal_x;\n  {body}\nendmodule\n")
    (found,) = lint_portable.lint_portable([str(path)])
    assert str(found).startswith(f"{path}:{said}")


def test_a_second_import_is_found_in_the_header_only(tmp_path: Path) -> None:
    assert refused(tmp_path, "", "import a::*, b::*; ") == [("several-imports", 2)]
    assert refused(tmp_path, "", "import a::*; import b::*; ") == [("several-imports", 2)]
    assert refused(tmp_path, "import b::*;", "import a::*; ") == []


def test_every_rule_for_other_tools_has_a_row_in_the_page() -> None:
    page = (repo_root() / "docs/inside/style.md").read_text()
    rows = re.findall(r"^\|.*\| `([\w-]+)` \|", page, re.MULTILINE)
    assert set(rows) == set(RULES)


def test_the_page_counts_what_is_waived() -> None:
    """The modules of this RTL that some tool refuses, in the order of their paths."""
    page = (repo_root() / "docs/inside/style.md").read_text()
    cells = dict(re.findall(r"([^|]*) \| `([\w-]+)` \|$", page, re.MULTILINE))
    told = {rule: cell.strip() for cell, rule in cells.items()}
    found: dict[str, list[str]] = {}
    rtl = sorted(str(path) for path in (repo_root() / "rtl").glob("*/*.sv"))
    for finding in lint_portable.lint_portable(rtl):
        found.setdefault(finding.rule, []).append(Path(finding.file).stem)
    several, recursive = found.pop("several-imports"), found.pop("recursive-module")
    assert found == {}  # nothing else is waived
    ends = f"from `{several[0]}` to `{several[-1]}`"
    assert told["several-imports"] == f"{len(several)} modules, {ends}"
    assert told["recursive-module"].startswith(f"{len(recursive)} modules: ")
    named = re.findall(r"`(\w+)`", told["recursive-module"])
    tmvp = {name for name in recursive if name.startswith("seal_gf_tmvp_")}
    assert [name for name in recursive if name not in tmvp] == named
    assert len(tmvp) == 4 and "four `seal_gf_tmvp_*`" in told["recursive-module"]


def test_three_of_four_loops_are_counted() -> None:
    """The page says so, and names the others: in functions, in modules, and of `while`."""
    page = " ".join((repo_root() / "docs/inside/style.md").read_text().split())
    found: Counter[str] = Counter()
    for name in rtl_files():
        sources = SourceManager()
        tree = lint_portable.Tree(lint_portable.parse(name, sources).root)
        for loop, steps in lint_portable.counted(tree):
            word = str(loop.getFirstToken().rawText)
            inside = any(
                isinstance(n, FunctionDeclarationSyntax) for n in lint_portable.around(loop)
            )
            why = word if word != "for" else "functions" if inside else "modules"
            found["counted" if steps is not None else why] += 1
    assert "three of four loops" in page
    assert 0.70 < found["counted"] / found.total() < 0.80
    assert found.keys() == {"counted", "functions", "modules", "while"}

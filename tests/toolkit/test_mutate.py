# SPDX-License-Identifier: Apache-2.0
"""Faults: what is changed and what is not, and the sample."""

import re

import pytest

from sealwright.base.errors import UsageError
from sealwright.base.files import resolve, rtl_files
from sealwright.study.mutate import catalogue, circuit, draw, replacement
from small_module import SOURCE


def after(line: str) -> set[str]:
    """The possible changes of the one line with this text."""
    (number,) = [i for i, text in enumerate(SOURCE.splitlines(), start=1) if line in text]
    return {f.after.strip() for f in catalogue("a.sv", SOURCE) if f.line == number}


def test_only_the_circuit_is_changed() -> None:
    code = circuit(SOURCE)
    assert len(code) == len(SOURCE)
    assert [i for i, c in enumerate(code) if c == "\n"] == [
        i for i, c in enumerate(SOURCE) if c == "\n"
    ]
    for word in ("comment", "module seal_thing", "parameter", "63", "SEAL_ASSERT", "(b < 3)"):
        assert word in SOURCE and word not in code
    for word in ("logic [Width-1:0] a, b", "/* a + b */", "Width > 64", "(a || b)"):
        assert word in SOURCE and word not in code
    for word in ("= Width - 1", ".a_i(a)", "a <= '0", "b[3] && a != 8'h7F", "8'd255"):
        assert word in code


def test_kinds() -> None:
    assert after("LAST = Width") == {
        "localparam int unsigned LAST = Width + 1;",
        "localparam int unsigned LAST = Width - 0;",
        "localparam int unsigned LAST = Width - 2;",
    }
    assert after("if (!rst_ni)") == {
        "if (rst_ni) begin",
        "if (!(!rst_ni)) begin",
        "if (1'b1) begin",
        "if (1'b0) begin",
    }
    assert after("a <= '0") == {"a <= '1;", ";"}
    assert after("8'd255") == {
        "assign b = a | 8'd255;",
        "assign b = a ^ 8'd0;",
        "assign b = a ^ 8'd254;",
    }
    choice = after("if (b[3]")
    assert "if (b[3] && a != 8'h7F) ;   // (a || b)" in choice
    assert "if (b[3] && a != 8'h7F) a <= b ? (a) : (a_i);   // (a || b)" in choice
    assert "if (b[3] || a != 8'h7F) a <= b ? a_i : a;   // (a || b)" in choice
    assert "if (b[4] && a != 8'h7F) a <= b ? a_i : a;   // (a || b)" in choice
    assert "if (b[3] && a == 8'h7F) a <= b ? a_i : a;   // (a || b)" in choice
    assert "if (b[3] && a != 8'h80) a <= b ? a_i : a;   // (a || b)" in choice
    assert not any("(a && b)" in line for line in choice)
    loop = after("for (int")
    assert "for (int unsigned i = 0; i < LAST; i++) a[i] <= b[i+1];" in loop
    assert "for (int unsigned i = 0; i <= LAST; i++) a[i] <= b[i-1];" in loop
    assert "for (int unsigned i = 0; i <= LAST; i++) ;" in loop
    assert not any("i--" in line or "; ;" in line for line in loop)
    assert after(".a_i(a)") == {".a_i(b),\n    .b_i(a),"}


def test_nested_choices() -> None:
    made = catalogue("a.sv", "  assign x = a ? b : c ? d[1:0] : {e, f};\n")
    swapped = {fault.after.strip() for fault in made if fault.kind == "choices swapped"}
    assert swapped == {
        "assign x = a ? (c ? d[1:0] : {e, f}) : (b);",
        "assign x = a ? b : c ? ({e, f}) : (d[1:0]);",
    }


def has_logic(file: str) -> bool:
    """Not a package of types alone."""
    return re.search(r"^ *(module|function)\b", resolve(file).read_text(), re.MULTILINE) is not None


@pytest.mark.parametrize("file", list(filter(has_logic, rtl_files())))
def test_every_rtl_file_has_faults(file: str) -> None:
    """Each changes the circuit and nothing else."""
    text = resolve(file).read_text()
    faults, whole = catalogue(file, text), circuit(text)
    assert faults
    for fault in faults[:: len(faults) // 40 + 1]:
        assert circuit(fault.apply(text)) != whole, fault.diff()


def test_apply_needs_its_line() -> None:
    fault = catalogue("a.sv", SOURCE)[0]
    with pytest.raises(UsageError, match=rf"a\.sv:{fault.line}: does not read"):
        fault.apply("// one more line\n" + SOURCE)


def test_draw() -> None:
    texts = {file: resolve(file).read_text() for file in filter(has_logic, rtl_files())}
    count = len(texts) + 40
    sample = draw(texts, count, 7)
    assert len(set(sample)) == count
    assert {fault.file for fault in sample[: len(texts)]} == set(texts)
    assert draw(texts, 60, 7) == sample[:60]
    assert draw(texts, count, 8) != sample
    everything = sum(len(catalogue(file, text)) for file, text in texts.items())
    assert len(draw(texts, 10**6, 7)) == everything


def test_replacement() -> None:
    fault = replacement("a.sv", SOURCE, "a ^ 8'd255", "a & 8'd255")
    assert fault.apply(SOURCE) == SOURCE.replace("a ^ 8'd255", "a & 8'd255")
    for old in ("nowhere", "logic"):
        with pytest.raises(UsageError, match="expected once"):
            replacement("a.sv", SOURCE, old, "x")

# SPDX-License-Identifier: Apache-2.0
"""Assertions of the RTL: every stream has its own, and none of them is hardware."""

import re

import pytest
from pyslang.syntax import SyntaxTree

from parameter_ends import ENDS
from sealwright.base.files import repo_root, rtl_files
from sealwright.base.sources import ASSERTIONS, hardware, used

# Wiring, without a clock; a MAC waits for nobody; and streams that have other names inside.
WITHOUT = {
    "seal_lanes_from_axis": {"s_axis_tvalid", "m_axis_tvalid"},
    "seal_lanes_from_mac": {"s_mac_valid"},
}
INSIDE = {"k_key_valid": "s_key_valid", "k_answer_valid": "m_key_valid"}
_PORT = re.compile(r"^\s*(?:input|output)\s.*?\b(\w+)\s*,?\s*(?://.*)?$", re.M)
_STABLE = re.compile(
    r"`SEAL_(?:STREAM\(\w+,\s*(\w+)|ASSERT\(\w+,\s*(\w+valid)(?:\[0\])?\s*&&\s*!\w+ready\b)"
)


@pytest.mark.parametrize("top", sorted(ENDS))
def test_every_stream_of_a_top_is_asserted(top: str) -> None:
    """That it is stable while it waits, in the top or in a module of it."""
    files = used(rtl_files(), [top])
    (own,) = [path for path in files if path.stem == top]
    ports = set(_PORT.findall(own.read_text().partition(f"module {top}")[2].partition("\n);")[0]))
    streams = {name for name in ports if re.sub("valid$", "ready", name) in ports - {name}}
    found = _STABLE.findall("\n".join(path.read_text() for path in files))
    asserted = {name for pair in found for name in pair if name}
    assert len(streams) >= 2
    missing = {name for name in streams if INSIDE.get(name, name) not in asserted}
    assert missing == WITHOUT.get(top, set())


HARMLESS = (
    '`include "seal_assert.svh"',
    "`SEAL_ASSERT(Free_A, ((a)) |->\n  (b))",
    "`SEAL_ASSERT_ALWAYS (Free_A, a)",
    '`SEAL_COVER(Free_A, f(a, ")") || \\b) )',
    "`SEAL_STREAM(Free, a, b, /* verilator ) */ {c})",
)
COUNTS = (
    "`SEAL_FF(q, d)",
    "`SEAL_WIDTH (3)",
    "`SEAL_ASSERTION(a)",
    "`SEAL_ASSERT(Open_A, (a)",
    '`SEAL_ASSERT(A, f("(")) wire',
    "`SEAL_ASSERT(A, \\( (b)) wire",
    "`SEAL_ASSERT(A, b // verilator )\n) wire",
)


@pytest.mark.parametrize(
    ("added", "counts"), [(t, False) for t in HARMLESS] + [(t, True) for t in COUNTS]
)
def test_assertions_are_no_hardware(added: str, counts: bool) -> None:
    """Nothing else is left out: neither another macro, nor anything behind an assertion."""
    with_it, without = (hardware(f"module a; {text} wire b; endmodule") for text in (added, ""))
    assert (with_it != without) == counts
    assert with_it.endswith("wire b; endmodule")


def test_synthesis_has_no_assertions() -> None:
    """The file of their macros defines these, and under SYNTHESIS each as nothing."""
    path = repo_root() / "rtl/common/seal_assert.svh"
    flags = {"SEAL_ASSERT_SVH", "SEAL_ASSERT_NONE"}
    assert {*re.findall(r"`define (\w+)", path.read_text())} == {*ASSERTIONS} | flags
    counts = {"SEAL_STREAM": 5, "SEAL_ASSERT_STATE": 3}
    uses = [f"`{name}({', '.join('abcde'[: counts.get(name, 2)])})\n" for name in ASSERTIONS]
    for head, empty in (("`define SYNTHESIS\n", True), ("", False)):
        text = f"{head}{path.read_text()}module m;\n{''.join(uses)}endmodule\n"
        assert bool(len(SyntaxTree.fromText(text).root.members)) != empty

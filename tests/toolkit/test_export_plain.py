# SPDX-License-Identifier: Apache-2.0
"""Plain Verilog of a core: it is the core, each module once."""

import re

from sealwright.export.equal import same
from sealwright.export.plain import instances, merged, modules, plain_verilog
from sealwright.families import load_core
from sealwright.synth.fingerprint import Design


def test_a_change_is_another_hardware() -> None:
    """A gate, a reset value, a width and an enable; a name and an order are none."""
    core = load_core("aes-iterative-8")
    own = Design(core.top, core.files(), core.rtl_params())
    text = plain_verilog(own)
    assert same(own, re.sub(r"\b(\w+)_q\b", r"\1_r", text), core.top)
    for old, new in (
        (r"(assign \w+ = \w+) \^ (\w+;)", r"\1 | \2"),
        (r"(if \(!rst_ni\) \w+ <= 1'h)0", r"\g<1>1"),
        (r"(assign \w+ = \w+) && (\w+;)", r"\1 || \2"),
        (r"(if \(\w+_i\)\n *\\?\S+ ?\[\w+\] <= )d_i", r"\1~d_i"),
    ):
        changed, count = re.subn(old, new, text, count=1)
        assert count == 1, old
        assert not same(own, changed, core.top), old


def test_equal_modules_are_one() -> None:
    """From the leaves up: parents are equal when their children are."""

    def module(name: str, body: str) -> str:
        ports = "  input a;\n  wire a;\n  output b;\n  wire b;\n"
        return f"module {name} (a, b);\n{ports}{body}endmodule\n\n"

    def parent(name: str, child: str) -> str:
        return module(name, f"  {child} u_leaf (\n    .a(a),\n    .b(b)\n  );\n")

    leaves = {"x": "  assign b = a;\n", "y": "  assign b = a;\n", "z": "  assign b = ~ a;\n"}
    text = "".join(module(f"\\leaf$top.u_{n}.u_leaf ", body) for n, body in leaves.items())
    text += "".join(parent(f"\\part$top.u_{n} ", f"\\leaf$top.u_{n}.u_leaf ") for n in leaves)
    calls = (f"  \\part$top.u_{n}  u_{n} (\n    .a(a),\n    .b(b)\n  );\n" for n in leaves)
    text += module("top", "".join(calls))
    found = list(merged(modules(text), "top"))
    assert [one.name for one in found] == ["top", "part", "leaf", "part_2", "leaf_2"]
    assert list(instances(found[0])) == ["part_2", "part_2", "part"]
    assert "input a;\n  output b;\n" in found[1].text()
    ended = list(merged(modules(text), "top", "_of_x"))
    assert [one.name for one in ended] == [
        *("top_of_x", "part_of_x", "leaf_of_x", "part_2_of_x", "leaf_2_of_x")
    ]
    assert list(instances(ended[0])) == ["part_2_of_x", "part_2_of_x", "part_of_x"]

# SPDX-License-Identifier: Apache-2.0
"""Proof that a core in plain Verilog is the same hardware as its sources, bit by bit.

Both are elaborated, flattened, and simplified by the same steps; then every register, memory and
gate of the one must have its counterpart in the other, up to the ports
(sealwright.synth.fingerprint). This is a proof of structure: it needs no assumption about which
states are reached, and takes as long for a large core as for its multiplier alone.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from sealwright.export.plain import STEPS
from sealwright.synth.bits import Bits
from sealwright.synth.fingerprint import Design, of_bits
from sealwright.tools import yosys

# An asynchronous load of a constant is a reset, which is how Verilog has to write it. Of a choice
# between a value and an unknown one the value stays: Yosys simplifies some of them on the way.
_SAME = (
    "flatten",
    "opt_expr",
    "wreduce t:$mul",
    "opt_dff -nodffe -nosdff",
    "opt_expr -mux_undef -mux_bool -fine",
    "opt_clean",
    "memory_collect",
)


def same(design: Design, text: str, top: str) -> bool:
    """Whether the Verilog with this top is the design."""
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        path = Path(folder) / "plain.v"
        path.write_text(text)
        plain = _fingerprint([f"read_slang --top {top} {path}"], top)
    return plain == _fingerprint([yosys.read_command(*design)], design.top)


def _fingerprint(read: Sequence[str], top: str) -> str:
    steps = [f"tee -q {step}" for step in (*STEPS, *_SAME)]
    netlist = yosys.netlist([*read, f"hierarchy -check -top {top}", *steps], f"{top}, proof")
    module = yosys.top_module(netlist)
    for cell in module["cells"].values():  # how wide the number was written does not matter
        about = cell["parameters"]
        about.update({n: value[-1] for n, value in about.items() if n.endswith("_POLARITY")})
    return of_bits(Bits(module))

# SPDX-License-Identifier: Apache-2.0
"""A multiplier as one self-contained Verilog file: gates and registers, no parameters.

For flows that cannot read the SystemVerilog of this library, and for a view of the gates of one
configuration.
"""

import tempfile
from pathlib import Path

from sealwright.base.errors import CheckFailed
from sealwright.base.files import library_files
from sealwright.cores.multiplier import Multiplier, polynomial
from sealwright.synth.gates import TO_GATES
from sealwright.tools import yosys


def verilog(mult: Multiplier, top: str = "seal_gf_mult") -> str:
    """The text of the file."""
    read = yosys.read_command(top, library_files("gf"), mult.rtl_params())
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        path = Path(folder) / "mult.v"
        write = f"write_verilog -noattr -nohex -simple-lhs {path}"
        tidy = ("rename -hide w:*", "opt_clean -purge")  # names of inner modules' wires
        yosys.run_script([read, f"hierarchy -top {top}", *TO_GATES, *tidy, write], top)
        text = path.read_text()
    if not text.rstrip().endswith("endmodule"):  # of a full disk, Yosys says nothing
        raise CheckFailed(f"{tempfile.gettempdir()}: Yosys could not write all of its file here")
    body = text[text.index("module") :]
    knobs = ", ".join(f"{knob} {mult.knob(knob)}" for knob in mult.how.knobs) or "no knobs"
    head = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// Product in GF(2)[x]/({polynomial(mult.poly)}): {mult.how.what}.",
        f"// {mult.kind}, {knobs}; {mult.latency} cycle{'s' * (mult.latency > 1)}.",
        "// Bit i is the coefficient of x^i. Written by `sealwright mult --verilog`.",
    ]
    return "\n".join([*head, body])

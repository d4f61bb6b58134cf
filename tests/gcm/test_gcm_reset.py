# SPDX-License-Identifier: Apache-2.0
"""Reset is connected to reset pins only: a register is reset, or independent of the reset.

In a block with a reset branch, a register that the branch forgets holds its value as long as the
reset lasts. A simulation that begins with a reset may never show that.
"""

import pytest

from sealwright.families import load_core
from sealwright.synth import lint_tools
from sealwright.tools import yosys

RESET = {"ARST", "ALOAD", "SRST"}


def loads_of_reset(top: str, files: list[str], params: dict[str, int]) -> set[tuple[str, str]]:
    """Kind and pin of every cell that the net rst_ni drives."""
    read = lint_tools.read_boxed(top, files, params)  # S-boxes and multipliers have no reset
    design = yosys.netlist([read, "proc", "flatten", "opt_clean"], top)
    module = yosys.top_module(design)
    (net,) = module["ports"]["rst_ni"]["bits"]
    return {
        (cell["type"], pin)
        for cell in module["cells"].values()
        for pin, bits in cell["connections"].items()
        if net in bits
    }


@pytest.mark.parametrize("name", ["gcm-default", "gcm-store"])  # between them all that is reset
def test_reset_goes_to_reset_pins_only(name: str) -> None:
    config = load_core(name, {"sbox": "table"})
    loads = loads_of_reset(config.top, list(config.files()), config.rtl_params())
    assert loads
    assert {(kind, pin) for kind, pin in loads if pin not in RESET} == set()

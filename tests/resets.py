# SPDX-License-Identifier: Apache-2.0
"""Reset is connected to reset pins only: a register is reset to a constant, or independent of it.

In a block with a reset branch, a register that the branch forgets holds its value as long as the
reset lasts. A simulation that begins with a reset may never show that.
"""

from typing import Any, Final

from sealwright.cores.config import CoreConfig
from sealwright.synth import lint_tools
from sealwright.tools import yosys

RESET: Final = {"ARST", "ALOAD", "SRST"}


def _reset_cells(config: CoreConfig) -> list[dict[str, Any]]:
    """Every cell that the net rst_ni drives, with the pins that it drives."""
    # S-boxes and multipliers have no reset
    read = lint_tools.read_boxed(config.top, config.files(), config.rtl_params())
    design = yosys.netlist([read, "proc", "flatten", "opt_clean"], config.top)
    module = yosys.top_module(design)
    (net,) = module["ports"]["rst_ni"]["bits"]
    cells = [
        {**cell, "pins": {pin for pin, bits in cell["connections"].items() if net in bits}}
        for cell in module["cells"].values()
    ]
    return [cell for cell in cells if cell["pins"]]


def reset_goes_to_reset_pins_only(config: CoreConfig) -> None:
    """Of a core; the values that its registers take are constants, not other nets."""
    cells = _reset_cells(config)
    assert cells
    assert {(cell["type"], *cell["pins"] - RESET) for cell in cells} == {("$aldff",)}
    values = [bit for cell in cells for bit in cell["connections"]["AD"]]
    assert {*values} <= {"0", "1"}

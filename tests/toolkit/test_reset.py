# SPDX-License-Identifier: Apache-2.0
"""During reset no top offers or takes anything, so that nothing is lost or counted twice when the
parts around it leave their resets earlier or later.

The netlist is proved: with rst_ni low, registers with a reset are their constants, and all else is
unknown; then each valid and each ready must come out as the constant 0.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from sealwright.base.files import rtl_files
from sealwright.families import core_names, load_core
from sealwright.synth import lint_tools
from sealwright.tools import yosys

# A core of each top, with as little memory as its knobs allow.
SMALL: Final = {"unit_limit": 64, "buffer_blocks": 4, "units_in_flight": 1, "slots": 1}
CORES: Final[dict[str, dict[str, Any]]] = {
    "gcm-default": {},
    "gcm-store": {},
    "gcm-small": {},
    "cwc-default": {},
    "gcm-fresh-key": {},
    "gcm-lanes2": {"sbox": "table", "key_sizes": [128]},
    "gcm-sst": {},
    "gcm-xaes256": {},
    "aes-pipelined": {},
    "ghash-abdellatif-4": {},
    "aes-separate": {},
    "aes-fly": {},
    "aes-unrolled": {},
    "aes-iterative-32": {},
    "sector-xts": SMALL,
    "sector-chctr2": SMALL,
}
REGISTERS: Final = "seal_ocp_lock_ee"


def in_reset(top: str, files: Sequence[str], params: Mapping[str, int]) -> dict[str, set[str]]:
    """Each valid and ready that the top drives: its bits, which are constants if they are known."""
    boxes = [module for module in lint_tools.BOXES if module != "seal_sector"]
    read = " ".join(
        [yosys.read_command(top, files, params)]
        + [f"--blackboxed-module {module}" for module in boxes]
    )
    low = ["async2sync", "connect -set rst_ni 1'0", "opt_expr", "opt_clean"]
    design = yosys.netlist([read, "proc", "flatten", "opt_clean", *low], top)
    return {
        name: {str(bit) for bit in port["bits"]}
        for name, port in yosys.top_module(design)["ports"].items()
        if port["direction"] == "output" and name.removesuffix("_o").endswith(("valid", "ready"))
    }


def test_every_top_is_here() -> None:
    assert {load_core(name).top for name in CORES} == {load_core(name).top for name in core_names()}


@pytest.mark.parametrize("name", CORES)
def test_a_core_is_quiet(name: str) -> None:
    config = load_core(name, CORES[name])
    found = in_reset(config.top, list(config.files()), config.rtl_params())
    assert len(found) >= 5
    assert found == {key: {"0"} for key in found}


def test_registers_are_quiet() -> None:
    found = in_reset(REGISTERS, rtl_files(), {})
    assert len(found) == 9
    assert found == {key: {"0"} for key in found}

# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the parts of the sector engines on Verilator."""

from typing import Final

import pytest

from sealwright.base.files import repo_root
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
PACKAGE: Final = "rtl/tes/seal_tes_pkg.sv"


@pytest.mark.parametrize("count_bits", [2, 32])
def test_tes_units(monkeypatch: pytest.MonkeyPatch, count_bits: int) -> None:
    monkeypatch.setenv("UNITS_COUNT_BITS", str(count_bits))
    files = [PACKAGE, "rtl/tes/seal_tes_units.sv"]
    params = {"CountW": count_bits}
    run_bench("seal_tes_units", files, TB / "tes_units", "test_tes_units", params)

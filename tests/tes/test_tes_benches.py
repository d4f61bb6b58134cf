# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the parts of the sector engines on Verilator."""

from typing import Final

import pytest

from sealwright.base.files import repo_root
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
PACKAGES: Final = (
    "rtl/gf/seal_gf_lattice_pkg.sv",
    "rtl/gf/seal_gf_pkg.sv",
    "rtl/engine/seal_engine_pkg.sv",
    "rtl/tes/seal_tes_pkg.sv",
)


@pytest.mark.parametrize(("count_bits", "ops"), [(2, 3), (32, 3), (32, 2)])
def test_tes_units(monkeypatch: pytest.MonkeyPatch, count_bits: int, ops: int) -> None:
    monkeypatch.setenv("UNITS_COUNT_BITS", str(count_bits))
    monkeypatch.setenv("UNITS_OPS", str(ops))
    files = [*PACKAGES, "rtl/tes/seal_tes_units.sv"]
    params = {"CountW": count_bits, "InfoW": 16, "Ops": ops}
    run_bench("seal_tes_units", files, TB / "tes_units", "test_tes_units", params)

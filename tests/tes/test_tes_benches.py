# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the parts of the sector engines on Verilator."""

from typing import Final

import pytest

from rows import nightly
from sealwright.base.files import library_files, repo_root
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


# XTS, which has no multipliers, is built soon; the others by night.
TWINS: Final = [{"Mode": 0, "Order": 1}]
MORE_TWINS: Final = [{"Mode": mode} for mode in (1, 2, 3, 4, 5, 6, 9, 10)] + [
    {"Mode": 7, "Order": 1},
    {"Mode": 8, "Order": 1, "MaxTweak": 32},
]


@pytest.mark.parametrize("parameters", [*TWINS, *nightly(MORE_TWINS)], ids=str)
def test_nothing_is_left_of_a_secret(parameters: dict[str, int]) -> None:
    """After a zeroise, two engines with different keys and texts are equal in every register."""
    folder = TB / "sector_twins"
    files = [
        *library_files("common", "gf", "aes", "engine", "tes"),
        str(folder / "seal_sector_twins_bench.sv"),
    ]
    run_bench(
        "seal_sector_twins_bench", files, folder, "test_sector_twins", parameters, inside=True
    )

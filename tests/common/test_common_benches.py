# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the stream parts on Verilator.

Small modules have a bench top that holds several of them, so that one build serves all.
"""

from typing import Final

import pytest

from rows import nightly
from sealwright.base.files import repo_root, rtl_files
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"


QUEUES: Final = ("fifo", "fifo_lanes", "fifo_multi", "fifo_flat", "fifo_deep", "fifo_dealt")
MODULES: Final = (*QUEUES, "delay", "credit", "valid")


@pytest.mark.parametrize("module", MODULES)
def test_common(module: str) -> None:
    bench = TB / module / f"seal_{module}_bench.sv"
    files = [*rtl_files("common"), bench]
    run_bench(bench.stem, files, TB / module, f"test_{module}", {}, inside=True)


@pytest.mark.parametrize("size", [4, *nightly([1, 16])])
def test_axis_error(size: int) -> None:
    files, folder = rtl_files("common"), TB / "axis_error"
    run_bench("seal_axis_error", files, folder, "test_axis_error", {"Bytes": size}, inside=True)


@pytest.mark.parametrize("top", ["seal_skid", "seal_skid_wide_bench"])
def test_skid(top: str) -> None:
    files = [*rtl_files("common"), TB / "skid" / "seal_skid_wide_bench.sv"]
    parameters = {"Width": 24} if top == "seal_skid" else {}
    run_bench(top, files, TB / "skid", "test_skid", parameters, inside=True)

# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the stream parts, GHASH and the parts of the GCM core on Verilator.

Small modules have a bench top that holds several of them, so that one build serves all.
"""

from typing import Final

import pytest

from sealwright.files import repo_root, rtl_files
from sealwright.sim.cocotb_run import run_bench

TB: Final = repo_root() / "tb"

# bench folder: whether it has a top of its own, and the parameters
COMMON: Final[dict[str, dict[str, int]]] = {
    "fifo": {},
    "skid": {"Width": 24, "Kept": 8},
    "delay": {},
    "credit": {},
}


@pytest.mark.parametrize("module", COMMON)
def test_common(module: str) -> None:
    bench = TB / module / f"seal_{module}_bench.sv"
    files: list[str] = rtl_files("common")
    top = f"seal_{module}"
    if bench.is_file():
        files.append(str(bench))
        top = bench.stem
    run_bench(top, files, TB / module, f"test_{module}", COMMON[module])


@pytest.mark.parametrize(
    ("stages", "slots", "kind"), [(1, 1, 0), (2, 3, 1), (3, 2, 0), (4, 4, 0), (8, 16, 1)]
)
def test_ghash(monkeypatch: pytest.MonkeyPatch, stages: int, slots: int, kind: int) -> None:
    monkeypatch.setenv("GHASH_STAGES", str(stages))
    monkeypatch.setenv("GHASH_SLOTS", str(slots))
    params = {"MultStages": stages, "Slots": slots, "MultKind": kind}
    run_bench("seal_ghash", rtl_files(), TB / "ghash", "test_ghash", params)

# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of GHASH and the parts of the GCM core on Verilator."""

from pathlib import Path
from typing import Final

import pytest

from sealwright.base.files import library_files, repo_root, rtl_files
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"


@pytest.mark.parametrize(("stages", "slots"), [(1, 1), (2, 3), (3, 2), (4, 4), (8, 16)])
def test_ghash(monkeypatch: pytest.MonkeyPatch, stages: int, slots: int) -> None:
    monkeypatch.setenv("GHASH_STAGES", str(stages))
    monkeypatch.setenv("GHASH_SLOTS", str(slots))
    gf = [file for file in library_files("gf") if Path(file).stem != "seal_gf_mult"]
    files = [*rtl_files("common"), *gf, "tb/ghash/seal_gf_mult.sv"]
    files += ["rtl/gcm/seal_gcm_pkg.sv", "rtl/gcm/seal_ghash.sv"]
    params = {"MultStages": stages, "Slots": slots}
    run_bench("seal_ghash", files, TB / "ghash", "test_ghash", params)


@pytest.mark.parametrize("refuse", [0, 1])
def test_gcm_command(monkeypatch: pytest.MonkeyPatch, refuse: int) -> None:
    monkeypatch.setenv("COMMAND_REFUSE", str(refuse))
    files = [*rtl_files("common"), "rtl/engine/seal_slot_table.sv", "rtl/gcm/seal_gcm_pkg.sv"]
    files.append("rtl/gcm/seal_gcm_command.sv")
    params = {"Slots": 3, "MsgLimit": 5, "KeyRefuse": refuse}
    run_bench("seal_gcm_command", files, TB / "gcm_command", "test_gcm_command", params)


def test_gcm_ingress() -> None:
    files = [*rtl_files("common"), "rtl/gcm/seal_gcm_pkg.sv", "rtl/gcm/seal_gcm_ingress.sv"]
    run_bench("seal_gcm_ingress", files, TB / "gcm_ingress", "test_gcm_ingress", {})


def test_gcm_buffer() -> None:
    files = [*rtl_files("common"), "rtl/gcm/seal_gcm_pkg.sv", "rtl/gcm/seal_gcm_buffer.sv"]
    run_bench("seal_gcm_buffer", files, TB / "gcm_buffer", "test_gcm_buffer", {}, inside=True)


def test_gcm_judge() -> None:
    files = [*rtl_files("common"), "rtl/gcm/seal_gcm_pkg.sv", "rtl/gcm/seal_gcm_judge.sv"]
    run_bench("seal_gcm_judge", files, TB / "gcm_judge", "test_gcm_judge", {})


def test_gcm_finish() -> None:
    files = [*rtl_files("common"), "rtl/gcm/seal_gcm_pkg.sv", "rtl/gcm/seal_gcm_finish.sv"]
    files.append("tb/gcm_finish/seal_gcm_finish_bench.sv")
    run_bench("seal_gcm_finish_bench", files, TB / "gcm_finish", "test_gcm_finish", {}, inside=True)


def test_gcm_issue() -> None:
    files = [*rtl_files("common"), "rtl/gcm/seal_gcm_pkg.sv", "rtl/gcm/seal_gcm_issue.sv"]
    run_bench("seal_gcm_issue", files, TB / "gcm_issue", "test_gcm_issue", {}, inside=True)


def test_gcm_keyload() -> None:
    package = ["rtl/gcm/seal_gcm_pkg.sv", "rtl/gcm/seal_gcm_keyload.sv"]
    files = [*rtl_files("aes"), *package]
    params = {"Drain": 5, "Sbox": 0}
    run_bench("seal_gcm_keyload", files, TB / "gcm_keyload", "test_gcm_keyload", params)

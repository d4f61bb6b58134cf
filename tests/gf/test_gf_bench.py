# SPDX-License-Identifier: Apache-2.0
"""Runs the bench of the multipliers on Verilator."""

import pytest

from sealwright.base.errors import CheckFailed
from sealwright.base.files import library_files, repo_root
from sealwright.tools.cocotb_run import run_bench


@pytest.mark.parametrize(
    ("poly", "kind", "stages", "halt"),
    [(1 << 17 | 0b1001, 0, 8, 3), (0x11B, 1, 2, 1)],
)
def test_multiplier(
    monkeypatch: pytest.MonkeyPatch, poly: int, kind: int, stages: int, halt: int
) -> None:
    monkeypatch.setenv("GF_POLY", f"{poly:x}")
    monkeypatch.setenv("GF_STAGES", str(stages))
    width = poly.bit_length() - 1
    params = {"Width": width, "Poly": poly, "Kind": kind, "Stages": stages, "Halt": halt}
    folder = repo_root() / "tb" / "gf_mult"
    run_bench("seal_gf_mult", library_files("gf"), folder, "test_gf_mult", params)


@pytest.mark.parametrize("kind", [15, 16, 17])
def test_serial_multiplier(monkeypatch: pytest.MonkeyPatch, kind: int) -> None:
    """One product at a time; a key that moves meanwhile is found, where it must not."""
    width, digit = 17, 5
    monkeypatch.setenv("GF_POLY", f"{1 << width | 0b1001:x}")
    monkeypatch.setenv("GF_CYCLES", str(width if kind == 15 else -(-width // digit)))
    params = {"Width": width, "Poly": 1 << width | 0b1001, "Kind": kind, "Digit": digit}
    folder = repo_root() / "tb" / "gf_mult"
    run_bench("seal_gf_mult", library_files("gf"), folder, "test_gf_serial", params)
    monkeypatch.setenv("GF_KEY_MOVES", "1")
    if kind == 17:
        with pytest.raises(CheckFailed, match=r"assertion failed"):
            run_bench("seal_gf_mult", library_files("gf"), folder, "test_gf_serial", params)
    else:
        run_bench("seal_gf_mult", library_files("gf"), folder, "test_gf_serial", params)


@pytest.mark.quick
@pytest.mark.parametrize(("poly", "halt"), [(1 << 128 | 0x87, 8), (0x11B, 1), (1 << 12 | 0x53, 3)])
def test_serial_key(monkeypatch: pytest.MonkeyPatch, poly: int, halt: int) -> None:
    """The key side of a stored Toeplitz product, one small matrix in each cycle."""
    monkeypatch.setenv("GF_POLY", f"{poly:x}")
    monkeypatch.setenv("GF_HALT", str(halt))
    params = {"Width": poly.bit_length() - 1, "Poly": poly, "Halt": halt}
    folder = repo_root() / "tb" / "gf_key"
    run_bench("seal_gf_key_serial", library_files("gf"), folder, "test_gf_key", params)

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


WIDTH, DIGIT = 17, 5


def run_serial(monkeypatch: pytest.MonkeyPatch, kind: int, **moves: int) -> None:
    """One product at a time."""
    monkeypatch.setenv("GF_POLY", f"{1 << WIDTH | 0b1001:x}")
    monkeypatch.setenv("GF_CYCLES", str(WIDTH if kind == 15 else -(-WIDTH // DIGIT)))
    for name, value in moves.items():
        monkeypatch.setenv(f"GF_{name.upper()}", str(value))
    params = {"Width": WIDTH, "Poly": 1 << WIDTH | 0b1001, "Kind": kind, "Digit": DIGIT}
    folder = repo_root() / "tb" / "gf_mult"
    run_bench("seal_gf_mult", library_files("gf"), folder, "test_gf_serial", params)


@pytest.mark.parametrize(("kind", "moves"), [(15, {}), (16, {"moves": 2, "bit": 4}), (17, {})])
def test_serial_multiplier(
    monkeypatch: pytest.MonkeyPatch, kind: int, moves: dict[str, int]
) -> None:
    """digit-serial takes its key with the start, and it may move then."""
    run_serial(monkeypatch, kind, **moves)


@pytest.mark.parametrize("moves", range(1, 4))
@pytest.mark.parametrize("bit", [0, 4, WIDTH - 1])  # bit 4 is in two of four blocks only
def test_a_key_that_moves_is_found(monkeypatch: pytest.MonkeyPatch, moves: int, bit: int) -> None:
    """By the assertion of digit-serial-dual, in any cycle of a product."""
    with pytest.raises(CheckFailed, match="assertion failed"):
        run_serial(monkeypatch, 17, moves=moves, bit=bit)


@pytest.mark.quick
@pytest.mark.parametrize(("poly", "halt"), [(1 << 128 | 0x87, 8), (0x11B, 1), (1 << 12 | 0x53, 3)])
def test_serial_key(monkeypatch: pytest.MonkeyPatch, poly: int, halt: int) -> None:
    """The key side of a stored Toeplitz product, one small matrix in each cycle."""
    monkeypatch.setenv("GF_POLY", f"{poly:x}")
    monkeypatch.setenv("GF_HALT", str(halt))
    params = {"Width": poly.bit_length() - 1, "Poly": poly, "Halt": halt}
    folder = repo_root() / "tb" / "gf_key"
    run_bench("seal_gf_key_serial", library_files("gf"), folder, "test_gf_key", params)

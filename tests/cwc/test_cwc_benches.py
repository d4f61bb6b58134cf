# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the parts of the CWC core on Verilator."""

from typing import Final

import pytest

from quick_aes import ROUNDS, SBOXES, quick
from resets import reset_goes_to_reset_pins_only
from rows import nightly
from sealwright.base.files import library_files, repo_root, rtl_files
from sealwright.families import load_core
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
CWC: Final = [
    *rtl_files("common"),
    "rtl/gf/seal_gf_lattice_pkg.sv",
    "rtl/gf/seal_gf_pkg.sv",
    "rtl/aes/seal_aes_pkg.sv",
    "rtl/engine/seal_engine_pkg.sv",
    "rtl/engine/seal_hash_pkg.sv",
    "rtl/message/seal_message_pkg.sv",
    "rtl/gcm/seal_gcm_pkg.sv",
    "rtl/cwc/seal_cwc_pkg.sv",
]


@pytest.mark.parametrize("stages", [1, 5, *nightly([2, 3, 4])])
def test_mult(monkeypatch: pytest.MonkeyPatch, stages: int) -> None:
    monkeypatch.setenv("CWC_STAGES", str(stages))
    files = [*CWC, "rtl/cwc/seal_cwc_mult.sv"]
    run_bench("seal_cwc_mult", files, TB / "cwc_mult", "test_cwc_mult", {"Stages": stages})


def test_reset_goes_to_reset_pins_only() -> None:
    reset_goes_to_reset_pins_only(load_core("cwc-default"))


def test_reduce() -> None:
    files = [*CWC, "rtl/cwc/seal_cwc_reduce.sv"]
    run_bench("seal_cwc_reduce", files, TB / "cwc_reduce", "test_cwc_reduce", {})


@pytest.mark.parametrize(
    "own",
    [
        {"Slots": 9, "MultStages": 5, "RoundStages": 1},
        *nightly([{"Slots": 2, "MultStages": 1}, {"Slots": 16, "MultStages": 2, "Store": 1}]),
    ],
)
def test_nothing_is_left_of_a_secret(monkeypatch: pytest.MonkeyPatch, own: dict[str, int]) -> None:
    """After a zeroise, no register depends on keys, AAD, texts or tags."""
    monkeypatch.setenv("PAIR_IVS", "11,11")
    params = {"KeySizes": 1, "Sbox": 0, "StoreBeats": 16, **own}
    files = library_files("common", "gf", "aes", "engine", "message", "gcm", "cwc")
    made = quick(files, SBOXES + ROUNDS)
    run_bench("seal_cwc", made, TB / "gcm_pair", "test_gcm_pair", params, inside=True)

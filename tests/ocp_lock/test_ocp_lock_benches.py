# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the registers in front of the cores on Verilator."""

from typing import Any, Final

import pytest

from sealwright.base.files import library_files, repo_root
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
LOCK: Final = ["rtl/engine/seal_engine_pkg.sv", *library_files("ocp_lock")]
# As of an engine for XTS; one slot and short keys; the most slots, with keys longer than MEK
ENGINES: Final = [
    {"Slots": 4, "Keys": 2, "Fields": 0, "KeySizes": 7},
    {"Slots": 1, "Keys": 1, "Fields": 1, "KeySizes": 1},
    {"Slots": 15, "Keys": 2, "Fields": 1, "KeySizes": 7},
]


def name(parameters: dict[str, int]) -> str:
    return "-".join(f"{key}{value}" for key, value in parameters.items())


def rows() -> list[Any]:
    """Benches and parameters: by day, those that take long have one of them each."""
    by_day = {
        "test_ocp_lock_registers": ENGINES,
        "test_ocp_lock_ee": ENGINES[:2],
        "test_ocp_lock_races": ENGINES[:1],
    }
    return [
        pytest.param(
            *(module, parameters),
            id=f"{module}-{name(parameters)}",
            marks=[] if parameters in some else [pytest.mark.nightly],
        )
        for module, some in by_day.items()
        for parameters in ENGINES
    ]


@pytest.mark.parametrize(("module", "parameters"), rows())
def test_ocp_lock_ee(
    monkeypatch: pytest.MonkeyPatch, module: str, parameters: dict[str, int]
) -> None:
    for key, value in parameters.items():
        monkeypatch.setenv(f"LOCK_{'SIZES' if key == 'KeySizes' else key.upper()}", str(value))
    rtl = {**parameters, "InfoW": 16}
    run_bench("seal_ocp_lock_ee", LOCK, TB / "ocp_lock_ee", module, rtl, inside=True)


@pytest.mark.nightly
def test_lock_with_a_sector_engine() -> None:
    """XTS with four slots; small buffers and few rounds keep the build short."""
    folder = TB / "ocp_lock_sector"
    top = "seal_ocp_lock_sector_bench"
    used = ("common", "gf", "aes", "engine", "sector", "ocp_lock")
    files = [*library_files(*used), str(folder / f"{top}.sv")]
    run_bench(top, files, folder, "test_ocp_lock_sector", {}, inside=True)

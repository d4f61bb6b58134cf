# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the registers in front of the cores on Verilator."""

from typing import Any, Final

import pytest

from covering import pairs
from knob_values import first_of
from sealwright.base.files import library_files, repo_root
from sealwright.tools.cocotb_run import run_bench
from sealwright.tools.verilator import include_flags, run_logged, verilator_env

TB: Final = repo_root() / "tb"
EXAMPLE: Final = repo_root() / "examples/ocp_lock/encryption_engine.sv"
LOCK: Final = ["rtl/engine/seal_engine_pkg.sv", *library_files("ocp_lock")]
# Values of the parameters: both ends, and some inside; of the sizes of keys every choice
VALUES: Final = {
    "Slots": (4, 1, 15),
    "Keys": (2, 1),
    "Fields": (0, 1, 2, 3),
    "KeySizes": (7, 1, 2, 3, 4, 5, 6),
    "InfoW": (16, 1, 179),
}
MEK_BYTES: Final = 64


def some_key_fits(row: dict[str, int]) -> bool:
    """Whether MEK holds the keys and fields of an engine with its shortest keys."""
    shortest = min(size for bit, size in enumerate((16, 24, 32)) if row["KeySizes"] >> bit & 1)
    return row["Keys"] * shortest + 16 * row["Fields"] <= MEK_BYTES


ENGINES: Final = pairs(VALUES, some_key_fits)


def name(parameters: dict[str, int]) -> str:
    return "-".join(f"{key}{value}" for key, value in parameters.items())


def rows() -> list[Any]:
    """Benches and parameters: by day, those that take long have few of them each."""
    first = first_of(ENGINES, 3)
    by_day = {
        "test_ocp_lock_registers": first,
        "test_ocp_lock_ee": first[1:],
        "test_ocp_lock_races": first[:1],
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
    run_bench("seal_ocp_lock_ee", LOCK, TB / "ocp_lock_ee", module, parameters, inside=True)


def test_example_compiles() -> None:
    """Without a warning."""
    files = library_files("common", "gf", "aes", "engine", "sector", "ocp_lock")
    flags = ["-Wall", "-Wno-SYNCASYNCNET", "-Wno-UNUSEDSIGNAL", "--top-module", EXAMPLE.stem]
    command = ["verilator", "--lint-only", *flags, *include_flags(), *files, str(EXAMPLE)]
    run_logged(command, "lint of the example", env=verilator_env(), cwd=repo_root())


@pytest.mark.nightly
def test_lock_with_a_sector_engine() -> None:
    """XTS with four slots; small buffers and few rounds keep the build short."""
    folder, top = TB / "ocp_lock_sector", "encryption_engine"
    used = ("common", "gf", "aes", "engine", "sector", "ocp_lock")
    files = [*library_files(*used), str(EXAMPLE)]
    run_bench(top, files, folder, "test_ocp_lock_sector", {}, inside=True)

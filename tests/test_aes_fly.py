# SPDX-License-Identifier: Apache-2.0
"""AES cores whose keys change on the fly, against `cryptography` and FIPS 197: cocotb benches."""

from typing import Final

import pytest

from sealwright.files import library_files, repo_root
from sealwright.sim.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
FILES: Final = [*library_files("common"), *library_files("aes")]

# Together: each way of ending, each mask. The table builds and runs fastest.
FLIES: Final = [
    {"KeySizes": 7, "Sbox": 0, "Fixed": 0},
    {"KeySizes": 7, "Sbox": 0, "Fixed": 1},
    {"KeySizes": 7, "Sbox": 0, "Fixed": 2},
]
MORE_FLIES: Final = [
    {"KeySizes": 7, "Sbox": 1, "Fixed": 2},
    {"KeySizes": 1, "Sbox": 1, "Fixed": 0},
    {"KeySizes": 2, "Sbox": 1, "Fixed": 2},
    {"KeySizes": 3, "Sbox": 1, "Fixed": 0},
    {"KeySizes": 4, "Sbox": 1, "Fixed": 1},
    {"KeySizes": 5, "Sbox": 1, "Fixed": 2},
    {"KeySizes": 6, "Sbox": 2, "Fixed": 1},
    {"KeySizes": 5, "Sbox": 0, "Fixed": 0},
]
UNROLLED: Final = [{"KeySizes": 7, "Sbox": 0}]
MORE_UNROLLED: Final = [
    {"KeySizes": 7, "Sbox": 1},
    {"KeySizes": 1, "Sbox": 1},
    {"KeySizes": 2, "Sbox": 2},
    {"KeySizes": 5, "Sbox": 1},
    {"KeySizes": 6, "Sbox": 0},
]


def name(parameters: dict[str, int]) -> str:
    return "-".join(f"{key}{value}" for key, value in parameters.items())


def nightly(rows: list[dict[str, int]]) -> list[object]:
    return [pytest.param(row, marks=pytest.mark.nightly) for row in rows]


def test_key_step() -> None:
    """The step with every mask, and the formulas of the package."""
    folder = TB / "aes_key_step"
    files = [*FILES, str(folder / "seal_aes_key_step_bench.sv")]
    run_bench("seal_aes_key_step_bench", files, folder, "test_aes_key_step", {})


@pytest.mark.parametrize("parameters", [*FLIES, *nightly(MORE_FLIES)], ids=name)
def test_fly(parameters: dict[str, int]) -> None:
    run_bench("seal_aes_fly", FILES, TB / "aes_fly", "test_aes_fly", parameters)


@pytest.mark.parametrize("parameters", [*UNROLLED, *nightly(MORE_UNROLLED)], ids=name)
def test_unrolled(parameters: dict[str, int]) -> None:
    run_bench("seal_aes_unrolled", FILES, TB / "aes_unrolled", "test_aes_unrolled", parameters)

# SPDX-License-Identifier: Apache-2.0
"""The AES cores against `cryptography` and FIPS 197: cocotb benches on Verilator."""

from pathlib import Path
from typing import Final

import pytest

from sealwright.tools.cocotb_run import run_bench

ROOT: Final = Path(__file__).resolve().parents[2]
FILES: Final = (ROOT / "rtl/aes/aes.f").read_text().split()
COMMON: Final = (ROOT / "rtl/common/common.f").read_text().split()

# Together: each S-box, number of stages, mask, direction and fold, from one slot to sixteen
PIPES: Final = [
    {"Slots": 4, "KeySizes": 7, "Sbox": 1, "RoundStages": 1},
    {"Slots": 5, "KeySizes": 7, "Sbox": 2, "RoundStages": 3},
    {"Slots": 1, "KeySizes": 1, "Sbox": 1, "RoundStages": 2},
    {"Slots": 2, "KeySizes": 3, "Sbox": 0, "RoundStages": 3},
    {"Slots": 7, "KeySizes": 6, "Sbox": 0, "RoundStages": 4},
    {"Slots": 4, "KeySizes": 7, "Sbox": 0, "Dir": 1, "RoundStages": 2},
    {"Slots": 1, "KeySizes": 4, "Sbox": 5, "Dir": 2, "RoundStages": 1},
    {"Slots": 4, "KeySizes": 7, "Sbox": 1, "Dir": 2, "RoundStages": 1, "Fold": 4},
    {"Slots": 16, "KeySizes": 5, "Sbox": 5, "Dir": 2, "RoundStages": 3, "Fold": 2},
]
MORE_PIPES: Final = [
    {"Slots": 16, "KeySizes": 7, "Sbox": 0, "RoundStages": 2},
    {"Slots": 8, "KeySizes": 7, "Sbox": 1, "RoundStages": 4},
    {"Slots": 2, "KeySizes": 2, "Sbox": 0, "RoundStages": 1},
    {"Slots": 3, "KeySizes": 4, "Sbox": 0, "RoundStages": 4},
    {"Slots": 4, "KeySizes": 5, "Sbox": 3, "RoundStages": 3},
    {"Slots": 3, "KeySizes": 7, "Sbox": 4, "Dir": 2, "RoundStages": 1},
    {"Slots": 5, "KeySizes": 7, "Sbox": 5, "Dir": 0, "RoundStages": 3},
    {"Slots": 1, "KeySizes": 1, "Sbox": 0, "Dir": 0, "RoundStages": 1, "Fold": 8},
    {"Slots": 3, "KeySizes": 7, "Sbox": 0, "Dir": 1, "RoundStages": 3, "Fold": 8},
]
EXPANDERS: Final = [
    {"Sbox": 0, "SboxStages": 0},
    {"Sbox": 0, "SboxStages": 2},
    {"Sbox": 1, "SboxStages": 1},
    {"Sbox": 1, "SboxStages": 3},
    {"Sbox": 2, "SboxStages": 0},
    {"KeySizes": 1, "Sbox": 0, "SboxStages": 0},
    {"KeySizes": 2, "Sbox": 1, "SboxStages": 1},
    {"KeySizes": 4, "Sbox": 0, "SboxStages": 2},
    {"KeySizes": 5, "Sbox": 0, "SboxStages": 0},
]

# Of seal_aes with a sweep that is shorter and longer than the pipe; the other cores
TWINS: Final = [
    {"Slots": 4, "KeySizes": 7, "Sbox": 5, "RoundStages": 4},
    {"Slots": 16, "KeySizes": 4, "Sbox": 0, "Dir": 2, "RoundStages": 3, "Fold": 2},
    {"Core": 1, "KeySizes": 7, "Sbox": 0, "Fixed": 0},
    {"Core": 2, "KeySizes": 5, "Sbox": 0},
]
MORE_TWINS: Final = [
    {"Slots": 16, "KeySizes": 7, "Sbox": 0, "Dir": 2},
    {"Slots": 1, "KeySizes": 1, "Sbox": 0, "RoundStages": 3},
    {"Slots": 5, "KeySizes": 2, "Sbox": 1, "Dir": 1, "RoundStages": 2, "Fold": 8},
    {"Slots": 4, "KeySizes": 1, "Sbox": 0, "Fold": 4},
    {"Core": 1, "KeySizes": 7, "Sbox": 1, "Fixed": 1},
    {"Core": 1, "KeySizes": 3, "Sbox": 0, "Fixed": 2},
    {"Core": 2, "KeySizes": 7, "Sbox": 2},
]


def name(parameters: dict[str, int]) -> str:
    return "-".join(f"{key}{value}" for key, value in parameters.items())


def nightly(rows: list[dict[str, int]]) -> list[object]:
    return [pytest.param(row, marks=pytest.mark.nightly) for row in rows]


@pytest.mark.parametrize("parameters", [*PIPES, *nightly(MORE_PIPES)], ids=name)
def test_pipelined(parameters: dict[str, int]) -> None:
    folder = ROOT / "tb/aes_pipelined"
    run_bench("seal_aes_pipelined", FILES, folder, "test_aes_pipelined", parameters)


@pytest.mark.parametrize("parameters", EXPANDERS, ids=name)
def test_key_expand(parameters: dict[str, int]) -> None:
    folder = ROOT / "tb/aes_key_expand"
    run_bench("seal_aes_key_expand", FILES, folder, "test_aes_key_expand", parameters)


@pytest.mark.parametrize("parameters", [*TWINS, *nightly(MORE_TWINS)], ids=name)
def test_nothing_is_left_of_a_secret(parameters: dict[str, int]) -> None:
    """After a zeroise, two cores with other keys and blocks are the same in every register."""
    folder = ROOT / "tb/aes_twins"
    files = [*COMMON, *FILES, str(folder / "seal_aes_twins_bench.sv")]
    run_bench("seal_aes_twins_bench", files, folder, "test_aes_twins", parameters)

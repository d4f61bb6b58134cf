# SPDX-License-Identifier: Apache-2.0
"""Pairs of AES cores with equal handshakes and different secrets, which a zeroise makes equal."""

from typing import Final

import pytest

from quick_aes import quick
from rows import nightly
from sealwright.base.files import library_files, repo_root
from sealwright.families.aes.config import AesConfig
from sealwright.tools.cocotb_run import run_bench

# Of seal_aes_pipelined with a sweep that is shorter than the pipe; by night longer ones, and other
# cores
PAIRS: Final = [
    {"Slots": 4, "KeySizes": 1, "Sbox": 5, "RoundStages": 4},
]
MORE_PAIRS: Final = [
    {"Slots": 16, "KeySizes": 4, "Sbox": 0, "Dir": 2, "RoundStages": 3, "Fold": 8},
    {"Core": 1, "KeySizes": 1, "Sbox": 0, "Fixed": 0},
    {"Slots": 16, "KeySizes": 4, "Sbox": 0, "Dir": 2, "RoundStages": 3, "Fold": 2},
    {"Core": 2, "KeySizes": 1, "Sbox": 0},
    {"Slots": 4, "KeySizes": 7, "Sbox": 5, "RoundStages": 4},
    {"Core": 1, "KeySizes": 7, "Sbox": 0, "Fixed": 0},
    {"Core": 2, "KeySizes": 5, "Sbox": 0},
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


@pytest.mark.parametrize("parameters", [*PAIRS, *nightly(MORE_PAIRS)], ids=name)
def test_nothing_is_left_of_a_secret(parameters: dict[str, int]) -> None:
    """After a zeroise, two cores with different keys and blocks are equal in every register."""
    folder = repo_root() / "tb/aes_pair"
    files = library_files(*AesConfig.libraries)
    files = [
        *(quick(files) if parameters["Sbox"] == 0 else files),
        str(folder / "seal_aes_pair_bench.sv"),
    ]
    run_bench("seal_aes_pair_bench", files, folder, "test_aes_pair", parameters, inside=True)

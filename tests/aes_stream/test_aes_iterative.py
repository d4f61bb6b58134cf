# SPDX-License-Identifier: Apache-2.0
"""The iterative AES core: its cocotb bench on Verilator, and parameters that it refuses."""

from typing import Final

import pytest

from sealwright.base.errors import CheckFailed
from sealwright.base.files import library_files, repo_root
from sealwright.families.aes.config import AesConfig
from sealwright.tools import yosys
from sealwright.tools.cocotb_run import run_bench

TOP: Final = "seal_aes_iterative"
BENCH: Final = repo_root() / "tb/aes_iterative"
FILES: Final = library_files(*AesConfig.libraries)


def point(width: int, direction: int, sizes: int, sbox: int, slots: int) -> dict[str, int]:
    return {"Width": width, "Dir": direction, "KeySizes": sizes, "Sbox": sbox, "Slots": slots}


# By day the widest, the narrowest and that of two columns; whole cores of each width are in
# test_aes_cores.py. By night each width with each direction, S-boxes with and without a register,
# each mask, up to 16 slots.
POINTS: Final = [point(128, 2, 7, 0, 4), point(64, 2, 6, 5, 1), point(8, 2, 7, 1, 1)]
NIGHTLY: Final = [
    point(64, 1, 1, 5, 1),
    point(32, 2, 7, 0, 16),
    point(16, 0, 6, 5, 1),
    point(8, 1, 2, 0, 1),
    point(128, 0, 7, 1, 1),
    point(64, 2, 7, 1, 2),
    point(32, 0, 3, 5, 3),
    point(16, 2, 7, 0, 2),
    point(8, 0, 4, 0, 3),
    point(128, 1, 4, 0, 2),
    point(128, 2, 5, 5, 16),
    point(64, 0, 2, 0, 5),
    point(32, 1, 1, 1, 1),
    point(32, 2, 7, 5, 2),
    point(16, 1, 7, 1, 3),
    point(16, 2, 5, 5, 1),
    point(8, 2, 3, 5, 2),
    point(8, 2, 7, 0, 16),
]


def name(parameters: dict[str, int]) -> str:
    return "-".join(f"{key}{value}" for key, value in parameters.items())


def run(parameters: dict[str, int]) -> None:
    run_bench(TOP, FILES, BENCH, "test_aes_iterative", parameters, inside=True)


@pytest.mark.parametrize("parameters", POINTS, ids=name)
def test_iterative(parameters: dict[str, int]) -> None:
    run(parameters)


@pytest.mark.nightly
@pytest.mark.parametrize("parameters", NIGHTLY, ids=name)
def test_iterative_more(parameters: dict[str, int]) -> None:
    run(parameters)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"Width": 24}, "Width must be 128, 64, 32, 16 or 8"),
        ({"Dir": 3}, "Dir must be 0"),
        ({"KeySizes": 0}, "KeySizes must be a mask of 1 to 7"),
        ({"KeySizes": 8}, "KeySizes must be a mask of 1 to 7"),
        ({"Slots": 17}, "Slots must be 1 to 16"),
        ({"Slots": 0}, "Slots must be 1 to 16"),
        ({"Sbox": 7}, "Kind must be 0"),
    ],
)
def test_elaboration_stops(parameters: dict[str, int], message: str) -> None:
    with pytest.raises(CheckFailed, match=message):
        yosys.netlist([yosys.read_command(TOP, FILES, parameters)], TOP)

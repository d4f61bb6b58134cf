# SPDX-License-Identifier: Apache-2.0
"""The cipher and its key schedules against `cryptography` and FIPS 197: benches on Verilator."""

from typing import Final

import pytest

from elaboration import refusal
from rows import nightly
from sealwright.base.files import library_files, repo_root
from sealwright.tools.cocotb_run import run_bench

ROOT: Final = repo_root()
FILES: Final = library_files("common", "aes")

# Together: the least and the most stages, each direction, with five stages of S-boxes in memory
# and in logic, two folds, from four slots to sixteen
PIPES: Final = [
    {"Slots": 4, "KeySizes": 7, "Sbox": 0, "RoundStages": 1},
    {"Slots": 5, "KeySizes": 1, "Sbox": 2, "RoundStages": 3},
    {"Slots": 4, "KeySizes": 7, "Sbox": 0, "Dir": 1, "RoundStages": 2},
    {"Slots": 4, "KeySizes": 7, "Sbox": 0, "Dir": 2, "RoundStages": 1, "Fold": 4},
    {"Slots": 16, "KeySizes": 5, "Sbox": 5, "Dir": 2, "RoundStages": 5, "Fold": 2},
    {"Slots": 4, "KeySizes": 6, "Sbox": 2, "Dir": 2, "RoundStages": 5, "Fold": 2},
]
MORE_PIPES: Final = [
    {"Slots": 1, "KeySizes": 4, "Sbox": 5, "Dir": 2, "RoundStages": 1},
    {"Slots": 16, "KeySizes": 5, "Sbox": 5, "Dir": 2, "RoundStages": 4, "Fold": 2},
    {"Slots": 3, "KeySizes": 7, "Sbox": 0, "Dir": 1, "RoundStages": 5},
    {"Slots": 2, "KeySizes": 3, "Sbox": 0, "RoundStages": 3},
    {"Slots": 7, "KeySizes": 6, "Sbox": 0, "RoundStages": 4},
    {"Slots": 1, "KeySizes": 1, "Sbox": 1, "RoundStages": 2},
    {"Slots": 4, "KeySizes": 7, "Sbox": 1, "RoundStages": 1},
    {"Slots": 5, "KeySizes": 7, "Sbox": 2, "RoundStages": 3},
    {"Slots": 16, "KeySizes": 7, "Sbox": 0, "RoundStages": 2},
    {"Slots": 8, "KeySizes": 7, "Sbox": 1, "RoundStages": 4},
    {"Slots": 2, "KeySizes": 2, "Sbox": 0, "RoundStages": 1},
    {"Slots": 3, "KeySizes": 4, "Sbox": 0, "RoundStages": 4},
    {"Slots": 4, "KeySizes": 5, "Sbox": 3, "RoundStages": 3},
    {"Slots": 3, "KeySizes": 7, "Sbox": 4, "Dir": 2, "RoundStages": 1},
    {"Slots": 5, "KeySizes": 7, "Sbox": 5, "Dir": 0, "RoundStages": 3},
    {"Slots": 1, "KeySizes": 1, "Sbox": 0, "Dir": 0, "RoundStages": 1, "Fold": 8},
    {"Slots": 3, "KeySizes": 7, "Sbox": 0, "Dir": 1, "RoundStages": 3, "Fold": 8},
    {"Slots": 16, "KeySizes": 5, "Sbox": 5, "Dir": 2, "RoundStages": 3, "Fold": 2},
    {"Slots": 5, "KeySizes": 7, "Sbox": 5, "Dir": 0, "RoundStages": 4},
    {"Slots": 2, "KeySizes": 7, "Sbox": 5, "Dir": 2, "RoundStages": 5, "Fold": 4},
    {"Slots": 1, "KeySizes": 1, "Sbox": 1, "Dir": 0, "RoundStages": 5},
]


def name(parameters: dict[str, int]) -> str:
    return "-".join(f"{key}{value}" for key, value in parameters.items())


@pytest.mark.parametrize(
    ("top", "params", "message"),
    [
        ("seal_aes_round", {"Mix": 3}, "Mix must be 0 (never), 1 (always) or 2"),
        ("seal_aes_pipe", {"Dir": 3}, "Dir must be 0 (forward), 1 (inverse) or 2 (both)"),
        ("seal_aes_pipe", {"KeySizes": 0}, "KeySizes must be a mask"),
        ("seal_aes_pipe_keyed", {"KeySizes": 8}, "KeySizes must be a mask"),
        ("seal_aes_pipe_fly", {"KeySizes": 0}, "KeySizes must be a mask"),
        ("seal_aes_pipe_fly", {"Sbox": 5}, "Sbox must not be 5 (bram)"),
        ("seal_aes_key_expand", {"KeySizes": 8}, "KeySizes must be a mask"),
    ],
)
def test_illegal_parameters(top: str, params: dict[str, int], message: str) -> None:
    assert f"{top}: {message}" in refusal(top, FILES, params)


@pytest.mark.parametrize("parameters", [*PIPES, *nightly(MORE_PIPES)], ids=name)
def test_pipelined(parameters: dict[str, int]) -> None:
    folder = ROOT / "tb/aes_pipe"
    run_bench("seal_aes_pipe", FILES, folder, "test_aes_pipe", parameters)


# Together: each number of stages, with keys of one size and of several, two of them not adjacent
KEYED: Final = [
    {"KeySizes": 7, "Sbox": 0, "RoundStages": 1},
    {"KeySizes": 7, "Sbox": 0, "RoundStages": 2},
    {"KeySizes": 2, "Sbox": 0, "RoundStages": 3},
]
MORE_KEYED: Final = [
    {"KeySizes": 1, "Sbox": 1, "RoundStages": 1},
    {"KeySizes": 4, "Sbox": 2, "RoundStages": 2},
    {"KeySizes": 5, "Sbox": 3, "RoundStages": 4},
    {"KeySizes": 3, "Sbox": 4, "RoundStages": 3},
    {"KeySizes": 6, "Sbox": 6, "RoundStages": 2},
]


@pytest.mark.parametrize("parameters", [*KEYED, *nightly(MORE_KEYED)], ids=name)
def test_keyed_pipe(parameters: dict[str, int]) -> None:
    folder = ROOT / "tb/aes_pipe_keyed"
    run_bench("seal_aes_pipe_keyed", FILES, folder, "test_aes_pipe_keyed", parameters)


def test_key_expand() -> None:
    """The schedule by words: masks, S-boxes and stages of the bench's table."""
    folder = ROOT / "tb/aes_key_expand"
    files = [*FILES, str(folder / "seal_aes_key_expand_bench.sv")]
    run_bench("seal_aes_key_expand_bench", files, folder, "test_aes_key_expand", {})


def test_key_step() -> None:
    """The step of a schedule by round keys, with every mask."""
    folder = ROOT / "tb/aes_key_step"
    files = [*FILES, str(folder / "seal_aes_key_step_bench.sv")]
    run_bench("seal_aes_key_step_bench", files, folder, "test_aes_key_step", {})

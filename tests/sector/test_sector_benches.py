# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the parts of the sector engines on Verilator."""

from typing import Final

import pytest

from quick_aes import ROUNDS, SBOXES, quick
from rows import nightly
from sealwright.base.files import library_files, repo_root
from sealwright.families.sector.modes import MODES
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
PACKAGES: Final = (
    "rtl/gf/seal_gf_lattice_pkg.sv",
    "rtl/gf/seal_gf_pkg.sv",
    "rtl/engine/seal_engine_pkg.sv",
    "rtl/sector/seal_sector_pkg.sv",
)


@pytest.mark.parametrize(("count_bits", "ops"), [(2, 3), (32, 3), (32, 2)])
def test_sector_units(monkeypatch: pytest.MonkeyPatch, count_bits: int, ops: int) -> None:
    monkeypatch.setenv("UNITS_COUNT_BITS", str(count_bits))
    monkeypatch.setenv("UNITS_OPS", str(ops))
    files = [*PACKAGES, "rtl/sector/seal_sector_units.sv"]
    params = {"CountW": count_bits, "InfoW": 16, "Ops": ops}
    run_bench("seal_sector_units", files, TB / "sector_units", "test_sector_units", params)


@pytest.mark.parametrize(("slots", "log2"), [(4, 44), (1, 9), *nightly([(16, 44), (3, 20)])])
def test_sector_key_blocks(monkeypatch: pytest.MonkeyPatch, slots: int, log2: int) -> None:
    monkeypatch.setenv("BLOCKS_SLOTS", str(slots))
    monkeypatch.setenv("BLOCKS_LOG2", str(log2))
    files = [*PACKAGES, "rtl/sector/seal_sector_file.sv", "rtl/sector/seal_sector_key_blocks.sv"]
    run_bench(
        "seal_sector_key_blocks",
        files,
        TB / "sector_key_blocks",
        "test_sector_key_blocks",
        {"Slots": slots, "LimitLog2": log2},
        inside=True,
    )


def test_limit_of_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole engine, with few rounds, at 2^44 blocks."""
    monkeypatch.setenv("LIMIT_LOG2", "44")
    files = library_files("common", "gf", "aes", "engine", "sector")
    params = {"Mode": 0, "Order": 1, "Slots": 2, "MaxUnit": 512, "Buffer": 32, "Window": 4}
    run_bench(
        "seal_sector",
        quick(files, SBOXES),
        TB / "sector_key_limit",
        "test_sector_key_limit",
        {**params, "Sbox": 0, "Fold": 8},
        inside=True,
    )


# Per mode: its own parameters, bytes of a unit and of tweaks in the data. By day: one without
# multipliers, with many keys and units in flight, and HEH, which keeps more than others; both with
# few rounds, so that they are built soon.
Row = tuple[str, dict[str, int], int, int]
SECRETS: Final[list[Row]] = [
    ("eme", {"Slots": 10, "Order": 1, "Window": 32, "Buffer": 128, "Fold": 8}, 48, 0),
    ("heh", {"Order": 1, "Fold": 8, "MultKind": 2}, 41, 0),
]
MORE_SECRETS: Final[list[Row]] = [
    ("eme", {"Slots": 10, "Order": 1}, 48, 0),
    ("eme2", {"Order": 1, "MaxTweak": 128}, 41, 119),
    *((mode, {}, 41, 0) for mode in ("hch", "hchfp", "xcb")),
    *((mode, {"MaxTweak": 32}, 41, 23) for mode in ("hctr2", "hctr", "hctr2-twkd", "xcb-aes")),
    ("xts", {"Slots": 8, "Order": 1}, 41, 0),
    ("tet", {}, 48, 0),
    ("heh", {"Order": 1}, 41, 0),
    ("heh-fp", {"Order": 1}, 48, 0),
]
SMALL: Final = {"KeySizes": 1, "MaxUnit": 128, "Buffer": 16, "Window": 4, "Sbox": 0}


@pytest.mark.parametrize(("mode", "own", "unit", "tweak"), [*SECRETS, *nightly(MORE_SECRETS)])
def test_nothing_is_left_of_a_secret(
    monkeypatch: pytest.MonkeyPatch, mode: str, own: dict[str, int], unit: int, tweak: int
) -> None:
    """After a zeroise, no register depends on keys, tweaks or texts."""
    monkeypatch.setenv("PAIR_UNIT", str(unit))
    monkeypatch.setenv("PAIR_TWEAK", str(tweak))
    number = MODES[mode].number
    assert number is not None
    files = library_files("common", "gf", "aes", "engine", "sector")
    params = {"Mode": number, "Slots": 2, "MultStages": 2, **SMALL, **own}
    run_bench(
        "seal_sector",
        quick(files, SBOXES + ROUNDS),
        TB / "sector_pair",
        "test_sector_pair",
        params,
        inside=True,
    )

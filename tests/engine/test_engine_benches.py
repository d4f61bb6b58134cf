# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the engine library on Verilator."""

from pathlib import Path
from typing import Final

import pytest

from rows import nightly
from sealwright.base.files import library_files, repo_root, rtl_files
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"


@pytest.mark.parametrize(
    ("slots", "uses", "events"), [(1, 1, 1), (3, 2, 1), (5, 5, 1), (16, 7, 1), (3, 4, 2), (5, 7, 3)]
)
def test_slot_table(monkeypatch: pytest.MonkeyPatch, slots: int, uses: int, events: int) -> None:
    for name, value in (("SLOTS", slots), ("USES", uses), ("EVENTS", events)):
        monkeypatch.setenv(f"TABLE_{name}", str(value))
    params = {"Slots": slots, "Uses": uses, "InfoW": 5, "Events": events}
    files = ["rtl/engine/seal_slot_table.sv"]
    run_bench("seal_slot_table", files, TB / "slot_table", "test_slot_table", params)


@pytest.mark.quick
@pytest.mark.parametrize(("cycles", "depth", "flush"), [(20, 3, 0), (37, 3, 1), (20, 1, 1)])
def test_zeroise(monkeypatch: pytest.MonkeyPatch, cycles: int, depth: int, flush: int) -> None:
    for name, value in (("CYCLES", cycles), ("DEPTH", depth), ("FLUSH", flush)):
        monkeypatch.setenv(f"ZEROISE_{name}", str(value))
    params = {"Cycles": cycles, "Flush": flush, "AddrW": 4, "Depth": depth}
    files = ["rtl/engine/seal_zeroise.sv"]
    run_bench("seal_zeroise", files, TB / "zeroise", "test_zeroise", params)


def test_key_load() -> None:
    package = ["rtl/engine/seal_engine_pkg.sv", "rtl/engine/seal_key_load.sv"]
    params = {"Slots": 3, "KeySizes": 5, "Sbox": 0, "InfoW": 5}
    files = [*rtl_files("aes"), *package]
    run_bench("seal_key_load", files, TB / "key_load", "test_key_load", params, inside=True)


def test_key_raw() -> None:
    names = ("seal_engine_pkg", "seal_slot_table", "seal_key_answer", "seal_key_raw")
    files = [*rtl_files("common"), *(f"rtl/engine/{name}.sv" for name in names)]
    params = {"Slots": 3, "KeySizes": 5, "InfoW": 5, "WordW": 7, "Uses": 4}
    run_bench("seal_key_raw", files, TB / "key_raw", "test_key_raw", params)


@pytest.mark.parametrize(("events", "statuses"), [(1, 1), (2, 1), (3, 1), (2, 2), (3, 3), (3, 2)])
def test_status(monkeypatch: pytest.MonkeyPatch, events: int, statuses: int) -> None:
    monkeypatch.setenv("STATUS_EVENTS", str(events))
    monkeypatch.setenv("STATUS_STATUSES", str(statuses))
    files = [*rtl_files("common"), "rtl/engine/seal_status.sv"]
    params = {"IdWidth": 7, "CauseW": 4, "Messages": 8, "Events": events, "Statuses": statuses}
    run_bench("seal_status", files, TB / "status", "test_status", params)


HASH_NAMES: Final = ("hash_pkg", "hash_powers", "hash_schedule", "hash_feedback", "hash")
HASH_FILES: Final = [f"rtl/engine/seal_{name}.sv" for name in ("engine_pkg", *HASH_NAMES)]


def hash_files() -> list[str]:
    """Those of seal_hash, with a multiplier that is quick to build."""
    gf = [file for file in library_files("gf") if Path(file).stem != "seal_gf_mult"]
    return [*rtl_files("common"), *gf, "tb/hash/seal_gf_mult.sv", *HASH_FILES]


@pytest.mark.parametrize(
    ("stages", "slots", "order"),
    [(1, 1, 0), (2, 3, 1), (3, 2, 0), (7, 5, 2), (4, 4, 0), (8, 16, 0)],
)
def test_hash(monkeypatch: pytest.MonkeyPatch, stages: int, slots: int, order: int) -> None:
    for name, value in (("STAGES", stages), ("SLOTS", slots), ("ORDER", order)):
        monkeypatch.setenv(f"HASH_{name}", str(value))
    params = {"MultStages": stages, "Slots": slots, "Order": order, "TagW": 3}
    run_bench("seal_hash", hash_files(), TB / "hash", "test_hash", params, inside=True)


@pytest.mark.parametrize("stages", [1, 2])
def test_hash_whose_key_is_new(monkeypatch: pytest.MonkeyPatch, stages: int) -> None:
    monkeypatch.setenv("HASH_STAGES", str(stages))
    params = {"MultStages": stages, "Slots": 4, "Square": 1}
    run_bench("seal_hash", hash_files(), TB / "hash", "test_hash_square", params)


LANES_NAMES: Final = ("banks", "lanes_schedule", "lanes_key", "lanes_sum", "lanes")
LANES_FILES: Final = [f"rtl/engine/seal_hash_{name}.sv" for name in LANES_NAMES]


def lanes_params(
    monkeypatch: pytest.MonkeyPatch, lanes: int, stages: int, ends: int, slots: int, order: int
) -> dict[str, int]:
    """Parameters of seal_hash_lanes, which its bench finds in the environment."""
    values = {"LANES": lanes, "STAGES": stages, "ENDS": ends, "SLOTS": slots, "ORDER": order}
    for name, value in values.items():
        monkeypatch.setenv(f"HASH_{name}", str(value))
    params = {"Lanes": lanes, "MultStages": stages, "Ends": ends, "Slots": slots, "Order": order}
    return params | {"TagW": 3}


@pytest.mark.parametrize(
    ("lanes", "stages", "ends", "slots", "order"),
    [
        (2, 3, 1, 1, 1),
        (4, 4, 3, 4, 0),
        (8, 3, 3, 3, 0),
        *nightly([(2, 1, 2, 3, 0), (2, 8, 2, 5, 0), (4, 1, 2, 4, 2), (4, 4, 2, 4, 0)]),
        *nightly([(4, 2, 4, 2, 0), (8, 1, 3, 2, 0), (4, 3, 3, 16, 0), (4, 8, 1, 2, 0)]),
        *nightly([(8, 2, 1, 2, 1), (8, 4, 3, 4, 0), (8, 8, 8, 4, 0)]),
    ],
)
def test_hash_lanes(
    monkeypatch: pytest.MonkeyPatch, lanes: int, stages: int, ends: int, slots: int, order: int
) -> None:
    params = lanes_params(monkeypatch, lanes, stages, ends, slots, order)
    files = [*hash_files(), *LANES_FILES]
    run_bench("seal_hash_lanes", files, TB / "hash_lanes", "test_hash_lanes", params, inside=True)


@pytest.mark.parametrize(
    ("lanes", "stages", "kind", "tables"),
    nightly([(2, 2, 10, 1), (2, 4, 0, 0), (4, 2, 9, 1), (4, 1, 1, 0), (2, 3, 8, 0)]),
)
def test_hash_lanes_with_multipliers(
    monkeypatch: pytest.MonkeyPatch, lanes: int, stages: int, kind: int, tables: int
) -> None:
    params = lanes_params(monkeypatch, lanes, stages, 2, 3, 0)
    params |= {"MultKind": kind, "MultTables": tables}
    files = [*rtl_files("common"), *library_files("gf"), *HASH_FILES, *LANES_FILES]
    run_bench("seal_hash_lanes", files, TB / "hash_lanes", "test_hash_lanes_mult", params)


def test_hash_powers_of_two_lanes() -> None:
    files = [*rtl_files("common"), *library_files("gf")]
    files += [f"rtl/engine/{name}.sv" for name in ("seal_engine_pkg", "seal_hash_powers")]
    params = {"MultStages": 3, "Slots": 3, "Lanes": 2}
    run_bench("seal_hash_powers", files, TB / "hash_powers", "test_hash_powers", params)


@pytest.mark.parametrize(
    ("kind", "digit", "cycles", "slots", "order"),
    [
        (16, 64, 2, 3, 0),
        (16, 16, 8, 1, 2),
        (15, 1, 128, 2, 0),
        *nightly([(17, 43, 3, 5, 1), (18, 16, 8, 4, 0)]),
    ],
)
def test_hash_serial(
    monkeypatch: pytest.MonkeyPatch, kind: int, digit: int, cycles: int, slots: int, order: int
) -> None:
    for name, value in (("CYCLES", cycles), ("SLOTS", slots), ("ORDER", order)):
        monkeypatch.setenv(f"HASH_{name}", str(value))
    files = [*rtl_files("common"), *library_files("gf"), "rtl/engine/seal_hash_serial.sv"]
    params = {"MultKind": kind, "MultDigit": digit, "Slots": slots, "Order": order, "TagW": 3}
    run_bench(
        "seal_hash_serial", files, TB / "hash_serial", "test_hash_serial", params, inside=True
    )

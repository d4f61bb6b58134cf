# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of what cores that seal and open messages share, on Verilator."""

from typing import Final

import pytest

from rows import nightly
from sealwright.base.files import library_files, repo_root
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
MESSAGE: Final = library_files("common", "gf", "aes", "engine", "message")


@pytest.mark.parametrize(("refuse", "limit"), [(0, 5), (1, 0xFFFF_FFFF)])
def test_message_command(monkeypatch: pytest.MonkeyPatch, refuse: int, limit: int) -> None:
    monkeypatch.setenv("COMMAND_REFUSE", str(refuse))
    monkeypatch.setenv("COMMAND_LIMIT", str(limit))
    bench = TB / "message_command" / "seal_message_command_bench.sv"
    files = [*MESSAGE, bench]
    params = {"Slots": 3, "MsgLimit": limit, "KeyRefuse": refuse}
    run_bench(bench.stem, files, bench.parent, "test_message_command", params, inside=True)


def test_message_ingress() -> None:
    run_bench("seal_message_ingress", MESSAGE, TB / "message_ingress", "test_message_ingress", {})


def test_message_check() -> None:
    run_bench(
        "seal_message_check", MESSAGE, TB / "message_check", "test_message_check", {}, inside=True
    )


@pytest.mark.parametrize("iv_limit", [1, 12, 16])
def test_message_check_with_least_limits(monkeypatch: pytest.MonkeyPatch, iv_limit: int) -> None:
    monkeypatch.setenv("IV_LIMIT", str(iv_limit))
    limits = {"TextLimit": 1, "AadLimitLog2": 5, "IvLimit": iv_limit}
    run_bench(
        "seal_message_check", MESSAGE, TB / "message_check", "test_message_check_least", limits
    )


@pytest.mark.parametrize(
    ("beat_bytes", "store"),
    [(2, 0), (4, 1), (8, 0), (16, 1), *nightly([(2, 1), (4, 0), (8, 1), (16, 0)])],
)
def test_rules(monkeypatch: pytest.MonkeyPatch, beat_bytes: int, store: int) -> None:
    """The rules of a message at every width of a stream, against those of the toolkit."""
    monkeypatch.setenv("RULES_BEAT_BYTES", str(beat_bytes))
    monkeypatch.setenv("RULES_STORE", str(store))
    folder = TB / "message_rules"
    files = [*MESSAGE, folder / "seal_message_rules_bench.sv"]
    params = {"BeatBytes": beat_bytes, "Store": store}
    top = "seal_message_rules_bench"
    run_bench(top, files, folder, "test_message_rules", params, inside=True)


@pytest.mark.parametrize(("lanes", "store"), [(2, 1), (4, 0), *nightly([(3, 0), (8, 1)])])
def test_rules_of_lanes(monkeypatch: pytest.MonkeyPatch, lanes: int, store: int) -> None:
    """The same with several blocks per beat."""
    values = {"BEAT_BYTES": 16, "STORE": store, "LANES": lanes}
    for name, value in values.items():
        monkeypatch.setenv(f"RULES_{name}", str(value))
    folder = TB / "message_rules"
    files = [*MESSAGE, folder / "seal_message_rules_bench.sv"]
    params = {"BeatBytes": 16, "Lanes": lanes, "Store": store}
    top = "seal_message_rules_bench"
    run_bench(top, files, folder, "test_message_rules", params)

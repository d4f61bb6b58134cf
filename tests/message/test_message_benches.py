# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of what cores that seal and open messages share, on Verilator."""

from typing import Final

import pytest

from sealwright.base.files import library_files, repo_root
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
MESSAGE: Final = library_files("common", "gf", "aes", "engine", "message")


@pytest.mark.parametrize(("refuse", "limit"), [(0, 5), (1, 0xFFFF_FFFF)])
def test_message_command(monkeypatch: pytest.MonkeyPatch, refuse: int, limit: int) -> None:
    monkeypatch.setenv("COMMAND_REFUSE", str(refuse))
    monkeypatch.setenv("COMMAND_LIMIT", str(limit))
    params = {"Slots": 3, "MsgLimit": limit, "KeyRefuse": refuse}
    run_bench(
        "seal_message_command", MESSAGE, TB / "message_command", "test_message_command", params
    )


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

# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of what cores that seal and open messages share, on Verilator."""

from typing import Final

import pytest

from sealwright.base.files import repo_root, rtl_files
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
MESSAGE: Final = [
    *rtl_files("common"),
    "rtl/aes/seal_aes_pkg.sv",
    "rtl/engine/seal_engine_pkg.sv",
    "rtl/engine/seal_slot_table.sv",
    "rtl/message/seal_message_pkg.sv",
]


@pytest.mark.parametrize(("refuse", "limit"), [(0, 5), (1, 0xFFFF_FFFF)])
def test_message_command(monkeypatch: pytest.MonkeyPatch, refuse: int, limit: int) -> None:
    monkeypatch.setenv("COMMAND_REFUSE", str(refuse))
    monkeypatch.setenv("COMMAND_LIMIT", str(limit))
    files = [*MESSAGE, "rtl/message/seal_message_command.sv"]
    params = {"Slots": 3, "MsgLimit": limit, "KeyRefuse": refuse}
    run_bench("seal_message_command", files, TB / "message_command", "test_message_command", params)


def test_message_ingress() -> None:
    files = [*MESSAGE, "rtl/message/seal_message_ingress.sv"]
    run_bench("seal_message_ingress", files, TB / "message_ingress", "test_message_ingress", {})


def test_message_check() -> None:
    files = [*MESSAGE, "rtl/message/seal_message_check.sv"]
    run_bench("seal_message_check", files, TB / "message_check", "test_message_check", {})


@pytest.mark.parametrize("iv_limit", [1, 12, 16])
def test_message_check_with_least_limits(monkeypatch: pytest.MonkeyPatch, iv_limit: int) -> None:
    monkeypatch.setenv("IV_LIMIT", str(iv_limit))
    files = [*MESSAGE, "rtl/message/seal_message_check.sv"]
    limits = {"TextLimit": 1, "AadLimitLog2": 5, "IvLimit": iv_limit}
    run_bench("seal_message_check", files, TB / "message_check", "test_message_check_least", limits)

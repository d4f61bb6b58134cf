# SPDX-License-Identifier: Apache-2.0
"""A command that must fail, for tests of the command line."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from sealwright import cli

CORE = "gcm-default"
KEY = bytes(range(16)).hex()
IV = bytes(range(12)).hex()
RAW = ["seal", CORE, "plain", "out", "--key", KEY, "--raw", "--iv"]


def fails(argv: Sequence[str], code: int, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Runs a command that must fail with one line beside progress, and leave no files."""
    before = {path: path.stat().st_mtime_ns for path in Path().iterdir()}
    try:
        result = cli.main(argv)
    except SystemExit as stop:  # argparse
        result = stop.code
    out, err = capsys.readouterr()
    progress = ("building ", "sealed ", "opened ")
    lines = [line for line in err.splitlines() if not line.startswith(progress)]
    assert result == code, err
    assert len(lines) == 1 and lines[0].startswith("sealwright: "), err
    assert words in lines[0]
    assert out == ""
    assert {path: path.stat().st_mtime_ns for path in Path().iterdir()} == before

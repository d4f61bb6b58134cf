# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line work on."""

from pathlib import Path

import pytest

from sealwright import cli

KEY = bytes(range(16)).hex()
TEXT = bytes(i * 7 & 0xFF for i in range(1000))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a file, an AAD and a key file."""
    monkeypatch.chdir(tmp_path)
    Path("plain").write_bytes(TEXT)
    Path("aad").write_bytes(b"name of the file")
    Path("key").write_text(KEY + "\n")
    Path("digits").write_text('{"mode": ' + "9" * 5000 + "}")
    return tmp_path


@pytest.fixture
def sealed(here: Path) -> Path:
    """The file as a container of ten chunks."""
    assert cli.main(["seal", "gcm-default", "plain", "sealed", "--key", KEY, "--chunk", "100"]) == 0
    return here / "sealed"

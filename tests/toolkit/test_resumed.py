# SPDX-License-Identifier: Apache-2.0
"""A run of tests that was stopped continues with those that have not passed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from sealwright.base.files import repo_root

TESTS = """
import pytest

@pytest.fixture
def wrong_end():
    yield
    raise RuntimeError("while it is taken down")

def test_passes(): pass
def test_fails(): assert False
def test_is_skipped(): pytest.skip()
def test_ends_wrongly(wrong_end): pass
"""


def test_what_has_not_passed_runs_again(tmp_path: Path) -> None:
    """A fixture that fails while it is taken down counts, too."""
    shutil.copy(repo_root() / "tests/conftest.py", tmp_path)
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "passed").write_text("")
    words = ["-q", "-p", "no:cacheprovider", "--rootdir=.", "--passed=passed"]
    for counts in ("1 failed, 2 passed, 1 skipped, 1 error", "1 failed, 1 passed, 1 skipped"):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(repo_root() / "src")},
            capture_output=True,
            text=True,
        )
        assert counts in done.stdout
        assert (tmp_path / "passed").read_text() == "test_some.py::test_passes\n"

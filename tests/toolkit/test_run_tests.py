# SPDX-License-Identifier: Apache-2.0
"""`make nightly` continues where it stopped only on the same sources."""

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from sealwright.base.files import repo_root


@pytest.fixture(name="script")
def run_tests(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(repo_root() / "scripts"))
    spec = importlib.util.spec_from_file_location("run_tests", repo_root() / "scripts/run_tests.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_passed_tests_are_those_of_the_same_sources(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tracked file, an untracked one, and a commit each begin a new list."""

    def git(*arguments: str) -> None:
        about = ["-c", "user.name=A", "-c", "user.email=a@b.invalid", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *about, *arguments], cwd=tmp_path, check=True, capture_output=True)

    monkeypatch.setattr(script, "ROOT", tmp_path)
    git("init")
    (tmp_path / ".gitignore").write_text("build\n")
    (tmp_path / "kept.py").write_text("1\n")
    git("add", ".")
    git("commit", "-m", "first")
    seen = [script.progress_file()]
    for name, text in (("kept.py", "2\n"), ("new.py", "1\n"), ("new.py", "2\n")):
        (tmp_path / name).write_text(text)
        seen.append(script.progress_file())
    git("add", ".")
    git("commit", "-m", "second")
    seen.append(script.progress_file())
    assert len(set(seen)) == 5
    assert script.progress_file() == seen[-1]

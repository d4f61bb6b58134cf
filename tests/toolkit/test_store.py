# SPDX-License-Identifier: Apache-2.0
"""The cache after accidents: damaged entries, killed processes, two that want the same."""

import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from sealwright.base import store
from sealwright.base.errors import UsageError
from sealwright.base.files import repo_root

# A build that is killed while it has a scratch folder, with files, in that of its entry.
KILLED = """
import os, signal
from sealwright.tools import build
build.run_logged = lambda *arguments, **options: os.kill(os.getpid(), signal.SIGKILL)
build.build_library("seal_status", ["rtl/engine/seal_status.sv"], {}, "HARNESS")
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("SEALWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def result() -> dict[str, object]:
    return store.json_entry("kind", "key", lambda: {"text": "whole"})


DAMAGE: dict[str, Callable[[Path], object]] = {
    "cut": lambda entry: (entry / "result.json").write_text('{"te'),
    "empty": lambda entry: (entry / "result.json").write_text(""),
    "gone": lambda entry: (entry / "result.json").unlink(),
    "all gone": lambda entry: [path.unlink() for path in entry.iterdir()],
    "as long": lambda entry: (entry / "result.json").write_text('{\n  "text": "whale"\n}'),
    "no list": lambda entry: (entry / store._DIGESTS).write_text("[1]"),
    "list cut": lambda entry: (entry / store._DIGESTS).write_text('{"result'),
}


@pytest.mark.parametrize("case", DAMAGE)
def test_a_damaged_entry_is_made_again(case: str, cache: Path) -> None:
    assert result() == {"text": "whole"}
    DAMAGE[case](cache / "kind" / "key")
    assert result() == {"text": "whole"}
    made = (cache / "kind" / "key").stat().st_ino
    assert result() == {"text": "whole"}
    assert (cache / "kind" / "key").stat().st_ino == made, "made once more"


def test_a_cache_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEALWRIGHT_CACHE", "~nobody123/x")
    with pytest.raises(UsageError, match=r"^SEALWRIGHT_CACHE: ~nobody123/x: .*; set SEALWRIGHT_CA"):
        store.cache_dir()


@pytest.mark.parametrize("place", ["", "kind"])
def test_a_cache_that_cannot_be_written(place: str, cache: Path) -> None:
    """Found before the work; the message names the place and what to do."""
    (cache / place).parent.mkdir(exist_ok=True)
    (cache / place).write_text("a file")
    with pytest.raises(UsageError, match=rf"{cache / place}.*; set SEALWRIGHT_CACHE to another"):
        store.json_entry("kind", "key", pytest.fail)


def full(copy: bool) -> OSError:
    """What Python raises when the disk is full: with a list of files for the copy of a folder."""
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return shutil.Error([("from", "to", str(error))]) if copy else error


@pytest.mark.parametrize("copy", [False, True])
def test_a_full_disk_is_named(copy: bool, cache: Path) -> None:
    def make(folder: Path) -> None:
        raise full(copy)

    wanted = f"{cache}/kind: No space left on device; set SEALWRIGHT_CACHE to another one"
    with pytest.raises(UsageError, match=f"^{wanted}$"):
        store.entry("kind", "key", make)
    assert [path.name for path in (cache / "kind").iterdir()] == [".key.lock"]
    with pytest.raises(FileNotFoundError):  # any other error is what it was
        store.entry("kind", "key", lambda folder: Path("nowhere").unlink())


def test_scratch_of_a_killed_build_goes_with_the_next_one(cache: Path) -> None:
    harness = repo_root() / "src/sealwright/families/message/harness.cpp"
    command = [sys.executable, "-c", KILLED.replace("HARNESS", str(harness))]
    env = {**os.environ, "PYTHONPATH": str(repo_root() / "src")}
    done = subprocess.run(command, env=env, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    left = [path for path in (cache / "build").iterdir() if path.is_dir()]
    assert len(left) == 1 and any(left[0].iterdir())

    def make(folder: Path) -> None:
        store.entry("build", "other", lambda folder: None)
        assert folder.is_dir(), "the scratch of a living one"

    store.entry("build", "key", make)
    found = {path.name for path in (cache / "build").iterdir() if path.is_dir()}
    assert found == {"key", "other"}


def test_who_waits_says_so_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, told, may_end = threading.Event(), threading.Event(), threading.Event()
    made: list[Path] = []
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        told.set()

    monkeypatch.setattr(store, "progress", say)

    def make(folder: Path) -> None:
        made.append(folder)
        begun.set()
        may_end.wait(30)

    first = threading.Thread(target=store.entry, args=("kind", "key", make))
    second = threading.Thread(target=store.entry, args=("kind", "key", make))
    first.start()
    assert begun.wait(30)
    second.start()
    assert told.wait(30)
    may_end.set()
    first.join()
    second.join()
    assert len(made) == 1
    assert said == ["waiting for another process, which is making kind/key ..."]

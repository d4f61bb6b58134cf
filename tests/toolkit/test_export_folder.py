# SPDX-License-Identifier: Apache-2.0
"""The folder of an export: new or empty, and there as a whole or not at all."""

import errno
import os
from pathlib import Path

import pytest

from sealwright.base.errors import UsageError
from sealwright.export.write import written


@pytest.mark.parametrize("target", [".", "new", "../empty", "../link", "../ahead"])
def test_targets(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder stays the one that it is: where a shell stands, or where a link leads."""
    for name in ("here", "empty"):
        (tmp_path / name).mkdir()
    (tmp_path / "link").symlink_to("empty")
    (tmp_path / "ahead").symlink_to("later")  # there is no such folder yet
    monkeypatch.chdir(tmp_path / "here")
    place = Path(target)
    before = place.stat().st_ino if place.exists() else None
    assert written(place, lambda: {"rtl/b.sv": "b", "LICENSE": "a"}) == ["LICENSE", "rtl/b.sv"]
    assert before in (None, place.stat().st_ino)
    assert {str(path.relative_to(place)) for path in place.rglob("*")} == {
        "LICENSE",
        "rtl",
        "rtl/b.sv",
    }
    assert (tmp_path / "here").samefile(Path.cwd())


@pytest.mark.parametrize("target", ["new", "empty"])
def test_full_disk(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the folder and no file of ours; nothing stays."""

    def full(path: Path, *_: str, **__: str) -> None:
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    with monkeypatch.context() as patch, pytest.raises(UsageError, match=f"^{target}: No space"):
        patch.setattr(Path, "write_text", full)
        written(Path(target), lambda: {"rtl/b.sv": "b"})
    assert list(Path().rglob("*")) == [Path("empty")]


def test_a_new_folder_comes_when_it_is_complete(tmp_path: Path) -> None:
    """A signal before that leaves nothing under its name; its rights are the user's."""
    target = tmp_path / "new"

    def make() -> dict[str, str]:
        assert not target.exists()
        return {"LICENSE": "a"}

    written(target, make)
    (tmp_path / "other").mkdir()
    assert target.stat().st_mode == (tmp_path / "other").stat().st_mode
    assert {path.name for path in tmp_path.iterdir()} == {"new", "other"}


def test_a_link_that_leads_to_itself(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(UsageError, match="loop: "):
        written(tmp_path / "loop", lambda: {"LICENSE": "a"})
    assert [path.name for path in tmp_path.iterdir()] == ["loop"]


def test_what_comes_meanwhile_stays(tmp_path: Path) -> None:
    def make() -> dict[str, str]:
        (tmp_path / "README.md").write_text("mine")
        return {"README.md": "ours", "LICENSE": "ours"}

    with pytest.raises(UsageError, match="no longer empty; name another folder"):
        written(tmp_path, make)
    assert [path.read_text() for path in tmp_path.rglob("*")] == ["mine"]

# SPDX-License-Identifier: Apache-2.0
"""A folder of texts, which is there as a whole or not at all."""

import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from sealwright.base.errors import UsageError
from sealwright.base.streams import os_error


def written(target: Path, make: Callable[[], Mapping[str, str]]) -> list[str]:
    """Writes the texts that `make` returns by the names of their files; returns these names.

    What is wrong with the target shows before `make` is called. A new folder is made beside its
    place and moved there when it is complete, so that a signal leaves nothing. An empty folder
    stays the same one: a shell may stand in it, a link lead to it, or a file system begin there.
    So its files are written inside it, and moved up.
    """
    try:
        home = target.resolve()
        there = home.exists()
        if there and (not home.is_dir() or any(home.iterdir())):
            raise UsageError(f"{target}: exists; name a new or an empty folder")
        if not home.parent.is_dir():
            raise UsageError(f"{target}: there is no folder {home.parent}")
        part = Path(tempfile.mkdtemp(prefix=".sealwright-", dir=home if there else home.parent))
    except OSError as error:
        raise _named(error, target) from None
    except RuntimeError:  # of resolve()
        raise UsageError(f"{target}: a link that leads to itself; name a folder") from None
    try:
        texts = make()
        _fill(part, home, target, texts, inside=there)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return sorted(texts)


def _fill(part: Path, home: Path, target: Path, texts: Mapping[str, str], *, inside: bool) -> None:
    new = part / "new"
    try:
        new.mkdir()  # with the user's rights, where a temporary folder has none for others
        for name, text in texts.items():
            file = new / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        if home.exists() and [*home.iterdir()] != [part] * inside:
            raise UsageError(f"{target}: no longer empty; name another folder")
        if inside:
            for each in new.iterdir():
                each.rename(home / each.name)
        else:
            new.rename(home)
    except OSError as error:
        raise _named(error, target) from None


def _named(error: OSError, target: Path) -> UsageError:
    """The user knows the target, not the names that the files have meanwhile."""
    error.filename = str(target)
    return os_error(error)

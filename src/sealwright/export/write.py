# SPDX-License-Identifier: Apache-2.0
"""A folder of texts, which is there as a whole or not at all."""

import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from sealwright.base.errors import UsageError
from sealwright.base.streams import os_error


def written(target: Path, make: Callable[[], Mapping[str, str]]) -> list[str]:
    """Writes the texts that `make` returns by the names of their files; returns these names.

    What is wrong with the target shows before `make` is called. The target may be new, or an empty
    folder, which stays the same one: a shell may stand in it, a link lead to it, or a file system
    begin there. So the files are written inside it, and moved up when all are complete.
    """
    home = target.resolve()
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise UsageError(f"{target}: exists; name a new or an empty folder")
    if not home.parent.is_dir():
        raise UsageError(f"{target}: there is no folder {home.parent}")
    new = not home.exists()
    try:
        if new:
            home.mkdir()
        part = Path(tempfile.mkdtemp(prefix=".sealwright-", dir=home))
    except OSError as error:
        raise _named(error, target) from None
    try:
        texts = make()
        _fill(part, home, target, texts)
    finally:
        shutil.rmtree(part, ignore_errors=True)
        with suppress(OSError):  # not where the files have arrived
            if new:
                home.rmdir()
    return sorted(texts)


def _fill(part: Path, home: Path, target: Path, texts: Mapping[str, str]) -> None:
    try:
        for name, text in texts.items():
            file = part / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        if [*home.iterdir()] != [part]:
            raise UsageError(f"{target}: no longer empty; name another folder")
        for each in part.iterdir():
            each.rename(home / each.name)
    except OSError as error:
        raise _named(error, target) from None


def _named(error: OSError, target: Path) -> UsageError:
    """The user knows the target, not the names that the files have meanwhile."""
    error.filename = str(target)
    return os_error(error)

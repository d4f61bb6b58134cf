# SPDX-License-Identifier: Apache-2.0
"""Results of slow tools, kept under a hash of everything they depend on.

They are in the folder SEALWRIGHT_CACHE, which several checkouts may use together, since no digest
depends on the path of a checkout; without it in `build/cache`, or in the user's folder for caches
when the package is installed.

An entry is a folder that appears by one atomic rename, so it is either absent or complete; one that
was damaged later is made again. A lock file per entry makes a second process wait for the first
instead of doing the same work.
"""

import errno
import fcntl
import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sealwright.base.console import progress
from sealwright.base.errors import UsageError
from sealwright.base.files import cache_home, relative, repo_root

_DIGESTS = ".digests"  # of the files of an entry, beside them
_REMEDY = "set SEALWRIGHT_CACHE to another one"
# A path that make and the shell take as it is; scripts/setup.sh says the same of the checkout.
_PLAIN = re.compile(r"[A-Za-z0-9_./+@=,~-]+")


def cache_dir() -> Path:
    """The root of the cache; `make clean` removes the one in the checkout."""
    named = os.environ.get("SEALWRIGHT_CACHE")
    try:
        found = Path(named).expanduser().absolute() if named else cache_home()
    except RuntimeError as error:  # ~ of nobody
        raise UsageError(f"SEALWRIGHT_CACHE: {named}: {error}; {_REMEDY}") from None
    return plain(found, _REMEDY)


def plain(folder: Path, remedy: str) -> Path:
    """The folder itself; UsageError with the remedy if the tools do not take its name."""
    if not _PLAIN.fullmatch(str(folder)):
        what = "Verilator takes folders of a-z, A-Z, 0-9 and _./+@=,~- only"
        raise UsageError(f"{folder}: {what}; {remedy}")
    return folder


def digest(*parts: object) -> str:
    """A short digest of JSON-able values, independent of the order of dictionary keys."""
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def file_digests(paths: Iterable[Path]) -> list[tuple[str, str]]:
    """Name and digest of the content of each file: a part for `digest`.

    For a file outside the checkout only the last part of its name counts, not its folder.
    """
    names = [(relative(p) if p.is_relative_to(repo_root()) else p.name, p) for p in paths]
    return [(name, hashlib.sha256(p.read_bytes()).hexdigest()) for name, p in names]


@contextmanager
def locked(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Holds an exclusive lock on `path`; the kernel releases it if this process dies.

    While it waits it says so; without `wait`, BlockingIOError if another process has the lock.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not wait:
                raise
            what = f"{path.parent.name}/{path.stem.strip('.')}"
            progress(f"waiting for another process, which is making {what} ...")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def entry(kind: str, key: str, make: Callable[[Path], None]) -> Path:
    """The folder of an entry; `make` fills a scratch folder when there is none, or none whole."""
    final = cache_dir() / kind / key
    if _whole(final):
        return final
    lock = final.with_name(f".{key}.lock")
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        lock.touch()
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}; {_REMEDY}") from None
    _sweep(final.parent)
    with locked(lock):
        if _whole(final):
            return final
        shutil.rmtree(final, ignore_errors=True)
        with (
            _full_disk_named(final.parent),
            tempfile.TemporaryDirectory(prefix=f".{key}.", dir=final.parent) as scratch,
        ):
            make(Path(scratch))
            files = [path for path in Path(scratch).rglob("*") if path.is_file()]
            digests = {str(path.relative_to(scratch)): _digest(path) for path in files}
            (Path(scratch) / _DIGESTS).write_text(json.dumps(digests))
            Path(scratch).rename(final)
    return final


@contextmanager
def _full_disk_named(folder: Path) -> Iterator[None]:
    """Says which disk is full: errors of writing name no file, those of a copied folder many."""
    try:
        yield
    except OSError as error:
        for reason in map(os.strerror, (errno.ENOSPC, errno.EDQUOT)):
            if reason in str(error):
                raise UsageError(f"{folder}: {reason}; {_REMEDY}") from None
        raise


def _whole(folder: Path) -> bool:
    """Whether all files of an entry are there, and as they were."""
    try:
        digests = json.loads((folder / _DIGESTS).read_text())
        return all(_digest(folder / name) == kept for name, kept in digests.items())
    except (OSError, ValueError, AttributeError):  # AttributeError: no dictionary
        return False


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sweep(folder: Path) -> None:
    """Removes the scratch of processes that were killed, which no longer hold its lock."""
    for scratch in folder.glob(".*.*/"):
        lock = scratch.with_name(f"{scratch.name.rpartition('.')[0]}.lock")
        with suppress(BlockingIOError), locked(lock, wait=False):
            shutil.rmtree(scratch, ignore_errors=True)


def json_entry(kind: str, key: str, compute: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The dictionary stored under a key; `compute` makes it when there is none yet."""

    def make(folder: Path) -> None:
        (folder / "result.json").write_text(json.dumps(compute(), indent=2))

    result: dict[str, Any] = json.loads((entry(kind, key, make) / "result.json").read_text())
    return result

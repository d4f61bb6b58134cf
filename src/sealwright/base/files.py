# SPDX-License-Identifier: Apache-2.0
"""Where the sources are: their root, the RTL file lists, and what each file includes.

In a checkout the sources are the checkout's. An installed package has a copy of what its commands
read (see setup.py), below `sealwright/sources`, in the same folders.

A file list `rtl/<library>/<library>.f` names one file per line, in compile order, relative to the
root, so that any tool run there can take it with `-f`; `//` and `#` start comments. Paths handed
around by the toolkit are relative to the root too: cache keys and results do not depend on where
the sources lie.
"""

import os
import re
from collections import deque
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from sealwright.base.errors import UsageError

LIBRARIES = (
    *("common", "gf", "aes", "engine", "aes_stream"),
    *("ghash", "message", "gcm", "cwc", "sector", "ocp_lock"),
)
INCLUDE_DIRS = ("rtl/common",)

_INCLUDE = re.compile(r'^\s*`include\s+"([^"]+)"', re.MULTILINE)
_COMMENT = re.compile(r"(//|#).*")


PACKAGE = Path(__file__).resolve().parents[1]  # the folder `sealwright`


@cache
def in_checkout() -> bool:
    """Whether this package runs in its checkout, and not from where a wheel was installed."""
    return PACKAGE.parent.name == "src" and (PACKAGE.parents[1] / "rtl").is_dir()


def need_checkout(what: str) -> None:
    """Refuses what works on the sources themselves where there are only copies of them."""
    if not in_checkout():
        raise UsageError(f"{what} needs the checkout of the sources, not an installed package")


@cache
def repo_root() -> Path:
    """The root of the sources: the checkout, or the copy in an installed package."""
    root = PACKAGE.parents[1] if in_checkout() else PACKAGE / "sources"
    if not (root / "rtl").is_dir():
        raise UsageError(f"{root}: no rtl folder here; install with `pip install` in a checkout")
    return root


def cache_home() -> Path:
    """Where results of slow tools are kept: `build/cache`, or the user's folder for caches."""
    if in_checkout():
        return repo_root() / "build" / "cache"
    named = os.environ.get("XDG_CACHE_HOME", "")
    home = Path(named) if Path(named).is_absolute() else Path.home() / ".cache"
    return home / "sealwright"


def resolve(path: str | Path) -> Path:
    """A path relative to the root (or absolute) as an absolute path of an existing file."""
    full = repo_root() / path
    if not full.is_file():
        raise UsageError(f"{path}: no such file in {repo_root()}")
    return full


def relative(path: Path) -> str:
    """`path` relative to the root where it lies below it, else as it is."""
    return str(path.relative_to(repo_root())) if path.is_relative_to(repo_root()) else str(path)


def list_file(library: str) -> Path:
    """The file list of a library."""
    if library not in LIBRARIES:
        raise UsageError(f"unknown RTL library {library!r}; there are {', '.join(LIBRARIES)}")
    return resolve(f"rtl/{library}/{library}.f")


def library_files(*libraries: str) -> list[str]:
    """The files of these libraries in compile order, relative to the root."""
    lines = [line for name in libraries for line in list_file(name).read_text().splitlines()]
    names = (_COMMENT.sub("", line).strip() for line in lines)
    return [relative(resolve(name)) for name in names if name]


def rtl_files(last: str = LIBRARIES[-1]) -> list[str]:
    """The files of every library up to and including `last`, in compile order."""
    if last not in LIBRARIES:
        raise UsageError(f"unknown RTL library {last!r}; there are {', '.join(LIBRARIES)}")
    return library_files(*LIBRARIES[: LIBRARIES.index(last) + 1])


@cache
def _includes(path: Path, changed: int) -> tuple[str, ...]:
    """What a file includes, by the names in it; `changed` is when it was written."""
    return tuple(_INCLUDE.findall(path.read_text()))


def with_includes(files: Iterable[str | Path]) -> list[Path]:
    """The files and, recursively, everything that they include: what a build depends on."""
    found: dict[Path, None] = {}
    queue = deque(map(resolve, files))
    while queue:
        path = queue.popleft()
        if path in found:
            continue
        found[path] = None
        folders = [path.parent, *(repo_root() / folder for folder in INCLUDE_DIRS)]
        for name in _includes(path, path.stat().st_mtime_ns):
            queue += [folder / name for folder in folders if (folder / name).is_file()][:1]
    return list(found)

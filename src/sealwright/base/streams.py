# SPDX-License-Identifier: Apache-2.0
"""Files as a command line takes them: `-` for standard streams, outputs that appear when complete.

An output file is written under another name and renamed at the end. What goes to standard output,
a device or a pipe is kept back in a temporary file until the command has succeeded. After a failure
there is nothing: neither a partial file nor a partial stream.
"""

import io
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

from sealwright.base.errors import UsageError

STANDARD = "-"
_SPOOL_MEMORY = 2**24
_ALL = 0o7777


def os_error(error: OSError) -> UsageError:
    """An error of the operating system as one line: the file's name and what is wrong."""
    reason = error.strerror or str(error)
    return UsageError(f"{error.filename}: {reason}" if error.filename else reason)


@contextmanager
def naming(name: str) -> Iterator[None]:
    """An error of the operating system in this block that names no file is one of this file.

    Those of opening a file name it, those of writing do not.
    """
    try:
        yield
    except OSError as error:
        error.filename = error.filename or name
        raise


def read_file(name: str, limit: int, what: str) -> bytes:
    """A whole file of at most that many bytes; `what` names it in the error if it has more."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise os_error(error) from None
    if len(data) > limit:
        raise UsageError(f"{name}: longer than {limit} bytes: {what}")
    return data


@contextmanager
def input_stream(name: str) -> Iterator[IO[bytes]]:
    """A file, or standard input for `-`."""
    if name == STANDARD:
        if sys.stdin is None:
            raise UsageError("standard input is closed")
        yield sys.stdin.buffer
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(name).open("rb"))
        except OSError as error:
            raise os_error(error) from None
        yield stream


def is_standard_output(name: str) -> bool:
    """Whether this is standard output: `-`, or one of its names as a file, like /dev/stdout."""
    try:
        return name == STANDARD or os.path.samestat(Path(name).stat(), os.fstat(1))
    except OSError:
        return False


def permissions(stream: IO[bytes]) -> int:
    """Those of the file that is read; all of them if it is a pipe, a terminal or the like."""
    try:
        mode = os.fstat(stream.fileno()).st_mode
    except OSError:
        return _ALL
    return stat.S_IMODE(mode) if stat.S_ISREG(mode) else _ALL


@contextmanager
def output_stream(name: str, most: int = _ALL) -> Iterator[IO[bytes]]:
    """A file that appears when the block ends without an exception, with permissions `most`."""
    given = Path(name)
    if is_standard_output(name):
        with _spooled(None) as spool:
            yield spool
    elif given.exists() and not given.is_file() and not given.is_dir():
        with _spooled(given) as spool:
            yield spool
    else:  # a link stays, what it points to is replaced
        with _replaced(name, Path(os.path.realpath(name)), most) as part:
            yield part


class _Spool(tempfile.SpooledTemporaryFile[bytes]):
    """Bytes in memory, and in the folder for temporary files when they are many."""

    def write(self, data: Any) -> int:
        with naming(tempfile.gettempdir()):
            return super().write(data)


class _Part(io.FileIO):
    """An open file that is going to have another name."""

    def __init__(self, handle: int, final: str) -> None:
        super().__init__(handle, "wb")
        self._final = final

    def write(self, data: Any) -> int:
        with naming(self._final):
            return super().write(data)


@contextmanager
def _spooled(target: Path | None) -> Iterator[IO[bytes]]:
    with _Spool(max_size=_SPOOL_MEMORY) as spool:
        yield spool
        with naming(tempfile.gettempdir()):
            spool.seek(0)  # writes what is still in a buffer
        if target is None:
            with naming("standard output"):
                shutil.copyfileobj(spool, sys.stdout.buffer)
                sys.stdout.buffer.flush()
        else:
            with naming(str(target)), target.open("wb") as device:
                shutil.copyfileobj(spool, device)


@contextmanager
def _replaced(name: str, path: Path, most: int) -> Iterator[IO[bytes]]:
    if path.is_dir():
        raise UsageError(f"{name}: Is a directory")
    if path.exists() and not os.access(path, os.W_OK):
        raise UsageError(f"{name}: Permission denied")
    try:
        handle, part = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from None
    try:
        with io.BufferedWriter(_Part(handle, name)) as stream:
            yield stream
        umask = os.umask(0)
        os.umask(umask)
        usual = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~umask
        Path(part).chmod(usual & most)
        Path(part).replace(path)
    finally:
        Path(part).unlink(missing_ok=True)

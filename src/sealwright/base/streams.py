# SPDX-License-Identifier: Apache-2.0
"""Files as a command line takes them: `-` for standard streams, outputs that appear when complete.

An output file is written under another name and renamed at the end. Standard output (or
to a device or pipe) is kept back in a temporary file until the command has succeeded. After a
failure there is nothing: neither a partial file nor a partial stream.
"""

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from sealwright.base.errors import UsageError

STANDARD = "-"
_SPOOL_MEMORY = 2**24


def os_error(error: OSError) -> UsageError:
    """An error of the operating system as one line: the file's name and what is wrong."""
    reason = error.strerror or str(error)
    return UsageError(f"{error.filename}: {reason}" if error.filename else reason)


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


@contextmanager
def output_stream(name: str) -> Iterator[IO[bytes]]:
    """A file that appears when the block ends without an exception."""
    path = Path(os.path.realpath(name))  # a link stays, what it points to is replaced
    if name == STANDARD:
        with _spooled(None) as spool:
            yield spool
    elif path.exists() and not path.is_file() and not path.is_dir():
        with _spooled(path) as spool:
            yield spool
    else:
        with _replaced(name, path) as part:
            yield part


@contextmanager
def _spooled(target: Path | None) -> Iterator[IO[bytes]]:
    with tempfile.SpooledTemporaryFile(max_size=_SPOOL_MEMORY) as spool:
        yield spool
        spool.seek(0)
        if target is None:
            shutil.copyfileobj(spool, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        try:
            with target.open("wb") as device:
                shutil.copyfileobj(spool, device)
        except BrokenPipeError:
            raise  # the reader has closed its end, as for standard output
        except OSError as error:
            raise UsageError(f"{target}: {error.strerror}") from None


@contextmanager
def _replaced(name: str, path: Path) -> Iterator[IO[bytes]]:
    if path.is_dir():
        raise UsageError(f"{name}: Is a directory")
    if path.exists() and not os.access(path, os.W_OK):
        raise UsageError(f"{name}: Permission denied")
    try:
        handle, part = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from None
    remove = partial(Path(part).unlink, missing_ok=True)
    atexit.register(remove)  # for an end by a signal
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        umask = os.umask(0)
        os.umask(umask)
        Path(part).chmod(path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~umask)
        Path(part).replace(path)
    finally:
        remove()
        atexit.unregister(remove)

# SPDX-License-Identifier: Apache-2.0
"""How long slow work has taken so far, and how long it took the last time."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sealwright.base.console import progress
from sealwright.base.store import cache_dir, digest

_PERIOD = 30.0  # seconds between two lines
_KNOWN = 10.0  # what takes less was in the cache, at least in parts


@contextmanager
def timed(what: str, *work: object) -> Iterator[None]:
    """Says every half minute how long the work in this block lasts; `work` tells it from others.

    The sources may have changed since the last time: it is about as long.
    """
    path = cache_dir() / "durations" / digest(*work)
    before = _last(path)
    progress(f"{what} ({before or 'minutes'}, unless known already) ...")
    start, ended = time.monotonic(), threading.Event()

    def tell() -> None:
        while not ended.wait(_PERIOD):
            taken = _words(time.monotonic() - start)
            progress(f"{what}: {taken}{f' of {before}' if before else ''}")

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
    seconds = time.monotonic() - start
    if seconds >= _KNOWN:
        with suppress(OSError):  # the work is done, whether this is kept or not
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{seconds:.0f}")


def _last(path: Path) -> str:
    """In words; empty if it is not known."""
    try:
        return f"about {_words(float(path.read_text()))}"
    except (OSError, ValueError):
        return ""


def _words(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"

# SPDX-License-Identifier: Apache-2.0
"""A harness in a shared library: opened, used, closed."""

import ctypes
from types import TracebackType
from typing import Self

from sealwright.base.errors import UsageError


class Simulation:
    """Owns the harness behind a handle; use it as a context manager."""

    def __init__(self, lib: ctypes.CDLL, handle: int) -> None:
        self._lib = lib
        self._handle: int | None = handle

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the simulation and finishes a waveform; further calls do nothing."""
        if self._handle is not None:
            self._lib.seal_destroy(self._handle)
        self._handle = None

    def _open(self) -> int:
        if self._handle is None:
            raise UsageError("the simulation has been closed")
        return self._handle


def view(pointer: int | None, size: int) -> bytes:
    """Bytes that the harness holds."""
    return ctypes.string_at(pointer, size) if pointer and size else b""

# SPDX-License-Identifier: Apache-2.0
"""A harness in a shared library: opened, used, closed (see harness.h)."""

import ctypes
import errno
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sealwright.base.console import progress
from sealwright.base.errors import CheckFailed, UsageError

HANDLE, TEXT = ctypes.c_void_p, ctypes.c_char_p
NUMBER, LONG = ctypes.c_uint32, ctypes.c_uint64
_REPORT_SECONDS = 5.0  # between two reports of progress
Signature = tuple[object, Sequence[object]]  # of a C function: its result, its arguments

_SHARED: Mapping[str, Signature] = {  # defined by harness.h
    "seal_destroy": (None, [HANDLE]),
    "seal_reset": (None, [HANDLE]),
    "seal_trace": (None, [HANDLE, TEXT, LONG, LONG]),
    "seal_stop_trace": (None, [HANDLE]),
    "seal_trace_error": (ctypes.c_int, [HANDLE]),
    "seal_report": (TEXT, [HANDLE]),
    "seal_cycles": (ctypes.POINTER(LONG), [HANDLE]),
}

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # the toolkit's own are in a temporary folder


class Simulation:
    """Owns a harness by its handle; use it as a context manager.

    `own` are the functions of the family's harness, `create` the arguments of `seal_create`, which
    is one of them.
    """

    def __init__(self, library: Path, own: Mapping[str, Signature], create: Sequence[Any]) -> None:
        self._lib = ctypes.CDLL(str(library))
        for name, (result, arguments) in {**_SHARED, **own}.items():
            function = getattr(self._lib, name)
            function.restype, function.argtypes = result, list(arguments)
        self._handle: int | None = self._lib.seal_create(*create)
        self._waveform = Path()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except UsageError:
            if kind is None:  # an error that came first is the one to see
                raise

    def close(self) -> None:
        """Ends the simulation and finishes a waveform; further calls do nothing."""
        if self._handle is None:
            return
        try:
            self.stop_trace()
        finally:
            self._lib.seal_destroy(self._handle)
            self._handle = None

    def reset(self) -> None:
        """Pulses `rst_ni`: no slot has a key afterwards, everything else is as it was left."""
        self._lib.seal_reset(self._open())

    def trace(self, path: Path, *, delay: int = 0, cycles: int = 1 << 62) -> None:
        """Writes a VCD waveform of `cycles` cycles, starting `delay` cycles from now."""
        self.stop_trace()  # of the one before: its error is lost when the next begins
        self._waveform = Path(path)
        self._lib.seal_trace(self._open(), str(path).encode(), delay, cycles)
        self._refuse_torn_waveform()

    def stop_trace(self) -> None:
        """Finishes the waveform; UsageError if not all of it could be written."""
        self._lib.seal_stop_trace(self._open())
        self._refuse_torn_waveform()

    def _refuse_torn_waveform(self) -> None:
        code = self._lib.seal_trace_error(self._open())  # once
        if code:
            remedy = "; set TMPDIR to another folder" if code in _FULL else ""
            raise UsageError(f"{self._waveform}: {os.strerror(code)}, for a waveform{remedy}")

    def _open(self) -> int:
        if self._handle is None:
            raise UsageError("the simulation has been closed")
        return self._handle

    def _run(self, function: Callable[..., int], *arguments: object) -> int:
        """Calls a function that simulates, in a thread of its own: this one hears signals."""
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(function, self._open(), *arguments)
            while wait([running], _REPORT_SECONDS).not_done:
                start, now = self._span()
                progress(f"simulating: {now - start:,} cycles")
        return running.result()

    def _report(self) -> str:
        """What was wrong with the last run, a line for each violation."""
        text: str = self._lib.seal_report(self._open()).decode()
        return text.rstrip()

    def _refuse(self, violations: int, where: str) -> None:
        """CheckFailed if there were any; `where` repeats the run."""
        if violations:
            report = "; ".join(self._report().splitlines())
            raise CheckFailed(f"protocol broken ({where}): {report}")

    def _span(self) -> tuple[int, int]:
        """The cycles of the last run: its first, and one past its last."""
        start, end = self._lib.seal_cycles(self._open())[0:2]
        return start, end


def view(pointer: int | None, size: int) -> bytes:
    """Bytes that the harness holds."""
    return ctypes.string_at(pointer, size) if pointer and size else b""

# SPDX-License-Identifier: Apache-2.0
"""A simulated core that works on a file."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar

from sealwright.tools.packet.sim import PacketSim

SimT = TypeVar("SimT", bound=PacketSim[Any, Any, Any])
Progress = Callable[[int], None]  # called with 0 at the start, then with the bytes done so far


class Session(ABC, Generic[SimT]):
    """A simulation that starts with its first use; use it as a context manager.

    So mistakes in arguments and files are reported before anything is built.
    """

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress or (lambda done: None)
        self._sim: SimT | None = None
        self.bytes = self.cycles = 0

    @abstractmethod
    def _start(self) -> SimT:
        """The simulation, ready for use."""

    def sim(self) -> SimT:
        """The same; it is started once."""
        if self._sim is None:
            self._sim = self._start()
            self._progress(0)
        return self._sim

    def _done(self, amount: int, cycles: int) -> None:
        """So many bytes more have been worked on."""
        self.bytes += amount
        self.cycles += cycles
        self._progress(self.bytes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._sim is not None:
            self._sim.close()

# SPDX-License-Identifier: Apache-2.0
"""Sealer and opener of containers on a simulated core: what `container` calls for each batch.

The simulation starts with the first batch, so that mistakes in arguments and headers are reported
before anything is built. The key is in slot 0; chunks follow each other back to back.
"""

from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.container import TAG, ChunkJob
from sealwright.families.message.sim import (
    Cause,
    KeyLoad,
    Message,
    MessageResult,
    MessageSim,
    Op,
    WaitReady,
)

RUN_BYTES = 2**18  # of text between two reports of progress

Progress = Callable[[int], None]  # called with 0 at the start, then with the bytes done so far


def check_key_size(config: MessageConfig, size: int) -> None:
    """UsageError for a key that the core has no rounds for."""
    sizes = [bits // 8 for bits in config.key_sizes]
    if size not in sizes:
        expected = " or ".join(map(str, sorted(sizes)))
        raise UsageError(f"key of {size} bytes: {config.name} takes {expected}")


class CoreSealer:
    """GCM under one key on a simulated core; use it as a context manager."""

    def __init__(self, config: MessageConfig, key: bytes, progress: Progress | None = None) -> None:
        check_key_size(config, len(key))
        self.config, self._key = config, key
        self._progress = progress or (lambda done: None)
        self._sim: MessageSim | None = None
        self.bytes = self.cycles = self.messages = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._sim is not None:
            self._sim.close()

    def run(self, messages: list[Message]) -> list[MessageResult]:
        """Plays messages back to back; refusals other than a wrong tag are errors."""
        if self._sim is None:
            self._sim = MessageSim(self.config.simulated().rtl_params())
            self._sim.run([KeyLoad(0, self._key), WaitReady(0)])
            self._progress(0)
        played = self._sim.run(messages)
        for result in played.messages:
            if not result.passed and result.cause != Cause.TAG_MISMATCH:
                raise CheckFailed(f"{self.config.name} refused a message: {result.cause.name}")
        self.cycles += played.cycles
        self.messages += len(messages)
        self.bytes += sum(len(message.text) for message in messages)
        self._progress(self.bytes)
        return list(played.messages)

    def seal(self, batch: list[ChunkJob]) -> list[bytes]:
        """A `container.Sealer`."""
        sealed: list[bytes] = []
        for part in _portions(batch):
            results = self.run([Message(iv=job.iv, text=job.data) for job in part])
            sealed += [result.text + result.tag for result in results]
        return sealed

    def open(self, batch: list[ChunkJob]) -> list[bytes | None]:
        """A `container.Opener`."""
        opened: list[bytes | None] = []
        for part in _portions(batch):
            results = self.run([_to_open(job) for job in part])
            opened += [result.text if result.passed else None for result in results]
        return opened


def _to_open(job: ChunkJob) -> Message:
    return Message(op=Op.OPEN, iv=job.iv, text=job.data[:-TAG], tag=job.data[-TAG:])


def _portions(batch: list[ChunkJob]) -> Iterator[list[ChunkJob]]:
    """A batch in runs of about RUN_BYTES."""
    part: list[ChunkJob] = []
    held = 0
    for job in batch:
        part.append(job)
        held += len(job.data)
        if held >= RUN_BYTES:
            yield part
            part, held = [], 0
    if part:
        yield part

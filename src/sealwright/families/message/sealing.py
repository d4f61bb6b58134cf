# SPDX-License-Identifier: Apache-2.0
"""Sealer and opener of containers on a simulated core: what `container` calls for each batch.

The simulation starts with the first batch, so that mistakes in arguments and headers are reported
before anything is built. The key is in slot 0; chunks follow each other back to back.
"""

from collections.abc import Iterator

from sealwright.base.console import counted
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
from sealwright.families.packet.session import Progress, Session

RUN_BYTES = 2**18  # of text between two reports of progress


def check_core(config: MessageConfig, size: int, *ops: Op, raw: bool = False) -> None:
    """UsageError for a core without GCM, of which files are made, or without rounds for a key.

    So for one that lacks an operation, `ops`.
    A bare message (`raw`) may be one of XAES-256-GCM, too.
    """
    if config.mode.name == "xaes-256-gcm" and not raw:
        raise UsageError(f"{config.name} seals bare messages only: add --raw and --iv")
    if config.mode.name not in ("gcm", "xaes-256-gcm"):
        raise UsageError(
            f"{config.name} works in mode {config.mode.name}: files are sealed with GCM, for "
            "example by gcm-default"
        )
    for op in ops:
        if op not in config.ops:
            raise UsageError(f"{config.name} cannot {op.name.lower()}")
    sizes = [bits // 8 for bits in config.key_sizes]
    if size not in sizes:
        expected = " or ".join(map(str, sorted(sizes)))
        raise UsageError(f"key of {counted(size, 'byte')}: {config.name} takes {expected}")


class CoreSealer(Session[MessageSim]):
    """GCM under one key on a simulated core."""

    def __init__(self, config: MessageConfig, key: bytes, progress: Progress | None = None) -> None:
        super().__init__(progress)
        check_core(config, len(key), raw=True)
        self.config, self._key = config, key
        self.messages = 0

    def _start(self) -> MessageSim:
        sim = MessageSim(self.config.simulated())
        sim.run([KeyLoad(0, self._key), WaitReady(0)])
        return sim

    def run(self, messages: list[Message]) -> list[MessageResult]:
        """Plays messages back to back; refusals other than a wrong tag are errors."""
        played = self.sim().run(messages)
        for result in played.messages:
            if not result.passed and result.cause != Cause.TAG_MISMATCH:
                raise CheckFailed(f"{self.config.name} refused a message: {result.cause.name}")
        self.messages += len(messages)
        self._done(sum(len(message.text) for message in messages), played.cycles)
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

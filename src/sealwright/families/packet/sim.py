# SPDX-License-Identifier: Apache-2.0
"""Bulk simulation of a core by its configuration (see sealwright.tools.packet.sim)."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from sealwright.families.packet.config import PacketConfig
from sealwright.tools.packet.events import Records
from sealwright.tools.packet.sim import PacketSim, RunResult

C = TypeVar("C", bound=PacketConfig)
PackerT = TypeVar("PackerT", bound=Records)
EventT = TypeVar("EventT")
ResultT = TypeVar("ResultT", bound=RunResult)


class CoreSim(PacketSim[PackerT, EventT, ResultT], Generic[C, PackerT, EventT, ResultT]):
    """A simulated core; use it as a context manager."""

    harness: ClassVar[Path]  # of the family

    def __init__(
        self,
        config: C,
        files: Sequence[str | Path] | None = None,
        *,
        seed: int = 1,
        watchdog: int = 20_000,
        trace: bool = False,
    ) -> None:
        super().__init__(
            config.top,
            config.files() if files is None else files,
            config.rtl_params(),
            self.harness,
            id_width=config.id_width,
            seed=seed,
            watchdog=watchdog,
            trace=trace,
            stream=config.stream,
        )
        self.config = config

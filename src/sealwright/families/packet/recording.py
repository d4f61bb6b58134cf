# SPDX-License-Identifier: Apache-2.0
"""Runs of simulated cores with a waveform of some of their signals."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from sealwright.cores.config import CoreConfig
from sealwright.report.vcd import Wave, read_vcd
from sealwright.tools import verilator
from sealwright.tools.packet.sim import PacketSim, RunResult
from sealwright.tools.traffic import Traffic

ResultT = TypeVar("ResultT", bound=RunResult)


def sources(config: CoreConfig) -> list[str | Path]:
    """The files of a core, and the setting by which Verilator keeps signals for waveforms."""
    return [Path(verilator.__file__).with_name("trace.vlt"), *config.files()]


def recorded(
    sim: PacketSim[Any, Any, ResultT],
    before: Sequence[Any],
    events: Sequence[Any],
    signals: Sequence[str],
    traffic: Traffic | None = None,
) -> tuple[Wave, ResultT]:
    """Plays events after others that are not recorded: the signals, and the answers."""
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        path = Path(folder) / "wave.vcd"
        sim.run(before)
        sim.trace(path)
        played = sim.run(events, traffic)
        sim.stop_trace()
        return read_vcd(path, signals), played

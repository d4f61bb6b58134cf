# SPDX-License-Identifier: Apache-2.0
"""The waveform of a command for two data units, drawn from a simulation."""

from collections.abc import Callable, Mapping

from sealwright.base.errors import UsageError
from sealwright.families import load_core
from sealwright.families.packet.recording import recorded, sources
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.sim import Event, KeyLoad, Op, Section, SectorSim, Units, WaitReady
from sealwright.report.vcd import Wave
from sealwright.report.waves import Waves

CORE = "sector-xts"
UNIT, FIRST = 40, 1000  # bytes of a data unit, number of the first one
_COMMAND = tuple(f"s_cmd_{name}" for name in ("valid", "ready", "op", "slot", "unit", "count"))
_BEATS = ("tvalid", "tready", "tuser", "tdata", "tkeep", "tlast")
_STATUS = tuple(f"m_status_{name}" for name in ("valid", "ready", "pass"))
_PACKETS = tuple(f"{side}_axis_{name}" for side in "sm" for name in _BEATS)


def _recording(config: SectorConfig) -> Wave:
    key = bytes(range(config.scheme.key_length(config.key_sizes[0])))
    texts = tuple(bytes(range(start, start + UNIT)) for start in (0x40, 0x80))
    ready: list[Event] = [KeyLoad(0, key, UNIT), WaitReady(0)]
    with SectorSim(config, sources(config), trace=True) as sim:
        command = Units(number=FIRST, texts=texts)
        wave, _ = recorded(sim, ready, [command], (*_COMMAND, *_PACKETS, *_STATUS))
    return wave


def _section(user: int) -> str:
    return Section(user & 3).name


def wave_svg(config: SectorConfig, wave: Wave | None = None) -> str:
    """The command, its packet in and out, and its status."""
    wave = wave or _recording(config)
    came = wave.where("s_axis_tvalid", "s_axis_tready")
    busy = {*came, *wave.where("m_axis_tvalid", "m_axis_tready")}
    busy |= {*wave.where("m_status_valid", "m_status_ready")}
    busy |= {*wave.where("s_cmd_valid", "s_cmd_ready")}
    note = (
        f"{config.name}, simulated; two data units of {UNIT} bytes. tdata: byte 0. "
        "Long stretches without a transfer are cut out."
    )
    waves = Waves(wave, busy, came[0], "Encrypting two data units", note, rows=22)
    waves.clock()
    waves.bit("s_cmd_valid")
    waves.bit("s_cmd_ready")
    waves.bus("s_cmd_op", "s_cmd_valid", lambda v: Op(v).name)
    for name in ("slot", "unit", "count"):
        waves.bus(f"s_cmd_{name}", "s_cmd_valid", str)
    waves.stream("s_axis", _section)
    waves.stream("m_axis", _section)
    for name in _STATUS:
        waves.bit(name)
    waves.breaks()
    return waves.drawing.render()


def pictures() -> Mapping[str, Callable[[], str]]:
    """The waveform of the documents."""
    core = load_core(CORE)
    if not isinstance(core, SectorConfig):
        raise UsageError(f"{CORE} is no sector engine")
    return {"wave_sector.svg": lambda: wave_svg(core)}

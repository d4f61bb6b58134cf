# SPDX-License-Identifier: Apache-2.0
"""Waveforms of one message, drawn from a simulation, for integrators."""

from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.recording import Recording, opened, record, sealed_message
from sealwright.families.message.sim import Op, Section
from sealwright.report.waves import Waves, first_byte


def wave_recording(config: MessageConfig, op: Op) -> Recording:
    """A message with one block of AAD and two and a half of text."""
    message = sealed_message(5 * BLOCK // 2, BLOCK, 1, max(config.mode.tag_sizes))
    played = message if op == Op.SEAL else opened(config.mode, message)
    return record(config, [("", played)], inside=False)


def _section(value: int) -> str:
    return Section(value & 3).name


def wave_svg(config: MessageConfig, op: Op, recording: Recording | None = None) -> str:
    """One message: command, beats in, beats out, status."""
    recording = recording or wave_recording(config, op)
    wave, first = recording.wave, recording.beats_in[0].cycle
    busy = {beat.cycle for beat in (*recording.beats_in, *recording.beats_out)}
    busy |= {*recording.status, *wave.where("s_cmd_valid", "s_cmd_ready")}
    verb = "Sealing" if op == Op.SEAL else "Opening"
    note = (
        f"{config.name}, simulated; 16 bytes of AAD, 40 of text. "
        "iv and tdata: byte 0. Long stretches without a transfer are cut out."
    )
    waves = Waves(wave, busy, first, f"{verb} a message", note, rows=21)
    waves.clock()
    waves.bit("s_cmd_valid")
    waves.bit("s_cmd_ready")
    waves.bus("s_cmd_op", "s_cmd_valid", lambda v: Op(v).name)
    waves.bus("s_cmd_slot", "s_cmd_valid", str)
    waves.bus("s_cmd_iv", "s_cmd_valid", first_byte)
    waves.stream("s_axis", _section)
    waves.stream("m_axis", _section)
    waves.bit("m_status_valid")
    waves.bit("m_status_ready")
    waves.bit("m_status_pass")
    waves.breaks()
    return waves.drawing.render()

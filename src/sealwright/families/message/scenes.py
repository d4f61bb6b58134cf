# SPDX-License-Identifier: Apache-2.0
"""Waveforms of what else happens at the ports: key load, back-pressure, abort, zeroise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.recording import KEY, sealed_message, trace
from sealwright.families.message.sim import Event, KeyLoad, Message, Section, Zeroise
from sealwright.report.waves import Label, Waves
from sealwright.tools.traffic import Traffic


@dataclass(frozen=True)
class Scene:
    """Events under the key in slot 0, and the signals that show them: bits, and buses by label."""

    title: str
    note: str
    events: Sequence[Event]
    bits: Sequence[str]
    traffic: Traffic | None = None


def _section(user: int) -> str:
    name = Section(user & 3).name
    return f"{name}!" if user & 4 else name


# Buses: the signal that says when they mean something, and what their values are called.
BUSES: Mapping[str, tuple[str, Label]] = {
    "s_key_slot": ("s_key_valid", str),
    "m_key_cause": ("m_key_valid", str),
    "s_cmd_slot": ("s_cmd_valid", str),
    "s_axis_tuser": ("s_axis_tvalid", _section),
    "m_axis_tuser": ("m_axis_tvalid", _section),
    "m_axis_tkeep": ("m_axis_tvalid", lambda v: f"{v:x}"),
    "m_status_cause": ("m_status_valid", str),
    "slot_ready_o": ("", lambda v: f"{v:04b}"),
}
IN = ("s_axis_tvalid", "s_axis_tready", "s_axis_tuser", "s_axis_tlast")
OUT = ("m_axis_tvalid", "m_axis_tready", "m_axis_tuser", "m_axis_tlast")
STATUS = ("m_status_valid", "m_status_cause")


def _aborted() -> Message:
    good = sealed_message(24, BLOCK, 2)
    return Message(op=good.op, iv=good.iv, aad=good.aad, text=good.text, abort=True)


SCENES: Mapping[str, Scene] = {
    "wave_key.svg": Scene(
        "Loading a key",
        "a new key for slot 0. It waits for a message in flight, and the next command for it.",
        [
            sealed_message(24, BLOCK, 1),
            KeyLoad(0, bytes(reversed(KEY))),
            sealed_message(24, BLOCK, 2),
        ],
        (
            *("s_key_valid", "s_key_ready", "s_key_slot", "m_key_valid", "m_key_ready"),
            *("m_key_cause", "slot_ready_o", "s_cmd_valid", "s_cmd_ready", "s_cmd_slot"),
            *("s_axis_tvalid", "s_axis_tready", "m_axis_tvalid", "m_axis_tlast", *STATUS),
        ),
    ),
    "wave_stall.svg": Scene(
        "Back-pressure",
        "a sink that is not ready at first: beats are taken until FIFO and front are full.",
        [Message(text=bytes(120 * BLOCK))],
        (*IN, *OUT, *STATUS, "busy_o"),
        Traffic(seed=1, axis_stall=128, burst=110),
    ),
    "wave_abort.svg": Scene(
        "A message that its source gives up",
        "abort (!) on the last beat; the next message follows at once.",
        [_aborted(), sealed_message(24, BLOCK, 3)],
        ("s_cmd_valid", "s_cmd_ready", *IN, *OUT, "m_axis_tkeep", *STATUS),
    ),
    "wave_zeroise.svg": Scene(
        "Zeroise",
        "in the middle of a message. Its rest is read; its answer ends with abort (!).",
        [Message(aad=bytes(BLOCK), text=bytes(40 * BLOCK)), Zeroise(cycles=34)],
        ("zeroise_i", "busy_o", "slot_ready_o", *IN, *OUT, "m_axis_tkeep", *STATUS),
    ),
}


def scene_svg(config: MessageConfig, scene: Scene) -> str:
    """Only cycles near a change of what is shown."""
    valids = {valid for name, (valid, _) in BUSES.items() if name in scene.bits and valid}
    wave, _ = trace(config, scene.events, sorted({*scene.bits, *valids}), scene.traffic)
    busy = {
        t
        for t in range(1, wave.cycles)
        for name in scene.bits
        if _shown(wave.samples, name, t) != _shown(wave.samples, name, t - 1)
    }
    note = f"{config.name}, simulated: {scene.note} Stretches without a change are cut out."
    waves = Waves(wave, busy, min(busy), scene.title, note, rows=len(scene.bits) + 1)
    waves.clock()
    for name in scene.bits:
        if name in BUSES:
            waves.bus(name, *BUSES[name])
        else:
            waves.bit(name)
    waves.breaks()
    return waves.drawing.render()


def _shown(samples: Mapping[str, Sequence[int]], name: str, cycle: int) -> int:
    """A value, or -1 while the bus means nothing."""
    valid = BUSES[name][0] if name in BUSES else ""
    return -1 if valid and not samples[valid][cycle] else samples[name][cycle]

# SPDX-License-Identifier: Apache-2.0
"""Messages recorded on their way through a simulated GCM core, from its waveform.

Every stage keeps the order of the blocks, so the k-th block of a stage is the k-th that was issued,
and a block is followed by counting.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sealwright.base.errors import CheckFailed
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.limits import without_limits
from sealwright.families.message.sim import (
    Event,
    KeyLoad,
    Message,
    MessageSim,
    Op,
    RunResult,
    WaitReady,
)
from sealwright.families.packet.recording import recorded, sources
from sealwright.model.message import Mode
from sealwright.report.vcd import Wave
from sealwright.tools.traffic import Traffic

KINDS = ("AAD", "TEXT", "END", "IV", "IVLEN")  # request_e of seal_message_pkg
BEAT = ("tvalid", "tready", "tuser", "tdata", "tkeep", "tlast")
IN, OUT = (tuple(f"{side}_axis_{name}" for name in BEAT) for side in "sm")
CONTROL = ("s_cmd_valid", "s_cmd_ready", "s_cmd_op", "s_cmd_slot", "s_cmd_iv")
STATUS = ("m_status_valid", "m_status_ready", "m_status_pass")
INSIDE = ("u_issue.emit", "u_issue.kind", "late_valid", "u_hash.u_schedule.issue")
PORTS = (*IN, *OUT, *CONTROL, *STATUS)
KEY = bytes(range(16))


@dataclass(frozen=True)
class Block:
    """A block on its way: message, what it is, and the cycle of each stage (-1: not there)."""

    message: int
    kind: str
    issue: int
    aes: int  # leaves the AES pipe
    ghash: int  # enters the multiplier


@dataclass(frozen=True)
class Beat:
    """A transfer on a stream."""

    message: int
    section: int
    cycle: int


@dataclass(frozen=True)
class Recording:
    """What happened, counted from the first cycle of interest."""

    labels: tuple[str, ...]
    wave: Wave
    blocks: tuple[Block, ...]
    beats_in: tuple[Beat, ...]
    beats_out: tuple[Beat, ...]
    status: tuple[int, ...]


def sealed_message(text: int, aad: int, index: int, tag_len: int = 16) -> Message:
    """A message to seal; others have other IVs and AAD."""
    iv = bytes([index]) * 12
    return Message(
        op=Op.SEAL,
        iv=iv,
        tag_len=tag_len,
        aad=bytes([0xA0 + index]) * aad,
        text=bytes(range(text)),
    )


def opened(mode: Mode, plain: Message) -> Message:
    """The authentic message that opens to what this one seals."""
    iv = plain.iv[: mode.iv_bytes]
    ciphertext, tag = mode.seal(KEY, iv, plain.aad, plain.text, plain.tag_len)
    return replace(plain, op=Op.OPEN, text=ciphertext, tag=tag)


def trace(
    config: MessageConfig,
    events: Sequence[Event],
    signals: Sequence[str],
    traffic: Traffic | None = None,
) -> tuple[Wave, RunResult]:
    """Plays events after a key has been loaded into slot 0; the signals, and the answers."""
    size = min(config.key_sizes) // 8
    key = KEY[:16] if size == 16 else bytes(range(size))
    with MessageSim(without_limits(config.simulated()), sources(config), trace=True) as sim:
        load = KeyLoad(0, key, max(config.mode.tag_sizes))
        return recorded(sim, [load, WaitReady(0)], events, signals, traffic)


def record(
    config: MessageConfig, messages: Sequence[tuple[str, Message]], *, inside: bool = True
) -> Recording:
    """Plays labelled messages back to back under one key; all of them have to pass.

    `inside`: with their blocks, which go through `seal_gcm` with a pipelined hash.
    """
    signals = (*PORTS, *INSIDE) if inside else PORTS
    wave, played = trace(config, [message for _, message in messages], signals)
    if not all(result.passed for result in played.messages):
        raise CheckFailed("recording: a message was refused")
    return Recording(
        labels=tuple(label for label, _ in messages),
        wave=wave,
        blocks=_blocks(wave) if inside else (),
        beats_in=_beats(wave, "s"),
        beats_out=_beats(wave, "m"),
        status=tuple(wave.where("m_status_valid", "m_status_ready")),
    )


def _beats(wave: Wave, side: str) -> tuple[Beat, ...]:
    found, message = [], 0
    for t in wave.where(f"{side}_axis_tvalid", f"{side}_axis_tready"):
        found.append(Beat(message, wave[f"{side}_axis_tuser"][t] & 3, t))
        message += wave[f"{side}_axis_tlast"][t]
    return tuple(found)


def _blocks(wave: Wave) -> tuple[Block, ...]:
    # A token is made in two cycles, and enters the exit stage by a register.
    issued = wave.where("u_issue.emit")
    left = wave.where("late_valid")
    multiplied = wave.where("u_hash.u_schedule.issue")
    if not len(issued) == len(left) == len(multiplied):
        raise CheckFailed("recording: not every block that was issued reached the hash")
    found, message = [], 0
    for t, aes, multiply in zip(issued, left, multiplied, strict=True):
        kind = KINDS[wave["u_issue.kind"][t]]
        found.append(Block(message, kind, t + 2, aes, multiply))
        message += kind == "END"
    return tuple(found)

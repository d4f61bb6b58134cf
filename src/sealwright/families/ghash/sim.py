# SPDX-License-Identifier: Apache-2.0
"""Simulated GHASH cores: messages and keys in, hashes and the cycles of all handshakes out.

The streams are those of rtl/ghash/seal_ghash.sv. They are simulated by the packet harness, with
messages as packets (harness.cpp).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sealwright.cores.engine import KeyCause
from sealwright.families.ghash.config import Cause, GhashConfig
from sealwright.tools.packet import events, sim
from sealwright.tools.packet.events import LAST, USER_SHIFT, limited
from sealwright.tools.packet.sim import Answer, KeyResult, PacketSim, Recording
from sealwright.tools.packet.stream import Stream
from sealwright.tools.simulation import HANDLE, NUMBER, Signature
from sealwright.tools.traffic import Traffic

BLOCK = 16  # bytes, and those of a segment
_STREAM = Stream(BLOCK, user_bits=8)
_KEEP: Mapping[str, Signature] = {"seal_keep": (None, [HANDLE, NUMBER])}


@dataclass(frozen=True, slots=True)
class Message:
    """One message. With `keeps`, it has as many segments, with these as tkeep."""

    data: bytes
    slot: int = 0
    ident: int = 0
    keeps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Key:
    """H of a slot. Without `wait`, messages of it may come as soon as it has been offered."""

    data: bytes
    slot: int = 0
    wait: bool = True


@dataclass(frozen=True, slots=True)
class Zeroise:
    """The end of a run: see `GhashSim.run_into_zeroise`."""

    messages: int
    pulse: int
    cycles: int
    keeps: bool


@dataclass(frozen=True, slots=True)
class HashResult:
    """What became of a message, and the cycles of its first and last beats and its hash."""

    data: bytes
    cause: Cause
    ident: int
    cycles_in: tuple[int, ...]  # of its segments
    cycle_out: int  # -1: never
    ended: bool

    @property
    def first_in(self) -> int:
        """-1: never."""
        return self.cycles_in[0] if self.cycles_in else -1


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult(sim.RunResult):
    """Results in the order of the events."""

    hashes: tuple[HashResult, ...]
    keys: tuple[KeyResult[KeyCause], ...]


Event = Message | Key


class Records(events.Records):
    """Events of one run as the harness takes them."""

    def __init__(self) -> None:
        super().__init__(_STREAM)
        self._last_key: dict[int, int] = {}  # of each slot: keys up to its last one
        self._last_message: dict[int, int] = {}

    def _add(self, event: Message | Key | Zeroise) -> None:
        if isinstance(event, Zeroise):
            self._event(
                events.ZEROISE,
                amount=event.messages,
                first=event.cycles,
                pulse=event.pulse,
                flag=event.keeps,
            )
        elif isinstance(event, Key):
            self._event(
                events.KEY,
                slot=limited(event.slot, 16, "slot"),
                amount=self._last_message.get(event.slot, 0),
                flag=not event.wait,
            )
            self.keys += event.data
            self.slots.append(event.slot)
            self._last_key[event.slot] = len(self.slots)
        else:
            self._add_message(event)

    def _add_message(self, message: Message) -> None:
        first = len(self.beats.words)
        user = limited(message.ident, 16, "ident") << 4 | limited(message.slot, 16, "slot")
        if message.keeps:
            size = BLOCK * len(message.keeps)
            self.beats.data += message.data.ljust(size, events.FILLER)[:size]
            self.beats.words.extend(keep | user << USER_SHIFT for keep in message.keeps)
        else:
            self.beats.add_string(message.data, user)
        if len(self.beats.words) == first:  # a null beat
            self.beats.data += events.FILLER * BLOCK
            self.beats.words.append(user << USER_SHIFT)
        self.beats.words[-1] |= LAST
        count = len(self.beats.words) - first
        wait = self._last_key.get(message.slot, 0)
        self._event(events.COMMAND, first=first, beats=count, amount=wait)
        self.sent.append(events.Sent(len(self.sent), first, count))
        self._last_message[message.slot] = len(self.sent)


class GhashSim(PacketSim[Records, Message | Key | Zeroise, RunResult]):
    """A simulated GHASH core; use it as a context manager.

    The order of keys and messages of one slot is that of the events; otherwise the two streams run
    beside each other.
    """

    def __init__(
        self,
        config: GhashConfig,
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
            Path(__file__).with_name("harness.cpp"),
            id_width=16,
            seed=seed,
            watchdog=watchdog,
            trace=trace,
            stream=_STREAM,
            functions=_KEEP,
        )
        self._refuse_reset()
        self._lib.seal_keep(self._open(), int(config.fixed))

    def reset(self) -> None:
        super().reset()
        self._refuse_reset()

    def _refuse_reset(self) -> None:
        self._refuse(len(self._report()), f"seed {self._seed}, in a reset")

    def run_into_zeroise(
        self,
        played: Iterable[Event],
        traffic: Traffic,
        after: int,
        cycles: int = 1,
        at: int = 0,
        *,
        keeps: bool = False,
    ) -> RunResult:
        """A run until `after` messages have begun; then zeroise_i for `cycles` cycles.

        It does not begin before cycle `at` of the run. All keys that have begun are answered.
        With `keeps`, messages stay on offer, and some are taken after the zeroise. `start` and
        `end` are those of the zeroise: its fall, and the end of busy_o.
        """
        return self.run([*played, Zeroise(after, cycles, at, keeps)], traffic)

    def _packer(self, first_ident: int, ident_mask: int) -> Records:
        del first_ident, ident_mask  # messages have their own
        return Records()

    def _results(self, packer: Records, run: Recording) -> RunResult:
        return RunResult(
            hashes=tuple(map(_hash_result, run.answers(events.Beat, Cause))),
            keys=tuple(run.keys(KeyCause)),
            start=run.start,
            end=run.end,
            violations=run.violations,
        )


def _hash_result(answer: Answer[events.Beat, Cause]) -> HashResult:
    packet = answer.packet
    user = packet.words[0] >> USER_SHIFT & 0xFF if packet.words else 0
    return HashResult(
        data=packet.data,
        cause=Cause(user >> 4),
        ident=user & 15,
        cycles_in=tuple(answer.cycles_in),
        cycle_out=packet.cycles[0] if packet.cycles else -1,
        ended=answer.ended,
    )

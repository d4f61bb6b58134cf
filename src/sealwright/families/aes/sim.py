# SPDX-License-Identifier: Apache-2.0
"""Simulated AES cores: blocks and keys in, results and the cycles of all handshakes out.

All AES cores have the same streams (rtl/aes_stream/seal_aes_pipelined.sv describes them); they
differ in the width of their data, and in whether a key comes in one piece or in beats of that
width. They are simulated by the packet harness, with blocks as packets (harness.cpp).
"""

import ctypes
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from sealwright.cores.engine import KeyCause
from sealwright.families.aes.config import AesConfig
from sealwright.tools.packet import events, sim
from sealwright.tools.packet.events import LAST, USER_SHIFT, limited
from sealwright.tools.packet.sim import Answer, KeyResult, PacketSim, Recording
from sealwright.tools.packet.stream import Stream
from sealwright.tools.simulation import HANDLE, NUMBER, TEXT, Signature
from sealwright.tools.traffic import Traffic

_CHAIN = struct.Struct("<I4B16s16s")
_CHAINS: Mapping[str, Signature] = {"seal_chains": (NUMBER, [HANDLE, HANDLE, NUMBER, TEXT])}
_BLOCK, _KEY = 16, 32  # bytes
_USER_BITS = 7  # of m_axis_tuser: cause, inverse, slot


class Cause(IntEnum):
    """Why a block came back as zeros (m_axis_tuser)."""

    NONE = 0
    NO_KEY = 1
    NO_DIRECTION = 2
    BEATS = 3


@dataclass(frozen=True, slots=True)
class Block:
    """One block. `beats` other than 0 makes it wrong: that many beats instead of the right number.

    A block of a single beat is made wrong by `beats` = 1, which leaves its tlast low, or by more.
    """

    data: bytes
    slot: int = 0
    inverse: bool = False
    beats: int = 0


@dataclass(frozen=True, slots=True)
class Key:
    """One key. `size` overrides the code of its size, `beats` their number.

    Without `wait`, later blocks of its slot compete with it.
    """

    data: bytes
    slot: int = 0
    size: int | None = None
    beats: int = 0
    wait: bool = True

    @property
    def code(self) -> int:
        return len(self.data) // 8 - 2 if self.size is None else self.size


@dataclass(frozen=True, slots=True)
class Zeroise:
    """The end of a run: see `AesSim.run_into_zeroise`."""

    blocks: int
    pulse: int
    cycles: int
    keeps: bool


Shown = tuple[Cause, bytes, bool, int]  # all that m_axis says of a block: BlockResult.shown


def told(shown: Shown) -> str:
    """In words."""
    cause, data, inverse, slot = shown
    return f"{cause.name} {data.hex()} slot {slot}{', inverse' * inverse}"


@dataclass(frozen=True, slots=True)
class BlockResult:
    """What became of a block, and the cycles of its first and last beats (-1: never)."""

    data: bytes
    cause: Cause
    inverse: bool
    slot: int
    first_in: int
    last_in: int
    first_out: int
    last_out: int
    ended: bool

    @property
    def shown(self) -> Shown:
        """What is compared."""
        return self.cause, self.data, self.inverse, self.slot


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult(sim.RunResult):
    """Results in the order of the events."""

    blocks: tuple[BlockResult, ...]
    keys: tuple[KeyResult[KeyCause], ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """A Monte Carlo test of CBC: see `AesSim.monte_carlo`."""

    text: bytes
    iv: bytes
    slot: int
    inverse: bool
    count: int = 1000


Event = Block | Key


class Records(events.Records):
    """Events of one run as the harness takes them."""

    def __init__(self, config: AesConfig, stream: Stream) -> None:
        super().__init__(stream)
        self._in_beats, self._key_first = config.key_in_beats, config.key_first
        self._last_key: dict[int, int] = {}  # of each slot: keys up to its last one
        self._last_block: dict[int, int] = {}

    def _add(self, event: Block | Key | Zeroise) -> None:
        if isinstance(event, Zeroise):
            self._event(
                events.ZEROISE,
                amount=event.blocks,
                first=event.cycles,
                pulse=event.pulse,
                flag=event.keeps,
            )
        elif isinstance(event, Key):
            self._add_key(event)
        else:
            self._add_block(event)

    def _add_block(self, block: Block) -> None:
        size, first = self.stream.lane_bytes, len(self.beats.words)
        beats = block.beats or _BLOCK // size
        data = block.data.ljust(beats * size, b"\0")[: beats * size]
        self.beats.add_string(data, block.inverse << 4 | limited(block.slot, 16, "slot"))
        if not (size == _BLOCK and block.beats == 1):
            self.beats.words[-1] |= LAST
        wait = self._last_key.get(block.slot, 0)
        self._event(events.COMMAND, first=first, beats=beats, amount=wait)
        self.sent.append(events.Sent(len(self.sent), first, beats))
        self._last_block[block.slot] = len(self.sent)

    def _add_key(self, key: Key) -> None:
        beats = 1
        if self._in_beats:
            beats = key.beats or -(-(16 + 8 * (key.code % 3)) // self.stream.lane_bytes)
        self._event(
            events.KEY,
            slot=limited(key.slot, 16, "slot"),
            size=limited(key.code, 4, "size"),
            beats=beats,
            amount=self._last_block.get(key.slot, 0),
            flag=self._key_first,
        )
        self.keys += key.data.ljust(_KEY, b"\0")
        self.slots.append(key.slot)
        if key.wait:
            self._last_key[key.slot] = len(self.slots)


class AesSim(PacketSim[Records, Block | Key | Zeroise, RunResult]):
    """A simulated AES core; use it as a context manager.

    The order of keys and blocks of one slot is that of the events; otherwise the two streams run
    beside each other.
    """

    def __init__(
        self,
        config: AesConfig,
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
            stream=Stream(config.width // 8, user_bits=_USER_BITS),
            functions=_CHAINS,
        )
        self._config = config
        self._refuse_reset()

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
        """A run until `after` blocks have been taken; then zeroise_i for `cycles` cycles.

        It does not begin before cycle `at` of the run. All keys that have begun are answered.
        With `keeps`, blocks stay on offer, and some are taken after the zeroise. `start` and `end`
        are those of the zeroise: its fall, and the end of busy_o.
        """
        return self.run([*played, Zeroise(after, cycles, at, keeps)], traffic)

    def monte_carlo(self, chains: Sequence[Chain], traffic: Traffic | None = None) -> list[bytes]:
        """The last outputs of Monte Carlo tests of CBC (AESAVS, 6.4.2), all in flight together."""
        traffic = traffic or Traffic()
        packed = b"".join(
            _CHAIN.pack(c.count, c.slot, c.inverse, 0, 0, c.text, c.iv) for c in chains
        )
        buffer = ctypes.create_string_buffer(packed, len(packed))
        settings = self._pack_traffic(traffic, 0)
        found = self._run(self._lib.seal_chains, buffer, len(chains), settings)
        self._refuse(found, f"seed {self._seed}, {traffic}")
        return [text for *_, text, _ in _CHAIN.iter_unpack(buffer.raw)]

    def _packer(self, first_ident: int, ident_mask: int) -> Records:
        del first_ident, ident_mask  # blocks have none
        return Records(self._config, self.stream)

    def _results(self, packer: Records, run: Recording) -> RunResult:
        return RunResult(
            blocks=tuple(map(_block_result, run.answers(events.Beat, Cause))),
            keys=tuple(run.keys(KeyCause)),
            start=run.start,
            end=run.end,
            violations=run.violations,
        )


def _block_result(answer: Answer[events.Beat, Cause]) -> BlockResult:
    came, packet = answer.cycles_in or (-1,), answer.packet
    went, user = packet.cycles or (-1,), packet.words[0] >> USER_SHIFT if packet.words else 0
    return BlockResult(
        data=packet.data,
        cause=Cause(user >> 5 & 3),
        inverse=bool(user >> 4 & 1),
        slot=user & 15,
        first_in=came[0],
        last_in=came[-1],
        first_out=went[0],
        last_out=went[-1],
        ended=answer.ended,
    )

# SPDX-License-Identifier: Apache-2.0
"""Simulated AES cores: blocks and keys in, results and the cycles of all handshakes out.

All AES cores have the same streams (rtl/aes_stream/seal_aes_pipelined.sv describes them); they
differ in the width of their data, and in whether a key comes in one piece or in beats of that
width."""

import ctypes
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from sealwright.cores.engine import KeyCause
from sealwright.families.aes.config import AesConfig
from sealwright.tools.build import build_library
from sealwright.tools.simulation import HANDLE, NUMBER, TEXT, Signature, Simulation, view
from sealwright.tools.traffic import Streams

_BLOCK = struct.Struct("<I4B16s")
_KEY = struct.Struct("<I4B32s")
_RESULT = struct.Struct("<4Q16s2B6x")
_ANSWER = struct.Struct("<3Q2B6x")
_TRAFFIC = struct.Struct("<Q10I")
_CHAIN = struct.Struct("<I4B16s16s")
NEVER = (1 << 64) - 1  # in place of a cycle
_FUNCTIONS: Mapping[str, Signature] = {
    "seal_create": (HANDLE, [NUMBER, NUMBER]),
    "seal_run": (NUMBER, [HANDLE, TEXT, NUMBER, TEXT, NUMBER, TEXT]),
    "seal_chains": (NUMBER, [HANDLE, HANDLE, NUMBER, TEXT]),
    "seal_results": (HANDLE, [HANDLE]),
    "seal_answers": (HANDLE, [HANDLE]),
}


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
    """One key. `size` overrides the code of its size, `beats` their number."""

    data: bytes
    slot: int = 0
    size: int | None = None
    beats: int = 0

    @property
    def code(self) -> int:
        return len(self.data) // 8 - 2 if self.size is None else self.size


@dataclass(frozen=True, slots=True)
class BlockResult:
    """What became of a block, and the cycles of its first and last beats."""

    data: bytes
    cause: Cause
    inverse: bool
    slot: int
    first_in: int
    last_in: int
    first_out: int
    last_out: int
    ended: bool


@dataclass(frozen=True, slots=True)
class KeyResult:
    """What became of a key: cycles of its offer, of its taking, of its answer (`NEVER`: none)."""

    slot: int
    cause: KeyCause
    offered: int
    accepted: int
    answered: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic(Streams):
    """Random idle and back-pressure on the streams of AES cores."""

    block_idle: int = 0
    key_idle: int = 0
    block_stall: int = 0
    key_stall: int = 0


@dataclass(frozen=True, slots=True)
class RunResult:
    """Results in the order of the events."""

    blocks: tuple[BlockResult, ...]
    keys: tuple[KeyResult, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Chain:
    """A Monte Carlo test of CBC: see `AesSim.monte_carlo`."""

    text: bytes
    iv: bytes
    slot: int
    inverse: bool
    count: int = 1000


Event = Block | Key


class AesSim(Simulation):
    """A simulated AES core; use it as a context manager.

    `seed` randomises the state of everything without a reset; `watchdog` is the number of cycles
    without a handshake after which a run is ended.
    """

    def __init__(
        self,
        config: AesConfig,
        *,
        seed: int = 1,
        watchdog: int = 20_000,
    ) -> None:
        flags = ["-DKEY_BEATS"] if config.key_in_beats else []
        flags += ["-DKEY_FIRST"] if config.key_first else []
        library = build_library(
            config.top,
            config.files(),
            config.rtl_params(),
            Path(__file__).with_name("harness.cpp"),
            harness_flags=flags,
        )
        super().__init__(library, _FUNCTIONS, (seed, config.width))
        self._seed, self._watchdog = seed, watchdog

    def run(self, events: Iterable[Event], traffic: Traffic | None = None) -> RunResult:
        """Plays the events and returns when all of them have ended and the core is idle.

        The order of keys and blocks of one slot is that of the events; otherwise the two streams
        run beside each other.
        """
        return self._play(list(events), traffic or Traffic())

    def run_into_zeroise(
        self, events: Iterable[Event], traffic: Traffic, after: int, cycles: int = 1, at: int = 0
    ) -> RunResult:
        """The same until `after` blocks have been taken; then zeroise_i for `cycles` cycles.

        It does not begin before cycle `at` of the run. All keys that have begun are answered.
        `start` and `end` are those of the zeroise: its fall, and the end of busy_o.
        """
        return self._play(list(events), traffic, after, cycles, at)

    def monte_carlo(self, chains: Sequence[Chain], traffic: Traffic | None = None) -> list[bytes]:
        """The last outputs of Monte Carlo tests of CBC (AESAVS, 6.4.2), all in flight together."""
        packed = b"".join(
            _CHAIN.pack(c.count, c.slot, c.inverse, 0, 0, c.text, c.iv) for c in chains
        )
        buffer = ctypes.create_string_buffer(packed, len(packed))
        settings = self._pack(traffic or Traffic())
        found = self._run(self._lib.seal_chains, buffer, len(chains), settings)
        self._refuse(found, f"seed {self._seed}, {traffic}")
        return [text for *_, text, _ in _CHAIN.iter_unpack(buffer.raw)]

    def _pack(self, t: Traffic, after: int = 0, cycles: int = 0, at: int = 0) -> bytes:
        zeroise = (after, cycles, at, 0)
        return _TRAFFIC.pack(t.seed, *t.gates(), t.burst, self._watchdog, *zeroise)

    def _play(self, events: list[Event], traffic: Traffic, *zeroise: int) -> RunResult:
        blocks, keys = bytearray(), bytearray()
        block_count = key_count = 0
        last_key: dict[int, int] = {}  # keys up to a slot's last one
        last_block: dict[int, int] = {}
        for event in events:
            slot = event.slot
            if isinstance(event, Block):
                wait = last_key.get(slot, 0)
                inverse, data = int(event.inverse), event.data
                blocks += _BLOCK.pack(wait, slot, inverse, event.beats, 0, data)
                block_count += 1
                last_block[slot] = block_count
            else:
                wait = last_block.get(slot, 0)
                data = event.data.ljust(32, b"\0")
                keys += _KEY.pack(wait, slot, event.code, event.beats, 0, data)
                key_count += 1
                last_key[slot] = key_count
        packed = self._pack(traffic, *zeroise)
        found = self._run(
            self._lib.seal_run, bytes(blocks), block_count, bytes(keys), key_count, packed
        )
        self._refuse(found, f"seed {self._seed}, {traffic}")
        return self._results(self._open(), block_count, key_count)

    def _results(self, handle: int, block_count: int, key_count: int) -> RunResult:
        raw = view(self._lib.seal_results(handle), _RESULT.size * block_count)
        answers = view(self._lib.seal_answers(handle), _ANSWER.size * key_count)
        start, end = self._span()
        return RunResult(
            blocks=tuple(
                BlockResult(
                    data=data,
                    cause=Cause(user >> 5),
                    inverse=bool(user >> 4 & 1),
                    slot=user & 15,
                    first_in=when[0],
                    last_in=when[1],
                    first_out=when[2],
                    last_out=when[3],
                    ended=bool(end),
                )
                for *when, data, user, end in _RESULT.iter_unpack(raw)
            ),
            keys=tuple(
                KeyResult(slot, KeyCause(cause), *when)
                for *when, slot, cause in _ANSWER.iter_unpack(answers)
            ),
            start=start,
            end=end,
        )

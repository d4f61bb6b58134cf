# SPDX-License-Identifier: Apache-2.0
"""Random idle and back-pressure on the streams of a core, replayable from a seed."""

from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, Self

from sealwright.base.errors import UsageError

PRESETS = ("full", "idle", "stall", "both", "bursty")


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams:
    """What a harness does with the streams of a core.

    Fields `*_idle` and `*_stall` of a class made from this one are probabilities of 256 that an
    input rests and that an output is not taken; each draw holds for 1 to `burst` cycles, so 1 means
    independent cycles. UsageError for values out of range.
    """

    seed: int = 1
    burst: int = 1

    def __post_init__(self) -> None:
        for name, value in zip(self.streams(), self.gates(), strict=True):
            if not 0 <= value <= 255:
                raise UsageError(f"traffic: {name} is a probability of 256: 0 to 255")
        if not 0 <= self.seed < 1 << 63:
            raise UsageError("traffic: seed must fit in 63 bits")
        if not 1 <= self.burst < 1 << 16:
            raise UsageError("traffic: burst is 1 to 65535 cycles")

    @classmethod
    def streams(cls) -> list[str]:
        """The names of the probabilities, in the order of the harness's record."""
        return [f.name for f in fields(cls) if f.name.endswith(("_idle", "_stall"))]

    def gates(self) -> tuple[int, ...]:
        """The probabilities."""
        return tuple(getattr(self, name) for name in self.streams())

    @classmethod
    def preset(cls, name: str, seed: int = 1) -> Self:
        """One of PRESETS: all streams flow; inputs rest; outputs stall; both; both in bursts."""
        if name not in PRESETS:
            raise UsageError(f"unknown traffic {name!r}; there are {', '.join(PRESETS)}")
        chosen = {"idle": ("_idle",), "stall": ("_stall",), "full": ()}
        kinds = chosen.get(name, ("_idle", "_stall"))
        share = 128 if name == "bursty" else 96
        settings: dict[str, Any] = {s: share for s in cls.streams() if s.endswith(kinds)}
        if name == "bursty":
            settings["burst"] = 48
        return cls(seed=seed, **settings, **cls._of_preset(name))

    @classmethod
    def _of_preset(cls, name: str) -> dict[str, Any]:
        """What a preset sets besides probabilities."""
        return {}


class Order(IntEnum):
    """How a message's command and its first beat wait for each other."""

    FREE = 0  # each as soon as its own stream allows
    DATA_LEADS = 1  # the command is offered `gap` cycles after the first beat has been offered
    DATA_LAGS = 2  # the first beat is offered `gap` cycles after the command has been accepted
    RANDOM = 3  # drawn for each message, with a gap of 0 to `gap`


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic(Streams):
    """For cores that take packets and keys; what a core lacks has no effect.

    With several lanes, `lane_idle` is the probability that a lane stays empty where it may; with
    `aligned`, every message begins on lane 0.
    """

    cmd_idle: int = 0
    axis_idle: int = 0
    key_idle: int = 0
    lane_idle: int = 0
    axis_stall: int = 0
    status_stall: int = 0
    key_stall: int = 0
    order: Order = Order.FREE
    gap: int = 0
    aligned: bool = False

    def __post_init__(self) -> None:
        Streams.__post_init__(self)
        if not 0 <= self.gap < 1 << 16:
            raise UsageError("traffic: gap is 0 to 65535 cycles")

    @classmethod
    def _of_preset(cls, name: str) -> dict[str, Any]:
        return {} if name == "full" else {"order": Order.RANDOM, "gap": 24}

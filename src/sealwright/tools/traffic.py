# SPDX-License-Identifier: Apache-2.0
"""Random idle and back-pressure on the streams of a core, replayable from a seed."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum

from sealwright.base.errors import UsageError


class Order(IntEnum):
    """How a message's command and its first beat wait for each other."""

    FREE = 0  # each as soon as its own stream allows
    DATA_LEADS = 1  # the command is offered `gap` cycles after the first beat has been offered
    DATA_LAGS = 2  # the first beat is offered `gap` cycles after the command has been accepted
    RANDOM = 3  # drawn for each message, with a gap of 0 to `gap`


def rhythm(name: str, idle: Sequence[str], stall: Sequence[str]) -> dict[str, int]:
    """Settings of a named rhythm for streams that may rest (inputs) and stall (outputs)."""
    resting, stalling = dict.fromkeys(idle, 96), dict.fromkeys(stall, 96)
    settings: dict[str, dict[str, int]] = {
        "full": {},
        "idle": resting,
        "stall": stalling,
        "both": {**resting, **stalling},
        "bursty": {**dict.fromkeys((*idle, *stall), 128), "burst": 48},
    }
    if name not in settings:
        raise UsageError(f"unknown traffic {name!r}; there are {', '.join(settings)}")
    return settings[name]


@dataclass(frozen=True, slots=True)
class Traffic:
    """What the harness does with the streams.

    `*_idle` and `*_stall` are probabilities of 256 that an input rests and that an output is not
    taken; each draw holds for 1 to `burst` cycles, so 1 means independent cycles.
    """

    seed: int = 1
    cmd_idle: int = 0
    axis_idle: int = 0
    key_idle: int = 0
    axis_stall: int = 0
    status_stall: int = 0
    burst: int = 1
    order: Order = Order.FREE
    gap: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name.endswith(("_idle", "_stall")) and not 0 <= value <= 255:
                raise UsageError(f"traffic: {field.name} is a probability of 256: 0 to 255")
        if not 0 <= self.seed < 1 << 63:
            raise UsageError("traffic: seed must fit in 63 bits")
        if not 1 <= self.burst < 1 << 16 or not 0 <= self.gap < 1 << 16:
            raise UsageError("traffic: burst is 1 to 65535 cycles, gap 0 to 65535")

    @staticmethod
    def preset(name: str, seed: int = 1) -> "Traffic":
        """`full`, `idle`, `stall`, `both` or `bursty`."""
        settings = rhythm(
            name, ("cmd_idle", "axis_idle", "key_idle"), ("axis_stall", "status_stall")
        )
        order = {} if name == "full" else {"order": Order.RANDOM, "gap": 24}
        return Traffic(seed=seed, **settings, **order)  # type: ignore[arg-type]

# SPDX-License-Identifier: Apache-2.0
"""Geometry of the streams of a core: the bytes of a beat, its lanes, commands and statuses."""

from dataclasses import dataclass
from typing import Final

from sealwright.base.errors import UsageError

_LANE_BYTES, _LANES, _USER_BITS = 16, 8, 8  # at most; those of a segment's record
_WORDS = 8  # commands and statuses, at most


@dataclass(frozen=True, slots=True)
class Stream:
    """A beat is `lanes` segments side by side, lane 0 in the low bits.

    Each segment has a `tkeep` of its bytes, a `tlast` and a `tuser` of `user_bits` of its own, and
    the ports are the lanes' fields joined. Messages may begin and end in any lane. With more than
    one lane, a segment without bytes and without `tlast` is an empty lane.

    Up to `commands` commands and `statuses` statuses move in a cycle: their ports are the fields of
    so many words joined, word 0 the oldest, with a valid for each, set from word 0 on, and one
    ready that takes all of them.
    """

    beat_bytes: int = 16
    lanes: int = 1
    user_bits: int = 3
    commands: int = 1
    statuses: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.lanes <= _LANES:
            raise UsageError(f"a stream has 1 to {_LANES} lanes, not {self.lanes}")
        if self.beat_bytes % self.lanes or not 1 <= self.lane_bytes <= _LANE_BYTES:
            raise UsageError(
                f"a lane has 1 to {_LANE_BYTES} bytes: "
                f"{self.beat_bytes} bytes in {self.lanes} lanes will not do"
            )
        if not 1 <= self.user_bits <= _USER_BITS:
            raise UsageError(f"tuser has 1 to {_USER_BITS} bits in a lane, not {self.user_bits}")

        for name, count in (("commands", self.commands), ("statuses", self.statuses)):
            if not 1 <= count <= _WORDS:
                raise UsageError(f"a core has 1 to {_WORDS} {name} in a cycle, not {count}")

    @property
    def lane_bytes(self) -> int:
        """Bytes of a segment."""
        return self.beat_bytes // self.lanes

    @property
    def full(self) -> int:
        """`tkeep` of a segment with all its bytes."""
        return (1 << self.lane_bytes) - 1

    def flags(self) -> list[str]:
        """The same for the compiler of a harness: the constants of stream.h."""
        values = (
            ("LANE_BYTES", self.lane_bytes),
            ("LANES", self.lanes),
            ("USER", self.user_bits),
            ("COMMANDS", self.commands),
            ("STATUSES", self.statuses),
        )
        return [f"-DSEAL_{name}={value}" for name, value in values]


ONE_LANE: Final = Stream()

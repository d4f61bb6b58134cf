# SPDX-License-Identifier: Apache-2.0
"""Traffic at the ports of a core as words of its streams, taken from a waveform.

A stream is the ports of one name, such as `s_cmd_*`; its word is the values of those besides valid
and ready, joined, the first port in the high bits. The streams of a core flow beside each other,
but not in any order: a command counts on its key, and a key replaces another one only behind the
commands before it. So each word of an input has a number: of words that one other stream must have
moved before it. Of an output it is enough that the last one of them is offered: a slot has its key
when the answer is there, taken or not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sealwright.report.interface import Port
from sealwright.report.pinout import groups, stream_of
from sealwright.report.vcd import Wave


@dataclass(frozen=True)
class Stream:
    """The ports of a stream."""

    name: str  # s_axis
    valid: str
    ready: str
    payload: tuple[Port, ...]

    @property
    def width(self) -> int:
        """Bits of a word."""
        return sum(port.width for port in self.payload)

    @property
    def into_core(self) -> bool:
        return self.name.startswith("s_")


@dataclass
class Words:
    """What went over a stream; `after` is empty for an output."""

    stream: Stream
    behind: str = ""  # the stream of which `after` counts transfers
    values: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)

    def text(self) -> str:
        """As a file for $readmemh."""
        digits = -(-self.stream.width // 4)
        if not self.stream.into_core:
            return "".join(f"{value:0{digits}x}\n" for value in self.values)
        lines = (
            f"{count << self.stream.width | value:0{-(-(self.stream.width + 32) // 4)}x}\n"
            for count, value in zip(self.after, self.values, strict=True)
        )
        return "".join(lines)


def streams_of(ports: Sequence[Port]) -> list[Stream]:
    """The streams among the ports of a core, in their order."""
    found = []
    for group in groups(ports):
        name = stream_of(group[0])
        if not name:
            continue
        (valid,) = (port.name for port in group if port.name.endswith("valid"))
        (ready,) = (port.name for port in group if port.name.endswith("ready"))
        payload = tuple(port for port in group if port.name not in (valid, ready))
        found.append(Stream(name, valid, ready, payload))
    return found


def _behind(name: str, names: Sequence[str]) -> str:
    """Commands wait for answers to keys, and keys for the end of commands; so blocks without."""
    uses, ends = ("s_cmd", "m_status") if "s_cmd" in names else ("s_axis", "s_axis")
    return {"s_key": ends, uses: "m_key"}.get(name, "")


def words(wave: Wave, streams: Sequence[Stream]) -> Mapping[str, Words]:
    """The transfers of each stream, by its name."""
    names = [stream.name for stream in streams]
    found = {stream.name: Words(stream, _behind(stream.name, names)) for stream in streams}
    for cycle in range(wave.cycles):
        moved = [s for s in streams if wave[s.valid][cycle] and wave[s.ready][cycle]]
        counts = {name: len(of.values) for name, of in found.items()}
        for stream in streams:  # of an output what is offered counts
            counts[stream.name] += 0 if stream.into_core else wave[stream.valid][cycle]
        for stream in moved:
            own, value = found[stream.name], 0
            for port in stream.payload:
                value = value << port.width | wave[port.name][cycle]
            own.values.append(value)
            if stream.into_core:
                own.after.append(counts.get(own.behind, 0))
    return found


def signals(streams: Sequence[Stream]) -> list[str]:
    """The ports that a waveform has to have."""
    return [
        name
        for stream in streams
        for name in (stream.valid, stream.ready, *(port.name for port in stream.payload))
    ]

# SPDX-License-Identifier: Apache-2.0
"""Traffic at the ports of a core as words of its streams, taken from a waveform.

A stream is the ports of one name, such as `s_cmd_*`; its word is the values of those besides valid
and ready, joined, the first port in the high bits. Where several words may move in a cycle, as in
the lanes of a wide core, they count in the order of their places, 0 first. The streams of a core
flow beside each other, but not in any order: a command counts on its key, and a key replaces
another one only behind the commands before it. So each word of an input has a number: of words that
one other stream must have moved before it. Of an output it is enough that the last one of them is
offered: a slot has its key when the answer is there, taken or not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sealwright.report.interface import Port
from sealwright.report.pinout import groups, stream_of
from sealwright.report.vcd import Wave


@dataclass(frozen=True)
class Stream:
    """The ports of a stream; each has the fields of all places side by side, place 0 in the low
    bits."""

    name: str  # s_axis
    valid: str
    ready: str
    payload: tuple[Port, ...]
    places: int = 1  # the most words that move in a cycle

    @property
    def width(self) -> int:
        """Bits of a word."""
        return sum(self.field(port) for port in self.payload)

    @property
    def into_core(self) -> bool:
        return self.name.startswith("s_")

    def field(self, port: Port) -> int:
        """Bits of a port in a word."""
        return port.width // self.places

    @property
    def marks(self) -> tuple[Port, ...]:
        """Fields of which an empty place has none; without such, valid has a bit for each place."""
        several = self.payload if self.places > 1 else ()
        return tuple(port for port in several if port.name.endswith(("_tkeep", "_tlast")))


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
        (valid,) = (port for port in group if port.name.endswith("valid"))
        (ready,) = (port.name for port in group if port.name.endswith("ready"))
        payload = tuple(port for port in group if port.name not in (valid.name, ready))
        places = max([valid.width, *(p.width for p in payload if p.name.endswith("_tlast"))])
        found.append(Stream(name, valid.name, ready, payload, places))
    return found


def _behind(name: str, names: Sequence[str]) -> str:
    """Commands wait for answers to keys, and keys for the end of commands; so blocks without."""
    uses, ends = ("s_cmd", "m_status") if "s_cmd" in names else ("s_axis", "s_axis")
    return {"s_key": ends, uses: "m_key"}.get(name, "")


def _offered(wave: Wave, stream: Stream, cycle: int) -> list[int]:
    """The words on a stream, by place."""
    valid, found = wave[stream.valid][cycle], []
    for place in range(stream.places if valid else 0):
        fields = {
            port.name: wave[port.name][cycle] >> place * stream.field(port)
            & (1 << stream.field(port)) - 1
            for port in stream.payload
        }
        marks = [fields[port.name] for port in stream.marks] or [valid >> place & 1]
        if any(marks):
            value = 0
            for port in stream.payload:
                value = value << stream.field(port) | fields[port.name]
            found.append(value)
    return found


def words(wave: Wave, streams: Sequence[Stream]) -> Mapping[str, Words]:
    """The transfers of each stream, by its name."""
    names = [stream.name for stream in streams]
    found = {stream.name: Words(stream, _behind(stream.name, names)) for stream in streams}
    for cycle in range(wave.cycles):
        offered = {stream.name: _offered(wave, stream, cycle) for stream in streams}
        counts = {name: len(of.values) for name, of in found.items()}
        for stream in streams:  # of an output what is offered counts
            counts[stream.name] += 0 if stream.into_core else len(offered[stream.name])
        for stream in (stream for stream in streams if wave[stream.ready][cycle]):
            own, moved = found[stream.name], offered[stream.name]
            own.values += moved
            if stream.into_core:
                own.after += [counts.get(own.behind, 0)] * len(moved)
    return found


def signals(streams: Sequence[Stream]) -> list[str]:
    """The ports that a waveform has to have."""
    return [
        name
        for stream in streams
        for name in (stream.valid, stream.ready, *(port.name for port in stream.payload))
    ]

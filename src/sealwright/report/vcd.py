# SPDX-License-Identifier: Apache-2.0
"""A small reader of VCD waveforms (IEEE 1800, clause 21.7): chosen signals, one value per cycle.

Values are those that the rising edge of the clock samples. Unknown bits count as zero.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from sealwright.base.errors import UsageError

_KNOWN = str.maketrans("xzXZ", "0000")


@dataclass(frozen=True)
class Wave:
    """Samples of each signal, cycle by cycle."""

    samples: Mapping[str, Sequence[int]]
    cycles: int

    def __getitem__(self, name: str) -> Sequence[int]:
        return self.samples[name]

    def where(self, *names: str) -> list[int]:
        """The cycles in which all of these signals are set: a handshake."""
        return [t for t in range(self.cycles) if all(self.samples[name][t] for name in names)]


def _codes(lines: Iterator[str], names: Sequence[str]) -> dict[str, str]:
    """Identifier code of each signal; the header is read up to its end."""
    scope: list[str] = []
    found: dict[str, str] = {}
    for line in lines:
        words = line.split()
        if words[:1] == ["$scope"]:
            scope.append(words[2])
        elif words[:1] == ["$upscope"]:
            scope.pop()
        elif words[:1] == ["$var"]:
            path = ".".join([*scope, words[4]])
            for name in names:
                if path == name or path.endswith(f".{name}"):
                    found.setdefault(name, words[3])
        elif words[:1] == ["$enddefinitions"]:
            break
    missing = [name for name in names if name not in found]
    if missing:
        raise UsageError(f"waveform: no signal {', '.join(missing)}")
    return found


def _moments(lines: Iterator[str], wanted: frozenset[str]) -> Iterator[dict[str, int]]:
    """The changes of the wanted codes, moment by moment; nothing changes at the end."""
    changes: dict[str, int] = {}
    for line in lines:
        if line[0] == "#":
            if changes:
                yield changes
            changes = {}
        elif line[0] in "01xzXZ":
            code = line[1:].rstrip()
            if code in wanted:
                changes[code] = int(line[0] == "1")
        elif line[0] in "bB":
            bits, code = line[1:].split()
            if code in wanted:
                changes[code] = int(bits.translate(_KNOWN), 2)
    yield changes
    yield {}


def read_vcd(path: Path, names: Sequence[str], clock: str = "clk_i") -> Wave:
    """Signals by the last parts of their hierarchical names."""
    samples: dict[str, list[int]] = {name: [] for name in names}
    with path.open() as stream:
        codes = _codes(stream, [clock, *names])
        clock_code = codes.pop(clock)
        values = dict.fromkeys(codes.values(), 0) | {clock_code: 1}
        for changes in _moments(stream, frozenset(values)):
            # All changes of one moment belong together: the edge samples the values before it. A
            # trace that ends with the clock low ends just before an edge.
            if changes.get(clock_code, int(not changes)) == 1 and values[clock_code] == 0:
                for name, code in codes.items():
                    samples[name].append(values[code])
            values.update(changes)
    return Wave(samples, len(next(iter(samples.values()), [])))


def runs(values: Sequence[int]) -> list[tuple[int, int, int]]:
    """Stretches of equal values: first cycle, end, value."""
    edges = [0, *(i for i in range(1, len(values)) if values[i] != values[i - 1]), len(values)]
    return [(a, b, values[a]) for a, b in pairwise(edges) if b > a]

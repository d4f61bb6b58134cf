# SPDX-License-Identifier: Apache-2.0
"""Coverage of a GCM core's verification: messages by cell, and by place where there are lanes.

The random traffic aims at each cell (cells.py) and at each place (places.py), and `verify` requires
that none is empty.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sealwright.families.message.cells import Cell, IvKind, cells, op_name
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.places import Place, Where, places, section_name
from sealwright.families.message.sim import Cause

C = TypeVar("C", bound=MessageConfig)
# Limits for tests: a few blocks reach them, and the buffer holds more than any AAD.
LIMITS = {"text_limit": 64, "aad_limit_log2": 8, "iv_limit": 100, "message_limit": 6}
STORE_BEATS = 24
STORE_IV_LIMIT = 111  # one byte less than whole beats, where that of LIMITS is beats and four more


def variants(config: C) -> list[C]:
    """The core itself, and its release policies with limits that are reached."""
    knobs: dict[str, Any] = config.knobs()
    through = knobs | _known(knobs, LIMITS)
    changes = {"small limits": through}
    if "release" in through:
        through |= {"release": "cut-through", "store_beats": 0}
        own = {"release": "store", "store_beats": STORE_BEATS, "iv_limit": STORE_IV_LIMIT}
        changes["small store"] = through | _known(knobs, own)
    made = [config]
    for suffix, knobs in changes.items():
        made.append(config.from_knobs(f"{config.name}, {suffix}", config.summary, knobs))
    return made


def _known(knobs: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the changes that are changes of these knobs."""
    return {name: value for name, value in changes.items() if name in knobs}


@dataclass
class Coverage:
    """Counts by release policy and class, which is a cell or a place; of those in `wanted`."""

    wanted: dict[str, set[Cell | Place]] = field(default_factory=dict)
    counts: dict[str, Counter[Cell | Place]] = field(default_factory=dict)

    def want(self, config: MessageConfig) -> None:
        """Adds the classes of a core to those of its release policy."""
        wanted = self.wanted.setdefault(config.release, set())
        wanted.update(cells(config), places(config))
        self.counts.setdefault(config.release, Counter())

    def add(
        self, config: MessageConfig, found: Iterable[Cell | Place], keys: Iterable[object] = ()
    ) -> None:
        """Counts messages of a core that has been announced with `want`; keys have no classes."""
        self.counts[config.release].update(
            each for each in found if each in self.wanted[config.release]
        )

    def missing(self) -> list[tuple[str, Cell | Place]]:
        """The classes without a message."""
        return [
            (release, each)
            for release, wanted in self.wanted.items()
            for each in wanted
            if not self.counts[release][each]
        ]

    def holes(self) -> list[str]:
        """The same in words."""
        return [f"release {release}, {each}" for release, each in self.missing()]

    def rows(self) -> list[dict[str, str | int]]:
        """One record per cell, in the order of the table, then one per place."""
        return [
            {"release": release, **_record(each), "messages": self.counts[release][each]}
            for release in self.wanted
            for each in self._sorted(release)
        ]

    def _sorted(self, release: str) -> list[Cell | Place]:
        return [*self._cells(release), *self._places(release)]

    def _cells(self, release: str) -> list[Cell]:
        return sorted((e for e in self.wanted[release] if isinstance(e, Cell)), key=_order)

    def _places(self, release: str) -> list[Place]:
        found = [each for each in self.wanted[release] if isinstance(each, Place)]
        return sorted(found, key=lambda place: (*_place_order(place.row()), place.lane))

    def table(self) -> str:
        """Rows of operation, key size and kind of IV; a column per cause; blank: impossible.

        Then rows of cause and section; a column per lane.
        """
        tables = [self._table(release) for release in self.wanted]
        tables += [self._lanes_table(release) for release in self.wanted if self._places(release)]
        return "\n\n".join(tables)

    def _table(self, release: str) -> str:
        wanted, counts = self._cells(release), self.counts[release]
        causes = sorted({cell.cause for cell in wanted})
        heads = [cause.name.replace("_", " ").lower().split() for cause in causes]
        widths = [max(6, *(len(word) + 1 for word in head)) for head in heads]
        lines = [f"release {release}: messages by cause"]
        for level in (0, 1):
            words = [head[level] if level < len(head) else "" for head in heads]
            left = "operation  key  IV" if level else ""
            lines.append(f"{left:26}" + _cells(words, widths))
        for op, bits, iv in sorted({cell.row() for cell in wanted}, key=_row_order):
            row = [Cell(op, bits, iv, cause) for cause in causes]
            numbers = [str(counts[cell]) if cell in wanted else "" for cell in row]
            left = f"{op_name(op):10} {bits or '-':>3}  {iv.value}"
            lines.append(f"{left:26}" + _cells(numbers, widths))
        return "\n".join(line.rstrip() for line in lines)

    def _lanes_table(self, release: str) -> str:
        places, counts = self._places(release), self.counts[release]
        lanes = sorted({place.lane for place in places})
        widths = [8] * len(lanes)
        lines = [f"release {release}: messages by the segment at which they ended"]
        lines += [f"{'cause':16}{'at':10}" + _cells([f"lane {n}" for n in lanes], widths)]
        for cause, section in sorted({place.row() for place in places}, key=_place_order):
            numbers = [str(counts[Place(cause, section, lane)]) for lane in lanes]
            left = f"{cause.name.replace('_', ' ').lower():16}{section_name(section):10}"
            lines.append(left + _cells(numbers, widths))
        return "\n".join(lines)


def _record(each: Cell | Place) -> dict[str, str | int]:
    """The class of a record."""
    if isinstance(each, Place):
        return {
            "cause": each.cause.name,
            "at": section_name(each.section),
            "lane": each.lane,
        }
    return {
        "op": op_name(each.op),
        "key_bits": each.bits,
        "iv": each.iv.value,
        "cause": each.cause.name,
    }


def _cells(words: Iterable[str], widths: Iterable[int]) -> str:
    return "".join(f"{word:>{width}}" for word, width in zip(words, widths, strict=True))


def _row_order(row: tuple[int, int, IvKind]) -> tuple[int, int, int]:
    return row[0], row[1], list(IvKind).index(row[2])


def _order(cell: Cell) -> tuple[int, int, int, int]:
    return (*_row_order(cell.row()), cell.cause)


def _place_order(row: tuple[Cause, Where]) -> tuple[int, int]:
    cause, section = row
    return cause, -1 if section is None else section

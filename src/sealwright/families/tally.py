# SPDX-License-Identifier: Apache-2.0
"""Counts of known-answer vectors: what every `check` prints, whatever the kind of core."""

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Self

SHOWN = 20  # failures in the text


@dataclass
class Tally(ABC):
    """Counts of vectors, and notes on single ones."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    failures: list[str] = field(default_factory=list)
    skips: Counter[str] = field(default_factory=Counter)

    def add(self, other: Self) -> None:
        """Adds all fields of another one."""
        for each in fields(self):
            total = getattr(self, each.name)
            total += getattr(other, each.name)
            setattr(self, each.name, total)

    def counts(self) -> dict[str, int]:
        return {"passed": self.passed, "failed": self.failed, "skipped": self.skipped}

    @abstractmethod
    def work(self) -> str:
        """What was run, in words."""

    def text(self) -> str:
        lines = [f"FAILED {failure}" for failure in self.failures[:SHOWN]]
        if len(self.failures) > SHOWN:
            lines.append(f"... and {len(self.failures) - SHOWN} more failed runs")
        lines += [f"skipped {count}: {reason}" for reason, count in self.skips.items()]
        lines.append(self.work())
        lines.append(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        return "\n".join(lines)

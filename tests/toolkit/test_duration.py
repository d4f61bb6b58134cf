# SPDX-License-Identifier: Apache-2.0
"""What is said of work that takes long, on a clock of the test."""

import threading
from pathlib import Path

import pytest

from sealwright.base import duration


class Clock:
    """Time that passes when the test says so, and what was said."""

    def __init__(self) -> None:
        self.now, self.said, self.told = 1000.0, list[str](), threading.Event()

    def monotonic(self) -> float:
        return self.now

    def say(self, text: str) -> None:
        self.said.append(text)
        if not text.endswith("..."):
            self.told.set()


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setenv("SEALWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(duration, "time", made)
    monkeypatch.setattr(duration, "progress", made.say)
    monkeypatch.setattr(duration, "_PERIOD", 0.001)
    return made


def work(clock: Clock, seconds: float, *name: object) -> tuple[str, str]:
    """The first and the last line about such work."""
    clock.said.clear()
    with duration.timed("mapping", *name):
        clock.now += seconds
        clock.told.clear()
        assert clock.told.wait(60)
    return clock.said[0], clock.said[-1]


def test_the_second_run_knows_about_how_long_it_takes(clock: Clock) -> None:
    unknown = "mapping (minutes, unless known already) ..."
    assert work(clock, 200, "core", 1) == (unknown, "mapping: 3 min 20 s")
    known = "mapping (about 3 min 20 s, unless known already) ..."
    assert work(clock, 45, "core", 1) == (known, "mapping: 45 s of about 3 min 20 s")
    assert work(clock, 5, "core", 1)[0] == "mapping (about 45 s, unless known already) ..."
    assert work(clock, 9, "core", 1)[0] == "mapping (about 45 s, unless known already) ..."
    assert work(clock, 9, "core", 2)[0] == unknown


def test_work_that_fails_is_no_measure(clock: Clock) -> None:
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), duration.timed("mapping", "core"):
            clock.now += 100
            print(1 / 0)
    assert clock.said[0] == "mapping (minutes, unless known already) ..."
    assert clock.said[0] in clock.said[1:]


def test_a_damaged_note_counts_as_none(clock: Clock, tmp_path: Path) -> None:
    work(clock, 100)
    (note,) = (tmp_path / "durations").iterdir()
    note.write_text("")
    assert work(clock, 5)[0] == "mapping (minutes, unless known already) ..."


def test_work_is_not_lost_where_nothing_can_be_kept(clock: Clock, tmp_path: Path) -> None:
    (tmp_path / "durations").write_text("a file")
    assert work(clock, 100) == work(clock, 100)

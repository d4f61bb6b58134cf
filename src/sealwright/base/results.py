# SPDX-License-Identifier: Apache-2.0
"""The files of results/: one measurement each, with its command and what it depends on."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sealwright.base.files import repo_root

FOLDER = "results"


@dataclass(frozen=True)
class Inputs:
    """Digests of what a measurement depends on.

    `design` is of what is elaborated from the sources, and takes time: it is asked for only when
    their code is another one.
    """

    method: str  # tools, their options, the code of the toolkit that measures
    code: str  # of the sources
    design: Callable[[], str] | None = None

    def all(self) -> dict[str, str]:
        """All of them, as they are kept in a file."""
        found = {"method": self.method, "code": self.code}
        return found | ({"design": self.design()} if self.design else {})


@dataclass(frozen=True)
class Job:
    """One measurement; `slow` ones are left out by --quick."""

    name: str
    about: Mapping[str, Any]  # core, configuration, command, tools, seed
    inputs: Inputs
    measure: Callable[[], dict[str, Any]]
    slow: bool = False
    needs: str = ""  # a file that only the operating system can supply
    more_tools: Callable[[], Mapping[str, str]] = dict  # asked for when it is measured

    @property
    def path(self) -> Path:
        return repo_root() / FOLDER / f"{self.name}.json"

    def done(self) -> bool:
        """Whether the file is there and of these sources."""
        kept = self._kept()
        return (kept.get("method"), kept.get("code")) == (self.inputs.method, self.inputs.code)

    def comparable(self) -> bool:
        """Whether the file is of other sources, measured as today: their designs may be equal."""
        kept = self._kept()
        return (
            self.inputs.design is not None
            and kept.get("method") == self.inputs.method
            and kept.get("code") != self.inputs.code
        )

    def same(self) -> bool:
        """Whether the file is of this design, be its sources others or not.

        Elaborates the design if it is `comparable`: up to a minute for a core.
        """
        if self.done():
            return True
        if not self.comparable():
            return False
        assert self.inputs.design is not None
        return bool(self._kept().get("design") == self.inputs.design())

    def confirm(self) -> None:
        """Writes down that what was measured is of these sources, under these names."""
        found = load(self.name)
        assert found is not None
        inputs = {**found["inputs"], "code": self.inputs.code}
        self._write({**found, **self.about, "tools": found["tools"], "inputs": inputs})

    def run(self) -> None:
        """Measures and writes the file."""
        found = {**self.about, "inputs": self.inputs.all(), "measured": self.measure()}
        if more := self.more_tools():
            found["tools"] = {**found["tools"], **more}
        self._write(found)

    def _kept(self) -> Mapping[str, str]:
        """The digests in the file, none if there is no file."""
        found = load(self.name)
        kept: Mapping[str, str] = found["inputs"] if found else {}
        return kept

    def _write(self, found: Mapping[str, Any]) -> None:
        """Beside the file's name first, and renamed at the end."""
        self.path.parent.mkdir(exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(found, indent=1) + "\n")
        part.replace(self.path)


def load(name: str) -> dict[str, Any] | None:
    """A result as it is in its file, None if there is none."""
    path = repo_root() / FOLDER / f"{name}.json"
    if not path.is_file():
        return None
    found: dict[str, Any] = json.loads(path.read_text())
    return found


class Result(dict[str, Any]):
    """The content of a file of results/; empty if there is none."""

    def __init__(self, measured: Mapping[str, Any], *, old: bool) -> None:
        super().__init__(measured)
        self.old = old  # something that it depends on has changed since


@dataclass(frozen=True)
class Results:
    """The files of results/ for readers, with the old ones marked."""

    old: frozenset[str] = frozenset()  # names

    def of(self, name: str) -> Result:
        """One measurement."""
        return Result(measured(name), old=name in self.old)


def measured(name: str) -> dict[str, Any]:
    """The content of a file of results/, nothing if there is none."""
    found = load(name)
    result: dict[str, Any] = found["measured"] if found else {}
    return result


def table_name(name: str) -> str:
    """The name of a table's file and of its generated block."""
    return f"table-{name.replace('.', '-')}"

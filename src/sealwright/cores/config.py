# SPDX-License-Identifier: Apache-2.0
"""Named cores: one frozen object per configuration, the only source of everything about it.

A core is a TOML file in `configs/` with `kind`, `summary` and a table `[knobs]` that lists every
knob of its kind; unknown, missing or contradictory knobs are errors. Each kind is a subclass of
`CoreConfig`; its fields are the knobs.
"""

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Self

from sealwright.base.errors import UsageError
from sealwright.base.files import library_files, repo_root

Knob = int | str | tuple[int, ...]
_TOML_NAMES: dict[type, str] = {str: "string", dict: "table"}


@dataclass(frozen=True, kw_only=True)
class CoreConfig(ABC):
    """A configuration. Fields other than `name` and `summary` are knobs."""

    kind: ClassVar[str]
    libraries: ClassVar[tuple[str, ...]]  # of rtl/, in order

    name: str
    summary: str

    def __post_init__(self) -> None:
        for field in fields(self):
            self._check_type(field.name, getattr(self, field.name))
        self.check()

    @abstractmethod
    def check(self) -> None:
        """Raises UsageError if knobs are out of range or contradict each other."""

    @property
    @abstractmethod
    def top(self) -> str:
        """The module."""

    @abstractmethod
    def rtl_params(self) -> dict[str, int]:
        """Parameters of the top module, by their names there."""

    @abstractmethod
    def latency(self) -> dict[str, int]:
        """Cycles, by what they measure; the formulas are those of the RTL package."""

    @classmethod
    def knob_names(cls) -> tuple[str, ...]:
        return tuple(f.name for f in fields(cls) if f.name not in ("name", "summary"))

    def knobs(self) -> dict[str, Knob]:
        return {name: getattr(self, name) for name in self.knob_names()}

    def files(self) -> list[str]:
        """RTL files in compile order, relative to the repository."""
        return [name for library in self.libraries for name in library_files(library)]

    def wrong(self, knob: str, remedy: str) -> UsageError:
        value = getattr(self, knob)
        return UsageError(f"{self.name}: {knob} = {value!r}: {remedy}")

    def need_range(self, knob: str, low: int, high: int) -> None:
        if not low <= getattr(self, knob) <= high:
            raise self.wrong(knob, f"must be {low} to {high}")

    def need_one_of(self, knob: str, choices: Mapping[str, int]) -> None:
        if getattr(self, knob) not in choices:
            raise self.wrong(knob, f"must be one of {', '.join(choices)}")

    def _check_type(self, knob: str, value: object) -> None:
        wanted = type(self).__annotations__.get(knob, str)
        if wanted is int and (not isinstance(value, int) or isinstance(value, bool)):
            raise UsageError(f"{self.name}: {knob} = {value!r}: must be a whole number")
        if wanted is str and not isinstance(value, str):
            raise UsageError(f"{self.name}: {knob} = {value!r}: must be a string")
        whole = isinstance(value, tuple) and all(type(item) is int for item in value)
        if wanted not in (int, str) and not whole:
            raise UsageError(f"{self.name}: {knob} = {value!r}: must be a list of whole numbers")

    @classmethod
    def from_knobs(cls, name: str, summary: str, knobs: Mapping[str, Any]) -> Self:
        known = cls.knob_names()
        for knob in knobs:
            if knob not in known:
                raise UsageError(f"{name}: unknown knob {knob!r}; knobs are {', '.join(known)}")
        for knob in known:
            if knob not in knobs:
                raise UsageError(f"{name}: missing knob {knob!r}")
        values = {k: tuple(v) if isinstance(v, list) else v for k, v in knobs.items()}
        for knob, value in values.items():  # a list of one number may be written as that number
            if type(value) is int and cls.__annotations__.get(knob) not in (int, str):
                values[knob] = (value,)
        return cls(name=name, summary=summary, **values)


def core_names() -> list[str]:
    """The named cores of this project."""
    return sorted(path.stem for path in (repo_root() / "configs").glob("*.toml"))


def load_core(name: str, overrides: Mapping[str, Any] | None = None) -> CoreConfig:
    """Reads a named core, or a TOML file by its path, with single knobs replaced."""
    path = Path(name) if name.endswith(".toml") else repo_root() / "configs" / f"{name}.toml"
    if name.endswith(".toml") and not path.is_file():
        raise UsageError(
            f"{name}: no such file of a core; named ones are {', '.join(core_names())}"
        )
    if not path.is_file() or (path.stem != name and not name.endswith(".toml")):
        raise UsageError(f"unknown core {name!r}; cores are {', '.join(core_names())}")
    try:
        table = tomllib.loads(path.read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path.name}: not a TOML file: {error}") from None
    for key in ("kind", "summary", "knobs"):
        if key not in table:
            raise UsageError(f"{path.name}: missing {key!r}")
    for key in table:
        if key not in ("kind", "summary", "knobs"):
            raise UsageError(f"{path.name}: unknown key {key!r}; use kind, summary, [knobs]")
    for key, wanted in (("kind", str), ("summary", str), ("knobs", dict)):
        if not isinstance(table[key], wanted):
            raise UsageError(f"{path.name}: {key} must be a {_TOML_NAMES[wanted]}")
    return _kind(path.name, table["kind"]).from_knobs(
        path.stem, table["summary"], {**table["knobs"], **(overrides or {})}
    )


def _kind(where: str, kind: str) -> type[CoreConfig]:
    from sealwright.families.aes.config import AesConfig
    from sealwright.families.gcm.config import GcmConfig

    kinds: dict[str, type[CoreConfig]] = {c.kind: c for c in (GcmConfig, AesConfig)}
    if kind not in kinds:
        raise UsageError(f"{where}: unknown kind {kind!r}; kinds are {', '.join(kinds)}")
    return kinds[kind]

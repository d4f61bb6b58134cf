# SPDX-License-Identifier: Apache-2.0
"""Configurations of cores: one frozen object each, the only source of everything about it.

Each kind of core is a subclass of `CoreConfig`, whose fields are the knobs; unknown, missing or
contradictory knobs are errors. `sealwright.families.load_core` reads the named ones.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

from sealwright.base.errors import UsageError
from sealwright.base.files import library_files
from sealwright.base.sources import compiled, used
from sealwright.cores.formulas import Figure, Formula, evaluate

Setting = int | str | tuple[int, ...]  # the value of a knob
Values = tuple[int, int] | Mapping[str, int] | str


def setting_text(value: Setting | list[int]) -> str:
    """The value of a knob as `--set` takes it."""
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


@dataclass(frozen=True)
class Knob:
    """The values of a knob, and what they cost and buy, in words.

    `values`: least and greatest number; or names with the numbers that the RTL has for them; or
    words, where the configuration checks them itself.
    """

    parameter: str  # of the top module
    values: Values
    costs: str
    buys: str
    note: str  # on the values


def knob(parameter: str, values: Values, costs: str, buys: str, note: str = "") -> Any:
    """A field of a configuration that is a knob: see `Knob`."""
    return field(metadata={"knob": Knob(parameter, values, costs, buys, note)})


@dataclass(frozen=True, kw_only=True)
class CoreConfig(ABC):
    """A configuration. Fields other than `name` and `summary` are knobs."""

    kind: ClassVar[str]
    libraries: ClassVar[tuple[str, ...]]  # of rtl/, in order

    name: str
    summary: str

    def __post_init__(self) -> None:
        for each in fields(self):
            self._check_type(each.name, each.type, getattr(self, each.name))
        for name, about in self.knobs_about().items():
            if isinstance(about.values, tuple):
                self.need_range(name, *about.values)
            elif not isinstance(about.values, str):
                self.need_one_of(name, about.values)
        self.check()

    @property
    def placements(self) -> int:
        """Runs of place and route, each with its seed; results have the median of their clocks."""
        return 1

    @property
    def multiplies(self) -> bool:
        """Whether it has products of integers, for which FPGAs have blocks of their own."""
        return False

    @abstractmethod
    def check(self) -> None:
        """Raises UsageError for wrong values that `knob` cannot exclude, and for contradictions."""

    @property
    @abstractmethod
    def top(self) -> str:
        """The module."""

    @abstractmethod
    def rtl_params(self) -> dict[str, int]:
        """Parameters of the top module, by their names there."""

    @property
    @abstractmethod
    def formulas(self) -> tuple[Formula, ...]:
        """Latency, throughput and sizes, as the RTL package has them."""

    @property
    def variant(self) -> str:
        """The name by which its formulas differ from those of other cores of its kind."""
        return self.name

    def cases(self) -> Mapping[str, Mapping[str, object]]:
        """The cases for which formulas are evaluated, by name, each with more names and values.

        The last one stands for the core as a whole.
        """
        return {"": {}}

    def figures(self, case: str | None = None) -> dict[str, int]:
        """The value of each formula in a case, by default the last one."""
        cases = self.cases()
        chosen = list(cases)[-1] if case is None else case
        return evaluate(self.formulas, {**self.knobs(), **cases[chosen]})

    def figure_list(self) -> list[Figure]:
        """The formulas with their values; one that depends on the case comes once for each."""
        values = {case: self.figures(case) for case in self.cases()}
        found = []
        for formula in self.formulas:
            by_case = {case: value[formula.name] for case, value in values.items()}
            if len(set(by_case.values())) == 1:
                by_case = {"": by_case.popitem()[1]}
            for case, value in by_case.items():
                name = f"{formula.name}, {case}" if case else formula.name
                found.append(Figure(name, formula.text, value, formula.meaning))
        return found

    @classmethod
    def knobs_about(cls) -> dict[str, Knob]:
        """The knobs of this kind, in order."""
        return {f.name: f.metadata["knob"] for f in fields(cls) if "knob" in f.metadata}

    @classmethod
    def knob_names(cls) -> tuple[str, ...]:
        return tuple(cls.knobs_about())

    def knobs(self) -> dict[str, Setting]:
        return {name: getattr(self, name) for name in self.knob_names()}

    def with_knobs(self, name: str = "", **knobs: Any) -> Self:
        """The same core with some knobs changed."""
        return self.from_knobs(name or self.name, self.summary, {**self.knobs(), **knobs})

    def files(self) -> list[str]:
        """The RTL files that the core is made of, in compile order, relative to the repository."""
        return compiled(used(library_files(*self.libraries), [self.top]))

    def wrong(self, knob: str, remedy: str) -> UsageError:
        value = getattr(self, knob)
        return UsageError(f"{self.name}: {knob} = {value!r}: {remedy}")

    def need_range(self, knob: str, low: int, high: int) -> None:
        if not low <= getattr(self, knob) <= high:
            raise self.wrong(knob, f"must be {low} to {high}")

    def need_one_of(self, knob: str, choices: Mapping[str, int]) -> None:
        if getattr(self, knob) not in choices:
            raise self.wrong(knob, f"must be one of {', '.join(choices)}")

    def _check_type(self, knob: str, wanted: object, value: object) -> None:
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
        types = {each.name: each.type for each in fields(cls)}
        values = {k: tuple(v) if isinstance(v, list) else v for k, v in knobs.items()}
        for knob, value in values.items():  # a word or a list may be written as its only number
            if type(value) is int and types[knob] is not int:
                values[knob] = str(value) if types[knob] is str else (value,)
        return cls(name=name, summary=summary, **values)

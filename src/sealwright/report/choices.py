# SPDX-License-Identifier: Apache-2.0
"""Knobs, parameters and formulas of a kind of core, as tables of the documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sealwright.base.files import resolve
from sealwright.cores.config import CoreConfig, Knob
from sealwright.report.markdown import markdown


def number(value: int) -> str:
    """A number as limits are written: 2^32 - 2; small ones in full."""
    if value < 1 << 16:
        return str(value)
    power = (value + 3).bit_length() - 1
    less = (1 << power) - value
    return f"2^{power}" + (f" - {less}" if less > 0 else f" + {-less}" if less else "")


def values(about: Knob) -> str:
    """What a knob may be set to."""
    if isinstance(about.values, tuple):
        found = " to ".join(map(number, about.values))
    elif isinstance(about.values, str):
        found = about.values
    else:
        found = ", ".join(f"`{name}`" for name in about.values)
    return f"{found} ({about.note})" if about.note else found


@dataclass(frozen=True)
class Declared:
    """A parameter as the file of a top module declares it."""

    name: str
    default: str
    text: str  # the comment after it


def declared(config: CoreConfig) -> list[Declared]:
    """The parameters of a core's top module, in order."""
    (path,) = [name for name in config.files() if name.endswith(f"/{config.top}.sv")]
    found = []
    for line in resolve(path).read_text().splitlines():
        code, _, comment = line.partition("//")
        if code.strip().startswith("parameter "):
            name, _, default = code.partition("=")
            found.append(Declared(name.split()[-1], default.strip(" ,"), comment.strip()))
    return found


def parameters_table(cores: Sequence[CoreConfig]) -> str:
    """The parameters of a top, for use of the RTL alone, with the codes of its kinds of cores."""
    names: dict[str, dict[str, int]] = {}
    for about in (about for core in cores for about in core.knobs_about().values()):
        if not isinstance(about.values, tuple | str):
            names.setdefault(about.parameter, {}).update(about.values)
    rows = [
        (f"`{each.name}`", each.default, each.text, _codes(names.get(each.name, {})))
        for each in declared(cores[0])
    ]
    return markdown(("parameter", "default", "meaning", "codes"), rows)


def _codes(names: Mapping[str, int]) -> str:
    """Each code once, with its names."""
    by_code: dict[int, list[str]] = {}
    for name, code in names.items():
        by_code.setdefault(code, []).append(name)
    return ", ".join(f"{code} {' or '.join(named)}" for code, named in by_code.items())


def _setting(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return number(value) if isinstance(value, int) else f"`{value}`"


def list_table(cores: Sequence[CoreConfig]) -> str:
    """The named cores of a family."""
    return markdown(("core", "what for"), [(f"`{core.name}`", core.summary) for core in cores])


def knobs_table(core: CoreConfig) -> str:
    """The knobs of a core's kind, with the core's own settings."""
    head = ("knob", "values", f"`{core.name}`", "parameter", "costs", "buys")
    settings = core.knobs()
    rows = [
        (
            f"`{name}`",
            values(about),
            _setting(settings[name]),
            f"`{about.parameter}`",
            about.costs,
            about.buys,
        )
        for name, about in core.knobs_about().items()
    ]
    return markdown(head, rows)


def formulas_table(cores: Sequence[CoreConfig]) -> str:
    """The formulas of cores of one kind, with the values of the first."""
    first = cores[0]
    texts: dict[str, dict[str, str]] = {}  # of each formula: the cores that have it
    for core in cores:
        for formula in core.formulas:
            by_text = texts.setdefault(formula.name, {})
            by_text[formula.text] = ", ".join(filter(None, (by_text.get(formula.text), core.name)))
    rows: list[tuple[str, str, str, str]] = []
    by_case = {case: first.figures(case) for case in first.cases()}
    for formula in first.formulas:
        others = [
            f"; `{text}` ({names})"
            for text, names in texts[formula.name].items()
            if text != formula.text
        ]
        without = [c.name for c in cores if formula.name not in (f.name for f in c.formulas)]
        others += [f"; none ({', '.join(without)})"] if without else []
        found = list(dict.fromkeys(figures[formula.name] for figures in by_case.values()))
        value = ", ".join(f"{one:,}" for one in found)
        rows.append((formula.name, f"`{formula.text}`{''.join(others)}", value, formula.meaning))
    return markdown(("name", "formula", f"`{first.name}`", "meaning"), rows, "llr")

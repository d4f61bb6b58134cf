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
    """The formulas of cores of one kind, with the values of the first.

    A formula that differs has a row for each form, with the variants that it is for.
    """
    first = cores[0]
    variants = list(dict.fromkeys(core.variant for core in cores))
    texts: dict[str, dict[str, list[str]]] = {}  # of each formula: the variants of each text
    meanings: dict[str, str] = {}
    for core in cores:
        for formula in core.formulas:
            own = texts.setdefault(formula.name, {}).setdefault(formula.text, [])
            if core.variant not in own:
                own.append(core.variant)
            meanings.setdefault(formula.name, formula.meaning)
    by_case = [first.figures(case) for case in first.cases()]
    rows: list[list[str]] = []
    for name in _in_order(cores):
        found = dict.fromkeys(f"{figures[name]:,}" for figures in by_case if name in figures)
        for number_of_text, (text, own) in enumerate(texts[name].items()):
            named = "all" if len(own) == len(variants) else ", ".join(own)
            value = ", ".join(found) if first.variant in own else ""
            head = (name, meanings[name]) if number_of_text == 0 else ("", "")
            rows.append([head[0], f"`{text}`", named, value, head[1]])
    titles = ["name", "formula", "for", f"`{first.name}`", "meaning"]
    if all(row[2] == "all" for row in rows):
        rows, titles = [row[:2] + row[3:] for row in rows], titles[:2] + titles[3:]
    return markdown(titles, rows, "l" * (len(titles) - 2) + "r")


def _in_order(cores: Sequence[CoreConfig]) -> list[str]:
    """The names of all formulas, each behind those that stand before it in any core."""
    names: list[str] = []
    for core in cores:
        place = 0
        for formula in core.formulas:
            if formula.name not in names:
                names.insert(place, formula.name)
            place = names.index(formula.name) + 1
    return names

# SPDX-License-Identifier: Apache-2.0
"""The families of cores, and the named cores: TOML files in `configs/`.

A core's file has `kind`, `summary` and a table `[knobs]` with every knob of its kind. The kind
determines the class of its configuration, and so the family. The many systems that a paper compares
stand in one file of `configs/papers/` (`paper_cores`).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from sealwright.base.errors import UsageError
from sealwright.base.files import repo_root
from sealwright.cores.config import CoreConfig, setting_text
from sealwright.families.family import Family

_TOML_NAMES: dict[type, str] = {str: "string", dict: "table"}


@cache
def families() -> Mapping[str, Family[Any]]:
    """Every family, by name: the packages in this folder that have a module `family`."""
    packages = (Path(__path__[0]) / module.name for module in iter_modules(__path__))
    names = (package.name for package in packages if (package / "family.py").is_file())
    found = [import_module(f"{__name__}.{name}.family").FAMILY for name in names]
    return {family.name: family for family in sorted(found, key=lambda family: family.place)}


def family_of(config: CoreConfig) -> Family[Any]:
    """The family of a core."""
    return next(family for family in families().values() if isinstance(config, family.configs))


def core_names() -> list[str]:
    """The named cores of this project; a width in a name counts as a number."""

    def words(name: str) -> list[str]:
        return [word.zfill(4) if word.isdigit() else word for word in name.split("-")]

    return sorted((path.stem for path in (repo_root() / "configs").glob("*.toml")), key=words)


@dataclass(frozen=True)
class PaperCore:
    """A system of a paper: a named core to start from, and the knobs that it has otherwise."""

    start: str
    knobs: Mapping[str, Any]
    summary: str
    kind: str = ""  # if it is another one


@cache
def paper_cores() -> Mapping[str, PaperCore]:
    """Those of `configs/papers/`, by name; they are loaded as named cores are.

    A file has a `summary`, and in `[cores]` for each of them `start` and knobs; a list of S-boxes
    makes it as many cores, the S-box last in the name. `[common]` has what is the same in all.
    With a `kind` a core has only those knobs of `start` that this kind has.
    """
    found = {}
    for path in sorted((repo_root() / "configs" / "papers").glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for name, own in table["cores"].items():
            knobs = {**table["common"], **own}
            start, boxes, kind = knobs.pop("start"), knobs["sbox"], knobs.pop("kind", "")
            summary = knobs.pop("summary", f"{start} {table['summary']}")
            if isinstance(boxes, str):
                found[name] = PaperCore(start, knobs, summary, kind)
                continue
            for sbox in boxes:
                found[f"{name}-{sbox}"] = PaperCore(start, {**knobs, "sbox": sbox}, summary)
    return found


def cores_of(family: str) -> list[Any]:
    """The named cores of one family."""
    cores = map(load_core, core_names())
    return [core for core in cores if family_of(core).name == family]


def cores_of_kinds(family: str) -> list[Any]:
    """The named cores of a family, and those of papers of whose kind there is no named one."""
    named = cores_of(family)
    kinds = {core.kind for core in named}
    papers = map(load_core, paper_cores())
    return [
        *named,
        *(core for core in papers if core.kind not in kinds and family_of(core).name == family),
    ]


def load_core(name: str, overrides: Mapping[str, Any] | None = None) -> CoreConfig:
    """Reads a named core, or a TOML file by its path, with single knobs replaced.

    A core with changed knobs has them in its name, and so in every result, and as its summary.
    UsageError: there is no such core, or the file is not one.
    """
    if found := paper_cores().get(name):
        core = replace(_paper(found), name=name, summary=found.summary)
        return _named(core.with_knobs(**overrides or {}), core.knobs(), overrides or {})
    path = Path(name) if name.endswith(".toml") else repo_root() / "configs" / f"{name}.toml"
    if name.endswith(".toml") and path.exists() and not path.is_file():
        raise UsageError(f"{name}: not a file")
    if name.endswith(".toml") and not path.is_file():
        raise UsageError(f"{name}: no such file of a core; {_instead(Path(name).stem)}")
    if not path.is_file() or (path.stem != name and not name.endswith(".toml")):
        raise UsageError(f"unknown core {name!r}; {_instead(name)}, or give a file NAME.toml")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
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
    config = _kind(path.name, table["kind"]).from_knobs(
        path.stem, table["summary"], {**table["knobs"], **(overrides or {})}
    )
    return _named(config, table["knobs"], overrides or {})


def is_named(config: CoreConfig) -> bool:
    """Whether results are of this core: a file of one's own may have the name of another."""
    known = (*core_names(), *paper_cores())
    return config.name in known and load_core(config.name) == config


def _paper(found: PaperCore) -> CoreConfig:
    """The core of a paper, under the name and with the summary of its start."""
    if not found.kind:
        return load_core(found.start, found.knobs)
    start, kind = load_core(found.start), _kind("configs/papers", found.kind)
    known = {name: value for name, value in start.knobs().items() if name in kind.knob_names()}
    return kind.from_knobs(start.name, start.summary, {**known, **found.knobs})


def _named(core: CoreConfig, before: Mapping[str, Any], overrides: Mapping[str, Any]) -> CoreConfig:
    """A core named after those of its knobs that `overrides` has changed."""
    values = {knob: setting_text(core.knobs()[knob]) for knob in overrides}
    changed = [f"{k}={v}" for k, v in values.items() if v != setting_text(before.get(k, ""))]
    if not changed:
        return core
    knobs = ", ".join(changed)  # the file's summary may not be true of them
    return replace(core, name=f"{core.name} with {knobs}", summary=f"A variant of {core.name}")


def _instead(name: str) -> str:
    """The named cores nearest to what was asked for, and where all of them are."""
    names = [*core_names(), *paper_cores()]
    near = [core for core in names if name and name in core][:3]
    near = near or get_close_matches(name, names, n=3, cutoff=0.5)
    listed = f"nearest: {', '.join(near)}; " if near else ""
    return f"{listed}`sealwright cores` lists all"


def _kind(where: str, kind: str) -> type[CoreConfig]:
    kinds = {config.kind: config for family in families().values() for config in family.configs}
    if kind not in kinds:
        raise UsageError(f"{where}: unknown kind {kind!r}; kinds are {', '.join(kinds)}")
    return kinds[kind]

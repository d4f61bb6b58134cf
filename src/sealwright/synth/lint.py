# SPDX-License-Identifier: Apache-2.0
"""Lint of the RTL by four tools, Verilator, slang, Verible, Yosys, and by rules for others.

Every module of the file lists is elaborated as a top with its default parameters (by night only, if
those take long), and again with each point of `scripts/lint/points.toml`. A module that
instantiates itself is checked only through its users, since Verilator reports the signals of the
inner copies as unused. The modules of which a core has hundreds, or which are large, have points of
their own, and are empty boxes in all others; by night Verilator and slang read them there too. By
day Yosys reads a module that others instantiate within those and at its points, not by itself.
Waivers are in `scripts/lint/waivers.toml`, each with a reason; a waiver that matches nothing is a
finding.
`python -m sealwright.synth.lint` prints the findings; with `--changed`, only those of the tops that
use a file with uncommitted changes; with `--night`, those of everything that takes long too.

A point is checked again when the code of a file that it uses changes. Findings without a waiver are
not cached, so they are always reported with the present line numbers.
"""

import os
import re
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path
from types import MappingProxyType

from sealwright.base import store
from sealwright.base.errors import SealwrightError, UsageError
from sealwright.base.files import LIBRARIES, library_files, relative, repo_root, resolve, rtl_files
from sealwright.base.signals import end_on_signals
from sealwright.base.sources import code_digests, compiled, used
from sealwright.synth.lint_portable import lint_portable
from sealwright.synth.lint_tools import (
    BOXES,
    CONFIG,
    LintFinding,
    Point,
    lint_slang,
    lint_verible,
    lint_verilator,
    lint_yosys,
)
from sealwright.tools import verilator, yosys
from sealwright.tools.verilator import verilator_version

_MODULE = re.compile(r"^\s*module\s+(\w+)", re.MULTILINE)


def _table(name: str) -> dict[str, object]:
    return tomllib.loads((repo_root() / CONFIG / name).read_text())


def points(*, night: bool = False) -> list[Point]:
    """What is linted: each module by itself, then the points of the table.

    By day, a module whose default parameters take long has smaller ones that the table gives, the
    points for the night are left out, and all have boxes.
    """
    rows = _table("points.toml")
    smaller, more = rows.pop("instead_of_defaults", {}), rows.pop("by_night", {})
    if not isinstance(smaller, dict) or not all(isinstance(v, dict) for v in smaller.values()):
        raise UsageError(f"{CONFIG}/points.toml: instead_of_defaults has one table for each module")
    if not isinstance(more, dict):
        raise UsageError(f"{CONFIG}/points.toml: by_night has a list for each module")
    if night:
        smaller = {module: {} for module in smaller}
    lists = [*rows.items(), *more.items()]
    owner: dict[str, str] = {}
    for library in LIBRARIES:
        for name in library_files(library):
            text = resolve(name).read_text()
            for module in _MODULE.findall(text):
                if not re.search(rf"^\s*{module}\s*(#\s*)?\(", text, re.MULTILINE):
                    owner[module] = library
    found = [_point(module, owner[module], smaller.pop(module, {})) for module in owner]
    for i, (module, wanted) in enumerate(lists):
        if module not in owner or not isinstance(wanted, list):
            raise UsageError(f"{CONFIG}/points.toml: no module {module} with a list of points")
        if night or i < len(rows):
            found += [_point(module, owner[module], row) for row in wanted]
    if smaller:
        raise UsageError(f"{CONFIG}/points.toml: no module {next(iter(smaller))}")
    return [replace(point, boxed=not night) for point in found]


def _point(module: str, library: str, params: Mapping[str, int] = MappingProxyType({})) -> Point:
    """A top of a library, and of the libraries' files those that it uses."""
    files = compiled(used(rtl_files(library), [module]))
    return Point(module, tuple(files), tuple(sorted(params.items())))


def _used(point: Point) -> list[Path]:
    return used(point.files, [point.top])


def unlisted() -> list[LintFinding]:
    """RTL files that no file list names: nothing would lint or build them."""
    listed = set(rtl_files())
    present = sorted((repo_root() / "rtl").rglob("*.sv"))
    names = [relative(path) for path in present if relative(path) not in listed]
    return [LintFinding("lists", name, 0, "unlisted", "in no file list") for name in names]


def _waivers() -> list[dict[str, str]]:
    rows = _table("waivers.toml").get("waiver", [])
    if not isinstance(rows, list):
        raise UsageError(f"{CONFIG}/waivers.toml: expected [[waiver]] tables")
    for row in rows:
        fields = row.keys() - {"message"}
        if fields != {"file", "reason", "rule", "tool"} or not row["reason"].strip():
            raise UsageError(f"{CONFIG}/waivers.toml: a waiver has file, tool, rule and reason")
    return rows


def _covers(row: Mapping[str, str], finding: LintFinding) -> bool:
    same = (finding.tool, finding.rule) == (row["tool"], row["rule"])
    said = fnmatch(finding.message, row.get("message", "*"))
    return same and said and fnmatch(finding.file, row["file"])


def waive(findings: Sequence[LintFinding], *, partly: bool = False) -> list[LintFinding]:
    """The findings that no waiver covers; and, unless `partly`, the waivers that cover nothing."""
    rows = _waivers()
    left = [f for f in dict.fromkeys(findings) if not any(_covers(row, f) for row in rows)]
    unused = [row for row in rows if not any(_covers(row, f) for f in findings)]
    if not partly:
        left += [LintFinding(r["tool"], r["file"], 0, r["rule"], "unused waiver") for r in unused]
    return left


class _NotClean(Exception):
    """Keeps findings out of the cache that no waiver covers."""

    def __init__(self, findings: list[LintFinding]) -> None:
        super().__init__()
        self.findings = findings


def _cached(tool: Callable[[Point], list[LintFinding]], point: Point) -> list[LintFinding]:
    """The findings of a tool on a point, kept until what it uses, a tool or a waiver changes."""
    versions = (verilator_version(), yosys.yosys_version(), metadata.version("pyslang"))
    own_files = [Path(__file__).with_name(f"{name}.py") for name in ("lint", "lint_tools")]
    own = code_digests([*own_files, Path(verilator.__file__), Path(yosys.__file__)])
    inputs = (code_digests(used(point.files, [point.top])), own, _waivers())
    key = f"{point.top}-{store.digest(tool.__name__, versions, asdict(point), inputs)}"

    def run() -> dict[str, object]:
        found = tool(point)
        if waive(found, partly=True):
            raise _NotClean(found)
        return {"findings": [asdict(f) for f in found]}

    try:
        rows = store.json_entry("lint", key, run)
    except _NotClean as dirty:
        return dirty.findings
    return [LintFinding(**row) for row in rows["findings"]]


def lint_tool(name: str, tops: Sequence[Point]) -> list[LintFinding]:
    """Findings of one tool on these tops (or on all files), before waivers."""
    if name == "lists":
        return unlisted()
    if name == "verible":
        return lint_verible(rtl_files())
    if name == "portable":
        return lint_portable(rtl_files())
    tools: Mapping[str, Callable[[Point], list[LintFinding]]] = {
        "verilator": lint_verilator,
        "slang": lint_slang,
        "yosys": lint_yosys,
    }
    if name == "yosys":
        inner = _inner()
        tops = [p for p in tops if not (p.boxed and p.top in inner) or p.params]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = pool.map(lambda point: _cached(tools[name], point), tops)
        return [finding for row in rows for finding in row]


def _inner() -> set[str]:
    """Modules that another one instantiates: by day Yosys reads them there."""
    texts = {path: resolve(path).read_text() for path in rtl_files()}
    modules = {name: path for path, text in texts.items() for name in _MODULE.findall(text)}
    used_as = re.compile(r"^\s*(\w+)\s*(?:#\s*\(|\w+\s*\()", re.MULTILINE)
    return {
        name
        for path, text in texts.items()
        for name in used_as.findall(text)
        if modules.get(name, path) != path and name not in BOXES
    }


TOOLS = ("lists", "portable", "verible", "slang", "verilator", "yosys")


def lint_all(tops: Sequence[Point]) -> list[LintFinding]:
    """Findings of every tool on every file and these tops."""
    found: list[LintFinding] = []
    for name in TOOLS:
        print(f"lint: {name} ...", file=sys.stderr, flush=True)
        found += lint_tool(name, tops)
    return found


def _changed(tops: Sequence[Point]) -> list[Point]:
    """Those that use a file which differs from the last commit."""
    command = ["git", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all"]
    command += ["--", "rtl"]
    done = subprocess.run(command, cwd=repo_root(), capture_output=True, text=True, check=True)
    files = {entry[3:] for entry in done.stdout.split("\0")}
    return [point for point in tops if not files.isdisjoint(map(relative, _used(point)))]


def main() -> int:
    """Prints the findings; 1 when there are any."""
    parser = ArgumentParser(description="Lint of the RTL by four tools and rules for others.")
    parser.add_argument("--changed", action="store_true", help="tops with uncommitted changes")
    parser.add_argument("--night", action="store_true", help="also what takes long")
    args = parser.parse_args()
    try:
        tops = points(night=args.night)
        tops = _changed(tops) if args.changed else tops
        findings = waive(lint_all(tops), partly=args.changed)
    except SealwrightError as error:
        print(error)
        return error.exit_code
    for finding in findings:
        print(finding)
    print(f"{len(tops)} tops, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    end_on_signals("lint")
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""Which sources a build or a measurement depends on, and which parts of them count.

A result is old when a source has changed in a way that could change it. Comments and white space
cannot, nor can files that the modules in question do not use, nor assertions, which are no
hardware. A file is assumed to use every name in it that another file defines, be it in an assertion
alone: that may be too many files, but never too few.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Iterable
from functools import cache
from pathlib import Path

from sealwright.base.files import relative, repo_root, resolve, with_includes

# Strings are kept whole, since they may have what looks like a comment, and so are comments that
# are directives to Verilator.
_SKIPPED = re.compile(
    r'("(?:\\.|[^"\\])*"|/\*\s*verilator\b.*?\*/|//\s*verilator\b[^\n]*)|//[^\n]*|/\*.*?\*/', re.S
)
_DEFINED = re.compile(r"^\s*(?:module|package|interface)\s+(?:automatic\s+)?(\w+)", re.M)
_NAME = re.compile(r"\w+")
ASSERTIONS = (
    *("SEAL_ASSERT", "SEAL_ASSERT_ALWAYS", "SEAL_ASSERT_STATE"),
    *("SEAL_COVER", "SEAL_STREAM"),
)
_THEIR_FILE = "seal_assert.svh"  # defines these and nothing else; for synthesis as nothing
_INCLUDED = re.compile(rf'`include\s+"{re.escape(_THEIR_FILE)}"')
_ASSERTION = re.compile(rf"`(?:{'|'.join(ASSERTIONS)})\s*(?=\()")
# In the arguments of a macro: strings, escaped identifiers and comments may have parentheses.
_PARENTHESIS = re.compile(r'"(?:\\.|[^"\\])*"|\\\S+|/\*.*?\*/|//|([()])')


def code(text: str) -> str:
    """SystemVerilog, or C++, without comments, with single blanks."""
    bare = _SKIPPED.sub(lambda found: found[1] or " ", text)
    return " ".join(bare.split())


def hardware(text: str) -> str:
    """SystemVerilog as `code` has it, without the macros of assertions, as synthesis sees it.

    One whose end is in doubt stays.
    """
    rest = _INCLUDED.sub("", code(text))
    kept = []
    while found := _ASSERTION.search(rest):
        end = _closing(rest, found.end())
        kept.append(rest[: found.end() if end is None else found.start()])
        rest = rest[end or found.end() :]
    return " ".join("".join([*kept, rest]).split())


def _closing(text: str, start: int) -> int | None:
    """The place behind the parenthesis that closes the one at `start`."""
    depth = 0
    for found in _PARENTHESIS.finditer(text, start):
        depth += {"(": 1, ")": -1}.get(found[1], 0)
        if found[0] == "//":
            return None
        if not depth:
            return found.end()
    return None


@cache
def _names(path: Path, changed: int) -> tuple[frozenset[str], frozenset[str]]:
    """What a file defines, and all names in its code; `changed` is when it was written."""
    text = _SKIPPED.sub(" ", path.read_text())
    return frozenset(_DEFINED.findall(text)), frozenset(_NAME.findall(text))


def used(files: Iterable[str | Path], tops: Collection[str] = ()) -> list[Path]:
    """The files among these, and their includes, that the modules `tops` (or all) are made of.

    Files in other languages, like a tool's settings, are all kept.
    """
    texts = {path: _names(path, path.stat().st_mtime_ns) for path in with_includes(files)}
    places = {name: path for path, (defined, _) in texts.items() for name in defined}
    if not places.keys() >= set(tops):
        return list(texts)  # the tool will report what is missing
    queue = {places[name] for name in tops or places}
    needed = {path for path in texts if path.suffix not in (".sv", ".v")}
    while queue:
        needed |= queue
        names = {name for path in queue for name in texts[path][1]}
        queue = {places[name] for name in names & places.keys()} - needed
    return [path for path in texts if path in needed]


def defined(files: Iterable[str | Path]) -> set[str]:
    """The modules and packages that these files define."""
    paths = map(resolve, files)
    return {name for path in paths for name in _names(path, path.stat().st_mtime_ns)[0]}


def code_digests(paths: Iterable[Path], part: Callable[[str], str] = code) -> list[tuple[str, str]]:
    """Name and digest of the code (or another part) of each file: a part for `store.digest`.

    For a file outside the checkout only the last part of its name counts, not its folder.
    """
    return [
        (
            relative(path) if path.is_relative_to(repo_root()) else path.name,
            hashlib.sha256(part(path.read_text()).encode()).hexdigest(),
        )
        for path in paths
    ]


def rtl_digests(files: Iterable[str | Path], tops: Collection[str] = ()) -> list[tuple[str, str]]:
    """The same of the hardware in each file that these modules (or all) are made of."""
    paths = [path for path in used(files, tops) if path.name != _THEIR_FILE]
    return code_digests(paths, hardware)


def compiled(paths: Iterable[Path]) -> list[str]:
    """The files that a tool is called with, relative to the root where they lie below it."""
    return [relative(path) for path in paths if path.suffix != ".svh"]

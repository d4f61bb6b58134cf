# SPDX-License-Identifier: Apache-2.0
"""Which RTL a measurement depends on, and what of it counts.

A result is old when something has changed that could change it. That is not so of comments and
blanks, nor of files that the measured modules do not use. What a file uses is every name in it that
another file defines, which is too much rather than too little.
"""

import hashlib
import re
from collections.abc import Collection, Iterable
from pathlib import Path

from sealwright.base.files import relative, with_includes

# A string is kept whole: what looks like a comment in it is none.
_SKIPPED = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.S)
_DEFINED = re.compile(r"^\s*(?:module|package|interface)\s+(?:automatic\s+)?(\w+)", re.M)
_NAME = re.compile(r"\w+")


def code(text: str) -> str:
    """SystemVerilog without its comments, blanks reduced to one."""
    bare = _SKIPPED.sub(lambda found: found[1] or " ", text)
    return " ".join(bare.split())


def used(files: Iterable[str | Path], tops: Collection[str] = ()) -> list[Path]:
    """The files among these, and their includes, that the modules `tops` (or all) are made of."""
    texts = {path: _SKIPPED.sub(" ", path.read_text()) for path in with_includes(files)}
    places = {name: path for path, text in texts.items() for name in _DEFINED.findall(text)}
    queue = {places[name] for name in tops or places}
    needed = {path for path in texts if path.suffix == ".svh"}
    while queue:
        needed |= queue
        names = {name for path in queue for name in _NAME.findall(texts[path])}
        queue = {places[name] for name in names & places.keys()} - needed
    return [path for path in texts if path in needed]


def rtl_digests(files: Iterable[str | Path], tops: Collection[str] = ()) -> list[tuple[str, str]]:
    """Name and digest of the code of each file that these modules (or all) are made of."""
    return [
        (relative(path), hashlib.sha256(code(path.read_text()).encode()).hexdigest())
        for path in used(files, tops)
    ]

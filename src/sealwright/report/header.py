# SPDX-License-Identifier: Apache-2.0
"""What the header of a top module says: what it is, and what its streams carry.

A header is the comment behind the licence. Its first paragraph says what the module is; a line for
each stream follows one that begins with "Streams", its name in front; a header may also name the
module whose streams it has, and then only those that differ.
"""

import re

from sealwright.base.files import LIBRARIES, library_files, resolve

_CAUSE = re.compile(r"^\s*Cause(\w+)\s*=\s*4'd(\d+),?\s*(?://\s*(.*))?$", re.MULTILINE)
_PLAIN = {"None": "no error", "Zeroised": "ended by a zeroise"}  # causes without a comment
_STREAM = re.compile(r"^  +([sm]_\w+)\s{2,}(\S.*)$")
_SAME = re.compile(r"[Ss]treams (?:as|are) those of\s+(seal_\w+)")


def _lines(module: str) -> list[str]:
    """The header without the marks of comments."""
    (name,) = [name for name in library_files(*LIBRARIES) if name.endswith(f"/{module}.sv")]
    lines: list[str] = []
    for line in resolve(name).read_text().splitlines()[1:]:
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" "))
    return lines[1:]  # behind the empty line below the licence


def opening(top: str) -> str:
    """The first paragraph: what the core is."""
    lines = _lines(top)
    return " ".join(lines[: lines.index("")]).rstrip(":")


def streams(top: str) -> dict[str, str]:
    """What each stream carries, by its name."""
    lines = _lines(top)
    same = _SAME.search(" ".join(lines))
    found = streams(same[1]) if same else {}
    begin = next((i for i, line in enumerate(lines) if "treams" in line), len(lines))
    name = ""
    for line in lines[begin:]:
        match = _STREAM.match(line)
        if match:
            name = match[1]
            found[name] = match[2]
        elif name and line.startswith("    "):
            found[name] += f" {line.strip()}"
        else:
            name = ""
    return found


def causes(package: str) -> list[tuple[int, str, str]]:
    """Code, name and meaning of each error of a package."""
    found = _CAUSE.findall(resolve(package).read_text())
    return [(int(code), name, words or _PLAIN.get(name, "")) for name, code, words in found]

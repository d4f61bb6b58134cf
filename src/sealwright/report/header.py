# SPDX-License-Identifier: Apache-2.0
"""What a core is, and what its streams carry, as the header of its top module says it.

A header is the comment behind the licence. Its first paragraph says what the module is; a line for
each stream follows one that begins with "Streams", its name in front; a header may also name the
module whose streams it has, and then only those that differ.
"""

import re

from sealwright.base.files import LIBRARIES, library_files, resolve
from sealwright.cores.config import CoreConfig

_CAUSE = re.compile(r"^\s*Cause(\w+)\s*=\s*4'd(\d+),?\s*(?://\s*(.*))?$", re.MULTILINE)
_PLAIN = {"None": "no error", "Zeroised": "ended by a zeroise"}  # causes without a comment
_STREAM = re.compile(r"^  +([sm]_\w+)\s{2,}(\S.*)$")
_SAME = re.compile(r"[Ss]treams (?:as|are) those of\s+(seal_\w+)")

# Where parameters make something else of a module than its header begins with.
_KEYSTREAM = 4  # Ops: counter mode alone
_MODIFIED = (
    "Not AES-GCM, and unsafe: the parts of AES-GCM, but the block of lengths is hashed in front of "
    "the text (Yang 2005, equation (3); no standard), to measure the gain. Seals and opens "
    "messages whose lengths are known in advance, with IVs of 12 bytes; no counter mode."
)
_COUNTER = (
    "The key stream of AES in counter mode (NIST SP 800-38A, section 6.5, with the counter of "
    "AES-GCM), added to messages, at one block in the cycles of its beats. No authentication: "
    "operations that seal or open are refused."
)
_ONE_SCHEDULE = (
    "AES-GCM (NIST SP 800-38D) for keys that may be new with each message: seals and opens "
    "messages at one 128-bit block per cycle, with one key schedule, which rewrites the round keys "
    "in front of a message's first block. So a message takes a cycle for each round of its key and "
    "one more, at least. For IVs of 12 bytes. Also GMAC (no text) and counter mode."
)


def _lines(module: str) -> list[str]:
    """The header without the marks of comments."""
    (name,) = [name for name in library_files(*LIBRARIES) if name.endswith(f"/{module}.sv")]
    lines: list[str] = []
    for line in resolve(name).read_text().splitlines()[1:]:
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" "))
    return lines[1:]  # behind the empty line below the licence


def about(config: CoreConfig) -> str:
    """What a core is, in a paragraph."""
    params = config.rtl_params()
    if params.get("LengthFirst"):
        return _MODIFIED
    if params.get("Ops") == _KEYSTREAM:
        return _COUNTER
    if params.get("Schedule"):
        return _ONE_SCHEDULE
    return opening(config.top)


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

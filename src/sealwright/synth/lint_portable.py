# SPDX-License-Identifier: Apache-2.0
"""Rules for what tools are known to refuse that do not run here: those of docs/inside/style.md.

They read the text of a file without comments, since what they look for is a way of writing: a tool
that elaborates would show only that it accepts it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sealwright.base.files import resolve
from sealwright.synth.lint_tools import LintFinding

MOST_STEPS: Final = 2000  # of a loop

_SKIPPED = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_HEADER = re.compile(r"^module\s+(\w+)(.*?)[#(]", re.MULTILINE | re.DOTALL)
_BODY = re.compile(r"^module\s+(\w+)\b(.*?)^endmodule", re.MULTILINE | re.DOTALL)
_FUNCTION = re.compile(
    r"\bfunction\s+automatic\b[^;(]*?(\w+)\s*\(([^;]*?)\)\s*;(.*?)\bendfunction", re.DOTALL
)

Found = Iterator[tuple[int, str]]  # the place in a text, and what is wrong there


def _blanks(match: re.Match[str]) -> str:
    """A comment, or what a string says, as blanks: places stay those of the file."""
    blank = re.sub(r"[^\n]", " ", match[0])
    return f'"{blank[1:-1]}"' if match[0].startswith('"') else blank


def _matches(pattern: str, message: str) -> Callable[[str], Found]:
    """A rule that one pattern finds."""
    compiled = re.compile(pattern, re.MULTILINE)
    return lambda text: ((match.start(), message) for match in compiled.finditer(text))


def _several_imports(text: str) -> Found:
    for match in _HEADER.finditer(text):
        count = len(re.findall(r"\w+::", match[2]))
        if count > 1:
            yield match.start(), f"{match[1]} imports {count} packages in its header"


def _recursive_modules(text: str) -> Found:
    for match in _BODY.finditer(text):
        inner = re.search(rf"^\s*{match[1]}\s*(?:#\s*)?\(", match[2], re.MULTILINE)
        if inner:
            yield match.start(2) + inner.start(), f"{match[1]} instantiates itself"


def _recursive_functions(text: str) -> Found:
    for match in _FUNCTION.finditer(text):
        inner = re.search(rf"(?<![\w:.]){match[1]}\s*\(", match[3])
        if inner:
            yield match.start(3) + inner.start(), f"{match[1]} calls itself"


def _long_loops(text: str) -> Found:
    for match in re.finditer(r"\bfor\s*\([^;]*;[^;<]*<=?\s*(\d+)\s*;", text):
        if int(match[1]) > MOST_STEPS:
            yield match.start(), f"a loop of {match[1]} steps"


RULES: Final[dict[str, Callable[[str], Found]]] = {
    "unpacked-parameter": _matches(
        r"\b(?:localparam|parameter)\b[^=;,()]*\b\w+\s*\[[^\]]*\]\s*=", "an unpacked array"
    ),
    "string": _matches(
        r'\bstring\b|\b(?:localparam|parameter)\b[^=;,]*=\s*"',
        "a string as a parameter or variable",
    ),
    "type-parameter": _matches(r"\bparameter\s+type\b", "a type as a parameter"),
    "interface": _matches(r"^\s*interface\b|\bmodport\b", "an interface"),
    "silent-task": _matches(
        r"\$(?:error|fatal)\s*(?:;|\(\s*\)|\(\s*\d+\s*\))", "an elaboration task without a text"
    ),
    "fatal-number": _matches(r"\$fatal\s*\(\s*[^012\s)]", "the first argument is no number"),
    "case-inside": _matches(r"\bcase[xz]?\s*\([^;]*?\)\s*inside\b", "case with inside"),
    "several-imports": _several_imports,
    "recursive-module": _recursive_modules,
    "recursive-function": _recursive_functions,
    "long-loop": _long_loops,
}


def lint_portable(files: Sequence[str]) -> list[LintFinding]:
    """What these files have that some tool refuses."""
    found = []
    for name in files:
        bare = _SKIPPED.sub(_blanks, resolve(name).read_text())
        for rule, read in RULES.items():
            for place, message in read(bare):
                start = place + len(bare[place:]) - len(bare[place:].lstrip())
                line = bare.count("\n", 0, start) + 1
                found.append(LintFinding("portable", name, line, rule, message))
    return found

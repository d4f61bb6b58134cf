# SPDX-License-Identifier: Apache-2.0
"""Faults that can be put into SystemVerilog text, one at a time.

A fault changes a few tokens of a statement: an operator, a constant, a condition, a branch, an
assignment, two connections of an instance. Comments, module headers, declarations, parameter checks
and assertions are not changed: they are not part of the circuit. A fault is identified by its file,
the line or lines it changes, and their new text; so a list of faults stays valid when the text
around them moves.

`catalogue` lists every fault of a file, `draw` picks a seeded sample over all of them.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sealwright.base.errors import UsageError

GIVEN = "by hand"  # the kind of a fault that `replacement` makes
SWAPS = {
    "&&": "||",
    "||": "&&",
    "&": "|",
    "|": "^",
    "^": "|",
    "==": "!=",
    "!=": "==",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "+": "-",
    "-": "+",
    "<<": ">>",
    ">>": "<<",
}
# Longer ones first. Those without a partner are here so that their parts are not taken for others.
_OPERATOR = re.compile(
    r"\|->|\|=>|<<<|>>>|\+\+|--|[-+&|^]=|[-+]:|~\^|&&|\|\||[=!<>]=|<<|>>|[-+&|^<>]"
)
_NUMBER = re.compile(r"(?<![\w'.])(?:(\d+)'([bdh])([0-9A-Fa-f_]+)|'([01])(?!\w)|(\d+))(?![\w'])")
_NEGATION = re.compile(r"[!~](?=[\w(])")
_IF = re.compile(r"\bif \(")
_ASSIGNMENT = re.compile(
    r"(?:^|[;)]|\b(?:begin|else|default:))[ ]*(?P<all>[\w.]+(?:\[[^\n;]*?\])?\s*<=[^;]*)(?=;)", re.M
)
_INSTANCE = re.compile(r"\bu_\w+ \(")
_CONNECTION = re.compile(r"\.(\w+)\s*\((\w+)\)")
_NAMES = re.compile(
    r"\b(logic|bit|[a-z]\w*_[te])((?:\s*\[[^\]\n]*\])*)\s+(\w+(?:,\s*\w+)*)\s*[;,)\n]"
)

# What is blanked before the search for faults, in this order.
_HIDDEN = tuple(
    re.compile(pattern, re.M | re.S)
    for pattern in (
        r"//[^\n]*|/\*.*?\*/",
        r'"[^"\n]*"',
        r"\(\*[^)\n]*\*\)",
        r"^module\b.*?^\);",
        r"^\s*(?:import|typedef|genvar|function)\b[^;]*;",
        # a parameter check: a block that holds nothing but $error
        r"\bif \([^\n]*\) begin : \w+\s*\$error\([^;]*;|\belse begin : \w+\s*\$error\([^;]*;",
        # declarations, and the ranges of those that have a value
        r"^[ ]*(?:logic|bit|int|[a-z]\w*_[te])\b[^=;]*;",
        r"^[ ]*(?:localparam|parameter|logic|bit|int)\b[^=\n]*(?==)",
        r"^[^\n]*\bunused_\w+[^\n]*$",
    )
)
_MACRO = re.compile(r"^[ ]*`\w+[^\n(]*", re.M)


@dataclass(frozen=True, slots=True)
class Fault:
    """One change: `before` and `after` are whole lines, the first of which is line `line`."""

    file: str
    line: int
    kind: str
    before: str
    after: str

    def apply(self, text: str) -> str:
        """The file's text with this fault."""
        lines = text.splitlines(keepends=True)
        count = self.before.count("\n") + 1
        old = "".join(lines[self.line - 1 : self.line - 1 + count])
        if old != self.before + "\n":
            raise UsageError(f"{self.file}:{self.line}: does not read {self.before!r}")
        new = [self.after + "\n"]
        return "".join(lines[: self.line - 1] + new + lines[self.line - 1 + count :])

    def key(self) -> tuple[str, str, str]:
        """What the fault is, wherever the lines are; blanks at their ends do not count."""
        return self.file, self.before.strip(), self.after.strip()

    def diff(self) -> str:
        """The lines as they were and as they are."""
        old = [f"- {line.strip()}" for line in self.before.split("\n")]
        return "\n".join([*old, *(f"+ {line.strip()}" for line in self.after.split("\n"))])


def replacement(file: str, text: str, old: str, new: str) -> Fault:
    """The fault that replaces `old`, which must occur exactly once."""
    if text.count(old) != 1 or old == new:
        raise UsageError(f"{file}: {old!r} occurs {text.count(old)} times, expected once")
    start = text.index(old)
    return _fault(file, text, start, start + len(old), new, GIVEN)


def _fault(file: str, text: str, start: int, end: int, new: str, kind: str) -> Fault:
    """A change of text[start:end], widened to whole lines."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    after = (text[first:start] + new + text[end:last]).rstrip()
    return Fault(file, text.count("\n", 0, start) + 1, kind, text[first:last], after)


# ---- what may be changed ------------------------------------------------------------------------


def closing(text: str, start: int) -> int:
    """Where the bracket at `start` is closed."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i
    return len(text)


def circuit(text: str) -> str:
    """The text with everything blanked that is not the circuit; offsets and lines stay."""
    for pattern in _HIDDEN:
        text = pattern.sub(_blank, text)
    for match in _MACRO.finditer(text):
        end = match.end()
        if text[end : end + 1] == "(":
            end = closing(text, end) + 1
        text = text[: match.start()] + _blank_text(text[match.start() : end]) + text[end:]
    return text


def _blank(match: "re.Match[str]") -> str:
    return _blank_text(match[0])


def _blank_text(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


# ---- kinds of faults ----------------------------------------------------------------------------

Change = tuple[int, int, str, str]  # from, to, new text, kind


def _operators(code: str, assigned: Sequence[tuple[int, int]]) -> Iterator[Change]:
    arrows = {code.index("<=", start) for start, _ in assigned}
    for match in _OPERATOR.finditer(code):
        if match[0] in SWAPS and match.start() not in arrows:
            yield *match.span(), SWAPS[match[0]], f"{match[0]} is {SWAPS[match[0]]}"
    for match in _NEGATION.finditer(code):
        yield *match.span(), "", f"{match[0]} is missing"


def _constants(code: str) -> Iterator[Change]:
    for match in _NUMBER.finditer(code):
        width, base, digits, fill, plain = match.groups()
        if fill is not None:
            yield *match.span(), f"'{1 - int(fill)}", "constant inverted"
            continue
        if plain is not None:
            made = {str(int(plain) + step) for step in (1, -1) if int(plain) + step >= 0}
        else:
            radix, letter = {"b": (2, "b"), "d": (10, "d"), "h": (16, "X")}[base]
            value, size = int(digits.replace("_", ""), radix), int(width)
            length = len(digits.replace("_", "")) if base != "d" else 0
            made = {
                f"{width}'{base}{(value + step) % (1 << size):0{length}{letter}}"
                for step in (1, -1)
            }
        for new in sorted(made):
            yield *match.span(), new, "constant off by one"


def _conditions(code: str) -> Iterator[Change]:
    for match in _IF.finditer(code):
        start = match.end() - 1
        end = closing(code, start) + 1
        yield start, end, f"(!{code[start:end]})", "condition negated"
        yield start, end, "(1'b1)", "branch forced"
        yield start, end, "(1'b0)", "branch never taken"


def _choices(code: str) -> Iterator[Change]:
    """a ? b : c becomes a ? (c) : (b)."""
    for match in re.finditer(r"\?", code):
        depth, open_choices, colon = 0, 1, 0
        for i in range(match.end(), len(code)):
            char = code[i]
            if depth == 0 and char in ",;)]}":
                break
            depth += (char in "([{") - (char in ")]}")
            if depth == 0 and char in "?:":
                open_choices += 1 if char == "?" else -1
                if open_choices == 0:
                    colon = i
                    open_choices = -len(code)  # choices inside the second one do not count
        if colon:
            yes, no = code[match.end() : colon].strip(), code[colon + 1 : i].strip()
            yield match.end(), i, f" ({no}) : ({yes})", "choices swapped"


def _connections(code: str, text: str) -> Iterator[Change]:
    """Nets of the same width swapped between two ports of the same direction."""
    width = {
        name.strip(): (match[1], match[2].replace(" ", ""))
        for match in _NAMES.finditer(text)
        for name in match[3].split(",")
    }
    for instance in _INSTANCE.finditer(code):
        end = closing(code, instance.end() - 1)
        before: dict[tuple[str, tuple[str, str]], re.Match[str]] = {}
        for match in _CONNECTION.finditer(code, instance.end(), end):
            if match[2] in width:
                kind = (match[1][-2:], width[match[2]])
                other = before.get(kind)
                if other is not None and other[2] != match[2]:
                    middle = code[other.end(2) : match.start(2)]
                    new = match[2] + middle + other[2]
                    yield other.start(2), match.end(2), new, "connections swapped"
                before[kind] = match


def _depth(code: str, offset: int) -> int:
    return code.count("(", 0, offset) - code.count(")", 0, offset)


def catalogue(file: str, text: str) -> list[Fault]:
    """Every fault of a file, in the order of its lines."""
    code = circuit(text)
    # Outside brackets "<=" assigns; the condition of a loop is in brackets.
    assigned = [
        m.span("all") for m in _ASSIGNMENT.finditer(code) if _depth(code, m.start("all")) == 0
    ]
    changes = [*_operators(code, assigned), *_constants(code), *_conditions(code)]
    changes += [*_choices(code), *_connections(code, text)]
    changes += [(*span, "", "assignment missing") for span in assigned]
    faults = {_fault(file, text, *change) for change in changes}
    return sorted(faults, key=lambda f: (f.line, f.before, f.after, f.kind))


def draw(texts: Mapping[str, str], count: int, seed: int) -> list[Fault]:
    """A sample: one fault of each file while they last, then lines drawn over all files alike.

    A longer sample with the same seed begins with the shorter one.
    """
    rng = random.Random(f"faults {seed}")
    first: list[list[Fault]] = []
    rest: list[list[Fault]] = []
    for file in sorted(texts):
        lines: dict[int, list[Fault]] = {}
        for fault in catalogue(file, texts[file]):
            lines.setdefault(fault.line, []).append(fault)
        own = list(lines.values())
        rng.shuffle(own)
        first += own[:1]
        rest += own[1:]
    rng.shuffle(first)
    rng.shuffle(rest)
    turns = [*first, *rest]
    for faults in turns:
        rng.shuffle(faults)
    again = [fault for faults in turns for fault in faults[1:]]
    rng.shuffle(again)
    return [*(faults[0] for faults in turns), *again][:count]

# SPDX-License-Identifier: Apache-2.0
"""A core in plain Verilog (IEEE 1364-2005): parameters fixed, hierarchy and names kept.

Yosys elaborates the SystemVerilog once for each instance, so a core has thousands of modules, most
of them equal. Those with the same text become one, from the leaves up, and take back the name that
they have in the sources: `seal_fifo_deep`, and `seal_fifo_deep_2` for the next one with other
parameters. In a file for others each name ends with that of the core, since two cores of one design
have modules of the same name with other parameters. Fields of structs are ports of their own.
Attributes that map memories stay.
"""

import re
import tempfile
import textwrap
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sealwright.base import store
from sealwright.base.errors import CheckFailed
from sealwright.base.python_code import toolkit_digests
from sealwright.synth.fingerprint import Design
from sealwright.tools import yosys

_FILE = "core.v"
# Clocked processes become registers. A memory is written by words: the enables of its bits, which
# are a multiplexer between all ones and all zeros, become one signal, or no tool would find a
# memory that it has. What remains is written as expressions.
STEPS = (
    "proc",
    "bwmuxmap",
    "bmuxmap",
    "demuxmap",
    "pmuxtree",
    "opt_expr -mux_bool",
    "opt_clean",
    "simplemap t:$memwr* %ci1:+[EN] %ci1:+[Y] t:$mux %i",
    "opt_expr -mux_bool",
    "opt_clean",
    *(
        f"setattr {of}-unset {name}"
        for name in ("src", "hdlname", "full_case", "parallel_case")
        for of in ("", "-mod ")
    ),
)
_MODULE = re.compile(
    r"^(?:\(\*[^\n]*\*\)\n)*module (\\\S+ |\w+) *\(([^;]*)\);\n(.*?)^endmodule\n", re.M | re.S
)
_INSTANCE = re.compile(r"^  (\\\S+ |\w+ )( *(?:\\\S+ |\w+) *\()$", re.M)
_PORT = re.compile(r"^(  (?:in|out)put (.*;)\n)  wire \2\n", re.M)


@dataclass(frozen=True)
class Module:
    """A module of the file: the names of its ports, and the text between its head and its end."""

    name: str
    ports: str
    body: str

    @property
    def base(self) -> str:
        """Its name in the sources: what follows is the path of an instance."""
        return self.name.strip().removeprefix("\\").partition("$")[0]

    def text(self) -> str:
        """As Verilog."""
        ports = textwrap.fill(
            " ".join(self.ports.split()), 100, initial_indent="  ", subsequent_indent="  "
        )
        return f"module {self.name} (\n{ports}\n);\n{self.body}endmodule\n"


def elaborated(design: Design) -> str:
    """What Yosys writes: a module for each instance."""
    read = yosys.read_command(*design).replace("read_slang", "read_slang --keep-hierarchy", 1)
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        path = Path(folder) / "core.v"
        steps = [read, f"hierarchy -top {design.top}", *STEPS, f"write_verilog {path}"]
        yosys.run_script(steps, f"{design.top}, plain Verilog")
        text = path.read_text()
    if not text.rstrip().endswith("endmodule"):  # of a full disk, Yosys says nothing
        raise CheckFailed(f"{tempfile.gettempdir()}: Yosys could not write all of its file here")
    return text


def modules(text: str) -> dict[str, Module]:
    """The modules of a file of Yosys, by name."""
    found = (
        Module(match[1].strip(), match[2], _PORT.sub(r"\1", match[3]))
        for match in _MODULE.finditer(text)
    )
    return {module.name: module for module in found}


def merged(every: Mapping[str, Module], top: str, end: str = "") -> Iterator[Module]:
    """Each module once, the top first, each before those that it instantiates.

    All names end with `end`.
    """
    own: dict[Module, str] = {}  # of equal ones the first one's name
    names: dict[str, str] = {}  # of all, to that

    def visit(name: str) -> None:
        module = every[name]
        for child in instances(module):
            if child in every and child not in names:
                visit(child)
        same = Module(module.base, module.ports, _renamed(module.body, names))
        names[name] = own.setdefault(same, name)

    visit(top)
    final: dict[str, str] = {}
    for module, name in reversed(own.items()):
        final[name] = _free(module.name, end, final.values())
    for module, name in reversed(own.items()):
        yield Module(final[name], module.ports, _renamed(module.body, final))


def instances(module: Module) -> Iterator[str]:
    """The names of the modules that it instantiates."""
    return (match[1].strip() for match in _INSTANCE.finditer(module.body))


def _renamed(body: str, names: Mapping[str, str]) -> str:
    """With other modules instantiated."""

    def new(match: re.Match[str]) -> str:
        kind = names.get(match[1].strip())
        return match[0] if kind is None else f"  {kind} {match[2].lstrip()}"

    return _INSTANCE.sub(new, body)


def _free(base: str, end: str, taken: Collection[str]) -> str:
    """A name that is not taken."""
    number, name = 1, base + end
    while name in taken:
        number += 1
        name = f"{base}_{number}{end}"
    return name


def plain_verilog(design: Design, end: str = "") -> str:
    """The text of the file, without a head; kept by the sources of the design.

    The names of its modules end with `end`.
    """

    def make(folder: Path) -> None:
        every = modules(elaborated(design))
        text = "\n".join(module.text() for module in merged(every, design.top, end))
        (folder / _FILE).write_text(text)

    own = toolkit_digests([Path(__file__)])
    key = f"{design.top}-{store.digest(yosys.yosys_version(), own, design.code(), end)}"
    return (store.entry("plain", key, make) / _FILE).read_text()

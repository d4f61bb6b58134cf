# SPDX-License-Identifier: Apache-2.0
"""What the tools of a distribution take of each library, as the page on integration says.

The tops of a library are its modules that no other one of it instantiates, with their defaults (or
the smaller values that lint has in their place) and at the points of lint. `make test-stock` runs
this with Debian's packages iverilog and verilator, of any release that has a row in the table.
"""

import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from typing import Final

import pytest

from sealwright.base.files import INCLUDE_DIRS, LIBRARIES, library_files, repo_root, resolve
from sealwright.synth import lint
from sealwright.synth.lint_tools import Point
from sealwright.tools import yosys

PAGE: Final = "docs/use/integration.md"
INCLUDES: Final = [f"-I{folder}" for folder in INCLUDE_DIRS]
HINTS: Final = ["-Wno-WIDTH", "-Wno-UNOPTFLAT"]  # at points: only the defaults are free of them
PLACE: Final = re.compile(r"rtl/\w+/(\w+)\.svh?:\d+")
SECONDS: Final = 300

pytestmark = pytest.mark.stock


def sized(value: int) -> str:
    """A literal of as many bits as it needs, so that no tool warns of a one-bit parameter."""
    return f"{max(1, value.bit_length())}'h{value:x}"


def verilator(point: Point) -> list[str]:
    params = [f"-G{name}={sized(value)}" for name, value in point.params]
    return ["verilator", "--lint-only", *(HINTS if params else []), "--top", point.top, *params]


def icarus(point: Point) -> list[str]:
    params = [f"-P{point.top}.{name}={sized(value)}" for name, value in point.params]
    return ["iverilog", "-g2012", "-t", "null", "-s", point.top, *params]


def run(command: list[str]) -> tuple[int, str]:
    """Exit code and output of a tool of the distribution, which must be there."""
    if shutil.which(command[0]) is None:
        pytest.fail(f"Debian's package {command[0]} is missing: apt-get install {command[0]}")
    done = subprocess.run(
        command,
        cwd=repo_root(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        timeout=SECONDS,
    )
    return done.returncode, done.stdout


def own_front_end(point: Point) -> tuple[int, str]:
    """Yosys' own reader of SystemVerilog, from the wheel that the toolkit uses."""
    params = "".join(f" -chparam {name} {sized(value)}" for name, value in point.params)
    read = " ".join(["read_verilog -sv", *INCLUDES, *point.files])
    return yosys.execute([read, f"hierarchy -top {point.top}{params}", "proc"])


def by_command(line: Callable[[Point], list[str]]) -> Callable[[Point], tuple[int, str]]:
    return lambda point: run([*line(point), *INCLUDES, *point.files])


def version(command: list[str], pattern: str) -> str:
    """As a tool prints it."""
    found = re.search(pattern, run(command)[1])
    if found is None:
        pytest.fail(f"`{' '.join(command)}` prints no version: it is not Debian's")
    return found[1]


TOOLS: Final[dict[str, tuple[Callable[[], str], Callable[[Point], tuple[int, str]]]]] = {
    "Verilator": (
        lambda: version(["verilator", "--version"], r"Verilator (\d+\.\d+)"),
        by_command(verilator),
    ),
    "Icarus Verilog": (
        lambda: version(["iverilog", "-V"], r"Icarus Verilog version (\d+\.\d+)"),
        by_command(icarus),
    ),
    "Yosys, `read_verilog -sv`": (yosys.yosys_version, own_front_end),
}


@cache
def table() -> dict[tuple[str, str], str]:
    """The cell of each tool, as `Verilator 5.032`, and library."""
    text = (repo_root() / PAGE).read_text()
    head = "| tool | " + " | ".join(f"`{name}`" for name in LIBRARIES) + " |\n"
    assert head in text, f"{PAGE} has no table of libraries"
    rows = text.partition(head)[2].partition("\n\n")[0].splitlines()[1:]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {
        (tool, library): cell
        for tool, *row in cells
        for library, cell in zip(LIBRARIES, row, strict=True)
    }


def points(library: str) -> list[Point]:
    """The tops of a library."""
    texts = {name: resolve(name).read_text() for name in library_files(library)}
    inner = {
        module
        for name, text in texts.items()
        for module in re.findall(r"^\s*(\w+)\s*(?:#\s*\(|\w+\s*\()", text, re.MULTILINE)
        if not re.search(rf"^module {module}\b", text, re.MULTILINE)
    }
    own = {module for text in texts.values() for module in re.findall(r"^module (\w+)", text, re.M)}
    found = [point for point in lint.points() if point.top in own - inner]
    assert found
    return found


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("tool", TOOLS)
def test_table_says_what_a_tool_compiles(tool: str, library: str) -> None:
    """`yes`, or the file at which it stops first."""
    number, read = TOOLS[tool]
    cell = "yes"
    for point in points(library):
        code, output = read(point)
        if code != 0:
            place = PLACE.search(output)
            cell = f"`{place[1]}`" if place else "no"
            print(point.top, point.parameters(), output[-2000:])
            break
    row = f"{tool} {number()}"
    assert (row, library) in table(), f"{PAGE} has no row for {row}: {library} is {cell}"
    assert cell == table()[row, library]

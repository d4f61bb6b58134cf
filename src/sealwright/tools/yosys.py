# SPDX-License-Identifier: Apache-2.0
"""Yosys with its slang front end, from the Python wheel: scripts run in a child process.

A child, because Yosys ends its process on an error and keeps the memory of a large design. All
paths in scripts are relative to the root, where the child runs.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from sealwright.base import store
from sealwright.base.errors import CheckFailed, ToolMissing
from sealwright.base.files import INCLUDE_DIRS, PACKAGE, relative, repo_root, resolve
from sealwright.tools.verilator import parameter_flags

_ECHO = re.compile(r"^-- Running command `(\S+)")
_MESSAGE = re.compile(
    r"^(?:(?P<file>\S[^:]*):(?P<line>\d+): )?(?P<kind>Warning|ERROR): (?P<text>.*)"
)
_PROGRESS_SECONDS = 2.0
# A step of a script that gives every register the name of what it drives, as an attribute that
# synthesis keeps (of names themselves it keeps few).
NAME_REGISTERS, SIGNAL = "name_registers", "sealwright_signal"
# Steps of generate loops and of constant functions: wide product matrices and the tables of the
# S-boxes take more than the usual 131,072 and 100,000.
_LIMITS = "--max-generate-steps 100000000 --max-constexpr-steps 100000000"


@dataclass(frozen=True)
class Message:
    """A warning or an error of Yosys; `file` is empty when it named none."""

    kind: str
    file: str
    line: int
    text: str


def yosys_version() -> str:
    """The version of the wheel."""
    try:
        return metadata.version("pyosys")
    except metadata.PackageNotFoundError:
        raise ToolMissing("the Python package pyosys is not installed (run `make setup`)") from None


def read_command(top: str, files: Sequence[str | Path], params: Mapping[str, int]) -> str:
    """The command that elaborates a top with its parameters."""
    includes = [f"-I{folder}" for folder in INCLUDE_DIRS]
    names = [relative(resolve(name)) for name in files]
    return " ".join(
        ["read_slang", _LIMITS, *includes, "--top", top, *parameter_flags(params), *names]
    )


def execute(commands: Sequence[str], label: str = "") -> tuple[int, str]:
    """Runs the commands in a child; returns its exit code and log.

    With a label, steps that take longer than a moment are reported on standard error.
    """
    yosys_version()
    store.plain(Path(tempfile.gettempdir()), "set TMPDIR to another one")
    path = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}
    with subprocess.Popen(
        [sys.executable, "-m", "sealwright.tools.yosys", json.dumps(list(commands))],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=env,
        cwd=repo_root(),
    ) as child:
        assert child.stdout is not None
        log, step, start, shown = [], "", time.monotonic(), False
        for line in child.stdout:
            log.append(line)
            echo = _ECHO.match(line)
            if echo:
                step, start, shown = echo[1], time.monotonic(), False
            elif label and not shown and time.monotonic() - start > _PROGRESS_SECONDS:
                print(f"{label}: {step} ...", file=sys.stderr, flush=True)
                shown = True
    return child.returncode, "".join(log)


def messages(log: str) -> list[Message]:
    """Warnings and errors in a log, in order, each once."""
    found = [match for line in log.splitlines() if (match := _MESSAGE.match(line))]
    return list(
        dict.fromkeys(
            Message(m["kind"].lower(), m["file"] or "", int(m["line"] or 0), m["text"])
            for m in found
        )
    )


def run_script(commands: Sequence[str], label: str = "") -> str:
    """Runs the commands and returns the log; CheckFailed with Yosys' own errors if it fails."""
    code, log = execute(commands, label)
    if code != 0:
        found = [m for m in messages(log) if m.kind == "error"]
        errors = [f"{m.file}:{m.line}: {m.text}" if m.file else m.text for m in found]
        tail = errors or log.splitlines()[-20:]
        raise CheckFailed("Yosys failed:\n" + "\n".join(tail))
    return log


def netlist(commands: Sequence[str], label: str = "") -> dict[str, Any]:
    """The design after the commands, as Yosys' JSON."""
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        path = Path(folder) / "netlist.json"
        run_script([*commands, f"write_json {path}"], label)
        design: dict[str, Any] = json.loads(path.read_text())
    return design


def top_module(design: Mapping[str, Any]) -> dict[str, Any]:
    """The top module of a netlist in Yosys' JSON."""
    modules: dict[str, dict[str, Any]] = design["modules"]
    tops = [m for m in modules.values() if int(m["attributes"].get("top", "0"), 2)]
    if len(tops) != 1:
        raise CheckFailed(f"the netlist has {len(tops)} top modules, expected one")
    return tops[0]


def _child(commands: Sequence[str]) -> None:
    """The child process: an error ends it with exit code 1."""
    from pyosys import libyosys

    design = libyosys.Design()
    for command in commands:
        if command == NAME_REGISTERS:
            for cell in design.top_module().selected_cells():
                if re.match(r"\$[a-z]*dff", cell.type.str()):
                    driven = cell.getPort(libyosys.IdString("\\Q"))[0].wire.name.str()
                    name = driven.removeprefix("\\")
                    cell.set_string_attribute(libyosys.IdString(f"\\{SIGNAL}"), name)
        else:
            libyosys.run_pass(command, design)
        sys.stdout.flush()


if __name__ == "__main__":
    _child(json.loads(sys.argv[1]))

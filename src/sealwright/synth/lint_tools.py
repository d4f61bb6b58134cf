# SPDX-License-Identifier: Apache-2.0
"""Four tools that read RTL, each with its findings in one form: Verilator, slang, Verible, Yosys.

What is read, and what is waived, is `sealwright.synth.lint`'s.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sealwright.base.errors import ToolMissing
from sealwright.base.files import INCLUDE_DIRS, relative, repo_root, resolve
from sealwright.base.sources import used
from sealwright.tools import yosys
from sealwright.tools.verilator import include_flags, parameter_flags, verilator_env

CONFIG = "scripts/lint"
# Three of slang's rules are off: the style here has a default in each `unique case`; a cast that
# is useless at one parameter point is needed at another; functions name their arguments as the
# equations do, and so does the module around them.
_SLANG_OFF = ("case-redundant-default", "useless-cast", "shadow-value")
_SLANG_STEPS = "--max-constexpr-steps 100000000"  # the tables of the S-boxes take many
_SLANG_FLAGS = ("-Wextra", "-Wpedantic", _SLANG_STEPS, *(f"-Wno-{rule}" for rule in _SLANG_OFF))
# In a child process, because the driver always prints what it finds.
_SLANG_CHILD = """
import sys
from pyslang.driver import Driver
driver = Driver()
driver.addStandardArgs()
read = driver.parseCommandLine(sys.argv[1]) and driver.processOptions()
sys.exit(not (read and driver.parseAllSources() and driver.runFullCompilation(True)))
"""

# Most of a core, and of the time that Yosys and Verilator take for it. Empty boxes, but in the
# points of their own.
_SBOXES = tuple(f"seal_aes_sbox_{kind}" for kind in ("lut", "composite", "gates", "bdd", "bram"))
_MULTIPLIERS = ("seal_gf_mult", "seal_gf_mult_hybrid", "seal_gf_tower_map", "seal_gf_square")
BOXES = ("seal_aes_round", "seal_aes_sbox", *_SBOXES, *_MULTIPLIERS, "seal_sector")

_HEAD = re.compile(r"^module\b.*?^\);", re.MULTILINE | re.DOTALL)
_VERILATOR = re.compile(r"^%(Warning|Error)(?:-(\w+))?: (?:([^:\s]+):(\d+):(?:\d+:)? )?(.*)")
_VERIBLE = re.compile(r"^([^:\s]+):(\d+):[\d:-]+ (.*?)(?: \[([\w-]+)\])?$")


@dataclass(frozen=True)
class LintFinding:
    """One finding of one tool."""

    tool: str
    file: str
    line: int
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.tool} {self.rule}: {self.message}"


@dataclass(frozen=True)
class Point:
    """A top with parameters, the files that it may use, and whether it has boxes by day."""

    top: str
    files: tuple[str, ...]
    params: tuple[tuple[str, int], ...] = ()
    boxed: bool = False

    def parameters(self) -> dict[str, int]:
        return dict(self.params)


def _name(path: str) -> str:
    """A path as a tool printed it, relative to the root where it lies below it."""
    return relative((repo_root() / path).resolve())


def lint_verilator(point: Point) -> list[LintFinding]:
    """Verilator --lint-only -Wall on one top."""
    env = verilator_env()
    command = ["verilator", "--lint-only", "-Wall", "--quiet", "--top-module", point.top]
    command += [*include_flags(), *parameter_flags(point.parameters())]
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        files = _files(point, Path(folder))
        done = subprocess.run(
            [*command, *map(str, files)],
            env=env,
            cwd=repo_root(),
            capture_output=True,
            text=True,
            check=False,
        )
    found = []
    for line in done.stderr.splitlines():
        match = _VERILATOR.match(line)
        if match and not match[5].startswith("Exiting due to"):
            rule = match[2] or match[1].lower()
            found.append(
                LintFinding("verilator", _name(match[3] or ""), int(match[4] or 0), rule, match[5])
            )
    if done.returncode != 0 and not found:
        found.append(LintFinding("verilator", point.top, 0, "failed", done.stderr.strip()[-500:]))
    return found


def _files(point: Point, folder: Path) -> list[Path]:
    """What a tool reads of a point that may have boxes."""
    return _boxed(point, folder) if point.boxed else list(map(resolve, point.files))


def _boxed(point: Point, folder: Path) -> list[Path]:
    """The files of a point with empty boxes, and without those that only boxes use."""
    files = [_emptied(resolve(name), point.top, folder) for name in point.files]
    return [path for path in used(files, [point.top]) if path.suffix != ".svh"]


def _emptied(path: Path, top: str, folder: Path) -> Path:
    """The file itself; or, of a box that is not the top, a copy in the folder without its body."""
    head = _HEAD.search(path.read_text())
    if path.stem not in BOXES or path.stem == top or head is None:
        return path
    copy = folder / path.name
    off = "".join(f"// verilator lint_off {rule}\n" for rule in ("UNUSED", "UNDRIVEN"))
    copy.write_text(f"{off}{head[0]}\nendmodule\n")
    return copy


def lint_slang(point: Point) -> list[LintFinding]:
    """slang's errors and warnings on one top, by its Python API."""
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        output = Path(folder) / "slang.json"
        # The driver parses a command line of its own, in which a quote has to be escaped.
        params = [flag.replace("'", "\\'") for flag in parameter_flags(point.parameters())]
        words = ["slang", *_SLANG_FLAGS, f"--diag-json {output}", "--diag-abs-paths"]
        words += ["--top", point.top, *params, *(f"-I{name}" for name in INCLUDE_DIRS)]
        words += map(relative, _files(point, Path(folder)))
        child = [sys.executable, "-c", _SLANG_CHILD, " ".join(words)]
        done = subprocess.run(child, cwd=repo_root(), capture_output=True, text=True, check=False)
        reports = json.loads(output.read_text()) if output.is_file() else []
    found = []
    for report in reports:
        file, line = report["location"].split(":")[:2]
        rule = report.get("optionName", report["code"])
        found.append(LintFinding("slang", _name(file), int(line), rule, report["message"]))
    if done.returncode != 0 and not found:
        found.append(LintFinding("slang", point.top, 0, "failed", done.stderr.strip()[-500:]))
    return found


def lint_verible(files: Sequence[str]) -> list[LintFinding]:
    """verible-verilog-lint on files, with the rules of `scripts/lint/verible.rules`."""
    program = Path(sys.executable).parent / "verible-verilog-lint"
    if not program.is_file():
        raise ToolMissing("verible-verilog-lint is not installed (run `make setup`)")
    rules = repo_root() / CONFIG / "verible.rules"
    done = subprocess.run(
        [str(program), "--rules_config", str(rules), *(str(resolve(name)) for name in files)],
        capture_output=True,
        text=True,
        check=False,
    )
    found = []
    for line in (done.stdout + done.stderr).splitlines():
        match = _VERIBLE.match(line)
        if match:
            rule = match[4] or "syntax"
            found.append(LintFinding("verible", _name(match[1]), int(match[2]), rule, match[3]))
    if done.returncode != 0 and not found:
        text = (done.stdout + done.stderr).strip()[-500:]
        found.append(LintFinding("verible", ", ".join(files), 0, "failed", text))
    return found


def read_boxed(top: str, files: Sequence[str], params: Mapping[str, int]) -> str:
    """Yosys' command that elaborates a top, with empty boxes in place of what takes longest."""
    boxes = (f"--blackboxed-module {module}" for module in BOXES if module != top)
    return " ".join([yosys.read_command(top, files, params), *boxes])


def elaborate(point: Point, *commands: str) -> tuple[int, str]:
    """Yosys on one top with boxes that are read without their bodies: its exit code and log."""
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        files = [str(path) for path in _boxed(point, Path(folder))]
        return yosys.execute([read_boxed(point.top, files, point.parameters()), *commands])


def lint_yosys(point: Point) -> list[LintFinding]:
    """Yosys read_slang, `check` and the absence of latches on one top."""
    latches = "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr"
    code, log = elaborate(point, "check", latches)
    found = [
        LintFinding("yosys", _name(m.file) if m.file else point.top, m.line, m.kind, m.text)
        for m in yosys.messages(log)
    ]
    if code != 0 and not found:
        found.append(LintFinding("yosys", point.top, 0, "failed", log.strip()[-500:]))
    return found

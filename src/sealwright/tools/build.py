# SPDX-License-Identifier: Apache-2.0
"""From SystemVerilog to a program: shared libraries for ctypes, and programs that cocotb drives.

Verilator writes C++, which is compiled here rather than by its makefiles: the code for every cycle
is one unit, the code that runs once another that is not optimised, and everything that does not
depend on the design is compiled once: the headers, the run-time, the harness for each set of ports.

A build takes the RTL files that its top uses, and is repeated when their code changes: not after an
edited comment, nor after a change in a module of another core. So the line of a failed assertion is
that of the text which was built; the assertion's name is printed beside it.
"""

import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from sealwright.base import store
from sealwright.base.files import repo_root, resolve
from sealwright.base.sources import code, code_digests, compiled, used
from sealwright.tools.verilator import (
    compiler_version,
    include_flags,
    parameter_flags,
    run_logged,
    verilator_env,
    verilator_root,
    verilator_version,
)

# Initial values that no design may rely on are drawn at random.
_VERILATOR = ("-cc", "-O3", "--threads", "1", "--assert", "--x-initial", "unique")
_COMPILER = ("-std=gnu++20", "-fcoroutines", "-fPIC", "-pthread", "-w")
ONCE, EACH_CYCLE = "-O0", "-Og"  # what the compiler does for code that runs so often
_HEADERS = ("verilated.h", "algorithm", "deque", "memory", "string", "vector")
_SETTINGS = Path(__file__).with_name("seal.vlt")


@dataclass(frozen=True)
class _Compiler:
    """g++ with the definitions of one kind of build."""

    defines: tuple[str, ...]

    def flags(self) -> list[str]:
        include = verilator_root() / "include"
        folders = (f"-I{include}", f"-I{include / 'vltstd'}")
        return [*_COMPILER, *folders, *(f"-D{name}" for name in self.defines)]

    def key(self, *parts: object) -> str:
        """Digest of what an object depends on besides its source."""
        versions = (verilator_version(), compiler_version())
        return store.digest(versions, _COMPILER, self.defines, *parts)

    def run(self, arguments: Sequence[str], what: str, folder: Path) -> None:
        run_logged(["g++", *self.flags(), *arguments], f"compiling {what}", cwd=folder)

    def header(self, level: str) -> str:
        """The flag that includes the headers of all units, compiled beforehand."""

        def make(folder: Path) -> None:
            text = "".join(f"#include <{name}>\n" for name in _HEADERS)
            (folder / "seal.h").write_text(text)
            self.run([level, "-x", "c++-header", "seal.h"], "the headers", folder)

        entry = store.entry("header", self.key(level, _HEADERS), make)
        return f"-include{entry / 'seal.h'}"

    def unit(self, source: Path, level: str) -> Path:
        """A unit of a design, compiled beside its source."""
        arguments = [level, self.header(level), "-I.", "-c", source.name]
        self.run(arguments, source.name, source.parent)
        return source.with_suffix(".o")

    def runtime(self, name: str) -> Path:
        """A file of Verilator's run-time, compiled once."""

        def make(folder: Path) -> None:
            source = verilator_root() / "include" / f"{name}.cpp"
            self.run([EACH_CYCLE, "-c", str(source)], name, folder)

        return store.entry("runtime", self.key(name), make) / f"{name}.o"

    def harness(self, source: Path, model: Path, flags: Sequence[str]) -> Path:
        """The harness, compiled once for all designs that look alike from outside."""
        level = EACH_CYCLE
        outside = code((model / "Vtop.h").read_text())  # its folder is another one for each build
        digests = code_digests(harness_files(source))

        def make(folder: Path) -> None:
            words = [level, self.header(level), f"-I{model}", f"-I{_SETTINGS.parent}"]
            self.run([*words, *flags, "-c", str(source)], source.name, folder)

        return store.entry("harness", self.key(digests, outside, flags), make) / f"{source.stem}.o"


def harness_files(harness: Path) -> list[Path]:
    """The harness and its headers, beside it or in this folder, on which its object depends."""
    found = [harness]
    for path in found:  # grows while it is read, since headers include headers
        headers = re.findall(r'^\s*#include\s+"([^"]+)"', path.read_text(), re.MULTILINE)
        beside = (folder / name for name in headers for folder in (path.parent, _SETTINGS.parent))
        found += [header for header in beside if header.is_file() and header not in found]
    return found


def _listed(model: Path, name: str) -> list[str]:
    """Files that Verilator wrote, by the name of their list."""
    text = (model / "Vtop_classes.mk").read_text()
    found = re.search(rf"^{name} \+= \\\n(.*?)^$", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"\w+", found[1]) if found else []


def _objects(
    compiler: _Compiler,
    model: Path,
    level: str,
    harness: Path,
    harness_flags: Sequence[str],
) -> list[Path]:
    """Everything that a program of this design is linked of."""

    def unit(speed: str, level: str) -> Path:
        names = [n for kind in ("CLASSES", "SUPPORT") for n in _listed(model, f"VM_{kind}_{speed}")]
        source = model / f"all_{speed.lower()}.cpp"
        source.write_text("".join(f'#include "{name}.cpp"\n' for name in names))
        return compiler.unit(source, level)

    with ThreadPoolExecutor() as pool:
        units = pool.map(unit, ("FAST", "SLOW"), (level, ONCE))
        runtime = [n for speed in ("FAST", "SLOW") for n in _listed(model, f"VM_GLOBAL_{speed}")]
        others = [*map(compiler.runtime, runtime), compiler.harness(harness, model, harness_flags)]
        return [*units, *others]


def build(
    top: str,
    files: Sequence[str | Path],
    params: Mapping[str, int],
    harness: Path,
    target: str,
    *,
    verilator: Sequence[str] = (),
    harness_flags: Sequence[str] = (),
    link: Sequence[str] = (),
    settings: str = "",
    level: str = EACH_CYCLE,
) -> Path:
    """The file `target`, linked of `top` as the C++ class `Vtop` and the harness.

    `verilator` has flags, `settings` a text in Verilator's own language, that only this kind of
    build needs; `link` must not change what the file does. `level` is the optimisation of the code
    for every cycle.
    """
    traced = "--trace" in verilator
    stops = any("void vl_stop(" in path.read_text() for path in harness_files(harness))
    compiler = _Compiler(
        (
            *("VERILATOR=1", "VM_COVERAGE=0", "VM_SC=0", "VM_TIMING=0"),
            *(f"VM_TRACE={traced:d}", f"VM_TRACE_VCD={traced:d}"),
            *("VM_TRACE_FST=0", "VM_TRACE_SAIF=0"),
            *(["VL_USER_STOP"] if stops else []),
        )
    )
    flags = [*_VERILATOR, *verilator, *parameter_flags(params)]
    flags += ["--prefix", "Vtop", "--top-module", top]
    sources = [_SETTINGS, *used(files, [top])]
    inputs = code_digests([*sources, *harness_files(harness)])
    key = f"{top}-{compiler.key(flags, settings, level, inputs, harness_flags, target)}"

    def make(folder: Path) -> None:
        print(f"building the simulation of {top} ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix=f"{top}-", dir=folder) as scratch:
            model = Path(scratch)
            extra = model / "settings.vlt"
            extra.write_text("`verilator_config\n" + settings)
            command = ["verilator", *flags, *include_flags(), "--Mdir", scratch, str(extra)]
            command += compiled(sources)
            run_logged(command, f"Verilator on {top}", env=verilator_env(), cwd=repo_root())
            objects = map(str, _objects(compiler, model, level, harness, harness_flags))
            command = ["g++", "-pthread", "-o", str(folder / target), *objects, *link]
            run_logged(command, f"linking {top}")

    return store.entry("build", key, make) / target


def build_library(
    top: str,
    files: Sequence[str | Path],
    params: Mapping[str, int],
    harness: Path,
    *,
    trace: bool = False,
    harness_flags: Sequence[str] = (),
) -> Path:
    """Path of a shared library: `top`, linked with a harness that drives it.

    Initial state is random: the harness seeds it (`randReset(2)`, `randSeed`). Unknown values in
    expressions are drawn when the simulation starts.
    """
    return build(
        top,
        files,
        params,
        resolve(harness),
        f"{top}.so",
        verilator=["--x-assign", "unique", *(["--trace"] if trace else [])],
        harness_flags=harness_flags,
        link=["-shared"],
    )

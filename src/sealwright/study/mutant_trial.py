# SPDX-License-Identifier: Apache-2.0
"""The trial of a fault: a copy of the checkout with the fault, and the tests that run on it.

The tests are those of `make test` on the RTL, run by pytest. A copy is in `build/mutants/` and has
its own build cache; only Verilator itself is used by all.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from sealwright.base import store
from sealwright.base.errors import CheckFailed
from sealwright.base.files import LIBRARIES, library_files, relative, repo_root, rtl_files
from sealwright.base.sources import code_digests, defined, used
from sealwright.study.mutate import GIVEN, Fault
from sealwright.tools.verilator import compiler_version, verilator_root, verilator_version
from sealwright.tools.yosys import yosys_version

# Limits of one process, far beyond what any test takes; they stop what would never end. Seconds are
# processor time, so that a busy or sleeping machine does not count as a caught fault.
MEMORY_KIB = 8 << 20
CPU_SECONDS = 3600

# The contents of a copy of the checkout, on which a verdict depends.
_PARTS = (
    *("rtl", "src", "tests", "tb", "configs", "scripts", "docs", "examples"),
    *("pyproject.toml", "LICENSE"),
)
_CIRCUIT = (
    *("rtl/**/*", "configs/*.toml", "scripts/lint/*", "pyproject.toml", "LICENSE"),
    *(f"src/sealwright/{layer}/**/*" for layer in ("base", "model", "tools", "cores", "synth")),
    *(f"src/sealwright/{layer}/**/*" for layer in ("families", "export", "report")),
)
_BENCHES = "tb/**/*"
_SHARED = ("tests/data/**/*", "tests/*.py", "tests/*/conftest.py")  # by tests

# Lint of the whole core, as a child of the copy's own package.
_LINT = """
import sys
from sealwright.families import load_core
from sealwright.synth import lint, lint_tools
core = load_core("gcm-default")
point = lint_tools.Point(core.top, tuple(core.files()), tuple(sorted(core.rtl_params().items())))
found = lint.waive([*lint_tools.lint_verilator(point), *lint_tools.lint_slang(point)], partly=True)
sys.exit("\\n".join(f"FAILED {f}" for f in found) or 0)
"""
QUICK = "pytestmark = pytest.mark.quick"  # a file of examples
_FAILED = re.compile(r"^(FAILED|ERROR) (.*)", re.M)


def stages(fault: Fault) -> list[tuple[str, ...]]:
    """The checks that may catch a fault, in order: lists of tests, then lint (the empty one).

    The tests are those of the fault's library, tests/<library>, and of each library whose modules
    are made of the file among others. First come the proofs of its own; then the quick examples of
    all of them; the simulations of its own, those of the others, and last those that build many
    cores. Lint is run only on faults that no test detects, and on no deliberate bugs, since it may
    report merely the way in which these are written.
    """
    own, *others = trying_libraries(fault.file)
    tests = {library: _tests(library) for library in (own, *others)}
    proofs = [name for name in tests[own] if not _simulates(name)]
    known = [name for found in tests.values() for name in found if name not in proofs]
    examples = [name for name in known if QUICK in _text(name)]
    grids = [name for name in known if name.endswith("_grid.py")]
    rest = [name for name in known if name not in (*examples, *grids)]
    first = [name for name in rest if name in tests[own]]
    last = [name for name in rest if name not in tests[own]]
    found = [tuple(names) for names in (proofs, examples, first, last, grids)]
    return [*filter(None, found), *([] if fault.kind == GIVEN else [()])]


def trying_libraries(file: str) -> list[str]:
    """The library that a file is in, then those whose modules use it."""
    own = Path(file).parent.name
    return [own, *(lib for lib, files in _made_of().items() if lib != own and file in files)]


@cache
def _made_of() -> dict[str, frozenset[str]]:
    """For each library, the files that its modules are made of, its own and others.

    Found once: faults go into copies, so that the checkout stays as it is.
    """
    found = {}
    for library in LIBRARIES:
        tops = defined(library_files(library))
        found[library] = frozenset(map(relative, used(rtl_files(library), tops)))
    return found


def _tests(library: str) -> tuple[str, ...]:
    """The test files of a library."""
    paths = sorted((repo_root() / "tests" / library).glob("test_*.py"))
    return tuple(str(path.relative_to(repo_root())) for path in paths)


def _text(name: str) -> str:
    return (repo_root() / name).read_text()


def _simulates(name: str) -> bool:
    """Whether a test builds a simulation; those that do not are proofs and short.

    It may do so by a fixture that it shares with the other tests of its folder.
    """
    text = _text(name)
    beside = repo_root() / Path(name).with_name("conftest.py")
    shared = re.findall(r"^def (\w+)\(", beside.read_text(), re.M) if beside.is_file() else []
    asked = any(re.search(rf"^def test.*\(.*\b{fixture}\b", text, re.M) for fixture in shared)
    return asked or any(word in text for word in ("run_bench", "Sim", "load_core"))


def circuit() -> str:
    """Hash of all that a verdict depends on besides the fault and the tests: RTL and toolkit."""
    versions = (verilator_version(), compiler_version(), yosys_version())
    return store.digest(_LINT, versions, _digests(_CIRCUIT))


def evidence(caught_by: str | None) -> str:
    """Hash of the tests that a verdict depends on: the one that caught the fault, or all.

    So a new test does not repeat the trial of a fault that another file catches.
    """
    witness = re.search(r"tests/[\w/]+\.py", caught_by or "")
    if witness is None:
        tests = [name for library in LIBRARIES for name in _tests(library)]
        return _digests((_BENCHES, *_SHARED, *tests))
    text = (repo_root() / witness[0]).read_text()
    benches = (_BENCHES,) if "run_bench" in text else ()
    return _digests((*benches, *_SHARED, witness[0]))


def conditions() -> str:
    """Hash of everything that all verdicts depend on besides the faults."""
    return store.digest(circuit(), evidence(None))


def _digests(patterns: Sequence[str]) -> str:
    found = {path for pattern in patterns for path in repo_root().glob(pattern) if path.is_file()}
    paths = sorted(path for path in found if "__pycache__" not in path.parts)
    rtl = [path for path in paths if path.suffix in (".sv", ".svh")]
    others = [path for path in paths if path not in rtl]
    return store.digest(code_digests(rtl), store.file_digests(others))


class Copy:
    """A private copy of the checkout with a cache of its own, in which one fault is tried."""

    def __init__(self, number: int) -> None:
        self.root = repo_root() / "build" / "mutants" / str(number)
        self.cache = self.root / "build" / "cache"
        for part in _PARTS:
            source, target = repo_root() / part, self.root / part
            if source.is_dir():
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                target.write_bytes(source.read_bytes())
        self.cache.mkdir(parents=True, exist_ok=True)
        tool = self.cache / "verilator"
        if not tool.is_symlink():
            tool.symlink_to(verilator_root().parent)
        self.kept = self._entries()
        self.child: subprocess.Popen[str] | None = None
        self.stopped = False

    def _entries(self) -> set[Path]:
        kinds = [kind for kind in self.cache.iterdir() if not kind.is_symlink()]
        return {entry for kind in kinds for entry in kind.iterdir()}

    def keep(self) -> None:
        """Keeps the builds so far for faults in other files."""
        self.kept = self._entries()

    def share(self, other: "Copy") -> None:
        """Takes over the builds of another copy, by links, since entries never change."""
        for entry in other.kept:
            target = self.cache / entry.relative_to(other.cache)
            target.parent.mkdir(exist_ok=True)
            if entry.is_dir() and not target.is_dir():
                shutil.copytree(entry, target, copy_function=os.link)
        self.keep()

    def ask(self, stage: Sequence[str]) -> str | None:
        """Runs one stage; the name of what failed, None if nothing did."""
        if self.stopped:
            raise CheckFailed("mutants: stopped")
        pytest = ("-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", *stage)
        program = [sys.executable, *(pytest if stage else ("-c", _LINT))]
        limits = f"ulimit -v {MEMORY_KIB}; ulimit -t {CPU_SECONDS}"
        path = {"PYTHONPATH": str(self.root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        path["SEALWRIGHT_CACHE"] = str(self.cache)
        with subprocess.Popen(
            ["sh", "-c", f'{limits}; exec "$@"', "sh", *program],
            cwd=self.root,
            env={**os.environ, **path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as self.child:
            try:
                out, _ = self.child.communicate()
            except BaseException:
                self.end()
                raise
        if self.stopped:
            raise CheckFailed("mutants: stopped")
        if self.child.returncode == 0:
            return None
        failed = _FAILED.search(out)
        if failed is None:
            return f"end of {stage[0] if stage else 'lint'}"
        name = failed[2].partition(" - ")[0]
        return f"elaboration for {name}" if failed[1] == "ERROR" else name

    def end(self) -> None:
        """Ends what `ask` has started, with all of its children."""
        if self.child is not None and self.child.poll() is None:
            os.killpg(self.child.pid, signal.SIGKILL)

    def stop(self) -> None:
        """The same from another thread; the stopped run has no result."""
        self.stopped = True
        self.end()

    def try_fault(self, fault: Fault, likely: str | None = None) -> str | None:
        """What catches the fault; the copy is as before afterwards.

        `likely` is a test, or a file or function of tests, and is asked before the stages.
        """
        path = self.root / fault.file
        text = path.read_text()
        try:
            path.write_text(fault.apply(text))
            if likely and (name := self.ask((likely,)) or "").startswith(likely):
                return name
            found = (self.ask(stage) for stage in stages(fault))
            return next((name for name in found if name), None)
        finally:
            path.write_text(text)
            for entry in self._entries() - self.kept:
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()

# SPDX-License-Identifier: Apache-2.0
"""`sealwright mutants`: faults put into the RTL, one at a time, all of which the tests must catch.

Each fault of a seeded sample (sealwright.study.mutate) goes into a private copy of the checkout,
and the tests that `make test` runs on the RTL are run there, those that are likely to fail first;
the first failure catches it. A fault that nothing catches is a hole in the tests, unless
scripts/mutants/equivalent.toml says why it changes nothing that anybody can see. `--deliberate`
takes the bugs of scripts/mutants/deliberate.toml instead, which nothing excuses.

Verdicts are kept under a digest of RTL, tests and toolkit, so the second call is quick.
"""

import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from sealwright import cache as store
from sealwright.commands.common import add_json, emit, progress
from sealwright.errors import CheckFailed, SealwrightError, UsageError
from sealwright.files import repo_root, resolve, rtl_files
from sealwright.sim.verilator import compiler_version, verilator_root, verilator_version
from sealwright.study.mutate import GIVEN, Fault, draw, replacement
from sealwright.synth.yosys import yosys_version

LISTS = "scripts/mutants"
WORKERS = 2
WORDS = ("caught", "equivalent", "survived")
STAGE_SECONDS = 3600  # no stage takes a tenth of it: what takes longer does not end
MEMORY_KIB = 8 << 20  # of one process: an elaboration without an end stops there

# What a copy of the checkout consists of, and on what a verdict depends.
_PARTS = ("rtl", "src", "tests", "tb", "configs", "scripts", "pyproject.toml")
_JUDGES = (
    *("rtl/**/*", "tb/**/*.py", "configs/*.toml", "tests/data/**/*", "scripts/lint/*"),
    *(f"src/sealwright/{room}/*" for room in ("model", "cores", "sim", "synth")),
    *(f"src/sealwright/study/{name}*.py" for name in ("bench", "check", "verify")),
    *(f"src/sealwright/study/{name}*.py" for name in ("coverage", "random")),
)

# Lint of the whole core, as a child of the copy's own package.
_LINT = """
import sys
from sealwright.cores.config import load_core
from sealwright.files import library_files
from sealwright.synth import lint
core = load_core("gcm-default")
point = lint.Point(core.top, tuple(core.files()), tuple(sorted(core.rtl_params().items())))
found = lint.waive([*lint.lint_verilator(point), *lint.lint_slang(point)])
sys.exit("\\n".join(f"FAILED {f}" for f in found if f.message != "unused waiver"))
"""
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.*)", re.M)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a fault: caught by a test or a tool; explained; or survived."""

    fault: Fault
    caught_by: str | None
    reason: str | None = None  # why it is no fault

    @property
    def word(self) -> str:
        if self.caught_by is not None:
            return "caught"
        return "equivalent" if self.reason else "survived"

    def text(self) -> str:
        fault = self.fault
        where = f"{fault.file}:{fault.line}: {fault.kind}: {self.word}"
        if self.caught_by is not None:
            return f"{where} by {self.caught_by}"
        return f"{where}{f': {self.reason}' if self.reason else ''}\n{fault.diff()}"


# ---- the tests ----------------------------------------------------------------------------------


def stages(fault: Fault) -> list[tuple[str, ...]]:
    """What is asked about a fault, in order: lint (empty), then lists of tests.

    A bug put in by hand has to be seen by a test, whatever lint thinks of the way it is written.

    The specification's examples come first; modules with benches or proofs of their own are
    asked by these before the whole core is.
    """
    before = {
        "rtl/gf": ("tests/test_gf_field.py", "tests/test_gf_gates.py", "tests/test_gf_mult.py"),
        "rtl/aes": ("tests/test_sbox_formal.py",),
    }
    behind = {
        "rtl/gf": ("tests/test_gf_bench.py",),
        "rtl/aes": ("tests/test_aes_rtl.py",),
        "rtl/gcm": ("tests/test_benches.py",),
        "rtl/common": ("tests/test_benches.py",),
    }
    library = str(Path(fault.file).parent)
    core = [f"tests/{path.name}" for path in sorted((repo_root() / "tests").glob("test_gcm_*.py"))]
    core.sort(key=lambda name: "spec" not in name)
    late = [name for name in behind[library] if (repo_root() / name).is_file()]
    found = [before.get(library, ()), tuple(core), tuple(late)]
    return [*([] if fault.kind == GIVEN else [()]), *filter(None, found)]


def judges() -> str:
    """Digest of everything that a verdict depends on besides the fault."""
    everywhere = [Fault(file, 1, GIVEN, "", "") for file in rtl_files()]
    tests = {name for fault in everywhere for stage in stages(fault) for name in stage}
    paths = {path for pattern in _JUDGES for path in repo_root().glob(pattern) if path.is_file()}
    paths |= {repo_root() / name for name in (*tests, "pyproject.toml")}
    listed = sorted(path for path in paths if "__pycache__" not in path.parts)
    versions = (verilator_version(), compiler_version(), yosys_version())
    return store.digest(_LINT, versions, store.file_digests(listed))


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

    def _entries(self) -> set[Path]:
        kinds = [kind for kind in self.cache.iterdir() if not kind.is_symlink()]
        return {entry for kind in kinds for entry in kind.iterdir()}

    def keep(self) -> None:
        """What has been built so far is of use to faults elsewhere."""
        self.kept = self._entries()

    def share(self, other: "Copy") -> None:
        """Takes over what another copy has built: entries never change, so links will do."""
        for entry in other.kept:
            target = self.cache / entry.relative_to(other.cache)
            target.parent.mkdir(exist_ok=True)
            if entry.is_dir() and not target.is_dir():
                shutil.copytree(entry, target, copy_function=os.link)
        self.keep()

    def ask(self, stage: Sequence[str]) -> str | None:
        """Runs one stage; the name of what failed, None if nothing did."""
        pytest = ("-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", *stage)
        program = [sys.executable, *(pytest if stage else ("-c", _LINT))]
        where = stage[0] if stage else "lint"
        limited = ["sh", "-c", f'ulimit -v {MEMORY_KIB}; exec "$@"', "sh", *program]
        path = {"PYTHONPATH": str(self.root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        with subprocess.Popen(
            limited,
            cwd=self.root,
            env={**os.environ, **path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as child:
            try:
                out, _ = child.communicate(timeout=STAGE_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                return f"time limit of {where}"
        if child.returncode == 0:
            return None
        failed = _FAILED.search(out)
        return failed[1].partition(" - ")[0] if failed else f"end of {where}"

    def try_fault(self, fault: Fault) -> str | None:
        """What catches the fault; the copy is as before afterwards."""
        path = self.root / fault.file
        text = path.read_text()
        try:
            path.write_text(fault.apply(text))
            found = (self.ask(stage) for stage in stages(fault))
            return next((name for name in found if name), None)
        finally:
            path.write_text(text)
            for entry in self._entries() - self.kept:
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()


# ---- verdicts -----------------------------------------------------------------------------------


def equivalent() -> dict[tuple[str, str, str], str]:
    """Faults that change nothing that can be seen, each with its reason."""
    rows = _rows("equivalent.toml", ("file", "before", "after", "reason"))
    return {(r["file"], r["before"].strip(), r["after"].strip()): r["reason"] for r in rows}


def deliberate() -> dict[str, Fault]:
    """The bugs that were put in by hand, by name."""
    rows = _rows("deliberate.toml", ("name", "file", "old", "new"))
    return {
        r["name"]: replacement(r["file"], resolve(r["file"]).read_text(), r["old"], r["new"])
        for r in rows
    }


def _rows(name: str, fields: Sequence[str]) -> list[dict[str, str]]:
    table = tomllib.loads(resolve(f"{LISTS}/{name}").read_text())
    rows: list[dict[str, str]] = table.get("fault", [])
    for row in rows:
        if sorted(row) != sorted(fields) or not all(value.strip() for value in row.values()):
            raise UsageError(f"{LISTS}/{name}: each [[fault]] has {', '.join(fields)}")
    return rows


def judge(faults: Sequence[Fault], reasons: Mapping[tuple[str, str, str], str]) -> list[Verdict]:
    """A verdict on each fault; those not known yet are tried, two at a time."""
    inputs = judges()
    known: dict[Fault, str | None] = {}
    for fault in faults:
        path = _entry(inputs, fault) / "result.json"
        if path.is_file():
            known[fault] = json.loads(path.read_text())["caught_by"]
    unknown = [fault for fault in dict.fromkeys(faults) if fault not in known]
    progress(f"mutants: {len(known)} verdicts are known, {len(unknown)} to find")
    if unknown:
        known |= _try_all(unknown, inputs)
    return [Verdict(fault, known[fault], reasons.get(fault.key())) for fault in faults]


def _entry(inputs: str, fault: Fault) -> Path:
    return store.cache_dir() / "mutants" / store.digest(inputs, asdict(fault))


def _try_all(faults: Sequence[Fault], inputs: str) -> dict[Fault, str | None]:
    with store.locked(repo_root() / "build" / "mutants" / ".lock"):
        copies = [Copy(number) for number in range(min(WORKERS, len(faults)))]
        _baseline(copies[0], faults)
        free: queue.Queue[Copy] = queue.Queue()
        for copy in copies:
            copy.share(copies[0])
            free.put(copy)

        def one(fault: Fault) -> str | None:
            copy = free.get()
            try:
                caught = copy.try_fault(fault)
            finally:
                free.put(copy)
            found = {"caught_by": caught}
            store.json_entry("mutants", _entry(inputs, fault).name, lambda: found)
            progress(f"mutants: {Verdict(fault, caught).text()}")
            return caught

        with ThreadPoolExecutor(len(copies)) as pool:
            return dict(zip(faults, pool.map(one, faults), strict=True))


def _baseline(copy: Copy, faults: Sequence[Fault]) -> None:
    """Nothing may fail without a fault; what is built on the way is of use to every fault."""
    wanted = dict.fromkeys(stage for fault in faults for stage in stages(fault))
    for stage in wanted:
        progress(f"mutants: without a fault: {', '.join(stage) or 'lint'}")
        if failed := copy.ask(stage):
            raise CheckFailed(f"mutants: {failed} fails without any fault")
    copy.keep()


# ---- the command --------------------------------------------------------------------------------


def report(found: Mapping[str, Any]) -> str:
    """Who caught how many, and every fault that nothing caught; of named ones, who caught each."""
    faults = found["faults"]
    caught = [fault for fault in faults if fault["caught_by"] is not None]
    lines = [f"{f['name']}: caught by {f['caught_by']}" for f in caught if "name" in f]
    counts = Counter(catcher(fault["caught_by"]) for fault in caught)
    lines += [f"{count:4} caught by {name}" for name, count in counts.most_common()]
    for fault in (fault for fault in faults if fault["caught_by"] is None):
        shown = Fault(*(fault[field.name] for field in fields(Fault)))
        lines += ["", Verdict(shown, None, fault["reason"]).text()]
    totals = ", ".join(f"{found[word]} {word}" for word in WORDS)
    return "\n".join([*lines, "", totals])


def catcher(name: str) -> str:
    """The test without its parameters; every message of a lint tool counts as lint."""
    if name.startswith(("tests/", "time limit", "end of tests/")):
        return name.partition("[")[0]
    return "lint and elaboration"


def add_arguments(parser: ArgumentParser) -> None:
    """Arguments of the command besides those of every command."""
    parser.add_argument("--count", type=int, default=100, help="size of the sample (100)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--only", type=int, metavar="K", help="only fault K of the sample")
    parser.add_argument("--deliberate", action="store_true", help="the bugs put in by hand")


def measure(args: Namespace) -> dict[str, Any]:
    """What `mutants` reports, as it is written with --json."""
    names: list[str] = []
    if args.deliberate:
        chosen = deliberate()
        names, faults = list(chosen), list(chosen.values())
        reasons: dict[tuple[str, str, str], str] = {}
    else:
        texts = {file: resolve(file).read_text() for file in rtl_files()}
        faults, reasons = draw(texts, max(args.count, args.only or 0), args.seed), equivalent()
    if args.only is not None:
        if not 1 <= args.only <= len(faults):
            raise UsageError(f"--only {args.only}: there are faults 1 to {len(faults)}")
        faults, names = faults[args.only - 1 :][:1], names[args.only - 1 :][:1]
    verdicts = judge(faults, reasons)
    words = Counter(verdict.word for verdict in verdicts)
    return {
        "seed": args.seed,
        **{word: words[word] for word in WORDS},
        "faults": [
            {
                **({"name": names[i]} if names else {}),
                **asdict(verdict.fault),
                "verdict": verdict.word,
                "caught_by": verdict.caught_by,
                "reason": verdict.reason,
            }
            for i, verdict in enumerate(verdicts)
        ],
    }


def run(args: Namespace) -> int:
    """The command; 1 when a fault has survived that nothing excuses."""
    found = measure(args)
    emit(args, found, report(found))
    return 1 if found["survived"] else 0


def parse(argv: Sequence[str] | None = None) -> Namespace:
    """The arguments of `python -m sealwright.study.mutants`."""
    parser = ArgumentParser(description=__doc__)
    add_json(parser)
    add_arguments(parser)
    return parser.parse_args(argv)


def main() -> int:
    """`python -m sealwright.study.mutants`."""
    try:
        return run(parse())
    except SealwrightError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return error.exit_code


if __name__ == "__main__":
    sys.exit(main())

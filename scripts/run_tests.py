# SPDX-License-Identifier: Apache-2.0
"""Runs every check and ends with `N passed, N failed`; exit code 1 when any failed.

Static checks count one each and run beside the tests; pytest counts each test. A test that was
skipped has not passed: it counts as failed, with its reason. `--quick` takes the tests marked quick
and the lint of what is not committed. `--resume` goes on where a run of the same sources stopped,
and says at the end what ran. Further arguments go to pytest (`-m nightly`). Before the last line
of a whole run stands how much CPU time each library has taken, beside its budget.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO
from xml.etree import ElementTree

import cpu_time

ROOT = Path(__file__).resolve().parents[1]

PYTHON = ("src", "tests", "tb", "scripts", "examples")
CHECKS = {
    "ruff": ["ruff", "check", *PYTHON],
    "ruff format": ["ruff", "format", "--check", *PYTHON],
    "mypy": ["mypy"],
    "rtl lint": ["sealwright.synth.lint"],
}


def run(command: list[str], out: IO[str] | None = None) -> tuple[int, float]:
    """Exit code, and CPU seconds of the command with all processes that it has waited for."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=out and subprocess.STDOUT)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime


def run_check(name: str, module: list[str]) -> tuple[bool, float]:
    """One static check, behind the tests when they want the processor; prints what is wrong.

    Whether it has passed, and its CPU seconds.
    """
    start = time.monotonic()
    with tempfile.TemporaryFile("w+") as out:
        code, seconds = run(["nice", sys.executable, "-m", *module], out)
        out.seek(0)
        text = f"\n{out.read()}" if code else ""
    verdict = "FAILED" if code else "passed"
    print(f"{name}: {verdict} ({time.monotonic() - start:.0f} s){text}", flush=True)
    return code == 0, seconds


def run_pytest(arguments: list[str], *, done_before: bool) -> tuple[int, int, dict[str, float]]:
    """Numbers of tests that passed and failed, and CPU seconds, from pytest's own report."""
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        report = Path(folder) / "report.xml"
        workers = ["-n", "auto", "--dist", "loadgroup"]
        command = [sys.executable, "-m", "pytest", "-q", *workers, f"--junitxml={report}"]
        code, seconds = run([*command, *arguments])
        if not report.is_file():
            print(f"pytest ended with exit code {code} and no report")
            return 0, 1, {}
        cases = list(ElementTree.parse(report).getroot().iter("testcase"))
    bad = [case for case in cases if {child.tag for child in case} & {"failure", "error"}]
    skips = [(case, skip) for case in cases for skip in case.iter("skipped")]
    for case, skip in skips:
        print(f"skipped, counted as failed: {case.get('name')}: {skip.get('message')}")
    failed = len(bad) + len(skips)
    nothing_left = done_before and code == 5
    # Errors outside tests (collection, no test at all) have no test case of their own.
    used = cpu_time.of_tests(cases, seconds)
    return len(cases) - failed, failed or int(code != 0 and not nothing_left), used


def progress_file() -> Path:
    """Where the tests that have passed on these sources, also untracked ones, are listed."""

    def git(*arguments: str) -> bytes:
        command = ["git", *arguments]
        return subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout

    state = hashlib.sha256(git("rev-parse", "HEAD") + git("diff", "HEAD"))
    for name in git("ls-files", "--others", "--exclude-standard", "-z").split(b"\0")[:-1]:
        file = ROOT / os.fsdecode(name)
        state.update(name + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    path = ROOT / "build" / "passed" / state.hexdigest()[:24]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def print_counts(passed: list[str]) -> None:
    """How many tests of each file have passed, in this run or before."""
    for file, count in sorted(Counter(name.partition("::")[0] for name in passed).items()):
        print(f"{file}: {count} passed")


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--resume", action="store_true")
    args, arguments = parser.parse_known_args()
    checks = {name: list(module) for name, module in CHECKS.items()}
    before: list[str] = []
    if args.quick:
        checks["rtl lint"].append("--changed")
        arguments += ["-m", "quick"]
    if args.resume:
        path = progress_file()
        before = path.read_text().splitlines()
        arguments += [f"--passed={path}"]
    with ThreadPoolExecutor(1) as beside:  # one after the other: each uses the cores by itself
        verdicts = beside.map(run_check, checks, checks.values())
        passed, failed, used = run_pytest(arguments, done_before=bool(before))
        results, seconds = zip(*verdicts, strict=True)
    if args.resume:
        print_counts(path.read_text().splitlines())
        passed += len(before)
    passed += sum(results)
    failed += len(results) - sum(results)
    if not arguments:  # the budgets are those of a whole run
        used |= dict(zip(checks, seconds, strict=True))
        print("\n".join(cpu_time.table(used, cpu_time.budgets())))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

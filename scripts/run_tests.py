# SPDX-License-Identifier: Apache-2.0
"""Runs every check and ends with `N passed, N failed`; exit code 1 when any failed.

Static checks count one each and run beside the tests; pytest counts each test. A test that was
skipped has not passed: it counts as failed, with its reason. `--quick` takes the tests marked quick
and the lint of what is not committed. `--resume` goes on where a run of the same sources stopped,
and says at the end what ran. Further arguments go to pytest (`-m nightly`).
"""

import hashlib
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]

CHECKS = {
    "ruff": ["ruff", "check", "src", "tests", "tb", "scripts", "examples"],
    "mypy": ["mypy"],
    "rtl lint": ["sealwright.synth.lint"],
}


def run_check(name: str, module: list[str]) -> bool:
    """One static check, behind the tests when they want the processor; prints what is wrong."""
    start = time.monotonic()
    done = subprocess.run(
        ["nice", sys.executable, "-m", *module],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    passed = done.returncode == 0
    verdict = "passed" if passed else "FAILED"
    text = "" if passed else f"\n{done.stdout}"
    print(f"{name}: {verdict} ({time.monotonic() - start:.0f} s){text}", flush=True)
    return passed


def run_pytest(arguments: list[str], *, done_before: bool) -> tuple[int, int]:
    """Numbers of tests that passed and failed, from pytest's own report."""
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        report = Path(folder) / "report.xml"
        workers = ["-n", "2", "--dist", "loadgroup"]
        command = [sys.executable, "-m", "pytest", "-q", *workers, f"--junitxml={report}"]
        code = subprocess.call([*command, *arguments], cwd=ROOT)
        if not report.is_file():
            print(f"pytest ended with exit code {code} and no report")
            return 0, 1
        cases = list(ElementTree.parse(report).getroot().iter("testcase"))
    bad = [case for case in cases if {child.tag for child in case} & {"failure", "error"}]
    skips = [(case, skip) for case in cases for skip in case.iter("skipped")]
    for case, skip in skips:
        print(f"skipped, counted as failed: {case.get('name')}: {skip.get('message')}")
    failed = len(bad) + len(skips)
    nothing_left = done_before and code == 5
    # Errors outside tests (collection, no test at all) have no test case of their own.
    return len(cases) - failed, failed or int(code != 0 and not nothing_left)


def progress_file() -> Path:
    """Where the tests that have passed on these sources are listed."""
    parts = (["rev-parse", "HEAD"], ["diff", "HEAD"], ["status", "--porcelain"])
    state = b"".join(
        subprocess.run(["git", *part], cwd=ROOT, capture_output=True, check=True).stdout
        for part in parts
    )
    path = ROOT / "build" / "passed" / hashlib.sha256(state).hexdigest()[:24]
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
        passed, failed = run_pytest(arguments, done_before=bool(before))
        results = list(verdicts)
    if args.resume:
        print_counts(path.read_text().splitlines())
        passed += len(before)
    passed += sum(results)
    failed += len(results) - sum(results)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""Runs every check in order and ends with `N passed, N failed`; exit code 1 when any failed.

Static checks count one each; pytest counts each test. A test that was skipped has not passed: it
counts as failed, with its reason. Further arguments go to pytest (`-m nightly`).
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]

CHECKS = {
    "ruff": ["ruff", "check", "src", "tests", "tb", "scripts"],
    "mypy": ["mypy"],
    "rtl lint": ["sealwright.synth.lint"],
}


def run_check(name: str, module: list[str]) -> bool:
    """One static check; its output is shown only when it fails."""
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", *module],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    passed = done.returncode == 0
    verdict = "passed" if passed else "FAILED"
    print(f"{name}: {verdict} ({time.monotonic() - start:.0f} s)", flush=True)
    if not passed:
        print(done.stdout, flush=True)
    return passed


def run_pytest(arguments: list[str]) -> tuple[int, int]:
    """Numbers of tests that passed and failed, from pytest's own report."""
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", "2", f"--junitxml={report}"]
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
    # Errors outside tests (collection, no test at all) have no test case of their own.
    return len(cases) - failed, failed or int(code != 0)


def main() -> int:
    verdicts = [run_check(name, module) for name, module in CHECKS.items()]
    passed, failed = run_pytest(sys.argv[1:])
    passed += sum(verdicts)
    failed += len(verdicts) - sum(verdicts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

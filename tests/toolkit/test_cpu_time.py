# SPDX-License-Identifier: Apache-2.0
"""CPU time per library: how it is summed up and printed, whatever the time is."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sealwright.base.files import repo_root

sys.path.append(str(repo_root() / "scripts"))
import cpu_time

REPORT = """
<testsuites><testsuite>
<testcase classname="tests.gf.test_one" name="a">
 <properties><property name="cpu_seconds" value="2.5"/></properties></testcase>
<testcase classname="tests.gf.test_two.TestClass" name="b">
 <properties><property name="other" value="100"/><property name="cpu_seconds" value="1.5"/>
 </properties></testcase>
<testcase classname="tests.engine.test_one" name="c">
 <properties><property name="cpu_seconds" value="4"/></properties></testcase>
<testcase classname="tests.engine.test_one" name="no time"/>
<testcase classname="" name="error of collection"/>
</testsuite></testsuites>
"""


def test_sums() -> None:
    cases = list(ElementTree.fromstring(REPORT).iter("testcase"))
    assert cpu_time.of_tests(cases, 10.0) == {"gf": 4.0, "engine": 4.0, "pytest": 2.0}
    assert cpu_time.of_tests(cases, 7.0)["pytest"] == 0.0, "clocks tick in steps"
    assert cpu_time.of_tests([], 3.0) == {"pytest": 3.0}


def test_what_is_over_its_budget_is_marked() -> None:
    lines = cpu_time.table({"gf": 30.0, "engine": 60.0, "new": 10.0}, {"gf": 30.0, "engine": 50.0})
    assert [line.split() for line in lines[1:]] == [
        ["engine", "60", "60.0", "50.0", "OVER", "BUDGET"],
        ["gf", "30", "30.0", "30.0"],
        ["new", "10", "10.0", "0.0", "OVER", "BUDGET"],
        ["all", "100"],
    ]
    assert cpu_time.table({}, {"gf": 30.0})[1:] == ["all               1"]


def test_every_part_has_a_budget() -> None:
    libraries = {path.parent.name for path in (repo_root() / "tests").glob("*/test_*.py")}
    checks = {"ruff", "ruff format", "mypy", "rtl lint"}
    assert set(cpu_time.budgets()) == libraries | checks | {cpu_time.REST}


@pytest.mark.parametrize("workers", ["0", "2"])
def test_tests_and_their_children_are_timed(tmp_path: Path, workers: str) -> None:
    """A child's time is a test's, since the test has waited for it; so is that of a fixture."""
    folder = tmp_path / "tests" / "gf"
    folder.mkdir(parents=True)
    (tmp_path / "conftest.py").write_text((repo_root() / "tests" / "conftest.py").read_text())
    busy = "sum(range(10**6)) and None"
    (folder / "test_busy.py").write_text(f"""
import subprocess, sys, pytest
@pytest.fixture
def before():
    {busy}
def test_child():
    subprocess.run([sys.executable, "-c", "{busy}"], check=True)
def test_fixture(before):
    pass
""")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    report = tmp_path / "report.xml"
    command = ["-m", "pytest", "-q", "-n", workers, f"--junitxml={report}", "tests"]
    subprocess.run([sys.executable, *command], cwd=tmp_path, check=True, capture_output=True)
    cases = list(ElementTree.parse(report).getroot().iter("testcase"))
    assert [cpu_time.library(case) for case in cases] == ["gf", "gf"]
    for case in cases:
        (seconds,) = (row.get("value") for row in case.iter("property"))
        assert seconds is not None and float(seconds) > 0

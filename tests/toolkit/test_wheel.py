# SPDX-License-Identifier: Apache-2.0
"""An installed wheel works anywhere: it includes RTL, configurations, results and vectors."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

import pytest

from sealwright import cli
from sealwright.base.files import repo_root

ROOT: Final = repo_root()
MAN: Final = "docs/sealwright.1"
DEVICES: Final = "requirements-devices.txt"
NEEDED: Final = ("pyproject.toml", "setup.py", "LICENSE", "README.md", DEVICES, MAN)
FOLDERS: Final = ("src", "rtl", "configs", "results", "tests/data", "scripts/lint")
LITTER: Final = shutil.ignore_patterns("__pycache__", "*.egg-info")
SMALL: Final = "aes-iterative-8"


def run(*command: str | Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "SEALWRIGHT_CACHE")}
    words = [str(word) for word in command]
    return subprocess.run(
        words, env={**env, **variables}, cwd="/", capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module", name="installed")
def installed_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a wheel in an environment of its own, with the tools of this one."""
    folder = tmp_path_factory.mktemp("wheel")
    source, wheels, fresh = (folder / name for name in ("source", "wheels", "fresh"))
    for name in FOLDERS:
        shutil.copytree(ROOT / name, source / name, ignore=LITTER)
    for name in NEEDED:
        (source / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
    offline = ["--no-deps", "--no-index"]
    built = run(*pip, "wheel", *offline, "--no-build-isolation", "-w", wheels, source)
    assert built.returncode == 0, built.stderr
    shutil.rmtree(source)
    assert run(sys.executable, "-m", "venv", "--without-pip", fresh).returncode == 0
    wheel = next(wheels.glob("sealwright-*.whl"))
    done = run(*pip, "--python", fresh / "bin/python", "install", *offline, wheel)
    assert done.returncode == 0, done.stderr
    paths = {"base": str(fresh), "platbase": str(fresh)}
    tools = Path(sysconfig.get_path("purelib", vars=paths)) / "tools.pth"
    tools.write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    return fresh / "bin/sealwright"


def test_exports_a_core(installed: Path, tmp_path: Path) -> None:
    """With all parts of the folder, the licence among them."""
    done = run(installed, "export", SMALL, tmp_path / "drop", XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    here = {path.name for path in (tmp_path / "drop").iterdir()}
    assert {"LICENSE", "Makefile", "README.md", "streams.v", f"{SMALL}.v", "results"} <= here


def test_has_a_man_page(installed: Path) -> None:
    page = installed.parents[1] / "share/man/man1/sealwright.1"
    assert page.read_text() == (ROOT / MAN).read_text()


def test_lists_the_cores(installed: Path) -> None:
    done = run(installed, "cores")
    assert done.returncode == 0, done.stderr
    names = {path.stem for path in (ROOT / "configs").glob("*.toml")}
    assert names <= set(done.stdout.split())


def test_describes_a_core_with_its_files(installed: Path) -> None:
    done = run(installed, "info", "gcm-default")
    assert done.returncode == 0, done.stderr
    assert "rtl/gcm/seal_gcm.sv" in done.stdout


def test_makes_the_same_datasheets(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the same figures, of which the same are old."""
    for core in (SMALL, "gcm-default", "sector-xts"):
        done = run(installed, "datasheet", core, "-", "--no-waves")
        assert done.returncode == 0, done.stderr
        assert cli.main(["datasheet", core, "-", "--no-waves"]) == 0
        assert done.stdout == capsys.readouterr().out
        assert "Not measured" not in done.stdout


def test_knows_which_results_of_devices_are_old(installed: Path) -> None:
    """As the checkout does: `fit` shows them in place of measuring for an hour."""
    script = """
from sealwright.families import load_core
from sealwright.report.jobs import device_job
from sealwright.synth.devices import DEVICES
jobs = [device_job(load_core('aes-iterative-8'), name) for name in DEVICES]
print([(job.name, job.done()) for job in jobs])
"""
    there, here = (run(p, "-c", script) for p in (installed.with_name("python"), sys.executable))
    assert there.stdout == here.stdout and "aes-iterative-8.ice40" in here.stdout, there.stderr


@pytest.mark.nightly  # builds a simulation from nothing
def test_checks_a_core_and_keeps_the_model_in_the_users_cache(
    installed: Path, tmp_path: Path
) -> None:
    done = run(installed, "check", SMALL, XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed" in done.stdout
    assert (tmp_path / "sealwright" / "verilator").is_dir()


def test_what_needs_the_checkout_says_so(installed: Path) -> None:
    done = run(installed, "mutants", "--count", "1")
    assert done.returncode == 2
    assert done.stderr == (
        "sealwright: mutants needs the checkout of the sources, not an installed package\n"
    )
    results = run(installed.with_name("python"), "-m", "sealwright.study.results", "--check")
    assert results.returncode == 2
    assert "results needs the checkout" in results.stderr

# SPDX-License-Identifier: Apache-2.0
"""Runs a cocotb bench on Verilator: one call builds one top with one set of parameters.

The executable is cached by the content of its sources; every run has a folder of its own, so calls
may go on in parallel. Building and running happen in a child process (this module as a program),
because cocotb's runner takes its tools from the process environment.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from sealwright.base import store
from sealwright.base.errors import CheckFailed
from sealwright.base.files import INCLUDE_DIRS, PACKAGE, repo_root, resolve, with_includes
from sealwright.tools.verilator import (
    compiler_version,
    literal,
    run_logged,
    verilator_env,
    verilator_version,
)

_BUILD_ARGS = ("--assert", "--x-initial", "unique")
_LOG_TAIL = 60
_DEFAULT_SEED = "1"


def run_bench(
    top: str,
    files: Sequence[str | Path],
    test_dir: Path,
    test_module: str,
    parameters: Mapping[str, int],
) -> None:
    """Builds `top`, runs every cocotb test of `test_dir/test_module.py`, raises CheckFailed.

    The seed is 1 unless COCOTB_RANDOM_SEED says otherwise; a failure names it.
    """
    executable = _build(top, files, parameters)
    runs = repo_root() / "build" / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    run_dir = Path(tempfile.mkdtemp(prefix=f"{top}-{test_module}-", dir=runs))
    seed = os.environ.get("COCOTB_RANDOM_SEED", _DEFAULT_SEED)
    job = {
        "step": "test",
        "top": top,
        "module": test_module,
        "build_dir": str(executable.parent),
        "run_dir": str(run_dir),
    }
    env = {**_child_env(test_dir.resolve()), "COCOTB_RANDOM_SEED": seed}
    env["COCOTB_RESULTS_FILE"] = str(run_dir / "results.xml")
    log = run_dir / "bench.log"
    with log.open("w") as handle:
        command = [sys.executable, "-m", "sealwright.tools.cocotb_run", json.dumps(job)]
        code = subprocess.call(command, env=env, stdout=handle, stderr=subprocess.STDOUT)
    failed, ran = read_results(run_dir / "results.xml")
    if failed or ran == 0 or code != 0:
        reason = ", ".join(failed) if failed else f"exit code {code}, {ran} tests ran"
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-_LOG_TAIL:])
        raise CheckFailed(
            f"{top}: {test_module} failed: {reason} (seed {seed})\n{tail}\nlog: {log}"
        )
    shutil.rmtree(run_dir)


def read_results(path: Path) -> tuple[list[str], int]:
    """Names of the failed tests and the number of tests that ran, from a results file."""
    if not path.is_file():
        return [], 0
    failed, ran = [], 0
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        kinds = {child.tag for child in case}
        ran += "skipped" not in kinds
        if kinds & {"failure", "error"}:
            failed.append(case.get("name", "unnamed"))
    return failed, ran


def _child_env(*folders: Path) -> dict[str, str]:
    """Verilator's environment, with the given folders and this package importable."""
    path = [*map(str, folders), str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
    return {**verilator_env(), "PYTHONPATH": os.pathsep.join(filter(None, path))}


def _build(top: str, files: Sequence[str | Path], parameters: Mapping[str, int]) -> Path:
    """Path of the simulation's executable, built when its sources are new."""
    from cocotb_tools import config  # here: the RTL-free rooms must not need cocotb

    sources = [resolve(name) for name in files]
    tools = (verilator_version(), compiler_version(), metadata.version("cocotb"))
    # The executable finds cocotb's libraries by an absolute path, hence the folder in the key.
    parts = (*tools, str(config.libs_dir), top, dict(parameters), _BUILD_ARGS)
    key = f"{top}-{store.digest(*parts, store.file_digests(with_includes(sources)))}"

    def make(folder: Path) -> None:
        with tempfile.TemporaryDirectory(prefix=f"{top}-", dir=folder.parent) as scratch:
            job = {
                "step": "build",
                "top": top,
                "files": [str(path) for path in sources],
                "parameters": {name: literal(value) for name, value in parameters.items()},
                "build_dir": scratch,
            }
            command = [sys.executable, "-m", "sealwright.tools.cocotb_run", json.dumps(job)]
            run_logged(command, f"building the bench of {top}", env=_child_env())
            shutil.copy2(Path(scratch) / top, folder / top)

    return store.entry("cocotb", key, make) / top


def _child(job: dict[str, Any]) -> None:
    """The child process: one step with cocotb's runner."""
    from cocotb_tools.runner import get_runner

    runner = get_runner("verilator")
    if job["step"] == "build":
        runner.build(
            sources=job["files"],
            hdl_toplevel=job["top"],
            includes=[repo_root() / folder for folder in INCLUDE_DIRS],
            parameters=job["parameters"],
            build_args=list(_BUILD_ARGS),
            build_dir=job["build_dir"],
            timescale=("1ns", "1ps"),
        )
        return
    runner.test(
        test_module=job["module"],
        hdl_toplevel=job["top"],
        hdl_toplevel_lang="verilog",
        build_dir=job["build_dir"],
        test_dir=job["run_dir"],
        results_xml=os.environ["COCOTB_RESULTS_FILE"],
    )


if __name__ == "__main__":
    _child(json.loads(sys.argv[1]))

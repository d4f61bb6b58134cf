# SPDX-License-Identifier: Apache-2.0
"""Runs a cocotb bench on Verilator: one call builds one top with one set of parameters.

The program is cached by the code of its sources; every run has a folder of its own, so calls may go
on in parallel. Running happens in a child process (this module as a program), because cocotb's
runner takes its settings from the process environment.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from sealwright.base.errors import CheckFailed
from sealwright.base.files import PACKAGE, repo_root
from sealwright.tools.build import ONCE, build
from sealwright.tools.verilator import verilator_env

_VERILATOR = ("--vpi", "--timescale", "1ns/1ps")
# Names of the registers and memories of the RTL. Outputs count, since some are registers; a name
# that is neither an output nor ends in _q is one of the others.
_OTHERS = ("block", "inv", "side", "beats", "info", "mem", "powers", "sealed", "starts")
STATE = ("*_q", "*_o", *_OTHERS)
# What a bench may read is not split into its parts, so that parts which depend on each other look
# like a loop.
_WHOLE = "lint_off -rule UNOPTFLAT\n"
_LOG_TAIL = 60
_DEFAULT_SEED = "1"


def run_bench(
    top: str,
    files: Sequence[str | Path],
    test_dir: Path,
    test_module: str,
    parameters: Mapping[str, int],
    *,
    inside: bool = False,
) -> None:
    """Builds `top`, runs every cocotb test of `test_dir/test_module.py`, raises CheckFailed.

    A bench has access to the signals of the top and, with `inside`, to the state of all modules
    below. That takes longer to build, since Verilator cannot simplify what a bench may read. An
    instance in an array is found by a name such as `g_lane[2]`. The seed is 1, or
    COCOTB_RANDOM_SEED; a failure names it.
    """
    executable = _build(top, files, parameters, inside)
    runs = repo_root() / "build" / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    run_dir = Path(tempfile.mkdtemp(prefix=f"{top}-{test_module}-", dir=runs))
    seed = os.environ.get("COCOTB_RANDOM_SEED", _DEFAULT_SEED)
    job = {
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


def _build(
    top: str, files: Sequence[str | Path], parameters: Mapping[str, int], inside: bool
) -> Path:
    """Path of the simulation's program, built when its sources are new."""
    from cocotb_tools import config  # here: cocotb is needed for benches only

    public = [(top, "*"), *(("*", name) for name in STATE if inside)]
    return build(
        top,
        files,
        parameters,
        config.share_dir / "lib" / "verilator" / "verilator.cpp",
        top,
        verilator=_VERILATOR,
        settings="".join(f'public_flat_rw -module "{m}" -var "{name}"\n' for m, name in public)
        + (_WHOLE if inside else ""),
        level=ONCE,  # the bench in Python takes the time, not the model
        link=[f"-L{config.libs_dir}", "-lcocotbvpi_verilator"],
    )


def _child(job: dict[str, Any]) -> None:
    """The child process: the run, by cocotb's runner."""
    from cocotb_tools import config
    from cocotb_tools.runner import get_runner

    # The program's own path to this library would be that of the checkout which built it.
    os.environ["LD_LIBRARY_PATH"] = str(config.libs_dir)
    get_runner("verilator").test(
        test_module=job["module"],
        hdl_toplevel=job["top"],
        hdl_toplevel_lang="verilog",
        build_dir=job["build_dir"],
        test_dir=job["run_dir"],
        results_xml=os.environ["COCOTB_RESULTS_FILE"],
    )


if __name__ == "__main__":
    _child(json.loads(sys.argv[1]))

# SPDX-License-Identifier: Apache-2.0
"""Runs a cocotb bench on Verilator: one call builds one top with one set of parameters.

The program is cached by the code of its sources; every run has a folder of its own, so calls may go
on in parallel. The program is started without cocotb's runner, which would be imported for each run
anew: it only sets the environment below.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from sealwright.base.errors import CheckFailed
from sealwright.base.files import PACKAGE, repo_root
from sealwright.tools.build import build
from sealwright.tools.verilator import verilator_env

_VERILATOR = ("--vpi", "--timescale", "1ns/1ps")
# Names of the registers and memories of the RTL. Outputs count, since some are registers; a name
# that is neither an output nor ends in _q is one of the others.
_OTHERS = (
    *("block", "inv", "side", "blocks", "directs", "givens", "info", "keys", "mem", "powers"),
    *("sealed", "sizes", "starts"),
)
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
    env = _environment(top, test_dir.resolve(), test_module)
    env |= {"COCOTB_RANDOM_SEED": seed, "COCOTB_RESULTS_FILE": str(run_dir / "results.xml")}
    log = run_dir / "bench.log"
    with log.open("w") as out:
        code = subprocess.call(
            [str(executable)], cwd=run_dir, env=env, stdout=out, stderr=subprocess.STDOUT
        )
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


def _environment(top: str, test_dir: Path, test_module: str) -> dict[str, str]:
    """What a simulation finds Python, cocotb, the bench and this package by."""
    import find_libpython  # here: cocotb and its parts are needed for benches only
    from cocotb_tools import config

    path = [str(test_dir), str(PACKAGE.parent), *sys.path]
    return {
        **verilator_env(),
        "PYTHONPATH": os.pathsep.join(path),
        # The program's own path to this library would be that of the checkout which built it.
        "LD_LIBRARY_PATH": str(config.libs_dir),
        "PYGPI_PYTHON_BIN": sys.executable,
        "GPI_USERS": f"{find_libpython.find_libpython()};{config.pygpi_entry_point()}",
        "COCOTB_TOPLEVEL": top,
        "COCOTB_TEST_MODULES": test_module,
        "TOPLEVEL_LANG": "verilog",
        "COCOTB_TRUST_INERTIAL_WRITES": "1",
    }


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
        short_run=True,  # the bench in Python takes the time, not the model
        link=[f"-L{config.libs_dir}", "-lcocotbvpi_verilator"],
    )

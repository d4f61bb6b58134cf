# SPDX-License-Identifier: Apache-2.0
"""Exported cores in Debian's Icarus and Verilator, and in Yosys' own reader.

In Icarus every bit may be unknown, memories and registers without a reset are so at first, and so
are data between words: an answer or a port that others act on must not be.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sealwright import cli
from sealwright.base.files import repo_root
from sealwright.families import load_core
from sealwright.tools import yosys

pytestmark = pytest.mark.stock

# Small and large, of each family, and with lanes; the multiplier is that of the default core.
CORES = (
    *("aes-iterative-32", "gcm-bram-128", "gcm-default", "gcm-lanes2-128"),
    *("sector-xts", "sector-hctr2", "gcm-small", "gcm-fresh-key", "gcm-sst", "gcm-xaes256"),
    *("cwc-default", "ghash-crenne-4"),  # which has a constant key
)
# Whose bench takes Icarus more than half an hour, as the page on integration says: compiled only
SLOW = ("ghash-crenne-4",)
SYSTEM = os.pathsep.join(("/usr/bin", "/bin"))


@pytest.fixture(scope="module", params=CORES)
def drop(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a core, proved, outside the checkout."""
    folder = tmp_path_factory.mktemp("export") / str(request.param)
    assert cli.main(["export", request.param, str(folder), "--prove"]) == 0
    return folder


TOOLS = [("iverilog", "icarus"), ("verilator", "verilator"), ("yosys", "yosys")]


@pytest.mark.parametrize(("tool", "target"), TOOLS)
def test_tool(tool: str, target: str, drop: Path) -> None:
    """The bench passes in two simulators, and Yosys maps the core to gates."""
    if drop.name in SLOW and target == "icarus":
        target = "build/bench.vvp"
    assert shutil.which(tool, path=SYSTEM), f"install Debian's package {tool}"
    command = ["make", "-C", drop, target]
    done = subprocess.run(command, env={"PATH": SYSTEM}, capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]


def test_own_reader_of_yosys(drop: Path) -> None:
    """Reads it, and finds nothing wrong: no net without a driver or with two, no loop."""
    top = f"{load_core(drop.name).top}_of_{drop.name.replace('-', '_')}"
    read = [f"read_verilog {drop / drop.name}.v", f"hierarchy -check -top {top}"]
    yosys.run_script([*read, "proc", "flatten", "opt_clean", "check -assert"])


def size_in_the_page(folder: str) -> tuple[int, int]:
    """Kilobytes and modules of an export, as the page on integration has them."""
    row = re.search(
        rf"^\| `{re.escape(folder)}`[^|]* \| (\d+) kB \| (\d+) \|",
        (repo_root() / "docs/use/integration.md").read_text(),
        re.M,
    )
    assert row, f"the page has no row for {folder}"
    return int(row[1]), int(row[2])


def size(path: Path) -> tuple[int, int]:
    """The same of a file."""
    text = path.read_text()
    return round(len(text) / 1000), len(re.findall(r"^module ", text, re.M))


def test_size(drop: Path) -> None:
    assert size(drop / f"{drop.name}.v") == size_in_the_page(drop.name)


def test_multiplier(tmp_path: Path) -> None:
    kind = ["karatsuba", "--stages", "4", "--halt", "8"]
    assert cli.main(["mult", *kind, "--export", str(tmp_path / "drop"), "--prove"]) == 0
    (plain,) = (tmp_path / "drop").glob("karatsuba-*.v")
    assert size(plain) == size_in_the_page("mult karatsuba --halt 8 --stages 4")
    for target in ("icarus", "verilator", "yosys"):
        command = ["make", "-C", tmp_path / "drop", target]
        done = subprocess.run(command, env={"PATH": SYSTEM}, capture_output=True, text=True)
        assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
        assert re.search("^PASS", done.stdout, re.M), done.stdout[-2000:]
    assert re.search(r"^ +\$_XOR_ +\d+$", done.stdout, re.M), done.stdout[-2000:]  # of Yosys

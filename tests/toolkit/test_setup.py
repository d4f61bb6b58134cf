# SPDX-License-Identifier: Apache-2.0
"""The environment: the lock, the set-up script, the cache, and Verilator both ways."""

import ctypes
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from sealwright.base import files, sources
from sealwright.base import store as cache
from sealwright.base.errors import CheckFailed, ToolMissing, UsageError
from sealwright.tools import build, cocotb_run, verilator, yosys

ROOT = files.repo_root()

ADDER = """\
`include "seal_assert.svh"
module seal_adder #(
  parameter int unsigned Width = 8,
  parameter bit [Width-1:0] Offset = '0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] a_i,
  output logic [Width-1:0] sum_o
);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sum_o <= '0;
    else sum_o <= sum_o + a_i + Offset;
  end
  `SEAL_ASSERT(NotAll, a_i != '1)
endmodule
"""

HARNESS = """\
#include "Vtop.h"
extern "C" unsigned step_once(unsigned a) {
  Vtop top;
  for (int edge = 0; edge < 4; ++edge) {
    top.rst_ni = edge > 1; top.clk_i = edge & 1; top.a_i = a; top.eval();
  }
  return top.sum_o;
}
"""

BENCH = """\
import cocotb
from cocotb.triggers import Timer

@cocotb.test()
async def adds(dut):
    for edge in range(4):
        dut.rst_ni.value = int(edge > 1)
        dut.clk_i.value = edge & 1
        dut.a_i.value = {a}
        await Timer(1, "ns")
    assert int(dut.sum_o.value) == {expected}

@cocotb.test()
async def passes(dut):
    await Timer(1, "ns")
"""


def adder(folder: Path) -> list[Path]:
    path = folder / "seal_adder.sv"
    path.write_text(ADDER)
    return [path]


def bench(folder: Path, a: int, expected: int) -> Path:
    (folder / "test_adder.py").write_text(BENCH.format(a=a, expected=expected))
    return folder


@pytest.mark.parametrize(("name", "least"), [("requirements", 11), ("requirements-devices", 4)])
def test_lock_covers_the_requirements(name: str, least: int) -> None:
    direct = re.findall(r"^([\w-]+)==(\S+)$", (ROOT / f"{name}.in").read_text(), re.MULTILINE)
    lock = (ROOT / f"{name}.txt").read_text()
    entry = r"^([\w-]+)==(\S+) \\\n((?: +--hash=sha256:[0-9a-f]{64}.*\n)+)"
    entries = re.findall(entry, lock, re.MULTILINE)
    locked = {name.replace("_", "-"): version for name, version, _ in entries}
    assert len(direct) >= least
    assert len(entries) == lock.count("==")
    for package, version in direct:
        assert locked[package.replace("_", "-")] == version
    assert "://" not in lock and not re.search("^-", lock, re.MULTILINE)


GROUP = """
import os
import pytest

@pytest.fixture(scope="module", params=range(6))
def shared(request):
    return request.param

@pytest.mark.parametrize("turn", range(4))
def test_worker(shared, turn):
    with open("worker", "a") as out:
        print(shared, os.environ["PYTEST_XDIST_WORKER"], file=out)
"""


def test_tests_on_one_fixture_share_a_worker(tmp_path: Path) -> None:
    """Else two workers build the same simulation, or one waits for the other."""
    shutil.copy(ROOT / "tests/conftest.py", tmp_path)
    (tmp_path / "test_group.py").write_text(GROUP)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    lines = (tmp_path / "worker").read_text().splitlines()
    assert len(lines) == 24
    assert len(set(lines)) == 6


def test_setup_names_what_is_missing(tmp_path: Path) -> None:
    """In a folder with a name as odd as it may be."""
    script = tmp_path / "Zoe_~1,2=3@x+y-z.d" / "scripts" / "setup.sh"
    script.parent.mkdir(parents=True)
    shutil.copy(ROOT / "scripts/setup.sh", script)
    for tool in ("bash", "dirname"):
        found = subprocess.run(["which", tool], capture_output=True, text=True, check=True)
        (tmp_path / tool).symlink_to(found.stdout.strip())
    (tmp_path / "make").symlink_to(sys.executable)
    done = subprocess.run(
        [str(tmp_path / "bash"), str(script)],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    expected = "setup: not installed: g++, perl, git, python3 (3.11 or later)\n"
    assert (done.stdout, done.stderr) == ("", expected)


@pytest.mark.parametrize("name", ("a b", "a'b", "a#b", "a$b", "a:b", "a%b", "a(b", "\u00e4b"))
def test_folders_that_make_does_not_take(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Neither for a checkout nor for the cache."""
    script = tmp_path / name / "scripts" / "setup.sh"
    script.parent.mkdir(parents=True)
    shutil.copy(ROOT / "scripts/setup.sh", script)
    done = subprocess.run(["bash", str(script)], capture_output=True, text=True, check=False)
    allowed = "Verilator takes folders of a-z, A-Z, 0-9 and _./+@=,~- only"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"setup: {tmp_path}/{name}: {allowed}; move the checkout\n"
    assert list(script.parents[1].iterdir()) == [script.parent], "something was made"
    monkeypatch.setenv("SEALWRIGHT_CACHE", str(tmp_path / name / "cache"))
    with pytest.raises(UsageError, match=f"{re.escape(name)}/cache: {re.escape(allowed)}"):
        cache.entry("kind", "key", lambda folder: None)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / name))
    with pytest.raises(UsageError, match=f"{re.escape(name)}: {re.escape(allowed)}; set TMPDIR"):
        yosys.execute(["help"])
    assert list(script.parents[1].iterdir()) == [script.parent]


def test_missing_compiler_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissing) as caught:
        verilator.require_tools("g++", "make", "perl")
    message = "not installed: g++, make, perl (Verilator needs g++, make, perl)"
    assert str(caught.value) == message


def test_file_lists() -> None:
    names = files.rtl_files()
    assert len(names) == len(set(names))
    assert names[: len(files.library_files("common"))] == files.library_files("common")
    assert set(files.rtl_files("gf")) < set(files.rtl_files("aes"))
    with pytest.raises(UsageError, match="no_such"):
        files.library_files("no_such")
    with pytest.raises(UsageError, match=r"absent\.sv"):
        files.resolve("rtl/absent.sv")


def test_includes_are_followed(tmp_path: Path) -> None:
    found = files.with_includes(adder(tmp_path))
    assert [path.name for path in found] == ["seal_adder.sv", "seal_assert.svh"]


def test_cache_makes_once_and_never_half(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "cache_dir", lambda: tmp_path)
    calls: list[int] = []

    def make(folder: Path) -> None:
        calls.append(1)
        (folder / "file").write_text("whole")

    def broken(folder: Path) -> None:
        (folder / "file").write_text("half")
        raise CheckFailed("on purpose")

    with pytest.raises(CheckFailed):
        cache.entry("kind", "key", broken)
    threads = [threading.Thread(target=cache.entry, args=("kind", "key", make)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert calls == [1]
    assert (cache.entry("kind", "key", make) / "file").read_text() == "whole"
    assert [p.name for p in (tmp_path / "kind").iterdir() if p.is_dir()] == ["key"]
    assert cache.digest({"a": 1, "b": 2}) == cache.digest({"b": 2, "a": 1})
    assert cache.digest("a", "b") != cache.digest("ab")


def test_library(tmp_path: Path) -> None:
    harness = tmp_path / "harness.cpp"
    harness.write_text(HARNESS)
    params = {"Width": 12, "Offset": 5}
    path = build.build_library("seal_adder", adder(tmp_path), params, harness)
    assert ctypes.CDLL(str(path)).step_once(7) == 12
    assert build.build_library("seal_adder", adder(tmp_path), params, harness) == path
    (tmp_path / "seal_adder.sv").write_text(ADDER.replace("sum_o + a_i", "sum_o - a_i"))
    changed = build.build_library("seal_adder", [tmp_path / "seal_adder.sv"], params, harness)
    assert ctypes.CDLL(str(changed)).step_once(7) == 2**12 + 5 - 7
    (tmp_path / "seal_adder.sv").write_text(ADDER.replace("endmodule", "endmodul"))
    with pytest.raises(CheckFailed, match="syntax error"):
        build.build_library("seal_adder", [tmp_path / "seal_adder.sv"], params, harness)


def test_only_code_that_is_used_makes_a_build_old(tmp_path: Path) -> None:
    harness, other = tmp_path / "harness.cpp", tmp_path / "seal_other.sv"
    (source,) = adder(tmp_path)
    harness.write_text(HARNESS)
    other.write_text("module seal_other; endmodule\n")

    def built() -> Path:
        return build.build_library("seal_adder", [source, other], {"Width": 4}, harness)

    first = built()
    harness.write_text("// How one step is made\n" + HARNESS)
    source.write_text("// A sum\n\n" + ADDER.replace("  logic", "\tlogic  /* bits */"))
    other.write_text("module seal_other; wire of_no_use; endmodule\n")
    assert built() == first
    source.write_text(ADDER.replace("endmodule", "  seal_other u_other ();\nendmodule"))
    second = built()
    assert second != first
    other.write_text("module seal_other; endmodule\n")
    assert built() not in (first, second)


def test_designs_that_look_alike_share_the_harness(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Wherever in the checkout Verilator wrote what it depends on."""
    keys: list[str] = []
    monkeypatch.setattr(cache, "entry", lambda kind, key, make: keys.append(key) or tmp_path)
    harness = tmp_path / "harness.cpp"
    harness.write_text(HARNESS)
    (ROOT / "build").mkdir(exist_ok=True)
    for width in (8, 8, 9):
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as model:
            (Path(model) / "Vtop.h").write_text(f"// {model}\nVL_IN8(a_i, {width}, 0);\n")
            build._harness(harness, Path(model), [])
    assert keys[0] == keys[1] != keys[2]


def test_cache_may_lie_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SEALWRIGHT_CACHE", str(tmp_path / "mine"))
    assert cache.entry("kind", "key", lambda folder: None) == tmp_path / "mine" / "kind" / "key"
    monkeypatch.delenv("SEALWRIGHT_CACHE")
    assert cache.cache_dir() == ROOT / "build" / "cache"


def test_digests_do_not_depend_on_the_place(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = adder(tmp_path / "one"), adder(tmp_path / "two")
    assert sources.rtl_digests(one) == sources.rtl_digests(two)
    assert sources.code('a = "/* no // comment */"; // b') == 'a = "/* no // comment */";'
    assert sources.code("/* verilator no_inline_task */ a /* b */") == (
        "/* verilator no_inline_task */ a"
    )


def test_bench(tmp_path: Path) -> None:
    rtl = adder(tmp_path)
    wide = {"Width": 64, "Offset": 1 << 40}
    cocotb_run.run_bench("seal_adder", rtl, bench(tmp_path, 7, 7 + 2**40), "test_adder", wide)
    with pytest.raises(CheckFailed, match=r"test_adder failed: adds \(seed 1\)"):
        cocotb_run.run_bench("seal_adder", rtl, bench(tmp_path, 7, 8), "test_adder", wide)
    # An assertion of the RTL ends the simulation: that is a failure too, whatever the bench
    # reports.
    ones = bench(tmp_path, 2**64 - 1, 2**40 - 1)
    with pytest.raises(CheckFailed, match="assertion failed"):
        cocotb_run.run_bench("seal_adder", rtl, ones, "test_adder", wide)
    with pytest.raises(CheckFailed, match="0 tests ran"):
        cocotb_run.run_bench("seal_adder", rtl, tmp_path, "test_absent", wide)

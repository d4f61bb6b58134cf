# SPDX-License-Identifier: Apache-2.0
"""A core as a folder for any tool: its Verilog is the core, and its bench notices where it is not.

Here with the toolkit's Verilator; Icarus Verilog and Debian's Verilator have a target of their own.
"""

import errno
import os
import re
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sealwright import cli
from sealwright.base.errors import UsageError
from sealwright.base.files import repo_root
from sealwright.export.bench import bench
from sealwright.export.c_header import c_header
from sealwright.export.equal import same
from sealwright.export.plain import instances, merged, modules, plain_verilog
from sealwright.export.traffic import Stream, Words, streams_of, words
from sealwright.export.write import written
from sealwright.families import families, load_core
from sealwright.families.family import Family
from sealwright.report.interface import Port, interface
from sealwright.report.vcd import Wave
from sealwright.synth.fingerprint import Design
from sealwright.tools.verilator import verilator_env

TINY = "aes-iterative-8"


@pytest.fixture(scope="module")
def drop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small core."""
    folder = tmp_path_factory.mktemp("export") / "drop"
    assert cli.main(["export", TINY, str(folder)]) == 0
    return folder


def design(name: str) -> Design:
    core = load_core(name)
    return Design(core.top, core.files(), core.rtl_params())


def simulated(folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["make", "-C", str(folder), "verilator", "VERILATOR=verilator"]
    return subprocess.run(command, env=verilator_env(), capture_output=True, text=True, check=False)


# ---- the folder ---------------------------------------------------------------------------------


def test_its_bench_passes(drop: Path) -> None:
    found = simulated(drop)
    assert found.returncode == 0, found.stdout + found.stderr
    log = (drop / "build/verilator.log").read_text()
    counts = [int(n) for n in re.findall(r"(\d+) words", log)]
    assert log.startswith("PASS: ") and len(counts) == 4 and min(counts) > 10


@pytest.mark.parametrize("file", ["m_axis", "m_key", "s_axis", "s_key"])
def test_its_bench_notices_another_word(file: str, drop: Path, tmp_path: Path) -> None:
    """Words are read when the bench runs, so nothing is built again."""
    if not (drop / "build/verilator/bench").is_file():
        assert simulated(drop).returncode == 0
    for path in drop.glob("*.hex"):
        (tmp_path / path.name).write_text(path.read_text())
    lines = (drop / f"{file}.hex").read_text().splitlines()
    digits = list(lines[len(lines) // 2])
    digits[-5 if file == "s_axis" else -1] = "5"  # of s_axis the low digits are no data
    assert lines[len(lines) // 2] != "".join(digits)
    lines[len(lines) // 2] = "".join(digits)
    (tmp_path / f"{file}.hex").write_text("\n".join(lines))
    command = [str(drop / "build/verilator/bench")]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "\nFAIL: " in found.stdout, found.stdout


@pytest.mark.parametrize("family", families().values(), ids=lambda family: str(family.name))
def test_a_bench_declares_each_name_once(family: Family[Any]) -> None:
    """Its own signals beside the ports: a sector engine has a port s_cmd_count."""
    core = load_core(family.default)
    ports = interface(core).ports
    streams = {stream.name: Words(stream, values=[0]) for stream in streams_of(ports)}
    text = bench(core.name, core.top, ports, streams)
    declared = re.findall(r"^  (?:wire|reg|integer)\b *(?:\[\S+\])? *(\w+)", text, re.M)
    assert len(declared) > len(ports) and len(declared) == len(set(declared))


def test_sources_are_complete(drop: Path) -> None:
    """The file list names what is there, and Verilator takes it from the folder alone."""
    listed = (drop / f"{TINY}.f").read_text()
    values = re.findall(r"^// (-G\w+=\d+)$", listed, re.M)
    command = ["verilator", "--lint-only", "-f", f"{TINY}.f", "--top-module", design(TINY).top]
    found = subprocess.run(
        [*command, *values], cwd=drop, env=verilator_env(), capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr


def test_files_of_the_folder(drop: Path) -> None:
    """Nothing names this machine; what no test runs says so first; figures are those kept."""
    ports = interface(load_core(TINY)).ports
    for path in (path for path in drop.rglob("*") if path.is_file() and "build" not in path.parts):
        text = path.read_text()
        assert str(drop.parent) not in text and str(repo_root()) not in text, path
        if path.suffix in {".sdc", ".xdc", ".lpf", ".tcl", ".yml"}:
            assert "ot run by this project's tests" in text.splitlines()[0], path
    component = ElementTree.parse(drop / "component.xml").getroot()
    space = "{http://www.accellera.org/XMLSchema/IPXACT/1685-2014}"
    named = [port.findtext(f"{space}name") for port in component.iter(f"{space}port")]
    assert named == [port.name for port in ports]
    assert {path.name for path in (drop / "results").iterdir()} >= {f"{TINY}.lut4.json"}


def test_c_headers(drop: Path, tmp_path: Path) -> None:
    """Those of one core of each family in one program of C89, which prints what they say."""
    cores = [load_core(family.default) for family in families().values()]
    lines = ["#include <stdio.h>", f'#include "{drop / TINY}.h"']
    for core in cores:
        (tmp_path / f"{core.name}.h").write_text(c_header(core, interface(core).ports))
        lines.append(f'#include "{core.name}.h"')
    wanted = {
        "AES_ITERATIVE_8_KEY_CAUSE_ZEROISED": 4,
        "AES_ITERATIVE_8_BLOCK_CAUSE_DIRECTION": 2,
        # s_axis: tdata[7:0], tlast, tuser = {inverse, slot[3:0]}; m_axis: two bits of cause on top
        "AES_ITERATIVE_8_S_AXIS_TDATA_SHIFT": 6,
        "AES_ITERATIVE_8_S_AXIS_TDATA_WIDTH": 8,
        "AES_ITERATIVE_8_S_AXIS_TLAST_SHIFT": 5,
        "AES_ITERATIVE_8_S_AXIS_TUSER_SHIFT": 0,
        "AES_ITERATIVE_8_S_AXIS_TUSER_INVERSE_SHIFT": 4,
        "AES_ITERATIVE_8_S_AXIS_TUSER_SLOT_SHIFT": 0,
        "AES_ITERATIVE_8_S_AXIS_TUSER_SLOT_WIDTH": 4,
        "AES_ITERATIVE_8_M_AXIS_TUSER_CAUSE_SHIFT": 5,
        "AES_ITERATIVE_8_M_AXIS_TUSER_CAUSE_WIDTH": 2,
        "AES_ITERATIVE_8_S_KEY_SLOT_SHIFT": 11,
        "AES_ITERATIVE_8_S_KEY_LAST_SHIFT": 0,
        "GCM_DEFAULT_MESSAGE_SECTION_TAG": 3,
        "GCM_DEFAULT_M_AXIS_TUSER_ABORT_SHIFT": 2,
        "GCM_DEFAULT_S_AXIS_TUSER_SECTION_SHIFT": 0,
        "GCM_DEFAULT_S_AXIS_TUSER_SECTION_WIDTH": 2,
        "SECTOR_XTS_SECTOR_OP_DECRYPT": 1,
        "SECTOR_XTS_M_AXIS_TUSER_ABORT_SHIFT": 2,
    }
    prints = [f'  printf("%d\\n", (int)SEAL_{name});' for name in wanted]
    lines += ["int main(void) {", *prints, "  return 0;", "}", ""]
    (tmp_path / "use.c").write_text("\n".join(lines))
    command = ["gcc", "-Wall", "-Werror", "-std=c89", "-pedantic", "-o", "use", "use.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = subprocess.run([str(tmp_path / "use")], capture_output=True, text=True, check=True)
    assert [*map(int, said.stdout.split())] == [*wanted.values()]


@pytest.mark.parametrize(
    ("core", "target", "words"),
    [
        (TINY, "full", "full: exists; name a new or an empty folder"),
        (TINY, "file", "file: exists; name a new or an empty folder"),
        (TINY, "none/drop", "none/drop: there is no folder"),
        (TINY, "", "DIR: the name of the folder is empty"),
        ([TINY, "--set", "slots=2"], "drop", "write the knobs into a file NAME.toml"),
        ("bench.toml", "drop", "'bench': bench.v would be a file of the bench; rename"),
        ("Streams.toml", "drop", "'Streams': Streams.v would be a file of the bench; rename"),
        ("-v.toml", "drop", "the name of an exported core has letters, digits, - and _"),
        ("é.toml", "drop", "the name of an exported core has letters, digits, - and _"),
    ],
)
def test_refusals(
    core: str | list[str],
    target: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line, no work, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    for work in ("commands.export.page", "export.folder.interface"):
        monkeypatch.setattr(f"sealwright.{work}", lambda *_, **__: pytest.fail("has begun"))
    Path("full").mkdir()
    Path("full/kept").touch()
    Path("file").touch()
    argv = [core] if isinstance(core, str) else core
    if argv[0].endswith(".toml"):
        Path(argv[0]).write_text((repo_root() / f"configs/{TINY}.toml").read_text())
    before = sorted(tmp_path.rglob("*"))
    assert cli.main(["export", *argv[1:], "--", argv[0], target]) == 2
    assert words in capsys.readouterr().err.splitlines()[-1]
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("target", [".", "new", "../empty", "../link", "../ahead"])
def test_targets(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder stays the one that it is: where a shell stands, or where a link leads."""
    for name in ("here", "empty"):
        (tmp_path / name).mkdir()
    (tmp_path / "link").symlink_to("empty")
    (tmp_path / "ahead").symlink_to("later")  # there is no such folder yet
    monkeypatch.chdir(tmp_path / "here")
    place = Path(target)
    before = place.stat().st_ino if place.exists() else None
    assert written(place, lambda: {"a.v": "a", "rtl/b.sv": "b"}) == ["a.v", "rtl/b.sv"]
    assert before in (None, place.stat().st_ino)
    assert {str(path.relative_to(place)) for path in place.rglob("*")} == {"a.v", "rtl", "rtl/b.sv"}
    assert (tmp_path / "here").samefile(Path.cwd())


@pytest.mark.parametrize("target", ["new", "empty"])
def test_full_disk(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the folder and no file of ours; nothing stays."""

    def full(path: Path, *_: str, **__: str) -> None:
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    with monkeypatch.context() as patch, pytest.raises(UsageError, match=f"^{target}: No space"):
        patch.setattr(Path, "write_text", full)
        written(Path(target), lambda: {"rtl/b.sv": "b"})
    assert list(Path().rglob("*")) == [Path("empty")]


MULTIPLIERS = {
    "pipelined": ["karatsuba", "--width", "17", "--poly", "3,0", "--stages", "3"],
    "one product at a time": ["digit-serial", "--width", "12", "--poly", "6,4,1,0", "--digit", "5"],
    "sum of products": ["parallel", "--width", "8", "--poly", "4,3,1,0", "--lanes", "3"],
    "a constant": ["fixed-key", "--width", "8", "--poly", "4,3,1,0", "--key", "53"],
}


@pytest.mark.parametrize("case", MULTIPLIERS)
def test_multiplier(case: str, tmp_path: Path) -> None:
    """Its bench passes, and fails for another polynomial's product."""
    folder = tmp_path / "drop"
    assert cli.main(["mult", *MULTIPLIERS[case], "--export", str(folder)]) == 0
    assert simulated(folder).returncode == 0
    assert (folder / "build/verilator.log").read_text().startswith("PASS: 200 products")
    lines = (folder / "products.hex").read_text().splitlines()
    lines[-1] = lines[-1][:-1] + f"{int(lines[-1][-1], 16) ^ 1:x}"
    (folder / "products.hex").write_text("\n".join(lines))
    assert simulated(folder).returncode != 0


# ---- the plain Verilog --------------------------------------------------------------------------


def test_a_change_is_another_hardware() -> None:
    """A gate, a reset value, a width and an enable; a name and an order are none."""
    own, text = design(TINY), plain_verilog(design(TINY))
    assert same(own, re.sub(r"\b(\w+)_q\b", r"\1_r", text))
    for old, new in (
        (r"(assign \w+ = \w+) \^ (\w+;)", r"\1 | \2"),
        (r"(if \(!rst_ni\) \w+ <= 1'h)0", r"\g<1>1"),
        (r"(assign \w+ = \w+) && (\w+;)", r"\1 || \2"),
        (r"(if \(\w+_i\)\n *\\?\S+ ?\[\w+\] <= )d_i", r"\1~d_i"),
    ):
        changed, count = re.subn(old, new, text, count=1)
        assert count == 1, old
        assert not same(own, changed), old


def test_equal_modules_are_one() -> None:
    """From the leaves up: parents are equal when their children are."""

    def module(name: str, body: str) -> str:
        ports = "  input a;\n  wire a;\n  output b;\n  wire b;\n"
        return f"module {name} (a, b);\n{ports}{body}endmodule\n\n"

    def parent(name: str, child: str) -> str:
        return module(name, f"  {child} u_leaf (\n    .a(a),\n    .b(b)\n  );\n")

    leaves = {"x": "  assign b = a;\n", "y": "  assign b = a;\n", "z": "  assign b = ~ a;\n"}
    text = "".join(module(f"\\leaf$top.u_{n}.u_leaf ", body) for n, body in leaves.items())
    text += "".join(parent(f"\\part$top.u_{n} ", f"\\leaf$top.u_{n}.u_leaf ") for n in leaves)
    calls = (f"  \\part$top.u_{n}  u_{n} (\n    .a(a),\n    .b(b)\n  );\n" for n in leaves)
    text += module("top", "".join(calls))
    found = list(merged(modules(text), "top"))
    assert [one.name for one in found] == ["top", "part", "leaf", "part_2", "leaf_2"]
    assert list(instances(found[0])) == ["part_2", "part_2", "part"]
    assert "input a;\n  output b;\n" in found[1].text()


def test_words_of_a_waveform() -> None:
    """A word is its ports joined; a command is behind as many answers as had come before it."""
    ports = tuple(Port(f"s_cmd_{name}", "in", width) for name, width in (("op", 2), ("id", 4)))
    command = Stream("s_cmd", "s_cmd_valid", "s_cmd_ready", ports)
    answer = Stream("m_key", "m_key_valid", "m_key_ready", (Port("m_key_cause", "out", 3),))
    samples = {
        "s_cmd_valid": [1, 1, 0, 1],
        "s_cmd_ready": [0, 1, 1, 1],
        "s_cmd_op": [1, 1, 0, 3],
        "s_cmd_id": [5, 5, 0, 9],
        "m_key_valid": [0, 1, 1, 1],
        "m_key_ready": [1, 1, 1, 0],
        "m_key_cause": [0, 0, 4, 2],
    }
    found = words(Wave(samples, 4), [command, answer])
    assert found["s_cmd"].values == [0b010101, 0b111001] and found["s_cmd"].after == [1, 3]
    assert found["s_cmd"].text() == "0000000055\n00000000f9\n"
    assert found["m_key"].text() == "0\n4\n"

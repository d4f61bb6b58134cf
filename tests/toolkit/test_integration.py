# SPDX-License-Identifier: Apache-2.0
"""Files for integrators: FuseSoC cores, instantiation templates, drivers, smoke benches."""

import re
import shutil
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from rows import nightly
from sealwright.base import store as cache
from sealwright.base.files import LIBRARIES, library_files, repo_root, rtl_files, with_includes
from sealwright.base.sources import code_digests, used
from sealwright.families import core_names, load_core
from sealwright.model.vectors import read_vectors
from sealwright.report.interface import interface
from sealwright.tools.cocotb_run import run_bench
from sealwright.tools.verilator import include_flags, run_logged, verilator_env, verilator_version

ROOT: Final = repo_root()
EXAMPLE: Final = ROOT / "examples" / "gcm"
TOPS: Final = {"gcm": "rtl/gcm/seal_gcm.sv", "sector": "rtl/sector/seal_sector.sv"}
CORES: Final = {"gcm": "gcm-default", "sector": "sector-hctr2"}
VERSION: Final = "0.1.0"


def core_text(path: Path) -> str:
    """A FuseSoC core without its comments, except the first line, which names the format."""
    text = path.read_text()
    assert text.startswith("CAPI=2:\n")
    assert "\t" not in text
    return re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE)


def items(text: str, key: str) -> list[str]:
    """The entries of the block list below `key:`, without quotes and options."""
    found = re.search(rf"^( *){key}:\n((?:\1 +- .*\n)+)", text, re.MULTILINE)
    if found is None:
        return []
    return [line.strip(' -"\n').partition(":{")[0] for line in found[2].splitlines()]


@pytest.mark.parametrize("library", LIBRARIES)
def test_core_has_the_files_of_the_list(library: str) -> None:
    text = core_text(ROOT / "rtl" / library / f"{library}.core")
    assert f'name: "sealwright:rtl:{library}:{VERSION}"' in text
    assert "file_type: systemVerilogSource" in text
    names = items(text, "files")
    sources = [f"rtl/{library}/{name}" for name in names if name.endswith(".sv")]
    assert sources == library_files(library)
    others = [name for name in names if not name.endswith(".sv")]
    assert others == (["seal_assert.svh: {is_include_file: true}"] if library == "common" else [])
    assert {name.split(":")[2] for name in items(text, "depend")} == needed(library)


def needed(library: str) -> set[str]:
    """The other libraries of which a library's files include or name something."""
    files = with_includes(library_files(library))
    folders = {name: ROOT / "rtl" / name for name in LIBRARIES if name != library}
    return {
        name
        for name, folder in folders.items()
        if any(path.parent == folder or uses(path, folder) for path in files)
    }


def uses(path: Path, folder: Path) -> bool:
    """Whether a file names a module or package of another library."""
    names = {source.stem for source in folder.glob("*.sv")}
    code = re.sub(r"//.*", "", path.read_text())
    return not names.isdisjoint(re.findall(r"\bseal_\w+", code))


@pytest.mark.parametrize("library", ["cwc", "gcm", "sector"])
def test_core_parameters_are_those_of_the_tops(library: str) -> None:
    text = core_text(ROOT / f"rtl/{library}/{library}.core")
    declared = re.findall(r"^  (\w+): \{datatype: int, paramtype: vlogparam", text, re.MULTILINE)
    listed = re.findall(r"toplevel: (\w+)\n +parameters: \[(.*?)\]", text, re.DOTALL)
    assert len(listed) == text.count("parameters: [")
    for top, names in listed:
        parameters = header_parameters(ROOT / f"rtl/{library}/{top}.sv")
        assert re.findall(r"\w+", names) == list(parameters), top
    assert set(declared) == {name for _, names in listed for name in re.findall(r"\w+", names)}


def lint_targets(library: str) -> dict[str, list[str]]:
    """The options of Verilator for each top that a FuseSoC core lints."""
    text = core_text(ROOT / "rtl" / library / f"{library}.core")
    found = re.findall(
        r"^  lint\w*:\n    filesets: \[rtl\]\n    toplevel: (\w+)\n(?:    .*\n)*?"
        r"    flow: lint\n    flow_options:\n      tool: verilator\n"
        r"      verilator_options: \[(.*)\]\n",
        text,
        re.MULTILINE,
    )
    assert len(found) == len(re.findall(r"^  lint", text, re.MULTILINE))
    return {top: options.split(", ") for top, options in found}


def test_every_top_has_a_lint_target() -> None:
    linted = {top for library in LIBRARIES for top in lint_targets(library)}
    assert linted == {load_core(name).top for name in core_names()} | {"seal_ocp_lock_ee"}


@pytest.mark.parametrize(
    ("library", "top"),
    [
        ("aes_stream", "seal_aes_iterative"),
        ("ocp_lock", "seal_ocp_lock_ee"),
        ("gcm", "seal_gcm_small"),
        *nightly([("sector", "seal_sector_cascade"), ("ghash", "seal_ghash"), ("cwc", "seal_cwc")]),
        *nightly(("aes_stream", f"seal_aes_{name}") for name in ("pipelined", "fly", "unrolled")),
        *nightly(("gcm", f"seal_gcm_{name}") for name in ("sst", "fresh", "lanes", "xaes")),
    ],
)
def test_lint_of_a_top(library: str, top: str) -> None:
    """As FuseSoC starts it; for the others see `test_template_compiles`."""
    options = ["--lint-only", *lint_targets(library)[top], "--top-module", top]
    command = ["verilator", *options, *include_flags(), *whole(library)]
    run_logged(command, f"lint of {top}", env=verilator_env(), cwd=ROOT)


def test_every_library_is_in_the_table_of_tools() -> None:
    """Here, since `make test-stock`, which compares its cells, is not run by day."""
    page = (ROOT / "docs/use/integration.md").read_text()
    head = "| tool | " + " | ".join(f"`{name}`" for name in LIBRARIES) + " |"
    rows = page.partition(head)[2].partition("\n\n")[0].splitlines()[2:]
    assert len(rows) >= 7 and {row.count("|") for row in rows} == {len(LIBRARIES) + 2}


def test_table_of_libraries() -> None:
    """Each row has the libraries that its last one needs, in an order in which they compile."""
    page = (ROOT / "docs/use/integration.md").read_text()
    rows = re.findall(r"^\|[^|]+\|([^|]+)\|[^|]+\| `sealwright:rtl:(\w+)` \|$", page, re.M)
    assert {name for _, name in rows} == {"gcm", "cwc", "sector", "ocp_lock", "aes_stream", "ghash"}
    before: dict[str, list[str]] = {}
    for text, name in rows:
        found = re.findall(r"`(\w+)`", text)
        if "the same" in text:
            found = [*list(before.values())[-1], *found]
        if "those of the sector engines" in text:
            found = [*before["sector"], *found]
        before[name] = found
        assert found[-1] == name
        for at, library in enumerate(found):
            assert needed(library) <= set(found[:at]), (name, library)


def test_first_message_of_a_laboratory() -> None:
    """Strings and literals of the page are test case 2."""
    page = (ROOT / "docs/use/integration.md").read_text()
    shown = re.findall(r"\| ([0-9a-f]{32}) \| `128'h([0-9a-f]{32})` \|", page)
    assert all(bytes.fromhex(text)[::-1].hex() == literal for text, literal in shown)
    case = read_vectors(ROOT / "tests/data/gcm_spec.json")[1]
    assert bytes.fromhex("".join(text for text, _ in shown)) == case.ct + case.tag
    assert case.pt == bytes(16) and not any(case.key + case.iv)


def test_every_lint_target_is_tried() -> None:
    """Packages of other tops are in its files, so that a new one may have warnings in all."""
    (tops,) = (mark for mark in test_lint_of_a_top.pytestmark if mark.name == "parametrize")
    rows = [getattr(row, "values", row) for row in tops.args[1]]
    rows += [(kind, f"seal_{kind}") for kind in TOPS]
    assert sorted(rows) == sorted((lib, top) for lib in LIBRARIES for top in lint_targets(lib))


def whole(library: str) -> list[str]:
    """All files of a library and of those that it needs, as FuseSoC passes them."""
    wanted = {library}
    for name in reversed(LIBRARIES):
        wanted |= needed(name) if name in wanted else set()
    return library_files(*(name for name in LIBRARIES if name in wanted))


def test_smoke_core() -> None:
    text = core_text(EXAMPLE / "smoke.core")
    assert items(text, "files") == ["smoke_tb.sv"]
    assert items(text, "depend") == ["sealwright:rtl:gcm"]


def rtl_parameters(kind: str) -> dict[str, str]:
    """Parameters of the top with their defaults, as the source writes them."""
    return header_parameters(ROOT / TOPS[kind])


def header_parameters(source: Path) -> dict[str, str]:
    """The same of a module's file; of a choice by `Mode` what all modes have but the one named."""
    declared = r"^  parameter .*?(\w+) += (?:\(.*\) \? \w+ : )?([^,\s]+)"
    return dict(re.findall(declared, source.read_text(), re.MULTILINE))


def template(kind: str) -> Path:
    """Where a family's instantiation template stands."""
    return ROOT / "examples" / kind / "instantiation.sv"


@pytest.mark.parametrize("kind", TOPS)
def test_template_has_every_parameter_and_port(kind: str) -> None:
    text = template(kind).read_text()
    instance = text[text.index(f"seal_{kind} #(") :]
    given = dict(re.findall(r"^    \.(\w+) *\(([^()]*)\)", instance, re.MULTILINE))
    parameters = rtl_parameters(kind)
    ports = [port.name for port in interface(load_core(CORES[kind])).ports]
    assert list(given) == [*parameters, *ports]
    assert {name: given[name] for name in parameters} == parameters


@pytest.mark.parametrize("kind", ["gcm", *nightly(["sector"])])
def test_template_compiles(kind: str) -> None:
    """With the warnings that the FuseSoC core of the top leaves out."""
    flags = ["--lint-only", *lint_targets(kind)[f"seal_{kind}"], "--top-module", "instantiation"]
    command = [
        "verilator",
        *flags,
        *include_flags(),
        *whole(kind),
        str(template(kind)),
    ]
    run_logged(command, "lint of the template", env=verilator_env(), cwd=ROOT)


def test_sections_of_a_dma_engine() -> None:
    source = EXAMPLE / "sections.sv"
    command = ["verilator", "--lint-only", "-Wall", str(source)]
    run_logged(command, "lint of the example", env=verilator_env(), cwd=ROOT)
    run_bench("sections", [source], ROOT / "tb" / "sections", "test_sections", {})


def ports(kind: str) -> dict[str, str]:
    """Directions by name."""
    return {port.name: port.direction for port in interface(load_core(CORES[kind])).ports}


def test_driver_in_cpp_uses_the_ports() -> None:
    found = ports("gcm")
    used = set(re.findall(r"top->(\w+)", (EXAMPLE / "driver.h").read_text())) - {"eval", "final"}
    assert used <= set(found)
    assert {name for name, direction in found.items() if direction == "in"} <= used


def driver_of(kind: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of a driver of the examples."""
    monkeypatch.syspath_prepend(ROOT / "examples")
    spec = spec_from_file_location(f"{kind}_driver", ROOT / "examples" / kind / "driver.py")
    assert spec is not None and spec.loader is not None
    driver = module_from_spec(spec)
    spec.loader.exec_module(driver)
    return driver


@pytest.mark.parametrize(("kind", "name"), [("gcm", "Gcm"), ("sector", "Sector")])
def test_driver_in_python_uses_the_ports(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = getattr(driver_of(kind, monkeypatch), name)
    streams = {**core.INPUTS, **core.OUTPUTS}
    used = {s + name for s, names in streams.items() for name in (*names, "valid", "ready")}
    others = set(re.findall(r"self\.dut\.(\w+)", (ROOT / "examples/streams.py").read_text()))
    assert used | others == set(ports(kind)) - {"slot_ready_o", "blocks_slot_i", "blocks_o"}


def test_drivers_refuse_wrong_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of which the core would take a part."""
    gcm, sector = (driver_of(kind, monkeypatch) for kind in ("gcm", "sector"))
    with pytest.raises(ValueError, match="not 17"):
        gcm.Gcm.load_key(None, 0, bytes(17)).send(None)
    disk = SimpleNamespace(dut=SimpleNamespace(s_key_data=range(512)))
    for keys in ([bytes(16), bytes(33)], [bytes(16), bytes(32)], []):
        with pytest.raises(ValueError, match="16, 24 or 32 bytes, all the same"):
            sector.Sector.load_key(disk, 0, keys, 48).send(None)
    for keys, hash_key in (([bytes(16)], b""), ([bytes(32)] * 2, bytes(16))):
        with pytest.raises(ValueError, match="not as s_key_data"):
            sector.Sector.load_key(disk, 0, keys, 48, hash_key).send(None)
    with pytest.raises(ValueError, match="100 bytes are not whole units of 48"):
        sector.Sector.units(None, 0, 0, 0, bytes(100), 48).send(None)


@pytest.mark.nightly  # builds cores from nothing
@pytest.mark.parametrize("kind", [*TOPS, "lanes"])
def test_drivers_need_nothing_but_rtl_and_examples(tmp_path: Path, kind: str) -> None:
    for name in ("rtl", "examples"):
        litter = shutil.ignore_patterns("build", "__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=litter)
    make = ["make", "-C", str(tmp_path / "examples" / kind), "cocotb"]
    make += ["cpp"] if kind == "gcm" else []
    env = {name: value for name, value in verilator_env().items() if name != "PYTHONPATH"}
    done = subprocess.run(make, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert kind != "gcm" or "smoke: 24 checks passed" in done.stdout
    assert "TESTS=2 PASS=2" in done.stdout


@pytest.mark.nightly
def test_smoke_bench() -> None:
    sources = code_digests(used([*rtl_files(), EXAMPLE / "smoke_tb.sv"], ["smoke_tb"]))
    recipe = cache.file_digests([EXAMPLE / "Makefile", ROOT / "examples/core.mk"])
    key = f"smoke-{cache.digest(verilator_version(), sources, recipe)}"

    def make(folder: Path) -> None:
        build = ["make", "-C", str(EXAMPLE), f"BUILD={folder}", f"{folder}/smoke_tb"]
        build += ["VM_PARALLEL_BUILDS=0"]  # one unit is compiled sooner than many
        run_logged(build, "building the smoke bench", env=verilator_env())

    program = cache.entry("smoke", key, make) / "smoke_tb"
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^smoke: \d\d checks passed$", done.stdout, re.MULTILINE)

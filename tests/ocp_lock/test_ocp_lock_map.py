# SPDX-License-Identifier: Apache-2.0
"""docs/reference/ocp-lock.md has the map, fields, commands and errors of the package."""

import re
from typing import Final

from sealwright.base.files import repo_root
from sealwright.tools.sv_package import read_package

PACKAGE: Final = read_package("rtl/ocp_lock/seal_ocp_lock_pkg.sv")
PAGE: Final = (repo_root() / "docs/reference/ocp-lock.md").read_text()


def table(first: str) -> list[list[str]]:
    """The rows of the table whose first heading is `first`, cell by cell."""
    found = re.search(rf"^\| {first} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert found is not None
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].splitlines()]


def names(prefix: str) -> dict[str, str]:
    """Codes as the page prints them, and names, of an enum whose values begin with this."""
    kind = {"Cmd": "command_e", "Err": "error_e"}[prefix]
    return {f"{value:X}h": f"`{value.name}`" for value in PACKAGE.enums[kind]}


def test_map() -> None:
    rows = {row[1]: (int(row[0][:-1], 16), int(row[2][:-1], 16)) for row in table("offset")}
    at = PACKAGE.constants
    assert rows == {
        name.upper(): (at[f"{name}Addr"], at[f"{name}Bytes"])
        for name in ("Mek", "Metd", "Aux", "Ctrl", "Count")
    }


def test_fields() -> None:
    for first, kind in (("bits", "ctrl_t"), ("bits of AUX", "aux_t")):
        struct = PACKAGE.structs[kind]
        wanted = {}
        for name, (low, width) in struct.fields.items():
            if not name.startswith("reserved"):
                wanted[name] = f"{low + width - 1}:{low}" if width > 1 else str(low)
        assert {row[1].lower(): row[0] for row in table(first)} == wanted
    assert PACKAGE.structs["ctrl_t"].width == 8 * PACKAGE.constants["CtrlBytes"]
    assert PACKAGE.structs["aux_t"].width == 8 * PACKAGE.constants["AuxBytes"]


def test_commands_and_errors() -> None:
    assert {"0h": "`CmdNone`", **{row[0]: row[1] for row in table("command")}} == names("Cmd")
    assert {row[0]: row[1] for row in table("ERR")} == names("Err")


def test_the_specification() -> None:
    """Offsets, bits and codes of OCP L.O.C.K. 1.1 RC4, Tables 5 and 9, written a second time."""
    at, ctrl = PACKAGE.constants, PACKAGE.structs["ctrl_t"].fields
    assert [at[f"{name}Addr"] for name in ("Mek", "Metd", "Aux", "Ctrl")] == [0, 0x40, 0x60, 0x80]
    assert [at[f"{name}Bytes"] for name in ("Mek", "Metd", "Aux", "Ctrl")] == [64, 20, 32, 4]
    assert [at[f"{name}W"] for name in ("Mek", "Metd", "Aux")] == [512, 160, 256]
    bits = {"rdy": (31, 1), "err": (16, 4), "cmd": (2, 4), "done": (1, 1), "exe": (0, 1)}
    assert {name: ctrl[name] for name in bits} == bits
    assert [int(code) for code in PACKAGE.enums["command_e"]] == [0, 1, 2, 3, 4]
    assert {int(code) for code in PACKAGE.enums["error_e"]}.isdisjoint({2, 3})
    kat = b"".join(bytes([n]) * 16 for n in (0x00, 0x11, 0x22, 0x33))
    assert at["KatMek"].to_bytes(64, "little") == kat

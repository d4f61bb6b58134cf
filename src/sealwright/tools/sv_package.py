# SPDX-License-Identifier: Apache-2.0
"""Types of a SystemVerilog package for Python: its enums as IntEnum, its packed structs as layouts.

So a bench drives and reads ports of these types by the names of their fields, and no code of a
package is written a second time.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path

from pyslang import ConstantValue, SVInt, ast
from pyslang.syntax import SyntaxTree

from sealwright.base.errors import CheckFailed
from sealwright.base.files import repo_root, resolve


@dataclass(frozen=True)
class Struct:
    """A packed struct: of each field its lowest bit and its width."""

    name: str
    width: int
    fields: Mapping[str, tuple[int, int]]

    def pack(self, **values: int) -> int:
        """The struct as a number; fields that are not named are zero."""
        word = 0
        for name, value in values.items():
            low, width = self.fields[name]
            if not 0 <= value < 1 << width:
                raise ValueError(f"{self.name}.{name} has {width} bits: {value} does not fit")
            word |= value << low
        return word

    def unpack(self, word: int) -> dict[str, int]:
        """The fields of a number."""
        return {
            name: word >> low & ((1 << width) - 1) for name, (low, width) in self.fields.items()
        }


@dataclass(frozen=True)
class Package:
    """What a package declares, by name."""

    enums: Mapping[str, type[IntEnum]]
    structs: Mapping[str, Struct]
    constants: Mapping[str, int]


@cache
def read_package(path: str | Path) -> Package:
    """Reads a package, and those that it names; `path` as in a file list."""
    source = resolve(path)
    compilation = ast.Compilation()
    for file in _with_packages(source):
        compilation.addSyntaxTree(SyntaxTree.fromFile(str(file)))
    found = [package for package in compilation.getPackages() if package.name == source.stem]
    if len(found) != 1 or any(entry.isError() for entry in compilation.getAllDiagnostics()):
        raise CheckFailed(f"slang cannot read the package {source.stem} in {path}")
    enums: dict[str, type[IntEnum]] = {}
    structs: dict[str, Struct] = {}
    constants: dict[str, int] = {}
    for member in found[0]:
        if isinstance(member, ast.TypeAliasType):
            kind = member.canonicalType
            if isinstance(kind, ast.EnumType):
                enums[member.name] = _enum(member.name, kind)
            elif isinstance(kind, ast.PackedStructType):
                structs[member.name] = _struct(member.name, kind)
        elif isinstance(member, ast.ParameterSymbol) and member.type.isIntegral:
            constants[member.name] = _number(member.value)
    return Package(enums, structs, constants)


def _with_packages(source: Path) -> list[Path]:
    """The file, and those of rtl/ with the packages that it or they name."""
    found, todo = [source], [source]
    while todo:
        for name in sorted(set(re.findall(r"\b(\w+_pkg)::", todo.pop().read_text()))):
            more = set(repo_root().glob(f"rtl/*/{name}.sv")) - set(found)
            found += more
            todo += more
    return found


def _number(value: ConstantValue) -> int:
    number = value.value
    assert isinstance(number, SVInt)
    return int(number)


def _enum(name: str, kind: ast.EnumType) -> type[IntEnum]:
    values = {}
    for item in kind:
        assert isinstance(item, ast.EnumValueSymbol)
        values[item.name] = _number(item.value)
    return IntEnum(name, values)  # type: ignore[return-value]


def _struct(name: str, kind: ast.PackedStructType) -> Struct:
    fields = {}
    for field in kind:
        assert isinstance(field, ast.FieldSymbol)
        fields[field.name] = (field.bitOffset, field.type.bitWidth)
    return Struct(name, kind.bitWidth, fields)

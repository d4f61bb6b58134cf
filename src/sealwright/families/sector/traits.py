# SPDX-License-Identifier: Apache-2.0
"""What a scheme is made of, as its package in rtl/sector says (traits_t of seal_sector_pkg)."""

import re
from collections.abc import Mapping

from sealwright.base.errors import CheckFailed
from sealwright.base.files import resolve
from sealwright.families.sector.modes import MODES
from sealwright.tools.sv_package import read_package

_FOLDER = "rtl/sector"


def traits(mode: str) -> Mapping[str, int]:
    """The fields that are not zero, for a mode of `seal_sector`."""
    enum = read_package(f"{_FOLDER}/seal_sector_pkg.sv").enums["mode_e"]
    code = next(item.name for item in enum if item.value == MODES[mode].number)
    choice = resolve(f"{_FOLDER}/seal_sector_scheme_pkg.sv").read_text()
    found = re.search(rf"{code}: +return (\w+)::(\w+);", choice) or re.search(
        r"default: +return (\w+)::(\w+);", choice
    )
    if not found:
        raise CheckFailed(f"seal_sector_scheme_pkg: no traits of {code}")
    package, name = found.groups()
    text = resolve(f"{_FOLDER}/{package}.sv").read_text()
    body = re.search(rf"traits_t {name} = '\{{(.*?)\}};", text, re.DOTALL)
    if not body:
        raise CheckFailed(f"{package}: no traits {name}")
    values = re.findall(r"(\w+): \d+'[bd](\d+)", body[1])
    return {field: int(value) for field, value in values if int(value)}


def phases(mode: str) -> list[str]:
    """The phases that a data unit passes, in their order."""
    has = traits(mode)
    steps = (
        ("prepare", "prepare"),
        ("hash", "first hash"),
        ("layers", "first layer"),
        ("middle", "middle"),
        ("", "stream"),
        ("hash", "second hash"),
        ("finish", "finish"),
    )
    return [words for field, words in steps if not field or field in has]

# SPDX-License-Identifier: Apache-2.0
"""Codes of the sector family and of its harness agree with the RTL's package."""

import re
from enum import IntEnum

import pytest

from sealwright.base.files import resolve
from sealwright.cores.engine import KeyCause
from sealwright.families import load_core
from sealwright.families.sector.events import Cause, Op, Section
from sealwright.families.sector.modes import MODES
from sealwright.families.sector.traits import phases
from sealwright.report.interface import interface
from sealwright.tools.sv_package import read_package

PACKAGE = "rtl/sector/seal_sector_pkg.sv"


@pytest.mark.parametrize(
    ("name", "prefix", "counterpart"),
    [
        ("sector_cause_e", "Cause", Cause),
        ("sector_op_e", "Op", Op),
        ("sector_section_e", "Sec", Section),
    ],
)
def test_enums(name: str, prefix: str, counterpart: type[IntEnum]) -> None:
    found = {
        item.name.removeprefix(prefix).upper(): item.value
        for item in read_package(PACKAGE).enums[name]
    }
    unknown = {"ONE", "THREE"} if counterpart is Section else set()
    assert {item.name: item.value for item in counterpart if item.name not in unknown} == found


@pytest.mark.parametrize("name", sorted(MODES))
def test_width_of_keys(name: str) -> None:
    ports = {port.name: port.width for port in interface(load_core(f"sector-{name}")).ports}
    assert ports["s_key_data"] == 8 * MODES[name].key_bytes


def test_modes() -> None:
    """ModeXcbAes and so on; the last one is short for HCTR2-TwKD."""
    found = {
        item.name.removeprefix("Mode").lower(): item.value
        for item in read_package(PACKAGE).enums["mode_e"]
    }
    names = {"hctr2-twkd": "twkd"}
    own = {names.get(n, n.replace("-", "")): m.number for n, m in MODES.items()}
    assert own.pop("chctr2") is None  # a top of its own
    assert own == found


def test_harness_knows_the_causes() -> None:
    text = resolve("src/sealwright/families/sector/harness.cpp").read_text()
    assert re.search(rf"\bkLastCause = {max(Cause):d},", text)
    assert re.search(rf"\bkLastKeyCause = k{max(KeyCause).name.title()}\b", text)


def test_every_cause_and_answer_is_explained() -> None:
    text = resolve("docs/use/sector.md").read_text()
    causes = dict(re.findall(r"^\| (\d+) \| Cause(\w+) \|", text, re.MULTILINE))
    assert {int(code): name.upper() for code, name in causes.items()} == {
        cause.value: cause.name for cause in Cause
    }
    answers = text[text.index("| answer | why |") : text.index("## Causes")]
    listed = {int(code) for code in re.findall(r"^\| (\d+) \|", answers, re.MULTILINE)}
    assert listed == set(KeyCause) - {KeyCause.BAD_BEATS}  # no key comes in beats


def test_phases_of_a_mode_are_those_of_its_package() -> None:
    """As the table of docs/reference/sector-modes.md has them."""
    hashes = ["first hash", "stream", "second hash"]
    assert phases("xts") == ["prepare", "stream", "finish"]
    assert phases("hctr2") == phases("hctr") == [hashes[0], "middle", *hashes[1:]]
    assert phases("hch") == phases("hchfp") == phases("hctr2-twkd")
    assert phases("hch") == phases("heh") == phases("heh-fp")
    assert phases("hch") == ["prepare", hashes[0], "middle", *hashes[1:]]
    assert phases("xcb") == phases("xcb-aes") == ["prepare", *hashes, "finish"]
    assert phases("eme") == phases("eme2")
    assert phases("eme") == ["prepare", "first layer", "middle", "stream", "finish"]
    assert phases("tet") == ["prepare", *hashes]

# SPDX-License-Identifier: Apache-2.0
"""Codes of toolkit and harness agree with the packages; the reader of packages."""

import re
from enum import IntEnum
from pathlib import Path

import pytest

from sealwright.base.errors import CheckFailed
from sealwright.base.files import resolve
from sealwright.families.message.events import Cause, Op, Section
from sealwright.families.message.recording import KINDS
from sealwright.tools.sv_package import read_package

PACKAGE = "rtl/message/seal_message_pkg.sv"


@pytest.mark.parametrize(
    ("name", "prefix", "counterpart"),
    [
        ("message_cause_e", "Cause", Cause),
        ("message_op_e", "Op", Op),
        ("message_section_e", "Sec", Section),
    ],
)
def test_enums(name: str, prefix: str, counterpart: type[IntEnum]) -> None:
    found = {
        re.sub(r"(?<!^)(?=[A-Z])", "_", item.name.removeprefix(prefix)).upper(): item.value
        for item in read_package(PACKAGE).enums[name]
    }
    if counterpart is Op:
        found.pop("NONE")  # no command has it
    assert {item.name: item.value for item in counterpart} == found


def test_kinds_of_requests() -> None:
    requests = read_package(PACKAGE).enums["request_e"]
    assert [kind.name.removeprefix("Req").upper() for kind in sorted(requests)] == list(KINDS)


def test_harness() -> None:
    """Its enums have the names and the order of the toolkit's."""
    text = resolve("src/sealwright/families/message/harness.cpp").read_text()
    enums = dict(re.findall(r"^enum (\w+) : \w+ \{(.*?)\};", text, re.MULTILINE | re.DOTALL))
    counterparts: dict[str, type[IntEnum]] = {"Op": Op, "Section": Section}
    for name, counterpart in counterparts.items():
        assert re.findall(r"\bk(\w+)", enums[name]) == [
            item.name.title().replace("_", "") for item in sorted(counterpart)
        ]
        assert "=" not in enums[name]
        assert [item.value for item in sorted(counterpart)] == list(range(len(counterpart)))
    assert f"kLastCause = {max(Cause):d}," in text


def write(folder: Path, text: str) -> Path:
    path = folder / "seal_example_pkg.sv"
    path.write_text(text)
    return path


def test_reader(tmp_path: Path) -> None:
    source = """package seal_example_pkg;
      localparam int unsigned W = 3 + 2;
      typedef enum logic [1:0] {KindA, KindB = 2'd3} kind_e;
      typedef struct packed { kind_e kind; logic [W-1:0] n; logic flag; } thing_t;
    endpackage
    """
    package = read_package(write(tmp_path, source))
    assert package.constants == {"W": 5}
    assert [(item.name, item.value) for item in package.enums["kind_e"]] == [
        ("KindA", 0),
        ("KindB", 3),
    ]
    thing = package.structs["thing_t"]
    word = thing.pack(kind=package.enums["kind_e"]["KindB"], n=17)
    assert (thing.width, word) == (8, 3 << 6 | 17 << 1)
    assert thing.unpack(word) == {"kind": 3, "n": 17, "flag": 0}
    with pytest.raises(ValueError, match=r"thing_t.*32 does not fit"):
        thing.pack(n=32)
    with pytest.raises(KeyError):
        thing.pack(m=1)


def test_a_package_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CheckFailed, match="slang cannot read the package seal_example_pkg"):
        read_package(write(tmp_path, "package seal_example_pkg; localparam int W = ; endpackage"))

# SPDX-License-Identifier: Apache-2.0
"""Waveform reader, tables, and the pictures of the documents."""

from pathlib import Path

import pytest

from rows import nightly
from sealwright.base.errors import UsageError
from sealwright.base.files import repo_root
from sealwright.report.tables import table
from sealwright.report.vcd import read_vcd, runs
from sealwright.study.pictures import FOLDER, pictures

VCD = """$timescale 1ps $end
$scope module TOP $end
$var wire 1 ! clk_i $end
$scope module u_one $end
$var wire 1 " valid $end
$var wire 8 # data [7:0] $end
$upscope $end
$scope module u_two $end
$var wire 1 $ valid $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
1!
1"
b101 #
0$
#5
0!
#10
1!
0"
bx1z #
1$
#15
0!
#20
1!
#25
0!
0$
"""


def test_vcd_gives_what_each_edge_samples(tmp_path: Path) -> None:
    path = tmp_path / "wave.vcd"
    path.write_text(VCD)
    wave = read_vcd(path, ["u_one.valid", "data", "u_two.valid"])
    assert wave.cycles == 3
    assert list(wave["u_one.valid"]) == [1, 0, 0]
    assert list(wave["data"]) == [5, 2, 2]  # unknown bits count as zero
    assert list(wave["u_two.valid"]) == [0, 1, 0]
    assert wave.where("u_two.valid") == [1]
    assert wave.where("u_one.valid", "u_two.valid") == []


def test_vcd_without_a_signal(tmp_path: Path) -> None:
    path = tmp_path / "wave.vcd"
    path.write_text(VCD)
    with pytest.raises(UsageError, match=r"no signal u_three\.valid"):
        read_vcd(path, ["u_three.valid"])


def test_runs() -> None:
    assert runs([1, 1, 0, 2]) == [(0, 2, 1), (2, 3, 0), (3, 4, 2)]
    assert runs([]) == []


def test_table() -> None:
    text = table(("name", "number"), [("a", 1), ("longer", 12345)])
    assert text.splitlines() == ["name    number", "a            1", "longer  12,345"]
    assert table(("name", "number"), []) == "name  number"


SLOW = ("flip.svg", "sector_phases.svg")  # those that simulate a named sector engine


@pytest.mark.parametrize("name", [*(n for n in pictures() if n not in SLOW), *nightly(SLOW)])
def test_pictures_of_the_documents_are_fresh(name: str) -> None:
    kept = (repo_root() / FOLDER / name).read_text()
    assert kept == pictures()[name]() + "\n", "run `python -m sealwright.study.pictures`"

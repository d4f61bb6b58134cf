# SPDX-License-Identifier: Apache-2.0
"""Layouts in standard cells: what is read from a DEF file, the picture, and the flow of Debian."""

import struct
import zlib

import pytest

from sealwright.base.errors import CheckFailed
from sealwright.base.results import Result, Results
from sealwright.cores.multiplier import Multiplier
from sealwright.study import layout
from sealwright.study.def_file import Layout, cell_sizes, picture
from sealwright.study.rc_file import read_nets, spef
from sealwright.synth.multiplier import design

LEF = """\
MACRO INVX1
  CLASS  CORE ;
  SIZE 1.600 BY 10.000 ;
END INVX1
MACRO DFFPOSX1
  SIZE 9.600 BY 10.000 ;
END DFFPOSX1
"""
DEF = """\
DIEAREA ( -320 -300 ) ( 1680 1700 ) ;
COMPONENTS 3 ;
- INVX1_1 INVX1 + PLACED ( 40 50 ) FS ;
- FILL_1 FILL + PLACED ( 200 50 ) FS ;
- DFFPOSX1_1 DFFPOSX1 + PLACED ( 400 50 ) S ;
END COMPONENTS
NETS 1 ;
- a
  ( INVX1_1 Y )
+ ROUTED metal1 ( 100 200 ) M2_M1
  NEW metal2 ( 100 200 ) ( * 500 ) M3_M2
  NEW metal3 ( 900 500 ) ( 100 * ) M3_M2 ;
END NETS
SPECIALNETS 1 ;
- b
+ ROUTED metal1 40 ( 465 700 ) ( 520 * ) ;
END SPECIALNETS
"""


def test_sums_of_a_layout() -> None:
    """Fillers and vias count nothing; a wire may be drawn in either direction."""
    found = Layout(DEF, cell_sizes(LEF))
    assert found.die == (-3.2, -3.0, 16.8, 17.0)
    assert [kind for kind, _ in found.cells()] == ["INVX1", "DFFPOSX1"]
    assert list(found.wires()) == [
        (2, (1.0, 2.0, 1.0, 5.0)),
        (3, (1.0, 5.0, 9.0, 5.0)),
        (1, (4.65, 7.0, 5.2, 7.0)),
    ]
    assert found.sums() == {"cells": 2, "cell_area": 112, "die_area": 400, "wire_mm": 0.0}


def test_picture_of_a_layout() -> None:
    """A pixel of each sort is where it should be: y goes up in a layout, and down in a picture."""
    png = picture(Layout(DEF, cell_sizes(LEF)), 200)  # ten pixels per micrometre
    assert struct.unpack(">II", png[16:24]) == (200, 200)
    start = png.index(b"IDAT") + 4
    pixels = zlib.decompress(
        png[start : start + struct.unpack(">I", png[start - 8 : start - 4])[0]]
    )

    def at(x: float, y: float) -> int:
        row, column = round((17.0 - y) * 10), round((x + 3.2) * 10)
        return pixels[row * 201 + 1 + column]

    assert (at(16, 16), at(1.5, 3), at(8, 3)) == (0, 1, 2)
    assert (at(1, 3), at(6, 5), at(5, 7)) == (4, 5, 3)


TREE = (
    "a[15_bF$buf3] 1 INVX1_1/Y 3 ( 2.5 0.0004 ( 1 0.0002 INVX1_2/A , "
    "( 3.5 0.0006 NOR2X1_1/B ( 0 0.0001 PIN/p_o[3] ) ) ) , ( 7 0.0008 NOR2X1_1/A ) )"
)


def test_wires_are_a_tree() -> None:
    """Each piece begins where the one before its parenthesis ends; branches share a beginning."""
    (net,) = read_nets(f"{TREE}\n\n", "")
    assert net.driver == "INVX1_1/Y"
    assert [(p.start, p.ohm, p.pf, p.pin) for p in net.pieces] == [
        (0, 2.5, 0.0004, None),
        (1, 1.0, 0.0002, "INVX1_2/A"),
        (1, 3.5, 0.0006, "NOR2X1_1/B"),
        (3, 0.0, 0.0001, "PIN/p_o[3]"),
        (0, 7.0, 0.0008, "NOR2X1_1/A"),
    ]


def test_wires_that_go_around() -> None:
    """Driver, two corners of a loop with a pin at each, and a pin behind the second one."""
    loop = (
        "_7_ 1 INVX1_1/Y 3 ( 1 0.1 ( 2 0.2 X/A ( 3 0.3 ( 4 0.4 ( 2 0.2 X/A ( 3 0.3 ERROR ) ) , "
        "( 5 0.5 X/C ) ) , ( 6 0.6 X/B ) ) , ( 4 0.4 ( 3 0.3 ( 2 0.2 X/A ) ) ) ) )"
    )
    (net,) = read_nets(loop, "")
    assert [(p.start, p.ohm, p.pin) for p in net.pieces] == [
        (0, 1.0, None),
        (1, 2.0, "X/A"),
        (2, 3.0, None),
        (3, 5.0, "X/C"),
        (2, 6.0, "X/B"),
    ]


def test_wires_as_spef() -> None:
    """Sum, pins with their directions, and all pieces by the names of their ends."""
    text = spef(read_nets(TREE, ""))
    name = "a_15_bF_buf3_"
    assert text.endswith(
        f"*D_NET {name} 0.0021\n"
        "*CONN\n*I INVX1_1:Y O\n*I INVX1_2:A I\n*I NOR2X1_1:B I\n*P p_o[3] O\n*I NOR2X1_1:A I\n"
        f"*CAP\n1 {name}:1 0.0004\n2 INVX1_2:A 0.0002\n3 NOR2X1_1:B 0.0006\n"
        "4 p_o[3] 0.0001\n5 NOR2X1_1:A 0.0008\n"
        f"*RES\n1 INVX1_1:Y {name}:1 2.5\n2 {name}:1 INVX1_2:A 1\n3 {name}:1 NOR2X1_1:B 3.5\n"
        "4 NOR2X1_1:B p_o[3] 0.001\n5 INVX1_1:Y NOR2X1_1:A 7\n*END\n"
    )
    assert "*C_UNIT 1 PF" in text and "*R_UNIT 1 OHM" in text
    (port,) = read_nets("clk_i 1 PIN/clk_i 1 ( 1 0.1 DFFPOSX1_1/CLK )", "")
    assert "*P clk_i I" in port.spef()
    assert "*D_NET" not in spef(read_nets("_9_ 1 INVX1_1/Y 0", ""))


def test_names_of_nets_are_those_of_the_netlist() -> None:
    """Bits of a port are bits of it; of other buses they have names of their own."""
    netlist = "INVX1 INVX1_1 ( .A(b_i[12]), .Y(_12__3_) ); AND2X2 AND2X2_1 ( .A(b_1_bF_b_) );"
    text = "".join(f"{name} 1 INVX1_1/Y 0\n" for name in ("b_i[12]", "_12_[3]", "b[1_bF$b]", "_7_"))
    names = [net.name for net in read_nets(text, netlist)]
    assert names == ["b_i[12]", "_12__3_", "b_1_bF_b_", "_7_"]


@pytest.mark.parametrize("wires", ["( 1 0.1 A/Y", "( 1 0.1 A/Y ) )", "( 1 )", "1 0.1 A/Y"])
def test_wires_that_are_no_tree(wires: str) -> None:
    with pytest.raises(CheckFailed, match="net _7_: its wires are no tree"):
        list(read_nets(f"_7_ 1 INVX1_1/Y 1 {wires}", ""))


def test_table_of_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"name": "one", "cells": 300, "cell_area": 11376, "die_area": 13210, "wire_mm": 6.9}
    result = Result({"rows": [{**row, "before_ns": 2.0, "after_ns": 2.5}]}, old=False)
    monkeypatch.setattr(Results, "of", lambda *_: result)
    assert "| `one` | 300 | 11,376 | 13,210 | 6.9 | 500 | 400 |" in layout.layout_table(Results())


@pytest.mark.asic
def test_a_small_layout() -> None:
    """A multiplier of 4 bits is routed, and wires make it slower."""
    found, delays = layout.routed(layout.Circuit(design(Multiplier("mastrovito", 0b10011))))
    sums = found.sums()
    assert sums["cells"] > 16 and 0.5 < sums["cell_area"] / sums["die_area"] < 1
    assert sums["wire_mm"] > 0 and 0 < delays["before_ns"] < delays["after_ns"] < 5

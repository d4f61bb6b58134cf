# SPDX-License-Identifier: Apache-2.0
"""Layouts in standard cells: what is read from a DEF file, the picture, and the flow of Debian."""

import struct
import zlib
from pathlib import Path

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


# As qrouter writes them (a net of 16 bits), with a port added
TREE = (
    "a[15_bF$buf3] 1 BUFX4_9/Y 5 ( 1.6 0.0003942 XNOR2X1_8/A , "
    "( 5.12 0.00117408 ( 0.533333 0.0001314 NAND2X1_134/B ) , "
    "( 6.19333 0.00088628 ( 2.02 0.00041476 NAND2X1_23/B , ( 0 0.0001 PIN/p_o[3] ) ) , "
    "( 12.58 0.0024891 AOI21X1_54/C ) ) ) ) "
)


def test_wires_are_a_tree() -> None:
    """What is in the parentheses of a piece begins at its end."""
    (net,) = read_nets(f"{TREE}\n\n", "")
    assert (net.driver, net.missing) == ("BUFX4_9/Y", 0)
    assert [(p.start, p.ohm, p.pf, p.pin) for p in net.pieces] == [
        (0, 1.6, 0.0003942, "XNOR2X1_8/A"),
        (1, 5.12, 0.00117408, None),
        (2, 0.533333, 0.0001314, "NAND2X1_134/B"),
        (2, 6.19333, 0.00088628, None),
        (4, 2.02, 0.00041476, "NAND2X1_23/B"),
        (5, 0.0, 0.0001, "PIN/p_o[3]"),
        (4, 12.58, 0.0024891, "AOI21X1_54/C"),
    ]


def test_wires_that_go_around() -> None:
    """A port at the driver, and a loop of three corners with two pins; a third is behind it."""
    loop = (
        "_7_ 1 INVX1_1/Y 4 ( 1 0.1 PIN/p_o[3] , ( 2 0.2 X/A , ( 3 0.3 ( 4 0.4 ( 2 0.2 X/A , "
        "( 3 0.3 ERROR ) , ( 6 0.6 X/B ) ) ) , ( 5 0.5 X/C ) ) , ( 6 0.6 X/B ) ) , ( 4 0.4 X/A ) )"
    )
    (net,) = read_nets(loop, "")
    assert [(p.start, p.ohm, p.pin) for p in net.pieces] == [
        (0, 1.0, "PIN/p_o[3]"),
        (1, 2.0, "X/A"),
        (2, 3.0, None),
        (3, 4.0, None),
        (4, 2.0, None),
        (5, 6.0, "X/B"),
        (3, 5.0, "X/C"),
    ]


def test_a_pin_without_a_wire_is_counted() -> None:
    (net,) = read_nets("_7_ 1 INVX1_1/Y 2 ( 1 0.1 X/A )", "")
    assert net.missing == 1


def test_wires_as_spef() -> None:
    """Sum, pins with their directions, and all pieces by the names of their ends."""
    text = spef(read_nets(TREE, ""))
    name = "a_15_bF_buf3_"
    assert text.endswith(
        f"*D_NET {name} 0.00558982\n"
        "*CONN\n*I BUFX4_9:Y O\n*I XNOR2X1_8:A I\n*I NAND2X1_134:B I\n*I NAND2X1_23:B I\n"
        "*P p_o[3] O\n*I AOI21X1_54:C I\n"
        f"*CAP\n1 XNOR2X1_8:A 0.0003942\n2 {name}:2 0.00117408\n3 NAND2X1_134:B 0.0001314\n"
        f"4 {name}:4 0.00088628\n5 NAND2X1_23:B 0.00041476\n6 p_o[3] 0.0001\n"
        "7 AOI21X1_54:C 0.0024891\n"
        f"*RES\n1 BUFX4_9:Y XNOR2X1_8:A 1.6\n2 XNOR2X1_8:A {name}:2 5.12\n"
        f"3 {name}:2 NAND2X1_134:B 0.533333\n4 {name}:2 {name}:4 6.19333\n"
        f"5 {name}:4 NAND2X1_23:B 2.02\n6 NAND2X1_23:B p_o[3] 0.001\n"
        f"7 {name}:4 AOI21X1_54:C 12.58\n*END\n"
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


@pytest.mark.parametrize(
    "wires",
    [
        *("1 ( 1 0.1 A/Y", "1 ( 1 0.1 A/Y ) )", "1 ( 1 )", "1 1 0.1 A/Y", ""),
        *("1 ( nan 0.1 A/Y )", "1 ( -1 0.1 A/Y )", "2 ( 1 0.1 A/Y , ( 1 0.1 A/Y ) )"),
    ],
)
def test_wires_that_are_no_tree(wires: str) -> None:
    with pytest.raises(CheckFailed, match="net _7_: its wires are no tree"):
        list(read_nets(f"_7_ 1 INVX1_1/Y {wires}", ""))


def test_table_of_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"name": "one", "cells": 300, "cell_area": 11376, "die_area": 13210, "wire_mm": 6.9}
    result = Result({"rows": [{**row, "before_ns": 2.0, "after_ns": 2.5}]}, old=False)
    monkeypatch.setattr(Results, "of", lambda *_: result)
    text = layout.layout_table(Results())
    assert "| `one` | 300 | 11,376 | 13,210 | 6.9 | 500 | 400 |" in text and "Pins" not in text
    result["rows"][0]["pins_without_wire"] = 2
    assert layout.layout_table(Results()).endswith("file of wires leaves out: `one` 2.")


# Six inverters from an input or a register to a register or an output, and the one register
CHAIN = """\
module top (clk_i, a_i, p_o);
input clk_i;
input a_i;
output p_o;
DFFPOSX1 DFFPOSX1_1 ( .CLK(clk_i), .D(d), .Q(q) );
BUFX2 BUFX2_1 ( .A(%s), .Y(%s) );
INVX1 INVX1_1 ( .A(%s), .Y(n1) );
INVX1 INVX1_2 ( .A(n1), .Y(n2) );
INVX1 INVX1_3 ( .A(n2), .Y(n3) );
INVX1 INVX1_4 ( .A(n3), .Y(n4) );
INVX1 INVX1_5 ( .A(n4), .Y(n5) );
INVX1 INVX1_6 ( .A(n5), .Y(%s) );
endmodule
"""


def delays_of(folder: Path, ends: tuple[str, str, str, str], wires: str) -> tuple[float, float]:
    (folder / "top.rtlnopwr.v").write_text(CHAIN % ends)
    first = "n1 1 INVX1_1/Y 1 ( 0 0 INVX1_2/A )"
    (folder / "top.rc").write_text(f"{first}\n{wires}\n")
    found = layout.delays("top", folder)
    return found["before_ns"], found["after_ns"]


@pytest.mark.asic
@pytest.mark.parametrize(
    ("ends", "ns"),
    [
        (("q", "p_o", "a_i", "d"), 0.432),  # from the input: the load of a register's output
        (("a_i", "p_o", "q", "d"), 0.554),  # clock to output, and set-up
        (("a_i", "d", "q", "p_o"), 0.391),  # clock to output, and the input of a register
    ],
)
def test_all_paths_are_timed(tmp_path: Path, ends: tuple[str, str, str, str], ns: float) -> None:
    """Each the longest in its turn; with a wire of 1 kohm and 0.5 pF on its way a nanosecond more.

    Without the resistance it is the driver that takes most of it.
    """
    none, far = "( 0 0 INVX1_5/A )", "( 1000 0.5 INVX1_5/A )"
    before, after = delays_of(tmp_path, ends, f"n4 1 INVX1_4/Y 1 {none}")
    assert (before, after) == (pytest.approx(ns, abs=0.002), pytest.approx(before, abs=0.0005))
    before, loaded = delays_of(tmp_path, ends, f"n4 1 INVX1_4/Y 1 {none.replace('0 I', '0.5 I')}")
    assert before == pytest.approx(ns, abs=0.002) and 0.7 < loaded - before < 1.0
    _, slower = delays_of(tmp_path, ends, f"n4 1 INVX1_4/Y 1 {far}")
    assert 0.3 < slower - loaded < 0.5  # 1000 (0.5 + 0.009) ln 2 ns, as of a step


@pytest.mark.asic
def test_a_wire_of_another_circuit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckFailed, match=r"top: OpenSTA found no path: .* net n9 not found"):
        delays_of(tmp_path, ("a_i", "p_o", "q", "d"), "n9 1 INVX1_4/Y 1 ( 1 1 INVX1_5/A )")


@pytest.mark.asic
def test_a_small_layout() -> None:
    """A multiplier of 4 bits is routed, and wires make it slower."""
    found, delays = layout.routed(layout.Circuit(design(Multiplier("mastrovito", 0b10011))))
    sums = found.sums()
    assert sums["cells"] > 16 and 0.5 < sums["cell_area"] / sums["die_area"] < 1
    assert sums["wire_mm"] > 0 and 0 < delays["before_ns"] < delays["after_ns"] < 5

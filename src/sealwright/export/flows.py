# SPDX-License-Identifier: Apache-2.0
"""Constraints, projects and manifests of the folder, for the tools that take them.

Those that the tests of this project do not run say so at their top.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from sealwright.base.version import version
from sealwright.export.traffic import Stream, streams_of
from sealwright.report.interface import Port
from sealwright.synth.fingerprint import Design

_UNTRIED = "not run by this project's tests"
_NS = 'xmlns:ipxact="http://www.accellera.org/XMLSchema/IPXACT/1685-2014"'
_SDC = "create_clock -name clk -period 10.000 [get_ports clk_i]\n"
_RESET = """\
# The reset goes through a synchroniser outside: its end keeps the recovery time (README, Clock and
# reset).
set_false_path -from [get_ports rst_ni]
"""
# What Diamond takes as BLOCK PATH FROM PORT "rst_ni", nextpnr does not know.
_LPF = 'FREQUENCY PORT "clk_i" 100.0 MHZ;\n'
_VIVADO = """\
# {untried}: vivado -mode batch -source vivado.tcl [-tclargs PART]
set part [expr {{$argc > 0 ? [lindex $argv 0] : "xc7a200tfbg484-2"}}]
create_project -in_memory -part $part
read_verilog {name}.v
read_xdc {name}.xdc
synth_design -top {top} -part $part -mode out_of_context
report_utilization -file {name}_utilization.txt
report_timing_summary -file {name}_timing.txt
"""
# Pro has neither this device nor quartus_map: its synthesis is quartus_syn.
_QUARTUS = """\
# {untried}: quartus_sh -t quartus.tcl, in Quartus Prime Lite or Standard
load_package flow
project_new {name} -overwrite
set_global_assignment -name FAMILY "Cyclone V"
set_global_assignment -name DEVICE 5CGXFC7C7F23C8
set_global_assignment -name TOP_LEVEL_ENTITY {top}
set_global_assignment -name VERILOG_FILE {name}.v
set_global_assignment -name SDC_FILE {name}.sdc
# More ports than pins; the clock needs one of its own.
foreach port {{
{pins}
}} {{
  set_instance_assignment -name VIRTUAL_PIN ON -to $port
}}
execute_module -tool map
project_close
"""
_BENDER = """\
# {untried}
package:
  name: {package}
sources:
  - {name}.v
"""
_FUSESOC = """\
CAPI=2:
# {untried}; tried with FuseSoC 2.4.7: targets lint and sim
name: "sealwright:export:{package}:{version}"
description: {described}
filesets:
  rtl:
    files: [{name}.v]
    file_type: verilogSource
  bench:
    files: [{bench}]
    file_type: verilogSource
  words:
    files:
{words}
    file_type: user
targets:
  default:
    filesets: [rtl]
    toplevel: {top}
  lint:
    filesets: [rtl]
    toplevel: {top}
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wno-fatal, -Wno-lint, -Wno-style]
  sim:
    filesets: [rtl, bench, words]
    toplevel: bench
    default_tool: icarus
    tools:
      icarus:
        iverilog_options: [-g2005]
"""
_COMPONENT = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- Checked against the schema of IEEE 1685-2014; no tool that reads it has been run -->
<ipxact:component {ns}>
  <ipxact:vendor>sealwright</ipxact:vendor>
  <ipxact:library>export</ipxact:library>
  <ipxact:name>{name}</ipxact:name>
  <ipxact:version>{version}</ipxact:version>
{buses}  <ipxact:model>
    <ipxact:views>
      <ipxact:view>
        <ipxact:name>rtl</ipxact:name>
        <ipxact:envIdentifier>:vivado.xilinx.com:synthesis</ipxact:envIdentifier>
        <ipxact:componentInstantiationRef>rtl</ipxact:componentInstantiationRef>
      </ipxact:view>
    </ipxact:views>
    <ipxact:instantiations>
      <ipxact:componentInstantiation>
        <ipxact:name>rtl</ipxact:name>
        <ipxact:language>verilog</ipxact:language>
        <ipxact:moduleName>{top}</ipxact:moduleName>
        <ipxact:fileSetRef><ipxact:localName>rtl</ipxact:localName></ipxact:fileSetRef>
      </ipxact:componentInstantiation>
    </ipxact:instantiations>
    <ipxact:ports>
{ports}
    </ipxact:ports>
  </ipxact:model>
  <ipxact:fileSets>
    <ipxact:fileSet>
      <ipxact:name>rtl</ipxact:name>
      <ipxact:file>
        <ipxact:name>{name}.v</ipxact:name>
        <ipxact:fileType>verilogSource</ipxact:fileType>
      </ipxact:file>
    </ipxact:fileSet>
  </ipxact:fileSets>
  <ipxact:description>{summary}</ipxact:description>
</ipxact:component>
"""
_BUS = """\
    <ipxact:busInterface>
      <ipxact:name>{name}</ipxact:name>
      <ipxact:busType {kind}/>
      <ipxact:abstractionTypes>
        <ipxact:abstractionType>
          <ipxact:abstractionRef {abstraction}/>
          <ipxact:portMaps>
{maps}
          </ipxact:portMaps>
        </ipxact:abstractionType>
      </ipxact:abstractionTypes>
      <ipxact:{mode}/>
{parameters}    </ipxact:busInterface>"""
_STREAM = 'vendor="amba.com" library="AMBA4" name="AXI4Stream{}" version="r0p0_1"'
# Of Xilinx, since AMBA and IEEE have none for a clock and a reset.
_SIGNAL = 'vendor="xilinx.com" library="signal" name="{}{}" version="1.0"'
_PARAMETERS = """\
      <ipxact:parameters>
{}
      </ipxact:parameters>
"""
_PARAMETER = (
    "        <ipxact:parameter><ipxact:name>{name}</ipxact:name>"
    "<ipxact:value>{value}</ipxact:value></ipxact:parameter>"
)
_MAP = (
    "            <ipxact:portMap>"
    "<ipxact:logicalPort><ipxact:name>{logical}</ipxact:name></ipxact:logicalPort>"
    "<ipxact:physicalPort><ipxact:name>{port}</ipxact:name></ipxact:physicalPort>"
    "</ipxact:portMap>"
)
_ACTIVE_LOW = {"POLARITY": "ACTIVE_LOW"}
_PORT = (
    "      <ipxact:port><ipxact:name>{name}</ipxact:name><ipxact:wire>"
    "<ipxact:direction>{direction}</ipxact:direction><ipxact:vectors><ipxact:vector>"
    "<ipxact:left>{left}</ipxact:left><ipxact:right>0</ipxact:right>"
    "</ipxact:vector></ipxact:vectors></ipxact:wire></ipxact:port>"
)


@dataclass(frozen=True)
class Made:
    """What a folder is of: NAME.v is a design in plain Verilog, and has a bench."""

    name: str
    summary: str
    design: Design
    knobs: Mapping[str, str]
    ports: Sequence[Port]
    bench: Sequence[str]  # files of Verilog
    words: Sequence[str]  # and what they read

    @property
    def word(self) -> str:
        """The name as a word of Verilog and of packages."""
        return self.name.replace("-", "_")

    @property
    def end(self) -> str:
        """How the names of its modules end, so that other cores may be in one design with it."""
        return f"_of_{self.word}"

    @property
    def top(self) -> str:
        """The module to instantiate."""
        return self.design.top + self.end


def flows(made: Made) -> Mapping[str, str]:
    """Texts by the names of their files."""
    name = made.name
    pins = (p.name if p.width == 1 else f"{p.name}[*]" for p in made.ports if p.name != "clk_i")
    words = {
        "name": name,
        "top": made.top,
        "version": version(),
        "summary": made.summary,
        "described": json.dumps(made.summary, ensure_ascii=False),  # as a string of YAML
        "package": made.word,
        "untried": _UNTRIED[0].upper() + _UNTRIED[1:],
        "pins": "\n".join(f"  {pin}" for pin in pins),
        "bench": ", ".join(made.bench),
        "words": "\n".join(f"      - {file}: {{copyto: {file}}}" for file in made.words),
    }
    resets = any(port.name == "rst_ni" for port in made.ports)
    times = f"# {_UNTRIED}; nanoseconds\n{_SDC}{_RESET if resets else ''}"
    return {
        f"{name}.sdc": times,
        f"{name}.xdc": times,
        f"{name}.lpf": f"# {_UNTRIED}\n{_LPF}",
        "vivado.tcl": _VIVADO.format(**words),
        "quartus.tcl": _QUARTUS.format(**words),
        "Bender.yml": _BENDER.format(**words),
        f"{name}.core": _FUSESOC.format(**words),
        "component.xml": _component(words, made.ports),
    }


def _component(words: Mapping[str, str], ports: Sequence[Port]) -> str:
    """IP-XACT (IEEE 1685-2014): AXI4-Stream is declared as such, other streams are ports.

    AXI4-Stream has one tlast: a stream of several lanes is none.
    """
    plain_axis = [s for s in streams_of(ports) if s.name.endswith("_axis") and s.places == 1]
    buses = [*_clock_and_reset(ports, plain_axis), *map(_bus, plain_axis)]
    drawn = [
        _PORT.format(name=port.name, direction=port.direction, left=port.width - 1)
        for port in ports
    ]
    plain = {**words, "summary": escape(words["summary"])}
    listed = "\n".join(["  <ipxact:busInterfaces>", *buses, "  </ipxact:busInterfaces>", ""])
    return _COMPONENT.format(**plain, ns=_NS, buses=listed if buses else "", ports="\n".join(drawn))


def _clock_and_reset(ports: Sequence[Port], streams: Sequence[Stream]) -> list[str]:
    """The clock says which streams and which reset are in step with it."""
    names = {port.name for port in ports}
    of_clock = {"ASSOCIATED_BUSIF": ":".join(stream.name for stream in streams)}
    of_clock |= {"ASSOCIATED_RESET": "rst_ni" if "rst_ni" in names else ""}
    kinds = (("clk_i", "clock", "CLK", of_clock), ("rst_ni", "reset", "RST", _ACTIVE_LOW))
    return [
        _BUS.format(
            name=port,
            kind=_SIGNAL.format(kind, ""),
            abstraction=_SIGNAL.format(kind, "_rtl"),
            maps=_MAP.format(logical=logical, port=port),
            mode="slave",
            parameters=_parameters(told),
        )
        for port, kind, logical, told in kinds
        if port in names and any(told.values())
    ]


def _parameters(told: Mapping[str, str]) -> str:
    each = (_PARAMETER.format(name=name, value=value) for name, value in told.items() if value)
    return _PARAMETERS.format("\n".join(each))


def _bus(stream: Stream) -> str:
    names = [stream.valid, stream.ready, *(port.name for port in stream.payload)]
    maps = [_MAP.format(logical=name.rpartition("_")[2].upper(), port=name) for name in names]
    mode = "slave" if stream.into_core else "master"
    return _BUS.format(
        name=stream.name,
        kind=_STREAM.format(""),
        abstraction=_STREAM.format("_rtl"),
        maps="\n".join(maps),
        mode=mode,
        parameters="",
    )

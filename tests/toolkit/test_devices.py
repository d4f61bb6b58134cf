# SPDX-License-Identifier: Apache-2.0
"""Devices beside the ECP5: counts of a module whose cost is known, placements, what cannot be."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sealwright.base import store
from sealwright.base.errors import CheckFailed, ToolMissing, UsageError
from sealwright.base.files import repo_root
from sealwright.families import load_core
from sealwright.synth import all_targets, ecp5, placement
from sealwright.synth.devices import DEVICES, PINS, Device, Placer

# Eight XOR functions of eight inputs each, registered; and eight bytes that are written.
SOURCE = """\
module seal_sums (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [63:0] d_i,
  output logic [7:0]  q_o
);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      q_o <= '0;
    end else begin
      for (int unsigned i = 0; i < 8; i++) q_o[i] <= ^d_i[8*i+:8];
    end
  end
endmodule
"""
MEMORY = """\
module seal_bytes (
  input  logic       clk_i,
  input  logic       we_i,
  input  logic [3:0] write_i,
  input  logic [3:0] read_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);
  (* ram_style = "distributed" *) logic [7:0] memory [16];
  always_ff @(posedge clk_i) if (we_i) memory[write_i] <= d_i;
  assign q_o = memory[read_i];
endmodule
"""
# A small core: as docs/use/cli.md says, until there is another wheel; too many registers.
NOT_PLACED = {"gatemate": "memory fault", "ice40-up5k": "no BELs remaining"}
PLACED = [name for name, device in DEVICES.items() if device.placer]


def source(folder: Path, text: str) -> list[Path]:
    path = folder / "design.sv"
    path.write_text(text)
    return [path]


@pytest.mark.parametrize("name", [n for n in DEVICES if n != "ice40-up5k"])
def test_counts_are_of_the_core_alone(name: str, tmp_path: Path) -> None:
    """Not of the wrapper's 80 registers; an inverter of the reset may be a LUT."""
    found = placement.synthesise("seal_sums", source(tmp_path, SOURCE), {}, DEVICES[name], tmp_path)
    assert found["lut"] in (24, 25)  # a function takes three, of four or of six inputs
    assert (found["ff"], found["lut_ram"], found["bram"]) == (8, 0, 0)


@pytest.mark.parametrize(
    ("name", "lut_ram", "ff"),
    [("xilinx", 8, 0), ("gowin-gw2a", 8, 0), ("nexus", 12, 0), ("ice40-hx8k", 0, 128)],
)
def test_a_memory_in_luts(name: str, lut_ram: int, ff: int, tmp_path: Path) -> None:
    """Where a family has none, its bits are registers."""
    found = placement.synthesise(
        "seal_bytes", source(tmp_path, MEMORY), {}, DEVICES[name], tmp_path
    )
    assert (found["lut_ram"], found["ff"], found["bram"]) == (lut_ram, ff, 0)


def test_a_cell_of_unknown_cost_is_refused() -> None:
    cells = {"a": {"type": "LUT3"}, "b": {"type": "DSP99"}, "c": {"type": "$scopeinfo"}}
    with pytest.raises(CheckFailed, match=r"unknown cost: DSP99$"):
        placement.cells_of({"ports": {}, "cells": cells}, DEVICES["gowin-gw2a"].flow)


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ((20_000, 736, 15_552, 46), ""),
        ((20_000, 737, 0, 0), "does not fit (20,737 of 20,736 LUTs)"),
        ((0, 0, 15_553, 0), "does not fit (15,553 of 15,552 registers)"),
        ((0, 0, 0, 47), "does not fit (47 of 46 memories)"),
    ],
)
def test_what_does_not_fit(counts: tuple[int, ...], reason: str) -> None:
    named = dict(zip(("lut", "lut_ram", "ff", "bram"), counts, strict=True))
    assert placement.excess(named, DEVICES["gowin-gw2a"]) == reason
    assert placement.excess(named, DEVICES["xilinx"]) == ""


class Faked:
    """A synthesis with these counts, and a nextpnr that says this."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
        self.counts = {"lut": 5, "lut_ram": 0, "ff": 8, "bram": 0}
        self.clocks: dict[int, float] = {}
        self.code, self.log = 0, ["Info: fine\n"]
        self.synthesised = 0
        monkeypatch.setattr(store, "cache_dir", lambda: cache)
        monkeypatch.setattr(placement, "_version", lambda package: "0")
        monkeypatch.setattr(placement, "synthesise", self.synthesise)
        monkeypatch.setattr(placement, "_run", self.run)

    def synthesise(self, *arguments: Any) -> dict[str, int]:
        self.synthesised += 1
        (arguments[-1] / "netlist.json").write_text("{}")
        return self.counts

    def run(self, top: str, placer: object, folder: Path, seed: int) -> tuple[int, list[str]]:
        if self.clocks:
            fmax = {"clk": {"achieved": self.clocks.pop(seed)}}
            (folder / "report.json").write_text(json.dumps({"fmax": fmax}))
        return self.code, self.log

    def synth(self, folder: Path, target: str, **options: Any) -> dict[str, Any]:
        return all_targets.synth("seal_sums", source(folder, SOURCE), {}, target, **options)


@pytest.fixture
def faked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Faked:
    return Faked(monkeypatch, tmp_path / "cache")


def test_the_median_of_seeds(faked: Faked, tmp_path: Path) -> None:
    """Each placement is kept: a call with one more seed places once."""
    faked.clocks = {1: 90.0, 2: 70.004, 3: 80.0}
    found = faked.synth(tmp_path, "nexus", seeds=(1, 2))
    assert found["fmax_mhz"] == 70.0 and "not_placed" not in found
    found = faked.synth(tmp_path, "nexus", seeds=(1, 2, 3))
    assert (found["fmax_mhz"], found["lut"]) == (80.0, 5)
    assert found["fmax_of_seeds"] == {"1": 90.0, "2": 70.0, "3": 80.0}
    assert found["device"] == "Lattice LIFCL-40, speed grade 9"
    assert found["tools"].keys() == {"yosys", "nextpnr-nexus"}


NEXUS = DEVICES["nexus"]
OTHER_PLACER = replace(NEXUS.placer or Placer("", ()), arguments=("--other",))


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        (replace(NEXUS, grade="8"), 0),  # a name
        (replace(NEXUS, options="-family lfd2nx"), 1),
        (replace(NEXUS, flow=replace(NEXUS.flow, coverings=("",))), 1),
        (replace(NEXUS, placer=OTHER_PLACER), 1),
    ],
)
def test_a_result_is_of_one_setting_of_the_device(
    changed: Device, again: int, faked: Faked, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    faked.clocks = {1: 90.0}
    faked.synth(tmp_path, "nexus")
    monkeypatch.setitem(placement.DEVICES, "nexus", changed)
    faked.clocks = {1: 80.0}
    assert faked.synth(tmp_path, "nexus")["fmax_mhz"] == (80.0 if again else 90.0)
    assert faked.synthesised == 1 + again


def other_wrapper(top: str, ports: object) -> str:
    return f"module {top}_of_another_kind; endmodule"


def test_a_result_is_of_one_wrapper(
    faked: Faked, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    faked.synth(tmp_path, "xilinx")
    monkeypatch.setattr(ecp5, "wrapper", other_wrapper)
    faked.synth(tmp_path, "xilinx")
    assert faked.synthesised == 2


@pytest.mark.parametrize(("luts", "least"), [((3, 2), 2), ((2, 3), 2), ((4, 4), 4)])
def test_the_smallest_covering_counts(
    luts: tuple[int, int], least: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Counts, and the netlist that is placed."""

    def run_script(commands: list[str], what: str) -> None:
        written = [line.split()[1] for line in commands if line.startswith("write_json ")]
        for name, count in zip(written, luts, strict=True):
            cells = {f"c{n}": {"type": "LUT6"} for n in range(count)}
            found = {"modules": {"seal_sums": {"ports": {}, "cells": cells}}}
            Path(name).write_text(json.dumps(found))

    monkeypatch.setattr(placement.yosys, "run_script", run_script)
    files = source(tmp_path, SOURCE)
    found = placement.synthesise("seal_sums", files, {}, DEVICES["xilinx"], tmp_path)
    assert found["lut"] == least
    kept = json.loads((tmp_path / "netlist.json").read_text())
    assert len(kept["modules"]["seal_sums"]["cells"]) == least


# A nextpnr whose clock is its seed, if it has been given pins, netlist and arguments.
NEXTPNR = """\
#!/bin/sh
[ "$1 $2 $(cat "$3") $4" = "--part x pins! --json" ] || exit 1
while [ "$1" != --seed ]; do shift; done
echo "{\\"fmax\\": {\\"clk\\": {\\"achieved\\": $2}}}" > report.json
"""


@pytest.mark.parametrize("seed", [1, 7])
def test_nextpnr_gets_arguments_pins_and_seed(
    seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "nextpnr-fake"
    program.write_text(NEXTPNR)
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    netlist = tmp_path / "any.json"
    netlist.write_text("{}")
    placer = Placer(program.name, ("--part", "x", PINS), "pins!")
    assert placement.place("top", netlist, placer, seed) == {"fmax_mhz": seed}


def test_why_a_core_is_not_placed(faked: Faked, tmp_path: Path) -> None:
    """nextpnr's own error; a core that is too large does not come so far."""
    faked.code, faked.log = 1, ["Info: so far\n", "ERROR: no room\n", "ERROR: more\n"]
    found = faked.synth(tmp_path, "gatemate")
    assert found["not_placed"] == "nextpnr-himbaechel-gatemate: no room"
    assert found["lut"] == 5 and "fmax_mhz" not in found
    faked.counts = {**faked.counts, "lut": 20_737}
    faked.clocks = {1: 1.0}
    found = faked.synth(tmp_path, "gowin-gw2a")
    assert found["not_placed"] == "does not fit (20,737 of 20,736 LUTs)"
    assert faked.clocks


def test_a_trap_is_a_reason_but_a_kill_is_none() -> None:
    trap = ["Caused by:\n", "    0: memory fault at 0x1\n", "    1: wasm trap: out of bounds\n"]
    placer = DEVICES["nexus"].placer
    assert placer
    why = placement.failure("top", placer, 1, trap)
    assert why == "nextpnr-nexus: memory fault at 0x1"
    for code, log in ((-9, ["ERROR: half a line"]), (1, ["Traceback\n"])):
        with pytest.raises(CheckFailed, match="nextpnr-nexus failed on top"):
            placement.failure("top", placer, code, log)


def test_a_missing_placer_names_the_remedy() -> None:
    with pytest.raises(ToolMissing, match=r"yowasp-nextpnr-none is not .*make setup-devices"):
        placement._version("yowasp-nextpnr-none")


def test_unknown_targets_are_refused_with_the_list(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"'gowin'; there are gates, .* gowin-gw2a, .*liberty=FILE"
    ):
        all_targets.synth("seal_sums", source(tmp_path, SOURCE), {}, "gowin")


def test_the_page_has_every_device() -> None:
    page = (repo_root() / "docs/use/cli.md").read_text()
    titles = {"ecp5": f"Lattice {ecp5.DEVICE}"} | {n: d.title for n, d in DEVICES.items()}
    rows = [f"| `{name}` | {title} |\n" for name, title in titles.items()]
    assert "".join(rows) in page


@pytest.mark.devices
@pytest.mark.parametrize("name", PLACED)
def test_every_device_places(name: str, tmp_path: Path) -> None:
    found = placement.synth("seal_sums", source(tmp_path, SOURCE), {}, name)
    assert 30 < found["fmax_mhz"] < 1000, found


@pytest.mark.devices
@pytest.mark.parametrize("name", PLACED)
def test_a_small_core_on_every_device(name: str) -> None:
    core = load_core("aes-iterative-8", {})
    found = placement.synth(core.top, core.files(), core.rtl_params(), name)
    if name in NOT_PLACED:
        assert NOT_PLACED[name] in found["not_placed"]
    else:
        assert 15 < found["fmax_mhz"] < 300, found

# SPDX-License-Identifier: Apache-2.0
"""`sealwright fit`: what is known, what is measured, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from sealwright import cli
from sealwright.base.errors import CheckFailed, ToolMissing
from sealwright.commands import fit
from sealwright.families import load_core
from sealwright.report import fit as fit_report
from sealwright.report.fit import PARTS
from sealwright.synth import ecp5

CORE = "aes-iterative-8"
CHANGED = [CORE, "--set", "slots=2"]  # of this there are no results
LARGE = "does not fit (20,737 of 20,736 LUTs)"
FOUND = {
    "gowin-gw2a": {"lut": 20_569, "lut_ram": 168, "bram": 3, "not_placed": LARGE},
    "nexus": {"lut": 505, "lut_ram": 252, "bram": 0, "fmax_mhz": 84.44},
    "gatemate": {"lut": 2743, "lut_ram": 0, "bram": 0, "not_placed": "nextpnr: no room"},
    "xilinx": {"lut": 411, "lut_ram": 68, "bram": 0},
}
NEXUS = {
    "target": "nexus",
    "device": "Lattice LIFCL-40, speed grade 9",
    "fits": True,
    "lut": 757,
    "luts": 32256,
    "bram": 0,
    "brams": 84,
    "mhz": 84.44,
    "reason": "",
}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Targets that were measured, by something quicker than a placer."""
    targets: list[str] = []

    def synth(top: str, files: object, params: object, target: str) -> dict[str, Any]:
        targets.append(target)
        if target == "ecp5":  # refused by its own module
            ecp5.place_and_route(top, [], {}, "key")
        return FOUND[target]

    cells = json.dumps([{"LUT4": 89_998, "CCU2C": 1, "DP16KD": 7, "TRELLIS_DPR16X4": 10}, "heap"])
    (tmp_path / "cells.json").write_text(cells)
    monkeypatch.setattr(ecp5.store, "entry", lambda *arguments: tmp_path)
    monkeypatch.setattr(fit.all_targets, "synth", synth)
    monkeypatch.setattr(fit.placement, "versions", lambda target: {})
    return targets


def rows(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert cli.main(["fit", *words]) == 0
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_one_table(measured: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """In the order of the options, each device once.

    The ECP5 refuses a core by its LUTs of logic; those of memories are counted beside them.
    """
    chosen = [word for name in [*FOUND, "ecp5", "nexus"] for word in ("--device", name)]
    assert rows(capsys, *CHANGED, *chosen)[2:] == [
        "device fits LUTs of memories of MHz",
        f"Gowin GW2A-18, speed grade C8/I7 no 20,737 20,736 3 46 {LARGE}",
        "Lattice LIFCL-40, speed grade 9 yes 757 32,256 0 84 84.4",
        "Cologne Chip CCGM1A1, speed mode, worst case - 2,743 40,960 0 64 "
        "not placed: nextpnr: no room",
        "AMD 7 series, synthesis only (no placement) - 479 - 0 - not placed: synthesis only",
        "Lattice LFE5U-85F, speed grade 6 no 90,060 83,640 7 208 "
        "does not fit (90,000 of 83,640 LUTs)",
    ]
    assert measured == [*FOUND, "ecp5"]


def test_as_json(measured: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fit", *CHANGED, "--device", "nexus", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {"core": f"{CORE} with slots=2", "devices": [NEXUS]}


class Known:
    """A result that is not old."""

    name = "aes-iterative-8.ecp5"

    def done(self) -> bool:
        return True


def test_what_is_in_results_is_not_measured(
    measured: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the ECP5 a memory in LUTs takes six of them."""
    placed = {"lut": 627, "dpr16x4": 42, "bram": 0, "fmax_mhz": 49.54}
    monkeypatch.setattr(fit, "synth_job", lambda core, target, *placements: Known())
    monkeypatch.setattr(fit, "load", {Known.name: {"measured": placed}}.get)
    found = rows(capsys, CORE, "--device", "ecp5")
    assert found[3] == "Lattice LFE5U-85F, speed grade 6 yes 879 83,640 0 208 49.5"
    assert measured == []


def test_what_is_too_large_is_not_measured(
    measured: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the LUT4 that results have, where those of the device are not there."""
    monkeypatch.setattr(fit, "synth_job", lambda core, target, *placements: Known())
    monkeypatch.setattr(fit, "load", {Known.name: {"measured": {"lut": 20_737}}}.get)
    found = rows(capsys, *CHANGED, "--device", "gowin-gw2a", "--device", "nexus")
    assert found[3] == f"Gowin GW2A-18, speed grade C8/I7 no - 20,736 - 46 {LARGE}"
    assert measured == ["nexus"]


@pytest.mark.parametrize(
    ("target", "lut4", "blocks", "reason"),
    [
        ("ecp5", 83_640, 208, ""),
        ("ecp5", 83_641, 209, "does not fit (83,641 of 83,640 LUTs)"),
        ("ecp5", 83_640, 209, "does not fit (209 of 208 memories)"),
        ("gowin-gw5ast", 1, 341, "does not fit (341 of 340 memories)"),
        ("nexus", 1, 85, "does not fit (85 of 84 memories)"),
        ("gatemate", 1, 1_000, ""),  # its blocks have another size
        ("ice40-hx8k", 1, 1_000, ""),
        ("xilinx", 1_000_000, 1_000, ""),  # a family
    ],
)
def test_too_large_by_other_targets(target: str, lut4: int, blocks: int, reason: str) -> None:
    """By LUT4, and by blocks of the 7 series where those of the device have the same size."""
    found = {"lut4": {"lut": lut4}, "xilinx": {"lut": 9, "bram": blocks}}
    assert fit_report.too_large(target, found.__getitem__) == reason
    assert fit_report.too_large(target, lambda name: {}) == ""


def test_a_core_that_multiplies_may_be_larger_in_luts() -> None:
    """CWC: without blocks that multiply it takes more LUT4 than an ECP5 has."""
    assert load_core("cwc-default").multiplies and not load_core("gcm-default").multiplies
    found = {"lut4": {"lut": 94_867}, "xilinx": {"bram": 209}}
    assert fit_report.too_large("ecp5", found.__getitem__).endswith("LUTs)")
    reason = fit_report.too_large("ecp5", found.__getitem__, multiplies=True)
    assert reason == "does not fit (209 of 208 memories)"


def test_no_room_beside_the_wrapper_is_not_placed() -> None:
    said = "nextpnr-ice40: Unable to place cell 'x', no BELs remaining to implement cell type 'LC'"
    found = fit_report.fit("ice40-up5k", {"lut": 2864, "bram": 0, "not_placed": said})
    assert found.fits is None
    assert found.reason == "no LC left beside the registers of the wrapper"


def test_another_error_is_not_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    def synth(*arguments: object) -> None:
        raise CheckFailed("nextpnr failed")

    monkeypatch.setattr(fit.all_targets, "synth", synth)
    assert cli.main(["fit", *CHANGED, "--device", "ecp5"]) == CheckFailed.exit_code


def test_bad_names_are_refused_with_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fit", CORE, "--device", "nexus", "--device", "gowin"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"sealwright: unknown device 'gowin'; there are {', '.join(PARTS)}\n")


@pytest.fixture
def no_gatemate(measured: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its placer and that of gowin-gw5ast are not installed."""

    def versions(target: str) -> dict[str, str]:
        if target in ("gatemate", "gowin-gw5ast"):
            raise ToolMissing("the Python package is not installed")
        return {}

    monkeypatch.setattr(fit.placement, "versions", versions)


MISSING = ["--device", "gatemate", "--device", "gowin-gw5ast"]


@pytest.mark.usefixtures("no_gatemate")
def test_a_missing_placer_hides_no_other_device(
    measured: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert rows(capsys, *CHANGED, *MISSING, "--device", "nexus")[3:] == [
        "Cologne Chip CCGM1A1, speed mode, worst case - - 40,960 - 64 "
        "not measured: make setup-devices",
        "Gowin GW5AST-138C, speed grade C1/I0 - - 138,240 - 340 not measured: make setup-devices",
        "Lattice LIFCL-40, speed grade 9 yes 757 32,256 0 84 84.4",
        "",
        "No placer is installed for gatemate, gowin-gw5ast: run `make setup-devices`, "
        "or install sealwright[devices].",
    ]
    assert measured == ["nexus"]


@pytest.mark.usefixtures("no_gatemate")
def test_what_is_in_results_needs_no_placer(
    measured: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fit, "device_job", lambda core, target, *placements: Known())
    monkeypatch.setattr(fit, "load", {Known.name: {"measured": FOUND["gatemate"]}}.get)
    found = rows(capsys, CORE, "--device", "gatemate")
    assert len(found) == 4 and " - 2,743 40,960 0 64 not placed: nextpnr: no room" in found[3]
    assert measured == []


@pytest.mark.usefixtures("no_gatemate")
def test_nothing_to_show_is_an_error(
    measured: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["fit", *CHANGED, *MISSING]) == ToolMissing.exit_code
    assert (capsys.readouterr().out, measured) == ("", [])

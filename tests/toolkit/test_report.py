# SPDX-License-Identifier: Apache-2.0
"""Waveform reader, formulas, interface, pictures and datasheet."""

from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sealwright.base.errors import UsageError
from sealwright.base.files import repo_root
from sealwright.families import core_names, load_core
from sealwright.families.aes.area import LETTER, LINE, places_of
from sealwright.families.aes.config import AesConfig
from sealwright.families.gcm.config import GcmConfig
from sealwright.families.gcm.datasheet import causes, datasheet_html
from sealwright.families.gcm.diagram import diagram_svg
from sealwright.families.gcm.pipeline import pipeline_recording, pipeline_svg
from sealwright.families.gcm.recording import Recording
from sealwright.families.gcm.sim import Cause, Op
from sealwright.families.gcm.waves import wave_svg
from sealwright.report.interface import interface
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


GCM = [name for name in core_names() if name.startswith("gcm-")]
AES = [name for name in core_names() if name.startswith("aes-")]


def config(name: str = "gcm-default") -> GcmConfig:
    found = load_core(name)
    assert isinstance(found, GcmConfig)
    return found


def text_of(svg: str) -> str:
    """All words of a drawing, which has to be well-formed."""
    return " ".join(ElementTree.fromstring(svg).itertext())


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Three messages through the core, with a waveform."""
    return pipeline_recording(config())


# ---- waveforms ----------------------------------------------------------------------------------


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


# ---- what is known without a simulation ---------------------------------------------------------


@pytest.mark.parametrize("name", GCM)
def test_formulas_are_those_of_the_core(name: str) -> None:
    core = config(name)
    found = {figure.name: figure.value for figure in core.figure_list()}
    longest = max(core.key_sizes)
    wanted = {**core.latency(), "places": core.out_depth, "messages": core.messages}
    for name, value in wanted.items():
        assert found.get(name, found.get(f"{name}, AES-{longest}")) == value


@pytest.mark.parametrize("name", GCM)
def test_interface_is_that_of_the_core(name: str) -> None:
    core = config(name)
    outside = interface(core)
    assert {p.name: p.value for p in outside.parameters if not p.local} == core.rtl_params()
    local = {p.name: p.value for p in outside.parameters if p.local}
    assert local["AES_LATENCY"] == core.aes_latency
    assert local["DEPTH"] == core.out_depth
    assert local["MESSAGES"] == core.messages
    assert local["ZERO_CYCLES"] == core.zero_cycles
    widths = {port.name: port.width for port in outside.ports}
    assert widths["slot_ready_o"] == core.slots
    assert widths["s_cmd_id"] == core.id_width
    assert widths["s_axis_tdata"] == widths["m_axis_tdata"] == 128


@pytest.mark.parametrize("name", AES)
def test_interface_of_aes_cores(name: str) -> None:
    """All have the same streams, whatever the width of their data."""
    core = load_core(name)
    assert isinstance(core, AesConfig)
    outside = interface(core)
    assert {p.name: p.value for p in outside.parameters if not p.local} == core.rtl_params()
    widths = {port.name: port.width for port in outside.ports}
    assert widths.pop("s_key_data") == (core.width if core.key_in_beats else 256)
    assert bool(widths.pop("s_key_last", 0)) == core.key_in_beats
    assert widths.pop("s_axis_tdata") == widths.pop("m_axis_tdata") == core.width
    assert widths.pop("slot_ready_o") == core.slots
    streams = {"s_key": 8, "m_key": 8, "s_axis": 8, "m_axis": 10}
    sums = {head: sum(w for n, w in widths.items() if n.startswith(head)) for head in streams}
    assert sums == streams
    others = {name for name in widths if not name.startswith(tuple(streams))}
    assert others == {"clk_i", "rst_ni", "zeroise_i", "busy_o"}
    values = {formula.name: formula.value for formula in core.figure_list()}
    wanted = {"latency": lambda bits: core.latency()[f"AES-{bits}"], "block": core.block_cycles}
    for (name, value_of), bits in product(wanted.items(), core.key_sizes):
        found = [values[key] for key in (name, f"{name}, AES-{bits}") if key in values]
        assert found == [value_of(bits)], f"{name}, {bits} bits"


def test_causes_are_those_of_the_simulation() -> None:
    found = {name.lower(): code for code, name, _ in causes()}
    assert found == {cause.name.lower().replace("_", ""): int(cause) for cause in Cause}


def test_table() -> None:
    text = table(("name", "number"), [("a", 1), ("longer", 12345)])
    assert text.splitlines() == ["name    number", "a            1", "longer  12,345"]
    assert table(("name", "number"), []) == "name  number"


@pytest.mark.parametrize("name", GCM)
def test_datasheet_and_diagram(name: str) -> None:
    core = config(name)
    assert core.sbox in text_of(diagram_svg(core))
    row = {"op": "seal", "size": 64, "cycles": 5.0, "expected": 5, "bits_per_cycle": 102.4}
    page = datasheet_html(
        core,
        bench={"results": [row]},
        area={"target": "lut4", "lut": 12345, "ff": 678, "tools": {"yosys": "0.1"}},
        checks=[("a check", True, "3 of 3"), ("another", False, "<2 of 3>")],
    )
    for words in (core.summary, "s_axis_tdata", "102.4", "12,345", "&lt;2 of 3&gt;", "FAILED"):
        assert words in page
    for foreign in ("http://", "https://", "<script", "@import", "url("):
        assert foreign not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")


# ---- what a simulation shows --------------------------------------------------------------------


def test_recording_has_no_bubble(recording: Recording) -> None:
    core = config()
    issued = [block.issue for block in recording.blocks]
    assert issued == list(range(issued[0], issued[0] + 15))
    multiplied = [block.ghash for block in recording.blocks]
    assert multiplied == list(range(multiplied[0], multiplied[0] + 15))
    assert "".join(block.kind[0] for block in recording.blocks) == "ATTTTEATTTTEAAE"
    assert [block.message for block in recording.blocks] == [0] * 6 + [1] * 6 + [2] * 3
    assert len(recording.status) == 3
    assert len(recording.beats_in) == 5 + 6 + 2
    assert len(recording.beats_out) == 6 + 5 + 3
    first = recording.beats_out[0].cycle - recording.beats_in[0].cycle
    assert first == core.latency()["first_beat"]


def test_pipeline_picture(recording: Recording) -> None:
    words = text_of(pipeline_svg(config(), recording))
    assert "15 blocks of three messages issued in 15 cycles" in words
    assert all(label in words for label in recording.labels)


@pytest.mark.parametrize("op", [Op.SEAL, Op.OPEN])
def test_waves(op: Op) -> None:
    words = text_of(wave_svg(config(), op)).split()
    assert words.count("TAG") == 1
    assert words.count("AAD") == 2
    assert op.name in words


@pytest.mark.parametrize("name", pictures())
def test_pictures_of_the_documents_are_fresh(name: str) -> None:
    kept = (repo_root() / FOLDER / name).read_text()
    assert kept == pictures()[name]() + "\n", "run `python -m sealwright.study.pictures`"


def test_labels_of_a_scatter_do_not_overlap() -> None:
    """Where marks are close, labels go left or down; one that is free stays right of its mark."""
    marks = [(100.0, 50.0), (101.0, 51.0), (100.0, 49.0), (115.0, 52.0), (400.0, 50.0)]
    labels = ["fly-1", "fly-4", "fly", "pipelined", "bram"]
    places = places_of(labels, marks)
    assert places[3] == (123.0, 56.0) and places[4] == (408.0, 54.0)
    for i, (x, y) in enumerate(places):
        assert marks[i][1] + 4 <= y < marks[i][1] + 4 + LINE * len(labels)
        for j, (other, line) in enumerate(places[:i]):
            beside = x >= other + LETTER * len(labels[j]) or other >= x + LETTER * len(labels[i])
            assert beside or abs(y - line) >= LINE

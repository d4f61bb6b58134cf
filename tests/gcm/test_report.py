# SPDX-License-Identifier: Apache-2.0
"""Output and drawings for GCM cores: formulas, interface, datasheet, pictures."""

from xml.etree import ElementTree

import pytest

from rows import nightly
from sealwright.base.files import repo_root
from sealwright.base.results import Result
from sealwright.families import core_names, family_of, load_core
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.datasheet import parts
from sealwright.families.message.diagram import diagram_svg
from sealwright.families.message.pipeline import pipeline_recording, pipeline_svg
from sealwright.families.message.recording import Recording
from sealwright.families.message.sim import Cause, Op
from sealwright.families.message.waves import wave_svg
from sealwright.report.datasheet import datasheet_html
from sealwright.report.header import causes
from sealwright.report.interface import interface

GCM = [name for name in core_names() if isinstance(load_core(name), GcmConfig)]


def config(name: str = "gcm-default") -> GcmConfig:
    found = load_core(name)
    assert isinstance(found, GcmConfig)
    return found


def text_of(svg: str) -> str:
    """All words of a drawing, which has to be well-formed."""
    return " ".join(ElementTree.fromstring(svg).itertext())


@pytest.fixture(scope="module", autouse=True)
def quick_parts() -> None:
    """No stubs: the core with a waveform is built for the pictures of the documents anyway."""


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Three messages through the core, with a waveform."""
    return pipeline_recording(config())


@pytest.mark.parametrize("name", GCM)
def test_formulas_are_those_of_the_core(name: str) -> None:
    core = config(name)
    found = {figure.name: figure.value for figure in core.figure_list()}
    longest = max(core.key_sizes)
    wanted = {**core.latency(), "entries": core.out_depth, "messages": core.messages}
    for name, value in wanted.items():
        assert found.get(name, found.get(f"{name}, AES-{longest}")) == value


@pytest.mark.parametrize("name", GCM)
def test_interface_is_that_of_the_core(name: str) -> None:
    core = config(name)
    outside = interface(core)
    params = {p.name: p.value for p in outside.parameters if not p.local}
    of_other_kinds = {
        "seal_gcm": {"BeatBytes": 16, "MultDigit": 16, "LengthFirst": 0},
        "seal_gcm_fresh": {"Schedule": 0},
    }
    assert params == {**of_other_kinds.get(core.top, {}), **core.rtl_params()}
    local = {p.name: p.value for p in outside.parameters if p.local}
    assert local["AesLatency"] == core.aes_latency
    assert local["Depth"] == core.out_depth
    assert local["Messages"] == core.messages
    assert local["SweepCycles"] == core.sweep_cycles
    widths = {port.name: port.width for port in outside.ports}
    assert widths["slot_ready_o"] == core.slots
    assert widths["s_cmd_id"] == core.id_width * core.stream.commands
    beat = 8 * core.stream.beat_bytes
    assert widths["s_axis_tdata"] == widths["m_axis_tdata"] == beat


def test_causes_are_those_of_the_simulation() -> None:
    found = {name.lower(): code for code, name, _ in causes("rtl/message/seal_message_pkg.sv")}
    assert found == {cause.name.lower().replace("_", ""): int(cause) for cause in Cause}


@pytest.mark.parametrize("name", GCM)
def test_datasheet_and_diagram(name: str) -> None:
    core = config(name)
    assert core.sbox in text_of(diagram_svg(core))
    row = {"op": "seal", "size": 64, "cycles": 5.0, "expected": 5, "bits_per_cycle": 102.4}
    page = datasheet_html(
        core,
        parts(core, "", Result({"results": [row]}, old=False)),
        costs=[{"target": "lut4", "lut": 12345, "ff": 678, "tools": {"yosys": "0.1"}}],
        checks=[("a check", True, "3 of 3"), ("another", False, "<2 of 3>")],
    )
    for words in (core.summary, "s_axis_tdata", "102.4", "12,345", "&lt;2 of 3&gt;", "FAILED"):
        assert words in page
    for foreign in ("http://", "https://", "<script", "@import", "url("):
        assert foreign not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")


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
    drawn = wave_svg(config(), op)
    assert (repo_root() / f"docs/images/wave_{op.name.lower()}.svg").read_text() == drawn + "\n"
    words = text_of(drawn).split()
    assert words.count("TAG") == 1
    assert words.count("AAD") == 2
    assert op.name in words
    for name in ("s_cmd_slot", "s_cmd_iv", "s_axis_tkeep", "m_axis_tkeep"):
        assert name in words
    assert words.count("00ff") == 2, "of 40 bytes, 8 in the last beat of text, in and out"


@pytest.mark.parametrize("name", ["gcm-small", *nightly(["gcm-32", "gcm-default"])])
def test_waveforms_of_every_kind(name: str) -> None:
    """They need the ports of a core alone, whatever is inside."""
    core = load_core(name)
    seal, open_ = family_of(core).waveforms(core)
    assert "Sealing a message" in text_of(seal) and "Opening a message" in text_of(open_)

# SPDX-License-Identifier: Apache-2.0
"""The bench of an exported core: its words, its names, and what it alone notices.

A stand-in for a core, built once, has one fault at a time.
"""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sealwright.export.bench import bench
from sealwright.export.frame import part
from sealwright.export.traffic import Stream, Words, streams_of, words
from sealwright.families import families, load_core
from sealwright.families.family import Family
from sealwright.report.interface import Port, interface
from sealwright.report.vcd import Wave
from sealwright.tools.verilator import verilator_env

PORTS = [
    *(Port(name, "in", 1) for name in ("clk_i", "rst_ni", "zeroise_i")),
    *(Port(name, "out", 1) for name in ("busy_o", "slot_ready_o")),
    *(Port("s_key_valid", "in", 1), Port("s_key_ready", "out", 1), Port("s_key_data", "in", 8)),
    *(Port("m_key_valid", "out", 1), Port("m_key_ready", "in", 1), Port("m_key_cause", "out", 3)),
    *(Port("s_axis_tvalid", "in", 1), Port("s_axis_tready", "out", 1)),
    *(Port("s_axis_tdata", "in", 8), Port("m_axis_tvalid", "out", 1)),
    *(Port("m_axis_tready", "in", 1), Port("m_axis_tdata", "out", 8)),
]
# Data come back as they are, a cycle later.
CORE = """
module core (
  input clk_i, rst_ni, zeroise_i, output busy_o, output reg slot_ready_o,
  input s_key_valid, output s_key_ready, input [7:0] s_key_data,
  output reg m_key_valid, input m_key_ready, output [2:0] m_key_cause,
  input s_axis_tvalid, output s_axis_tready, input [7:0] s_axis_tdata,
  output reg m_axis_tvalid, input m_axis_tready, output reg [7:0] m_axis_tdata
);
  wire changes = $test$plusargs("changes") != 0, keeps = $test$plusargs("keeps") != 0;
  wire skips = $test$plusargs("skips") != 0;
  reg  rested;
  assign busy_o = m_axis_tvalid || m_key_valid;
  assign s_key_ready = !m_key_valid;
  assign m_key_cause = 0;
  assign s_axis_tready = !m_axis_tvalid || m_axis_tready;
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) {slot_ready_o, m_key_valid, m_axis_tvalid, rested} <= 0;
    else begin
      if (zeroise_i && !keeps) slot_ready_o <= 0;
      else if (s_key_valid && s_key_ready) slot_ready_o <= 1;
      m_key_valid <= m_key_valid ? !m_key_ready : s_key_valid;
      if (s_axis_tready) begin
        m_axis_tvalid <= s_axis_tvalid;
        m_axis_tdata  <= skips && rested ? ~s_axis_tdata : s_axis_tdata;
      end else if (changes) m_axis_tdata <= ~m_axis_tdata;
      rested <= !s_axis_tvalid && slot_ready_o && (m_axis_tvalid || rested);
    end
endmodule
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a bench that has been built."""
    folder = tmp_path_factory.mktemp("bench")
    data = list(range(40))
    values = {"s_key": [7], "m_key": [0], "s_axis": data, "m_axis": data}
    after = {"s_key": [0], "s_axis": [1] * 40}
    behind = {"s_key": "s_axis", "s_axis": "m_key"}
    moved = {
        one.name: Words(one, behind.get(one.name, ""), values[one.name], after.get(one.name, []))
        for one in streams_of(PORTS)
    }
    texts = {f"{name}.hex": one.text() for name, one in moved.items()}
    texts |= {"core.v": CORE, "bench.v": bench("core", "core", PORTS, moved)}
    texts |= {"streams.v": part("streams.v")}
    texts |= {"Makefile": part("Makefile", name="core", top="core", bench="streams.v bench.v")}
    for file, text in texts.items():
        (folder / file).write_text(text)
    command = ["make", "-C", str(folder), "verilator", "VERILATOR=verilator"]
    done = subprocess.run(command, env=verilator_env(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("none", "PASS: "),
        ("changes", "changed before it was taken"),  # only with pauses of the sink
        ("skips", "expected"),  # only with pauses of the source
        ("keeps", "a slot has a key after a zeroise"),
    ],
)
def test_what_the_bench_notices(fault: str, words: str, built: Path) -> None:
    command = [str(built / "build/verilator/bench"), f"+{fault}"]
    said = subprocess.run(command, cwd=built, capture_output=True, text=True, check=False).stdout
    assert words in said and ("PASS" in said) == (fault == "none") == ("FAIL: " not in said), said


@pytest.mark.parametrize("family", families().values(), ids=lambda family: str(family.name))
def test_a_bench_declares_each_name_once(family: Family[Any]) -> None:
    """Its own signals beside the ports: a sector engine has a port s_cmd_count."""
    core = load_core(family.default)
    ports = interface(core).ports
    streams = {stream.name: Words(stream, values=[0]) for stream in streams_of(ports)}
    text = bench(core.name, core.top, ports, streams)
    declared = re.findall(r"^  (?:wire|reg|integer)\b *(?:\[\S+\])? *(\w+)", text, re.M)
    assert len(declared) > len(ports) and len(declared) == len(set(declared))


def test_words_of_a_waveform() -> None:
    """A word is its ports joined; a command is behind as many answers as had come before it."""
    ports = tuple(Port(f"s_cmd_{name}", "in", width) for name, width in (("op", 2), ("id", 4)))
    command = Stream("s_cmd", "s_cmd_valid", "s_cmd_ready", ports)
    answer = Stream("m_key", "m_key_valid", "m_key_ready", (Port("m_key_cause", "out", 3),))
    samples = {
        "s_cmd_valid": [1, 1, 0, 1],
        "s_cmd_ready": [0, 1, 1, 1],
        "s_cmd_op": [1, 1, 0, 3],
        "s_cmd_id": [5, 5, 0, 9],
        "m_key_valid": [0, 1, 1, 1],
        "m_key_ready": [1, 1, 1, 0],
        "m_key_cause": [0, 0, 4, 2],
    }
    found = words(Wave(samples, 4), [command, answer])
    assert found["s_cmd"].values == [0b010101, 0b111001] and found["s_cmd"].after == [1, 3]
    assert found["s_cmd"].text() == "0000000055\n00000000f9\n"
    assert found["m_key"].text() == "0\n4\n"

# SPDX-License-Identifier: Apache-2.0
"""The bench of an exported core: its words, its names, and what it alone notices.

A stand-in for a core, built once, has one fault at a time.
"""

import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sealwright.export.bench import bench
from sealwright.export.frame import part
from sealwright.export.traffic import Stream, Words, streams_of, words
from sealwright.families import core_names, families, load_core
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
  wire skips = $test$plusargs("skips") != 0, hangs = $test$plusargs("hangs") != 0;
  reg  rested;
  assign busy_o = m_axis_tvalid || m_key_valid;
  assign s_key_ready = !m_key_valid;
  assign m_key_cause = 0;
  assign s_axis_tready = (!m_axis_tvalid || m_axis_tready) && !hangs;
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


# The same with two words in a cycle: commands, and lanes, of which one alone comes back on lane 1.
WIDE_PORTS = [
    *PORTS[: next(n for n, port in enumerate(PORTS) if port.name == "s_axis_tvalid")],
    *(Port("s_cmd_valid", "in", 2), Port("s_cmd_ready", "out", 1), Port("s_cmd_id", "in", 8)),
    *(Port("m_status_valid", "out", 2), Port("m_status_ready", "in", 1)),
    *(Port("m_status_id", "out", 8), Port("s_axis_tvalid", "in", 1)),
    *(Port("s_axis_tready", "out", 1), Port("s_axis_tdata", "in", 16)),
    *(Port("s_axis_tkeep", "in", 2), Port("s_axis_tlast", "in", 2)),
    *(Port("m_axis_tvalid", "out", 1), Port("m_axis_tready", "in", 1)),
    *(Port("m_axis_tdata", "out", 16), Port("m_axis_tkeep", "out", 2)),
    Port("m_axis_tlast", "out", 2),
]
WIDE = """
module wide (
  input clk_i, rst_ni, zeroise_i, output busy_o, output reg slot_ready_o,
  input s_key_valid, output s_key_ready, input [7:0] s_key_data,
  output reg m_key_valid, input m_key_ready, output [2:0] m_key_cause,
  input [1:0] s_cmd_valid, output s_cmd_ready, input [7:0] s_cmd_id,
  output reg [1:0] m_status_valid, input m_status_ready, output reg [7:0] m_status_id,
  input s_axis_tvalid, output s_axis_tready,
  input [15:0] s_axis_tdata, input [1:0] s_axis_tkeep, s_axis_tlast,
  output reg m_axis_tvalid, input m_axis_tready,
  output reg [15:0] m_axis_tdata, output reg [1:0] m_axis_tkeep, m_axis_tlast
);
  wire drops = $test$plusargs("drops") != 0, swaps = $test$plusargs("swaps") != 0;
  wire fills = $test$plusargs("fills") != 0, gains = $test$plusargs("gains") != 0;
  assign busy_o = m_axis_tvalid || m_key_valid || m_status_valid != 0;
  assign s_key_ready = !m_key_valid;
  assign m_key_cause = 0;
  assign s_cmd_ready = m_status_valid == 0 || m_status_ready;
  assign s_axis_tready = !m_axis_tvalid || m_axis_tready;
  wire two = s_axis_tkeep[1] || s_axis_tlast[1];
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) {slot_ready_o, m_key_valid, m_status_valid, m_axis_tvalid} <= 0;
    else begin
      if (zeroise_i) slot_ready_o <= 0;
      else if (s_key_valid && s_key_ready) slot_ready_o <= 1;
      m_key_valid <= m_key_valid ? !m_key_ready : s_key_valid;
      if (s_cmd_ready) begin
        m_status_valid <= drops ? {1'b0, s_cmd_valid[0]} : s_cmd_valid;
        m_status_id    <= s_cmd_id;
      end else if (gains) m_status_valid <= 3;
      if (s_axis_tready) begin
        m_axis_tvalid <= s_axis_tvalid;
        m_axis_tkeep  <= two ? s_axis_tkeep : {s_axis_tkeep[0], 1'b0};
        m_axis_tlast  <= two ? s_axis_tlast : {s_axis_tlast[0], 1'b0};
        m_axis_tdata  <= two == swaps ? {s_axis_tdata[7:0], s_axis_tdata[15:8]} : s_axis_tdata;
      end else if (fills) m_axis_tkeep <= 3;
    end
endmodule
"""
# The first one with a constant key, and with a counter that is read by slot.
FIXED_PORTS = [*PORTS, Port("count_slot_i", "in", 4), Port("count_o", "out", 4)]
FIXED = (
    """
module fixed (
  input clk_i, rst_ni, zeroise_i, output busy_o, output slot_ready_o,
  input s_key_valid, output s_key_ready, input [7:0] s_key_data,
  output m_key_valid, input m_key_ready, output [2:0] m_key_cause,
  input s_axis_tvalid, output s_axis_tready, input [7:0] s_axis_tdata,
  output m_axis_tvalid, input m_axis_tready, output [7:0] m_axis_tdata,
  input [3:0] count_slot_i, output [3:0] count_o
);
  reg lost;
  wire loses = $test$plusargs("loses") != 0;
  wire key;
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) lost <= 0;
    else if (zeroise_i) lost <= loses;
  assign slot_ready_o = !lost;
  assign count_o = $test$plusargs("loose") != 0 ? 4'bx : count_slot_i;
  core of_slots (
    clk_i, rst_ni, zeroise_i, busy_o, key, s_key_valid, s_key_ready, s_key_data, m_key_valid,
    m_key_ready, m_key_cause, s_axis_tvalid, s_axis_tready, s_axis_tdata, m_axis_tvalid,
    m_axis_tready, m_axis_tdata
  );
endmodule
"""
    + CORE
)
CORES = {"core": (PORTS, CORE), "wide": (WIDE_PORTS, WIDE), "fixed": (FIXED_PORTS, FIXED)}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder of a core's bench, built at its first use."""
    return cache(lambda name: build(name, tmp_path_factory.mktemp("bench")))


def build(name: str, folder: Path) -> Path:
    drop(name, folder)
    command = ["make", "-C", str(folder), "verilator", "VERILATOR=verilator"]
    done = subprocess.run(command, env=verilator_env(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def drop(name: str, folder: Path) -> None:
    """The files of a bench and its core."""
    ports, core = CORES[name]
    data = [n << 2 | n % 3 + 1 for n in range(40)] if name == "wide" else list(range(40))
    ids = [n % 16 for n in range(30)]
    values = {"s_key": [7], "m_key": [0], "s_axis": data, "m_axis": data}
    values |= {"s_cmd": ids, "m_status": ids}
    after = {"s_key": [0], "s_axis": [1] * 40, "s_cmd": [1] * 30}
    behind = {"s_key": "s_axis", "s_axis": "m_key", "s_cmd": "m_key"}
    moved = {
        one.name: Words(one, behind.get(one.name, ""), values[one.name], after.get(one.name, []))
        for one in streams_of(ports)
    }
    texts = {f"{name}.hex": one.text() for name, one in moved.items()}
    texts |= {f"{name}.v": core, "streams.v": part("streams.v")}
    texts["bench.v"] = bench(name, name, ports, moved, constant_key=name == "fixed")
    texts |= {"Makefile": part("Makefile", name=name, top=name, bench="streams.v bench.v")}
    for file, text in texts.items():
        (folder / file).write_text(text)


@pytest.mark.parametrize(
    ("core", "fault", "words"),
    [
        ("core", "none", "PASS: "),
        ("core", "changes", "changed before it was taken"),  # only with pauses of the sink
        ("core", "skips", "expected"),  # only with pauses of the source
        ("core", "keeps", "a slot has a key after a zeroise"),
        ("core", "hangs", "nothing moves any more"),
        ("fixed", "none", "PASS: "),
        ("fixed", "loses", "the constant key is not there after a zeroise"),
        ("wide", "none", "PASS: "),
        ("wide", "drops", "expected"),  # the second of two commands
        ("wide", "swaps", "expected"),  # the order of lanes
        ("wide", "fills", "changed before it was taken"),  # a lane, while the beat waits
        ("wide", "gains", "changed before it was taken"),  # an answer more, while one waits
    ],
)
def test_what_the_bench_notices(
    core: str, fault: str, words: str, built: Callable[[str], Path]
) -> None:
    folder = built(core)
    command = [str(folder / "build/verilator/bench"), f"+{fault}"]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    assert words in said and ("PASS" in said) == (fault == "none") == ("FAIL: " not in said), said


@pytest.mark.stock
@pytest.mark.parametrize(("fault", "said"), [("none", "PASS"), ("loose", "unknown at")])
def test_its_bench_notices_an_unknown_bit(fault: str, said: str, tmp_path: Path) -> None:
    """A port that no stream has, in four states."""
    drop("fixed", tmp_path)
    run = {"env": {"PATH": "/usr/bin:/bin"}, "capture_output": True, "text": True}
    assert subprocess.run(["make", "-C", tmp_path, "icarus"], **run).returncode == 0
    again = subprocess.run(["vvp", "build/bench.vvp", f"+{fault}"], cwd=tmp_path, **run)
    assert said in again.stdout and ("PASS" in again.stdout) == (fault == "none")


@pytest.mark.parametrize("family", families().values(), ids=lambda family: str(family.name))
def test_a_bench_declares_each_name_once(family: Family[Any]) -> None:
    """Its own signals beside the ports: a sector engine has a port s_cmd_count."""
    core = load_core(family.default)
    ports = interface(core).ports
    streams = {stream.name: Words(stream, values=[0]) for stream in streams_of(ports)}
    text = bench(core.name, core.top, ports, streams)
    declared = re.findall(r"^  (?:wire|reg|integer)\b *(?:\[\S+\])? *(\w+)", text, re.M)
    assert len(declared) > len(ports) and len(declared) == len(set(declared))


@pytest.mark.parametrize("name", core_names())
def test_a_bench_drives_each_input(name: str) -> None:
    """Of each core: what floats is unknown in Icarus, and what it decides, too."""
    core = load_core(name)
    ports = interface(core).ports
    streams = {stream.name: Words(stream, values=[0]) for stream in streams_of(ports)}
    text = bench(core.name, core.top, ports, streams)
    driven = set(re.findall(r"^  (?:assign|wire \[\S+\]) (\w+) = ", text, re.M))
    driven |= set(re.findall(r"\.(?:ready_o|valid_o)\((\w+)\)", text))
    inputs = {port.name for port in ports if port.direction == "in"}
    assert inputs - driven == {"clk_i", "rst_ni", "zeroise_i"}


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


def test_words_of_several_places() -> None:
    """Lanes with neither tkeep nor tlast are empty; each command counts, and each answer."""
    ports = [port for port in WIDE_PORTS if port.name.startswith(("s_cmd", "m_status", "s_axis"))]
    samples = {
        "s_cmd_valid": [3, 0, 1, 1],
        "s_cmd_ready": [1, 1, 0, 1],
        "s_cmd_id": [0x21, 0, 0x93, 0x93],
        "m_status_valid": [0, 3, 1, 0],
        "m_status_ready": [1, 0, 1, 1],
        "m_status_id": [0, 0x65, 0x05, 0],
        "s_axis_tvalid": [1, 1, 1, 0],
        "s_axis_tready": [1, 1, 0, 1],
        "s_axis_tdata": [0x4455, 0x6677, 0x8899, 0],
        "s_axis_tkeep": [2, 1, 3, 0],
        "s_axis_tlast": [0, 2, 3, 0],
    }
    streams = streams_of(ports)
    assert [(stream.places, stream.width) for stream in streams] == [(2, 4), (2, 4), (2, 10)]
    found = words(Wave(samples, 4), streams)
    assert found["s_cmd"].values == [1, 2, 3]
    assert found["s_axis"].values == [0x44 << 2 | 2, 0x77 << 2 | 2, 0x66 << 2 | 1]
    assert found["m_status"].values == [5]
    key = Stream("s_key", "s_key_valid", "s_key_ready", (Port("s_key_data", "in", 8),))
    samples |= {"s_key_valid": [0, 1, 1, 1], "s_key_ready": [1] * 4, "s_key_data": [0, 1, 2, 3]}
    behind = words(Wave(samples, 4), [*streams, key])["s_key"]
    assert (behind.behind, behind.after) == ("m_status", [2, 1, 1])

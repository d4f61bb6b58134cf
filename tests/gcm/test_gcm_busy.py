# SPDX-License-Identifier: Apache-2.0
"""busy_o, cycle by cycle: up during key loads, messages and zeroises, down otherwise."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from corners import FAST
from sealwright.families import load_core
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.sim import (
    Barrier,
    KeyLoad,
    Message,
    MessageSim,
    WaitReady,
    Zeroise,
)
from sealwright.report import vcd
from sealwright.tools import verilator
from sealwright.tools.traffic import Order, Traffic

SIGNALS = (
    *("seal_gcm.busy_o", "slot_ready_o", "seal_gcm.zeroise_i"),
    *("s_key_valid", "s_key_ready", "s_cmd_valid", "s_cmd_ready"),
    *("s_axis_tvalid", "s_axis_tready", "m_status_valid", "m_status_ready"),
)


@pytest.fixture(
    scope="module", params=[("gcm-default", FAST), ("gcm-32", {"sbox": "bram"})], ids=lambda p: p[0]
)
def recorded(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[GcmConfig, vcd.Wave]:
    """A key load, a message, a zeroise, each by itself; then a load and a message at once, a
    message whose data wait for their command, and a second key for a slot.

    The flags are those of the recordings for pictures.
    """
    config = load_core(*request.param)
    assert isinstance(config, GcmConfig)
    pictures = Path(verilator.__file__).with_name("trace.vlt")
    path = tmp_path_factory.mktemp("busy") / "wave.vcd"
    with MessageSim(config.simulated(), [pictures, *config.files()], trace=True) as sim:
        sim.trace(path)
        sim.run([KeyLoad(0, bytes(16)), WaitReady(0), Barrier()])
        sim.run([Message(text=bytes(40)), Barrier()])
        sim.run([Zeroise(cycles=3), Barrier()])
        sim.run([KeyLoad(1, bytes(32)), WaitReady(1), Barrier()])
        sim.run([KeyLoad(0, bytes(16), wait=False), Message(slot=1, text=bytes(40)), Barrier()])
        waiting = Traffic(order=Order.DATA_LEADS, gap=9)
        sim.run([Message(slot=1, text=bytes(40)), Barrier()], waiting)
        sim.run([KeyLoad(1, bytes(32)), Barrier()])
        sim.stop_trace()
    scopes = set(re.findall(r"\$scope module (\S+)", path.read_text()))
    assert {"u_front", "u_issue"} <= scopes
    assert scopes.isdisjoint({"g_round[1]", "g_row[0]", "g_ring"}), "of aes, gf, common: left out"
    return config, vcd.read_vcd(path, SIGNALS)


def test_busy_is_up_exactly_while_something_is_under_way(
    recorded: tuple[GcmConfig, vcd.Wave],
) -> None:
    """From the cycle after what begins it to the cycle after what ends it, without a gap."""
    config, wave = recorded
    _, second, third, fourth = wave.where("s_key_valid", "s_key_ready")
    ready = rises(wave)
    command, later, last = wave.where("s_cmd_valid", "s_cmd_ready")
    status, before, ended = wave.where("m_status_valid", "m_status_ready")
    first_beat = min(
        cycle for cycle in wave.where("s_axis_tvalid", "s_axis_tready") if cycle > before
    )
    (pulse,) = wave.where("seal_gcm.zeroise_i")
    up = [(start, end) for start, end, value in vcd.runs(wave["seal_gcm.busy_o"]) if value]
    assert len(up) == 7
    after_reset, message, zeroise, load, both, waiting, again = up
    # the answer to a key is taken in the first cycle in which its slot is ready
    assert after_reset[1] == ready[0] + 1
    assert message == (command + 1, status + 1)
    assert zeroise[0] == pulse + 1
    assert config.sweep_cycles <= zeroise[1] - zeroise[0] <= config.sweep_cycles + 2
    since = 1 - config.under(128)["key_hold"]  # its offer
    assert load == (second + since, ready[1] + 1)
    assert again == (fourth + since, ready[3] + 1)
    assert first_beat < last
    assert waiting == (first_beat + 1, ended + 1)
    assert both == (min(later + 1, third + since), ready[2] + 1)


def rises(wave: vcd.Wave) -> list[int]:
    """When slots became ready."""
    return [start for start, before, after in changes(wave) if after & ~before]


def changes(wave: vcd.Wave) -> list[tuple[int, int, int]]:
    """The cycle of each change of the slots that are ready, and those before and after."""
    runs = [(start, slots) for start, _, slots in vcd.runs(wave["slot_ready_o"])]
    return [(start, before, after) for (_, before), (start, after) in pairwise(runs)]


def test_a_slot_is_not_ready_two_cycles_after_its_key(
    recorded: tuple[GcmConfig, vcd.Wave],
) -> None:
    _, wave = recorded
    taken = wave.where("s_key_valid", "s_key_ready")[-1]
    assert changes(wave)[-2][0] == taken + 2
    assert [after for _, _, after in changes(wave)[-3:]] == [3, 1, 3]


def test_a_slot_is_ready_when_the_formula_says(recorded: tuple[GcmConfig, vcd.Wave]) -> None:
    """Exactly then, if there is no turn to wait for."""
    config, wave = recorded
    accepted = wave.where("s_key_valid", "s_key_ready")
    block = config.cost(32, 0) - config.cost(16, 0)
    for start, ready, bits in zip(accepted, rises(wave), (128, 256, 128, 256), strict=True):
        late = start + config.load_cycles(bits) - ready
        assert 0 <= late < 2 * block - 1

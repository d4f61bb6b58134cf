# SPDX-License-Identifier: Apache-2.0
"""The picture of phases: sectors followed by counting, bars where their cycles are."""

import pytest

from sealwright.base.errors import CheckFailed
from sealwright.families import load_core
from sealwright.families.sector import phases, recording
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.recording import PHASES, Bar, Sector
from sealwright.report.vcd import Wave


def wave(lost: int = 0) -> Wave:
    """Two sectors of two blocks: each phase works in cycles 1, 2 and then 5, 6."""
    often = [0, 1, 1, 0, 0, 1, 1, 0]
    once = [0, 0, 1, 0, 0, 0, 1, 0]
    chain, stream = 1 << recording._CHAIN, 1 << recording._STREAM
    calls = [stream * a + chain * b for a, b in zip(often, once, strict=True)]
    samples = dict.fromkeys(("s_axis_tvalid", "s_axis_tready", "m_axis_tvalid"), often)
    samples |= {"m_axis_tready": often, recording._VALID: calls}
    samples |= {recording._READY: [chain | stream] * 8}
    pops = [2 * bit for bit in often]
    samples |= {recording._POPS_IN: pops, recording._POPS_OUT: pops}
    samples |= {recording._HASHED_A: once, recording._HASHED_B: once}
    middle = [0, 0, 0, chain, 0, 0, 0, 0 if lost else chain]
    streamed = [0, *often[:-1]]
    samples[recording._GOT] = [a + stream * b for a, b in zip(middle, streamed, strict=True)]
    return Wave(samples, 8)


def test_sectors_are_followed_by_counting() -> None:
    first, second = recording._sectors(wave(), 2)
    assert first["receive"] == Bar(1, 2, 2) and second["send"] == Bar(5, 6, 6)
    assert first["stream"] == Bar(1, 2, 3) and second["hash A"] == Bar(5, 6, 6)
    assert first["middle"] == Bar(2, 2, 3) and second["middle"] == Bar(6, 6, 7)


def test_a_lost_result_is_an_error() -> None:
    with pytest.raises(CheckFailed, match="middle has not the same number"):
        recording._sectors(wave(lost=1), 2)


def sector(start: int) -> Sector:
    """Every phase ten cycles after the one before, 32 cycles long, its result five later."""
    begins = {phase: start + 10 * i for i, phase in enumerate(PHASES)}
    return {phase: Bar(begin, begin + 31, begin + 36) for phase, begin in begins.items()}


def test_bars_stand_at_their_cycles() -> None:
    core = load_core(phases.CORE)
    assert isinstance(core, SectorConfig)
    together = [sector(7 + 33 * i) for i in range(phases.TOGETHER)]
    alone = [sector(400 + 150 * i) for i in range(phases.ALONE)]
    text = phases.phases_svg(core, [*together, *alone])
    assert "one every 33 cycles" in text and "one every 150 cycles" in text
    assert "<title>sector 2: stream, cycles 63 to 99</title>" in text
    assert "<title>sector 2: send, cycles 200 to 236</title>" in text
    x, width = phases.LEFT + 63 * phases.SCALE, 32 * phases.SCALE
    assert f'<rect x="{x:g}"' in text and f'width="{width:g}"' in text

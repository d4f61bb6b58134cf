# SPDX-License-Identifier: Apache-2.0
"""Sectors recorded on their way through a simulated engine with two hashes, from its waveform.

Every phase takes the sectors in order, and the same number of blocks of each, so a sector is
followed by counting.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sealwright.base.errors import CheckFailed
from sealwright.families.packet.recording import recorded, sources
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.modes import BLOCK
from sealwright.families.sector.sim import Barrier, Event, KeyLoad, SectorSim, Units, WaitReady
from sealwright.report.vcd import Wave

BLOCKS = 32  # of a sector
PHASES = ("receive", "hash A", "middle", "stream", "hash B", "send")
_IN, _OUT = (tuple(f"{side}_axis_{end}" for end in ("tvalid", "tready")) for side in "sm")
_VALID, _READY, _GOT, _HASHED_A, _HASHED_B = (
    f"u_phases.{name}"
    for name in ("request_valid", "request_ready", "got", "u_chain.ha_we_i", "u_chain.hb_we_i")
)
_POPS_IN, _POPS_OUT = "in_pop", "out_pops"
_INSIDE = (_POPS_IN, _POPS_OUT, _VALID, _READY, _GOT, _HASHED_A, _HASHED_B)
_CHAIN, _STREAM, _HASH = 1, 2, 1  # bits: who calls the cipher; which reader of a buffer


@dataclass(frozen=True)
class Bar:
    """A sector in a phase: cycles of its first and last block, and of the last result."""

    begin: int
    end: int
    done: int


Sector = dict[str, Bar]  # by phase


def record(config: SectorConfig, together: int, alone: int) -> list[Sector]:
    """So many sectors back to back, then so many of which each waits for the one before."""
    sectors = [Units(texts=(bytes(BLOCK * BLOCKS),), number=i) for i in range(together + alone)]
    events: list[Event] = [*sectors[:together], Barrier()]
    for sector in sectors[together:]:
        events += [sector, Barrier()]
    key = bytes(config.scheme.key_length(config.key_sizes[0]))
    ready = [KeyLoad(0, key, BLOCK * BLOCKS), WaitReady(0)]
    with SectorSim(config, sources(config), trace=True) as sim:
        wave, _ = recorded(sim, ready, events, (*_IN, *_OUT, *_INSIDE))
    return _sectors(wave, together + alone)


def _sectors(wave: Wave, count: int) -> list[Sector]:
    def bit(name: str, number: int = 0) -> list[int]:
        return [t for t in range(wave.cycles) if wave[name][t] >> number & 1]

    def calls(number: int) -> list[int]:
        taken = set(bit(_READY, number))
        return [t for t in bit(_VALID, number) if t in taken]

    received, sent = wave.where(*_IN), wave.where(*_OUT)
    cycles = {  # of the blocks of all sectors, and of results
        "receive": (received, received),
        "hash A": (bit(_POPS_IN, _HASH), bit(_HASHED_A)),
        "middle": (calls(_CHAIN), bit(_GOT, _CHAIN)),
        "stream": (calls(_STREAM), bit(_GOT, _STREAM)),
        "hash B": (bit(_POPS_OUT, _HASH), bit(_HASHED_B)),
        "send": (sent, sent),
    }
    for phase, parts in cycles.items():
        if any(len(part) % count or not part for part in parts):
            raise CheckFailed(
                f"recording: {phase} has not the same number of blocks of each sector"
            )
    return [
        {
            phase: Bar(*_ends(blocks, i, count), _ends(results, i, count)[1])
            for phase, (blocks, results) in cycles.items()
        }
        for i in range(count)
    ]


def _ends(cycles: Sequence[int], index: int, count: int) -> tuple[int, int]:
    """The first and the last cycle of a sector's share."""
    share = len(cycles) // count
    return cycles[index * share], cycles[index * share + share - 1]

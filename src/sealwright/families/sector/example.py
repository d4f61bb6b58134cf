# SPDX-License-Identifier: Apache-2.0
"""Example traffic of a sector engine (see sealwright.families.packet.example)."""

import random
from pathlib import Path
from typing import Any

from sealwright.families.packet.example import BEATS, KNOWN, RANDOM, play
from sealwright.families.packet.recording import sources
from sealwright.families.sector.check import (
    Run,
    order_of,
    own_vectors,
    schedule,
    skip_reason,
    variant,
)
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.modes import BLOCK
from sealwright.families.sector.random_traffic import RandomTraffic
from sealwright.families.sector.rules import Rules
from sealwright.families.sector.sim import SectorSim


def example(config: SectorConfig, seed: int, path: Path) -> None:
    """Published vectors, encrypted and decrypted, then commands with all kinds of faults."""
    rng = random.Random(seed)
    fits = [
        vector
        for vector in own_vectors(config)
        if not skip_reason(vector, config)
        and len(vector.pt) <= BLOCK * BEATS
        and variant(config, [vector], order_of(vector, config)) == config
    ]
    vectors = rng.sample(fits, min(KNOWN, len(fits)))
    plan = schedule(vectors, range(len(vectors)), config, rng)
    events: list[Any] = [item.command if isinstance(item, Run) else item for item in plan]
    events += RandomTraffic(config, seed).batch(RANDOM)
    with SectorSim(config, sources(config), seed=seed, trace=True) as sim:
        play(sim, events, Rules(config), seed, path)

# SPDX-License-Identifier: Apache-2.0
"""Example traffic of a message core (see sealwright.families.packet.example)."""

import random
from pathlib import Path
from typing import Any

from sealwright.families.message.check import Run, own_vectors, schedule, skip_reason
from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.random_traffic import RandomTraffic
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import MessageSim
from sealwright.families.packet.example import BEATS, KNOWN, RANDOM, play
from sealwright.families.packet.recording import sources


def example(config: MessageConfig, seed: int, path: Path) -> None:
    """Published vectors, sealed and opened, then messages with all kinds of faults."""
    rng = random.Random(seed)
    fits = [
        vector
        for vector in own_vectors(config)
        if not skip_reason(vector, config)
        and len(vector.iv + vector.aad + vector.ct) < BLOCK * BEATS
    ]
    vectors = rng.sample(fits, min(KNOWN, len(fits)))
    plan = schedule(vectors, range(len(vectors)), config, rng)
    events: list[Any] = [item.message if isinstance(item, Run) else item for item in plan]
    events += RandomTraffic(config, seed).batch(RANDOM)
    with MessageSim(config, sources(config), seed=seed, trace=True) as sim:
        play(sim, events, Rules(config), seed, path)

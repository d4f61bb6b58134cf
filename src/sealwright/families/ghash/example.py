# SPDX-License-Identifier: Apache-2.0
"""Example traffic of a GHASH core: keys and messages in one waveform, for whoever has no model."""

import random
from pathlib import Path

from sealwright.base.errors import CheckFailed
from sealwright.base.files import resolve
from sealwright.families.ghash.check import KNOWN_ANSWERS, ghash_vectors, known_answers
from sealwright.families.ghash.config import GhashConfig
from sealwright.families.ghash.random_messages import RandomTraffic, compare
from sealwright.families.ghash.sim import GhashSim
from sealwright.families.packet.recording import sources
from sealwright.model.vectors import read_vectors
from sealwright.tools.traffic import Traffic

RANDOM = 120  # keys and messages


def example(config: GhashConfig, seed: int, path: Path) -> None:
    """Published vectors, then random messages with faults."""
    own = [vector for name in KNOWN_ANSWERS for vector in read_vectors(resolve(name))]
    fits = [v for v in ghash_vectors(own) if not config.fixed or v.h.hex() == config.h]
    traffic = RandomTraffic(config, random.Random(seed))
    with GhashSim(config, sources(config), seed=seed, trace=True) as sim:
        sim.trace(path)
        if failures := known_answers(sim, config, fits, seed):
            raise CheckFailed(f"known answers: {failures[0]}")
        result = sim.run(traffic.batch(RANDOM), Traffic.preset("both", seed))
        compare(traffic, result.hashes, result.keys)
        sim.stop_trace()

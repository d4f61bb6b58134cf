# SPDX-License-Identifier: Apache-2.0
"""Example traffic of an AES core: keys and blocks in one waveform, for whoever has no model."""

import random
from pathlib import Path

from sealwright.base.errors import CheckFailed
from sealwright.families.aes.check import known_answers, own_vectors, skip_reason
from sealwright.families.aes.config import AesConfig
from sealwright.families.aes.random_blocks import RandomTraffic, compare
from sealwright.families.aes.sim import AesSim
from sealwright.families.packet.recording import sources
from sealwright.model.aes_vectors import AesVector
from sealwright.tools.traffic import Traffic

KNOWN, RANDOM = 24, 200  # vectors; keys and blocks


def example(config: AesConfig, seed: int, path: Path) -> None:
    """Published vectors in the directions of the core, then random blocks with faults."""
    rng = random.Random(seed)
    fits = [
        vector
        for vector in own_vectors()
        if isinstance(vector, AesVector) and not skip_reason(vector, config)
    ]
    vectors = rng.sample(fits, min(KNOWN, len(fits)))
    traffic = RandomTraffic(config, rng)
    with AesSim(config, sources(config), seed=seed, trace=True) as sim:
        sim.trace(path)
        _, failures, _ = known_answers(sim, config, vectors, seed)
        if failures:
            raise CheckFailed(f"known answers: {failures[0]}")
        result = sim.run(traffic.batch(RANDOM), Traffic.preset("both", seed))
        compare(traffic, result.blocks, result.keys)
        sim.stop_trace()

# SPDX-License-Identifier: Apache-2.0
"""GCM cores beside their model under random traffic.

`verify` simulates the core itself, then two variants with limits so small that they are reached:
one that releases text at once and one that stores it until its tag has been checked. The expected
answers are those of `rules`.
"""

from sealwright.families.family import Verification
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.coverage import Cell, Coverage, variants
from sealwright.families.message.random_traffic import RandomTraffic
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import MessageSim, RunResult
from sealwright.families.packet import verify as packet

BATCH = 120  # messages per preset


def random_run(config: MessageConfig, seed: int, messages: int, coverage: Coverage) -> int:
    """Random traffic: at least that many messages, and until every cell of the core has one."""
    coverage.want(config)

    def count(result: RunResult, hit: list[Cell]) -> None:
        del result
        coverage.add(config, hit)

    with MessageSim(config, seed=seed % 2**31) as sim:
        return packet.random_run(
            RandomTraffic(config, seed),
            Rules(config),
            sim,
            seed,
            BATCH,
            messages,
            count,
            lambda result: (message.cause for message in result.messages),
        )


def verify(config: MessageConfig, seed: int, messages: int) -> Verification:
    """All variants."""
    coverage = Coverage()
    return packet.verify(
        variants(config),
        seed,
        lambda variant: random_run(variant, seed, messages, coverage),
        coverage,
        "messages",
    )

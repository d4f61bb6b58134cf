# SPDX-License-Identifier: Apache-2.0
"""Message cores beside their model under random traffic.

`verify` simulates the core itself, then two variants with limits so small that they are reached:
one that releases text at once and one that stores it until its tag has been checked.
"""

from sealwright.families.message.config import MessageConfig
from sealwright.families.message.coverage import variants
from sealwright.families.message.random_traffic import RandomTraffic
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import MessageSim, RunResult
from sealwright.families.packet.verify import Verifier

VERIFIER: Verifier[MessageConfig, RunResult] = Verifier(
    "messages",
    120,
    variants,
    MessageSim,
    RandomTraffic,
    Rules,
    lambda result: (message.cause for message in result.messages),
)

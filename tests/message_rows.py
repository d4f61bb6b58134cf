# SPDX-License-Identifier: Apache-2.0
"""A core of the message family as a whole: vectors, and random traffic that leaves nothing out."""

from sealwright.families.message.check import check_vectors, own_vectors, skip_reason
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.coverage import Coverage
from sealwright.families.message.sim import MessageSim
from sealwright.families.message.verify import VERIFIER


def agrees(config: MessageConfig) -> None:
    """The project's vectors, then random traffic of each kind, every cell of the table included."""
    vectors = own_vectors(config)
    with MessageSim(config) as sim:
        outcome = check_vectors(sim, config, vectors)
        assert outcome.failures == []
        assert outcome.passed == sum(skip_reason(v, config) is None for v in vectors)
    coverage = Coverage()
    VERIFIER.random_run(config, 1, 600, coverage)
    assert coverage.missing() == []
